package scripted

import (
	"encoding/json"
	"regexp"
	"strings"
	"time"
)

// maxRounds is how often one answer may go back to the tools.
const maxRounds = 4

// afterTools reads what the tools answered: it goes on where they ask for more, and else
// tells the person.
func (c *conversation) afterTools(results []Result) Answer {
	rounds := 0
	for i := len(c.Messages) - 1; i >= 0 && c.Messages[i].Role != "user"; i-- {
		if c.Messages[i].Role == "assistant" {
			rounds++
		}
	}
	var lines []string
	for _, r := range results {
		if rounds < maxRounds {
			if a, ok := c.goOn(r); ok {
				return a
			}
		}
		lines = append(lines, c.outcome(r))
	}
	return Answer{Text: strings.Join(lines, "\n\n")}
}

type callArgs struct {
	Content  string `json:"content"`
	Category string `json:"category"`
	Subject  string `json:"subject"`
	Title    string `json:"title"`
	TaskID   string `json:"task_id"`
}

func argsOf(r Result) callArgs {
	var a callArgs
	_ = json.Unmarshal([]byte(r.Call.Args), &a) // they are our own
	return a
}

// goOn makes the next call where a result asks for one.
func (c *conversation) goOn(r Result) (Answer, bool) {
	switch r.Call.Name {
	case "add_to_memory":
		if !strings.Contains(r.Content, "about the same subject") {
			return Answer{}, false
		}
		// P34, R6: the same matter is corrected, another fact is added beside it.
		a, there := argsOf(r), memoriesIn(r.Content)
		var ids []string
		for _, m := range there {
			if slot := slotOf(a.Content); slot != "" && slot == slotOf(m.Content) {
				return c.update(m.ID, a.Content), true
			}
			ids = append(ids, m.ID)
		}
		if len(ids) == 0 {
			return Answer{}, false
		}
		args := map[string]any{"content": a.Content, "category": a.Category, "distinct_from": ids}
		if a.Subject != "" {
			args["subject"] = a.Subject
		}
		return Answer{Calls: []Call{{Name: "add_to_memory", Args: args}}}, true
	case "list_tasks":
		what, ok := completing(c.said)
		if !ok {
			return Answer{}, false
		}
		if t, ok := bestMatch(what, memoriesIn(r.Content)); ok {
			return Answer{Calls: []Call{{Name: "complete_task", Args: map[string]any{"task_id": t.ID}}}}, true
		}
	}
	return Answer{}, false
}

// memoriesIn reads the lines with ids of a result (tasks are written like memories).
func memoriesIn(s string) []Memory {
	var out []Memory
	for _, f := range memoryLine.FindAllStringSubmatch(s, -1) {
		out = append(out, Memory{ID: f[1], Subject: f[2], Content: strings.TrimSpace(f[3])})
	}
	return out
}

var (
	onTeam   = regexp.MustCompile(`^(.+) works on (the .+ team)$`)
	idMark   = regexp.MustCompile(`\s*\[id:\w{8}\]\s*`)
	arrow    = regexp.MustCompile(`(?s)\]: .*? → (.+)$`)
	reminded = regexp.MustCompile(`The user will be reminded (.+)$`)
	due      = regexp.MustCompile(`\(due (.+?)\)`)
)

// outcome tells the person what a call came to. Nothing is claimed that the result does
// not say.
func (c *conversation) outcome(r Result) string {
	a, said := argsOf(r), strings.TrimSpace(r.Content)
	has := func(s string) bool { return strings.Contains(said, s) }
	switch r.Call.Name {
	case "add_to_memory", "update_memory":
		switch {
		case has("not updated yet"), has("Not stored yet"):
			return "That isn't in your own words, so it waits for you: tap Save, Edit or Never below."
		case has("Remembered as"):
			return "Done – I'll remember that " + spoken(a.Content) + "."
		case has("Updated ["):
			content := a.Content
			if m := arrow.FindStringSubmatch(said); m != nil {
				content = m[1]
			}
			if m := onTeam.FindStringSubmatch(content); m != nil {
				return "Updated – I now have " + m[1] + " on " + m[2] + "."
			}
			return "Updated – I now have it that " + spoken(content) + "."
		case has("Already known"), has("Nothing changed"):
			return "I know that already: " + sentence(spoken(a.Content))
		case has("did not want"):
			return "You asked me not to keep that, so I won't."
		case has("secret"):
			return "That looks like a secret, and I never keep those. A password manager is a safer place for it."
		case has("switched off"):
			return "Remembering is switched off at the moment, so I did not keep that."
		case has("No memory has this ID"):
			return "I find no memory with that ID. /memory shows them all."
		}
		return "I could not keep that, sorry. Nothing was stored."
	case "create_task":
		if !has("Created task") {
			return "I could not create that task: " + small(strings.TrimPrefix(said, "Error: "))
		}
		s := "Done – I created a task to " + c.knowing(small(a.Title)) + "."
		if m := reminded.FindStringSubmatch(said); m != nil {
			return s + " I'll remind you " + c.day(trimEnd(m[1])) + "."
		}
		if m := due.FindStringSubmatch(said); m != nil {
			s = strings.TrimSuffix(s, ".") + ", due " + c.day(m[1]) + "."
		}
		return s
	case "list_tasks":
		if what, ok := completing(c.said); ok {
			return "I find no open task like “" + what + "”. /tasks shows them all."
		}
		if has("There are no") {
			return sentence(strings.Replace(said, "There are no", "You have no", 1)) + " Say “remind me to …” to add one."
		}
		_, list, _ := strings.Cut(said, "\n")
		return "Here are your tasks:\n\n" + idMark.ReplaceAllString(list, " ")
	case "complete_task":
		if title, ok := strings.CutPrefix(said, "Done: "); ok {
			return "Nice – “" + title + "” is done."
		}
		return sentence(said)
	}
	return said
}

// day says a tool's date ("Fri 2026-11-20 20:28") as people say it.
func (c *conversation) day(s string) string {
	layout, clock := "Mon 2006-01-02 15:04", " at 15:04"
	t, err := time.Parse(layout, s)
	if err != nil {
		if t, err = time.Parse("Mon 2006-01-02", s); err != nil {
			return s
		}
		clock = ""
	}
	today := c.clock().Truncate(24 * time.Hour)
	switch t.Truncate(24 * time.Hour) {
	case today:
		return "today" + t.Format(clock)
	case today.AddDate(0, 0, 1):
		return "tomorrow" + t.Format(clock)
	}
	return "on " + t.Format("Monday, 2 January"+clock)
}

var isRole = regexp.MustCompile(`^(.+) is (the user's .+)$`)

// knowing adds to a text who the people in it are, as a friend would (P58).
func (c *conversation) knowing(s string) string {
	for _, m := range c.memories {
		g := isRole.FindStringSubmatch(m.Content)
		if g == nil {
			continue
		}
		at := regexp.MustCompile(`(?i)(^|[^\p{L}])(` + regexp.QuoteMeta(g[1]) + `)($|[^\p{L}])`)
		if loc := at.FindStringSubmatchIndex(s); loc != nil {
			comma := ","
			if loc[5] == len(s) {
				comma = ""
			}
			return s[:loc[4]] + g[1] + ", " + spoken(g[2]) + comma + s[loc[5]:]
		}
	}
	return s
}
