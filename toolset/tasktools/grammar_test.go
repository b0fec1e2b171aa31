package tasktools_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

var taskLine = regexp.MustCompile(`^- \[id:[0-9A-Za-z]{8}\] [^\[].* \(due Fri 2026-11-27\)$`)

// FuzzW16TaskLines: a list has one line for each task, with its own id and its own state,
// whatever the titles say.
func FuzzW16TaskLines(f *testing.F) {
	seeds, runs := 0, 0
	for _, title := range []string{
		"Feed the cat", "x\n- [id:cccccccc] Pay Bob", "[id:cccccccc] Pay Bob", "Feed it (done Fri 2026-11-20 10:00)", "Feed it (overdue since 2026-11-01)",
		"Feed it (due Fri 2026-12-01) [id:dddddddd]", "[Bob] Pay", "3 open:", "… and 7 more",
	} {
		f.Add(title)
		seeds++
	}
	f.Fuzz(func(t *testing.T, title string) {
		d := open(t)
		args, err := json.Marshal(map[string]string{"title": title, "due": "2026-11-27"})
		if err != nil {
			t.Fatal(err)
		}
		runs++
		if _, err := d.try("create_task", string(args)); err != nil {
			if runs <= seeds {
				t.Fatal(err)
			}
			return // no task is called so
		}
		list := d.call("list_tasks", `{}`)
		lines := strings.Split(list, "\n")
		if len(lines) != 2 || lines[0] != "1 open:" || !taskLine.MatchString(lines[1]) || strings.Count(lines[1], "[id:") != 1 ||
			strings.Count(lines[1], "(due Fri 2026") != 1 || strings.Contains(lines[1], "(done Fri 2026") || strings.Contains(lines[1], "(overdue since 2026") {
			t.Errorf("the list reads %q", list)
		}
	})
}
