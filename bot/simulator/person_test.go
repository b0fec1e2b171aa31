package simulator_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/go-telegram/bot/models"

	"keepsake/bot/simulator"
)

func withCancel(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	return ctx, cancel
}

// newest is the last update, as the real library reads it.
func newest(t *testing.T, srv *simulator.Server) models.Update {
	t.Helper()
	r := call(t, srv, "getUpdates", p{"offset": -1})
	var us []models.Update
	if err := json.Unmarshal(r.Result, &us); err != nil || len(us) != 1 {
		t.Fatalf("%s: %v", r.Result, err)
	}
	return us[0]
}

// What a person does arrives as the library knows it.
func TestWhatPeopleSend(t *testing.T) {
	srv := start(t, simulator.Options{})
	ann := srv.Person(7, "Ann Lee").Rename("", "annlee", "de")
	bob := srv.Person(8, "Bob")
	said := ann.Say("/memory@keepsake_bot list 👋 @annlee see https://a.example/x")
	m := newest(t, srv).Message
	if m.ID != int(said.ID) || m.Chat.ID != 7 || m.Chat.Type != "private" || m.Chat.Username != "annlee" ||
		m.From.FirstName != "Ann" || m.From.LastName != "Lee" || m.From.LanguageCode != "de" || m.Date == 0 {
		t.Errorf("message = %+v", m)
	}
	var found []string
	for _, e := range m.Entities {
		found = append(found, string(e.Type))
	}
	if !slices.Equal(found, []string{"bot_command", "mention", "url"}) || m.Entities[1].Offset != 29 {
		t.Errorf("entities = %+v", m.Entities)
	}

	tests := []struct {
		name string
		do   func()
		ok   func(*models.Message) bool
	}{
		{"start link", func() { ann.StartLink("code") }, func(m *models.Message) bool { return m.Text == "/start code" }},
		{"start", func() { ann.StartLink("") }, func(m *models.Message) bool { return m.Text == "/start" }},
		{"reply", func() { ann.Reply(said.ID, "yes") }, func(m *models.Message) bool {
			return m.ReplyToMessage != nil && m.ReplyToMessage.ID == int(said.ID) && m.ReplyToMessage.Text == said.Text
		}},
		{"quote", func() { ann.Quote(said.ID, "@annlee", "me") }, func(m *models.Message) bool {
			return m.Quote != nil && m.Quote.Text == "@annlee" && m.Quote.Position == 29 && m.Quote.IsManual && m.ReplyToMessage != nil
		}},
		{"forward of somebody hidden", func() { ann.Forward("Eve", "psst") }, func(m *models.Message) bool {
			return m.ForwardOrigin != nil && m.ForwardOrigin.MessageOriginHiddenUser.SenderUserName == "Eve"
		}},
		{"forward", func() { ann.ForwardFrom(bob, "hello") }, func(m *models.Message) bool {
			return m.ForwardOrigin != nil && m.ForwardOrigin.MessageOriginUser.SenderUser.ID == 8 && m.From.ID == 7
		}},
		{"photo", func() { ann.Photo("my cat") }, func(m *models.Message) bool {
			return len(m.Photo) == 2 && m.Caption == "my cat" && m.Text == ""
		}},
		{"sticker", func() { ann.Sticker("👍") }, func(m *models.Message) bool { return m.Sticker != nil && m.Sticker.Emoji == "👍" }},
		{"voice", func() { ann.Voice(3) }, func(m *models.Message) bool { return m.Voice != nil && m.Voice.Duration == 3 }},
		{"place", func() { ann.Location(50.7, 7.1) }, func(m *models.Message) bool { return m.Location != nil }},
		{"contact", func() { ann.Contact("Eve", "+49") }, func(m *models.Message) bool { return m.Contact != nil && m.Contact.PhoneNumber == "+49" }},
		{"file", func() { ann.Document("a.txt", []byte("abc"), "here") }, func(m *models.Message) bool {
			return m.Document != nil && m.Document.FileName == "a.txt" && m.Document.FileSize == 3 && m.Caption == "here"
		}},
		{"photo of one's own", func() { ann.PhotoOf([]byte("jpeg"), "") }, func(m *models.Message) bool {
			return len(m.Photo) == 2 && m.Photo[1].FileSize == 4 && m.Photo[1].FileID != ""
		}},
		{"spoken", func() { ann.VoiceOf([]byte("OggS"), 2) }, func(m *models.Message) bool {
			return m.Voice != nil && m.Voice.FileSize == 4 && m.Voice.MimeType == "audio/ogg"
		}},
		{"round video", func() { ann.VideoNote([]byte("mp4"), 5) }, func(m *models.Message) bool {
			return m.VideoNote != nil && m.VideoNote.Duration == 5 && m.VideoNote.FileID != ""
		}},
		{"sound", func() { ann.Audio("a.mp3", []byte("mp3"), 6, "listen") }, func(m *models.Message) bool {
			return m.Audio != nil && m.Audio.FileName == "a.mp3" && m.Caption == "listen"
		}},
		{"forwarded voice", func() { ann.WithForward("Eve").Voice(1) }, func(m *models.Message) bool {
			return m.Voice != nil && m.ForwardOrigin.MessageOriginHiddenUser.SenderUserName == "Eve"
		}},
		{"voice as an answer", func() { ann.WithReply(said.ID).Voice(1) }, func(m *models.Message) bool {
			return m.Voice != nil && m.ReplyToMessage != nil && m.ReplyToMessage.ID == int(said.ID)
		}},
		{"anything", func() { ann.Send("dice", p{"emoji": "🎲", "value": 4}, "") }, func(m *models.Message) bool { return m.Dice != nil && m.Dice.Value == 4 }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.do()
			if m := newest(t, srv).Message; m == nil || !tt.ok(m) {
				t.Errorf("%+v", m)
			}
		})
	}
	f := ann.Document("b.txt", []byte("abc"), "")
	if r := call(t, srv, "getFile", p{"file_id": f.File.ID}); !r.OK {
		t.Error(r.Description)
	}
	clean(t, srv)
}

