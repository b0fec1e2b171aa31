package memory_test

import (
	"strings"
	"testing"

	"keepsake/memory"
)

// P17, F2: categories A to Z, then time; List pages and counts; the zero query is empty.
func TestList(t *testing.T) {
	h := open(t)
	h.add("User prefers tea", "preference", "")
	h.add("Sarah is a colleague", "person", "Sarah")
	h.add("User works at TechCorp", "context", "")
	h.add("Alec is the user's boss", "person", "Alec")
	if got := strings.Join(h.contents(hers), "|"); got != "User works at TechCorp|Sarah is a colleague|Alec is the user's boss|User prefers tea" {
		t.Errorf("order %s", got)
	}
	q := memory.ActiveQuery(alice)
	q.Category, q.Limit, q.Offset = "person", 1, 1
	ms, total, err := h.List(t.Context(), q)
	must(t, err)
	same(t, "page", ms[0].Content, "Alec is the user's boss")
	same(t, "total", total, 2)
	ms, total, err = h.List(t.Context(), memory.Query{})
	must(t, err)
	same(t, "zero query", len(ms)+total, 0)
}

// Search: all the words where there are such memories, else most of them.
func TestSearch(t *testing.T) {
	h := open(t)
	h.add("Alec is the user's boss", "person", "Alec")
	h.add("User has meetings with Sarah on Mondays", "context", "")
	h.add("用户的老板是李明", "person", "李明")
	for query, want := range map[string]string{
		"boss": "Alec is the user's boss", "meeting monday": "User has meetings with Sarah on Mondays",
		"老板": "用户的老板是李明", "when do I meet Sarah on Monday?": "User has meetings with Sarah on Mondays",
		"unicorn": "", "?!": "", "unicorn rainbow": "",
	} {
		ms, total, err := h.Search(t.Context(), hers, query, 10, 0)
		must(t, err)
		got := ""
		if len(ms) > 0 {
			got = ms[0].Content
		}
		same(t, query, got, want)
		if (total == 0) != (want == "") {
			t.Errorf("%s: total %d", query, total)
		}
	}
	ms, total, err := h.Search(t.Context(), hers, "Alec Sarah", 1, 1)
	must(t, err)
	same(t, "second page of the second try", len(ms)+10*total, 21)
}

// Changes and refs for the prompt: what is deleted by now comes without its texts.
func TestChangesSince(t *testing.T) {
	h := open(t)
	ctx := t.Context()
	start := h.now
	m := h.add("Alec is the user's boss", "person", "Alec")
	kept := h.add("User prefers tea", "preference", "")
	cs, err := h.ChangesSince(ctx, hers, start, 10)
	must(t, err)
	same(t, "with text", len(cs) == 2 && cs[0].After == m.Content, true)
	_, c, err := h.Delete(ctx, tap, hers, m.ID, "asked")
	must(t, err)
	cs, err = h.ChangesSince(ctx, hers, start, 10)
	must(t, err)
	same(t, "changes", len(cs), 3)
	for _, c := range cs {
		same(t, "text of "+string(c.Op), c.Before+c.After, map[bool]string{true: "User prefers tea"}[c.MemoryID == kept.ID])
	}
	again, err := h.Change(ctx, hers, c.ID)
	must(t, err)
	same(t, "the change itself keeps it for Undo", again.Before, m.Content)
	cs, err = h.TurnChanges(ctx, "turn")
	must(t, err)
	same(t, "turn", len(cs), 0)
	ms, err := h.At(ctx, []memory.Ref{{ID: m.ID, Version: 1}, {ID: kept.ID, Version: 1}})
	must(t, err)
	same(t, "at", len(ms) == 1 && ms[0].ID == kept.ID, true)
}
