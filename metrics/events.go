package metrics

import (
	"keepsake/memory"
	"keepsake/memory/ingest"
	"keepsake/people"
	"keepsake/session"
	"keepsake/usage"
)

// Sessions returns what counts turns by outcome.
func (m *Metrics) Sessions() session.Events {
	return session.Events{
		TurnEnded: func(state session.TurnState) { m.turns.WithLabelValues(string(state)).Inc() },
		TurnWaits: m.turnWaits.Inc,
	}
}

// People returns what counts strangers and groups turned away, each once.
func (m *Metrics) People() people.Events {
	return people.Events{TurnedAway: m.denied.Inc, Linked: func(change string) { m.links.WithLabelValues(change).Inc() }}
}

// Limited notes that a limit held somebody up; it fits usage.Service.
func (m *Metrics) Limited(l usage.Limit) { m.limited.WithLabelValues(string(l)).Inc() }

// Changed counts an applied change of a memory; it fits memory.Config.
func (m *Metrics) Changed(c memory.Change) {
	m.writes.WithLabelValues(string(c.Op), string(c.Actor.Kind)).Inc()
	if c.Op == memory.OpAdd {
		m.added.WithLabelValues(string(c.Origin)).Inc()
	}
}

// Decided counts what became of a write that waits for a tap; it fits memory.Config.
func (m *Metrics) Decided(d memory.Decision) { m.decisions.WithLabelValues(string(d.State)).Inc() }

// Extracted counts an attempt of extraction with what became of its finds; it fits ingest.Service.
func (m *Metrics) Extracted(e ingest.Ending) {
	m.extractions.WithLabelValues(e.Result).Inc()
	for _, v := range e.Verdicts {
		m.finds.WithLabelValues(string(v.Action)).Inc()
	}
}

// AskedAgain counts an answer that was asked for once more; it fits agent.Agent.
func (m *Metrics) AskedAgain(reason string, isMended bool) {
	outcome := notMended
	if isMended {
		outcome = mended
	}
	m.askedAgain.WithLabelValues(reason, outcome).Inc()
}

// What became of an answer that was asked for once more.
const mended, notMended = "mended", "not_mended"
