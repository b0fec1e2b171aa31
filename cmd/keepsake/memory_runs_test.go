package main

import (
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	finds "keepsake/memory/candidate"
	"keepsake/scope"
	"keepsake/store"
	"keepsake/store/storetest"
)

// F14: the operator sees what failed too often, and has one or all of it tried again.
func TestMemoryRuns(t *testing.T) {
	k := keep(t, "sqlite:"+storetest.SQLiteFile(t))
	db, err := store.Open(t.Context(), store.Options{URL: k.env["DATABASE_URL"]})
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 11, 20, 10, 30, 0, 0, time.UTC)
	for _, id := range []string{"aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc"} {
		err := db.Candidates().PutRun(t.Context(), finds.Run{
			ID: id, Scope: scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:42"}, Kind: actor.Extraction, SessionID: id,
			FromSeq: 1, ToSeq: 2, State: finds.Parked, Attempts: 6, Error: "the model's answer could not be used", DueAt: at, StartedAt: at, EndedAt: &at,
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ words, want string }{
		{"memory runs", "aaaaaaaaaaaa  2026-11-20T10:30:00+00:00  telegram:42  6         the model's answer could not be used"},
		{"memory runs --retry aaaaaaaaaaaa", "1 stretch of conversation waits again"},
		{"memory runs", "1 stretch of conversation waits to be read"},
		{"memory runs --retry-all", "2 stretches of conversation wait again"},
		{"memory runs", "None failed too often"},
	} {
		k.prints(c.words, c.want)
	}
}

// A44: the operator sees and changes the policy; each change is in the history, and one command returns to the last stable.
func TestPolicy(t *testing.T) {
	k := keep(t, "sqlite:"+storetest.SQLiteFile(t))
	k.env["KEEPSAKE_LONG_TERM_MEMORY"] = "true"
	for _, c := range []struct {
		words, want string
		code        int
	}{
		{"policy", "Policy 1 (", 0},
		{"policy show", "precision                      0.98", 0},
		{"policy set min_confidence=0.3 mode=auto --why trial", "mode: shadow -> auto", 0},
		{"policy set mode=auto", "Policy 2 says so already", 0},
		{"policy", "min_confidence                 0.3", 0},
		{"policy show --number 1", "min_confidence                 0.6", 0},
		{"policy history", "why: trial\n  mode: shadow -> auto\n  min_confidence: 0.6 -> 0.3", 0},
		{"policy set mode=wild", "must be shadow, manual or auto", 1},
		{"policy set taste=1", "has no field", 1},
		{"policy set mode", "expected \"<key>=<value>\"", 2},
		{"policy rollback", "repeats 1, stable", 0},
		{"policy calibration", "nothing is proven, and everything is asked about", 0},
		{"policy history --limit 1", "rolled back by the operator", 0},
		{"policy rollback --to 9", "no policy with this number", 1},
		{"policy show --number 9", "no policy with this number", 1},
	} {
		out, errs, code := keepsake(t.Context(), k.env, strings.Fields(c.words)...)
		if code != c.code || !strings.Contains(out+errs, c.want) {
			t.Errorf("%s: code %d, want %d with %q in\n%s%s", c.words, code, c.code, c.want, out, errs)
		}
	}
}
