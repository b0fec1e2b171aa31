package ingest_test

import (
	"errors"
	"strconv"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/ingest"
	"keepsake/memory/policy"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store"
	"keepsake/store/storetest"
	"keepsake/trust"
)

// offers ends a turn and reports whether something was offered under it.
func (w *world) offers(turn string) bool {
	w.t.Helper()
	asked, err := w.Offer(w.t.Context(), ingest.Moment{Scope: alice, SessionID: w.talk.ID, TurnID: turn, Person: alice.ID, Mode: w.mode()})
	must(w.t, err)
	return asked
}

func (w *world) mode() string {
	p, err := w.People.Get(w.t.Context(), alice.ID)
	must(w.t, err)
	return p.MemoryMode
}

// asked returns the decisions that wait under a turn.
func (w *world) asked(turn string) []memory.Decision {
	w.t.Helper()
	ds, err := w.Memory.Decisions(w.t.Context(), hers, memory.DecisionOpen, turn)
	must(w.t, err)
	return ds
}

// talks begins another conversation.
func (w *world) talks() {
	w.t.Helper()
	_, err := w.Sessions.End(w.t.Context(), actor.OfSystem(), w.talk.Place, alice.ID)
	must(w.t, err)
	w.talk = w.begin(w.talk.Place, alice.ID)
}

// R5, R10: what waits is offered under an answer, the ripest first and byte for byte, once a conversation,
// ten minutes apart, never beside an open question; Save makes an explicit memory without an end.
func TestOffers(t *testing.T) {
	on(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db, func(s *ingest.Service) { s.Policy.Mode = policy.Shadow })
		w.model.teach("I prefer oat milk", "User prefers oat milk", "type", "preference", "importance", 0.9)
		w.model.teach("I like chess", "User likes chess", "importance", 0.1)
		w.model.teach("I like bridge", "User likes bridge", "confidence", 0.6) // below the threshold
		equal(t, "nothing waits", w.offers("t0"), false)
		w.says("I prefer oat milk. I like chess. I like bridge.")
		w.extracts()
		equal(t, "all wait", len(w.waits()), 3)
		equal(t, "offered", w.offers("t1"), true)
		d := w.asked("t1")[0]
		equal(t, "the ripest, byte for byte", d.Content, "User prefers oat milk")
		equal(t, "Save, Edit, Never: no offer of the model's", d.IsOffer(), false)
		w.wait(20 * time.Minute)
		equal(t, "beside an open question", w.offers("t2"), false)
		m, _, err := w.Memory.Save(t.Context(), she, hers, d.ID, "")
		must(t, err)
		equal(t, "explicit", m.Origin, memory.Explicit)
		equal(t, "without an end", m.ExpiresAt == nil, true)
		equal(t, "one a conversation", w.offers("t3"), false)
		w.talks()
		equal(t, "in the next one", w.offers("t4"), true)
		no := w.asked("t4")[0]
		equal(t, "the next", no.Content, "User likes chess")
		_, err = w.Memory.Decline(t.Context(), she, hers, no.ID)
		must(t, err)
		w.talks()
		w.wait(time.Hour)
		equal(t, "what is not ripe is not offered", w.offers("t5"), false)
		w.says("I like chess, and I prefer oat milk.")
		w.extracts()
		list(t, "what was saved or declined waits no more", w.waits(), "shadowed: User likes bridge")
		waiting, err := w.Waiting(t.Context(), alice)
		must(t, err)
		equal(t, "to be reviewed", len(waiting), 0)
	})
}

// W14: a find whose message was changed waits no more, whether it was asked about or not.
func TestFindsOfAChangedMessage(t *testing.T) {
	on(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db, func(s *ingest.Service) { s.Policy.Mode = policy.Shadow })
		w.model.teach("I prefer oat milk", "User prefers oat milk", "type", "preference", "importance", 0.9)
		w.model.teach("I like chess", "User likes chess", "importance", 0.1)
		w.says("I prefer oat milk. I like chess.")
		w.extracts()
		equal(t, "offered", w.offers("t1"), true)
		must(t, w.Memory.Withdraw(t.Context(), she, hers, w.asked("t1")[0].ID))
		must(t, w.Withdraw(t.Context(), alice, func(e memory.Evidence, content string) bool {
			return e.MessageID != "" && content == "User likes chess"
		}))
		w.talks()
		w.wait(25 * time.Hour)
		equal(t, "offered later", w.offers("t2"), false)
		w.model.teach("I like bridge", "User likes bridge", "confidence", 0.6) // below the threshold
		w.says("I like bridge.")
		w.extracts()
		list(t, "what waits", w.waits(), "shadowed: User likes bridge")
	})
}

