package numeral

import (
	"regexp"
	"strings"
)

// Korean numbers: of its own words, and of those of Chinese origin.
var (
	koreanTens  = map[string]int64{"열": 10, "스물": 20, "스무": 20, "서른": 30, "마흔": 40, "쉰": 50, "예순": 60, "일흔": 70, "여든": 80, "아흔": 90}
	koreanUnits = map[string]int64{"하나": 1, "한": 1, "둘": 2, "두": 2, "셋": 3, "세": 3, "석": 3, "넷": 4, "네": 4, "넉": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9}
	sinoDigits  = map[rune]int64{'영': 0, '공': 0, '일': 1, '이': 2, '삼': 3, '사': 4, '오': 5, '육': 6, '륙': 6, '칠': 7, '팔': 8, '구': 9}
	sinoScales  = map[rune]int64{'십': 10, '백': 100, '천': 1000, '만': 10000}

	koreanCounters = `시간|시|명|개월|개|마리|번째|번|달|살|분|잔|권|대|채|주|군데|가지|사람|병|켤레|그루|송이|장|차례|식구|아이|박|학년|스푼|접시|그릇|조각|봉지|박스|자루|딸|아들|형제|자매`
	sinoCounters   = `월|일|년|분|원|층|호선|호|번지|번|주일|주|개월|시|킬로|퍼센트|프로|세|학년|도|점|인분|박|반|동|회|차|리터|미터|센티|그램|밀리|유로|달러|엔|킬로그램|만원`
	koreanEnds     = `이야|이고|이에요|예요|이다|입니다|이랑|이|가|은|는|을|를|에서|에|로|으로|도|만|까지|부터|쯤|정도|이나|씩|인데|인|라고|째|짜리`

	nativeNumber = regexp.MustCompile(`(^|[^가-힣])(열|스물|스무|서른|마흔|쉰|예순|일흔|여든|아흔)?(하나|둘|셋|넷|다섯|여섯|일곱|여덟|아홉|한|두|세|네|석|넉)?(?:( ?)(` + koreanCounters + `)|(째)|(` + koreanEnds + `)?([^가-힣]|$))`)
	sinoNumber   = regexp.MustCompile(`(^|[^가-힣])([영공일이삼사오육륙칠팔구십백천만]+)(?:( ?)(` + sinoCounters + `)|((?:` + koreanEnds + `)?(?:[^가-힣]|$)))`)
	dayBehind    = regexp.MustCompile(`(월 ?)([이삼]?십[일이삼사오육칠팔구]?|[일이삼사오육칠팔구])( ?일)`)
	minuteBehind = regexp.MustCompile(`(시 ?)([이삼사오]?십[일이삼사오육칠팔구]?|오)( ?분)`)
	monthNames   = strings.NewReplacer("십일월", "11월", "십이월", "12월", "일월", "1월", "이월", "2월", "삼월", "3월", "사월", "4월", "오월", "5월", "유월", "6월", "칠월", "7월", "팔월", "8월", "구월", "9월", "시월", "10월", "일요일", "일요일", "월요일", "월요일")
)

// determiners stand only before what they count.
var determiners = setOf("한 두 세 네 석 넉 스무")

// digitsOfHangul returns a text with its numbers in Korean words as digits.
func digitsOfHangul(s string, isMarked bool) string {
	s = monthNames.Replace(s)
	// two numbers may share the space between them: look twice
	for range 2 {
		s = replaceSubmatch(nativeNumber, s, func(m []string) string { return writeNative(m, isMarked) })
		s = replaceSubmatch(sinoNumber, s, func(m []string) string { return writeSino(m, isMarked) })
	}
	behind := func(m []string) string {
		v, _ := valueOfSino(m[2])
		return m[1] + format(v*milli) + m[3]
	}
	return replaceSubmatch(minuteBehind, replaceSubmatch(dayBehind, s, behind), behind)
}

func replaceSubmatch(re *regexp.Regexp, s string, write func(m []string) string) string {
	var out strings.Builder
	done := 0
	for _, at := range re.FindAllStringSubmatchIndex(s, -1) {
		m := make([]string, len(at)/2)
		for i := range m {
			m[i] = part(s, at, i)
		}
		out.WriteString(s[done:at[0]])
		out.WriteString(write(m))
		done = at[1]
	}
	if done == 0 {
		return s
	}
	out.WriteString(s[done:])
	return out.String()
}

func writeNative(m []string, isMarked bool) string {
	tens, unit, counter := m[2], m[3], m[5]
	v := koreanTens[tens] + koreanUnits[unit]
	isCounted := counter != "" || m[6] != ""
	switch {
	case v == 0, determiners[unit] && !isCounted, unit == "" && !isCounted && (tens == "열" || tens == "쉰"), tens == "스무" && !isCounted:
		return m[0]
	case v == 1 && !isMarked && counter != "시": // "한 명"
		return m[0]
	case m[4] == "" && counter == "대" && determiners[unit], m[4] == "" && unit == "세" && tens == "" && counter != "시" && counter != "시간" && counter != "명" && counter != "개" && counter != "번":
		return m[0]
	}
	return m[1] + format(v*milli) + strings.TrimPrefix(m[0], m[1]+tens+unit)
}

func writeSino(m []string, isMarked bool) string {
	run, space, counter := m[2], m[3], m[4]
	v, ok := valueOfSino(run)
	isPut := strings.ContainsAny(run, "십백천만")
	n := len([]rune(run))
	switch {
	case !ok, n == 1 && (space != "" || !singleCounters[counter]):
		return m[0]
	case !isPut && n > 1, v == 1 && !isMarked && !singleCounters[counter]:
		return m[0]
	case counter == "" && (n < 3 && strings.ContainsRune("백천만", []rune(run)[0]) || n < 2):
		return m[0]
	}
	return m[1] + format(v*milli) + strings.TrimPrefix(m[0], m[1]+run)
}

// singleCounters are counters before which one syllable is a number.
var singleCounters = setOf("층 학년 킬로 인분 개월 퍼센트 번지 호선 주일")

// valueOfSino returns the value of Korean numerals of Chinese origin.
func valueOfSino(run string) (int64, bool) {
	var total, group, last int64
	for _, r := range run {
		if scale, ok := sinoScales[r]; ok {
			if scale == 10000 {
				total, group, last = total+max(group+last, 1)*scale, 0, 0
			} else {
				group, last = group+max(last, 1)*scale, 0
			}
			continue
		}
		if last > 0 {
			return 0, false
		}
		last = sinoDigits[r]
	}
	return total + group + last, true
}
