package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"keepsake/bot/simulator"
	"keepsake/memory"
)

// lookAgain is how often an open page asks whether what is remembered changed: a change
// of the store is not an event of Telegram's.
const lookAgain = 150 * time.Millisecond

// What the page is told, by name of the event:
//
//	world    people, notice, commands, chips: at the start, and when the bot sets commands
//	chat     {person, messages}: all of a chat, at the start
//	message  a message as it is now, new or changed
//	gone     {person, id}: a message was deleted
//	typing   {person}: for five seconds or until the next message
//	toast    {person, text}: the little answer to a tap
//	memory   a panel: what is remembered about a person, whenever that changed

type worldView struct {
	Bot      botView       `json:"bot"`
	Notice   string        `json:"notice"`
	People   []personView  `json:"people"`
	Commands []commandView `json:"commands"`
	Chips    []chip        `json:"chips"`
}

type botView struct {
	Name string `json:"name"`
}

type personView struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Hue  int    `json:"hue"`
}

type commandView struct {
	Command     string `json:"command"`
	Description string `json:"description"`
}

// chip is something a newcomer may say next. Answers: only right after this was said.
// After: only once this was said.
type chip struct {
	Text    string `json:"text"`
	After   string `json:"after,omitempty"`
	Answers string `json:"answers,omitempty"`
}

// chips lead through PRD29's six scenarios in the visitor's own order.
var chips = []chip{
	{Text: "Yes, please", Answers: "Alec is my boss by the way"},
	{Text: "No, it’s just for this task", Answers: "I’m working with James on this project"},
	{Text: "Sarah moved to the Design team last week", After: "Remember that Sarah works on the Platform team"},
	{Text: "/new", After: "Yes, please"},
	{Text: "Can you create a task to update Alec on the project?", After: "/new"},
	{Text: "Alec is my boss by the way"},
	{Text: "Remember that Sarah works on the Platform team"},
	{Text: "I’m working with James on this project"},
	{Text: "/memory"},
}

type messageView struct {
	ID         int64              `json:"id"`
	Person     string             `json:"person"`
	From       string             `json:"from"` // "me" or "bot"
	Text       string             `json:"text"`
	Entities   []simulator.Entity `json:"entities,omitempty"`
	Buttons    [][]buttonView     `json:"buttons,omitempty"`
	Reply      *replyView         `json:"reply,omitempty"`
	At         time.Time          `json:"at"`
	Edited     bool               `json:"edited,omitempty"`
	File       *fileView          `json:"file,omitempty"`
	Media      string             `json:"media,omitempty"`
	Forward    string             `json:"forward,omitempty"`
	ForceReply bool               `json:"force_reply,omitempty"`
	Hint       string             `json:"hint,omitempty"`
	Sign       string             `json:"sign,omitempty"` // the bot's reaction
}

type buttonView struct {
	Text string `json:"text"`
	URL  string `json:"url,omitempty"`
}

type replyView struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
	Text string `json:"text"`
}

type fileView struct {
	Name string `json:"name"`
	Size int    `json:"size"`
	URL  string `json:"url"`
}

// stream writes server-sent events to one page.
type stream struct {
	rw http.ResponseWriter
}

func (s stream) send(name string, data any) error {
	body, err := json.Marshal(data)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(s.rw, "event: %s\ndata: %s\n\n", name, body); err != nil {
		return err
	}
	return http.NewResponseController(s.rw).Flush()
}

// feed tells one page everything that happens until it goes away. A page that comes back
// begins anew: it is told all there is first.
func (w *World) feed(rw http.ResponseWriter, r *http.Request) {
	rw.Header().Set("Content-Type", "text/event-stream")
	rw.Header().Set("X-Accel-Buffering", "no")
	s := stream{rw}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	after := int64(len(w.telegram.Events(0))) // before the chats are read: an event told twice is harmless
	commands := w.telegram.Profile("commands")
	if s.send("world", w.view(commands)) != nil || w.sendChats(s) != nil {
		return
	}
	events := w.telegram.Subscribe(ctx, after)
	panels := panelWatch{world: w, seen: map[string]int64{}}
	tick := time.NewTicker(lookAgain)
	defer tick.Stop()
	for {
		err := panels.send(ctx, s)
		select {
		case <-ctx.Done():
			return
		case e, open := <-events:
			if !open {
				return
			}
			if err == nil {
				err = w.tell(s, e)
			}
		case <-tick.C:
			if now := w.telegram.Profile("commands"); err == nil && now != commands {
				commands = now
				err = s.send("world", w.view(commands))
			}
		}
		if err != nil {
			return
		}
	}
}

