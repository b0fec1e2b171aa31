package shards

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"keepsake/actor"
	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/memory/shard"
	"keepsake/scope"
	"keepsake/templates"
)

// FormImport is the purpose of the question for the file of a shard.
const FormImport = "shards.import"

// export sends a shard as a file (E44).
func (d Desk) export(ctx context.Context, a *answer.Answer, s shard.Shard) error {
	c, err := d.Shards.Copy(ctx, d.here(a), s.ID)
	if err != nil {
		return err
	}
	file, err := c.File()
	if err != nil {
		return err
	}
	a.Send(delivery.Body{Text: a.Say("shards.exported", data(s)), File: &delivery.File{Name: s.FileName(), Data: file}})
	return nil
}

// askForCopy asks who may make a shard here for the file of one.
func (d Desk) askForCopy(a *answer.Answer) error {
	if !shard.CanMake(a.Actor(), d.here(a)) {
		a.Reply("shards.cannot_make", nil)
		return nil
	}
	a.Ask(FormImport, "", a.Say("shards.import_ask", nil), a.Plain("shards.import_hint", nil))
	return nil
}

// Take makes a shard of the file that was asked for, and says where what it holds went.
func (d Desk) Take(ctx context.Context, a *answer.Answer, file []byte) error {
	if d.Shards == nil {
		a.Reply("shards.off", nil)
		return nil
	}
	here := d.here(a)
	c, err := shard.ReadCopy(file)
	if err == nil {
		var s shard.Shard
		var t shard.Tally
		if s, t, err = d.Bring(ctx, a.Actor(), here, a.Person.Name, a.Clock(), c); err == nil {
			a.Send(delivery.Body{Text: d.imported(a, s, t)})
			return d.tellOfSharing(ctx, a, s)
		}
	}
	if errors.Is(err, shard.ErrNotCopy) {
		a.Ask(FormImport, "", a.Say("shards.import_unknown", nil), a.Plain("shards.import_hint", nil))
		return nil
	}
	return err
}

// Bring makes a shard of a copy in a chat, without what was taken back or forgotten there.
func (d Desk) Bring(ctx context.Context, who actor.Actor, here scope.Scope, name string, zone *time.Location, c shard.Copy) (shard.Shard, shard.Tally, error) {
	return d.Shards.Import(ctx, who, here, name, zone, c, func(ctx context.Context, content string) (bool, error) {
		if d.Memory == nil {
			return true, nil
		}
		refused, err := d.Memory.IsRefused(ctx, here, "", content)
		return !refused, err
	})
}

// imported says where what a file holds went, and how much of it went nowhere.
func (d Desk) imported(a *answer.Answer, s shard.Shard, t shard.Tally) string {
	said := data(s)
	for key, n := range map[string]int{"Facts": t.Facts, "Archived": t.Archived, "Suggestions": t.Suggestions, "Notes": t.Notes} {
		said[key] = strconv.Itoa(n)
	}
	lines := []string{a.Say("shards.imported", said)}
	if t.Refused > 0 {
		lines = append(lines, a.Say("shards.import_refused", templates.Data{"Number": strconv.Itoa(t.Refused)}))
	}
	if t.Unfit > 0 {
		lines = append(lines, a.Say("shards.import_unfit", templates.Data{"Number": strconv.Itoa(t.Unfit)}))
	}
	return strings.Join(lines, "\n")
}
