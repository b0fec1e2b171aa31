package script

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"keepsake/bot/simulator"
	"keepsake/llm/scripted"
	"keepsake/memory"
)

// Stage is what a script is played on: the bot with people around it. A person's name
// is written as in the script; a stage knows everybody who is named.
type Stage interface {
	// Act lets a person do a step (Say, Reply, Edit, Forward, Send, Tap, React); step.Who may be in a group (SplitSeat). on is the
	// message it is about, 0 when none; button is the text to tap.
	Act(ctx context.Context, step Step, on int64, button string) error
	// Settle returns when the bot has nothing left to do.
	Settle(ctx context.Context) error
	// Chat is what the person's chat shows, oldest first.
	Chat(who string) []simulator.Message
	// Toasts are the texts that the person's taps were answered with so far.
	Toasts(who string) []string
	// Memories is what is kept about the person, or what was deleted.
	Memories(ctx context.Context, who string, deleted bool) ([]memory.Memory, error)
	// Tasks are the titles of the person's open tasks.
	Tasks(ctx context.Context, who string) ([]string, error)
	// Finds returns what was noticed in passing and is not kept, once everything due was read.
	Finds(ctx context.Context, who string) ([]string, error)
	// Prompts are the requests that the model got so far.
	Prompts() []scripted.Prompt
	// TalkTo lets people go on with another bot.
	TalkTo(bot string) error
	// Restart ends the bot and starts it again on the same store, later by shift; what is due after a shift is done.
	Restart(ctx context.Context, shift time.Duration) error
}

// Play plays a script. An expectation that does not hold is a *Failure; any other error
// means that the script could not be played.
func Play(ctx context.Context, s *Script, stage Stage) error {
	p := &player{script: s, stage: stage, seen: map[string]int64{}, edits: map[string]map[int64]int{}, toasts: map[string]int{}}
	for _, step := range s.Steps {
		if err := p.step(ctx, step); err != nil {
			return p.explain(step, err)
		}
	}
	if err := p.expectNothing(); err != nil {
		return p.explain(s.Steps[len(s.Steps)-1], err)
	}
	return nil
}

type player struct {
	script *Script
	stage  Stage
	who    string // who acted last

	at     string                   // the bot of a role that people talk to
	seen   map[string]int64         // chat -> id of the last message that was expected
	edits  map[string]map[int64]int // chat -> message -> edits that are accounted for
	toasts map[string]int           // chat -> toasts that are accounted for

	promptsBefore int      // prompts before the last act
	shown         []string // buttons of the message expected last

	transcript []string
}

// chat names a person's chat with the bot that people talk to: a group's, or its topic's, is the same for all who are in it.
func (p *player) chat(who string) string {
	_, group, topic := SplitSeat(who)
	if group != "" {
		return p.at + "/in " + group + "/" + topic
	}
	return p.at + "/" + who
}

// SplitSeat parts who acts in a script: the person, the group they are in ("" = their private chat), and its topic ("" = none,
// General).
func SplitSeat(who string) (person, group, topic string) {
	person, group, _ = strings.Cut(who, " in ")
	group, topic, _ = strings.Cut(group, "/")
	return person, group, topic
}

// expectThat returns a *Failure unless an expectation holds.
func expectThat(holds bool, expected, came string) error {
	if holds {
		return nil
	}
	return &Failure{Expected: expected, Came: came}
}

func (p *player) step(ctx context.Context, s Step) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	var err error
	if s.Text, err = p.withIDs(ctx, s.Who, s.Text); err != nil {
		return err
	}
	return plays[s.Verb](p, ctx, s)
}

// plays are what the verbs of the language do.
var plays = map[Verb]func(*player, context.Context, Step) error{
	Say: (*player).act, Reply: (*player).act, Edit: (*player).act, Forward: (*player).act, Send: (*player).act, Tap: (*player).act, React: (*player).act,
	"bot says":     (*player).expectMessage,
	"bot file":     (*player).expectMessage,
	"bot silent":   (*player).expectSilence,
	"bot edits":    (*player).expectEdit,
	"bot toasts":   (*player).expectToast,
	"bot reacts":   (*player).expectReaction,
	Buttons:        (*player).expectButtons,
	"memory has":   (*player).expectMemory,
	"memory lacks": (*player).expectMemory,
	"memory holds": (*player).expectMemory,
	"finds has":    (*player).expectFind,
	"finds lacks":  (*player).expectFind,
	"tasks has":    (*player).expectTask,
	"tasks lacks":  (*player).expectTask,
	"prompt has":   (*player).expectPrompt,
	"prompt lacks": (*player).expectPrompt,
	"not asked":    (*player).expectNoPrompt,
	"model calls":  (*player).expectCalls,
	"talk to":      (*player).talkTo,
	"new session":  (*player).newSession,
	"restart":      (*player).restart,
	"clock":        (*player).restart,
}

