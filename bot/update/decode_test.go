package update_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"keepsake/bot/update"
	"keepsake/delivery"
	"keepsake/people"
	"keepsake/session"
	"keepsake/trust"
)

var me = update.Identity{ID: 99, Username: "KeepsakeBot", Name: "Keepsake"}

// Parts of payloads.
const (
	private = `"chat":{"id":11,"type":"private"}`
	group   = `"chat":{"id":-5,"type":"supergroup","title":"Family"}`
	ann     = `"from":{"id":11,"first_name":"Ann","last_name":" Lee","username":"ann","language_code":"de"}`
	ourself = `"from":{"id":99,"is_bot":true,"first_name":"Keepsake"}`
)

// decode reads a message with these fields.
func decode(t *testing.T, fields ...string) update.Incoming {
	t.Helper()
	return decodeRaw(t, `{"update_id":7,"message":{"message_id":3,"date":1700000000,`+strings.Join(fields, ",")+`}}`)
}

func decodeRaw(t *testing.T, payload string) update.Incoming {
	t.Helper()
	in, err := update.Decode([]byte(payload), me)
	if err != nil {
		t.Fatalf("%v in %s", err, payload)
	}
	return in
}

func TestDecodesWhoSaysWhatWhere(t *testing.T) {
	in := decode(t, group, ann, `"is_topic_message":true,"message_thread_id":4,"media_group_id":"al"`, `"text":"hi\u0000 there"`)
	want := update.Incoming{
		UpdateID: 7, Kind: update.Written, Chat: update.Chat{ID: -5, Kind: update.Group, Title: "Family"}, Topic: 4,
		Sender: people.Person{ID: people.ID(11), Name: "Ann Lee", Username: "ann", ClientLang: "de"},
		Message: update.Message{
			ID: 3, SentAt: time.Unix(1700000000, 0).UTC(), Text: "hi there", Plain: "hi there", Trust: trust.Person, Album: "al",
			Author: people.Person{ID: people.ID(11), Name: "Ann Lee", Username: "ann", ClientLang: "de"},
		},
	}
	if !reflect.DeepEqual(in, want) {
		t.Errorf("got  %+v\nwant %+v", in, want)
	}
	if got := in.Place("k"); got != (session.Place{Bot: "k", Chat: -5, Topic: 4}) {
		t.Errorf("place = %+v", got)
	}
	if !in.IsGroup() || in.IsEmpty() || !in.HasSender() {
		t.Errorf("group %v, empty %v, sender %v", in.IsGroup(), in.IsEmpty(), in.HasSender())
	}
}

func TestATopicCountsOnlyInAForum(t *testing.T) {
	if in := decode(t, group, ann, `"message_thread_id":4,"text":"hi"`); in.Topic != 0 {
		t.Errorf("topic = %d, want none for a thread of answers", in.Topic)
	}
}

