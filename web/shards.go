package web

import (
	"context"
	"net/http"

	"keepsake/command/shards"
	"keepsake/memory/shard"
	"keepsake/web/shape"
	"keepsake/web/together"
)

// addShards adds Eden's operations on what people keep together (E31–E34, E36).
func (r *Room) addShards() {
	const tag, path = "Collective memory", "/api/agents/{agent_id}/collective-memory"
	missing := []int{http.StatusNotFound}
	register(r, operation{id: "list-shards", method: http.MethodGet, path: path, tag: tag, summary: "List the shards of the person's private chat", errors: missing,
		about: "Those that they made there as an owner of the bot, and those that are open to all chats: instructions, facts, digest, and suggestions that wait."}, r.listShards)
	register(r, operation{id: "make-shard", method: http.MethodPost, path: path, tag: tag, summary: "Make a shard", status: http.StatusCreated, writes: true,
		errors: []int{http.StatusNotFound, http.StatusConflict}, about: "Owners of the bot make shards in their private chat, to attach them to groups or to open them."}, r.makeShard)
	register(r, operation{id: "change-shard", method: http.MethodPatch, path: path + "/{shard_id}", tag: tag, summary: "Change a shard", writes: true,
		errors: []int{http.StatusNotFound, http.StatusConflict}, about: "What is not named stays, and all or nothing is changed. Who may manage the shard sets permissions. A paused shard keeps what it has; nothing is added, and no prompt shows it."}, r.changeShard)
	register(r, operation{id: "change-shard-item", method: http.MethodPatch, path: path + "/{shard_id}/memory/{memory_id}", tag: tag, summary: "Reword a fact or a suggestion",
		writes: true, errors: []int{http.StatusNotFound, http.StatusConflict},
		about: "For who may edit the shard, and who said it. Its id and age stay. 409 when it is archived, or a suggestion was integrated already."}, r.changeShardItem)
	register(r, operation{id: "delete-shard-item", method: http.MethodDelete, path: path + "/{shard_id}/memory/{memory_id}", tag: tag, summary: "Take a fact or a suggestion back",
		status: http.StatusNoContent, writes: true, errors: missing, about: "For good; with a suggestion the digest is made anew."}, r.deleteShardItem)
}

// Shard is a collective memory with what counts in it.
type Shard struct {
	ID           string      `json:"shard_id"`
	Name         string      `json:"name"`
	Instructions string      `json:"instructions" doc:"What belongs in it"`
	Paused       bool        `json:"paused"`
	Open         bool        `json:"open" doc:"All chats of the agent see it"`
	MaxFacts     int         `json:"max_facts_per_shard" minimum:"1" maximum:"500"`
	Threshold    int         `json:"max_agent_memories_before_consolidation" minimum:"1" maximum:"500" doc:"How many suggestions wait until they are merged"`
	Content      string      `json:"content" doc:"The digest; empty when there is none"`
	Version      int         `json:"version" minimum:"0" doc:"How often suggestions were merged, or that was taken back"`
	Facts        []ShardItem `json:"facts" nullable:"false" doc:"The oldest first"`
	Suggestions  []ShardItem `json:"suggestions" nullable:"false" doc:"They will be integrated soon"`
	Cites        []string    `json:"cites" nullable:"false" doc:"Ids of others that it points to, of those that the person sees"`
	SharedBy     []string    `json:"shared_by,omitempty" doc:"Roles that may show it, where it was opened to roles with a memory of their own"`
	// Permissions are shown to who may manage the shard.
	Permissions map[string]string `json:"permissions,omitempty" doc:"Who may do what: everybody, admins, person:ID or role:NAME; only for who manages the shard"`
}

// ShardItem is a fact or a suggestion.
type ShardItem struct {
	ID        string     `json:"memory_id"`
	Content   string     `json:"content"`
	Speaker   string     `json:"speaker,omitempty" doc:"Who said it"`
	CreatedAt shape.Time `json:"created_at" doc:"When it was said"`
	AgeDays   int        `json:"age_days" minimum:"0"`
}

// ShardList is the shards that a chat sees.
type ShardList struct {
	Shards []Shard `json:"shards" nullable:"false"`
}

// shards returns the caller of a path and the desk of shards.
func (r *Room) shards(ctx context.Context, in AgentPath) (caller, shards.Desk, error) {
	c, err := in.person(ctx)
	if err == nil && c.agent.Shards == nil {
		err = newProblem(http.StatusNotFound, "not_found", "Shards are switched off here.")
	}
	if err == nil {
		c.actor, err = r.inPrivate(ctx, c)
	}
	return c, shards.Desk{Store: c.key.Store, Shards: c.agent.Shards, Memory: c.agent.Memory}, err
}

// shard is shards for one of them: what the caller does not see is as what is not there.
func (r *Room) shard(ctx context.Context, in AgentPath, id string) (caller, shards.Desk, error) {
	c, desk, err := r.shards(ctx, in)
	if err == nil {
		_, err = desk.Shards.Find(ctx, c.key.Scope(), id)
	}
	return c, desk, err
}

type shardsOutput struct{ Body ShardList }

