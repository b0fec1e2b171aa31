package bot_test

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/bot"
	"keepsake/bot/simulator"
	"keepsake/people"
	"keepsake/task"
)

// Somebody who chose nothing is spoken to in the language of their app, or in English.
func TestSpeaksTheLanguageOfTheApp(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	for i, c := range []struct{ code, hears string }{
		{"ru", "Что я помню"}, {"de", "Was ich weiß"}, {"de-at", "Was ich weiß"},
		{"zh-hans", "我记得的事"}, {"zh-hant", "我记得的事"}, {"zh-TW", "我记得的事"},
		{"en", "What I remember"}, {"pt-br", "What I remember"}, {"uk", "What I remember"}, {"-", "What I remember"},
	} {
		p := w.person(int64(20+i), "Kim")
		p.Rename("", "", c.code)
		p.says("/help", c.hears)
	}
}

// The settings offer each language by its own name; the choice outweighs the app's, and
// the menu of the chat follows it.
func TestChoosesALanguage(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann := w.person(11, "Ann")
	ann.Rename("", "", "zh-hans")
	m := ann.says("/settings", "语言：简体中文（与 Telegram 一致）")
	ann.taps(m, "语言")
	choose := ann.shows(m.ID, "the choice", func(m simulator.Message) bool { return strings.Contains(m.Text, "哪种语言") })
	var names []string
	for _, row := range choose.Buttons {
		names = append(names, row[0].Text)
	}
	if got, want := strings.Join(names, " | "), "Deutsch | English | Русский | 简体中文 | 与 Telegram 一致 | ‹ 返回"; got != want {
		t.Errorf("offered: %s, want %s", got, want)
	}
	menu := func(words string) {
		t.Helper()
		// The menu is set beside the answer, not before it.
		w.until("the menu has "+words, func() bool { return strings.Contains(w.tele.Commands(11, "zh"), words) })
	}
	if tap := ann.taps(m, "Русский"); tap.Text != "Сохранено" {
		t.Errorf("the note: %q", tap.Text)
	}
	ann.shows(m.ID, "Russian", func(m simulator.Message) bool { return strings.Contains(m.Text, "Язык: Русский\n") })
	menu("Твои дела")
	ann.says("/tasks", "Дел нет")
	ann.taps(m, "Язык")
	ann.shows(m.ID, "the choice", func(m simulator.Message) bool { return strings.Contains(m.Text, "На каком языке") })
	ann.taps(m, "Как в Telegram")
	ann.shows(m.ID, "Chinese", func(m simulator.Message) bool { return strings.Contains(m.Text, "简体中文（与") })
	menu("你的待办")

	// Who forgets everything forgets the choice, too.
	ann.taps(m, "语言")
	ann.shows(m.ID, "the choice", func(m simulator.Message) bool { return strings.Contains(m.Text, "哪种语言") })
	ann.taps(m, "Deutsch")
	menu("Deine Aufgaben")
	ask := ann.says("/memory forget all", "0 Einträge")
	ann.taps(ask, "Ja, alles löschen")
	ann.shows(ask.ID, "the second question", func(m simulator.Message) bool { return strings.Contains(m.Text, "Ganz sicher") })
	ann.taps(ask, "Endgültig löschen")
	ann.shows(ask.ID, "the receipt", func(m simulator.Message) bool { return strings.Contains(m.Text, "Endgültig gelöscht") })
	menu("你的待办")
}

// Dates, categories, cities and reminders are in the person's language, on their clock.
func TestDatesCategoriesAndCitiesInTheLanguage(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann := w.person(11, "Анна")
	ann.Rename("", "", "ru")
	m := ann.says("/settings", "Часовой пояс: UTC")
	ann.taps(m, "Часовой пояс")
	ann.shows(m.ID, "cities", func(m simulator.Message) bool { return strings.Contains(m.Text, "Где ты?") })
	ann.taps(m, "Москва")
	ann.shows(m.ID, "Moscow", func(m simulator.Message) bool { return strings.Contains(m.Text, "Europe/Moscow") })
	ann.taps(m, "Часовой пояс")
	ann.shows(m.ID, "cities", func(m simulator.Message) bool { return strings.Contains(m.Text, "Где ты?") })
	ann.taps(m, "Написать")
	question := ann.hears(m.ID, "или разница")
	ann.hears(ann.Reply(question.ID, "токио").ID, "Часовой пояс: Asia/Tokyo,")

	tokyo, err := people.LoadZone("Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	for _, due := range []string{"2031-03-07 09:05", "2031-03-08"} {
		if _, err := w.tasks.Create(context.Background(), actor.OfSystem(), task.Draft{
			Person: people.ID(11), Store: botName, Title: "Письмо", Due: due, Bot: botName, Chat: 11, Zone: tokyo,
		}); err != nil {
			t.Fatal(err)
		}
	}
	list := ann.says("/tasks", "Твои дела")
	for _, want := range []string{"Письмо — пт, 7 марта 2031, 09:05", "Письмо — сб, 8 марта 2031"} {
		if !strings.Contains(list.Text, want) {
			t.Errorf("the tasks lack %q:\n%s", want, list.Text)
		}
	}
	w.later(10 * 365 * 24 * time.Hour)
	if n, err := w.tasks.Remind(context.Background(), actor.OfSystem(), w.now()); err != nil || n != 2 {
		t.Fatalf("reminders: %d %v", n, err)
	}
	ann.hears(list.ID, "Напоминаю: Письмо")

	ann.knows("person", "Alec", "Alec is the user's boss")
	ann.knows("boat_trips", "", "User likes boats")
	memories := ann.says("/memory", "Вот что я о тебе помню")
	if !strings.Contains(memories.Text, "\nЛюди\n") || !strings.Contains(memories.Text, "\nBoat Trips\n") {
		t.Errorf("headings: %s", memories.Text)
	}
	for _, category := range []string{"люди", "person"} {
		if m := ann.says("/memory list "+category, "Alec"); strings.Contains(m.Text, "boats") {
			t.Errorf("/memory list %s: %s", category, m.Text)
		}
	}
	ann.says("/memory list лодки", "Вот твои разделы: Boat Trips, Люди.")
	card := ann.says("/memory search boss", "Нашлась 1 запись")
	ann.taps(card, "Alec")
	shown := ann.shows(card.ID, "the card", func(m simulator.Message) bool { return strings.Contains(m.Text, "Люди · Alec") })
	if !regexp.MustCompile(`версия 1 · с \d+ [а-я]+\.? \d{4}, \d\d:\d\d`).MatchString(shown.Text) {
		t.Errorf("the card's date: %s", shown.Text)
	}
}

