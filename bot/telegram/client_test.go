package telegram_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"keepsake/bot/telegram"
	"keepsake/delivery"
	"keepsake/lease"
	"keepsake/markdown"
)

// client returns a client of a Bot API that answers every call with a status and a body;
// status 0 cuts the connection.
func client(t *testing.T, status int, body string) *telegram.Client {
	t.Helper()
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if status == 0 {
			panic(http.ErrAbortHandler)
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(api.Close)
	return connect(t, api.URL)
}

func connect(t *testing.T, address string) *telegram.Client {
	t.Helper()
	c, err := telegram.New(telegram.Config{Token: "1:secret", APIURL: address})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func send(t *testing.T, c *telegram.Client) error {
	t.Helper()
	_, err := c.Send(t.Context(), telegram.Message{Chat: 11, Text: markdown.Text{Text: "hello"}})
	return err
}

// What the answer to a call means, and above all whether the call was carried out.
func TestVerdicts(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		body   string
		want   telegram.Verdict
		unsent bool
	}{
		"cut":               {0, "", telegram.Unknown, false},
		"half an answer":    {200, `{"ok":tr`, telegram.Unknown, false},
		"a gateway's page":  {502, "<h1>502</h1>", telegram.Unknown, false},
		"server error":      {502, `{"ok":false,"error_code":502,"description":"Bad Gateway"}`, telegram.Unsent, true},
		"flooded":           {429, `{"ok":false,"error_code":429,"description":"x","parameters":{"retry_after":7}}`, telegram.Flooded, true},
		"blocked":           {403, `{"ok":false,"error_code":403,"description":"Forbidden: bot was blocked by the user"}`, telegram.ChatClosed, true},
		"no such chat":      {400, `{"ok":false,"error_code":400,"description":"Bad Request: chat not found"}`, telegram.ChatClosed, true},
		"moved":             {400, `{"ok":false,"error_code":400,"description":"x","parameters":{"migrate_to_chat_id":-100}}`, telegram.ChatMoved, true},
		"gone":              {400, `{"ok":false,"error_code":400,"description":"Bad Request: message to edit not found"}`, telegram.MessageGone, true},
		"formatting":        {400, `{"ok":false,"error_code":400,"description":"Bad Request: can't parse entities"}`, telegram.Refused, true},
		"token":             {401, `{"ok":false,"error_code":401,"description":"Unauthorized"}`, telegram.TokenRefused, true},
		"another poller":    {409, `{"ok":false,"error_code":409,"description":"Conflict"}`, telegram.Rival, true},
		"a 404 of its own":  {404, "<h1>404</h1>", telegram.NoMethod, true},
		"the Bot API's 404": {404, `{"ok":false,"error_code":404,"description":"Not Found"}`, telegram.NoMethod, true},
	} {
		t.Run(name, func(t *testing.T) {
			err := send(t, client(t, c.status, c.body))
			v := telegram.VerdictOf(err)
			if v != c.want || v.IsSurelyUnsent() != c.unsent {
				t.Errorf("verdict = %q (unsent %v), want %q (%v)", v, v.IsSurelyUnsent(), c.want, c.unsent)
			}
			switch c.want {
			case telegram.Flooded:
				if telegram.RetryAfter(err) != 7*time.Second {
					t.Errorf("retry after %s", telegram.RetryAfter(err))
				}
			case telegram.ChatMoved:
				if telegram.MovedTo(err) != -100 {
					t.Errorf("moved to %d", telegram.MovedTo(err))
				}
			}
		})
	}
}

func TestARefusedConnectionSentNothing(t *testing.T) {
	api := httptest.NewServer(nil)
	api.Close()
	if v := telegram.VerdictOf(send(t, connect(t, api.URL))); v != telegram.Unsent {
		t.Errorf("verdict = %q", v)
	}
}

func TestNothingIsSentUnderALeaseThatHasEnded(t *testing.T) {
	c := client(t, 200, `{"ok":true,"result":{}}`)
	ctx := lease.With(t.Context(), lease.NewHold(time.Now().Add(-time.Hour), time.Minute))
	if err := c.Delete(ctx, 11, 1); err != lease.ErrLost {
		t.Errorf("err = %v, want %v", err, lease.ErrLost)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := c.Delete(ctx, 11, 1); err != context.Canceled {
		t.Errorf("err = %v, want %v", err, context.Canceled)
	}
}

func TestAMethodThatIsMissingIsRemembered(t *testing.T) {
	c := client(t, 404, "")
	if err := c.React(t.Context(), 11, 1, "✍"); telegram.VerdictOf(err) != telegram.NoMethod {
		t.Errorf("err = %v", err)
	}
	if !c.Lacks(telegram.ReactMethod) || c.Lacks(telegram.EditMethod) {
		t.Error("the missing method is not the one that is remembered")
	}
	if _, err := c.Me(t.Context()); telegram.VerdictOf(err) != telegram.TokenRefused {
		t.Errorf("getMe is never missing: %v", err)
	}
}

func TestIsShownKnowsAMessageByWhatItShows(t *testing.T) {
	text := markdown.Text{Text: "…"}
	same := client(t, 400, `{"ok":false,"error_code":400,"description":"Bad Request: message is not modified"}`)
	if shown, err := same.IsShown(t.Context(), 11, 1, text); !shown || err != nil {
		t.Error(shown, err)
	}
	if err := same.Edit(t.Context(), 11, 1, text, [][]delivery.Button{{{Text: "x", Action: "a"}}}); err != nil {
		t.Errorf("an edit repeated is done: %v", err)
	}
	other := client(t, 400, `{"ok":false,"error_code":400,"description":"Bad Request: message can't be edited"}`)
	if shown, err := other.IsShown(t.Context(), 11, 1, text); shown || err != nil {
		t.Error(shown, err)
	}
	if _, err := client(t, 0, "").IsShown(t.Context(), 11, 1, text); !telegram.IsEdit(err) {
		t.Errorf("err = %v", err)
	}
}

func TestATokenIsNeeded(t *testing.T) {
	if _, err := telegram.New(telegram.Config{}); err == nil {
		t.Error("no token is fine")
	}
	if _, err := telegram.Probe(t.Context(), nil, "", ""); err == nil {
		t.Error("no token is fine for a probe")
	}
}
