package app

import (
	"cmp"
	"math"
	"net/http"

	"golang.org/x/time/rate"

	"keepsake/bot/intake"
	"keepsake/httproom"
	"keepsake/web"
)

// httpRoom returns what the process serves over HTTP, mounted where the settings say. It
// listens on nothing yet.
func (a *App) httpRoom() *httproom.Room {
	room := &httproom.Room{Log: a.Log}
	if addr := a.Config.HTTPAddr; addr != "" {
		const setting = "KEEPSAKE_HTTP_ADDR"
		room.Mount(addr, setting, "GET /healthz", http.HandlerFunc(a.serveHealth))
		room.Mount(addr, setting, "GET /readyz", http.HandlerFunc(a.serveReadiness))
		room.Mount(addr, setting, "GET /metrics", a.Metrics.Handler())
	}
	if a.hooks != nil {
		room.Mount(a.Config.Telegram.Webhook.Listen, "KEEPSAKE_WEBHOOK_LISTEN", "/", a.webhookHandler())
	}
	if addr := a.Config.Web.Addr; addr != "" {
		room.Mount(addr, "KEEPSAKE_WEB_ADDR", "/", a.webRoom())
	}
	return room
}

// webRoom returns the HTTP interface for programs, to the memories of all roles.
func (a *App) webRoom() *web.Room {
	c := web.Config{
		Keys: a.Keys, People: a.People, Forget: a.Forget, Finds: a.Finds, Now: a.Now, Log: a.Log, Version: cmp.Or(a.version, "unknown"),
		Rate: rate.Limit(a.Config.Web.Rate), Burst: int(math.Ceil(2 * a.Config.Web.Rate)),
	}
	for _, r := range a.Roles {
		c.Agents = append(c.Agents, web.Agent{
			Name: r.Name, Store: r.Config.Store(), Memory: r.Memory, Writing: r.Config.Policy(), Reading: r.Config.ReadPolicy(),
		})
	}
	c.Answered = a.Metrics.Requested
	room := web.New(c)
	a.Metrics.ZeroRequests(room.Operations())
	return room
}

// webhookHandler passes Telegram's deliveries on to the bots. Of several bots the last
// element of the path names one; a single bot takes every path, since the proxy in front
// may keep it or strip it.
func (a *App) webhookHandler() http.Handler {
	if first := a.Roles[0]; !first.Config.IsOneOfMany() { // the first has a bot (Cast)
		return serveAsBot(a.hooks, first.Name)
	}
	return a.hooks
}

// serveAsBot serves every path as the bot's own.
func serveAsBot(hooks *intake.Webhooks, name string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		to := r.Clone(r.Context())
		to.URL.Path = "/" + name
		hooks.ServeHTTP(w, to)
	})
}

func (a *App) serveHealth(w http.ResponseWriter, r *http.Request) {
	h := a.Health(r.Context())
	writeStatus(w, h.Status, h)
}

func (a *App) serveReadiness(w http.ResponseWriter, r *http.Request) {
	h := a.Ready(r.Context())
	writeStatus(w, h.Status, h)
}
