// Package secret recognises what must not be kept: passwords and PINs, one-time codes, keys and
// tokens, payment cards, bank accounts, a person's national numbers, and the words of a wallet.
//
// It is not a filter of its own: whoever writes something down calls Mask, whoever decides calls
// Find. What a secret looks like is known here and nowhere else.
//
// Three kinds of knowledge: keys that vendors gave a shape (shapes/data/gitleaks.tsv, refreshed by
// scripts/secret-rules.sh; packages shapes and looks), numbers with a check digit and wallets' words
// (packages number, checksum, accounts, wallet), and what people say about secrets, in the languages of package lexicon. For the last there is a
// room a step: package lexicon has the words, mention what the words around a noun say, values what can be a secret, sentence
// where it stands; packages amounts, predicate, records and everyday know what stands there and is no secret; packages locks, typed, arrived, aside, pairs, chosen, kept and
// spoken find what no noun names, sequel what the next sentence gives, replies the answers to questions for security. All of them look at the even form of a text (package plain).
//
// Invariants: any string is accepted, also invalid UTF-8. Find(Mask(s)) finds nothing, and Mask
// changes nothing but secrets. Nothing is read or compiled before it is needed: the tables at the
// first call or by Load, an expression when a text first has one of its keywords.
//
// Start reading at findSpans.
package secret

import (
	"slices"
	"strings"

	"keepsake/secret/arrived"
	"keepsake/secret/aside"
	"keepsake/secret/chosen"
	"keepsake/secret/everyday"
	"keepsake/secret/kept"
	"keepsake/secret/lexicon"
	"keepsake/secret/locks"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/pairs"
	"keepsake/secret/plain"
	"keepsake/secret/records"
	"keepsake/secret/sentence"
	"keepsake/secret/typed"
	"keepsake/secret/values"
	"keepsake/secret/wallet"
	"keepsake/text"
)

// Kind is what a secret is.
type Kind = values.Kind

// The kinds.
const (
	Key      = values.Key
	Token    = values.Token
	Password = values.Password
	Code     = values.Code
	Card     = values.Card
	Account  = values.Account
	Identity = values.Identity
	Seed     = values.Seed
)

// Find reports whether s holds a secret, and the kind of the first one.
func Find(s string) (Kind, bool) {
	spans := findSpans(newView(s))
	if len(spans) == 0 {
		return "", false
	}
	return spans[0].kind, true
}

// Mask returns s with each secret replaced by text.Mask. What stands around a secret stays as it is.
func Mask(s string) string {
	// What is masked can make of its neighbour what it was not before, so Mask looks again.
	// Each round removes a character that is no mask, so there is a last one.
	for {
		v := newView(s)
		spans := findSpans(v)
		if len(spans) == 0 {
			return s
		}
		s = v.replace(spans)
	}
}

// MaskName is Mask for a name that may have no spaces, as a file's or a user's: words in it can be
// joined by other signs.
func MaskName(s string) string { return MaskJoined(s, Mask) }

// MaskJoined is MaskName with a mask of the caller's.
func MaskJoined(s string, mask func(string) string) string {
	if masked := mask(s); masked != s {
		return masked
	}
	for _, joints := range []string{"_+", "_+-"} {
		spaced := strings.Map(func(r rune) rune {
			if strings.ContainsRune(joints, r) {
				return ' '
			}
			return r
		}, s)
		if masked := mask(spaced); masked != spaced {
			return masked
		}
	}
	return s
}

// view is a text made even, which the recogniser walks through.
type view struct{ plain.Text }

func newView(s string) *view { return &view{plain.Of(s)} }

// span is a place in a view: bytes from to to of its plain text.
type span struct {
	from, to int
	kind     Kind
}

