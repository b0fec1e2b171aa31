package simulator_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"testing"

	"github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"

	"keepsake/bot/simulator"
)

// pending are all updates that wait, as the real library reads them.
func pending(t *testing.T, srv *simulator.Server, kinds ...string) (out []models.Update) {
	t.Helper()
	for srv.PendingUpdates() > 0 {
		u := first(t, srv, kinds)
		out = append(out, u)
		call(t, srv, "getUpdates", p{"offset": u.ID + 1, "limit": 1, "allowed_updates": kinds})
	}
	return out
}

func first(t *testing.T, srv *simulator.Server, kinds []string) models.Update {
	t.Helper()
	r := call(t, srv, "getUpdates", p{"limit": 1, "allowed_updates": kinds})
	var us []models.Update
	if err := json.Unmarshal(r.Result, &us); err != nil || len(us) != 1 {
		t.Fatalf("%s: %v", r.Result, err)
	}
	return us[0]
}

var kinds = []string{"message", "edited_message", "callback_query", "my_chat_member"}

func TestPrivacyModeHidesWhatIsNotForTheBot(t *testing.T) {
	srv := start(t, simulator.Options{})
	ann, bob := srv.Person(7, "Ann"), srv.Person(8, "Bob")
	g := srv.Group(-100500, "Friends").Join(ann, bob).AddBot(ann)
	pending(t, srv, kinds...)
	in := g.As(ann, 0)
	seen := func() int { return len(pending(t, srv, kinds...)) }
	for _, tt := range []struct {
		name string
		do   func()
		want int
	}{
		{"talk", func() { in.Say("hello Bob") }, 0},
		{"somebody else's mention", func() { in.Say("hello @bob_bot") }, 0},
		{"mention", func() { in.Say("hello @Keepsake_Bot") }, 1},
		{"command", func() { in.Say("/memory") }, 1},
		{"our command", func() { in.Say("/memory@keepsake_bot") }, 1},
		{"another bot's command", func() { in.Say("/memory@other_bot") }, 0},
		{"notice", func() { g.Leave(bob) }, 1},
		{"privacy off", func() { srv.SetPrivacy(false); in.Say("hello") }, 1},
	} {
		tt.do()
		if n := seen(); n != tt.want {
			t.Errorf("%s: %d updates, want %d", tt.name, n, tt.want)
		}
	}
	srv.SetPrivacy(true)
	r := call(t, srv, "sendMessage", p{"chat_id": -100500, "text": "here"})
	in.Reply(messageID(t, r), "thanks")
	if seen() != 1 {
		t.Error("an answer to the bot is not seen")
	}
	clean(t, srv)
}

func TestTopicsAndWhoWrites(t *testing.T) {
	srv := start(t, simulator.Options{})
	ann := srv.Person(7, "Ann")
	g := srv.Group(-100500, "Friends").Join(ann).Promote(ann).AddBot(ann)
	topic := g.Topic(ann, "Plans")
	g.As(ann, topic).Say("@keepsake_bot hi")
	us := pending(t, srv, kinds...)
	m := us[len(us)-1].Message
	if !m.IsTopicMessage || m.MessageThreadID != topic || m.Chat.Type != "supergroup" || !m.Chat.IsForum ||
		m.ReplyToMessage == nil || m.ReplyToMessage.ForumTopicCreated == nil {
		t.Errorf("%+v", m)
	}
	g.Anonymous(ann, topic).Say("/settings")
	g.Channel(ann, -1007, "News").Say("/settings")
	us = pending(t, srv, kinds...)
	if m := us[0].Message; m.SenderChat == nil || m.SenderChat.ID != g.ID() || !m.From.IsBot {
		t.Errorf("%+v", m)
	}
	if m := us[1].Message; m.SenderChat.Type != "channel" || m.SenderChat.Title != "News" {
		t.Errorf("%+v", m)
	}
	if r := call(t, srv, "sendMessage", p{"chat_id": g.ID(), "message_thread_id": 999, "text": "x"}); r.Description != "Bad Request: message thread not found" {
		t.Errorf("%+v", r)
	}
	r := call(t, srv, "sendMessage", p{"chat_id": g.ID(), "message_thread_id": topic, "text": "Ann: x",
		"entities":     []p{{"type": "text_mention", "offset": 0, "length": 3, "user": p{"id": 7, "is_bot": false, "first_name": "Ann"}}},
		"reply_markup": p{"force_reply": true, "selective": true}})
	sent, _ := srv.Message(g.ID(), messageID(t, r))
	if sent.Topic != topic || !sent.Selective || sent.Entities[0].User.ID != 7 {
		t.Errorf("%+v", sent)
	}
	clean(t, srv)
}

func TestMembersAndTheBotsStanding(t *testing.T) {
	srv := start(t, simulator.Options{})
	b := client(t, srv)
	ann, bob := srv.Person(7, "Ann"), srv.Person(8, "Bob")
	g := srv.Group(-500, "Friends").Join(ann, bob).Promote(ann).AddBot(ann)
	rank := func(id int64) models.ChatMemberType {
		m, err := b.GetChatMember(within(t), &bot.GetChatMemberParams{ChatID: g.ID(), UserID: id})
		if err != nil {
			t.Fatal(err)
		}
		return m.Type
	}
	if a, m := rank(7), rank(8); a != models.ChatMemberTypeAdministrator || m != models.ChatMemberTypeMember {
		t.Errorf("%s %s", a, m)
	}
	g.Leave(bob)
	if r := rank(8); r != models.ChatMemberTypeLeft {
		t.Error(r)
	}
	pending(t, srv, kinds...)
	g.KickBot(ann)
	us := pending(t, srv, kinds...)
	if len(us) != 1 || us[0].MyChatMember == nil || us[0].MyChatMember.NewChatMember.Type != models.ChatMemberTypeBanned {
		t.Fatalf("%+v", us)
	}
	_, err := b.SendMessage(within(t), &bot.SendMessageParams{ChatID: g.ID(), Text: "x"})
	if !errors.Is(err, bot.ErrorForbidden) {
		t.Error(err)
	}
	g.As(ann, 0).Say("/memory")
	if us := pending(t, srv, kinds...); len(us) != 0 {
		t.Errorf("%+v", us)
	}
}

func TestAGroupBecomesASupergroup(t *testing.T) {
	srv := start(t, simulator.Options{})
	b := client(t, srv)
	ann := srv.Person(7, "Ann")
	g := srv.Group(-500, "Friends").Join(ann).AddBot(ann)
	phone := g.As(ann, 0)
	pending(t, srv, kinds...)
	g.Migrate(-100500)
	us := pending(t, srv, kinds...)
	if len(us) != 2 || us[0].Message.MigrateToChatID != -100500 || us[1].Message.MigrateFromChatID != -500 {
		t.Fatalf("%+v", us)
	}
	if phone.Chat() != -100500 || g.ID() != -100500 || srv.Group(-500, "").ID() != -100500 {
		t.Error("the phone did not go along")
	}
	_, err := b.SendMessage(within(t), &bot.SendMessageParams{ChatID: -500, Text: "x"})
	var moved *bot.MigrateError
	if !errors.As(err, &moved) || moved.MigrateToChatID != -100500 {
		t.Errorf("%v", err)
	}
	if m := phone.Say("/help"); m.ID != 2 {
		t.Errorf("numbered %d", m.ID)
	}
	if r := call(t, srv, "sendMessage", p{"chat_id": -100500, "text": "x"}); r.status != http.StatusOK {
		t.Error(r)
	}
}
