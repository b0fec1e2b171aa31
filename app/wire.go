package app

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"keepsake/agent"
	"keepsake/agent/tool"
	"keepsake/bot"
	"keepsake/delivery"
	"keepsake/llm/openai"
	"keepsake/memory"
	"keepsake/memory/recall"
	memtools "keepsake/memory/toolset"
	"keepsake/metrics"
	"keepsake/role"
	tasktools "keepsake/task/toolset"
)

// Role is one agent and its bot: what the roles of a process do not share.
type Role struct {
	Name    string // the bot's name in the house
	Config  Config // the process's settings, with what its role file says
	Agent   *agent.Agent
	Bot     *bot.Bot        // nil = it is only asked by others
	Memory  *memory.Service // the process's, with the role's cap
	Recall  *recall.Service
	Indexer *recall.Indexer // nil = no embedder is set, or another role sees to the store
}

// wireRole makes an agent and its bot of one role's settings.
func (a *App) wireRole(c Config, zone *time.Location) (*Role, error) {
	r := &Role{Name: c.Name, Config: c}
	kept := *a.Memory
	if most, _ := c.remembers(); most > 0 {
		kept.Caps.Explicit = most
	}
	r.Memory = &kept
	r.Recall = &recall.Service{Memories: a.Memory.Store, Vectors: a.DB.Vectors(), Now: a.Now, Log: a.Log}
	if e := c.embedder(a.Log, a.Now); e != nil {
		watched := a.Metrics.Embedder(e)
		r.Recall.Embedder = watched
		seen := slices.ContainsFunc(a.Roles, func(o *Role) bool { return o.Indexer != nil && o.Config.Store() == c.Store() })
		if !seen {
			r.Indexer = c.indexer(a.DB, watched, a.Log, a.Now)
		}
	}
	tools, err := agent.NewRegistry(a.tools(r)...)
	if err != nil {
		return nil, err
	}
	r.Agent = &agent.Agent{
		Name: c.Name, Store: c.Store(), Chat: a.Metrics.Chat(c.Name, openai.New(c.endpoint(a.Log, a.Now))), Sessions: a.Sessions,
		Memory: r.Memory, Recall: r.Recall, Delivery: a.Delivery, People: a.People, Words: a.Words, Tools: tools,
		Tx: a.DB, Log: a.Log, Now: a.Now, Answered: a.Metrics.Answered, Usage: a.Usage,
		Config: agent.Config{ConfirmNew: c.Memory.ConfirmNew, Reactions: c.Memory.Reactions, Zone: zone},
	}
	if c.role != nil {
		_, remembers := c.remembers()
		r.Agent.Config.Role, r.Agent.Config.AnswerTokens = c.role.Prompt, c.role.Model.MaxTokens
		r.Agent.Config.Named, r.Agent.Config.Forgetful = true, !remembers
	}
	if c.silent() {
		return r, nil
	}
	r.Bot, err = bot.New(a.botConfig(r, zone))
	return r, err
}

func (a *App) botConfig(r *Role, zone *time.Location) bot.Config {
	c, t := r.Config, r.Config.Telegram
	hook := bot.Webhook{URL: t.Webhook.URL, Listen: t.Webhook.Listen, Secret: c.hookSecret()}
	if c.many && hook.URL != "" {
		if a.hooks == nil {
			a.hooks = &bot.Hooks{}
		}
		hook.Shared = a.hooks
	}
	return bot.Config{
		Name: c.Name, Store: c.Store(), Token: t.Token.Reveal(), APIURL: t.APIURL, Access: bot.Access(c.Access),
		Allow: c.Allow, Usage: a.Usage, Money: c.Usage.Currency,
		Agent: r.Agent, Sessions: a.Sessions, Memory: r.Memory, Forget: a.Forget, People: a.People,
		Tasks: a.Tasks, Delivery: a.Delivery, Words: a.Words, Tx: a.DB, Now: a.Now, Log: a.Log,
		Owner: a.owner, Zone: zone, Kept: a.kept(c), Media: a.media(c), Reactions: c.Memory.Reactions,
		Quiet: quiet(t.Quiet), PollTimeout: t.PollTimeout, Lease: t.Lease,
		Limits:  bot.Limits{Overall: rate.Limit(t.Rate), Chat: rate.Limit(t.ChatRate), Group: rate.Limit(t.GroupRate)},
		Webhook: hook,
	}
}

