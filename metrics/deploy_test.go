package metrics_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"
)

// alerts is what a file of rules looks like.
type alerts struct {
	Groups []struct {
		Name  string
		Rules []struct {
			Alert, Expr, For    string
			Labels, Annotations map[string]string
		}
	}
}

// dashboard is what of a Grafana dashboard we promise about.
type dashboard struct {
	Title, UID string
	Panels     []struct {
		ID          int
		Title, Type string
		GridPos     struct{ X, Y, W, H int }
		Targets     []struct{ Expr string }
	}
}

// expressions returns every PromQL expression under deploy/, by where it stands.
func expressions(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	var a alerts
	dec := yaml.NewDecoder(strings.NewReader(read(t, "../deploy/alerts.yml")))
	dec.KnownFields(true)
	if err := dec.Decode(&a); err != nil {
		t.Fatal(err)
	}
	for _, g := range a.Groups {
		for _, r := range g.Rules {
			if r.Alert == "" || r.Labels["severity"] == "" || r.Annotations["summary"] == "" || out[r.Alert] != "" {
				t.Errorf("rule %q needs a name of its own, a severity and a summary", r.Alert)
			}
			out[r.Alert] = r.Expr
		}
	}
	var d dashboard
	if err := json.Unmarshal([]byte(read(t, "../deploy/grafana.json")), &d); err != nil {
		t.Fatal(err)
	}
	if d.Title == "" || d.UID == "" {
		t.Error("the dashboard has no title or uid")
	}
	ids, taken := map[int]bool{}, map[[2]int]string{}
	for _, p := range d.Panels {
		if ids[p.ID] {
			t.Errorf("two panels have the id %d", p.ID)
		}
		ids[p.ID] = true
		for x := p.GridPos.X; x < p.GridPos.X+p.GridPos.W; x++ {
			for y := p.GridPos.Y; y < p.GridPos.Y+p.GridPos.H; y++ {
				if other := taken[[2]int{x, y}]; other != "" || x > 23 {
					t.Fatalf("panel %q lies over %q, or beside the grid", p.Title, other)
				}
				taken[[2]int{x, y}] = p.Title
			}
		}
		if p.Type != "row" && len(p.Targets) == 0 {
			t.Errorf("panel %q shows nothing", p.Title)
		}
		for _, target := range p.Targets {
			out[p.Title+": "+target.Expr] = target.Expr
		}
	}
	return out
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

var (
	selector = regexp.MustCompile(`((?:keepsake|process|go)_[a-z_]+)(?:\{([^}]*)\})?`)
	matcher  = regexp.MustCompile(`(\w+)(=~|!~|!=|=)"([^"]*)"`)
	grouping = regexp.MustCompile(`by \(([a-z, ]+)\)`)
)

// A request of a program is counted by its operation and how it ended.
func TestRequests(t *testing.T) {
	w := newWorld(t)
	w.m.ZeroRequests([]string{"get-memory"})
	for _, status := range []int{200, 204, 404, 503, 0} {
		w.m.Requested("get-memory", status, time.Millisecond)
	}
	page := w.scrape()
	for _, want := range []string{
		`keepsake_api_requests_total{code="2xx",operation="get-memory"} 3`, `keepsake_api_requests_total{code="3xx",operation="get-memory"} 0`,
		`keepsake_api_requests_total{code="4xx",operation="get-memory"} 1`, `keepsake_api_requests_total{code="5xx",operation="get-memory"} 1`,
		`keepsake_api_request_seconds_count 5`,
	} {
		if !strings.Contains(page, want+"\n") {
			t.Errorf("not counted: %s", want)
		}
	}
}

// A call of another program's tool is counted by its server and how it ended (13.4).
func TestToolCalls(t *testing.T) {
	w := newWorld(t)
	w.m.ZeroToolCalls([]string{"search"}, []string{"ok", "timeout"})
	w.m.ToolCalled("search", "timeout", time.Second)
	page := w.scrape()
	for _, want := range []string{
		`keepsake_tool_server_calls_total{outcome="ok",server="search"} 0`, `keepsake_tool_server_calls_total{outcome="timeout",server="search"} 1`,
		`keepsake_tool_server_call_seconds_count 1`,
	} {
		if !strings.Contains(page, want+"\n") {
			t.Errorf("not counted: %s", want)
		}
	}
}

// TestDeployKnowsOnlyWhatThereIs: each metric, label and label value that the dashboard
// and the alerts speak of is there from the start, and no metric of ours is left out.
func TestDeployKnowsOnlyWhatThereIs(t *testing.T) {
	w := newWorld(t)
	w.m.Chat("k", nil) // its series are there from the start
	w.m.ZeroRequests([]string{"list-memories"})
	w.m.ZeroToolCalls([]string{"search"}, []string{"ok", "refused", "timeout", "failed", "resting"})
	page := w.scrape()
	shown := map[string]bool{}
	for where, expr := range expressions(t) {
		found := selector.FindAllStringSubmatch(expr, -1)
		if len(found) == 0 && !strings.HasPrefix(expr, "up{") {
			t.Errorf("%s: names no metric", where)
		}
		for _, s := range found {
			series := lines(page, s[1])
			if len(series) == 0 {
				t.Errorf("%s: there is no %s", where, s[1])
				continue
			}
			shown[family(s[1])] = true
			for _, m := range matcher.FindAllStringSubmatch(s[2], -1) {
				for _, value := range strings.Split(m[3], "|") {
					if m[1] != "job" && !strings.Contains(strings.Join(series, "\n"), m[1]+`="`+value+`"`) {
						t.Errorf("%s: %s has no %s=%q", where, s[1], m[1], value)
					}
				}
			}
			for _, by := range grouping.FindAllStringSubmatch(expr, -1) {
				for _, label := range strings.Split(by[1], ", ") {
					if label != "le" && !strings.Contains(series[0], label+`="`) {
						t.Errorf("%s: %s has no label %s", where, s[1], label)
					}
				}
			}
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^# TYPE (keepsake_\S+)`).FindAllStringSubmatch(page, -1) {
		if !shown[m[1]] {
			t.Errorf("%s is nowhere on the dashboard", m[1])
		}
	}
}

// TestDocsKnowOnlyWhatThereIs: each metric that the documents name is there from the start.
func TestDocsKnowOnlyWhatThereIs(t *testing.T) {
	w := newWorld(t)
	w.m.Chat("k", nil)
	w.m.ZeroRequests([]string{"list-memories"})
	w.m.ZeroToolCalls([]string{"search"}, []string{"ok", "refused", "timeout", "failed", "resting"})
	page, seen := w.scrape(), 0
	files, err := filepath.Glob("../docs/*.md")
	must(t, err)
	for _, file := range files {
		// keepsake_erasures is a table of PostgreSQL.
		for _, m := range regexp.MustCompile(`\bkeepsake_[a-z_]+[a-z]\b`).FindAllString(read(t, file), -1) {
			if seen++; m != "keepsake_erasures" && len(lines(page, m)) == 0 {
				t.Errorf("%s names %s, which is no metric", filepath.Base(file), m)
			}
		}
	}
	if seen < 8 {
		t.Errorf("only %d names were read", seen)
	}
}

// family is the name of the metric that a series of a histogram belongs to.
func family(name string) string { return strings.TrimSuffix(name, "_bucket") }

// lines returns the series of a metric on a page.
func lines(page, name string) (out []string) {
	for _, line := range strings.Split(page, "\n") {
		if strings.HasPrefix(line, name+"{") || strings.HasPrefix(line, name+" ") {
			out = append(out, line)
		}
	}
	return out
}
