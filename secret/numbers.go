package secret

import (
	"slices"
	"strings"

	"keepsake/secret/accounts"
	"keepsake/secret/checksum"
	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/number"
	"keepsake/secret/plain"
)

// maxPurpose is how many words may say what a person's number is for, before the number.
const maxPurpose = 5

// maxTold is how many bytes behind the number of a card the code on its back is told.
const maxTold = 60

// findNumbers adds numbers that prove themselves by a check digit: cards, bank accounts, national
// numbers. Those whose check says too little need a word nearby that names them.
func (v *view) findNumbers(hits []lexicon.Hit, add func(from, to int, kind Kind)) {
	if m := number.AfterPAN().FindStringSubmatchIndex(v.Plain); m != nil {
		add(m[2], m[3], Identity)
	} else if m := number.LaterPAN().FindStringSubmatchIndex(v.Plain); m != nil && tables().HasStem("panasked", v.Low[m[2]:m[3]]+" ") {
		add(m[4], m[5], Identity)
	}
	if looks.CountDigits(v.Plain) < 6 {
		return
	}
	groups := number.Groups(v.Plain)
	for a := 0; a < len(groups); a++ {
		for c := range number.Candidates(v.Plain, groups, a) {
			kind, ok := v.judge(c, groups, hits)
			if ok {
				add(c.From, c.To, kind)
				if from, to, is := v.cardCode(c.To); kind == Card && is {
					add(from, to, Code)
				}
				a = c.Last
				break
			}
		}
	}
}

// cardCode returns the code on the back of a card that stands after its number, which ends at i: just after it, or later in
// the sentence behind a word for that side, "… and on the back it says 388".
func (v *view) cardCode(i int) (from, to int, ok bool) {
	if m := number.AfterCard().FindStringSubmatchIndex(v.Low[i:min(len(v.Low), i+48)]); m != nil {
		return i + m[2], i + m[3], true
	}
	if m := number.AfterExpiry().FindStringSubmatchIndex(v.Low[i:min(len(v.Low), i+64)]); m != nil {
		return i + m[2], i + m[3], true
	}
	if from, to, ok = v.toldCode(i); ok {
		return from, to, true
	}
	rest := v.Low[i:min(len(v.Low), i+mention.MaxNearby)]
	for _, at := range looks.NumberShape().FindAllStringIndex(rest, -1) {
		n := strings.Trim(rest[at[0]:at[1]], ".,:'-")
		if len(n) >= 3 && len(n) <= 4 && looks.IsAllDigits(n) && !strings.HasSuffix(rest[:at[0]], "/") && tables().HasStem("behind", rest[:at[0]]) {
			from = i + at[0] + strings.Index(rest[at[0]:at[1]], n)
			return from, from + len(n), true
		}
	}
	return 0, 0, false
}

// toldCode returns the three or four digits that are told right behind the number of a card, which ends at i, with no more than "and" between, "… 5923 e
// 887, e o anúncio sumiu"; or with the word for its other side behind them, "and the 925 on the back".
func (v *view) toldCode(i int) (from, to int, ok bool) {
	rest, _, _ := strings.Cut(v.Low[i:min(len(v.Low), i+maxTold)], "\n")
	at := strings.IndexAny(rest, "0123456789")
	if at < 0 || strings.ContainsAny(rest[:at], ".;:?!#/+$€£¥") {
		return 0, 0, false
	}
	from, to = i+at, v.Skip(i+at, "0123456789")
	n := mention.At(v.Text, tables().Words, from, to)
	words := strings.Fields(strings.ReplaceAll(rest[:at], ",", " "))
	if to-from < 3 || to-from > 4 || looks.IsYear(v.Low[from:to]) || len(words) == 0 || len(words) > maxPurpose || n.IsUnitAt(to) || n.IsPartOfWord(from, to) {
		return 0, 0, false
	}
	after, _, _ := strings.Cut(v.Low[to:min(len(v.Low), v.TokenEnd(min(len(v.Low), to+maxTold/2)))], "\n")
	after, _, _ = strings.Cut(after, ",")
	isBehind := tables().HasStem("behind", plain.FirstWords(after, 3)+" ") || tables().HasStem("backside", plain.FirstWords(after, 3)+" ")
	isAnd := n.IsClauseEnd(to) && !slices.ContainsFunc(words, func(word string) bool {
		return !slices.ContainsFunc([]string{"cardand", "article", "definite"}, func(list string) bool { return tables().Is(list, word, ^uint32(0)) })
	})
	return from, to, isBehind || isAnd
}

