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
		out, errs, code := keepsake(t.Context(), k.env, strings.Fields(c.words)...)
		if code != 0 || !strings.Contains(out, c.want) {
			t.Errorf("%s: code %d, want %q in\n%s%s", c.words, code, c.want, out, errs)
		}
	}
}
