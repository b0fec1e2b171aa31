package simulator_test

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/go-telegram/bot"

	"keepsake/bot/simulator"
)

func TestFloodControlToOrder(t *testing.T) {
	srv, ctx := start(t, simulator.Options{}), within(t)
	b := client(t, srv)
	srv.Person(7, "Ann").Say("hi")
	srv.Person(8, "Bob").Say("hi")
	srv.Fail(simulator.Fault{Method: "sendMessage", Chat: 7, Times: 2, Code: http.StatusTooManyRequests, RetryAfter: 3})
	send := func(chat int64) error {
		_, err := b.SendMessage(ctx, &bot.SendMessageParams{ChatID: chat, Text: "x"})
		return err
	}
	if err := send(8); err != nil {
		t.Errorf("another chat: %v", err)
	}
	for range 2 {
		var limited *bot.TooManyRequestsError
		if err := send(7); !errors.As(err, &limited) || limited.RetryAfter != 3 {
			t.Errorf("%v", err)
		}
	}
	if err := send(7); err != nil {
		t.Error(err)
	}
	srv.Fail(simulator.Fault{Code: http.StatusTooManyRequests, Times: -1})
	if r := call(t, srv, "getMe", p{}); r.Description != "Too Many Requests: retry after 1" || r.Parameters.RetryAfter != 1 {
		t.Errorf("%+v", r)
	}
	srv.ClearFaults()
	if err := send(7); err != nil {
		t.Error(err)
	}
	clean(t, srv)
}

func TestFaults(t *testing.T) {
	srv, ctx := start(t, simulator.Options{}), within(t)
	ann := srv.Person(7, "Ann")
	ann.Say("hi")
	send := func() (reply, error) { return try(ctx, srv, "sendMessage", p{"chat_id": 7, "text": "x"}) }

	srv.Fail(simulator.Fault{Code: 502})
	if r, err := send(); err != nil || r.Code != 502 || r.Description != "Bad Gateway" {
		t.Errorf("%+v, %v", r, err)
	}
	srv.Fail(simulator.Fault{Code: 400, Description: "Bad Request: odd"})
	if r, err := send(); err != nil || r.Description != "Bad Request: odd" {
		t.Errorf("%+v, %v", r, err)
	}
	srv.Fail(simulator.Fault{Raw: "<html>", Code: 503})
	if r, err := send(); err == nil || r.status != 503 {
		t.Errorf("%+v, %v", r, err)
	}
	srv.Fail(simulator.Fault{CutBefore: true})
	if _, err := send(); err == nil || len(ann.Messages()) != 1 {
		t.Errorf("%v, %v", err, ann.Messages())
	}
	srv.Fail(simulator.Fault{CutAfter: true})
	if _, err := send(); err == nil || len(ann.Messages()) != 2 {
		t.Errorf("%v, %v", err, ann.Messages())
	}
	srv.Fail(simulator.Fault{Delay: time.Millisecond})
	if r, err := send(); err != nil || !r.OK {
		t.Errorf("%+v, %v", r, err)
	}
	srv.Fail(simulator.Fault{Hang: true})
	tired, giveUp := withCancel(ctx)
	srv.Fail(simulator.Fault{Method: "getMe", Code: 500})
	hung := make(chan error)
	go func() {
		_, err := try(tired, srv, "sendMessage", p{"chat_id": 7, "text": "never"})
		hung <- err
	}()
	giveUp()
	if err := <-hung; err == nil {
		t.Error("an answer out of nothing")
	}
	srv.ClearFaults()

	srv.Fail(simulator.Fault{Delay: 5 * time.Millisecond})
	begin := time.Now()
	if r, err := send(); err != nil || !r.OK || time.Since(begin) < 5*time.Millisecond {
		t.Errorf("%+v, %v after %s", r, err, time.Since(begin))
	}

	var codes []int
	for _, c := range srv.Calls("sendMessage") {
		codes = append(codes, c.Code)
	}
	if len(codes) < 7 || codes[0] != 502 || codes[1] != 400 || codes[3] != 0 || codes[4] != 0 || codes[5] != 200 {
		t.Errorf("codes %v", codes)
	}
	if len(srv.Calls("")) < len(codes) {
		t.Error("calls are lost")
	}
}

// Closing ends a hanging request and a waiting getUpdates.
func TestClose(t *testing.T) {
	srv, ctx := start(t, simulator.Options{}), within(t)
	ended := make(chan struct{}, 2)
	go func() {
		_, _ = try(ctx, srv, "getUpdates", p{"timeout": 50})
		ended <- struct{}{}
	}()
	if err := srv.WaitFor(ctx, srv.HasPoll); err != nil {
		t.Fatal(err)
	}
	events := srv.Subscribe(ctx, 0)
	srv.Close()
	srv.Close()
	<-ended
	if _, ok := <-events; ok {
		t.Error("an event after the end")
	}
}

// The documented limits: short bursts pass, then one a second in a chat, 30 overall.
func TestRealLimits(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	srv := start(t, simulator.Options{Limits: true, Now: func() time.Time { return now }})
	for id := range int64(40) {
		srv.Person(id+1, "P").Say("hi")
	}
	send := func(chat int64) reply { return call(t, srv, "sendMessage", p{"chat_id": chat, "text": "x"}) }
	for i := range 3 {
		if r := send(1); !r.OK {
			t.Errorf("%d: %s", i, r.Description)
		}
	}
	if r := send(1); r.Code != 429 || r.Parameters.RetryAfter != 1 || r.Description != "Too Many Requests: retry after 1" {
		t.Errorf("%+v", r)
	}
	if r := call(t, srv, "sendChatAction", p{"chat_id": 1, "action": "typing"}); !r.OK {
		t.Errorf("actions are free: %+v", r)
	}
	now = now.Add(time.Second)
	if r := send(1); !r.OK {
		t.Error(r.Description)
	}
	ok := 0
	for id := range int64(40) {
		if send(id + 1).OK {
			ok++
		}
	}
	if ok < 28 || ok > 30 {
		t.Errorf("%d in one second", ok)
	}
	clean(t, srv)
}
