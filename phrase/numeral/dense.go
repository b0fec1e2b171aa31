package numeral

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// This file reads numbers of scripts without spaces.

// counters are what stands behind a number in Han numerals that is not put together of tens or more.
const counters = `点|點|時|时|月|日|号|號|番|码|碼|歳|岁|歲|年|人|个|個|匹|只|隻|円|元|块|塊|分|回|次|台|杯|本|楼|层|階|級|级|口|条|張|张|周|週|度|棵|句|平米|斤|公斤|克|毫克|米|厘米|倍|成|页|題|题|头|頭|位|名|户|套|辆|片|粒|瓶|碗|家|遍|章|冊|足|丁目|天|刻|小时|小時|钟头|つ|枚|羽|軒|泊|か月|ヶ月|カ月|間|顿|盒|袋|种|件|把|顆|颗|包|路|班|组`

var (
	// hanNumber finds a number in Han numerals, what stands before it and what it counts.
	hanNumber = regexp.MustCompile(`(第|周|週|星期|礼拜|禮拜)?([一二三四五六七八九十两兩〇零百千万萬]+)(` + counters + `)?`)
	// mixedScale finds a number of digits and a Han ten thousand.
	mixedScale = regexp.MustCompile(`(\d+(?:\.\d+)?)([千万萬])(?:(\d+)千)?`)
	// hanHalf finds a half behind what is counted: "两个半小时", "2時間半".
	hanHalf = regexp.MustCompile(`(\d+)( ?(?:个|個|年|時間|小时|小時|天|か月|ヶ月|週間|周|月|米|斤|시간|년|개월|주)) ?(?:半|반)`)
	// hanMonthDay finds a day of the month that nothing counts, hanDay the spoken word for one.
	hanMonthDay = regexp.MustCompile(`(月)([一二三]?十[一二三四五六七八九]?|[一二三四五六七八九])([^一二三四五六七八九十日号號份底初末个個]|$)`)
	hanDay      = regexp.MustCompile(`(月\d{1,2})(?:号|號)`)
	// noNumbers are words and names with numerals in them.
	noNumbers = strings.Fields("万一 十分 千万 一百八十度 八百屋 五十嵐 八百万 三十三間堂 百合 百貨 百货 千葉 万年筆 万能 万事 十字 百科 千代 百年好合 九十九里 四万十 八千代 十勝 三千代")
	// kanaNumbers are Japanese numbers of things, in kana.
	kanaNumbers = strings.NewReplacer("ふたつ", "2つ", "みっつ", "3つ", "よっつ", "4つ", "いつつ", "5つ", "むっつ", "6つ", "ななつ", "7つ", "やっつ", "8つ", "ここのつ", "9つ", "ふたり", "2人")
)

// dense finds a letter of a script without spaces.
func hasDense(s string) (han, hangul bool) {
	for i := 0; i < len(s); i++ {
		if s[i] < 0xE3 { // before kana
			continue
		}
		r, _ := utf8.DecodeRuneInString(s[i:])
		han = han || r >= 0x3005 && r < 0x9FFF
		hangul = hangul || r >= 0xAC00 && r < 0xD7A4
	}
	return han, hangul
}

// digitsOfDense returns a text with its numbers in Han numerals and in Korean words as digits.
func digitsOfDense(s string, isMarked bool) string {
	han, hangul := hasDense(s)
	if hangul {
		s = digitsOfHangul(s, isMarked)
	}
	if han {
		s = digitsOfHan(s, isMarked)
	}
	if !han && !hangul {
		return s
	}
	s = mixedScale.ReplaceAllStringFunc(s, func(m string) string {
		parts := mixedScale.FindStringSubmatch(m)
		f, _ := strconv.ParseFloat(parts[1], 64)
		scale := 10000.0
		if parts[2] == "千" {
			scale = 1000
		}
		more, _ := strconv.Atoi(parts[3])
		return format(int64((f*scale + float64(more)*1000) * milli))
	})
	if !isMarked {
		s = hanHalf.ReplaceAllString(s, "$1"+Point+"5$2")
	}
	return s
}

