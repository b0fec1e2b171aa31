package eval

import (
	"context"
	"io/fs"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"keepsake/app/settings"
	"keepsake/llm"
	"keepsake/llm/openai"
	"keepsake/llm/scripted"
	"keepsake/memory/grounds"
	"keepsake/memory/grounds/judge"
)

// The parts of a run.
const (
	Talking = "dialogues" // what happens after a message
	Reading = "reading"   // what forms of a conversation afterwards (extraction, and how it stands to what is known)
	Wishing = "wishes"    // the digest that is made of what a person wants always (consolidation)
	Judging = "judging"   // whether a claim was said
)

// What the judge finds of a claim.
const (
	Said    = "said"
	NotSaid = "not said"
)

// Item is a labelled input of a prompt that works in the background.
type Item struct {
	ID     string   `yaml:"id"`
	Part   string   `yaml:"part"` // Reading, Wishing or Judging
	Proves []string `yaml:"proves"`
	Known  []Fact   `yaml:"known"` // of Reading: memories before
	Says   []string `yaml:"says"`  // the person's messages
	// Did is Stored, Updated or Silent of Reading and Wishing (its lines are "stored"), Said or NotSaid of Judging.
	Did   string `yaml:"did"`
	Facts []Fact `yaml:"facts"`

	Claim  string `yaml:"claim"`  // of Judging
	Before string `yaml:"before"` // … of an update
	IsTask bool   `yaml:"task"`
	Held   string `yaml:"held"` // see Dialogue.Held
	Lang   string `yaml:"-"`
}

// LoadItems reads all items of a folder: LANGUAGE.yaml each.
func LoadItems(files fs.FS) ([]Item, error) {
	return load(files, func(x *Item, lang string) (id, why string) {
		x.Lang = lang
		return x.ID, x.check()
	})
}

// check returns what is wrong with an item, "" = nothing.
func (x Item) check() string {
	isJudged := x.Part == Judging
	switch {
	case !strings.HasPrefix(x.ID, x.Lang+"-") || len(x.Proves) == 0 || len(x.Says) == 0:
		return "must begin with its language, prove something and have messages"
	case !slices.Contains([]string{Reading, Wishing, Judging}, x.Part):
		return "has the unknown part " + x.Part
	case x.Part == Wishing && len(x.Says) < 2:
		return "is too short: a conversation is read for wishes from two messages on"
	case isJudged != (x.Claim != "") || isJudged != (x.Did == Said || x.Did == NotSaid):
		return "a claim, and whether it was said, are judged and nothing else is"
	case !isJudged && !slices.Contains([]string{Stored, Updated, Silent}, x.Did) || (x.Did == Stored || x.Did == Updated) != (len(x.Facts) > 0):
		return "its facts do not go with what is expected"
	}
	for _, f := range x.Facts {
		if !f.fits(f.Note) {
			return "the ideal sentence lacks what it must hold: " + f.Note
		}
	}
	return ""
}

// talk returns the messages of an item as a dialogue, of which the last one is scored.
func (x Item) talk() Dialogue {
	d := Dialogue{ID: x.ID, Lang: x.Lang, Kind: x.Part, Proves: x.Proves, Known: x.Known}
	for _, s := range x.Says {
		d.Turns = append(d.Turns, Turn{Say: s, Did: Silent})
	}
	return d
}

// score compares what became of an item with what ought to have.
func (x Item) score(repeat int, seen Seen) Result {
	d := x.talk()
	d.Turns = []Turn{{Say: strings.Join(x.Says, "\n"), Did: x.Did, Facts: x.Facts}}
	r := Score(d, repeat, []Seen{seen})[0]
	r.Part = x.Part
	return r
}

// PlayBackground plays the items of one part, Reading or Wishing, and returns what became of each. No model is asked for the
// answers to the messages: each is answered by a word.
func PlayBackground(ctx context.Context, tape *Tape, part string, items []Item) (out map[string]Seen, err error) {
	w, err := newWorld(ctx, scripted.BrainFunc(func(ctx context.Context, p scripted.Prompt) (scripted.Answer, error) {
		if len(p.Tools) > 0 {
			return scripted.Answer{Text: "Hm."}, nil
		}
		return tape.Answer(ctx, p)
	}), func(c *settings.Config) {
		c.LongTerm.Enable, c.LongTerm.WritePolicy.WriteMode, c.LongTerm.WritePolicy.Precision, c.Memory.ConfirmNew = true, "auto", 0, "auto"
		c.LongTerm.WritePolicy.MinConfidence, c.LongTerm.ReadAfter = 0, pause
		if part == Wishing {
			c.LongTerm.Digests.MakeDigests, c.LongTerm.Digests.Threshold, c.LongTerm.ReadAfter = true, 1, 24*time.Hour
		}
	})
	if err != nil {
		return nil, err
	}
	defer func() {
		if closed := w.Close(); err == nil {
			err = closed
		}
	}()
	talks := make([]Dialogue, len(items))
	for i, x := range items {
		talks[i] = x.talk()
	}
	players, err := w.talk(ctx, talks, func(*player, int) error { return nil })
	if err != nil {
		return nil, err
	}
	w.shift.Add(int64(pause + time.Minute))
	if part == Wishing {
		err = w.work(ctx, tape, w.app.Agent.Forming.Work, func(ctx context.Context) (int, error) {
			n, _, err := w.app.Digests.Backlog(ctx, botName)
			return n, err
		})
	} else {
		err = w.work(ctx, tape, w.app.Agent.Ingest.Work, func(ctx context.Context) (int, error) {
			n, _, err := w.app.Finds.Pending(ctx, botName)
			return n, err
		})
	}
	if err != nil {
		return nil, err
	}
	out = map[string]Seen{}
	for _, p := range players {
		s, err := p.formed(ctx, part)
		if err != nil {
			return nil, err
		}
		out[p.d.ID] = s
	}
	return out, nil
}

