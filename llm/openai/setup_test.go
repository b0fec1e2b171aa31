package openai_test

import (
	"cmp"
	"errors"
	"net/http"
	"strings"
	"testing"

	"keepsake/llm"
	"keepsake/llm/scripted"
)

// An error that only the operator can fix is llm.ErrSetup. It is logged once, with the setting
// to check, however often the request is repeated.
func TestSetupErrorsAreLoggedOnce(t *testing.T) {
	for name, c := range map[string]struct {
		f      scripted.Fault
		names  string
		passes bool // the error is not llm.ErrSetup: waiting may help
	}{
		"key":      {scripted.Fault{Status: 401, Message: "Incorrect API key provided: " + secretKey}, "OPENAI_API_KEY", false},
		"access":   {scripted.Fault{Status: 403}, "KEEPSAKE_MODEL", false},
		"model":    {scripted.Fault{Status: 404}, "KEEPSAKE_MODEL", false},
		"redirect": {scripted.Fault{Status: 308}, "OPENAI_BASE_URL", false},
		"web page": {scripted.Fault{Trouble: scripted.NotStream}, "OPENAI_BASE_URL", false}, // X12: not retried
		"credit":   {scripted.Fault{Status: 429, Code: "insufficient_quota"}, "credit", true},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				w := newWorld(t, scripted.Options{Brain: says("here")})
				c.f.Trouble = cmp.Or(c.f.Trouble, scripted.Status)
				told := func() int { return strings.Count(w.log.String(), "until this is mended") }
				w.Down(c.f)
				for range 3 {
					if _, err := w.say(t.Context(), ask("hi")); errors.Is(err, llm.ErrSetup) == c.passes || err == nil {
						t.Fatalf("%v", err)
					}
				}
				if log := w.log.String(); told() != 1 || !strings.Contains(log, c.names) || strings.Contains(log, secretKey) ||
					strings.Contains(log, "attempt failed") {
					t.Errorf("the log says\n%s", log)
				}
				w.Down(scripted.Fault{Trouble: scripted.Status, Status: 503}) // says nothing about the setting
				_, _ = w.say(t.Context(), ask("hi"))
				w.Down(c.f)
				_, _ = w.say(t.Context(), ask("hi"))
				if told() != 1 {
					t.Errorf("told %d times", told())
				}
				w.Up()
				if _, err := w.say(t.Context(), ask("hi")); err != nil || !strings.Contains(w.log.String(), "the model answers again") {
					t.Errorf("%v\n%s", err, w.log)
				}
				w.Down(c.f)
				_, _ = w.say(t.Context(), ask("hi"))
				if told() != 2 {
					t.Errorf("a new occasion was not told: %d", told())
				}
			})
		})
	}
}

// The moderation of a gateway answers with status 403, which does not concern the key.
func TestFlaggedInputIsARefusal(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newRefusingWorld(t, `{"error":{"code":403,"message":"The model requires moderation. Your input was flagged for \"violence\""}}`,
			func(string) bool { return true })
		w.status = http.StatusForbidden
		if _, err := w.say(t.Context(), ask("hi")); !errors.Is(err, llm.ErrRefused) || errors.Is(err, llm.ErrSetup) {
			t.Errorf("%v", err)
		}
	})
}
