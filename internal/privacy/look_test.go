package privacy_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"keepsake/bot/simulator"
	"keepsake/llm/scripted"
)

// look searches everything that the step made the bot send or ask.
func (w *world) look(step string) {
	w.t.Helper()
	w.mu.Lock()
	asked := w.asked
	w.asked = nil
	w.mu.Unlock()
	for _, p := range asked {
		w.prompts++
		w.lookAtPrompt(step, p)
	}
	for _, e := range w.tg.Events(w.seen) {
		w.seen = e.Seq
		switch {
		case e.Tap != nil && e.Kind == "answer":
			w.lookAt(step, "a note", w.placeOf(e.Chat, e.Tap.Message, 0), e.Tap.Text)
		case e.Message != nil && e.Message.IsFromBot() && (e.Kind == "message" || e.Kind == "edit"):
			w.lookAt(step, "a message", w.placeOf(e.Chat, 0, e.Message.Topic), shown(*e.Message))
		}
	}
	if w.watch != nil {
		w.watch()
		w.watch = nil
	}
}

// shown is everything that a message shows: text, buttons, file.
func shown(m simulator.Message) string {
	s := m.Text
	for _, row := range m.Buttons {
		for _, b := range row {
			s += "\n" + b.Text + " " + b.Data + " " + b.URL
		}
	}
	if m.File != nil {
		s += "\n" + string(m.File.Data)
	}
	return s
}

func (w *world) placeOf(chat, message int64, topic int) *place {
	if message != 0 {
		if m, ok := w.tg.Message(chat, message); ok {
			topic = m.Topic
		}
	}
	for _, p := range w.places {
		if p.owner != nil && p.owner.ID() == chat {
			return p
		}
		if p.group != nil && p.topic == topic && w.tg.Group(chat, "") == p.group {
			return p
		}
	}
	w.t.Fatalf("nobody knows the chat %d, topic %d", chat, topic)
	return nil
}

// lookAt searches what the bot showed in a place.
func (w *world) lookAt(step, what string, at *place, text string) {
	w.t.Helper()
	for _, word := range canaryForm.FindAllString(text, -1) {
		if !w.allowed(word, at) {
			w.t.Errorf("step %s: %s in %s shows %s, %s:\n%s", step, what, at.key, word, w.rules(word), text)
		}
	}
}

func (w *world) lookAtPrompt(step string, p scripted.Prompt) {
	w.t.Helper()
	var talk strings.Builder // what people said, in the order of the prompt
	for _, m := range p.Messages {
		if m.Role == "user" {
			talk.WriteString(m.Content + "\n")
		}
	}
	places := placeForm.FindAllStringSubmatch(talk.String(), -1)
	if len(places) == 0 {
		if words := canaryForm.FindString(p.Text); words != "" {
			w.t.Errorf("step %s: a prompt of nowhere holds %s", step, words)
		}
		return
	}
	var at *place
	for _, x := range w.places {
		if x.key == places[len(places)-1][1] {
			at = x
		}
	}
	for _, m := range places {
		if m[1] != at.key {
			w.t.Errorf("step %s: a prompt of %s holds talk of %s", step, at.key, m[1])
		}
	}
	for _, word := range canaryForm.FindAllString(p.Text, -1) {
		if !w.allowed(word, at) {
			w.t.Errorf("step %s: a prompt of %s holds %s, %s", step, at.key, word, w.rules(word))
			return
		}
	}
	if at.group != nil && len(p.Tools) > 0 {
		w.lookAtLabels(step, p)
	}
}

// lookAtLabels checks that every message of a group's prompt begins with who wrote it, and
// that nothing else in it looks like a label.
func (w *world) lookAtLabels(step string, p scripted.Prompt) {
	w.t.Helper()
	for _, m := range p.Messages {
		if m.Role != "user" {
			continue
		}
		label, rest, _ := strings.Cut(m.Content, ":")
		marks := speaker.FindAllStringSubmatch(rest, -1) // one's own words stand behind a quote
		if len(marks) > 0 && !strings.HasSuffix(label, " (u"+marks[len(marks)-1][1]+")") {
			w.t.Errorf("step %s: u%s is labelled %q", step, marks[len(marks)-1][1], label)
		}
		if strings.Contains(rest, "(u1") {
			w.t.Errorf("step %s: a text imitates a label: %q", step, m.Content)
		}
	}
}

// allowed reports whether a canary may be seen in a place now.
func (w *world) allowed(word string, at *place) bool {
	c := w.canaries[word]
	return c != nil && !c.gone && (c.talk[at.key] || c.scopes[w.scopeKey(at)])
}

func (w *world) rules(word string) string {
	c := w.canaries[word]
	switch {
	case c == nil:
		return "which nobody knows"
	case c.gone:
		return "which was forgotten"
	}
	return fmt.Sprintf("which belongs to the talk of %q and the memory of %q", slices.Sorted(maps.Keys(c.talk)), slices.Sorted(maps.Keys(c.scopes)))
}
