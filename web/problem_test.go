package web_test

import (
	"strings"
	"testing"
)

// A request that is wrong is told the place and what was expected there, in words, and never what it sent.
func TestWrongRequestsAreToldWhatIsExpected(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		for _, c := range []struct{ method, path, body, location, message string }{
			{"GET", "/api/memory/search?q=x&since=zebra", "", "query.since", "expected a time like 2026-11-22T12:00:00Z"},
			{"GET", "/api/memory/?limit=zebra", "", "query.limit", "expected a whole number"},
			{"GET", "/api/memory/?limit=0", "", "query.limit", "expected number >= 1"},
			{"POST", "/api/ltm/import?dry_run=zebra", "[]", "query.dry_run", "expected true or false"},
			{"POST", "/api/memory/", `{"content":zebra`, "body", "expected JSON, in UTF-8, as the description wants it"},
			{"POST", "/api/memory/", "{\"content\":\"User lives in K\xf6ln\",\"category\":\"person\"}", "body", "expected JSON, in UTF-8, as the description wants it"},
			{"POST", "/api/memory/", `{"content":"User lives \\\ud800 zeb","category":"person"}`, "body", "expected JSON, in UTF-8, as the description wants it"},
			{"POST", "/api/memory/", `{"content":"User lives here","category":"zebra"}`, "body.category", `expected value to be one of "person, preference, context, project"`},
			{"PUT", "/api/memory/aaaaaaaa", `{"content":"zeb"}`, "body.content", "expected length >= 5"},
			{"GET", "/api/agents/keepsake/collective-memory?group=zebra", "", "query.group", "expected a whole number"},
		} {
			got := w.ask(w.write, c.method, c.path, c.body).is(422)
			equal(t, c.path, []any{got.field("code"), got.field("errors.0.location"), got.field("errors.0.message")}, []any{"invalid", c.location, c.message})
			if detail := got.field("detail").(string); !strings.Contains(detail, "errors names the places") || strings.Contains(string(got.body), "zeb") {
				t.Errorf("%s is told %s", c.path, got.body)
			}
		}
	})
}
