package command

import (
	"context"
	"strings"

	"keepsake/command/answer"
	"keepsake/command/bring"
	"keepsake/command/corrected"
	"keepsake/command/linked"
	"keepsake/command/memories"
	"keepsake/command/takeout"
	"keepsake/command/talks"
	"keepsake/command/wishes"
	"keepsake/memory/recall"
	"keepsake/session/past"
)

// memory is /memory.
func (h *handling) memory(ctx context.Context) error {
	if query, ok := memories.ParseSearch(h.line.Args); ok {
		h.searchMemories(query, 1)
		return nil
	}
	if memories.IsBareSearch(h.line.Args) {
		return h.tapSearch(ctx)
	}
	sub, rest := answer.CutWord(h.line.Args)
	name := strings.ToLower(sub)
	if rest = strings.ToLower(rest); name == "export" && h.takeOut(rest) {
		return nil
	}
	if name == "wishes" {
		return h.s.wishes().Show(ctx, h.Answer)
	}
	err := h.s.memories().Command(ctx, h.Answer, h.line.Args)
	if err == nil && (name == "" || name == "list") {
		err = h.pointFromList(ctx)
	}
	return err
}

// pointFromList puts the ways to wishes and shards under the list of memories.
func (h *handling) pointFromList(ctx context.Context) error {
	if err := h.s.wishes().PointFrom(ctx, h.Answer); err != nil {
		return err
	}
	return h.s.Shards.PointFrom(ctx, h.Answer)
}

// tapList turns the pages of the list.
func (h *handling) tapList(ctx context.Context) error {
	if err := h.s.memories().TapList(ctx, h.Answer); err != nil {
		return err
	}
	return h.pointFromList(ctx)
}

// onWishes returns the handler of a button of wishes.
func onWishes(do func(d *wishes.Desk, ctx context.Context, a *answer.Answer) error) handler {
	return func(h *handling, ctx context.Context) error { return do(h.s.wishes(), ctx, h.Answer) }
}

// onLinks returns the handler of /link or of one of its buttons.
func onLinks(do func(d *linked.Desk, ctx context.Context, a *answer.Answer) error) handler {
	return func(h *handling, ctx context.Context) error {
		return do(&linked.Desk{People: h.s.People, Args: h.line.Args, Tell: h.s.Tell}, ctx, h.Answer)
	}
}

// tapExport is a button of an export.
func (h *handling) tapExport(ctx context.Context) error {
	if h.takeOut(h.Tap.Ref) {
		return nil
	}
	return h.s.memories().TapExport(ctx, h.Answer)
}

// takeOut has something else copied instead of the memories, and reports whether that is what was asked for. It reads much
// before its transaction.
func (h *handling) takeOut(what string) bool {
	if h.Chat.IsGroup() || what != takeout.Talk && what != takeout.Everything {
		return false
	}
	d := takeout.Desk{Store: h.s.Store, Memory: h.s.Memory, Sessions: h.s.Sessions, Tasks: h.s.Tasks, Digests: h.s.Digests, Graph: h.s.Graph}
	var c takeout.Copy
	h.lookFirst(func(ctx context.Context) (err error) {
		c, err = d.Gather(ctx, h.Answer, what)
		return err
	}, func(context.Context) error {
		d.Show(h.Answer, c)
		return nil
	})
	return true
}

// bring is /import, its buttons, and the list that it asks for.
func (h *handling) bring(ctx context.Context) error {
	d, f := bring.Desk{Store: h.s.Store, Memory: h.s.Memory, Typed: h.line.Args}, h.req.Form
	if h.s.Agent != nil && h.s.Agent.Forming != nil { // where nothing shows them, they would be lost from sight
		d.Digests = h.s.Digests
	}
	if f != nil {
		d.Typed, d.File = f.Answer, f.File
	}
	return d.Do(ctx, h.Answer, f != nil)
}