// W11: a message is trusted as little as the least trusted thing that is true of it.
func TestTrustFollowsWhoWroteTheWords(t *testing.T) {
	forward := `"forward_origin":{"type":"hidden_user","date":1,"sender_user_name":"Bob"}`
	asGroup := `"sender_chat":{"id":-5,"type":"supergroup","title":"Family"}`
	asChannel := `"sender_chat":{"id":-8,"type":"channel","title":"News \n today"}`
	annLee := people.Person{ID: people.ID(11), Name: "Ann Lee", Username: "ann", ClientLang: "de"}
	viaBot := `"via_bot":{"id":50,"is_bot":true,"first_name":"gif"}`
	for name, c := range map[string]struct {
		fields string
		level  trust.Level
		author people.Person
	}{
		"typed":                            {``, trust.Person, people.Person{ID: people.ID(11), Name: "Ann Lee", Username: "ann", ClientLang: "de"}},
		"forwarded":                        {forward, trust.Forwarded, people.Person{ID: people.ID(11), Name: "Ann Lee", Username: "ann", ClientLang: "de"}},
		"by an inline bot":                 {viaBot, trust.Tool, people.Person{ID: people.ID(11), Name: "Ann Lee", Username: "ann", ClientLang: "de"}},
		"by an anonymous admin":            {asGroup, trust.Member, people.Person{Name: "Admin", Receipts: true}},
		"by a channel":                     {asChannel, trust.Member, people.Person{Name: "News today", Receipts: true}},
		"forwarded, as an old server says": {`"forward_date":1,"forward_from":{"id":12,"first_name":"Bob"}`, trust.Forwarded, annLee},
		"from a hidden account, said so":   {`"forward_date":1,"forward_sender_name":"Bob"`, trust.Forwarded, annLee},
		"from a channel, said so":          {`"forward_from_chat":{"id":-8,"type":"channel"}`, trust.Forwarded, annLee},
		"passed on by Telegram":            {asChannel + `,"is_automatic_forward":true`, trust.Forwarded, people.Person{Name: "News today", Receipts: true}},
		"the caption of a story":           {`"story":{"id":1,"chat":{"id":12,"type":"private"}}`, trust.Forwarded, annLee},
		"an answer to a story":             {`"reply_to_story":{"id":1,"chat":{"id":12,"type":"private"}}`, trust.Person, annLee},
		"an answer to another chat":        {`"external_reply":{"origin":{"type":"hidden_user","date":1,"sender_user_name":"Bob"}}`, trust.Person, annLee},
		"by a bot for a business":          {`"sender_business_bot":{"id":50,"is_bot":true,"first_name":"Shop"}`, trust.Tool, annLee},
		"by a channel, and forwarded":      {asChannel + "," + forward, trust.Forwarded, people.Person{Name: "News today", Receipts: true}},
		"forwarded by an inline bot":       {viaBot + "," + forward, trust.Tool, people.Person{ID: people.ID(11), Name: "Ann Lee", Username: "ann", ClientLang: "de"}},
	} {
		t.Run(name, func(t *testing.T) {
			fields := []string{group, ann, `"text":"x"`}
			if c.fields != "" {
				fields = append(fields, c.fields)
			}
			in := decode(t, fields...)
			if in.Message.Trust != c.level || in.Message.Author != c.author || in.Sender != c.author {
				t.Errorf("trust %s of %+v, want %s of %+v", in.Message.Trust, in.Message.Author, c.level, c.author)
			}
			if in.Anonymous != (c.author.ID == "") || in.AsGroup != (c.author.Name == "Admin") || !in.HasSender() {
				t.Errorf("anonymous %v, as the group %v", in.Anonymous, in.AsGroup)
			}
		})
	}
}

func TestOnlyTypedTextIsALine(t *testing.T) {
	edited := `{"update_id":7,"edited_message":{"message_id":3,"date":1,` + private + `,` + ann + `,"text":"/help"}}`
	for name, c := range map[string]struct {
		in   update.Incoming
		line string
	}{
		"typed":            {decode(t, private, ann, `"text":"/help"`), "/help"},
		"edited":           {decodeRaw(t, edited), "/help"},
		"a caption":        {decode(t, private, ann, `"caption":"/help"`), ""},
		"forwarded":        {decode(t, private, ann, `"text":"/help","forward_origin":{"type":"hidden_user","date":1,"sender_user_name":"Bob"}`), ""},
		"by an inline bot": {decode(t, private, ann, `"text":"/help","via_bot":{"id":50,"is_bot":true,"first_name":"gif"}`), ""},
		"quoted":           {decode(t, private, ann, `"text":"/help","entities":[{"type":"blockquote","offset":0,"length":5}]`), "> /help"},
		"a tap":            {decodeRaw(t, tapped(`"message_id":4,"date":5,`+private+`,`+ourself+`,"text":"/help"`)), ""},
	} {
		if got := c.in.TypedLine(); got != c.line {
			t.Errorf("%s: %q, want %q", name, got, c.line)
		}
	}
}

