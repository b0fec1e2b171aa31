package demo

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"

	"keepsake/app/settings"
	"keepsake/bot/simulator"
	"keepsake/role"
)

// readSettings returns the settings of the file of a script, else the defaults.
func (w *World) readSettings() (settings.Config, error) {
	text, ok := w.options.Files["settings"]
	if !ok {
		return settings.Defaults(), nil
	}
	path := filepath.Join(w.temp, "settings")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		return settings.Config{}, err
	}
	return settings.Load(path, nil)
}

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
	front := http.NewServeMux()
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
		front.Handle("/bot"+s.Token()+"/", s.Handler())
		front.Handle("/file/bot"+s.Token()+"/", s.Handler())
		w.config.Environ[r.Telegram.TokenEnv] = settings.Secret(s.Token())
	}
	w.bot, w.config.Telegram.Token = rs[0].Name, ""
	w.front = httptest.NewServer(front)
	w.config.Telegram.APIURL = w.front.URL
	return nil
}
