package web

import (
	"context"
	"log/slog"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"keepsake/apikey"
	"keepsake/apikey/gate"
	"keepsake/clock"
	"keepsake/command/standing"
	"keepsake/logs"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/forget"
	"keepsake/memory/graph"
	"keepsake/memory/policy"
	"keepsake/memory/shard"
	"keepsake/scope"
	"keepsake/web/strict"
)

// Bounds of a request.
const (
	maxBody    = 64 << 10
	maxTime    = 10 * time.Second
	maxQuery   = 500 // runes of a search
	pageSize   = 100
	maxPage    = 500
	maxAllList = 2000 // memories of a list that names no limit
)

// Agent is what the room knows of a role: the store of its memories, with the role's caps.
type Agent struct {
	Name   string
	Store  string
	Memory *memory.Service
	Graph  *graph.Service // nil = archives hold no triples
	// Writing and Reading are what the operator lets extraction and prompts do (A57).
	Writing policy.Policy
	// Policies says which write policy counts; nil = Writing does.
	Policies *policy.Service
	Shards   *shard.Service // nil = they are switched off
	Groups   *standing.Desk // lets people act in groups; nil = there is no platform
	Zone     *time.Location // of people who chose none; nil = UTC
}

// Config is what the room is made of.
type Config struct {
	Gate   *gate.Gate
	Keys   *apikey.Service
	Forget *forget.Service
	Finds  *candidate.Service
	Agents []Agent
	Now    clock.Now
	Log    *slog.Logger // nil = silent
	// Version is the program's, for the description.
	Version string
	// Answered is called for every request that an operation answered; nil = nothing is called.
	Answered func(operation string, status int, took time.Duration)
}

// Room answers programs. Make one with New; it is an http.Handler.
type Room struct {
	cfg     Config
	api     huma.API
	mux     *http.ServeMux
	methods map[string][]string // of each path of the mux
	docs    []byte
}

// New returns the room with all its operations.
func New(c Config) *Room {
	c.Log = logs.OrNone(c.Log)
	r := &Room{cfg: c, mux: http.NewServeMux(), methods: map[string][]string{}}
	r.api = huma.NewAPI(description(c.Version), humago.NewAdapter(exactMux{r}, ""))
	r.api.UseMiddleware(r.observe, r.identify, strict.Require(func(ctx huma.Context, status int) {
		writeProblemTo(ctx, problemOfRequest(status, "", nil))
	}))
	r.addMemories()
	r.addItems()
	r.addGrowth()
	r.addTriples()
	r.addEvents()
	r.addFiles()
	r.addPolicy()
	r.addClear()
	r.addSessions()
	r.addWishes()
	r.addShards()
	r.serveDescription()
	r.refuseOthers()
	return r
}

// ServeHTTP answers one request, within maxTime.
func (r *Room) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	ctx, cancel := context.WithTimeout(req.Context(), maxTime)
	defer cancel()
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; frame-ancestors 'none'")
	h.Set("Referrer-Policy", "no-referrer")
	req = req.WithContext(ctx)
	if !isClean(req.URL.Path) { // which the mux would answer with a redirect, as if to a browser
		writeProblem(w, nothingHere())
		return
	}
	if p := req.URL.Path; p == "/api/memory" || p == "/api/sessions" { // as well as with the slash
		req.URL.Path += "/"
	}
	r.mux.ServeHTTP(w, req)
}

// Description returns the OpenAPI document.
func (r *Room) Description() *huma.OpenAPI { return r.api.OpenAPI() }

// exactMux registers patterns that match a path and nothing below it.
type exactMux struct{ room *Room }

func (m exactMux) HandleFunc(pattern string, handler func(http.ResponseWriter, *http.Request)) {
	method, at, _ := strings.Cut(pattern, " ")
	if strings.HasSuffix(at, "/") {
		at += "{$}"
	}
	m.room.methods[at] = append(m.room.methods[at], method)
	m.room.mux.HandleFunc(method+" "+at, handler)
}

func (m exactMux) ServeHTTP(w http.ResponseWriter, r *http.Request) { m.room.mux.ServeHTTP(w, r) }

// refuseOthers answers paths and methods that no operation has.
func (r *Room) refuseOthers() {
	paths := http.NewServeMux() // without methods, so that a path is known whatever is asked of it
	for known, methods := range r.methods {
		allow := strings.Join(methods, ", ")
		paths.HandleFunc(known, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Allow", allow)
			writeProblem(w, newProblem(http.StatusMethodNotAllowed, "method_not_allowed", "This path knows other methods; Allow names them."))
		})
	}
	paths.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		writeProblem(w, nothingHere())
	})
	r.mux.Handle("/", paths)
}

func nothingHere() *Problem {
	return newProblem(http.StatusNotFound, "not_found", "There is nothing here. The description is at /openapi.json.")
}

// isClean reports whether a path has no empty part and no part that is one dot or two.
func isClean(p string) bool {
	return path.Clean(p) == strings.TrimSuffix(p, "/") || p == "/"
}

// agentOf returns the agent whose store a key opens: of several that share it, the one with this name, or with "" the first.
func (r *Room) agentOf(k apikey.Key, name string) (Agent, bool) {
	for _, a := range r.cfg.Agents {
		if a.Store == k.Store && (k.Agent == "" || k.Agent == a.Name) && (name == "" || name == a.Name) {
			return a, true
		}
	}
	return Agent{}, false
}

// scopesOf returns the scope that a key opens, as the nouns take it.
func scopesOf(k apikey.Key) []scope.Scope { return []scope.Scope{k.Scope()} }
