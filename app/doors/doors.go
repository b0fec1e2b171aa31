// Package doors puts together the doors for programs: REST (package web) and the Model Context Protocol
// (package mcpserver), over parts that the process has made.
//
// Start reading at Parts.Mount.
package doors

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"keepsake/actor"
	"keepsake/apikey"
	"keepsake/apikey/gate"
	"keepsake/app/settings"
	"keepsake/bot/intake"
	"keepsake/bot/telegram"
	"keepsake/clock"
	"keepsake/command"
	"keepsake/command/browser"
	"keepsake/command/programs"
	"keepsake/command/standing"
	"keepsake/httproom"
	"keepsake/mcpserver"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/digest"
	"keepsake/memory/forget"
	"keepsake/memory/policy"
	"keepsake/page"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/signin"
	"keepsake/templates"
	"keepsake/web"
)

// Role is what a door knows of a role.
type Role struct {
	Config   settings.Config
	Memory   *memory.Service
	Commands *command.Service
	Username func() string       // of its bot; nil = it has none
	Self     func() command.Self // who its bot is on its platform; nil = it has none
	Groups   *standing.Desk      // what people are in the groups of its bot; nil = it has none
}

// Parts are what the doors are made of.
type Parts struct {
	Keys     *apikey.Service
	People   *people.Service
	Forget   *forget.Service
	Finds    *candidate.Service
	Policies *policy.Service
	Digests  *digest.Service
	Roles    []Role
	Now      clock.Now
	Log      *slog.Logger
	Version  string // "" = unknown
	SignIns  *signin.Service
	Words    *templates.Words
	PageURL  string // the public address of the page; "" = there is none
	// Condition says how the database, Telegram and the model are, for owners: well, or what is wrong.
	Condition func(ctx context.Context) (database, telegram, model string)
	// Answered is called for every request that was answered; nil = nothing is called.
	Answered func(operation string, status int, took time.Duration)
}

// Mount makes the doors answer at an address, each request of a key bounded by perSecond, and returns the
// names of the operations that Answered hears.
func (p Parts) Mount(room *httproom.Room, addr string, perSecond float64) []string {
	const setting = "KEEPSAKE_WEB_ADDR"
	g := &gate.Gate{
		Keys: p.Keys, People: p.People, Now: p.Now, Rate: rate.Limit(perSecond), Burst: int(math.Ceil(2 * perSecond)),
		IsServed: func(k apikey.Key) bool {
			return slices.ContainsFunc(p.Roles, func(r Role) bool { return r.Config.Store() == k.Store && (k.Agent == "" || k.Agent == r.Config.Name) })
		},
	}
	api := web.New(p.web(g))
	room.Mount(addr, setting, "/", api)
	room.Mount(addr, setting, "/mcp", p.MCP(g))
	names := append(api.Operations(), mcpserver.Tools()...)
	if p.PageURL == "" {
		return names
	}
	people := page.New(p.page())
	room.Mount(addr, setting, "/me/", people)
	room.Mount(addr, setting, "/me", people)
	return append(names, people.Operations()...)
}

func (p Parts) page() page.Config {
	c := page.Config{SignIns: p.SignIns, Words: p.Words, URL: p.PageURL, Now: p.Now, Log: p.Log, Answered: p.Answered, House: page.House{Finds: p.Finds, Condition: p.condition}}
	for _, r := range p.Roles {
		c.Agents = append(c.Agents, page.Agent{Commands: r.Commands, Token: r.Config.Telegram.Token.Reveal(), Self: r.Self, Groups: r.Groups})
	}
	return c
}

// well is how Condition says that nothing is wrong.
const well = "ok"

// condition returns what the program stands on.
func (p Parts) condition(ctx context.Context) []page.Part {
	if p.Condition == nil {
		return nil
	}
	database, telegram, model := p.Condition(ctx)
	parts := []page.Part{{Name: "database", Wrong: database}, {Name: "telegram", Wrong: telegram}, {Name: "model", Wrong: model}}
	for i := range parts {
		if parts[i].Wrong == well {
			parts[i].Wrong = ""
		}
	}
	return parts
}

