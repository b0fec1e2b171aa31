package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Condition is what keeps the process from its work, asked at each scrape.
type Condition struct {
	// Ailments are the causes for which the database may store nothing, Ailment the present one.
	Ailments []string
	Ailment  func() string
	// Troubles are what an operator may have to mend of a model, IsBroken reports whether one waits.
	Troubles []string
	IsBroken func(trouble string) bool
	// Owed returns the tokens that were used and could not be counted yet.
	Owed func() int
	// JournalFaults are the causes for which the journal of erasures may not help after a restore, JournalFault
	// how many places or entries have one.
	JournalFaults []string
	JournalFault  func(cause string) float64
	// BackupAge returns the seconds since the newest backup, +Inf when there is none, and BackupEvery is
	// when the next is due. nil = none are made by schedule.
	BackupAge   func() float64
	BackupEvery time.Duration
}

// WatchCondition adds it to the registry. Call it once.
func (m *Metrics) WatchCondition(c Condition) {
	gauge := func(name, help, cause string, read func() float64) {
		o := prometheus.GaugeOpts{Name: "keepsake_" + name, Help: help}
		if cause != "" {
			o.ConstLabels = prometheus.Labels{"cause": cause}
		}
		m.reg.MustRegister(prometheus.NewGaugeFunc(o, read))
	}
	number := func(is bool) float64 {
		if is {
			return 1
		}
		return 0
	}
	for _, a := range c.Ailments {
		gauge("storage_failing", "1 while nothing can be stored, by cause.", a, func() float64 { return number(c.Ailment() == a) })
	}
	for _, t := range c.Troubles {
		gauge("model_broken", "1 while the model waits for the operator, by cause.", t, func() float64 { return number(c.IsBroken(t)) })
	}
	for _, j := range c.JournalFaults {
		gauge("erasure_journal_faults", "Places and entries of the journal of erasures that would not help after a restore, by cause.", j,
			func() float64 { return c.JournalFault(j) })
	}
	if c.BackupAge != nil {
		gauge("backup_age_seconds", "Seconds since the newest scheduled backup was begun; +Inf when there is none.", "", c.BackupAge)
		gauge("backup_interval_seconds", "Seconds from one scheduled backup to the next.", "", c.BackupEvery.Seconds)
	}
	gauge("usage_owed_tokens", "Tokens that were used and could not be counted yet.", "", func() float64 { return float64(c.Owed()) })
}