// judge tells whether a candidate is a secret, and of which kind.
func (v *view) judge(c number.Candidate, groups []number.Group, hits []lexicon.Hit) (Kind, bool) {
	before := byte(0)
	if c.From > 0 {
		before = v.Plain[c.From-1]
	}
	if strings.IndexByte("+_@", before) >= 0 && before != 0 || c.To < len(v.Plain) && (v.Plain[c.To] == '@' || v.Plain[c.To] == '_') {
		return "", false
	}
	if checksum.IsIBAN(c.Text) {
		return Account, true
	}
	numeric := c.Digits == len(c.Text)
	if numeric && c.Digits >= 13 && c.Digits <= 19 {
		if checksum.IsCard(c.Text) && v.isCardForm(c, groups, hits) {
			return Card, true
		}
	}
	if number.HasOwnForm(c) {
		return Identity, true
	}
	if number.NeedsCheck(c) && (mention.OtherWord(v.Text, tables().Words, c.From) == "" || v.isNamed(hits, c)) {
		return Identity, true
	}
	if accounts.Is(v.Text, tables().Words, c) {
		return Account, true
	}
	if hash := v.Plain[c.From:c.To]; looks.IsHash(hash) && looks.HasLetter(hash) {
		return "", false
	}
	isLabelled := number.IsVietnamese(c) && strings.HasSuffix(v.Low[:c.From], ": ") // "số căn cước của mẹ em để mua bảo hiểm: …"
	if (number.NeedsName(c) || isLabelled) && (v.isNamed(hits, c) || v.isBornAfter(c)) || number.IsVietnamese(c) && v.isNamedFor(hits, c, "vi") || number.IsIndonesian(c) && v.isNamedFor(hits, c, "id") || number.IsAmerican(c) && v.isFieldOf(hits, c) {
		return Identity, true
	}
	return "", false
}

// isCardForm reports whether a number is written as a card's is.
func (v *view) isCardForm(c number.Candidate, groups []number.Group, hits []lexicon.Hit) bool {
	if c.First == c.Last {
		return (mention.OtherWord(v.Text, tables().Words, c.From) == "" || v.isCardNamed(c.To)) && (len(c.Text) == 15 || len(c.Text) == 16 || len(c.Text) == 14 && c.Text[0] == '3' || v.isCardNamed(c.From))
	}
	joint := groups[c.First+1].Joint
	for i := c.First + 1; i <= c.Last; i++ {
		if n := groups[i].To - groups[i].From; groups[i].Joint != joint || n == 7 || n < 3 && !strings.HasPrefix(c.Form, "1 1 1") && !strings.HasPrefix(c.Form, "2 2 2") {
			return false
		}
	}
	// A part of a longer number is none: parcels are numbered in fours, too.
	if c.First > 0 && groups[c.First].Joint == joint && groups[c.First-1].To-groups[c.First-1].From == 4 && looks.CountDigits(v.Plain[groups[c.First-1].From:groups[c.First-1].To]) == 4 {
		return v.isCardNamed(c.From)
	}
	if c.Last+1 < len(groups) && groups[c.Last+1].Joint == joint && joint != ' ' {
		return false
	}
	return true
}

// isNamed reports whether a word for a person's number stands near a candidate.
func (v *view) isNamed(hits []lexicon.Hit, c number.Candidate) bool {
	for _, h := range hits {
		if h.Noun != nil && h.Noun.Classes&lexicon.ID != 0 && h.At > c.From-80 && h.At < c.To+40 && v.Before(h.At) != '-' && mention.New(v.Text, tables().Words, h) != nil { // "3.9.0-rc.4"
			return true
		}
	}
	return false
}

// isFieldOf reports whether a candidate is all of a field behind the word for a person's number: "SSN;439298592".
func (v *view) isFieldOf(hits []lexicon.Hit, c number.Candidate) bool {
	if r, _ := v.Next(c.To); strings.IndexByte(";,|\n\t\"", byte(r)) < 0 && c.To < len(v.Low) {
		return false
	}
	return slices.ContainsFunc(hits, func(h lexicon.Hit) bool {
		end := h.At + len(h.Text)
		return h.Noun != nil && h.Noun.Classes&lexicon.ID != 0 && end < c.From && strings.Trim(v.Low[end:c.From], " \"") != "" && strings.Trim(v.Low[end:c.From], " ;,|\t:=\"") == ""
	})
}

// isBornAfter reports whether a date of birth follows the digits of a candidate: "… เกิด 28.7.2001".
func (v *view) isBornAfter(c number.Candidate) bool {
	i := v.Skip(c.To, " ,;-\n")
	if c.Digits != len(c.Text) || c.Digits < 9 || i >= len(v.Low) {
		return false
	}
	for _, word := range tables().Beginning("bornon", plain.FirstRune(v.Low[i:])) {
		if strings.HasPrefix(v.Low[i:], word) {
			at := v.Skip(i+len(word), " :")
			return v.Skip(at, "0123456789") > at
		}
	}
	return false
}

// isNamedFor reports whether a word for a person's number in a language leads to a candidate in its clause, with what the number is for between the two:
// "em gửi số cccd làm hợp đồng 079088023416".
func (v *view) isNamedFor(hits []lexicon.Hit, c number.Candidate, language string) bool {
	return slices.ContainsFunc(hits, func(h lexicon.Hit) bool {
		if h.Noun == nil || h.Noun.Classes&lexicon.ID == 0 || h.Noun.Langs != tables().Langs[language] || h.At > c.From-len(h.Text) || h.At < c.From-60 {
			return false
		}
		between := v.Low[h.At+len(h.Text) : c.From]
		return !strings.ContainsAny(between, ".,;:?!\n") && len(strings.Fields(between)) <= maxPurpose && !tables().HasEntry("parcelno", between)
	})
}

// isCardNamed reports whether a card is spoken of shortly before or after i.
func (v *view) isCardNamed(i int) bool {
	return tables().Contains("card", v.Low[max(0, i-48):min(len(v.Low), i+40)])
}
