package app

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"keepsake/agent"
	"keepsake/agent/receipt"
	"keepsake/app/doors"
	"keepsake/app/embedding"
	"keepsake/app/endpoint"
	"keepsake/app/extraction"
	"keepsake/app/media"
	"keepsake/app/outsiders"
	"keepsake/app/settings"
	"keepsake/bot"
	"keepsake/bot/intake"
	"keepsake/bot/telegram"
	"keepsake/command"
	"keepsake/command/manner"
	"keepsake/delivery"
	"keepsake/llm"
	"keepsake/memory"
	"keepsake/memory/graph"
	"keepsake/memory/grounds/judge"
	"keepsake/memory/linking"
	"keepsake/memory/recall"
	"keepsake/metrics"
	"keepsake/session/past"
	"keepsake/tool"
	"keepsake/toolset/grounding"
	"keepsake/toolset/memorytools"
	"keepsake/toolset/pasttools"
	"keepsake/toolset/tasktools"
)

// Role is one agent and its bot: what the roles of a process do not share.
type Role struct {
	Name     string          // the bot's name in the database
	Config   settings.Config // the process's settings, with what its role file says
	Agent    *agent.Agent
	Bot      *bot.Bot // nil = it is only asked by others
	Commands *command.Service
	Memory   *memory.Service // the process's, with the role's cap
	Recall   *recall.Service
	Indexer  *recall.Indexer // nil = no embedder is set, or another role sees to the store
	Linking  *linking.Service
}

// wireRole makes an agent and its bot of one role's settings.
func (a *App) wireRole(c settings.Config, zone *time.Location) (*Role, error) {
	r := &Role{Name: c.Name, Config: c}
	caps := a.Memory.Caps()
	if most, _ := c.Remembers(); most > 0 {
		caps.Explicit = most
	}
	r.Memory = a.Memory.WithCaps(caps)
	r.Recall = &recall.Service{Memories: a.Memory, Vectors: a.DB.Vectors(), Graph: a.DB.Triples(), Now: a.Now, Log: a.Log, ReembedCommand: embedding.Command(c)}
	if e := endpoint.Embedder(c, a.Log, a.Now); e != nil {
		watched := a.Metrics.Embedder(c.Name, e)
		paid := embedding.Accounts{Bot: c.Name, Usage: a.Usage, People: a.People, Zone: zone, Log: a.Log}
		r.Recall.Embedder, r.Recall.Accounts = watched, paid
		seen := slices.ContainsFunc(a.Roles, func(o *Role) bool { return o.Indexer != nil && o.Config.Store() == c.Store() })
		if !seen {
			r.Indexer = embedding.NewIndexer(c, a.DB, watched, paid, a.Log, a.Now)
			if _, automatic := c.EmbedsWith(); automatic {
				r.Indexer.Ready = (&announcement{app: a, role: r, embedder: e}).isOver
			}
		}
	}
	chat := llm.Chat(watchedChat{a.Metrics.Chat(c.Name, endpoint.Chat(c, a.Log, a.Now)), a, r})
	chosen := map[string]llm.Chat{}
	for _, name := range c.Model.Choices {
		chosen[name] = a.newSideModel(r, chat, name)
	}
	tools, err := tool.NewRegistry(a.newTools(r, chat)...)
	if err != nil {
		return nil, err
	}
	tools.Watch(&tool.Diversity{Share: c.Model.ToolExploration, Tell: a.Metrics.ToolsChosen})
	r.Agent = &agent.Agent{
		Name: c.Name, Store: c.Store(), Chat: endpoint.Choose(chat, chosen), Sessions: a.Sessions,
		Memory: r.Memory, Tasks: a.Tasks, Recall: r.Recall, Delivery: a.Delivery, People: a.People, Words: a.Words, Tools: tools,
		Outside: a.Outside, Tx: a.DB, Storage: a.DB, Log: a.Log, Now: a.Now, Answered: a.Metrics.Answered, AskedAgain: a.Metrics.AskedAgain, Usage: a.Usage,
		Config: agent.Config{ConfirmNew: c.Memory.ConfirmNew, Reactions: c.Memory.Reactions, Zone: zone, Keep: c.Retention(), Speaks: c.Media.SpeechModel != "",
			ShowUsed: receipt.ShowUsed(c.LongTerm.ShowUsed)},
	}
	endpoint.SetWindow(c, &r.Agent.Config)
	if c.Role() != nil {
		_, remembers := c.Remembers()
		r.Agent.Config.Role, r.Agent.Config.AnswerTokens = c.Role().Prompt, c.Role().Model.MaxTokens
		r.Agent.Config.Named, r.Agent.Config.Forgetful = true, !remembers
	}
	r.Agent.Shards = extraction.ShardsDesk(c, a.Shards, r.Memory, a.Digests, a.People, a.Now).Shards
	reader, merger := a.newSideModel(r, chat, c.LongTerm.ExtractionModel), a.newSideModel(r, chat, c.LongTerm.Digests.MergeModel)
	house := extraction.House{
		Candidates: a.Finds, Graph: graph.New(a.DB.Triples()), Policies: a.Policies, Writes: a.Writes, Tx: a.DB, Now: a.Now, Zone: zone, Log: a.Log, Ended: a.Metrics.Extracted, Measured: a.Metrics.Drifted,
	}
	r.Agent.Ingest = extraction.New(c, r.Agent, reader, house)
	r.Linking = extraction.NewLinking(c, r.Agent, reader, house)
	r.Agent.Forming = extraction.NewDigests(c, r.Agent, reader, merger, a.Digests, house)
	extraction.Join(r.Agent)
	r.Commands = a.newCommands(r, zone)
	extraction.Connect(r.Agent, r.Commands)
	if c.IsMute() {
		return r, nil
	}
	r.Bot, err = bot.New(a.botConfig(r))
	return r, err
}

