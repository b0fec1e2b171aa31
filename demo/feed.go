package demo

import (
	"cmp"
	"context"
	_ "embed" // the chips
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"keepsake/bot/simulator"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/scope"
)

// lookAgain is how often an open page asks whether memories changed. A change of the store
// is not an event of the simulated Telegram.
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

// chips are texts that the page suggests to a newcomer. They lead through PRD29's six scenarios
// in the visitor's own order: one with "answers" is shown right after that text was said, one
// with "after" once that text was said.
//
//go:embed chips.json
var chips json.RawMessage

type object = map[string]any

// messageView is a message as the page shows it.
type messageView struct {
	simulator.Message
	Person string `json:"person"`
	From   string `json:"from"` // "me" or "bot"
	Reply  object `json:"reply,omitempty"`
	Edited bool   `json:"edited,omitempty"`
	File   object `json:"file,omitempty"`
	Media  string `json:"media,omitempty"`
}

// stream writes server-sent events to one page.
type stream struct{ http.ResponseWriter }

func (s stream) send(name string, data any) error {
	body, err := json.Marshal(data)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(s, "event: %s\ndata: %s\n\n", name, body); err != nil {
		return err
	}
	return http.NewResponseController(s.ResponseWriter).Flush()
}

// feed sends one page everything that happens until it goes away. It begins with all chats,
// so a page that reconnects is complete.
func (w *World) feed(rw http.ResponseWriter, r *http.Request) {
	rw.Header().Set("Content-Type", "text/event-stream")
	rw.Header().Set("X-Accel-Buffering", "no")
	s := stream{rw}
	ctx := r.Context()
	after := int64(len(w.telegram.Events(0))) // before the chats are read: an event told twice is harmless
	commands := w.telegram.Commands(0, "")
	if s.send("world", w.view(commands)) != nil || w.sendChats(s) != nil {
		return
	}
	events := w.telegram.Subscribe(ctx, after)
	told := map[string]int64{}
	tick := time.NewTicker(lookAgain)
	defer tick.Stop()
	for w.sendPanels(ctx, s, told) == nil {
		select {
		case <-ctx.Done():
			return
		case e, open := <-events:
			if !open || w.sendEvent(s, e) != nil {
				return
			}
		case <-tick.C:
			now := w.telegram.Commands(0, "")
			if now != commands && s.send("world", w.view(now)) != nil {
				return
			}
			commands = now
		}
	}
}

func (w *World) view(commands string) object {
	return object{"bot": w.telegram.Bot(), "notice": w.Notice(), "people": cast, "commands": json.RawMessage(cmp.Or(commands, "[]")), "chips": chips}
}

func (w *World) sendChats(s stream) error {
	for _, c := range cast {
		a := w.Actor(c.ID)
		messages := []messageView{}
		for _, m := range a.phone.Messages() {
			messages = append(messages, w.message(a, m))
		}
		if err := s.send("chat", object{"person": a.ID, "messages": messages}); err != nil {
			return err
		}
	}
	return nil
}

// sendEvent sends a page one event of Telegram, if it is about somebody on the page.
func (w *World) sendEvent(s stream, e simulator.Event) error {
	for _, c := range cast {
		a := w.Actor(c.ID)
		if a.phone.ID() != e.Chat {
			continue
		}
		switch {
		case e.Kind == "delete" && e.Message != nil:
			return s.send("gone", object{"person": a.ID, "id": e.Message.ID})
		case e.Message != nil:
			return s.send("message", w.message(a, *e.Message))
		case e.Kind == "action":
			return s.send("typing", object{"person": a.ID})
		case e.Kind == "answer" && e.Tap != nil && e.Tap.Text != "":
			return s.send("toast", object{"person": a.ID, "text": e.Tap.Text})
		}
	}
	return nil
}

func (w *World) message(a *Actor, m simulator.Message) messageView {
	v := messageView{Message: m, Person: a.ID, From: "me"}
	v.Edits, v.ReplyTo = nil, 0
	if m.IsFromBot() {
		v.From = "bot"
	} else {
		v.Edited = len(m.Edits) > 0
		if to, ok := w.telegram.Message(m.Chat, m.ReplyTo); ok && m.ReplyTo != 0 {
			v.Reply = object{"id": to.ID, "name": to.From.FirstName, "text": to.Text}
		}
		v.Media = w.describeMedia(m)
	}
	if m.File != nil && v.Media == "" {
		v.File = object{"name": m.File.Name, "size": len(m.File.Data), "url": fmt.Sprintf("api/file?person=%s&message=%d", a.ID, m.ID)}
	}
	return v
}

// describeMedia names what a person sent that is no text, "" when it is text or a document. A
// voice message is shown with what it says.
func (w *World) describeMedia(m simulator.Message) string {
	if m.Kind == "text" || m.Kind == "document" {
		return ""
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if said := w.spoken[[2]int64{m.Chat, m.ID}]; said != "" {
		return "🎤 “" + said + "”"
	}
	return capital(m.Kind)
}

// sendPanels sends the panel of everybody whose memory has another revision than the page was told.
func (w *World) sendPanels(ctx context.Context, s stream, told map[string]int64) error {
	for _, c := range cast {
		a := w.Actor(c.ID)
		owner := w.scope(a)
		revisions, err := w.App().Memory.Revisions(ctx, []scope.Scope{owner})
		if err != nil {
			return nil // the bot is between two lives: look again
		}
		if before, ok := told[a.ID]; ok && before == revisions[owner] {
			continue
		}
		panel, err := w.panel(ctx, a)
		if err != nil {
			return nil
		}
		if err := s.send("memory", panel); err != nil {
			return err
		}
		told[a.ID] = revisions[owner]
	}
	return nil
}

// panel reads what is remembered about a person for the page: memories by category, then as they
// were learned, each with its versions, oldest first, and what the person said.
func (w *World) panel(ctx context.Context, a *Actor) (object, error) {
	owner, service := w.scope(a), w.App().Memory
	ms, _, err := service.List(ctx, memory.ActiveQuery(owner))
	if err != nil {
		return nil, fault.Op(err, "panel")
	}
	memories := []object{}
	for _, m := range ms {
		h, err := service.History(ctx, []scope.Scope{owner}, m.ID)
		if err != nil {
			return nil, fault.Op(err, "panel")
		}
		versions := []object{}
		for _, v := range h.Versions {
			quote := ""
			for _, e := range v.Evidence {
				if quote == "" || len(e.Quote) > len(quote) { // "Yes" explains little
					quote = e.Quote
				}
			}
			versions = append(versions, object{"number": v.Number, "content": v.Content, "at": v.CreatedAt, "quote": quote})
		}
		memories = append(memories, object{"id": m.ID, "category": m.Category, "subject": m.Subject, "content": m.Content,
			"version": m.Version, "pinned": m.Pinned, "versions": versions})
	}
	return object{"person": a.ID, "memories": memories}, nil
}
