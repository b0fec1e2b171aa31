package quality_test

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"keepsake/llm"
	"keepsake/llm/openai"
	"keepsake/llm/scripted"
)

const dimensions = 256

// byLetters is the embedder of the demo and the tests. It knows no meaning: texts are near
// as far as they share words.
type byLetters struct{}

func (byLetters) Identity() string { return "quality:letters" }

func (byLetters) Embed(_ context.Context, texts []string) (llm.Embeddings, error) {
	out := make([][]float32, len(texts))
	for i, said := range texts {
		out[i] = scripted.Embed(said, dimensions)
	}
	return llm.Embeddings{Vectors: out}, nil
}

// labelled stands in for an embedder of a chosen quality: it is told the labels of the set.
// Every fact has a direction of its own, one that it shares with the facts of its subject,
// and one that all texts share; a question points a little to its answer's and else
// anywhere. The smaller the clue, the more other facts are nearer. Its numbers say nothing
// about any real model; they show what joining does with a poor, an equal and a better arm.
type labelled struct {
	name string
	clue float64
	set  set
	text map[string]int // of facts, by text; of questions, -1 - place
}

func newLabelled(name string, clue float64, s set) labelled {
	e := labelled{name, clue, s, map[string]int{}}
	for i, f := range s.facts {
		e.text[f.embedded()] = i
	}
	for i, q := range s.questions {
		e.text[q.text] = -1 - i
	}
	return e
}

// embedded is the text that the Indexer has embedded.
func (f fact) embedded() string {
	if f.subject == "" {
		return f.content
	}
	return f.subject + ": " + f.content
}

func (e labelled) Identity() string { return "quality:" + e.name }

func (e labelled) Embed(_ context.Context, texts []string) (llm.Embeddings, error) {
	out := make([][]float32, len(texts))
	for i, said := range texts {
		at, ok := e.text[said]
		if !ok {
			return llm.Embeddings{}, fmt.Errorf("%q is not in the set", said)
		}
		if at >= 0 {
			out[i] = e.fact(at)
			continue
		}
		q := e.set.questions[-1-at]
		ease := 0.4 + 1.2*source("ease "+said).Float64() // questions are not equally hard
		out[i] = mix(part{1, anywhere("question " + said)}, part{0.7, anywhere("all")}, part{e.clue * ease, e.fact(q.answer)})
	}
	return llm.Embeddings{Vectors: out}, nil
}

func (e labelled) fact(at int) []float32 {
	f := e.set.facts[at]
	return mix(part{1, anywhere(f.id)}, part{0.4, anywhere("subject " + f.language + f.subject)}, part{0.7, anywhere("all")})
}

type part struct {
	weight float64
	of     []float32
}

func mix(parts ...part) []float32 {
	v := make([]float32, dimensions)
	for _, p := range parts {
		for i := range v {
			v[i] += float32(p.weight) * p.of[i]
		}
	}
	return v
}

// anywhere is a direction of length about 1 that depends on nothing but the name.
func anywhere(name string) []float32 {
	r := source(name)
	v := make([]float32, dimensions)
	for i := range v {
		v[i] = float32(r.NormFloat64() / 16) // 16 = the root of 256
	}
	return v
}

func source(name string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(name))
	return rand.New(rand.NewPCG(h.Sum64(), 1))
}

// patience is how long an encoder on a busy machine may take for 64 texts.
const patience = 20 * time.Minute

// real is the embedder that the settings of Keepsake name; nil when they name none.
func real(t testing.TB) llm.Embedder {
	model := os.Getenv("KEEPSAKE_EMBED_MODEL")
	if model == "" || os.Getenv("KEEPSAKE_QUALITY") == "" {
		return nil
	}
	address := os.Getenv("KEEPSAKE_EMBED_BASE_URL")
	if address == "" {
		address = "https://api.openai.com/v1"
	}
	t.Logf("embedder: %s at %s", model, address)
	return &remembering{Embedder: openai.NewEmbedder(openai.EmbedConfig{Endpoint: openai.Endpoint{BaseURL: address, Model: model, APIKey: os.Getenv("KEEPSAKE_EMBED_API_KEY"), Timeout: patience}}), known: known}
}

// known are the vectors that a real embedder has made in this process: the set is asked several times.
var known = map[string][]float32{}

// remembering asks an embedder once for each text. It is not safe for concurrent use.
type remembering struct {
	llm.Embedder
	known map[string][]float32
}

func (e *remembering) Embed(ctx context.Context, texts []string) (llm.Embeddings, error) {
	var missing []string
	for _, s := range texts {
		if e.known[s] == nil && !slices.Contains(missing, s) {
			missing = append(missing, s)
		}
	}
	var out llm.Embeddings
	if len(missing) > 0 {
		made, err := e.Embedder.Embed(ctx, missing)
		if err != nil {
			return made, err
		}
		out.Usage = made.Usage
		for i, s := range missing {
			e.known[s] = made.Vectors[i]
		}
	}
	for _, s := range texts { // copies: who asks may scale them
		out.Vectors = append(out.Vectors, slices.Clone(e.known[s]))
	}
	return out, nil
}
