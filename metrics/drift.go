package metrics

import (
	"github.com/prometheus/client_golang/prometheus"

	"keepsake/memory/policy"
)

// drift is what is measured of a policy on trial.
type drift struct {
	cosine, centroid, share prometheus.Gauge
	rollbacks               prometheus.Counter
}

func newDrift(r *prometheus.Registry) drift {
	d := drift{
		cosine:    prometheus.NewGauge(prometheus.GaugeOpts{Name: "keepsake_policy_drift_cosine", Help: "How alike the memories are to those before the newest policy on trial, 0 to 1."}),
		centroid:  prometheus.NewGauge(prometheus.GaugeOpts{Name: "keepsake_policy_drift_centroid", Help: "The cosine of the mean of the memories' embeddings and what it was before that policy, 1 where nothing is embedded."}),
		share:     prometheus.NewGauge(prometheus.GaugeOpts{Name: "keepsake_policy_drift_share", Help: "What that policy has written, as a share of the memories before it."}),
		rollbacks: prometheus.NewCounter(prometheus.CounterOpts{Name: "keepsake_policy_rollbacks_total", Help: "Policies that were taken back because they changed too much."}),
	}
	d.cosine.Set(1)
	d.centroid.Set(1)
	r.MustRegister(d.cosine, d.centroid, d.share, d.rollbacks)
	return d
}

// choices is what is measured of which tools are taken.
type choices struct{ entropy, collapsed prometheus.Gauge }

func newChoices(r *prometheus.Registry) choices {
	c := choices{
		entropy:   prometheus.NewGauge(prometheus.GaugeOpts{Name: "keepsake_tool_choice_entropy", Help: "How evenly tools that do the same are taken, of the least even group: 1 = all alike or there are none, 0 = always one."}),
		collapsed: prometheus.NewGauge(prometheus.GaugeOpts{Name: "keepsake_tool_choice_collapsed", Help: "Groups of tools that do the same of which nearly always one is taken, while another is as good or untried."}),
	}
	c.entropy.Set(1)
	r.MustRegister(c.entropy, c.collapsed)
	return c
}

// ToolsChosen notes how tools are taken; it fits tool.Diversity.
func (m *Metrics) ToolsChosen(entropy float64, collapsed int) {
	m.choices.entropy.Set(entropy)
	m.choices.collapsed.Set(float64(collapsed))
}

// Drifted notes how much a policy on trial has changed; it fits ingest.Service.
func (m *Metrics) Drifted(d policy.Drift) {
	m.drift.cosine.Set(d.Cosine)
	m.drift.centroid.Set(d.Centroid)
	m.drift.share.Set(d.Share)
	if d.Reason() != "" {
		m.drift.rollbacks.Inc()
	}
}