// findSpans returns the secrets of a text in order; none overlaps another.
func findSpans(v *view) []span {
	var out []span
	known := records.Of(v.Text, tables().Words)
	add := func(from, to int, kind Kind) {
		if s, ok := v.trim(span{from, to, kind}); ok && !known.Holds(s.from, s.to) && !everyday.Is(v.Text, tables().Words, s.from, s.to) {
			out = append(out, s)
		}
	}
	looks.FindBotTokens(v.Plain, func(from, to int) { add(from, to, Token) })
	looks.FindTokens(v.Plain, v.Low, func(from, to int) { add(from, to, Key) })
	hits := tables().Index.Find(v.Low)
	if looks.HasDigit(v.Low) {
		hits = append(hits, mention.Misspelled(v.Text, tables().Words, hits)...)
	}
	if len(hits) > 0 {
		v.findShapes(hits, add)
		sentence.Find(v.Text, tables().Words, hits, add)
	}
	if looks.HasDigit(v.Low) {
		numbers := looks.NumberShape().FindAllStringIndex(v.Low, -1)
		if from, to, ok := arrived.Find(v.Text, tables().Words, numbers); ok {
			add(from, to, Code)
		}
		for _, find := range []func(plain.Text, *lexicon.Words, [][]int) (int, int, bool){locks.Pressed, locks.Entering, locks.Upstairs, locks.InBox, locks.FindParked, locks.Hinted, locks.SIM, locks.Keypad, locks.Directions, typed.Sized, typed.Prompted, aside.Number, aside.Backup, aside.Instrument} {
			if from, to, ok := find(v.Text, tables().Words, numbers); ok {
				add(from, to, Password)
			}
		}
		aside.Recovery(v.Text, tables().Words, numbers, func(from, to int) { add(from, to, Code) })
	}
	if from, to, ok := aside.FindTurned(v.Text, tables().Words); ok {
		add(from, to, Password)
	}
	looks.FindMadeUp(v.Plain, func() bool { return isOfAccess(hits) }, func(from, to int) { add(from, to, Password) })
	v.findNumbers(hits, add)
	nouns := mention.All(v.Text, tables().Words, hits)
	kept.Find(v.Text, tables().Words, nouns, func(from, to int) { add(from, to, Password) })
	chosen.Find(v.Text, tables().Words, nouns, func(from, to int) { add(from, to, Password) })
	if looks.HasDigit(v.Low) {
		for _, find := range []func(plain.Text, *lexicon.Words, []*mention.Noun, func(from, to int)){chosen.FindRefused, chosen.FindNoted, chosen.FindTaken} {
			find(v.Text, tables().Words, nouns, func(from, to int) { add(from, to, Password) })
		}
		aside.Find(v.Text, tables().Words, nouns, isOfAccess(hits), func(from, to int) { add(from, to, Password) })
		locks.Lettered(v.Text, tables().Words, func(from, to int) { add(from, to, Password) })
		locks.Settings(v.Text, tables().Words, func(from, to int) { add(from, to, Password) })
		pairs.AddListed(v.Text, nouns, func(from, to int) { add(from, to, Password) })
	}
	isJoint := func(word string) bool {
		isNoted := strings.Contains(v.Low, "! ") && tables().HasStem("remember", v.Low) // "remember prime, its anna@example.org and Jack63! with a capital"
		return tables().Is("andword", word, ^uint32(0)) && (isNoted || isOfAccess(hits) || tables().HasStem("service", v.Low) || tables().Contains("mailbox", v.Low))
	}
	isLogin := func(line string) bool {
		isAccount := tables().HasEntry("accountword", line) && tables().HasStem("service", line) // "made you a user on Plex: …"
		return isAccount || slices.ContainsFunc(tables().Index.Find(line), func(h lexicon.Hit) bool { return h.Noun != nil && h.Noun.Classes&lexicon.Login != 0 })
	}
	pairs.Find(v.Text, isJoint, isLogin, func(from, to int) { add(from, to, Password) })
	for _, s := range wallet.Find(v.Low) {
		add(s.From, s.To, Seed)
	}
	if len(out) < 2 {
		return out
	}
	slices.SortStableFunc(out, func(a, b span) int { return a.from - b.from })
	joined := out[:1]
	for _, s := range out[1:] {
		last := &joined[len(joined)-1]
		if s.from < last.to {
			last.to = max(last.to, s.to)
			continue
		}
		joined = append(joined, s)
	}
	return joined
}

// isOfAccess reports whether one of the words of a text is about letting somebody in.
func isOfAccess(hits []lexicon.Hit) bool {
	const access = lexicon.Password | lexicon.Weak | lexicon.Login | lexicon.Net | lexicon.Opens | lexicon.Question
	return slices.ContainsFunc(hits, func(h lexicon.Hit) bool { return h.Noun != nil && h.Noun.Classes&access != 0 })
}

// trim returns a span without the mask's own characters at its ends, and without white space.
// It reports false when nothing else is left.
func (v *view) trim(s span) (span, bool) {
	value := v.Plain[s.from:s.to]
	left := strings.TrimLeft(value, maskCut)
	s.from += len(value) - len(left)
	s.to = s.from + len(strings.TrimRight(left, maskCut))
	return s, s.to > s.from
}

const maskCut = "• \n" // what text.Mask is made of, and white space

// replace returns the original text with each span replaced by the mask.
func (v *view) replace(spans []span) string {
	var b strings.Builder
	at := 0
	for _, s := range spans {
		from, to := v.Original(s.from, s.to)
		if from < at { // two spans can share a character that was taken apart
			from = at
		}
		b.WriteString(v.Source[at:from])
		b.WriteString(text.Mask)
		at = max(at, to)
	}
	b.WriteString(v.Source[at:])
	return b.String()
}
