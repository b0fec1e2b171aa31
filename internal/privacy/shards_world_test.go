package privacy_test

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/app"
	"keepsake/app/settings"
	"keepsake/bot/simulator"
	"keepsake/llm/scripted"
	"keepsake/memory/shard"
	"keepsake/people"
	"keepsake/scope"
)

// sharedMemory is a shard as the suite knows it.
type sharedMemory struct {
	name   string
	own    bool            // Ann's, else of a group
	in     map[string]bool // keys of the groups that share it
	paused bool
	gone   bool
	right  shard.Right   // everybody's
	cites  *sharedMemory // Ann's own, of a group's
}

// isRead reports whether a place sees the shard: its home always, others when everybody may.
func (s *sharedMemory) isRead(place string) bool {
	return s.in[place] && (!s.own || s.right >= shard.Read) || s.own && place == "own11"
}

func (s *sharedMemory) end() { s.gone, s.in = true, map[string]bool{} }

// shardGroup is a group with a shard of its own.
type shardGroup struct {
	key   string
	group *simulator.Group
	out   map[int64]bool
	shard *sharedMemory
}

func (g *shardGroup) as(p *simulator.Person) *simulator.Person { return g.group.As(p, 0) }

// uttered is a word of its own that somebody said.
type uttered struct {
	word   string
	owner  *simulator.Person
	place  string                 // where it was said to the bot; nowhere = to others
	shards map[*sharedMemory]bool // in which it may have formed
	taken  map[*sharedMemory]bool // out of which it was taken back
	wish   bool                   // how its owner wants to be answered, said in a group
	unwish bool                   // forgotten by a tap
	gone   bool                   // erased with its place
	erased bool                   // erased with its person: in no shard any more
}

func (c *uttered) mark() string { return ". at" + c.place + "place" }

type shardWorld struct {
	t      *testing.T
	rnd    *rand.Rand
	tg     *simulator.Server
	app    *app.App
	people []*simulator.Person // Ann is an owner of the bot and admin of the groups
	groups []*shardGroup
	shards []*sharedMemory // the last is Ann's own
	words  map[string]*uttered
	talks  map[string]map[string]bool // words that the conversation of a place may hold
	shown  map[string]string          // what each message of the bot showed
	tapped map[string]bool
	made   int
	seen   int64

	prompts, withShard, withWishes, readings, merges, cited int

	mu    sync.Mutex
	shift time.Duration
	asked []scripted.Prompt
}

var (
	utteredForm = regexp.MustCompile(`heron\d+x`)
	whereForm   = regexp.MustCompile(`at(own\d+|group\d|nowhere)place`)
	thingForm   = regexp.MustCompile(`(the parcel heron\d+x is packed|we could take heron\d+x|Always write about heron\d+x)`)
	numberForm  = regexp.MustCompile(`(?m)^(\d+)\. (.*)$`)
	sourceForm  = regexp.MustCompile(`(?m)^([kn]\d+): (".*")$`)
	citedForm   = regexp.MustCompile(`Cites, to read only: "?(\w+)`)
	toldForm    = regexp.MustCompile(`1\. [^\n]*(heron\d+x)[^\n]* \(“(\w+)”\)`)
)

// What the instructions of the models hold that are no answers to people.
const (
	ofShardReader, ofMerger, ofReader = "and the members' own messages", `"dropped"`, "You keep notes for an assistant"
)

func own(p *simulator.Person) string { return fmt.Sprintf("own%d", p.ID()) }

func pickOf[T any](w *shardWorld, of ...T) T { return of[w.rnd.IntN(len(of))] }

func keysOf[K comparable](m map[K]bool) iter.Seq[K] { return maps.Keys(m) }