// introduce lets each role ask those whom its file names, now that all are there.
func (a *App) introduce() {
	for _, r := range a.Roles {
		if r.Config.role == nil || r.Config.role.Delegate == nil {
			continue
		}
		d := r.Config.role.Delegate
		for _, x := range d.Agents {
			i := slices.IndexFunc(a.Roles, func(o *Role) bool { return o.Name == x.Name })
			other := a.Roles[i] // role.LoadAll has seen to it
			r.Agent.Colleagues = append(r.Agent.Colleagues, agent.Colleague{
				Agent: other.Agent, About: cmp.Or(x.Description, other.Config.role.Description),
			})
		}
	}
}

// standing is what a scrape asks for.
func (a *App) standing() metrics.Standing {
	out := metrics.Standing{
		Backlog: func(ctx context.Context, bot string) (delivery.Backlog, error) { return a.Delivery.Backlog(ctx, bot) },
	}
	var stores []string
	for _, r := range a.Roles {
		if r.Bot != nil {
			out.Bots = append(out.Bots, metrics.Bot{Name: r.Name, Heard: r.Bot.Heard})
		}
		if r.Indexer != nil {
			stores = append(stores, r.Config.Store())
		}
	}
	if len(stores) == 0 {
		return out
	}
	out.Embeddings = func(ctx context.Context) (all memory.Backlog, err error) {
		for _, store := range stores {
			b, err := a.DB.Vectors().Backlog(ctx, store)
			if err != nil {
				return all, err
			}
			all.Waiting += b.Waiting
			all.Failing += b.Failing
		}
		return all, nil
	}
	return out
}

// askFirst is what add_to_memory tells the model about new facts; where they are kept
// without asking (R5), it would contradict the prompt's rules.
const askFirst = " Ask for confirmation before storing new information."

// tools returns what a role's model may call. The agent of no role file has its own memory
// tools (P30); a role has those its file's spec.memory means (I19).
func (a *App) tools(r *Role) []tool.Tool {
	set := &memtools.Toolset{Memory: r.Memory, Sessions: a.DB.Sessions(), Recall: r.Recall}
	var all []tool.Tool
	_, remembers := r.Config.remembers()
	switch {
	case r.Config.role == nil:
		all = set.Tools()
	case remembers:
		all = set.RoleTools()
	}
	all = append(all, (&tasktools.Toolset{Tasks: a.Tasks}).Tools()...)
	if d := delegated(r.Config.role); d != nil {
		all = append(all, agent.Delegate(func() *agent.Agent { return r.Agent }, d.Names(), d.MaxDepth))
	}
	if r.Config.Memory.ConfirmNew == "auto" {
		for i := range all {
			all[i].Def.Description = strings.TrimSuffix(all[i].Def.Description, askFirst)
		}
	}
	return all
}

func delegated(r *role.Role) *role.Delegate {
	if r == nil {
		return nil
	}
	return r.Delegate
}

// kept is what /privacy tells: where the data lives and who reads along.
func (a *App) kept(c Config) bot.Kept {
	where := a.DB.Dialect()
	if a.DB.Encrypted() {
		where = "encrypted"
	}
	hostname := func(address string) string {
		if u, err := url.Parse(address); err == nil {
			return u.Hostname()
		}
		return address
	}
	meaning := ""
	if c.Embedding.Model != "" {
		meaning = hostname(cmp.Or(c.Embedding.BaseURL, c.Model.BaseURL))
	}
	return bot.Kept{
		Where: where, Voices: c.listener(), Model: hostname(c.Model.BaseURL), Meaning: meaning,
		Deleted: c.Memory.KeepDeleted, Handled: c.Session.KeepHandled,
	}
}
