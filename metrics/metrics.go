// Package metrics counts what happens in the house, for Prometheus.
//
// The nouns call it: each tells, after the commit, what has ended (delivery.Events,
// session.Events, people.Events, memory.Config.OnChange, usage.Config.Reached), so whoever
// does something counts it, once. Only models are wrapped. What waits (inbox, outbox, dead
// letters) is not counted but asked of the store at each scrape, so every replica tells the
// same of it.
//
// It is not a log and not a trace.
//
// Invariants:
//   - Labels come from constants of the nouns: no id, no name, nothing anybody wrote.
//   - Counting never fails a write, and a wrapped model returns what it returned.
//   - What was rolled back is not counted.
//
// Start reading at New; what the nouns call is in deliveries.go and events.go, models in models.go.
package metrics

import (
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"keepsake/actor"
	"keepsake/agent/again"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/ingest"
	"keepsake/people"
	"keepsake/session"
	"keepsake/usage"
)

// Options is what Metrics needs to know.
type Options struct {
	// Kinds are the words that a door has for updates (delivery.Update.Kind).
	Kinds []string
	// Jobs are the names of upkeep's jobs.
	Jobs []string
	Now  func() time.Time
}

// Metrics is one registry with everything in it.
type Metrics struct {
	opt Options
	reg *prometheus.Registry

	received, handled, buried *prometheus.CounterVec // kind
	repeated                  prometheus.Counter
	turns                     *prometheus.CounterVec // outcome
	turnWaits                 prometheus.Counter
	askedAgain                *prometheus.CounterVec   // reason, outcome
	turnParts                 *prometheus.HistogramVec // part
	calls                     *prometheus.CounterVec   // bot, outcome
	callTime                  prometheus.Histogram
	tokens                    *prometheus.CounterVec // bot, kind
	cost                      *prometheus.CounterVec // bot
	messages                  *prometheus.CounterVec // kind, outcome
	writes                    *prometheus.CounterVec // op, actor
	added                     *prometheus.CounterVec // origin
	decisions                 *prometheus.CounterVec // state
	denied                    prometheus.Counter
	links                     *prometheus.CounterVec // change
	limited                   *prometheus.CounterVec // limit
	embeddings                *prometheus.CounterVec // outcome
	speeches                  *prometheus.CounterVec // outcome
	extractions               *prometheus.CounterVec // result
	finds                     *prometheus.CounterVec // action
	drift                     drift
	choices                   choices
	workCalls, workTokens     *prometheus.CounterVec // bot, purpose
	workCost                  *prometheus.CounterVec // bot, purpose
	upkeep                    *prometheus.CounterVec // job, outcome
	requests                  *prometheus.CounterVec // operation, code
	requestTime               prometheus.Histogram
	toolCalls                 *prometheus.CounterVec // server, outcome
	toolTime                  prometheus.Histogram
}

// The parts of a turn, in the order in which they pass.
const (
	partWaiting  = "waiting"  // from a message's arrival until it is taken into a turn
	partModel    = "model"    // the model's time
	partOwn      = "own"      // all else of the run that answered
	partDelivery = "delivery" // from the answer's commit until it is shown whole
)

// unknownKind is the label of updates that were stored without a kind.
const unknownKind = "other"

// spans fit a database write as well as a slow model.
var spans = []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 120, 600}

