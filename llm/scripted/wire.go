package scripted

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"sort"
	"strings"
	"time"

	"keepsake/text"
)

// Handler returns the endpoint: /v1/chat/completions, /v1/embeddings,
// /v1/audio/transcriptions, /v1/audio/speech, /v1/models and /v1/models/NAME.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/chat/completions", s.complete)
	mux.HandleFunc("POST /v1/embeddings", s.embed)
	mux.HandleFunc("POST /v1/audio/transcriptions", s.transcribe)
	mux.HandleFunc("POST /v1/audio/speech", s.speak)
	mux.HandleFunc("GET /v1/models", s.models)
	mux.HandleFunc("GET /v1/models/{name...}", s.model)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if given := r.Header.Get("Authorization"); s.opts.Key != "" && given != "Bearer "+s.opts.Key {
			fail(w, http.StatusUnauthorized, "invalid_api_key", "Incorrect API key provided: "+given)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

func (s *Server) models(w http.ResponseWriter, r *http.Request) {
	if s.failEarly(w, r, &Request{}, s.takeFault()) {
		return
	}
	list := make([]object, len(s.opts.Models))
	for i, m := range s.opts.Models {
		list[i] = wireModel(m)
	}
	reply(w, object{"object": "list", "data": list})
}

func wireModel(name string) object {
	return object{"id": name, "object": "model", "owned_by": "scripted"}
}

func (s *Server) model(w http.ResponseWriter, r *http.Request) {
	if name := r.PathValue("name"); slices.Contains(s.opts.Models, name) {
		reply(w, wireModel(name))
		return
	}
	fail(w, http.StatusNotFound, "model_not_found", "no such model")
}

// maxBody is more than any prompt of the agent, in bytes.
const maxBody = 16 << 20

func (s *Server) complete(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody))
	if err != nil {
		return
	}
	req, prompt, bad := parse(body)
	q := s.record("completion", Request{Violation: bad, Body: string(body), Prompt: prompt})
	f, ok := s.admit(w, r, q, slices.Contains(s.opts.Models, req.Model), s.refusal(req))
	if !ok {
		return
	}

	s.mu.Lock()
	brain := s.opts.Brain
	s.mu.Unlock()
	answer, err := brain.Answer(r.Context(), prompt)
	if err != nil {
		s.amend(func() {
			q.Status, q.Violation = http.StatusInternalServerError, err.Error()
			s.broken = append(s.broken, err.Error())
		})
		fail(w, http.StatusInternalServerError, "no_answer", err.Error())
		return
	}
	if answer.Fault != nil {
		f = *answer.Fault
		if s.failEarly(w, r, q, f) {
			return
		}
	}
	usage := s.count(prompt, answer)
	s.amend(func() { q.Status, q.Usage = http.StatusOK, usage })
	out := &outgoing{Server: s, w: w, r: r, f: f, model: req.Model, id: fmt.Sprintf("chatcmpl-%d", time.Now().UnixNano()),
		usage: usage, wantUsage: req.StreamOptions != nil && req.StreamOptions.IncludeUsage}
	switch {
	case !s.pause(r, s.opts.FirstDelay):
	case !req.Stream || f.Trouble == Whole:
		out.whole(answer)
	default:
		out.stream(answer)
	}
}

// refusal is why an endpoint refuses a well-formed request; the zero refusal is none.
type refusal struct{ code, why string }

// admit refuses a request that is malformed, names no model of the endpoint or is refused
// otherwise, and applies the fault that comes before an answer. ok is false when the request is
// answered.
func (s *Server) admit(w http.ResponseWriter, r *http.Request, q *Request, known bool, x refusal) (f Fault, ok bool) {
	status := http.StatusBadRequest
	switch {
	case q.Violation != "":
		x = refusal{"invalid_request_error", q.Violation}
	case !known:
		status, x = http.StatusNotFound, refusal{"model_not_found", "The model does not exist or you do not have access to it."}
	}
	if x.why != "" {
		s.amend(func() { q.Status = status })
		fail(w, status, x.code, x.why)
		return f, false
	}
	f = s.takeFault()
	return f, !s.failEarly(w, r, q, f)
}

