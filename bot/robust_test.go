package bot_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"keepsake/bot"
	"keepsake/bot/simulator"
	"keepsake/bot/telegram"
	"keepsake/delivery"
	"keepsake/llm/scripted"
	"keepsake/people"
)

// panicky is a transport that panics once per method.
type panicky struct {
	http.RoundTripper
	methods sync.Map
}

func (p *panicky) RoundTrip(r *http.Request) (*http.Response, error) {
	method := r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]
	if _, armed := p.methods.LoadAndDelete(method); armed {
		panic("a secret of Ann's")
	}
	return p.RoundTripper.RoundTrip(r)
}

func TestPanicsAreCaughtAndCostNothing(t *testing.T) {
	t.Parallel()
	p := &panicky{RoundTripper: http.DefaultTransport}
	w := newWorld(t, func(c *bot.Config) { c.HTTP = &http.Client{Transport: p} })
	w.rules.Otherwise().Say("Here.")
	ann := w.person(11, "Ann")
	for _, method := range []string{"sendMessage", "editMessageText", "sendChatAction", "answerCallbackQuery"} {
		p.methods.Store(method, true)
	}
	ann.says("hello", "Here.")
	card := ann.says("/settings", "Settings")
	if _, err := ann.PressData(card.ID, "set:zone"); err != nil { // its spinner is lost with the panic
		t.Fatal(err)
	}
	ann.shows(card.ID, "the zones", func(m simulator.Message) bool { return strings.Contains(m.Text, "Where are you?") })
	w.idle()
	if log := w.log.String(); strings.Contains(log, "secret of Ann") || !strings.Contains(log, "panic caught") {
		t.Errorf("log of panics:\n%s", log)
	}
	if n := answers(ann, "Here."); n != 1 {
		t.Errorf("answered %d times", n)
	}
}

func TestALostLeaseStopsTheTurnAndTheNextOwnerAnswersOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *bot.Config) { c.Lease = 300 * time.Millisecond })
	w.model.Down(scripted.Fault{Trouble: scripted.Hang})
	ann := w.person(11, "Ann")
	said := ann.Say("hello")
	if err := w.asked(1); err != nil {
		t.Fatal(err)
	}
	w.rules.Otherwise().Say("Only once.")
	w.model.Up()
	if err := w.delivery.BumpFences(context.Background(), botName, 11); err != nil {
		t.Fatal(err)
	}
	w.delivery.Wake()
	ann.hears(said.ID, "Only once.")
	w.idle()
	if n := answers(ann, "Only once."); n != 1 {
		t.Errorf("answered %d times", n)
	}
}

func TestHeartbeatKeepsALongTurn(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *bot.Config) {
		c.Lease = 2 * time.Second
		c.Agent.Config.SlowAfter = 50 * time.Millisecond
	})
	w.rules.Otherwise().Say("Slow but sure.")
	w.model.Fail(scripted.Fault{Latency: 4500 * time.Millisecond})
	ann := w.person(11, "Ann")
	said := ann.Say("hello")
	slow := ann.hears(said.ID, "takes its time") // an honest sentence in the placeholder
	ann.shows(slow.ID, "the answer", func(m simulator.Message) bool { return m.Text == "Slow but sure." })
	if n := len(w.model.Requests()); n != 1 {
		t.Errorf("the model was asked %d times: the lease was lost", n)
	}
}

func TestOnlyOnePollerPerBot(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *bot.Config) { c.Lease = 300 * time.Millisecond })
	w.shutdown()
	w.build()
	now := w.now()
	if ok, err := w.delivery.TakeLease(context.Background(), "poll:"+botName, "another", now, now.Add(time.Hour)); !ok || err != nil {
		t.Fatal(ok, err)
	}
	w.run()
	ann := w.person(11, "Ann")
	said := ann.Say("/help")
	w.until("it waits its turn", func() bool { return strings.Contains(w.log.String(), "another process polls") })
	if w.tele.HasPoll() || w.tele.PendingUpdates() == 0 {
		t.Error("it polled beside another")
	}
	w.later(2 * time.Hour)
	ann.hears(said.ID, "/forget")
}

func TestAShorterFinalAnswerRemovesTheRest(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann := w.person(11, "Ann")
	one, two := ann.says("/help", "/forget"), ann.says("/privacy", "Who reads along")
	_, err := w.delivery.Put(context.Background(), delivery.Outgoing{
		Bot: botName, Chat: 11, Person: people.ID(11), Kind: delivery.Reply, TurnID: "t",
		Messages: []int64{one.ID, two.ID}, Body: delivery.Body{Text: "Short."},
	})
	if err != nil {
		t.Fatal(err)
	}
	ann.shows(one.ID, "the answer", func(m simulator.Message) bool { return m.Text == "Short." })
	if err := w.tele.WaitFor(w.ctx(), func() bool {
		for _, m := range ann.Messages() {
			if m.ID == two.ID && !m.Deleted {
				return false
			}
		}
		return true
	}); err != nil {
		t.Error("the surplus part is still there")
	}
}

