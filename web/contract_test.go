package web_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"keepsake/actor"
	"keepsake/apikey"
	"keepsake/people"
)

// document is the OpenAPI document as a client has it.
type document struct {
	Paths      map[string]map[string]documented
	Components struct{ Schemas map[string]json.RawMessage }
	resolved   map[string]*jsonschema.Resolved
}

// documented is one operation of the document.
type documented struct {
	ID         string `json:"operationId"`
	Security   []map[string][]string
	Parameters []struct {
		Name, In string
		Required bool
	}
	RequestBody *struct {
		Content map[string]struct{ Schema json.RawMessage }
	}
	Responses map[string]struct {
		Content map[string]struct{ Schema json.RawMessage }
	}
}

// has reports whether an operation has a parameter.
func (o documented) has(name string) bool {
	for _, p := range o.Parameters {
		if p.Name == name {
			return true
		}
	}
	return false
}

func readDocument(t testing.TB, w *world) *document {
	t.Helper()
	d := &document{resolved: map[string]*jsonschema.Resolved{}}
	if err := json.Unmarshal(w.ask("", "GET", "/openapi.json", "").is(200).body, d); err != nil {
		t.Fatal(err)
	}
	return d
}

// each calls fn for every operation, in order.
func (d *document) each(fn func(method, path string, op documented)) {
	var all []string
	for path, methods := range d.Paths {
		for method := range methods {
			all = append(all, path+" "+method)
		}
	}
	slices.Sort(all)
	for _, one := range all {
		path, method, _ := strings.Cut(one, " ")
		fn(strings.ToUpper(method), path, d.Paths[path][method])
	}
}

// check returns what of an answer the document does not allow.
func (d *document) check(op documented, status int, kind string, body []byte) error {
	r, ok := op.Responses[strconv.Itoa(status)]
	switch {
	case !ok:
		return fmt.Errorf("%s does not document %d", op.ID, status)
	case len(r.Content) == 0:
		if len(body) > 0 {
			return fmt.Errorf("%s: %d has a body", op.ID, status)
		}
		return nil
	}
	c, ok := r.Content[kind]
	if !ok {
		return fmt.Errorf("%s does not document %s for %d", op.ID, kind, status)
	}
	s := d.resolved[string(c.Schema)]
	if s == nil {
		var err error
		if s, err = d.resolve(c.Schema); err != nil {
			return err
		}
		d.resolved[string(c.Schema)] = s
	}
	var v any
	if err := json.Unmarshal(body, &v); err != nil {
		return err
	}
	return s.Validate(v)
}

// resolve makes a schema that stands alone of one that refers to the document's components.
func (d *document) resolve(raw json.RawMessage) (*jsonschema.Resolved, error) {
	whole := map[string]any{"$defs": d.Components.Schemas}
	if err := json.Unmarshal(raw, &whole); err != nil {
		return nil, err
	}
	text, err := json.Marshal(whole)
	if err != nil {
		return nil, err
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(bytes.ReplaceAll(text, []byte("#/components/schemas/"), []byte("#/$defs/")), &s); err != nil {
		return nil, err
	}
	return s.Resolve(nil)
}

// bodies are valid bodies of the operations that have one, by the operation's id.
var bodies = map[string]string{
	"create-memory":  `{"content":"User owns a red bicycle","category":"context"}`,
	"update-memory":  `{"content":"User owns a green bicycle"}`,
	"weigh-item":     `{"importance":0.9,"ttl_days":30}`,
	"import":         `[]`,
	"add-message":    `{"role":"user","content":"Good morning"}`,
	"update-message": `{"content":"Good evening"}`,

	"clear": `{"memories":false,"conversations":true,"confirm":"destroy"}`,
	"set-policy": `{"write_policy":{"enable":false,"mode":"manual","min_confidence":0.5,"min_evidence_count":1,"allowed_types":["profile"],"max_writes_per_session":1,` +
		`"max_writes_per_hour":2,"max_items_per_scope":200,"require_approval_types":[]},"read_policy":{"enable":true,"max_items":9,"max_tokens":500,"max_per_type":3,"min_confidence":0.5,"recency_weight":0.2,"importance_weight":0.4,"similarity_weight":0.4},"retention_days":{"preference":30}}`,
	"edit-session-memory": `{"content":"User owns a blue bicycle"}`,
	"restore-user-memory": `{"restore_version":1}`,
	"enable-user-memory":  `{"enabled":false}`,
	"make-shard":          `{"name":"Kitchen","instructions":"What we cook"}`,
	"change-shard-item":   `{"content":"Another wording"}`,
	"change-shard":        `{"instructions":"What we eat","max_facts_per_shard":20,"schedule":"0 9 * * 1"}`,
}

// Every operation of the document × every kind of caller, on both databases: who has no key is refused, who may
// only read may not write, and what is another's is as what is not there. What may be done in a group is asked for there, too.
func TestAuthorizationMatrix(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		revoked := w.key(apikey.Key{Person: alice, Write: true})
		k, err := w.keys.Authenticate(t.Context(), revoked)
		must(t, err)
		must(t, w.keys.Revoke(t.Context(), actor.OfSystem(), k.ID))
		elsewhere := w.key(apikey.Key{Store: "another", Person: alice, Write: true})
		callers := map[string]string{
			"nobody": "", "wrong": "ks_" + strings.Repeat("A", 43), "revoked": revoked, "of a store that is not served": elsewhere,
			"reader": w.read, "writer": w.write, "another person": w.other, "agent": w.agent, "agent that reads": w.key(apikey.Key{Agent: storeName}),
		}
		count := 0
		owner := w.own()
		_, err = w.people.See(t.Context(), actor.OfPerson(bob), people.Person{ID: bob, Name: "Bob"})
		must(t, err)
		w.stands(alice, actor.Admin, nil)
		w.stands(bob, actor.Member, nil)
		readDocument(t, w).each(func(method, path string, op documented) {
			if len(op.Security) == 0 {
				t.Errorf("%s needs no key", op.ID)
			}
			for name, key := range callers {
				w.checkCell(owner, method, path, op, name, key, "", count)
				count++
				if op.has("group") {
					w.checkCell(owner, method, path, op, name, key, choir, count)
					count++
				}
			}
		})
		if count < 6*len(callers) {
			t.Errorf("only %d cells", count)
		}
	})
}

