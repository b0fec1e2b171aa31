package session

import (
	"context"
	"encoding/json"
	"io"

	"keepsake/fault"
)

// ErrLoaded refuses to load a file into a log that holds other messages, or when some of its
// messages are in another conversation already, since an id names one message only.
var ErrLoaded = fault.New(fault.Conflict, "a file is loaded into a log without messages, or into the one it was saved from")

// fileFormat names what a file is; the number grows when its meaning changes.
const fileFormat = "keepsake.session/1"

// file is a log in JSON (M16): every record with its marks, in order.
type file struct {
	Format     string   `json:"format"`
	Kind       string   `json:"memory_type"`
	Window     *Window  `json:"memory_config,omitempty"`
	WindowFrom string   `json:"window_from,omitempty"` // id of the first message a managed window shows
	Messages   []record `json:"messages"`
}

// Save writes the log as JSON, lossless (M16, F18): ids, links, structured data, agent
// calls, images, what was revised or removed. What was forgotten is a mark without words.
func (l *Log) Save(ctx context.Context, w io.Writer) error {
	f := file{Format: fileFormat, Kind: l.kind}
	err := l.withSession(ctx, func(ctx context.Context) error {
		x, err := l.s.store.Get(ctx, l.id)
		if err != nil {
			return err
		}
		ms, err := l.s.store.Messages(ctx, l.id, 1, 0)
		if err != nil {
			return err
		}
		for _, m := range ms {
			r, err := recordOf(m)
			if err != nil {
				return err
			}
			f.Messages = append(f.Messages, r)
			if f.WindowFrom == "" && m.Seq >= x.WindowFrom && x.WindowFrom > 1 {
				f.WindowFrom = m.ID
			}
		}
		return nil
	})
	if err != nil {
		return fault.Op(err, "save the log")
	}
	if l.kind == ManagedConversation {
		f.Window = &l.window
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return fault.Op(e.Encode(f), "save the log")
}

// Load reads what Save wrote. A log without messages becomes the saved one; its own
// description counts only when the file has no system message, so there is never a second
// (F18). The log the file was saved from shows again what it showed then: messages added
// since are removed from the view. Anything else is ErrLoaded, a file that is damaged
// fault.Invalid; nothing is changed then.
func (l *Log) Load(ctx context.Context, r io.Reader) error {
	ms, from, err := readFile(r)
	if err != nil {
		return fault.Op(err, "load a log")
	}
	err = l.s.store.InTx(ctx, func(ctx context.Context) error {
		x, err := l.s.store.Lock(ctx, l.id)
		if err != nil {
			return err
		}
		if err := l.replaceView(ctx, ms); err != nil {
			return err
		}
		x.WindowFrom = 1
		if from != "" {
			first, err := l.s.store.ByIDs(ctx, []string{from})
			if err != nil {
				return err
			}
			if len(first) == 1 {
				x.WindowFrom = first[0].Seq
			}
		}
		return l.s.store.Save(ctx, x)
	})
	return fault.Op(err, "load a log")
}

// readFile decodes and checks a file; from is the id its window begins with.
func readFile(r io.Reader) (ms []Message, from string, err error) {
	var f file
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	if d.Decode(&f) != nil || d.Decode(new(any)) != io.EOF {
		return nil, "", fault.New(fault.Invalid, "this is not a saved conversation, or not a whole one")
	}
	if f.Format != fileFormat {
		return nil, "", fault.Field("format", "is not "+fileFormat)
	}
	seen := map[string]bool{}
	turn := ""
	for i, rec := range f.Messages {
		m, err := rec.message()
		if err != nil {
			return nil, "", fault.New(fault.Invalid, "a message of the file cannot be read")
		}
		if m.ID == "" {
			m.ID = newID()
		}
		if seen[m.ID] || m.Role == System && i == 1 && ms[0].Role == System {
			return nil, "", fault.New(fault.Invalid, "a message stands twice in the file")
		}
		seen[m.ID] = true
		if m.TurnID == "" && (i > 0 || m.Role != System) { // written by hand
			if turn == "" || m.Role == User && !hasOpenCalls(turnMessages(ms, turn)) {
				turn = newID()
			}
			m.TurnID = turn
		}
		turn = m.TurnID
		ms = append(ms, m)
	}
	return ms, f.WindowFrom, nil
}

func turnMessages(ms []Message, turn string) []Message {
	var out []Message
	for _, m := range ms {
		if m.TurnID == turn {
			out = append(out, m)
		}
	}
	return out
}

// replaceView makes the log show the messages of a file that was saved from it.
func (l *Log) replaceView(ctx context.Context, ms []Message) error {
	have, err := l.s.store.Messages(ctx, l.id, 1, 0)
	if err != nil {
		return err
	}
	if len(have) == 0 || len(have) == 1 && have[0].Role == System && (len(ms) == 0 || ms[0].ID != have[0].ID) {
		return l.appendFile(ctx, have, ms)
	}
	wanted := map[string]Message{}
	for _, m := range ms {
		wanted[m.ID] = m
	}
	var gone []string
	for _, m := range have {
		w, ok := wanted[m.ID]
		if !ok {
			gone = append(gone, m.ID)
			continue
		}
		delete(wanted, m.ID)
		if w.Role != m.Role || w.ToolCallID != m.ToolCallID || w.TurnID != m.TurnID {
			return ErrLoaded
		}
		if err := l.s.store.SetRevised(ctx, m.ID, w.Revised); err != nil {
			return err
		}
		if err := l.s.store.SetRemoved(ctx, l.id, []string{m.ID}, w.Removed); err != nil {
			return err
		}
	}
	if len(wanted) > 0 {
		return ErrLoaded
	}
	now := l.s.now.UTC()
	return l.s.store.SetRemoved(ctx, l.id, gone, &now)
}

// appendFile appends a file's messages to a log that holds at most a system message.
func (l *Log) appendFile(ctx context.Context, own, ms []Message) error {
	ids := make([]string, len(ms))
	for i, m := range ms {
		ids[i] = m.ID
	}
	known, err := l.s.store.ByIDs(ctx, ids)
	if err != nil {
		return err
	}
	if len(known) > 0 {
		return ErrLoaded
	}
	if len(ms) == 0 || ms[0].Role != System {
		err = l.storeDescription(ctx)
	} else if len(own) > 0 {
		now := l.s.now.UTC()
		err = l.s.store.SetRemoved(ctx, l.id, []string{own[0].ID}, &now)
	}
	if err != nil {
		return err
	}
	_, err = l.s.Append(ctx, l.who, l.id, ms...)
	return err
}
