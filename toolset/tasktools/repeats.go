package tasktools

import (
	"regexp"
	"strings"

	"keepsake/memory/grounds"
	"keepsake/phrase"
	"keepsake/tool"
)

// reasonNoRepeat is why a task waits whose title the person said, and not that it repeats like this.
const reasonNoRepeat = "the user did not say that it repeats like this"

// isRepeatSaid reports whether the words of the person's turn, or the question that they affirm, say how often a rule of
// RFC 5545 repeats: its unit ("every month"), the days that it names, and its number and end (interval.go).
func isRepeatSaid(c tool.Call, rule string) bool {
	rule = strings.ToUpper(strings.TrimSpace(rule))
	if rule == "" || c.Conversation == nil {
		return true
	}
	said := " " + strings.ToLower(saidInTurn(c)) + " "
	parts := map[string]string{}
	for part := range strings.SplitSeq(strings.TrimPrefix(rule, "RRULE:"), ";") {
		name, value, _ := strings.Cut(part, "=")
		parts[name] = value
	}
	days := strings.Split(parts["BYDAY"], ",")
	if parts["BYDAY"] == "" {
		days = nil
	}
	if len(days) == 5 && isWorkingWeek(days) && workingDays.MatchString(said) {
		return areBoundsSaid(said, parts, true)
	}
	for _, day := range days {
		if named := repeatDays[strings.TrimLeft(day, "+-0123456789")]; named == nil || !named.MatchString(said) {
			return false
		}
	}
	unit := repeatUnits[parts["FREQ"]]
	isUnitSaid := unit != nil && unit.MatchString(said)
	isDaySaid := parts["FREQ"] == "WEEKLY" && len(days) > 0 && everySuchDay.MatchString(said)
	return (isUnitSaid || isDaySaid) && areBoundsSaid(said, parts, len(days) > 0)
}

func isWorkingWeek(days []string) bool {
	for _, day := range days {
		if !strings.Contains("MO TU WE TH FR", day) {
			return false
		}
	}
	return true
}

// saidInTurn returns the person's words of the turn, and the question before it when they affirm that.
func saidInTurn(c tool.Call) string {
	talk := c.Conversation
	heard := grounds.ListOwnTexts(grounds.View{Window: talk.Window, TurnID: talk.Turn.ID})
	said := strings.Join(heard, "\n")
	for _, s := range heard {
		if yes, _, _ := strings.Cut(s, ","); phrase.IsYes(yes) {
			return said + "\n" + lastAnswer(talk)
		}
	}
	return said
}

// few is a small number, in figures or words, or "other".
const few = `(?:\d{1,3}\.?|other|second|third|two|three|four|five|six|seven|eight|nine|ten|twelve|zwei|zweiten?|zweite[rs]?|drei|dritten?|dritte[rs]?|vierte[rns]?|vier|fünf|sechs|sieben|acht|neun|zehn|dos|tres|cuatro|cinco|deux|trois|quatre|cinq|два|две|три|четыре|пять|шесть|семь|восемь|девять|десять|второй|вторую|третий|третью) ?`

// repeatUnits are the words for what a rule counts.
var repeatUnits = map[string]*regexp.Regexp{
	"DAILY": regexp.MustCompile(`(?:every|each) ?` + `(?:` + few + `)?(?:days?|morning|evening|night|noon|afternoon|lunchtime)|daily|nightly|twice a day|once a day|times a day|` +
		`jede[nrs]? (?:` + few + `)?(?:tag|morgen|abend|nacht|mittag|vormittag|nachmittag)|alle ` + few + `tage|täglich|tagtäglich|am tag |allabendlich|(?:morgens|abends|mittags)|` +
		`кажд(?:ый|ую|ое|ые) (?:` + few + `)?(?:день|дня|дней|вечер|утро|ночь)|ежедневно|раз в (?:\d+ )?д(?:ень|ня|ней)|по (?:утрам|вечерам)|через день|` +
		`每(?:天|日|晚|早|隔?[一二两三四五六七八九十\d]+天)|天天|每个?(?:早上|晚上|中午|下午|上午)|毎日|毎朝|毎晩|매일|` +
		`cada (?:` + few + `)?(?:día|dia|noche|mañana|tarde)|todos los días|a diario|chaque (?:jour|matin|soir)|tous les (?:` + few + `)?(?:jours|matins|soirs)|ogni (?:giorno|mattina|sera)|todos os dias|elke dag`),
	"WEEKLY": regexp.MustCompile(`(?:every|each) (?:` + few + `)?weeks?|weekly|fortnightly|biweekly|once a week|times a week|` +
		`jede (?:` + few + `)?woche|alle ` + few + `wochen|wöchentlich|(?:ein|zwei|drei)mal (?:in der|pro|die) woche|` +
		`кажд(?:ую|ые) (?:` + few + `)?недел[юиь]|еженедельно|раз в (?:` + few + `)?недел[юиь]|` +
		`每(?:个)?(?:周|星期|礼拜|隔?[一二两三四\d]+个?(?:周|星期|礼拜))|毎週|매주|cada (?:` + few + `)?semanas?|todas las semanas|chaque semaine|toutes les (?:` + few + `)?semaines|ogni settimana|toda semana|elke week`),
	"MONTHLY": regexp.MustCompile(`(?:every|each) (?:` + few + `)?months?|monthly|once a month|of (?:the|every|each) month|` +
		`jede[nr]? (?:` + few + `)?monat|alle ` + few + `monate|monatlich|(?:im|pro|des) monats?|` +
		`кажд(?:ый|ые|ого) (?:` + few + `)?месяц|ежемесячно|раз в (?:` + few + `)?месяц|` +
		`每(?:个)?月|每隔?[一二两三四五六\d]+个月|毎月|매월|매달|cada (?:` + few + `)?mes(?:es)?|todos los meses|chaque mois|tous les (?:` + few + `)?mois|ogni mese|todo mês|elke maand`),
	"YEARLY": regexp.MustCompile(`(?:every|each) (?:` + few + `)?years?|yearly|annually|once a year|birthday|anniversary|` +
		`jedes (?:` + few + `)?jahr|alle ` + few + `jahre|jährlich|alljährlich|einmal im jahr|geburtstag|` +
		`кажд(?:ый|ые) (?:` + few + `)?(?:год|года|лет)|ежегодно|раз в (?:` + few + `)?(?:год|года)|день рождения|` +
		`每年|每隔?[一二两三四五\d]+年|生日|毎年|매년|cada (?:` + few + `)?años?|todos los años|chaque année|tous les (?:` + few + `)?ans|ogni anno|todo ano|elk jaar`),
}

