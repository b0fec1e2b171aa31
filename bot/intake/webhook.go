package intake

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"path"
	"regexp"
	"sync"
	"time"

	"keepsake/bot/panics"
	"keepsake/fault"
)

// Webhook is how Telegram brings updates by itself. An empty URL means that the bot asks
// for them.
type Webhook struct {
	URL string // where Telegram delivers: https://…
	// Secret is what Telegram shows with each delivery: 1 to 256 of A–Z a–z 0–9 _ -.
	Secret string
	// Door is where deliveries come in. Whoever made it serves it over HTTP.
	Door *Webhooks
	// Check is how often Telegram is asked whether the webhook is still ours; 1 min.
	Check time.Duration
}

// SecretForm is what Telegram takes as the secret of a webhook.
var SecretForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,256}$`)

// Validate returns what is wrong with the settings of a webhook, nil when it is not used.
func (w Webhook) Validate() error {
	switch {
	case w.URL == "":
		return nil
	case w.Door == nil:
		return fault.Field("webhook", "needs a door where deliveries come in")
	case !SecretForm.MatchString(w.Secret):
		return fault.Field("webhook", "needs a secret of 1 to 256 letters, digits, _ or -")
	}
	return nil
}

const (
	// maxConnections is how many deliveries Telegram may make at the same time.
	maxConnections = 40
	// maxBody is far more than any update, and little enough for maxConnections of them.
	maxBody = 1 << 20
	// commitTimeout bounds the work on one delivery; it is repeated when it takes longer.
	commitTimeout = 10 * time.Second

	secretHeader = "X-Telegram-Bot-Api-Secret-Token"
)

// Webhooks is the one door for the deliveries to several bots, an http.Handler. The last
// element of a delivery's path is the bot's name, so that a proxy may keep or strip what
// stands before it. The zero value is ready to use.
type Webhooks struct {
	mu   sync.Mutex
	bots map[string]*webhook
}

// webhook is one bot's part of Webhooks.
type webhook struct {
	handler http.Handler
	busy    sync.WaitGroup
}

// ServeHTTP passes a delivery on to its bot. It answers 503 while the bot has not begun or
// has stopped: Telegram delivers again.
func (h *Webhooks) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	bot := h.enter(path.Base(r.URL.Path))
	if bot == nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	defer bot.busy.Done()
	bot.handler.ServeHTTP(w, r)
}

// enter returns a bot's webhook, busy with one delivery more; nil when there is none.
func (h *Webhooks) enter(name string) *webhook {
	h.mu.Lock()
	defer h.mu.Unlock()
	bot := h.bots[name]
	if bot != nil {
		bot.busy.Add(1)
	}
	return bot
}

// join makes a bot reachable. leave ends that and returns once its deliveries under way have
// ended; it holds up no other bot's.
func (h *Webhooks) join(name string, handler http.Handler) (leave func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.bots == nil {
		h.bots = map[string]*webhook{}
	}
	bot := &webhook{handler: handler}
	h.bots[name] = bot
	return func() {
		h.mu.Lock()
		delete(h.bots, name)
		h.mu.Unlock()
		bot.busy.Wait()
	}
}

// Handler answers Telegram's deliveries: 200 once the update is committed to the inbox (or
// known, or none of our business), 401 for a wrong secret, 429 for too many of those, 405 for
// anything but POST, 413 for a body that is no update's, 400 for what has no readable update
// id, 503 when the database does not take it.
func (i *Intake) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		status := http.StatusInternalServerError
		// A panic's value may quote what a person wrote: net/http would log it.
		_ = panics.Catch(i.Log, func() error { status = i.deliver(w, r); return nil })
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(status)
	})
}

// deliver takes one delivery in and returns the status to answer.
func (i *Intake) deliver(w http.ResponseWriter, r *http.Request) int {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		return http.StatusMethodNotAllowed
	}
	if !isSameSecret(r.Header.Get(secretHeader), i.Webhook.Secret) {
		return i.refuseSecret(r.Context())
	}
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		var tooLarge *http.MaxBytesError
		if errors.As(err, &tooLarge) {
			i.Log.Error("delivery too large")
			return http.StatusRequestEntityTooLarge
		}
		return http.StatusBadRequest
	}
	a, ok, err := i.read(r.Context(), json.RawMessage(raw))
	if a.id == 0 {
		i.Log.Error("update without a readable id")
		return http.StatusBadRequest
	}
	if err != nil {
		i.Log.Warn("update not taken", "error", err)
		return http.StatusServiceUnavailable
	}
	if ok {
		// Whether Telegram still listens or not: what it has handed over is stored.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), commitTimeout)
		defer cancel()
		if err := i.receive(ctx, []arrival{a}); err != nil {
			i.Log.Warn("update not taken", "error", err)
			return http.StatusServiceUnavailable
		}
	}
	i.noteHeard()
	return http.StatusOK
}

// isSameSecret takes the same time for every wrong secret, of whatever length.
func isSameSecret(got, want string) bool {
	a, b := sha256.Sum256([]byte(got)), sha256.Sum256([]byte(want))
	return want != "" && subtle.ConstantTimeCompare(a[:], b[:]) == 1
}
