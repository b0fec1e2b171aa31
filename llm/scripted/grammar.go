package scripted

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// sentences parts what somebody said; question marks stay at the end of theirs.
func sentences(s string) []string {
	var out []string
	start := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '.', '!', '?', '\n', ';':
			if s[i] != '\n' && i+1 < len(s) && !strings.ContainsRune(" \n!?.", rune(s[i+1])) {
				continue // 3.5, example.com
			}
			if abbreviation.MatchString(s[start : i+1]) {
				continue
			}
			end := i
			if s[i] == '?' {
				end = i + 1
			}
			if part := strings.TrimSpace(s[start:end]); part != "" && part != "?" {
				out = append(out, part)
			}
			start = i + 1
		}
	}
	if part := strings.TrimSpace(s[start:]); part != "" {
		out = append(out, part)
	}
	return out
}

var abbreviation = regexp.MustCompile(`(?i)\b(?:mr|mrs|ms|dr|prof|st|e\.g|i\.e|etc|vs|a\.m|p\.m)\.$`)

var (
	joint   = regexp.MustCompile(`(?i)(?:,\s*(?:and |but |so )?|\s+(?:and|but|so|because)\s+)(?:i|we|he|she|they|my|our)(?:'m|'s|'re|'ve)?\s`)
	leader  = regexp.MustCompile(`(?i)^(?:,\s*)?(?:and|but|so|because)?\s*`)
	pronoun = regexp.MustCompile(`(?i)^(?:he|she|they)('s|\s+(?:is|are|was)?)`)
	subject = regexp.MustCompile(`^\p{Lu}[\p{L}-]+`)
)

// clauses parts a sentence where a new statement about somebody begins; "he" and "she"
// become the one who was named before.
func clauses(s string) []string {
	at := joint.FindStringIndex(s)
	if at == nil {
		return []string{s}
	}
	first, rest := s[:at[0]], leader.ReplaceAllString(s[at[0]:], "")
	if who := subject.FindString(plainStatement(first)); who != "" && pronoun.MatchString(rest) {
		rest = who + pronoun.ReplaceAllString(rest, "${1}")
	}
	return append([]string{first}, clauses(rest)...)
}

var contracted = regexp.MustCompile(`^(\p{Lu}[\p{L}-]+)'s (on|in|at|now|the|my|our|an?|working|living|moving|no longer|not|allergic|married)\b`)

var (
	opening = regexp.MustCompile(`(?i)^(?:(?:hi|hey|hello|yo)(?: there| keepsake)?|keepsake|please|pls|so|well|oh|ah|and|also|but|ok|okay|no|yes|btw|by the way|fyi|just so you know|you know(?: what)?|in fact|anyway|actually|correction|no wait|i think|i guess|i just wanted to say|i wanted to tell you(?: that)?|did you know(?: that)?|did i tell you(?: that)?|have i told you(?: that)?|guess what)(?:\b|$)[,:]?\s+`)
	closing = regexp.MustCompile(`(?i)[,]?\s+(?:by the way|btw|fyi|you know|just so you know|actually|though|too|as well|please|pls|now|these days|at the moment|recently|lately|already|(?:a few|two|three|some) (?:days|weeks|months) ago|(?:last|this) (?:week|month|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday|spring|summer|autumn|fall|winter)|yesterday|today|since (?:last )?\w+)$`)
	asking  = regexp.MustCompile(`(?i)^(?:(?:can|could|would|will) (?:you|u)|i(?:'d| would) like you to|i want you to|i need you to|you should|let's|help me(?: to)?|do me a favou?r and)\s+`)
	tailing = " .,!;:…"
)

// plainStatement takes off what only frames a statement.
func plainStatement(s string) string {
	s = regexp.MustCompile(`(?i)^(?:update|news|correction|note):\s+`).ReplaceAllString(trimEnd(s), "")
	for range 4 {
		s = opening.ReplaceAllString(trimEnd(s), "")
	}
	for range 4 {
		s = closing.ReplaceAllString(trimEnd(s), "")
	}
	s = contracted.ReplaceAllString(s, "$1 is $2")
	s = regexp.MustCompile(`(?i)^i've got `).ReplaceAllString(s, "I have ")
	return trimEnd(s)
}

// polite takes off what only frames a request.
func polite(s string) string {
	s = strings.TrimSpace(s)
	for range 4 {
		s = asking.ReplaceAllString(opening.ReplaceAllString(s, ""), "")
	}
	return s
}

func trimEnd(s string) string { return strings.Trim(strings.TrimSpace(s), tailing) }

func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

func small(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[n:]
}

