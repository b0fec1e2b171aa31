package predicate

import (
	"strings"

	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

// isUnfilled reports whether the words from a place to the end of their clause say that the place of the secret is left empty: "password:
// none", "Passwort: folgt", "contraseña: preguntar a papá". It is asked of what follows a colon as well.
func isUnfilled(n *mention.Noun, from int) bool {
	if before := n.Low[:from]; before != "" && strings.ContainsRune("\"'`", plain.LastRune(before)) {
		return false
	}
	clause := n.Low[from:]
	if end := strings.IndexAny(clause, ",;.!\n)"); end >= 0 {
		clause = clause[:end]
	}
	clause = strings.TrimRight(clause, " ")
	isLast := !strings.HasPrefix(n.Low[from+len(clause):], ",") // "the password: as usual, otter"
	if n.Words.Is("unfilled", clause, ^uint32(0)) || isLast && n.Words.Is("asusual", clause, ^uint32(0)) {
		return true
	}
	end, is := n.MatchWords("askwhom", from)
	return is && end < from+len(clause) || n.Words.HasStem("askedlast", clause)
}