// restart ends the bot and starts it again.
func (p *player) restart(ctx context.Context, s Step) error {
	p.transcribe("· " + s.Source)
	if err := p.stage.Restart(ctx, s.Wait); err != nil {
		return err
	}
	return p.stage.Settle(ctx)
}

func (p *player) act(ctx context.Context, s Step) error {
	if err := p.expectNothing(); err != nil {
		return err
	}
	p.who = s.Who
	p.recordState(s.Who)
	on, button, err := p.target(s)
	if err != nil {
		return err
	}
	p.promptsBefore = len(p.stage.Prompts())
	p.transcribe(describeStep(s, button))
	if err := p.stage.Act(ctx, s, on, button); err != nil {
		return err
	}
	if err := p.stage.Settle(ctx); err != nil {
		return fmt.Errorf("the bot did not come to rest: %w", err)
	}
	return nil
}

// talkTo continues with another bot.
func (p *player) talkTo(_ context.Context, s Step) error {
	if err := p.expectNothing(); err != nil {
		return err
	}
	p.transcribe("· " + s.Source)
	p.at = s.What
	return p.stage.TalkTo(s.What)
}

// recordState records what a person's chat shows before they act. Whatever differs
// afterwards is the bot's answer.
func (p *player) recordState(who string) {
	seen := map[int64]int{}
	for _, m := range p.stage.Chat(who) {
		seen[m.ID] = len(m.Edits)
	}
	p.edits[p.chat(who)] = seen
	p.toasts[p.chat(who)] = len(p.stage.Toasts(who))
}

// target finds the message a step is about, and the button.
func (p *player) target(s Step) (on int64, button string, err error) {
	for _, m := range slices.Backward(p.stage.Chat(s.Who)) {
		shown := buttonTexts(m)
		switch i := slices.IndexFunc(shown, func(b string) bool { return Match(s.Text, b) }); {
		case s.Verb == Tap && i >= 0:
			return m.ID, shown[i], nil
		case s.Verb == Reply && s.What == "" && m.IsFromBot(), s.Verb == React && m.IsFromBot(), s.Verb == Edit && !m.IsFromBot(),
			s.Verb == Reply && s.What != "" && Match(s.What, m.Text):
			return m.ID, "", nil
		}
	}
	if s.Verb == Tap {
		return 0, "", expectThat(false, "a button "+quote(s.Text), "no message with such a button")
	}
	return 0, "", expectThat(s.Verb != Reply && s.Verb != Edit && s.Verb != React, "a message to "+string(s.Verb), "none")
}

// newSession asks the bot for a new conversation and accepts any answer to that.
func (p *player) newSession(ctx context.Context, _ Step) error {
	if err := p.act(ctx, Step{Verb: Say, Who: p.who, Text: "/new"}); err != nil {
		return err
	}
	for _, m := range p.unexpected(p.who) {
		p.expect(p.who, m)
	}
	return nil
}

// unexpected returns the bot's messages to a person that no step expected yet.
func (p *player) unexpected(who string) []simulator.Message {
	last := p.seen[p.chat(who)]
	return slices.DeleteFunc(slices.Clone(p.stage.Chat(who)), func(m simulator.Message) bool { return !m.IsFromBot() || m.ID <= last })
}

// expect marks a message as the one that was expected.
func (p *player) expect(who string, m simulator.Message) {
	p.seen[p.chat(who)] = m.ID
	p.shown = buttonTexts(m)
	p.transcribe(describeMessage("bot", m))
}

// expectNothing fails when the bot said something that no step expected.
func (p *player) expectNothing() error {
	if p.who == "" {
		return nil
	}
	if left := p.unexpected(p.who); len(left) > 0 {
		m := left[0]
		p.transcribe(describeMessage("bot", m))
		return expectThat(false, "nothing more from the bot here (a step `bot: …` expects a message)", quote(m.Text))
	}
	return nil
}

func (p *player) expectSilence(context.Context, Step) error { return p.expectNothing() }

