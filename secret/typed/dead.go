package typed

import (
	"strings"

	"keepsake/secret/lexicon"
	"keepsake/secret/mention"
)

// FindDead returns the plain word behind a noun for a password that is said to work no more: "my old password snowplough doesn't work
// anymore".
func FindDead(n *mention.Noun) (from, to int, ok bool) {
	if n.Entry.Classes&(lexicon.Password|lexicon.Weak) == 0 || n.IsQuestion() {
		return 0, 0, false
	}
	i := n.Skip(n.End, " \"'`-:")
	isSigned := strings.ContainsAny(n.Low[n.End:i], "-:")
	for range maxIdle {
		end := n.WordEnd(i)
		word := n.Low[i:end]
		if !n.Words.Is("my", word, n.Entry.Langs) && !n.Words.HasStem("oldword", word) {
			break
		}
		i = n.Skip(end, " \"'`")
	}
	from, to = i, n.HyphenatedEnd(i)
	next := n.Skip(to, " \"'`,")
	_, isDead := n.MatchWords("worksnomore", next)
	isOwn := n.Words.HasStem("oldword", strings.Join([]string{n.Low[max(0, n.WordStart(max(0, n.Start-24))):n.Start], n.Low[n.End:from]}, " "))
	return from, to, isDead && (isOwn || isSigned) && to > from && n.IsPlainWord(from, to) && !n.Words.HasStem("service", n.Low[from:to]) && !n.Words.HasStem("device", n.Low[from:to])
}

// Unnamed returns the word of a sentence that stands in quotation marks, before a remark about its letters, is dead, was replaced or is new, or opens a file.
func Unnamed(n *mention.Noun) (from, to int, ok bool) {
	for _, one := range []func(*mention.Noun) (int, int, bool){Quoted, Cased, FindDead, Replaced, ChangedTo, File} {
		if from, to, ok = one(n); ok {
			return from, to, true
		}
	}
	return 0, 0, false
}