// shard is /shard, its buttons, and the file that it asks for.
func (h *handling) shard(ctx context.Context) error {
	if f := h.req.Form; f != nil {
		return h.s.Shards.Take(ctx, h.Answer, f.File)
	}
	return h.s.Shards.Do(ctx, h.Answer, h.line.Args)
}

// manner is /model and its buttons.
func (h *handling) manner(ctx context.Context) error { return h.s.Manner.Do(ctx, h.Answer, h.s.People) }

// tapSearch asks what to look for.
func (h *handling) tapSearch(context.Context) error {
	h.Ask(formSearch, "", h.Say("memory.needs_words", nil), "")
	return nil
}

// answerSearch looks for what was typed.
func (h *handling) answerSearch(context.Context) error {
	h.searchMemories(h.req.Form.Answer, 1)
	return nil
}

// tapFind turns the pages of a search.
func (h *handling) tapFind(context.Context) error {
	h.searchMemories(memories.ParseSearchTap(h.Answer))
	return nil
}

// searchMemories has a search done instead: it may ask the embedding model before its transaction.
func (h *handling) searchMemories(query string, page int) {
	desk := h.s.memories()
	var relevant []recall.Hit
	h.lookFirst(func(ctx context.Context) (err error) {
		relevant, err = desk.Relevant(ctx, h.Answer, query)
		return err
	}, func(ctx context.Context) error {
		defer func() { h.s.talks().PointFrom(h.Answer, query) }()
		return desk.ShowFound(ctx, h.Answer, query, page, relevant)
	})
}

// lookFirst has look done outside of any transaction, and then show in one.
func (h *handling) lookFirst(look, show func(ctx context.Context) error) {
	h.instead = func(ctx context.Context, finish Finish) error {
		if err := look(ctx); err != nil {
			return err
		}
		return h.s.inTx(ctx, h.req.Claim, func(ctx context.Context) error {
			if err := show(ctx); err != nil {
				return err
			}
			return finish(ctx, h.reply())
		})
	}
}

func (s *Service) talks() *talks.Desk {
	return &talks.Desk{Store: s.Store, Past: &past.Finder{Sessions: s.Sessions}}
}

// tapSaid looks through the conversations instead: it reads much before its transaction.
func (h *handling) tapSaid(context.Context) error {
	var found past.Result
	h.lookFirst(func(ctx context.Context) (err error) {
		found, err = h.s.talks().Find(ctx, h.Answer, h.Tap.Ref)
		return err
	}, func(context.Context) error {
		h.s.talks().Show(h.Answer, found)
		return nil
	})
	return nil
}

// onMemories returns the handler of a button of memories.
func onMemories(do func(d *memories.Desk, ctx context.Context, a *answer.Answer) error) handler {
	return func(h *handling, ctx context.Context) error { return do(h.s.memories(), ctx, h.Answer) }
}

// onCorrected returns the handler of a button under what is said of a changed message.
func onCorrected(do func(d *corrected.Desk, ctx context.Context, a *answer.Answer) error) handler {
	return func(h *handling, ctx context.Context) error { return do(h.s.corrected(), ctx, h.Answer) }
}

// formOfMemories returns the handler of a form of memories.
func formOfMemories(do func(d *memories.Desk, ctx context.Context, a *answer.Answer, ref, wording string) error) handler {
	return func(h *handling, ctx context.Context) error {
		return do(h.s.memories(), ctx, h.Answer, h.req.Form.Asked.Ref, h.req.Form.Answer)
	}
}

// tapForget is a button of "/memory forget all"; the last one erases.
func (h *handling) tapForget(ctx context.Context) error {
	erase, err := h.s.memories().TapForget(ctx, h.Answer)
	if err == nil && erase {
		h.instead = h.eraseAll
	}
	return err
}

// eraseAll erases all there is about the person, or the group, and ends what is being
// answered there.
func (h *handling) eraseAll(ctx context.Context, finish Finish) error {
	h.stopWork = true
	if client := ""; h.Person.Language != "" {
		h.language = &client
	}
	return h.s.memories().EraseAll(ctx, h.Answer, func(ctx context.Context) error { return finish(ctx, h.reply()) })
}
