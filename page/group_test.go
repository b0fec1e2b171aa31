package page_test

import (
	"errors"
	"net/url"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/memory/shard"
	"keepsake/page"
	"keepsake/people"
	"keepsake/scope"
)

const choir = -100200

var choirScope = scope.Scope{Store: bot, Kind: scope.Group, ID: people.ID(choir)}

// groupShard makes a shard of the choir, with a fact and a suggestion that are five days old.
func (w *world) groupShard(name string) (id, fact string) {
	w.t.Helper()
	admin, shards := actor.OfPerson("telegram:7"), w.commands.Shards.Shards
	s, err := shards.Make(w.t.Context(), admin, choirScope, name, "What we <b>sing</b>")
	must(w.t, err)
	f, err := shards.Add(w.t.Context(), admin, choirScope, s.ID, shard.Fact, "The hall is <i>cold</i>")
	must(w.t, err)
	_, err = shards.Add(w.t.Context(), admin, choirScope, s.ID, shard.Suggestion, "Begin with the altos")
	must(w.t, err)
	w.pass(5*24*time.Hour + time.Minute)
	return s.ID, f.ID
}

// E31, E33: an admin of a group sees what it keeps together, with instructions, version and age, changes the instructions,
// pauses it and takes a fact back. Members, people from elsewhere and whoever is an admin no more find nothing there.
func TestGroupPageE31(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		id, fact := w.groupShard("Concert")
		own, _ := w.ownShard()
		w.stands(alice, actor.Admin, nil)
		w.stands(bob, actor.Member, nil)
		const at = "/me/g/-100200"
		b, member := w.enter(alice), w.enter(bob)
		b.see(at, "Concert", "What we &lt;b&gt;sing&lt;/b&gt;", "The hall is &lt;i&gt;cold&lt;/i&gt;", "5 days old", "will be integrated soon", "Begin with the altos", "Version 0",
			"Active", "one of its admins", `<a href="`+at+`" aria-current="page">This group</a>`)
		if strings.Contains(b.last, "Private kitchen") {
			t.Error("a group shows what is kept together in a private chat")
		}
		for _, do := range []string{"/edit", "/pause", "/reword", "/less"} {
			if got := member.try(at+"/"+id+do, "instructions=x", "paused=yes", "item="+fact, "content=x"); got.status != 404 {
				t.Errorf("%s by a member: %d", do, got.status)
			}
			if got := b.try(at+"/nosuchid"+do, "instructions=x", "content=x"); got.status != 404 {
				t.Errorf("%s of nothing: %d", do, got.status)
			}
			if got := b.try(at+"/"+own+do, "instructions=x", "content=x"); got.status != 404 {
				t.Errorf("%s of a shard that the group does not see: %d", do, got.status)
			}
			if got := b.try("/me/shards/"+id+do, "instructions=x", "content=x"); got.status != 404 {
				t.Errorf("%s beside the group: %d", do, got.status)
			}
		}
		if got := member.ask("GET", at, nil); got.status != 303 || strings.Contains(got.body, "Concert") { // to the picture, see TestGroupGraphPage
			t.Errorf("a member is shown %d", got.status)
		}
		if got := b.send(at+"/"+id+"/edit", "instructions=What we eat"); !strings.Contains(got, "What we eat") || !strings.Contains(got, "Saved.") {
			t.Errorf("edited: %s", got)
		}
		if got := b.send(at+"/"+id+"/pause", "paused=yes"); !strings.Contains(got, "Paused") {
			t.Errorf("paused: %s", got)
		}
		if got := b.send(at+"/"+id+"/pause", "paused=no"); strings.Contains(got, "Paused") {
			t.Errorf("resumed: %s", got)
		}
		if got := b.send(at+"/"+id+"/reword", "item="+fact, "content=The hall is <u>warm</u>"); !strings.Contains(got, "The hall is &lt;u&gt;warm&lt;/u&gt;") || strings.Contains(got, "cold") || strings.Count(got, "5 days old") != 2 {
			t.Errorf("reworded: %s", got)
		}
		suggested, err := w.commands.Shards.Shards.Items(t.Context(), choirScope, id, shard.Suggestion, false)
		must(t, err)
		if got := b.send(at+"/"+id+"/reword", "item="+suggested[0].ID, "content=Begin with the basses"); !strings.Contains(got, "Begin with the basses") || !strings.Contains(got, "will be integrated soon") {
			t.Errorf("a suggestion reworded: %s", got)
		}
		if got := b.try(at+"/"+id+"/reword", "item="+fact, "content= "); got.status != 422 {
			t.Errorf("reworded to nothing: %d", got.status)
		}
		if got := b.send(at+"/"+id+"/less", "item="+fact); strings.Contains(got, "warm") || !strings.Contains(got, "basses") {
			t.Errorf("taken back: %s", got)
		}
		w.stands(alice, actor.Member, nil)
		if got := b.try(at+"/"+id+"/pause", "paused=yes"); got.status != 404 {
			t.Errorf("by whom is an admin no more: %d", got.status)
		}
	})
}

