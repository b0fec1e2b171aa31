// Package simulator is a strict double of Telegram's Bot API, with people at the other end.
//
// It serves the wire format of https://core.telegram.org/bots/api over real HTTP on a
// loopback port, so that the real bot with its real client talks to it without knowing; and
// it gives tests and the demo page the other side: persons who say, answer, forward, edit
// and tap, and see what a phone would show.
//
// It is strict where Telegram is lenient: what Telegram would silently drop, mend or ignore
// (an entity past the end of the text, a misspelt parameter, a text it would alter) is
// refused, and recorded in Violations. What Telegram refuses is refused in its own words.
// It is not a simulation of Telegram's clients or of its storage limits: nothing is ever
// forgotten while the Server lives.
//
// Everything a test waits for is a signal: WaitFor and the Await methods of Person look
// again whenever something changed; Events is a log that never blocks the Server.
//
// Start reading at Server and Person, then methods (what the bot may call) and send.
package simulator

import (
	"cmp"
	"context"
	"errors"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Token is the bot's token unless Options say otherwise.
const Token = "1000001:simulated-token-for-tests-only"

// Options of a Server; the zero value is fine.
type Options struct {
	Token    string // default Token; what stands before its colon is the bot's id
	Name     string // the bot's first name, default "Keepsake"
	Username string // default "keepsake_bot"
	// Now is the clock of dates, of the 24 hours updates are kept, and of Limits.
	Now func() time.Time
	// Limits makes Telegram's flood control real: about 30 messages a second overall, one
	// a second in a chat (short bursts of 3 pass), 20 a minute in a group.
	Limits bool
	// ChatBurst is how many calls pass at once in a private chat with Limits; 3. Telegram says that "short bursts" may, not how many.
	ChatBurst int
}

// Server is one simulated Telegram with one bot on it.
type Server struct {
	options Options
	bot     User
	web     *httptest.Server
	done    chan struct{} // closed by Close
	closing sync.Once

	mu         sync.Mutex
	changed    chan struct{} // closed and replaced whenever anything changes
	people     map[int64]*Person
	chats      map[int64]*chat
	nextID     int64 // message ids of private chats: one row for the whole account, as Telegram's
	updates    queue
	webhook    webhook
	taps       map[string]*Tap
	nextTap    int
	files      map[string]*File  // by id
	paths      map[string]*File  // those of which getFile told the path
	menus      map[string]string // lists of commands, see menuKey
	events     []Event
	calls      []Call
	violations []string
	faults     []*Fault
	// readsAll: privacy mode is off, the bot sees all that is said in groups.
	readsAll bool
	limits   limits
}

// New starts a Server. It panics when it can't listen.
func New(o Options) *Server {
	o.Token, o.Name, o.Username = cmp.Or(o.Token, Token), cmp.Or(o.Name, "Keepsake"), cmp.Or(o.Username, "keepsake_bot")
	if o.Now == nil {
		o.Now = time.Now
	}
	id, _, _ := strings.Cut(o.Token, ":")
	botID, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		panic("simulator: a token begins with the bot's id and a colon")
	}
	s := &Server{
		options: o,
		bot:     User{ID: botID, IsBot: true, FirstName: o.Name, Username: o.Username},
		done:    make(chan struct{}),
		changed: make(chan struct{}),
		people:  map[int64]*Person{},
		chats:   map[int64]*chat{},
		updates: queue{next: 1},
		taps:    map[string]*Tap{},
		files:   map[string]*File{},
		paths:   map[string]*File{},
		menus:   map[string]string{},
		limits:  limits{},
	}
	s.web = httptest.NewServer(s.Handler())
	return s
}

// URL returns the address at which the Server listens: what TELEGRAM_API_URL is set to.
func (s *Server) URL() string { return s.web.URL }

// Token returns the bot's token.
func (s *Server) Token() string { return s.options.Token }

// Bot returns the bot's account.
func (s *Server) Bot() User { return s.bot }

// Close ends all requests and connections.
func (s *Server) Close() {
	s.closing.Do(func() { close(s.done) })
	s.web.CloseClientConnections()
	s.web.Close()
}

func (s *Server) now() time.Time { return s.options.Now().UTC() }

// Violations lists, in words, every request that a careful bot would not have made. A test
// ends by asking for it to be empty.
func (s *Server) Violations() []string {
	defer s.lock()()
	return slices.Clone(s.violations)
}

// Call is one request of the bot.
type Call struct {
	At          time.Time
	Method      string
	Chat        int64
	Params      map[string]string // objects and arrays as JSON
	Code        int               // 200, or the error's code; 0 when the connection was cut
	Description string            // of the error
}

// Calls lists the bot's requests but getUpdates, in the order in which they were answered;
// only those of method, unless that is "".
func (s *Server) Calls(method string) []Call {
	defer s.lock()()
	return slices.DeleteFunc(slices.Clone(s.calls), func(c Call) bool { return method != "" && c.Method != method })
}

// lock locks the Server: "defer s.lock()()" does so until the caller returns.
func (s *Server) lock() (unlock func()) {
	s.mu.Lock()
	return s.mu.Unlock
}

// Event is something that happened, as a phone or an onlooker sees it.
type Event struct {
	Seq  int64  `json:"seq"`  // from 1, without gaps
	Kind string `json:"kind"` // message, edit, delete, action, tap, answer, reaction, blocked, unblocked, added, kicked
	Chat int64  `json:"chat"`
	// Message and Tap are as they were at that moment.
	Message *Message `json:"message,omitempty"`
	Tap     *Tap     `json:"tap,omitempty"`
}

// recordEvent records e and wakes whoever waits. The caller holds mu.
func (s *Server) recordEvent(e Event) {
	e.Seq = int64(len(s.events) + 1)
	if e.Message != nil {
		e.Message = new(*e.Message)
	}
	if e.Tap != nil {
		e.Tap = new(*e.Tap)
	}
	s.events = append(s.events, e)
	s.signalChange()
}

// signalChange tells whoever waits to look again. The caller holds mu.
func (s *Server) signalChange() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// Events returns the log after the event number after (0: all of it).
func (s *Server) Events(after int64) []Event {
	defer s.lock()()
	return slices.Clone(s.events[min(max(after, 0), int64(len(s.events))):])
}

// Subscribe sends every event after the event number after, past ones first, until ctx or
// the Server ends; then the channel is closed. A slow reader misses nothing and holds up nobody.
func (s *Server) Subscribe(ctx context.Context, after int64) <-chan Event {
	out := make(chan Event)
	go func() {
		defer close(out)
		var fresh []Event
		for s.WaitFor(ctx, func() bool { fresh = s.Events(after); return len(fresh) > 0 }) == nil {
			for _, e := range fresh {
				select {
				case out <- e:
					after = e.Seq
				case <-ctx.Done():
					return
				case <-s.done:
					return
				}
			}
		}
	}()
	return out
}

// NextChange returns a channel that is closed at the next change of anything. Take it before
// looking, then wait for it.
func (s *Server) NextChange() <-chan struct{} {
	defer s.lock()()
	return s.changed
}

// WaitFor returns nil once cond holds. It asks again whenever something changed, and returns
// an error when ctx or the Server ends first. cond may call every method of the Server.
func (s *Server) WaitFor(ctx context.Context, cond func() bool) error {
	for {
		changed := s.NextChange()
		if cond() {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		case <-s.done:
			return errors.New("simulator: closed")
		}
	}
}
