package bot_test

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"keepsake/bot"
	"keepsake/bot/simulator"
	"keepsake/delivery"
	"keepsake/people"
)

// lacks makes the simulator a Bot API without some methods.
func (w *world) lacks(methods ...string) {
	for _, m := range methods {
		w.tele.Fail(simulator.Fault{Method: m, Code: http.StatusNotFound, Times: -1})
	}
}

func noButtons(m simulator.Message) bool { return len(m.Buttons) == 0 }

// What is only nice to have may be missing: nothing waits for it, nothing is lost.
func TestABotAPIWithOnlyTheNecessary(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.lacks("editMessageReplyMarkup", "sendDocument", "deleteMessage", "sendChatAction", "setMyCommands",
		"getMyCommands", "getWebhookInfo", "deleteWebhook")
	w.restart()
	w.rules.Otherwise().Say("Here.")
	ann := w.person(11, "Ann")
	ann.says("hello", "Here.")
	m := ann.knows("preference", "", "User prefers **Thursday**")

	gone := ann.says("/memory delete "+m.ID, "Deleted")
	ann.taps(gone, "Undo")
	ann.hears(gone.ID, "Restored")
	now := ann.shows(gone.ID, "no buttons", noButtons)
	if now.Text != gone.Text {
		t.Errorf("taking the keyboard off made %q of %q", now.Text, gone.Text)
	}

	told := ann.says("/memory export", "Your one memory")
	file := ann.hears(told.ID, `"content": "User prefers **Thursday**"`)
	if len(file.Entities) != 1 || file.Entities[0].Type != "pre" {
		t.Errorf("the file is shown as %v", file.Entities)
	}

	one, two := ann.says("/help", "/forget"), ann.says("/privacy", "Who reads along")
	w.reply("t", "Short.", one.ID, two.ID)
	ann.shows(one.ID, "the answer", func(m simulator.Message) bool { return m.Text == "Short." })
	ann.shows(two.ID, "no part of another answer", func(m simulator.Message) bool { return m.Text == "…" })
	ann.says("still there?", "Here.")
	w.unsent(0)
}

// reply is an answer that is ready, whose parts are these messages.
func (w *world) reply(turn, text string, messages ...int64) int64 {
	w.t.Helper()
	id, err := w.delivery.Put(context.Background(), delivery.Outgoing{
		Bot: botName, Chat: 11, Person: people.ID(11), Kind: delivery.Reply, TurnID: turn,
		Messages: messages, Body: delivery.Body{Text: text},
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return id
}

// unsent waits until n messages are ready and not sent.
func (w *world) unsent(n int) {
	w.t.Helper()
	w.until("the outbox has got that far", func() bool {
		backlog, err := w.delivery.Backlog(context.Background(), botName)
		return err == nil && backlog.Unsent == n
	})
}

func TestAnExportTooLongForMessages(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.lacks("sendDocument")
	ann := w.person(11, "Ann")
	for i := range 60 {
		ann.knows("context", "", strings.Repeat(string(rune('a'+i%26)), 40+i)+" is what the user said")
	}
	ann.says("/memory export", "too long for messages")
	ann.says("/help", "/forget")
}

// A 404 with a page of its own is one, too.
func TestA404ThatIsNoBotAPIs(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.tele.Fail(simulator.Fault{Method: "editMessageReplyMarkup", Code: 404, Raw: "<h1>404</h1>", Times: -1})
	ann := w.person(11, "Ann")
	m := ann.knows("preference", "", "User prefers tea")
	gone := ann.says("/memory delete "+m.ID, "Deleted")
	ann.taps(gone, "Undo")
	ann.shows(gone.ID, "no buttons", noButtons)
}

func TestWithoutEditsAnswersAreSent(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]simulator.Fault{
		"no such method":          {Code: 404},
		"message can't be edited": {Code: 400, Description: "Bad Request: message can't be edited"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, nil)
			fault.Method, fault.Times = "editMessageText", -1
			w.tele.Fail(fault)
			w.rules.Otherwise().Say("Here is **all** of it.")
			ann := w.person(11, "Ann")
			for range 2 {
				ann.says("hello", "Here is all of it.")
			}
			w.unsent(0)
			w.idle()
			if n := answers(ann, "Here is all of it."); n != 2 {
				t.Errorf("answered %d times", n)
			}
			w.until("no placeholder is left", func() bool { return left(ann) == 0 })
			// Of several parts that are sent, a retry repeats none.
			long := strings.Repeat("many words make a long answer ", 200)
			w.tele.Fail(simulator.Fault{Method: "sendMessage", Delay: time.Millisecond})
			w.reply("long", long)
			w.unsent(0)
			if n := answers(ann, "many words"); n != 2 {
				t.Errorf("%d parts", n)
			}
		})
	}
}

