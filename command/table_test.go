package command_test

import (
	"context"
	"strings"
	"testing"

	"keepsake/actor"
	"keepsake/command"
	"keepsake/command/manner"
	"keepsake/templates"
)

// Each command stands in its menu, and the help names each of them.
func TestMenusAndHelpAgree(t *testing.T) {
	plain, full := &command.Service{}, &command.Service{PageLink: func(context.Context, actor.Actor, string, int64) (string, error) { return "", nil }, Manner: manner.Desk{Tones: true}}
	if got := strings.Join(plain.Menu(false), " "); got != "memory tasks new private stop settings usage privacy help" {
		t.Errorf("the menu of private chats is %s", got)
	}
	if got := strings.Join(full.OwnerMenu(), " "); got != "memory tasks new private stop web settings model usage privacy help access" {
		t.Errorf("the menu of owners is %s", got)
	}
	if got := strings.Join(full.Menu(true), " "); got != "memory new stop usage help" {
		t.Errorf("the menu of groups is %s", got)
	}
	words, err := templates.LoadWords()
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range words.Languages() {
		for id, names := range map[string][]string{"help.text": full.OwnerMenu(), "group.help": full.Menu(true)} {
			help := words.Say(lang, id, templates.Data{"Name": "Keepsake", "Username": "keepsake_bot", "Owner": true, "Page": true, "Manner": true})
			for _, name := range names {
				if !words.Has("menu." + name) {
					t.Errorf("/%s has no words for the menu", name)
				}
				if name != "help" && !strings.Contains(help, "/"+name) {
					t.Errorf("%s in %s does not name /%s", id, lang, name)
				}
			}
		}
	}
	for _, name := range append(full.OwnerMenu(), "start") {
		if !command.Exists(name) {
			t.Errorf("/%s does not exist", name)
		}
	}
	if command.Exists("etc") || command.Exists("") {
		t.Error("commands exist that do not")
	}
}

// Every command answers in private chats.
func TestCommandsInPrivate(t *testing.T) {
	w := newWorld(t)
	ann := w.private(11, "Ann")
	ann.keeps("person", "Anna is the user's sister")
	for line, words := range map[string]string{
		"/start":                     "Hello, Ann",
		"/start help":                "Talk to me",
		"/start no-such-link":        "Hello, Ann",
		"/help":                      "Talk to me",
		"🙂 /help":                    "Talk to me",
		"/memory":                    "Anna is the user's sister",
		"/MEMORY list person":        "Anna is the user's sister",
		"/memory list nothing":       "Nothing is kept under that name",
		"/memory search sister":      "I found one memory",
		"/memory search":             "What shall I look for?",
		"/memory find unicorns":      "I found nothing",
		"/memory archive":            "archive is empty",
		"/memory restore":            "nothing to restore",
		"/memory export":             "Your one memory",
		"/memory help":               "/memory",
		"/memory dance":              "“/memory dance”",
		"/memory show":               "Which one?",
		"/memory delete short":       "That is not an id",
		"/memory pin a1b2c3d4":       "no such memory",
		"/memory forget all":         "erases **everything**",
		"/forget":                    "erases **everything**",
		"/search":                    "What shall I look for?",
		"/search sister":             "I found one memory",
		"/export":                    "Your one memory",
		"/archive":                   "archive is empty",
		"/forget a1b2c3d4":           "no such memory",
		"/tasks":                     "Nothing to do",
		"/new":                       "a new conversation already",
		"/stop":                      "nothing to stop",
		"/settings":                  "Settings",
		"/usage":                     "Your day with me",
		"/privacy":                   `models\.example`,
		"/access":                    "I don't know the command /access",
		"/dance":                     "I don't know the command /dance",
		"what does /help do?":        "",
		"/etc/passwd":                "",
		"/memory edit a1b2c3d4 text": "no such memory",
	} {
		ann.types(line, words)
	}
}

