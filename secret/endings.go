package secret

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// isStop reports whether a word, in lower case and even, goes on a sentence about a password.
func isStop(low string) bool {
	return tables().is("stop", strings.Trim(low, "'\"`*_.,;:!?"), ^uint32(0))
}

// endings of what is said about a password ("expired", "geändert"), by language.
var endings = map[string][]string{
	"en": {"ed", "n't"}, "de": {"lich", "bar"}, "es": {"ado", "ada", "ido", "ida"}, "pt": {"ado", "ada", "ido", "ida"},
	"it": {"ato", "ata", "uto", "uta"}, "ru": {"ый", "ий", "ая", "ое", "ен", "ан", "ена", "ана", "ит", "ет", "ся"}, "uk": {"ий", "ено", "ано", "ить", "ся"},
	"pl": {"ane", "one", "ione", "ny"}, "cs": {"ane", "ene", "eno", "ano"}, "nl": {"baar", "lijk"},
	"fi": {"ttu", "tty", "nut", "nyt"}, "hu": {"ott", "ett", "tlan", "tlen"}, "tr": {"mis", "mus", "lmali", "lmeli"},
}

// isParticiple reports whether a word has the ending of one that says what happened to a password.
func isParticiple(low string, langs uint32, w *words) bool {
	if utf8.RuneCountInString(low) < 6 {
		return false
	}
	if langs&w.langs["de"] != 0 && strings.HasPrefix(low, "ge") && (strings.HasSuffix(low, "t") || strings.HasSuffix(low, "en")) {
		return true
	}
	for lang, list := range endings {
		if langs&w.langs[lang] != 0 && slices.ContainsFunc(list, func(e string) bool { return strings.HasSuffix(low, e) }) {
			return !strings.HasSuffix(low, "eed")
		}
	}
	return false
}

// verbEndings are what a verb after "my password" ends in, where a password needs no word between.
var verbEndings = []string{"ли", "ла", "ло", "ал", "ил", "ел", "ул", "ет", "ит", "ят", "ют", "ут", "ать", "ить", "еть", "ся", "сь", "ти", "или", "ємо", "ить", "dı", "di", "du", "ti", "tu", "yor", "miyor", "ir", "ott", "ett", "ött", "unk", "nem"}

func hasVerbEnding(low string) bool {
	return slices.ContainsFunc(verbEndings, func(e string) bool { return strings.HasSuffix(low, even(e)) })
}

func sortByLength(list []string) {
	slices.SortStableFunc(list, func(a, b string) int { return len(b) - len(a) })
}
