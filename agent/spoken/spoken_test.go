package spoken_test

import (
	"context"
	"strings"
	"testing"

	"keepsake/agent/spoken"
	"keepsake/delivery"
	"keepsake/people"
	"keepsake/session"
)

// Issue 14.4: what is read aloud has no marks and no addresses; what is long, code or a table is not read aloud.
func TestText(t *testing.T) {
	for answer, want := range map[string]string{
		"I **see** *you*.":                      "I see you.",
		"- milk\n- bread":                       "• milk\n• bread",
		"Look at https://example.com/a?b=c now": "Look at now",
		"See [the page](https://example.com/).": "See the page (example.com).",
		"Привет, Анна 🙂":                        "Привет, Анна 🙂",
		"Type `ls`":                             "",
		"Like so:\n```\nls\n```":                "",
		"| a | b |\n|---|---|\n| 1 | 2 |":       "",
		"Prices:\n\n| a | b |\n|---|---|\n":     "",
		"  ":                                    "",
		"https://example.com":                   "",
		strings.Repeat("word ", 161):            "",
		strings.Repeat("a", 800):                strings.Repeat("a", 800),
	} {
		if got := spoken.Text(answer); got != want {
			t.Errorf("%.40q is read %.80q, want %.80q", answer, got, want)
		}
	}
}

type outbox struct{ got []delivery.Outgoing }

func (b *outbox) Put(_ context.Context, o delivery.Outgoing) (int64, error) {
	b.got = append(b.got, o)
	return 1, nil
}

// Whether an answer is spoken is the chat's choice; a keyboard has no ears.
func TestPut(t *testing.T) {
	for _, c := range []struct {
		chat  int64
		aloud bool
		voice string
		want  bool
	}{
		{11, true, "", true}, {11, false, "", false}, {11, false, people.VoiceAlways, true}, {11, true, people.VoiceNever, false}, {7777, true, people.VoiceAlways, false}, {-100, true, "", true}, {-100, false, "", false},
	} {
		var box outbox
		err := spoken.Put(t.Context(), &box, session.Place{Bot: "k", Chat: c.chat, Topic: 3}, session.Turn{Person: "telegram:11", Spoken: c.aloud}, people.Manner{Voice: c.voice}, "Hello.")
		if err != nil || len(box.got) > 1 || (len(box.got) == 1) != c.want {
			t.Errorf("%+v: %+v, %v", c, box.got, err)
		}
		for _, o := range box.got {
			if o.Kind != delivery.Voice || o.Body.Text != "Hello." || o.Person != "telegram:11" || o.Chat != c.chat || !o.Body.Silent || o.Topic != 3 || o.TurnID != "" {
				t.Errorf("put: %+v", o)
			}
		}
	}
}
