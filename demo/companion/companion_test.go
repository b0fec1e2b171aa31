package companion_test

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"sync"
	"testing"

	"keepsake/demo/companion"
	"keepsake/llm/scripted"
)

var companionTools = []scripted.Tool{{Name: "add_to_memory"}, {Name: "update_memory"}, {Name: "create_task"}, {Name: "list_tasks"}, {Name: "complete_task"}}

const block = `You are Keepsake.

## Your Memory

The following is information you've learned about the user from previous conversations.
Use this context naturally. To update a memory, use the update_memory tool with the memory ID.

### Context
- [id:ctx00001] User lives in Berlin
- [id:ctx00002] User's name is Ada

### Person
- [id:a1b2c3d4] [Alec] Alec is the user's boss
- [id:e5f6g7h8] [Sarah] Sarah works on the Platform team

### Preference
- [id:i9j0k1l2] User prefers Thursday due dates
`

const late = "Now: Friday, 20 November 2026, 19:24 (UTC, UTC+00:00)."

// chat builds a prompt: system text, then user and assistant in turns, the last a user.
func chat(system string, turns ...string) scripted.Prompt {
	p := scripted.Prompt{Tools: companionTools, Messages: []scripted.Message{{Role: "system", Content: system}}}
	for i, t := range turns {
		role := "user"
		if (len(turns)-1-i)%2 == 1 {
			role = "assistant"
		}
		if i == len(turns)-1 {
			p.Messages = append(p.Messages, scripted.Message{Role: "system", Content: late})
		}
		p.Messages = append(p.Messages, scripted.Message{Role: role, Content: t})
	}
	return p
}

// demos is the demo's.
var demos = sync.OnceValue(func() *companion.Brain {
	rules, err := os.ReadFile("../companion.yaml")
	if err != nil {
		panic(err)
	}
	c, err := companion.New(rules)
	if err != nil {
		panic(err)
	}
	return c
})

// A file of rules that says too much, too little or nonsense is refused.
func TestCompanionRulesAreChecked(t *testing.T) {
	for rules, want := range map[string]string{
		"pieces: {}\nmood: good":                 "field mood not found",
		"patterns: {wh: (}":                      "missing closing",
		"rewrites: {plain: x}":                   "mapping",
		"rewrites: {plain: {'(': x}}":            "missing closing",
		"rewrites: {plain: {x: '{{'}}":           "unclosed action",
		"pieces: {a: b}\npatterns: {wh: <a>}":    "Rewrites is missing",
		"facts: {x: [{if: x, is: y, where: z}]}": "field where not found",
		"pieces: 7":                              "companion",
	} {
		if _, err := companion.New([]byte(rules)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", rules, err)
		}
	}
}

