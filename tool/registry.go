package tool

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"keepsake/llm"
	"keepsake/text"
)

// Registry holds the tools of an agent and chooses which of them a prompt offers. There are two
// classes: system tools, always offered and not counted (P30), and domain tools, chosen by
// relevance and counted against a limit. The house's own tools do not change after NewRegistry; those of other
// programs come and go (SetOutside).
type Registry struct {
	own       []Tool
	now       atomic.Pointer[catalog]
	diversity *Diversity // nil = nobody watches what is chosen
}

// catalog is what a registry holds at one time.
type catalog struct {
	tools   []Tool
	byName  map[string]int
	holders map[string]int // in how many tools a word occurs
	ways    [][]string     // tools that do the same, see Diversity
}

// NewRegistry returns a registry of tools in the order in which they are offered. A tool without a name
// or Run, a name used twice, and a tool that needs a tap before it runs (no door asks for
// one yet) are mistakes in the program, named in the error.
func NewRegistry(tools ...Tool) (*Registry, error) {
	r := &Registry{own: slices.Clone(tools)}
	c, err := newCatalog(r.own)
	if err != nil {
		return nil, err
	}
	r.now.Store(c)
	return r, nil
}

// Watch has a Diversity follow which tools are chosen. Call it before the registry is used.
func (r *Registry) Watch(d *Diversity) {
	r.diversity = d
	r.put(r.now.Load())
}

// put makes a catalog the one that counts.
func (r *Registry) put(c *catalog) {
	if r.diversity != nil {
		c.tools, c.ways = slices.Clone(c.tools), findWays(c.tools)
		r.diversity.follow(c.tools, c.ways)
	}
	r.now.Store(c)
}

// SetOutside puts tools of other programs in the place of those that were set before, behind the house's own. One
// that cannot be taken, or that has the name of another, is left out; it returns how many are.
func (r *Registry) SetOutside(tools []Tool) (leftOut int) {
	all := slices.Clone(r.own)
	for _, t := range tools {
		if _, err := newCatalog(append(slices.Clone(all), t)); err != nil {
			leftOut++
			continue
		}
		all = append(all, t)
	}
	c, err := newCatalog(all)
	if err != nil { // each was tried
		return len(tools)
	}
	r.put(c)
	return leftOut
}

func newCatalog(tools []Tool) (*catalog, error) {
	c := &catalog{tools: tools, byName: map[string]int{}, holders: map[string]int{}}
	for i, t := range c.tools {
		_, twice := c.byName[t.Def.Name]
		switch {
		case t.Def.Name == "" || t.Run == nil:
			return nil, fmt.Errorf("tool %d (%q): a tool needs a name and a Run", i, t.Def.Name)
		case twice:
			return nil, fmt.Errorf("tool %q is there twice", t.Def.Name)
		case t.Confirm:
			return nil, fmt.Errorf("tool %q: no door can ask for a confirmation yet", t.Def.Name)
		}
		c.byName[t.Def.Name] = i
		for w := range vocabulary(t) {
			c.holders[w]++
		}
	}
	return c, nil
}

// Get returns a tool by name.
func (r *Registry) Get(name string) (Tool, bool) { return r.now.Load().get(name) }

func (c *catalog) get(name string) (Tool, bool) {
	i, ok := c.byName[name]
	if !ok {
		return Tool{}, false
	}
	return c.tools[i], true
}

// Names returns the names of all tools in their order; for a group without the private
// ones.
func (r *Registry) Names(group bool) []string {
	var out []string
	for _, t := range r.now.Load().tools {
		if !group || !t.Private {
			out = append(out, t.Def.Name)
		}
	}
	return out
}

// Choose returns the names of the tools to offer: those offered already (in their order,
// as far as they still exist), then system tools, then domain tools that fit under limit.
// When not all domain tools fit, the ones that share most words with query come first; a
// quarter of the limit is kept free at first, and filled later by tools that share any
// words with what is said then. Tools are part of the cached prefix: what was offered
// keeps its place. In a group no private tool is offered. overfull says that the snapshot
// leaves memories out: only then are tools that are for this offered.
func (r *Registry) Choose(offered []string, query string, limit int, group, overfull bool) []string {
	c := r.now.Load()
	names := c.choose(offered, query, limit, group, overfull)
	if r.diversity != nil && len(offered) == 0 {
		names = r.diversity.explore(names, c.ways)
	}
	return names
}

func (c *catalog) choose(offered []string, query string, limit int, group, overfull bool) []string {
	fits := func(t Tool) bool { return !(group && t.Private) && (overfull || !t.Overfull) }
	var names []string
	have := map[string]bool{}
	domain := 0
	add := func(t Tool) {
		names = append(names, t.Def.Name)
		have[t.Def.Name] = true
		if !t.System {
			domain++
		}
	}
	for _, n := range offered {
		if t, ok := c.get(n); ok && !have[n] {
			add(t)
		}
	}
	for _, t := range c.tools {
		if t.System && !have[t.Def.Name] && fits(t) {
			add(t)
		}
	}
	var rest []Tool
	for _, t := range c.tools {
		if !have[t.Def.Name] && fits(t) {
			rest = append(rest, t)
		}
	}
	first := len(offered) == 0
	if len(rest)+domain > limit {
		words := wordSet(text.Words(query))
		slices.SortStableFunc(rest, func(a, b Tool) int { return cmp.Compare(c.relevance(b, words), c.relevance(a, words)) })
		if first {
			limit -= limit / 4
		} else {
			rest = slices.DeleteFunc(rest, func(t Tool) bool { return c.relevance(t, words) == 0 })
		}
	}
	for _, t := range rest {
		if domain >= limit {
			break
		}
		add(t)
	}
	return names
}

// Reading returns the definitions of the tools that only read; for a group without the
// private ones.
func (r *Registry) Reading(group bool) []llm.Tool {
	var out []llm.Tool
	for _, t := range r.now.Load().tools {
		if t.Reads && !(group && t.Private) {
			out = append(out, t.Def)
		}
	}
	return out
}

// Offer returns the definitions of these tools, in this order; unknown names are left out.
func (r *Registry) Offer(names []string) []llm.Tool {
	out := make([]llm.Tool, 0, len(names))
	for _, n := range names {
		if t, ok := r.Get(n); ok {
			out = append(out, t.Def)
		}
	}
	return out
}

// relevance returns how much a tool and a message are about the same thing: the sum over the
// words they share, where a word weighs less the more tools have it, and nothing when most do.
func (c *catalog) relevance(t Tool, words map[string]bool) float64 {
	score := 0.0
	for w := range vocabulary(t) {
		if words[w] && c.holders[w]*2 <= max(2, len(c.tools)) {
			score += 1 / float64(c.holders[w])
		}
	}
	return score
}

// vocabulary returns the words of a tool's name, description and tags.
func vocabulary(t Tool) map[string]bool {
	all := []string{strings.ReplaceAll(t.Def.Name, "_", " "), t.Def.Description}
	words := wordSet(text.Words(strings.Join(append(all, t.Tags...), " ")))
	for w := range words {
		if len(w) < 3 { // "a", "is", "to"
			delete(words, w)
		}
	}
	return words
}

func wordSet(words []string) map[string]bool {
	out := make(map[string]bool, len(words))
	for _, w := range words {
		out[w] = true
	}
	return out
}
