package demo

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"

	"keepsake/app"
	"keepsake/app/settings"
	"keepsake/bot/simulator"
	"keepsake/role"
)

// castRoles makes a Telegram for each role file of the world, all at one address: the token of a
// request says which. People begin with the bot of the first role.
func (w *World) castRoles() error {
	dir := filepath.Join(w.temp, "roles")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	written := false
	for name, text := range w.options.Files {
		if !strings.HasSuffix(name, ".yaml") {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(name)), []byte(text), 0o600); err != nil {
			return err
		}
		written = true
	}
	if !written {
		return nil
	}
	rs, err := role.LoadAll([]string{dir})
	if err != nil {
		return err
	}
	w.config.Roles, w.config.Environ = []string{dir}, map[string]settings.Secret{}
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
		w.config.Environ[r.Telegram.TokenEnv] = settings.Secret(s.Token())
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
			s.Handler().ServeHTTP(rw, r)
			return
		}
	}
	rw.WriteHeader(http.StatusNotFound)
}

// TalkTo makes people continue with another bot.
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

// role returns the role that people talk to.
func (w *World) role() *app.Role {
	a := w.App()
	for _, r := range a.Roles {
		if r.Name == w.bot {
			return r
		}
	}
	return a.Role
}