func (w *World) view(commands string) worldView {
	v := worldView{Bot: botView{Name: w.telegram.Bot().FirstName}, Notice: w.Notice(), Commands: []commandView{}, Chips: chips}
	for _, c := range cast {
		v.People = append(v.People, personView{ID: c.ID, Name: c.Name, Hue: c.Hue})
	}
	if commands != "" {
		_ = json.Unmarshal([]byte(commands), &v.Commands) // the simulator checked it
	}
	return v
}

func (w *World) sendChats(s stream) error {
	for _, c := range cast {
		a := w.Actor(c.ID)
		messages := []messageView{}
		for _, m := range a.phone.Messages() {
			messages = append(messages, w.message(a, m))
		}
		if err := s.send("chat", map[string]any{"person": a.ID, "messages": messages}); err != nil {
			return err
		}
	}
	return nil
}

// tell tells a page one event of Telegram's, when it is about somebody on the page.
func (w *World) tell(s stream, e simulator.Event) error {
	for _, c := range cast {
		a := w.Actor(c.ID)
		if a.phone.ID() != e.Chat {
			continue
		}
		switch {
		case e.Kind == "delete" && e.Message != nil:
			return s.send("gone", map[string]any{"person": a.ID, "id": e.Message.ID})
		case e.Message != nil:
			return s.send("message", w.message(a, *e.Message))
		case e.Kind == "action":
			return s.send("typing", map[string]any{"person": a.ID})
		case e.Kind == "answer" && e.Tap != nil && e.Tap.Text != "":
			return s.send("toast", map[string]any{"person": a.ID, "text": e.Tap.Text})
		}
	}
	return nil
}

func (w *World) message(a *Actor, m simulator.Message) messageView {
	v := messageView{
		ID: m.ID, Person: a.ID, From: "me", Text: m.Text, Entities: m.Entities, At: m.At,
		Edited: len(m.Edits) > 0 && !m.FromBot(), Forward: m.Forwarded, ForceReply: m.ForceReply, Hint: m.Placeholder,
	}
	v.Sign = strings.Join(m.Reactions, "")
	if m.FromBot() {
		v.From = "bot"
	} else if m.Kind != "text" && m.File == nil {
		v.Media = capital(m.Kind)
	}
	for _, row := range m.Buttons {
		var out []buttonView
		for _, b := range row {
			out = append(out, buttonView{Text: b.Text, URL: b.URL})
		}
		v.Buttons = append(v.Buttons, out)
	}
	if m.File != nil {
		v.File = &fileView{Name: m.File.Name, Size: len(m.File.Data), URL: fmt.Sprintf("api/file?person=%s&message=%d", a.ID, m.ID)}
	}
	if to, ok := w.telegram.Message(m.Chat, m.ReplyTo); ok && m.ReplyTo != 0 && !m.FromBot() {
		v.Reply = &replyView{ID: to.ID, Name: to.From.FirstName, Text: to.Text}
	}
	return v
}

// panelWatch sends a person's panel whenever the revision of their memory moved.
type panelWatch struct {
	world *World
	seen  map[string]int64 // person -> revision told, -1 = never
}

func (p panelWatch) send(ctx context.Context, s stream) error {
	service := p.world.App().Memory
	for _, c := range cast {
		scope := p.world.scope(p.world.Actor(c.ID))
		revisions, err := service.Revisions(ctx, []memory.Scope{scope})
		if err != nil {
			return nil // the bot is between two lives: look again
		}
		if told, ok := p.seen[c.ID]; ok && told == revisions[scope] {
			continue
		}
		panel, err := p.world.panel(ctx, p.world.Actor(c.ID))
		if err != nil {
			return nil
		}
		if err := s.send("memory", panel); err != nil {
			return err
		}
		p.seen[c.ID] = revisions[scope]
	}
	return nil
}
