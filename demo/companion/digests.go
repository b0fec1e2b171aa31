package companion

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"keepsake/text"
)

// memberMessage is a line of what the reader of a group's conversations is shown: a number, who wrote it, a day, what
// they wrote; name and words are JSON strings.
var memberMessage = regexp.MustCompile(`(?m)^(\d+)\. (".*?") \([^)]*\) (".*")$`)

// mergeLine is what the model that merges is shown: k for a line that is there, n for a new one, and its words.
var mergeLine = regexp.MustCompile(`(?m)^([kn]\d+): (".*")$`)

// maxEpisode bounds what a conversation is summed up in, in runes.
const maxEpisode = 300

// asJSON returns an object of plain values, which always marshals.
func asJSON(object map[string]any) string {
	b, _ := json.Marshal(object)
	return string(b)
}

// Reading answers who reads a person's conversation for several things at once: a JSON object with those that are asked for.
func (v *view) Reading() string {
	all := map[string]any{}
	for _, part := range []string{v.Notes(), v.Directives()} {
		_ = json.Unmarshal([]byte(part), &all) // our own JSON
	}
	for name := range all {
		if name != "reasoning" && !strings.Contains(v.System(), `"`+name+`": `) {
			delete(all, name)
		}
	}
	return asJSON(all)
}

// Directives answers the reader of a person's conversation: a JSON object with what they want from now on, and what they
// talked about.
func (v *view) Directives() string {
	type directive struct {
		Quote     string `json:"quote"`
		Directive string `json:"directive"`
	}
	list, episode := []directive{}, []string{}
	for _, m := range message.FindAllStringSubmatch(v.Person(), -1) {
		for _, s := range v.ownSentences(m[1]) {
			episode = append(episode, strings.TrimSpace(s))
			if order := v.As("order", s); v.matches("lasting", s) && v.matches("command", order) {
				list = append(list, directive{strings.TrimSpace(s), v.As("cap", order)})
			}
		}
	}
	return asJSON(map[string]any{"directives": list, "episode": text.Cut(strings.Join(episode, ". "), maxEpisode), "reasoning": "They say how they want it."})
}

// ownSentences returns the sentences of a message, a JSON string, without what it quotes.
func (v *view) ownSentences(quoted string) []string {
	var said string
	if json.Unmarshal([]byte(quoted), &said) != nil {
		return nil
	}
	own, _ := ownWords(said)
	return v.sentences(own)
}

// Shared answers the reader of a group's conversation: a JSON object with what is settled among its members, and what
// they propose.
func (v *view) Shared() string {
	type item struct {
		Message int    `json:"message"`
		Quote   string `json:"quote"`
		Text    string `json:"text"`
	}
	facts, suggestions := []item{}, []item{}
	for _, m := range memberMessage.FindAllStringSubmatch(v.Person(), -1) {
		n, _ := strconv.Atoi(m[1]) // the pattern matches digits
		for _, s := range v.ownSentences(m[3]) {
			s = strings.TrimSpace(mention.ReplaceAllString(s, ""))
			one := item{n, s, v.As("cap", s)}
			switch {
			case v.matches("proposes", s):
				suggestions = append(suggestions, one)
			case !v.matches("asks", s) && v.matches("settles", s):
				facts = append(facts, one)
			}
		}
	}
	return asJSON(map[string]any{"facts": facts, "suggestions": suggestions, "reasoning": "It belongs to what they share."})
}

// Merged answers the model that merges: a JSON object with the lines as they are, without those that a newer one about the
// same matter replaces.
func (v *view) Merged() string {
	type line struct {
		Text string   `json:"text"`
		From []string `json:"from"`
	}
	type dropped struct {
		ID string `json:"id"`
		By string `json:"by"`
	}
	var all []line
	for _, m := range mergeLine.FindAllStringSubmatch(v.Person(), -1) {
		var words string
		if json.Unmarshal([]byte(m[2]), &words) == nil {
			all = append(all, line{words, []string{m[1]}})
		}
	}
	lines, gone := []line{}, []dropped{}
	for i, l := range all {
		matter := v.Find("rules", l.Text)
		newer := slices.IndexFunc(all[i+1:], func(o line) bool {
			other := v.Find("rules", o.Text)
			return matter != nil && other != nil && strings.EqualFold(matter[1], other[1])
		})
		if newer >= 0 {
			gone = append(gone, dropped{l.From[0], all[i+1+newer].From[0]})
			continue
		}
		lines = append(lines, l)
	}
	return asJSON(map[string]any{"lines": lines, "dropped": gone, "reasoning": "The newest holds."})
}
