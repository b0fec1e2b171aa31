package bot

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"

	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/task"
	"keepsake/templates"
)

// taps are the actions of buttons: callback data is "action:ref", at most 64 bytes, and
// all the state there is. What a tap does a second time changes nothing.
//
// The first five are under an agent's reply (package agent), task.ActionDone is under a
// reminder (package task).
var taps = map[string]func(r *request, ctx context.Context) error{
	"undo":  (*request).tapUndo,  // change id
	"edit":  (*request).tapEdit,  // memory id
	"save":  (*request).tapSave,  // decision id
	"amend": (*request).tapAmend, // decision id
	"never": (*request).tapNever, // decision id

	"list":    (*request).tapList,    // view, see listView
	"open":    (*request).tapOpen,    // memory id . view
	"hist":    (*request).tapHistory, // memory id . view
	"pin":     (*request).tapPin,     // memory id . view
	"unpin":   (*request).tapUnpin,   // memory id . view
	"del":     (*request).tapDelete,  // memory id . view
	"archive": (*request).tapArchive, // page
	"restore": (*request).tapRestore, // memory id
	"deleted": (*request).tapDeleted, // page
	"find":    (*request).tapFind,    // page . words
	"forget":  (*request).tapForget,  // step . unix time

	"done":          (*request).tapDone,     // task id . page
	"undone":        (*request).tapUndone,   // task id . page
	"tasks":         (*request).tapTasks,    // page
	task.ActionDone: (*request).tapReminded, // task id

	"allow":  (*request).tapAllow,  // number of a person or group . "list" in the list
	"block":  (*request).tapBlock,  // the same
	"access": (*request).tapAccess, // ""

	"set":  (*request).tapSettings, // "", lang, zone, typezone, receipts.on/off, reactions.on/off, daily.on/off
	"lang": (*request).tapLanguage, // language, "" = as the client says
	"zone": (*request).tapZone,     // IANA name
}

// head cuts the first dot-separated piece off a ref.
func head(ref string) (first, rest string) {
	first, rest, _ = strings.Cut(ref, ".")
	return first, rest
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return 1
	}
	return n
}

// retire takes the row of the tapped button off the message: what it offered is done.
func (r *request) retire(ctx context.Context) error {
	if r.tap == nil {
		return nil
	}
	return r.rekey(ctx, r.tap.message, r.others())
}

// others are the rows of buttons beside the tapped one's.
func (r *request) others() (rest [][]delivery.Button) {
	for _, row := range r.tap.keyboard {
		mine := false
		for _, b := range row {
			mine = mine || b.Action == r.tap.action && b.Ref == r.tap.ref
		}
		if !mine {
			rest = append(rest, row)
		}
	}
	if r.tap.face.Text != "" {
		r.faces.keep(r.place.Chat, r.tap.message, r.tap.face)
	}
	return rest
}

// rekey puts other buttons under a message.
func (r *request) rekey(ctx context.Context, message int64, rows [][]delivery.Button) error {
	return r.put(ctx, delivery.Outgoing{Kind: delivery.Edit, Target: message, Body: delivery.Body{Buttons: rows}})
}

// receipt tells what a change did, with what can be done about it.
func (r *request) receipt(ctx context.Context, id string, content string, c memory.Change, editable bool) error {
	row := []delivery.Button{}
	if c.ID != "" {
		row = append(row, r.button("button.undo", "undo", c.ID))
	}
	if editable {
		row = append(row, r.button("button.edit", "edit", c.MemoryID))
	}
	body := delivery.Body{Text: r.word(id, templates.Data{"Text": shown(content)})}
	if len(row) > 0 {
		body.Buttons = [][]delivery.Button{row}
	}
	return r.send(ctx, body)
}

func (r *request) tapUndo(ctx context.Context) error {
	if err := r.mayUndo(ctx, r.tap.ref); err != nil {
		return err
	}
	m, c, err := r.cfg.Memory.Undo(ctx, r.scopes(), r.tap.ref, r.actor())
	if err != nil {
		return err
	}
	if err := r.retire(ctx); err != nil {
		return err
	}
	r.note = r.plain("memory.undone_note", nil)
	id := map[memory.Op]string{
		memory.OpDelete: "memory.undone_add", memory.OpRestore: "memory.restored", memory.OpArchive: "memory.archived", memory.OpUnarchive: "memory.restored", memory.OpUpdate: "memory.undone_update",
	}[c.Op]
	if id == "" {
		return nil
	}
	return r.reply(ctx, id, templates.Data{"Text": shown(m.Content)})
}

func (r *request) tapEdit(ctx context.Context) error { return r.askEdit(ctx, r.tap.ref) }

// askEdit asks for the new wording of a memory.
func (r *request) askEdit(ctx context.Context, id string) error {
	if err := r.may(ctx, id); err != nil {
		return err
	}
	m, err := r.cfg.Memory.Get(ctx, r.scopes(), id)
	if err != nil {
		return err
	}
	question := r.word("memory.edit_question", templates.Data{"Text": shown(m.Content)})
	return r.ask(ctx, formEdit, m.ID+"."+strconv.Itoa(m.Version), question, r.plain("memory.edit_hint", nil))
}

// tapSave stores what a decision proposed, byte for byte as it was shown.
func (r *request) tapSave(ctx context.Context) error {
	if err := r.mayDecide(ctx, r.tap.ref); err != nil {
		return err
	}
	m, c, err := r.cfg.Memory.Save(ctx, r.scopes(), r.tap.ref, r.actor(), "")
	if err != nil {
		return err
	}
	if err := r.retire(ctx); err != nil {
		return err
	}
	r.note = r.plain("memory.saved_note", nil)
	c.MemoryID = m.ID
	return r.receipt(ctx, "memory.saved", m.Content, c, true)
}

// tapAmend asks for another wording of what a decision proposed.
func (r *request) tapAmend(ctx context.Context) error {
	if err := r.mayDecide(ctx, r.tap.ref); err != nil {
		return err
	}
	d, err := r.cfg.Memory.Decision(ctx, r.scopes(), r.tap.ref)
	if err != nil {
		return err
	}
	if d.State != memory.DecisionOpen {
		return memory.ErrDecided
	}
	question := r.word("memory.amend_question", templates.Data{"Text": shown(d.Content)})
	// The answer takes the buttons off: it has to know where they are, and which stay.
	stay, err := json.Marshal(r.others())
	if err != nil {
		return err
	}
	ref := d.ID + "." + strconv.FormatInt(r.tap.message, 10) + "." + string(stay)
	return r.ask(ctx, formAmend, ref, question, r.plain("memory.edit_hint", nil))
}

func (r *request) tapNever(ctx context.Context) error {
	if err := r.mayDecide(ctx, r.tap.ref); err != nil {
		return err
	}
	if _, err := r.cfg.Memory.Decline(ctx, r.scopes(), r.tap.ref, r.actor()); err != nil {
		return err
	}
	if err := r.retire(ctx); err != nil {
		return err
	}
	r.note = r.plain("memory.never_note", nil)
	return r.reply(ctx, "memory.never", nil)
}
