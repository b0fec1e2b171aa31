package candidates

import (
	"context"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/store/column"
	"keepsake/store/database"
	"keepsake/store/scoperow"
)

// fateRow is a candidate with its verdict and what people made of it.
type fateRow struct {
	Candidate candidateRow `gorm:"embedded"`
	Verdict   verdictRow   `gorm:"embedded;embeddedPrefix:v_"`
	SessionID string
	Consents  bool
	State     string
	Saved     string
	UndoneAt  *time.Time
	EditedAt  *time.Time
	DeletedAt *time.Time
}

// byPerson joins the first change of a kind that a person, or a tool for them, made to what a verdict applied.
func byPerson(name, op string) string {
	return ` LEFT JOIN memory_changes AS ` + name + ` ON v.change_id <> '' AND ` + name + `.id = (SELECT x.id FROM memory_changes AS x
		WHERE x.memory_id = v.memory_id AND x.op = '` + op + `' AND x.undone_at IS NULL AND x.made_at > v.decided_at AND x.actor_kind IN ('person', 'tool')
		ORDER BY x.made_at, x.id LIMIT 1)`
}

var fatesOf = `SELECT ` + judgedColumns + `, r.session_id AS session_id, COALESCE(p.replays, false) AS consents,
	COALESCE(d.state, '') AS state, COALESCE(d.content, '') AS saved, ch.undone_at AS undone_at, e.made_at AS edited_at, g.made_at AS deleted_at
	FROM memory_verdicts AS v JOIN memory_candidates AS c ON c.id = v.candidate_id JOIN memory_scopes AS s ON s.id = c.scope
	JOIN memory_runs AS r ON r.id = c.run_id
	LEFT JOIN people AS p ON s.kind = 'user' AND p.id = s.scope_id
	LEFT JOIN memory_decisions AS d ON v.decision_id <> '' AND d.id = v.decision_id
	LEFT JOIN memory_changes AS ch ON v.change_id <> '' AND ch.id = v.change_id` + byPerson("e", "update") + byPerson("g", "delete") + `
	WHERE s.store = ? AND v.decided_at >= ? AND v.action <> 'merged' ORDER BY c.found_at DESC, c.id DESC LIMIT ?`

func (s candidates) Fates(ctx context.Context, store string, since time.Time, limit int) ([]candidate.Fate, error) {
	g := s.Read(ctx)
	var rows []fateRow
	if err := g.Raw(fatesOf, store, column.UTC(since), limit).Scan(&rows).Error; err != nil || len(rows) == 0 {
		return nil, database.Wrap(err, "read fates")
	}
	ids := make(map[int64]bool)
	for _, r := range rows {
		ids[r.Candidate.Scope] = true
	}
	names, err := scoperow.Names(g, ids)
	if err != nil {
		return nil, database.Wrap(err, "read fates")
	}
	fs := make([]candidate.Fate, len(rows))
	for i, r := range rows {
		c, err := r.Candidate.candidate(names[r.Candidate.Scope])
		if err != nil {
			return nil, database.Wrap(err, "read fates")
		}
		v := r.Verdict.verdict()
		isSoon := func(at *time.Time) bool { return at != nil && at.Sub(v.At) < candidate.KeptAfter }
		fs[i] = candidate.Fate{
			Judged: candidate.Judged{Candidate: c, Verdict: v}, SessionID: r.SessionID, Consents: r.Consents,
			Decision: memory.DecisionState(r.State), Saved: r.Saved, Undone: r.UndoneAt != nil, Edited: isSoon(r.EditedAt), Deleted: isSoon(r.DeletedAt),
		}
	}
	slices.Reverse(fs)
	return fs, nil
}

type tapRow struct {
	Store   string
	Type    string
	Method  string
	HeldOut bool
	Score   float64
	Good    bool
	MadeAt  time.Time
}

func (tapRow) TableName() string { return "memory_taps" }

func (s candidates) PutTaps(ctx context.Context, store string, taps []candidate.Tap) error {
	rows := make([]tapRow, len(taps))
	for i, t := range taps {
		rows[i] = tapRow{Store: store, Type: string(t.Type), Method: joinMethods(t.Methods), HeldOut: t.HeldOut, Score: t.Score, Good: t.IsGood, MadeAt: column.UTC(t.At)}
	}
	return s.Write(ctx, func(g *gorm.DB) error { return database.Wrap(g.Create(&rows).Error, "put taps") })
}

func (s candidates) Taps(ctx context.Context, store string, since time.Time, limit int) ([]candidate.Tap, error) {
	var rows []tapRow
	err := s.Read(ctx).Where("store = ? AND made_at >= ?", store, column.UTC(since)).Order("made_at DESC").Limit(limit).Find(&rows).Error
	taps := make([]candidate.Tap, len(rows))
	for i, r := range rows {
		taps[i] = candidate.Tap{Type: memory.Type(r.Type), Methods: splitMethods(r.Method), Score: r.Score, IsGood: r.Good, HeldOut: r.HeldOut, At: column.UTC(r.MadeAt)}
	}
	return taps, database.Wrap(err, "read taps")
}

// joinMethods writes methods with commas between them, and splitMethods reads them.
func joinMethods(ms []memory.Method) string {
	names := make([]string, len(ms))
	for i, m := range ms {
		names[i] = string(m)
	}
	return strings.Join(names, ",")
}

func splitMethods(names string) (ms []memory.Method) {
	for n := range strings.SplitSeq(names, ",") {
		if n != "" {
			ms = append(ms, memory.Method(n))
		}
	}
	return ms
}
