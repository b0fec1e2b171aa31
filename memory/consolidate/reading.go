package consolidate

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"keepsake/memory/digest"
	"keepsake/memory/grounds"
	"keepsake/memory/listing"
	"keepsake/memory/policy"
	"keepsake/people"
	"keepsake/session"
	"keepsake/templates"
	"keepsake/text"
)

// Reading is what a person's own words are read for by this room: directives, and in a private conversation an episode. It is
// asked about alone (form.go), or along with what memory/ingest lists of the same messages (join.go).
type Reading struct {
	j     *job
	x     session.Session
	view  grounds.View
	said  []grounds.Said
	parts answer // which parts are wanted
	from  int64  // the first message
	// saidIn is the id of the group's scope; "" = a private conversation.
	saidIn string
	// messages and weight are what the job is done with after it.
	messages int
	weight   float64

	answers    []*answer
	directives []digest.Directive
	episodes   []digest.Episode

	isGrounded, isOver bool // it is known what may be stored; nothing is left to do about it
	refused            refusal
	stop               func() // ends what holds the claim
}

// answer is what one question is to list, and what it listed.
type answer struct {
	said       []grounds.Said
	directives *listing.Part // nil = not wanted
	episode    *listing.Part
	model      string
	most       int // directives

	found []listed
	about string // the episode
}

// listed is one directive as the model lists it.
type listed struct {
	Quote     string `json:"quote"`
	Directive string `json:"directive"`
}

// open reads the next stretch of a person's conversation and moves the position behind it. said is empty when there is nothing
// to read: the conversation is gone or temporary, its person is, or they have switched forming off.
func (j *job) open(ctx context.Context) (*Reading, error) {
	r := &Reading{j: j, messages: j.Messages, weight: j.Weight}
	x, p, err := j.load(ctx)
	if errors.Is(err, session.ErrNotFound) || errors.Is(err, people.ErrNotFound) { // pruned or erased
		return r, nil
	}
	if err != nil {
		return nil, err
	}
	r.x, r.from = x, j.Position+1
	ms, messages, weight, err := j.nextMessages(ctx, x.ID)
	if err != nil {
		return nil, err
	}
	r.messages, r.weight = messages, weight
	r.view = grounds.View{Window: ms, Speaker: p.ID, Name: p.Name, Zone: people.ZoneOf(p, j.s.Zone)}
	setting := j.s.settingOf(p.MemoryMode)
	if setting == policy.Off || x.Private { // a job of an earlier version may be a temporary chat's
		return r, nil
	}
	r.said = grounds.ListSaid(r.view)
	r.parts.episode = &listing.Part{}
	if setting == policy.Free { // who wants to be asked is, by extraction; nothing counts unasked (R5)
		r.parts.directives = &listing.Part{}
	}
	return r, nil
}

// Said returns what it is read for.
func (r *Reading) Said() []grounds.Said {
	if r == nil {
		return nil
	}
	return r.said
}

// Parts returns the parts of a question about messages that this reading wants; none when no message is its own.
func (r *Reading) Parts(asked []grounds.Said) (parts []*listing.Part) {
	if r == nil {
		return nil
	}
	a := &answer{said: slices.DeleteFunc(slices.Clone(asked), func(m grounds.Said) bool {
		return !slices.ContainsFunc(r.said, func(o grounds.Said) bool { return o.Message.ID == m.Message.ID })
	})}
	if len(a.said) == 0 {
		return nil
	}
	chars := 0
	for _, m := range a.said {
		chars += text.Len(m.Text)
	}
	targets := r.j.s.Targets
	a.most = limitOf(orDefault(targets.Directives, standardTargets.Directives), chars)
	rules := func(name string) string { return targets.fill(templates.Prompt(name), "{{max}}", strconv.Itoa(a.most)) }
	if r.parts.directives != nil {
		a.directives = &listing.Part{
			Name: "directives", Form: `[{"quote": "…", "directive": "…"}]`, Rules: rules("form_directives.md"), Tokens: directiveTokens,
			Schema: `{"type":"array","items":{"type":"object","properties":{"quote":{"type":"string"},"directive":{"type":"string"}},
				"required":["quote","directive"],"additionalProperties":false}}`, Take: a.takeDirectives,
		}
		parts = append(parts, a.directives)
	}
	if r.parts.episode != nil {
		a.episode = &listing.Part{
			Name: "episode", Form: `"…"`, Rules: rules("form_episode.md"), Tokens: episodeTokens, Schema: `{"type":"string"}`, Take: a.takeEpisode,
		}
		parts = append(parts, a.episode)
	}
	r.answers = append(r.answers, a)
	return parts
}

