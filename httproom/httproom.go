// Package httproom serves everything that a process answers over HTTP: one server per
// address, with what each owner has mounted on it.
//
// An owner (health, metrics, a bot's webhook) brings a path and an http.Handler and knows no
// other owner; two owners that name the same address share its server. The room knows
// addresses, bounds of time and the order of a stop, and nothing of what is answered.
//
// Invariants:
//   - Every address is bound before the first request is served, so a taken port is an
//     error at start, and the error names the setting.
//   - After the end of Serve's context requests under way are finished, within StopWithin.
//
// Start reading at Room.
package httproom

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"

	"keepsake/logs"
)

// StopWithin is how long requests that are under way at the end may take.
const StopWithin = time.Second

// Room is the HTTP servers of one process. Mount everything, then Listen, then Serve.
type Room struct {
	Log *slog.Logger // nil = silent

	servers []*server
}

// server is one address.
type server struct {
	addr     string
	setting  string // which names addr
	mux      *http.ServeMux
	listener net.Listener
}

// Mount serves handler for a pattern of http.ServeMux at addr, HOST:PORT or :PORT. setting
// is the name of the setting with the address, for errors. A pattern that is mounted there
// already is a mistake in the program and panics.
func (r *Room) Mount(addr, setting, pattern string, handler http.Handler) {
	for _, s := range r.servers {
		if s.addr == addr {
			s.mux.Handle(pattern, handler)
			return
		}
	}
	s := &server{addr: addr, setting: setting, mux: http.NewServeMux()}
	s.mux.Handle(pattern, handler)
	r.servers = append(r.servers, s)
}

// Listen binds all addresses. Its error begins with the setting of the one that cannot be
// bound; then none is.
func (r *Room) Listen() error {
	for _, s := range r.servers {
		var err error
		if s.listener, err = net.Listen("tcp", s.addr); err != nil {
			r.Close()
			return fmt.Errorf("%s: the address cannot be listened on; choose another: %w", s.setting, err)
		}
	}
	return nil
}

// Close gives back what Listen has bound. It is for a process that fails before Serve,
// which closes by itself.
func (r *Room) Close() {
	for _, s := range r.servers {
		if s.listener != nil {
			_ = s.listener.Close()
			s.listener = nil
		}
	}
}

// Serve answers until ctx ends, then finishes what is under way. It returns nil after such
// an end, else why a server failed; then all others are stopped too.
func (r *Room) Serve(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, s := range r.servers {
		g.Go(func() error { return s.serve(ctx, logs.OrNone(r.Log)) })
	}
	return g.Wait()
}

func (s *server) serve(ctx context.Context, log *slog.Logger) error {
	srv := &http.Server{
		Handler:           s.mux,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      25 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	stopped := make(chan struct{})
	ended, end := context.WithCancel(ctx)
	go func() {
		defer close(stopped)
		<-ended.Done()
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), StopWithin)
		defer cancel()
		if srv.Shutdown(last) != nil {
			_ = srv.Close()
		}
	}()
	log.Info("http listens", "addr", s.listener.Addr().String())
	err := srv.Serve(s.listener)
	end()
	<-stopped
	if !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve http on %s: %w", s.addr, err)
	}
	return nil
}
