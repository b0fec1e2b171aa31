package simulator_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"
	"go.uber.org/goleak"

	"keepsake/bot/simulator"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// start gives a simulated Telegram; violations that a test did not ask for fail it.
func start(t *testing.T, o simulator.Options) *simulator.Server {
	t.Helper()
	srv := simulator.New(o)
	t.Cleanup(func() {
		srv.Close()
		http.DefaultClient.CloseIdleConnections()
	})
	return srv
}

// client is the real client, talking to srv.
func client(t *testing.T, srv *simulator.Server, o ...bot.Option) *bot.Bot {
	t.Helper()
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	o = append(o, bot.WithServerURL(srv.URL()), bot.WithHTTPClient(5*time.Second, &http.Client{Transport: transport}))
	b, err := bot.New(srv.Token(), o...)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func within(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

func clean(t *testing.T, srv *simulator.Server) {
	t.Helper()
	for _, v := range srv.Violations() {
		t.Errorf("violation: %s", v)
	}
}

// reply is an answer of the Bot API.
type reply struct {
	OK          bool            `json:"ok"`
	Result      json.RawMessage `json:"result"`
	Code        int             `json:"error_code"`
	Description string          `json:"description"`
	Parameters  struct {
		RetryAfter int `json:"retry_after"`
	} `json:"parameters"`
	status int
}

// call makes a request with a JSON body.
func call(t *testing.T, srv *simulator.Server, method string, params map[string]any) reply {
	t.Helper()
	r, err := try(t.Context(), srv, method, params)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func try(ctx context.Context, srv *simulator.Server, method string, params map[string]any) (reply, error) {
	body, err := json.Marshal(params)
	if err != nil {
		return reply{}, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, srv.URL()+"/bot"+srv.Token()+"/"+method, bytes.NewReader(body))
	if err != nil {
		return reply{}, err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return reply{}, err
	}
	defer func() { _ = resp.Body.Close() }()
	var r reply
	err = json.NewDecoder(resp.Body).Decode(&r)
	r.status = resp.StatusCode
	return r, err
}

func messageID(t *testing.T, r reply) int64 {
	t.Helper()
	var m struct {
		ID int64 `json:"message_id"`
	}
	if err := json.Unmarshal(r.Result, &m); err != nil || !r.OK {
		t.Fatalf("%+v: %v", r, err)
	}
	return m.ID
}

func TestConversationWithTheRealClient(t *testing.T) {
	srv := start(t, simulator.Options{})
	ctx, stop := context.WithCancel(within(t))
	b := client(t, srv, bot.WithDefaultHandler(func(ctx context.Context, b *bot.Bot, u *models.Update) {
		var err error
		switch {
		case u.CallbackQuery != nil:
			_, err = b.EditMessageText(ctx, &bot.EditMessageTextParams{
				ChatID: u.CallbackQuery.From.ID, MessageID: u.CallbackQuery.Message.Message.ID, Text: "Gone: " + u.CallbackQuery.Data,
			})
			if err == nil {
				_, err = b.AnswerCallbackQuery(ctx, &bot.AnswerCallbackQueryParams{CallbackQueryID: u.CallbackQuery.ID, Text: "Undone"})
			}
		case u.Message != nil:
			_, err = b.SendMessage(ctx, &bot.SendMessageParams{
				ChatID: u.Message.Chat.ID, Text: "You said " + u.Message.Text,
				Entities:        []models.MessageEntity{{Type: "bold", Offset: 0, Length: 3}},
				ReplyParameters: &models.ReplyParameters{MessageID: u.Message.ID},
				ReplyMarkup: &models.InlineKeyboardMarkup{InlineKeyboard: [][]models.InlineKeyboardButton{{
					{Text: "Undo", CallbackData: "undo:7"},
				}}},
			})
		}
		if err != nil && ctx.Err() == nil {
			t.Error(err)
		}
	}))
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
	tap, err := ann.Press(m.ID, "Undo")
	if err != nil {
		t.Fatal(err)
	}
	if tap, err = ann.AwaitAnswer(ctx, tap); err != nil || tap.Text != "Undone" {
		t.Fatalf("tap = %+v, %v", tap, err)
	}
	m = ann.Last()
	if m.Text != "Gone: undo:7" || len(m.Buttons) != 0 || len(m.Edits) != 1 || !strings.HasPrefix(m.Edits[0].Text, "You said") {
		t.Errorf("after the edit: %+v", m)
	}
	if left := srv.UnansweredTaps(); len(left) != 0 {
		t.Errorf("unanswered: %v", left)
	}
	clean(t, srv)
}

// Everything else the bot's client calls is understood as the library encodes it.
func TestMethodsOfTheRealClient(t *testing.T) {
	srv, ctx := start(t, simulator.Options{Name: "Kim"}), within(t)
	b := client(t, srv)
	ann := srv.Person(7, "Ann")
	ann.Say("hi")

	me, err := b.GetMe(ctx)
	if err != nil || me.FirstName != "Kim" || !me.IsBot || me.ID != srv.Bot().ID {
		t.Errorf("getMe = %+v, %v", me, err)
	}
	doc, err := b.SendDocument(ctx, &bot.SendDocumentParams{
		ChatID: int64(7), Caption: "Yours", CaptionEntities: []models.MessageEntity{{Type: "italic", Length: 5}},
		Document:    &models.InputFileUpload{Filename: "memories.md", Data: strings.NewReader("# All\n")},
		ReplyMarkup: &models.ForceReply{ForceReply: true, InputFieldPlaceholder: "why?"}, DisableNotification: true,
	})
	if err != nil || doc.Document == nil || doc.Document.FileName != "memories.md" || doc.Caption != "Yours" {
		t.Fatalf("sendDocument = %+v, %v", doc, err)
	}
	if m := ann.Last(); string(m.File.Data) != "# All\n" || !m.ForceReply || m.Placeholder != "why?" || !m.Silent || m.Kind != "document" {
		t.Errorf("Ann sees %+v", m)
	}
	voice, err := b.SendVoice(ctx, &bot.SendVoiceParams{
		ChatID: int64(7), Voice: &models.InputFileUpload{Filename: "voice.ogg", Data: strings.NewReader("OggS OpusHead")}, Duration: 4,
	})
	if err != nil || voice.Voice == nil || voice.Voice.Duration != 4 || voice.Document != nil || ann.Last().Kind != "voice" {
		t.Errorf("sendVoice = %+v, %v", voice, err)
	}
	file, err := b.GetFile(ctx, &bot.GetFileParams{FileID: doc.Document.FileID})
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.Get(b.FileDownloadLink(file))
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	_, _ = got.ReadFrom(resp.Body)
	_ = resp.Body.Close()
	if got.String() != "# All\n" {
		t.Errorf("file = %q", got.String())
	}

	clean(t, srv)
}

func TestSmallMethodsOfTheRealClient(t *testing.T) {
	srv, ctx := start(t, simulator.Options{}), within(t)
	b := client(t, srv)
	ann := srv.Person(7, "Ann")
	said := ann.Say("hi")
	doc := messageID(t, call(t, srv, "sendMessage", p{"chat_id": 7, "text": "x"}))

	oks := map[string]func() (bool, error){
		"action": func() (bool, error) {
			return b.SendChatAction(ctx, &bot.SendChatActionParams{ChatID: int64(7), Action: models.ChatActionTyping})
		},
		"reaction": func() (bool, error) {
			return b.SetMessageReaction(ctx, &bot.SetMessageReactionParams{ChatID: int64(7), MessageID: int(said.ID), Reaction: []models.ReactionType{{
				Type: models.ReactionTypeTypeEmoji, ReactionTypeEmoji: &models.ReactionTypeEmoji{Emoji: "👍"},
			}}})
		},
		"commands": func() (bool, error) {
			return b.SetMyCommands(ctx, &bot.SetMyCommandsParams{
				Commands: []models.BotCommand{{Command: "memory", Description: "What I know"}}, Scope: &models.BotCommandScopeAllPrivateChats{},
			})
		},
		"description": func() (bool, error) {
			return b.SetMyDescription(ctx, &bot.SetMyDescriptionParams{Description: "remembers"})
		},
		"short": func() (bool, error) {
			return b.SetMyShortDescription(ctx, &bot.SetMyShortDescriptionParams{ShortDescription: "rem"})
		},
		"name": func() (bool, error) { return b.SetMyName(ctx, &bot.SetMyNameParams{Name: "Keepsake"}) },
		"delete": func() (bool, error) {
			return b.DeleteMessage(ctx, &bot.DeleteMessageParams{ChatID: int64(7), MessageID: int(doc)})
		},
	}
	for name, f := range oks {
		if ok, err := f(); err != nil || !ok {
			t.Errorf("%s: %v, %v", name, ok, err)
		}
	}
	commands, err := b.GetMyCommands(ctx, &bot.GetMyCommandsParams{Scope: &models.BotCommandScopeAllPrivateChats{}})
	if err != nil || len(commands) != 1 || commands[0].Command != "memory" {
		t.Errorf("commands = %v, %v", commands, err)
	}
	if sent := srv.Calls("setMyDescription"); len(sent) != 1 || sent[0].Params["description"] != "remembers" {
		t.Errorf("descriptions = %v", sent)
	}
	if ok, err := b.DeleteMyCommands(ctx, &bot.DeleteMyCommandsParams{Scope: &models.BotCommandScopeAllPrivateChats{}}); err != nil || !ok {
		t.Error(err)
	}
	if commands, err = b.GetMyCommands(ctx, &bot.GetMyCommandsParams{Scope: &models.BotCommandScopeAllPrivateChats{}}); err != nil || len(commands) != 0 {
		t.Errorf("commands = %v, %v", commands, err)
	}
	chat, err := b.GetChat(ctx, &bot.GetChatParams{ChatID: int64(7)})
	if err != nil || chat.FirstName != "Ann" || chat.Type != "private" {
		t.Errorf("chat = %+v, %v", chat, err)
	}
	member, err := b.GetChatMember(ctx, &bot.GetChatMemberParams{ChatID: int64(7), UserID: 7})
	if err != nil || member.Member == nil {
		t.Errorf("member = %+v, %v", member, err)
	}
	if m, _ := srv.Message(7, said.ID); len(m.Reactions) != 1 || m.Reactions[0] != "👍" {
		t.Errorf("reactions = %v", m.Reactions)
	}
	if left := ann.Messages(); len(left) != 1 {
		t.Errorf("after the deletion Ann sees %v", left)
	}
	clean(t, srv)
}

func TestFormAndQueryParameters(t *testing.T) {
	srv := start(t, simulator.Options{})
	srv.Person(7, "Ann").Say("hi")
	resp, err := http.PostForm(srv.URL()+"/bot"+srv.Token()+"/SENDMESSAGE", map[string][]string{"chat_id": {"7"}, "text": {" form "}})
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	resp, err = http.Get(srv.URL() + "/bot" + srv.Token() + "/sendMessage?chat_id=7&text=query")
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if h := srv.History(7); len(h) != 3 || h[1].Text != "form" || h[2].Text != "query" {
		t.Errorf("history = %+v", h)
	}
	clean(t, srv)
}
