package bot

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"regexp"
	"time"

	tg "github.com/go-telegram/bot"

	"keepsake/fault"
)

// Webhook is how Telegram brings updates by itself. An empty URL means that the bot asks
// for them (poll.go).
type Webhook struct {
	URL    string // where Telegram delivers: https://…
	Listen string // where we listen, HOST:PORT; a proxy in between ends TLS
	// Secret is what Telegram shows with each delivery: 1 to 256 of A–Z a–z 0–9 _ -.
	Secret string
	// Shared, when set, serves the deliveries of several bots, in place of Listen.
	Shared *Hooks
	// Check is how often we ask Telegram whether the webhook is still ours; 1 min.
	Check time.Duration
}

// SecretForm is what Telegram takes as the secret of a webhook.
var SecretForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,256}$`)

func (w Webhook) check() error {
	switch {
	case w.URL == "":
		return nil
	case w.Listen == "" && w.Shared == nil:
		return fault.Field("webhook", "needs an address to listen on")
	case !SecretForm.MatchString(w.Secret):
		return fault.Field("webhook", "needs a secret of 1 to 256 letters, digits, _ or -")
	}
	return nil
}

var (
	// ErrListen says that Webhook.Listen cannot be listened on.
	ErrListen = fault.New(fault.Invalid, "the webhook cannot listen")
	// ErrWebhook says that Telegram refuses Webhook.URL.
	ErrWebhook = fault.New(fault.Invalid, "Telegram refuses the webhook's address: it must be https:// on port 443, 80, 88 or 8443, with a name that the internet knows")
	// ErrNoWebhooks says that this Bot API delivers nothing by itself.
	ErrNoWebhooks = fault.New(fault.Invalid, "this Bot API has no webhooks: leave it empty, and updates are asked for")
)

const (
	// hookConnections is how many deliveries Telegram may make at the same time.
	hookConnections = 40
	// hookBody is far more than any update, and little enough for hookConnections of them.
	hookBody = 1 << 20
	// hookCommit bounds the work on one delivery; it is repeated when it takes longer.
	hookCommit = 10 * time.Second

	secretHeader = "X-Telegram-Bot-Api-Secret-Token"
)

// takeDeliveries serves the webhook until ctx ends; deliveries that are under way then
// are finished. Telegram repeats what was not answered with 200, for a day.
func (b *Bot) takeDeliveries(ctx context.Context, l net.Listener) error {
	go b.watchWebhook(ctx)
	b.log.Info("webhook listens", "addr", l.Addr().String())
	return serveHook(ctx, l, b.WebhookHandler(), b.log)
}

// WebhookHandler answers Telegram's deliveries: 200 once the update is committed to the
// inbox (or known, or none of our business), 401 for a wrong secret, 405 for anything but
// POST, 413 for a body that is no update's, 400 for what has no readable update id, 503
// when the database does not take it. Run serves it on Webhook.Listen.
func (b *Bot) WebhookHandler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		status := http.StatusInternalServerError
		// A panic's value may quote what a person wrote: net/http would log it.
		if _, err := b.guarded(func() (bool, error) { status = b.delivered(w, r); return false, nil }); err != nil {
			status = http.StatusInternalServerError
		}
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(status)
	})
}

// delivered takes one delivery in and returns the status to answer.
func (b *Bot) delivered(w http.ResponseWriter, r *http.Request) int {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		return http.StatusMethodNotAllowed
	}
	if !sameSecret(r.Header.Get(secretHeader), b.cfg.Webhook.Secret) {
		return http.StatusUnauthorized
	}
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, hookBody))
	if err != nil {
		var tooLarge *http.MaxBytesError
		if errors.As(err, &tooLarge) {
			b.log.Error("delivery too large")
			return http.StatusRequestEntityTooLarge
		}
		return http.StatusBadRequest
	}
	in, ok, err := b.read(r.Context(), json.RawMessage(raw))
	if in.id == 0 {
		b.log.Error("update without a readable id")
		return http.StatusBadRequest
	}
	if err != nil {
		b.log.Warn("update not taken", "err", err)
		return http.StatusServiceUnavailable
	}
	if ok {
		// Whether Telegram still listens or not: what it has handed over is stored.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), hookCommit)
		defer cancel()
		if err := b.take(ctx, []arrival{in}); err != nil {
			b.log.Warn("update not taken", "err", err)
			return http.StatusServiceUnavailable
		}
	}
	b.heard.Store(time.Now().UnixNano())
	return http.StatusOK
}

// sameSecret takes the same time for every wrong secret, of whatever length.
func sameSecret(got, want string) bool {
	a, b := sha256.Sum256([]byte(got)), sha256.Sum256([]byte(want))
	return want != "" && subtle.ConstantTimeCompare(a[:], b[:]) == 1
}

// register tells Telegram where to deliver and makes sure that it took it. It waits as
// long as Telegram is away; an address or a token that Telegram refuses is an error.
func (b *Bot) register(ctx context.Context) error {
	for wait := 200 * time.Millisecond; ; wait = min(2*wait, 30*time.Second) {
		err := b.setWebhook(ctx)
		if err == nil {
			if err = b.checkWebhook(ctx); err == nil {
				return nil
			}
		}
		switch verdictOf(err) {
		case tokenBad:
			return ErrToken
		case refused:
			return ErrWebhook
		case noMethod:
			return ErrNoWebhooks
		}
		b.log.Warn("webhook not registered yet", "err", err)
		var e *apiError
		if errors.As(err, &e) {
			wait = max(wait, e.retryAfter)
		}
		if !pause(ctx, wait) {
			return context.Cause(ctx)
		}
	}
}

func (b *Bot) setWebhook(ctx context.Context) error {
	_, err := b.api.SetWebhook(ctx, &tg.SetWebhookParams{
		URL: b.cfg.Webhook.URL, SecretToken: b.cfg.Webhook.Secret,
		MaxConnections: hookConnections, AllowedUpdates: wanted,
	})
	return b.call(ctx, "setWebhook", 0, err)
}

// errOtherWebhook says that Telegram delivers somewhere else, or nowhere.
var errOtherWebhook = errors.New("telegram delivers to another address, or to none")

// checkWebhook asks Telegram where it delivers, and tells the operator when deliveries
// fail before they reach us: only Telegram knows.
func (b *Bot) checkWebhook(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	info, err := b.api.GetWebhookInfo(ctx)
	err = b.call(ctx, "getWebhookInfo", 0, err)
	if verdictOf(err) == noMethod { // it took the webhook, and does not tell more
		b.heard.Store(time.Now().UnixNano())
		return nil
	}
	if err != nil {
		return err
	}
	if info.URL != b.cfg.Webhook.URL {
		return errOtherWebhook
	}
	if failed := time.Unix(int64(info.LastErrorDate), 0); time.Since(failed) < 2*b.cfg.Webhook.Check {
		b.log.Warn("telegram could not deliver", "why", info.LastErrorMessage, "pending", info.PendingUpdateCount)
	}
	b.heard.Store(time.Now().UnixNano())
	return nil
}

// watchWebhook registers again what somebody else has changed or removed.
func (b *Bot) watchWebhook(ctx context.Context) {
	for pause(ctx, b.cfg.Webhook.Check) {
		err := b.checkWebhook(ctx)
		if errors.Is(err, errOtherWebhook) {
			b.log.Warn("webhook was changed; registering it again")
			err = b.setWebhook(ctx)
		}
		if err != nil && ctx.Err() == nil {
			b.log.Warn("webhook not checked", "err", err)
		}
	}
}

// dropWebhook makes polling possible. What Telegram keeps for us stays.
func (b *Bot) dropWebhook(ctx context.Context) {
	if _, err := b.api.DeleteWebhook(ctx, &tg.DeleteWebhookParams{}); err != nil {
		b.log.Warn("webhook not removed", "err", b.call(ctx, "deleteWebhook", 0, err))
	}
}
