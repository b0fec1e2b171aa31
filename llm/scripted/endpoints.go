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
	"path"
	"slices"
	"strings"

	"keepsake/text"
)

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
			sign := 1 - 2*float32(state>>32&1)
			v[at] += sign * weight
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
	read, model, err := parseEmbed(body)
	if err != nil {
		read.Violation = "embeddings: " + err.Error()
	}
	q := s.record("embeddings", read)
	tokens, tooLong := 0, ""
	data := make([]object, len(read.Inputs))
	for i, in := range read.Inputs {
		n := text.Tokens(in)
		if tokens += n; n > maxInputTokens {
			tooLong = fmt.Sprintf("This model's maximum context length is %d tokens, however you requested %d tokens.", maxInputTokens, n)
		}
		data[i] = object{"object": "embedding", "index": i, "embedding": Embed(in, s.opts.EmbedDimensions)}
	}
	slices.Reverse(data) // an order is promised by the index only
	if _, ok := s.admit(w, r, q, slices.Contains(s.opts.EmbedModels, model), refusal{why: tooLong}); ok {
		s.amend(func() { q.Status, q.Usage.Prompt = http.StatusOK, tokens })
		reply(w, object{"object": "list", "data": data, "model": model, "usage": object{"prompt_tokens": tokens, "total_tokens": tokens}})
	}
}

// parseEmbed reads a request; the error says what of it the strictest provider would refuse.
func parseEmbed(body []byte) (q Request, model string, err error) {
	var req struct {
		Model          string          `json:"model"`
		Input          json.RawMessage `json:"input"`
		EncodingFormat string          `json:"encoding_format"`
		User           string          `json:"user"`
	}
	if err := decode(body, &req); err != nil {
		return q, "", err
	}
	one := make([]string, 1)
	if json.Unmarshal(req.Input, &one[0]) == nil {
		q.Inputs = one
	} else if json.Unmarshal(req.Input, &q.Inputs) != nil {
		return q, req.Model, errors.New("input: neither a text nor a list of texts")
	}
	blank := func(in string) bool { return strings.TrimSpace(in) == "" }
	return q, req.Model, firstFailed(
		check{req.Model == "", "model: missing"},
		check{len(q.Inputs) == 0, "input: empty"},
		check{len(q.Inputs) > maxInputs, fmt.Sprintf("input: more than %d texts", maxInputs)},
		check{req.EncodingFormat != "" && req.EncodingFormat != "float", "encoding_format: only float is spoken here"},
		check{slices.ContainsFunc(q.Inputs, blank), "input: an empty text"},
	)
}

// wordsFollow is the beginning of a recording in which this endpoint hears words: an Ogg page
// whose codec is plain text. It hears nothing in any other recording.
const wordsFollow = "OggS\x00scripted\x00"

// Recording makes a recording of somebody who says something.
func Recording(words string) []byte { return []byte(wordsFollow + words) }

// maxRecording is what the reference takes, in bytes.
const maxRecording = 25 << 20

// endings are the names of files that the reference takes.
var endings = []string{".flac", ".mp3", ".mp4", ".mpeg", ".mpga", ".m4a", ".ogg", ".wav", ".webm"}

func (s *Server) transcribe(w http.ResponseWriter, r *http.Request) {
	v, model, err := parseVoice(r)
	if err != nil {
		v.Violation = "transcriptions: " + err.Error()
	}
	q := s.record("transcription", v)
	if _, ok := s.admit(w, r, q, model == DefaultVoiceModel, refusal{}); ok {
		s.amend(func() { q.Status = http.StatusOK })
		reply(w, object{"text": v.Said})
	}
}

// parseVoice reads a request; the error says what of it the strictest provider would refuse.
func parseVoice(r *http.Request) (v Request, model string, err error) {
	r.Body = http.MaxBytesReader(nil, r.Body, maxRecording+1<<20)
	if err := r.ParseMultipartForm(maxRecording); err != nil {
		return v, "", errors.New("not a multipart form, or a broken one")
	}
	form := r.MultipartForm
	for name, values := range form.Value {
		known := slices.Contains([]string{"model", "response_format", "language", "prompt", "temperature"}, name)
		if err := firstFailed(
			check{!known, name + ": unknown"},
			check{len(values) > 1, name + ": given twice"},
			check{name == "response_format" && values[0] != "json", name + ": only json is spoken here"},
		); err != nil {
			return v, "", err
		}
	}
	for name, files := range form.File {
		if name != "file" || len(files) > 1 {
			return v, "", errors.New(name + ": unknown, or given twice")
		}
	}
	var data []byte
	if f, header, err := r.FormFile("file"); err == nil {
		if data, err = io.ReadAll(f); err != nil {
			return v, "", err
		}
		v.File, v.Size = header.Filename, len(data)
	}
	if words, ok := bytes.CutPrefix(data, []byte(wordsFollow)); ok {
		v.Said = string(words)
	}
	model = r.PostFormValue("model")
	return v, model, firstFailed(
		check{model == "", "model: missing"},
		check{v.Size == 0, "file: missing or empty"},
		check{v.Size > maxRecording, fmt.Sprintf("file: larger than %d bytes", maxRecording)},
		check{!slices.Contains(endings, strings.ToLower(path.Ext(v.File))), "file: unknown format"},
	)
}
