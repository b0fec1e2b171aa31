package page

import (
	"context"
	"html/template"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"keepsake/clock"
	"keepsake/command"
	"keepsake/command/standing"
	"keepsake/httproom/throttle"
	"keepsake/logs"
	"keepsake/signin"
	"keepsake/templates"
)

// Bounds of a request.
const (
	maxBody   = 64 << 10
	maxTime   = 10 * time.Second
	maxQuery  = 500 // runes of a search
	pageRows  = 50
	maxFields = 20
)

// Agent is what the room knows of a bot: what does its commands, and the token with which Telegram signs.
type Agent struct {
	Commands *command.Service
	Token    string // "" = it is no Telegram bot
	// Self returns who the bot is on its platform; nil = nobody.
	Self func() command.Self
	// Groups lets people act in groups; nil = there is no platform, and no page of a group.
	Groups *standing.Desk
}

// Config is what the room is made of.
type Config struct {
	SignIns *signin.Service
	Words   *templates.Words
	Agents  []Agent
	House   House
	// URL is the public address, such as "https://memory.example.org". Cookies are for HTTPS only where it is one.
	URL string
	Now clock.Now
	Log *slog.Logger // nil = silent; ids and counts only
	// Answered is called for every request; nil = nothing is called.
	Answered func(operation string, status int, took time.Duration)
}

// Room serves the page. Make one with New; it is an http.Handler for everything under /me.
type Room struct {
	cfg    Config
	mux    *http.ServeMux
	pages  *template.Template
	names  []string
	secure bool
	tries  throttle.Limiter // to sign in, by address
}

// New returns the room with all its pages.
func New(c Config) *Room {
	c.Log = logs.OrNone(c.Log)
	r := &Room{cfg: c, mux: http.NewServeMux(), secure: strings.HasPrefix(c.URL, "https://")}
	r.tries.Now, r.tries.PerSecond, r.tries.AtOnce = c.Now, signInsPerSecond, signInsAtOnce
	r.pages = template.Must(template.ParseFS(templates.FS, "page/*.html"))
	files, err := fs.Sub(templates.FS, "page/static")
	if err != nil {
		panic(err) // the folder is part of the program
	}
	r.mux.Handle("GET /me/static/", http.StripPrefix("/me/static/", http.FileServerFS(files)))
	r.mux.Handle("GET /me", http.RedirectHandler("/me/", http.StatusSeeOther))
	r.open("GET /me/in", "page-in", r.showLink)
	r.limited("POST /me/in", "page-use-link", r.useLink)
	r.open("GET /me/app", "page-app", r.showApp)
	r.limited("POST /me/app", "page-use-app", r.useApp)
	r.addPages()
	r.open("/me/", "page-other", func(w http.ResponseWriter, req *http.Request) {
		r.refuse(w, req, http.StatusNotFound, "page.nothing_here")
	})
	return r
}

// Operations returns the names that Answered hears.
func (r *Room) Operations() []string { return r.names }

// open registers a page that needs no sign-in.
func (r *Room) open(pattern, name string, do http.HandlerFunc) {
	r.names = append(r.names, name)
	r.mux.HandleFunc(pattern, func(w http.ResponseWriter, req *http.Request) {
		began, seen := time.Now(), &statusWriter{ResponseWriter: w, status: http.StatusOK}
		do(seen, req)
		if r.cfg.Answered != nil {
			r.cfg.Answered(name, seen.status, time.Since(began))
		}
	})
}

// ServeHTTP answers one request, within maxTime.
func (r *Room) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	ctx, cancel := context.WithTimeout(req.Context(), maxTime)
	defer cancel()
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
	if r.secure {
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
	req = req.WithContext(ctx)
	if req.Method != http.MethodGet && req.Method != http.MethodHead {
		if !r.isOwn(req) {
			r.refuse(w, req, http.StatusForbidden, "page.foreign_form")
			return
		}
		req.Body = http.MaxBytesReader(w, req.Body, maxBody)
		if err := req.ParseForm(); err != nil || len(req.PostForm) > maxFields {
			r.refuse(w, req, http.StatusBadRequest, "page.bad_form")
			return
		}
	}
	r.mux.ServeHTTP(w, req)
}

// isOwn reports whether a form was sent by one of our pages, as far as the browser tells. A browser that tells
// nothing is stopped by the token of the form.
func (r *Room) isOwn(req *http.Request) bool {
	if site := req.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" {
		return false
	}
	origin := req.Header.Get("Origin")
	if origin == "" || origin == "null" && req.Header.Get("Sec-Fetch-Site") == "same-origin" { // as some browsers say for privacy
		return true
	}
	from, err := url.Parse(origin)
	if err != nil || from.Host == "" {
		return false
	}
	public, _ := url.Parse(r.cfg.URL)
	return from.Host == req.Host || public != nil && from.Host == public.Host
}

// agent returns the bot of this name.
func (r *Room) agent(bot string) (Agent, bool) {
	for _, a := range r.cfg.Agents {
		if a.Commands.Name == bot {
			return a, true
		}
	}
	return Agent{}, false
}

// statusWriter keeps the status of an answer.
type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}
