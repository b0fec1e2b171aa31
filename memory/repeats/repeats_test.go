package repeats_test

import (
	"strings"
	"testing"

	"keepsake/memory/repeats"
)

// What repeats a forgotten content is known by what it says, in several languages; what
// only mentions somebody is not.
func TestRepeats(t *testing.T) {
	for _, c := range []struct {
		content string
		yes, no []string
	}{
		{"ZEBRAcanary lives at 12 Elm Street",
			[]string{
				"zebracanary  LIVES at 12 Elm Street.", "so she lives at 12 Elm Street, right", "12, Elm Street", "ZEBRAcanary? Elm Street 12!",
				"As you told me, ZEBRAcanary lives at 12 Elm Street.", "where ZEBRAcanary lives: Elm Street",
			},
			[]string{"write to ZEBRAcanary", "the elm in our street", "12 o'clock", "she lives in Rome", "Where does she live?"}},
		{"Alec is the user's boss",
			[]string{"Alec, your boss", "my boss is Alec", "the bosses, Alec's friends", "Would you like me to remember that Alec is your boss?"},
			[]string{"create a task to update Alec", "Alec called", "how do I talk to a boss?", "is this the user's?", "",
				"Alec came by today. " + strings.Repeat("We spoke about many other things for a while. ", 3) + "Later my boss rang."}},
		{"User lives in Berlin",
			[]string{"I live in Berlin", "you live near Berlin"},
			[]string{"the weather in Berlin", "where do you live?", "a user in Paris"}},
		{"User is vegan", []string{"as I am vegan, what can I cook?"}, []string{"the user is new", "what can I cook?"}},
		{"User's passport number is AB1234567", []string{"AB1234567", "passport ab1234567?", "the passport number"}, []string{"my phone number", "AB7654321"}},
		{"Alec is the user's boss at TechCorp and plays the cello on Sundays",
			[]string{"Alec, boss at TechCorp", "who plays cello sunday mornings?"},
			[]string{"I bought a cello", "Alec and TechCorp"}},
		{"Alec ist der Chef des Benutzers", []string{"dein Chef Alec", "Alec ist mein Chef"}, []string{"Ruf Alec an", "der Chef des Hauses"}},
		{"La hermana del usuario vive en Sevilla", []string{"mi hermana vive en Sevilla", "tu hermana, en Sevilla"}, []string{"un viaje a Sevilla", "mi hermana llama"}},
		{"Алек — начальник пользователя", []string{"Твой начальник Алек", "с начальником Алеком"}, []string{"позвони Алеку", "начальник станции"}},
		{"阿力是用户的老板", []string{"你的老板是阿力", "阿力,我老板"}, []string{"给阿力打电话", "老板娘"}},
		{"用户住在北京朝阳区", []string{"我住在北京朝阳区", "她住北京朝阳"}, []string{"北京的天气", "我住在上海"}},
		{"田中太郎はユーザーの上司です", []string{"上司の田中太郎"}, []string{"田中太郎にメールして", "上司とは"}},
		{"알렉은 사용자의 상사입니다", []string{"알렉, 당신의 상사"}, []string{"알렉에게 전화"}},
		{"أليك هو مدير المستخدم", []string{"مديرك أليك"}, []string{"اتصل مع أليك"}},
		{"tea", nil, []string{"tea with steam", "tea"}}, // too short to be looked for
		{"the user is", []string{"so the user is here"}, []string{"the user"}},
	} {
		repeats := repeats.Match([]string{"something else altogether", c.content}, nil)
		for _, said := range c.yes {
			if !repeats(said) {
				t.Errorf("%q is not seen in %q", c.content, said)
			}
		}
		for _, said := range c.no {
			if repeats(said) {
				t.Errorf("%q is seen in %q", c.content, said)
			}
		}
	}
}

// Words that the memories which stay use too say less.
func TestRepeats_Kept(t *testing.T) {
	const content, said = "Alec knows Bob from TechCorp", "a letter from Bob at TechCorp"
	kept := []string{"Bob likes tea", "Bob has a boat", "TechCorp is in Rome", "TechCorp pays late"}
	if !repeats.Match([]string{content}, nil)("Bob, TechCorp and Alec") || !repeats.Match([]string{content}, kept)("Bob, TechCorp and Alec, who knows") {
		t.Error("not seen at all")
	}
	if repeats.Match([]string{content}, kept)(said) {
		t.Error("words of what is kept count in full")
	}
	if repeats.Match(nil, kept)(said) || repeats.Match([]string{"", "  \u200b   "}, nil)(said) {
		t.Error("nothing forgotten, and something seen")
	}
}

func BenchmarkRepeats(b *testing.B) {
	repeats := repeats.Match([]string{"ZEBRAcanary lives at 12 Elm Street", "ZEBRAcanary lives at 14 Oak Road"}, nil)
	said := strings.Repeat("The quick brown fox jumps over the lazy dog while it rains. ", 4)
	for b.Loop() {
		repeats(said)
	}
}
