package bot_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"keepsake/bot"
	"keepsake/bot/simulator"
	"keepsake/delivery"
	"keepsake/llm/scripted"
	"keepsake/people"
)

const longAnswer = "It begins here, and it goes on with quite a few words, and here it ends."

// lateEdits makes the first edit of each chat be carried out as how says, unless it is the answer: a busy machine makes
// no live edit before it.
func lateEdits(how trouble) func(call) trouble {
	begun := map[int64]bool{}
	return func(c call) trouble {
		if c.method != "editMessageText" || begun[c.chat] || c.text == longAnswer {
			return trouble{}
		}
		begun[c.chat] = true
		return how
	}
}

// TestALateEditDoesNotStandAboveTheAnswer (X2): live edits are carried out once all answers are there; none waits for
// its edit, and in the end every chat shows the answer.
func TestALateEditDoesNotStandAboveTheAnswer(t *testing.T) {
	w, l := newLine(t, scripted.Options{WordDelay: 50 * time.Millisecond}, nil)
	w.rules.Otherwise().Say(longAnswer)
	held := make(chan struct{})
	letGo := sync.OnceFunc(func() { close(held) })
	defer letGo()
	l.over(lateEdits(trouble{held: held}))
	var all []*chatter
	for i := range 12 {
		c := w.person(int64(11+i), "Ann")
		c.Say("tell me")
		all = append(all, c)
	}
	for _, c := range all {
		c.hears(0, "here it ends.")
	}
	letGo()
	l.awaitLate() // every edit has been carried out
	w.until("every chat shows the answer, and the rows are done", func() bool {
		w.later(time.Second)
		return w.calm() && !slices.ContainsFunc(all, func(c *chatter) bool { return visible(c, longAnswer) != 1 })
	})
	lateOnes := 0
	for _, c := range w.tele.Calls("editMessageText") {
		if c.Params["text"] != longAnswer {
			lateOnes++
		}
	}
	if lateOnes < 6 {
		t.Errorf("only %d live edits: this proves nothing", lateOnes)
	}
}

// calm reports whether nothing waits to be sent, painted over or tidied.
func (w *world) calm() bool {
	due, err := w.delivery.ClaimOut(context.Background(), botName, "me", w.now().Add(time.Hour), w.now(), nil, 100)
	n, err2 := w.delivery.Unsettled(context.Background(), botName)
	return err == nil && err2 == nil && n == 0 && len(due.Messages) == 0
}

// TestALateEditAfterARestart (X2): the process that made the edit is gone when the edit is
// carried out; the one that goes on paints over it.
func TestALateEditAfterARestart(t *testing.T) {
	w, l := newLine(t, scripted.Options{}, func(c *bot.Config) {
		c.Drain = 10 * time.Millisecond
		c.Agent.Config.SlowAfter = 20 * time.Millisecond // the house says that it takes its time
	})
	think := make(chan struct{})
	w.rules.When("tell me").HoldUntil(think).Say(longAnswer)
	w.rules.Otherwise().Say(longAnswer)
	ann := w.person(11, "Ann")
	l.over(lateEdits(trouble{late: 3 * time.Second}))
	ann.Say("tell me")
	w.until("a placeholder is there", func() bool { return placeholders(ann) == 1 })
	w.restart()
	close(think)
	m := ann.hears(0, "here it ends.")
	l.awaitLate()
	w.until("the answer stands", func() bool {
		w.later(time.Second)
		now, _ := w.tele.Message(ann.Chat(), m.ID)
		return w.calm() && now.Text == longAnswer
	})
}

// TestOneSlowCallDelaysNoOtherChat (X3): ten others are answered while a call of one chat hangs.
func TestOneSlowCallDelaysNoOtherChat(t *testing.T) {
	w, l := newLine(t, scripted.Options{}, nil)
	w.rules.Otherwise().Say("Here.")
	held := make(chan struct{})
	letGo := sync.OnceFunc(func() { close(held) })
	defer letGo()
	l.over(func(c call) trouble {
		if c.method == "sendMessage" && c.chat == 11 {
			return trouble{held: held}
		}
		return trouble{}
	})
	ann := w.person(11, "Ann")
	ann.Say("hello")
	w.until("its placeholder is on its way", func() bool { return len(w.model.Requests()) == 1 })
	for i := range 10 {
		w.person(int64(20+i), "Bob").says("hello", "Here.")
	}
	letGo()
	ann.hears(0, "Here.")
	if n := visible(ann, "Here."); n != 1 {
		t.Errorf("answered %d times", n)
	}
}

