package privacy_test

import (
	"fmt"
	"strings"

	"keepsake/llm/scripted"
)

// look searches every prompt of a step, everything that the bot showed, and what the shards hold.
func (w *shardWorld) look(step string) {
	w.t.Helper()
	w.mu.Lock()
	asked := w.asked
	w.asked = nil
	w.mu.Unlock()
	for _, p := range asked {
		w.lookAtPrompt(step, p)
	}
	for _, e := range w.tg.Events(w.seen) {
		w.seen = e.Seq
		if e.Message == nil || !e.Message.IsFromBot() || e.Kind != "message" && e.Kind != "edit" {
			continue
		}
		place := w.placeOf(e.Chat)
		key, text := fmt.Sprint(e.Chat, e.Message.ID), shown(*e.Message)
		if !strings.Contains(w.shown[key], text) {
			w.lookAtCited(step, text, place, true)
		}
		for _, word := range utteredForm.FindAllString(text, -1) {
			if !strings.Contains(w.shown[key], word) && !w.mayShow(word, place) {
				w.t.Errorf("step %s: %s is shown %s, %s:\n%s", step, place, word, w.rules(word), text)
			}
		}
		w.shown[key] += text
	}
	w.lookAtRows(step)
}

func (w *shardWorld) placeOf(chat int64) string {
	for _, g := range w.groups {
		if g.group.ID() == chat {
			return g.key
		}
	}
	return fmt.Sprintf("own%d", chat)
}

// inShard reports whether a shard that a place sees may say a word now.
func (w *shardWorld) inShard(word, place string) bool {
	c := w.words[word]
	if c == nil || c.gone || c.erased {
		return false
	}
	for s := range c.shards {
		if !c.taken[s] && !s.gone && !s.paused && s.isRead(place) {
			return true
		}
	}
	return false
}

// mayShow reports whether the bot may show a word at a place: it was said or shown there, stands in a shard of the place,
// is shown to who said it, or to Ann, who made all shards and reads what merges change.
func (w *shardWorld) mayShow(word, place string) bool {
	c := w.words[word]
	if c == nil || c.place == "nowhere" {
		return false
	}
	if w.talks[place][word] || c.gone {
		return w.talks[place][word]
	}
	paused := false // it is shown to who looks into it, and nothing else of it is
	for s := range c.shards {
		paused = paused || !c.erased && !c.taken[s] && !s.gone && s.isRead(place)
	}
	return paused || strings.HasPrefix(c.place, "group") && (place == own(c.owner) || place == own(w.people[0]) && !c.wish)
}

func (w *shardWorld) rules(word string) string {
	c := w.words[word]
	if c == nil {
		return "which nobody knows"
	}
	return fmt.Sprintf("said by %s at %s, gone %v, erased %v, in %d shards, taken from %d, a wish %v, forgotten %v",
		nameOf(c.owner), c.place, c.gone, c.erased, len(c.shards), len(c.taken), c.wish, c.unwish)
}

func (w *shardWorld) lookAtPrompt(step string, p scripted.Prompt) {
	w.t.Helper()
	w.prompts++
	head := p.Messages[0].Content
	switch {
	case strings.Contains(head, ofShardReader), strings.Contains(head, ofReader):
		w.readings++
		places := map[string]bool{}
		for _, word := range utteredForm.FindAllString(p.Text, -1) {
			c := w.words[word]
			places[c.place] = true
			if c.place == "nowhere" {
				w.t.Errorf("step %s: read is %s, %s", step, word, w.rules(word))
			}
		}
		if len(places) > 1 {
			w.t.Errorf("step %s: a reading is of %v", step, places)
		}
		if strings.Contains(head, ofReader) {
			w.isOfOne(step, "a reading for wishes", p.Text)
		}
		return
	case strings.Contains(head, ofMerger):
		w.merges++
		for _, word := range utteredForm.FindAllString(p.Text, -1) {
			if c := w.words[word]; c.place == "nowhere" {
				w.t.Errorf("step %s: merged is %s, %s", step, word, w.rules(word))
			}
		}
		if strings.Contains(head, ofWishMerger) {
			w.isOfOne(step, "a merge of wishes", p.Text)
		}
		return
	case len(p.Tools) == 0:
		return
	}
	var place string
	for _, m := range p.Messages {
		if found := whereForm.FindAllStringSubmatch(m.Content, -1); m.Role == "user" && len(found) > 0 {
			place = found[len(found)-1][1]
		}
	}
	speaker := speakerOf(p)
	for _, m := range p.Messages {
		memory := m.Role == "system"
		if memory && strings.HasPrefix(place, "own") {
			m.Content = w.withoutRefused(m.Content, place)
		}
		if memory && strings.Contains(m.Content, ofGroupWishes) {
			w.withWishes++
		}
		if memory {
			w.lookAtCited(step, m.Content, place, false)
		}
		if memory && strings.Contains(m.Content, "<memory_shard ") {
			w.withShard++
		}
		for _, word := range utteredForm.FindAllString(m.Content, -1) {
			c, ok := w.words[word], false
			switch {
			case memory && c.wish && strings.HasPrefix(place, "own"):
				ok = w.isWished(c, place, speaker)
			case memory && c.place == place && strings.HasPrefix(place, "own"): // their wishes and what was spoken of
				ok = !c.gone
			case memory:
				ok = w.inShard(word, place) || w.isWished(c, place, speaker)
			default:
				ok = w.talks[place][word]
			}
			if !ok {
				w.t.Errorf("step %s: a prompt of %s holds %s in what is of %s, %s\n%s", step, place, word, m.Role, w.rules(word), m.Content)
				return
			}
			w.talks[place][word] = true // the bad model repeats it
		}
	}
}

// lookAtCited checks that what is said to be cited is what the place sees itself, and that it is cited.
func (w *shardWorld) lookAtCited(step, text, place string, paused bool) {
	w.t.Helper()
	for _, found := range citedForm.FindAllStringSubmatch(text, -1) {
		w.cited++
		ok := false
		for _, s := range w.shards {
			if c := s.cites; c != nil && s.in[place] && c.name == found[1] {
				ok = ok || !c.gone && c.isRead(place) && (paused || !c.paused)
			}
		}
		if !ok {
			w.t.Errorf("step %s: %s is told of the citation of %s:\n%s", step, place, found[1], text)
		}
	}
}

// lookAtRows searches what the shards of the groups hold.
func (w *shardWorld) lookAtRows(step string) {
	w.t.Helper()
	for _, g := range w.groups {
		all := strings.Join(w.rowsOf(g), "\n")
		for _, word := range utteredForm.FindAllString(all, -1) {
			c := w.words[word]
			held := false
			for s := range c.shards {
				held = held || !c.taken[s] && !s.gone
			}
			if !held || c.gone || c.erased {
				w.t.Errorf("step %s: the shards of %s hold %s, %s", step, g.key, word, w.rules(word))
			}
		}
	}
	w.lookAtDigests(step)
}
