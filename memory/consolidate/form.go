package consolidate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"keepsake/memory"
	"keepsake/memory/digest"
	"keepsake/memory/grounds"
	"keepsake/memory/policy"
	"keepsake/people"
	"keepsake/session"
	"keepsake/templates"
	"keepsake/text"
)

// Bounds of one reading.
const (
	maxMessages  = 500
	maxDirective = 400 // runes
	maxEpisode   = 800 // runes
	baseChars    = 3000.0
)

// limitOf returns how many things of a kind a stretch of so many characters may yield (E12, F13).
func limitOf(most, chars int) int {
	m := math.Log2(math.Max(float64(chars)/baseChars, 0.25))/2 + 1
	return int(math.Floor(float64(most)*min(max(m, 0.5), 2) + 0.5))
}

// formed is the answer of the model that reads.
type formed struct {
	Directives *[]struct {
		Quote     string `json:"quote"`
		Directive string `json:"directive"`
	} `json:"directives"`
	Episode string `json:"episode"`
}

func (f formed) check() string {
	if f.Directives == nil {
		return `it has no list "directives"`
	}
	for _, d := range *f.Directives {
		if strings.TrimSpace(d.Quote) == "" || strings.TrimSpace(d.Directive) == "" {
			return "an entry has no quote or no directive"
		}
		if text.Len(d.Directive) > maxDirective {
			return "a directive is too long"
		}
	}
	if text.Len(f.Episode) > maxEpisode {
		return "the episode is too long"
	}
	return ""
}

// form reads what was said in a conversation since the last time, and stores what came of it.
func (j *job) form(ctx context.Context) error {
	x, p, err := j.load(ctx)
	if errors.Is(err, session.ErrNotFound) || errors.Is(err, people.ErrNotFound) {
		return j.commit(ctx, j.Messages, j.Weight, nil) // pruned or erased: there is nothing to read
	}
	if err != nil {
		return err
	}
	from := j.Position + 1
	ms, messages, weight, err := j.nextMessages(ctx, x.ID)
	if err != nil {
		return err
	}
	v := grounds.View{Window: ms, Speaker: p.ID, Name: p.Name, Zone: people.ZoneOf(p, j.s.Zone)}
	said := grounds.HeardFrom(v)
	setting := j.s.settingOf(p.MemoryMode)
	if len(said) == 0 || setting == policy.Off || x.Private { // a job of an earlier version may be a temporary chat's
		return j.commit(ctx, messages, weight, nil)
	}
	found, most, model, err := j.read(ctx, said, v.Zone)
	if err != nil {
		return err
	}
	var ds []digest.Directive
	if setting == policy.Free { // who wants to be asked is, by extraction; nothing counts unasked (R5)
		if ds, err = j.ground(ctx, found, most, v, said, model); err != nil {
			return err
		}
	}
	return j.commit(ctx, messages, weight, func(ctx context.Context) error {
		e := digest.Episode{SessionID: x.ID, Content: found.Episode, From: from, To: j.Position}
		ds, e, err := j.stillSaid(ctx, x, said, ds, e)
		if err != nil {
			return err
		}
		waiting, err := j.s.Digests.Form(ctx, part, j.Scope, ds, e)
		if err != nil || len(ds) == 0 {
			return err
		}
		due := j.s.Now.UTC()
		if waiting < orDefault(j.s.Threshold, defaultThreshold) {
			due = due.Add(orDefault(j.s.Rest, defaultRest))
		}
		return j.s.Digests.Schedule(ctx, part, j.Scope, due)
	})
}

// nextMessages reads the next stretch of a conversation, moves the position behind it, and returns how many messages
// and of which weight are read with it.
func (j *job) nextMessages(ctx context.Context, sessionID string) (ms []session.Message, messages int, weight float64, err error) {
	if ms, err = j.s.Sessions.Messages(ctx, sessionID, j.Position+1, maxMessages); err != nil {
		return nil, 0, 0, err
	}
	messages, weight = j.Messages, j.Weight
	j.DueAt = j.s.Now.UTC().Add(j.s.trigger().Idle)
	if len(ms) == maxMessages { // there is more, which is read at once
		messages, weight, j.DueAt = 0, 0, j.s.Now.UTC()
	}
	if len(ms) > 0 {
		j.Position = ms[len(ms)-1].Seq
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

// read asks the model what a person's own words come to. Each message travels as a JSON string with its
// day, so that none can pretend to be two. most is how many directives the answer may come to.
func (j *job) read(ctx context.Context, said []grounds.Said, zone *time.Location) (found formed, most int, model string, err error) {
	var b strings.Builder
	b.WriteString("The person's messages:\n")
	chars := 0
	for i, m := range said {
		quoted, _ := json.Marshal(m.Text) // a string always marshals
		fmt.Fprintf(&b, "%d. (%s) %s\n", i+1, m.Message.At.In(zone).Format("Monday, 2006-01-02"), quoted)
		chars += text.Len(m.Text)
	}
	most = limitOf(orDefault(j.s.Targets.Directives, standardTargets.Directives), chars)
	instructions := j.s.Targets.fill(templates.Prompt("form.md"), "{{max}}", strconv.Itoa(most))
	model, err = j.ask(ctx, j.s.Fast, instructions, b.String(), func(answer json.RawMessage) string {
		found = formed{}
		if json.Unmarshal(answer, &found) != nil {
			return "it does not have these properties"
		}
		return found.check()
	})
	return found, most, model, err
}

// ground keeps of the listed directives those that the person gave in their own words, that they never declined, and that
// they did not give before: the first ones, most of them at most.
func (j *job) ground(ctx context.Context, found formed, most int, v grounds.View, said []grounds.Said, model string) (ds []digest.Directive, err error) {
	for _, d := range *found.Directives {
		claim := grounds.ClaimOf(d.Directive)
		v.Stated = append(v.Stated, grounds.Statement{Quote: d.Quote, Facts: []string{d.Directive}, Claims: []string{claim}})
		v.Asked = append(v.Asked, claim)
	}
	v.Unasked = true
	known, err := j.s.Digests.Since(ctx, j.Scope, 0)
	if err != nil {
		return nil, err
	}
	for _, d := range *found.Directives {
		if len(ds) == most {
			break
		}
		content := text.OneLine(d.Directive)
		at := slices.IndexFunc(said, func(m grounds.Said) bool { return strings.Contains(text.Fold(m.Text), text.Fold(d.Quote)) })
		verdict := grounds.Judge(grounds.Write{Content: content, Task: true}, v)
		if at < 0 || !verdict.Allowed || slices.ContainsFunc(known, func(k digest.Directive) bool { return text.Fold(k.Content) == text.Fold(content) }) {
			continue
		}
		refused, err := j.s.Memory.IsRefused(ctx, j.Scope, "", content)
		if err != nil {
			return nil, err
		}
		if refused {
			continue
		}
		m := said[at].Message
		one := digest.Directive{SessionID: j.SessionID, Content: content, SaidAt: m.At, Evidence: []memory.Evidence{{
			MessageID: m.ID, Quote: d.Quote, Trust: m.Trust, SaidAt: m.At, Author: m.Author, Meta: memory.Meta{Method: memory.MethodModel, Model: model},
		}}}
		ds = append(ds, one)
		known = append(known, one)
	}
	return ds, nil
}