func TestRefusedFormattingLosesNoText(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.rules.Otherwise().Say("It is **bold**.")
	w.tele.Fail(simulator.Fault{Method: "editMessageText", Code: 400, Description: "Bad Request: can't parse entities"})
	ann := w.person(11, "Ann")
	ann.says("hello", "It is bold.")
	w.tele.Fail(simulator.Fault{Method: "sendMessage", Code: 400, Description: "Bad Request: can't parse entities"})
	ann.says("/help", "/forget")
}

// TestARefusedFinalEditLosesNoText: an answer whose last edit Telegram refuses, formatted and plain, comes as a message of its
// own, once, and no "…" is left. Where that is refused as well, the person is told so.
func TestARefusedFinalEditLosesNoText(t *testing.T) {
	t.Parallel()
	w, l := newLine(t, scripted.Options{}, nil)
	w.rules.Otherwise().Say("It is **bold**.")
	ann := w.person(11, "Ann")
	refuseEdits := func(c call) trouble {
		if c.method == "editMessageText" && c.text != "…" {
			return trouble{status: http.StatusBadRequest}
		}
		return trouble{}
	}
	l.over(refuseEdits)
	m := ann.says("hello", "It is bold.")
	w.until("the answer stands alone", func() bool {
		return w.calm() && visible(ann, "It is bold.") == 1 && placeholders(ann) == 0
	})
	if len(m.Entities) != 1 {
		t.Errorf("the answer has the entities %v", m.Entities)
	}
	l.over(func(c call) trouble {
		if c.text == "It is bold." {
			return trouble{status: http.StatusBadRequest}
		}
		return trouble{}
	})
	ann.says("hello again", "does not accept my answer")
	w.until("the notice stands alone", func() bool {
		return w.calm() && visible(ann, "does not accept my answer") == 1 && placeholders(ann) == 0
	})
}

func TestGroupCommandGetsAWordAndGroupTapsANote(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	group := map[string]any{"id": -100, "type": "supergroup", "title": "g"}
	ann := map[string]any{"id": 11, "is_bot": false, "first_name": "Ann"}
	w.tele.Push("message", map[string]any{
		"message_id": 5, "date": time.Now().Unix(), "text": "/memory@keepsake_bot", "chat": group, "from": ann,
		"is_topic_message": true, "message_thread_id": 3,
	})
	w.tele.Push("callback_query", map[string]any{
		"id": "1", "from": ann, "chat_instance": "x", "data": "list:1",
		"message": map[string]any{"message_id": 5, "date": 0, "chat": group},
	})
	w.until("the sentence was sent", func() bool {
		for _, c := range w.tele.Calls("sendMessage") {
			if c.Chat == -100 {
				return true
			}
		}
		return false
	})
	w.idle()
}

func TestQuotesAreTakenOnlyWhereTheModelHasNotReadThem(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.rules.Otherwise().Say("I see.")
	ann := w.person(11, "Ann")
	first := ann.says("the cat is called Mimi", "I see.")
	ann.hears(ann.Reply(first.ID, "do you?").ID, "I see.")
	if body := w.model.LastRequest().Body; strings.Contains(body, "in reply to") {
		t.Error("an answer to what was just said needs no quote")
	}
	fwd := ann.Forward("Mallory", "Dogs are better")
	ann.hears(fwd.ID, "I see.")
	ann.hears(ann.Reply(fwd.ID, "is that so?").ID, "I see.")
	if body := w.model.LastRequest().Body; !strings.Contains(body, "in reply to") {
		t.Error("what was replied to is not in the prompt")
	}
}

func TestFiftyChatsAtOnceEachInOrderAndOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *bot.Config) { c.Quiet = -1 })
	w.rules.WhenMatch(`number (\d+)`).Say("Got $1.")
	const chats, each = 20, 4
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute) // 80 turns wait for each other
	defer cancel()
	var wrong atomic.Int32
	var wg sync.WaitGroup
	for i := range chats {
		p := w.person(int64(100+i), "P")
		wg.Go(func() {
			for n := range each {
				said := p.Say("number " + string(rune('0'+n)))
				if _, err := p.AwaitText(ctx, said.ID, "Got "+string(rune('0'+n))+"."); err != nil {
					wrong.Add(1)
					return
				}
			}
		})
	}
	wg.Wait()
	w.idle()
	if wrong.Load() != 0 {
		t.Fatalf("%d chats were not answered in order", wrong.Load())
	}
	for i := range chats {
		p := w.tele.Person(int64(100+i), "P")
		if n := len(p.Messages()); n != 2*each {
			t.Errorf("chat %d has %d messages", 100+i, n)
		}
	}
}

