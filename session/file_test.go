package session_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"keepsake/fault"
	"keepsake/session"
)

func saved(t *testing.T, l *session.Log) string {
	t.Helper()
	var b strings.Builder
	if err := l.Save(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// full is a log with everything that must survive a file.
func full(t *testing.T, l *session.Log) {
	t.Helper()
	ctx := t.Context()
	first := add(t, l, user("Hello <b>&</b> \u2028"))
	add(t, l, whole())
	add(t, l, session.Message{Role: session.Tool, ToolCallID: "c1", Content: "seen", Structured: json.RawMessage(`{"ok":true}`)})
	again := add(t, l, user("again"))
	gone := add(t, l, user("never mind"))
	if err := errors.Join(
		l.Update(ctx, first, func(r *session.Revision) { r.Content, r.Object = "", json.RawMessage(`{"said":"hello"}`) }),
		l.Remove(ctx, gone), l.Update(ctx, again, func(r *session.Revision) { r.Content = "once more" }),
	); err != nil {
		t.Fatal(err)
	}
}

// M16, F18: what was saved is what is loaded, byte for byte; one system message.
func TestSaveAndLoad(t *testing.T) {
	for _, kind := range []string{session.ConversationHistory, session.ManagedConversation} {
		t.Run(kind, func(t *testing.T) {
			ctx := t.Context()
			o := session.LogOptions{Kind: kind, Description: "Be kind."}
			l, _, _ := logOf(t, o)
			full(t, l)
			file := saved(t, l)
			o.Description = "Be brief."
			other, _, _ := logOf(t, o)
			if err := other.Load(ctx, strings.NewReader(file)); err != nil {
				t.Fatal(err)
			}
			if got := saved(t, other); got != file {
				t.Errorf("loaded:\n%s\nsaved:\n%s", got, file)
			}
			a, b := must(l.All(ctx))(t), must(other.All(ctx))(t)
			if contents(a) != contents(b) || strings.Count(contents(b), "system:") != 1 {
				t.Errorf("shown:\n%s\n%s", contents(a), contents(b))
			}

			// Opened before, it has a system message of its own: still there is one.
			opened, _, _ := logOf(t, o)
			must(opened.All(ctx))(t)
			if err := opened.Load(ctx, strings.NewReader(file)); err != nil {
				t.Fatal(err)
			}
			if got := contents(must(opened.All(ctx))(t)); got != contents(a) {
				t.Errorf("shown after its own: %s", got)
			}
			if chat, _, err := opened.Messages(ctx); err != nil || chat[0].Content != "Be kind." || chat[1].Role == "system" {
				t.Errorf("for the model: %v %+v", err, chat)
			}

			// The log it came from shows again what it showed.
			add(t, l, user("later"))
			if err := l.Load(ctx, strings.NewReader(file)); err != nil {
				t.Fatal(err)
			}
			if got := contents(must(l.All(ctx))(t)); got != contents(a) {
				t.Errorf("back to: %s", got)
			}
			add(t, other, user("other"))
			if err := other.Load(ctx, strings.NewReader(saved(t, l))); !errors.Is(err, session.ErrLoaded) {
				t.Errorf("a log with other messages: %v", err)
			}
		})
	}
}

// A window that was cut is cut the same after a load.
func TestLoadKeepsTheWindow(t *testing.T) {
	ctx := t.Context()
	o := session.LogOptions{Kind: session.ManagedConversation, Window: session.Window{Trigger: 300, Target: 150}}
	l, _, _ := logOf(t, o)
	for range 10 {
		add(t, l, user(strings.Repeat("word ", 60)))
		if _, _, err := l.Messages(ctx); err != nil {
			t.Fatal(err)
		}
	}
	before, _, _ := l.Messages(ctx)
	other, _, _ := logOf(t, o)
	if err := other.Load(ctx, strings.NewReader(saved(t, l))); err != nil {
		t.Fatal(err)
	}
	after, _, err := other.Messages(ctx)
	if err != nil || len(after) != len(before) || len(before) == 10 {
		t.Errorf("%v: %d messages, before %d", err, len(after), len(before))
	}
}

// Files that are not whole, not ours or not true change nothing.
func TestLoadRefuses(t *testing.T) {
	l, _, _ := logOf(t, session.LogOptions{})
	form := func(messages string) string {
		return `{"format":"keepsake.session/1","memory_type":"conversation_history","messages":[` + messages + `]}`
	}
	for name, file := range map[string]string{
		"empty": "", "half": form(``)[:30], "more": form(``) + "{}", "unknown": `{"format":"keepsake.session/1","x":1}`,
		"other":     `{"format":"keepsake.session/2","memory_type":"","messages":[]}`,
		"twice":     form(`{"message_id":"a","role":"user","content":"x"},{"message_id":"a","role":"user","content":"y"}`),
		"two rules": form(`{"message_id":"a","role":"system","content":"x"},{"message_id":"b","role":"system","content":"y"}`),
		"unlinked":  form(`{"message_id":"a","role":"tool","content":"x","tool_call_id":"c"}`),
		"type":      form(`{"message_id":"a","role":"assistant","content":null,"tool_calls":[{"id":"c","type":"magic","function":{"name":"x","arguments":"{}"}}]}`),
		"role":      form(`{"message_id":"a","role":"robot","content":"x"}`),
		"number":    form(`{"message_id":"a","role":"user","content":7}`),
	} {
		if err := l.Load(t.Context(), strings.NewReader(file)); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	if ms := must(l.All(t.Context()))(t); len(ms) != 0 {
		t.Errorf("loaded: %v", ms)
	}
	// By hand, without turns or ids: linked and numbered on the way in.
	byHand := form(`{"message_id":"","role":"user","content":"x"},
		{"message_id":"","role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"x","arguments":"{}"}}]},
		{"message_id":"","role":"user","content":"quick"},{"message_id":"","role":"tool","content":"y","tool_call_id":"c"},{"message_id":"","role":"user","content":{"a":1}}`)
	if err := l.Load(t.Context(), strings.NewReader(byHand)); err != nil {
		t.Fatal(err)
	}
	ms := must(l.All(t.Context()))(t)
	if len(ms) != 5 || ms[3].Name != "x" || ms[4].TurnID == ms[0].TurnID || ms[3].TurnID != ms[0].TurnID {
		t.Errorf("by hand: %+v", ms)
	}
}
