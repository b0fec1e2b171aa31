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

// habits are the ways in which a model's endpoint departs from the reference. The zero
// value is the reference. They are learned from refusals, and kept only when the request
// then succeeded.
type habits struct {
	noStream        bool // answers only at once
	noStreamOptions bool // so there is no usage
	noTools         bool // calls no functions: it talks, but remembers nothing
	mergeLate       bool // system messages only at the start
	noSystem        bool // no system messages at all
	alternate       bool // user and assistant must take turns
	otherMaxTokens  bool // max_tokens where its name suggests max_completion_tokens, or the reverse
	noMaxTokens     bool
	noEffort        bool // calls tools only with its reasoning off
	noImages        bool // sees no pictures
}

// String lists the departures, for a log.
func (h habits) String() string {
	var out []string
	for _, f := range []struct {
		on   bool
		name string
	}{
		{h.noStream, "no stream"}, {h.noStreamOptions, "no stream_options"}, {h.noTools, "no tools"},
		{h.mergeLate, "no late system message"}, {h.noSystem, "no system message"}, {h.alternate, "strict turns"},
		{h.otherMaxTokens, "other max_tokens"}, {h.noMaxTokens, "no max_tokens"}, {h.noEffort, "tools without reasoning"},
		{h.noImages, "no pictures"},
	} {
		if f.on {
			out = append(out, f.name)
		}
	}
	return strings.Join(out, ", ")
}

// adapt returns the habits that explain a refusal of r; ok is false when none does that
// was not tried already.
func (h habits) adapt(err error, r llm.Request) (next habits, ok bool) {
	if errors.Is(err, api.ErrReasoningToolsRequireResponses) && !h.noEffort {
		h.noEffort = true
		return h, true
	}
	var e *endpointError
	if !errors.As(err, &e) || e.isTooLong() {
		return h, false
	}
	switch e.status {
	case http.StatusBadRequest, http.StatusUnprocessableEntity, http.StatusNotFound, http.StatusNotImplemented,
		http.StatusInternalServerError: // llama.cpp and others: templates that raise
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

// role is how errors name the role of a message.
var role = regexp.MustCompile(`^messages(\.|\[)\d+\]?\.role$`)

// possibleHabits are the habits to try, in turn, when r was refused and nothing said why: what
// compatible endpoints refuse most, the cheapest to lose first, each alone before they
// are taken together.
func (h habits) possibleHabits(r llm.Request) []habits {
	var out []habits
	guess := func(change func(*habits)) {
		next := h
		if change(&next); next != h && !slices.Contains(out, next) {
			out = append(out, next)
		}
	}
	merge := hasLateMessage(r)
	if hasImages(r) { // alone: nothing else is lost by it
		guess(func(h *habits) { h.noImages = true })
		h.noImages = true // and with all that follows
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

// hasImages reports whether there is a picture in a prompt.
func hasImages(r llm.Request) bool {
	return slices.ContainsFunc(r.Messages, func(m llm.Message) bool { return len(m.Images) > 0 })
}

// unseen stands for the pictures of a message when the model sees none.
const unseen = "[You cannot see this: the model reads only text. Say so when it matters.]"

// parts puts a message with pictures into the parts of a content.
func parts(m llm.Message) []api.ChatMessagePart {
	out := []api.ChatMessagePart{{Type: api.ChatMessagePartTypeText, Text: m.Content}}
	for _, image := range m.Images {
		out = append(out, api.ChatMessagePart{Type: api.ChatMessagePartTypeImageURL, ImageURL: &api.ChatMessageImageURL{URL: image}})
	}
	return out
}

// reasoning names of models that want max_completion_tokens.
var reasoning = regexp.MustCompile(`^(.*/)?(o[1-9](-|$)|gpt-([5-9]|[1-9][0-9])([.-]|$))`)

func isReasoning(model string) bool { return reasoning.MatchString(model) }

// speaker is what providers take as a name.
var speaker = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// messages returns a prompt as the endpoint takes it.
func (h habits) messages(ms []llm.Message) []api.ChatCompletionMessage {
	if h.mergeLate || h.noSystem {
		ms = mergeSystem(ms, h.noSystem)
	}
	if h.noTools {
		ms = withoutCalls(ms)
	}
	if h.alternate {
		ms = takeTurns(ms)
	}
	out := make([]api.ChatCompletionMessage, 0, len(ms))
	for _, m := range ms {
		o := api.ChatCompletionMessage{Role: m.Role, Content: m.Content, ToolCallID: m.ToolCallID}
		if strings.TrimSpace(o.Content) == "" && len(m.ToolCalls) == 0 {
			o.Content = "(empty)" // go-openai would leave the field out, which is refused
		}
		switch {
		case len(m.Images) == 0 || m.Role != "user":
		case h.noImages:
			o.Content += "\n" + unseen
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

// mergeSystem moves system messages (but the first, unless all) into the message of the
// person that follows, set apart from their words.
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

// withoutCalls tells earlier tool calls as text, for a model that knows none.
func withoutCalls(ms []llm.Message) []llm.Message {
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

// takeTurns joins neighbours who speak in the same role.
func takeTurns(ms []llm.Message) []llm.Message {
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