// newSideModel returns a model of a role's endpoint by its name, the answering one for "".
func (a *App) newSideModel(r *Role, answering llm.Chat, name string) llm.Chat {
	c := r.Config
	if name == "" {
		return answering
	}
	c.Model.Name, c.Model.Fallback = name, ""
	return watchedChat{a.Metrics.Chat(c.Name, endpoint.Chat(c, a.Log, a.Now)), a, r}
}

// newCommands returns the service for requests to a role that need no model.
func (a *App) newCommands(r *Role, zone *time.Location) *command.Service {
	c := r.Config
	_, remembers := c.Remembers()
	return &command.Service{
		Name: c.Name, Store: c.Store(), Access: command.Access(c.Access), Allow: c.Allow,
		Agent: r.Agent, Sessions: a.Sessions, Memory: r.Memory, Digests: a.Digests, Forget: a.Forget, People: a.People,
		Tasks: a.Tasks, Delivery: a.Delivery, Usage: a.Usage, Writes: a.Writes, Graph: graph.New(a.DB.Triples()), Words: a.Words, Tx: a.DB, Now: a.Now, Log: a.Log,
		Process: a.owner, Zone: zone, Quiet: c.QuietHours(), Privacy: a.privacy(c), Reactions: c.Memory.Reactions, Money: c.Usage.Currency, Forgets: !remembers,
		Shards: extraction.ShardsDesk(c, a.Shards, r.Memory, a.Digests, a.People, a.Now), Manner: manner.Desk{Usual: c.Model.Name, Models: c.Model.Choices, Tones: c.Model.Tones, Speaks: c.Media.SpeechModel != ""}, Calls: outsiders.Desk(a.Servers, a.Outside, a.Sessions),
		Programs: doors.Keys(a.Keys, c),
		Pruning:  extraction.NewPruning(c, r.Memory, a.Finds, a.DB, a.Now),
		PageLink: doors.PageLink(a.SignIns, a.Config.Web.URL, c.Name), SignOut: doors.SignOut(a.SignIns),
	}
}

func (a *App) botConfig(r *Role) bot.Config {
	c, t := r.Config, r.Config.Telegram
	hook := intake.Webhook{URL: t.Webhook.URL, Secret: c.HookSecret()}
	if hook.URL != "" {
		if a.hooks == nil {
			a.hooks = &intake.Webhooks{}
		}
		hook.Door = a.hooks
	}
	out := bot.Config{
		Name: c.Name, Token: t.Token.Reveal(), APIURL: t.APIURL, Commands: r.Commands,
		Agent: r.Agent, Sessions: a.Sessions, People: a.People, Delivery: a.Delivery, Usage: a.Usage,
		Words: a.Words, Tx: a.DB, Now: a.Now, Log: a.Log, Owner: a.owner, Media: media.New(c, a.Log, a.Now),
		Quiet: noneAsNegative(t.Quiet), Rejoin: t.Rejoin, TapWithin: t.TapWithin, PollTimeout: t.PollTimeout, Lease: t.Lease,
		Limits:  telegram.Limits{Overall: rate.Limit(t.Rate), Chat: rate.Limit(t.ChatRate), Group: rate.Limit(t.GroupRate)},
		Webhook: hook, PageApp: doors.MenuApp(a.Config.Web.URL, c.Name),
	}
	if s := endpoint.Speaker(c, a.Log, a.Now); s != nil {
		out.Speaker = a.Metrics.Speaker(c.Name, s)
	}
	return out
}

// connectColleagues lets each role ask those whom its file names, now that all are there.
func (a *App) connectColleagues() {
	for _, r := range a.Roles {
		if r.Config.Role() == nil || r.Config.Role().Delegate == nil {
			continue
		}
		d := r.Config.Role().Delegate
		for _, x := range d.Agents {
			i := slices.IndexFunc(a.Roles, func(o *Role) bool { return o.Name == x.Name })
			other := a.Roles[i] // role.LoadAll has seen to it
			r.Agent.Colleagues = append(r.Agent.Colleagues, agent.Colleague{
				Agent: other.Agent, About: cmp.Or(x.Description, other.Config.Role().Description),
			})
		}
	}
}

