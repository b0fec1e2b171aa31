package demo

import (
	"cmp"
	"context"
	_ "embed" // the chips
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"keepsake/app/settings"
	"keepsake/bot/simulator"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/scope"
	"keepsake/text"
)

// lookAgain is how often an open page asks whether memories changed. A change of the store
// is not an event of the simulated Telegram.
const lookAgain = 150 * time.Millisecond

// What the page is told, by name of the event:
//
//	world    people, notice, commands, chips: at the start, and when commands or the model change
//	chat     {person, messages}: all of a chat, at the start; the person is "group" for the group, here and below
//	message  a message as it is now, new or changed
//	gone     {person, id}: a message was deleted
//	typing   {person}: for five seconds or until the next message
//	toast    {person, by, text}: the little answer to a tap
//	memory   a panel: what is remembered about a person, whenever that changed

// chips are what the page suggests to whom it is for: family, what one likes, somebody else's words, a voice, a
// photo, other languages. One with "answers" is shown right after that text was said, one with "after" once that
// text was said, and none again that was tried.
//
//go:embed chips.json
var chips json.RawMessage

type object = map[string]any

// messageView is a message as the page shows it.
type messageView struct {
	simulator.Message
	Person string `json:"person"`
	From   string `json:"from"`         // "me" for people, or "bot"
	By     string `json:"by,omitempty"` // which person
	Reply  object `json:"reply,omitempty"`
	Edited bool   `json:"edited,omitempty"`
	File   object `json:"file,omitempty"`
	Media  string `json:"media,omitempty"`
	Said   string `json:"said,omitempty"` // aloud
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
	commands, notice := w.telegram.Commands(0, ""), w.Notice()
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
			now, says := w.telegram.Commands(0, ""), w.Notice()
			if (now != commands || says != notice) && s.send("world", w.view(now)) != nil {
				return
			}
			commands, notice = now, says
		}
	}
}

func (w *World) view(commands string) object {
	return object{"bot": w.telegram.Bot(), "notice": w.Notice(), "real": w.isReal(), "stand_in": w.model != nil, "model": settings.Defaults().Model.Name,
		"people": cast, "group": groupTitle, "commands": json.RawMessage(cmp.Or(commands, "[]")), "chips": chips}
}

func (w *World) sendChats(s stream) error {
	for _, c := range w.pageChats() {
		messages := []messageView{}
		for _, m := range w.telegram.History(c.id) {
			if m.Kind != joined {
				messages = append(messages, w.message(c, m))
			}
		}
		if err := s.send("chat", object{"person": c.key, "messages": messages}); err != nil {
			return err
		}
	}
	return nil
}

// sendEvent sends a page one event of Telegram, if it is about somebody on the page.
func (w *World) sendEvent(s stream, e simulator.Event) error {
	for _, c := range w.pageChats() {
		if c.id != e.Chat {
			continue
		}
		switch {
		case e.Message != nil && e.Message.Kind == joined:
			return nil
		case e.Kind == "delete" && e.Message != nil:
			return s.send("gone", object{"person": c.key, "id": e.Message.ID})
		case e.Message != nil:
			return s.send("message", w.message(c, *e.Message))
		case e.Kind == "action":
			return s.send("typing", object{"person": c.key})
		case e.Kind == "answer" && e.Tap != nil && e.Tap.Text != "":
			return s.send("toast", object{"person": c.key, "by": w.nameOf(e.Tap.From.ID), "text": e.Tap.Text})
		}
	}
	return nil
}

// joined is the kind of Telegram's own notices that somebody came into a group. The page says who is there elsewhere.
const joined = "new_chat_members"

// nameOf returns which person of the page has an account, "" for nobody's.
func (w *World) nameOf(account int64) string {
	for _, c := range cast {
		if w.Actor(c.ID).phone.ID() == account {
			return c.ID
		}
	}
	return ""
}

func (w *World) message(c pageChat, m simulator.Message) messageView {
	v := messageView{Message: m, Person: c.key, From: "me", By: w.nameOf(m.From.ID)}
	v.Edits, v.ReplyTo = nil, 0
	if m.IsFromBot() {
		v.From = "bot"
	} else {
		v.Edited = len(m.Edits) > 0
		if to, ok := w.telegram.Message(m.Chat, m.ReplyTo); ok && m.ReplyTo != 0 {
			v.Reply = object{"id": to.ID, "name": to.From.FirstName, "text": to.Text}
		}
		v.Media, v.Said = w.describeMedia(m)
	}
	if m.File != nil && v.Media == "" {
		v.File = object{"name": m.File.Name, "size": len(m.File.Data), "url": w.fileURL(c, m.ID)}
	}
	return v
}

// describeMedia names what a person sent that is no text, "" when it is text or a document, and returns what
// a voice message says, which is shown with it.
func (w *World) describeMedia(m simulator.Message) (media, said string) {
	if m.Kind == "text" || m.Kind == "document" {
		return "", ""
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if said := w.spoken[[2]int64{m.Chat, m.ID}]; said != "" {
		return "🎤 “" + said + "”", said
	}
	return text.Capitalize(m.Kind), ""
}

// fileURL returns where the page fetches the file of a message. In the group everybody may.
func (w *World) fileURL(c pageChat, message int64) string {
	if c.key == groupKey {
		return fmt.Sprintf("api/file?person=%s&chat=%s&message=%d", cast[0].ID, groupKey, message)
	}
	return fmt.Sprintf("api/file?person=%s&message=%d", c.key, message)
}

// sendPanels sends the panel of everybody, and of the group, whose memory has another revision than the page was told.
func (w *World) sendPanels(ctx context.Context, s stream, told map[string]int64) error {
	for _, c := range w.pageChats() {
		owner := c.owner
		revisions, err := w.App().Memory.Revisions(ctx, []scope.Scope{owner})
		if err != nil {
			return nil // the bot is between two lives: look again
		}
		if before, ok := told[c.key]; ok && before == revisions[owner] {
			continue
		}
		panel, err := w.panel(ctx, c)
		if err != nil {
			return nil
		}
		if err := s.send("memory", panel); err != nil {
			return err
		}
		told[c.key] = revisions[owner]
	}
	return nil
}

// panel reads what is remembered in a chat for the page: memories by category, then as they
// were learned, each with its versions, oldest first, and what the person said.
func (w *World) panel(ctx context.Context, c pageChat) (object, error) {
	owner, service := c.owner, w.App().Memory
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
	return object{"person": c.key, "memories": memories}, nil
}
