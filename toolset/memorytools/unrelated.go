package memorytools

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"keepsake/memory"
	"keepsake/memory/grounds"
	"keepsake/phrase"
	"keepsake/phrase/slot"
	"keepsake/phrase/subject"
	"keepsake/phrase/verbatim"
	"keepsake/text"
	"keepsake/tool"
)

// addBeside keeps as a memory of its own what a model puts in the place of a fact that it has nothing to do with: "likes green tea" for "is
// allergic to nuts". The person said the one and took nothing back of the other, which an update would lose (REVIEW W3).
func (t *Toolset) addBeside(ctx context.Context, c tool.Call, present memory.Memory, content string, v grounds.Verdict) (tool.Result, error) {
	if refusal, full, err := t.refuseMore(ctx, c); err != nil || full {
		return refusal, err
	}
	m, change, err := t.Memory.Add(ctx, c.Actor, memory.Draft{
		Scope: c.Scopes[0], Content: content, Category: memory.CategoryContext, Evidence: v.Evidence, DistinctFrom: []string{present.ID},
		Limits: memory.ToolLimits, SaidNow: v.SaidNow, Reason: reason,
	})
	if err != nil {
		return explainRefusal(err)
	}
	return tool.Result{
		Content: fmt.Sprintf("Remembered as [id:%s]: %s\n[id:%s] is another fact and was left as it is: %s\nIf the user says that it is no longer so, call offer_to_forget with its ID.",
			m.ID, text.BlockLine(m.Content), present.ID, text.BlockLine(present.Content)),
		Changes: []memory.Change{change},
	}, nil
}

// isUnrelated reports whether an update puts a statement in the place of one that it neither corrects nor completes: they fill no slot together, and
// either they have no word in common, also in what the person said, or they are about two people.
func isUnrelated(before, after string, evidence []memory.Evidence) bool {
	if slot.Compare(before, after) != slot.Different {
		return false
	}
	was, _ := verbatim.Read(before)
	said := make([]string, len(evidence))
	for i, e := range evidence {
		said[i] = e.Quote
	}
	words := strings.Join(said, "\n")
	if isAboutAnother(was, after, words) {
		return true
	}
	return grounds.SharedWords(was, after) == 0 && grounds.SharedWords(after, was) == 0 && grounds.SharedWords(was, words) == 0 && !grounds.AreInOtherLanguages(was, after) && !grounds.AreInOtherLanguages(after, was) && !isChange(words)
}

// isAboutAnother reports whether two statements begin with two people, and what the person said does not name the first: "Sarah works on …", "Tom moved to …";
// "User lives in …", "User's brother lives in …".
func isAboutAnother(before, after, said string) bool {
	a, b := whoOf(before), whoOf(after)
	if a == b || slices.Contains(termsOf(said), a) {
		return false
	}
	return (a != "" || subject.IsKin(b)) && b != "" && !slices.Contains(termsOf(before), b) && !slices.Contains(termsOf(after), a)
}

// whoOf returns the name or the relative that a statement begins with; "" where it is about the person or a thing.
func whoOf(statement string) string {
	const first = 3 // tokens: "the", "user's", "brother"
	for i, t := range phrase.Tokens(statement) {
		if i == first {
			break
		}
		if t.Kind == phrase.Name && i == 0 || subject.IsKin(t.Term) {
			return t.Term
		}
	}
	return ""
}

func termsOf(s string) []string {
	var out []string
	for _, t := range phrase.Tokens(s) {
		out = append(out, t.Term)
	}
	return out
}

// changes are words by which somebody says that something is no longer what it was, as tokens; those of scripts without spaces are looked for anywhere.
var changes = phrase.WordSet(`now again anymore instead switched stopped quit changed moved became jetzt wieder stattdessen mehr aufgehort geworden maintenant plus devenu arrete
	ahora ya nuevo dejado adesso ora ancora smesso agora ainda parei nu weer gestopt igen teraz znowu juz ted zase uz теперь снова больше бросил бросила стал стала тепер знову вже став стала
	τωρα παλι πια simdi artik yine الان عاد صار עכשיו שוב כבר دوباره ديگر अब दोबारा फिर sekarang lagi gio lai`)

var denseChanges = []string{"今", "もう", "また", "이제", "다시", "现在", "又", "不再", "改", "ตอนนี้", "อีก"}

// isChange reports whether somebody says that something is no longer what it was: "I eat meat again".
func isChange(said string) bool {
	return phrase.HasDenial(said) || slices.ContainsFunc(termsOf(said), func(t string) bool { return changes[t] }) ||
		slices.ContainsFunc(denseChanges, func(d string) bool { return strings.Contains(said, d) })
}