// Files are given to the bot that has the token and asked where they are, up to 20 MB, as
// long as Telegram has them.
func TestFiles(t *testing.T) {
	srv := simulator.New(simulator.Options{})
	t.Cleanup(srv.Close)
	ann := srv.Person(7, "Ann")
	sent := ann.Document("b.txt", []byte("abcd"), "")
	web := http.Client{Transport: &http.Transport{DisableKeepAlives: true}} // it would ask again by itself
	get := func(token, path string) (int, string) {
		t.Helper()
		resp, err := web.Get(srv.URL() + "/file/bot" + token + "/" + path)
		if err != nil {
			return 0, ""
		}
		defer resp.Body.Close()
		b, err := io.ReadAll(resp.Body)
		if err != nil {
			return 0, ""
		}
		return resp.StatusCode, string(b)
	}
	path := "documents/" + sent.File.ID + ".txt"
	if code, _ := get(srv.Token(), path); code != 404 {
		t.Errorf("before getFile: %d", code)
	}
	var told struct {
		Path string `json:"file_path"`
		Size int    `json:"file_size"`
	}
	r := call(t, srv, "getFile", p{"file_id": sent.File.ID})
	if err := json.Unmarshal(r.Result, &told); err != nil || told.Path != path || told.Size != 4 {
		t.Fatalf("%+v %v", told, err)
	}
	if code, data := get(srv.Token(), path); code != 200 || data != "abcd" {
		t.Errorf("%d %q", code, data)
	}
	if code, _ := get("1:other", path); code != 404 {
		t.Errorf("another token: %d", code)
	}
	for _, f := range []simulator.Fault{{Method: "file", Code: 500}, {Method: "file", CutAfter: true}, {Method: "file", CutBefore: true}} {
		srv.Fail(f)
		if code, _ := get(srv.Token(), path); code != f.Code {
			t.Errorf("%+v: %d", f, code)
		}
	}
	big := ann.Document("big", make([]byte, 20<<20+1), "")
	if r := call(t, srv, "getFile", p{"file_id": big.File.ID}); r.OK || r.Description != "Bad Request: file is too big" {
		t.Errorf("%+v", r)
	}
	srv.Forget(sent)
	if r := call(t, srv, "getFile", p{"file_id": sent.File.ID}); r.OK {
		t.Error("a forgotten file is there")
	}
	if n := len(srv.Calls("file")); n != 6 {
		t.Errorf("%d downloads were recorded", n)
	}
}

