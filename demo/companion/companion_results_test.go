package companion_test

import (
	"strings"
	"testing"

	"keepsake/llm/scripted"
)

// after appends a call and its result to a prompt.
func after(p scripted.Prompt, tool, arguments, result string) scripted.Prompt {
	id := "call_" + string(rune('a'+len(p.Messages)))
	p.Messages = append(p.Messages,
		scripted.Message{Role: "assistant", ToolCalls: []scripted.ToolCall{{ID: id, Name: tool, Args: arguments}}},
		scripted.Message{Role: "tool", ToolCallID: id, Content: result})
	return p
}

func TestCompanionReadsResults(t *testing.T) {
	alec := `{"content":"Alec is the user's boss","category":"person","subject":"Alec"}`
	for _, c := range []struct{ said, tool, args, result, want string }{
		{"Yes", "add_to_memory", alec, "Remembered as [id:a1b2c3d4]: Alec is the user's boss", "Done – I'll remember that Alec is your boss."},
		{"Yes", "add_to_memory", alec, "Already known as [id:a1b2c3d4]: Alec is the user's boss", "I know that already: Alec is your boss."},
		{"Yes", "add_to_memory", alec, "Not stored yet: …", "tap Save, Edit or Never"},
		{"Yes", "add_to_memory", alec, "Not stored: this looks like a secret", "secret"},
		{"Yes", "add_to_memory", alec, "Not stored: the user did not want this kept.", "won't"},
		{"Yes", "add_to_memory", alec, "Not stored: remembering is switched off at the moment.", "switched off"},
		{"Yes", "add_to_memory", alec, "Error: boom", "Nothing was stored"},
		{"Sarah moved", "update_memory", `{"memory_id":"e5f6g7h8","content":"Sarah works on the Design team"}`,
			"Updated [id:e5f6g7h8]: Sarah works on the Platform team → Sarah works on the Design team", "Updated – I now have Sarah on the Design team."},
		{"I moved", "update_memory", `{"memory_id":"ctx00001","content":"User lives in Munich"}`,
			"Updated [id:ctx00001]: User lives in Berlin → User lives in Munich", "Updated – I now have it that you live in Munich."},
		{"x", "update_memory", `{"memory_id":"zzzzzzzz","content":"User lives in Munich"}`, "No memory has this ID.", "no memory with that ID"},
		{"x", "create_task", `{"title":"Update Alec on the project"}`, "Created task [id:t1t1t1t1] Update Alec on the project",
			"Done – I created a task to update Alec, your boss, on the project."},
		{"x", "create_task", `{"title":"Call Mum"}`, "Created task [id:t1t1t1t1] Call Mum (due Fri 2026-11-20 20:00). The user will be reminded Fri 2026-11-20 20:00",
			"I'll remind you today at 20:00."},
		{"x", "create_task", `{"title":"Pay rent"}`, "Created task [id:t1t1t1t1] Pay rent (due Tue 2026-12-01)", "task to pay rent, due on Tuesday, 1 December."},
		{"x", "create_task", `{"title":"Pay rent"}`, "Created task [id:t1t1t1t1] Pay rent (due Sat 2026-11-21). The user will be reminded Sat 2026-11-21 09:00", "remind you tomorrow at 09:00."},
		{"x", "create_task", `{"title":"Call Mum"}`, "Error: due: must be a date", "could not create"},
		{"list my tasks", "list_tasks", `{}`, "1 open:\n- [id:t1t1t1t1] Call Mum", "- Call Mum"},
		{"list my tasks", "list_tasks", `{}`, "There are no open tasks.", "You have no open tasks."},
		{"mark the moon as done", "list_tasks", `{}`, "1 open:\n- [id:t1t1t1t1] Call Mum", "no open task"},
		{"mark call mum as done", "complete_task", `{"task_id":"t1t1t1t1"}`, "Done: Call Mum", "“Call Mum” is done"},
	} {
		a := answer(t, after(chat(block, c.said), c.tool, c.args, c.result))
		if len(a.Calls) != 0 || !strings.Contains(a.Text, c.want) {
			t.Errorf("%s %q: %+v", c.tool, c.result, a)
		}
	}
	got := args(t, answer(t, after(chat(block, "mark call mum as done"), "list_tasks", `{}`, "2 open:\n- [id:t2t2t2t2] Buy milk\n- [id:t1t1t1t1] Call Mum")), "complete_task")
	if got["task_id"] != "t1t1t1t1" {
		t.Errorf("%v", got)
	}
}

// P34, R6: the suggestion for the same subject ends in an update or in a distinct fact.
func TestCompanionFollowsTheSuggestion_P34(t *testing.T) {
	const suggestion = "Not stored: there are memories about the same subject already:\n- [id:e5f6g7h8] Sarah works on the Platform team\nIf this corrects …"
	p := after(chat("s", "Yes"), "add_to_memory", `{"content":"Sarah works on the Design team","category":"person","subject":"Sarah"}`, suggestion)
	if got := args(t, answer(t, p), "update_memory"); got["memory_id"] != "e5f6g7h8" {
		t.Errorf("%v", got)
	}
	p = after(chat("s", "Yes"), "add_to_memory", `{"content":"Sarah likes tea","category":"person","subject":"Sarah"}`, suggestion)
	got := args(t, answer(t, p), "add_to_memory")
	if ids, _ := got["distinct_from"].([]any); len(ids) != 1 || ids[0] != "e5f6g7h8" || got["content"] != "Sarah likes tea" {
		t.Errorf("%v", got)
	}
	for range 6 { // whatever the tool says, it ends
		p = after(p, "add_to_memory", `{"content":"Sarah likes tea","category":"person","subject":"Sarah"}`, suggestion)
	}
	if a := answer(t, p); len(a.Calls) != 0 {
		t.Errorf("goes on for ever: %+v", a)
	}
}

func TestCompanionSummarizes_P50(t *testing.T) {
	p := scripted.Prompt{Messages: []scripted.Message{
		{Role: "system", Content: "You keep the running summary of a chat between a user and you."},
		{Role: "user", Content: "Summary so far:\n\n- The user said: hello\n\nMessages to fold in:\n\nUser: Sarah moved\n\nYou: Updated."},
	}}
	if a := answer(t, p); a.Text != "- The user said: hello\n- The user said: Sarah moved" {
		t.Errorf("%q", a.Text)
	}
}