// repeatDays are the names of the days of a rule.
var repeatDays = map[string]*regexp.Regexp{
	"MO": regexp.MustCompile(`[^\p{L}](?:mondays?|mon|montags?|понедельник\p{L}*|пн|lunes|lundis?|lunedì)[^\p{L}]|(?:周|星期|礼拜)一|月曜|월요일`),
	"TU": regexp.MustCompile(`[^\p{L}](?:tuesdays?|tues?|dienstags?|вторник\p{L}*|вт|martes|mardis?|martedì)[^\p{L}]|(?:周|星期|礼拜)(?:一[、和到至])*二|火曜|화요일`),
	"WE": regexp.MustCompile(`[^\p{L}](?:wednesdays?|wed|mittwochs?|сред[ауы]м?|ср|miércoles|mercredis?|mercoledì)[^\p{L}]|(?:周|星期|礼拜)(?:[一二][、和])*三|水曜|수요일`),
	"TH": regexp.MustCompile(`[^\p{L}](?:thursdays?|thurs?|donnerstags?|четверг\p{L}*|чт|jueves|jeudis?|giovedì)[^\p{L}]|(?:周|星期|礼拜)(?:[一二三][、和])*四|木曜|목요일`),
	"FR": regexp.MustCompile(`[^\p{L}](?:fridays?|fri|freitags?|пятниц\p{L}*|пт|viernes|vendredis?|venerdì)[^\p{L}]|(?:周|星期|礼拜)(?:[一二三四][、和])*五|金曜|금요일`),
	"SA": regexp.MustCompile(`[^\p{L}](?:saturdays?|sat|samstags?|sonnabends?|wochenenden?|weekends?|суббот\p{L}*|сб|выходны\p{L}*|sábados?|samedis?|sabato)[^\p{L}]|(?:周|星期|礼拜)六|周末|土曜|토요일`),
	"SU": regexp.MustCompile(`[^\p{L}](?:sundays?|sun|sonntags?|wochenenden?|weekends?|воскресень\p{L}*|вс|выходны\p{L}*|domingos?|dimanches?|domenica)[^\p{L}]|(?:周|星期|礼拜)[日天]|周末|日曜|일요일`),
}

var workingDays = regexp.MustCompile(`weekdays?|work ?days?|working days?|monday (?:to|through|till) friday|werktags?|(?:jeden )?(?:werktag|arbeitstag)|montag bis freitag|wochentags|по будням|будни|буднично|(?:каждый )?(?:рабочий|будний) день|工作日|平日|周一到周五|周一至周五|entre semana|días? laborables?|en semaine|jours ouvr`)

// everySuchDay says that a day of the week is meant each time.
var everySuchDay = regexp.MustCompile(`[^\p{L}](?:every|each|always|weekly|jede[nrs]?|immer|cada|todos los|chaque|tous les|ogni|кажд\p{L}+|по)[^\p{L}]|days[^\p{L}]|(?:mon|diens|donners|frei|sams|sonn)tags[^\p{L}]|mittwochs|(?:周|星期|礼拜).*都|每|毎|매주`)

// withoutInterval returns what was said without how often it repeats: "every 3 days" is not in 3 days, and "once a month" not
// in a month. A part of the day ("every evening") stays.
func withoutInterval(said, rule string) string {
	rule = strings.ToUpper(rule)
	for freq, unit := range repeatUnits {
		isDay := freq == "DAILY" || freq == "WEEKLY" && strings.Contains(rule, "BYDAY=") // "每周一" names the day as well
		if strings.Contains(rule, "FREQ="+freq) && (!isDay || strings.Contains(rule, "INTERVAL=")) {
			return unit.ReplaceAllString(strings.ToLower(said), " ")
		}
	}
	return said
}

// namesNoDay reports whether a due time that begins a series may stand on any day, since its unit is all that was said:
// "every week at 9".
func namesNoDay(t times) bool { return len(t.days) == 0 }
