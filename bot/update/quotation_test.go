package update_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"keepsake/bot/update"
	"keepsake/text"
	"keepsake/trust"
)

// entity is a MessageEntity as it stands on the wire.
type entity struct {
	Type   string `json:"type"`
	Offset int    `json:"offset"`
	Length int    `json:"length"`
}

// quoting returns the fields of a message of which an entity covers words.
func quoting(said, kind, words string) string {
	before, _, _ := strings.Cut(said, words)
	return withEntities("text", said, entity{kind, text.UTF16Len(before), text.UTF16Len(words)})
}

func withEntities(field, said string, es ...entity) string {
	quoted, _ := json.Marshal(said)
	list, _ := json.Marshal(es)
	return fmt.Sprintf(`%q:%s,%q:%s`, field, quoted, map[string]string{"text": "entities", "caption": "caption_entities"}[field], list)
}

// W7: Telegram's own quotations stand in the record as typed ones do.
func TestW7QuotationsOfTelegramAreMarked(t *testing.T) {
	for name, c := range map[string]struct{ fields, want string }{
		"nothing quoted":       {withEntities("text", "I am bold", entity{"bold", 0, 4}), "I am bold"},
		"all of it":            {quoting("Bob is mean", "blockquote", "Bob is mean"), "> Bob is mean"},
		"one that folds":       {quoting("Bob is mean", "expandable_blockquote", "Bob is mean"), "> Bob is mean"},
		"code":                 {quoting("fix this\nx = 1\n\ny = 2\nthanks", "pre", "x = 1\n\ny = 2"), "fix this\n> x = 1\n> \n> y = 2\nthanks"},
		"amid a line":          {quoting("see Bob is mean there", "blockquote", "Bob is mean"), "see \n> Bob is mean\n there"},
		"behind wide letters":  {quoting("👍🏽👍 так\nBob 👍 is mean\nok", "blockquote", "Bob 👍 is mean"), "👍🏽👍 так\n> Bob 👍 is mean\nok"},
		"half of a wide one":   {withEntities("text", "👍x", entity{"blockquote", 1, 1}), "> 👍\nx"},
		"nested":               {withEntities("text", "ab\ncd\nef", entity{"blockquote", 0, 5}, entity{"pre", 3, 2}), "> ab\n> cd\nef"},
		"overlapping":          {withEntities("text", "ab\ncd\nef", entity{"blockquote", 0, 4}, entity{"pre", 3, 5}), "> ab\n> cd\n> ef"},
		"other line ends":      {quoting("hi\nBob\r\nis\u2028mean", "blockquote", "Bob\r\nis\u2028mean"), "hi\n> Bob\n> is\n> mean"},
		"line ends at its rim": {withEntities("text", "a\nb\nc", entity{"blockquote", 1, 3}), "a\n> b\nc"},
		"beyond the end":       {withEntities("text", "ab\ncd", entity{"blockquote", 3, 1 << 40}), "ab\n> cd"},
		"nowhere":              {withEntities("text", "ab", entity{"blockquote", -1, 9}, entity{"pre", 9, 9}, entity{"pre", 0, -1}), "ab"},
		"in a caption":         {withEntities("caption", "look\nBob", entity{"blockquote", 5, 3}) + `,"photo":[{"file_id":"p"}]`, "look\n> Bob"},
	} {
		t.Run(name, func(t *testing.T) {
			in := decode(t, private, ann, c.fields)
			if in.Message.Text != c.want {
				t.Errorf("text = %q, want %q", in.Message.Text, c.want)
			}
			if in.Message.Trust != trust.Person {
				t.Errorf("trust = %s", in.Message.Trust)
			}
		})
	}
	edited := decodeRaw(t, `{"update_id":7,"edited_message":{"message_id":3,"date":1,`+private+`,`+ann+`,`+quoting("so\nBob", "blockquote", "Bob")+`}}`)
	if edited.Message.Text != "so\n> Bob" || edited.Message.Plain != "so\nBob" {
		t.Errorf("an edit reads %q", edited.Message.Text)
	}
}

// W7: secrets are masked before a payload is decoded, which moves what stands behind them.
func TestW7MaskedTextsKeepTheirQuotations(t *testing.T) {
	mask := func(s string) string {
		return strings.NewReplacer("hunter2hunter2", "•••", "tiger", "••••••••••").Replace(s)
	}
	for name, c := range map[string]struct{ said, quote, want string }{
		"a secret before":       {"pw hunter2hunter2\nBob is mean\nyes", "Bob is mean", "pw •••\n> Bob is mean\nyes"},
		"a secret after":        {"so\nBob is mean\npw tiger", "Bob is mean", "so\n> Bob is mean\npw ••••••••••"},
		"a secret in it":        {"so\nBob has hunter2hunter2 there\nyes", "Bob has hunter2hunter2 there", "so\n> Bob has ••• there\nyes"},
		"a secret at its start": {"so\nhunter2hunter2 is his\nyes", "hunter2hunter2 is his", "so\n> ••• is his\nyes"},
		"between two":           {"pw tiger\nBob\npw hunter2hunter2", "Bob", "pw \n> ••••••••••\n> Bob\n> pw •••"},
	} {
		t.Run(name, func(t *testing.T) {
			payload := `{"update_id":7,"message":{"message_id":3,"date":1,` + private + `,` + ann + `,` + quoting(c.said, "blockquote", c.quote) + `}}`
			if got := decodeRaw(t, string(update.Mask([]byte(payload), mask))).Message.Text; got != c.want {
				t.Errorf("text = %q, want %q", got, c.want)
			}
		})
	}
}

// FuzzW7Quotations: whatever the ranges are, a unit that an entity covers stands in a marked
// line, and nothing of the text is lost.
func FuzzW7Quotations(f *testing.F) {
	f.Add("see\nBob 👍 is mean\nok", 4, 11, 3, 30)
	f.Add("a\r\nb\u2028c", 0, 2, 5, 1)
	f.Add("👍👍", 1, 2, -4, 99)
	f.Fuzz(func(t *testing.T, said string, from1, length1, from2, length2 int) {
		said = text.Clean(said)
		if said == "" || strings.Contains(said, ">") {
			return
		}
		payload := fmt.Sprintf(`{"message":{%s}}`, withEntities("text", said, entity{"blockquote", from1, length1}, entity{"pre", from2, length2}))
		in, err := update.Decode([]byte(payload), me)
		if err != nil {
			t.Fatal(err)
		}
		var typed, all strings.Builder
		for _, line := range strings.Split(in.Message.Text, "\n") {
			if rest, ok := strings.CutPrefix(line, "> "); ok {
				all.WriteString(rest)
				continue
			}
			all.WriteString(line)
			typed.WriteString(line)
		}
		flat := func(s string) string { return strings.ReplaceAll(s, "\n", "") }
		if all.String() != flat(said) {
			t.Errorf("%q became %q", said, in.Message.Text)
		}
		covered := func(unit, from, length int) bool { return from >= 0 && unit >= from && unit-from < length }
		var want strings.Builder
		unit := 0
		for _, r := range said {
			isQuoted := false
			for range text.UTF16Len(string(r)) { // a character of two units is quoted when either is
				isQuoted = isQuoted || covered(unit, from1, length1) || covered(unit, from2, length2)
				unit++
			}
			if !isQuoted {
				want.WriteRune(r)
			}
		}
		if typed.String() != flat(want.String()) {
			t.Errorf("of %q, %q counts as typed; want %q", said, typed.String(), flat(want.String()))
		}
	})
}
