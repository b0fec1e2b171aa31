package app

import (
	"context"
	"net/http"

	"keepsake/app/doors"
	"keepsake/command/standing"
	"keepsake/httproom"
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
		a.Metrics.ZeroRequests(a.doors().Mount(room, addr, a.Config.Web.Rate))
	}
	return room
}

// doors are what the doors for programs are made of.
func (a *App) doors() doors.Parts {
	p := doors.Parts{
		Keys: a.Keys, People: a.People, Forget: a.Forget, Finds: a.Finds, Policies: a.Policies, Digests: a.Digests, Now: a.Now, Log: a.Log, Version: a.version,
		Answered: a.Metrics.Requested, SignIns: a.SignIns, Words: a.Words, PageURL: a.Config.Web.URL,
		Condition: func(ctx context.Context) (string, string, string) {
			h := a.Health(ctx)
			return h.Database, h.Telegram, h.Model
		},
	}
	for _, r := range a.Roles {
		role := doors.Role{Config: r.Config, Memory: r.Memory, Commands: r.Commands}
		if r.Bot != nil {
			role.Username, role.Self, role.Groups = r.Bot.Username, r.Bot.Self, standing.New(r.Commands, r.Bot.Standing)
		}
		p.Roles = append(p.Roles, role)
	}
	return p
}

// webhookHandler passes Telegram's deliveries on to the bots. Of several bots the last
// element of the path names one; a single bot takes every path, since the proxy in front
// may keep it or strip it.
func (a *App) webhookHandler() http.Handler {
	if first := a.Roles[0]; !first.Config.IsOneOfMany() { // the first has a bot (Cast)
		return doors.ServeAsBot(a.hooks, first.Name)
	}
	return a.hooks
}

func (a *App) serveHealth(w http.ResponseWriter, r *http.Request) {
	h := a.Health(r.Context())
	httproom.WriteStatus(w, h.Status == healthOK, h)
}

func (a *App) serveReadiness(w http.ResponseWriter, r *http.Request) {
	h := a.Ready(r.Context())
	httproom.WriteStatus(w, h.Status == healthOK, h)
}
