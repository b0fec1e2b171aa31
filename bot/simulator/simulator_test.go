package simulator_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"

	"keepsake/bot/simulator"
)

// start gives a simulated Telegram and the real client talking to it. What is left of
// violations and unanswered taps at the end fails the test.
func start(t *testing.T, o simulator.Options) (*simulator.Server, *bot.Bot) {
	t.Helper()
	srv := simulator.New(o)
	t.Cleanup(srv.Close)
	b, err := bot.New(srv.Token(), bot.WithServerURL(srv.URL()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, v := range srv.Violations() {
			t.Errorf("violation: %s", v)
		}
	})
	return srv, b
}

func within(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	t.Cleanup(cancel)
	return ctx
}

func TestConversationWithTheRealClient(t *testing.T) {
	srv := simulator.New(simulator.Options{})
	t.Cleanup(srv.Close)
	ctx, stop := context.WithCancel(within(t))
	b, err := bot.New(srv.Token(), bot.WithServerURL(srv.URL()), bot.WithDefaultHandler(
		func(ctx context.Context, b *bot.Bot, u *models.Update) {
			switch {
			case u.CallbackQuery != nil:
				_, err := b.AnswerCallbackQuery(ctx, &bot.AnswerCallbackQueryParams{CallbackQueryID: u.CallbackQuery.ID, Text: "Undone"})
				if err != nil && ctx.Err() == nil {
					t.Error(err)
				}
				_, err = b.EditMessageText(ctx, &bot.EditMessageTextParams{
					ChatID: u.CallbackQuery.From.ID, MessageID: u.CallbackQuery.Message.Message.ID, Text: "Gone: " + u.CallbackQuery.Data,
				})
				if err != nil && ctx.Err() == nil {
					t.Error(err)
				}
			case u.Message != nil:
				_, err := b.SendMessage(ctx, &bot.SendMessageParams{
					ChatID: u.Message.Chat.ID, Text: "You said " + u.Message.Text,
					Entities:        []models.MessageEntity{{Type: "bold", Offset: 0, Length: 3}},
					ReplyParameters: &models.ReplyParameters{MessageID: u.Message.ID},
					ReplyMarkup: &models.InlineKeyboardMarkup{InlineKeyboard: [][]models.InlineKeyboardButton{{
						{Text: "Undo", CallbackData: "undo:7"},
					}}},
				})
				if err != nil && ctx.Err() == nil {
					t.Error(err)
				}
			}
		}))
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() { b.Start(ctx); close(done) }()
	defer func() { stop(); <-done }()

	ann := srv.Person(7, "Ann Lee")
	said := ann.Say("hello 👋")
	m, err := ann.AwaitText(ctx, said.ID, "You said hello 👋")
	if err != nil {
		t.Fatal(err)
	}
	if m.ReplyTo != said.ID || len(m.Entities) != 1 {
		t.Errorf("answer = %+v", m)
	}
	tap, err := ann.Tap("Undo")
	if err != nil {
		t.Fatal(err)
	}
	if tap, err = ann.AwaitAnswer(ctx, tap); err != nil || tap.Text != "Undone" {
		t.Fatalf("tap = %+v, %v", tap, err)
	}
	m, err = ann.AwaitText(ctx, said.ID, "Gone: undo:7")
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Buttons) != 0 || len(m.Edits) != 1 || !strings.HasPrefix(m.Edits[0].Text, "You said") {
		t.Errorf("after the edit: %+v", m)
	}
	if left := srv.Unanswered(); len(left) != 0 {
		t.Errorf("unanswered: %v", left)
	}
	if v := srv.Violations(); len(v) != 0 {
		t.Errorf("violations: %v", v)
	}
}