func (a *answer) takeDirectives(raw json.RawMessage) string {
	var f struct {
		Directives *[]listed `json:"directives"`
	}
	if json.Unmarshal(raw, &f) != nil || f.Directives == nil {
		return `it has no list "directives" of objects with these properties`
	}
	for _, d := range *f.Directives {
		if strings.TrimSpace(d.Quote) == "" || strings.TrimSpace(d.Directive) == "" {
			return "an entry has no quote or no directive"
		}
		if text.Len(d.Directive) > maxDirective {
			return "a directive is too long"
		}
	}
	a.found = *f.Directives
	return ""
}

func (a *answer) takeEpisode(raw json.RawMessage) string {
	var f struct {
		Episode string `json:"episode"`
	}
	if json.Unmarshal(raw, &f) != nil {
		return "its episode is no text"
	}
	if text.Len(f.Episode) > maxEpisode {
		return "the episode is too long"
	}
	a.about = f.Episode
	return ""
}

// Answered notes which model answered the question that Parts was called for last.
func (r *Reading) Answered(model string) {
	if r != nil && len(r.answers) > 0 {
		r.answers[len(r.answers)-1].model = model
	}
}

// ground keeps of what was listed what may be stored. It returns a refusal when a part of an answer could not be used: then
// nothing of the reading is stored.
func (r *Reading) ground(ctx context.Context) error {
	for _, a := range r.answers {
		for _, p := range []*listing.Part{a.directives, a.episode} {
			if p != nil && p.Wrong != "" {
				return refusal(p.Wrong)
			}
		}
	}
	for i, a := range r.answers {
		ds, err := r.groundDirectives(ctx, a)
		if err != nil {
			return err
		}
		r.directives = append(r.directives, ds...)
		if a.episode != nil {
			from, to := a.said[0].Message.Seq, a.said[len(a.said)-1].Message.Seq
			if i == 0 {
				from = r.from
			}
			if i == len(r.answers)-1 {
				to = r.j.readTo
			}
			r.episodes = append(r.episodes, digest.Episode{SessionID: r.x.ID, Content: a.about, From: from, To: to})
		}
	}
	r.isGrounded = true
	return nil
}

// write stores what came of the reading, in the transaction that proves its claim.
func (r *Reading) write(ctx context.Context) error {
	j := r.j
	if len(r.directives)+len(r.episodes) == 0 {
		return nil
	}
	ds, es, err := j.stillSaid(ctx, r)
	if err != nil {
		return err
	}
	waiting, err := j.s.Digests.Form(ctx, part, j.Scope, ds, firstOr(es))
	for i := 1; err == nil && i < len(es); i++ {
		_, err = j.s.Digests.Form(ctx, part, j.Scope, nil, es[i])
	}
	if err != nil || len(ds) == 0 {
		return err
	}
	return j.scheduleMerge(ctx, waiting)
}

// scheduleMerge has the directives of the job's scope merged, at once when enough wait.
func (j *job) scheduleMerge(ctx context.Context, waiting int) error {
	due := j.s.Now.UTC()
	if waiting < orDefault(j.s.Threshold, defaultThreshold) {
		due = due.Add(orDefault(j.s.Rest, defaultRest))
	}
	return j.s.Digests.Schedule(ctx, part, j.Scope, due)
}

func firstOr(es []digest.Episode) digest.Episode {
	if len(es) == 0 {
		return digest.Episode{}
	}
	return es[0]
}
