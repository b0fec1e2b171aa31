package app_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"keepsake/app"
	"keepsake/app/settings"
	"keepsake/store/storetest"
)

// A journal of erasures that would not help after a restore is told before one is needed: by doctor, with
// what to do, and in the metrics; each fault in its own words. What a power cut tore is no fault (U18).
func TestJournalFaults(t *testing.T) {
	rewrite := func(change func(text string) string) func(t *testing.T, p *past) {
		return func(t *testing.T, p *past) {
			text, err := os.ReadFile(p.journal)
			must(t, err)
			must(t, os.WriteFile(p.journal, []byte(change(string(text))), 0o600))
		}
	}
	for name, c := range map[string]struct {
		spoil         func(t *testing.T, p *past)
		found, advice string
		metric        string
	}{
		"nothing is wrong": {func(*testing.T, *past) {}, "the journal holds 1 erasure -> ", "->  skipped", ""},
		"a bad line": {rewrite(func(s string) string { return "0badc0de {}\n" + s }), "1 place of it cannot be read",
			"make a backup now, and destroy the older ones", `{cause="damaged"} 1`},
		"a torn last line": {rewrite(func(s string) string { return s + "0badc0de {\"entr" }), "the journal holds 1 erasure -> ", "->  skipped", ""},
		"an entry cut off": {rewrite(func(s string) string { return s[:20] }), "holds 0 erasures; 1 that the database knows of is not in it",
			"put it back in its place (KEEPSAKE_ERASURE_JOURNAL)", `{cause="lost"} 1`},
		"no file": {func(t *testing.T, p *past) { must(t, os.Remove(p.journal)) }, "holds 0 erasures; 1 that the database knows of is not in it",
			"put it back in its place (KEEPSAKE_ERASURE_JOURNAL)", `{cause="lost"} 1`},
		"another secret": {func(_ *testing.T, p *past) { p.config.Secret = "another secret of the operator's" }, "1 was recorded with another secret",
			"before a restore set KEEPSAKE_SECRET", `{cause="key"} 1`},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPast(t, "sqlite:"+storetest.SQLiteFile(t), nil)
			c.spoil(t, p)
			line := ""
			for _, l := range strings.Split(examine(t, p.config), "\n") {
				if strings.HasPrefix(l, "erasures: ") {
					line = l
				}
			}
			if !strings.Contains(line, c.found) || !strings.Contains(line, c.advice) {
				t.Errorf("doctor says %q", line)
			}
			p.config.HTTPAddr = freeAddr(t)
			p.start(nil)
			waitHealthy(t, p.config.HTTPAddr)
			_, page := get(t, p.config.HTTPAddr, "/metrics")
			for _, l := range strings.Split(page, "\n") {
				fault, is := strings.CutPrefix(l, "keepsake_erasure_journal_faults")
				if is && (fault == c.metric) == strings.HasSuffix(fault, " 0") {
					t.Errorf("the metrics say %s, want %q only", fault, c.metric)
				}
			}
		})
	}
}

// Where the journal cannot be read at all, the bot does not start, a running one tells within the hour, and
// doctor says what depends on it.
func TestJournalUnreadable(t *testing.T) {
	p := newPast(t, "sqlite:"+storetest.SQLiteFile(t), nil)
	p.config.HTTPAddr = freeAddr(t)
	_, stop := p.start(nil)
	waitHealthy(t, p.config.HTTPAddr)
	must(t, os.Remove(p.journal))
	must(t, os.Mkdir(p.journal, 0o700))
	p.later(2 * time.Hour)
	_, page := get(t, p.config.HTTPAddr, "/metrics")
	if !strings.Contains(page, `keepsake_erasure_journal_faults{cause="unreadable"} 1`) || !strings.Contains(page, `keepsake_erasure_journal_faults{cause="lost"} NaN`) {
		t.Error("the metrics do not tell")
	}
	stop()
	if got := examine(t, p.config); !strings.Contains(got, "erasures: the journal cannot be read") || !strings.Contains(got, "Look at its file and its rights") {
		t.Errorf("doctor says\n%s", got)
	}
	if a, err := app.New(t.Context(), p.config, app.Options{Now: p.now}); err == nil {
		_ = a.Close()
		t.Error("it starts")
	}
}

// Doctor makes nothing in PostgreSQL, and says what cannot be checked before the first start.
func TestDoctorOnANewServer(t *testing.T) {
	w := newWorld(t)
	w.config.DatabaseURL = settings.Secret(storetest.EmptyPostgresURL(t))
	if got := examine(t, w.config); !strings.Contains(got, "erasures: not checked before the schema is this version's") {
		t.Errorf("doctor says\n%s", got)
	}
}
