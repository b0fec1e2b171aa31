package demo

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"keepsake/app"
	"keepsake/bot/simulator"
	"keepsake/llm/scripted"
	"keepsake/role"
)

// rulesFile is the file of a script that says how the model answers: scripted.ParseRules.
const rulesFile = "rules"

// cast makes a Telegram for each role that the world's files are, at one address: a token
// leads to its own. The first role's is the one that people begin with.
func (w *World) cast() error {
	if w.options.Files == nil {
		return nil
	}
	dir := filepath.Join(w.temp, "roles")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	var files []string
	for name, text := range w.options.Files {
		if !strings.HasSuffix(name, ".yaml") {
			continue
		}
		path := filepath.Join(dir, filepath.Base(name))
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return err
		}
		files = append(files, path)
	}
	if len(files) == 0 {
		return nil
	}
	rs, err := role.LoadAll([]string{dir})
	if err != nil {
		return err
	}
	w.config.Roles, w.config.Environ = []string{dir}, map[string]app.Secret{}
	w.bots = map[string]*simulator.Server{}
	for i, r := range rs {
		if r.Mute {
			continue
		}
		s := w.telegram
		if len(w.bots) > 0 {
			s = simulator.New(simulator.Options{
				Now: w.Now, Token: fmt.Sprintf("%d:simulated-token-for-tests-only-of-another", 1000001+i),
				Name: r.Name, Username: r.Name + "_bot",
			})
		}
		w.bots[r.Name] = s
		w.config.Environ[r.Telegram.TokenEnv] = app.Secret(s.Token())
	}
	w.bot, w.config.Telegram.Token = rs[0].Name, ""
	w.front = httptest.NewServer(http.HandlerFunc(w.forward))
	w.config.Telegram.APIURL = w.front.URL
	return nil
}

// forward passes a bot's call on to its Telegram.
func (w *World) forward(rw http.ResponseWriter, r *http.Request) {
	for _, s := range w.bots {
		if strings.Contains(r.URL.Path, "/bot"+s.Token()+"/") {
			to, err := url.Parse(s.URL())
			if err != nil {
				break
			}
			(&httputil.ReverseProxy{
				Rewrite:      func(p *httputil.ProxyRequest) { p.SetURL(to) },
				ErrorHandler: func(rw http.ResponseWriter, _ *http.Request, _ error) { rw.WriteHeader(http.StatusBadGateway) },
			}).ServeHTTP(rw, r)
			return
		}
	}
	rw.WriteHeader(http.StatusNotFound)
}

// brain is how the model answers: by the script's rules, or as the demo's companion.
func (w *World) brain() (scripted.Brain, error) {
	rules, ok := w.options.Files[rulesFile]
	if !ok {
		return scripted.Companion(), nil
	}
	return scripted.ParseRules(rules)
}

// TalkTo lets people go on with another bot.
func (w *World) TalkTo(name string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	s, ok := w.bots[name]
	if !ok {
		return fmt.Errorf("there is no bot %q: a role file %s.yaml in the script makes one", name, name)
	}
	w.bot, w.telegram = name, s
	for _, a := range w.people {
		a.phone = s.Person(a.phone.ID(), a.Name)
	}
	return nil
}

// telegrams are those of all bots.
func (w *World) telegrams() []*simulator.Server {
	if len(w.bots) == 0 {
		return []*simulator.Server{w.telegram}
	}
	var out []*simulator.Server
	for _, s := range w.bots {
		out = append(out, s)
	}
	return out
}

// role is the one that people talk to.
func (w *World) role() *app.Role {
	a := w.App()
	for _, r := range a.Roles {
		if r.Name == w.bot {
			return r
		}
	}
	return a.Role
}
