package terminal

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
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
	"keepsake/terminal/edit"
	"keepsake/text"
)

// Config configures a Terminal. Zero durations mean the defaults named beside them.
type Config struct {
	Name     string // the role's name, which is shown to the person
	Place    session.Place
	Person   people.Person
	Agent    *agent.Agent
	Sessions *session.Service
	People   *people.Service
	Delivery *delivery.Service
	Commands *command.Service // must not restrict access: anybody at the keyboard is allowed
	Words    *templates.Words
	Now      func() time.Time
	Owner    string // the owner of this terminal's leases
	Advice   string // printed after an error that left a line unanswered: what to look at

	Most  int // messages of a resumed conversation that the model gets; 0 = session.DefaultResume
	Keep  session.Retention
	Lease time.Duration // of the lane; 15 s

	Screen
}

// Lines reads the person's input.
type Lines interface {
	// Read returns the next line without its newline. It returns io.EOF at the end of the
	// input and ErrInterrupted after Ctrl-C.
	Read(ctx context.Context, prompt string) (string, error)
}

// ErrInterrupted is the error of Lines.Read after Ctrl-C.
var ErrInterrupted = edit.ErrInterrupted

// Terminal is one conversation in a terminal.
type Terminal struct {
	cfg Config

	mu         sync.Mutex // protects the fields below and the output; Run holds it except in Read
	options    options
	asked      *delivery.Outgoing // the question that the next line answers
	view       *view              // of the running turn
	interrupts int                // consecutive Ctrl-C
	failed     bool               // a line was not answered or not carried out
	out        *output            // what Out and Err of cfg write to

	keys  Keyboard       // cfg.Lines, when it can be read while an answer runs; else nil
	typed chan typedLine // from keys; nil without it
	queue []string       // lines that wait for the running answer to end
	ended bool           // nothing more will be typed
	left  bool           // the person left while an answer was running

	claimMu sync.Mutex
	claim   delivery.Claim
}

// Place returns the place of a person's terminal with an agent. Its bot is unique to the person
// and the agent, so that no other process sends the terminal's messages. It contains a hash
// instead of the person's id.
func Place(agentName, person string) session.Place {
	sum := sha256.Sum256([]byte(person))
	return session.Place{Bot: fmt.Sprintf("%s/terminal-%x", agentName, sum[:4]), Chat: int64(binary.BigEndian.Uint64(sum[:]) >> 12)}
}

// New returns a terminal. Run starts it.
func New(cfg Config) *Terminal {
	cfg.Lease, cfg.Patience = cmp.Or(cfg.Lease, 15*time.Second), cmp.Or(cfg.Patience, time.Minute)
	cfg.Most = cmp.Or(cfg.Most, session.DefaultResume)
	t := &Terminal{out: &output{to: cfg.Out}}
	cfg.Out = t.out
	if t.cfg = cfg; cfg.Interactive {
		t.keys, _ = cfg.Lines.(Keyboard)
	}
	return t
}

// ErrUnanswered is the result of a conversation without Config.Interactive in which a line was
// not answered. The reason was printed to Config.Err.
var ErrUnanswered = fault.New(fault.Unavailable, "not everything was answered")

// ErrNoConversation means that the person has no conversation with the id Config.Conversation.
var ErrNoConversation = fault.New(fault.NotFound, "no conversation of yours has this id (keepsake chat --list shows them)")

// Run reads and handles lines until the person leaves or ctx ends. It returns fault.Conflict
// when another terminal has the person's conversation with this agent, and ErrUnanswered.
func (t *Terminal) Run(ctx context.Context) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.claimLane(ctx, t.cfg.Lease+time.Second); err != nil {
		return err
	}
	var background sync.WaitGroup
	backgroundCtx, stop := context.WithCancel(ctx)
	stopKeeping := t.keepLane(backgroundCtx)
	if t.cfg.Interactive {
		background.Go(func() { t.printDue(backgroundCtx) })
	}
	t.startReading(backgroundCtx, &background)
	defer func() {
		t.mu.Unlock()
		stop()
		stopKeeping()
		background.Wait()
		t.mu.Lock()
		t.leave()
	}()
	if err := t.findConversation(ctx); err != nil || t.left {
		return err
	}
	for {
		if err := t.flush(ctx); err != nil {
			t.reportUnsaved(ctx, err)
		}
		if err := t.out.failure(); err != nil { // nobody can read on
			return err
		}
		line, err := t.read(ctx)
		switch {
		case errors.Is(err, ErrInterrupted):
			if t.keys != nil {
				t.keys.ClearLine()
			}
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
		case quit && err == nil:
			return t.result()
		case err != nil:
			t.failed = true
			t.reportUnsaved(ctx, err)
		}
	}
}

// result returns ErrUnanswered if a line failed and the terminal is not interactive.
func (t *Terminal) result() error {
	if t.failed && !t.cfg.Interactive {
		return ErrUnanswered
	}
	return nil
}

// findConversation stores the person and resumes a conversation, or ends the previous one if
// Config.Resume is not set.
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

// endPrevious ends the previous conversation and its interrupted turn.
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

// printDue prints due messages, such as reminders, while Run waits for a line.
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
			_ = t.flush(ctx) // Run calls flush again and prints its error
		}
		t.mu.Unlock()
	}
}

// leave ends the conversation, which --resume can continue, and deletes the oldest ones (I17).
// Its errors are printed and not returned (I18).
func (t *Terminal) leave() {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	p, person := t.cfg.Place, t.cfg.Person.ID
	if err := t.storeQueue(ctx); err != nil {
		t.reportUnsaved(ctx, err)
	}
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

// reportUnsaved prints an error, after which the conversation continues (I18).
func (t *Terminal) reportUnsaved(ctx context.Context, err error) {
	if ctx.Err() == nil {
		fmt.Fprintf(t.cfg.Err, "keepsake: %v\n", err)
	}
}

// say returns a text of package templates, as Markdown in the person's language.
func (t *Terminal) say(id string, data templates.Data) string {
	return t.cfg.Words.Say(t.language(), id, data)
}

func (t *Terminal) language() string {
	return t.cfg.Words.Match(t.cfg.Person.Languages()...)
}

// printHint prints a text of package templates to Err if the terminal is interactive.
func (t *Terminal) printHint(id string, data templates.Data) {
	if t.cfg.Interactive {
		fmt.Fprintln(t.cfg.Err, markdown.Render(t.say(id, data)).Text)
	}
}

func (t *Terminal) now() time.Time { return clock.Now(t.cfg.Now).UTC() }
