package metrics

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"keepsake/delivery"
	"keepsake/memory/recall"
)

// Standing is what a scrape asks for.
type Standing struct {
	Bots []Bot
	// Backlog is what waits for a bot, of all replicas together.
	Backlog func(ctx context.Context, bot string) (delivery.Backlog, error)
	// Embeddings is what of the memories waits for its vector; nil = nothing is embedded.
	Embeddings func(ctx context.Context) (recall.Backlog, error)
	// Extraction is how many runs of extraction wait, since when the first of them is due, and how many
	// failed too often; nil = nothing is extracted.
	Extraction func(ctx context.Context) (waiting, parked int, since time.Time, err error)
	// Digests is how many conversations are still to be read for wishes, or wishes to be merged, and how many
	// of these jobs failed too often; nil = no digests are made.
	Digests func(ctx context.Context) (waiting, parked int, err error)
}

// Bot is one of the process.
type Bot struct {
	Name string // as the operator named it: a label
	// Heard is when Telegram was last heard, by the machine's clock.
	Heard func() time.Time
}

// backlogTime bounds what a scrape may cost the database.
const backlogTime = 3 * time.Second

// Watch adds what is asked at each scrape. Call it once.
func (m *Metrics) Watch(s Standing) {
	gauge := func(name, help string) *prometheus.Desc {
		return prometheus.NewDesc("keepsake_"+name, help, []string{labelBot}, nil)
	}
	m.reg.MustRegister(&backlog{
		Standing: s, now: m.opt.Now,
		up:      prometheus.NewDesc("keepsake_database_up", "1 when the database answered this scrape.", nil, nil),
		heard:   gauge("telegram_heard_seconds", "Time since Telegram was last heard."),
		waiting: gauge("inbox_waiting", "Updates that wait to be handled."),
		lanes:   gauge("inbox_lanes", "Lanes that have updates waiting."),
		deepest: gauge("inbox_lane_depth_max", "Updates in the fullest lane."),
		oldest:  gauge("inbox_oldest_seconds", "Age of the oldest update that waits."),
		dead:    gauge("dead_letters", "Updates given up, see: keepsake inbox."),
		unsent:  gauge("outbox_ready", "Messages that are ready to be sent."),
		lag:     gauge("outbox_lag_seconds", "How long the oldest ready message is overdue."),
		vectors: prometheus.NewDesc("keepsake_embedding_waiting", "Memories that wait for their vector.", nil, nil),
		failing: prometheus.NewDesc("keepsake_embedding_failing", "Memories among them whose vector was tried in vain.", nil, nil),
		runs:    prometheus.NewDesc("keepsake_extraction_waiting", "Stretches of conversation that wait to be read for memories.", nil, nil),
		late:    prometheus.NewDesc("keepsake_extraction_lag_seconds", "How long the first of them is overdue.", nil, nil),
		parked:  prometheus.NewDesc("keepsake_extraction_parked", "Stretches that failed too often, see: keepsake memory runs.", nil, nil),
		jobs:    prometheus.NewDesc("keepsake_digest_jobs", "Jobs of digests, by whether they wait or failed too often.", []string{"state"}, nil),
	})
}

type backlog struct {
	Standing
	now                                                           func() time.Time
	up, heard, waiting, lanes, deepest, oldest, dead, unsent, lag *prometheus.Desc
	vectors, failing, runs, late, parked, jobs                    *prometheus.Desc
}

func (b *backlog) Describe(c chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{b.up, b.heard, b.waiting, b.lanes, b.deepest, b.oldest, b.dead, b.unsent, b.lag, b.vectors, b.failing, b.runs, b.late, b.parked, b.jobs} {
		c <- d
	}
}

func (b *backlog) Collect(c chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), backlogTime)
	defer cancel()
	up := 1.0
	for _, bot := range b.Bots {
		tell := func(d *prometheus.Desc, v float64) {
			c <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, bot.Name)
		}
		tell(b.heard, max(time.Since(bot.Heard()).Seconds(), 0))
		l, err := b.Backlog(ctx, bot.Name)
		if err != nil {
			up = 0
			continue
		}
		tell(b.waiting, float64(l.Waiting))
		tell(b.lanes, float64(l.Lanes))
		tell(b.deepest, float64(l.Deepest))
		tell(b.oldest, b.age(l.Oldest))
		tell(b.dead, float64(l.Dead))
		tell(b.unsent, float64(l.Unsent))
		tell(b.lag, b.age(l.DueOut))
	}
	all := func(d *prometheus.Desc, v float64) { c <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v) }
	all(b.up, up)
	if up == 0 {
		return
	}
	var queue recall.Backlog
	if b.Embeddings != nil {
		var err error
		if queue, err = b.Embeddings(ctx); err != nil {
			return
		}
	}
	all(b.vectors, float64(queue.Waiting))
	all(b.failing, float64(queue.Failing))
	b.collectExtraction(ctx, all)
	b.collectDigests(ctx, c)
}

// collectDigests tells what the making of digests has before it; zeros where none are made.
func (b *backlog) collectDigests(ctx context.Context, c chan<- prometheus.Metric) {
	var waiting, parked int
	if b.Digests != nil {
		var err error
		if waiting, parked, err = b.Digests(ctx); err != nil {
			return
		}
	}
	c <- prometheus.MustNewConstMetric(b.jobs, prometheus.GaugeValue, float64(waiting), "waiting")
	c <- prometheus.MustNewConstMetric(b.jobs, prometheus.GaugeValue, float64(parked), "parked")
}

// collectExtraction tells what extraction has before it; zeros where nothing is extracted.
func (b *backlog) collectExtraction(ctx context.Context, tell func(d *prometheus.Desc, v float64)) {
	var waiting, parked int
	var since time.Time
	if b.Extraction != nil {
		var err error
		if waiting, parked, since, err = b.Extraction(ctx); err != nil {
			return
		}
	}
	tell(b.runs, float64(waiting))
	tell(b.late, b.age(since))
	tell(b.parked, float64(parked))
}

// age is 0 of what is not there, or not due yet.
func (b *backlog) age(since time.Time) float64 {
	if since.IsZero() {
		return 0
	}
	return max(b.now().Sub(since).Seconds(), 0)
}
