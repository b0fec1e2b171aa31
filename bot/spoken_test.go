package bot_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/bot"
	"keepsake/bot/simulator"
	"keepsake/delivery"
	"keepsake/llm"
	"keepsake/llm/openai"
	"keepsake/llm/scripted"
	"keepsake/people"
	"keepsake/usage"
)

// mouth gives a bot ears and a model that speaks, at an endpoint of its own.
func mouth(t *testing.T) (tune func(*bot.Config), speaks *scripted.Server) {
	t.Helper()
	listen, _ := ears(t)
	speaks = scripted.New(scripted.Options{Key: "speech-key"})
	t.Cleanup(func() {
		speaks.Close()
		if v := speaks.Violations(); len(v) > 0 {
			t.Errorf("the bot broke the rules of speech: %v", v)
		}
	})
	return func(c *bot.Config) {
		listen(c)
		c.Agent.Config.Speaks = true
		c.Speaker = openai.NewSpeaker(openai.Endpoint{
			BaseURL: speaks.URL(), APIKey: "speech-key", Model: scripted.DefaultSpeechModel, Retries: -1, BreakerAfter: 1 << 20,
			Prices: map[string]openai.Price{scripted.DefaultSpeechModel: {Minute: 0.6}},
		}, "alloy")
	}, speaks
}

// voices returns what the bot has said aloud in a chat.
func (c *chatter) voices() (out []string) {
	for _, m := range c.Messages() {
		if m.Kind == "voice" && m.IsFromBot() {
			_, said, _ := strings.Cut(string(m.File.Data), "OpusHead\x01\x01")
			out = append(out, said[strings.LastIndexByte(said, 0)+1:])
		}
	}
	return out
}

// spoken waits until every voice of the outbox is sent or left out.
func (w *world) spoken() {
	w.t.Helper()
	w.idle()
	w.until("no voice waits", func() bool {
		b, err := w.delivery.Backlog(context.Background(), botName)
		return err == nil && b.Unsent == 0
	})
}

func (c *chatter) wantsVoice(when string) {
	c.w.t.Helper()
	chat, err := c.w.people.Chat(context.Background(), botName, c.Chat())
	if err != nil {
		c.w.t.Fatal(err)
	}
	chat.Manner.Voice = when
	if err := c.w.people.SaveChat(context.Background(), actor.OfSystem(), chat); err != nil {
		c.w.t.Fatal(err)
	}
}

// Issue 14.4: a voice message is answered with a voice below the text, a typed one with text alone, unless the chat wants otherwise; what
// is not for ears stays text. It is paid by who is answered, with a purpose of its own.
func TestAVoiceIsAnsweredWithAVoice(t *testing.T) {
	t.Parallel()
	tune, speaks := mouth(t)
	w := newWorld(t, tune)
	w.rules.When("code").Say("Like this:\n```go\nfmt.Println()\n```")
	w.rules.When("story").Say(strings.Repeat("Once upon a time. ", 60))
	w.rules.When("table").Say("| a | b |\n|---|---|\n| 1 | 2 |")
	w.rules.Otherwise().Say("I **see** you, at https://example.com/x")
	ann := w.person(11, "Ann")
	text := ann.hears(ann.VoiceOf(scripted.Recording("Can you see me?"), 2).ID, "I see you")
	w.spoken()
	if got := ann.voices(); !slices.Equal(got, []string{"I see you, at"}) {
		t.Fatalf("spoken: %q", got)
	}
	voice := ann.Last()
	if voice.Kind != "voice" || voice.ID < text.ID || !strings.Contains(voice.File.Name, ".ogg") {
		t.Errorf("the voice is not below its text: %+v", voice)
	}
	day := w.today(people.ID(11))
	if part := day.Parts[llm.Speaking]; part.Calls != 1 || part.Cost < 0.039 || part.Cost > 0.041 || w.today("").Parts[llm.Speaking] != part {
		t.Errorf("counted: %+v", day.Parts)
	}

	ann.says("And now?", "I see you")
	for _, words := range []string{"show me code", "tell me a story", "a table, please"} {
		ann.VoiceOf(scripted.Recording(words), 2)
		w.spoken()
	}
	ann.WithForward("Someone").VoiceOf(scripted.Recording("Somebody else said this"), 2)
	w.spoken()
	if got := ann.voices(); len(got) != 1 {
		t.Errorf("spoken all the same: %q", got)
	}
	ann.wantsVoice(people.VoiceAlways)
	ann.says("Aloud, please", "I see you")
	w.spoken()
	if got := ann.voices(); len(got) != 2 {
		t.Errorf("always: %q", got)
	}
	ann.wantsVoice(people.VoiceNever)
	ann.hears(ann.VoiceOf(scripted.Recording("And quietly?"), 2).ID, "I see you")
	w.spoken()
	if got := ann.voices(); len(got) != 2 || len(speaks.Speeches()) != 2 {
		t.Errorf("never: %q, asked %d times", got, len(speaks.Speeches()))
	}
}

