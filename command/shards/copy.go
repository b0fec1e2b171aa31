package shards

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory/shard"
)

// format names what the file is; the number grows when its meaning changes.
const format = "keepsake.shard/1"

// copied is a shard in a file (E44). Times are RFC 3339.
type copied struct {
	Format       string       `json:"format"`
	MadeAt       time.Time    `json:"made_at"`
	Name         string       `json:"name"`
	Instructions string       `json:"instructions"`
	Paused       bool         `json:"paused"`
	Schedule     string       `json:"schedule,omitempty"`
	Facts        []copiedItem `json:"facts"`
	Archived     []copiedItem `json:"archived_facts"`
	Suggestions  []copiedItem `json:"suggestions"`
	Version      int          `json:"notes_version"`
	Notes        []string     `json:"notes"`
}

type copiedItem struct {
	Text   string    `json:"text"`
	Source string    `json:"source,omitempty"`
	SaidAt time.Time `json:"said_at"`
}

// export sends a shard as a file: what everybody who sees it can look at anyway, and the facts in the archive. What waits
// for the consent of who said it is not in it.
func (d Desk) export(ctx context.Context, a *answer.Answer, s shard.Shard) error {
	c := copied{Format: format, MadeAt: d.Now().UTC(), Name: s.Name, Instructions: s.Instructions, Paused: s.Paused, Notes: []string{}}
	c.Schedule, _ = s.Timetable()
	for _, part := range []struct {
		into     *[]copiedItem
		kind     shard.Kind
		archived bool
	}{{&c.Facts, shard.Fact, false}, {&c.Archived, shard.Fact, true}, {&c.Suggestions, shard.Suggestion, false}} {
		items, err := d.Shards.Items(ctx, d.here(a), s.ID, part.kind, part.archived)
		if err != nil {
			return err
		}
		*part.into = []copiedItem{}
		for _, i := range items {
			*part.into = append(*part.into, copiedItem{Text: i.Content, Source: i.Speaker, SaidAt: i.SaidAt})
		}
	}
	notes, err := d.Shards.Newest(ctx, []shard.Shard{s})
	if err != nil {
		return err
	}
	c.Version = notes[s.ID].Version
	for _, l := range notes[s.ID].Lines {
		c.Notes = append(c.Notes, l.Text)
	}
	var file strings.Builder
	e := json.NewEncoder(&file)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	if err := e.Encode(c); err != nil {
		return fault.Wrap(fault.Internal, "shards: export", err)
	}
	a.Send(delivery.Body{Text: a.Say("shards.exported", data(s)), File: &delivery.File{Name: "shard-" + s.ID + ".json", Data: []byte(file.String())}})
	return nil
}