func (p *player) expectButtons(_ context.Context, s Step) error {
	return expectThat(slices.EqualFunc(s.List, p.shown, Match), "the buttons "+quoteAll(s.List), quoteAll(p.shown))
}

// expectMessage expects the bot's next message to a person, with a text or a file.
func (p *player) expectMessage(_ context.Context, s Step) error {
	who := cmp.Or(s.Who, p.who)
	left := p.unexpected(who)
	if len(left) == 0 {
		return expectThat(false, "a message "+quote(s.Text), "no message")
	}
	m := left[0]
	p.expect(who, m)
	if s.Verb == "bot file" {
		file := cmp.Or(m.File, &simulator.File{}).Name
		return expectThat(file != "" && Match(s.Text, file), "a file "+quote(s.Text), quote(file)+" in "+quote(m.Text))
	}
	return expectThat(Match(s.Text, m.Text), quote(s.Text), quote(m.Text))
}

// expectToast expects a little answer to a tap.
func (p *player) expectToast(_ context.Context, s Step) error {
	all := p.stage.Toasts(p.who)
	came := all[min(p.toasts[p.chat(p.who)], len(all)):]
	for _, t := range came {
		p.transcribe("bot (toast): " + t)
	}
	return expectThat(matchesAny(s.Text, came), "the little answer "+quote(s.Text), quoteAll(came))
}

// expectReaction expects a reaction to what a person said last.
func (p *player) expectReaction(_ context.Context, s Step) error {
	sign := ""
	for _, m := range p.stage.Chat(p.who) {
		if !m.IsFromBot() {
			sign = strings.Join(m.Reactions, "")
		}
	}
	sign = cmp.Or(sign, "none")
	p.transcribe("bot (reaction): " + sign)
	return expectThat(sign == s.Text, "the reaction "+s.Text, sign)
}

// expectEdit expects that an older message was changed to a text since the last act.
func (p *player) expectEdit(_ context.Context, s Step) error {
	var came []string
	for _, m := range p.stage.Chat(p.who) {
		before, known := p.edits[p.chat(p.who)][m.ID]
		if !m.IsFromBot() || !known || len(m.Edits) == before {
			continue
		}
		came = append(came, m.Text)
		if Match(s.Text, m.Text) {
			p.edits[p.chat(p.who)][m.ID] = len(m.Edits)
			p.shown = buttonTexts(m)
			p.transcribe(describeMessage("bot (changed)", m))
			return nil
		}
	}
	return expectThat(false, "an older message changed to "+quote(s.Text), quoteAll(came))
}

var idOf = regexp.MustCompile(`\{id of (?:(` + person + `)'s )?("[^"\n]*")\}`)

// withIDs replaces {id of "…"} by the id of the memory whose content matches; one that is
// kept comes before one that was deleted. Without a name the memory is who's.
func (p *player) withIDs(ctx context.Context, who, text string) (string, error) {
	var failed error
	out := idOf.ReplaceAllStringFunc(text, func(ref string) string {
		g := idOf.FindStringSubmatch(ref)
		id, err := p.findID(ctx, cmp.Or(g[1], who, p.who), g[2])
		failed = cmp.Or(failed, err)
		return id
	})
	return out, failed
}

// findID returns the id of the memory whose content matches a pattern in double quotes.
func (p *player) findID(ctx context.Context, whose, quoted string) (string, error) {
	pattern, err := unquote(quoted)
	if err != nil {
		return "", err
	}
	for _, deleted := range []bool{false, true} {
		ms, err := p.stage.Memories(ctx, whose, deleted)
		if err != nil {
			return "", err
		}
		for _, m := range ms {
			if Match(pattern, m.Content) {
				return m.ID, nil
			}
		}
	}
	return "", expectThat(false, "a memory "+quote(pattern)+" to name by its id", "none")
}

var patternMarks = strings.NewReplacer(regexp.QuoteMeta(`\*`), regexp.QuoteMeta(`*`), regexp.QuoteMeta(`*`), `.*`)

// Match reports whether a text is what a pattern describes: "*" stands for any run of
// characters, line ends among them; "\*" for the star itself. White space around the text
// does not count.
func Match(pattern, text string) bool {
	re, err := regexp.Compile(`(?s)\A` + patternMarks.Replace(regexp.QuoteMeta(pattern)) + `\z`)
	return err == nil && re.MatchString(strings.TrimSpace(text))
}

func matchesAny(pattern string, texts []string) bool {
	return slices.ContainsFunc(texts, func(text string) bool { return Match(pattern, text) })
}