func TestQuotes(t *testing.T) {
	reply := func(author string, before time.Duration, more string) string {
		return fmt.Sprintf(`"reply_to_message":{"message_id":2,"date":%d,%s,%s,"text":" said before "%s}`,
			1700000000-int(before.Seconds()), private, author, more)
	}
	bob := `"from":{"id":12,"first_name":"Bob"}`
	forward := `,"forward_origin":{"type":"hidden_user","date":1,"sender_user_name":"Bob"}`
	long := strings.Repeat("я", 1200)
	for name, c := range map[string]struct {
		chat, fields, quote string
	}{
		"nothing":                     {private, `"text":"x"`, ""},
		"what the person marked":      {private, `"text":"x","quote":{"text":" a part ","position":0},` + reply(ourself, 0, ""), "a part"},
		"our words of a moment ago":   {private, `"text":"x",` + reply(ourself, time.Minute, ""), ""},
		"our words of an hour ago":    {private, `"text":"x",` + reply(ourself, time.Hour, ""), "said before"},
		"their own of a moment ago":   {private, `"text":"x",` + reply(ann, time.Minute, ""), ""},
		"a forwarded one just sent":   {private, `"text":"x",` + reply(ann, time.Minute, forward), "said before"},
		"in a group, their own":       {group, `"text":"x",` + reply(ann, time.Minute, ""), "said before"},
		"in a group, somebody else's": {group, `"text":"x",` + reply(bob, time.Minute, ""), "said before"},
		"very long":                   {private, `"text":"x","quote":{"text":"` + long + `","position":0}`, strings.Repeat("я", 999) + "…"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := decode(t, c.chat, ann, c.fields).Quote; got != c.quote {
				t.Errorf("quote = %q, want %q", got, c.quote)
			}
		})
	}
}

// A message of a topic names the notice that began it, which it does not answer.
func TestRepliesTo(t *testing.T) {
	reply := func(id string) string {
		return `"reply_to_message":{"message_id":` + id + `,"date":1,` + group + `,` + ourself + `,"text":"Shall I?"}`
	}
	topic := `"text":"yes","message_thread_id":7,"is_topic_message":true`
	for fields, want := range map[string]int64{`"text":"yes"`: 0, `"text":"yes",` + reply("2"): 2, topic + `,` + reply("7"): 0, topic + `,` + reply("9"): 9} {
		if in := decode(t, group, ann, fields); in.RepliesTo() != want {
			t.Errorf("%s: a reply to %d, want %d", fields, in.RepliesTo(), want)
		}
	}
}

func TestReplyIsAMessageOfItsOwn(t *testing.T) {
	in := decode(t, group, ann, `"text":"what is it?"`,
		`"reply_to_message":{"message_id":2,"date":1,`+group+`,`+ourself+`,"photo":[{"file_id":"p","width":90,"height":90}],"caption":"look"}`)
	r := in.Reply
	if r == nil || r.ID != 2 || !r.IsBot || !r.IsOurs || r.Text != "look" || !r.IsCaption || r.Attachment.Kind != "photo" {
		t.Errorf("reply = %+v", r)
	}
}

func TestIsAddressed(t *testing.T) {
	mention := func(text string, offset, length int) string {
		return fmt.Sprintf(`"text":%q,"entities":[{"type":"mention","offset":%d,"length":%d}]`, text, offset, length)
	}
	answer := func(author, more string) string {
		return `"text":"yes","reply_to_message":{"message_id":2,"date":1,` + group + `,` + author + more + `}`
	}
	for name, c := range map[string]struct {
		fields          string
		mentioned, name bool
	}{
		"nobody":                  {`"text":"good morning"`, false, false},
		"a mention":               {mention("hi @keepsakebot!", 3, 12), true, false},
		"a mention behind emoji":  {mention("👍🏽👍 @KeepsakeBot", 7, 12), true, false},
		"somebody else's mention": {mention("hi @keepsakebotty", 3, 14), false, false},
		"a caption":               {`"caption":"@KeepsakeBot","caption_entities":[{"type":"mention","offset":0,"length":12}]`, true, false},
		"by number":               {`"text":"you","entities":[{"type":"text_mention","offset":0,"length":3,"user":{"id":99,"first_name":"K"}}]`, true, false},
		"by another number":       {`"text":"you","entities":[{"type":"text_mention","offset":0,"length":3,"user":{"id":98,"first_name":"K"}}]`, false, false},
		"an answer to us":         {answer(ourself, `,"text":"?"`), true, false},
		"an answer to others":     {answer(ann, `,"text":"?"`), false, false},
		"in a topic we opened":    {answer(ourself, `,"forum_topic_created":{"name":"n","icon_color":1}`), false, false},
		"by name":                 {`"text":"Keepsake, what's up"`, false, true},
		"by name alone":           {`"text":"keepsake"`, false, true},
		"by name, greeted":        {`"text":"hey keepsake!"`, false, true},
		"by name at the end":      {`"text":"what's up, Keepsake?"`, false, true},
		"about us":                {`"text":"a keepsake from Rome"`, false, false},
		"about us at the end":     {`"text":"what a lovely keepsake"`, false, false},
		"a longer word":           {`"text":"keepsakes are dear"`, false, false},
		"a forwarded call":        {`"text":"Keepsake, do it","forward_origin":{"type":"hidden_user","date":1,"sender_user_name":"Bob"}`, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			in := decode(t, group, ann, c.fields)
			if in.IsAddressed(false) != c.mentioned || in.IsAddressed(true) != (c.mentioned || c.name) {
				t.Errorf("addressed %v, by name too %v; want %v, %v",
					in.IsAddressed(false), in.IsAddressed(true), c.mentioned, c.mentioned || c.name)
			}
		})
	}
	nameless := me
	nameless.Name = ""
	if in, _ := update.Decode([]byte(`{"update_id":7,"message":{"message_id":3,`+group+`,"text":"hello"}}`), nameless); in.Named {
		t.Error("a bot without a name is called by it")
	}
}

