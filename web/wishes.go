package web

import (
	"context"
	"net/http"

	"keepsake/actor"
	"keepsake/command/wishes"
	"keepsake/fault"
	"keepsake/memory/policy"
	"keepsake/people"
	"keepsake/web/shape"
	"keepsake/web/together"
)

// errNoAgent means that a key opens the memory of another agent than a path names, or of nobody.
var errNoAgent = fault.New(fault.NotFound, "there is no such agent, or this key is not of a person")

// addWishes adds Eden's operations on what a person wants of an agent (E30, E35).
func (r *Room) addWishes() {
	const tag, path = "User memory", "/api/agents/{agent_id}/memory"
	missing := []int{http.StatusNotFound}
	register(r, operation{id: "get-user-memory", method: http.MethodGet, path: path, tag: tag, summary: "Get how the person wants to be answered", errors: missing,
		about: "The digest of the person's lasting wishes, and the wishes that wait to become a part of it."}, r.getUserMemory)
	register(r, operation{id: "restore-user-memory", method: http.MethodPost, path: path, tag: tag, summary: "Bring back an earlier version of the digest", writes: true,
		errors: []int{http.StatusNotFound, http.StatusConflict},
		about:  "As a version of its own; what came since then waits again. Every line rests on what the person said, so a digest takes no text of others."}, r.restoreUserMemory)
	register(r, operation{id: "enable-user-memory", method: http.MethodPatch, path: "/api/agents/{agent_id}/user-memory-enabled", tag: tag, writes: true, errors: missing,
		summary: "Let memories of the person form by themselves, or not", about: "As /memory mode in the chat: off, or back to the operator's default. What the person asks to be kept is kept in either."}, r.enableUserMemory)
	register(r, operation{id: "delete-directive", method: http.MethodDelete, path: path + "/{directive_id}", tag: tag, summary: "Forget a wish", status: http.StatusNoContent,
		writes: true, errors: missing, about: "With all that was made of it; it is not found again."}, r.deleteDirective)
}

// UserMemory is how a person wants to be answered.
type UserMemory struct {
	AgentID    string      `json:"agent_id"`
	Enabled    bool        `json:"user_memory_enabled" doc:"Whether memories may form by themselves"`
	Content    string      `json:"content" doc:"The digest, a line for each wish; empty when there is none"`
	Version    int         `json:"version" minimum:"0" doc:"How often wishes were merged, or that was taken back"`
	UpdatedAt  *shape.Time `json:"updated_at" nullable:"true"`
	Versions   []int       `json:"versions" nullable:"false" doc:"Those that can be brought back, the newest first"`
	Directives []Directive `json:"directives" nullable:"false" doc:"Wishes that wait to become a part of the digest, the oldest first"`
}

// Directive is one lasting wish (E3).
type Directive struct {
	ID        string     `json:"directive_id"`
	Content   string     `json:"content"`
	CreatedAt shape.Time `json:"created_at" doc:"When it was said"`
}

// AgentPath names the agent in a path.
type AgentPath struct {
	Agent string `path:"agent_id" doc:"The agent's name" example:"keepsake"`
}

// callerAt returns the caller, if their key is of a person and opens the store of the agent that a path names.
func (r *Room) callerAt(ctx context.Context, in AgentPath) (caller, error) {
	c := callerOf(ctx)
	a, ok := r.agentOf(c.key, in.Agent)
	if !ok || c.key.Person == "" {
		return c, errNoAgent
	}
	c.agent = a
	return c, nil
}

type userMemoryOutput struct{ Body UserMemory }

