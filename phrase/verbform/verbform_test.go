package verbform_test

import (
	"testing"

	"keepsake/phrase/verbform"
)

func TestBareKorean(t *testing.T) {
	for said, want := range map[string]string{
		"고기 안 먹어": "고기 안 먹", "고기를 안 먹는다": "고기를 안 먹", "고기 안 먹어요": "고기 안 먹", "부산에 살아": "부산에 사", "부산에 산다": "부산에 사",
		"헬스장에 가": "헬스장에 가", "헬스장에 간다": "헬스장에 가", "안경 써": "안경 쓰", "안경을 쓴다.": "안경을 쓰.", "바둑 둬": "바둑 두", "바둑을 둔다": "바둑을 두",
		"재택근무 해": "재택근무 한다", "빌려줬어": "빌려줬어", "빌렸다": "빌렸다", "I live in Leeds": "I live in Leeds",
	} {
		if got := verbform.BareKorean(said); got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}

func TestPersons(t *testing.T) {
	for _, c := range []struct {
		claim, said string
		are         bool
	}{
		{"يشرب", "اشرب", true}, {"بيشتغل", "بشتغل", true}, {"يشرب", "يشرب", false}, {"تشرب", "تشرب", false}, {"امه", "امي", true}, {"يكره", "احب", false},
	} {
		if got := verbform.AreArabic(c.claim, c.said); got != c.are {
			t.Errorf("%s, %s: %v", c.claim, c.said, got)
		}
	}
	for _, c := range []struct {
		claim, said string
		is          bool
	}{{"gidiyor", "gidiyorum", true}, {"aldi", "aldim", true}, {"alacak", "alacagim", true}, {"alacak", "alacaktim", false}, {"kardes", "kardesim", false}} {
		if got := verbform.IsTurkish(c.claim, c.said); got != c.is {
			t.Errorf("%s, %s: %v", c.claim, c.said, got)
		}
	}
}

func TestIsFirst(t *testing.T) {
	for word, is := range map[string]bool{
		"pracuję": true, "noszę": true, "kawę": false, "siostrę": false, "pracę": false, "dejé": true, "conocí": true, "café": false, "aquí": false,
		"comprei": true, "Bäckerei": false, "dejo": false,
	} {
		if got := verbform.IsFirst(word); got != is {
			t.Errorf("%s: %v", word, got)
		}
	}
}
