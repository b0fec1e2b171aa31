package telegram

import (
	"context"
	"net/http"
	"strings"
	"time"

	"keepsake/fault"
)

// Standing is what Telegram says about a bot.
type Standing struct {
	ID         int64
	Username   string        // without "@"
	HookKnown  bool          // false = this Bot API does not tell what follows
	Pending    int           // updates that wait for us
	Webhook    string        // where Telegram delivers, "" = nowhere: it waits to be asked
	HookFailed string        // why its last delivery failed, in its words; "" = it did not
	ClockSkew  time.Duration // our clock less Telegram's, to about a second; 0 when it told no time
}

// Probe asks Telegram about a token without changing anything: for doctor, and for links
// to the bot. Errors: fault.Denied (the token), fault.Unavailable; neither holds the token.
func Probe(ctx context.Context, client *http.Client, apiURL, token string) (Standing, error) {
	if client == nil {
		client = http.DefaultClient
	}
	dates := &dateReader{client: client}
	if token == "" {
		return Standing{}, fault.Field("token", "a bot token is needed")
	}
	api, err := connect(token, strings.TrimRight(apiURL, "/"), dates)
	if err != nil {
		return Standing{}, err
	}
	me, err := api.GetMe(ctx)
	if err != nil {
		return Standing{}, probeError(err)
	}
	s := Standing{ID: me.ID, Username: me.Username, ClockSkew: dates.skew}
	if hook, err := api.GetWebhookInfo(ctx); err == nil { // nice to know
		s.HookKnown, s.Pending, s.Webhook, s.HookFailed = true, hook.PendingUpdateCount, hook.URL, hook.LastErrorMessage
	}
	return s, nil
}

func probeError(err error) error {
	e := judge("getMe", err, false)
	if e.Verdict == TokenRefused {
		return fault.New(fault.Denied, "Telegram refuses the bot token")
	}
	return &fault.Error{Kind: fault.Unavailable, Message: string(e.Verdict), RetryAfter: e.RetryAfter}
}

// dateReader notes how far our clock is from the server's.
type dateReader struct {
	client *http.Client
	skew   time.Duration
}

func (d *dateReader) Do(req *http.Request) (*http.Response, error) {
	resp, err := d.client.Do(req)
	if err != nil {
		return nil, err
	}
	if t, err := http.ParseTime(resp.Header.Get("Date")); err == nil {
		d.skew = time.Since(t)
		if d.skew.Abs() < 2*time.Second {
			d.skew = 0
		}
	}
	return resp, nil
}
