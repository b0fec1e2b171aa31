package openai

import (
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strings"

	api "github.com/sashabaranov/go-openai"

	"keepsake/llm"
)

// habits are the ways in which a model's endpoint differs from OpenAI's API. The zero value
// means no difference. They are learned from refused requests, and kept only if the changed
// request succeeds.
type habits struct {
	noStream        bool // does not stream
	noStreamOptions bool // refuses stream_options, so a stream reports no usage
	noTools         bool // refuses tools, so the model can answer but not remember
	mergeLate       bool // accepts system messages only at the start
	noSystem        bool // accepts no system messages
	alternate       bool // user and assistant messages must alternate
	otherMaxTokens  bool // wants max_tokens where the model's name suggests max_completion_tokens, or the reverse
	noMaxTokens     bool // accepts neither
	fewTokens       bool // has a context so short that answers must be limited to fewTokens
	noEffort        bool // calls tools only without reasoning
	noImages        bool // accepts no images
	noSchema        bool // answers in JSON, but by no schema
	noFormat        bool // knows no response_format
	noFinish        bool // ends a stream without a finish reason
}

// String lists the differences for a log.
func (h habits) String() string {
	var out []string
	for _, f := range []struct {
		on   bool
		name string
	}{
		{h.noStream, "no stream"}, {h.noStreamOptions, "no stream_options"}, {h.noTools, "no tools"},
		{h.mergeLate, "no late system message"}, {h.noSystem, "no system message"}, {h.alternate, "strict turns"},
		{h.otherMaxTokens, "other max_tokens"}, {h.noMaxTokens, "no max_tokens"}, {h.fewTokens, "short answers"}, {h.noEffort, "tools without reasoning"},
		{h.noImages, "no pictures"}, {h.noSchema, "no schema of answers"}, {h.noFormat, "no format of answers"}, {h.noFinish, "no finish reason"},
	} {
		if f.on {
			out = append(out, f.name)
		}
	}
	return strings.Join(out, ", ")
}

// adapt returns h with the habit that explains a refusal of r. ok is false when the error
// suggests none that h does not have already.
func (h habits) adapt(err error, r llm.Request) (next habits, ok bool) {
	if errors.Is(err, api.ErrReasoningToolsRequireResponses) && !h.noEffort {
		h.noEffort = true
		return h, true
	}
	if errors.Is(err, errNoFinish) && !h.noFinish {
		h.noFinish = true
		return h, true
	}
	var e *endpointError
	if !errors.As(err, &e) {
		return h, false
	}
	if e.isTooLong() { // some endpoints add the limit of the answer to the prompt's length
		if h.fewTokens || h.noMaxTokens || r.MaxTokens <= fewTokens || !e.mentions("max_tokens", "max_completion_tokens", "in the completion") {
			return h, false
		}
		h.fewTokens = true
		return h, true
	}
	switch e.status {
	case http.StatusBadRequest, http.StatusUnprocessableEntity, http.StatusNotFound, http.StatusNotImplemented,
		http.StatusInternalServerError: // llama.cpp and others, when a chat template fails
	default:
		return h, false
	}
	try := func(flag *bool, applies, is bool, says ...string) bool {
		if *flag || !applies || !is && !e.mentions(says...) {
			return false
		}
		*flag = true
		return true
	}
	limit, tools := r.MaxTokens > 0, len(r.Tools) > 0
	aboutLimit := e.isAbout("max_tokens", "max_completion_tokens")
	unknown := e.mentions("unknown", "unsupported", "unrecognized", "not supported", "not support", "not permitted")
	switch {
	case try(&h.noSchema, r.Format != nil, e.isAbout("response_format", "response_format.type"), "response_format", "json_schema", "response format"):
	case try(&h.noFormat, r.Format != nil, e.isAbout("response_format", "response_format.type"), "response_format", "json_object", "response format"):
	case try(&h.noImages, hasImages(r), false, "image", "multimodal", "multi-modal", "vision", "content must be a string", "mmproj"):
	case try(&h.noStreamOptions, !h.noStream, e.isAbout("stream_options", "stream_options.include_usage"), "stream_options", "include_usage"):
	case try(&h.noStream, !e.mentions("stream_options"), e.isAbout("stream"), "'stream'", "streaming is not supported", "does not support stream", "stream is not supported"):
	case try(&h.otherMaxTokens, limit, aboutLimit, "max_tokens", "max_completion_tokens"):
	case try(&h.noMaxTokens, limit, aboutLimit, "max_tokens", "max_completion_tokens"):
	case try(&h.noTools, tools, unknown && e.isAbout("tools", "tool_choice"), "support tool", "support function", "tool choice requires",
		"tools is not supported", "tools are not supported", "tool calling is not supported", "unsupported parameter: 'tools'", "argument supplied: tools"):
	case try(&h.mergeLate, hasLateMessage(r), role.MatchString(e.param), "system message", "system role", "role system", "got system", "alternate", "unexpected role"):
	case try(&h.noSystem, true, role.MatchString(e.param), "system role not supported", "system role is not supported", "does not support system",
		"system messages are not supported", "system message", "role system", "developer instruction"):
	case try(&h.alternate, true, false, "alternate", "consecutive"):
	default:
		return h, false
	}
	return h, true
}

