package memories

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"keepsake/actor"
	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/ingest"
	"keepsake/memory/policy"
	"keepsake/memory/provenance"
	"keepsake/memory/revert"
	"keepsake/memory/writeswitch"
	"keepsake/templates"
	"keepsake/text"
)

// This file is what a person sees and decides of the memories that form by themselves: /memory mode,
// /memory review and /memory why.

// mode shows what extraction may do here, and sets it when a word says so (R17).
func (d *Desk) mode(ctx context.Context, a *answer.Answer, word string) error {
	if setting := policy.Setting(strings.ToLower(word)); slices.Contains(policy.Settings, setting) {
		return d.setMode(ctx, a, setting)
	}
	if on := word == replaysOn; (on || word == replaysOff) && !a.Chat.IsGroup() {
		a.Person.Replays = on
		if err := d.People.SaveSettings(ctx, a.Actor(), a.Person); err != nil {
			return err
		}
		a.Note = a.Plain("settings.saved_note", nil)
	}
	return d.showMode(ctx, a)
}

// Words of the button by which a person lets their finds be used for replays.
const replaysOn, replaysOff = "replays.on", "replays.off"

// TapMode sets what extraction may do here, and whether its finds may be used for replays.
func (d *Desk) TapMode(ctx context.Context, a *answer.Answer) error { return d.mode(ctx, a, a.Tap.Ref) }

func (d *Desk) setMode(ctx context.Context, a *answer.Answer, setting policy.Setting) error {
	if a.Chat.IsGroup() {
		if !a.IsAdmin() {
			return actor.ErrAdminsOnly
		}
		a.Chat.MemoryMode = string(setting)
		if err := d.People.SaveChat(ctx, a.Actor(), a.Chat); err != nil {
			return err
		}
	} else {
		a.Person.MemoryMode = string(setting)
		if err := d.People.SaveSettings(ctx, a.Actor(), a.Person); err != nil {
			return err
		}
	}
	a.Note = a.Plain("settings.saved_note", nil)
	return d.showMode(ctx, a)
}

// showMode says what extraction does here, with a button for each other choice.
func (d *Desk) showMode(ctx context.Context, a *answer.Answer) error {
	chosen, prefix := a.Person.MemoryMode, "mode."
	if a.Chat.IsGroup() {
		chosen, prefix = a.Chat.MemoryMode, "group.mode."
	}
	if d.Ingest == nil {
		a.Reply(prefix+"none", nil)
		return nil
	}
	effective, err := d.Ingest.Effective(ctx, chosen)
	if err != nil {
		return err
	}
	body := delivery.Body{Text: a.Say(prefix+"title", nil) + "\n\n" + a.Say(prefix+string(effective), nil)}
	if chosen == string(policy.Free) && effective != policy.Free {
		body.Text += " " + a.Say(prefix+"stricter", nil)
	}
	if effective != policy.Off {
		body.Text += "\n\n" + a.Say(prefix+"reads", nil)
	}
	for _, s := range policy.Settings {
		if string(s) != chosen && (s != effective || chosen != "") {
			body.Buttons = append(body.Buttons, []delivery.Button{a.Button("button.mode."+string(s), "mode", string(s))})
		}
	}
	if !a.Chat.IsGroup() && effective != policy.Off {
		body.Text += "\n\n" + a.Say("mode.replays", nil)
		if a.Person.Replays {
			body.Buttons = append(body.Buttons, []delivery.Button{a.Button("button.replays.off", "mode", replaysOff)})
		} else {
			body.Buttons = append(body.Buttons, []delivery.Button{a.Button("button.replays.on", "mode", replaysOn)})
		}
	}
	a.Show(body)
	return nil
}

// TapReview turns the pages of what waits.
func (d *Desk) TapReview(ctx context.Context, a *answer.Answer) error {
	return d.review(ctx, a, answer.PageNumber(a.Tap.Ref))
}

