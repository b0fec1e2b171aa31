package mcpserver_test

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"keepsake/actor"
	"keepsake/apikey"
	"keepsake/store/storetest"
)

// message is a message of JSON-RPC as it is on the wire.
type message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Result  json.RawMessage `json:"result"`
	Error   *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// wire sends a message as a text, without any client between, and returns the answer; nil when none is due.
type wire func(t *testing.T, says string) *message

// overHTTP is a wire to the room by streamable HTTP.
func (w *world) overHTTP(k apikey.Key) wire {
	_, secret, err := w.keys.Create(w.t.Context(), actor.OfSystem(), k)
	must(w.t, err)
	return func(t *testing.T, says string) *message {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, w.server.URL, strings.NewReader(says))
		must(t, err)
		req.Header = http.Header{"Authorization": {"Bearer " + secret}, "Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
		res, err := http.DefaultClient.Do(req)
		must(t, err)
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		must(t, err)
		if !strings.Contains(says, `"id"`) {
			if res.StatusCode != http.StatusAccepted || len(body) > 0 {
				t.Errorf("a notification is answered %d %s", res.StatusCode, body)
			}
			return nil
		}
		if res.StatusCode == http.StatusBadRequest && strings.HasPrefix(res.Header.Get("Content-Type"), "text/plain") { // as the protocol allows for what no server takes
			body = []byte(`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"refused by HTTP"}}`)
		}
		return messageOf(t, string(body))
	}
}

// overStreams is a wire to the room by standard input and output.
func (w *world) overStreams(k apikey.Key) wire {
	theirs, ours := io.Pipe()
	back, answers := io.Pipe()
	go func() { _ = w.room.Serve(w.t.Context(), k, theirs, answers) }()
	w.t.Cleanup(func() { _ = ours.Close() })
	lines := bufio.NewReader(back)
	return func(t *testing.T, says string) *message {
		t.Helper()
		_, err := io.WriteString(ours, says+"\n")
		must(t, err)
		if !strings.Contains(says, `"id"`) {
			return nil // the next line would answer it: the ids of answers are checked
		}
		line, err := lines.ReadString('\n')
		must(t, err)
		return messageOf(t, line)
	}
}

func messageOf(t *testing.T, text string) *message {
	t.Helper()
	var m message
	if err := json.Unmarshal([]byte(text), &m); err != nil || m.Version != "2.0" || (m.Result == nil) == (m.Error == nil) || m.Method != "" {
		t.Fatalf("answered %q: %v", text, err)
	}
	return &m
}

// Both transports keep to the protocol on the wire, as the inspector and others' clients want it: versions are agreed on, ids come
// back as they were sent, notifications are not answered, errors have the standard codes, and what tools say of their arguments
// and answers is so.
func TestConformance(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t))
	w.keep(alice, "User keeps bees in Porto", "")
	key := apikey.Key{Store: "keepsake", Person: alice, Write: true, Trusted: true}
	for name, open := range map[string]func(apikey.Key) wire{"http": w.overHTTP, "streams": w.overStreams} {
		t.Run(name, func(t *testing.T) {
			for asked, want := range map[string]string{"2024-11-05": "2024-11-05", "2025-03-26": "2025-03-26", "2025-06-18": "2025-06-18", "1999-01-01": ""} {
				agreeOn(t, open(key), asked, want)
			}
			say := open(key)
			agreeOn(t, say, "2025-06-18", "2025-06-18")
			for id, sent := range map[string]string{`7`: `7`, `"a-b"`: `"a-b"`, `0`: `0`} {
				if got := say(t, `{"jsonrpc":"2.0","id":`+sent+`,"method":"ping"}`); string(got.ID) != id || string(got.Result) != "{}" {
					t.Errorf("a ping %s is answered %s %s", sent, got.ID, got.Result)
				}
			}
			for call, codes := range map[string][]int{
				`"method":"nothing/known"`: {-32601},
				`"method":"tools/call","params":{"name":"nothing","arguments":{}}`:      {-32602},
				`"method":"tools/call","params":{"name":7}`:                             {-32602},
				`"method":"resources/read","params":{"uri":"keepsake://nothing"}`:       {-32002, -32602}, // by the older and the newer protocol
				`"method":"resources/read","params":{"uri":"file:///etc/passwd"}`:       {-32002, -32602},
				`"method":"prompts/get","params":{"name":"nothing"}`:                    {-32602},
				`"method":"tools/list","params":{"cursor":"nonsense"}`:                  {-32602},
				`"method":"resources/subscribe","params":{"uri":"keepsake://memories"}`: {-32601},
			} {
				got := say(t, `{"jsonrpc":"2.0","id":1,`+call+`}`)
				if got.Error == nil || !slices.Contains(codes, got.Error.Code) || got.Error.Message == "" {
					t.Errorf("%s: %s %+v, want one of %d", call, got.Result, got.Error, codes)
				}
			}
			toolsAreAsDescribed(t, say)
		})
	}
}

