package script

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"time"

	"keepsake/memory"
)

// Message is what a chat shows, as it is now.
type Message struct {
	ID      int64
	FromBot bool
	Text    string
	Buttons []string // their texts, row by row
	File    string   // name of the file it carries, "" = none
	Edits   int      // how often it was changed
	Sign    string   // the bot's reaction to it, "" = none
}

// Prompt is one request that the model got.
type Prompt struct {
	Text  string   // all its messages and tools, as they were sent
	Calls []string // the tools called since the person's last message
}

// Stage is what a script is played on: the bot with people around it. A person's name
// is written as in the script; a stage knows everybody who is named.
type Stage interface {
	// Act lets a person do a step (Say, Reply, Edit, Forward, Send, Tap). on is the
	// message it is about, 0 when none; button is the text to tap.
	Act(ctx context.Context, step Step, on int64, button string) error
	// Settle returns when the bot has nothing left to do.
	Settle(ctx context.Context) error
	// Chat is what the person's chat shows, oldest first.
	Chat(who string) []Message
	// Toasts are the texts that the person's taps were answered with so far.
	Toasts(who string) []string
	// Memories is what is kept about the person, or what was deleted.
	Memories(ctx context.Context, who string, deleted bool) ([]memory.Memory, error)
	// Tasks are the titles of the person's open tasks.
	Tasks(ctx context.Context, who string) ([]string, error)
	// Prompts are the requests that the model got so far.
	Prompts() []Prompt
	// TalkTo lets people go on with another bot.
	TalkTo(bot string) error
	// Restart ends the bot and starts it again on the same store, later by shift.
	Restart(ctx context.Context, shift time.Duration) error
}

// StepTime bounds how long one step may take.
const StepTime = 30 * time.Second

// Play plays a script. An expectation that does not hold is a *Failure; any other error
// means that the script could not be played.
func Play(ctx context.Context, s *Script, stage Stage) error {
	p := &player{script: s, stage: stage, room: newRoom()}
	for _, step := range s.Steps {
		if err := p.step(ctx, step); err != nil {
			return p.explain(step, err)
		}
	}
	if err := p.nothingUnexpected(); err != nil {
		return p.explain(s.Steps[len(s.Steps)-1], err)
	}
	return nil
}

type player struct {
	script *Script
	stage  Stage
	who    string // who acted last

	at    string // the bot of a role that people talk to
	rooms map[string]room
	room
	asked int      // prompts before the last act
	shown []string // buttons of the message expected last

	transcript []string
}

// room is what is known of the chats with one bot.
type room struct {
	seen   map[string]int64         // person -> id of the last message that was expected
	edits  map[string]map[int64]int // person -> message -> edits that are accounted for
	toasts map[string]int           // person -> toasts that are accounted for
}

func newRoom() room {
	return room{seen: map[string]int64{}, edits: map[string]map[int64]int{}, toasts: map[string]int{}}
}

// mismatch is an expectation that does not hold.
type mismatch struct{ expected, came string }

func (m *mismatch) Error() string { return "expected " + m.expected + ", came " + m.came }

func (p *player) step(ctx context.Context, s Step) error {
	ctx, cancel := context.WithTimeout(ctx, StepTime)
	defer cancel()
	var err error
	if s.Text, err = p.withIDs(ctx, s.Who, s.Text); err != nil {
		return err
	}
	switch s.Verb {
	case Say, Reply, Edit, Forward, Send, Tap:
		return p.act(ctx, s)
	case TalkTo:
		return p.talkTo(s)
	case NewSession:
		return p.newSession(ctx)
	case Restart, Clock:
		p.note("· " + s.Source)
		if err := p.stage.Restart(ctx, s.Wait); err != nil {
			return err
		}
		return p.stage.Settle(ctx)
	case MemoryHas, MemoryLacks, MemoryHolds, TasksHas, TasksLacks:
		return p.kept(ctx, s)
	case PromptHas, PromptLacks, ModelCalls, NotAsked:
		return p.model(s)
	default:
		return p.bot(s)
	}
}

func (p *player) act(ctx context.Context, s Step) error {
	if err := p.nothingUnexpected(); err != nil {
		return err
	}
	p.who = s.Who
	p.account(s.Who)
	on, button, err := p.target(s)
	if err != nil {
		return err
	}
	p.asked = len(p.stage.Prompts())
	p.note(said(s, button))
	if err := p.stage.Act(ctx, s, on, button); err != nil {
		return err
	}
	if err := p.stage.Settle(ctx); err != nil {
		return fmt.Errorf("the bot did not come to rest: %w", err)
	}
	return nil
}

// talkTo goes on with another bot, where other messages are known.
func (p *player) talkTo(s Step) error {
	if err := p.nothingUnexpected(); err != nil {
		return err
	}
	p.note("· " + s.Source)
	if p.rooms == nil {
		p.rooms = map[string]room{}
	}
	p.rooms[p.at] = p.room
	p.at = s.What
	if p.room = p.rooms[p.at]; p.seen == nil {
		p.room = newRoom()
	}
	return p.stage.TalkTo(s.What)
}

// account takes note of what a person's chat shows before they act, so that what changes
// afterwards is known to be the bot's answer.
func (p *player) account(who string) {
	seen := map[int64]int{}
	for _, m := range p.stage.Chat(who) {
		seen[m.ID] = m.Edits
	}
	p.edits[who] = seen
	p.toasts[who] = len(p.stage.Toasts(who))
}