// New makes a registry with all metrics at zero.
func New(o Options) *Metrics {
	m := &Metrics{opt: o, reg: prometheus.NewRegistry()}
	counter := func(name, help string) prometheus.Counter {
		c := prometheus.NewCounter(prometheus.CounterOpts{Name: "keepsake_" + name, Help: help})
		m.reg.MustRegister(c)
		return c
	}
	counters := func(name, help string, labels ...string) *prometheus.CounterVec {
		c := prometheus.NewCounterVec(prometheus.CounterOpts{Name: "keepsake_" + name, Help: help}, labels)
		m.reg.MustRegister(c)
		return c
	}
	m.received = counters("updates_received_total", "Updates taken into the inbox, repeats included.", "kind")
	m.repeated = counter("updates_repeated_total", "Updates that were in the inbox already.")
	m.handled = counters("updates_handled_total", "Updates that this process has worked off.", "kind")
	m.buried = counters("updates_buried_total", "Updates given up as dead letters.", "kind")
	m.turns = counters("turns_total", "Turns that ended, by how.", "outcome")
	m.turnWaits = counter("turn_waits_total", "Times a turn was put aside because the model was away.")
	m.askedAgain = counters("answers_asked_again_total", "Answers in a wrong language, or that promise what nothing keeps, asked for once more, by whether that helped.", "reason", "outcome")
	m.turnParts = prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "keepsake_turn_seconds", Help: "Where the time of a turn went: waiting, model, own cost, delivery.", Buckets: spans,
	}, []string{"part"})
	m.calls = counters("model_calls_total", "Completions asked for, by outcome.", labelBot, "outcome")
	m.callTime = prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: "keepsake_model_call_seconds", Help: "Time of one completion, from the question to its last word.", Buckets: spans,
	})
	m.tokens = counters("model_tokens_total", "Tokens as the endpoint counts them; cached ones are among the prompt's.", labelBot, "kind")
	m.cost = counters("model_cost_total", "What completions cost by the price table, in its currency.", labelBot)
	m.messages = counters("messages_total", "Outgoing messages, by what became of an attempt.", "kind", "outcome")
	m.writes = counters("memory_writes_total", "Applied changes of memories, by what they did and who made them.", "op", "actor")
	m.added = counters("memories_added_total", "New memories, by origin.", "origin")
	m.decisions = counters("memory_decisions_total", "Writes that waited for a tap, by what became of them.", "state")
	m.denied = counter("strangers_total", "People and groups turned away, each counted once.")
	m.links = counters("account_links_total", "Links of two accounts of one person, by whether they were made or undone.", "change")
	m.limited = counters("limited_total", "Times a limit held a message or an answer up, by limit.", "limit")
	m.speeches = counters("speech_calls_total", "Answers that were to be spoken, by how the model that speaks answered.", "outcome")
	m.embeddings = counters("embedding_calls_total", "Questions to the embedding model, by outcome.", "outcome")
	m.extractions = counters("extraction_runs_total", "Attempts at reading a stretch of conversation for memories, by how they ended.", "result")
	m.finds = counters("extraction_finds_total", "What extraction found, by what became of it.", "action")
	m.drift, m.choices = newDrift(m.reg), newChoices(m.reg)
	m.workCalls = counters("work_calls_total", "Calls of models by what they are for.", labelBot, labelPurpose)
	m.workTokens = counters("work_tokens_total", "Tokens by what they are for; all but those of embeddings are among the model's.", labelBot, labelPurpose)
	m.workCost = counters("work_cost_total", "What that cost by the price table, in its currency.", labelBot, labelPurpose)
	m.upkeep = counters("upkeep_runs_total", "Runs of the jobs of upkeep, by outcome; one replica does each.", "job", "outcome")
	m.toolCalls = counters("tool_server_calls_total", "Calls of tools of other programs, by server and by how they ended.", "server", "outcome")
	m.toolTime = prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: "keepsake_tool_server_call_seconds", Help: "Time of one call of another program's tool.", Buckets: spans,
	})
	m.requests = counters("api_requests_total", "Requests of programs over HTTP, by operation and by how they ended.", "operation", "code")
	m.requestTime = prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: "keepsake_api_request_seconds", Help: "Time of one request of a program.", Buckets: spans,
	})
	m.reg.MustRegister(m.requestTime, m.toolTime, m.turnParts, m.callTime,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.zero()
	return m
}

// zero makes every series exist from the start: a rate needs a value before the first.
func (m *Metrics) zero() {
	for _, kind := range append([]string{delivery.Undecodable, unknownKind}, m.opt.Kinds...) {
		m.received.WithLabelValues(kind)
		m.handled.WithLabelValues(kind)
		m.buried.WithLabelValues(kind)
	}
	for _, s := range []session.TurnState{session.TurnAnswered, session.TurnStopped, session.TurnGivenUp, session.TurnLimited} {
		m.turns.WithLabelValues(string(s))
	}
	for _, reason := range again.Reasons {
		m.askedAgain.WithLabelValues(reason, mended)
		m.askedAgain.WithLabelValues(reason, notMended)
	}
	for _, change := range people.LinkChanges {
		m.links.WithLabelValues(change)
	}
	for _, l := range usage.AllLimits {
		m.limited.WithLabelValues(string(l))
	}
	for _, p := range []string{partWaiting, partModel, partOwn, partDelivery} {
		m.turnParts.WithLabelValues(p)
	}
	for _, o := range []string{callOK, callStopped, string(fault.Unavailable), string(fault.Limited), string(fault.Denied), string(fault.Invalid)} {
		m.embeddings.WithLabelValues(o)
		m.speeches.WithLabelValues(o)
	}
	for _, r := range ingest.Results {
		m.extractions.WithLabelValues(r)
	}
	for _, a := range []candidate.Action{candidate.Applied, candidate.Shadowed, candidate.Asked, candidate.Refused, candidate.Merged} {
		m.finds.WithLabelValues(string(a))
	}
	for _, job := range m.opt.Jobs {
		for _, o := range []string{jobDone, jobFailed} {
			m.upkeep.WithLabelValues(job, o)
		}
	}
	for _, k := range []delivery.Kind{delivery.Send, delivery.Edit, delivery.Reply, delivery.React} {
		for _, o := range []string{msgSent, msgFailed, msgRetried} {
			m.messages.WithLabelValues(string(k), o)
		}
	}
	for _, op := range []memory.Op{memory.OpAdd, memory.OpUpdate, memory.OpDelete} {
		for _, a := range []actor.Kind{actor.Person, actor.Tool} {
			m.writes.WithLabelValues(string(op), string(a))
		}
	}
	for _, s := range []memory.DecisionState{memory.DecisionOpen, memory.DecisionSaved, memory.DecisionDeclined, memory.DecisionWithdrawn, memory.DecisionOutdated} {
		m.decisions.WithLabelValues(string(s))
	}
}

// Handler answers scrapes. What cannot be told at the moment is left out, and
// keepsake_database_up says so.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.reg, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError})
}

// Upkept counts a run of one of Options.Jobs.
func (m *Metrics) Upkept(job string, err error) {
	outcome := jobDone
	if err != nil {
		outcome = jobFailed
	}
	m.upkeep.WithLabelValues(job, outcome).Inc()
}

// Answered notes where the time of a turn that was answered went; it fits agent.Agent.
func (m *Metrics) Answered(model, own time.Duration) {
	m.turnParts.WithLabelValues(partModel).Observe(model.Seconds())
	m.turnParts.WithLabelValues(partOwn).Observe(own.Seconds())
}
