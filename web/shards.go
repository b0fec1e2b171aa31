package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"keepsake/actor"
	"keepsake/command/shards"
	"keepsake/memory/shard"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/web/together"
)

// addShards adds Eden's operations on what people keep together (E31–E34, E36).
func (r *Room) addShards() {
	const tag, path = "Collective memory", "/api/agents/{agent_id}/collective-memory"
	missing := []int{http.StatusNotFound}
	register(r, operation{id: "list-shards", method: http.MethodGet, path: path, tag: tag, summary: "List the shards that a chat sees", errors: missing,
		about: "In the private chat those that the person made there as an owner of the bot, in a group those that it made or shares, and in both those that are open to all: instructions, facts, digest, and suggestions that wait."}, r.listShards)
	register(r, operation{id: "make-shard", method: http.MethodPost, path: path, tag: tag, summary: "Make a shard", status: http.StatusCreated, writes: true,
		errors: []int{http.StatusNotFound, http.StatusConflict}, about: "Owners of the bot make shards in their private chat, to attach them to groups or to open them; the admins of a group in it."}, r.makeShard)
	register(r, operation{id: "change-shard", method: http.MethodPatch, path: path + "/{shard_id}", tag: tag, summary: "Change a shard", writes: true,
		errors: []int{http.StatusNotFound, http.StatusConflict}, about: "What is not named stays, and all or nothing is changed. Who may manage the shard sets permissions. A paused shard keeps what it has; nothing is added, and no prompt shows it."}, r.changeShard)
	register(r, operation{id: "export-shard", method: http.MethodGet, path: path + "/{shard_id}/export", tag: tag, summary: "Export a shard with a checksum", errors: missing, file: true,
		about: "What everybody who sees it can look at, and its archived facts, as /shard export sends it."}, r.exportShard)
	register(r, operation{id: "import-shard", method: http.MethodPost, path: path + "/import", tag: tag, summary: "Make a shard of an export", status: http.StatusCreated, writes: true,
		errors: []int{http.StatusNotFound, http.StatusConflict}, maxBody: maxArchive, file: true,
		about: "A new one, under a name that is free, whose facts the person said who brings them; what was taken back or forgotten here stays out. A file that was changed is refused whole."}, r.importShard)
	register(r, operation{id: "change-shard-item", method: http.MethodPatch, path: path + "/{shard_id}/memory/{memory_id}", tag: tag, summary: "Reword a fact or a suggestion",
		writes: true, errors: []int{http.StatusNotFound, http.StatusConflict},
		about: "For who may edit the shard, and who said it. Its id and age stay. 409 when it is archived, or a suggestion was integrated already."}, r.changeShardItem)
	register(r, operation{id: "delete-shard-item", method: http.MethodDelete, path: path + "/{shard_id}/memory/{memory_id}", tag: tag, summary: "Take a fact or a suggestion back",
		status: http.StatusNoContent, writes: true, errors: missing, about: "For good; with a suggestion the digest is made anew."}, r.deleteShardItem)
}

// ChatPath names an agent, and where the person acts: in their private chat with it, or in a group.
type ChatPath struct {
	AgentPath
	Group int64 `query:"group" maximum:"-1" doc:"The number of a group whose admin the person is now, to act there; left out: the person's private chat" example:"-1001234567890"`
}

// path returns the path of what is kept together in the chat.
func (in ChatPath) path() string {
	return fmt.Sprintf("/api/agents/%s/collective-memory?group=%d", in.Agent, in.Group)
}

// chat is where a person acts on what is kept together, and as whom.
type chat struct {
	caller
	desk shards.Desk
	here scope.Scope
}

// chatOf returns where the caller of a path acts: what they are not enough for is as what is not there.
func (r *Room) chatOf(ctx context.Context, in ChatPath, least actor.Standing) (c chat, err error) {
	if c.caller, err = r.callerAt(ctx, in.AgentPath); err != nil {
		return c, err
	}
	if c.actor, err = r.inPrivate(ctx, c.caller); err != nil {
		return c, err
	}
	c.here = c.key.Scope()
	if in.Group != 0 {
		c.actor, c.here, err = c.agent.Groups.In(ctx, c.actor, in.Group, least)
	}
	return c, err
}

// shards is chatOf for the shards that the chat sees.
func (r *Room) shards(ctx context.Context, in ChatPath) (chat, error) {
	c, err := r.chatOf(ctx, in, actor.Admin)
	if err == nil && c.agent.Shards == nil {
		err = newProblem(http.StatusNotFound, "not_found", "Shards are switched off here.")
	}
	c.desk = shards.Desk{Store: c.key.Store, Shards: c.agent.Shards, Memory: c.agent.Memory}
	return c, err
}

// shard is shards for one of them.
func (r *Room) shard(ctx context.Context, in ChatPath, id string) (chat, error) {
	c, err := r.shards(ctx, in)
	if err == nil {
		_, err = c.desk.Shards.Find(ctx, c.here, id)
	}
	return c, err
}

type shardsOutput struct{ Body together.ShardList }

func (r *Room) listShards(ctx context.Context, in *ChatPath) (*shardsOutput, error) {
	c, err := r.shards(ctx, *in)
	if err != nil {
		return nil, err
	}
	seen, err := c.desk.Shards.Seen(ctx, c.here)
	if err != nil {
		return nil, err
	}
	all, err := together.Describe(ctx, c.desk.Shards, c.actor, c.here, r.cfg.Now.UTC(), seen...)
	return &shardsOutput{Body: together.ShardList{Shards: all}}, err
}

type shardOutput struct{ Body together.Shard }

