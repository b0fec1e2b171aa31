package memorytools

import (
	"context"
	"errors"

	"keepsake/llm"
	"keepsake/memory"
	"keepsake/memory/grounds"
	"keepsake/text"
	"keepsake/tool"
	"keepsake/toolset/grounding"
)

// ready is what of a write may take a network. It is made before the transaction.
type ready struct {
	near    []string // ids of memories close in meaning
	listing *grounding.Listing
}

// Spent implements tool.Spender.
func (r ready) Spent() (llm.Purpose, llm.Usage) { return r.listing.Spent() }

// readyOf returns what was prepared for a call; nothing when it was not.
func readyOf(c tool.Call) ready {
	r, _ := c.Prepared.(ready)
	return r
}

// record adds to a result how its write was judged.
func (r ready) record(v grounds.Verdict) func(tool.Result, error) (tool.Result, error) {
	return func(out tool.Result, err error) (tool.Result, error) {
		r.listing.Record(&out, v)
		return out, err
	}
}

func (t *Toolset) prepare(ctx context.Context, c tool.Call, w grounds.Write) (any, error) {
	listing, err := t.Grounds.Prepare(ctx, c, w)
	if err != nil {
		return nil, err
	}
	return ready{near: t.findNear(ctx, c, w.Content), listing: listing}, nil
}

// addWrite returns what add_to_memory wants to write.
func addWrite(a addArgs) grounds.Write {
	return grounds.Write{Content: text.OneLine(a.Content), Subject: text.OneLine(a.Subject)}
}

// prepareAdd is what of add_to_memory may take a network.
func (t *Toolset) prepareAdd(ctx context.Context, c tool.Call, a addArgs) (any, error) {
	return t.prepare(ctx, c, addWrite(a))
}

// prepareRemember is what of remember may take a network.
func (t *Toolset) prepareRemember(ctx context.Context, c tool.Call, a rememberArgs) (any, error) {
	return t.prepare(ctx, c, grounds.Write{Content: text.OneLine(a.Content)})
}

// prepareUpdate is what of update_memory may take a network.
func (t *Toolset) prepareUpdate(ctx context.Context, c tool.Call, a updateArgs) (any, error) {
	present, err := t.Memory.Get(ctx, c.Scopes, bareID(a.MemoryID))
	if errors.Is(err, memory.ErrNotFound) {
		return nil, nil // the call itself says so
	}
	if err != nil {
		return nil, err
	}
	return t.prepare(ctx, c, grounds.Write{Content: text.OneLine(a.Content), Before: present.Content})
}
