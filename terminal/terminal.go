package terminal

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"keepsake/agent"
	"keepsake/bot"
	"keepsake/bot/markdown"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/people"
	"keepsake/session"
	"keepsake/templates"
	"keepsake/text"
)

// Config is what a terminal is made of. Zero durations mean the defaults named beside them.
type Config struct {
	Name     string // the role's name, as the person reads it
	Place    session.Place
	Person   people.Person
	Agent    *agent.Agent
	Sessions *session.Service
	People   *people.Service
	Delivery *delivery.Service
	Typed    *bot.Typed
	Words    *templates.Words
	Now      func() time.Time
	Owner    string // who we are in leases

	Resume bool   // go on with the last conversation
	Most   int    // messages of it that are shown to the model; 0 = session.DefaultResume
	Again  string // the command that goes on with this conversation
	Dir    string // where files are put; "" = where we are

	Lines       Lines
	Out, Err    io.Writer
	Interactive bool // somebody sits there: headings, and what comes meanwhile
	Live        bool // an answer is shown while it grows
	Color       bool // bold and italics as escape sequences
	// Interrupts receives for each Ctrl-C while nothing is being read.
	Interrupts <-chan struct{}

	Lease    time.Duration // of the lane; 15 s
	Patience time.Duration // with a model that is away; 1 min
}

// Lines is where what is typed comes from.
type Lines interface {
	// Read returns the next line without its end. io.EOF: there are no more;
	// ErrInterrupted: Ctrl-C.
	Read(ctx context.Context, prompt string) (string, error)
}

// ErrInterrupted is what Lines returns for Ctrl-C.
var ErrInterrupted = errors.New("interrupted")

// Terminal is one conversation at a keyboard.
type Terminal struct {
	cfg Config

	mu         sync.Mutex // held by who prints: by Run but for while it reads
	options    options
	asked      *delivery.Outgoing // a question that the next line answers
	view       *view              // of the turn being answered
	interrupts int                // Ctrl-C in a row
	failed     bool               // something was not answered, or not done

	claimed sync.Mutex
	claim   delivery.Claim
}

// Place returns where a person's terminal is for an agent. Its bot is none of Telegram's, and
// no other person's: nobody else shows what is meant for it. It does not tell who they are.
func Place(agentName, person string) session.Place {
	sum := sha256.Sum256([]byte(person))
	return session.Place{Bot: fmt.Sprintf("%s/terminal-%x", agentName, sum[:4]), Chat: int64(binary.BigEndian.Uint64(sum[:]) >> 12)}
}

// New makes a terminal; Run does the rest.
func New(cfg Config) *Terminal {
	cfg.Lease, cfg.Patience = cmp.Or(cfg.Lease, 15*time.Second), cmp.Or(cfg.Patience, time.Minute)
	cfg.Most = cmp.Or(cfg.Most, session.DefaultResume)
	return &Terminal{cfg: cfg}
}

// ErrUnanswered ends a script's conversation (not Config.Interactive) in which something was
// not answered; why was told on Config.Err.
var ErrUnanswered = fault.New(fault.Unavailable, "not everything was answered")

// Run talks until the person leaves or ctx ends. fault.Conflict: another terminal has the
// person's conversation with this agent. ErrUnanswered: see there.
func (t *Terminal) Run(ctx context.Context) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.take(ctx, t.cfg.Lease+time.Second); err != nil {
		return err
	}
	var background sync.WaitGroup
	beat, stop := context.WithCancel(ctx)
	background.Go(func() { t.heartbeat(beat) })
	if t.cfg.Interactive {
		background.Go(func() { t.meanwhile(beat) })
	}
	defer func() {
		t.mu.Unlock()
		stop()
		background.Wait()
		t.mu.Lock()
		t.leave()
	}()
	if err := t.begin(ctx); err != nil {
		return err
	}
	for {
		if err := t.flush(ctx); err != nil {
			t.unsaved(ctx, err)
		}
		line, err := t.read(ctx)
		switch {
		case errors.Is(err, ErrInterrupted):
			if t.interrupts++; t.interrupts > 1 {
				return nil
			}
			t.hint("terminal.leave", nil)
			continue
		case errors.Is(err, io.EOF):
			return t.outcome()
		case err != nil:
			return err
		}
		t.interrupts = 0
		quit, err := t.handle(ctx, line)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case quit:
			return t.outcome()
		case err != nil:
			t.failed = true
			t.unsaved(ctx, err)
		}
	}
}