// A59: with a page, its Mini App is behind the menu button, and /web in menus and help; without one nothing of it is.
func TestThePageIsInTheMenu(t *testing.T) {
	t.Parallel()
	const app = "https://memory.example.org/me/app?bot=keepsake"
	w := newWorld(t, func(c *bot.Config) {
		c.PageApp = app
		c.Commands.PageLink = func(context.Context, actor.Actor, string, int64) (string, error) { return app, nil }
	})
	if err := w.tele.WaitFor(w.ctx(), func() bool { return len(w.tele.Calls("setChatMenuButton")) == 1 }); err != nil {
		t.Fatal(err)
	}
	if c := w.tele.Calls("setChatMenuButton")[0]; c.Code != 200 || !strings.Contains(c.Params["menu_button"], app) || c.Chat != 0 {
		t.Errorf("the menu button: %+v", c)
	}
	if got := w.tele.Commands(11, "de"); !strings.Contains(got, `"web"`) {
		t.Errorf("the menu has no /web: %s", got)
	}
	if got := w.tele.Commands(-100, "de"); strings.Contains(got, `"web"`) {
		t.Errorf("groups have /web: %s", got)
	}
	w.person(11, "Ann").says("/help", "/web")

	without := newWorld(t, nil)
	without.person(11, "Ann").says("/help", "/memory")
	if got := without.tele.Commands(11, "de"); strings.Contains(got, `"web"`) || len(without.tele.Calls("setChatMenuButton")) > 0 {
		t.Errorf("there is no page, and the menu has one: %s", got)
	}
}

// The menus are set for each kind of chat and language, left alone when they are right, and
// nothing depends on them.
func TestMenusByScopeAndLanguage(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	const group = -100
	// The last of them: groups, in the last language.
	if err := w.tele.WaitFor(w.ctx(), func() bool {
		menu := w.tele.Commands(group, "zh")
		return strings.Contains(menu, "开始新的对话") && !strings.Contains(menu, "settings")
	}); err != nil {
		t.Fatalf("%v; the group's menu: %s", err, w.tele.Commands(group, "zh"))
	}
	for lang, want := range map[string]string{"de": "Deine Aufgaben", "ru": "Твои дела", "zh": "你的待办", "en": "Your tasks", "pt": "Your tasks"} {
		if got := w.tele.Commands(11, lang); !strings.Contains(got, want) || !strings.Contains(got, `"settings"`) {
			t.Errorf("the private menu in %s lacks %q: %s", lang, want, got)
		}
	}
	if got := w.tele.Commands(group, "de"); strings.Contains(got, `"settings"`) || !strings.Contains(got, `"memory"`) {
		t.Errorf("the menu of groups: %s", got)
	}
	// The Telegram of this world stays: the second start looks, and changes nothing.
	set, looked := len(w.tele.Calls("setMyCommands")), len(w.tele.Calls("getMyCommands"))
	w.restart()
	if err := w.tele.WaitFor(w.ctx(), func() bool { return len(w.tele.Calls("getMyCommands")) == 2*looked }); err != nil {
		t.Fatal(err)
	}
	if n := len(w.tele.Calls("setMyCommands")); n != set {
		t.Errorf("%d menus were set again", n-set)
	}
	w.shutdown()
	w.tele.Fail(simulator.Fault{Method: "getMyCommands", Code: 500, Times: 10})
	w.start()
	w.person(11, "Ann").says("/help", "What I remember")
	// A menu that cannot be read is set all the same.
	w.shutdown()
	set = len(w.tele.Calls("setMyCommands"))
	w.tele.Fail(simulator.Fault{Method: "getMyCommands", Code: 400, Times: -1})
	w.start()
	if err := w.tele.WaitFor(w.ctx(), func() bool { return len(w.tele.Calls("setMyCommands")) == set+looked }); err != nil {
		t.Fatalf("%v: %d menus were set", err, len(w.tele.Calls("setMyCommands"))-set)
	}
}
