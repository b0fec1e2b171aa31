package grounds

import (
	"slices"
	"strings"

	"keepsake/phrase"
	"keepsake/phrase/contrast"
	"keepsake/phrase/moment"
	"keepsake/phrase/pasted"
	"keepsake/session"
	"keepsake/text"
)

// Hearing is a View taken apart once, for judging several writes: cutting what was said costs far more than comparing a
// claim with it. One goroutine at a time uses it.
type Hearing struct {
	view                View
	own, foreign, heard []voice
	units               []unit // of heard, one after the other, undated
	dated               []unit // units with the days that they may mean, once a claim has given one
	matcher             matcher
	isSensible          bool // the judge quotes the person
}

// Listen returns what was said in a view, ready to be compared with writes.
func Listen(v View) *Hearing {
	h := &Hearing{view: v}
	h.own, h.foreign = splitVoices(v)
	h.heard = v.heard(h.own)
	h.matcher = newMatcher(v, h.foreign)
	h.isSensible = isSensible(v.Stated, h.heard)
	for i, said := range h.heard {
		cut := cutUnits(i, said.said)
		h.matcher.cut = append(h.matcher.cut, slices.Clone(cut))
		if v.TurnID != "" && said.message.TurnID != v.TurnID {
			for k := range cut {
				cut[k].request = true // the bot asked, and the person affirms
			}
		}
		h.units = append(h.units, append(cut, resolvePronouns(cut, h.units)...)...)
	}
	return h
}

// newMatcher returns a matcher that knows the texts of others, and nothing yet of what the person said.
func newMatcher(v View, foreign []voice) matcher {
	return matcher{
		borrowed: borrowedTerms(foreign), foreign: foreign, proposed: proposedTerms(v),
		self: v.Self, isListedBlind: !v.Unasked, listed: v.Stated, pictured: isPictured(v),
		addressed: slices.ContainsFunc(foreign, func(f voice) bool { return pasted.AddressesBot(f.said) }),
	}
}

// datedUnits returns the units, each with the days that it may mean when the claim gives one.
func (h *Hearing) datedUnits(c claim) []unit {
	if len(c.whole.dates) == 0 {
		return h.units
	}
	if h.dated != nil {
		return h.dated
	}
	h.dated = slices.Clone(h.units)
	said := make([]string, len(h.heard))
	for i, voice := range h.heard {
		said[i] = contrast.BlankCorrected(voice.said)
	}
	for i, u := range h.dated {
		h.dated[i].dates = moment.Implied(said[u.voice][u.from:u.to], h.view.InZone(h.heard[u.voice].message.At))
	}
	return h.dated
}

// quotation returns a quotation of a judge's, with what it listed of it.
func (h *Hearing) quotation(u unit) Quotation {
	said := h.heard[u.voice]
	q := Quotation{Said: Said{said.message, said.said}, From: u.from, To: u.to}
	for _, s := range h.view.Stated {
		if strings.TrimSpace(s.Quote) == said.said[u.from:u.to] {
			q.Facts = append(q.Facts, s.Facts...)
		}
	}
	return q
}

// borrowedTerms returns the terms that foreign texts use.
func borrowedTerms(foreign []voice) map[string]bool {
	out := make(map[string]bool)
	for _, f := range foreign {
		for _, t := range text.Terms(f.said) {
			out[t], out[phrase.WithoutJoined(t)] = true, true
		}
	}
	return out
}

// proposedTerms returns the terms of the bot's own messages: what it proposes was said by nobody.
func proposedTerms(v View) map[string]bool {
	out := make(map[string]bool)
	for _, msg := range v.Window {
		if msg.Role == session.Assistant && msg.Masked == nil {
			for _, t := range text.Terms(msg.View().Content) {
				out[t] = true
			}
		}
	}
	return out
}
