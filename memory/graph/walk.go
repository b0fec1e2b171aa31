package graph

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"keepsake/fault"
	"keepsake/scope"
	"keepsake/text"
)

// Bounds of a walk.
const (
	maxSeeds    = 64  // memories whose triples begin it
	maxEdges    = 400 // triples that one statement returns
	maxFrontier = 16  // entities whose triples the second statement reads
	maxSteps    = 3   // triples on a way, the answer's left out
)

// Found is a memory to which the triples lead.
type Found struct {
	MemoryID string
	// Used is how many words of the question the triples on the way have.
	Used int
	// IsStep is set when the last of these triples is the memory's own; else the memory is only about the entity to which
	// the question leads.
	IsStep bool
}

// Find returns the memories to which a question leads over the triples of seeds, which are memories that share words or
// meaning with it, the best first. It leaves out those on the way.
func Find(ctx context.Context, r Reader, scopes []scope.Scope, question string, seeds []string) ([]Found, error) {
	asked := contentWords(question)
	if len(seeds) == 0 || len(asked) < 2 {
		return nil, nil
	}
	edges, err := r.OfMemories(ctx, scopes, seeds[:min(len(seeds), maxSeeds)], maxEdges)
	if err != nil || len(edges) == 0 {
		return nil, fault.Op(err, "graph: triples of what was found")
	}
	var frontier []string
	for _, p := range walk(edges, asked) {
		if !slices.Contains(frontier, p.at.key) && len(frontier) < maxFrontier {
			frontier = append(frontier, p.at.key)
		}
	}
	if len(frontier) == 0 {
		return nil, nil
	}
	more, err := r.Touching(ctx, scopes, frontier, maxEdges)
	if err != nil {
		return nil, fault.Op(err, "graph: triples of what was reached")
	}
	return answers(append(edges, more...), asked), nil
}

// node is an entity of one scope.
type node struct {
	scope scope.Scope
	key   string
}

// place is an entity that a walk reached, and how.
type place struct {
	at       node
	used     []string // words of the question that the steps have
	memories []string // on the way
}

// walk returns the entities that lie one to maxSteps triples from where the question begins: the person, or an entity
// that it names. Each step must have a word of the question that no earlier step has. The shortest ways come first.
func walk(edges []Triple, asked []string) []place {
	var reached []place
	layer := starts(edges, asked)
	for range maxSteps {
		var next []place
		for _, p := range layer {
			for _, t := range edges {
				other, ok := p.at.across(t)
				if !ok || slices.Contains(p.memories, t.MemoryID) {
					continue
				}
				words := matching(t.Predicate, asked, p.used)
				if len(words) == 0 {
					continue
				}
				q := place{other, append(slices.Clone(p.used), words...), append(slices.Clone(p.memories), t.MemoryID)}
				isNew := func(o place) bool { return o.at == q.at }
				if !slices.ContainsFunc(reached, isNew) && !slices.ContainsFunc(next, isNew) {
					next = append(next, q)
				}
			}
		}
		reached, layer = append(reached, next...), next
	}
	return reached
}

// starts returns where the question begins.
func starts(edges []Triple, asked []string) []place {
	var out []place
	add := func(n node, name string) {
		if slices.ContainsFunc(out, func(o place) bool { return o.at == n }) {
			return
		}
		if n.key == Self {
			out = append(out, place{at: n})
			return
		}
		words := contentWords(name)
		used := matching(name, asked, nil)
		if len(words) > 0 && len(used) >= len(words) {
			out = append(out, place{at: n, used: used})
		}
	}
	for _, t := range edges {
		add(node{t.Scope, t.SubjectKey}, t.SubjectKey)
		add(node{t.Scope, t.ObjectKey}, t.ObjectKey)
	}
	return out
}