// review shows one of the proposals and finds that wait for the person, with what a tap would store byte for byte: the same
// as the page's; in a group those that they may decide about, and admins all.
func (d *Desk) review(ctx context.Context, a *answer.Answer, page int) error {
	owner := d.scopes(a)[0]
	finds, err := d.Ingest.Waiting(ctx, owner)
	if err != nil {
		return err
	}
	finds = slices.DeleteFunc(finds, func(c candidate.Judged) bool { return !a.IsAdmin() && !ingest.IsFor(a.Person.ID, c) })
	proposals, err := d.proposals(ctx, a, finds)
	if err != nil {
		return err
	}
	if d.Ingest == nil && len(proposals) == 0 {
		return d.showMode(ctx, a)
	}
	for total := len(proposals) + len(finds); total > 0; total = len(proposals) + len(finds) {
		page = min(page, total)
		if page <= len(proposals) {
			return d.showProposal(ctx, a, proposals[page-1], page, total)
		}
		i := page - 1 - len(proposals)
		proposal, ok, err := d.Ingest.Review(ctx, ingest.Moment{Scope: owner, Person: a.Person.ID}, finds[i])
		if err != nil {
			return err
		}
		if _, err := d.Memory.Decidable(ctx, a.Actor(), d.scopes(a), proposal.ID); ok && fault.KindOf(err) == fault.Denied {
			ok = false // another member who said it is asked
		}
		if ok {
			proposal.Evidence = finds[i].Evidence
			return d.showProposal(ctx, a, proposal, page, total)
		}
		finds = slices.Delete(finds, i, i+1) // it was settled in the meantime
	}
	a.Show(delivery.Body{Text: a.Say("review.none", nil)})
	return nil
}

// proposals returns the open decisions that the person may make here and that are of none of these finds. An offer to forget
// belongs to the answer that made it.
func (d *Desk) proposals(ctx context.Context, a *answer.Answer, finds []candidate.Judged) ([]memory.Decision, error) {
	open, err := d.Memory.Decisions(ctx, d.scopes(a)[:1], memory.DecisionOpen, "")
	if err != nil {
		return nil, err
	}
	var own []memory.Decision
	for _, o := range open {
		isFind := slices.ContainsFunc(finds, func(c candidate.Judged) bool { return c.Verdict.DecisionID == o.ID })
		if isFind || o.Op != memory.OpAdd && o.Op != memory.OpUpdate {
			continue
		}
		if _, err := d.Memory.Decidable(ctx, a.Actor(), d.scopes(a), o.ID); err != nil {
			continue
		}
		if o.Op == memory.OpUpdate {
			if _, err := d.Memory.Get(ctx, d.scopes(a), o.MemoryID); err != nil { // it is gone, and the proposal with it
				continue
			}
		}
		own = append(own, o)
	}
	return own, nil
}

// showProposal shows a proposal as one of those that wait, with the words that it rests on, or the program that asks.
func (d *Desk) showProposal(ctx context.Context, a *answer.Answer, p memory.Decision, page, total int) error {
	program := provenance.OfEvidence(p.Evidence...)
	add, update, data := "review.add", "review.update", templates.Data{"Number": page, "Total": total, "Text": answer.Literal(p.Content)}
	if program.By == provenance.ByProgram {
		add, update = "program.add", "program.update"
	}
	id := add
	if p.Op == memory.OpUpdate {
		old, err := d.Memory.Get(ctx, d.scopes(a), p.MemoryID)
		if err != nil {
			return err
		}
		id, data["Before"] = update, answer.Literal(old.Content)
	}
	lines := []string{a.Say(id, data)}
	if program.By == provenance.ByProgram {
		lines = append(lines, a.Say("program.key", templates.Data{"Key": program.Key}))
	} else {
		lines = append(lines, d.quotations(ctx, a, p.Evidence)...)
	}
	a.Show(delivery.Body{
		Text: strings.Join(lines, "\n"),
		Buttons: slices.DeleteFunc([][]delivery.Button{
			DecisionRow(a, p.ID),
			answer.Pager(page, total, func(n int) (action, ref string) { return "review", strconv.Itoa(n) }),
		}, func(row []delivery.Button) bool { return row == nil }),
	})
	return nil
}

// maxQuotations bounds how many sentences a find is shown with.
const maxQuotations = 5

// quotations returns a line for each sentence that a find rests on.
func (d *Desk) quotations(ctx context.Context, a *answer.Answer, es []memory.Evidence) (lines []string) {
	for _, e := range es[:min(len(es), maxQuotations)] {
		id, data := "memory.history.source", templates.Data{"Date": a.Moment(e.SaidAt), "Text": answer.Literal(text.Cut(text.OneLine(e.Quote), 200))}
		if a.Chat.IsGroup() {
			id, data["Who"] = "group.memory.source", answer.Literal(d.nameOf(ctx, a, e.Author))
		}
		lines = append(lines, a.Say(id, data))
	}
	return lines
}

