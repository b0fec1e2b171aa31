package privacy_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"keepsake/agent"
	"keepsake/app"
	"keepsake/app/settings"
	"keepsake/bot/simulator"
	"keepsake/llm/scripted"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
)

// place is where people talk: a private chat, a group, a topic.
type place struct {
	key   string
	owner *simulator.Person // of a private chat, else nil
	group *simulator.Group
	topic int
}

// canary is a word of its own, and where it may be seen.
type canary struct {
	word   string
	owner  int64           // who said it
	talk   map[string]bool // places whose conversation may hold it
	scopes map[string]bool // the memories that may hold it
	gone   bool            // forgotten
}

type world struct {
	t      *testing.T
	rnd    *rand.Rand
	tg     *simulator.Server
	model  *scripted.Server
	app    *app.App
	file   string
	people []*simulator.Person // the first is admin of all groups
	places []*place
	out    map[*simulator.Group]map[int64]bool // who left
	kicked map[*simulator.Group]bool
	quoter map[string]int64 // by id and content of a memory: who quoted what it keeps

	canaries map[string]*canary
	prompts  int
	seen     int64  // events searched
	watch    func() // of the step: looks at what became of it

	mu    sync.Mutex
	asked []scripted.Prompt
}

const botName = "keepsake"

func newWorld(t *testing.T, rnd *rand.Rand) *world {
	w := &world{t: t, rnd: rnd, canaries: map[string]*canary{}, file: filepath.Join(t.TempDir(), "keepsake.db"),
		out: map[*simulator.Group]map[int64]bool{}, kicked: map[*simulator.Group]bool{}, quoter: map[string]int64{}}
	w.tg = simulator.New(simulator.Options{})
	t.Cleanup(w.tg.Close)
	w.tg.SetPrivacy(false)
	w.model = scripted.New(scripted.Options{Brain: scripted.BrainFunc(w.think), Keep: 20})
	t.Cleanup(w.model.Close)
	for i, name := range []string{"Ann", "Bob", "Carl"} {
		p := w.tg.Person(int64(11+i), name)
		w.people = append(w.people, p)
		w.places = append(w.places, &place{key: fmt.Sprintf("private%d", i), owner: p})
	}
	for i, id := range []int64{-501, -100502, -100503} {
		g := w.tg.Group(id, "Group").Join(w.people...).Promote(w.people[0])
		w.out[g] = map[int64]bool{}
		w.places = append(w.places, &place{key: fmt.Sprintf("group%dmain", i), group: g})
		for k := 0; i > 0 && k < 2; k++ {
			topic := g.Topic(w.people[0], fmt.Sprintf("Topic %d", k))
			w.places = append(w.places, &place{key: fmt.Sprintf("group%dtopic%d", i, k), group: g, topic: topic})
		}
	}
	w.run()
	for g := range w.out {
		g.AddBot(w.people[0])
	}
	w.settle()
	return w
}

func (w *world) run() {
	c := settings.Defaults()
	c.Telegram.Token, c.Telegram.APIURL = settings.Secret(w.tg.Token()), w.tg.URL()
	c.Telegram.Quiet, c.Telegram.Rate, c.Telegram.ChatRate, c.Telegram.GroupRate = 0, 1e6, 1e6, 1e6
	c.Model.BaseURL, c.Model.Name = w.model.URL(), scripted.DefaultModel
	c.DatabaseURL, c.Access = settings.Secret("sqlite:"+w.file), settings.AccessOpen
	a, err := app.New(w.t.Context(), c, app.Options{})
	if err != nil {
		w.t.Fatal(err)
	}
	w.app = a
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx) }()
	w.t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			w.t.Error(err)
		}
		if v := append(w.tg.Violations(), w.model.Violations()...); len(v) > 0 {
			w.t.Errorf("rules were broken: %q", v)
		}
	})
}