// R5: ten minutes lie between two offers, whatever the conversation.
func TestOffersKeepTheirDistance(t *testing.T) {
	w := newWorld(t, sqlite(t), func(s *ingest.Service) { s.Policy.Mode, s.Offers = policy.Manual, 5 })
	w.model.teach("I prefer oat milk", "User prefers oat milk")
	w.model.teach("I like chess", "User likes chess")
	w.says("I prefer oat milk. I like chess.")
	w.extracts()
	equal(t, "offered", w.offers("t1"), true)
	_, _, err := w.Memory.Save(t.Context(), she, hers, w.asked("t1")[0].ID, "")
	must(t, err)
	w.wait(9 * time.Minute)
	equal(t, "after nine minutes", w.offers("t2"), false)
	w.wait(2 * time.Minute)
	equal(t, "after eleven", w.offers("t3"), true)
}

// R5: nothing is offered in quiet hours, by the person's clock where it is known.
func TestNoOffersInQuietHours(t *testing.T) {
	quiet, err := people.ParseHours("22:00-08:00")
	must(t, err)
	w := newWorld(t, sqlite(t), func(s *ingest.Service) { s.Policy.Mode, s.Zone = policy.Manual, time.UTC })
	w.model.teach("I like chess", "User likes chess")
	w.says("I like chess.")
	w.extracts()
	for w.Now.UTC().Hour() != 21 { // 06:00 in Tokyo
		w.wait(time.Hour)
	}
	m := ingest.Moment{Scope: alice, SessionID: w.talk.ID, TurnID: "t", Person: alice.ID, Zone: time.FixedZone("Tokyo", 9*3600), Hours: quiet}
	asked, err := w.Offer(t.Context(), m)
	must(t, err)
	equal(t, "at six in Tokyo", asked, false)
	w.wait(time.Hour)
	m.Zone = nil
	asked, err = w.Offer(t.Context(), m)
	must(t, err)
	equal(t, "at ten in the evening, where no zone is known", asked, false)
	w.wait(2 * time.Hour)
	m.Zone = time.FixedZone("Tokyo", 9*3600)
	asked, err = w.Offer(t.Context(), m)
	must(t, err)
	equal(t, "at nine in Tokyo", asked, true)
}

// R5: whoever chose quiet hours of their own is offered nothing in these, and in the operator's where they chose none.
func TestNoOffersInOnesOwnQuietHours(t *testing.T) {
	operators, err := people.ParseHours("00:00-23:59")
	must(t, err)
	w := newWorld(t, sqlite(t), func(s *ingest.Service) { s.Policy.Mode, s.Silent, s.Zone = policy.Manual, operators, time.UTC })
	w.model.teach("I like chess", "User likes chess")
	w.says("I like chess.")
	w.extracts()
	p, err := w.People.Get(t.Context(), alice.ID)
	must(t, err)
	now := w.Now.UTC().Truncate(time.Minute)
	around := people.Hours{From: time.Duration(now.Hour()) * time.Hour, To: time.Duration((now.Hour()+1)%24) * time.Hour}
	for i, c := range []struct {
		own     string
		offered bool
	}{{"", false}, {around.String(), false}, {people.NoHours, true}} {
		p.QuietHours = c.own
		turn := session.Turn{ID: "q" + strconv.Itoa(i), SessionID: w.talk.ID, State: session.TurnAnswered}
		below, err := w.EndTurn(t.Context(), turn, []session.Message{{Seq: 1}}, p, func(session.Session) []scope.Scope { return hers })
		must(t, err)
		equal(t, "offered with the hours "+c.own, below.Offered, c.offered)
	}
}

