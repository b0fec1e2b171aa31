package moment

import (
	_ "embed"
	"strconv"
	"strings"
	"time"

	"keepsake/phrase/numeral"
)

//go:embed names.txt
var namesFile string

// names are the sections of names.txt: of each, words and expressions with their values. The words of an expression are
// joined by spaces.
var names = readNames()

func readNames() map[string]map[string]int {
	out := map[string]map[string]int{}
	section, endings := "", []string(nil)
	for line := range strings.Lines(namesFile) {
		line = strings.TrimSpace(line)
		key, list, _ := strings.Cut(line, ":")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
			continue
		case strings.HasPrefix(line, "["):
			section = strings.Trim(line, "[]")
			out[section] = map[string]int{}
			continue
		case key == "ends":
			endings = strings.Fields(strings.ReplaceAll(list, "_", "·"))
			continue
		}
		value, err := strconv.Atoi(key)
		if err != nil {
			panic("moment: names.txt: " + line)
		}
		for w := range strings.FieldsSeq(list) {
			stem, isStem := strings.CutSuffix(w, "+")
			if !isStem {
				out[section][nameOf(w)] = value
				continue
			}
			for _, ending := range endings {
				out[section][nameOf(stem+strings.Trim(ending, "·"))] = value
			}
		}
	}
	return out
}

// nameOf returns a word of names.txt as texts are cut.
func nameOf(w string) string {
	return strings.ReplaceAll(numeral.Fold(strings.ReplaceAll(w, "'", "")), "_", " ")
}

// calendarNames are the names of months and weekdays.
var calendarNames = func() map[string]bool {
	out := map[string]bool{}
	for _, section := range []string{"month", "weekday"} {
		for w := range names[section] {
			out[w] = true
		}
	}
	return out
}()

// IsName reports whether a term, small and without marks, is the name of a month or of a day of the week.
func IsName(term string) bool { return calendarNames[fold(term)] }

// IsNameOf reports whether a term, small and without marks, is the name of the month of a date that Find returned, or of its
// day of the week.
func IsNameOf(term, date string) bool {
	term = fold(term)
	month, isMonth := names["month"][term]
	if !isMonth {
		month, isMonth = names["short month"][term]
	}
	if isMonth {
		parts := strings.Split(date, "-")
		n := ""
		switch len(parts) {
		case 2: // "12-09", "2026-12", "-12"
			n = parts[0]
			if len(n) != 2 {
				n = parts[1]
			}
		case 3:
			n = parts[1]
		}
		return n == pad(month)
	}
	day, isDay := weekdayIn(term)
	t, err := time.Parse(time.DateOnly, date)
	return isDay && err == nil && int(t.Weekday()) == day
}

// fold returns a term as names are compared: package text leaves some letters of Arabic as they are.
func fold(term string) string {
	if term == "" || term[0] < arabicByte || term[0] > arabicByte+3 {
		return term
	}
	return numeral.Fold(term)
}

// arabicByte is the first byte of the first letters of Arabic.
const arabicByte = 0xD8

// dayparts are words for a part of the day, without marks.
var dayparts = func() map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(`morning mornings evening evenings afternoon afternoons night nights noon lunchtime morgens abends mittags nachts nachmittags vormittags
		morgen abend nacht nachmittag vormittag mittag manana mananas tarde tardes noche noches matin matins soir soirs apres midi nuit mattina mattine sera sere notte pomeriggio
		manha manhas noite noites утром вечером днем ночью утра вечера вранці ввечері вечорами ochtend ochtends avond avonds middag nacht rano wieczorem wieczor popoludniu noca
		sabah aksam gece ogle`) {
		out[numeral.Fold(w)] = true
	}
	return out
}()

// IsDaypart reports whether a word names a part of the day, also one that may mean something else ("morgen"): Daypart tells only the sure ones.
func IsDaypart(term string) bool { return dayparts[fold(term)] }

// IsUnit reports whether a word names a length of time: "weeks".
func IsUnit(term string) bool { return names["unit"][fold(term)] != 0 }

// Daypart returns 1 for a word that names a part of the first half of the day ("morning"), 2 for one of the second half or the night, and 0 for others.
func Daypart(term string) int { return min(2, names["part"][fold(term)]) }

// expressions returns the values of a section whose words or expressions stand in a text that is cut into words.
func expressions(section string, words []string) map[int]bool {
	found, listed := map[int]bool{}, names[section]
	for i := 0; i < len(words); i++ {
		for n := min(maxExpression, len(words)-i); n > 0; n-- {
			if v, ok := listed[strings.Join(words[i:i+n], " ")]; ok {
				found[v] = true
				i += n - 1
				break
			}
		}
	}
	return found
}

// maxExpression is how many words an expression of names.txt has at most.
const maxExpression = 3