func TestAlbumsAndLongTexts(t *testing.T) {
	srv := start(t, simulator.Options{})
	ann := srv.Person(7, "Ann")
	album := ann.Album("one", "", "three")
	if len(album) != 3 || album[0].Album == "" || album[0].Album != album[2].Album || album[2].Text != "three" {
		t.Errorf("album = %+v", album)
	}
	if m := newest(t, srv).Message; m.MediaGroupID != album[0].Album {
		t.Errorf("%+v", m)
	}
	ann.Say(strings.Repeat("x", 4095) + "😀" + strings.Repeat("y", 10))
	seen := ann.Messages()
	last, before := seen[len(seen)-1], seen[len(seen)-2]
	if before.Text != strings.Repeat("x", 4095) || last.Text != "😀yyyyyyyyyy" {
		t.Errorf("cut into %d and %d", len(before.Text), len(last.Text))
	}
}

func TestEditAndDelete(t *testing.T) {
	srv := start(t, simulator.Options{})
	ann := srv.Person(7, "Ann")
	said := ann.Say("Alec is my bos")
	edited := ann.Edit(said.ID, "Alec is my boss")
	if len(edited.Edits) != 1 || edited.Edits[0].Text != "Alec is my bos" {
		t.Errorf("%+v", edited)
	}
	u := newest(t, srv)
	if u.EditedMessage == nil || u.EditedMessage.Text != "Alec is my boss" || u.EditedMessage.EditDate == 0 {
		t.Errorf("%+v", u.EditedMessage)
	}
	pending := srv.PendingUpdates()
	ann.Delete(said.ID)
	ann.Delete(said.ID)
	if srv.PendingUpdates() != pending {
		t.Error("bots are not told of deletions")
	}
	if len(ann.Messages()) != 0 {
		t.Error("still there")
	}
	if m, ok := srv.Message(7, said.ID); !ok || !m.Deleted {
		t.Errorf("%+v", m)
	}
	if _, ok := srv.Message(7, 99); ok {
		t.Error("a message out of nothing")
	}
}

func TestTaps(t *testing.T) {
	srv, ctx := start(t, simulator.Options{}), within(t)
	ann := srv.Person(7, "Ann")
	ann.Say("hi")
	call(t, srv, "sendMessage", p{"chat_id": 7, "text": "old", "reply_markup": keyboard(p{"text": "Undo", "callback_data": "undo:1"})})
	call(t, srv, "sendMessage", p{"chat_id": 7, "text": "new", "reply_markup": keyboard(p{"text": "Undo", "callback_data": "undo:2"}, p{"text": "Web", "url": "https://a.example"})})
	m := ann.Last()
	if _, err := ann.Press(m.ID, "Redo"); err == nil {
		t.Error("no such button")
	}
	if _, err := ann.Press(99, "Undo"); err == nil {
		t.Error("no such message")
	}
	if _, err := ann.PressData(99, "x"); err == nil {
		t.Error("no such message")
	}
	if _, err := ann.Tap("Redo"); err == nil {
		t.Error("nobody shows that")
	}
	if tap, err := ann.Press(m.ID, "Web"); err != nil || tap.ID != "" {
		t.Errorf("a link is no tap: %+v, %v", tap, err)
	}
	tap, err := ann.Tap("Undo")
	if err != nil || tap.Data != "undo:2" {
		t.Fatalf("%+v, %v", tap, err)
	}
	q := newest(t, srv).CallbackQuery
	if q == nil || q.ID != tap.ID || q.Data != "undo:2" || q.From.ID != 7 || q.Message.Message.ID != int(m.ID) ||
		q.Message.Message.ReplyMarkup.InlineKeyboard[0][1].URL != "https://a.example" {
		t.Errorf("%+v", q)
	}
	stale, err := ann.PressData(m.ID, "undo:1")
	if err != nil || stale.Data != "undo:1" {
		t.Errorf("%+v, %v", stale, err)
	}
	if got := srv.UnansweredTaps(); len(got) != 2 {
		t.Errorf("unanswered: %v", got)
	}
	call(t, srv, "answerCallbackQuery", p{"callback_query_id": tap.ID, "text": "Done", "show_alert": true})
	if tap, err = ann.AwaitAnswer(ctx, tap); err != nil || !tap.Alert || tap.Text != "Done" {
		t.Errorf("%+v, %v", tap, err)
	}
	if r := call(t, srv, "answerCallbackQuery", p{"callback_query_id": tap.ID}); r.OK {
		t.Error("answered twice")
	}
	if tap := srv.TapState("none"); tap.ID != "" {
		t.Errorf("%+v", tap)
	}
}