// outcome tells who does not sit there how it went.
func (t *Terminal) outcome() error {
	if t.failed && !t.cfg.Interactive {
		return ErrUnanswered
	}
	return nil
}

// read waits for a line; meanwhile others may print.
func (t *Terminal) read(ctx context.Context) (string, error) {
	t.mu.Unlock()
	defer t.mu.Lock()
	return t.cfg.Lines.Read(ctx, "> ")
}

// begin says who is there, and finds the conversation that goes on.
func (t *Terminal) begin(ctx context.Context) error {
	person, err := t.cfg.People.See(ctx, t.cfg.Person)
	if err != nil {
		return err
	}
	t.cfg.Person = person
	if t.cfg.Interactive {
		t.print(t.say("terminal.hello", templates.Data{"Name": t.cfg.Name}))
	}
	if !t.cfg.Resume {
		return t.anew(ctx)
	}
	s, err := t.cfg.Sessions.Resume(ctx, t.cfg.Place, person.ID, t.cfg.Most)
	if errors.Is(err, session.ErrNotFound) {
		t.hint("terminal.nothing", nil)
		return nil
	}
	if err != nil {
		return err
	}
	ms, err := t.cfg.Sessions.Window(ctx, s)
	if err != nil {
		return err
	}
	t.hint("terminal.resumed", templates.Data{"ID": s.PublicID, "Count": len(ms)})
	turn, open, err := t.cfg.Agent.Unfinished(ctx, t.lane())
	if err != nil {
		return err
	}
	if t.cfg.Interactive {
		t.recap(ms)
	}
	if open {
		return t.respond(ctx, turn)
	}
	return nil
}

// recap shows how the conversation stands: its last exchange.
func (t *Terminal) recap(ms []session.Message) {
	from := len(ms)
	for i := range ms {
		if ms[i].Role == session.User && (i == 0 || ms[i-1].Role != session.User) {
			from = i
		}
	}
	for _, m := range ms[from:] {
		v := m.View()
		switch {
		case m.Role == session.User:
			t.print("\\> " + text.Escape(text.Visible(v.Content)))
		case m.Role == session.Assistant && v.Content != "":
			t.print(v.Content)
		}
	}
}

// anew ends the conversation before, with the turn that was cut off there.
func (t *Terminal) anew(ctx context.Context) error {
	turn, open, err := t.cfg.Agent.Unfinished(ctx, t.lane())
	if err == nil && open {
		if err = t.cfg.Agent.Stopped(ctx, t.right(), turn.ID, ""); err == nil {
			err = t.cfg.Delivery.MarkSent(ctx, turn.ReplyID, t.now())
		}
	}
	if err == nil {
		_, err = t.cfg.Sessions.End(ctx, t.cfg.Place, t.cfg.Person.ID)
	}
	return err
}

