package app_test

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"keepsake/bot/simulator"
)

// A59, P20–P24 (issue 13): a person makes a key of their own memory with /api and its buttons. It is shown once, opens
// their memory and nothing else, is taken out of the chat by a tap, and is ended by another. Neither the database nor
// the log holds it afterwards.
func TestKeysInTheChat(t *testing.T) {
	w := newWorld(t)
	w.rules.Otherwise().Say("Hello.")
	w.config.Web.Addr, w.config.HTTPAddr = freeAddr(t), freeAddr(t)
	w.config.Web.URL = "http://" + w.config.Web.Addr
	_, stop := w.start(nil)
	waitHealthy(t, w.config.HTTPAddr)
	ann := w.tg.Person(7, "Ann")
	shown := func(p *simulator.Person, words string) simulator.Message {
		t.Helper()
		m, err := p.AwaitText(within(t), 0, words)
		must(t, err)
		return m
	}
	press := func(p *simulator.Person, m simulator.Message, button string) {
		t.Helper()
		tap, err := p.Press(m.ID, button)
		must(t, err)
		_, err = p.AwaitAnswer(within(t), tap)
		must(t, err)
	}
	status := func(key, method, body string) int {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), method, w.config.Web.URL+"/api/memory/", strings.NewReader(body))
		must(t, err)
		req.Header = http.Header{"Authorization": {"Bearer " + key}, "Content-Type": {"application/json"}}
		res, err := http.DefaultClient.Do(req)
		must(t, err)
		must(t, res.Body.Close())
		return res.StatusCode
	}
	ann.Say("/api")
	list := shown(ann, "You have no key yet.")
	if !strings.Contains(list.Text, w.config.Web.URL+"/docs") {
		t.Errorf("the address is not told: %s", list.Text)
	}
	press(ann, list, "🔑 New key: reads and writes")
	made := shown(ann, "Your new key")
	key := regexp.MustCompile(`ks_[A-Za-z0-9_-]{43}`).FindString(made.Text)
	if got := status(key, "POST", `{"content":"User keeps bees","category":"context"}`); got != 201 {
		t.Fatalf("the key %q answers %d", key, got)
	}
	list = shown(ann, "reads and writes · made")
	id := regexp.MustCompile(`• (\w{8}) `).FindStringSubmatch(list.Text)[1]
	press(ann, list, "🔑 New key: reads")
	second := shown(ann, "it reads:")
	reader := regexp.MustCompile(`ks_[A-Za-z0-9_-]{43}`).FindString(second.Text)
	if read, written := status(reader, "GET", ""), status(reader, "POST", `{"content":"User keeps goats","category":"context"}`); read != 200 || written != 403 {
		t.Errorf("a key that reads answers %d and %d", read, written)
	}

	press(ann, made, "🧹 Copied: delete it here")
	if hidden := shown(ann, "stood here"); hidden.ID != made.ID || strings.Contains(hidden.Text, key) {
		t.Errorf("the message still shows the key: %s", hidden.Text)
	}
	if got := status(key, "GET", ""); got != 200 {
		t.Errorf("a key that is not shown any more answers %d", got)
	}
	press(ann, list, "Revoke "+id)
	press(ann, shown(ann, "Revoke the key"), "Revoke")
	shown(ann, "it reads")
	if got := status(key, "GET", ""); got != 401 {
		t.Errorf("a revoked key answers %d", got)
	}
	if got := status(reader, "GET", ""); got != 200 {
		t.Errorf("the other key answers %d", got)
	}
	w.leavesFiles(key, reader)
	stop()
	if strings.Contains(w.logged(), key) {
		t.Error("the log holds the key")
	}
}

// leavesFiles waits until no file of the database holds the words, while the program runs.
func (w *world) leavesFiles(words ...string) {
	w.t.Helper()
	files := strings.TrimPrefix(w.config.DatabaseURL.Reveal(), "sqlite:") + "*"
	for until := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		held := ""
		names, err := filepath.Glob(files)
		must(w.t, err)
		for _, name := range names {
			data, err := os.ReadFile(name)
			must(w.t, err)
			if slices.ContainsFunc(words, func(word string) bool { return bytes.Contains(data, []byte(word)) }) {
				held = filepath.Base(name)
			}
		}
		if held == "" {
			return
		}
		if time.Now().After(until) {
			w.t.Errorf("%s still holds one of %q", held, words)
			return
		}
	}
}

// Without KEEPSAKE_WEB_ADDR there are no keys to be had, and /help does not name them.
func TestNoKeysWithoutADoor(t *testing.T) {
	w := newWorld(t)
	_, stop := w.start(nil)
	defer stop()
	ann := w.tg.Person(7, "Ann")
	if _, err := ann.AwaitText(within(t), ann.Say("/api").ID, "cannot reach me here"); err != nil {
		t.Error(err)
	}
	help, err := ann.AwaitText(within(t), ann.Say("/help").ID, "What I remember")
	if err != nil || strings.Contains(help.Text, "/api") {
		t.Errorf("%v; help: %s", err, help.Text)
	}
}