func TestBlocking(t *testing.T) {
	srv := start(t, simulator.Options{})
	ann := srv.Person(7, "Ann")
	ann.Say("hi")
	ann.Block()
	u := newest(t, srv).MyChatMember
	if u == nil || u.NewChatMember.Banned == nil || u.OldChatMember.Member == nil || u.From.ID != 7 {
		t.Errorf("%+v", u)
	}
	ann.Unblock()
	if u = newest(t, srv).MyChatMember; u == nil || u.NewChatMember.Member == nil {
		t.Errorf("%+v", u)
	}
	ann.Block()
	ann.Say("back")
	if r := call(t, srv, "sendMessage", p{"chat_id": 7, "text": "x"}); !r.OK {
		t.Error(r.Description)
	}
}

// Waiting is by signal and ends with its context; events are complete and in order.
func TestWaitingAndEvents(t *testing.T) {
	srv, ctx := start(t, simulator.Options{}), within(t)
	ann := srv.Person(7, "Ann")
	said := ann.Say("hi")
	if m := ann.Last(); m.ID != 0 {
		t.Errorf("the bot said %+v", m)
	}
	got := make(chan simulator.Message)
	go func() {
		m, err := ann.AwaitText(ctx, said.ID, "whole answer")
		if err != nil {
			t.Error(err)
		}
		got <- m
	}()
	call(t, srv, "sendChatAction", p{"chat_id": 7, "action": "typing"})
	id := messageID(t, call(t, srv, "sendMessage", p{"chat_id": 7, "text": "…"}))
	call(t, srv, "editMessageText", p{"chat_id": 7, "message_id": id, "text": "the whole answer"})
	if m := <-got; m.ID != id || len(m.Edits) != 1 {
		t.Errorf("%+v", m)
	}
	other := messageID(t, call(t, srv, "sendMessage", p{"chat_id": 7, "text": "bye"}))
	if r := call(t, srv, "deleteMessages", p{"chat_id": 7, "message_ids": []int64{other, 999}}); !r.OK {
		t.Error(r.Description)
	}

	short, stop := withCancel(ctx)
	stop()
	if _, err := ann.AwaitText(short, said.ID, "never"); !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "never") {
		t.Errorf("%v", err)
	}

	want := []string{"message", "action", "message", "edit", "message", "delete"}
	var kinds []string
	live, stop := withCancel(ctx)
	defer stop()
	for e := range srv.Subscribe(live, 0) {
		kinds = append(kinds, e.Kind)
		if e.Seq != int64(len(kinds)) || e.Chat != 7 {
			t.Errorf("%+v", e)
		}
		if len(kinds) == len(want) {
			stop()
		}
	}
	if !slices.Equal(kinds, want) {
		t.Errorf("events %v", kinds)
	}
	if e := srv.Events(2); len(e) != 4 || e[0].Message.Text != "…" || e[1].Message.Text != "the whole answer" {
		t.Errorf("%+v", e)
	}
	if e := srv.Events(99); len(e) != 0 {
		t.Errorf("%+v", e)
	}
	if srv.Person(7, "Another").User().FirstName != "Ann" || ann.ID() != 7 {
		t.Error("one id, two people")
	}
	if h := srv.History(99); h != nil {
		t.Errorf("%v", h)
	}
}

func TestPhonesRefuse(t *testing.T) {
	srv := start(t, simulator.Options{})
	ann := srv.Person(7, "Ann")
	said := ann.Say("hi")
	call(t, srv, "sendMessage", p{"chat_id": 7, "text": "x"})
	for name, f := range map[string]func(){
		"empty text":   func() { ann.Say("") },
		"foreign edit": func() { ann.Edit(ann.Last().ID, "y") },
		"quote":        func() { ann.Quote(said.ID, "no such words", "y") },
		"token":        func() { simulator.New(simulator.Options{Token: "abc"}) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("went through")
				}
			}()
			f()
		})
	}
	if len(ann.Messages()) != 2 {
		t.Errorf("%v", ann.Messages())
	}
}