// digitsOfHan returns a text with its numbers in Han numerals as digits.
func digitsOfHan(s string, isMarked bool) string {
	s = kanaNumbers.Replace(hanMonthDay.ReplaceAllString(s, "${1}${2}日${3}"))
	var out strings.Builder
	done := 0
	for _, m := range hanNumber.FindAllStringSubmatchIndex(s, -1) {
		before, run, counter := part(s, m, 1), part(s, m, 2), part(s, m, 3)
		from := m[4]
		if isWeekday(s[:m[0]], before, counter) { // "周三三点"
			_, size := utf8.DecodeRuneInString(run)
			if from, run = from+size, run[size:]; run == "" {
				continue
			}
		}
		v, ok := valueOfHan(run)
		end := m[5]
		if rest, cut := strings.CutSuffix(run, "一"); !ok && cut && counter != "" { // "两千五一个月"
			v, ok = valueOfHan(rest)
			run, counter, end = rest, "", end-len("一")
		}
		if !ok || isNoNumber(s, m[4], run) || !isCounted(s[:from], before, run, counter, s[m[5]:]) || v == 1 && !isMarked && !onesCount[counter] && before != "第" && !strings.HasPrefix(s[m[1]:], "半") {
			continue
		}
		out.WriteString(s[done:from])
		out.WriteString(format(v * milli))
		done = end
	}
	out.WriteString(s[done:])
	return hanDay.ReplaceAllString(out.String(), "${1}日")
}

// part returns a group of a match, "" when it has none.
func part(s string, m []int, i int) string {
	if m[2*i] < 0 {
		return ""
	}
	return s[m[2*i]:m[2*i+1]]
}

// onesCount are counters before which a one is a number, and no article.
var onesCount = setOf("月 日 号 號 時 时 点 點 年 番 楼 层 階 丁目 度 级 級 分 岁 歳 歲")

// isWeekday reports whether a numeral behind a word for a week is the name of a day.
func isWeekday(text, before, counter string) bool {
	switch before {
	case "", "第":
		return false
	case "周", "週":
		last, _ := utf8.DecodeLastRuneInString(text)
		if strings.ContainsRune("一二三四五六七八九十两兩0123456789", last) {
			return false
		}
	}
	return !strings.Contains("次回遍顿天", counter) || counter == ""
}

// isNoNumber reports whether numerals at a place of a text are part of a word or of a name.
func isNoNumber(s string, at int, run string) bool {
	for _, w := range noNumbers {
		if k := strings.Index(w, run); k >= 0 && at >= k && strings.HasPrefix(s[at-k:], w) {
			if w == "十分" {
				last, _ := utf8.DecodeLastRuneInString(s[:at])
				rest := s[at+len(w):]
				isTime := strings.ContainsRune("点點时時差", last) || strings.HasPrefix(rest, "钟") || strings.HasPrefix(rest, "鐘") || strings.HasPrefix(rest, "後") ||
					strings.HasPrefix(rest, "前") || strings.HasPrefix(rest, "間") || strings.HasPrefix(rest, "くらい") || strings.HasPrefix(rest, "ぐらい")
				return !isTime
			}
			return true
		}
	}
	return false
}

// isCounted reports whether numerals are a number: they count something, come behind "第", or are put together.
func isCounted(before, lead, run, counter, rest string) bool {
	if run == "一" && counter == "点" || run == "一" && counter == "點" { // a little, or one o'clock
		for _, w := range []string{"午", "晚上", "早上", "凌晨", "半夜", "中午", "夜里", "到", "今晚"} {
			if strings.HasSuffix(before, w) {
				return true
			}
		}
		return strings.HasPrefix(rest, counter+"半") || strings.HasPrefix(rest, counter+"钟") || strings.HasPrefix(rest, counter+"一刻") || strings.HasPrefix(rest, counter+"十")
	}
	if counter != "" || lead == "第" {
		return true
	}
	return utf8.RuneCountInString(run) > 1 && strings.ContainsAny(run, "十百千万萬")
}

// valueOfHan returns the value of Han numerals. Digits side by side without tens are a year, or several numbers.
func valueOfHan(run string) (int64, bool) {
	var total, group, last int64
	unit := int64(1) // of what a digit at the end counts: "两千五" is 2500
	n := 0
	isPut := strings.ContainsAny(run, "十百千万萬")
	scales := map[rune]int64{'十': 10, '百': 100, '千': 1000, '万': 10000, '萬': 10000}
	digits := ""
	for _, r := range run {
		n++
		if scale, ok := scales[r]; ok {
			if scale == 10000 {
				total, group, last = total+max(group+last, 1)*scale, 0, 0
			} else {
				group, last = group+max(last, 1)*scale, 0
			}
			unit = scale / 10
			continue
		}
		d := int64(strings.Index("〇一二三四五六七八九", string(r)) / len("一"))
		switch r {
		case '两', '兩':
			d = 2
		case '零':
			d = 0
		}
		if d == 0 {
			unit = 1
		}
		if last > 0 && isPut {
			return 0, false // "三四十"
		}
		last = d
		digits += strconv.FormatInt(d, 10)
	}
	if !isPut {
		if n > 1 && n != 4 { // "三四个"
			return 0, false
		}
		v, err := strconv.ParseInt(digits, 10, 64)
		return v, err == nil
	}
	if unit < 10 {
		unit = 1
	}
	return total + group + last*unit, true
}
