package ingest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"keepsake/fault"
	"keepsake/internal/failpoint"
	"keepsake/logs"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/consolidate"
	"keepsake/memory/graph"
	"keepsake/memory/grounds"
	"keepsake/memory/policy"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/text"
	"keepsake/trust"
	"keepsake/usage"
)

// maxMessages bounds how many messages of a stretch are read.
const maxMessages = 500

// job is one attempt at a run.
type job struct {
	s   *Service
	run candidate.Run

	session session.Session
	person  people.Person // of a private chat
	setting policy.Setting
	proof   policy.Calibration
	policy  policy.Policy // that counted when the attempt began, and in commit the one that counts then
	payer   usage.Payer
	spent   usage.Count          // by this attempt, and not stored yet
	along   *consolidate.Reading // what the same messages are read for besides; nil = nothing
	members *consolidate.Members // and in a group, for each who speaks in it
	// instructions replace the prompt of extraction; "" = they do not.
	instructions string
	same         map[string]string // keys of names that are known under another, see graph.Service.Keep
}

// find is one statement that the person made, on its way to a verdict.
type find struct {
	candidate.Candidate
	relations []relation
	replaced  bool  // a later find of the run says otherwise
	merged    *find // an earlier find of the run says the same and has its evidence
}

// repeats reports whether something known says the same.
func (f *find) repeats() bool {
	return slices.ContainsFunc(f.relations, func(r relation) bool { return r.kind == candidate.Repeats })
}

func (j *job) scopes() []scope.Scope { return []scope.Scope{j.run.Scope} }

// do does the run. Its error says why it was not done; nothing has been written then.
func (j *job) do(ctx context.Context) error {
	if err := j.load(ctx); err != nil {
		if errors.Is(err, session.ErrNotFound) || errors.Is(err, people.ErrNotFound) {
			return j.commit(ctx, nil) // pruned or erased: there is nothing to read
		}
		return err
	}
	if !j.policy.IsOn(j.setting) {
		return j.commit(ctx, nil)
	}
	if own, err := j.s.Writes.Get(ctx, j.run.Scope); err != nil || own.Off {
		return cmp.Or(err, error(memory.ErrReadOnly))
	}
	messages, err := j.read(ctx)
	if err != nil {
		return err
	}
	if err := j.join(ctx); err != nil {
		return err
	}
	finds, err := j.extract(ctx, messages)
	if err == nil || errors.Is(err, errAnswer) { // the model has answered
		err = cmp.Or(j.along.Ground(ctx), j.members.Ground(ctx), err)
	}
	if err != nil {
		return err
	}
	if len(finds) > 0 {
		if err := j.s.settleAsked(ctx, j.run.Scope); err != nil {
			return err
		}
		if j.policy.Mode == policy.Auto && j.policy.Precision > 0 {
			if j.proof, err = j.s.Calibrated.Get(ctx); err != nil {
				return err
			}
		}
		if err := j.relate(ctx, finds); err != nil {
			return err
		}
		if err := j.judgeNames(ctx, finds); err != nil {
			return err
		}
	}
	if len(finds)+len(j.along.Said()) > 0 {
		failpoint.Hit(failpoint.AfterReading)
	}
	return j.commit(ctx, finds)
}

// load reads whose conversation it is, what they allow, and whose account it is on.
func (j *job) load(ctx context.Context) (err error) {
	if j.session, err = j.s.Sessions.Get(ctx, j.run.SessionID); err != nil {
		return err
	}
	if j.session.IsGroup() {
		j.payer = j.s.Payer(people.Person{}, j.session.Place, true)
	} else {
		if j.person, err = j.s.People.Get(ctx, j.session.Person); err != nil {
			return err
		}
		j.payer = j.s.Payer(j.person, j.session.Place, false)
	}
	if j.setting, err = j.s.Allows(ctx, j.session); err == nil {
		j.policy, err = j.s.CurrentPolicy(ctx)
	}
	return err
}