// checkCell checks what one operation of alice's answers to one caller, in her private chat or in a group whose admin she is.
func (w *world) checkCell(owner actor.Actor, method, path string, op documented, name, key, group string, count int) {
	t := w.t
	t.Helper()
	changes := method != "GET"
	home, what := scopesOf(alice)[0], op.ID+" was asked for by "+name
	if group != "" {
		home, what = choirScope, what+" in a group"
	}
	mine := w.add(t.Context(), what)
	said := w.talk(what, "I see.")
	wish := w.digested(what)
	shardID, item := w.keepIn(home, owner, fmt.Sprint("List ", count%20), what)
	memoryID := mine.ID
	if strings.Contains(path, "{shard_id}") {
		memoryID = item
	}
	target := strings.NewReplacer("{id}", mine.ID, "{memory_id}", memoryID, "{session_id}", w.session(), "{message_id}", said[0].ID,
		"{agent_id}", storeName, "{directive_id}", wish, "{shard_id}", shardID).Replace(path)
	body := bodies[op.ID]
	if op.ID == "import-shard" {
		copied, err := w.shards.Copy(t.Context(), home, shardID)
		must(t, err)
		file, err := copied.File()
		must(t, err)
		body = string(file)
	}
	if op.ID == "restore-user-memory" {
		now, err := w.digests.Current(t.Context(), scopesOf(alice)[0])
		must(t, err)
		body = fmt.Sprintf(`{"restore_version":%d}`, now.Version)
	}
	asked := target
	if group != "" {
		asked += "?group=" + group
	}
	got := w.ask(key, method, asked, body)
	_, err := w.shards.Erase(t.Context(), actor.OfSystem(), home)
	must(t, err)
	var want []int
	switch name {
	case "nobody", "wrong", "revoked":
		want = []int{401}
	case "of a store that is not served":
		want = []int{403}
	case "writer":
		want = []int{200, 201, 204}
		if op.ID == "clear" { // for good: for trusted keys only
			want = []int{403}
		}
	case "reader":
		want = []int{200}
		if changes {
			want = []int{403}
		}
	default:
		want = []int{200, 201}
		if changes && name == "agent that reads" {
			want = []int{403}
		} else if target != path {
			want = []int{404}
		} else if op.ID == "clear" {
			want = []int{403}
		}
		if slices.Contains([]string{"make-shard", "import-shard", "set-policy", "clear"}, op.ID) && name == "another person" && group == "" { // who owns no bot
			want = []int{403}
		} else if name == "another person" && group == "" && slices.Contains([]string{"get-user-memory", "list-shards", "enable-user-memory"}, op.ID) {
			want = []int{200} // their own
		}
	}
	if !slices.Contains(want, got.status) {
		t.Errorf("%s: %d, want one of %v: %s", what, got.status, want, got.body)
	}
	if name != "writer" && name != "reader" && strings.Contains(string(got.body), "was asked for") {
		t.Errorf("%s shows another's memory", what)
	}
	if m, err := w.memory.Get(t.Context(), scopesOf(alice), mine.ID); name != "writer" && (err != nil || m.Version != 1) {
		t.Errorf("%s changed another's memory: %+v, %v", what, m, err)
	}
}
