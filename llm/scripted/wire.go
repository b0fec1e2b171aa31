package scripted

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"keepsake/text"
)

// Handler returns the endpoint: /v1/chat/completions, /v1/embeddings,
// /v1/audio/transcriptions, /v1/models and /v1/models/NAME.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/chat/completions", s.guard(s.complete))
	mux.HandleFunc("POST /v1/embeddings", s.guard(s.embed))
	mux.HandleFunc("POST /v1/audio/transcriptions", s.guard(s.transcribe))
	mux.HandleFunc("GET /v1/models", s.guard(s.models))
	mux.HandleFunc("GET /v1/models/{name...}", s.guard(s.model))
	return mux
}

func (s *Server) guard(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if s.opts.Key != "" && r.Header.Get("Authorization") != "Bearer "+s.opts.Key {
			fail(w, http.StatusUnauthorized, "invalid_api_key", "Incorrect API key provided: "+r.Header.Get("Authorization"))
			return
		}
		next(w, r)
	}
}

func (s *Server) models(w http.ResponseWriter, r *http.Request) {
	if f := s.trouble(); f != (Fault{}) {
		if _, done := s.early(w, r, f); done {
			return
		}
	}
	var list []map[string]any
	for _, m := range s.opts.Models {
		list = append(list, map[string]any{"id": m, "object": "model", "owned_by": "scripted"})
	}
	reply(w, map[string]any{"object": "list", "data": list})
}

func (s *Server) model(w http.ResponseWriter, r *http.Request) {
	for _, m := range s.opts.Models {
		if m == r.PathValue("name") {
			reply(w, map[string]any{"id": m, "object": "model", "owned_by": "scripted"})
			return
		}
	}
	fail(w, http.StatusNotFound, "model_not_found", "no such model")
}

// maxBody is more than any prompt of the house.
const maxBody = 16 << 20

func (s *Server) complete(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody))
	if err != nil {
		return
	}
	req, prompt, bad := parse(body)
	update := s.record(Request{At: time.Now(), Body: string(body), Prompt: prompt, Violation: bad})
	status := func(code int) { update(func(q *Request) { q.Status = code }) }

	if bad != "" {
		status(http.StatusBadRequest)
		fail(w, http.StatusBadRequest, "invalid_request_error", bad)
		return
	}
	if code, id, words := s.refused(req); code != 0 {
		status(code)
		fail(w, code, id, words)
		return
	}
	f := s.trouble()
	if code, done := s.early(w, r, f); done {
		status(code)
		return
	}

	s.mu.Lock()
	brain := s.brain
	s.mu.Unlock()
	answer, err := brain.Answer(r.Context(), prompt)
	if err != nil {
		update(func(q *Request) { q.Status, q.Violation = http.StatusInternalServerError, err.Error() })
		fail(w, http.StatusInternalServerError, "no_answer", err.Error())
		return
	}
	if answer.Fault != nil {
		f = *answer.Fault
		if code, done := s.early(w, r, f); done {
			status(code)
			return
		}
	}
	usage := s.count(prompt, answer)
	update(func(q *Request) { q.Status, q.Usage = http.StatusOK, usage })
	if !s.pause(r, s.opts.FirstDelay) {
		return
	}
	out := &outgoing{Server: s, w: w, r: r, f: f, model: req.Model, id: fmt.Sprintf("chatcmpl-%d", time.Now().UnixNano()),
		usage: usage, wantUsage: req.StreamOptions != nil && req.StreamOptions.IncludeUsage}
	if !req.Stream || f.Trouble == Whole {
		out.whole(answer)
		return
	}
	out.stream(answer)
}

// refused answers what this endpoint does not take, though the request is well-formed.
func (s *Server) refused(req *request) (status int, code, words string) {
	s.mu.Lock()
	no := s.refuse
	s.mu.Unlock()
	known := false
	for _, m := range s.opts.Models {
		known = known || m == req.Model
	}
	switch {
	case !known:
		return http.StatusNotFound, "model_not_found", "The model does not exist or you do not have access to it."
	case no.Stream && req.Stream:
		return http.StatusBadRequest, "unsupported_value", "'stream' is not supported by this model"
	case no.StreamOptions && req.StreamOptions != nil:
		return http.StatusBadRequest, "", "Unrecognized request argument supplied: stream_options"
	case no.Tools && len(req.Tools) > 0:
		return http.StatusBadRequest, "", "registry.local/library/" + req.Model + " does not support tools"
	case no.MaxTokens && req.MaxTokens > 0:
		return http.StatusBadRequest, "unsupported_parameter", "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
	case no.NewMaxTokens && req.MaxCompletionTokens > 0:
		return http.StatusBadRequest, "", "Unrecognized request argument supplied: max_completion_tokens"
	}
	for i, m := range req.Messages {
		if no.Images && m.Content.parts {
			return http.StatusBadRequest, "", "Invalid content type. image_url is only supported by certain models."
		}
		if m.Role != "system" {
			continue
		}
		if no.System {
			return http.StatusBadRequest, "", "System role not supported"
		}
		if no.LateSystem && i > 0 {
			return http.StatusBadRequest, "", "System message must be at the beginning."
		}
	}
	if s.opts.ContextTokens > 0 {
		if n := text.Tokens(req.canonical()); n > s.opts.ContextTokens {
			return http.StatusBadRequest, "context_length_exceeded",
				fmt.Sprintf("This model's maximum context length is %d tokens. However, your messages resulted in %d tokens.", s.opts.ContextTokens, n)
		}
	}
	return 0, "", ""
}

// count returns the usage of an answer; what an earlier prompt began with is cached.
func (s *Server) count(p Prompt, a Answer) Usage {
	said := a.Text
	for _, c := range a.Calls {
		said += c.Name + c.arguments()
	}
	s.mu.Lock()
	earlier := s.prompts
	s.prompts = append(s.prompts, p.Text)
	if len(s.prompts) > s.opts.Keep {
		s.prompts = append([]string(nil), s.prompts[len(s.prompts)-s.opts.Keep:]...)
	}
	s.mu.Unlock()
	shared := 0
	for _, e := range earlier {
		shared = max(shared, CommonPrefix(e, p.Text))
	}
	total := text.Tokens(p.Text)
	return Usage{Prompt: total, Cached: min(total, text.Tokens(p.Text[:shared])), Answer: text.Tokens(said)}
}

// CommonPrefix returns how many bytes two texts begin with in common.
func CommonPrefix(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

func (s *Server) callID() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls++
	return fmt.Sprintf("call_%06d", s.calls)
}

func reply(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}

func fail(w http.ResponseWriter, status int, code, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	kind := "invalid_request_error"
	if status >= 500 {
		kind = "server_error"
	}
	e := map[string]any{"message": message, "type": kind, "param": nil, "code": nil}
	if code != "" {
		e["code"] = code
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"error": e})
}

// words cuts a text into the pieces of a stream: words with the white space after them.
func words(s string) []string {
	var out []string
	for s != "" {
		i := strings.IndexAny(s, " \n")
		if i < 0 {
			return append(out, s)
		}
		for i < len(s) && (s[i] == ' ' || s[i] == '\n') {
			i++
		}
		out = append(out, s[:i])
		s = s[i:]
	}
	return out
}
