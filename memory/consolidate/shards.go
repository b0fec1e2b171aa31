package consolidate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"keepsake/memory/digest"
	"keepsake/memory/grounds"
	"keepsake/memory/policy"
	"keepsake/memory/shard"
	"keepsake/people"
	"keepsake/phrase"
	"keepsake/phrase/slot"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/templates"
	"keepsake/text"
	"keepsake/trust"
)

// Consent says what holds for a fact about a member that forms in a shard.
type Consent string

const (
	Tell Consent = "tell" // the member is shown it and can take it back
	Ask  Consent = "ask"  // it counts once the member keeps it
	Off  Consent = "off"  // none forms
)

const maxItem = 400 // runes of an entry

func groupOf(x session.Session) scope.Scope {
	return scope.Scope{Store: x.Store, Kind: scope.Group, ID: people.ID(x.Place.Chat)}
}

// isSharing reports whether anything may form of what a group says: it shares a shard, and has not switched
// forming off.
func (s *Service) isSharing(ctx context.Context, group scope.Scope, place session.Place) (bool, error) {
	if s.Shards == nil {
		return false, nil
	}
	c, err := s.People.Chat(ctx, place.Bot, place.Chat)
	if err != nil || s.settingOf(c.MemoryMode) == policy.Off {
		return false, err
	}
	all, err := s.Shards.Sharing(ctx, group)
	return len(all) > 0, err
}

// spoken is one message of a member, with what grounds is to know of it.
type spoken struct {
	grounds.Said
	view grounds.View
}

// formedItems is the answer of the model that reads for a shard.
type formedItems struct {
	Facts       *[]formedItem `json:"facts"`
	Suggestions []formedItem  `json:"suggestions"`
}

type formedItem struct {
	Message int    `json:"message"`
	Quote   string `json:"quote"`
	Text    string `json:"text"`
}

func (f formedItems) check(messages int) string {
	if f.Facts == nil {
		return `it has no list "facts"`
	}
	for _, i := range slices.Concat(*f.Facts, f.Suggestions) {
		switch {
		case i.Message < 1 || i.Message > messages:
			return "an entry names a message that does not exist"
		case strings.TrimSpace(i.Quote) == "" || strings.TrimSpace(i.Text) == "":
			return "an entry has no quote or no text"
		case text.Len(i.Text) > maxItem:
			return "an entry is too long"
		}
	}
	return ""
}

// formShards reads what a group said since the last time, once for each shard that it shares, and stores what
// came of it (E10, E11).
func (j *job) formShards(ctx context.Context) error {
	x, err := j.s.Sessions.Get(ctx, j.SessionID)
	if errors.Is(err, session.ErrNotFound) {
		return j.commit(ctx, j.Messages, j.Weight, nil)
	}
	if err != nil {
		return err
	}
	from := j.Position + 1
	ms, messages, weight, err := j.nextMessages(ctx, x.ID)
	if err != nil {
		return err
	}
	sharing, err := j.s.isSharing(ctx, j.Scope, x.Place)
	if err != nil || !sharing {
		return firstOf(err, j.commit(ctx, messages, weight, nil))
	}
	all, err := j.s.Shards.Sharing(ctx, j.Scope)
	if err != nil {
		return err
	}
	said, err := j.saidByMembers(ctx, ms)
	if err != nil {
		return err
	}
	earlier, err := j.s.Sessions.Messages(ctx, x.ID, max(1, from-maxMessages), maxMessages)
	if err != nil {
		return err
	}
	j.members = map[string]string{}
	for _, m := range slices.Concat(earlier, ms) {
		if m.Role == session.User && m.Author != "" {
			j.members[m.Author] = m.Name
		}
	}
	j.payer = j.s.Payer(people.Person{}, x.Place, true)
	var found []shard.Item
	for _, s := range all {
		items, err := j.readFor(ctx, s, said)
		if err != nil {
			return err
		}
		found = append(found, items...)
	}
	return j.commit(ctx, messages, weight, func(ctx context.Context) error { return j.storeItems(ctx, x, found) })
}

