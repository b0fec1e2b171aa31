package mcptools_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"keepsake/actor"
	"keepsake/outside"
	"keepsake/store/storetest"
	"keepsake/tool"
	"keepsake/toolset/mcptools"
)

const alice = "telegram:1001"

// program is what the tests' own binary is when a tool server starts it.
const program = "MCPTOOLS_TEST_PROGRAM"

func TestMain(m *testing.M) {
	switch os.Getenv(program) {
	case "":
		os.Exit(m.Run())
	case "serve":
		s := mcp.NewServer(&mcp.Implementation{Name: "program"}, nil)
		add(s, "env", true, func(map[string]any) string { return strings.Join(os.Environ(), "\n") })
		_ = s.Run(context.Background(), &mcp.StdioTransport{})
	case "silent": // it takes nothing and says nothing
		select {}
	case "flood":
		out := bufio.NewWriter(os.Stdout)
		for {
			if _, err := fmt.Fprintln(out, `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"`+strings.Repeat("x", 1000)+`"}}`); err != nil {
				return
			}
		}
	}
}

// add adds a tool that answers with words.
func add(s *mcp.Server, name string, reads bool, do func(args map[string]any) string) {
	s.AddTool(&mcp.Tool{
		Name: name, Description: "What " + name + " is for", InputSchema: json.RawMessage(`{"type":"object","properties":{"what":{"type":"string","description":"about what"}}}`),
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: reads},
	}, func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var args map[string]any
		_ = json.Unmarshal(req.Params.Arguments, &args)
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: do(args)}}}, nil
	})
}

// world is servers, and the one of them that most tests are about.
type world struct {
	*mcptools.Servers
	t       *testing.T
	outside *outside.Service
	server  *mcp.Server

	mu       sync.Mutex
	asked    []outside.Pin
	outcomes []string
	before   func(w http.ResponseWriter, r *http.Request) bool // answers instead
	headers  []http.Header
}

func newWorld(t *testing.T, more ...mcptools.Server) *world {
	w := &world{t: t, server: mcp.NewServer(&mcp.Implementation{Name: "far"}, nil)}
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return w.server }, nil)
	far := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		w.mu.Lock()
		before := w.before
		w.headers = append(w.headers, r.Header.Clone())
		w.mu.Unlock()
		if before == nil || !before(rw, r) {
			handler.ServeHTTP(rw, r)
		}
	}))
	t.Cleanup(func() { far.CloseClientConnections(); far.Close() })
	w.outside = &outside.Service{Store: storetest.SQLite(t).Outside(), Now: time.Now}
	w.Servers = mcptools.New(mcptools.Config{
		Servers: append([]mcptools.Server{{Name: "far", URL: far.URL + "/mcp", Token: "the-token"}}, more...), Agreed: w.outside,
		Tell: func(_ context.Context, asked []outside.Pin) error { w.asked = append(w.asked, asked...); return nil },
		Called: func(_, outcome string, _ time.Duration) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.outcomes = append(w.outcomes, outcome)
		},
		Now: time.Now, Timeout: 30 * time.Second,
	})
	return w
}

// only is Refresh that must succeed for the first server.
func (w *world) refreshed() {
	w.t.Helper()
	if err := w.Refresh(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) instead(do func(w http.ResponseWriter, r *http.Request) bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.before = do
}

func (w *world) names() (names []string) {
	for _, t := range w.Tools(nil) {
		names = append(names, t.Def.Name)
	}
	return names
}

func (w *world) tool(name string) tool.Tool {
	w.t.Helper()
	for _, t := range w.Tools(nil) {
		if t.Def.Name == name {
			return t
		}
	}
	w.t.Fatalf("there is no %s among %q", name, w.names())
	return tool.Tool{}
}

func (w *world) call(id, args string) tool.Call {
	return tool.Call{
		Actor: actor.Actor{Kind: actor.Tool, ID: alice, SessionID: "s", TurnID: "t", CallID: id}, Args: json.RawMessage(args), Conversation: &tool.Conversation{},
	}
}

func (w *world) runs(t tool.Tool, c tool.Call) tool.Result {
	w.t.Helper()
	var err error
	if c.Prepared, err = t.Prepare(w.t.Context(), c); err != nil {
		w.t.Fatal(err)
	}
	got, err := t.Run(w.t.Context(), c)
	if err != nil {
		w.t.Fatal(err)
	}
	return got
}

func (w *world) lastOutcome() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.outcomes) == 0 {
		return ""
	}
	return w.outcomes[len(w.outcomes)-1]
}
