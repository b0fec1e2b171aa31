package again

import (
	"cmp"
	"slices"
	"strings"

	"keepsake/phrase/forgetting"
	"keepsake/session"
	"keepsake/text"
	"keepsake/trust"
)

// looking are the tools that only look something up: a turn that called no other has done nothing.
var looking = []string{"search_memories", "recall", "list_memories", "search_conversations", "list_tasks"}

const unforgotten = "The user asks to have something forgotten. You cannot delete, and nothing is forgotten without their tap: " +
	"call offer_to_forget now, with whom or what it is about, or say plainly that nothing has been forgotten. Do not say that it is forgotten."

// longestAbout bounds what offer_to_forget takes, in runes.
const longestAbout = 200

// Unforgotten returns what the person asked to have forgotten, in their own words, where nothing was done about it and the answer does not
// ask back; "" when there is none. Words that may be talk ("forget the milk") count where the answer says that it is forgotten.
func (t Talk) Unforgotten() string {
	if !t.CanForget {
		return ""
	}
	isClaimed := forgetting.IsClaimed(t.Answer)
	if !isClaimed && strings.ContainsAny(t.Answer, "?？") {
		return ""
	}
	for _, said := range slices.Backward(t.Said) {
		if w, ok := forgetting.Find(said); ok && (w.IsSure || isClaimed) && text.Len(w.About) <= longestAbout {
			return w.About
		}
	}
	return ""
}

// ClaimsForgotten reports whether the person asked in these messages of a turn to have something forgotten, and the answer says that it is,
// though no tool did anything. Where nothing was offered to be forgotten either, the person is told.
func ClaimsForgotten(turn []session.Message, answer string) bool {
	isAsked := false
	for _, m := range turn {
		switch {
		case m.Role == session.Tool && m.Name != offerToForget && !slices.Contains(looking, m.Name):
			return false
		case m.Role == session.User && m.Masked == nil && m.Trust == trust.Person:
			_, ok := forgetting.Find(cmp.Or(m.Edited, m.Content))
			isAsked = isAsked || ok
		}
	}
	return isAsked && forgetting.IsClaimed(answer)
}
