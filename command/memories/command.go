package memories

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode"

	"keepsake/command/answer"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/shortid"
	"keepsake/templates"
	"keepsake/text"
)

// Command is /memory with what follows it.
func (d *Desk) Command(ctx context.Context, a *answer.Answer, args string) error {
	sub, rest := answer.CutWord(args)
	id, more := answer.CutWord(rest)
	if strings.EqualFold(id, "id:") {
		id, more = answer.CutWord(more)
	}
	name := strings.ToLower(sub)
	switch name {
	case "", "list":
		return d.list(ctx, a, rest)
	case "archive":
		_, page := cutPage(rest)
		return d.archivePage(ctx, a, page)
	case "refused":
		if !a.Chat.IsGroup() { // a group is not shown again what somebody declined
			_, page := cutPage(rest)
			return d.refusedPage(ctx, a, page)
		}
	case "export":
		return d.export(ctx, a)
	case "mode":
		return d.mode(ctx, a, id)
	case "everybody":
		return d.everybody(ctx, a, id, more)
	case "read-only", "readonly":
		if a.Person.Access == people.Owner && !a.Chat.IsGroup() {
			return d.readOnly(ctx, a, id)
		}
	case "policy":
		if a.Person.Access == people.Owner && !a.Chat.IsGroup() {
			return d.policy(ctx, a)
		}
	case "review":
		return d.review(ctx, a, answer.PageNumber(id))
	case "help":
		a.Reply("memory.help", nil)
		return nil
	case "forget":
		if strings.EqualFold(id, "all") && more == "" {
			return d.askForgetAll(ctx, a)
		}
		if done, err := d.forgetAbout(ctx, a, rest, true); done || err != nil {
			return err
		}
	case "delete", "remove":
		if done, err := d.forgetAbout(ctx, a, rest, false); done || err != nil {
			return err
		}
	case "restore":
		if id == "" && !a.Chat.IsGroup() { // a group is not shown again what somebody took back
			return d.deletedPage(ctx, a, 1)
		}
	}
	if !TakesID(name) {
		a.Reply("memory.unknown", templates.Data{"Word": text.Cut(sub, 40)})
		return nil
	}
	return d.one(ctx, a, name, id, more)
}

// isDescription reports whether what is to be forgotten is described, and not named by an id. A word of letters that could be an
// id is one where a memory has it.
func (d *Desk) isDescription(ctx context.Context, a *answer.Answer, typed string) (bool, error) {
	word, more := answer.CutWord(typed)
	isMarked := strings.HasPrefix(word, "[") || strings.HasPrefix(word, "<") || len(word) >= 3 && strings.EqualFold(word[:3], "id:")
	switch {
	case word == "" || isMarked:
		return false, nil
	case more != "" || !shortid.IsValid(word):
		return true, nil
	case strings.ContainsFunc(word, unicode.IsDigit):
		return false, nil
	}
	id, err := d.matchID(ctx, a, word)
	if err != nil {
		return false, err
	}
	_, err = d.Memory.History(ctx, d.scopes(a), id)
	if errors.Is(err, memory.ErrNotFound) {
		return true, nil
	}
	return false, err
}

// trimID returns a typed id without what it may be copied with.
func trimID(typed string) string {
	id := answer.TrimID(typed)
	if len(id) > 3 && strings.EqualFold(id[:3], "id:") {
		id = answer.TrimID(id[3:])
	}
	return id
}

// TakesID reports whether a subcommand, in any case, is about one memory and wants its id.
func TakesID(sub string) bool {
	return slices.Contains([]string{"show", "delete", "remove", "forget", "edit", "restore", "pin", "unpin", "why"}, strings.ToLower(sub))
}

// matchID returns the id among the memories of this chat that a typed one means (answer.MatchID).
func (d *Desk) matchID(ctx context.Context, a *answer.Answer, typed string) (string, error) {
	deletedQuery := memory.ActiveQuery(d.scopes(a)...)
	deletedQuery.Deleted = true
	deleted, _, err := d.Memory.List(ctx, deletedQuery)
	if err != nil {
		return "", err
	}
	kept, _, err := d.Memory.List(ctx, memory.RetentionQuery(d.scopes(a)...))
	if err != nil {
		return "", err
	}
	var ids []string
	for _, m := range slices.Concat(kept, deleted) {
		ids = append(ids, m.ID)
	}
	return answer.MatchID(ids, typed), nil
}

// one runs a subcommand about one memory.
func (d *Desk) one(ctx context.Context, a *answer.Answer, name, typed, more string) error {
	id := trimID(typed)
	if name == "remove" {
		name = "delete"
	}
	switch {
	case id == "":
		a.Reply("memory.needs_id", templates.Data{"Command": name})
		return nil
	case !shortid.IsValid(id):
		a.Reply("memory.bad_id", templates.Data{"Command": name})
		return nil
	}
	id, err := d.matchID(ctx, a, id)
	if err != nil {
		return err
	}
	switch name {
	case "show":
		return d.showCard(ctx, a, id, "", true)
	case "edit":
		if more == "" {
			return d.AskEdit(ctx, a, id)
		}
		return d.edit(ctx, a, id, 0, more)
	case "restore":
		return d.restore(ctx, a, id)
	case "why":
		return d.why(ctx, a, id)
	case "pin", "unpin":
		return d.pin(ctx, a, id, name == "pin")
	}
	return d.forgetOne(ctx, a, id, "") // delete and forget
}
