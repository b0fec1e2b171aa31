package bot_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"keepsake/bot"
	"keepsake/bot/intake"
	"keepsake/bot/simulator"
	"keepsake/llm/scripted"
)

func TestWebhookRefusals(t *testing.T) {
	t.Parallel()
	w := newWorld(t, hooked(hookAddr(t)))
	for name, c := range map[string]struct {
		secret, body string
		want         int
	}{
		"no secret":               {"", said(900, 1, "x"), 401},
		"a wrong secret":          {"wrong", said(901, 1, "x"), 401},
		"a longer secret":         {hookSecret + "x", said(902, 1, "x"), 401},
		"a part of it":            {hookSecret[:5], said(903, 1, "x"), 401},
		"wrong secret, huge":      {"wrong", strings.Repeat("x", 2<<20), 401},
		"oversized":               {hookSecret, said(904, 1, strings.Repeat("x", 1<<20)), 413},
		"not JSON":                {hookSecret, "update_id=5", 400},
		"cut JSON":                {hookSecret, said(905, 1, "x")[:40], 400},
		"nothing":                 {hookSecret, "", 400},
		"no update id":            {hookSecret, `{"message":{}}`, 400},
		"an id that is no number": {hookSecret, `{"update_id":"5"}`, 400},
		"a kind we do not handle": {hookSecret, `{"update_id":906,"poll":{"id":"1"}}`, 200},
	} {
		if got := w.post(c.secret, c.body); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
	rec := httptest.NewRecorder()
	w.bot.WebhookHandler().ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/hook", nil))
	if rec.Code != 405 || rec.Header().Get("Allow") != "POST" {
		t.Errorf("GET: %d %v", rec.Code, rec.Header())
	}
	if n, err := w.delivery.Unsettled(t.Context(), botName); n != 0 || err != nil {
		t.Errorf("%d rows of what was refused, %v", n, err)
	}
}

// TestWebhookPanicsAreCaught: no stack, no words in the log, and Telegram repeats it.
func TestWebhookPanicsAreCaught(t *testing.T) {
	t.Parallel()
	w := newWorld(t, hooked(hookAddr(t)))
	r := httptest.NewRequest(http.MethodPost, "/hook", panicReader{})
	r.Header.Set("X-Telegram-Bot-Api-Secret-Token", hookSecret)
	rec := httptest.NewRecorder()
	w.bot.WebhookHandler().ServeHTTP(rec, r)
	if rec.Code != 500 || strings.Contains(w.log.String(), "secret of Ann") {
		t.Errorf("answered %d\n%s", rec.Code, w.log.String())
	}
}

type panicReader struct{}

func (panicReader) Read([]byte) (int, error) { panic("a secret of Ann's") }

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func TestWebhookBrokenBody(t *testing.T) {
	t.Parallel()
	w := newWorld(t, hooked(hookAddr(t)))
	r := httptest.NewRequest(http.MethodPost, "/hook", brokenReader{})
	r.Header.Set("X-Telegram-Bot-Api-Secret-Token", hookSecret)
	rec := httptest.NewRecorder()
	w.bot.WebhookHandler().ServeHTTP(rec, r)
	if rec.Code != 400 {
		t.Errorf("answered %d", rec.Code)
	}
}

// TestWebhookIsRegisteredAsSoonAsTelegramAnswers: it may be away, or ask us to wait.
func TestWebhookIsRegisteredAsSoonAsTelegramAnswers(t *testing.T) {
	t.Parallel()
	w := newWorld(t, hooked(hookAddr(t)))
	w.shutdown()
	w.tele.Fail(simulator.Fault{Method: "setWebhook", Code: 502, Description: "Bad Gateway"})
	w.tele.Fail(simulator.Fault{Method: "getWebhookInfo", Code: 500, Description: "Internal Server Error"})
	w.start()
	w.person(11, "Ann").says("/help", "/forget")
	if !strings.Contains(w.log.String(), "not registered yet") {
		t.Error("the failures were not told")
	}
}

// TestWebhookThatCannotBe: settings, and an address that Telegram refuses.
func TestWebhookThatCannotBe(t *testing.T) {
	t.Parallel()
	w := newWorldOf(t, simulator.Options{}, scripted.Options{}, nil)
	w.shutdown()
	for _, wrong := range []intake.Webhook{
		{URL: "https://a.example", Door: &intake.Webhooks{}},
		{URL: "https://a.example", Door: &intake.Webhooks{}, Secret: "not this!"},
		{URL: "https://a.example", Secret: hookSecret},
	} {
		if _, err := bot.New(bot.Config{Name: "k", Token: w.tele.Token(), Commands: w.parts.Commands, Webhook: wrong}); err == nil {
			t.Errorf("accepted %+v", wrong)
		}
	}
	w.tune = func(c *bot.Config) { hooked(hookAddr(t))(c); c.Webhook.URL = "http://plain.example/hook" }
	w.build()
	defer w.db.Close()
	if err := w.bot.Run(w.ctx()); !errors.Is(err, intake.ErrWebhook) {
		t.Errorf("refused address: %v", err)
	}
}
