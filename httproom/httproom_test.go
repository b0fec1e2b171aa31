package httproom_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"keepsake/httproom"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func freeAddr(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

func say(text string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, text) })
}

func ask(t *testing.T, url string) (string, error) {
	t.Helper()
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	res, err := client.Get(url)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	return string(body), err
}

// Owners that name the same address share its server, those of another have their own; an
// answer under way when the room is closed is finished.
func TestOwnersShareAnAddress(t *testing.T) {
	room := &httproom.Room{}
	one, two := freeAddr(t), freeAddr(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	room.Mount(one, "ONE", "GET /healthz", say("well"))
	room.Mount(one, "HOOK", "/", say("delivered"))
	room.Mount(two, "TWO", "/", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		stop()
		_, _ = io.WriteString(w, "the last word")
	}))
	if err := room.Listen(); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- room.Serve(ctx) }()
	for _, c := range []struct{ url, want string }{
		{one + "/healthz", "well"}, {one + "/any/path", "delivered"}, {two + "/", "the last word"},
	} {
		if got, err := ask(t, "http://"+c.url); got != c.want || err != nil {
			t.Errorf("%s: %q, %v; want %q", c.url, got, err, c.want)
		}
	}
	if err := <-done; err != nil {
		t.Errorf("Serve: %v", err)
	}
	if _, err := ask(t, "http://"+one+"/healthz"); err == nil {
		t.Error("it answers after its end")
	}
}

// A taken port is told at start with its setting, and nothing stays bound.
func TestTakenAddressNamesItsSetting(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	free := freeAddr(t)
	room := &httproom.Room{}
	room.Mount(free, "FREE", "/", say(""))
	room.Mount(taken.Addr().String(), "TAKEN", "/", say(""))
	if err := room.Listen(); err == nil || !strings.HasPrefix(err.Error(), "TAKEN: ") {
		t.Fatalf("Listen: %v", err)
	}
	again, err := net.Listen("tcp", free)
	if err != nil {
		t.Fatalf("the free address stays bound: %v", err)
	}
	again.Close()
}

// A room without owners serves nothing and ends with its context.
func TestEmptyRoom(t *testing.T) {
	room := &httproom.Room{}
	if err := room.Listen(); err != nil {
		t.Fatal(err)
	}
	if err := room.Serve(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// When one server fails the others are stopped, and the error says which it was.
func TestFailedServerEndsTheRoom(t *testing.T) {
	room := &httproom.Room{}
	one, two := freeAddr(t), freeAddr(t)
	room.Mount(one, "ONE", "/", say(""))
	room.Mount(two, "TWO", "/", say(""))
	if err := room.Listen(); err != nil {
		t.Fatal(err)
	}
	httproom.CloseListener(room, 1)
	if err := room.Serve(t.Context()); err == nil || !strings.Contains(err.Error(), two) {
		t.Errorf("Serve: %v", err)
	}
}