// storeItems stores what was found, as far as it still may be, and says so to each member whose words it is.
func (j *job) storeItems(ctx context.Context, x session.Session, found []shard.Item) error {
	if len(found) == 0 {
		return nil
	}
	if sharing, err := j.s.isSharing(ctx, j.Scope, x.Place); err != nil || !sharing {
		return err
	}
	kept, err := j.s.Shards.Form(ctx, part, j.Scope, found, j.isStill)
	if err == nil {
		err = j.scheduleShards(ctx, kept)
	}
	if err != nil || j.s.Formed == nil {
		return err
	}
	var told []string
	for _, i := range kept {
		if slices.Contains(told, i.Person) {
			continue
		}
		told = append(told, i.Person)
		theirs := slices.DeleteFunc(slices.Clone(kept), func(o shard.Item) bool { return o.Person != i.Person })
		if err := j.s.Formed(ctx, x.Place, i.Person, theirs); err != nil {
			return err
		}
	}
	return nil
}

// scheduleShards has the suggestions of shards merged when it is their time (shard.MergeAt).
func (j *job) scheduleShards(ctx context.Context, kept []shard.Item) error {
	var seen []string
	for _, i := range kept {
		if i.Kind != shard.Suggestion || slices.Contains(seen, i.ShardID) {
			continue
		}
		seen = append(seen, i.ShardID)
		m, err := j.s.Shards.ToMerge(ctx, part, j.Scope.Store, i.ShardID)
		if err != nil {
			return err
		}
		due := m.Shard.MergeAt(m.Waiting, j.s.Now.UTC(), orDefault(j.s.Rest, defaultRest))
		if err := j.s.Digests.Schedule(ctx, part, m.Shard.Scope(), due); err != nil {
			return err
		}
	}
	return nil
}

// mergeShard merges the waiting suggestions of a shard into the next version of its digest (E15).
func (j *job) mergeShard(ctx context.Context) error {
	if j.s.Shards == nil {
		return j.commit(ctx, 0, 0, nil)
	}
	m, err := j.s.Shards.ToMerge(ctx, part, j.Scope.Store, j.Scope.ID)
	if errors.Is(err, shard.ErrNotFound) || err == nil && len(m.Waiting) == 0 {
		return j.commit(ctx, 0, 0, nil)
	}
	if err != nil {
		return err
	}
	now := j.s.Now.UTC()
	if due := m.Shard.MergeAt(m.Waiting, now, 0); m.Shard.Schedule != "" && !j.isAllowed && due.After(now) { // it was set meanwhile
		return j.commit(ctx, 0, 0, func(ctx context.Context) error { return j.s.Digests.Schedule(ctx, part, j.Scope, due) })
	}
	home := session.Place{Chat: people.Number(m.Shard.Home.ID)}
	j.payer = j.s.Payer(people.Person{ID: m.Shard.Maker}, home, m.Shard.Home.Kind == scope.Group)
	j.question = Question{Scope: j.Scope, Place: home, Shard: m.Shard}
	sources := make([]source, 0, len(m.Current.Lines)+len(m.Waiting))
	for i, l := range m.Current.Lines {
		sources = append(sources, source{"k" + strconv.Itoa(i+1), l.Text, l.From})
	}
	for i, w := range m.Waiting {
		sources = append(sources, source{"n" + strconv.Itoa(i+1), w.Content, []string{w.ID}})
	}
	next := shard.Digest{ShardID: m.Shard.ID, Version: m.Current.Version}
	var overridden []digest.Overridden // absorbed all the same: the newer one says it
	if len(sources) == 1 {
		next.Lines = []digest.Line{{Text: sources[0].text, From: sources[0].from}}
	} else {
		about, _ := json.Marshal(m.Shard.Name + ": " + m.Shard.Instructions) // a string always marshals
		heading := fmt.Sprintf("The shard: %s\n", about)
		if next.Model, err = j.askToMerge(ctx, "merge_shard.md", heading, orDefault(j.s.ShardWords, defaultShardWords), sources, &next.Lines, &overridden); err != nil {
			return err
		}
	}
	left := slices.DeleteFunc(slices.Clone(m.Waiting), func(i shard.Item) bool {
		return !slices.ContainsFunc(overridden, func(o digest.Overridden) bool { return o.ID == i.ID })
	})
	return j.commit(ctx, 0, 0, func(ctx context.Context) error {
		after, err := j.s.Shards.Absorb(ctx, part, j.Scope.Store, next, m.Waiting)
		if err != nil || j.s.ShardMerged == nil {
			return err
		}
		return j.s.ShardMerged(ctx, m.Shard, m.Current.WithOverridden(left), after)
	})
}

