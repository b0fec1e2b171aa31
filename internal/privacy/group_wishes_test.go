package privacy_test

import (
	"regexp"
	"slices"
	"strings"

	"keepsake/bot/simulator"
	"keepsake/llm/scripted"
	"keepsake/people"
	"keepsake/scope"
)

// This file is what members say in a group for how they want to be answered (R4).

// ofWishMerger begins the instructions of the model that merges wishes, ofGroupWishes stands over those of a speaker in a prompt.
const ofWishMerger, ofGroupWishes = "You keep the list of rules", "wants to be answered, said by them in this group"

var (
	answersForm = regexp.MustCompile(`(?m)^You answer .* \(u(\d+)\)\.$`)
	notedForm   = regexp.MustCompile(`(?m)^1\. [^\n]*(heron\d+x)`)
)

// wishInGroup has a member say in a group how they want to be answered.
func (w *shardWorld) wishInGroup() {
	g, who := w.anywhere()
	if who == nil {
		return
	}
	for range 1 + w.rnd.IntN(2) {
		c := w.word(g.key, who)
		c.wish = true
		g.as(who).Say("@keepsake_bot Always write about " + c.word + c.mark())
		w.rest()
	}
}

// forgetWish has somebody forget the first of the wishes that they were told of last, in private or in a group.
func (w *shardWorld) forgetWish() {
	who := w.people[w.rnd.IntN(3)]
	phones := []*simulator.Person{who}
	for _, g := range w.groups {
		if !g.out[who.ID()] {
			phones = append(phones, g.as(who))
		}
	}
	for _, phone := range phones {
		for _, m := range slices.Backward(phone.Messages()) {
			if !m.IsFromBot() || !strings.HasPrefix(m.Text, "🧭 "+nameOf(who)+",") || len(m.Buttons) == 0 || m.Buttons[0][0].Text != "🗑 1" {
				continue
			}
			found := notedForm.FindStringSubmatch(m.Text)
			if found == nil {
				continue
			}
			tap, err := phone.Press(m.ID, "🗑 1")
			if err != nil {
				w.t.Fatal(err)
			}
			w.rest()
			c := w.words[found[1]]
			if w.isTooOld(tap.ID, m, c.gone || c.erased) {
				continue
			}
			if note := w.tg.TapState(tap.ID).Text; note != "Forgotten" && note != "" && !c.unwish && !c.gone && !c.erased {
				w.t.Errorf("forgetting %s is answered with %q: %s", c.word, note, m.Text)
			}
			c.unwish = true
			return
		}
	}
}

// speakerOf returns whom a prompt of a group answers; "" = nobody.
func speakerOf(p scripted.Prompt) string {
	for _, m := range slices.Backward(p.Messages) {
		if found := answersForm.FindStringSubmatch(m.Content); m.Role == "system" && found != nil {
			return "own" + found[1]
		}
	}
	return ""
}

// isWished reports whether a prompt of a place that answers a speaker may hold a wish that was said in a group: there while its
// owner speaks, and in their private chat.
func (w *shardWorld) isWished(c *uttered, place, speaker string) bool {
	if !c.wish || c.unwish || c.gone || c.erased {
		return false
	}
	return place == own(c.owner) || place == c.place && speaker == own(c.owner)
}

// withoutRefused returns what the memory of a private prompt holds but for what its person did not want kept, which says their own
// words only.
func (w *shardWorld) withoutRefused(content, place string) string {
	kept, refused, _ := strings.Cut(content, "did not want this kept")
	for _, word := range utteredForm.FindAllString(refused, -1) {
		if c := w.words[word]; place != own(c.owner) || c.erased {
			w.t.Errorf("%s is told that %s is not wanted, %s", place, word, w.rules(word))
		}
		w.talks[place][word] = true // the bad model repeats it
	}
	return kept
}

// isOfOne checks that a model is shown the words of one person.
func (w *shardWorld) isOfOne(step, what, text string) {
	w.t.Helper()
	var of *simulator.Person
	for _, word := range utteredForm.FindAllString(text, -1) {
		c := w.words[word]
		if of != nil && c.owner != of {
			w.t.Errorf("step %s: %s is of %s and %s", step, what, nameOf(of), nameOf(c.owner))
		}
		of = c.owner
	}
}

// lookAtDigests searches what is kept of people's wishes: in each digest its person's own words and nothing that is gone, and
// nothing in a group's.
func (w *shardWorld) lookAtDigests(step string) {
	w.t.Helper()
	owners := map[scope.Scope]*simulator.Person{}
	for _, p := range w.people {
		owners[scope.Scope{Store: botName, Kind: scope.User, ID: people.ID(p.ID())}] = p
	}
	for _, g := range w.groups {
		owners[scope.Scope{Store: botName, Kind: scope.Group, ID: people.ID(g.group.ID())}] = nil
	}
	for owner, p := range owners {
		ds, _, err := w.app.DB.Digests().All(w.t.Context(), owner)
		if err != nil {
			w.t.Fatal(err)
		}
		var texts []string
		for _, d := range ds {
			texts = append(texts, d.Content)
			for _, e := range d.Evidence {
				texts = append(texts, e.Quote)
			}
		}
		versions, err := w.app.DB.Digests().List(w.t.Context(), owner)
		if err != nil {
			w.t.Fatal(err)
		}
		for _, v := range versions {
			for _, l := range v.Lines {
				texts = append(texts, l.Text)
			}
		}
		for _, word := range utteredForm.FindAllString(strings.Join(texts, "\n"), -1) {
			if c := w.words[word]; p == nil || c.owner != p || c.gone || c.erased || c.unwish || strings.HasPrefix(c.place, "group") && !c.wish {
				w.t.Errorf("step %s: the wishes of %s hold %s, %s", step, owner.ID, word, w.rules(word))
			}
		}
	}
}