// handle does what a line says; quit: the person leaves. It takes the lane anew: what went
// before may have ended the lease (forgetting everything does).
func (t *Terminal) handle(ctx context.Context, line string) (quit bool, err error) {
	line = strings.TrimSpace(text.Clean(line))
	asked := t.asked
	t.asked = nil
	if line == "" {
		return false, nil
	}
	word := strings.ToLower(line)
	switch word {
	case "/quit", "/exit":
		return true, nil
	case "/help":
		t.print(t.say("terminal.help", nil))
		return false, nil
	}
	if err := t.take(ctx, 0); err != nil {
		return false, err
	}
	o, chosen := t.options.find(line)
	switch {
	case chosen:
		return false, t.tap(ctx, o)
	case strings.HasPrefix(line, "/") && isNumber(line[1:]):
		t.hint("tap.unknown", nil)
		return false, nil
	}
	ok, err := t.cfg.Typed.Command(ctx, t.at(), line)
	if ok || err != nil {
		return false, err
	}
	if asked != nil {
		return false, t.cfg.Typed.Answer(ctx, t.at(), *asked, line)
	}
	return false, t.talk(ctx, line)
}

func (t *Terminal) tap(ctx context.Context, o option) error {
	note, err := t.cfg.Typed.Tap(ctx, t.at(), o.message, t.options.under(o.message), o.button)
	if err != nil {
		return err
	}
	shown, err := t.deliver(ctx)
	if err == nil && shown == 0 && note != "" {
		t.print(text.Escape(note))
	}
	return err
}

// meanwhile prints what comes while nobody types: reminders.
func (t *Terminal) meanwhile(ctx context.Context) {
	timer := time.NewTicker(5 * time.Second)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.cfg.Delivery.OutboxSignal(t.cfg.Place.Bot):
		case <-timer.C:
		}
		t.mu.Lock()
		if ctx.Err() == nil {
			_ = t.flush(ctx) // told at the next line
		}
		t.mu.Unlock()
	}
}

// leave ends the conversation, for --resume to go on with, and deletes the oldest (I17).
// Nothing that fails here matters to who leaves (I18).
func (t *Terminal) leave() {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	p, person := t.cfg.Place, t.cfg.Person.ID
	s, err := t.cfg.Sessions.Current(ctx, p, person)
	if err == nil {
		_, open, failed := t.cfg.Agent.Unfinished(ctx, t.lane())
		if err = failed; err == nil && !open {
			_, err = t.cfg.Sessions.End(ctx, p, person)
		}
		t.hint("terminal.left", templates.Data{"ID": s.PublicID, "Command": t.cfg.Again})
	} else if errors.Is(err, session.ErrNotFound) {
		err = nil
	}
	_, pruned := t.cfg.Sessions.Prune(ctx, p, person)
	if err = errors.Join(err, pruned, t.cfg.Delivery.ReleaseOut(ctx, p.Bot, t.cfg.Owner), t.cfg.Delivery.Release(ctx, t.right())); err != nil {
		t.unsaved(ctx, err)
	}
}

// unsaved tells what could not be done; the conversation goes on (I18).
func (t *Terminal) unsaved(ctx context.Context, err error) {
	if ctx.Err() == nil {
		fmt.Fprintf(t.cfg.Err, "keepsake: %v\n", err)
	}
}

func (t *Terminal) at() bot.At {
	return bot.At{Claim: t.right(), Place: t.cfg.Place, Person: t.cfg.Person}
}

// say returns a sentence of the house, as Markdown, in the person's language.
func (t *Terminal) say(id string, data templates.Data) string {
	return t.cfg.Words.Say(t.language(), id, data)
}

func (t *Terminal) language() string {
	return t.cfg.Words.Match(t.cfg.Person.Language, t.cfg.Person.ClientLang)
}

func (t *Terminal) zone() *time.Location {
	if z, err := people.LoadZone(t.cfg.Person.TimeZone); err == nil {
		return z
	}
	return time.UTC
}

// hint says something beside the conversation: where somebody sits there.
func (t *Terminal) hint(id string, data templates.Data) {
	if t.cfg.Interactive {
		fmt.Fprintln(t.cfg.Err, markdown.Render(t.say(id, data)).Text)
	}
}

func (t *Terminal) now() time.Time { return t.cfg.Now().UTC().Truncate(time.Microsecond) }

// pause waits, or returns false when ctx ended first.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
