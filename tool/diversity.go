package tool

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"keepsake/text"
)

// Diversity watches whether a model always takes one of several tools that do the same (A45), and lets it find the others: in a share
// of the conversations that begin while it does so, the tool that it takes least stands before the one that it always takes. Only
// tools that read are compared and moved: what writes is ruled by what the person said. It is safe for concurrent use. The zero
// Diversity watches and moves nothing.
type Diversity struct {
	Share  float64        // of the conversations, at most MaxExploration; 0 = none
	Chance func() float64 // in [0, 1); nil = a random one
	// Tell hears after each choice how evenly the least even way is taken (1 = all alike, 0 = always one) and how many ways have
	// collapsed. May be nil.
	Tell func(entropy float64, collapsed int)

	mu   sync.Mutex
	ways map[string]*way // by the names of its tools, joined
}

// Bounds of what is watched and moved.
const (
	MaxExploration = 0.2
	waySpan        = 200  // choices of a way that count
	minChoices     = 50   // fewer are never a collapse
	maxOneWay      = 0.95 // of the choices may be one tool's
	fewTries       = 5    // do not tell how good a tool is
	asGood         = 0.05 // how much less often a tool that is as good may succeed
	nearlyTheSame  = 0.5  // of the words of two descriptions are in both
)

// way is one thing that can be done with any of several tools.
type way struct {
	names   []string
	choices []choice // the newest last
}

type choice struct {
	name string
	ok   bool
}

// findWays returns the groups of reading tools that say that they do the same, by their names joined.
func findWays(tools []Tool) (ways [][]string) {
	var words []map[string]bool
	var names []string
	for _, t := range tools {
		if t.Reads && !t.System && !t.Overfull {
			names = append(names, t.Def.Name)
			words = append(words, wordSet(text.Words(strings.ReplaceAll(t.Def.Name, "_", " ")+" "+t.Def.Description)))
		}
	}
	in := make([]int, len(names)) // the way of each, from 1
	for i := range names {
		for k := range i {
			if overlap(words[i], words[k]) < nearlyTheSame {
				continue
			}
			if in[k] == 0 {
				ways = append(ways, []string{names[k]})
				in[k] = len(ways)
			}
			ways[in[k]-1], in[i] = append(ways[in[k]-1], names[i]), in[k]
			break
		}
	}
	return ways
}

// overlap returns the share of the words of both that both have.
func overlap(a, b map[string]bool) float64 {
	both := 0
	for w := range a {
		if b[w] {
			both++
		}
	}
	return float64(both) / float64(max(1, len(a)+len(b)-both))
}

// follow makes the tools of each way report what becomes of their calls.
func (d *Diversity) follow(tools []Tool, ways [][]string) {
	for i := range tools {
		t := tools[i]
		k := slices.IndexFunc(ways, func(names []string) bool { return slices.Contains(names, t.Def.Name) })
		if k < 0 {
			continue
		}
		if t.Prepare != nil {
			tools[i].Prepare = func(ctx context.Context, c Call) (any, error) {
				prepared, err := t.Prepare(ctx, c)
				if err != nil {
					d.note(ways[k], t.Def.Name, false)
				}
				return prepared, err
			}
		}
		tools[i].Run = func(ctx context.Context, c Call) (Result, error) {
			r, err := t.Run(ctx, c)
			d.note(ways[k], t.Def.Name, err == nil)
			return r, err
		}
	}
}

// note records a choice.
func (d *Diversity) note(names []string, name string, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.ways == nil {
		d.ways = map[string]*way{}
	}
	key := strings.Join(names, " ")
	w := d.ways[key]
	if w == nil {
		w = &way{names: names}
		d.ways[key] = w
	}
	w.choices = append(w.choices, choice{name, ok})
	w.choices = w.choices[max(0, len(w.choices)-waySpan):]
	if d.Tell == nil {
		return
	}
	least, collapsed := 1.0, 0
	for _, w := range d.ways {
		if len(w.choices) >= minChoices {
			least = min(least, w.entropy())
		}
		if w.hasCollapsed() {
			collapsed++
		}
	}
	d.Tell(least, collapsed)
}

// count returns how often each tool of a way was taken, and how often it succeeded.
func (w *way) count() (taken, succeeded map[string]int) {
	taken, succeeded = map[string]int{}, map[string]int{}
	for _, c := range w.choices {
		taken[c.name]++
		if c.ok {
			succeeded[c.name]++
		}
	}
	return taken, succeeded
}

// entropy returns how evenly the tools are taken: Shannon's entropy of the choices, 1 = all alike, 0 = always one.
func (w *way) entropy() (h float64) {
	taken, _ := w.count()
	for _, n := range taken {
		p := float64(n) / float64(len(w.choices))
		h -= p * math.Log(p)
	}
	return h / math.Log(float64(len(w.names)))
}

// hasCollapsed reports whether nearly always one tool is taken while another is as good, or too little tried to know.
func (w *way) hasCollapsed() bool {
	taken, succeeded := w.count()
	usual := slices.MaxFunc(w.names, func(a, b string) int { return taken[a] - taken[b] })
	if len(w.choices) < minChoices || float64(taken[usual]) < maxOneWay*float64(len(w.choices)) {
		return false
	}
	rate := func(name string) float64 { return float64(succeeded[name]) / float64(taken[name]) }
	return slices.ContainsFunc(w.names, func(name string) bool {
		return name != usual && (taken[name] < fewTries || rate(name) >= rate(usual)-asGood)
	})
}

// explore puts the tool that is taken least in front, where a way has collapsed and chance wants it.
func (d *Diversity) explore(names []string, ways [][]string) []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	chance := d.Chance
	if chance == nil {
		chance = rand.Float64
	}
	for _, of := range ways {
		w := d.ways[strings.Join(of, " ")]
		if w == nil || !w.hasCollapsed() || chance() >= min(d.Share, MaxExploration) {
			continue
		}
		taken, _ := w.count()
		first, least := -1, -1
		for i, n := range names {
			if !slices.Contains(of, n) {
				continue
			}
			if first < 0 {
				first = i
			}
			if least < 0 || taken[n] < taken[names[least]] {
				least = i
			}
		}
		if first >= 0 {
			names[first], names[least] = names[least], names[first]
		}
	}
	return names
}
