package page

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"keepsake/actor"
	"keepsake/command/answer"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/ingest"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/signin"
)

// visit is one request of somebody who is signed in.
type visit struct {
	*frame
	room   *Room
	w      http.ResponseWriter
	req    *http.Request
	agent  Agent
	person people.Person
	secret string // of the cookie
}

func (v *visit) ctx() context.Context { return v.req.Context() }

// actor returns who asks.
func (v *visit) actor() actor.Actor {
	return signin.SignIn{Person: v.person.ID}.Actor(v.person.Access == people.Owner)
}

func (v *visit) owner() scope.Scope {
	return scope.Scope{Store: v.agent.Commands.Store, Kind: scope.User, ID: v.person.ID}
}

func (v *visit) scopes() []scope.Scope { return []scope.Scope{v.owner()} }

func (v *visit) scopesOf(at stand) []scope.Scope { return []scope.Scope{at.here} }

func (v *visit) memory() *memory.Service { return v.agent.Commands.Memory }

// page registers a page, or what a form does, for who is signed in. An error is shown to them.
func (r *Room) page(pattern, name string, do func(v *visit) error) {
	r.open(pattern, name, func(w http.ResponseWriter, req *http.Request) {
		v, err := r.visitOf(w, req)
		switch {
		case errors.Is(err, signin.ErrUnknown):
			r.refuse(w, req, http.StatusUnauthorized, "page.in.none")
			return
		case err != nil:
			r.fail(w, req, err)
			return
		}
		if req.Method == http.MethodPost && !signin.IsFormToken(v.secret, req.PostForm.Get("token")) {
			r.refuse(w, req, http.StatusForbidden, "page.foreign_form")
			return
		}
		if err := do(v); err != nil {
			v.refuse(err)
		}
	})
}

// visitOf returns who is signed in; signin.ErrUnknown when nobody is, or who was may not any more.
func (r *Room) visitOf(w http.ResponseWriter, req *http.Request) (*visit, error) {
	cookie, err := req.Cookie(r.cookieName())
	if err != nil {
		return nil, signin.ErrUnknown
	}
	in, err := r.cfg.SignIns.Authenticate(req.Context(), cookie.Value)
	if err != nil {
		return nil, err
	}
	a, ok := r.agent(in.Bot)
	if !ok {
		return nil, signin.ErrUnknown
	}
	p, err := r.person(req.Context(), a, in.Person)
	if err != nil {
		return nil, err
	}
	if !a.Commands.Admits(p) && people.Number(p.ID) > 0 { // who talks in a terminal needs nobody's leave
		return nil, signin.ErrUnknown
	}
	f := r.frame(r.cfg.Words.Match(append(p.Languages(), accepted(req)...)...), people.ZoneOf(p, a.Commands.Zone), "")
	f.Person, f.Token, f.path = p.Name, signin.FormToken(cookie.Value), req.URL.Path
	f.IsOwner, f.HasGraph = p.Access == people.Owner, a.Commands.Graph != nil
	return &visit{frame: f, room: r, w: w, req: req, agent: a, person: p, secret: cookie.Value}, nil
}

// person returns a person as they are known now.
func (r *Room) person(ctx context.Context, a Agent, id string) (people.Person, error) {
	p, err := a.Commands.People.Get(ctx, id)
	if errors.Is(err, people.ErrNotFound) {
		return people.Person{ID: id}, nil
	}
	return p, err
}

// accepted returns the languages of a browser, as it orders them, without their weights.
func accepted(req *http.Request) (langs []string) {
	for _, l := range strings.Split(req.Header.Get("Accept-Language"), ",") {
		name, _, _ := strings.Cut(strings.TrimSpace(l), ";")
		if len(langs) < 5 && name != "" && len(name) < 20 {
			langs = append(langs, name)
		}
	}
	return langs
}

// show answers with a page.
func (v *visit) show(name, title string, data map[string]any) error {
	v.Title = v.T(title)
	v.room.render(v.w, v.req, http.StatusOK, name, v.frame, data)
	return nil
}

// goTo answers a form with the way to a page, where it is said what was done.
func (v *visit) goTo(path, done, undo string) error {
	query := "?done=" + done
	if strings.Contains(path, "?") {
		query = "&done=" + done
	}
	if undo != "" {
		query += "&undo=" + undo
	}
	http.Redirect(v.w, v.req, path+query, http.StatusSeeOther)
	return nil
}

// refuse says why something was not done.
func (v *visit) refuse(err error) {
	status := http.StatusInternalServerError
	switch fault.KindOf(err) {
	case fault.NotFound:
		status = http.StatusNotFound
	case fault.Invalid:
		status = http.StatusUnprocessableEntity
	case fault.Conflict:
		status = http.StatusConflict
	case fault.Denied:
		status = http.StatusForbidden
	case fault.Limited:
		v.w.Header().Set("Retry-After", "5")
		v.room.say(v.w, v.req, http.StatusTooManyRequests, v.frame, "page.too_often")
		return
	default:
		v.room.fail(v.w, v.req, err)
		return
	}
	v.room.say(v.w, v.req, status, v.frame, answer.RefusalID(err))
}

// fail answers what is our fault, or the database's.
func (r *Room) fail(w http.ResponseWriter, req *http.Request, err error) {
	if !errors.Is(req.Context().Err(), context.Canceled) {
		r.cfg.Log.Error("a page could not be shown", "error", err)
	}
	w.Header().Set("Retry-After", "5")
	r.refuse(w, req, http.StatusServiceUnavailable, "page.failed")
}

// refuse answers who is not signed in.
func (r *Room) refuse(w http.ResponseWriter, req *http.Request, status int, id string) {
	r.say(w, req, status, r.stranger(req, "page.title"), id)
}

// say shows a sentence instead of a page.
func (r *Room) say(w http.ResponseWriter, req *http.Request, status int, f *frame, id string) {
	f.Title = f.T("page.title")
	r.render(w, req, status, "said.html", f, map[string]any{"Said": f.T(id)})
}

// stranger returns the frame of who is not signed in.
func (r *Room) stranger(req *http.Request, title string) *frame {
	f := r.frame(r.cfg.Words.Match(accepted(req)...), time.UTC, title)
	f.Title = f.T(title)
	return f
}

// forming returns what forms memories by itself for this bot; nil = nothing does.
func (v *visit) forming() *ingest.Service {
	if v.agent.Commands.Agent == nil {
		return nil
	}
	return v.agent.Commands.Agent.Ingest
}

// id returns the id that the address names; one that is none finds nothing.
func (v *visit) id() string { return cleanID(v.req.PathValue("id")) }

// cleanID returns s if it may be an id, so that a database takes it as it is.
func cleanID(s string) string {
	for _, r := range s {
		if !(r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '-') {
			return ""
		}
	}
	if len(s) > 40 {
		return ""
	}
	return s
}
