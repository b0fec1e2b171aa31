package demo

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"keepsake/app/endpoint"
	"keepsake/app/settings"
	"keepsake/fault"
	"keepsake/llm/openai"
)

// Model is a real model that people want to talk to.
type Model struct {
	Key  string // "" where an endpoint wants none
	URL  string // of an endpoint of Chat Completions; "" = OpenAI's own
	Name string // "" = the house's default
}

// noKey is what an endpoint that wants no key is sent: the client sends something always.
const noKey = "none"

// checkTime bounds how long the visitor waits until a model has shown that it answers.
const checkTime = 45 * time.Second

// UseModel makes a real model answer from now on, once it has shown that it does. The key stays in memory: no file and
// no log has it. What is remembered stays.
func (w *World) UseModel(ctx context.Context, m Model) error {
	if u, err := url.Parse(m.URL); err != nil || m.URL != "" && (u.Host == "" || u.Scheme != "http" && u.Scheme != "https") {
		return refusal("The address must begin with http:// or https://.")
	}
	return w.switchModel(ctx, func(c *settings.Config) error {
		setModel(c, m)
		return checkModel(ctx, *c)
	})
}

// UseStandIn brings the stand-in back.
func (w *World) UseStandIn(ctx context.Context) error {
	if w.model == nil {
		return refusal("This demo was started without the stand-in.")
	}
	return w.switchModel(ctx, func(c *settings.Config) error {
		w.setStandIn(c)
		return nil
	})
}

// switchModel starts the bot again with other settings, or with those before when it does not start.
func (w *World) switchModel(ctx context.Context, change func(*settings.Config) error) error {
	w.switching.Lock()
	defer w.switching.Unlock()
	next, before := w.config, w.config
	if err := change(&next); err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx) // a page that goes away leaves no bot that is stopped
	w.config = next
	if w.Restart(ctx, 0) == nil {
		return nil
	}
	w.config = before
	if err := w.start(ctx, false); err != nil {
		return err
	}
	return refusal("The bot did not start with that model. The one before is back.")
}

// setModel makes the settings those of somebody who has set nothing but a model.
func setModel(c *settings.Config, m Model) {
	d := settings.Defaults()
	c.Model, c.Media.VoiceModel = d.Model, d.Media.VoiceModel
	c.Model.APIKey = settings.Secret(cmp.Or(m.Key, noKey))
	c.Model.BaseURL, c.Model.Name = cmp.Or(strings.TrimRight(m.URL, "/"), c.Model.BaseURL), cmp.Or(m.Name, c.Model.Name)
}

// checkModel asks the model for one call of a tool. Its error is a sentence for the visitor.
func checkModel(ctx context.Context, c settings.Config) error {
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	probe := endpoint.Chat(c, slog.New(slog.DiscardHandler), time.Now).Probe(ctx)
	err := probe.Err()
	switch {
	case err == nil:
		return nil
	case fault.KindOf(err) == fault.Limited:
		return refusal("The endpoint lets you ask no more for now. Look at your plan and credit there.")
	case !probe.Passed(openai.StepReach):
		return refusal("Nobody answers at " + hostOf(c.Model.BaseURL) + ". A model on this computer must be running.")
	case !probe.Passed(openai.StepKey):
		return refusal(hostOf(c.Model.BaseURL) + " does not take this key.")
	case !probe.Passed(openai.StepModel):
		return refusal(hostOf(c.Model.BaseURL) + " has no model " + c.Model.Name + " that answers.")
	}
	return refusal(c.Model.Name + " calls no tools: it could talk, but not remember. Take another.")
}

// hostOf returns the host of an address, and nothing of it that may be secret.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "the address"
	}
	return u.Host
}

// isReal reports whether a real model answers.
func (w *World) isReal() bool { return w.model == nil || w.App().Config.Model.BaseURL != w.model.URL() }

// modelRequest is which model the visitor wants.
type modelRequest struct {
	Key     string `json:"key"`
	URL     string `json:"url"`
	Model   string `json:"model"`
	StandIn bool   `json:"stand_in"`
}

// changeModel is POST /api/model. Whom everybody's words go to is said by who sits at the demo's computer only.
func (w *World) changeModel(rw http.ResponseWriter, r *http.Request) {
	addr, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok || !loopback(addr.String()) {
		http.Error(rw, "Only on the computer of the demo another model can be chosen.", http.StatusForbidden)
		return
	}
	var q modelRequest
	if !readJSON(rw, r, &q) {
		return
	}
	m := Model{Key: strings.TrimSpace(q.Key), URL: strings.TrimSpace(q.URL), Name: strings.TrimSpace(q.Model)}
	err := error(refusal("Paste a key, or the address of a model on this computer."))
	switch {
	case q.StandIn:
		err = w.UseStandIn(r.Context())
	case m.Key != "" || m.URL != "":
		err = w.UseModel(r.Context(), m)
	}
	var no refusal
	switch {
	case err == nil:
		rw.WriteHeader(http.StatusNoContent)
	case errors.As(err, &no):
		http.Error(rw, no.Error(), http.StatusConflict)
	default:
		http.Error(rw, "The bot could not be started again. Start the demo anew.", http.StatusInternalServerError)
	}
}
