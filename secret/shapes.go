package secret

import (
	"strings"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/shapes"
)

// How far from its keyword a rule looks, in bytes.
const (
	windowBefore = 120
	windowAfter  = 900
)

// findShapes runs the rules whose keywords were found, each near its keywords.
func (v *view) findShapes(hits []lexicon.Hit, add func(from, to int, kind Kind)) {
	w := tables()
	done := make(map[int]int) // rule to the end of what it has looked at
	for _, h := range hits {
		if h.Rule < 0 {
			continue
		}
		r := w.rules[h.Rule]
		from, to := max(0, h.At-windowBefore), min(len(v.Plain), h.At+windowAfter)
		if r.Wide {
			from, to = h.At, len(v.Plain)
		}
		if end, ok := done[h.Rule]; ok {
			if h.At+len(h.Text) < end-windowAfter/2 || end == len(v.Plain) {
				continue
			}
			from = max(from, h.At-windowBefore)
		}
		done[h.Rule] = to
		for from > 0 && !utf8.RuneStart(v.Plain[from]) {
			from--
		}
		for to < len(v.Plain) && !utf8.RuneStart(v.Plain[to]) {
			to++
		}
		v.runRule(r, from, to, add)
	}
}

// runRule adds what a rule finds between two places.
func (v *view) runRule(r *shapes.Rule, from, to int, add func(from, to int, kind Kind)) {
	for _, m := range r.Expression().FindAllStringSubmatchIndex(v.Plain[from:to], -1) {
		g := r.Group
		if g == 0 {
			for i := 1; i < len(m)/2; i++ {
				if m[2*i] >= 0 {
					g = i
					break
				}
			}
		}
		start, end := from+m[2*g], from+m[2*g+1]
		if g > 0 && Kind(r.Kind) == Key && looks.IsPublicName(v.Low[from+m[0]:start]) {
			continue
		}
		value := strings.TrimRight(v.Plain[start:end], ".,;!?)]}'\"")
		if isRest := strings.HasPrefix(value, "/") && strings.Contains(value[1:], "/"); isRest || looks.IsHandle(value) {
			continue // a folder, a name of a user
		}
		if value == "" || strings.HasPrefix(value, "•") || r.Entropy > 0 && looks.Entropy(value) <= r.Entropy || r.Accept != nil && !r.Accept(value) {
			continue
		}
		add(start, start+len(value), Kind(r.Kind))
	}
}
