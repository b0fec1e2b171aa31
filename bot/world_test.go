package bot_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"keepsake/actor"
	"keepsake/agent"
	"keepsake/bot"
	"keepsake/bot/simulator"
	"keepsake/bot/telegram"
	"keepsake/command"
	"keepsake/delivery"
	"keepsake/httproom"
	"keepsake/llm/openai"
	"keepsake/llm/scripted"
	"keepsake/memory"
	"keepsake/memory/digest"
	"keepsake/memory/forget"
	"keepsake/memory/recall"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/session/past"
	"keepsake/store"
	"keepsake/store/storetest"
	"keepsake/task"
	"keepsake/templates"
	"keepsake/tool"
	"keepsake/toolset/grounding"
	"keepsake/toolset/memorytools"
	"keepsake/toolset/pasttools"
	"keepsake/toolset/tasktools"
	"keepsake/usage"
)

const botName = "keepsake"

// world is the whole bot on real parts: a Telegram, a model, a database file, and people.
type world struct {
	t     *testing.T
	tele  *simulator.Server
	model *scripted.Server
	rules *scripted.Rules
	path  string
	log   *syncBuffer
	tune  func(*bot.Config)

	mu    sync.Mutex
	shift time.Duration

	db       *store.DB
	memory   *memory.Service
	sessions *session.Service
	delivery *delivery.Service
	people   *people.Service
	tasks    *task.Service
	usage    *usage.Service
	parts    bot.Config                          // what the bot was made of
	wrap     func(delivery.Store) delivery.Store // around the database's, from the next start on; nil = nothing
	bot      *bot.Bot
	stop     func()
}

type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// newWorld builds and starts a world; tune changes the bot's configuration.
func newWorld(t *testing.T, tune func(*bot.Config)) *world {
	t.Helper()
	return newWorldOf(t, simulator.Options{}, scripted.Options{}, tune)
}

// newWorldOf is newWorld with a Telegram and a model of one's own.
func newWorldOf(t *testing.T, tele simulator.Options, model scripted.Options, tune func(*bot.Config)) *world {
	t.Helper()
	w := &world{t: t, path: storetest.SQLiteFile(t), rules: scripted.NewRules(), log: &syncBuffer{}, tune: tune}
	w.tele = simulator.New(tele)
	t.Cleanup(w.tele.Close)
	model.Brain = w.rules
	w.model = scripted.New(model)
	t.Cleanup(w.model.Close)
	w.start()
	t.Cleanup(func() {
		w.shutdown()
		if v := w.tele.Violations(); len(v) > 0 {
			t.Errorf("the bot broke the Bot API's rules: %v", v)
		}
		if t.Failed() {
			t.Logf("log of the bot:\n%s", w.log.String())
		}
	})
	return w
}

func (w *world) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return time.Now().Add(w.shift).UTC().Truncate(time.Microsecond)
}

// later moves the clock and wakes whoever waits for a time.
func (w *world) later(d time.Duration) {
	w.mu.Lock()
	w.shift += d
	w.mu.Unlock()
	w.delivery.Wake()
}

func (w *world) start() {
	w.t.Helper()
	w.build()
	w.run()
}

// run lets the bot that was built work, and serves its webhook where it has one.
func (w *world) run() {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 2)
	b := w.bot
	room := w.room()
	go func() { done <- b.Run(ctx) }()
	go func() { done <- room.Serve(ctx) }()
	var once sync.Once
	db := w.db
	w.stop = func() {
		once.Do(func() {
			cancel()
			for range cap(done) {
				if err := <-done; err != nil {
					w.t.Errorf("Run: %v", err)
				}
			}
			if err := db.Close(); err != nil {
				w.t.Errorf("close: %v", err)
			}
		})
	}
}

// room listens for the deliveries to the bot's webhook, if it has one.
func (w *world) room() *httproom.Room {
	w.t.Helper()
	room := &httproom.Room{}
	if hook := w.parts.Webhook; hook.URL != "" {
		at, err := url.Parse(hook.URL)
		if err != nil {
			w.t.Fatal(err)
		}
		room.Mount(at.Host, "webhook", "/", hook.Door)
		if err := room.Listen(); err != nil {
			w.t.Fatal(err)
		}
	}
	return room
}

