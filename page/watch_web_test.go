//go:build web

package page_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// watcher notes what a tab does beside showing pages: dialogs that open, scripts that fail or write to the console, what the
// content policy stops, and requests that leave.
type watcher struct {
	mu       sync.Mutex
	home     string // requests to it are the pages' own
	problems []string
	news     chan struct{} // has room for one
}

// watch begins to watch a tab. Dialogs are closed, so that the tab goes on.
func watch(t *testing.T, tab context.Context) *watcher {
	t.Helper()
	w := &watcher{news: make(chan struct{}, 1)}
	dialogs := make(chan struct{}, 1000)
	must(t, chromedp.Do(tab))
	must(t, chromedp.Listen(tab, func(ev any) {
		switch ev := ev.(type) {
		case *cdpage.EventJavascriptDialogOpening:
			w.note("dialog: " + ev.Message)
			dialogs <- struct{}{}
		case *runtime.EventExceptionThrown:
			w.note("exception: " + ev.ExceptionDetails.Text)
		case *runtime.EventConsoleAPICalled:
			w.note("console")
		case *log.EventEntryAdded:
			if ev.Entry.Source == log.EntrySourceSecurity || ev.Entry.Source == log.EntrySourceJavascript {
				w.note("stopped: " + ev.Entry.Text)
			}
		case *network.EventRequestWillBeSent:
			w.request(ev.Request.URL)
		}
	}))
	go func() {
		for {
			select {
			case <-tab.Done():
				return
			case <-dialogs:
				// An error means that the tab is closed, and its dialog with it.
				_, _ = chromedp.Call(tab, cdpage.HandleJavaScriptDialog, cdpage.HandleJavaScriptDialogParams{Accept: true})
			}
		}
	}()
	return w
}

// allow says to which addresses the pages' own requests go.
func (w *watcher) allow(home string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.home = home
}

func (w *watcher) request(address string) {
	w.mu.Lock()
	isOwn := strings.HasPrefix(address, w.home)
	w.mu.Unlock()
	if !isOwn {
		w.note("request: " + address)
	}
}

func (w *watcher) note(problem string) {
	w.mu.Lock()
	w.problems = append(w.problems, problem)
	w.mu.Unlock()
	select {
	case w.news <- struct{}{}:
	default:
	}
}

// since returns what was noted so far.
func (w *watcher) since() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.problems)
}

// waitFor waits until something of a kind is noted.
func (w *watcher) waitFor(kind string) bool {
	for end := time.After(30 * time.Second); ; {
		if slices.ContainsFunc(w.since(), func(p string) bool { return strings.HasPrefix(p, kind) }) {
			return true
		}
		select {
		case <-w.news:
		case <-end:
			return false
		}
	}
}
