package simulator_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-telegram/bot/models"

	"keepsake/bot/simulator"
)

func ids(t *testing.T, r reply) []int64 {
	t.Helper()
	var us []models.Update
	if err := json.Unmarshal(r.Result, &us); err != nil || !r.OK {
		t.Fatalf("%+v: %v", r, err)
	}
	out := []int64{}
	for _, u := range us {
		out = append(out, u.ID)
	}
	return out
}

// Updates come again until a higher offset confirms them; a negative offset counts from the
// end; limit limits.
func TestOffsets(t *testing.T) {
	srv := start(t, simulator.Options{})
	ann := srv.Person(7, "Ann")
	for range 5 {
		ann.Say("hi")
	}
	for i, step := range []struct {
		params  p
		want    []int64
		pending int
	}{
		{p{}, []int64{1, 2, 3, 4, 5}, 5},
		{p{"limit": 2}, []int64{1, 2}, 5},
		{p{"offset": 1}, []int64{1, 2, 3, 4, 5}, 5},
		{p{"offset": 3, "timeout": 30}, []int64{3, 4, 5}, 3},
		{p{"offset": 0}, []int64{3, 4, 5}, 3},
		{p{"offset": -2}, []int64{4, 5}, 2},
		{p{"offset": -100}, []int64{4, 5}, 2},
		{p{"offset": 6}, []int64{}, 0},
		{p{"offset": -1}, []int64{}, 0},
	} {
		if got := ids(t, call(t, srv, "getUpdates", step.params)); !slices.Equal(got, step.want) || srv.PendingUpdates() != step.pending {
			t.Errorf("step %d: %v, %d pending; want %v, %d", i, got, srv.PendingUpdates(), step.want, step.pending)
		}
	}
	clean(t, srv)
}

// After a week of silence ids go on anywhere, also lower than before: an offset from before
// confirms nothing.
func TestIDsJump(t *testing.T) {
	srv := start(t, simulator.Options{})
	ann := srv.Person(7, "Ann")
	srv.SetNextUpdateID(900)
	ann.Say("hi")
	if got := ids(t, call(t, srv, "getUpdates", p{})); !slices.Equal(got, []int64{900}) {
		t.Error(got)
	}
	ids(t, call(t, srv, "getUpdates", p{"offset": 901}))
	srv.SetNextUpdateID(50)
	ann.Say("again")
	if got := ids(t, call(t, srv, "getUpdates", p{"offset": 901})); !slices.Equal(got, []int64{50}) {
		t.Error(got)
	}
	if got := ids(t, call(t, srv, "getUpdates", p{"offset": 51})); len(got) != 0 {
		t.Error(got)
	}
}

func TestUpdatesAreKeptADay(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	srv := start(t, simulator.Options{Now: func() time.Time { return now }})
	ann := srv.Person(7, "Ann")
	ann.Say("old")
	now = now.Add(25 * time.Hour)
	ann.Say("new")
	if got := ids(t, call(t, srv, "getUpdates", p{})); !slices.Equal(got, []int64{2}) {
		t.Error(got)
	}
}

// A waiting getUpdates returns with the first update, and is thrown out by a second one.
func TestLongPolling(t *testing.T) {
	srv, ctx := start(t, simulator.Options{}), within(t)
	ann := srv.Person(7, "Ann")
	answers := make(chan reply, 2)
	poll := func() {
		r, err := try(ctx, srv, "getUpdates", p{"timeout": 50})
		if err != nil {
			t.Error(err)
		}
		answers <- r
	}
	go poll()
	if err := srv.WaitFor(ctx, srv.HasPoll); err != nil {
		t.Fatal(err)
	}
	go poll()
	if r := <-answers; r.Code != 409 || r.Description != "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running" {
		t.Errorf("first: %d %s", r.Code, r.Description)
	}
	ann.Say("hi")
	if got := ids(t, <-answers); !slices.Equal(got, []int64{1}) {
		t.Errorf("second: %v", got)
	}
	if srv.HasPoll() {
		t.Error("still polling")
	}

	// Of a killed bot nothing is left, and nothing it was sent is confirmed.
	gone := make(chan error)
	dying, kill := withCancel(within(t))
	go func() {
		_, err := try(dying, srv, "getUpdates", p{"offset": 2, "timeout": 50})
		gone <- err
	}()
	if err := srv.WaitFor(ctx, srv.HasPoll); err != nil {
		t.Fatal(err)
	}
	kill()
	if err := <-gone; err == nil {
		t.Error("an answer after the kill")
	}
	if err := srv.WaitFor(ctx, func() bool { return !srv.HasPoll() }); err != nil {
		t.Fatal(err)
	}
	ann.Say("still there?")
	if srv.PendingUpdates() != 1 {
		t.Errorf("%d pending", srv.PendingUpdates())
	}
}

