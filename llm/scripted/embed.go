package scripted

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"keepsake/text"
)

// DefaultEmbedModel is the embedding model's name unless Options.EmbedModels says
// otherwise.
const DefaultEmbedModel = "scripted-embedding"

// EmbedRequest is one request for embeddings.
type EmbedRequest struct {
	At        time.Time
	Inputs    []string
	Violation string // why it was refused as malformed, "" when it was not
	Status    int    // of the answer; 0 = none was given

	seq int
}

// Embeddings returns the kept requests for embeddings, oldest first.
func (s *Server) Embeddings() []EmbedRequest {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.embeds)
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
	status := s.recordEmbed(EmbedRequest{At: time.Now(), Inputs: inputs, Violation: bad})
	if bad != "" {
		status(http.StatusBadRequest)
		fail(w, http.StatusBadRequest, "invalid_request_error", bad)
		return
	}
	if !slices.Contains(s.opts.EmbedModels, model) {
		status(http.StatusNotFound)
		fail(w, http.StatusNotFound, "model_not_found", "The model does not exist or you do not have access to it.")
		return
	}
	if code, done := s.early(w, r, s.trouble()); done {
		status(code)
		return
	}
	tokens := 0
	data := make([]map[string]any, len(inputs))
	for i, in := range inputs {
		n := text.Tokens(in)
		if n > maxInputTokens {
			status(http.StatusBadRequest)
			fail(w, http.StatusBadRequest, "", fmt.Sprintf("This model's maximum context length is %d tokens, however you requested %d tokens.", maxInputTokens, n))
			return
		}
		tokens += n
		data[i] = map[string]any{"object": "embedding", "index": i, "embedding": Embed(in, s.opts.EmbedDimensions)}
	}
	slices.Reverse(data) // an order is promised by the index only
	status(http.StatusOK)
	reply(w, map[string]any{"object": "list", "data": data, "model": model,
		"usage": map[string]any{"prompt_tokens": tokens, "total_tokens": tokens}})
}

// recordEmbed keeps a request and returns how to tell what it was answered with.
func (s *Server) recordEmbed(r EmbedRequest) (status func(code int)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.embeds) >= s.opts.Keep {
		s.embeds = append(s.embeds[:0:0], s.embeds[1:]...)
	}
	s.seq++
	r.seq = s.seq
	s.embeds = append(s.embeds, r)
	s.signal()
	return func(code int) {
		s.mu.Lock()
		defer s.mu.Unlock()
		for i := range s.embeds {
			if s.embeds[i].seq == r.seq {
				s.embeds[i].Status = code
			}
		}
		s.signal()
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
	if !utf8.Valid(body) {
		return "", nil, "embeddings: the body is not UTF-8"
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&req); err != nil {
		return "", nil, "embeddings: not a request: " + err.Error()
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return "", nil, "embeddings: something follows the body"
	}
	var one string
	if json.Unmarshal(req.Input, &one) == nil {
		inputs = []string{one}
	} else if json.Unmarshal(req.Input, &inputs) != nil {
		return req.Model, nil, "embeddings: input: neither a text nor a list of texts"
	}
	switch {
	case req.Model == "":
		bad = "embeddings: model: missing"
	case len(inputs) == 0:
		bad = "embeddings: input: empty"
	case len(inputs) > maxInputs:
		bad = fmt.Sprintf("embeddings: input: more than %d texts", maxInputs)
	case req.EncodingFormat != "" && req.EncodingFormat != "float":
		bad = "embeddings: encoding_format: only float is spoken here"
	case slices.ContainsFunc(inputs, func(in string) bool { return strings.TrimSpace(in) == "" }):
		bad = "embeddings: input: an empty text"
	}
	return req.Model, inputs, bad
}
