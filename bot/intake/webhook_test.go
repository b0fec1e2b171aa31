package intake_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"keepsake/bot/intake"
	"keepsake/bot/simulator"
	"keepsake/bot/telegram"
	"keepsake/bot/update"
	"keepsake/command"
	"keepsake/delivery"
	"keepsake/people"
	"keepsake/session"
	"keepsake/store/storetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	botName = "keepsake"
	secret  = "a-secret_of-the-webhook"
)

// newIntake returns the intake of a bot with a webhook behind door, and its inbox.
func newIntake(t *testing.T, door *intake.Webhooks) (*intake.Intake, *delivery.Service) {
	t.Helper()
	tele := simulator.New(simulator.Options{})
	t.Cleanup(tele.Close)
	http1 := &http.Client{Transport: &http.Transport{}}
	t.Cleanup(http1.CloseIdleConnections)
	client, err := telegram.New(telegram.Config{Token: tele.Token(), APIURL: tele.URL(), HTTP: http1, Bot: botName})
	if err != nil {
		t.Fatal(err)
	}
	db := storetest.SQLite(t)
	inbox := delivery.New(delivery.Config{Store: db.Deliveries()})
	persons := people.New(people.Config{Store: db.People()})
	return intake.New(intake.Config{
		Bot: botName, Owner: "me", Client: client, Delivery: inbox, People: persons,
		Sessions: session.New(session.Config{Store: db.Sessions()}),
		Commands: &command.Service{Name: botName, Access: command.AccessOpen, People: persons, Delivery: inbox, Tx: db},
		Identity: func() update.Identity { return update.Identity{ID: 1, Username: "KeepsakeBot"} },
		Log:      slog.New(slog.DiscardHandler), Lease: time.Second, PollTimeout: time.Second,
		Webhook: intake.Webhook{URL: "https://bot.example/" + botName, Secret: secret, Door: door, Check: time.Hour},
	}), inbox
}

// post makes one delivery with a secret and returns the status and how long it took.
func post(h http.Handler, shown string, updateID int) (status int, took time.Duration) {
	body := fmt.Sprintf(`{"update_id":%d,"message":{"message_id":%d,"date":1700000000,"text":"hello",
		"chat":{"id":11,"type":"private"},"from":{"id":11,"first_name":"Ann"}}}`, updateID, updateID)
	r := httptest.NewRequest(http.MethodPost, "/"+botName, strings.NewReader(body))
	r.Header.Set("X-Telegram-Bot-Api-Secret-Token", shown)
	rec := httptest.NewRecorder()
	began := time.Now()
	h.ServeHTTP(rec, r)
	return rec.Code, time.Since(began)
}

// Each wrong secret is answered later than the one before.
func TestWrongSecretsAreSlowedDown(t *testing.T) {
	in, _ := newIntake(t, nil)
	h := in.Handler()
	var waits []time.Duration
	for range 4 {
		status, took := post(h, "wrong", 1)
		if status != http.StatusUnauthorized {
			t.Fatalf("a wrong secret: %d", status)
		}
		waits = append(waits, took)
	}
	for i, floor := range []time.Duration{50, 100, 200, 400} {
		if waits[i] < floor*time.Millisecond {
			t.Errorf("wrong secret %d was answered after %v, want at least %d ms", i+1, waits[i], floor)
		}
	}
}

// However many guess at once, few wait, and not for long; the others are refused without a
// wait. Right secrets are answered while wrong ones wait.
func TestOnlyWrongSecretsWaitAndOnlyFew(t *testing.T) {
	in, inbox := newIntake(t, nil)
	h := in.Handler()
	const guesses = 100
	status := make(chan int, guesses)
	began := time.Now()
	for range guesses {
		go func() {
			s, _ := post(h, "wrong", 1)
			status <- s
		}()
	}
	for id := range 20 {
		if s, _ := post(h, secret, 100+id); s != http.StatusOK {
			t.Errorf("a right secret: %d", s)
		}
	}
	if len(status) == guesses {
		t.Error("the right ones were answered after all wrong ones")
	}
	counts := map[int]int{}
	for range guesses {
		counts[<-status]++
	}
	if counts[http.StatusUnauthorized] < 32 || counts[http.StatusTooManyRequests] == 0 ||
		counts[http.StatusUnauthorized]+counts[http.StatusTooManyRequests] != guesses {
		t.Errorf("answers by status: %v", counts)
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("it took %v; the wait is bounded", took)
	}
	if rows, err := inbox.LaneUpdates(t.Context(), delivery.Lane(botName, 11, 0)); err != nil || len(rows) != 20 {
		t.Errorf("%d rows, %v; want 20", len(rows), err)
	}
}

// A door passes deliveries to the bots that run, by the last element of the path. An intake
// that stops lets nobody wait, neither those under way nor the other bots.
func TestTheDoorOfSeveralBots(t *testing.T) {
	door := &intake.Webhooks{}
	in, _ := newIntake(t, door)
	if status, _ := post(door, secret, 1); status != http.StatusServiceUnavailable {
		t.Errorf("before it runs: %d", status)
	}
	stop, ended := start(t, in)
	for status, _ := post(door, secret, 2); status != http.StatusOK; status, _ = post(door, secret, 2) {
		if status != http.StatusServiceUnavailable {
			t.Fatalf("while it starts: %d", status)
		}
	}
	var slow sync.WaitGroup
	for range 8 { // the last of them would wait for more than five seconds
		slow.Go(func() { post(door, "wrong", 1) })
	}
	began := time.Now()
	stop()
	<-ended
	slow.Wait()
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("stopping took %v", took)
	}
	if status, _ := post(door, secret, 3); status != http.StatusServiceUnavailable {
		t.Errorf("after it ran: %d", status)
	}
}

// start runs an intake; ended is closed when it has.
func start(t *testing.T, in *intake.Intake) (stop func(), ended <-chan struct{}) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := in.Run(ctx); err != nil {
			t.Errorf("Run: %v", err)
		}
	}()
	return cancel, done
}