// Keys returns the desk at which people make keys for their programs; it is closed where programs have no door.
func Keys(keys *apikey.Service, c settings.Config) programs.Desk {
	if c.Web.Addr == "" {
		return programs.Desk{}
	}
	return programs.Desk{Keys: keys, Store: c.Store(), URL: strings.TrimSuffix(c.Web.URL, "/")}
}

// PageLink returns what makes links to a person's page; nil when there is no page.
func PageLink(in *signin.Service, public, bot string) browser.Link {
	if public == "" {
		return nil
	}
	return func(ctx context.Context, a actor.Actor, person string, group int64) (string, error) {
		code, err := in.NewLink(ctx, a, person, bot)
		if err != nil {
			return "", err
		}
		return page.LinkTo(public, code, group), nil
	}
}

// SignOut returns what signs all browsers of a person out.
func SignOut(in *signin.Service) func(ctx context.Context, person string) error {
	return func(ctx context.Context, person string) error {
		_, err := in.Erase(ctx, actor.OfSystem(), scope.Scope{Kind: scope.User, ID: person})
		return err
	}
}

// MenuApp returns the address that a bot's menu button opens; "" where people cannot reach the page over HTTPS, which Telegram wants.
func MenuApp(public, bot string) string {
	if !strings.HasPrefix(public, "https://") {
		return ""
	}
	return page.AppOf(public, bot)
}

// ServeAsBot serves every path of the webhook as one bot's own.
func ServeAsBot(hooks http.Handler, name string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		to := r.Clone(r.Context())
		to.URL.Path = "/" + name
		hooks.ServeHTTP(w, to)
	})
}

func (p Parts) web(g *gate.Gate) web.Config {
	c := web.Config{
		Gate: g, Keys: p.Keys, Forget: p.Forget, Finds: p.Finds, Now: p.Now, Log: p.Log, Version: cmp.Or(p.Version, "unknown"), Answered: p.Answered,
	}
	for _, r := range p.Roles {
		c.Agents = append(c.Agents, web.Agent{
			Name: r.Config.Name, Store: r.Config.Store(), Memory: r.Memory, Graph: r.Commands.Graph, Writing: r.Config.Policy(), Policies: p.Policies, Shards: r.Commands.Shards.Shards, Groups: r.Groups,
			Zone: r.Commands.Zone,
		})
	}
	return c
}

// MCP returns the door of the Model Context Protocol; g is nil where no key is asked for.
func (p Parts) MCP(g *gate.Gate) *mcpserver.Room {
	c := mcpserver.Config{Gate: g, Digests: p.Digests, Now: p.Now, Log: p.Log, Version: cmp.Or(p.Version, "unknown"), Called: p.Answered}
	for _, r := range p.Roles {
		a := mcpserver.Agent{Name: r.Config.Name, Store: r.Config.Store(), Memory: r.Memory}
		if r.Username != nil {
			a.Link = func(payload string) string { return StartLink(r.Username(), payload) }
		}
		c.Agents = append(c.Agents, a)
	}
	return mcpserver.New(c)
}

// StartLink returns the address that opens a chat with a bot and sends "/start payload"; "" when the bot's
// name is not known.
func StartLink(username, payload string) string {
	if username == "" {
		return ""
	}
	return "https://t.me/" + strings.TrimPrefix(username, "@") + "?start=" + payload
}

// BotName returns what asks Telegram, at most once, for the name of a role's bot; "" when there is none to be had.
func BotName(ctx context.Context, c settings.Config) func() string {
	return sync.OnceValue(func() string {
		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		standing, _ := telegram.Probe(ctx, http.DefaultClient, c.Telegram.APIURL, c.Telegram.Token.Reveal())
		return standing.Username
	})
}

// NameSetting adds the name of the setting that an error of a bot is about.
func NameSetting(c settings.Config, err error) error {
	switch {
	case errors.Is(err, telegram.ErrToken):
		return fmt.Errorf("%s: %w. Copy it again from @BotFather (/mybots, API Token); a revoked token never works again", c.TokenVariable(), err)
	case errors.Is(err, intake.ErrWebhook), errors.Is(err, intake.ErrNoWebhooks):
		return fmt.Errorf("KEEPSAKE_WEBHOOK_URL: %w", err)
	}
	return err
}