// agreeOn begins a session; want is the version of the protocol that is spoken then, "" = any that the server knows.
func agreeOn(t *testing.T, say wire, asked, want string) {
	t.Helper()
	got := say(t, `{"jsonrpc":"2.0","id":"first","method":"initialize","params":{"protocolVersion":"`+asked+`","capabilities":{},"clientInfo":{"name":"inspector","version":"1"}}}`)
	var r struct {
		Protocol     string                         `json:"protocolVersion"`
		ServerInfo   struct{ Name, Version string } `json:"serverInfo"`
		Capabilities map[string]json.RawMessage     `json:"capabilities"`
	}
	if got.Error != nil {
		t.Fatalf("%s: %+v", asked, got.Error)
	}
	must(t, json.Unmarshal(got.Result, &r))
	if string(got.ID) != `"first"` || want != "" && r.Protocol != want || r.Protocol == "" || r.Protocol == "1999-01-01" || r.ServerInfo.Name == "" || r.ServerInfo.Version == "" {
		t.Errorf("%s: answered %s", asked, got.Result)
	}
	for _, c := range []string{"tools", "resources", "prompts"} {
		if r.Capabilities[c] == nil {
			t.Errorf("%s is not among what the server can do: %s", c, got.Result)
		}
	}
	say(t, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
}

var toolName = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// toolsAreAsDescribed calls tools and compares their answers with the schemas that they name.
func toolsAreAsDescribed(t *testing.T, say wire) {
	t.Helper()
	var list struct {
		Tools []struct {
			Name         string
			InputSchema  *jsonschema.Schema `json:"inputSchema"`
			OutputSchema *jsonschema.Schema `json:"outputSchema"`
		}
	}
	must(t, json.Unmarshal(say(t, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`).Result, &list))
	arguments := map[string]string{
		"list_memories": `{}`, "search_memories": `{"query":"bees"}`, "show_memory": `{"id":"zzzzzzzz"}`, "add_memory": `{"content":"User likes ` + t.Name() + `","category":"context"}`,
		"update_memory": `{"id":"zzzzzzzz","content":"User keeps goats"}`, "forget_memory": `{"id":"zzzzzzzz"}`,
	}
	if len(list.Tools) != len(arguments) {
		t.Errorf("%d tools", len(list.Tools))
	}
	for _, tool := range list.Tools {
		in, err := tool.InputSchema.Resolve(nil)
		must(t, err)
		out, err := tool.OutputSchema.Resolve(nil)
		must(t, err)
		var args any
		must(t, json.Unmarshal([]byte(arguments[tool.Name]), &args))
		if err := in.Validate(args); err != nil || !toolName.MatchString(tool.Name) || tool.InputSchema.Type != "object" {
			t.Errorf("%s does not take %s: %v", tool.Name, arguments[tool.Name], err)
		}
		var r struct {
			Content    []struct{ Type, Text string }
			Structured any  `json:"structuredContent"`
			IsError    bool `json:"isError"`
		}
		must(t, json.Unmarshal(say(t, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+tool.Name+`","arguments":`+arguments[tool.Name]+`}}`).Result, &r))
		if len(r.Content) == 0 || r.Content[0].Type != "text" || r.Content[0].Text == "" {
			t.Errorf("%s says nothing: %+v", tool.Name, r)
		}
		if r.IsError != strings.Contains(arguments[tool.Name], "zzzzzzzz") {
			t.Errorf("%s: %+v", tool.Name, r)
		}
		if err := out.Validate(r.Structured); !r.IsError && err != nil {
			t.Errorf("%s answers what its schema does not allow: %v", tool.Name, err)
		}
		wrong := say(t, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+tool.Name+`","arguments":{"nobody":"asked"}}}`)
		if wrong.Error == nil && !strings.Contains(string(wrong.Result), `"isError":true`) {
			t.Errorf("%s takes what it does not describe: %s", tool.Name, wrong.Result)
		}
	}
}