// left counts placeholders that a person sees.
func left(c *chatter) (n int) {
	for _, m := range c.Messages() {
		if m.IsFromBot() && !m.Deleted && m.Text == "…" {
			n++
		}
	}
	return n
}

// A row that Telegram goes on refusing ends, and what is behind it comes.
func TestARefusedRowDoesNotBlockItsChatForEver(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann := w.person(11, "Ann")
	ann.says("/help", "/forget")
	w.tele.Fail(simulator.Fault{Method: "sendMessage", Code: 401, Times: 10})
	said := ann.Say("/privacy")
	next := ann.Say("/help")
	w.until("it is given up", func() bool {
		w.later(3 * time.Minute)
		return strings.Contains(w.log.String(), "message given up")
	})
	ann.hears(next.ID, "/forget")
	for _, m := range ann.Messages() {
		if m.ID > said.ID && strings.Contains(m.Text, "Who reads along") {
			t.Error("it was refused, and came")
		}
	}
}

// While Telegram is away, an answer waits; what only tidies up does not.
func TestAnOutageEndsWhatTidiesUpNotAnAnswer(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann := w.person(11, "Ann")
	help := ann.says("/help", "/forget")
	w.tele.Fail(simulator.Fault{Method: "editMessageReplyMarkup", Code: 502, Times: 4})
	_, err := w.delivery.Put(context.Background(), delivery.Outgoing{
		Bot: botName, Chat: 11, Person: people.ID(11), Kind: delivery.Edit, Target: help.ID,
	})
	if err != nil {
		t.Fatal(err)
	}
	w.tele.Fail(simulator.Fault{Method: "sendMessage", Code: 502, Times: 25})
	said := ann.Say("/privacy")
	w.until("the outage is over", func() bool {
		w.later(3 * time.Minute)
		return answers(ann, "Who reads along") == 1
	})
	ann.hears(said.ID, "Who reads along")
	if n := strings.Count(w.log.String(), "message given up"); n != 1 {
		t.Errorf("%d messages were given up", n)
	}
}

func TestAnAnswerOfNothingToSeeIsSaid(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.rules.Otherwise().Say("\u200b\u2060\u200d")
	ann := w.person(11, "Ann")
	ann.says("hello", "I have no answer to that")
	w.unsent(0)
}

func TestIDsAndPagesAsPeopleWriteThem(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann := w.person(11, "Ann")
	m := ann.knows("person", "Alec", "Alec is the user's boss")
	for _, id := range []string{m.ID, "[" + m.ID + "]", "id:" + m.ID, "[id:" + m.ID + "]", "ID: " + m.ID} {
		ann.says("/memory show "+id, "Alec is the user's boss")
	}
	for i := range 20 {
		ann.knows("context", "", "Fact "+string(rune('A'+i)))
	}
	ann.knows("season 2", "", "Something else")
	for say, want := range map[string]string{
		"/memory list context 3": "Fact T", "/memory list Context": "Fact A", "/memory list 2": "Fact I", "/memory list season 2": "Something else",
	} {
		ann.says(say, want)
	}
}

// A server that answers at once, with nothing, is not asked as fast as it can answer.
func TestEmptyAnswersAreNotAskedForAtFullSpeed(t *testing.T) {
	t.Parallel()
	asked := &counter{RoundTripper: http.DefaultTransport}
	w := newWorld(t, func(c *bot.Config) { c.HTTP = &http.Client{Transport: asked} })
	w.tele.Fail(simulator.Fault{Method: "getUpdates", Raw: `{"ok":true,"result":[]}`, Times: -1})
	began := time.Now()
	time.Sleep(1200 * time.Millisecond)
	n, took := asked.n.Load(), time.Since(began)
	if most := 2 + 7*took.Seconds(); float64(n) > most {
		t.Errorf("asked %d times in %s", n, took)
	}
	w.tele.ClearFaults()
	w.person(11, "Ann").says("/help", "/forget")
}

type counter struct {
	http.RoundTripper
	n atomic.Int32
}

func (c *counter) RoundTrip(r *http.Request) (*http.Response, error) {
	if strings.HasSuffix(r.URL.Path, "/getUpdates") {
		c.n.Add(1)
	}
	return c.RoundTripper.RoundTrip(r)
}
