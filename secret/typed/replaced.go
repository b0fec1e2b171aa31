package typed

import (
	"strings"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
)

// Replaced returns the plain word of an old password in a note that has the new one right behind it: "old password turtle new password Rocket77!".
func Replaced(n *mention.Noun) (from, to int, ok bool) {
	if n.Entry.Classes&lexicon.Password == 0 || n.IsQuestion() {
		return 0, 0, false
	}
	at := len(strings.TrimRight(n.Low[:n.Start], " "))
	isOld := n.Words.HasWord("older", n.Low[n.WordStart(at):at]+" ")
	from = n.Skip(n.End, " :=\"'`")
	if next := n.WordEnd(from); !isOld && n.Words.HasWord("older", n.Low[from:next]+" ") {
		isOld, from = true, n.Skip(next, " :=\"'`")
	}
	to = n.WordEnd(from)
	if !isOld || to == from || !n.IsPlainWord(from, to) || n.IsNoun(from, to) || n.Words.Is("newer", n.Low[from:to], ^uint32(0)) {
		return 0, 0, false
	}
	i := n.Skip(to, " ")
	if strings.Contains(n.Low[n.End:from], ":") {
		i = n.Skip(to, " ,;/\n")
	}
	isNew := false
	for range 2 { // "new password", "contraseña nueva"
		end := n.WordEnd(i)
		isAdjective := n.Words.Is("newer", n.Low[i:end], ^uint32(0))
		if noun := n.Low[n.Start:n.End]; strings.HasPrefix(n.Low[i:], noun) {
			end = i + len(noun)
		} else if !isAdjective {
			break
		}
		isNew = isNew || isAdjective
		i = n.Skip(end, " :=\"'`")
	}
	value := n.Plain[i:n.ValueEnd(i)]
	return from, to, isNew && len(value) > 0 && looks.HasDigit(value) && looks.HasLetter(value)
}