// shardAnswer returns one shard as the caller sees it.
func (r *Room) shardAnswer(ctx context.Context, c chat, s shard.Shard) (*shardOutput, error) {
	all, err := together.Describe(ctx, c.desk.Shards, c.actor, c.here, r.cfg.Now.UTC(), s)
	if err != nil {
		return nil, err
	}
	return &shardOutput{Body: all[0]}, nil
}

type makeShardInput struct {
	ChatPath
	Named
	Body struct {
		Name         string `json:"name" minLength:"1" maxLength:"60"`
		Instructions string `json:"instructions,omitempty" maxLength:"2000" doc:"What belongs in it"`
	}
}

type madeShardOutput struct {
	Replayed
	Body together.Shard
}

func (r *Room) makeShard(ctx context.Context, in *makeShardInput) (*madeShardOutput, error) {
	c, err := r.shards(ctx, in.ChatPath)
	if err != nil {
		return nil, err
	}
	return r.makeOnce(ctx, c, in.Named, bodyOf(in.path(), in.Body), func(ctx context.Context) (shard.Shard, error) {
		return c.desk.Shards.Make(ctx, c.actor, c.here, in.Body.Name, in.Body.Instructions)
	})
}

// makeOnce makes a shard, under a name of the request at most once, and answers with it.
func (r *Room) makeOnce(ctx context.Context, c chat, in Named, body []byte, made func(ctx context.Context) (shard.Shard, error)) (*madeShardOutput, error) {
	reply, answered, err := r.once(ctx, c.caller, in, body, func(ctx context.Context) (string, int, error) {
		s, err := made(ctx)
		return s.ID, 1, err
	})
	if err != nil {
		return nil, err
	}
	s, err := c.desk.Shards.Find(ctx, c.here, reply.MadeID)
	if errors.Is(err, shard.ErrNotFound) {
		err = gone("The shard that this request made is gone.")
	}
	if err != nil {
		return nil, err
	}
	one, err := r.shardAnswer(ctx, c, s)
	if err != nil {
		return nil, err
	}
	return &madeShardOutput{answered, one.Body}, nil
}

type importShardInput struct {
	ChatPath
	Named
	RawBody []byte `contentType:"application/json"`
}

func (r *Room) importShard(ctx context.Context, in *importShardInput) (*madeShardOutput, error) {
	c, err := r.shards(ctx, in.ChatPath)
	if err != nil {
		return nil, err
	}
	copied, err := shard.ReadCopy(in.RawBody)
	if err != nil {
		return nil, err
	}
	return r.makeOnce(ctx, c, in.Named, append([]byte("POST "+in.path()+"/import\n"), in.RawBody...), func(ctx context.Context) (shard.Shard, error) {
		p, err := r.personOf(ctx, c.caller)
		if err != nil {
			return shard.Shard{}, err
		}
		s, _, err := c.desk.Bring(ctx, c.actor, c.here, p.Name, people.ZoneOf(p, c.agent.Zone), copied)
		return s, err
	})
}

// ShardPath is the path of a shard.
type ShardPath struct {
	ChatPath
	ID string `path:"shard_id" pattern:"^[0-9A-Za-z]{8}$" doc:"The shard's id"`
}

func (r *Room) exportShard(ctx context.Context, in *ShardPath) (*rawOutput, error) {
	c, err := r.shards(ctx, in.ChatPath)
	if err != nil {
		return nil, err
	}
	copied, err := c.desk.Shards.Copy(ctx, c.here, in.ID)
	if err != nil {
		return nil, err
	}
	file, err := copied.File()
	return &rawOutput{ContentType: "application/json", Body: file}, err
}

type changeShardInput struct {
	ShardPath
	Body together.Patch
}

func (r *Room) changeShard(ctx context.Context, in *changeShardInput) (*shardOutput, error) {
	c, err := r.shard(ctx, in.ChatPath, in.ID)
	if err != nil {
		return nil, err
	}
	p, err := r.personOf(ctx, c.caller)
	if err != nil {
		return nil, err
	}
	s, err := in.Body.Apply(ctx, r.cfg.Forget.Tx, c.desk.Shards, c.actor, c.here, in.ID, people.ZoneOf(p, c.agent.Zone))
	if err != nil {
		return nil, err
	}
	return r.shardAnswer(ctx, c, s)
}

// ShardItemPath is the path of a fact or a suggestion.
type ShardItemPath struct {
	ChatPath
	Shard string `path:"shard_id" pattern:"^[0-9A-Za-z]{8}$" doc:"The shard's id"`
	ID    string `path:"memory_id" pattern:"^[0-9A-Za-z]{12}$" doc:"The fact's or suggestion's id"`
}

func (r *Room) deleteShardItem(ctx context.Context, in *ShardItemPath) (*struct{}, error) {
	c, err := r.shard(ctx, in.ChatPath, in.Shard)
	if err != nil {
		return nil, err
	}
	return nil, r.cfg.Forget.Tx.InTx(ctx, func(ctx context.Context) error {
		_, err := c.desk.Remove(ctx, c.actor, c.here, in.Shard, in.ID)
		return err
	})
}

type changeShardItemInput struct {
	ShardItemPath
	Body struct {
		Content string `json:"content" minLength:"1" maxLength:"500" pattern:"\\S" patternDescription:"more than spaces"`
	}
}

type shardItemOutput struct{ Body together.ShardItem }

func (r *Room) changeShardItem(ctx context.Context, in *changeShardItemInput) (*shardItemOutput, error) {
	c, err := r.shard(ctx, in.ChatPath, in.Shard)
	if err != nil {
		return nil, err
	}
	i, err := c.desk.Shards.Reword(ctx, c.actor, c.here, in.Shard, in.ID, in.Body.Content)
	if err != nil {
		return nil, err
	}
	return &shardItemOutput{Body: together.ItemOf(i, r.cfg.Now.UTC())}, nil
}
