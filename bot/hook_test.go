package bot_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"keepsake/bot"
	"keepsake/bot/intake"
	"keepsake/delivery"
	"keepsake/store"
)

const hookSecret = "a-secret_of-the-webhook"

// hookAddr is an address nobody listens on.
func hookAddr(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// hooked is a tune that makes Telegram deliver.
func hooked(addr string) func(*bot.Config) {
	return func(c *bot.Config) {
		c.Webhook = intake.Webhook{
			URL: "http://" + addr + "/" + botName, Secret: hookSecret, Door: &intake.Webhooks{}, Check: 20 * time.Millisecond,
		}
	}
}

// post delivers a body as Telegram would, to the handler itself, and returns the status.
func (w *world) post(secret, body string) int {
	w.t.Helper()
	r := httptest.NewRequest(http.MethodPost, "/hook", strings.NewReader(body))
	if secret != "" {
		r.Header.Set("X-Telegram-Bot-Api-Secret-Token", secret)
	}
	rec := httptest.NewRecorder()
	w.bot.WebhookHandler().ServeHTTP(rec, r)
	return rec.Code
}

// said is an update: a person's text message.
func said(update, message int64, text string) string {
	return fmt.Sprintf(`{"update_id":%d,"message":{"message_id":%d,"date":%d,"text":%q,
		"chat":{"id":11,"type":"private","first_name":"Ann"},"from":{"id":11,"is_bot":false,"first_name":"Ann"}}}`,
		update, message, time.Now().Unix(), text)
}

// TestWebhookEndToEnd: registered at start with everything Telegram must know, answered
// as with polling, stopped in order, and gone on with at the next start.
func TestWebhookEndToEnd(t *testing.T) {
	t.Parallel()
	w := newWorld(t, hooked(hookAddr(t)))
	w.rules.Otherwise().Say("Delivered.")
	ann := w.person(11, "Ann")
	ann.says("hello", "Delivered.")
	ann.says("/help", "/forget")
	set := w.tele.Calls("setWebhook")
	if len(set) == 0 {
		t.Fatal("no webhook was set")
	}
	p := set[0].Params
	if p["secret_token"] != hookSecret || p["max_connections"] != "40" || p["drop_pending_updates"] == "true" ||
		!strings.Contains(p["allowed_updates"], "callback_query") {
		t.Errorf("setWebhook with %v", p)
	}
	if len(w.tele.Calls("getWebhookInfo")) == 0 || len(w.tele.Calls("deleteWebhook")) != 0 {
		t.Error("the webhook was not checked, or was removed")
	}
	w.shutdown()
	late := ann.Say("are you there?")
	w.start()
	ann.hears(late.ID, "Delivered.")
	if strings.Contains(w.log.String(), hookSecret) {
		t.Error("the log holds the secret")
	}
	if time.Since(w.bot.HeardAt()) > time.Minute {
		t.Error("deliveries are not heard")
	}
}

// TestSwitchToPollingLosesNothing: what waited for the webhook comes by polling, and the
// other way round.
func TestSwitchToPollingLosesNothing(t *testing.T) {
	t.Parallel()
	addr := hookAddr(t)
	w := newWorld(t, hooked(addr))
	w.rules.Otherwise().Say("Here.")
	ann := w.person(11, "Ann")
	ann.says("hello", "Here.")
	w.shutdown()
	first := ann.Say("one")
	w.tune = nil
	w.start()
	ann.hears(first.ID, "Here.")
	w.shutdown()
	second := ann.Say("two")
	w.tune = hooked(addr)
	w.start()
	ann.hears(second.ID, "Here.")
	for _, c := range w.tele.Calls("deleteWebhook") {
		if c.Params["drop_pending_updates"] == "true" {
			t.Error("updates were dropped")
		}
	}
}

// TestPollerRemovesAWebhookSetLater: somebody set one while we poll; or removing it at
// the start failed.
func TestPollerRemovesAWebhookSetLater(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	body := `{"url":"https://elsewhere.example/hook"}`
	resp, err := http.Post(w.tele.URL()+"/bot"+w.tele.Token()+"/setWebhook", "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	w.person(11, "Ann").says("/help", "/forget")
}

// TestAWebhookTakenAwayIsSetAgain: another program removed or moved it.
func TestAWebhookTakenAwayIsSetAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t, hooked(hookAddr(t)))
	ann := w.person(11, "Ann")
	ann.says("/help", "/forget")
	resp, err := http.Get(w.tele.URL() + "/bot" + w.tele.Token() + "/deleteWebhook")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	ann.says("/privacy", "Who reads along")
	if !strings.Contains(w.log.String(), "webhook was changed") {
		t.Error("nobody was told")
	}
}

