package terminal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"keepsake/actor"
	"keepsake/agent"
	"keepsake/fault"
	"keepsake/session"
	"keepsake/text"
	"keepsake/trust"
)

// Keyboard is Lines that can be read while an answer runs (package edit).
type Keyboard interface {
	Lines
	// ReadAhead is Read without printing the line: its turn may come later.
	ReadAhead(ctx context.Context, prompt string) (string, error)
	// ClearLine empties the line that is being typed.
	ClearLine() bool
	// ShowWaiting shows lines that wait for their turn.
	ShowWaiting(lines []string)
}

// typedLine is what Keyboard.ReadAhead returned.
type typedLine struct {
	text string
	err  error
}

const prompt = "> "

// startReading reads the keyboard until ctx ends or nothing more comes.
func (t *Terminal) startReading(ctx context.Context, background *sync.WaitGroup) {
	if t.keys == nil {
		return
	}
	t.typed = make(chan typedLine)
	background.Go(func() {
		for {
			line, err := t.keys.ReadAhead(ctx, prompt)
			select {
			case t.typed <- typedLine{line, err}:
			case <-ctx.Done():
				return
			}
			if err != nil && !errors.Is(err, ErrInterrupted) {
				return
			}
		}
	})
}

// read returns the next line. It waits for it without holding mu, so that reminders can be printed.
func (t *Terminal) read(ctx context.Context) (string, error) {
	if t.keys == nil {
		t.mu.Unlock()
		defer t.mu.Lock()
		return t.cfg.Lines.Read(ctx, prompt)
	}
	if len(t.queue) > 0 {
		line := t.queue[0]
		t.setQueue(t.queue[1:])
		t.echo(line)
		return line, nil
	}
	if t.ended {
		return "", io.EOF
	}
	t.mu.Unlock()
	defer t.mu.Lock()
	select {
	case in := <-t.typed:
		if in.err == nil {
			t.echo(in.text)
		}
		return in.text, in.err
	case <-t.cfg.Interrupts:
		return "", ErrInterrupted
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

// echo prints a line as it was typed.
func (t *Terminal) echo(line string) { fmt.Fprintln(t.cfg.Out, prompt+text.Visible(line)) }

func (t *Terminal) setQueue(lines []string) {
	t.queue = lines
	shown := make([]string, len(lines))
	for i, line := range lines {
		shown[i] = "⏳ " + text.Visible(text.OneLine(line))
	}
	if most := 5; len(shown) > most {
		shown = append(shown[:most:most], "…")
	}
	t.keys.ShowWaiting(shown)
}

// runBesideInput runs a turn and handles what is typed until it has ended: commands at once, Ctrl-C
// and /stop by ending work, and other lines by queueing them.
func (t *Terminal) runBesideInput(ctx, work context.Context, stop context.CancelCauseFunc, turn session.Turn) error {
	done := make(chan error, 1)
	go func() { done <- t.runTurn(work, turn) }()
	for {
		select {
		case err := <-done:
			return err
		case <-t.cfg.Interrupts:
			stop(errInterrupted)
		case in := <-t.typed:
			t.handleMeanwhile(ctx, in, stop)
		}
	}
}

// handleMeanwhile handles what is typed while an answer runs.
func (t *Terminal) handleMeanwhile(ctx context.Context, in typedLine, stop context.CancelCauseFunc) {
	line := cleanLine(in.text)
	switch {
	case errors.Is(in.err, ErrInterrupted):
		stop(errInterrupted)
	case in.err != nil: // what was typed before is answered
		t.ended = true
	case line == "":
	case isQuit(line):
		t.left = true
		stop(errLeft)
	case !t.isCommand(line):
		t.setQueue(append(slices.Clip(t.queue), line))
	default:
		t.view.pause()
		t.echo(line)
		isErased, err := t.obeyMeanwhile(ctx, line, stop)
		if err == nil && !isErased {
			err = t.flush(ctx)
		}
		if err != nil {
			t.failed = true
			t.reportUnsaved(ctx, err)
		}
	}
}

// obeyMeanwhile is obey while an answer runs. isErased means that the turn is gone with all else
// about the person.
func (t *Terminal) obeyMeanwhile(ctx context.Context, line string, stop context.CancelCauseFunc) (isErased bool, err error) {
	mustStop, err := t.obey(ctx, line)
	if err != nil || !mustStop {
		return false, err
	}
	_, open, err := t.cfg.Agent.Unfinished(ctx, t.laneName())
	if err != nil || open {
		stop(errStopped)
		return false, err
	}
	stop(errErased)
	return true, nil
}

// storeQueue stores the lines that nobody answered before the person left. An open turn takes them
// along, so that --resume answers them.
func (t *Terminal) storeQueue(ctx context.Context) error {
	for _, line := range t.queue {
		in := t.incoming(line)
		turn, open, err := t.cfg.Agent.Unfinished(ctx, t.laneName())
		if err == nil && open {
			err = t.cfg.Agent.Join(ctx, turn, in)
		}
		if err == nil && !open || fault.KindOf(err) == fault.Limited {
			err = t.cfg.Agent.Overhear(ctx, in)
		}
		if err != nil {
			return err
		}
	}
	t.queue = nil
	return nil
}

// incoming returns a line as package agent takes it.
func (t *Terminal) incoming(line string) agent.Incoming {
	p := t.cfg.Person
	return agent.Incoming{
		Claim: t.currentClaim(), Place: t.cfg.Place, Person: p,
		Messages: []session.Message{{Content: line, Name: p.Name, Trust: trust.Person, Author: p.ID, At: t.now()}},
	}
}

// see creates or renews the person's row. "Forget all" deletes it.
func (t *Terminal) see(ctx context.Context) error {
	p, err := t.cfg.People.See(ctx, actor.OfPerson(t.cfg.Person.ID), t.cfg.Person)
	if err == nil {
		t.cfg.Person = p
	}
	return err
}
