// Package takeout gives a person copies of what is kept about them: their memories as JSON and as Markdown, the present
// conversation as Markdown, and everything in one file.
//
// It goes straight to the nouns: no model. What was forgotten, removed or said in temporary chats is in none of it. In a group
// there are only the group's memories.
//
// Start reading at Desk.Gather.
package takeout

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/archive"
	"keepsake/memory/digest"
	"keepsake/memory/graph"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/task"
	"keepsake/templates"
	"keepsake/trust"
)

// What can be asked for beside the memories, as words behind /export and as references of its buttons.
const (
	Talk       = "conversation"
	Everything = "everything"
)

// Action is the action of the buttons; "" as reference are the memories.
const Action = "export"

// Bounds of one file: a platform takes files of some megabytes, and the row that sends it holds it. What is older is left out
// and counted.
const (
	mostTalks    = 500
	mostMessages = 20_000
	mostBytes    = 6 << 20
)

// Desk is what copies are made of.
type Desk struct {
	Store    string
	Memory   *memory.Service
	Sessions *session.Service
	Tasks    *task.Service
	Digests  *digest.Service // nil = there are none
	Graph    *graph.Service  // nil = there are no triples
}

// Details returns memories with their histories, and with the triples of g; nil = without. nameOf names who said something in a group; nil
// where the memories are one person's.
func Details(ctx context.Context, m *memory.Service, g *graph.Service, scopes []scope.Scope, nameOf func(id string) string) ([]archive.Detailed, error) {
	ms, _, err := m.List(ctx, memory.RetentionQuery(scopes...))
	if err != nil {
		return nil, err
	}
	triples := map[string]map[int][]graph.Triple{}
	for _, owner := range scopes {
		own, err := g.OfScope(ctx, owner)
		if err != nil {
			return nil, err
		}
		maps.Copy(triples, own)
	}
	details := make([]archive.Detailed, 0, len(ms))
	for _, one := range ms {
		history, err := m.History(ctx, scopes, one.ID)
		if err != nil {
			return nil, err
		}
		details = append(details, archive.NewDetailed(history, triples[one.ID], nameOf))
	}
	return details, nil
}

// ShowMemories sends memories as a file for programs and one for people.
func ShowMemories(a *answer.Answer, details []archive.Detailed) error {
	var file bytes.Buffer
	if err := archive.WriteReadable(&file, archive.NewDetailedFile(a.Now, details)); err != nil {
		return fault.Wrap(fault.Internal, "export", err)
	}
	archived := 0
	for _, d := range details {
		if d.ArchivedAt != "" {
			archived++
		}
	}
	said := a.Say("memory.exported", templates.Data{"Count": len(details)})
	if archived > 0 {
		said += "\n" + a.Say("takeout.archived", templates.Data{"Count": archived})
	}
	a.Send(delivery.Body{Text: said, File: &delivery.File{Name: fileName(a, "memories", "json"), Data: file.Bytes()}})
	body := delivery.Body{
		Text: a.Say("takeout.readable", nil),
		File: &delivery.File{Name: fileName(a, "memories", "md"), Data: []byte(Markdown(a, details))},
	}
	if !a.Chat.IsGroup() {
		body.Buttons = [][]delivery.Button{{a.Button("button.export_talk", Action, Talk), a.Button("button.export_all", Action, Everything)}}
	}
	a.Send(body)
	return nil
}

func fileName(a *answer.Answer, name, ext string) string {
	return fmt.Sprintf("%s-%s.%s", name, a.Now.In(a.Clock()).Format("2006-01-02"), ext)
}

// Copy is what was gathered for one request.
type Copy struct {
	what          string
	file          []byte
	count         int // of messages of a conversation
	memories      int
	tasks, talks  int
	older         int // conversations that did not fit
	hasNothingYet bool
}

// Gather reads what is asked for. It may read much, so it runs outside of any transaction.
func (d *Desk) Gather(ctx context.Context, a *answer.Answer, what string) (Copy, error) {
	if what == Talk {
		return d.gatherTalk(ctx, a)
	}
	return d.gatherAll(ctx, a)
}

