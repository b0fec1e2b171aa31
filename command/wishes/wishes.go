package wishes

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"keepsake/actor"
	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/consolidate"
	"keepsake/memory/digest"
	"keepsake/scope"
	"keepsake/templates"
)

// Actions of the buttons.
const (
	ActionShow    = "wishes"   // "" = the newest; "versions"; else a version
	ActionForget  = "unwish"   // version . number of its line, or 0 . number of what waits
	ActionRestore = "rewish"   // version
	ActionRevert  = "backwish" // version . number of its change, 0 = all
	ActionGoOn    = "lose"     // "" = of the person's digest; else a shard
	ActionLeaveIt = "unlose"   // as ActionGoOn
)

// Desk is what digests are shown and changed with. Its methods run inside the transaction of a request and
// write into its Answer.
type Desk struct {
	Store   string
	Digests *digest.Service
	Memory  *memory.Service      // keeps what is not wanted any more from being found again
	Forming *consolidate.Service // asks about what it would drop; nil = nothing does
}

func (d *Desk) owner(a *answer.Answer) scope.Scope {
	return scope.Scope{Store: d.Store, Kind: scope.User, ID: a.Person.ID}
}

// perRow is how many short buttons stand side by side.
const perRow = 4

// PointFrom puts the way to the person's wishes under the list of memories, where they have any.
func (d *Desk) PointFrom(ctx context.Context, a *answer.Answer) error {
	if a.Chat.IsGroup() || len(a.Out) == 0 {
		return nil
	}
	now, waiting, err := d.read(ctx, a)
	if err != nil || len(now.Lines)+len(waiting) == 0 {
		return err
	}
	body := &a.Out[len(a.Out)-1].Body
	body.Buttons = append(body.Buttons, []delivery.Button{a.Button("button.wishes", ActionShow, "")})
	return nil
}

func (d *Desk) read(ctx context.Context, a *answer.Answer) (digest.Digest, []digest.Directive, error) {
	now, err := d.Digests.Current(ctx, d.owner(a))
	if err != nil && !errors.Is(err, digest.ErrNotFound) {
		return now, nil, err
	}
	waiting, err := d.Digests.Waiting(ctx, d.owner(a))
	return now, waiting, err
}

// Show shows the digest, and what waits to become a part of it.
func (d *Desk) Show(ctx context.Context, a *answer.Answer) error {
	if a.Chat.IsGroup() {
		a.Send(delivery.Body{Text: a.Say("wishes.private", nil), Buttons: [][]delivery.Button{a.PrivateChatRow("memory")}})
		return nil
	}
	now, waiting, err := d.read(ctx, a)
	if err != nil {
		return err
	}
	if len(now.Lines)+len(waiting) == 0 {
		a.Show(delivery.Body{Text: a.Say("wishes.none", nil)})
		return nil
	}
	lines := []string{a.Say("wishes.title", nil), ""}
	var forget []delivery.Button
	add := func(words, ref string) {
		n := strconv.Itoa(len(forget) + 1)
		lines = append(lines, n+". "+string(answer.Literal(words)))
		forget = append(forget, delivery.Button{Text: "🗑 " + n, Action: ActionForget, Ref: ref})
	}
	for i, l := range now.Lines {
		add(l.Text, refOf(now.Version, i+1))
	}
	if len(waiting) > 0 && len(now.Lines) > 0 {
		lines = append(lines, "", a.Say("wishes.waiting", nil))
	}
	for _, w := range waiting {
		add(w.Content, w.ID)
	}
	body := delivery.Body{Text: strings.Join(append(lines, "", a.Say("wishes.hint", nil)), "\n"), Buttons: slices.Collect(slices.Chunk(forget, perRow))}
	versions, err := d.Digests.List(ctx, d.owner(a))
	if err != nil {
		return err
	}
	if len(versions) > 1 {
		body.Buttons = append(body.Buttons, []delivery.Button{a.Button("button.wish_versions", ActionShow, "versions")})
	}
	a.Show(body)
	return nil
}

func refOf(version, n int) string { return strconv.Itoa(version) + "." + strconv.Itoa(n) }

func cutRef(ref string) (version, n int) {
	v, rest := answer.CutRef(ref)
	version, _ = strconv.Atoi(v)
	n, _ = strconv.Atoi(rest)
	return version, n
}

