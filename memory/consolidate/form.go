package consolidate

import (
	"context"
	"math"
	"slices"
	"strings"

	"keepsake/llm"
	"keepsake/memory"
	"keepsake/memory/digest"
	"keepsake/memory/grounds"
	"keepsake/memory/listing"
	"keepsake/people"
	"keepsake/session"
	"keepsake/text"
	"keepsake/tx"
	"keepsake/usage"
)

// Bounds of one reading.
const (
	maxMessages  = 500
	maxDirective = 400 // runes
	maxEpisode   = 800 // runes

	directiveTokens, episodeTokens = 1500, 500 // most of an answer

	baseChars = 3000.0
)

// limitOf returns how many things of a kind a stretch may yield, by its length in characters (E12, F13).
func limitOf(most, chars int) int {
	m := math.Log2(math.Max(float64(chars)/baseChars, 0.25))/2 + 1
	return int(math.Floor(float64(most)*min(max(m, 0.5), 2) + 0.5))
}

// form reads what was said in a conversation since the last time, and stores what came of it.
func (j *job) form(ctx context.Context) error {
	r, err := j.open(ctx)
	if err != nil {
		return err
	}
	for _, said := range listing.Split(r.said, r.view.Zone) {
		if err := j.s.Usage.CheckSide(ctx, j.payer); err != nil {
			return err
		}
		model, err := j.asking(ctx).Ask(ctx, listing.Question(said, r.view.Zone), r.Parts(said))
		if err != nil {
			return err
		}
		r.Answered(model)
	}
	if err := r.ground(ctx); err != nil {
		return err
	}
	return j.commit(ctx, r.messages, r.weight, r.write)
}

func (j *job) asking(ctx context.Context) listing.Asking {
	return listing.Asking{
		Chat: j.s.Fast, Purpose: llm.Consolidation,
		Ready: func() error { return tx.Ready(ctx, j.s.Storage) },
		Paid:  func(u llm.Usage) { j.spent = j.spent.Plus(usage.CountOf(llm.Consolidation, u)) },
	}
}

// nextMessages reads the next stretch of a conversation, notes where the one after it begins (end), and returns how many
// messages and of which weight are read with it.
func (j *job) nextMessages(ctx context.Context, sessionID string) (ms []session.Message, messages int, weight float64, err error) {
	if ms, err = j.s.Sessions.Messages(ctx, sessionID, j.Position+1, maxMessages); err != nil {
		return nil, 0, 0, err
	}
	messages, weight = j.Messages, j.Weight
	j.readTo, j.readAgain = j.Position, j.s.Now.UTC().Add(j.s.trigger().Idle)
	if len(ms) == maxMessages { // there is more, which is read at once
		messages, weight, j.readAgain = 0, 0, j.s.Now.UTC()
	}
	if len(ms) > 0 {
		j.readTo = ms[len(ms)-1].Seq
	}
	return slices.DeleteFunc(ms, func(m session.Message) bool { return m.Removed != nil || m.Masked != nil }), messages, weight, nil
}

// load reads whose conversation it is, and whose account it is on.
func (j *job) load(ctx context.Context) (x session.Session, p people.Person, err error) {
	if x, err = j.s.Sessions.Get(ctx, j.SessionID); err != nil {
		return x, p, err
	}
	if p, err = j.s.People.Get(ctx, x.Person); err != nil {
		return x, p, err
	}
	j.payer = j.s.Payer(p, x.Place, false)
	return x, p, nil
}

// groundDirectives keeps of the directives of an answer those that the person gave in their own words, that they never
// declined, and that they did not give before: the first ones, at most as many as the answer may come to.
func (r *Reading) groundDirectives(ctx context.Context, a *answer) (ds []digest.Directive, err error) {
	if len(a.found) == 0 {
		return nil, nil
	}
	j, v := r.j, r.view
	for _, d := range a.found {
		claim := grounds.ClaimOf(d.Directive)
		v.Stated = append(v.Stated, grounds.Statement{Quote: d.Quote, Facts: []string{d.Directive}, Claims: []string{claim}})
		v.Asked = append(v.Asked, claim)
	}
	v.Unasked = true
	hearing := grounds.Listen(v)
	known, err := r.known(ctx)
	if err != nil {
		return nil, err
	}
	known = append(known, r.directives...)
	for _, d := range a.found {
		if len(ds) == a.most {
			break
		}
		content := text.OneLine(d.Directive)
		at := slices.IndexFunc(r.said, func(m grounds.Said) bool { return strings.Contains(text.Fold(m.Text), text.Fold(d.Quote)) })
		verdict := hearing.Judge(grounds.Write{Content: content, Task: true})
		if at < 0 || !verdict.Allowed || hasContent(known, content) {
			continue
		}
		refused, err := j.s.Memory.IsRefused(ctx, j.Scope, "", content)
		if err != nil {
			return nil, err
		}
		if refused {
			continue
		}
		m := r.said[at].Message
		one := digest.Directive{SessionID: r.x.ID, SaidIn: r.saidIn, Content: content, SaidAt: m.At, Evidence: []memory.Evidence{{
			MessageID: m.ID, Quote: d.Quote, Trust: m.Trust, SaidAt: m.At, Author: m.Author, Meta: memory.Meta{Method: memory.MethodModel, Model: a.model},
		}}}
		ds = append(ds, one)
		known = append(known, one)
	}
	return ds, nil
}

// known returns the directives of the person that count and were said where this reading is of: in private, or in this group.
// The same may be said in both: each then lasts as long as its place.
func (r *Reading) known(ctx context.Context) ([]digest.Directive, error) {
	all, err := r.j.s.Digests.Since(ctx, r.j.Scope, 0)
	return slices.DeleteFunc(all, func(d digest.Directive) bool { return d.SaidIn != r.saidIn }), err
}
