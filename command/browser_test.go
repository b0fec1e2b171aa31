package command_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"keepsake/actor"
	"keepsake/memory/graph"
)

// A59: /web sends a link of the person's own in their private chat, leads there from a group, and says so where there
// is no page.
func TestWebA59(t *testing.T) {
	w := newWorld(t)
	ann := w.private(11, "Ann")
	ann.types("/web", "whoever runs me has not set one up")
	base := "https://page.example"
	w.commands.PageLink = func(_ context.Context, a actor.Actor, person string, group int64) (string, error) {
		if !a.IsThePerson(person) {
			t.Errorf("%+v asks for %s", a, person)
		}
		return fmt.Sprint(base, "/me/in?code=", person, strings.Repeat(fmt.Sprint("&group=", group), int(min(1, -group)))), nil
	}
	reply, _ := ann.types("/web", "works once, for five minutes")
	if b := reply.Out[0].Body.Buttons; len(b) != 1 || b[0][0].URL != "https://page.example/me/in?code=telegram:11" {
		t.Errorf("buttons %+v", b)
	}
	ann.types("/start web", "works once, for five minutes")
	base = "http://127.0.0.1:8082"
	reply, _ = ann.types("/web", "`http://127.0.0.1:8082/me/in?code=telegram:11`")
	if shown := reply.Out[0].Body.Unmasked; !slices.Equal(shown, []string{"http://127.0.0.1:8082/me/in?code=telegram:11"}) {
		t.Errorf("shown on purpose %q: a code that looks like a key is masked", shown)
	}
	group := ann.in(-100, actor.Admin)
	group.types("/start", "a companion that remembers")
	shards := w.commands.Shards.Shards
	w.commands.Shards.Shards = nil
	reply, _ = group.types("/web", "write /web to me there")
	if b := reply.Out[0].Body.Buttons; len(b) != 1 || b[0][0].URL != "https://chat.example/web" {
		t.Errorf("buttons in a group %+v", b)
	}
	w.commands.Shards.Shards = shards
	reply, _ = group.types("/web", "what this group keeps together")
	if b := reply.Out[0].Body.Buttons; len(b) != 1 || b[0][0].URL != "https://chat.example/web_100" {
		t.Errorf("an admin's buttons in a group %+v", b)
	}
	reply, _ = w.private(12, "Bob").in(-100, actor.Member).types("/web", "write /web to me there")
	if b := reply.Out[0].Body.Buttons; len(b) != 1 || b[0][0].URL != "https://chat.example/web" {
		t.Errorf("a member's buttons in a group %+v", b)
	}
	w.commands.Graph = graph.New(nil)
	reply, _ = w.private(13, "Cem").in(-100, actor.Member).types("/web", "what this group keeps together")
	if b := reply.Out[0].Body.Buttons; len(b) != 1 || b[0][0].URL != "https://chat.example/web_100" {
		t.Errorf("a member's buttons where there is a picture %+v", b)
	}
	ann.types("/start web_100", "`http://127.0.0.1:8082/me/in?code=telegram:11&group=-100`")
	for _, payload := range []string{"web_", "web_x", "web_-5", "web_99999999999999999999"} {
		ann.types("/start "+payload, "remembers")
	}
}
