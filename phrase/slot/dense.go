package slot

import (
	"regexp"
	"strings"

	"keepsake/phrase"
	"keepsake/text"
)

// isDenseText reports whether a statement is written without spaces for the greater part.
func isDenseText(s string) bool {
	dense, letters := 0, 0
	for _, r := range s {
		if phrase.IsDense(r) {
			dense += 2
		}
		letters++
	}
	return dense >= letters && dense > 0
}

// denseSelf are the words for the person.
var denseSelf = regexp.MustCompile(`使用者|用户|用戶|用家|我|ユーザー|利用者|わたし|私|僕|사용자|제|내|저는|나는|저|ผู้ใช้|ฉัน|ผม`)

// denseSlots are the slots of a script without spaces: each has groups for whose it is (optional),
// what (optional) and the value. A name stands for a relation; "" = the second group is it.
var denseSlots = []struct {
	relation string
	pattern  *regexp.Regexp
}{
	{"live", regexp.MustCompile(`^(.*?)(?:现在|現在|目前)?(?:住在|居住在|居住于|生活在|搬到了?)(.+)$`)},
	{"live", regexp.MustCompile(`^(.*?)(?:は|が)(?:今)?(.+?)(?:に住んで|で暮らして|に暮らして).*$`)},
	{"live", regexp.MustCompile(`^(.*?)(?:은|는|이|가)(.+?)에서?\s*(?:살|거주).*$`)},
	{"live", regexp.MustCompile(`^(.*?)(?:อาศัยอยู่ที่|อาศัยอยู่ใน|อยู่ที่)(.+)$`)},
	{"name", regexp.MustCompile(`^(.*?)的?(?:名字是|名字叫|姓名是|名叫|叫做|叫)(.+)$`)},
	{"name", regexp.MustCompile(`^(.*?)の?名前は(.+)$`)},
	{"name", regexp.MustCompile(`^(.*?)(?:의)?\s*이름은(.+)$`)},
	{"work", regexp.MustCompile(`^(.*?)在(.+?)(?:工作|上班|任职).*$`)},
	{"work", regexp.MustCompile(`^(.*?)(?:は|が)(.+?)(?:で働いて|に勤めて|で勤務).*$`)},
	{"work", regexp.MustCompile(`^(.*?)(?:은|는|이|가)(.+?)에서\s*(?:일|근무).*$`)},
	{"prefer", regexp.MustCompile(`^(.*?)(?:更喜欢|偏好|喜欢在)(.+)$`)},
	{"", regexp.MustCompile(`^(@|.+?的)(最喜欢的[^是]+|生日|[^的是]{1,4})是(.+)$`)},
	{"", regexp.MustCompile(`^(.+?)の(一番好きな[^は]+|好きな[^は]+|誕生日|[^のは]{1,5})は(.+)$`)},
	{"", regexp.MustCompile(`^(@의?|.+?의)\s*(가장 좋아하는\s*\S+?|생일|상사)(?:은|는)(.+)$`)},
}

// denseMany are the nouns of which a person may have several.
var denseMany = regexp.MustCompile(`姐|妹|哥|弟|朋友|同事|孩子|儿子|女儿|爱好|友達|兄|姉|娘|息子|同僚|趣味|친구|동료|언니|누나|형|오빠|동생|아들|딸|취미`)

// normalizeDense returns a statement of a dense script with one sign for the person, without marks
// and politeness at the end.
func normalizeDense(s string) string {
	s = strings.TrimRight(text.Fold(s), " .。!！?？")
	for _, end := range []string{"입니다", "이다", "예요", "이에요", "です", "でした", "だ", "了"} {
		s = strings.TrimSuffix(s, end)
	}
	s = denseSelf.ReplaceAllString(s, "@")
	return strings.ReplaceAll(s, "@的", "@")
}

// denseSlotOf returns the relation and the owner of a slot, and its value.
func denseSlotOf(s string) (key, value string, ok bool) {
	for _, d := range denseSlots {
		m := d.pattern.FindStringSubmatch(s)
		if m == nil {
			continue
		}
		owner := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSpace(m[1]), "の"), "의")
		relation := d.relation
		if relation == "" {
			relation, m = m[2], m[1:]
			if denseMany.MatchString(relation) || owner == "" {
				return "", "", false
			}
		}
		return owner + "\x00" + strings.ReplaceAll(relation, " ", ""), strings.TrimSpace(m[2]), true
	}
	return "", "", false
}

// denseNumbers finds what changes from one value to the next.
var denseNumbers = regexp.MustCompile(`[0-9０-９]+|星期[一二三四五六日天]|周[一二三四五六日]|[月火水木金土日]曜日?|[월화수목금토일]요일|[一二三四五六七八九十]+(?:个|点|岁|月|号|日)`)

// compareDense is Compare for scripts without spaces.
func compareDense(a, b string) Relation {
	x, y := normalizeDense(a), normalizeDense(b)
	keyX, valueX, okX := denseSlotOf(x)
	keyY, valueY, okY := denseSlotOf(y)
	if phrase.HasDenial(a) == phrase.HasDenial(b) && denseCore(x) == denseCore(y) && denseCore(x) != "" {
		if okX == okY && keyX == keyY {
			return SameFact
		}
		return SameSlot
	}
	if okX && okY && keyX == keyY {
		if valueX == valueY && phrase.HasDenial(a) == phrase.HasDenial(b) {
			return SameFact
		}
		return SameSlot
	}
	plainX, plainY := denseNumbers.ReplaceAllString(x, "#"), denseNumbers.ReplaceAllString(y, "#")
	if plainX == plainY && strings.Contains(plainX, "#") && text.Len(strings.Trim(plainX, "@#")) >= 2 {
		return SameSlot
	}
	if phrase.HasDenial(a) != phrase.HasDenial(b) && stripDenials(x) == stripDenials(y) {
		return SameSlot
	}
	return Different
}

// denseCore returns a statement without the words that only frame it.
func denseCore(s string) string {
	for _, f := range []string{"现在", "目前", "的", "了", "です", "ます", "は", "が", "の", "을", "를", "은", "는", "이", "가", "의", " "} {
		s = strings.ReplaceAll(s, f, "")
	}
	return s
}

// stripDenials returns a statement without its denials.
func stripDenials(s string) string {
	for _, d := range []string{"지 않는다", "지 않습니다", "ません", "ない"} {
		s = strings.ReplaceAll(s, d, "")
	}
	s = phrase.StripDenseDenials(s)
	for _, e := range []string{"ます", "한다", "습니다", "は", "が", "を", "을", "를"} {
		s = strings.ReplaceAll(s, e, "")
	}
	return s
}