// refusal returns why this endpoint refuses a completion.
func (s *Server) refusal(req *request) (x refusal) {
	s.mu.Lock()
	no := s.opts.Refuse
	s.mu.Unlock()
	system := func(m message) bool { return m.Role == "system" }
	inParts := func(m message) bool { return m.Content.parts }
	tokens, most := 0, s.opts.ContextTokens
	if most > 0 {
		tokens = text.Tokens(req.canonical())
	}
	switch {
	case no.Stream && req.Stream:
		x = refusal{"unsupported_value", "'stream' is not supported by this model"}
	case no.StreamOptions && req.StreamOptions != nil:
		x.why = "Unrecognized request argument supplied: stream_options"
	case no.Tools && len(req.Tools) > 0:
		x.why = "registry.local/library/" + req.Model + " does not support tools"
	case no.MaxTokens && req.MaxTokens > 0:
		x = refusal{"unsupported_parameter", "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."}
	case no.NewMaxTokens && req.MaxCompletionTokens > 0:
		x.why = "Unrecognized request argument supplied: max_completion_tokens"
	case no.Images && slices.ContainsFunc(req.Messages, inParts):
		x.why = "Invalid content type. image_url is only supported by certain models."
	case no.System && slices.ContainsFunc(req.Messages, system):
		x.why = "System role not supported"
	case no.LateSystem && len(req.Messages) > 0 && slices.ContainsFunc(req.Messages[1:], system):
		x.why = "System message must be at the beginning."
	case most > 0 && tokens > most:
		x = refusal{"context_length_exceeded", fmt.Sprintf("This model's maximum context length is %d tokens. However, your messages resulted in %d tokens.", most, tokens)}
	}
	return x
}

// count returns the usage of an answer. What an earlier prompt began with counts as cached.
func (s *Server) count(p Prompt, a Answer) Usage {
	said := a.Text
	for _, c := range a.Calls {
		said += c.Name + c.arguments()
	}
	defer s.lock()()
	shared := 0
	for _, e := range s.prompts {
		if n := min(shared+1, len(p.Text)); len(e) >= n && e[:n] == p.Text[:n] {
			shared = CommonPrefix(e, p.Text)
		}
	}
	s.prompts = append(s.prompts[max(0, len(s.prompts)+1-s.opts.Keep):], p.Text)
	total := s.tokens(p.Text)
	return Usage{Prompt: total, Cached: min(total, s.tokens(p.Text[:shared])), Answer: text.Tokens(said)}
}

// tokens counts a prompt's line by line and remembers the lines: most come again with the
// next prompt. The caller holds mu.
func (s *Server) tokens(prompt string) (n int) {
	for line := range strings.Lines(prompt) {
		count, ok := s.counted[line]
		if !ok {
			count = text.Tokens(line)
			if len(s.counted) > 10_000 {
				clear(s.counted)
			}
			s.counted[line] = count
		}
		n += count
	}
	return n
}

// CommonPrefix returns how many bytes two texts begin with in common.
func CommonPrefix(a, b string) int {
	most := min(len(a), len(b))
	return sort.Search(most, func(n int) bool { return a[:n+1] != b[:n+1] })
}

func reply(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}

func fail(w http.ResponseWriter, status int, code, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	e := object{"message": message, "type": "invalid_request_error", "param": nil, "code": nil}
	if status >= 500 {
		e["type"] = "server_error"
	}
	if code != "" {
		e["code"] = code
	}
	_ = json.NewEncoder(w).Encode(object{"error": e})
}

// wordPiece is a piece of a stream: a word with the white space after it.
var wordPiece = regexp.MustCompile(`[^ \n]*[ \n]+|[^ \n]+`)