// think is a model that stores what it is asked to, and repeats all that it sees of the
// memory.
func (w *world) think(_ context.Context, p scripted.Prompt) (scripted.Answer, error) {
	w.mu.Lock()
	w.asked = append(w.asked, p)
	w.mu.Unlock()
	if len(p.Tools) == 0 { // a summary, of everything
		return scripted.Answer{Text: "They said: " + strings.Join(canaryForm.FindAllString(p.Text, -1), " ")}, nil
	}
	if p.Last().Role == "user" {
		if fact := factForm.FindString(p.Person()); isFact(p.Person()) {
			return scripted.Answer{Calls: []scripted.Call{{Name: "add_to_memory", Args: map[string]any{"content": fact, "category": "context"}}}}, nil
		}
	}
	var b strings.Builder
	b.WriteString("I know:")
	for _, m := range p.Memories() {
		b.WriteString(" " + marksForm.ReplaceAllString(m.Content, "") + ".") // it was said elsewhere
	}
	return scripted.Answer{Text: b.String()}, nil
}

// isFact reports whether the model stores what a text says.
func isFact(text string) bool {
	return factForm.MatchString(text) && strings.Contains(text, "remember that")
}

var (
	canaryForm = regexp.MustCompile(`canary\d+x`)
	factForm   = regexp.MustCompile(`Parcel canary\d+x is paid`)
	placeForm  = regexp.MustCompile(`at(private\d|group\dmain|group\dtopic\d)place`)
	marksForm  = regexp.MustCompile(` at\w+place sayu\d+end`)
	speaker    = regexp.MustCompile(`sayu(\d+)end`)
)

// settle returns when the bot has nothing left to do.
func (w *world) settle() {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	defer cancel()
	again := time.NewTicker(2 * time.Millisecond) // what is marked in the store tells nobody
	defer again.Stop()
	for {
		if w.tg.PendingUpdates() == 0 && len(w.tg.UnansweredTaps()) == 0 {
			if n, err := w.app.Delivery.Unsettled(ctx, botName); err == nil && n == 0 {
				return
			}
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			w.t.Fatalf("the bot does not come to rest: %d updates, %d taps", w.tg.PendingUpdates(), len(w.tg.UnansweredTaps()))
		}
	}
}

// scope is the memory of a place as it is kept now.
func (w *world) scope(p *place) scope.Scope {
	if p.owner != nil {
		return scope.Scope{Store: botName, Kind: scope.User, ID: people.ID(p.owner.ID())}
	}
	c, err := w.app.People.Chat(context.Background(), botName, p.group.ID())
	if err != nil {
		w.t.Fatal(err)
	}
	return agent.GroupScope(botName, session.Place{Bot: botName, Chat: p.group.ID(), Topic: p.topic}, c.TopicMemory)
}

// scopeKey names a memory for canaries: it stays when a group gets another number.
func (w *world) scopeKey(p *place) string {
	if p.owner != nil {
		return p.key
	}
	key := p.key[:len("group0")]
	if strings.Contains(w.scope(p).ID[1:], fmt.Sprintf("%d:%d", p.group.ID(), p.topic)) {
		key = p.key
	}
	return key
}

// known are the memories of a place.
func (w *world) known(p *place) []memory.Memory {
	ms, _, err := w.app.Memory.List(context.Background(), memory.ActiveQuery(w.scope(p)))
	if err != nil {
		w.t.Fatal(err)
	}
	return ms
}

// words are all canaries of a memory, in all its versions.
func (w *world) words(p *place, id string) []string {
	h, err := w.app.Memory.History(context.Background(), []scope.Scope{w.scope(p)}, id)
	if err != nil {
		return nil
	}
	var out []string
	for _, v := range h.Versions {
		out = append(out, canaryForm.FindAllString(v.Content, -1)...)
	}
	return out
}

func (w *world) listening(p *place) bool {
	c, err := w.app.People.Chat(context.Background(), botName, p.group.ID())
	return err == nil && c.Listening
}

// searchFiles looks for canaries that must not be in the database at all.
func (w *world) searchFiles() {
	w.t.Helper()
	for _, end := range []string{"", "-wal"} {
		b, err := os.ReadFile(w.file + end)
		if err != nil {
			continue
		}
		for _, found := range canaryForm.FindAll(b, -1) { // once through the file, however many there are
			if c := w.canaries[string(found)]; c != nil && len(c.talk) == 0 && len(c.scopes) == 0 {
				w.t.Errorf("%s is in the database, though nobody said it to the bot", c.word)
			}
		}
	}
}