// Allows returns what the person of a conversation, or its group, lets extraction do.
func (s *Service) Allows(ctx context.Context, x session.Session) (policy.Setting, error) {
	if x.IsGroup() {
		c, err := s.People.Chat(ctx, x.Place.Bot, x.Place.Chat)
		return s.settingOf(c.MemoryMode), err
	}
	p, err := s.People.Get(ctx, x.Person)
	return s.settingOf(p.MemoryMode), err
}

// read returns the messages of the stretch that a window would show.
func (j *job) read(ctx context.Context) ([]session.Message, error) {
	ms, err := j.s.Sessions.Messages(ctx, j.run.SessionID, j.run.FromSeq, int(min(maxMessages, j.run.ToSeq-j.run.FromSeq+1)))
	return slices.DeleteFunc(ms, func(m session.Message) bool {
		return m.Seq > j.run.ToSeq || m.Removed != nil || m.Masked != nil
	}), err
}

// extract returns what each writer of the messages states, as far as their own words say it.
func (j *job) extract(ctx context.Context, ms []session.Message) ([]*find, error) {
	var finds []*find
	for _, v := range j.views(ms) {
		said := grounds.ListSaid(v)
		if len(said)+len(j.along.Said()) == 0 {
			continue
		}
		if err := j.s.Usage.CheckSide(ctx, j.payer); err != nil {
			return nil, err
		}
		self := `the writer as "User" or its like in that language ("Der Nutzer …")`
		if v.Group {
			self = fmt.Sprintf("the writer as %q", v.Self)
		}
		along, err := j.alongOf(ctx, v)
		if err != nil {
			return nil, err
		}
		listed, err := j.list(ctx, self, said, along, v.Zone)
		if err != nil {
			return nil, err
		}
		finds = append(finds, j.ground(listed, v)...)
	}
	return finds, nil
}

// views returns what grounds is to know of the messages: one view a writer. A writer without an id has no
// words of their own.
func (j *job) views(ms []session.Message) []grounds.View {
	v := grounds.View{Window: ms, Zone: people.ZoneOf(j.person, j.s.Zone)}
	if !j.session.IsGroup() {
		v.Speaker, v.Name = j.person.ID, j.person.Name
		return []grounds.View{v}
	}
	var views []grounds.View
	for _, m := range ms {
		if m.Role != session.User || m.Trust != trust.Person || m.Author == "" ||
			slices.ContainsFunc(views, func(o grounds.View) bool { return o.Speaker == m.Author }) {
			continue
		}
		one := v
		one.Group, one.Speaker, one.Self = true, m.Author, people.Label(m.Name, m.Author)
		views = append(views, one)
	}
	return views
}

// ground keeps of the listed statements those that the writer made in their own words (F22), each with
// its quotations: maxFacts of each answer at most, where what has no grounds takes no place. The model saw nothing but these
// words, so its list is what grounds takes from a judge.
func (j *job) ground(listed []fact, v grounds.View) []*find {
	for _, st := range listed {
		claim := grounds.ClaimOf(st.Fact.Fact)
		v.Stated = append(v.Stated, grounds.Statement{Quote: st.Quote, Facts: []string{st.Fact.Fact}, Claims: []string{claim}})
		v.Asked = append(v.Asked, claim)
	}
	v.Unasked = true
	hearing := grounds.Listen(v)
	var finds []*find
	ungrounded, kept := 0, map[int]int{} // kept of an answer, by question
	for _, st := range listed {
		if kept[st.question] == maxFacts {
			continue
		}
		content := text.OneLine(st.Fact.Fact)
		verdict := hearing.Judge(grounds.Write{Content: content, Subject: st.Subject})
		if !verdict.Allowed {
			ungrounded++
			continue
		}
		kept[st.question]++
		for i := range verdict.Evidence {
			verdict.Evidence[i].Meta = memory.Meta{Method: memory.MethodModel, Base: st.Confidence, Model: st.model, PromptHash: st.prompt}
		}
		c := candidate.Candidate{
			RunID: j.run.ID, Scope: j.run.Scope, Kind: memory.Item, Type: st.Type, Category: memory.CategoryOf(st.Type),
			Subject: verdict.Subject, Content: content, Key: slotKey(st.Key, content), Confidence: st.Confidence, Importance: st.Importance,
			Evidence: verdict.Evidence, EvidenceCount: countMessages(verdict.Evidence), Triples: graph.Parse(st.Triples, content),
		}
		if c.Subject != "" && c.Type == memory.Profile {
			c.Category = memory.CategoryPerson
		}
		finds = append(finds, &find{Candidate: c})
	}
	if ungrounded > 0 {
		logs.OrNone(j.s.Log).Debug("statements without grounds left out", "run", j.run.ID, "count", ungrounded)
	}
	return finds
}