// across returns the other end of a triple.
func (n node) across(t Triple) (node, bool) {
	switch {
	case t.Scope != n.scope:
	case t.SubjectKey == n.key:
		return node{n.scope, t.ObjectKey}, true
	case t.ObjectKey == n.key:
		return node{n.scope, t.SubjectKey}, true
	}
	return node{}, false
}

// answers returns the memories at the end of the ways that use most words of the question: those whose triple is the last
// step of at least two, and those about an entity from which no step goes on though more is asked.
func answers(edges []Triple, asked []string) []Found {
	reached := walk(edges, asked)
	byMemory := map[string]Found{}
	add := func(f Found) {
		if old, ok := byMemory[f.MemoryID]; !ok || compare(f, old) < 0 {
			byMemory[f.MemoryID] = f
		}
	}
	for _, p := range reached {
		if n := len(p.memories); n > 1 {
			add(Found{p.memories[n-1], len(p.used), true})
		}
		if p.at.key == Self || len(unused(asked, p.used)) == 0 {
			continue
		}
		for _, t := range edges {
			if _, ok := p.at.across(t); ok && !slices.Contains(p.memories, t.MemoryID) {
				add(Found{t.MemoryID, len(p.used), false})
			}
		}
	}
	var out []Found
	most := 0
	for _, f := range byMemory {
		most = max(most, f.Used)
		out = append(out, f)
	}
	out = slices.DeleteFunc(out, func(f Found) bool { return f.Used < most })
	slices.SortFunc(out, func(a, b Found) int { return cmp.Or(compare(a, b), cmp.Compare(a.MemoryID, b.MemoryID)) })
	return out
}

// compare puts first what uses more words of the question, then what does so by its own triple.
func compare(a, b Found) int {
	if a.Used == b.Used && a.IsStep != b.IsStep {
		if a.IsStep {
			return -1
		}
		return 1
	}
	return cmp.Compare(b.Used, a.Used)
}

// matching returns the words of asked that a text has and that are not used.
func matching(said string, asked, used []string) []string {
	words := contentWords(said)
	return slices.DeleteFunc(unused(asked, used), func(a string) bool {
		return !slices.ContainsFunc(words, func(w string) bool { return isSameWord(a, w) })
	})
}

func unused(asked, used []string) []string {
	return slices.DeleteFunc(slices.Clone(asked), func(a string) bool { return slices.Contains(used, a) })
}

// isSameWord reports whether two search tokens are the same word, or one with an ending of up to two letters.
func isSameWord(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	long := len([]rune(b)) - len([]rune(a))
	return a == b || len([]rune(a)) >= 3 && long <= 2 && strings.HasPrefix(b, a)
}

// contentWords returns the search tokens of a text without those that only hold a sentence together.
func contentWords(s string) []string {
	return slices.DeleteFunc(text.Words(s), func(w string) bool { return len(w) < 3 || functionWords[w] })
}

// functionWords are search tokens that say nothing of what is asked.
var functionWords = tokenSet(`the and for with has have had does did was were are his her its their my our your who whom whose what
	which when where how why that this from about into user old called named
	der die das den dem des ein eine einen einem einer eines und für mit hat haben ist sind war wer wen wem wessen was welche welcher welches
	wann wo wie warum mein meine meiner meines meinem meinen sein seine ihr ihre ihrer von vom zum zur nutzer heißt
	el la los las un una unos unas y de del con para por que qué quién quien cuándo cuando dónde donde cómo como cuál mi mis su sus es tiene usuario
	usuaria llama al en
	и в на с у к о от для что кто кого кому чей чья где когда как какой какая какие мой моя мое моё мои моего моей моему моих его её их есть
	это зовут пользователь пользователя
	是 的 我的 什么 哪里 哪儿 谁的 什么时 么时 时候 哪天 在哪 用户
	です ます さん さんの んの はい いつ どこ 何で ですか すか です いま 私の ユー ーザ ザー`)

func tokenSet(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		for _, t := range text.Words(w) {
			set[t] = true
		}
	}
	return set
}