func newShardWorld(t *testing.T, rnd *rand.Rand) *shardWorld {
	w := &shardWorld{t: t, rnd: rnd, words: map[string]*uttered{}, talks: map[string]map[string]bool{}, shown: map[string]string{}, tapped: map[string]bool{}}
	w.tg = simulator.New(simulator.Options{Now: w.now})
	t.Cleanup(w.tg.Close)
	w.tg.SetPrivacy(false)
	model := scripted.New(scripted.Options{Brain: scripted.BrainFunc(w.think), Keep: 20})
	t.Cleanup(model.Close)
	for i, name := range []string{"Ann", "Bob", "Carl"} {
		w.people = append(w.people, w.tg.Person(int64(11+i), name))
	}
	for i, id := range []int64{-100501, -100502} {
		w.groups = append(w.groups, &shardGroup{key: fmt.Sprintf("group%d", i), group: w.tg.Group(id, "Group").Join(w.people...).Promote(w.people[0]), out: map[int64]bool{}})
	}
	c := settings.Defaults()
	c.Telegram.Token, c.Telegram.APIURL = settings.Secret(w.tg.Token()), w.tg.URL()
	c.Telegram.Quiet, c.Telegram.Rate, c.Telegram.ChatRate, c.Telegram.GroupRate = 0, 1e6, 1e6, 1e6
	c.Model.BaseURL, c.Model.Name = model.URL(), scripted.DefaultModel
	c.DatabaseURL, c.Access = settings.Secret("sqlite:"+filepath.Join(t.TempDir(), "keepsake.db")), settings.AccessOpen
	c.Memory.ConfirmNew, c.LongTerm.Enable, c.LongTerm.Shards, c.LongTerm.QuietHours, c.LongTerm.WritePolicy.WriteMode = "auto", true, true, "none", "shadow"
	c.LongTerm.Digests.MakeDigests, c.LongTerm.Digests.ShardSuggestions, c.LongTerm.Digests.Threshold = true, 2, 2
	a, err := app.New(t.Context(), c, app.Options{Now: w.now})
	if err != nil {
		t.Fatal(err)
	}
	w.app = a
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if v := append(w.tg.Violations(), model.Violations()...); len(v) > 0 {
			t.Errorf("rules were broken: %q", v)
		}
	})
	code, err := a.People.NewOwnerLink(ctx, actor.OfSystem(), time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	w.people[0].StartLink(code)
	w.rest()
	for _, g := range w.groups {
		g.group.AddBot(w.people[0])
		w.rest()
		w.makeShard(g)
	}
	w.makeOwn()
	return w
}

// makeShard makes a shard in a group, in the place of the one before; makeOwn one of Ann's.
func (w *shardWorld) makeShard(g *shardGroup) {
	w.made++
	old := g.shard
	g.shard = &sharedMemory{name: fmt.Sprintf("Group%d", w.made), in: map[string]bool{g.key: true}, right: shard.Suggest}
	g.as(w.people[0]).Say("/shard new " + g.shard.name)
	w.rest()
	for i, s := range w.shards {
		if s == old {
			w.shards[i] = g.shard
			return
		}
	}
	w.shards = append(w.shards, g.shard)
}

func (w *shardWorld) makeOwn() {
	w.made++
	s := &sharedMemory{name: fmt.Sprintf("Own%d", w.made), own: true, in: map[string]bool{}, right: shard.Suggest}
	w.people[0].Say("/shard new " + s.name)
	w.rest()
	if len(w.shards) == len(w.groups) {
		w.shards = append(w.shards, s)
	}
	w.shards[len(w.groups)] = s
}

func (w *shardWorld) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return time.Now().Add(w.shift)
}

func (w *shardWorld) later(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.shift += d
}

// rest returns when the bot has nothing left to do.
func (w *shardWorld) rest() {
	w.t.Helper()
	(&world{t: w.t, tg: w.tg, app: w.app}).settle()
}

// anywhere is a group with one of its members, who is nil when nobody fits.
func (w *shardWorld) anywhere() (*shardGroup, *simulator.Person) {
	g, who := w.groups[w.rnd.IntN(len(w.groups))], w.people[w.rnd.IntN(3)]
	if g.out[who.ID()] {
		return g, nil
	}
	return g, who
}

func (w *shardWorld) word(place string, who *simulator.Person) *uttered {
	c := &uttered{word: fmt.Sprintf("heron%dx", len(w.words)), owner: who, place: place, taken: map[*sharedMemory]bool{}}
	w.words[c.word] = c
	if w.talks[place] == nil {
		w.talks[place] = map[string]bool{}
	}
	w.talks[place][c.word] = place != "nowhere"
	return c
}