// A role greets by its bot's name on the platform, and at a keyboard, which gives none, by its name in the house.
func TestRolesGreetByTheirOwnName(t *testing.T) {
	w := newWorld(t)
	ann := w.private(11, "Ann")
	for name, want := range map[string]string{"The *Cook*": `I'm **The \*Cook\***, a companion`, "": "I'm **" + botName + "**, a companion"} {
		req := command.Request{Person: ann.person, Place: ann.place, Standing: ann.standing, Text: "/start", Self: command.Self{Name: name}}
		reply, err := w.commands.Handle(t.Context(), req, func(context.Context, command.Reply) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		if got := reply.Out[0].Body.Text; !strings.Contains(got, want) {
			t.Errorf("the bot %q greets with %q, not with %q", name, got, want)
		}
	}
}

// In a group commands are the group's, and settings its admins'.
func TestCommandsInGroups(t *testing.T) {
	w := newWorld(t)
	ann := w.private(11, "Ann")
	admin, member, stranger := ann.in(-100, actor.Admin), ann.in(-100, actor.Member), ann.in(-100, actor.Stranger)
	for line, words := range map[string]string{
		"/start":         "Hello, I'm **Keepsake**",
		"/help":          `mention @keepsake\_bot`,
		"/memory":        "anything about this group",
		"/tasks":         "between you and me",
		"/privacy":       "group",
		"/usage":         "This group's day",
		"/new":           "a new conversation already",
		"/stop":          "nothing to stop",
		"/access":        "I don't know the command /access",
		"/dance":         "I don't know the command /dance",
		"/settings":      "Only admins",
		"/memory forget": "Which one?",
	} {
		member.types(line, words)
	}
	member.types("/memory forget all", "Only admins")
	stranger.types("/settings", "Only admins")
	admin.types("/settings", "Settings")
	admin.types("/memory forget all", "about this group")
	reply, _ := member.types("/tasks", "between you and me")
	if b := reply.Out[0].Body.Buttons[0][0]; b.URL != "https://chat.example/tasks" {
		t.Errorf("the way to the private chat is %+v", b)
	}
	if reply.Out[0].ReplyTo != 7 || reply.Out[0].Chat != -100 || reply.Out[0].Person != ann.person.ID {
		t.Errorf("among many nobody sees whom it answers: %+v", reply.Out[0])
	}
}

// A group's buttons are a group's: what is a person's own is refused there, by whomever.
func TestTapsOfPrivateChatsAreRefusedInGroups(t *testing.T) {
	w := newWorld(t)
	admin := w.private(11, "Ann").in(-100, actor.Admin)
	for _, action := range []string{"deleted", "done", "undone", "tasks", "task-done", "allow", "block", "access", "lang", "zone", "dance", ""} {
		reply := admin.taps(5, action, "1", "That no longer works")
		if len(reply.Out) != 0 {
			t.Errorf("%s: %+v", action, reply.Out)
		}
	}
	w.private(11, "Ann").taps(5, "dance", "", "That no longer works")
}

func TestParse(t *testing.T) {
	for line, want := range map[string]command.Line{
		"/help":                       {Name: "help"},
		" \u200b👉 /Memory@Bot  list ": {Name: "memory", Bot: "Bot", Args: "list"},
		"/memory edit a1b2c3d4 x\ny ": {Name: "memory", Args: "edit a1b2c3d4 x\ny"},
		"/stop🙏":                      {Name: "stop", Args: "🙏"},
	} {
		if got, ok := command.Parse(line); !ok || got != want {
			t.Errorf("%q is %+v, %v", line, got, ok)
		}
	}
	for _, line := range []string{"", "help", "what does /help do?", "/", "//x", "/etc/passwd", "/a.b", "/" + strings.Repeat("x", 33)} {
		if got, ok := command.Parse(line); ok {
			t.Errorf("%q is the command %+v", line, got)
		}
	}
}

func TestMask(t *testing.T) {
	for typed, want := range map[string]string{
		"/memory pin a1b2c3d4":   "/memory pin a1b2c3d4",
		"/start AbCdEf123456789": "/start AbCdEf123456789",
		"hello":                  "hello",
	} {
		if got := command.Mask(typed); got != want {
			t.Errorf("%q is masked as %q", typed, got)
		}
	}
	for _, typed := range []string{
		"my password is hunter22secret", "/memory edit a1b2c3d4 my password is hunter22secret", "/note my password is hunter22secret",
		"/memory keep password is hunter22secret",
	} {
		if got := command.Mask(typed); strings.Contains(got, "hunter22") || got == typed {
			t.Errorf("%q is masked as %q", typed, got)
		}
	}
}
