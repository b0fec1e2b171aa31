package eval

import (
	"math"
	"slices"
	"strings"

	"keepsake/secret"
	"keepsake/text/language"
)

// Result is how one message of one dialogue was scored. It is what a run's file holds, with no word of the model's but in Seen.
type Result struct {
	ID     string   `json:"id"`
	Repeat int      `json:"repeat"`
	Turn   int      `json:"turn"` // from 1
	Part   string   `json:"part"` // Talking, Reading, Wishing or Judging
	Lang   string   `json:"lang"`
	Kind   string   `json:"kind"` // of the dialogue
	Proves []string `json:"proves"`
	Want   string   `json:"want"` // Turn.Did

	Acted    bool `json:"acted"`    // what happened is what ought to
	Facts    bool `json:"facts"`    // the sentences (or titles) say what was said, one each; of an update: the right one changed
	Quoted   bool `json:"quoted"`   // what was kept or offered rests on the person's own words in this dialogue, letter by letter
	Language bool `json:"language"` // sentences and answer are in the person's language

	Seen Seen `json:"seen"`
}

// Passed reports whether everything about a message was right.
func (r Result) Passed() bool { return r.Acted && r.Facts && r.Quoted && r.Language }

// Score compares what became of a dialogue's messages with what ought to have.
func Score(d Dialogue, repeat int, seen []Seen) (out []Result) {
	for i, t := range d.Turns {
		r := Result{ID: d.ID, Repeat: repeat, Turn: i + 1, Part: Talking, Lang: d.Lang, Kind: d.Kind, Proves: d.Proves, Want: t.Did}
		if i < len(seen) {
			r.Seen = seen[i]
			r.Acted = slices.Equal(r.Seen.Kinds, t.Kinds())
			r.Facts = hasFacts(t, r.Seen)
			r.Quoted = isQuoted(d.Turns[:i+1], r.Seen)
			r.Language = isIn(d.Lang, r.Seen.Reply)
			for _, s := range r.Seen.Facts {
				r.Language = r.Language && isIn(d.Lang, s)
			}
		}
		out = append(out, r)
	}
	return out
}

// hasFacts reports whether what was kept, offered or made says what ought to be said, each once and nothing else.
func hasFacts(t Turn, s Seen) bool {
	if t.Task != "" && !slices.ContainsFunc(s.Tasks, func(title string) bool { return holdsAll(title, t.Holds) }) || len(s.Tasks) > 1 {
		return false
	}
	sentences := slices.Clone(s.Facts)
	if len(sentences) == 0 && slices.Contains(s.Kinds, Asked) { // a question in words only
		sentences = append(sentences, s.Reply)
	}
	for _, f := range t.Facts {
		i := slices.IndexFunc(sentences, f.fits)
		if i < 0 {
			return false
		}
		sentences = slices.Delete(sentences, i, i+1)
		if f.Of != "" && !slices.ContainsFunc(s.Updated, func(before string) bool { return holdsAll(before, []string{f.Of}) }) {
			return false
		}
	}
	return len(sentences) == 0
}

// isQuoted reports whether all that facts rest on stands in what the person said so far, and whether there is something.
func isQuoted(turns []Turn, s Seen) bool {
	if len(s.Facts) > 0 && len(s.Quotes) == 0 {
		return false
	}
	return !slices.ContainsFunc(s.Quotes, func(q string) bool {
		return q == "" || !slices.ContainsFunc(turns, func(t Turn) bool { return strings.Contains(secret.Mask(t.Say), q) })
	})
}

// isIn reports whether a text is in a language, as far as that can be told; a text too short to tell is right.
func isIn(lang, s string) bool {
	found := language.Detect(s).Code
	return found == "" || found == lang
}

// Wilson returns the 95 % confidence interval of a share, in percent.
func Wilson(right, all int) (low, high float64) {
	return wilson(float64(right)/float64(max(1, all)), float64(all))
}

// wilson is Wilson for a share of n, which need not be whole.
func wilson(p, n float64) (low, high float64) {
	if n == 0 {
		return 0, 100
	}
	const z = 1.959964
	middle := p + z*z/(2*n)
	reach := z * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	below := 1 + z*z/n
	return 100 * max(0, (middle-reach)/below), 100 * min(1, (middle+reach)/below)
}
