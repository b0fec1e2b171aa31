package web

import (
	"context"
	"net/http"

	"keepsake/command/shards"
	"keepsake/memory/shard"
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
		errors: []int{http.StatusNotFound, http.StatusConflict}, about: "What is not named stays. A paused shard keeps what it has; nothing is added, and no prompt shows it."}, r.changeShard)
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
}

// ShardItem is a fact or a suggestion.
type ShardItem struct {
	ID        string `json:"memory_id"`
	Content   string `json:"content"`
	Speaker   string `json:"speaker,omitempty" doc:"Who said it"`
	CreatedAt Time   `json:"created_at" doc:"When it was said"`
	AgeDays   int    `json:"age_days" minimum:"0"`
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
	out := &shardsOutput{Body: ShardList{Shards: []Shard{}}}
	for _, s := range seen {
		one, err := r.shardOf(ctx, c, s)
		if err != nil {
			return nil, err
		}
		out.Body.Shards = append(out.Body.Shards, one)
	}
	return out, nil
}

// shardOf returns a shard with what the caller sees of it.
func (r *Room) shardOf(ctx context.Context, c caller, s shard.Shard) (Shard, error) {
	out := Shard{ID: s.ID, Name: s.Name, Instructions: s.Instructions, Paused: s.Paused, Open: s.Open, MaxFacts: s.MaxFacts, Threshold: s.Threshold}
	digests, err := c.agent.Shards.Newest(ctx, []shard.Shard{s})
	if err != nil {
		return out, err
	}
	out.Content, out.Version = textOf(digests[s.ID].Lines), digests[s.ID].Version
	if out.Facts, err = r.shardItems(ctx, c, s, shard.Fact); err != nil {
		return out, err
	}
	out.Suggestions, err = r.shardItems(ctx, c, s, shard.Suggestion)
	return out, err
}

// shardItems returns the facts of a shard, or the suggestions that wait.
func (r *Room) shardItems(ctx context.Context, c caller, s shard.Shard, kind shard.Kind) ([]ShardItem, error) {
	all, err := c.agent.Shards.Items(ctx, c.key.Scope(), s.ID, kind, false)
	out := []ShardItem{}
	for _, i := range all {
		if i.Absorbed == 0 {
			age := int(r.cfg.Now.UTC().Sub(i.SaidAt) / day)
			out = append(out, ShardItem{ID: i.ID, Content: i.Content, Speaker: i.Speaker, CreatedAt: Time(i.SaidAt), AgeDays: max(0, age)})
		}
	}
	return out, err
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

// ShardPatch is what may be changed of a shard.
type ShardPatch struct {
	Name         *string `json:"name,omitempty" minLength:"1" maxLength:"60"`
	Instructions *string `json:"instructions,omitempty" maxLength:"2000"`
	Paused       *bool   `json:"paused,omitempty"`
	Open         *bool   `json:"open,omitempty"`
	MaxFacts     *int    `json:"max_facts_per_shard,omitempty" minimum:"1" maximum:"500"`
	Threshold    *int    `json:"max_agent_memories_before_consolidation,omitempty" minimum:"1" maximum:"500"`
}

type changeShardInput struct {
	AgentPath
	ID   string `path:"shard_id" pattern:"^[0-9A-Za-z]{8}$" doc:"The shard's id"`
	Body ShardPatch
}

func (r *Room) changeShard(ctx context.Context, in *changeShardInput) (*shardOutput, error) {
	c, desk, err := r.shards(ctx, in.AgentPath)
	if err != nil {
		return nil, err
	}
	// What the caller does not see is as what is not there.
	if _, err = desk.Shards.Find(ctx, c.key.Scope(), in.ID); err != nil {
		return nil, err
	}
	s, err := desk.Shards.Change(ctx, c.actor, c.key.Scope(), in.ID, func(s *shard.Shard) {
		setIf(&s.Name, in.Body.Name)
		setIf(&s.Instructions, in.Body.Instructions)
		setIf(&s.Paused, in.Body.Paused)
		setIf(&s.Open, in.Body.Open)
		setIf(&s.MaxFacts, in.Body.MaxFacts)
		setIf(&s.Threshold, in.Body.Threshold)
	})
	if err != nil {
		return nil, err
	}
	one, err := r.shardOf(ctx, c, s)
	return &shardOutput{Body: one}, err
}

// setIf sets a field to a value that was sent.
func setIf[T any](field *T, sent *T) {
	if sent != nil {
		*field = *sent
	}
}

type shardItemInput struct {
	AgentPath
	Shard string `path:"shard_id" pattern:"^[0-9A-Za-z]{8}$" doc:"The shard's id"`
	ID    string `path:"memory_id" pattern:"^[0-9A-Za-z]{12}$" doc:"The fact's or suggestion's id"`
}

func (r *Room) deleteShardItem(ctx context.Context, in *shardItemInput) (*struct{}, error) {
	c, desk, err := r.shards(ctx, in.AgentPath)
	if err != nil {
		return nil, err
	}
	if _, err = desk.Shards.Find(ctx, c.key.Scope(), in.Shard); err != nil {
		return nil, err
	}
	return nil, r.cfg.Forget.Tx.InTx(ctx, func(ctx context.Context) error {
		_, err := desk.Remove(ctx, c.actor, c.key.Scope(), in.Shard, in.ID)
		return err
	})
}
