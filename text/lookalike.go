package text

import (
	"strings"
	"unicode"
)

// This file is letters that look like other letters. Only alphabets that are taken for each
// other matter; a word is suspicious when it mixes two of them so that nobody sees it.
// Source of the pairs: https://www.unicode.org/Public/security/latest/confusables.txt

type script int

const (
	otherScript script = iota
	inLatin
	inCyrillic
	inGreek
	inArmenian
	inCherokee
	inCoptic
	inLisu
)

var scriptTables = []struct {
	script script
	table  *unicode.RangeTable
}{
	{inLatin, unicode.Latin}, {inCyrillic, unicode.Cyrillic}, {inGreek, unicode.Greek}, {inArmenian, unicode.Armenian},
	{inCherokee, unicode.Cherokee}, {inCoptic, unicode.Coptic}, {inLisu, unicode.Lisu},
}

// scriptOf returns the alphabet of a letter.
func scriptOf(r rune) script {
	if r < 0x80 {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return inLatin
		}
		return otherScript
	}
	for _, s := range scriptTables {
		if unicode.Is(s.table, r) && unicode.IsLetter(r) {
			return s.script
		}
	}
	return otherScript
}

// lookalikes are the letters that look like a letter of another of these alphabets.
const lookalikes = "" +
	"aceopxysijhdqwlvungAEZIKMNOBCHPTXYSJGDWVQ" + // Latin
	"асеорхуѕіјһԁԛԝӏѵАВСЕНІЈКМОРЅТХУѴԌԚԜҮӀ" + // Cyrillic
	"αονριυγΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + // Greek
	"օոսհզցքյՕՍԼՏԱ" + // Armenian
	"ᎠᎡᎢᎪᎫᎬᎳᎵᎷᎻᏀᏃᏆᏒᏔᏚᏞᏟᏢᏦᏨᏴ" + // Cherokee
	"ⲟⲣⲥⲭⲞⲢⲤⲬⲎⲒⲔⲘⲚⲦⲨ" + // Coptic
	"ꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓞꓟꓠꓡꓢꓣꓦꓧꓨꓪꓫꓬꓮꓰꓲꓳꓴ" // Lisu

// findLookalikes reports which letters pretend to be of the script of the word around them. A
// host is one word with dots and hyphens.
func findLookalikes(runes []rune, isHost bool) []bool {
	odd := make([]bool, len(runes))
	isInWord := func(r rune) bool {
		return unicode.In(r, unicode.L, unicode.M, unicode.Nd, unicode.Cf) || isHost && strings.ContainsRune(".-", r)
	}
	for i := 0; i < len(runes); i++ {
		end := i
		for end < len(runes) && isInWord(runes[end]) {
			end++
		}
		if end > i {
			markLookalikes(runes[i:end], odd[i:end])
			i = end
		}
	}
	return odd
}

// run is a stretch of letters of one script in a word.
type run struct {
	script   script
	from, to int
	isAlike  bool // every letter of it looks like one of another script
	capitals int
}

// markLookalikes marks the letters of a word that pretend: the runs that are not of the word's
// main script and that nobody could tell from it.
func markLookalikes(word []rune, odd []bool) {
	var runs []run
	for i, r := range word {
		s := scriptOf(r)
		if s == otherScript {
			continue
		}
		if len(runs) == 0 || runs[len(runs)-1].script != s {
			runs = append(runs, run{script: s, from: i, isAlike: true})
		}
		last := &runs[len(runs)-1]
		last.to = i + 1
		last.isAlike = last.isAlike && strings.ContainsRune(lookalikes, r)
		if unicode.IsUpper(r) {
			last.capitals++
		}
	}
	if len(runs) < 2 {
		return
	}
	main, letters := mainScript(runs)
	if main != inLatin && letters < 2 {
		return // "ΔT" is a formula
	}
	capitals := 0
	for _, r := range runs {
		capitals += r.capitals
	}
	for _, r := range runs {
		// "iOSовский" is an abbreviation with an ending: it is written so in the open.
		isAbbreviation := r.script == inLatin && r.capitals >= 2 && r.capitals == capitals
		if r.script == main || !r.isAlike || isAbbreviation {
			continue
		}
		for i := r.from; i < r.to; i++ {
			odd[i] = scriptOf(word[i]) == r.script
		}
	}
}

// mainScript returns the script of most letters of a word; of two with as many, the one that
// shows openly, else Latin. count is how many letters are of it.
func mainScript(runs []run) (main script, count int) {
	var letters, open [inLisu + 1]int
	for _, r := range runs {
		letters[r.script] += r.to - r.from
		if !r.isAlike {
			open[r.script]++
		}
	}
	main = inLatin
	for s := inLatin; s <= inLisu; s++ {
		if letters[s] > letters[main] || letters[s] == letters[main] && open[s] > open[main] {
			main = s
		}
	}
	return main, letters[main]
}
