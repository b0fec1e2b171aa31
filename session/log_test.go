package session_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/llm"
	"keepsake/scope"
	"keepsake/session"
)

// logOf opens a log of a fresh session.
func logOf(t *testing.T, o session.LogOptions) (*session.Log, *session.Service, session.Session) {
	t.Helper()
	s, _ := room(t)
	x := must(s.Begin(t.Context(), actor.OfSystem(), place, alice, "keepsake", false))(t)
	return must(s.Log(t.Context(), actor.OfSystem(), x.ID, o))(t), s, x
}

func add(t *testing.T, l *session.Log, m session.Message) string {
	t.Helper()
	return must(l.Add(t.Context(), m))(t)
}

func user(text string) session.Message { return session.Message{Role: session.User, Content: text} }

func asks(id string) session.Message {
	return session.Message{Role: session.Assistant, ToolCalls: []session.ToolCall{{ID: id, Name: "analyze_sales", Arguments: `{"quarter": "Q4"}`}}}
}

func answers(id string) session.Message {
	return session.Message{Role: session.Tool, ToolCallID: id, Content: `{"total_sales": 1500000}`}
}

func contents(ms []session.Message) string {
	var out []string
	for _, m := range ms {
		out = append(out, string(m.Role)+":"+m.Content)
	}
	return strings.Join(out, " ")
}

// M15: by name, and what is unknown or incomplete is an error that names it.
func TestLogByName(t *testing.T) {
	s, _ := room(t)
	x := must(s.Begin(t.Context(), actor.OfSystem(), place, alice, "keepsake", false))(t)
	for name, want := range map[string]string{"": "conversation_history", "conversation_history": "conversation_history", "managed_conversation": "managed_conversation"} {
		if l := must(s.Log(t.Context(), actor.OfSystem(), x.ID, session.LogOptions{Kind: name}))(t); l.Kind() != want {
			t.Errorf("%q is %q", name, l.Kind())
		}
	}
	managed := func(w session.Window) session.LogOptions {
		return session.LogOptions{Kind: "managed_conversation", Window: w}
	}
	for field, o := range map[string]session.LogOptions{
		"memory_type":              {Kind: "managed"},
		"memory_config":            {Window: session.Window{Trigger: 2, Target: 1}},
		"model":                    {Kind: "kg"},
		"target_total_tokens":      managed(session.Window{Trigger: 10}),
		"max_total_tokens_trigger": managed(session.Window{Target: 10}),
		"image_token_estimate":     managed(session.Window{Trigger: 2, Target: 1, Image: -1}),
	} {
		_, err := s.Log(t.Context(), actor.OfSystem(), x.ID, o)
		var f *fault.Error
		if !errors.As(err, &f) || f.Kind != fault.Invalid || f.Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
	if _, err := s.Log(t.Context(), actor.OfSystem(), x.ID, managed(session.Window{Trigger: 80, Target: 100})); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a target above the trigger: %v", err)
	}
	if _, err := s.Log(t.Context(), actor.OfSystem(), x.ID, session.LogOptions{Kind: "kg", Model: llm.Chat(nil)}); errors.Is(err, session.ErrNoGraph) {
		t.Error("a graph without a model")
	}
	if _, err := s.Log(t.Context(), actor.OfSystem(), "nowhere", session.LogOptions{}); !errors.Is(err, session.ErrNotFound) {
		t.Errorf("a log of no session: %v", err)
	}
}

