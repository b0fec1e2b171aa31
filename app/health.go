package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"keepsake/app/settings"
	"keepsake/store"
)

// Health is what /healthz says, as JSON. Status is "ok" (answered with 200) or "failing"
// (503); Database is "ok" or "away"; Telegram is "ok", or "away" when nothing has been
// heard from it for a while.
type Health struct {
	Status   string `json:"status"`
	Database string `json:"database"`
	Telegram string `json:"telegram"`
}

const (
	healthOK   = "ok"
	healthAway = "away"
	failing    = "failing"
	// quietLimit is longer than the longest pause between two answers of Telegram to a
	// poller (a long poll of 50 s and a retry).
	quietLimit = 3 * time.Minute
)

// Health looks at what the process needs. A model that is away is no reason to restart
// us: its turns wait in the database.
func (a *App) Health(ctx context.Context) Health {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	h := Health{Status: healthOK, Database: healthOK, Telegram: healthOK}
	if err := a.DB.Ping(ctx); err != nil {
		h.Status, h.Database = failing, healthAway
	}
	for _, r := range a.Roles {
		if r.Bot != nil && time.Since(r.Bot.HeardAt()) > quietLimit {
			h.Status, h.Telegram = failing, healthAway
		}
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

// writeStatus answers with body as JSON: 200 when status is healthOK, else 503.
func writeStatus(w http.ResponseWriter, status string, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if status != healthOK {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_ = json.NewEncoder(w).Encode(body)
}

// AskHealth asks the process that listens on addr (a KEEPSAKE_HTTP_ADDR) how it is; nil
// means well. It is the whole of `keepsake healthcheck`.
func AskHealth(ctx context.Context, addr string) error {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return settings.Problem{Setting: "KEEPSAKE_HTTP_ADDR", Advice: "must be HOST:PORT or :PORT for a health check."}
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