// TapShow turns from the digest to its versions, to one of them, and back.
func (d *Desk) TapShow(ctx context.Context, a *answer.Answer) error {
	switch version, err := strconv.Atoi(a.Tap.Ref); {
	case a.Tap.Ref == "versions":
		return d.showVersions(ctx, a)
	case err == nil:
		return d.showVersion(ctx, a, version)
	}
	return d.Show(ctx, a)
}

func (d *Desk) showVersions(ctx context.Context, a *answer.Answer) error {
	all, err := d.Digests.List(ctx, d.owner(a))
	if err != nil {
		return err
	}
	lines := []string{a.Say("wishes.versions", nil), ""}
	var open []delivery.Button
	for _, v := range all {
		n := strconv.Itoa(v.Version)
		lines = append(lines, a.Say("wishes.version_line", templates.Data{"Number": n, "Date": a.Moment(v.At), "Lines": len(v.Lines)}))
		open = append(open, delivery.Button{Text: n, Action: ActionShow, Ref: n})
	}
	back := []delivery.Button{a.Button("button.back", ActionShow, "")}
	a.Show(delivery.Body{Text: strings.Join(lines, "\n"), Buttons: append(slices.Collect(slices.Chunk(open, perRow)), back)})
	return nil
}

func (d *Desk) showVersion(ctx context.Context, a *answer.Answer, version int) error {
	v, err := d.Digests.Version(ctx, d.owner(a), version)
	if err != nil {
		return d.changed(ctx, a, err)
	}
	lines := []string{a.Say("wishes.version_title", templates.Data{"Number": strconv.Itoa(v.Version), "Date": a.Moment(v.At)}), ""}
	for i, l := range v.Lines {
		lines = append(lines, strconv.Itoa(i+1)+". "+string(answer.Literal(l.Text)))
	}
	a.Show(delivery.Body{Text: strings.Join(lines, "\n"), Buttons: [][]delivery.Button{
		{a.Button("button.wish_restore", ActionRestore, strconv.Itoa(version)), a.Button("button.back", ActionShow, "versions")},
	}})
	return nil
}

// TapRestore makes an earlier version the newest one.
func (d *Desk) TapRestore(ctx context.Context, a *answer.Answer) error {
	version, _ := strconv.Atoi(a.Tap.Ref)
	if _, err := d.Digests.Restore(ctx, a.Actor(), d.owner(a), version); err != nil {
		return d.changed(ctx, a, err)
	}
	a.Note = a.Plain("wishes.restored_note", nil)
	return d.Show(ctx, a)
}

// TapForget destroys a line with the words that it is made of, and keeps them from being found again.
func (d *Desk) TapForget(ctx context.Context, a *answer.Answer) error {
	ids := []string{a.Tap.Ref}
	if version, n := cutRef(a.Tap.Ref); version > 0 {
		now, err := d.Digests.Current(ctx, d.owner(a))
		if err != nil || now.Version != version || n < 1 || n > len(now.Lines) {
			return d.changed(ctx, a, firstOf(err, digest.ErrChanged))
		}
		ids = now.Lines[n-1].From
	}
	if err := d.Forget(ctx, a.Actor(), d.owner(a), ids...); err != nil {
		return d.changed(ctx, a, err)
	}
	a.Note = a.Plain("wishes.forgotten_note", nil)
	return d.Show(ctx, a)
}

// Forget destroys wishes of a scope, and keeps them from being found again. It joins the caller's transaction.
func (d *Desk) Forget(ctx context.Context, who actor.Actor, owner scope.Scope, ids ...string) error {
	said, err := d.Digests.Remove(ctx, who, owner, ids...)
	if err != nil {
		return err
	}
	return d.Memory.Refuse(ctx, who, owner, said...)
}

func firstOf(err, otherwise error) error {
	if err != nil {
		return err
	}
	return otherwise
}

// changed answers a tap on what has changed since it was shown with what there is now.
func (d *Desk) changed(ctx context.Context, a *answer.Answer, cause error) error {
	if k := fault.KindOf(cause); k != fault.NotFound && k != fault.Conflict {
		return cause
	}
	a.Note = a.Plain("wishes.changed_note", nil)
	return d.Show(ctx, a)
}