// sharedIn returns the shards that a group shares now and that are not paused.
func (w *shardWorld) sharedIn(g *shardGroup) map[*sharedMemory]bool {
	all := map[*sharedMemory]bool{}
	for _, s := range w.shards {
		if s.in[g.key] && !s.paused && s.right >= shard.Suggest {
			all[s] = true
		}
	}
	return all
}

// confirm asks for an erasure and taps what confirms it.
func (w *shardWorld) confirm(phone *simulator.Person, say string) {
	phone.Say(say)
	w.rest()
	for _, data := range []string{"forget:sure", "forget:now"} {
		pressed := false
		for _, m := range slices.Backward(phone.Messages()) {
			for _, b := range slices.Concat(m.Buttons...) {
				if !pressed && m.IsFromBot() && strings.HasPrefix(b.Data, data) {
					pressed = true
					if _, err := phone.PressData(m.ID, b.Data); err != nil {
						w.t.Fatal(err)
					}
				}
			}
		}
		w.rest()
	}
}

// think is a model that lists, merges and repeats all that it sees.
func (w *shardWorld) think(_ context.Context, p scripted.Prompt) (scripted.Answer, error) {
	w.mu.Lock()
	w.asked = append(w.asked, p)
	w.mu.Unlock()
	answer := map[string]any{"reasoning": ""}
	head, asked := p.Messages[0].Content, p.Messages[len(p.Messages)-1].Content
	switch {
	case strings.Contains(head, ofShardReader):
		facts, suggestions := []any{}, []any{}
		for _, m := range numberForm.FindAllStringSubmatch(asked, -1) {
			said := thingForm.FindString(m[2])
			one := map[string]any{"message": json.Number(m[1]), "quote": said, "text": said}
			if strings.HasPrefix(said, "the parcel") {
				facts = append(facts, one)
			} else if strings.HasPrefix(said, "we could") {
				suggestions = append(suggestions, one)
			}
		}
		answer["facts"], answer["suggestions"] = facts, suggestions
	case strings.Contains(head, ofMerger):
		lines := []any{}
		for _, m := range sourceForm.FindAllStringSubmatch(asked, -1) {
			var said string
			if err := json.Unmarshal([]byte(m[2]), &said); err != nil {
				return scripted.Answer{}, err
			}
			lines = append(lines, map[string]any{"text": said, "from": []string{m[1]}})
		}
		answer["lines"] = lines
	case strings.Contains(head, ofReader):
		list := []any{}
		for _, m := range numberForm.FindAllStringSubmatch(asked, -1) {
			if said := thingForm.FindString(m[2]); strings.HasPrefix(said, "Always") {
				list = append(list, map[string]any{"quote": said, "directive": said})
			}
		}
		answer["facts"], answer["directives"], answer["episode"] = []any{}, list, "They spoke of "+strings.Join(utteredForm.FindAllString(asked, -1), " ")
	case len(p.Tools) > 0:
		return scripted.Answer{Text: "I know: " + strings.Join(utteredForm.FindAllString(p.Text, -1), " ")}, nil
	default:
		answer["facts"] = []any{}
	}
	b, err := json.Marshal(answer)
	return scripted.Answer{Text: string(b)}, err
}

// rowsOf returns all that is kept in shards of what was said in a group: items and every version of the notes.
func (w *shardWorld) rowsOf(g *shardGroup) (texts []string) {
	here := scope.Scope{Store: botName, Kind: scope.Group, ID: people.ID(g.group.ID())}
	items, err := w.app.DB.Shards().SaidBy(w.t.Context(), here)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, i := range items {
		texts = append(texts, i.Content)
	}
	seen, err := w.app.Shards.Seen(w.t.Context(), here)
	if err != nil {
		w.t.Fatal(err)
	}
	notes, err := w.app.Shards.Newest(w.t.Context(), seen)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, s := range seen {
		for v := range notes[s.ID].Version + 1 {
			d, err := w.app.DB.Shards().Version(w.t.Context(), shard.Shard{ID: s.ID}, v)
			if err != nil {
				w.t.Fatal(err)
			}
			for _, l := range d.Lines {
				texts = append(texts, l.Text)
			}
		}
	}
	return texts
}

func nameOf(p *simulator.Person) string { return []string{"Ann", "Bob", "Carl"}[p.ID()-11] }