// saidByMembers returns the members' own words in their order, without those of who has switched forming off, and
// without what they said before they had all of theirs erased.
func (j *job) saidByMembers(ctx context.Context, ms []session.Message) (said []spoken, err error) {
	var seen []string
	for _, m := range ms {
		if m.Role != session.User || m.Trust != trust.Person || m.Author == "" || slices.Contains(seen, m.Author) {
			continue
		}
		seen = append(seen, m.Author)
		p, err := j.s.People.Get(ctx, m.Author)
		if err != nil && !errors.Is(err, people.ErrNotFound) {
			return nil, err
		}
		if err != nil || j.s.settingOf(p.MemoryMode) == policy.Off {
			continue
		}
		v := grounds.View{Window: ms, Group: true, Speaker: m.Author, Self: people.Label(m.Name, m.Author), Name: m.Name, Zone: j.s.Zone}
		for _, h := range grounds.ListSaid(v) {
			if !p.HasErased(h.Message.At) {
				said = append(said, spoken{h, v})
			}
		}
	}
	slices.SortStableFunc(said, func(a, b spoken) int { return int(a.Message.Seq - b.Message.Seq) })
	return said, nil
}

// readFor asks the model what of the members' words belongs into a shard, and returns what they said, that is not
// there yet, and that nobody took back.
func (j *job) readFor(ctx context.Context, s shard.Sharing, all []spoken) (items []shard.Item, err error) {
	since := s.Since.Truncate(time.Second) // as precise as a platform dates messages
	said := slices.DeleteFunc(slices.Clone(all), func(m spoken) bool {
		return m.Message.At.Before(since) || !j.s.Shards.MayForm(s.Shard, m.Message.Author)
	})
	if len(said) == 0 {
		return nil, nil
	}
	var b strings.Builder
	instructions, _ := json.Marshal(s.Name + ": " + s.Instructions) // a string always marshals
	fmt.Fprintf(&b, "The shard: %s\nThe members' messages:\n", instructions)
	chars := 0
	for i, m := range said {
		who, _ := json.Marshal(m.view.Self)
		quoted, _ := json.Marshal(m.Text)
		fmt.Fprintf(&b, "%d. %s (%s) %s\n", i+1, who, m.Message.At.In(j.s.Zone).Format("Monday, 2006-01-02"), quoted)
		chars += text.Len(m.Text)
	}
	facts, suggestions := limitOf(orDefault(j.s.Targets.Facts, standardTargets.Facts), chars), limitOf(orDefault(j.s.Targets.Suggestions, standardTargets.Suggestions), chars)
	prompt := j.s.Targets.fill(templates.Prompt("form_shard.md"), "{{facts}}", strconv.Itoa(facts), "{{suggestions}}", strconv.Itoa(suggestions))
	var found formedItems
	_, err = j.ask(ctx, j.s.Slow, prompt, b.String(), func(answer json.RawMessage) string {
		found = formedItems{}
		if json.Unmarshal(answer, &found) != nil {
			return "it does not have these properties"
		}
		return found.check(len(said))
	})
	if err != nil {
		return nil, err
	}
	listed, err := j.listed(ctx, s.Shard)
	if err != nil {
		return nil, err
	}
	left := map[shard.Kind]int{shard.Fact: facts, shard.Suggestion: suggestions} // what is refused takes no place
	for n, e := range slices.Concat(*found.Facts, found.Suggestions) {
		kind := shard.Fact
		if n >= len(*found.Facts) {
			kind = shard.Suggestion
		}
		if left[kind] == 0 {
			continue
		}
		i, ok, err := j.groundItem(ctx, kind, e, said, listed)
		if err != nil {
			return nil, err
		}
		if ok {
			left[kind]--
			i.ShardID = s.ID
			items, listed = append(items, i), append(listed, i)
		}
	}
	return items, nil
}