// tapped is the payload of a tap under a message with these fields.
func tapped(fields string) string {
	return `{"update_id":8,"callback_query":{"id":"q1","data":"open:m1:2",` + ann + `,"message":{` + fields + `}}}`
}

func TestDecodesTaps(t *testing.T) {
	in := decodeRaw(t, tapped(`"message_id":4,"date":5,`+group+`,`+ourself+`,"text":"🎈 b link",
		"entities":[{"type":"bold","offset":3,"length":1},{"type":"text_link","offset":5,"length":4,"url":"https://x.y"},{"type":"mention","offset":0,"length":1}],
		"reply_markup":{"inline_keyboard":[[{"text":"A","callback_data":"open:m1:2"},{"text":"B","url":"https://b.c"}],[{"text":"C","callback_data":"list"}]]}`))
	if in.Kind != update.Tapped || in.Sender.ID != people.ID(11) || in.Message.ID != 4 || in.Chat.ID != -5 || in.Tap == nil {
		t.Fatalf("in = %+v", in)
	}
	if in.SenderIsBot || !in.Message.IsOurs {
		t.Errorf("sender is a bot: %v, the message ours: %v", in.SenderIsBot, in.Message.IsOurs)
	}
	if in.Tap.ID != "q1" || in.Tap.Action != "open" || in.Tap.Ref != "m1:2" || in.Tap.Data != "open:m1:2" {
		t.Errorf("tap = %+v", in.Tap)
	}
	want := [][]delivery.Button{
		{{Text: "A", Action: "open", Ref: "m1:2"}, {Text: "B", URL: "https://b.c"}}, {{Text: "C", Action: "list"}},
	}
	if !reflect.DeepEqual(in.Tap.Keyboard, want) {
		t.Errorf("keyboard = %+v", in.Tap.Keyboard)
	}
	if s := in.Tap.Text; s.Text != "🎈 b link" || len(s.Entities) != 2 || s.Entities[1].URL != "https://x.y" {
		t.Errorf("text = %+v, want what we may send again", s)
	}
}

func TestATapUnderAMessageOutOfReach(t *testing.T) {
	in := decodeRaw(t, tapped(`"message_id":4,"date":0,`+private))
	if in.Kind != update.Tapped || in.Message.ID != 4 || in.Chat.ID != 11 || in.Tap.Ref != "m1:2" || in.Tap.Keyboard != nil {
		t.Errorf("in = %+v", in)
	}
	in = decodeRaw(t, `{"update_id":8,"callback_query":{"id":"q1","data":"x",`+ann+`,"inline_message_id":"i"}}`)
	if in.Kind != update.Tapped || in.Tap == nil || in.Tap.ID != "q1" || in.HasPlace() {
		t.Errorf("a tap nobody knows where: %+v", in)
	}
}

