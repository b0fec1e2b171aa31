package recall_test

import (
	"math"
	"strings"
	"testing"

	"keepsake/memory/recall"
)

// A word of one Chinese character, and a short name in another case, find what was said.
func TestFindByParts(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.recall.Embedder = nil
		w.fill(30)
		for _, content := range []string{
			"用户养了一只猫，名叫咪咪", "用户的狗叫旺财", "用户买了一辆红色的车", "用户喜欢喝乌龙茶", "用户在北京工作", "ユーザーは犬を飼っている", "ユーザーの妻は花子という名前だ",
			"Петя — сосед пользователя", "Павел учит математику", "Лев любит рыбалку", "Оля — коллега пользователя", "Пользователь любит кофе",
			"Kasia jest siostrą użytkownika", "Marek to kolega z pracy", "Użytkownik lubi chodzić po górach",
		} {
			w.add(alice, content, "")
		}
		for question, want := range map[string]string{
			"猫": "咪咪", "茶": "乌龙茶", "犬": "犬を", "猫在哪里？": "咪咪", "狗饿了": "旺财", "车怎么样了？": "红色", "犬の餌を買った": "犬を", "妻に何をあげよう？": "花子",
			"Расскажи о Пете": "Петя", "Позвони Павлу": "Павел", "Что подарить Льву?": "Лев", "Оле понравится?": "Оля",
			"Odwiedzam Kasię": "Kasia", "Zadzwonię do Marka": "Marek", "Spotkam się z Markiem": "Marek",
		} {
			if got := w.find(recall.Query{Text: question}); len(got) == 0 || !strings.Contains(got[0], want) {
				t.Errorf("%q found %q, want %s first", question, got, want)
			}
		}
		if got := w.find(recall.Query{Text: "的是在我了"}); len(got) != 0 {
			t.Errorf("what only carries grammar found %q", got)
		}
		// The word itself comes before another of the same stem.
		w.add(alice, "Петр — врач", "")
		w.add(alice, "У Петра есть лодка", "")
		if got := w.find(recall.Query{Text: "Где лодка Петра?", Asked: true}); len(got) < 2 || !strings.Contains(got[0], "лодка") {
			t.Errorf("found %q", got)
		}
	})
}

// F19: of two equally relevant memories the one with a word of the question comes first, as the nearest by meaning may be far.
func TestWordsDecideBetweenEquals(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		nearness := map[string]float64{"Likes old maps": 0.3, "Owns a ship": 0.2, "Sister: Miriam": 0}
		e := fixed{"openai:equal", func(texts []string) ([][]float32, error) {
			out := make([][]float32, len(texts))
			for i, s := range texts {
				cosine, isMemory := nearness[s]
				if !isMemory {
					cosine = 1
				}
				out[i] = []float32{float32(cosine), float32(math.Sqrt(1 - cosine*cosine))}
			}
			return out, nil
		}}
		w.recall.Embedder, w.indexer.Embedder = e, e
		for content := range nearness {
			w.add(alice, content, "")
		}
		w.index()
		if got := w.find(recall.Query{Text: "Miriam", Asked: true}); len(got) == 0 || got[0] != "Sister: Miriam" {
			t.Errorf("found %q", got)
		}
	})
}