// M2–M11 on one log.
func TestLogOperations(t *testing.T) {
	ctx := t.Context()
	l, _, _ := logOf(t, session.LogOptions{Description: "You are a helpful assistant"})
	if got := contents(must(l.All(ctx))(t)); got != "system:You are a helpful assistant" { // M2
		t.Errorf("a new log: %s", got)
	}
	hello := add(t, l, user("Hello")) // M3
	if len(hello) != 36 {
		t.Errorf("id %q", hello)
	}
	add(t, l, session.Message{Role: session.Assistant, Name: "gpt", Content: "Hi there!"})
	add(t, l, asks("call_123")) // M17
	add(t, l, user("be quick"))
	result := add(t, l, answers("call_123"))
	if m := must(l.ByID(ctx, result))(t); m.Name != "analyze_sales" || m.ToolCallID != "call_123" { // M18
		t.Errorf("result %+v", m)
	}
	for _, m := range []session.Message{answers("call_999"), {Role: session.Tool, Content: "no association"}} {
		if _, err := l.Add(ctx, m); !errors.Is(err, session.ErrUnlinked) {
			t.Errorf("unlinked: %v", err)
		}
	}
	if _, err := l.Add(ctx, session.Message{Role: "robot", Content: "x"}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a role nobody knows: %v", err)
	}
	if ms := must(l.All(ctx))(t); len(ms) != 6 { // M5
		t.Errorf("all: %s", contents(ms))
	}
	if got := contents(must(l.Recent(ctx, 2))(t)); !strings.HasPrefix(got, "user:be quick tool:") { // M6
		t.Errorf("recent: %s", got)
	}
	if got := must(l.Recent(ctx, 0))(t); len(got) != 0 {
		t.Errorf("recent 0: %v", got)
	}
	if got := contents(must(l.ByRole(ctx, session.User, 1))(t)); got != "user:be quick" { // M9
		t.Errorf("by role: %s", got)
	}
	if got := must(l.ByRole(ctx, session.User, 0))(t); len(got) != 2 {
		t.Errorf("all of a role: %v", got)
	}
	chat, over, err := l.Messages(ctx) // M7, M12
	if err != nil || over || len(chat) != 6 || chat[3].Role != "assistant" || chat[4].Role != "tool" {
		t.Errorf("for the model: %v %v %+v", err, over, chat)
	}
}

// M4, M10, M11: what is shown changes, the records stay.
func TestLogView(t *testing.T) {
	ctx := t.Context()
	l, s, x := logOf(t, session.LogOptions{Description: "You are a helpful assistant"})
	add(t, l, user("Hello"))
	hi := add(t, l, session.Message{Role: session.Assistant, Name: "gpt", Content: "Hi there!"})
	call := add(t, l, asks("call_123"))
	joined := add(t, l, user("be quick"))
	result := add(t, l, answers("call_123"))
	if err := l.Update(ctx, hi, func(r *session.Revision) { r.Content = "Good day!" }); err != nil { // M4
		t.Fatal(err)
	}
	if m := must(l.ByID(ctx, hi))(t); m.Content != "Good day!" || m.Name != "gpt" { // M8
		t.Errorf("updated: %+v", m)
	}
	if err := l.Remove(ctx, result); err != nil { // M10: the bundle goes together
		t.Fatal(err)
	}
	for _, id := range []string{call, result, "nobody"} {
		if _, err := l.ByID(ctx, id); !errors.Is(err, session.ErrNoMessage) {
			t.Errorf("%s: %v", id, err)
		}
		if err := l.Remove(ctx, id); !errors.Is(err, session.ErrNoMessage) {
			t.Errorf("remove %s again: %v", id, err)
		}
	}
	if got := contents(must(l.All(ctx))(t)); got != "system:You are a helpful assistant user:Hello assistant:Good day! user:be quick" {
		t.Errorf("after a removal: %s", got)
	}
	if err := l.Reset(ctx); err != nil { // M11
		t.Fatal(err)
	}
	if got := contents(must(l.All(ctx))(t)); got != "system:You are a helpful assistant" {
		t.Errorf("after a reset: %s", got)
	}
	if w := must(s.Window(ctx, x))(t); len(w) != 1 {
		t.Errorf("the window: %s", contents(w))
	}
	// The record is what it was.
	all := must(s.Messages(ctx, x.ID, 1, 0))(t)
	if len(all) != 6 || all[2].Content != "Hi there!" || all[4].ID != joined || all[5].ID != result {
		t.Errorf("the records: %s", contents(all))
	}
	add(t, l, user("again"))
	if got := contents(must(l.All(ctx))(t)); !strings.HasSuffix(got, "user:again") {
		t.Errorf("after the reset: %s", got)
	}
}

// whole is a message with every field of M1.
func whole() session.Message {
	return session.Message{
		Role: session.Assistant, Name: "planner", Object: json.RawMessage(`[{"type":"text","b":1,"a":"<&> \u2028 ä"}]`),
		ToolCalls:  []session.ToolCall{{ID: "c1", Name: "look", Arguments: `{"at": "x"}`}},
		AgentCalls: []session.AgentCall{{Agent: "Researcher", Request: json.RawMessage(`{"task":"<find>","n":12345678901234567890}`)}},
		Structured: json.RawMessage(`{"z":1,"y":[true,null]}`), Images: []string{"https://x/i.png", "data:image/png;base64,AAAA"},
	}
}

