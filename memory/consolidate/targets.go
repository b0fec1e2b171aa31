package consolidate

import (
	"strconv"
	"strings"
)

// Targets say how much of each kind one reading lists (E9, E10, E17; the length of what was said moves it, F13), and how
// many words one of them should have (E21: targets, not limits). 0 = the standard.
type Targets struct {
	Directives, Facts, Suggestions                           int
	DirectiveWords, EpisodeWords, FactWords, SuggestionWords int
}

var standardTargets = Targets{Directives: 3, Facts: 2, Suggestions: 5, DirectiveWords: 25, EpisodeWords: 50, FactWords: 30, SuggestionWords: 35}

// fill writes the targets of words, and the numbers of a reading, into the instructions of a model.
func (t Targets) fill(instructions string, numbers ...string) string {
	d := standardTargets
	for name, n := range map[string]int{
		"directive_words": orDefault(t.DirectiveWords, d.DirectiveWords), "episode_words": orDefault(t.EpisodeWords, d.EpisodeWords),
		"fact_words": orDefault(t.FactWords, d.FactWords), "suggestion_words": orDefault(t.SuggestionWords, d.SuggestionWords),
	} {
		numbers = append(numbers, "{{"+name+"}}", strconv.Itoa(n))
	}
	return strings.NewReplacer(numbers...).Replace(instructions)
}
