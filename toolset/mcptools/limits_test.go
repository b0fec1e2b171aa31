package mcptools_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"keepsake/tool"
)

// 13.4: of many tools of other programs, as many are offered as there is room for, and what is talked about is among them, also
// when it comes up later.
func TestToolsAreChosenByRelevance(t *testing.T) {
	w := newWorld(t)
	for _, name := range strings.Fields("weather translate recipe flight music stocks library cinema train parking museum swim garden post bank dentist taxi hotel pharmacy school") {
		add(w.server, name, true, func(map[string]any) string { return "" })
	}
	w.refreshed()
	r, err := tool.NewRegistry()
	if err != nil {
		t.Fatal(err)
	}
	if left := r.SetOutside(w.Tools(nil)); left != 0 || len(w.names()) != 20 {
		t.Fatalf("%d of %d are left out", left, len(w.names()))
	}
	first := r.Choose(nil, "Is the pharmacy open, and the school?", 16, false, false)
	if len(first) > 16 || !slices.Contains(first, "far_pharmacy") || !slices.Contains(first, "far_school") {
		t.Errorf("at first: %q", first)
	}
	absent := ""
	for _, name := range w.names() {
		if !slices.Contains(first, name) {
			absent = name
		}
	}
	later := r.Choose(first, "And the "+strings.TrimPrefix(absent, "far_")+"?", 16, false, false)
	if len(later) > 16 || !slices.Equal(later[:len(first)], first) || !slices.Contains(later, absent) {
		t.Errorf("later: %q lacks %s, or is another list than %q", later, absent, first)
	}
}

// 13.4: a server gets four calls at once; the others wait for their place, and all are answered.
func TestToolsAtOnce(t *testing.T) {
	w := newWorld(t)
	var mu sync.Mutex
	running, most := 0, 0
	full, release := make(chan struct{}), make(chan struct{})
	add(w.server, "slow", true, func(args map[string]any) string {
		mu.Lock()
		if running++; running > most {
			if most = running; most == 4 {
				close(full)
			}
		}
		mu.Unlock()
		<-release
		mu.Lock()
		running--
		mu.Unlock()
		return fmt.Sprint("answer ", args["what"])
	})
	w.refreshed()
	slow := w.tool("far_slow")
	answers := make(chan string, 10)
	for i := range cap(answers) {
		go func() {
			c := w.call(fmt.Sprint(i), fmt.Sprintf(`{"what":"%d"}`, i))
			prepared, err := slow.Prepare(t.Context(), c)
			if err != nil {
				answers <- err.Error()
				return
			}
			c.Prepared = prepared
			got, _ := slow.Run(t.Context(), c)
			answers <- got.Content
		}()
	}
	<-full
	close(release)
	for range cap(answers) {
		if got := <-answers; !strings.Contains(got, "\nanswer ") {
			t.Errorf("answered %q", got)
		}
	}
	if most != 4 {
		t.Errorf("%d calls ran at once", most)
	}
}
