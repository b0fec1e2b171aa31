package web

import (
	"context"
	"net/http"

	"keepsake/fault"
	"keepsake/memory/forget"
)

// addClear adds the end of all memories and conversations, which keepsake memory clear --remote asks for.
func (r *Room) addClear() {
	register(r, operation{
		id: "clear", method: http.MethodPost, path: "/api/ltm/clear", tag: "Long-term memory", summary: "Destroy all memories or conversations",
		about: "For good, of the key's person, as `keepsake memory clear` does. Tasks and settings stay. It needs a key that was made with --write --trusted, " +
			"since nobody can bring this back.",
		writes: true,
	}, r.clear)
}

// ClearBody says what is destroyed.
type ClearBody struct {
	Memories      bool   `json:"memories" doc:"All memories, with what extraction found and digests say of them"`
	Conversations bool   `json:"conversations" doc:"All conversations, with what is to be sent in them"`
	Confirm       string `json:"confirm" enum:"destroy" doc:"That this is meant"`
}

// Cleared is what was destroyed.
type Cleared struct {
	Memories      int  `json:"memories" minimum:"0"`
	Versions      int  `json:"versions" minimum:"0"`
	Conversations int  `json:"conversations" minimum:"0"`
	Messages      int  `json:"messages" minimum:"0"`
	Scrubbed      bool `json:"scrubbed" doc:"Whether the bytes are gone from the database's files, too; otherwise the next upkeep takes them"`
}

type clearInput struct{ Body ClearBody }

type clearOutput struct{ Body Cleared }

var errUntrusted = fault.New(fault.Denied, "this key may not destroy: make one with keepsake key create --person … --write --trusted")

func (r *Room) clear(ctx context.Context, in *clearInput) (*clearOutput, error) {
	c := callerOf(ctx)
	switch {
	case c.key.Person == "":
		return nil, forget.ErrDenied
	case !c.key.Trusted:
		return nil, errUntrusted
	case !in.Body.Memories && !in.Body.Conversations:
		return nil, fault.Field("memories", "or conversations must be true")
	}
	done, scrubbed, err := r.cfg.Forget.Clear(ctx, c.actor, forget.Wipe{Store: c.key.Store, Person: c.key.Person, Memories: in.Body.Memories, Sessions: in.Body.Conversations})
	if err != nil {
		return nil, err
	}
	return &clearOutput{Body: Cleared{
		Memories: done.Memory.Memories, Versions: done.Memory.Versions, Conversations: done.Sessions.Sessions, Messages: done.Sessions.Messages, Scrubbed: scrubbed,
	}}, nil
}