// What is no group, one that is blocked, left or moved, and a platform that does not answer open no page; asking is bounded.
func TestGroupPageRefuses(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		w.stands(alice, actor.Admin, nil)
		b := w.enter(alice)
		b.see("/me/g/-100200", "keeps nothing together yet")
		for _, path := range []string{"/me/g/100200", "/me/g/0", "/me/g/-0", "/me/g/x", "/me/g/-1x", "/me/g/-99999999999999999999", "/me/g/%2D100200x", "/me/g/-0100200", "/me/g/", "/me/g/1001"} {
			if got := b.ask("GET", path, nil); got.status != 404 {
				t.Errorf("%s: %d", path, got.status)
			}
		}
		for name, set := range map[string]func(c *people.Chat){
			"blocked": func(c *people.Chat) { c.Access = people.Blocked }, "left": func(c *people.Chat) { c.Closed = true }, "moved": func(c *people.Chat) { c.MovedTo = -100300 },
		} {
			c := people.NewChat(bot, choir)
			set(&c)
			must(t, w.commands.People.SaveChat(t.Context(), actor.OfSystem(), c))
			if got := b.ask("GET", "/me/g/-100200", nil); got.status != 404 {
				t.Errorf("%s: %d", name, got.status)
			}
			must(t, w.commands.People.SaveChat(t.Context(), actor.OfSystem(), people.NewChat(bot, choir)))
		}
		w.stands(alice, actor.Admin, errors.New("away"))
		if got := b.ask("GET", "/me/g/-100200", nil); got.status != 503 {
			t.Errorf("the platform is away: %d", got.status)
		}
		w.stands(alice, actor.Admin, nil)
		last := 0
		for range 40 {
			last = b.ask("GET", "/me/g/-100200", nil).status
		}
		if last != 429 {
			t.Errorf("the fortieth question at once: %d", last)
		}
		w.pass(time.Minute)
		b.see("/me/g/-100200")
	})
}

// A link that was asked for in a group leads to its page, and to nothing else.
func TestLinkToGroup(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		w.stands(alice, actor.Admin, nil)
		for group, want := range map[string]string{"-100200": "/me/g/-100200", "": "/me/", "5": "/me/", "//evil.example": "/me/", "-1/../..": "/me/"} {
			code, err := w.signins.NewLink(t.Context(), actor.OfPerson(alice), alice, bot)
			must(t, err)
			b := &browser{world: w, lang: "en"}
			if group == "-100200" {
				link := page.LinkTo(w.server.URL, code, choir)
				b.see(strings.TrimPrefix(link, w.server.URL), `name="group" value="-100200"`)
			}
			got := b.ask("POST", "/me/in", url.Values{"code": {code}, "group": {group}})
			if to := got.header.Get("Location"); to != want {
				t.Errorf("group %q leads to %q", group, to)
			}
		}
	})
}

// ownShard makes a shard in alice's private chat.
func (w *world) ownShard() (id string, s shard.Shard) {
	w.t.Helper()
	owner := actor.OfPerson(alice)
	owner.Owner = true
	s, err := w.commands.Shards.Shards.Make(w.t.Context(), owner, scopeOf(alice), "Private kitchen", "")
	must(w.t, err)
	return s.ID, s
}
