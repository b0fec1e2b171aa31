package app_test

import (
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/app/settings"
	"keepsake/llm/scripted"
	"keepsake/memory/policy"
	"keepsake/store/storetest"
)

// lateBlock returns the late block of the last prompt that answered these words.
func (w *world) lateBlock(said string) string {
	w.t.Helper()
	ms := w.lastPrompt(said)
	return ms[len(ms)-2].Content
}

// lastPrompt returns the last prompt that answered these words.
func (w *world) lastPrompt(said string) []scripted.Message {
	w.t.Helper()
	rs := w.model.Requests()
	for i := len(rs) - 1; i >= 0; i-- {
		ms := rs[i].Prompt.Messages
		if strings.Contains(ms[0].Content, reader) || len(ms) < 2 || !strings.Contains(ms[len(ms)-1].Content, said) {
			continue
		}
		return ms
	}
	w.t.Fatalf("no prompt answers %q", said)
	return nil
}

// A32–A39: what formed by itself is in the prompt of a message that is about it, in A38's block and on both databases, and
// in no other prompt; it is in no snapshot, and is not said twice once it was confirmed.
func TestA38WhatFormedIsRead(t *testing.T) {
	for _, database := range []string{"sqlite", "postgres"} {
		t.Run(database, func(t *testing.T) {
			t.Parallel()
			w := newForming(t, "auto", "auto")
			if database == "postgres" {
				w.config.DatabaseURL = settings.Secret(storetest.PostgresURL(t))
			}
			w.teach("I prefer oat milk", "User prefers oat milk", 0.9)
			a := w.started()
			ann := w.tg.Person(11, "Ann")
			w.hears(ann, ann.Say("I prefer oat milk"), "I see.")
			w.extracts(a)
			w.hears(ann, ann.Say("/new"), "A new conversation")
			w.hears(ann, ann.Say("Which milk goes into my coffee?"), "I see.")
			block := "\n[Long-term Memory]\n- [profile] User prefers oat milk (confidence: 0.72)\n[End Memory]"
			if late := w.lateBlock("Which milk"); !strings.HasSuffix(late, block) || strings.Count(late, "oat milk") != 1 {
				t.Errorf("the late block reads %q", late)
			}
			w.hears(ann, ann.Say("How tall is the Eiffel tower?"), "I see.")
			if late := w.lateBlock("Eiffel"); strings.Contains(late, "Long-term Memory") {
				t.Errorf("about something else: %q", late)
			}
			for _, r := range w.model.Requests() {
				if strings.Contains(r.Prompt.Messages[0].Content, "oat milk") {
					t.Errorf("in the prefix: %q", r.Prompt.Messages[0].Content)
				}
			}
			// Read, it is not extracted again: the model that reads sees the person's own words alone.
			w.extracts(a)
			for _, r := range w.model.Requests() {
				for _, m := range r.Prompt.Messages[1:] {
					if strings.Contains(r.Prompt.Messages[0].Content, reader) && strings.Contains(m.Content, "User prefers oat milk") {
						t.Errorf("extraction was shown a memory: %q", m.Content)
					}
				}
			}
			w.hasFormed(a, ofPerson(ann), "after all", "extracted: User prefers oat milk")
		})
	}
}

// A29, A60: what is kept in the background is in no prompt, and neither is what formed once reading is switched off, or all of it.
func TestA29ShadowIsNotRead(t *testing.T) {
	t.Parallel()
	w := newForming(t, "shadow", "auto")
	w.teach("I prefer oat milk", "User prefers oat milk", 0.9)
	a := w.started()
	ann := w.tg.Person(11, "Ann")
	w.hears(ann, ann.Say("I prefer oat milk"), "I see.")
	w.extracts(a)
	w.hasFormed(a, ofPerson(ann), "in the background", "shadowed: User prefers oat milk")
	w.later(13 * time.Hour)
	w.hears(ann, ann.Say("Which milk goes into my coffee?"), "I see.")
	if late := w.lateBlock("Which milk"); strings.Contains(late, "oat milk") {
		t.Errorf("the late block reads %q", late)
	}
}

// A57, A60: a read policy counts from the next message on, without a restart; switched off, nothing that formed is read.
func TestA60ReadingIsSwitchedOff(t *testing.T) {
	t.Parallel()
	w := newForming(t, "auto", "auto")
	w.teach("I prefer oat milk", "User prefers oat milk", 0.9)
	a := w.started()
	ann := w.tg.Person(11, "Ann")
	w.hears(ann, ann.Say("I prefer oat milk"), "I see.")
	w.extracts(a)
	w.hasFormed(a, ofPerson(ann), "kept", "extracted: User prefers oat milk")
	w.hears(ann, ann.Say("/new"), "A new conversation")
	settings := w.config.Policy()
	for value, want := range map[string]bool{"false": false, "true": true} {
		p, err := settings.With(policy.Field{Name: "read_policy.enable", Value: value})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := a.Policies.Set(t.Context(), actor.OfSystem(), w.config.Store(), settings, policy.Change{Policy: p}); err != nil {
			t.Fatal(err)
		}
		w.hears(ann, ann.Say("Which milk goes into my coffee?"), "I see.")
		if late := w.lateBlock("Which milk"); strings.Contains(late, "oat milk") != want {
			t.Errorf("reading %s: the late block reads %q", value, late)
		}
	}
}
