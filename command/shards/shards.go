package shards

import (
	"context"

	"keepsake/agent"
	"keepsake/clock"
	"keepsake/command/answer"
	"keepsake/memory"
	"keepsake/memory/digest"
	"keepsake/memory/shard"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/templates"
)

// Action is the action of all buttons of shards. A reference says what it does and to which shard.
const Action = "shard"

// What a button does.
const (
	doList   = "list"
	doShow   = "show"   // show . shard
	doFacts  = "facts"  // facts . shard . page
	doPause  = "pause"  // pause . shard . on or off
	doRemove = "less"   // less . shard . item
	doForget = "forget" // forget . shard . "" or yes
	doTake   = "take"   // take . shard . item: as less, where the item was shown to who said it
	doKeep   = "keep"   // keep . shard . item
	doIdeas  = "ideas"  // ideas . shard . page
	doDrop   = "drop"   // drop . shard . item: as less, of a suggestion
	doDigest = "digest" // digest . shard
	doUndo   = "undo"   // undo . shard . version - number
	doUse    = "use"    // use . shard . name of a template
	doWhen   = "when"   // when . shard . "" or name of a time
	doAttach = "attach" // attach . shard: of another role's
	doRights = "right"  // right . shard . "" or code of a subject . "" or name of a right
)

// Desk is what shards are shown and changed with. Its methods run inside the transaction of a request and
// write into its Answer.
type Desk struct {
	Store   string
	Shards  *shard.Service // nil = there are none
	Memory  *memory.Service
	Digests *digest.Service // whose jobs merge; nil = failures are not shown
	People  *people.Service // who say how they are called; nil = they are shown by number
	Roles   []string        // of the process, those that share the store first
	Now     clock.Now
}

// Do does a command with its arguments, or what a button is for.
func (d Desk) Do(ctx context.Context, a *answer.Answer, args string) error {
	if d.Shards == nil {
		a.Reply("shards.off", nil)
		return nil
	}
	if a.Tap == nil {
		return d.command(ctx, a, args)
	}
	verb, rest := answer.CutRef(a.Tap.Ref)
	id, what := answer.CutRef(rest)
	switch verb {
	case doShow:
		return d.open(ctx, a, id)
	case doFacts:
		return d.tapItems(ctx, a, id, what, shard.Fact)
	case doIdeas:
		return d.tapItems(ctx, a, id, what, shard.Suggestion)
	case doDigest:
		return d.digest(ctx, a, id)
	case doUndo:
		return d.tapUndo(ctx, a, id, what)
	case doUse:
		return d.tapUse(ctx, a, id, what)
	case doWhen:
		return d.tapWhen(ctx, a, id, what)
	case doRights:
		return d.tapRights(ctx, a, id, what)
	case doAttach:
		return d.attach(ctx, a, id)
	case doPause:
		return d.pause(ctx, a, id, what == "on")
	case doRemove:
		return d.tapRemove(ctx, a, id, what, shard.Fact)
	case doDrop:
		return d.tapRemove(ctx, a, id, what, shard.Suggestion)
	case doForget:
		return d.tapForget(ctx, a, id, what)
	case doTake, doKeep:
		return d.tapFormed(ctx, a, verb, id, what)
	}
	return d.list(ctx, a)
}

// here returns the chat as shards know it: of a group all topics are one.
func (d Desk) here(a *answer.Answer) scope.Scope {
	if a.Chat.IsGroup() {
		return agent.GroupScope(d.Store, session.Place{Bot: a.Place.Bot, Chat: a.Place.Chat}, false)
	}
	return scope.Scope{Store: d.Store, Kind: scope.User, ID: a.Person.ID}
}

func data(s shard.Shard) templates.Data {
	return templates.Data{"Name": answer.Literal(s.Name)}
}

// tellOfSharing shows a shard in the chat that begins to share it, in a group with what that means.
func (d Desk) tellOfSharing(ctx context.Context, a *answer.Answer, s shard.Shard) error {
	if a.Chat.IsGroup() {
		a.Reply("shards.shared", data(s))
	}
	return d.show(ctx, a, s)
}