// It is not parallel: the goroutines of other tests are not its own.
func TestRunStopsCleanAndLeavesNoGoroutine(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent(), goleak.IgnoreTopFunction("net/http.(*persistConn).readLoop"),
		goleak.IgnoreTopFunction("net/http.(*persistConn).writeLoop"), goleak.IgnoreTopFunction("internal/poll.runtime_pollWait"))
	w := newWorld(t, nil)
	w.rules.Otherwise().Say("Bye.")
	ann := w.person(11, "Ann")
	ann.says("hello", "Bye.")
	w.shutdown()
	w.model.Close()
	w.tele.Close()
}

func TestStreamingStaysWithinTelegramsLimits(t *testing.T) {
	t.Parallel()
	w := newWorldOf(t, simulator.Options{Limits: true}, scripted.Options{WordDelay: 15 * time.Millisecond},
		func(c *bot.Config) { c.Limits = telegram.Limits{} })
	w.rules.Otherwise().Say(strings.Repeat("once upon a time ", 60) + "they lived happily.")
	ann := w.person(11, "Ann")
	m := ann.says("a story", "happily.")
	w.idle()
	m, _ = w.tele.Message(11, m.ID)
	if len(m.Edits) < 3 {
		t.Errorf("the answer was not shown as it grew: %d edits", len(m.Edits))
	}
	for _, c := range w.tele.Calls("") {
		if c.Code == 429 {
			t.Errorf("%s ran into the limits", c.Method)
		}
	}
}

// TestTheFinalEditWaitsForNoLiveEdit: with the limits that are shipped, half of the answers are
// whole 0.3 seconds after their text was committed, however many live edits went before. If the
// last edit waited for its turn among the live ones, it would take about 0.6.
func TestTheFinalEditWaitsForNoLiveEdit(t *testing.T) {
	w := newWorldOf(t, simulator.Options{Limits: true}, scripted.Options{WordDelay: 20 * time.Millisecond},
		func(c *bot.Config) { c.Limits = telegram.Limits{} })
	var mu sync.Mutex
	var took []time.Duration
	tell := func(c *chatter, words int) {
		from := c.Say(fmt.Sprintf("a story of %d words", words)).ID
		m := c.hears(from, "happily.")
		w.settled()
		o, err := w.delivery.ByMessage(context.Background(), botName, c.ID(), m.ID)
		if err != nil {
			t.Error(err)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		took = append(took, o.SentAt.Sub(o.DueAt))
	}
	var people sync.WaitGroup
	for i := range 6 {
		c := w.person(int64(11+i), "Ann")
		words := 60 + 12*i
		w.rules.When(fmt.Sprintf("%d words", words)).Say(strings.Repeat("once ", words) + "happily.")
		people.Go(func() {
			for range 3 { // one after the other: the places of one are used by the one before
				tell(c, words)
			}
		})
	}
	people.Wait()
	slices.Sort(took)
	if len(took) != 18 || took[9] > 300*time.Millisecond {
		t.Errorf("the last edits came so long after their texts: %s", took)
	}
}

func TestADeletedPartIsSentAgainWithoutRepeatingTheOthers(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann := w.person(11, "Ann")
	one, two := ann.says("/help", "/forget"), ann.says("/privacy", "Who reads along")
	w.tele.Fail(simulator.Fault{Method: "editMessageText", Code: 400, Description: "Bad Request: message to edit not found"})
	long := strings.Repeat("many words make a long answer ", 200)
	_, err := w.delivery.Put(context.Background(), delivery.Outgoing{
		Bot: botName, Chat: 11, Person: people.ID(11), Kind: delivery.Reply, TurnID: "t",
		Messages: []int64{one.ID, two.ID}, Body: delivery.Body{Text: long},
	})
	if err != nil {
		t.Fatal(err)
	}
	ann.shows(two.ID, "the second part", func(m simulator.Message) bool { return strings.Contains(m.Text, "many words") })
	w.until("the first part is there again", func() bool { return strings.Contains(ann.Last().Text, "many words") })
	if n := answers(ann, "many words"); n != 2 {
		t.Errorf("%d parts", n)
	}
}
