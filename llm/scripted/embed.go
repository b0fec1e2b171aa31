package scripted

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"

	"keepsake/text"
)

// DefaultEmbedModel is the embedding model's name unless Options.EmbedModels says
// otherwise.
const DefaultEmbedModel = "scripted-embedding"

// EmbedRequest is one request for embeddings.
type EmbedRequest struct {
	Record
	Inputs []string
}

// Limits of a request, OpenAI's.
const (
	maxInputs      = 2048
	maxInputTokens = 8192
)

// Embed returns the vector of a text: each of its search words adds its own direction,
// which depends on nothing but the word. Texts are near as far as they share words. A text
// without any gets a direction of its own.
func Embed(said string, dimensions int) []float32 {
	v := make([]float32, dimensions)
	words := text.Words(said)
	if len(words) == 0 {
		words = []string{"\x00" + said}
	}
	for _, w := range words {
		weight := float32(1)
		if len(w) < 3 { // "a", "is", "to"
			weight = 0.2
		}
		h := fnv.New64a()
		io.WriteString(h, w)
		state := h.Sum64()
		for range 8 { // a few places of many: two words seldom meet in most of them
			state = state*6364136223846793005 + 1442695040888963407
			at := int(state>>33) % dimensions
			if state>>32&1 == 0 {
				v[at] += weight
			} else {
				v[at] -= weight
			}
		}
	}
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if sum == 0 { // words that cancel out
		v[0], sum = 1, 1
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(sum))
	}
	return v
}

func (s *Server) embed(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody))
	if err != nil {
		return
	}
	model, inputs, bad := parseEmbed(body)
	q := record(s, &s.embeds, EmbedRequest{Record{At: time.Now(), Violation: bad}, inputs}, bad)
	tokens, tooLong := 0, ""
	data := make([]object, len(inputs))
	for i, in := range inputs {
		n := text.Tokens(in)
		if tokens += n; n > maxInputTokens {
			tooLong = fmt.Sprintf("This model's maximum context length is %d tokens, however you requested %d tokens.", maxInputTokens, n)
		}
		data[i] = object{"object": "embedding", "index": i, "embedding": Embed(in, s.opts.EmbedDimensions)}
	}
	slices.Reverse(data) // an order is promised by the index only
	if _, ok := s.admit(w, r, &q.Record, slices.Contains(s.opts.EmbedModels, model), func() (string, string) { return "", tooLong }); ok {
		s.amend(func() { q.Status = http.StatusOK })
		reply(w, object{"object": "list", "data": data, "model": model, "usage": object{"prompt_tokens": tokens, "total_tokens": tokens}})
	}
}

// parseEmbed reads a request; bad says what of it the strictest provider would refuse.
func parseEmbed(body []byte) (model string, inputs []string, bad string) {
	var req struct {
		Model          string          `json:"model"`
		Input          json.RawMessage `json:"input"`
		EncodingFormat string          `json:"encoding_format"`
		User           string          `json:"user"`
	}
	if bad := decode(body, &req); bad != "" {
		return "", nil, "embeddings: " + bad
	}
	var one string
	if json.Unmarshal(req.Input, &one) == nil {
		inputs = []string{one}
	} else if json.Unmarshal(req.Input, &inputs) != nil {
		return req.Model, nil, "embeddings: input: neither a text nor a list of texts"
	}
	blank := func(in string) bool { return strings.TrimSpace(in) == "" }
	if err := firstFailed(
		check{req.Model == "", "model: missing"},
		check{len(inputs) == 0, "input: empty"},
		check{len(inputs) > maxInputs, fmt.Sprintf("input: more than %d texts", maxInputs)},
		check{req.EncodingFormat != "" && req.EncodingFormat != "float", "encoding_format: only float is spoken here"},
		check{slices.ContainsFunc(inputs, blank), "input: an empty text"},
	); err != nil {
		bad = "embeddings: " + err.Error()
	}
	return req.Model, inputs, bad
}