// Show sends what was gathered and says what is in it.
func (d *Desk) Show(a *answer.Answer, c Copy) {
	switch {
	case c.hasNothingYet:
		a.Reply("takeout.no_talk", nil)
	case c.what == Talk:
		a.Send(delivery.Body{
			Text: a.Say("takeout.talk", templates.Data{"Count": c.count}),
			File: &delivery.File{Name: fileName(a, Talk, "md"), Data: c.file},
		})
	default:
		said := a.Say("takeout.all", templates.Data{"Memories": c.memories, "Tasks": c.tasks, "Talks": c.talks})
		if c.older > 0 {
			said += "\n" + a.Say("takeout.older", templates.Data{"Count": c.older})
		}
		a.Send(delivery.Body{Text: said, File: &delivery.File{Name: fileName(a, Everything, "json"), Data: c.file}})
	}
}

// gatherTalk writes the present conversation as Markdown.
func (d *Desk) gatherTalk(ctx context.Context, a *answer.Answer) (Copy, error) {
	c := Copy{what: Talk}
	s, err := d.Sessions.Current(ctx, a.Place, a.Person.ID)
	if errors.Is(err, session.ErrNotFound) || err == nil && s.Private {
		c.hasNothingYet = true
		return c, nil
	}
	if err != nil {
		return c, err
	}
	lines, err := d.lines(ctx, a, s, mostMessages)
	if err != nil {
		return c, err
	}
	var b strings.Builder
	b.WriteString("# " + a.Plain("takeout.talk_title", templates.Data{"Date": a.When(templates.DueDay, s.StartedAt)}) + "\n")
	for _, l := range lines {
		who := "takeout." + l.From
		b.WriteString("\n**" + a.Plain(who, nil) + "**, " + a.Moment(l.at) + ":\n\n> " + strings.ReplaceAll(strings.TrimSpace(l.Text), "\n", "\n> ") + "\n")
	}
	c.count, c.file, c.hasNothingYet = len(lines), []byte(b.String()), len(lines) == 0
	return c, nil
}

// Who said a line of a conversation.
const (
	fromYou   = "you"
	fromBot   = "bot"
	fromOther = "other" // what was passed on, attached or quoted
)

// said is one message of a conversation in a file.
type said struct {
	At   string `json:"at"`
	From string `json:"from"`
	Text string `json:"text"`
	at   time.Time
}

