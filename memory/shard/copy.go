package shard

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory/lines"
	"keepsake/scope"
	"keepsake/shortid"
	"keepsake/text"
)

// format names what the file of a shard is; the number grows when its meaning changes.
const format = "keepsake.shard/1"

// Copy is a shard in a file (E44). Times are RFC 3339.
type Copy struct {
	Format       string       `json:"format"`
	MadeAt       time.Time    `json:"made_at"`
	Name         string       `json:"name"`
	Instructions string       `json:"instructions"`
	Paused       bool         `json:"paused"`
	Schedule     string       `json:"schedule,omitempty"`
	Facts        []CopiedItem `json:"facts"`
	Archived     []CopiedItem `json:"archived_facts"`
	Suggestions  []CopiedItem `json:"suggestions"`
	Version      int          `json:"notes_version"`
	Notes        []string     `json:"notes"`
	Sum          string       `json:"sha256"` // of all the rest; it finds accidents and is no signature
}

// CopiedItem is a fact or a suggestion in a file.
type CopiedItem struct {
	Text   string    `json:"text"`
	Source string    `json:"source,omitempty"`
	SaidAt time.Time `json:"said_at"`
}

// ErrNotCopy refuses a file that is no whole copy of a shard.
var ErrNotCopy = fault.New(fault.Invalid, "this is no copy of a shard, or not as it was written")

// Copy returns what everybody who sees a shard in a chat can look at anyway, and its archive. What waits for the consent of
// who said it is not in it.
func (s *Service) Copy(ctx context.Context, here scope.Scope, id string) (c Copy, err error) {
	held, err := s.Find(ctx, here, id)
	if err != nil {
		return c, err
	}
	c = Copy{Format: format, MadeAt: s.now.UTC(), Name: held.Name, Instructions: held.Instructions, Paused: held.Paused, Notes: []string{}}
	c.Schedule, _ = held.Timetable()
	for _, part := range []struct {
		into     *[]CopiedItem
		kind     Kind
		archived bool
	}{{&c.Facts, Fact, false}, {&c.Archived, Fact, true}, {&c.Suggestions, Suggestion, false}} {
		items, err := s.store.Items(ctx, held, part.kind, part.archived)
		if err != nil {
			return c, fault.Op(err, "shard: copy")
		}
		*part.into = []CopiedItem{}
		for _, i := range items {
			*part.into = append(*part.into, CopiedItem{Text: i.Content, Source: i.Speaker, SaidAt: i.SaidAt})
		}
	}
	notes, err := s.store.Version(ctx, held, 0)
	if err != nil {
		return c, fault.Op(err, "shard: copy")
	}
	c.Version = notes.Version
	for _, l := range notes.Lines {
		c.Notes = append(c.Notes, l.Text)
	}
	c.Sum = c.sum()
	return c, nil
}

func (c Copy) sum() string {
	c.Sum = ""
	b, _ := json.Marshal(c) // texts and times always marshal
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:])
}

// File returns the copy as JSON, for people to look into.
func (c Copy) File() ([]byte, error) {
	var file bytes.Buffer
	e := json.NewEncoder(&file)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	if err := e.Encode(c); err != nil {
		return nil, fault.Wrap(fault.Internal, "shard: write a copy", err)
	}
	return file.Bytes(), nil
}

// ReadCopy reads what File wrote; ErrNotCopy for anything else, and where something was changed.
func ReadCopy(file []byte) (c Copy, err error) {
	d := json.NewDecoder(bytes.NewReader(file))
	d.DisallowUnknownFields()
	if d.Decode(&c) != nil || d.Decode(new(any)) != io.EOF || c.Format != format || c.Sum != c.sum() {
		return Copy{}, ErrNotCopy
	}
	return c, nil
}

// Tally says where what a copy holds went.
type Tally struct{ Facts, Archived, Suggestions, Notes, Refused, Unfit int }

// importing is a copy on its way into a shard.
type importing struct {
	*Service
	held   Shard
	by     actor.Actor
	name   string // of who brings it
	wanted func(ctx context.Context, content string) (bool, error)
	Tally  Tally
}

// Import makes a new shard of a copy in the chat that is its home, under a name that is free there. All that is in it is who
// brings it who said it, so that it goes with them; the sources of the file stand before their name. What wanted refuses
// (what was taken back or forgotten there) is left out, and what is empty, too long or a secret. Who may is said by CanMake.
func (s *Service) Import(ctx context.Context, a actor.Actor, home scope.Scope, name string, zone *time.Location, c Copy, wanted func(ctx context.Context, content string) (bool, error)) (Shard, Tally, error) {
	if c.Sum != c.sum() {
		return Shard{}, Tally{}, fault.Op(ErrNotCopy, "shard: import")
	}
	in := importing{Service: s, by: a, name: name, wanted: wanted}
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		in.Tally = Tally{}
		called, err := s.freeName(ctx, home, c.Name)
		if err == nil {
			in.held, err = s.Make(ctx, a, home, called, c.Instructions)
		}
		if err == nil {
			in.held, err = s.Change(ctx, a, home, in.held.ID, func(made *Shard) {
				made.MaxFacts = min(max(made.MaxFacts, len(c.Facts)), MostFacts)
				if spec, bad := NewSchedule(c.Schedule, zone); bad == nil {
					made.Schedule = spec
				}
			})
		}
		if err != nil {
			return err
		}
		if err := in.fill(ctx, home, c); err != nil || !c.Paused {
			return err
		}
		in.held, err = s.Change(ctx, a, home, in.held.ID, func(made *Shard) { made.Paused = true })
		return err
	})
	return in.held, in.Tally, fault.Op(err, "shard: import")
}