// sentence ends a statement.
func sentence(s string) string {
	s = capital(strings.TrimSpace(s))
	if s == "" || strings.ContainsRune(".!?…", rune(s[len(s)-1])) {
		return s
	}
	return s + "."
}

type shift struct {
	from *regexp.Regexp
	to   string
}

func shifts(pairs ...string) []shift {
	var out []shift
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, shift{regexp.MustCompile(`(?i)(^|[^\p{L}'])(?:` + pairs[i] + `)($|[^\p{L}'])`), "${1}" + pairs[i+1] + "${2}"})
	}
	return out
}

func apply(s string, all []shift) string {
	for _, x := range all {
		for range 2 { // neighbours share a space
			s = x.from.ReplaceAllString(s, x.to)
		}
	}
	return s
}

var toThird = shifts(
	"i am|i'm", "the user is", "i was", "the user was", "i have|i've", "the user has", "i'll|i will", "the user will",
	"i'd|i would", "the user would", "i don't|i do not", "the user doesn't", "am i", "is the user",
	"my|our", "the user's", "mine|ours", "the user's", "myself", "themselves", "me|us", "the user", "i|we", "the user",
	"yourself", "the assistant", "your", "the assistant's", "you", "the assistant",
)

// third tells what the person said of themselves in the third person.
func third(s string) string { return apply(s, toThird) }

var irregular = map[string]string{"have": "has", "am": "is", "are": "is", "do": "does", "go": "goes", "was": "was",
	"don't": "doesn't", "can": "can", "can't": "can't", "cannot": "cannot", "could": "could", "would": "would", "will": "will", "won't": "won't",
	"must": "must", "should": "should", "may": "may"}

// conjugate turns "prefer" into "prefers".
func conjugate(verb string) string {
	if v, ok := irregular[verb]; ok {
		return v
	}
	switch {
	case strings.HasSuffix(verb, "ed"): // past stays
		return verb
	case regexp.MustCompile(`(?:s|sh|ch|x|z|o)$`).MatchString(verb):
		return verb + "es"
	case regexp.MustCompile(`[^aeiou]y$`).MatchString(verb):
		return verb[:len(verb)-1] + "ies"
	}
	return verb + "s"
}

// unconjugate turns "prefers" into "prefer", for "you".
func unconjugate(verb string) string {
	for base, v := range irregular {
		if v == verb && base != "am" {
			return base
		}
	}
	switch {
	case verb == "is":
		return "are"
	case verb == "was":
		return "were"
	case strings.HasSuffix(verb, "ies") && len(verb) > 4:
		return verb[:len(verb)-3] + "y"
	case regexp.MustCompile(`(?:ss|sh|ch|x|zz|o)es$`).MatchString(verb):
		return verb[:len(verb)-2]
	case strings.HasSuffix(verb, "s") && !strings.HasSuffix(verb, "ss"):
		return verb[:len(verb)-1]
	}
	return verb
}

// adverbs stand between "User" and the verb.
var adverbs = `(?:always|usually|never|often|really|also|only|mostly|sometimes|normally|generally|rarely|no longer|still|just) `

var (
	userVerb = regexp.MustCompile(`(?i)\b(?:the )?user ((?:` + adverbs + `)*)([\p{L}']+)`)
	toSecond = shifts("(?:the )?user's", "your", "(?:the )?user", "you", "the assistant's", "my", "the assistant", "me")
	theirs   = shifts("their", "your")
	lowered  = regexp.MustCompile(`^(?:The|A|An|Your|You|There|It|This|These|All|No|Some|Every|Each)\b`)
)

// spoken tells a memory to the person it is about: "Alec is the user's boss" becomes
// "Alec is your boss".
func spoken(content string) string {
	s := userVerb.ReplaceAllStringFunc(trimEnd(content), func(m string) string {
		p := userVerb.FindStringSubmatch(m)
		verb := strings.ToLower(p[2])
		if strings.HasPrefix(verb, "'") || !isVerb(verb) {
			return m
		}
		return "you " + p[1] + unconjugateIs(verb)
	})
	s = apply(s, toSecond)
	if strings.HasPrefix(content, "User ") {
		s = apply(s, theirs)
	}
	if lowered.MatchString(s) {
		s = small(s)
	}
	return s
}

// isVerb reports whether a word after "user" is its verb, not part of a name ("user story").
func isVerb(w string) bool {
	if strings.HasSuffix(w, "s") || strings.HasSuffix(w, "ed") {
		return true
	}
	for _, v := range irregular {
		if v == w {
			return true
		}
	}
	return false
}

func unconjugateIs(verb string) string {
	if verb == "is" {
		return "are"
	}
	return unconjugate(verb)
}
