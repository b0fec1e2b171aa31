package main

import (
	"errors"
	"os"
	"strings"
	"testing"

	"keepsake/llm/scripted"
	"keepsake/memory/recall"
	"keepsake/store"
)

// C3: a role without a memory does not say that it asks before it remembers.
func TestRoleThatKeepsNothing(t *testing.T) {
	d := newDesk(t, "", scripted.NewRules())
	d.must("init", "--name", "plain", "--template", "chat")
	out, errs, code := d.chat("/help\n/start\n", "plain.yaml")
	if code != 0 || strings.Contains(out, "I ask before") || strings.Count(out, "I keep no memories of you") != 2 {
		t.Errorf("%d %s%s", code, out, errs)
	}
	out, _, _ = d.chat("/help\n")
	if !strings.Contains(out, "I ask before I remember something new") {
		t.Errorf("one that keeps: %s", out)
	}
	if _, err := os.Stat("plain.yaml"); err != nil {
		t.Error(err)
	}
}

// C2: the error of a changed embedding model names the command that works for the role.
func TestReembedCommandOfRole(t *testing.T) {
	d := newDesk(t, "", scripted.NewRules())
	d.must("init", "--name", "assistant", "--template", "memory")
	_, errs, code := d.keepsake("memory", "reembed", "assistant.yaml")
	if code != 1 || !strings.Contains(errs, "there is no database yet") {
		t.Errorf("%d %s", code, errs)
	}
	d.must("migrate")
	db, err := store.Open(t.Context(), store.Options{URL: d.env["DATABASE_URL"]})
	if err != nil {
		t.Fatal(err)
	}
	err = db.Vectors().SetModel(t.Context(), "assistant", recall.EmbeddingModel{Identity: "other:model", Dimensions: 3})
	if err = errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	if _, errs, _ = d.chat("", "assistant.yaml"); !strings.Contains(errs, "run `keepsake memory reembed ") || !strings.Contains(errs, "assistant.yaml`, or set the old one again") {
		t.Errorf("the error: %s", errs)
	}
}
