package web_test

import (
	"strings"
	"testing"

	"keepsake/store/storetest"
)

// archives are what an import may be sent.
var archives = []string{
	`[]`, `[{"content":"User sings in a choir","category":"context"}]`, `[{"content":""}]`, `[{}]`, `[null]`, `[1]`, `{"memories":[]}`, `{"format":"keepsake.memories/1"}`,
	`{"format":"keepsake.memories/1","store":"keepsake","made_at":"2026-11-22T12:00:00Z","scopes":[],"memories":[],"sha256":"x"}`, `{"format":"keepsake.memories/2"}`,
	`{"format":"keepsake.memories/1","memories":[null]}`, `{"memories":[{"id":"aaaaaaaa","content":"User sings in a band","created_at":"yesterday"}]}`,
}

// corpus is JSON as nobody should send it, and what is none.
var corpus = []string{
	"{", "}", "[", "]", "{}{}", "[1,]", `{"a":1,}`, `{'a':1}`, `{a:1}`, "nul", "tru", "True", "NaN", "Infinity", "-", "+1", "01", "1.", ".5", "1e", "0x10", "--1", `"`, `"\`, `"\u12"`,
	`"\ud800"`, `"\udc00\ud800"`, "\"\t\"", "\"\x00\"", "\xef\xbb\xbf{}", "\xff", "\xfe\xff", "{\"\xff\":1}", `{"content":"\u0000\u0000\u0000\u0000\u0000","category":"context"}`,
	`{"content":"12345","content":null,"category":"context"}`, `{"content":"12345","category":"context","category":7}`,
	`{"Content":"User likes tea","Category":"context"}`, `{"content":"User likes jam","category":"context"} x`, `{"content":"User likes jam","category":"context"}{"content":"x"}`,
	`{"__proto__":{"x":1},"content":"User likes jam","category":"context"}`, `{"":1}`, `{"content":{"content":"User likes jam"},"category":"context"}`, "/* x */ {}", "// x\n{}", "{} // x",
	`{"content":1e999,"category":"context"}`, `{"content":123456789012345678901234567890,"category":"context"}`, strings.Repeat("[", 12_000), strings.Repeat(`{"a":`, 9_000) + "1" + strings.Repeat("}", 9_000),
	"[" + strings.Repeat("1,", 20_000) + "1]", `{"distinct_from":[` + strings.Repeat(`"x",`, 60) + `"x"],"content":"User likes jam","category":"context"}`, "", " ", "\n", "null", "true", "0", `""`, "[]", "{}",
}

// JSON that is none, or that is not what was asked for, is refused as such, and nothing is stored of it.
func TestCorpusOfJSON(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t))
	m := w.add(t.Context(), "User lives in Oslo")
	for _, body := range corpus {
		for _, at := range [][2]string{{"POST", "/api/memory/"}, {"PUT", "/api/memory/" + m.ID}} {
			got := w.ask(w.write, at[0], at[1], body, "Content-Type: application/json")
			if got.status != 422 {
				t.Errorf("%s %.80q: %d %s", at[0], body, got.status, got.body)
			}
			if len(got.body) > 20_000 {
				t.Errorf("%s %.80q: an answer of %d bytes", at[0], body, len(got.body))
			}
		}
	}
	equal(t, "memories", w.ask(w.read, "GET", "/api/memory/", "").field("total"), 1)
}