// listed returns what a shard says, and what those say that it cites and the chat sees: it does not form again.
func (j *job) listed(ctx context.Context, s shard.Shard) (all []shard.Item, err error) {
	active, err := j.s.Shards.Active(ctx, j.Scope)
	if err != nil {
		return nil, err
	}
	known, err := j.s.Shards.Contents(ctx, append(shard.CitedOf(s, active), s), nil)
	for _, items := range known {
		all = append(all, items...)
	}
	return all, err
}

// groundItem returns the item of an entry when the member said it in the message that it names, it is not about
// another member, nobody took it back before, and the shard does not have it.
func (j *job) groundItem(ctx context.Context, kind shard.Kind, e formedItem, said []spoken, listed []shard.Item) (shard.Item, bool, error) {
	m := said[e.Message-1]
	i := shard.Item{Kind: kind, Person: m.Message.Author, Speaker: m.Message.Name, Message: m.Message.ID, Content: text.OneLine(e.Text), SaidAt: m.Message.At}
	if !strings.Contains(text.Fold(m.Text), text.Fold(e.Quote)) {
		return i, false, nil
	}
	v := m.view
	v.Window = []session.Message{m.Message}
	v.Stated = []grounds.Statement{{Quote: e.Quote, Facts: []string{i.Content}}}
	// A suggestion is open by nature ("we could …"), so that grounds, which takes what is settled, does not judge it.
	if kind == shard.Fact && !grounds.Judge(grounds.Write{Content: i.Content}, v).Allowed || kind == shard.Suggestion && !takesFrom(e.Quote, i.Content) {
		return i, false, nil
	}
	for author, name := range j.members {
		if author != i.Person && isNamed(i.Content, name, people.Label(name, author)) {
			return i, false, nil // what one member says of another is not theirs to share
		}
	}
	if isNamed(i.Content, m.Message.Name, m.view.Self) || isAboutWriter(e.Quote) {
		i.Pending = j.s.Consent == Ask
		if j.s.Consent == Off {
			return i, false, nil
		}
	}
	if slices.ContainsFunc(listed, func(o shard.Item) bool { return slot.Repeats(o.Content, i.Content) }) {
		return i, false, nil
	}
	refused, err := j.s.Memory.IsRefused(ctx, j.Scope, "", i.Content)
	return i, !refused, err
}

// takesFrom reports whether a text says nothing that a quotation does not say.
func takesFrom(quote, content string) bool {
	return slot.ShareOfParts(quote, content) >= leastTaken && hasNumbersOf(quote, content) && phrase.HasDenial(quote) == phrase.HasDenial(content)
}

// isAboutWriter reports whether a text speaks of its writer alone: "I", "my", not "we".
func isAboutWriter(said string) bool {
	ts := phrase.Tokens(said)
	return !phrase.IsPlural(ts) && slices.ContainsFunc(ts, func(t phrase.Token) bool {
		return t.Kind == phrase.Subject || t.Kind == phrase.Object || t.Kind == phrase.Owner
	})
}

// isNamed reports whether a text names somebody by their label or a word of their name.
func isNamed(content, name, label string) bool {
	if strings.Contains(content, label) {
		return true
	}
	words := text.Words(text.Fold(content))
	return slices.ContainsFunc(text.Words(text.Fold(name)), func(w string) bool { return text.Len(w) > 1 && slices.Contains(words, w) })
}