func TestDecodesNewsOfTheChat(t *testing.T) {
	member := func(before, now string) string {
		return `{"update_id":9,"my_chat_member":{` + group + `,` + ann + `,"date":1,"old_chat_member":` + before + `,"new_chat_member":` + now + `}}`
	}
	of := func(status, more string) string {
		return `{"status":"` + status + `","user":{"id":99,"is_bot":true,"first_name":"K"}` + more + `}`
	}
	for _, c := range []struct {
		before, now string
		want        update.Membership
	}{
		{of("left", ""), of("member", ""), update.Membership{Now: true}},
		{of("administrator", ""), of("kicked", `,"until_date":0`), update.Membership{Before: true}},
		{of("restricted", `,"is_member":true,"until_date":0`), of("restricted", `,"is_member":false,"until_date":0`), update.Membership{Before: true}},
	} {
		in := decodeRaw(t, member(c.before, c.now))
		if in.Kind != update.Member || in.Membership == nil || *in.Membership != c.want || in.Chat.Title != "Family" || in.Sender.Name != "Ann Lee" {
			t.Errorf("%s -> %s: %+v %+v", c.before, c.now, in, in.Membership)
		}
	}
	if in := decode(t, group, ann, `"migrate_to_chat_id":-100`); in.Moved == nil || *in.Moved != (update.Moved{From: -5, To: -100}) {
		t.Errorf("moved = %+v", in.Moved)
	}
	if in := decode(t, group, ann, `"migrate_from_chat_id":-4`); in.Moved == nil || *in.Moved != (update.Moved{From: -4, To: -5}) {
		t.Errorf("moved = %+v", in.Moved)
	}
}

func TestWhatIsNotHandledIsOther(t *testing.T) {
	for _, payload := range []string{`{"update_id":5,"poll":{"id":"1"}}`, `{}`} {
		in := decodeRaw(t, payload)
		if in.Kind != update.Other || in.HasSender() || in.Chat.Kind != update.OtherChat {
			t.Errorf("%s: %+v", payload, in)
		}
	}
	if in := decode(t, `"chat":{"id":-8,"type":"channel"},"text":"news"`); in.HasSender() || in.Chat.Kind != update.OtherChat {
		t.Errorf("a channel's post: %+v", in)
	}
	if _, err := update.Decode([]byte(`{"update_id":5,"message":{"message_id":"three"}}`), me); !errors.Is(err, update.ErrMalformed) {
		t.Errorf("err = %v, want ErrMalformed", err)
	}
	for payload, id := range map[string]int64{`{"update_id":5,"message":3}`: 5, `{"update_id":"x"}`: 0, `[`: 0} {
		if got := update.ID([]byte(payload)); got != id {
			t.Errorf("ID(%s) = %d, want %d", payload, got, id)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(`{"update_id":7,"message":{"message_id":3,"date":1,` + group + `,` + ann + `,"text":"hi @x","entities":[{"type":"mention","offset":3,"length":-2}]}}`)
	f.Add(`{"update_id":7,"message":{"photo":[{"width":1}],"reply_to_message":{"from":null,"voice":{}},"quote":{}}}`)
	f.Add(tapped(`"message_id":4,"date":5,` + private + `,"reply_markup":{"inline_keyboard":[null,[{}]]}`))
	f.Add(tapped(`"message_id":4,"date":0`))
	f.Add(`{"update_id":7,"my_chat_member":{"new_chat_member":{"status":"restricted"}}}`)
	f.Add(`{"update_id":7,"message":{"document":{"mime_type":"audio/x"},"sender_chat":{},"forward_origin":{}}}`)
	f.Fuzz(func(t *testing.T, payload string) {
		in, err := update.Decode([]byte(payload), me)
		if err != nil {
			return
		}
		_, _, _, _ = in.TypedLine(), in.IsAddressed(true), in.IsEmpty(), in.Place("k")
		if in.Kind == update.Tapped && in.Tap == nil || in.Kind == update.Member && in.Membership == nil {
			t.Errorf("%s without what it is about: %s", in.Kind, payload)
		}
		masked := update.Mask([]byte(payload), strings.ToUpper)
		if json.Valid([]byte(payload)) && !json.Valid(masked) {
			t.Errorf("masked payload is no JSON: %s", masked)
		}
		// Masking with nothing to mask leaves what is decoded as it is.
		again, err := update.Decode(update.Mask([]byte(payload), func(s string) string { return s }), me)
		if err != nil || !reflect.DeepEqual(in, again) {
			t.Errorf("decoded twice: %+v, %+v (%v)", in, again, err)
		}
	})
}
