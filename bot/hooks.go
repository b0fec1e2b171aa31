package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"path"
	"sync"
	"time"
)

// Hooks is one listener for the webhooks of several bots. The last element of a delivery's
// path is the bot's name, so that a proxy may keep or strip what stands before it.
type Hooks struct {
	mu   sync.RWMutex
	bots map[string]http.Handler
}

// ServeHTTP passes a delivery on to its bot; 503 while it has not begun or has stopped
// (Telegram delivers it again).
func (h *Hooks) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	bot, ok := h.bots[path.Base(r.URL.Path)]
	if !ok {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	bot.ServeHTTP(w, r)
}

// join makes a bot reachable. leave ends that, once its deliveries under way have ended.
func (h *Hooks) join(name string, bot http.Handler) (leave func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.bots == nil {
		h.bots = map[string]http.Handler{}
	}
	h.bots[name] = bot
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.bots, name)
	}
}

// Serve listens until ctx ends.
func (h *Hooks) Serve(ctx context.Context, l net.Listener, log *slog.Logger) error {
	log.Info("webhook listens", "addr", l.Addr().String())
	return serveHook(ctx, l, h, log)
}

// takeShared takes in what Hooks passes on, until ctx ends.
func (b *Bot) takeShared(ctx context.Context) error {
	leave := b.cfg.Webhook.Shared.join(b.cfg.Name, b.WebhookHandler())
	defer leave()
	b.watchWebhook(ctx)
	return nil
}

// serveHook serves deliveries until ctx ends; those under way then are finished.
func serveHook(ctx context.Context, l net.Listener, handler http.Handler, log *slog.Logger) error {
	srv := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      15*time.Second + hookCommit,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		<-ctx.Done()
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), hookCommit)
		defer cancel()
		if srv.Shutdown(last) != nil {
			_ = srv.Close()
		}
	}()
	if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve the webhook: %w", err)
	}
	<-stopped
	return nil
}