// slotKey returns the key of a find: the place that it fills as the model names it, else its content (F8).
func slotKey(named, content string) string {
	if key := candidate.KeyOf(named); key != "" {
		return key
	}
	return candidate.KeyOf(content)
}

// countMessages returns how many messages an evidence is of.
func countMessages(es []memory.Evidence) int {
	var ids []string
	for _, e := range es {
		if !slices.Contains(ids, e.MessageID) {
			ids = append(ids, e.MessageID)
		}
	}
	return len(ids)
}

// settleAsked closes the candidates about which the person has decided since.
func (s *Service) settleAsked(ctx context.Context, owner scope.Scope) error {
	living, err := s.Candidates.Living(ctx, owner)
	if err != nil {
		return err
	}
	for _, c := range living {
		if c.Verdict.DecisionID == "" {
			continue
		}
		v := c.Verdict
		d, err := s.Memory.Decision(ctx, []scope.Scope{owner}, v.DecisionID)
		switch {
		case fault.KindOf(err) == fault.NotFound:
			v.Action, v.Reason = candidate.Refused, "nobody answered"
		case err != nil:
			return err
		case d.State == memory.DecisionSaved:
			v.Action, v.MemoryID, v.Reason = candidate.Applied, d.MemoryID, candidate.ReasonConfirmed
			if err := s.keepTriples(ctx, owner, d.MemoryID, c.Triples, nil); err != nil {
				return err
			}
		case d.State == memory.DecisionDeclined:
			v.Action, v.Reason = candidate.Refused, candidate.ReasonDeclined
		case d.State == memory.DecisionWithdrawn:
			v.Action, v.Reason = candidate.Refused, reasonChanged
		default:
			continue
		}
		if err := s.Candidates.Decide(ctx, extraction, v); err != nil {
			return err
		}
	}
	return nil
}

// reasonChanged is why a find is not asked about any more: its message reads differently now.
const reasonChanged = "the person changed the message"

// Withdraw gives up the finds of a scope that were not asked about yet and that isGone reports: the message that they came from
// reads differently now. A nil Service has none.
func (s *Service) Withdraw(ctx context.Context, owner scope.Scope, isGone func(memory.Evidence, string) bool) error {
	if s == nil {
		return nil
	}
	living, err := s.Candidates.Living(ctx, owner)
	if err != nil {
		return fault.Op(err, "ingest: withdraw")
	}
	for _, c := range living {
		v := c.Verdict
		if v.DecisionID != "" || !slices.ContainsFunc(c.Evidence, func(e memory.Evidence) bool { return isGone(e, c.Content) }) {
			continue
		}
		v.Action, v.Reason = candidate.Refused, reasonChanged
		if err := s.Candidates.Decide(ctx, extraction, v); err != nil {
			return fault.Op(err, "ingest: withdraw")
		}
	}
	return nil
}

// askAgainAfter is how long an offer that nobody answered stands before another may be made.
const askAgainAfter = 24 * time.Hour