// lines returns what was said in a conversation; of what was forgotten only the mark.
func (d *Desk) lines(ctx context.Context, a *answer.Answer, s session.Session, limit int) (out []said, err error) {
	ms, err := d.Sessions.Messages(ctx, s.ID, 0, limit)
	if err != nil {
		return nil, err
	}
	for _, m := range ms {
		shown := m.View()
		if m.Removed != nil || m.Role != session.User && m.Role != session.Assistant || strings.TrimSpace(shown.Content) == "" {
			continue
		}
		l := said{At: stamp(m.At), From: fromBot, Text: shown.Content, at: m.At}
		if m.Role == session.User {
			if l.From = fromOther; m.Author == a.Person.ID && m.Trust == trust.Person {
				l.From = fromYou
			}
		}
		out = append(out, l)
	}
	return out, nil
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// everything is the file of everything.
type everything struct {
	ExportedAt string             `json:"exported_at"`
	Person     person             `json:"person"`
	Memories   []archive.Detailed `json:"memories"`
	Wishes     []string           `json:"wishes"`
	Said       []archive.Wish     `json:"wishes_said"` // what they are made of
	Tasks      []taskEntry        `json:"tasks"`
	Talks      []talk             `json:"conversations"`
	Older      int                `json:"older_conversations_left_out"`
}

type person struct {
	Name       string   `json:"name"`
	Username   string   `json:"username,omitempty"`
	Language   string   `json:"language,omitempty"`
	TimeZone   string   `json:"time_zone,omitempty"`
	QuietHours string   `json:"quiet_hours,omitempty"`
	MemoryMode string   `json:"memory_mode,omitempty"`
	Receipts   bool     `json:"receipts"`
	Linked     []string `json:"linked_accounts,omitempty"`
	Since      string   `json:"since"`
}

type taskEntry struct {
	Title     string `json:"title"`
	Due       string `json:"due,omitempty"`
	AllDay    bool   `json:"all_day,omitempty"`
	Repeat    string `json:"repeat,omitempty"`
	CreatedAt string `json:"created_at"`
	DoneAt    string `json:"done_at,omitempty"`
	Cancelled bool   `json:"cancelled,omitempty"`
}

type talk struct {
	StartedAt string `json:"started_at"`
	Messages  []said `json:"messages"`
}

// gatherAll writes everything there is about the person.
func (d *Desk) gatherAll(ctx context.Context, a *answer.Answer) (Copy, error) {
	p, own := a.Person, scope.Scope{Store: d.Store, Kind: scope.User, ID: a.Person.ID}
	all := everything{ExportedAt: stamp(a.Now), Person: person{
		Name: p.Name, Username: p.Username, Language: p.Language, TimeZone: p.TimeZone, QuietHours: p.QuietHours,
		MemoryMode: p.MemoryMode, Receipts: p.Receipts, Linked: p.LinkedAccounts(), Since: stamp(p.CreatedAt),
	}}
	var err error
	if all.Memories, err = Details(ctx, d.Memory, d.Graph, people.ReadScopes(p, []scope.Scope{own}), nil); err == nil {
		all.Wishes, all.Said, err = d.wishes(ctx, own)
	}
	if err == nil {
		all.Tasks, err = d.tasks(ctx, p.ID)
	}
	if err == nil {
		all.Talks, all.Older, err = d.talks(ctx, a)
	}
	if err != nil {
		return Copy{}, err
	}
	var file bytes.Buffer
	if err := archive.WriteReadable(&file, all); err != nil {
		return Copy{}, fault.Wrap(fault.Internal, "export", err)
	}
	return Copy{
		what: Everything, file: file.Bytes(), memories: len(all.Memories), tasks: len(all.Tasks), talks: len(all.Talks), older: all.Older,
	}, nil
}

// wishes returns how the person wants to be answered, with what waits to become a part of it, and what it is made of.
func (d *Desk) wishes(ctx context.Context, owner scope.Scope) (out []string, said []archive.Wish, err error) {
	said = []archive.Wish{}
	if d.Digests == nil {
		return nil, said, nil
	}
	now, err := d.Digests.Current(ctx, owner)
	if err != nil {
		return nil, nil, err
	}
	for _, l := range now.Lines {
		out = append(out, l.Text)
	}
	waiting, err := d.Digests.Waiting(ctx, owner)
	if err != nil {
		return nil, nil, err
	}
	for _, w := range waiting {
		out = append(out, w.Content)
	}
	all, err := d.Digests.Since(ctx, owner, 0)
	for _, w := range all {
		said = append(said, archive.NewWish(w))
	}
	return out, said, err
}

// tasks returns the person's tasks, those that are done as well.
func (d *Desk) tasks(ctx context.Context, person string) (out []taskEntry, err error) {
	for _, done := range []bool{false, true} {
		ts, _, err := d.Tasks.List(ctx, d.Store, person, done, 0, 0)
		if err != nil {
			return nil, err
		}
		for _, t := range ts {
			e := taskEntry{Title: t.Title, AllDay: t.AllDay, Repeat: t.Repeat, CreatedAt: stamp(t.CreatedAt), Cancelled: t.Cancelled}
			if t.DueAt != nil {
				e.Due = stamp(*t.DueAt)
			}
			if t.DoneAt != nil {
				e.DoneAt = stamp(*t.DoneAt)
			}
			out = append(out, e)
		}
	}
	return out, nil
}

// talks returns the person's conversations with this bot, the newest first, and how many older ones did not fit.
func (d *Desk) talks(ctx context.Context, a *answer.Answer) (out []talk, older int, err error) {
	kept, err := d.Sessions.ListKept(ctx, d.Store, a.Person.ID, 0)
	if err != nil {
		return nil, 0, err
	}
	messages, size := 0, 0
	for _, s := range kept {
		if s.Private || s.IsGroup() || s.Person != a.Person.ID || s.Place.Bot != a.Place.Bot {
			continue
		}
		if len(out) >= mostTalks || messages >= mostMessages || size >= mostBytes {
			older++
			continue
		}
		ls, err := d.lines(ctx, a, s, mostMessages-messages)
		if err != nil {
			return nil, 0, err
		}
		for _, l := range ls {
			size += len(l.Text)
		}
		if messages += len(ls); len(ls) > 0 {
			out = append(out, talk{StartedAt: stamp(s.StartedAt), Messages: ls})
		}
	}
	return out, older, nil
}
