package shards

import (
	"context"
	"strconv"
	"strings"
	"time"

	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory/consolidate"
	"keepsake/memory/digest"
	"keepsake/memory/shard"
	"keepsake/templates"
)

// times are the schedules that buttons offer; "" = when enough suggestions wait.
var times = []struct{ name, button, fields string }{
	{"daily", "button.shard_daily", "0 20 * * *"},
	{"weekly", "button.shard_weekly", "0 9 * * 1"},
	{"monthly", "button.shard_monthly", "0 9 1 * *"},
	{"enough", "button.shard_enough", ""},
}

// schedule sets when the suggestions of a shard are merged: by a cron expression on the clock of who sets it, or for
// "off" by the shard's threshold.
func (d Desk) schedule(ctx context.Context, a *answer.Answer, id, fields string) error {
	fields = strings.TrimSpace(fields)
	if strings.EqualFold(fields, "off") {
		fields = ""
	}
	spec := ""
	if fields != "" {
		var err error
		if spec, err = shard.NewSchedule(fields, a.Clock()); err != nil {
			return err
		}
	}
	s, err := d.Shards.Change(ctx, a.Actor(), d.here(a), id, func(s *shard.Shard) { s.Schedule = spec })
	if err != nil {
		return err
	}
	return d.show(ctx, a, s)
}

// timing shows when the suggestions of a shard are merged, to who manages it with other times to choose.
func (d Desk) timing(a *answer.Answer, s shard.Shard) {
	said := data(s)
	said["When"], said["Zone"] = templates.Markdown(d.when(a, s)), answer.Literal(a.Clock().String())
	body := delivery.Body{Text: a.Say("shards.when", said)}
	if d.Shards.RightOf(a.Actor(), d.here(a), s) >= shard.Manage {
		for _, t := range times {
			body.Buttons = append(body.Buttons, []delivery.Button{a.Button(t.button, Action, doWhen+"."+s.ID+"."+t.name)})
		}
	}
	body.Buttons = append(body.Buttons, []delivery.Button{a.Button("button.back", Action, doShow+"."+s.ID)})
	a.Show(body)
}

// tapWhen shows when a shard is merged, or sets it to a time that was offered.
func (d Desk) tapWhen(ctx context.Context, a *answer.Answer, id, name string) error {
	for _, t := range times {
		if t.name == name {
			return d.schedule(ctx, a, id, t.fields)
		}
	}
	s, err := d.Shards.Find(ctx, d.here(a), id)
	if err == nil {
		d.timing(a, s)
	}
	return err
}

// when says when the suggestions of a shard are merged.
func (d Desk) when(a *answer.Answer, s shard.Shard) string {
	fields, zone := s.Timetable()
	if fields == "" {
		return a.Say("shards.when_enough", templates.Data{"Number": strconv.Itoa(s.Threshold)})
	}
	return a.Say("shards.when_clock", templates.Data{"Fields": templates.Markdown(fields), "Zone": answer.Literal(zone), "Next": templates.Markdown(a.Moment(s.NextMerge(d.Now())))})
}

// limit sets how many facts a shard keeps, or how many suggestions wait until they are merged (E34).
func (d Desk) limit(ctx context.Context, a *answer.Answer, id, what string) error {
	kind, number := answer.CutWord(what)
	n, err := strconv.Atoi(strings.TrimSpace(number))
	kind = strings.ToLower(kind)
	if err != nil || kind != "facts" && kind != "suggestions" {
		return fault.Field("max_facts", "must be a number of facts or suggestions")
	}
	s, err := d.Shards.Change(ctx, a.Actor(), d.here(a), id, func(s *shard.Shard) {
		if kind == "facts" {
			s.MaxFacts = n
		} else {
			s.Threshold = n
		}
	})
	if err != nil {
		return err
	}
	return d.show(ctx, a, s)
}

// failure says that the last try to merge a shard failed and when the next is; "" when it did not (E39).
func (d Desk) failure(ctx context.Context, a *answer.Answer, s shard.Shard) (string, error) {
	if d.Digests == nil {
		return "", nil
	}
	j, ok, err := d.Digests.Merge(ctx, s.Scope())
	switch {
	case err != nil || !ok || !consolidate.HasFailed(j):
		return "", err
	case j.State == digest.Parked:
		return a.Say("shards.failed_parked", nil), nil
	}
	next := j.DueAt
	if now := d.Now(); next.Before(now) {
		next = now.Add(time.Minute)
	}
	return a.Say("shards.failed", templates.Data{"When": templates.Markdown(a.Moment(next))}), nil
}
