// Package programs is /api: the keys with which programs of a person reach that person's own memory.
//
// It decides nothing of who may: apikey does.
//
// Start reading at Desk.Show.
package programs

import (
	"context"
	"strings"

	"keepsake/apikey"
	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/templates"
)

// Actions of the buttons.
const (
	ActionNew    = "keynew"  // what it may . the newest key when the button was made
	ActionHide   = "keyhide" // key
	ActionAsk    = "keyask"  // key
	ActionRevoke = "keyend"  // key
	ActionList   = "keys"    // no reference
)

// Rights that a new key has, as references of ActionNew.
const (
	reads  = "read"
	writes = "write"
)

// Desk answers /api in private chats.
type Desk struct {
	Keys  *apikey.Service // nil = programs have no door here
	Store string          // the memory store that new keys open, see scope.Scope
	URL   string          // the public address of the door; "" = the operator has not named one
}

// Show answers /api: the person's keys, and buttons for more.
func (d *Desk) Show(ctx context.Context, a *answer.Answer) error {
	if d.Keys == nil {
		a.Reply("api.none", nil)
		return nil
	}
	keys, err := d.Keys.List(ctx, a.Actor(), a.Person.ID)
	if err != nil {
		return err
	}
	parts := []string{a.Say("api.title", nil), a.Say("api.where", templates.Data{"URL": templates.Markdown(d.URL)})}
	var lines, ids []string
	rows := [][]delivery.Button{
		{a.Button("button.api_read", ActionNew, reads+"."+newest(keys))}, {a.Button("button.api_write", ActionNew, writes+"."+newest(keys))},
	}
	for _, k := range keys {
		ids = append(ids, k.ID)
		lines = append(lines, a.Say("api.line", d.describe(a, k)))
		rows = append(rows, []delivery.Button{{Text: a.Plain("button.api_revoke", templates.Data{"ID": k.ID}), Action: ActionAsk, Ref: k.ID}})
	}
	if len(lines) == 0 {
		lines = []string{a.Say("api.empty", nil)}
	}
	parts = append(parts, strings.Join(lines, "\n"))
	a.Show(delivery.Body{Text: strings.Join(parts, "\n\n"), Buttons: rows, Unmasked: ids})
	return nil
}

// describe returns what a sentence says of a key.
func (d *Desk) describe(a *answer.Answer, k apikey.Key) templates.Data {
	data := templates.Data{"ID": templates.Markdown(k.ID), "Rights": rightsOf(k), "Made": templates.Markdown(a.Moment(k.CreatedAt)), "Used": ""}
	if k.LastUsedAt != nil {
		data["Used"] = templates.Markdown(a.When(templates.DueDay, *k.LastUsedAt))
	}
	return data
}

// rightsOf names what a key may, as the words about it distinguish.
func rightsOf(k apikey.Key) string {
	switch {
	case k.Trusted:
		return "trusted"
	case k.Write:
		return writes
	}
	return reads
}

// newest returns the id of the key that was made last, "" for none. It tells whether a button to make one was pressed before.
func newest(keys []apikey.Key) string {
	if len(keys) == 0 {
		return ""
	}
	return keys[len(keys)-1].ID
}

// TapNew makes a key and shows it, once, in a message of its own. A button that was pressed before makes no second one.
func (d *Desk) TapNew(ctx context.Context, a *answer.Answer) error {
	if d.Keys == nil {
		return d.Show(ctx, a)
	}
	rights, before := answer.CutRef(a.Tap.Ref)
	keys, err := d.Keys.List(ctx, a.Actor(), a.Person.ID)
	if err != nil {
		return err
	}
	if newest(keys) != before {
		a.Note = a.Plain("api.stale", nil)
		return d.Show(ctx, a)
	}
	k, token, err := d.Keys.Create(ctx, a.Actor(), apikey.Key{Store: d.Store, Person: a.Person.ID, Write: rights == writes})
	if err != nil {
		return err
	}
	if err := d.Show(ctx, a); err != nil {
		return err
	}
	a.Send(delivery.Body{
		Text:     a.Say("api.made", templates.Data{"ID": templates.Markdown(k.ID), "Rights": rightsOf(k), "Key": templates.Markdown(token)}),
		Unmasked: []string{token, k.ID},
		Buttons:  [][]delivery.Button{{a.Button("button.api_hide", ActionHide, k.ID)}},
	})
	return nil
}

// TapHide takes a key out of the message that shows it.
func (d *Desk) TapHide(_ context.Context, a *answer.Answer) error {
	a.Show(delivery.Body{Text: a.Say("api.hidden", templates.Data{"ID": answer.Literal(a.Tap.Ref)}), Unmasked: []string{a.Tap.Ref}})
	return nil
}

// TapAsk asks whether to revoke a key.
func (d *Desk) TapAsk(_ context.Context, a *answer.Answer) error {
	a.Show(delivery.Body{
		Text:     a.Say("api.ask", templates.Data{"ID": answer.Literal(a.Tap.Ref)}),
		Buttons:  [][]delivery.Button{{a.Button("button.api_end", ActionRevoke, a.Tap.Ref), a.Button("button.api_keep", ActionList, "")}},
		Unmasked: []string{a.Tap.Ref},
	})
	return nil
}

// TapRevoke ends a key and shows those that are left.
func (d *Desk) TapRevoke(ctx context.Context, a *answer.Answer) error {
	if d.Keys == nil {
		return d.Show(ctx, a)
	}
	if err := d.Keys.Revoke(ctx, a.Actor(), a.Tap.Ref); err != nil {
		return err
	}
	a.Note = a.Plain("api.revoked", nil)
	return d.Show(ctx, a)
}
