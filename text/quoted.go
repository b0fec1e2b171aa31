package text

import "strings"

// SplitQuoted splits a typed message into the writer's lines and the lines that it quotes as mail does ("> …").
func SplitQuoted(s string) (typed, quoted string) {
	if !strings.Contains(s, ">") {
		return s, ""
	}
	var t, q []string
	for _, line := range strings.Split(s, "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), ">") {
			q = append(q, line)
		} else {
			t = append(t, line)
		}
	}
	return strings.Join(t, "\n"), strings.Join(q, "\n")
}