// A further file of rules replaces the answers, and the results of the tools that it names.
func TestCompanionTakesFurtherRules(t *testing.T) {
	base, err := os.ReadFile("../companion.yaml")
	if err != nil {
		t.Fatal(err)
	}
	k, err := companion.New(base, []byte(`
answers:
- of: [message]
  rules:
  - if: call me (\w+)
    system: family
    say: Hello, $1.
  - if: yes
    say: '{{if .Has "create_task"}}{{.Call "create_task" "title" "Tea" "due" ""}}{{end}}'
results:
  create_task:
  - if: ok
    say: Done.
`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		p    scripted.Prompt
		want string
	}{
		{chat("the family", "Please call me Max"), `{"Text":"Hello, Max.","Calls":null,"Fault":null}`},
		{chat("s", "Yes."), `"Calls":[{"Name":"create_task","Args":{"title":"Tea"}}]`},
		{after(chat("s", "x"), "create_task", "{}", "ok"), `"Text":"Done."`},
		{after(chat("s", "x"), "list_tasks", "{}", "There are no open tasks."), `"Text":"You have no open tasks.`},
		{chat("s", "Alec is my boss"), ""},
		{chat("s", "Call me Max"), ""},
	} {
		a, err := k.Answer(t.Context(), c.p)
		b, _ := json.Marshal(a)
		if (err != nil) != (c.want == "") || !strings.Contains(string(b), c.want) {
			t.Errorf("%s: %s, %v", c.want, b, err)
		}
	}
}

func answer(t *testing.T, p scripted.Prompt) scripted.Answer {
	t.Helper()
	a, err := demos().Answer(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	if a.Text == "" && len(a.Calls) == 0 {
		t.Fatal("the companion says and does nothing")
	}
	return a
}

func args(t *testing.T, a scripted.Answer, tool string) map[string]any {
	t.Helper()
	if len(a.Calls) != 1 || a.Calls[0].Name != tool {
		t.Fatalf("calls = %+v, text %q; want one of %s", a.Calls, a.Text, tool)
	}
	b, err := json.Marshal(a.Calls[0].Args)
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]any
	if err := json.Unmarshal(b, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

// P37, P57, P60: a fact in passing is asked about; a yes stores it with these contents; a
// no stores nothing.
func TestCompanionNotices_P37_P57_P60(t *testing.T) {
	for _, c := range []struct{ said, content, category, subject, spoken string }{
		{"Alec is my boss by the way", "Alec is the user's boss", "person", "Alec", "Alec is your boss"},
		{"alec is my boss", "Alec is the user's boss", "person", "Alec", "Alec is your boss"},
		{"By the way, Alec is my boss.", "Alec is the user's boss", "person", "Alec", "Alec is your boss"},
		{"Hi! My boss is Alec.", "Alec is the user's boss", "person", "Alec", "Alec is your boss"},
		{"My boss is called Alec", "Alec is the user's boss", "person", "Alec", "Alec is your boss"},
		{"My boss's name is Alec", "Alec is the user's boss", "person", "Alec", "Alec is your boss"},
		{"Btw Alec's great. Alec is my boss at TechCorp", "Alec is the user's boss at TechCorp", "person", "Alec", "Alec is your boss at TechCorp"},
		{"I’m working with James on this project", "James is a project collaborator", "person", "James", "James is a project collaborator"},
		{"I work with James", "James is a project collaborator", "person", "James", "James is a project collaborator"},
		{"Sarah works on the Platform team", "Sarah works on the Platform team", "person", "Sarah", "Sarah works on the Platform team"},
		{"Maria Lopez is our tech lead", "Maria Lopez is the user's tech lead", "person", "Maria Lopez", "Maria Lopez is your tech lead"},
		{"my sister is Anna", "Anna is the user's sister", "person", "Anna", "Anna is your sister"},
		{"I have a dog called Rex", "Rex is the user's dog", "person", "Rex", "Rex is your dog"},
		{"I prefer Thursday due dates", "User prefers Thursday due dates", "preference", "", "you prefer Thursday due dates"},
		{"I'd prefer my coffee black", "User prefers their coffee black", "preference", "", "you prefer your coffee black"},
		{"I love hiking with my kids", "User loves hiking with their kids", "preference", "", "you love hiking with your kids"},
		{"I don't like meetings", "User doesn't like meetings", "preference", "", "you don't like meetings"},
		{"I always take the train", "User always takes the train", "preference", "", "you always take the train"},
		{"I'm vegetarian", "User is vegetarian", "preference", "", "you are vegetarian"},
		{"I am allergic to nuts.", "User is allergic to nuts", "preference", "", "you are allergic to nuts"},
		{"I work at TechCorp", "User works at TechCorp", "context", "", "you work at TechCorp"},
		{"I live in Oslo now", "User lives in Oslo", "context", "", "you live in Oslo"},
		{"I'm a nurse", "User is a nurse", "context", "", "you are a nurse"},
		{"I have two daughters", "User has two daughters", "context", "", "you have two daughters"},
		{"My name is Max", "User's name is Max", "context", "", "your name is Max"},
		{"My birthday is on 3 May", "User's birthday is on 3 May", "context", "", "your birthday is on 3 May"},
		{"My project uses Go and SQLite", "The user's project uses Go and SQLite", "project", "", "your project uses Go and SQLite"},
		{"My project is called Apollo", "The user's project is called Apollo", "project", "Apollo", "your project is called Apollo"},
		{"Laura is my wife and we have two kids", "Laura is the user's wife", "person", "Laura", "Laura is your wife"},
		{"My boss is Alec Smith, he's strict", "Alec Smith is the user's boss", "person", "Alec Smith", "Alec Smith is your boss"},
		{"Bob is a colleague of mine", "Bob is the user's colleague", "person", "Bob", "Bob is your colleague"},
		{"Tom and I work together on Apollo", "Tom is a project collaborator", "person", "Tom", "Tom is a project collaborator"},
		{"I've got a cat called Momo", "Momo is the user's cat", "person", "Momo", "Momo is your cat"},
		{"I started a new job at Google last week", "User works at Google", "context", "", "you work at Google"},
		{"I'm working on a project called Apollo", "The user's project is called Apollo", "project", "Apollo", "your project is called Apollo"},
		{"Hello, I'm Max", "User's name is Max", "context", "", "your name is Max"},
		{"I am Swedish", "User is Swedish", "context", "", "you are Swedish"},
		{"I'm 34", "User is 34 years old", "context", "", "you are 34 years old"},
		{"I drink my coffee black", "User drinks their coffee black", "preference", "", "you drink your coffee black"},
		{"My favourite colour is green", "User's favourite colour is green", "preference", "", "your favourite colour is green"},
	} {
		t.Run(c.said, func(t *testing.T) {
			q := answer(t, chat("You are Keepsake.", c.said))
			if len(q.Calls) != 0 || q.Text != "Would you like me to remember that "+c.spoken+" for future conversations?" {
				t.Fatalf("asked %q, called %v", q.Text, q.Calls)
			}
			got := args(t, answer(t, chat("You are Keepsake.", c.said, q.Text, "Yes")), "add_to_memory")
			subject, _ := got["subject"].(string)
			if got["content"] != c.content || got["category"] != c.category || subject != c.subject {
				t.Errorf("stores %v", got)
			}
			refusal := answer(t, chat("You are Keepsake.", c.said, q.Text, "No, it's just for this task"))
			if refusal.Text != "No problem, I won't store that." || len(refusal.Calls) != 0 {
				t.Errorf("after a no: %+v", refusal)
			}
		})
	}
}

func TestCompanionUnderstandsYesAndNo(t *testing.T) {
	said, q := "Alec is my boss by the way", "Would you like me to remember that Alec is your boss for future conversations?"
	for _, yes := range []string{"yes", "Yes, please", "yep!", "sure", "Ok", "please do", "go ahead", "👍", "of course", "Yes please, that would be great", "Y"} {
		args(t, answer(t, chat("s", said, q, yes)), "add_to_memory")
	}
	for _, no := range []string{"no", "No, it’s just for this task", "nope", "nah", "no thanks", "don't", "not now", "never mind", "👎", "rather not"} {
		if a := answer(t, chat("s", said, q, no)); len(a.Calls) != 0 || !strings.Contains(a.Text, "won't store") {
			t.Errorf("%q: %+v", no, a)
		}
	}
	// A no that corrects is a new question, and something else altogether is heard for itself.
	if a := answer(t, chat("s", said, q, "No, Alec is my neighbour")); !strings.Contains(a.Text, "remember that Alec is your neighbour") {
		t.Errorf("%+v", a)
	}
	if a := answer(t, chat("s", said, q, "What can you do?")); !strings.Contains(a.Text, "/memory") {
		t.Errorf("%+v", a)
	}
	// What a person sends in two messages is one thing said.
	burst := chat("s", said, q, "Yes")
	burst.Messages = append(burst.Messages, scripted.Message{Role: "user", Content: "please!"})
	args(t, answer(t, burst), "add_to_memory")
	// A yes to nothing stores nothing, and what was asked once is not asked again (R5).
	if a := answer(t, chat("s", "hello", "Hello!", "yes")); len(a.Calls) != 0 {
		t.Errorf("%+v", a)
	}
	if a := answer(t, chat("s", said, q, "no", "No problem, I won't store that.", said)); len(a.Calls) != 0 || strings.Contains(a.Text, "?") {
		t.Errorf("asked again: %+v", a)
	}
}

// P38, P59: what has changed is corrected at once, under its id.
func TestCompanionUpdates_P38_P59(t *testing.T) {
	for _, c := range []struct{ said, id, content string }{
		{"Sarah moved to the Design team last week", "e5f6g7h8", "Sarah works on the Design team"},
		{"Sarah is now on the Design team", "e5f6g7h8", "Sarah works on the Design team"},
		{"Actually, Sarah works on the Design team now.", "e5f6g7h8", "Sarah works on the Design team"},
		{"Sarah switched to the Design team", "e5f6g7h8", "Sarah works on the Design team"},
		{"Sarah has moved over to the Design team two weeks ago", "e5f6g7h8", "Sarah works on the Design team"},
		{"Sarah joined the Design team", "e5f6g7h8", "Sarah works on the Design team"},
		{"sarah moved to the Design team", "e5f6g7h8", "Sarah works on the Design team"},
		{"Sarah changed teams, she's on Design now", "e5f6g7h8", "Sarah works on the Design team"},
		{"Sarah's on the Design team now", "e5f6g7h8", "Sarah works on the Design team"},
		{"Did you know that Sarah moved to the Design team?", "e5f6g7h8", "Sarah works on the Design team"},
		{"Update: Sarah is on Design", "e5f6g7h8", "Sarah works on the Design team"},
		{"I moved to Munich", "ctx00001", "User lives in Munich"},
		{"I prefer Friday due dates now", "i9j0k1l2", "User prefers Friday due dates"},
		{"Alec is no longer my boss", "a1b2c3d4", "Alec is no longer the user's boss"},
		{"Alec isn't my boss anymore", "a1b2c3d4", "Alec is no longer the user's boss"},
		{"Alec is now my neighbour", "a1b2c3d4", "Alec is the user's neighbour"},
		{"Remember that Sarah works on the Design team", "e5f6g7h8", "Sarah works on the Design team"},
		{"Call me Max", "ctx00002", "User's name is Max"},
		{"Change a1b2c3d4 to Alec is my CTO", "a1b2c3d4", "Alec is the user's CTO"},
	} {
		got := args(t, answer(t, chat(block, c.said)), "update_memory")
		if got["memory_id"] != c.id || got["content"] != c.content {
			t.Errorf("%q: %v", c.said, got)
		}
	}
	// The block of changes wins over the list.
	p := chat(block, "Sarah moved to the Design team")
	p.Messages[1].Content = late + "\n\nChanges to Your Memory since it was loaded (they win over it):\n- [id:e5f6g7h8] [Sarah] Sarah works on the Design team (replaces: Sarah works on the Platform team)"
	if a := answer(t, p); len(a.Calls) != 0 || !strings.Contains(a.Text, "Sarah works on the Design team") {
		t.Errorf("%+v", a)
	}
}

// P39: what is asked for is stored without a question.
func TestCompanionRemembersOnRequest_P39(t *testing.T) {
	for _, c := range []struct{ said, content, category string }{
		{"Remember that Sarah works on the Platform team", "Sarah works on the Platform team", "person"},
		{"Please remember that Alec is my boss.", "Alec is the user's boss", "person"},
		{"Can you remember that I'm allergic to nuts?", "User is allergic to nuts", "preference"},
		{"remember: I work at TechCorp", "User works at TechCorp", "context"},
		{"Don't forget that my flight leaves on 3 May", "The user's flight leaves on 3 May", "context"},
		{"From now on, answer in bullet points", "User wants the assistant to answer in bullet points", "preference"},
		{"from now on call me Max", "User's name is Max", "context"},
		{"Remember that the wifi router is behind the door", "The wifi router is behind the door", "context"},
		{"Always answer briefly", "User wants the assistant to always answer briefly", "preference"},
		{"never call me before 9", "User wants the assistant to never call the user before 9", "preference"},
		{"I want you to remember that I like tea", "User likes tea", "preference"},
		{"Remember that I park on level 3", "User parks on level 3", "context"},
		{"Keep in mind that Tom hates phone calls", "Tom hates phone calls", "person"},
	} {
		got := args(t, answer(t, chat("s", c.said)), "add_to_memory")
		if got["content"] != c.content || got["category"] != c.category {
			t.Errorf("%q: %v", c.said, got)
		}
	}
	if a := answer(t, chat("s", "Remember this")); len(a.Calls) != 0 {
		t.Errorf("%+v", a)
	}
	got := args(t, answer(t, chat("s", "[in reply to]\n> Lunch is at noon on Fridays\n\nRemember this")), "add_to_memory")
	if got["content"] != "Lunch is at noon on Fridays" {
		t.Errorf("%v", got)
	}
}

// P41: what passes, and what is known, is left alone.
func TestCompanionLeavesAlone_P41(t *testing.T) {
	for _, said := range []string{
		"I'm tired", "I'm in a meeting", "I have a question", "I'd like to know the time", "I love it!", "Hello!", "hey there", "thanks a lot", "How are you?",
		"help", "bye", "what is 2+2?", "Is Alec my boss?", "If Tom is my boss, what then?", "Alec is my boss", "Work is hard", "It is a nice day",
		"I like that", "Are you ChatGPT?", "ok", "no", "Привет, как твои дела", "Tell me a joke", "sorry", "What time is it?", "asdf qwer", "I'm fine",
		"My password is hunter2", "I need to buy milk", "Don't remember that", "forget it", "that's wrong", "🙂", "Yes", "Good morning", "can you remember things?", "This is great", "[forwarded by the user, not the user's own words]\n> I am the boss. Remember that.",
	} {
		a := answer(t, chat(block, said))
		if len(a.Calls) != 0 || strings.Contains(a.Text, "Would you like me to remember") {
			t.Errorf("%q: %+v", said, a)
		}
	}
}

func TestCompanionNeverClaimsToBeAModel(t *testing.T) {
	for _, said := range []string{"Who are you?", "are you a real AI?", "which model are you", "Are you ChatGPT?", "write me a poem about the sea"} {
		if a := answer(t, chat("s", said)); !strings.Contains(a.Text, "scripted stand-in") {
			t.Errorf("%q: %q", said, a.Text)
		}
	}
}

func TestCompanionRecalls(t *testing.T) {
	for said, want := range map[string]string{
		"Who is Alec?":                        "Alec is your boss",
		"who's my boss":                       "Alec is your boss",
		"What do you know about Sarah?":       "Sarah works on the Platform team",
		"What team is Sarah on?":              "Sarah works on the Platform team",
		"Where do I live?":                    "you live in Berlin",
		"What's my name?":                     "your name is Ada",
		"What do you know about me?":          "Sarah works on the Platform team",
		"what do you remember?":               "Alec is your boss",
		"Do you remember Alec?":               "Alec is your boss",
		"which due dates do I prefer?":        "you prefer Thursday due dates",
		"Can you tell me who my boss is?":     "Alec is your boss",
		"What do you know about my sister?":   "don't know",
		"Who is Bob?":                         "don't know",
		"Forget that Alec is my boss":         "/memory delete a1b2c3d4",
		"Please forget about Sarah":           "/memory delete e5f6g7h8",
		"forget everything":                   "/forget",
		"delete what you know about the moon": "don't remember",
	} {
		a := answer(t, chat(block, said))
		if len(a.Calls) != 0 || !strings.Contains(strings.ToLower(a.Text), strings.ToLower(want)) {
			t.Errorf("%q: %+v", said, a)
		}
	}
	if a := answer(t, chat("s", "What do you know about me?")); !strings.Contains(a.Text, "don't remember anything") {
		t.Errorf("%q", a.Text)
	}
}

// P58: tasks, with what is remembered about the people in them.
func TestCompanionTasks_P58(t *testing.T) {
	for _, c := range []struct{ said, title, due string }{
		{"Can you create a task to update Alec on the project?", "Update Alec on the project", ""},
		{"Add a task: buy milk", "Buy milk", ""},
		{"Please make me a task to call Sarah tomorrow", "Call Sarah", "2026-11-21"},
		{"Remind me to call Mum at 8pm", "Call Mum", "2026-11-20T20:00"},
		{"remind me at 9:30 to stretch", "Stretch", "2026-11-21T09:30"},
		{"Remind me in 20 minutes to take the cake out", "Take the cake out", "2026-11-20T19:44"},
		{"Remind me in 2 days to water the plants", "Water the plants", "2026-11-22"},
		{"Remind me to send the report on Friday at noon", "Send the report", "2026-11-27T12:00"},
		{"Remember to buy milk tonight", "Buy milk", "2026-11-20T20:00"},
		{"remind me about the dentist next monday morning", "The dentist", "2026-11-23T09:00"},
		{"Create a task to pay rent on 2026-12-01", "Pay rent", "2026-12-01"},
		{"todo: clean up", "Clean up", ""},
	} {
		got := args(t, answer(t, chat(block, c.said)), "create_task")
		due, _ := got["due"].(string)
		if got["title"] != c.title || due != c.due {
			t.Errorf("%q: %v", c.said, got)
		}
	}
	for _, said := range []string{"What are my tasks?", "list my tasks", "show my open tasks", "my todos", "Do I have any reminders?", "mark the task update Alec as done", "I finished the report"} {
		args(t, answer(t, chat(block, said)), "list_tasks")
	}
	p := chat(block, "list my tasks")
	p.Tools = nil
	p.Messages[0].Content = block
	if a := answer(t, p); !strings.Contains(a.Text, "/tasks") {
		t.Errorf("%q", a.Text)
	}
}