func TestPollingTimesOut(t *testing.T) {
	srv := start(t, simulator.Options{})
	if got := ids(t, call(t, srv, "getUpdates", p{"timeout": 1})); len(got) != 0 {
		t.Error(got)
	}
}

func TestAllowedUpdates(t *testing.T) {
	srv := start(t, simulator.Options{})
	ann := srv.Person(7, "Ann")
	reacted := func() { srv.Push("message_reaction", p{"chat": p{"id": 7}}) }
	for i, step := range []struct {
		params p
		want   int
	}{
		{p{}, 1}, // everything but what must be asked for
		{p{"allowed_updates": []string{"message", "message_reaction"}}, 1},
		{p{}, 2}, // remembered
		{p{"allowed_updates": []string{}}, 2},
		{p{"allowed_updates": []string{"callback_query"}}, 1},
		{p{}, 0},
	} {
		ids(t, call(t, srv, "getUpdates", p{"offset": 1}))
		ann.Say("hi")
		reacted()
		got := ids(t, call(t, srv, "getUpdates", step.params))
		if len(got) != step.want {
			t.Errorf("step %d: %v", i, got)
		}
		for _, id := range got {
			ids(t, call(t, srv, "getUpdates", p{"offset": id + 1}))
		}
	}
}

func TestUndecodableUpdates(t *testing.T) {
	srv := start(t, simulator.Options{})
	id := srv.PushRaw(`"message": 7`)
	r := call(t, srv, "getUpdates", p{})
	var us []json.RawMessage
	if err := json.Unmarshal(r.Result, &us); err != nil || len(us) != 1 {
		t.Fatalf("%s: %v", r.Result, err)
	}
	var u models.Update
	if err := json.Unmarshal(us[0], &u); err == nil {
		t.Errorf("decoded: %+v", u)
	}
	if id != 1 || !strings.Contains(string(us[0]), `"update_id":1,`) {
		t.Errorf("%d %s", id, us[0])
	}
}

// A webhook gets every update until it says 2xx, with the secret; getUpdates is refused.
func TestWebhook(t *testing.T) {
	srv, ctx := start(t, simulator.Options{}), within(t)
	ann := srv.Person(7, "Ann")
	ann.Say("before")
	var mu sync.Mutex
	var got []string
	fails := 2
	hook := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		if r.Header.Get("X-Telegram-Bot-Api-Secret-Token") != "s3cret" {
			t.Error("wrong secret")
		}
		if fails > 0 {
			fails--
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		got = append(got, string(body))
	}))
	defer hook.Close()

	waiting := make(chan reply, 1)
	ids(t, call(t, srv, "getUpdates", p{}))
	go func() {
		r, err := try(ctx, srv, "getUpdates", p{"offset": 2, "timeout": 50})
		if err != nil {
			t.Error(err)
		}
		waiting <- r
	}()
	if err := srv.WaitFor(ctx, srv.HasPoll); err != nil {
		t.Fatal(err)
	}
	set := p{"url": hook.URL, "secret_token": "s3cret", "allowed_updates": []string{"message"}, "max_connections": 1}
	if r := call(t, srv, "setWebhook", set); !r.OK {
		t.Fatal(r.Description)
	}
	if r := <-waiting; r.Code != 409 || r.Description != "Conflict: terminated by setWebhook request" {
		t.Errorf("%d %s", r.Code, r.Description)
	}
	if r := call(t, srv, "getUpdates", p{}); r.Code != 409 || !strings.Contains(r.Description, "can't use getUpdates method while webhook is active") {
		t.Errorf("%d %s", r.Code, r.Description)
	}
	ann.Say("one")
	ann.Say("two")
	if err := srv.WaitFor(ctx, func() bool { return srv.PendingUpdates() == 0 }); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	if len(got) != 2 || !strings.Contains(got[0], `"one"`) || !strings.Contains(got[1], `"two"`) {
		t.Errorf("got %q", got)
	}
	mu.Unlock()
	var info models.WebhookInfo
	if err := json.Unmarshal(call(t, srv, "getWebhookInfo", p{}).Result, &info); err != nil {
		t.Fatal(err)
	}
	if info.URL != hook.URL || info.MaxConnections != 1 || !strings.Contains(info.LastErrorMessage, "502") {
		t.Errorf("info = %+v", info)
	}
	if r := call(t, srv, "setWebhook", p{"url": ""}); !r.OK {
		t.Error(r.Description)
	}
	ann.Say("three")
	if r := call(t, srv, "deleteWebhook", p{"drop_pending_updates": true}); !r.OK || srv.PendingUpdates() != 0 {
		t.Errorf("%s, %d pending", r.Description, srv.PendingUpdates())
	}
	clean(t, srv)
}
