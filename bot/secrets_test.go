package bot_test

import (
	"context"
	"fmt"
	"regexp"
	"testing"

	"keepsake/bot/simulator"
	"keepsake/people"
)

// W19: a secret reaches no table, no index and no log, whichever way it comes: typed, quoted,
// forwarded, edited, in the name of a person, of a file or of a group, after a command, in a document,
// in what the model answers and in what it hands to tools. Each way has a password of its own, and the
// bytes of the database's files and the log are searched for all of them.
func TestNoSecretIsStored(t *testing.T) {
	t.Parallel()
	tune, _ := ears(t)
	w := newWorld(t, tune)
	n := 0
	canary := func() string {
		n++
		return fmt.Sprintf("zq7canary%02d", n)
	}
	w.rules.When("please answer").Say("Fine. Your new password is " + canary() + ", keep it.")
	w.rules.When("please note").Call("add_to_memory", map[string]any{
		"content": "User's password is " + canary(), "subject": "password: " + canary(), "category": "password=" + canary(),
	})
	w.rules.When("please plan").Call("create_task", map[string]any{"title": "Type the password " + canary(), "due": "password: " + canary()})
	w.rules.When("please do").Call("sk-"+canary()+"abcdefgh1234", map[string]any{"note": map[string]any{"deep": []string{"my password is " + canary()}}})
	w.rules.When("please break").Call("add_to_memory", "my password is "+canary())
	w.rules.WhenResult("", "").Say("All right. Mind the password: " + canary() + ".")
	w.rules.Otherwise().Say("I see.")

	ann := w.person(11, "Ann password: "+canary())
	ann.Rename("", "password_is_"+canary(), "")
	mail := "https://ann:" + canary() + "@example.org/"
	for _, said := range []func() simulator.Message{
		func() simulator.Message { return ann.Say("my password is " + canary() + " and my mail is " + mail) },
		func() simulator.Message { return ann.StartLink("my-password-is-" + canary()) },
		func() simulator.Message { return ann.Say("/start the password is " + canary()) },
		func() simulator.Message { return ann.Say("/memory add my password is " + canary()) },
		func() simulator.Message { return ann.Say("/memory search password " + canary()) },
		func() simulator.Message { return ann.Say("/task password: " + canary()) },
		func() simulator.Message {
			return ann.Forward("Bob password: "+canary(), "das Passwort lautet "+canary())
		},
		func() simulator.Message {
			return ann.Document("my_password_is_"+canary()+".txt", []byte("Пароль: "+canary()), "пароль "+canary())
		},
		func() simulator.Message { return ann.Contact("password: "+canary(), "+491701234567") },
		func() simulator.Message { return ann.Say("please answer") },
		func() simulator.Message { return ann.Say("please note") },
		func() simulator.Message { return ann.Say("please plan") },
		func() simulator.Message { return ann.Say("please do") },
		func() simulator.Message { return ann.Say("please break") },
	} {
		ann.hears(said().ID, "")
		w.settled()
	}
	last := ann.Say("good night")
	ann.hears(last.ID, "")
	w.settled()
	quoted := "the password is " + canary()
	ann.Edit(last.ID, "good night, "+quoted)
	ann.hears(ann.Quote(last.ID, quoted, "what about this?").ID, "")
	group := w.tele.Group(-100200, "The password is "+canary())
	group.Join(ann.Person).AddBot(ann.Person)
	inGroup := group.As(ann.Person, 0)
	inGroup.Say("@keepsake_bot the password is " + canary())
	w.settled()
	w.idle()

	p, err := w.people.Get(context.Background(), people.ID(11))
	if err != nil || p.Name != "Ann password: •••" {
		t.Errorf("the person: %+v %v", p, err)
	}
	for i := 1; i <= n; i++ {
		if c := fmt.Sprintf("zq7canary%02d", i); w.stored(c) {
			t.Errorf("%s is stored", c)
		}
	}
	if w.stored("zq7") { // search words are cut to five letters
		t.Error("a part of a secret is in the search index")
	}
	if left := regexp.MustCompile(`.{0,80}zq7canary\d\d.{0,20}`).FindAllString(w.log.String(), 3); left != nil {
		t.Errorf("in the log: %q", left)
	}
}
