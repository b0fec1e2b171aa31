package bot

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"keepsake/fault"
)

// Standing is what Telegram says about a token.
type Standing struct {
	Username   string        // without "@"
	WebhookSet bool          // updates go elsewhere until serve removes it
	Pending    int           // updates that wait
	ClockSkew  time.Duration // our clock minus Telegram's, exact to about a second
}

// Probe asks Telegram about a token, changing nothing. Errors: fault.Denied when the token
// is refused, fault.Unavailable when Telegram cannot be reached; never with the token.
func Probe(ctx context.Context, client *http.Client, apiURL, token string) (Standing, error) {
	var me struct {
		Username string `json:"username"`
	}
	skew, err := probe(ctx, client, apiURL, token, "getMe", &me)
	if err != nil {
		return Standing{}, err
	}
	var hook struct {
		URL     string `json:"url"`
		Pending int    `json:"pending_update_count"`
	}
	if _, err := probe(ctx, client, apiURL, token, "getWebhookInfo", &hook); err != nil {
		return Standing{}, err
	}
	return Standing{Username: me.Username, WebhookSet: hook.URL != "", Pending: hook.Pending, ClockSkew: skew}, nil
}

func probe(ctx context.Context, client *http.Client, apiURL, token, method string, result any) (skew time.Duration, err error) {
	address := strings.TrimRight(apiURL, "/") + "/bot" + token + "/" + method
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return 0, fault.New(fault.Invalid, "the address of the Bot API is not usable")
	}
	res, err := client.Do(req)
	if err != nil {
		var u *url.Error
		if errors.As(err, &u) {
			err = u.Err // the rest of it quotes the address, and so the token
		}
		return 0, fault.Wrap(fault.Unavailable, "Telegram cannot be reached", err)
	}
	defer res.Body.Close()
	var reply struct {
		OK     bool            `json:"ok"`
		Result json.RawMessage `json:"result"`
	}
	decodeErr := json.NewDecoder(http.MaxBytesReader(nil, res.Body, 1<<20)).Decode(&reply)
	switch {
	case res.StatusCode == http.StatusUnauthorized, res.StatusCode == http.StatusNotFound:
		return 0, fault.New(fault.Denied, "Telegram refuses the token")
	case decodeErr != nil || !reply.OK:
		return 0, fault.New(fault.Unavailable, "the answer is not the Bot API's")
	}
	if date, err := http.ParseTime(res.Header.Get("Date")); err == nil {
		skew = time.Since(date)
	}
	if err := json.Unmarshal(reply.Result, result); err != nil {
		return 0, fault.New(fault.Unavailable, "the answer is not the Bot API's")
	}
	return skew, nil
}