// TestALostResponseDoublesNothing (X6): of what is carried out, three of ten responses are
// lost. Commands are answered at most once; what nobody could ask for again arrives once;
// no placeholder is left (X10).
func TestALostResponseDoublesNothing(t *testing.T) {
	w, l := newLine(t, scripted.Options{}, nil)
	var asking, reminded []*chatter
	for i := range 30 {
		reminded = append(reminded, w.person(int64(200+i), "Bob"))
	}
	for _, c := range reminded {
		c.says("/help", "/forget")
	}
	l.over(some(0.3, trouble{cut: true}, "sendMessage", "editMessageText", "deleteMessage"))
	for i := range 60 {
		c := w.person(int64(100+i), "Ann")
		c.Say("/help")
		asking = append(asking, c)
	}
	w.idle()
	w.settled()
	for _, c := range reminded {
		_, err := w.delivery.Put(context.Background(), delivery.Outgoing{
			Bot: botName, Chat: c.ID(), Person: people.ID(c.ID()), Kind: delivery.Send, MustArrive: true,
			Body: delivery.Body{Text: "Call Sarah.", Buttons: [][]delivery.Button{{{Text: "Done", Action: "done", Ref: "x"}}}},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	w.idle()
	w.settled()
	w.later(3 * time.Second)
	w.until("everything is tidied", func() bool {
		return !slices.ContainsFunc(reminded, func(c *chatter) bool { return placeholders(c) > 0 })
	})
	for _, c := range asking {
		if n := visible(c, "/forget"); n > 1 {
			t.Errorf("a command was answered %d times", n)
		}
	}
	for _, c := range reminded {
		if n := visible(c, "Call Sarah."); n != 1 {
			t.Errorf("a reminder came %d times", n)
		}
		if n := placeholders(c); n != 0 {
			t.Errorf("%d placeholders are left", n)
		}
	}
}

// TestStraysOfAnswersAreTidied (X10): the responses to placeholders are lost, and what is
// left of them is deleted; what others wrote and other messages of ours stay.
func TestStraysOfAnswersAreTidied(t *testing.T) {
	w, l := newLine(t, scripted.Options{}, nil)
	w.rules.Otherwise().Say("Here.")
	l.over(some(0.5, trouble{cut: true}, "sendMessage"))
	var all []*chatter
	for i := range 12 {
		c := w.person(int64(11+i), "Ann")
		c.Say("hello")
		all = append(all, c)
	}
	for _, c := range all {
		c.hears(0, "Here.")
	}
	w.settled()
	w.later(3 * time.Second)
	w.until("everything is tidied", func() bool {
		return !slices.ContainsFunc(all, func(c *chatter) bool { return placeholders(c) > 0 })
	})
	for _, c := range all {
		if n := visible(c, "Here."); n != 1 || placeholders(c) != 0 {
			t.Errorf("answered %d times, %d placeholders are left", n, placeholders(c))
		}
	}
	if len(w.tele.Calls("deleteMessage")) == 0 {
		t.Error("there were no strays: this proves nothing")
	}
}

// TestAGatewayThatFailsOften (X8): 40 % of the calls are answered with 502, and the answers
// come within moments all the same.
func TestAGatewayThatFailsOften(t *testing.T) {
	w, l := newLine(t, scripted.Options{}, nil)
	w.rules.Otherwise().Say("Here.")
	// talk returns how long the answers took to come, the quickest first. The chats are few enough that the limit of the
	// whole bot (28 calls a second) does not decide.
	talk := func() (took []time.Duration) {
		var mu sync.Mutex
		var chats sync.WaitGroup
		for i := range 20 {
			c := w.person(int64(11+i), fmt.Sprint("Ann", i))
			chats.Go(func() {
				ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
				defer cancel()
				asked := time.Now()
				said := c.Say("hello")
				if _, err := c.AwaitText(ctx, said.ID, "Here."); err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				took = append(took, time.Since(asked))
			})
		}
		chats.Wait()
		slices.Sort(took)
		return took
	}
	calm := talk() // what this machine takes, busy as it is
	w.settled()
	l.over(some(0.4, trouble{status: 502}, "sendMessage", "editMessageText"))
	took, p95 := talk(), 19
	if most := 6*time.Second + 3*calm[p95]; took[p95] > most {
		t.Errorf("95 of 100 answers took up to %s (half of them %s), without failures %s", took[p95], took[len(took)/2], calm[p95])
	}
}

// TestSignsDelayNoAnswer (X9): the ✍ and the sign of typing hang; the answers do not wait.
func TestSignsDelayNoAnswer(t *testing.T) {
	w, l := newLine(t, scripted.Options{}, signs)
	w.remembers("green tea", "User likes green tea", "")
	w.rules.Otherwise().Say("Hello.")
	held := make(chan struct{})
	defer l.awaitLate()
	defer close(held)
	l.over(func(c call) trouble {
		if c.method == "setMessageReaction" || c.method == "sendChatAction" {
			return trouble{held: held}
		}
		return trouble{}
	})
	ann := w.person(11, "Ann")
	ann.says("remember that I like green tea", "All right.")
	for range 5 {
		ann.says("hi", "Hello.")
	}
}

// TestANewerEditIsNotOvertaken (X2): an edit whose outcome is unknown is carried out after
// a newer one of the same message, and does not stay.
func TestANewerEditIsNotOvertaken(t *testing.T) {
	w := newWorld(t, nil)
	ann := w.person(11, "Ann")
	card := ann.says("/help", "/forget")
	put := func(text string) {
		t.Helper()
		_, err := w.delivery.Put(context.Background(), delivery.Outgoing{
			Bot: botName, Chat: 11, Person: people.ID(11), Kind: delivery.Edit, Target: card.ID, Body: delivery.Body{Text: text},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	w.tele.Fail(simulator.Fault{Method: "editMessageText", CutBefore: true})
	put("older")
	reads := func(text string) func(m simulator.Message) bool {
		return func(m simulator.Message) bool { return m.Text == text }
	}
	ann.shows(card.ID, "the older text", reads("older"))
	put("newer")
	ann.shows(card.ID, "the newer text", reads("newer"))
	// The first attempt is carried out only now.
	form := url.Values{"chat_id": {"11"}, "message_id": {strconv.FormatInt(card.ID, 10)}, "text": {"older"}}
	resp, err := http.PostForm(w.tele.URL()+"/bot"+w.tele.Token()+"/editMessageText", form)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatal(resp, err)
	}
	_ = resp.Body.Close()
	ann.shows(card.ID, "the older text", reads("older"))
	w.later(3 * time.Second)
	ann.shows(card.ID, "the newer text again", reads("newer"))
}
