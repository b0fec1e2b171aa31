package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"keepsake/app/settings"
	"keepsake/store"
)

// Health is what /healthz says, as JSON. Status is "ok" (answered with 200) or "failing"
// (503); Database is "ok", "away", or what keeps it from storing (a store.Ailment: "full",
// "readonly", "damaged", "gone"); Telegram is "ok", "away" when nothing has been heard from it for
// a while, or "refused" when it refuses a bot's token. Model is "ok" or an llm.Trouble ("key",
// "model", …) that waits for the operator; it fails nothing, because a restart does not mend it.
type Health struct {
	Status   string `json:"status"`
	Database string `json:"database"`
	Telegram string `json:"telegram"`
	Model    string `json:"model"`
}

const (
	healthOK   = "ok"
	healthAway = "away"
	// healthRefused is Health.Telegram of a bot whose token was revoked.
	healthRefused = "refused"
	failing       = "failing"
	// quietLimit is longer than the longest pause between two answers of Telegram to a
	// poller (a long poll of 50 s and a retry).
	quietLimit = 3 * time.Minute
)

// Health looks at what the process needs. A model that is away is no reason to restart
// us: its turns wait in the database.
func (a *App) Health(ctx context.Context) Health {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	h := Health{Status: healthOK, Database: healthOK, Telegram: healthOK, Model: healthOK}
	if err := a.DB.Ping(ctx); err != nil {
		h.Status, h.Database = failing, healthAway
	}
	if now := a.DB.Standing(); now.Ailment != "" {
		h.Status, h.Database = failing, string(now.Ailment)
	}
	for _, r := range a.Roles {
		switch {
		case r.Bot == nil:
		case r.Bot.IsRefused():
			h.Status, h.Telegram = failing, healthRefused
		case h.Telegram == healthOK && time.Since(r.Bot.HeardAt()) > quietLimit:
			h.Status, h.Telegram = failing, healthAway
		}
	}
	a.watched.mu.Lock()
	defer a.watched.mu.Unlock()
	for _, t := range a.watched.troubles {
		h.Model = string(t)
	}
	return h
}

// Readiness is what /readyz says, as JSON: whether work should be sent here. Status is
// "ok" (answered with 200) or "failing" (503); Database as in Health; Schema is "ok",
// "other" when it is not this version's, or "unknown" when the database does not tell;
// Intake is "ok", "off" while we start or stop, or "away" when Telegram has not been heard.
type Readiness struct {
	Status   string `json:"status"`
	Database string `json:"database"`
	Schema   string `json:"schema"`
	Intake   string `json:"intake"`
}

// Ready looks at what taking updates needs.
func (a *App) Ready(ctx context.Context) Readiness {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	h := a.Health(ctx)
	r := Readiness{Status: h.Status, Database: h.Database, Schema: healthOK, Intake: h.Telegram}
	switch err := a.DB.CheckSchema(ctx); {
	case errors.Is(err, store.ErrOldSchema), errors.Is(err, store.ErrNewerSchema), errors.Is(err, store.ErrForeignSchema):
		r.Status, r.Schema = failing, "other"
	case err != nil:
		r.Status, r.Schema = failing, "unknown"
	}
	for _, x := range a.Roles {
		if x.Bot != nil && !x.Bot.IsTaking() {
			r.Status, r.Intake = failing, "off"
		}
	}
	return r
}

// AskHealth asks the process that listens on addr (a KEEPSAKE_HTTP_ADDR) how it is; nil
// means well. It is the whole of `keepsake healthcheck`.
func AskHealth(ctx context.Context, addr string) error {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return settings.Problem{Setting: "KEEPSAKE_HTTP_ADDR", Advice: "must be HOST:PORT or :PORT for a health check"}
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	ctx, cancel := context.WithTimeout(ctx, 4*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/healthz", nil)
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("no healthy answer: %w", err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("not healthy: HTTP %d", res.StatusCode)
	}
	return nil
}
