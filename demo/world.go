package demo

import (
	"cmp"
	"context"
	_ "embed" // the companion's rules
	"errors"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"keepsake/app"
	"keepsake/app/settings"
	"keepsake/bot/simulator"
	"keepsake/demo/companion"
	"keepsake/llm/scripted"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/text"
)

// WorldOptions say what a World is made of.
type WorldOptions struct {
	Keep  string        // file of a SQLite store to use and keep; "" = temporary
	Quick bool          // no pauses for a person's comfort: for scripts and tests
	Ago   time.Duration // how long ago the world's clock begins
	Log   *slog.Logger  // nil = silent
	// With OpenAIKey or OpenAIURL people talk to a real model there ("" = OpenAI's own) by this
	// name ("" = the house's default).
	OpenAIKey, OpenAIURL, Model string
	// Files are those of a script: role files (NAME.yaml), each a bot, and rules, by which the
	// companion answers instead of its own.
	Files map[string]string
}

// World is the bot with everything around it: a Telegram, a model, a store, a clock that
// can be moved, and people to be. Its methods may be called from any goroutine; Restart
// from one at a time.
type World struct {
	options  WorldOptions
	telegram *simulator.Server
	model    *scripted.Server // nil when it was started with a real model
	config   settings.Config
	temp     string     // folder of what goes with the world: a temporary store, role files
	failed   chan error // receives when the bot ended by itself

	bots  map[string]*simulator.Server // by role, "" = the one bot without a role file
	bot   string                       // the role that people talk to
	front *httptest.Server             // the address of all bots' Telegrams
	shift atomic.Int64                 // how far the clock was moved, in nanoseconds

	mu     sync.Mutex
	app    *app.App // of the running bot
	stop   func() error
	people map[string]*Actor
	spoken map[[2]int64]string // what voice messages of the page say, by chat and message
	named  []scriptGroup       // the groups of a script
	joined []string            // who is in them, as joins names them
	topics map[string]int      // the topics of a script, by bot, group and name

	grouped   sync.Once  // the page's group is there
	switching sync.Mutex // one model after the other
}

// Actor is somebody one can be in the demo.
type Actor struct {
	ID   string `json:"id"` // as scripts and the page name them, e.g. "alice"
	Name string `json:"name"`
	Hue  int    `json:"hue"` // of the face on the page, in degrees
	// Language is that of the person's Telegram ("" = en), and Native its name for the page.
	Language string `json:"language,omitempty"`
	Native   string `json:"native,omitempty"`

	phone *simulator.Person
}

// cast are the people of the page; a script may name others.
var cast = []Actor{
	{ID: "alice", Name: "Alice Moreau", Hue: 165},
	{ID: "jonas", Name: "Jonas Keller", Hue: 28, Language: "de", Native: "Deutsch"},
	{ID: "mei", Name: "Mei Lin", Hue: 265, Language: "zh", Native: "中文"},
}