// A voice that fails leaves the text alone, and holds nothing up; one whose outcome is unknown is not sent again, and one that Telegram
// put off is sent once.
func TestAVoiceThatFailsLeavesTheText(t *testing.T) {
	t.Parallel()
	tune, speaks := mouth(t)
	w := newWorld(t, tune)
	w.rules.Otherwise().Say("I see.")
	ann := w.person(11, "Ann")
	ann.says("Hello", "I see.")
	ann.wantsVoice(people.VoiceAlways)
	for what, fail := range map[string]func(){
		"the endpoint is away": func() { speaks.Fail(scripted.Fault{Trouble: scripted.Status, Status: 503}) },
		"it refuses":           func() { speaks.Fail(scripted.Fault{Trouble: scripted.Status, Status: 400}) },
		"Telegram refuses": func() {
			w.tele.Fail(simulator.Fault{Method: "sendVoice", Code: 400, Description: "Bad Request: VOICE_MESSAGES_FORBIDDEN"})
		},
		"Telegram fails": func() { w.tele.Fail(simulator.Fault{Method: "sendVoice", Code: 502, Times: 3}) },
	} {
		fail()
		ann.says("How are you?", "I see.")
		w.spoken()
		if got := ann.voices(); len(got) != 0 {
			t.Fatalf("%s: spoken %q", what, got)
		}
	}
	if n := strings.Count(w.log.String(), "answer not spoken"); n < 3 {
		t.Errorf("%d failures are logged", n)
	}
	w.tele.Fail(simulator.Fault{Method: "sendVoice", CutAfter: true})
	ann.says("Was it sent?", "I see.")
	w.spoken()
	w.restart()
	w.tele.Fail(simulator.Fault{Method: "sendVoice", Code: 429, RetryAfter: 1})
	ann.says("Once more", "I see.")
	w.spoken()
	if got := ann.voices(); len(got) != 2 {
		t.Errorf("spoken: %q", got)
	}
}

// lateClaim is a store whose second claim of a voice ends after that voice has: as it was read before.
type lateClaim struct {
	delivery.Store
	seen  map[int64]bool
	again func()
}

func (s lateClaim) ClaimOut(ctx context.Context, bot, owner string, now, until time.Time, busy []int64, limit int) (delivery.Due, error) {
	due, err := s.Store.ClaimOut(ctx, bot, owner, now, until, busy, limit)
	for _, o := range due.Messages {
		if o.Kind == delivery.Voice && s.seen[o.ID] {
			s.again()
		}
		s.seen[o.ID] = true
	}
	return due, err
}

// heldSpeaker speaks when it is let go.
type heldSpeaker struct {
	llm.Speaker
	letGo <-chan struct{}
}

