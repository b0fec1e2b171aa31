package grounds

import (
	"slices"

	"keepsake/phrase/request/reply"
)

// This file is what the person takes back of what they said, or asks not to keep.

// isNow reports whether a text is of this turn.
func (v View) isNow(o voice) bool { return v.TurnID == "" || o.message.TurnID == v.TurnID }

// isLimited reports whether the person said nothing of this in this turn, but says a yes that limits what it affirms: "yes, but only until Friday".
func (h *Hearing) isLimited(found []unit) bool {
	return !slices.ContainsFunc(found, func(u unit) bool { return h.view.isNow(h.heard[u.voice]) }) &&
		slices.ContainsFunc(h.heard, func(o voice) bool { return h.view.isNow(o) && reply.Limits(o.said) })
}

// isRefused reports whether the person asks in this turn not to keep what a claim says: it has words of what they mean, or cannot be compared with that,
// and none of what else they said.
func (h *Hearing) isRefused(c claim, w Write) bool {
	if c.update || w.Task || isRelated(c, h.heard) {
		return false
	}
	own, _ := voicesOf(h.view)
	var meant []string
	for _, x := range withdraw(own) {
		if x.By < 0 || !h.view.isNow(own[x.By]) {
			continue
		}
		if meant = append(meant, x.Out...); reply.Of(own[x.By].said) == reply.No {
			meant = append(meant, h.view.lastAnswer(own[x.By].place))
		}
	}
	return slices.ContainsFunc(meant, func(s string) bool {
		return mentions(s, c.whole) || reply.IsNear(s, w.Content) || AreInOtherLanguages(w.Content, s)
	})
}