// R17: whoever says off is offered nothing, and nobody without an id is.
func TestNoOffers(t *testing.T) {
	w := newWorld(t, sqlite(t), func(s *ingest.Service) { s.Policy.Mode = policy.Manual })
	w.model.teach("I like chess", "User likes chess")
	w.says("I like chess.")
	w.extracts()
	m := ingest.Moment{Scope: alice, SessionID: w.talk.ID, TurnID: "t", Person: alice.ID}
	for name, change := range map[string]func(s *ingest.Service, m *ingest.Moment){
		"off": func(_ *ingest.Service, m *ingest.Moment) { m.Mode = "off" }, "nobody": func(_ *ingest.Service, m *ingest.Moment) { m.Person = "" },
		"no offers": func(s *ingest.Service, _ *ingest.Moment) { s.Offers = -1 }, "read-only": func(s *ingest.Service, _ *ingest.Moment) { s.ReadOnly = true },
		"switched off": func(s *ingest.Service, _ *ingest.Moment) { s.Policy.Enable = false },
	} {
		s, moment := *w.Service, m
		change(&s, &moment)
		asked, err := s.Offer(t.Context(), moment)
		must(t, err)
		equal(t, name, asked, false)
	}
	var none *ingest.Service
	asked, err := none.Offer(t.Context(), m)
	must(t, err)
	equal(t, "no extraction", asked, false)
}

// A find that the person is asked about is an update where it corrects a memory; what became known or
// was declined in the meantime is not asked.
func TestOffersOfUpdates(t *testing.T) {
	w := newWorld(t, sqlite(t), func(s *ingest.Service) { s.Policy.Mode = policy.Manual })
	home := w.saves("User lives in Graz")
	w.model.teach("I live in Linz", "User lives in Linz")
	w.model.teach("I like chess", "User likes chess")
	w.model.relate("User lives in Graz", "User lives in Linz", "contradicts")
	w.says("I like chess.")
	w.extracts()
	w.saves("User likes chess")
	equal(t, "known in the meantime", w.offers("t1"), false)
	list(t, "it waits no more", w.waits())
	w.says("I live in Linz.")
	w.extracts()
	list(t, "waiting", w.waits(), "asked: User lives in Linz")
	waiting, err := w.Waiting(t.Context(), alice)
	must(t, err)
	m := ingest.Moment{Scope: alice, SessionID: w.talk.ID, TurnID: "t2", Person: alice.ID}
	d, ok, err := w.Review(t.Context(), m, waiting[0])
	must(t, err)
	equal(t, "reviewed", ok, true)
	equal(t, "an update", d.Op, memory.OpUpdate)
	equal(t, "of the memory", d.MemoryID, home.ID)
	waiting, err = w.Waiting(t.Context(), alice)
	must(t, err)
	again, ok, err := w.Review(t.Context(), m, waiting[0])
	must(t, err)
	equal(t, "the same decision", again.ID+yes(ok), d.ID+"yes")
	_, _, err = w.Memory.Save(t.Context(), she, hers, d.ID, "")
	must(t, err)
	got, err := w.Memory.Get(t.Context(), hers, home.ID)
	must(t, err)
	equal(t, "corrected", got.Content, "User lives in Linz")
	waiting, err = w.Waiting(t.Context(), alice)
	must(t, err)
	equal(t, "nothing is left", len(waiting), 0)
	of, err := w.Candidates.OfMemory(t.Context(), hers, home.ID)
	must(t, err)
	equal(t, "why it says so", of[len(of)-1].Verdict.Reason, "confirmed by the person")
	equal(t, "what was decided", of[len(of)-1].Verdict.Action, candidate.Applied)
}

func yes(ok bool) string {
	if ok {
		return "yes"
	}
	return "no"
}

