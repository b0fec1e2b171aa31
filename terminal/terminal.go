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

	"keepsake/actor"
	"keepsake/agent"
	"keepsake/clock"
	"keepsake/command"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/markdown"
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
	Commands *command.Service // open to everybody: whoever sits here is let in
	Words    *templates.Words
	Now      func() time.Time
	Owner    string // who we are in leases

	Most  int           // messages of a resumed conversation that the model is shown; 0 = session.DefaultResume
	Keep  int           // conversations that are kept; 0 = session.DefaultMost
	Lease time.Duration // of the lane; 15 s

	Screen
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

// ErrNoConversation says that Config.Conversation names none of the person's.
var ErrNoConversation = fault.New(fault.NotFound, "no conversation of yours has this id (keepsake chat --list shows them)")

// Run talks until the person leaves or ctx ends. fault.Conflict: another terminal has the
// person's conversation with this agent. ErrUnanswered: see there.
func (t *Terminal) Run(ctx context.Context) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.claimLane(ctx, t.cfg.Lease+time.Second); err != nil {
		return err
	}
	var background sync.WaitGroup
	besides, stop := context.WithCancel(ctx)
	stopKeeping := t.keepLane(besides)
	if t.cfg.Interactive {
		background.Go(func() { t.printDue(besides) })
	}
	defer func() {
		t.mu.Unlock()
		stop()
		stopKeeping()
		background.Wait()
		t.mu.Lock()
		t.leave()
	}()
	if err := t.findConversation(ctx); err != nil {
		return err
	}
	for {
		if err := t.flush(ctx); err != nil {
			t.reportUnsaved(ctx, err)
		}
		line, err := t.read(ctx)
		switch {
		case errors.Is(err, ErrInterrupted):
			if t.interrupts++; t.interrupts > 1 {
				return nil
			}
			t.printHint("terminal.leave", nil)
			continue
		case errors.Is(err, io.EOF):
			return t.result()
		case err != nil:
			return err
		}
		t.interrupts = 0
		quit, err := t.handle(ctx, line)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case quit:
			return t.result()
		case err != nil:
			t.failed = true
			t.reportUnsaved(ctx, err)
		}
	}
}

