package tasktools_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"keepsake/session"
	"keepsake/tool"
	"keepsake/toolset/tasktools"
)

// TestU6Dues: of 218 ways to name one time in four languages, on Friday, 20 November 2026, at noon in Berlin, the due time that a model
// makes of them is taken as said; another day or hour is not.
func TestU6Dues(t *testing.T) {
	file, err := os.ReadFile("testdata/dues.tsv")
	if err != nil {
		t.Fatal(err)
	}
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(string(file)), "\n")
	if len(rows) < 200 {
		t.Errorf("%d phrases", len(rows))
	}
	for _, row := range rows {
		f := strings.Split(row, "\t")
		if len(f) != 3 {
			t.Fatalf("row %q", row)
		}
		c := tool.Call{
			Now: time.Date(2026, 11, 20, 11, 0, 0, 0, time.UTC), Zone: zone,
			Conversation: &tool.Conversation{Turn: session.Turn{ID: "turn"}, Window: []session.Message{said(f[1])}},
		}
		if got := tasktools.IsWhenSaid(c, f[2], ""); got != (f[0] == "said") {
			t.Errorf("%s: %s is said: %v", f[1], f[2], got)
		}
	}
}