// TestWebhookUndecodableIsParked: it has an id, so it would come again for a day.
func TestWebhookUndecodableIsParked(t *testing.T) {
	t.Parallel()
	w := newWorld(t, hooked(hookAddr(t)))
	if got := w.post(hookSecret, `{"update_id":77,"message":{"message_id":"not a number"}}`); got != 200 {
		t.Errorf("answered %d", got)
	}
	dead, err := w.delivery.Dead(t.Context(), 10)
	if err != nil || len(dead) != 1 || dead[0].UpdateID != 77 || dead[0].State != delivery.DeadMail {
		t.Errorf("dead letters %v, %v", dead, err)
	}
}

// TestWebhookRepeatsAndJumps: every delivery but the first of an id changes nothing; ids
// go up, down and far away.
func TestWebhookRepeatsAndJumps(t *testing.T) {
	t.Parallel()
	w := newWorld(t, hooked(hookAddr(t)))
	w.rules.WhenMatch(`number (\w+)`).Say("Got $1.")
	ann := w.person(11, "Ann")
	ann.says("/help", "/forget") // a bot may not write first
	for i, id := range []int64{5_000, 900_000_000, 17, 5_001} {
		name := string(rune('a' + i))
		for range 3 {
			if got := w.post(hookSecret, said(id, int64(1000+i), "number "+name)); got != 200 {
				t.Fatalf("answered %d", got)
			}
		}
		ann.hears(0, "Got "+name+".")
	}
	w.idle()
	for _, name := range []string{"a", "b", "c", "d"} {
		if n := answers(ann, "Got "+name+"."); n != 1 {
			t.Errorf("%q was answered %d times", name, n)
		}
	}
}

// TestWebhookReordered: what was said first stands first, and an edit that overtakes its
// message replaces it.
func TestWebhookReordered(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *bot.Config) {
		hooked(hookAddr(t))(c)
		c.Quiet = 300 * time.Millisecond
	})
	w.rules.Otherwise().Say("I see.")
	ann := w.person(11, "Ann")
	ann.says("/help", "/forget")
	edit := strings.Replace(said(43, 1001, "the second, mended"), `"message":`, `"edited_message":`, 1)
	for _, body := range []string{edit, said(42, 1001, "the second"), said(41, 1000, "the first")} {
		if got := w.post(hookSecret, body); got != 200 {
			t.Fatalf("answered %d", got)
		}
	}
	ann.hears(0, "I see.")
	w.idle()
	var prompt struct {
		Messages []struct{ Role, Content string }
	}
	if err := json.Unmarshal([]byte(w.model.LastRequest().Body), &prompt); err != nil {
		t.Fatal(err)
	}
	var heard []string
	for _, m := range prompt.Messages {
		if m.Role == "user" {
			heard = append(heard, m.Content)
		}
	}
	all := strings.Join(heard, "\n")
	one, two := strings.Index(all, "the first"), strings.Index(all, "the second, mended")
	if one < 0 || two < one {
		t.Errorf("the model read %q", heard)
	}
	if n := answers(ann, "I see."); n != 1 {
		t.Errorf("answered %d times", n)
	}
}