// fewTokens is the limit of an answer where a larger one leaves no room for the prompt.
const fewTokens = 1024

// limitTokens returns the max_tokens to send for a limit, 0 = none.
func (h habits) limitTokens(limit int) int {
	switch {
	case h.noMaxTokens:
		return 0
	case h.fewTokens:
		return min(limit, fewTokens)
	}
	return limit
}

// role matches the parameter name by which errors refer to the role of a message.
var role = regexp.MustCompile(`^messages(\.|\[)\d+\]?\.role$`)

// possibleHabits returns the habits to try one after the other when r was refused without an
// explanation. They are those that compatible endpoints have most often, beginning with the
// least costly, and single habits before combinations.
func (h habits) possibleHabits(r llm.Request) []habits {
	var out []habits
	guess := func(change func(*habits)) {
		next := h
		if change(&next); next != h && !slices.Contains(out, next) {
			out = append(out, next)
		}
	}
	merge := hasLateMessage(r)
	if hasImages(r) { // alone first, then in combination with each of the others
		guess(func(h *habits) { h.noImages = true })
		h.noImages = true
	}
	if r.Format != nil {
		guess(func(h *habits) { h.noSchema, h.noFormat = true, true })
		h.noSchema, h.noFormat = true, true
	}
	guess(func(h *habits) { h.noStreamOptions = h.noStreamOptions || !h.noStream })
	guess(func(h *habits) { h.mergeLate = h.mergeLate || merge })
	guess(func(h *habits) {
		h.noStreamOptions, h.mergeLate = h.noStreamOptions || !h.noStream, h.mergeLate || merge
	})
	guess(func(h *habits) { h.noStream, h.mergeLate = true, h.mergeLate || merge })
	return out
}

func hasLateMessage(r llm.Request) bool {
	for i, m := range r.Messages {
		if i > 0 && m.Role == "system" {
			return true
		}
	}
	return false
}

// hasImages reports whether a prompt contains an image.
func hasImages(r llm.Request) bool {
	return slices.ContainsFunc(r.Messages, func(m llm.Message) bool { return len(m.Images) > 0 })
}

// imageNotice replaces the images of a message for a model that accepts none.
const imageNotice = "[You cannot see this: the model reads only text. Say so when it matters.]"

// parts returns the content parts of a message with images.
func parts(m llm.Message) []api.ChatMessagePart {
	out := []api.ChatMessagePart{{Type: api.ChatMessagePartTypeText, Text: m.Content}}
	for _, image := range m.Images {
		out = append(out, api.ChatMessagePart{Type: api.ChatMessagePartTypeImageURL, ImageURL: &api.ChatMessageImageURL{URL: image}})
	}
	return out
}