// pause is how long nobody says anything before a conversation is read.
const pause = 10 * time.Minute

// work has a worker do what is due, until nothing waits. What the model could not answer would be tried again later; here it is not.
func (w *World) work(ctx context.Context, tape *Tape, do func(context.Context) (int, error), waiting func(context.Context) (int, error)) error {
	idle := 0
	return w.until(ctx, func() (bool, error) {
		n, err := do(ctx)
		if err != nil {
			return false, err
		}
		if idle++; n > 0 || tape.isAsking() { // the app's own worker may be at it
			idle = 0
		}
		n, err = waiting(ctx)
		return n == 0 || idle > 60, err
	})
}

// formed returns what formed of a person's words.
func (p *player) formed(ctx context.Context, part string) (s Seen, err error) {
	if part != Wishing {
		if err := p.look(ctx, 0); err != nil {
			return s, err
		}
		return p.seen[0], nil
	}
	d, err := p.w.app.Digests.Current(ctx, p.scope())
	for _, l := range d.Lines {
		s.add(Stored, l.Text)
		ds, err := p.w.app.Digests.ByIDs(ctx, p.scope(), l.From)
		if err != nil {
			return s, err
		}
		for _, one := range ds {
			s.quote(one.Evidence)
		}
	}
	if len(s.Kinds) == 0 {
		s.Kinds = []string{Silent}
	}
	return s, err
}

// PlayJudging asks the judge about each item.
func PlayJudging(ctx context.Context, tape *Tape, items []Item) map[string]Seen {
	server := scripted.New(scripted.Options{Brain: tape})
	defer server.Close()
	chat := openai.New(openai.Config{Endpoint: openai.Endpoint{BaseURL: server.URL(), Model: scripted.DefaultModel, Timeout: patience}, FirstByte: patience, Idle: patience})
	out := map[string]Seen{}
	for _, x := range items {
		out[x.ID] = judgeOne(ctx, chat, x)
	}
	return out
}

// judgeOne returns Said when the judge matches the claim with a statement whose quotation stands in a message. A judge that does not
// answer in the right form is neither.
func judgeOne(ctx context.Context, chat llm.Chat, x Item) Seen {
	claim := grounds.ClaimOf(x.Claim)
	j := judge.Judge{Chat: chat, Patience: patience}
	listing, err := j.List(ctx, x.Says, []judge.Claim{{Text: claim, Before: x.Before, Task: x.IsTask}})
	if err != nil {
		return Seen{Kinds: []string{Failed}}
	}
	seen := Seen{Kinds: []string{NotSaid}}
	for _, s := range listing.Statements {
		stands := slices.ContainsFunc(x.Says, func(said string) bool { return strings.Contains(said, s.Quote) })
		if slices.Contains(s.Claims, claim) && stands {
			seen.Kinds = []string{Said}
		}
	}
	return seen
}

// Failed is what a judge did that gave no answer, or one in the wrong form.
const Failed = "failed"

// evaluateItems plays all items once.
func evaluateItems(ctx context.Context, tape *Tape, items []Item, repeat int) (out []Result, err error) {
	for _, part := range []string{Reading, Wishing, Judging} {
		some := slices.DeleteFunc(slices.Clone(items), func(x Item) bool { return x.Part != part })
		var seen map[string]Seen
		switch {
		case len(some) == 0:
		case part == Judging:
			seen = PlayJudging(ctx, tape, some)
		default:
			if seen, err = PlayBackground(ctx, tape, part, some); err != nil {
				return nil, err
			}
		}
		for _, x := range some {
			out = append(out, x.score(repeat, seen[x.ID]))
		}
	}
	return out, nil
}

// shifted is a clock that begins at noon and can be moved on.
type shifted struct {
	began time.Time
	shift *atomic.Int64
}

func (c shifted) now() time.Time {
	return noon.Add(time.Since(c.began) + time.Duration(c.shift.Load()))
}