func (r *Room) listShards(ctx context.Context, in *AgentPath) (*shardsOutput, error) {
	c, desk, err := r.shards(ctx, *in)
	if err != nil {
		return nil, err
	}
	seen, err := desk.Shards.Seen(ctx, c.key.Scope())
	if err != nil {
		return nil, err
	}
	all, err := r.shardsOf(ctx, c, seen)
	return &shardsOutput{Body: ShardList{Shards: all}}, err
}

// shardsOf returns shards with what the caller sees of them.
func (r *Room) shardsOf(ctx context.Context, c caller, of []shard.Shard) ([]Shard, error) {
	all := make([]Shard, len(of))
	digests, err := c.agent.Shards.Newest(ctx, of)
	if err != nil {
		return nil, err
	}
	items, err := c.agent.Shards.Contents(ctx, of, nil)
	if err != nil {
		return nil, err
	}
	for n, s := range of {
		one := Shard{ID: s.ID, Name: s.Name, Instructions: s.Instructions, Paused: s.Paused, Open: s.Open, MaxFacts: s.MaxFacts, Threshold: s.Threshold, Facts: []ShardItem{}, Suggestions: []ShardItem{},
			Content: textOf(digests[s.ID].Lines), Version: digests[s.ID].Version, SharedBy: c.agent.Shards.Roles(s), Permissions: together.Permissions(c.agent.Shards, c.actor, c.key.Scope(), s)}
		if one.Cites, err = together.Cites(ctx, c.agent.Shards, c.key.Scope(), s); err != nil {
			return nil, err
		}
		for _, i := range items[s.ID] {
			if i.Kind == shard.Fact {
				one.Facts = append(one.Facts, r.shardItem(i))
			} else {
				one.Suggestions = append(one.Suggestions, r.shardItem(i))
			}
		}
		all[n] = one
	}
	return all, nil
}

// shardOf is shardsOf for one.
func (r *Room) shardOf(ctx context.Context, c caller, s shard.Shard) (Shard, error) {
	all, err := r.shardsOf(ctx, c, []shard.Shard{s})
	if err != nil {
		return Shard{}, err
	}
	return all[0], nil
}

func (r *Room) shardItem(i shard.Item) ShardItem {
	age := int(r.cfg.Now.UTC().Sub(i.SaidAt) / day)
	return ShardItem{ID: i.ID, Content: i.Content, Speaker: i.Speaker, CreatedAt: shape.Time(i.SaidAt), AgeDays: max(0, age)}
}

type shardOutput struct{ Body Shard }

type makeShardInput struct {
	AgentPath
	Body struct {
		Name         string `json:"name" minLength:"1" maxLength:"60"`
		Instructions string `json:"instructions,omitempty" maxLength:"2000" doc:"What belongs in it"`
	}
}

func (r *Room) makeShard(ctx context.Context, in *makeShardInput) (*shardOutput, error) {
	c, desk, err := r.shards(ctx, in.AgentPath)
	if err != nil {
		return nil, err
	}
	s, err := desk.Shards.Make(ctx, c.actor, c.key.Scope(), in.Body.Name, in.Body.Instructions)
	if err != nil {
		return nil, err
	}
	one, err := r.shardOf(ctx, c, s)
	return &shardOutput{Body: one}, err
}

type changeShardInput struct {
	AgentPath
	ID   string `path:"shard_id" pattern:"^[0-9A-Za-z]{8}$" doc:"The shard's id"`
	Body together.Patch
}

func (r *Room) changeShard(ctx context.Context, in *changeShardInput) (*shardOutput, error) {
	c, desk, err := r.shard(ctx, in.AgentPath, in.ID)
	if err != nil {
		return nil, err
	}
	s, err := in.Body.Apply(ctx, r.cfg.Forget.Tx, desk.Shards, c.actor, c.key.Scope(), in.ID)
	if err != nil {
		return nil, err
	}
	one, err := r.shardOf(ctx, c, s)
	return &shardOutput{Body: one}, err
}

// ShardItemPath is the path of a fact or a suggestion.
type ShardItemPath struct {
	AgentPath
	Shard string `path:"shard_id" pattern:"^[0-9A-Za-z]{8}$" doc:"The shard's id"`
	ID    string `path:"memory_id" pattern:"^[0-9A-Za-z]{12}$" doc:"The fact's or suggestion's id"`
}

func (r *Room) deleteShardItem(ctx context.Context, in *ShardItemPath) (*struct{}, error) {
	c, desk, err := r.shard(ctx, in.AgentPath, in.Shard)
	if err != nil {
		return nil, err
	}
	return nil, r.cfg.Forget.Tx.InTx(ctx, func(ctx context.Context) error {
		_, err := desk.Remove(ctx, c.actor, c.key.Scope(), in.Shard, in.ID)
		return err
	})
}

type changeShardItemInput struct {
	ShardItemPath
	Body struct {
		Content string `json:"content" minLength:"1" maxLength:"500"`
	}
}

type shardItemOutput struct{ Body ShardItem }

func (r *Room) changeShardItem(ctx context.Context, in *changeShardItemInput) (*shardItemOutput, error) {
	c, desk, err := r.shard(ctx, in.AgentPath, in.Shard)
	if err != nil {
		return nil, err
	}
	i, err := desk.Shards.Reword(ctx, c.actor, c.key.Scope(), in.Shard, in.ID, in.Body.Content)
	if err != nil {
		return nil, err
	}
	return &shardItemOutput{Body: r.shardItem(i)}, nil
}