// result returns ErrUnanswered when nobody sits there and something was not answered.
func (t *Terminal) result() error {
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

// findConversation stores who is there and finds the conversation that goes on.
func (t *Terminal) findConversation(ctx context.Context) error {
	person, err := t.cfg.People.See(ctx, actor.OfPerson(t.cfg.Person.ID), t.cfg.Person)
	if err != nil {
		return err
	}
	t.cfg.Person = person
	if t.cfg.Interactive {
		t.print(t.say("terminal.hello", templates.Data{"Name": t.cfg.Name}))
	}
	if !t.cfg.Resume {
		return t.endPrevious(ctx)
	}
	s, err := t.cfg.Sessions.Resume(ctx, actor.OfPerson(person.ID), t.cfg.Place, person.ID, t.cfg.Conversation, t.cfg.Most)
	if errors.Is(err, session.ErrNotFound) && t.cfg.Conversation != "" {
		return ErrNoConversation
	}
	if errors.Is(err, session.ErrNotFound) {
		t.printHint("terminal.nothing", nil)
		return nil
	}
	if err != nil {
		return err
	}
	ms, err := t.cfg.Sessions.Window(ctx, s)
	if err != nil {
		return err
	}
	t.printHint("terminal.resumed", templates.Data{"ID": s.PublicID, "Count": len(ms)})
	turn, open, err := t.cfg.Agent.Unfinished(ctx, t.laneName())
	if err != nil {
		return err
	}
	if t.cfg.Interactive {
		t.printRecap(ms)
	}
	if open {
		return t.respond(ctx, turn)
	}
	return nil
}

// printRecap prints the last exchange of a resumed conversation.
func (t *Terminal) printRecap(ms []session.Message) {
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

// endPrevious ends the previous conversation, with the turn that was cut off there.
func (t *Terminal) endPrevious(ctx context.Context) error {
	turn, open, err := t.cfg.Agent.Unfinished(ctx, t.laneName())
	if err == nil && open {
		if err = t.cfg.Agent.EndStopped(ctx, t.currentClaim(), turn.ID, ""); err == nil {
			err = t.cfg.Delivery.MarkSent(ctx, turn.ReplyID, t.now())
		}
	}
	if err == nil {
		_, err = t.cfg.Sessions.End(ctx, actor.OfPerson(t.cfg.Person.ID), t.cfg.Place, t.cfg.Person.ID)
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
	if err := t.claimLane(ctx, 0); err != nil {
		return false, err
	}
	o, chosen := t.options.find(line)
	switch {
	case chosen:
		return false, t.tap(ctx, o)
	case strings.HasPrefix(line, "/") && isNumber(line[1:]):
		t.printHint("tap.unknown", nil)
		return false, nil
	}
	if _, ok := command.Parse(line); ok {
		_, err := t.request(ctx, command.Request{Text: line})
		return false, err
	}
	if asked != nil {
		_, err := t.request(ctx, command.Request{Form: &command.Form{Asked: *asked, Answer: line}})
		return false, err
	}
	return false, t.sendToAgent(ctx, line)
}

func (t *Terminal) tap(ctx context.Context, o option) error {
	reply, err := t.request(ctx, command.Request{Tap: &command.Tap{
		Message: o.message, Action: o.button.Action, Ref: o.button.Ref, Keyboard: t.options.buttonsOf(o.message),
	}})
	if err != nil {
		return err
	}
	shown, err := t.deliver(ctx)
	if err == nil && shown == 0 && reply.Note != "" {
		t.print(text.Escape(reply.Note))
	}
	return err
}

// request asks for something that needs no model; the answer is in the outbox then.
func (t *Terminal) request(ctx context.Context, req command.Request) (command.Reply, error) {
	req.Claim, req.Place, req.Person, req.Standing = t.currentClaim(), t.cfg.Place, t.cfg.Person, actor.Admin
	return t.cfg.Commands.Handle(ctx, req, func(ctx context.Context, r command.Reply) error {
		return r.Put(ctx, t.cfg.Delivery)
	})
}

// printDue prints reminders while nobody types.
func (t *Terminal) printDue(ctx context.Context) {
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
		_, open, failed := t.cfg.Agent.Unfinished(ctx, t.laneName())
		if err = failed; err == nil && !open {
			_, err = t.cfg.Sessions.End(ctx, actor.OfPerson(person), p, person)
		}
		t.printHint("terminal.left", templates.Data{"ID": s.PublicID, "Command": t.cfg.Again})
	} else if errors.Is(err, session.ErrNotFound) {
		err = nil
	}
	_, pruned := t.cfg.Sessions.Prune(ctx, actor.OfSystem(), p, person, t.cfg.Keep)
	if err = errors.Join(err, pruned, t.cfg.Delivery.ReleaseOut(ctx, p.Bot, t.cfg.Owner), t.cfg.Delivery.Release(ctx, t.currentClaim())); err != nil {
		t.reportUnsaved(ctx, err)
	}
}

// reportUnsaved prints what could not be stored; the conversation goes on (I18).
func (t *Terminal) reportUnsaved(ctx context.Context, err error) {
	if ctx.Err() == nil {
		fmt.Fprintf(t.cfg.Err, "keepsake: %v\n", err)
	}
}

// say returns a sentence of the house, as Markdown, in the person's language.
func (t *Terminal) say(id string, data templates.Data) string {
	return t.cfg.Words.Say(t.language(), id, data)
}

func (t *Terminal) language() string {
	return t.cfg.Words.Match(t.cfg.Person.Languages()...)
}

// printHint prints a sentence beside the conversation when somebody sits there.
func (t *Terminal) printHint(id string, data templates.Data) {
	if t.cfg.Interactive {
		fmt.Fprintln(t.cfg.Err, markdown.Render(t.say(id, data)).Text)
	}
}

func (t *Terminal) now() time.Time { return clock.Now(t.cfg.Now).UTC() }