// scrapeSources returns what a scrape of the metrics asks for.
func (a *App) scrapeSources() metrics.Standing {
	out := metrics.Standing{
		Backlog: func(ctx context.Context, bot string) (delivery.Backlog, error) { return a.Delivery.Backlog(ctx, bot) },
	}
	var stores []string
	for _, r := range a.Roles {
		if r.Bot != nil {
			out.Bots = append(out.Bots, metrics.Bot{Name: r.Name, Heard: r.Bot.HeardAt})
		}
		if r.Indexer != nil {
			stores = append(stores, r.Config.Store())
		}
	}
	if forming := a.formingStores(); len(forming) > 0 {
		out.Extraction = func(ctx context.Context) (waiting, parked int, since time.Time, err error) {
			b, err := extraction.BacklogOf(ctx, a.Finds, forming)
			return b.Waiting, b.Parked, b.Since, err
		}
	}
	out.Digests = func(ctx context.Context) (int, int, error) {
		return extraction.JobsOf(ctx, a.Digests, a.formingStores())
	}
	if len(stores) == 0 {
		return out
	}
	out.Embeddings = func(ctx context.Context) (all recall.Backlog, err error) {
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

// formingStores returns the memory stores in which memories form by themselves.
func (a *App) formingStores() (stores []string) {
	for _, r := range a.Roles {
		if r.Agent.Ingest != nil && !slices.Contains(stores, r.Config.Store()) {
			stores = append(stores, r.Config.Store())
		}
	}
	return stores
}

// askFirst is what add_to_memory tells the model about new facts; where they are kept
// without asking (R5), it would contradict the prompt's rules.
const askFirst = " Ask for confirmation before storing new information."

// newTools returns what a role's model may call. The agent of no role file has its own memory
// tools (P30); a role has those its file's spec.memory means (I19).
func (a *App) newTools(r *Role, chat llm.Chat) []tool.Tool {
	set := &memorytools.Toolset{Memory: r.Memory, Grounds: a.newGrounding(r, chat), Recall: r.Recall}
	var all []tool.Tool
	_, remembers := r.Config.Remembers()
	switch {
	case r.Config.Role() == nil:
		all = set.Tools()
	case remembers:
		all = set.RoleTools()
	}
	all = append(all, (&tasktools.Toolset{Tasks: a.Tasks, Grounds: set.Grounds}).Tools()...)
	all = append(all, (&pasttools.Toolset{Past: &past.Finder{Sessions: a.Sessions}}).Tools()...)
	if d := r.Config.Delegate(); d != nil {
		all = append(all, agent.Delegate(func() *agent.Agent { return r.Agent }, d.Names(), d.MaxDepth))
	}
	if r.Config.Memory.ConfirmNew == "auto" {
		for i := range all {
			all[i].Def.Description = strings.TrimSuffix(all[i].Def.Description, askFirst)
		}
	}
	return all
}

// newGrounding returns what a role's tools ask whether the person said something: the role's own model is
// the judge where words do not settle it.
func (a *App) newGrounding(r *Role, chat llm.Chat) *grounding.Grounding {
	check := func(ctx context.Context, c tool.Call) error {
		talk := c.Conversation
		return a.Usage.CheckSide(ctx, r.Agent.Payer(talk.Speaker, talk.Session.Place, talk.Session.IsGroup()))
	}
	return &grounding.Grounding{Memories: r.Memory, Sessions: a.DB.Sessions(), Judge: &judge.Judge{Chat: chat}, Check: check}
}

// offerTools gives each role the tools of other programs that are agreed to now.
func (a *App) offerTools() {
	for _, r := range a.Roles {
		outsiders.Offer(a.Servers, r.Config, r.Agent.Tools, a.Log)
	}
}

// privacy returns what /privacy tells: where the data lives and who reads along.
func (a *App) privacy(c settings.Config) command.Privacy {
	where := a.DB.Dialect()
	if a.DB.IsEncrypted() {
		where = "encrypted"
	}
	meaning := ""
	if e, _ := c.EmbedsWith(); e.Model != "" {
		meaning = endpoint.Hostname(cmp.Or(e.BaseURL, c.Model.BaseURL))
	}
	return command.Privacy{
		Where: where, Voices: media.ListenerHost(c), Speech: media.SpeakerHost(c), Tools: outsiders.Hosts(c), Model: endpoint.Hostname(c.Model.BaseURL), Meaning: meaning,
		Conversations: c.Retention(), Deleted: c.Memory.KeepDeleted, Handled: c.Session.KeepHandled,
		Backups: c.Backup.Lasts(),
	}
}