// freeName returns a name, with the first number behind it that makes it free in its home.
func (s *Service) freeName(ctx context.Context, home scope.Scope, name string) (string, error) {
	seen, err := s.store.Seen(ctx, home)
	taken := map[string]bool{}
	for _, o := range seen {
		if o.Home == home {
			taken[Key(o.Name)] = true
		}
	}
	free := name
	for n := 2; taken[Key(free)]; n++ {
		free = text.Cut(text.OneLine(name), mostName-4) + fmt.Sprintf(" %d", n)
	}
	return free, err
}

// fill stores what a copy holds: the archive first, so that it is archived, then the notes, then what counts.
func (in *importing) fill(ctx context.Context, home scope.Scope, c Copy) error {
	err := in.items(ctx, home, Fact, c.Archived, &in.Tally.Archived)
	if err == nil {
		err = in.store.ArchiveFacts(ctx, in.held, 0, in.now.UTC())
	}
	if err == nil {
		err = in.notes(ctx, home, c)
	}
	if err == nil {
		err = in.items(ctx, home, Suggestion, c.Suggestions, &in.Tally.Suggestions)
	}
	if err == nil {
		err = in.items(ctx, home, Fact, c.Facts, &in.Tally.Facts)
	}
	return err
}

func (in *importing) items(ctx context.Context, home scope.Scope, kind Kind, from []CopiedItem, stored *int) error {
	for n, i := range from {
		said := in.item(home, kind, i)
		if n >= MostFacts {
			in.Tally.Unfit += len(from) - n
			break
		}
		ok, err := in.put(ctx, said)
		if err != nil {
			return err
		}
		if ok {
			*stored++
		}
	}
	return nil
}

func (in *importing) item(home scope.Scope, kind Kind, i CopiedItem) Item {
	source := in.name
	if i.Source != "" {
		source = text.Cut(text.OneLine(i.Source), mostName) + " → " + in.name
	}
	at := i.SaidAt.UTC()
	if now := in.now.UTC(); at.After(now) || at.IsZero() {
		at = now
	}
	return Item{ID: shortid.New(shortid.LongLen), ShardID: in.held.ID, Kind: kind, Scope: home, Person: in.by.ID, Speaker: source, Content: text.OneLine(i.Text), SaidAt: at}
}

// put stores an item and reports whether it did; what may not be there is counted.
func (in *importing) put(ctx context.Context, i Item) (bool, error) {
	if i.Content == "" || text.Len(i.Content) > mostContent || hasSecret(i.Content) || hasSecret(i.Speaker) {
		in.Tally.Unfit++
		return false, nil
	}
	if in.wanted != nil {
		ok, err := in.wanted(ctx, i.Content)
		if err != nil {
			return false, err
		}
		if !ok {
			in.Tally.Refused++
			return false, nil
		}
	}
	return true, in.store.PutItem(ctx, in.held, i)
}

// notes stores the lines of a copy's notes as the first version, each with a suggestion as its source, so that it can
// be taken back.
func (in *importing) notes(ctx context.Context, home scope.Scope, c Copy) error {
	d := Digest{ShardID: in.held.ID, Version: 1, At: in.now.UTC()}
	var absorbed []string
	for n, l := range c.Notes {
		if n >= MostFacts {
			in.Tally.Unfit += len(c.Notes) - n
			break
		}
		i := in.item(home, Suggestion, CopiedItem{Text: l, SaidAt: c.MadeAt})
		ok, err := in.put(ctx, i)
		if err != nil {
			return err
		}
		if ok {
			in.Tally.Notes++
			absorbed = append(absorbed, i.ID)
			d.Lines = append(d.Lines, lines.Line{Text: i.Content, From: []string{i.ID}})
		}
	}
	if len(absorbed) == 0 {
		return nil
	}
	n, err := in.store.PutDigest(ctx, in.held, d, absorbed, 0)
	if err == nil && n != len(absorbed) {
		err = errors.New("the notes of a copy were not all absorbed")
	}
	return err
}

// IsEmpty reports whether nothing of a copy was stored.
func (t Tally) IsEmpty() bool { return t.Facts+t.Archived+t.Suggestions+t.Notes == 0 }

// FileName returns what the file of a shard is called.
func (s Shard) FileName() string { return "shard-" + s.ID + ".json" }