// M1: every field, kept as it came; secrets go nevertheless.
func TestMessageM1(t *testing.T) {
	ctx := t.Context()
	l, _, _ := logOf(t, session.LogOptions{})
	want := whole()
	got := must(l.ByID(ctx, add(t, l, want)))(t)
	for what, pair := range map[string][2]any{
		"object": {got.Object, want.Object}, "agent calls": {got.AgentCalls, want.AgentCalls}, "structured": {got.Structured, want.Structured},
		"images": {got.Images, want.Images}, "tool calls": {got.ToolCalls, want.ToolCalls}, "name": {got.Name, want.Name},
	} {
		if !reflect.DeepEqual(pair[0], pair[1]) {
			t.Errorf("%s: %s, want %s", what, pair[0], pair[1])
		}
	}
	id := add(t, l, session.Message{Role: session.User, Object: json.RawMessage(`{"card": "4111 1111 1111 1111", "n": 12345678901234567890}`)})
	if m := must(l.ByID(ctx, id))(t); strings.Contains(string(m.Object), "4111") || !strings.Contains(string(m.Object), "12345678901234567890") {
		t.Errorf("object %s", m.Object)
	}
	for field, m := range map[string]session.Message{
		"content":         {Role: session.User, Object: json.RawMessage(`"text"`)},
		"structured_data": {Role: session.User, Structured: json.RawMessage(`[1]`)},
		"agent_calls":     {Role: session.User, AgentCalls: []session.AgentCall{{Agent: "x", Request: json.RawMessage(`{`)}}},
	} {
		var f *fault.Error
		if _, err := l.Add(ctx, m); !errors.As(err, &f) || f.Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
	for _, m := range []session.Message{{Role: session.User, Object: json.RawMessage(`[1]`)}, {Role: session.User, Content: "x", Object: json.RawMessage(`{}`)}} {
		if _, err := l.Add(ctx, m); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", m.Object, err)
		}
	}
	chat, _, err := l.Messages(ctx)
	if err != nil || len(chat) != 3 || !strings.Contains(chat[0].Content, "[asked the agent Researcher]") || chat[1].Content != "This call has no result." {
		t.Errorf("for the model: %v %+v", err, chat)
	}
	got = session.Message{Role: session.Assistant, Structured: json.RawMessage(`{"z":1}`)}
	if out := session.ForModel([]session.Message{got}); len(out) != 1 || out[0].Content != `{"z":1}` {
		t.Errorf("structured data alone: %+v", out)
	}
}

// What is forgotten is found in every field and shown nowhere, whoever asks.
func TestLogForgets(t *testing.T) {
	ctx := t.Context()
	l, s, _ := logOf(t, session.LogOptions{})
	secret := "Zanzibar in spring"
	quoted, _ := json.Marshal(secret)
	object := json.RawMessage(`{"a":` + string(quoted) + `}`)
	var ids []string
	for _, m := range []session.Message{
		{Role: session.User, Object: object}, {Role: session.User, Structured: object}, {Role: session.User, Images: []string{secret}},
		{Role: session.Assistant, AgentCalls: []session.AgentCall{{Agent: "x", Request: object}}}, user("revised"),
	} {
		ids = append(ids, add(t, l, m))
	}
	if err := l.Update(ctx, ids[4], func(r *session.Revision) { r.Content = secret }); err != nil {
		t.Fatal(err)
	}
	must(s.Mask(ctx, actor.OfSystem(), scope.Scope{Store: "keepsake", Kind: scope.User, ID: alice}, nil, nil, func(s string) bool { return strings.Contains(s, secret) }))(t)
	all := must(l.All(ctx))(t)
	b, _ := json.Marshal(all)
	if strings.Contains(string(b), "Zanzibar") && !strings.Contains(string(b), `"Revised"`) {
		t.Errorf("shown: %s", b)
	}
	for i, m := range all {
		if m.Masked == nil || m.Content != session.Forgotten || m.Object != nil || m.Structured != nil || m.Images != nil || m.AgentCalls != nil {
			t.Errorf("message %d: %+v", i, m)
		}
	}
	if err := l.Update(ctx, ids[0], func(r *session.Revision) { r.Content = "x" }); !errors.Is(err, session.ErrNoMessage) {
		t.Errorf("a forgotten message was reworded: %v", err)
	}
	var file strings.Builder
	if err := l.Save(ctx, &file); err != nil || strings.Contains(file.String(), "Zanzibar") {
		t.Errorf("saved: %v %s", err, file.String())
	}
}
