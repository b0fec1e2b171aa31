package graph

import (
	"slices"
	"strings"

	"keepsake/scope"
	"keepsake/text"
)

// Self is the key of the person whose scope it is.
const Self = "@self"

// selfNames are the names that mean the person whose memory it is, folded. Extraction writes "User" or its like in
// the person's language.
var selfNames = []string{
	"user", "the user", "i", "me", "myself", "ich", "der nutzer", "die nutzerin", "nutzer", "nutzerin", "des nutzers", "der nutzerin", "dem nutzer", "den nutzer",
	"я", "меня", "мне", "пользователь", "пользователя", "пользователю", "пользовательница", "我", "用户", "本人", "yo", "el usuario", "la usuaria", "usuario",
	"usuaria", "私", "ユーザー", "je", "moi", "l'utilisateur", "utilisateur", "user's", "the user's",
}

// titles are words before or after a name that tell no two people apart, as text.Terms returns them.
var titles = []string{"mr", "mrs", "ms", "dr", "prof", "herr", "frau", "fr", "hr", "the", "der", "die", "das", "senor", "senora", "don", "dona", "г", "the"}

// honorifics end names in scripts without spaces.
var honorifics = []string{"さん", "さま", "様", "くん", "君", "ちゃん", "先生"}

func isSelf(name string) bool { return slices.Contains(selfNames, text.Fold(name)) }

// Key returns the key of a name in a scope: its folded words without titles, or Self. A name that consists of a
// title keeps it. Only private scopes have a Self.
func Key(owner scope.Scope, name string) string {
	if owner.Kind == scope.User && isSelf(name) {
		return Self
	}
	for _, h := range honorifics {
		if short := strings.TrimSuffix(name, h); short != "" {
			name = short
		}
	}
	words := text.Terms(strings.TrimSuffix(strings.TrimSuffix(text.Fold(name), "'s"), "’s"))
	if bare := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return slices.Contains(titles, w) }); len(bare) > 0 {
		words = bare
	}
	return strings.Join(words, " ")
}

// Join returns the key under which a scope knows a name: its own key where that is known; the key that a judge found;
// the key of the one entity whose words differ by their endings only; else its own key.
func Join(owner scope.Scope, name string, known []Entity, same map[string]string) string {
	key := Key(owner, name)
	if key == Self || slices.ContainsFunc(known, func(e Entity) bool { return e.Key == key }) {
		return key
	}
	if judged, ok := same[key]; ok && slices.ContainsFunc(known, func(e Entity) bool { return e.Key == judged }) {
		return judged
	}
	found := ""
	for _, e := range known {
		if e.Key == found || e.Key == Self || !isInflected(key, e.Key) {
			continue
		}
		if found != "" { // two fit: neither is taken
			return key
		}
		found = e.Key
	}
	if found != "" {
		return found
	}
	return key
}

// isInflected reports whether two keys have the same words but for their endings: "anna schmidt" and "annas schmidt",
// "алек" and "алека". A word of fewer than four letters must be equal, and so must numbers.
func isInflected(a, b string) bool {
	as, bs := strings.Fields(a), strings.Fields(b)
	if len(as) != len(bs) {
		return false
	}
	for i := range as {
		if !isForm(as[i], bs[i]) {
			return false
		}
	}
	return true
}

// isForm reports whether two words share all but an ending of declension, of at most two letters. "Александр" and
// "Александра" may be two people, so what differs in that is left to a judge.
func isForm(a, b string) bool {
	if a == b {
		return true
	}
	x, y := []rune(a), []rune(b)
	same := 0
	for same < min(len(x), len(y)) && x[same] == y[same] {
		same++
	}
	if same < 3 || max(len(x), len(y)) < 4 || strings.ContainsAny(a+b, "0123456789") {
		return false
	}
	ends := []string{string(x[same:]), string(y[same:])}
	slices.Sort(ends)
	if ends[0] == "" {
		return min(len(x), len(y)) >= 4 && slices.Contains(endings, ends[1])
	}
	return slices.Contains(vowels, ends[0]) && slices.Contains(vowels, ends[1])
}

// endings are what declension adds to a name, vowels what it puts in the place of the last vowel, as text.Terms
// writes them.
var (
	endings = []string{"s", "es", "n", "en", "у", "ом", "е", "ы", "ю", "ем", "ои"}
	vowels  = []string{"а", "я", "у", "ю", "ы", "и", "е", "ои", "еи"}
)

// Doubtful returns the known entities that a new name may mean though words do not settle it: one has all words of
// the other ("Mia" and "Mia Schmidt"), or they differ in one letter. It returns nothing for a name that Join finds.
func Doubtful(owner scope.Scope, name string, known []Entity) []Entity {
	key := Key(owner, name)
	if key == Self || Join(owner, name, known, nil) != key || slices.ContainsFunc(known, func(e Entity) bool { return e.Key == key }) {
		return nil
	}
	var out []Entity
	for _, e := range known {
		if e.Key != Self && !slices.ContainsFunc(out, func(o Entity) bool { return o.Key == e.Key }) && isNear(key, e.Key) {
			out = append(out, e)
		}
	}
	return out
}

// isNear reports whether one key has all words of the other, or they differ in one letter of a longer word.
func isNear(a, b string) bool {
	as, bs := strings.Fields(a), strings.Fields(b)
	if len(as) > len(bs) {
		as, bs = bs, as
	}
	if len(as) == 0 || strings.ContainsAny(a+b, "0123456789") {
		return false
	}
	if len(as) < len(bs) {
		return !slices.ContainsFunc(as, func(w string) bool { return !slices.Contains(bs, w) })
	}
	x, y := []rune(a), []rune(b)
	return min(len(x), len(y)) >= 5 && isOneEdit(x, y)
}

// isOneEdit reports whether one letter changed, missing or added makes one word of the other.
func isOneEdit(a, b []rune) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) == len(b) {
		return i < len(a) && slices.Equal(a[i+1:], b[i+1:])
	}
	return slices.Equal(a[i:], b[i+1:])
}