// build wires the rooms on the database file.
func (w *world) build() {
	t := w.t
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{URL: "sqlite:" + w.path})
	if err != nil {
		t.Fatal(err)
	}
	w.db = db
	words, err := templates.LoadWords()
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(w.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	w.people = people.New(people.Config{Store: db.People(), Now: w.now})
	w.memory = memory.New(memory.Config{Store: db.Memories(), Now: w.now, Key: []byte("k"), IsAbout: people.HasLabel})
	w.sessions = session.New(session.Config{Store: db.Sessions(), Now: w.now})
	deliveries := db.Deliveries()
	if w.wrap != nil {
		deliveries = w.wrap(deliveries)
	}
	w.delivery = delivery.New(delivery.Config{Store: deliveries, Now: w.now})
	if err := w.delivery.ReleaseAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.tasks = task.New(task.Config{Store: db.Tasks(), Delivery: w.delivery, People: w.people, Words: words, Now: w.now})
	w.usage = usage.New(usage.Config{Store: db.Usage(), Now: w.now})
	forgets := &forget.Service{
		Memory: w.memory, Sessions: w.sessions, Delivery: w.delivery, People: w.people, Tasks: w.tasks, Usage: w.usage,
		Tx: db, Scrubber: db, Stores: []string{botName}, Now: w.now,
	}
	tools, err := tool.NewRegistry(slices.Concat(
		(&memorytools.Toolset{Memory: w.memory, Grounds: &grounding.Grounding{Sessions: db.Sessions()}}).Tools(),
		(&tasktools.Toolset{Tasks: w.tasks}).Tools(),
		(&pasttools.Toolset{Past: &past.Finder{Sessions: w.sessions}}).Tools(),
	)...)
	if err != nil {
		t.Fatal(err)
	}
	chat := openai.New(openai.Config{Endpoint: openai.Endpoint{
		BaseURL: w.model.URL(), Model: scripted.DefaultModel, Retries: -1, BreakerAfter: 1 << 30, Now: w.now,
	}})
	brain := &agent.Agent{
		Tasks: w.tasks,
		Name:  botName, Chat: chat, Sessions: w.sessions, Memory: w.memory, Delivery: w.delivery,
		Recall: &recall.Service{Memories: w.memory, Now: w.now},
		People: w.people, Words: words, Tools: tools, Tx: db, Log: log, Now: w.now,
		Usage: w.usage,
	}
	cfg := bot.Config{
		Name: botName, Token: w.tele.Token(), APIURL: w.tele.URL(),
		Commands: &command.Service{
			Name: botName, Store: botName, Access: command.AccessOpen, Agent: brain, Sessions: w.sessions, Memory: w.memory, Digests: digest.New(db.Digests(), w.now),
			Forget: forgets, People: w.people, Tasks: w.tasks, Delivery: w.delivery, Usage: w.usage, Words: words,
			Tx: db, Now: w.now, Log: log, Process: "test", Money: "USD",
		},
		Agent: brain, Sessions: w.sessions, People: w.people, Delivery: w.delivery, Usage: w.usage,
		Words: words, Tx: db, Now: w.now, Log: log,
		Quiet:     20 * time.Millisecond,
		TapWithin: time.Minute, // the machine may be busy; hurry_test.go has the bot's own
		Limits:    telegram.Limits{Overall: rate.Inf, Chat: rate.Inf, Group: rate.Inf, Burst: 1000},
	}
	if w.tune != nil {
		w.tune(&cfg)
	}
	w.parts = cfg
	if w.bot, err = bot.New(cfg); err != nil {
		t.Fatal(err)
	}
}

func (w *world) shutdown() { w.stop() }

func (w *world) restart() {
	w.shutdown()
	w.start()
}

// chatter is a person with the habits of tests: everything waits for what it expects.
type chatter struct {
	*simulator.Person
	w *world
}

func (w *world) person(id int64, name string) *chatter {
	return &chatter{Person: w.tele.Person(id, name), w: w}
}

func (w *world) ctx() context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	w.t.Cleanup(cancel)
	return ctx
}

// hears returns the first message of the bot after a message that holds words.
func (c *chatter) hears(after int64, words string) simulator.Message {
	c.w.t.Helper()
	m, err := c.AwaitText(c.w.ctx(), after, words)
	if err != nil {
		var seen []string
		for _, m := range c.Messages() {
			seen = append(seen, m.From.FirstName+": "+m.Text)
		}
		c.w.t.Fatalf("%v\nseen:\n%s", err, strings.Join(seen, "\n"))
	}
	return m
}

// says sends a text and returns the first answer that holds words.
func (c *chatter) says(text, words string) simulator.Message {
	c.w.t.Helper()
	return c.hears(c.Say(text).ID, words)
}

// shows waits until a message reads as match says.
func (c *chatter) shows(id int64, what string, match func(simulator.Message) bool) simulator.Message {
	c.w.t.Helper()
	var m simulator.Message
	err := c.w.tele.WaitFor(c.w.ctx(), func() bool {
		m, _ = c.w.tele.Message(c.Chat(), id)
		return match(m)
	})
	if err != nil {
		c.w.t.Fatalf("waiting for message %d to show %s: %v; it shows %q %v", id, what, err, m.Text, m.Buttons)
	}
	return m
}

// taps presses a button under a message and waits until the bot has answered the tap.
func (c *chatter) taps(m simulator.Message, label string) simulator.Tap {
	c.w.t.Helper()
	now, _ := c.w.tele.Message(c.Chat(), m.ID)
	for _, row := range now.Buttons {
		for _, b := range row {
			if strings.Contains(b.Text, label) {
				tap, err := c.Press(m.ID, b.Text)
				if err != nil {
					c.w.t.Fatal(err)
				}
				if tap, err = c.AwaitAnswer(c.w.ctx(), tap); err != nil {
					c.w.t.Fatalf("the tap on %q was not answered: %v", label, err)
				}
				return tap
			}
		}
	}
	c.w.t.Fatalf("no button %q under %q: %v", label, now.Text, now.Buttons)
	return simulator.Tap{}
}

func (c *chatter) scopes() []scope.Scope {
	return []scope.Scope{{Store: botName, Kind: scope.User, ID: people.ID(c.ID())}}
}

// knows stores a memory of the person directly.
func (c *chatter) knows(category, subject, content string) memory.Memory {
	c.w.t.Helper()
	m, _, err := c.w.memory.Add(context.Background(), actor.Actor{Kind: actor.Person, ID: people.ID(c.ID())}, memory.Draft{
		Scope: c.scopes()[0], Category: category, Subject: subject, Content: content,
		Reason: "test",
	})
	if err != nil {
		c.w.t.Fatal(err)
	}
	return m
}

// remembered returns the contents that are kept about the person.
func (c *chatter) remembered() []string {
	c.w.t.Helper()
	ms, _, err := c.w.memory.List(context.Background(), memory.ActiveQuery(c.scopes()...))
	if err != nil {
		c.w.t.Fatal(err)
	}
	var out []string
	for _, m := range ms {
		out = append(out, m.Content)
	}
	return out
}
