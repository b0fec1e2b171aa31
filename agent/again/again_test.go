package again_test

import (
	"context"
	"errors"
	"testing"

	"keepsake/agent/again"
	"keepsake/llm"
)

func TestHintOfLanguage(t *testing.T) {
	german, russian := "Ich wohne jetzt in Graz und suche ein gutes Café, was meinst du?", "Я переехал в Казань, что там посмотреть?"
	english := "That is a great choice! You can find a lot of cafés in the old town."
	for name, c := range map[string]struct {
		talk again.Talk
		want string
	}{
		"English for German":    {again.Talk{Said: []string{german}, Answer: english}, "German"},
		"English for Russian":   {again.Talk{Said: []string{russian}, Answer: english}, "Russian"},
		"a short one":           {again.Talk{Said: []string{"我女儿小雨会拉大提琴"}, Answer: "Oh, that's great! I hope she enjoys it."}, "Chinese"},
		"Chinese for English":   {again.Talk{Said: []string{"What is the best time to visit your city?"}, Answer: "春天是最好的时候，天气很好。"}, "English"},
		"the same":              {again.Talk{Said: []string{german}, Answer: "Das ist eine gute Wahl, und die Altstadt hat viele Cafés."}, ""},
		"too short to tell":     {again.Talk{Said: []string{"ok"}, Answer: english}, ""},
		"a short answer":        {again.Talk{Said: []string{german}, Answer: "Okay!"}, ""},
		"it was asked for":      {again.Talk{Said: []string{german + " Antworte auf Englisch."}, Answer: english}, ""},
		"a translation":         {again.Talk{Said: []string{"Übersetze das bitte: " + german}, Answer: english}, ""},
		"a wish":                {again.Talk{Said: []string{german}, Around: []string{"[id:12345678] User wants answers in English"}, Answer: english}, ""},
		"asked for earlier":     {again.Talk{Said: []string{german}, Before: []string{"Lass uns Englisch üben"}, Answer: english}, ""},
		"they write in both":    {again.Talk{Said: []string{german}, Before: []string{"What is the weather like in your town?"}, Answer: english}, ""},
		"code":                  {again.Talk{Said: []string{german}, Answer: "```\n// This is the loop that you have to write for the list\n```\nDas ist die Schleife, die du brauchst."}, ""},
		"a name is no language": {again.Talk{Said: []string{"Was weißt du über die Band The Who und ihre Lieder?"}, Answer: "The Who ist eine Band, und die Lieder sind nicht alt."}, ""},
	} {
		want := ""
		if c.want != "" {
			want = "The user writes in " + c.want + ". Answer in " + c.want + ", unless they asked for another language."
		}
		if got := c.talk.Hint(); got != want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestHintToKeep: the first two are what qwen2.5-coder-1.5b really answered; no tool was called.
func TestHintToKeep(t *testing.T) {
	for name, c := range map[string]struct {
		talk again.Talk
		want bool
	}{
		"a promise":             {again.Talk{Said: []string{"提醒我买牛奶"}, Answer: "好的，我会提醒你买牛奶。", CanKeep: true}, true},
		"a word":                {again.Talk{Said: []string{"From now on call me Max and answer without emoji"}, Answer: "Max", CanKeep: true}, true},
		"German":                {again.Talk{Said: []string{"Hallo! Erinnere mich bitte daran, Milch zu kaufen"}, Answer: "Das mache ich.", CanKeep: true}, true},
		"Russian":               {again.Talk{Said: []string{"Запомни: я не ем мясо"}, Answer: "Хорошо, запомню.", CanKeep: true}, true},
		"politely":              {again.Talk{Said: []string{"Could you please remind me to buy milk"}, Answer: "Sure!", CanKeep: true}, true},
		"a tool was called":     {again.Talk{Said: []string{"Remind me to buy milk"}, Answer: "Sure!"}, false},
		"it asks back":          {again.Talk{Said: []string{"Remind me to buy milk"}, Answer: "When shall I remind you?", CanKeep: true}, false},
		"a secret":              {again.Talk{Said: []string{"Remember that my password is •••"}, Answer: "I do not keep passwords.", CanKeep: true}, false},
		"a shared past":         {again.Talk{Said: []string{"Remember when we talked about Graz"}, Answer: "Yes.", CanKeep: true}, false},
		"nothing was asked for": {again.Talk{Said: []string{"I can't remember that song"}, Answer: "Sing it to me.", CanKeep: true}, false},
	} {
		if got := c.talk.Hint(); (got != "") != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// A second answer in a third language, or one that tells nothing of its language, is no better.
func TestMends(t *testing.T) {
	foreign := again.Talk{Said: []string{"Я переехал в Казань, что там посмотреть?"}, Answer: "That is a great choice! You can find a lot of cafés in the old town."}
	for second, want := range map[string]bool{"Кремль и старый город.": true, "The old town is the best of it, and you have to see it.": false, "OK": false} {
		if got := foreign.Mends(second); got != want {
			t.Errorf("%q: %v", second, got)
		}
	}
	unkept := again.Talk{Said: []string{"Remind me to buy milk"}, Answer: "Sure!", CanKeep: true}
	if !unkept.Mends("I cannot set a reminder without a time.") {
		t.Error("what says plainly that nothing is kept does not stand")
	}
}

// Why an answer was asked for once more, and whether that helped, is told once; of what was not asked again nothing is.
func TestOutcomesAreCounted(t *testing.T) {
	const german, english = "Meine Schwester hat heute Geburtstag und ich weiß nicht, was ich ihr schenken soll.", "You could give her a book, or take her out for a nice dinner this evening."
	foreign := again.Talk{Said: []string{german}, Answer: english}
	unkept := again.Talk{Said: []string{"Remind me to buy milk tomorrow morning"}, CanKeep: true, Answer: "I will remind you."}
	both := again.Talk{Said: []string{"Erinnere mich bitte morgen früh daran, dass ich noch die Milch kaufen muss"}, CanKeep: true, Answer: english}
	calls := llm.Response{ToolCalls: []llm.ToolCall{{Name: "create_task"}}}
	for name, c := range map[string]struct {
		first    again.Talk
		second   llm.Response
		err      error
		reason   string
		isMended bool
	}{
		"in the right language": {foreign, llm.Response{Content: "Schenk ihr doch ein Buch, oder geh heute Abend mit ihr schön essen."}, nil, again.Language, true},
		"foreign again":         {foreign, llm.Response{Content: english}, nil, again.Language, false},
		"kept":                  {unkept, calls, nil, again.Unkept, true},
		"asked back":            {unkept, llm.Response{Content: "At what time?"}, nil, again.Unkept, true},
		"promised again":        {unkept, llm.Response{Content: "I have noted it."}, nil, again.Unkept, false},
		"nothing":               {unkept, llm.Response{}, nil, again.Unkept, false},
		"failed":                {foreign, llm.Response{}, errors.New("away"), again.Language, false},
		"both":                  {both, calls, nil, again.Both, true},
		"stopped":               {foreign, llm.Response{}, context.Canceled, "", false},
		"not asked again":       {again.Talk{Said: foreign.Said}, llm.Response{Content: german}, nil, "", false},
	} {
		told := 0
		c.first.Tell(func(reason string, isMended bool) {
			if told++; reason != c.reason || isMended != c.isMended {
				t.Errorf("%s: %q, mended: %t", name, reason, isMended)
			}
		}, c.second, c.err)
		if told != len(c.reason[:min(1, len(c.reason))]) {
			t.Errorf("%s: told %d times", name, told)
		}
	}
	foreign.Tell(nil, calls, nil)
}

// 15.2: "Remember that Alec is my boss" was answered "Alec is the user's boss." by a small model, and nothing was kept.
func TestUnkept(t *testing.T) {
	for said, want := range map[string]string{
		"Remember that Alec is my boss":                     "Alec is my boss",
		"Hi! Please remember that I hate coriander. Thanks": "I hate coriander",
		"Merk dir, dass ich keinen Koriander mag":           "ich keinen Koriander mag",
		"Запомни, что я люблю чай":                          "я люблю чай",
		"记住我姐姐叫安娜":                                          "我姐姐叫安娜",
		"Remind me to buy milk":                             "",
		"Remember that":                                     "",
		"My password is hunter2, remember that":             "",
		"I remember that day":                               "",
	} {
		if got := (again.Talk{Said: []string{said}, CanKeep: true, Answer: "Alec is the user's boss."}).Unkept(); got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
	if got := (again.Talk{Said: []string{"Remember that Alec is my boss"}, Answer: "Done."}).Unkept(); got != "" {
		t.Errorf("where nothing can be kept: %q", got)
	}
}

// 15.2: what a small model said where nothing was kept.
func TestClaimsKept(t *testing.T) {
	for answer, want := range map[string]bool{
		"Thank you for providing this information. I have added it to your memory.":                   true,
		"I have stored the fact \"Chi\" for future conversations. I will call Chi from now on.":       true,
		"The memory about Anna has been updated with the fact \"Anna lives in Lisbon and is a vet\".": true,
		"Thank you for providing this information. I have updated my memory.":                         true,
		"Ich habe mir gemerkt, dass Anna in Lissabon wohnt.":                                          true,
		"Я запомнил, что ты любишь чай.":                                                              true,
		"好的，我已经记住了。":                                                                                  true,
		"I'll keep that in mind. Shall I remember it?":                                                false,
		"I've already saved that in my memory.":                                                       false,
		"Das habe ich bereits; ich habe es mir im Mai gemerkt.":                                       false,
		"I have added the salt. Now stir.":                                                            false,
		"You told me in March that your memory of the trip is hazy.":                                  false,
		"`I have added it to your memory.`":                                                           false,
	} {
		if got := again.ClaimsKept(answer); got != want {
			t.Errorf("%q: %v", answer, got)
		}
	}
}
