package shards

import (
	"context"
	"errors"
	"slices"
	"strings"

	"keepsake/command/answer"
	"keepsake/memory/shard"
	"keepsake/scope"
)

// named are the subcommands that name a shard, and whether a text may follow the name without a colon.
var named = map[string]bool{
	"show": false, "facts": false, "export": false, "pause": false, "resume": false, "attach": false, "detach": false, "forget": false,
	"add": true, "edit": true, "schedule": true, "rights": true, "cite": true, "uncite": true, "limit": true,
}

// command answers /shard with its subcommands. Without one, or with the name of a shard alone, it shows what there is.
func (d Desk) command(ctx context.Context, a *answer.Answer, args string) error {
	verb, rest := answer.CutWord(args)
	verb = strings.ToLower(verb)
	_, isNamed := named[verb]
	switch {
	case verb == "" || verb == "list":
		return d.list(ctx, a)
	case verb == "import":
		return d.askForCopy(a)
	case verb == "new" && strings.TrimSpace(rest) != "":
		return d.begin(ctx, a, rest)
	case isNamed && strings.TrimSpace(rest) != "":
		return d.change(ctx, a, verb, rest)
	}
	s, err := d.Shards.Find(ctx, d.here(a), args)
	if errors.Is(err, shard.ErrNotFound) {
		a.Reply("shards.help", nil)
		return nil
	}
	if err != nil {
		return err
	}
	return d.show(ctx, a, s)
}

// begin makes a shard of a name and, after a colon, what belongs in it.
func (d Desk) begin(ctx context.Context, a *answer.Answer, typed string) error {
	if !shard.CanMake(a.Actor(), d.here(a)) {
		a.Reply("shards.cannot_make", nil)
		return nil
	}
	name, text, _ := cutName(typed)
	made, err := d.Shards.Make(ctx, a.Actor(), d.here(a), name, text)
	if err != nil {
		return err
	}
	return d.tellOfSharing(ctx, a, made)
}

// change does a subcommand with the shard that it names.
func (d Desk) change(ctx context.Context, a *answer.Answer, verb, typed string) error {
	s, text, hasText, err := d.findTyped(ctx, a, verb, typed)
	if err != nil {
		return err
	}
	switch verb {
	case "show":
		return d.show(ctx, a, s)
	case "facts", "add":
		if !hasText {
			return d.items(ctx, a, s, 1, shard.Fact)
		}
		if _, err = d.Shards.Add(ctx, a.Actor(), d.here(a), s.ID, shard.Fact, text); err == nil {
			a.Reply("shards.added", data(s))
		}
		return err
	case "edit":
		return d.edit(ctx, a, s, text)
	case "schedule":
		if !hasText {
			d.timing(a, s)
			return nil
		}
		return d.schedule(ctx, a, s.ID, text)
	case "rights":
		if !hasText {
			return d.rights(ctx, a, s)
		}
		return d.typedRight(ctx, a, s.ID, text)
	case "cite", "uncite":
		return d.cite(ctx, a, s, verb == "cite", text)
	case "export":
		return d.export(ctx, a, s)
	case "limit":
		return d.limit(ctx, a, s.ID, text)
	case "pause", "resume":
		return d.pause(ctx, a, s.ID, verb == "pause")
	case "attach":
		return d.attach(ctx, a, s.ID)
	case "detach":
		if err = d.Shards.Detach(ctx, a.Actor(), d.here(a), s.ID); err == nil {
			a.Reply("shards.detached", data(s))
		}
		return err
	}
	body, err := d.question(a, s) // forget
	if err == nil {
		a.Send(body)
	}
	return err
}

// attach lets the chat share a shard, and tells it what that means.
func (d Desk) attach(ctx context.Context, a *answer.Answer, id string) error {
	s, err := d.Shards.Attach(ctx, a.Actor(), d.here(a), id)
	if err != nil {
		return err
	}
	return d.tellOfSharing(ctx, a, s)
}

// cutName parts a name from the text after the first colon, which is a wide one on Chinese and Japanese keyboards.
func cutName(typed string) (name, text string, hasText bool) {
	at := strings.IndexAny(typed, ":：")
	if at < 0 {
		return strings.TrimSpace(typed), "", false
	}
	return strings.TrimSpace(typed[:at]), strings.TrimLeft(typed[at:], ":： "), true
}

// findTyped returns the shard that is typed after a subcommand, and the text after its name. Where a text is wanted and
// nobody typed a colon, the name is the longest beginning that is one.
func (d Desk) findTyped(ctx context.Context, a *answer.Answer, verb, typed string) (s shard.Shard, text string, hasText bool, err error) {
	here := d.here(a)
	name, text, hasText := cutName(typed)
	s, err = d.Shards.Find(ctx, here, name)
	if verb == "attach" && errors.Is(err, shard.ErrNotFound) { // it is made elsewhere, in the private chat of the owner
		s, err = d.Shards.Find(ctx, scope.Scope{Store: d.Store, Kind: scope.User, ID: a.Person.ID}, name)
		if errors.Is(err, shard.ErrNotFound) { // or it is another role's
			s, err = d.Shards.FindOffered(ctx, a.Actor(), here, name)
		}
	}
	if hasText || !named[verb] || !errors.Is(err, shard.ErrNotFound) {
		return s, text, hasText, err
	}
	words := strings.Fields(name)
	for n := range slices.Backward(words) {
		found, shorter := d.Shards.Find(ctx, here, strings.Join(words[:n], " "))
		if !errors.Is(shorter, shard.ErrNotFound) {
			return found, strings.Join(words[n:], " "), true, shorter
		}
	}
	return s, text, hasText, err
}

// edit changes what belongs into a shard; without a text it says what makes good instructions, and changes nothing.
func (d Desk) edit(ctx context.Context, a *answer.Answer, s shard.Shard, text string) error {
	if strings.TrimSpace(text) == "" {
		if d.Shards.RightOf(a.Actor(), d.here(a), s) < shard.Edit {
			return shard.ErrNotAllowed
		}
		return d.showGuided(ctx, a, s, true)
	}
	s, err := d.Shards.Change(ctx, a.Actor(), d.here(a), s.ID, func(s *shard.Shard) { s.Instructions = text })
	if err != nil {
		return err
	}
	return d.show(ctx, a, s)
}