func (r *Room) getUserMemory(ctx context.Context, in *AgentPath) (*userMemoryOutput, error) {
	c, err := r.callerAt(ctx, *in)
	if err != nil {
		return nil, err
	}
	owner, digests := c.key.Scope(), r.cfg.Forget.Digests
	p, err := r.personOf(ctx, c)
	if err != nil {
		return nil, err
	}
	now, err := digests.Current(ctx, owner)
	if err != nil {
		return nil, err
	}
	waiting, err := digests.Waiting(ctx, owner)
	if err != nil {
		return nil, err
	}
	all, err := digests.List(ctx, owner)
	if err != nil {
		return nil, err
	}
	out := UserMemory{
		AgentID: c.agent.Name, Enabled: policy.Setting(p.MemoryMode) != policy.Off, Content: together.Text(now.Lines), Version: now.Version,
		UpdatedAt: shape.TimeOrNil(now.At), Versions: []int{}, Directives: []Directive{},
	}
	for _, d := range all {
		out.Versions = append(out.Versions, d.Version)
	}
	for _, d := range waiting {
		out.Directives = append(out.Directives, Directive{ID: d.ID, Content: d.Content, CreatedAt: shape.Time(d.SaidAt)})
	}
	return &userMemoryOutput{Body: out}, nil
}

type restoreInput struct {
	AgentPath
	Named
	Body struct {
		Version int `json:"restore_version" minimum:"1" maximum:"1000000"`
	}
}

type restoredOutput struct {
	Replayed
	Body UserMemory
}

func (r *Room) restoreUserMemory(ctx context.Context, in *restoreInput) (*restoredOutput, error) {
	c, err := r.callerAt(ctx, in.AgentPath)
	if err != nil {
		return nil, err
	}
	_, answered, err := r.once(ctx, c, in.Named, bodyOf("/api/agents/"+in.Agent+"/memory", in.Body), func(ctx context.Context) (string, int, error) {
		now, err := r.cfg.Forget.Digests.Restore(ctx, c.actor, c.key.Scope(), in.Body.Version)
		return "digest", now.Version, err
	})
	if err != nil {
		return nil, err
	}
	now, err := r.getUserMemory(ctx, &in.AgentPath)
	if err != nil {
		return nil, err
	}
	return &restoredOutput{answered, now.Body}, nil
}

type enableInput struct {
	AgentPath
	Body struct {
		Enabled bool `json:"enabled"`
	}
}

func (r *Room) enableUserMemory(ctx context.Context, in *enableInput) (*userMemoryOutput, error) {
	c, err := r.callerAt(ctx, in.AgentPath)
	if err != nil {
		return nil, err
	}
	err = r.cfg.Forget.Tx.InTx(ctx, func(ctx context.Context) error {
		p, err := r.cfg.Forget.People.Get(ctx, c.key.Person)
		if err != nil {
			return err
		}
		switch off := policy.Setting(p.MemoryMode) == policy.Off; {
		case off && in.Body.Enabled:
			p.MemoryMode = ""
		case !off && !in.Body.Enabled:
			p.MemoryMode = string(policy.Off)
		}
		return r.cfg.Forget.People.SaveSettings(ctx, c.actor, p)
	})
	if err != nil {
		return nil, err
	}
	return r.getUserMemory(ctx, &in.AgentPath)
}

type directiveInput struct {
	AgentPath
	ID string `path:"directive_id" pattern:"^[0-9A-Za-z]{12}$" doc:"The wish's id"`
}

func (r *Room) deleteDirective(ctx context.Context, in *directiveInput) (*struct{}, error) {
	c, err := r.callerAt(ctx, in.AgentPath)
	if err != nil {
		return nil, err
	}
	desk := &wishes.Desk{Digests: r.cfg.Forget.Digests, Memory: c.agent.Memory}
	return nil, r.cfg.Forget.Tx.InTx(ctx, func(ctx context.Context) error { return desk.Forget(ctx, c.actor, c.key.Scope(), in.ID) })
}

// inPrivate returns the caller as who acts in their private chat with the agent: an owner of the bot may do there what
// owners do.
func (r *Room) inPrivate(ctx context.Context, c caller) (actor.Actor, error) {
	p, err := r.personOf(ctx, c)
	who := c.actor
	who.Owner = p.Access == people.Owner
	return who, err
}

// personOf returns the person of a key, without settings when they never spoke to the bot.
func (r *Room) personOf(ctx context.Context, c caller) (people.Person, error) {
	p, err := r.cfg.Forget.People.Get(ctx, c.key.Person)
	if fault.KindOf(err) == fault.NotFound {
		err = nil
	}
	return p, err
}