// reasoning matches the names of models that require max_completion_tokens.
var reasoning = regexp.MustCompile(`^(.*/)?(o[1-9](-|$)|gpt-([5-9]|[1-9][0-9])([.-]|$))`)

func isReasoning(model string) bool { return reasoning.MatchString(model) }

// speaker matches the names of speakers that providers accept.
var speaker = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// messages converts a prompt to messages that the endpoint accepts.
func (h habits) messages(ms []llm.Message) []api.ChatCompletionMessage {
	if h.mergeLate || h.noSystem {
		ms = mergeSystem(ms, h.noSystem)
	}
	if h.noTools {
		ms = removeCalls(ms)
	}
	if h.alternate {
		ms = joinSameRole(ms)
	}
	out := make([]api.ChatCompletionMessage, 0, len(ms))
	for _, m := range ms {
		o := api.ChatCompletionMessage{Role: m.Role, Content: m.Content, ToolCallID: m.ToolCallID}
		if strings.TrimSpace(o.Content) == "" && len(m.ToolCalls) == 0 {
			o.Content = "(empty)" // go-openai omits an empty field, which endpoints refuse
		}
		switch {
		case len(m.Images) == 0 || m.Role != "user":
		case h.noImages:
			o.Content += "\n" + imageNotice
		default:
			m.Content = o.Content
			o.Content, o.MultiContent = "", parts(m)
		}
		if m.Role == "user" && speaker.MatchString(m.Name) {
			o.Name = m.Name
		}
		for _, c := range m.ToolCalls {
			o.ToolCalls = append(o.ToolCalls, api.ToolCall{ID: c.ID, Type: api.ToolTypeFunction,
				Function: api.FunctionCall{Name: c.Name, Arguments: c.Arguments}})
		}
		out = append(out, o)
	}
	return out
}

// mergeSystem moves the text of system messages into the next user message, in a <context>
// block. It keeps a system message at the start unless all is true.
func mergeSystem(ms []llm.Message, all bool) []llm.Message {
	var out []llm.Message
	var held []string
	for i, m := range ms {
		if m.Role == "system" && (i > 0 || all) {
			held = append(held, m.Content)
			continue
		}
		if m.Role == "user" && len(held) > 0 {
			m.Content = describeHeld(held) + "\n\n" + m.Content
			held = nil
		}
		out = append(out, m)
	}
	if len(held) > 0 {
		out = append(out, llm.Message{Role: "user", Content: describeHeld(held)})
	}
	return out
}

func describeHeld(held []string) string {
	return "<context>\n" + strings.Join(held, "\n\n") + "\n</context>"
}

// removeCalls removes tool calls and turns their results into text, for a model without tools.
func removeCalls(ms []llm.Message) []llm.Message {
	var out []llm.Message
	for _, m := range ms {
		switch {
		case m.Role == "tool":
			m = llm.Message{Role: "assistant", Content: "(looked up: " + m.Content + ")"}
		case len(m.ToolCalls) > 0:
			m.ToolCalls = nil
			if strings.TrimSpace(m.Content) == "" {
				continue
			}
		}
		out = append(out, m)
	}
	return out
}

// joinSameRole joins consecutive messages of the same role.
func joinSameRole(ms []llm.Message) []llm.Message {
	var out []llm.Message
	for _, m := range ms {
		n := len(out)
		if n > 0 && out[n-1].Role == m.Role && m.Role != "tool" && len(m.ToolCalls) == 0 && len(out[n-1].ToolCalls) == 0 {
			out[n-1].Content += "\n\n" + m.Content
			out[n-1].Images = append(slices.Clip(out[n-1].Images), m.Images...)
			continue
		}
		out = append(out, m)
	}
	return out
}