// why shows what a memory came of: what was found, in which words, how sure it was, and what was decided.
func (d *Desk) why(ctx context.Context, a *answer.Answer, id string) error {
	history, err := d.Memory.History(ctx, d.scopes(a), id)
	if err != nil {
		return err
	}
	m := history.Memory
	if m.DeletedAt != nil && a.Chat.IsGroup() && !a.IsAdmin() && !d.Memory.IsOwn(a.Actor(), m, history.Versions) {
		return memory.ErrNotFound // a group is not shown again what somebody took back
	}
	parts := []string{a.Say("why.title", templates.Data{"Text": answer.Literal(plain(a, m.Content))})}
	var found []candidate.Judged
	if d.Ingest != nil {
		if found, err = d.Ingest.Candidates.OfMemory(ctx, d.scopes(a), id); err != nil && fault.KindOf(err) != fault.NotFound {
			return err
		}
	}
	var buttons [][]delivery.Button
	for _, c := range found {
		lines := []string{a.Say("why.found", templates.Data{
			"Text": answer.Literal(c.Content), "Date": a.Moment(c.At), "Percent": int(c.Verdict.Confidence*100 + 0.5), "Verdict": templates.Markdown(a.Say(verdictWords(c.Verdict), nil)),
		})}
		lines = append(lines, whyScore(a, c), a.Say("why.run", templates.Data{"ID": c.RunID}))
		parts = append(parts, strings.Join(append(lines, d.quotations(ctx, a, c.Evidence)...), "\n"))
		if row := []delivery.Button{a.Button("button.unrun", "unrun", c.RunID)}; c.Verdict.ChangeID != "" && !revert.IsReverted(c.Verdict) &&
			!slices.ContainsFunc(buttons, func(o []delivery.Button) bool { return o[0].Ref == c.RunID }) {
			buttons = append(buttons, row)
		}
	}
	switch p := provenance.Current(history); {
	case p.By != provenance.ByPerson:
		parts = append(parts, sayProvenance(a, p), d.versions(ctx, a, history))
	case len(found) == 0:
		parts = append(parts, a.Say("why.told", nil), d.versions(ctx, a, history))
	}
	a.Send(delivery.Body{Text: strings.Join(parts, "\n\n"), Buttons: buttons})
	return nil
}

// verdictWords returns the id of the words for what was decided about a find.
func verdictWords(v candidate.Verdict) string {
	switch {
	case revert.IsReverted(v):
		return "why.reverted"
	case v.Action == candidate.Applied && v.DecisionID != "":
		return "why.confirmed"
	case v.Action == candidate.Applied && v.Relation == candidate.Repeats:
		return "why.repeated"
	}
	return "why." + string(v.Action)
}

// whyScore says what the confidence of a find was computed from (A24, F5).
func whyScore(a *answer.Answer, c candidate.Judged) string {
	score, id := policy.ScoreOf(c.Evidence, false), "why.score"
	if weaker := policy.ScoreOf(c.Evidence, true); weaker.Confidence == c.Verdict.Confidence && weaker.Confidence > 0 {
		score, id = weaker, "why.score_weaker"
	}
	two := func(x float64) string { return strconv.FormatFloat(x, 'f', 2, 64) }
	return a.Say(id, templates.Data{
		"Base": two(score.Base), "Weight": two(score.Weight), "Bonus": two(score.Bonus), "Messages": score.Messages, "Result": two(score.Confidence),
	})
}

// TapUnrun takes back everything that a run has kept.
func (d *Desk) TapUnrun(ctx context.Context, a *answer.Answer) error {
	if d.Ingest == nil {
		return memory.ErrNotFound
	}
	n, err := d.Ingest.Revert(ctx, a.Actor(), d.scopes(a), a.Tap.Ref)
	if err != nil {
		return err
	}
	a.RetireButton()
	a.Reply("why.reverted_all", templates.Data{"Number": n})
	return nil
}

// readOnly switches every memory write off ("on") or on again ("off") for an owner, and says how it is.
func (d *Desk) readOnly(ctx context.Context, a *answer.Answer, word string) error {
	if word = strings.ToLower(word); word == "on" || word == "off" {
		if err := d.Writes.Set(ctx, a.Actor(), writeswitch.Everybody, word == "on"); err != nil {
			return err
		}
	}
	st, err := d.Writes.Get(ctx, writeswitch.Everybody)
	if err != nil {
		return err
	}
	id := "owner.writes.on"
	if st.Off {
		id = "owner.writes.off"
	}
	a.Reply(id, nil)
	return nil
}
