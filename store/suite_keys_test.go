package store_test

import (
	"errors"
	"testing"
	"time"

	"keepsake/apikey"
	"keepsake/store"
)

// Keys are found by their hash, by their person, and go with the replies that were kept for them.
func TestKeys(t *testing.T) { onEach(t, testKeys) }

func testKeys(t *testing.T, db *store.DB) {
	ctx := t.Context()
	now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	s := db.Keys()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	ann := apikey.Key{ID: "k1", Store: "keepsake", Person: "telegram:1", Write: true, CreatedAt: now}
	coach := apikey.Key{ID: "k2", Store: "keepsake", Agent: "coach", CreatedAt: now.Add(time.Second)}
	must(s.PutKey(ctx, ann, "hash1"))
	must(s.PutKey(ctx, coach, "hash2"))
	if s.PutKey(ctx, apikey.Key{ID: "k3", Store: "keepsake", Person: "telegram:2", CreatedAt: now}, "hash1") == nil {
		t.Error("two keys with one hash")
	}
	if got, err := s.KeyByHash(ctx, "hash1"); err != nil || got != ann {
		t.Errorf("got %+v, %v; want %+v", got, err, ann)
	}
	if _, err := s.KeyByHash(ctx, "hash9"); !errors.Is(err, apikey.ErrUnknown) {
		t.Errorf("an unknown hash: %v", err)
	}
	must(s.MarkUsed(ctx, "k1", now.Add(time.Minute)))
	if all, err := s.Keys(ctx, ""); err != nil || len(all) != 2 || all[0].LastUsedAt == nil || !all[0].LastUsedAt.Equal(now.Add(time.Minute)) || all[1] != coach {
		t.Errorf("all keys are %+v, %v", all, err)
	}
	if hers, err := s.Keys(ctx, "telegram:1"); err != nil || len(hers) != 1 || hers[0].ID != "k1" {
		t.Errorf("of the person: %+v, %v", hers, err)
	}

	reply := apikey.Reply{KeyID: "k1", NameHash: "n", Fingerprint: "f", ExpiresAt: now.Add(time.Hour)}
	claim := func(fingerprint string, at time.Time, fresh bool, want apikey.Reply) {
		t.Helper()
		r := reply
		r.Fingerprint, r.ExpiresAt = fingerprint, at.Add(time.Hour)
		got, first, err := s.ClaimReply(ctx, r, at)
		if err != nil || first != fresh || got.Fingerprint != want.Fingerprint || got.MadeID != want.MadeID || got.Version != want.Version {
			t.Errorf("claimed %+v, %v, %v; want %+v, %v", got, first, err, want, fresh)
		}
	}
	claim("f", now, true, reply)
	reply.MadeID, reply.Version = "aaaaaaaa", 2
	must(s.SetReply(ctx, reply))
	claim("other", now.Add(time.Minute), false, reply)
	claim("other", now.Add(time.Hour), true, apikey.Reply{Fingerprint: "other"}) // the first has expired
	if n, err := s.PurgeReplies(ctx, now.Add(time.Hour)); err != nil || n != 0 {
		t.Errorf("purged %d, %v", n, err)
	}
	if n, err := s.DeleteKeys(ctx, "k1", "unknown"); err != nil || n != 1 {
		t.Errorf("deleted %d, %v", n, err)
	}
	must(s.PutKey(ctx, ann, "hash1"))
	claim("f", now, true, apikey.Reply{Fingerprint: "f"}) // the reply went with the key
	if n, err := s.PurgeReplies(ctx, now.Add(2*time.Hour)); err != nil || n != 1 {
		t.Errorf("purged %d, %v", n, err)
	}
}