func (s heldSpeaker) Speak(ctx context.Context, said string) (llm.Speech, error) {
	select {
	case <-s.letGo:
		return s.Speaker.Speak(ctx, said)
	case <-ctx.Done():
		return llm.Speech{}, ctx.Err()
	}
}

// A voice that ends while the outbox reads what is due is not spoken, and paid, again.
func TestAVoiceEndsWhileItIsClaimedAgain(t *testing.T) {
	t.Parallel()
	tune, speaks := mouth(t)
	speak, read := make(chan struct{}), make(chan struct{})
	w := newWorld(t, func(c *bot.Config) {
		tune(c)
		c.Speaker = heldSpeaker{c.Speaker, speak}
	})
	w.rules.Otherwise().Say("I see.")
	ann := w.person(11, "Ann")
	ann.says("Hello", "I see.")
	ann.wantsVoice(people.VoiceAlways)
	again := make(chan struct{})
	w.wrap = func(s delivery.Store) delivery.Store {
		return lateClaim{s, map[int64]bool{}, sync.OnceFunc(func() {
			close(again)
			<-read
		})}
	}
	w.restart()
	ann.says("Aloud", "I see.")
	<-again
	close(speak)
	w.spoken()
	close(read)
	ann.wantsVoice(people.VoiceNever)
	ann.says("And quietly?", "I see.")
	w.spoken()
	if got, asked := ann.voices(), len(speaks.Speeches()); len(got) != 1 || asked != 1 {
		t.Errorf("spoken: %q, asked %d times", got, asked)
	}
}

// What a killed process was sending is not sent again; what it had not begun to send is.
func TestAVoiceAfterAKill(t *testing.T) {
	t.Parallel()
	tune, speaks := mouth(t)
	w := newWorld(t, tune)
	ann := w.person(11, "Ann")
	w.rules.Otherwise().Say("I see.")
	ann.says("Hello", "I see.")
	w.shutdown()
	d := w.reopen()
	put := func(said string) int64 {
		id, err := d.Put(context.Background(), delivery.Outgoing{Bot: botName, Chat: 11, Person: people.ID(11), Kind: delivery.Voice, Body: delivery.Body{Text: said}})
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	begun := put("Begun.")
	if err := d.NoteAttempt(context.Background(), begun, delivery.AttemptNote{Tried: 1}); err != nil {
		t.Fatal(err)
	}
	put("Waiting.")
	w.restart()
	w.spoken()
	if got := ann.voices(); !slices.Equal(got, []string{"Waiting."}) || len(speaks.Speeches()) != 1 {
		t.Errorf("spoken: %q, asked %d times", got, len(speaks.Speeches()))
	}

	w.shutdown()
	d = w.reopen()
	put("Too late.")
	w.later(10 * time.Minute)
	w.restart()
	w.spoken()
	if got := ann.voices(); len(got) != 1 {
		t.Errorf("spoken: %q", got)
	}
}

// Where a limit is near, what is left of it belongs to conversations: answers stay text.
func TestVoicesLeaveLimitsToConversations(t *testing.T) {
	t.Parallel()
	tune, speaks := mouth(t)
	w := newWorld(t, func(c *bot.Config) {
		tune(c)
		limits(usage.Limits{Cap: 0.1})(c)
	})
	w.rules.Otherwise().Say("I see.")
	ann := w.person(11, "Ann")
	ann.says("Hello", "I see.")
	ann.wantsVoice(people.VoiceAlways)
	ann.says("Aloud", "I see.")
	w.spoken()
	if err := w.usage.Spend(context.Background(), usage.Payer{Bot: botName}, usage.Count{Calls: 1, Cost: 0.075}); err != nil {
		t.Fatal(err)
	}
	ann.says("And now?", "I see.")
	w.spoken()
	if got := ann.voices(); len(got) != 1 || len(speaks.Speeches()) != 1 {
		t.Errorf("spoken: %q, asked %d times", got, len(speaks.Speeches()))
	}
}