// R17: of the operator's mode and the person's setting the stricter counts.
func TestEffective(t *testing.T) {
	for _, c := range []struct {
		enable  bool
		mode    policy.Mode
		setting policy.Setting // the operator's default
		chosen  string
		want    policy.Setting
	}{
		{false, policy.Auto, policy.Free, "auto", policy.Off}, {true, policy.Auto, policy.Ask, "auto", policy.Free},
		{true, policy.Auto, policy.Ask, "", policy.Ask}, {true, policy.Shadow, policy.Free, "auto", policy.Ask},
		{true, policy.Manual, policy.Free, "", policy.Ask}, {true, policy.Auto, policy.Free, "off", policy.Off},
	} {
		s := &ingest.Service{Policy: policy.Policy{Enable: c.enable, Mode: c.mode}, Setting: c.setting}
		got, err := s.Effective(t.Context(), c.chosen)
		must(t, err)
		equal(t, string(c.mode)+" "+c.chosen, got, c.want)
	}
	var none *ingest.Service
	got, err := none.Effective(t.Context(), "auto")
	must(t, err)
	equal(t, "no extraction", got, policy.Off)
	w := newWorld(t, sqlite(t))
	setting, err := w.Allows(t.Context(), session.Session{Place: placeOf(-5)})
	must(t, err)
	equal(t, "a group that has not chosen", setting, policy.Free)
	c := people.NewChat("keepsake", -5)
	c.MemoryMode = "off"
	must(t, w.People.SaveChat(t.Context(), actor.OfSystem(), c))
	setting, err = w.Allows(t.Context(), session.Session{Place: placeOf(-5)})
	must(t, err)
	equal(t, "a group that has", setting, policy.Off)
}

// P34: what the person says otherwise later closes what they are asked about, and what was kept of it before takes its place.
func TestP34ANewerStatementClosesTheOlderQuestion(t *testing.T) {
	on(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db, func(s *ingest.Service) { s.Policy.Mode, s.Offers = policy.Manual, 5 })
		w.model.teach("I work at Siemens", "User works at Siemens")
		w.model.teach("I work at Bosch", "User works at Bosch")
		w.model.relate("User works at Siemens", "User works at Bosch", "contradicts")
		w.says("I work at Siemens.")
		w.extracts()
		equal(t, "offered", w.offers("t1"), true)
		old := w.asked("t1")[0]
		w.says("Correction: I work at Bosch.")
		w.extracts()
		_, _, err := w.Memory.Save(t.Context(), she, hers, old.ID, "")
		equal(t, "the old question", errors.Is(err, memory.ErrOutdated), true)
		list(t, "waiting", w.waits(), "asked: User works at Bosch")
		w.wait(20 * time.Minute)
		equal(t, "the newer is offered", w.offers("t2"), true)
		_, _, err = w.Memory.Save(t.Context(), she, hers, w.asked("t2")[0].ID, "")
		must(t, err)
		list(t, "kept", w.active(), "User works at Bosch")
	})
}

// P34: what was stored after the judge looked, and says otherwise, is replaced by what was said later, and replaces what was said before.
func TestP34AFindBesideWhatWasStoredSince(t *testing.T) {
	w := newWorld(t, sqlite(t), func(s *ingest.Service) { s.Policy.Mode, s.Offers = policy.Manual, 5 })
	w.model.teach("I live on Crete", "User lives on Crete")
	early := w.now()
	w.says("I live on Crete.")
	w.extracts()
	home, _, err := w.Memory.Add(t.Context(), she, memory.Draft{Scope: alice, Content: "User lives on Malta", Evidence: []memory.Evidence{
		{Quote: "I live on Malta", Trust: trust.Person, SaidAt: early, Author: alice.ID},
	}})
	must(t, err)
	equal(t, "offered", w.offers("t1"), true)
	d := w.asked("t1")[0]
	equal(t, "instead of the older", string(d.Op)+" "+d.MemoryID, "update "+home.ID)
	_, _, err = w.Memory.Save(t.Context(), she, hers, d.ID, "")
	must(t, err)
	list(t, "kept", w.active(), "User lives on Crete")

	w = newWorld(t, storetest.SQLite(t), func(s *ingest.Service) { s.Policy.Mode = policy.Manual })
	w.model.teach("I live on Rhodes", "User lives on Rhodes")
	w.says("I live on Rhodes.")
	w.extracts()
	w.saves("User lives on Naxos")
	equal(t, "what was said before", w.offers("t1"), false)
	list(t, "waits no more", w.waits())
}