// NewWorld makes a world and starts the bot in it.
func NewWorld(ctx context.Context, o WorldOptions) (*World, error) {
	w := &World{options: o, failed: make(chan error, 1), people: map[string]*Actor{}, spoken: map[[2]int64]string{}, topics: map[string]int{}}
	w.shift.Store(-int64(o.Ago))
	var err error
	if w.temp, err = os.MkdirTemp("", "keepsake-demo-"); err != nil {
		return nil, fmt.Errorf("there is no room for the demo's store: %w", err)
	}
	path := cmp.Or(o.Keep, filepath.Join(w.temp, "keepsake.db"))
	w.telegram = simulator.New(simulator.Options{Now: w.Now})
	w.bots = map[string]*simulator.Server{"": w.telegram}
	// A kept store knows the updates of earlier demos: ids must not begin again at 1.
	w.telegram.SetNextUpdateID(time.Now().UnixMilli())
	if w.config, err = w.configure(path); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	if err := w.populate(ctx); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

//go:embed companion.yaml
var companionRules []byte

//go:embed companion_de.yaml
var germanRules []byte

//go:embed companion_zh.yaml
var chineseRules []byte

// ownBrain is the companion of all worlds without rules of their own: it keeps nothing between two requests.
var ownBrain = sync.OnceValues(func() (*companion.Brain, error) {
	b, err := companion.New(companionRules)
	if err != nil {
		return nil, err
	}
	return b, errors.Join(b.Learn(germanRules), b.Learn(chineseRules))
})

// brainOf returns the companion of a script's own rules, which answer everything in it; without any, the demo's.
func brainOf(rules string) (*companion.Brain, error) {
	if rules == "" {
		return ownBrain()
	}
	return companion.New(companionRules, []byte(rules))
}

// populate brings bots, the model's brain and people into the world, and starts the bot.
func (w *World) populate(ctx context.Context) error {
	if err := w.castRoles(); err != nil {
		return err
	}
	if w.model != nil {
		b, err := brainOf(w.options.Files["rules"])
		if err != nil {
			return err
		}
		w.model.SetBrain(b)
	}
	for _, a := range cast {
		w.Actor(a.ID)
	}
	return w.start(ctx, false)
}

// configure returns the settings of the bot: those of a script's file, with what makes it live in this world.
func (w *World) configure(path string) (settings.Config, error) {
	c, err := w.readSettings()
	if err != nil {
		return c, err
	}
	c.Telegram.Token = settings.Secret(w.telegram.Token())
	c.Telegram.APIURL = w.telegram.URL()
	c.DatabaseURL = settings.Secret("sqlite:" + path)
	c.Access = settings.AccessOpen
	// What nobody was asked about is noticed afterwards and offered, whatever the hour (R10).
	c.LongTerm.Enable, c.LongTerm.QuietHours = true, "none"
	c.LongTerm.Digests.MakeDigests, c.LongTerm.Shards = true, true
	c.Telegram.Quiet = 350 * time.Millisecond
	if w.options.Quick {
		// Albums still come as several updates: a short pause keeps them together.
		c.Telegram.Quiet, c.Telegram.Rejoin = 15*time.Millisecond, 0
		c.Telegram.TapWithin = time.Minute
		c.Telegram.Rate, c.Telegram.ChatRate, c.Telegram.GroupRate = 100_000, 100_000, 100_000
	}
	if o := w.options; o.OpenAIKey != "" || o.OpenAIURL != "" {
		setModel(&c, Model{o.OpenAIKey, o.OpenAIURL, o.Model})
		return c, nil
	}
	so := scripted.Options{Key: "demo", Models: []string{scripted.DefaultModel, c.Model.Name}, EmbedModels: []string{scripted.DefaultEmbedModel, "text-embedding-3-small"}}
	if !w.options.Quick {
		so.FirstDelay, so.WordDelay = 450*time.Millisecond, 35*time.Millisecond
	}
	w.model = scripted.New(so)
	w.setStandIn(&c)
	return c, nil
}

// setStandIn makes the settings those of the stand-in.
func (w *World) setStandIn(c *settings.Config) {
	c.Model.APIKey, c.Model.BaseURL, c.Model.Name = "demo", w.model.URL(), scripted.DefaultModel
	c.Media.VoiceModel = scripted.DefaultVoiceModel
}

// start starts the bot, after it has read what was said if the clock was moved. stop ends it in order and returns its error.
func (w *World) start(ctx context.Context, isLater bool) error {
	a, err := app.New(ctx, w.config, app.Options{Log: w.options.Log, Now: w.Now})
	if err != nil {
		return fmt.Errorf("the bot cannot be started: %w", err)
	}
	w.mu.Lock()
	w.app = a
	w.mu.Unlock()
	a.Upkeep(ctx) // what fell due while the clock was moved is done before anybody looks
	if isLater {
		if err := w.read(ctx); err != nil {
			return errors.Join(fmt.Errorf("what was said could not be read: %w", err), a.Close())
		}
	}
	running, cancel := context.WithCancel(context.WithoutCancel(ctx))
	done := make(chan struct{})
	var result error
	go func() {
		defer close(done)
		if result = a.Run(running); running.Err() == nil {
			w.failed <- fmt.Errorf("the bot stopped: %w", result)
		}
	}()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.stop = func() error {
		cancel()
		if <-done; errors.Is(result, context.Canceled) {
			return nil // stopped before it had begun
		}
		return result
	}
	return nil
}

// Now returns the world's time.
func (w *World) Now() time.Time { return time.Now().Add(time.Duration(w.shift.Load())) }

// Restart ends the bot in order and starts it again on the same store, later by shift.
func (w *World) Restart(ctx context.Context, shift time.Duration) error {
	if err := w.stopBot(); err != nil {
		return fmt.Errorf("the bot did not stop well: %w", err)
	}
	if a := w.App(); a != nil {
		if err := a.Close(); err != nil { // on a busy machine the bot ends before its database is closed
			return fmt.Errorf("the bot did not stop well: %w", err)
		}
	}
	w.shift.Add(int64(shift))
	return w.start(ctx, shift > 0)
}

// stopBot ends the bot in order, if it runs.
func (w *World) stopBot() error {
	w.mu.Lock()
	stop := w.stop
	w.stop = nil
	w.mu.Unlock()
	if stop == nil {
		return nil
	}
	return stop()
}

// Close ends everything and removes a temporary store.
func (w *World) Close() error {
	err := w.stopBot()
	if w.front != nil {
		w.front.Close()
	}
	for _, s := range w.bots {
		s.Close()
	}
	if w.model != nil {
		w.model.Close()
	}
	return errors.Join(err, os.RemoveAll(w.temp))
}

// App returns the bot that runs now; another after Restart.
func (w *World) App() *app.App {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.app
}

// Actor returns the person of a name, made at the first call.
func (w *World) Actor(name string) *Actor {
	w.mu.Lock()
	defer w.mu.Unlock()
	if a := w.people[name]; a != nil {
		return a
	}
	a := Actor{ID: name, Name: text.Capitalize(name)}
	if i := slices.IndexFunc(cast, func(c Actor) bool { return c.ID == name }); i >= 0 {
		a = cast[i]
	}
	a.phone = w.telegram.Person(int64(101+len(w.people)), a.Name).Rename("", "", a.Language)
	w.people[name] = &a
	return &a
}

// scope returns the scope of a person's memory.
func (w *World) scope(a *Actor) scope.Scope {
	return scope.Scope{Store: w.role().Config.Store(), Kind: scope.User, ID: people.ID(a.phone.ID())}
}

// Notice says in one line what is simulated here.
func (w *World) Notice() string {
	if w.isReal() {
		return "On this computer only: Telegram is simulated. The answers come from the model " +
			w.App().Config.Model.Name + "; the bot, its store and its memory are the real ones."
	}
	return "On this computer only: Telegram is simulated and the answers come from a scripted stand-in for a model. " +
		"The bot, its store and its memory are the real ones."
}

// Violations returns the rules of Telegram and of the model's protocol that the bot broke.
func (w *World) Violations() []string {
	var out []string
	for _, s := range w.bots {
		out = append(out, s.Violations()...)
	}
	if w.model != nil {
		out = append(out, w.model.Violations()...)
	}
	return out
}

// TalkTo makes people continue with another bot.
func (w *World) TalkTo(name string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	s, ok := w.bots[name]
	if !ok {
		return fmt.Errorf("there is no bot %q: a role file %s.yaml in the script makes one", name, name)
	}
	w.bot, w.telegram = name, s
	for _, a := range w.people {
		a.phone = s.Person(a.phone.ID(), a.Name)
	}
	return nil
}

// role returns the role that people talk to.
func (w *World) role() *app.Role {
	a := w.App()
	if i := slices.IndexFunc(a.Roles, func(r *app.Role) bool { return r.Name == w.bot }); i >= 0 {
		return a.Roles[i]
	}
	return a.Role
}