// TestWebhookWithTheDatabaseDown: Telegram hears 503 and repeats until it is stored.
func TestWebhookWithTheDatabaseDown(t *testing.T) {
	t.Parallel()
	w := newWorld(t, hooked(hookAddr(t)))
	w.rules.Otherwise().Say("At last.")
	ann := w.person(11, "Ann")
	if err := w.db.Close(); err != nil {
		t.Fatal(err)
	}
	said := ann.Say("hello")
	w.until("a delivery was refused", func() bool { return strings.Contains(w.log.String(), "update not taken") })
	if w.tele.PendingUpdates() == 0 {
		t.Error("Telegram thinks that we have it")
	}
	if strings.Contains(w.log.String(), "hello") {
		t.Error("the log holds what was said")
	}
	w.shutdown()
	w.start()
	ann.hears(said.ID, "At last.")
	w.idle()
	if n := answers(ann, "At last."); n != 1 {
		t.Errorf("answered %d times", n)
	}
}

// slowStore holds every Receive until it is let go.
type slowStore struct {
	delivery.Store
	entered chan struct{}
	letGo   chan struct{}
}

func (s *slowStore) Receive(ctx context.Context, us []delivery.Update) (int, error) {
	s.entered <- struct{}{}
	<-s.letGo
	return s.Store.Receive(ctx, us)
}

// TestStopFinishesDeliveriesUnderWay: what is being stored when we stop is stored and
// answered with 200; after that nobody listens.
func TestStopFinishesDeliveriesUnderWay(t *testing.T) {
	t.Parallel()
	addr := hookAddr(t)
	slow := &slowStore{entered: make(chan struct{}), letGo: make(chan struct{})}
	w := newWorld(t, func(c *bot.Config) {
		hooked(addr)(c)
		db := c.Tx.(*store.DB)
		slow.Store = db.Deliveries()
		c.Delivery = delivery.New(delivery.Config{Store: slow, Now: c.Now})
	})
	w.until("it listens", func() bool { return strings.Contains(w.log.String(), "webhook is open") })
	status := make(chan int, 1)
	go func() {
		r, _ := http.NewRequest(http.MethodPost, "http://"+addr+"/"+botName, strings.NewReader(said(5, 1000, "hello")))
		r.Header.Set("X-Telegram-Bot-Api-Secret-Token", hookSecret)
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			status <- 0
			return
		}
		resp.Body.Close()
		status <- resp.StatusCode
	}()
	<-slow.entered
	stopped := make(chan struct{})
	go func() { defer close(stopped); w.shutdown() }()
	w.until("nobody listens any more", func() bool {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			c.Close()
		}
		return err != nil
	})
	close(slow.letGo)
	if got := <-status; got != 200 {
		t.Errorf("answered %d", got)
	}
	<-stopped
	w.tune = hooked(addr)
	w.start()
	rows, err := w.delivery.LaneUpdates(t.Context(), delivery.Lane(botName, 11, 0))
	if _, open, _ := w.sessions.LaneTurn(t.Context(), delivery.Lane(botName, 11, 0)); err != nil || len(rows) == 0 && !open && len(w.model.Requests()) == 0 {
		t.Errorf("the update is lost: %v %v", rows, err)
	}
}

// TestWebhookTakesManyAtOnce: each update is delivered twice at the same time, and again where a busy database
// answered 503, as Telegram does; none is lost, none is stored twice.
func TestWebhookTakesManyAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, hooked(hookAddr(t)))
	w.shutdown()
	w.build() // not running: what is taken in stays to be counted
	defer w.db.Close()
	const n = 200
	codes := make(chan int, 2*n)
	for i := range n {
		body := strings.ReplaceAll(said(int64(10_000+i), int64(1000+i), "hello"), `"id":11`, fmt.Sprintf(`"id":%d`, 100+i%20))
		for range 2 {
			go func() {
				code := w.post(hookSecret, body)
				for tries := 0; code == http.StatusServiceUnavailable && tries < 50; tries++ {
					code = w.post(hookSecret, body)
				}
				codes <- code
			}()
		}
	}
	for range 2 * n {
		if got := <-codes; got != 200 {
			t.Errorf("answered %d", got)
		}
	}
	if got, err := w.delivery.Unsettled(t.Context(), botName); got != n || err != nil {
		t.Errorf("%d of %d updates are in the inbox, %v", got, n, err)
	}
}