// target finds the message a step is about.
func (p *player) target(s Step) (on int64, button string, err error) {
	chat := p.stage.Chat(s.Who)
	slices.Reverse(chat)
	for _, m := range chat {
		switch {
		case s.Verb == Tap:
			for _, b := range m.Buttons {
				if Match(s.Text, b) {
					return m.ID, b, nil
				}
			}
		case s.Verb == Reply && s.What == "" && m.FromBot, s.Verb == Edit && !m.FromBot,
			s.Verb == Reply && s.What != "" && Match(s.What, m.Text):
			return m.ID, "", nil
		}
	}
	switch s.Verb {
	case Tap:
		return 0, "", &mismatch{"a button " + show(s.Text), "no message with such a button"}
	case Reply, Edit:
		return 0, "", &mismatch{"a message to " + string(s.Verb), "none"}
	}
	return 0, "", nil
}

// newSession asks the bot for a new conversation, whatever it answers to that.
func (p *player) newSession(ctx context.Context) error {
	if err := p.act(ctx, Step{Verb: Say, Who: p.who, Text: "/new"}); err != nil {
		return err
	}
	for _, m := range p.unseen(p.who) {
		p.expect(p.who, m)
	}
	return nil
}

// unseen are the bot's messages to a person that no step expected yet.
func (p *player) unseen(who string) []Message {
	var out []Message
	for _, m := range p.stage.Chat(who) {
		if m.FromBot && m.ID > p.seen[who] {
			out = append(out, m)
		}
	}
	return out
}

// expect takes a message as the one that was expected.
func (p *player) expect(who string, m Message) {
	p.seen[who] = m.ID
	p.shown = m.Buttons
	p.note(shown("bot", m))
}

// nothingUnexpected fails when the bot said something that no step expected.
func (p *player) nothingUnexpected() error {
	if p.who == "" {
		return nil
	}
	if left := p.unseen(p.who); len(left) > 0 {
		m := left[0]
		p.note(shown("bot", m))
		return &mismatch{"nothing more from the bot here (a step `bot: …` expects a message)", show(m.Text)}
	}
	return nil
}

func (p *player) bot(s Step) error {
	who := s.Who
	if who == "" {
		who = p.who
	}
	switch s.Verb {
	case BotSilent:
		return p.nothingUnexpected()
	case BotEdits:
		return p.edited(who, s)
	case BotToasts:
		all := p.stage.Toasts(who)
		for _, t := range all[min(p.toasts[who], len(all)):] {
			p.note("bot (toast): " + t)
			if Match(s.Text, t) {
				return nil
			}
		}
		return &mismatch{"the little answer " + show(s.Text), listed(all[min(p.toasts[who], len(all)):])}
	case BotReacts:
		return p.reacted(who, s)
	case Buttons:
		return sameButtons(s.List, p.shown)
	}
	left := p.unseen(who)
	if len(left) == 0 {
		return &mismatch{"a message " + show(s.Text), "no message"}
	}
	m := left[0]
	p.expect(who, m)
	if s.Verb == BotFile {
		if m.File == "" || !Match(s.Text, m.File) {
			return &mismatch{"a file " + show(s.Text), show(m.File) + " in " + show(m.Text)}
		}
		return nil
	}
	if !Match(s.Text, m.Text) {
		return &mismatch{show(s.Text), show(m.Text)}
	}
	return nil
}

// reacted expects a reaction to what a person said last.
func (p *player) reacted(who string, s Step) error {
	sign := ""
	for _, m := range p.stage.Chat(who) {
		if !m.FromBot {
			sign = m.Sign
		}
	}
	if sign == "" {
		sign = "none"
	}
	p.note("bot (reaction): " + sign)
	if sign != s.Text {
		return &mismatch{"the reaction " + s.Text, sign}
	}
	return nil
}

// edited expects that an older message was changed to a text since the last act.
func (p *player) edited(who string, s Step) error {
	var came []string
	for _, m := range p.stage.Chat(who) {
		before, known := p.edits[who][m.ID]
		if !m.FromBot || !known || m.Edits == before {
			continue
		}
		came = append(came, m.Text)
		if Match(s.Text, m.Text) {
			p.edits[who][m.ID] = m.Edits
			p.shown = m.Buttons
			p.note(shown("bot (changed)", m))
			return nil
		}
	}
	return &mismatch{"an older message changed to " + show(s.Text), listed(came)}
}

func sameButtons(want, got []string) error {
	ok := len(want) == len(got)
	for i := 0; ok && i < len(want); i++ {
		ok = Match(want[i], got[i])
	}
	if !ok {
		return &mismatch{"the buttons " + listed(want), listed(got)}
	}
	return nil
}

var idOf = regexp.MustCompile(`\{id of (?:` + person + `'s )?("[^"\n]*")\}`)

// withIDs replaces {id of "…"} by the id of the memory whose content matches; one that is
// kept comes before one that was deleted. Unless it is said whose, it is who's.
func (p *player) withIDs(ctx context.Context, who, text string) (string, error) {
	if who == "" {
		who = p.who
	}
	var failed error
	out := idOf.ReplaceAllStringFunc(text, func(ref string) string {
		g := idOf.FindStringSubmatch(ref)
		whose := who
		if g[1] != "" {
			whose = g[1]
		}
		pattern, err := unquote(g[2])
		for _, deleted := range []bool{false, true} {
			if err != nil {
				break
			}
			var ms []memory.Memory
			ms, err = p.stage.Memories(ctx, whose, deleted)
			for _, m := range ms {
				if Match(pattern, m.Content) {
					return m.ID
				}
			}
		}
		if failed == nil {
			if failed = err; err == nil {
				failed = &mismatch{"a memory " + show(pattern) + " to name by its id", "none"}
			}
		}
		return ref
	})
	return out, failed
}
