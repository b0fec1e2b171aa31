// Package accounts finds the numbers of bank accounts that are no IBAN: those of a country whose check digits and groups prove it, as in Spain,
// France, Italy, Poland, Czechia and Argentina, and those that a word for an account or a bank leads to, "sort code 20-00-00 account 55779911",
// "口座番号は1234567です".
//
// The code of a bank or of a branch is public and no secret. Other accounts and bills are called an account as well, so such a word needs a bank
// in its sentence. Texts come in the even form of package plain, words from banks.txt of package lexicon.
//
// Start reading at Is.
package accounts

import (
	"strings"

	"keepsake/secret/checksum"
	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/number"
	"keepsake/secret/plain"
)

const (
	maxLead    = 72  // bytes before a number in which a word for it stands
	maxContext = 110 // bytes around a number in which a bank is named
	maxOwner   = 4   // words between a word for an account and the number
	maxLinks   = 5   // links between the two
)

// Is reports whether a candidate is the number of a bank account.
func Is(t plain.Text, w *lexicon.Words, c number.Candidate) bool {
	if isProven(c) {
		return mention.OtherWord(t, w, c.From) == ""
	}
	if !canBeNamed(t, c) {
		return false
	}
	n := mention.At(t, w, c.From, c.To)
	if n.IsUnitAt(c.To) || n.IsPriced(c.From) || looks.IsPhone(t.Low, c.From, c.To) && !isGrouped(c) {
		return false
	}
	before := t.Low[max(0, t.TokenStart(max(0, c.From-maxLead))):c.From]
	before = before[strings.LastIndexAny(before, "\n;?!")+1:]
	return isLed(w, before, c) || isBeside(t, w, before, c) && isOfBank(t, w, c)
}

// isProven reports whether a number has the groups and the check digits of a bank account of one country.
func isProven(c number.Candidate) bool {
	switch d := c.Text; len(d) {
	case 20:
		return (c.Form == "4 4 2 +" || c.Form == "4-4-2-+") && checksum.IsSpanishAccount(d)
	case 22:
		return c.First == c.Last && checksum.IsArgentine(d)
	case 23:
		return (c.Form == "5 5 + 2" || c.Form == "5-5-+-2") && checksum.IsRIB(d) || c.Form == "1 5 5 +" && checksum.IsItalianAccount(d)
	case 26:
		return checksum.IsPolishAccount(d)
	}
	return isCzech(c)
}

// isCzech reports whether a number is written as an account is in Czechia, "19-2000145399/0800". Files of courts and houses are numbered so, too: a short
// one needs more than its check digit.
func isCzech(c number.Candidate) bool {
	if c.Digits != len(c.Text) || len(c.Text) < 12 || len(c.Text) > 20 || !strings.HasSuffix(c.Form, "/4") {
		return false
	}
	account, bank := c.Text[:len(c.Text)-4], c.Text[len(c.Text)-4:]
	switch strings.Count(c.Form, "-") {
	case 0:
		return c.Last == c.First+1 && checksum.IsCzechAccount("", account, bank)
	case 1:
		size := c.Form[0]
		return c.Last == c.First+2 && size >= '1' && size <= '6' && c.Form[1] == '-' && checksum.IsCzechAccount(account[:size-'0'], account[size-'0':], bank)
	}
	return false
}

// canBeNamed reports whether a number can be that of an account if a word says so: six to twenty-three digits, in groups of two and more, but for a check
// digit at the end.
func canBeNamed(t plain.Text, c number.Candidate) bool {
	if c.Digits != len(c.Text) || c.Digits > 23 || looks.IsDateOrVersion(t.Plain[c.From:c.To]) {
		return c.Digits == 23 && checksum.IsRIB(c.Text)
	}
	sizes := strings.FieldsFunc(c.Form, func(r rune) bool { return strings.ContainsRune(" -./", r) })
	for i, size := range sizes {
		isCheck := size == "1" && i > 0 && c.Form[len(c.Form)-2] != ' '
		if size == "1" && !isCheck {
			return false
		}
	}
	return true
}

// isGrouped reports whether a number has hyphens or strokes in it, as accounts have in some countries.
func isGrouped(c number.Candidate) bool { return strings.ContainsAny(c.Form, "-/") }

// isLed reports whether a text before a number ends with a word for a bank account, and perhaps whose it is: "numéro de compte de papa : …".
func isLed(w *lexicon.Words, before string, c number.Candidate) bool {
	last := plain.LastWords(strings.TrimRight(before, " :=#-\"'("), maxOwner+3)
	if _, ok := w.CutLast("bankname", strings.TrimRight(last, " :=-(")); ok && c.Digits >= 9 {
		return !w.HasEntry("bankphone", last)
	}
	at := strings.LastIndexFunc(last, func(r rune) bool { return r >= '0' && r <= '9' || r == ',' || r == ':' })
	return w.HasEntry("accountno", strings.TrimSpace(last[at+1:]))
}

// isBeside reports whether a word for an account, or the code of a bank, stands before a number with no more than links between.
func isBeside(t plain.Text, w *lexicon.Words, before string, c number.Candidate) bool {
	before = strings.TrimRight(before, " :=#-\"'(,/")
	if head, ok := w.CutLast("accountlink", before); ok {
		before = strings.TrimRight(head, " :=#-\"'(,/") // "記号 10120 番号 …"
	}
	code := strings.TrimRight(before, "0123456789 -,/:")
	if len(before)-len(code) > 3 {
		if _, ok := w.CutLast("bankcode", code); ok {
			return true
		}
		if _, ok := w.CutLast("bankname", code); ok {
			return true
		}
	}
	for range maxLinks {
		if _, ok := w.CutLast("accountweak", before); ok {
			return true
		}
		head, ok := w.CutLast("accountlink", before)
		if !ok {
			return false
		}
		before = strings.TrimRight(head, " :=#-\"'(,/")
	}
	return false
}

// isOfBank reports whether a bank is named around a candidate.
func isOfBank(t plain.Text, w *lexicon.Words, c number.Candidate) bool {
	from, to := max(0, t.TokenStart(max(0, c.From-maxContext))), min(len(t.Low), t.TokenEnd(min(len(t.Low), c.To+maxContext)))
	return w.HasStem("bankword", t.Low[from:c.From]) || w.HasStem("bankword", t.Low[c.To:to])
}
