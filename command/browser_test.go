package command_test

import (
	"context"
	"testing"

	"keepsake/actor"
)

// A59: /web sends a link of the person's own in their private chat, leads there from a group, and says so where there
// is no page.
func TestWebA59(t *testing.T) {
	w := newWorld(t)
	ann := w.private(11, "Ann")
	ann.types("/web", "whoever runs me has not set one up")
	base := "https://page.example"
	w.commands.PageLink = func(_ context.Context, a actor.Actor, person string) (string, error) {
		if !a.IsThePerson(person) {
			t.Errorf("%+v asks for %s", a, person)
		}
		return base + "/me/in?code=" + person, nil
	}
	reply, _ := ann.types("/web", "works once, for five minutes")
	if b := reply.Out[0].Body.Buttons; len(b) != 1 || b[0][0].URL != "https://page.example/me/in?code=telegram:11" {
		t.Errorf("buttons %+v", b)
	}
	ann.types("/start web", "works once, for five minutes")
	base = "http://127.0.0.1:8082"
	ann.types("/web", "`http://127.0.0.1:8082/me/in?code=telegram:11`")
	group := ann.in(-100, actor.Admin)
	group.types("/start", "a companion that remembers")
	reply, _ = group.types("/web", "write /web to me there")
	if b := reply.Out[0].Body.Buttons; len(b) != 1 || b[0][0].URL != "https://chat.example/web" {
		t.Errorf("buttons in a group %+v", b)
	}
}
