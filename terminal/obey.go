package terminal

import (
	"context"
	"strings"

	"keepsake/actor"
	"keepsake/command"
	"keepsake/templates"
	"keepsake/text"
)

// This file is what a line means: a command, an option, the answer to a question, or talk.

// handle handles a line. quit means that the person leaves. It claims the lane again, because
// the lease may have been lost or ended ("forget all" ends it).
func (t *Terminal) handle(ctx context.Context, line string) (quit bool, err error) {
	line = cleanLine(line)
	switch {
	case line == "":
		t.asked = nil
		return false, nil
	case isQuit(line):
		return true, nil
	}
	if err := t.claimLane(ctx, 0); err != nil {
		return false, err
	}
	if t.isCommand(line) {
		_, err := t.obey(ctx, line)
		return false, err
	}
	err = t.sendToAgent(ctx, line)
	return t.left, err
}

func cleanLine(line string) string { return strings.TrimSpace(text.Clean(line)) }

func isQuit(line string) bool {
	word := strings.ToLower(line)
	return word == "/quit" || word == "/exit"
}

func isHelp(line string) bool { return strings.ToLower(line) == "/help" }

// isOption reports whether a line has the form of an option's number.
func isOption(line string) bool { return strings.HasPrefix(line, "/") && isNumber(line[1:]) }

// isCommand reports whether a line is for package command, or for the terminal itself, and not for
// the agent: a command, an option, or the answer to a question.
func (t *Terminal) isCommand(line string) bool {
	_, isOffered := t.options.find(line)
	_, isNamed := command.Parse(line)
	return isHelp(line) || isOffered || isOption(line) || isNamed || t.asked != nil
}

// obey carries out a line for which isCommand is true. stop means that the running answer shall end.
func (t *Terminal) obey(ctx context.Context, line string) (stop bool, err error) {
	asked := t.asked
	t.asked = nil
	if isHelp(line) {
		t.print(t.say("terminal.help", templates.Data{"Forgets": t.cfg.Commands.Forgets}))
		return false, nil
	}
	if o, found := t.options.find(line); found {
		return t.tap(ctx, o)
	}
	if isOption(line) {
		t.printHint("terminal.no_option", nil)
		return false, nil
	}
	req := command.Request{Text: line}
	if _, ok := command.Parse(line); !ok {
		req = command.Request{Form: &command.Form{Asked: *asked, Answer: line}}
	}
	reply, err := t.request(ctx, req)
	return reply.Stop, err
}

func (t *Terminal) tap(ctx context.Context, o option) (stop bool, err error) {
	reply, err := t.request(ctx, command.Request{Tap: &command.Tap{
		Message: o.message, Action: o.button.Action, Ref: o.button.Ref, Keyboard: t.options.buttonsOf(o.message),
	}})
	if err != nil {
		return false, err
	}
	shown, err := t.deliver(ctx)
	if err == nil && shown == 0 && reply.Note != "" {
		t.print(text.Escape(reply.Note))
	}
	return reply.Stop, err
}

// request handles a command, a tap or a form. The answer is in the outbox when it returns.
func (t *Terminal) request(ctx context.Context, req command.Request) (command.Reply, error) {
	req.Claim, req.Place, req.Person, req.Standing = t.currentClaim(), t.cfg.Place, t.cfg.Person, actor.Admin
	return t.cfg.Commands.Handle(ctx, req, func(ctx context.Context, r command.Reply) error {
		return r.Put(ctx, t.cfg.Delivery)
	})
}
