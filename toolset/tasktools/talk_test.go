package tasktools_test

import (
	"encoding/json"
	"strings"
	"testing"

	"keepsake/actor"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/task"
	"keepsake/tool"
	"keepsake/trust"
)

// talk is what somebody says of one task, in one language; now is Friday, 20 November 2026. Every phrase is a way to say it.
type talk struct {
	title, answer string // of the task, and how the bot names it
	make          []string
	tuesday       []string // the hour stays
	wednesday     []string
	done, cancel  []string
}

var talks = map[string]talk{
	"en": {
		"Call Anna", "Sure, I'll remind you tomorrow at 9 to call Anna.",
		[]string{"remind me tomorrow at nine to call Anna", "Remind me to call Anna tomorrow at 9am", "tomorrow 9:00 call Anna, remind me please"},
		[]string{"move it to Tuesday", "can you push that to Tuesday?", "make it Tuesday", "let's do Tuesday instead", "no, Tuesday", "move the call with Anna to Tuesday"},
		[]string{"actually make it Wednesday", "Wednesday is better", "sorry, I meant Wednesday", "change that to Wednesday please", "on second thought, Wednesday"},
		[]string{"done", "Done!", "did it", "I've called Anna", "all done, thanks", "finished"},
		[]string{"cancel it", "never mind, cancel that", "forget about it", "I don't need it any more", "drop it", "scratch that", "delete the reminder", "cancel the reminder"},
	},
	"de": {
		"Anna anrufen", "Klar, ich erinnere dich morgen um 9 daran, Anna anzurufen.",
		[]string{"erinnere mich morgen um neun daran, Anna anzurufen", "morgen um 9 Anna anrufen, bitte erinnern"},
		[]string{"verschieb es auf Dienstag", "kannst du das auf Dienstag verschieben?", "lieber Dienstag", "doch erst am Dienstag", "mach Dienstag draus", "verleg Anna auf Dienstag"},
		[]string{"doch lieber Mittwoch", "Mittwoch ist besser", "ich meinte Mittwoch", "nein, Mittwoch", "ändere das bitte auf Mittwoch"},
		[]string{"erledigt", "fertig", "hab ich gemacht", "habe Anna angerufen", "ist erledigt, danke", "schon gemacht"},
		[]string{"streich das", "vergiss es", "lösch die Erinnerung", "brauch ich nicht mehr", "abbrechen", "das kannst du streichen", "lass es"},
	},
	"es": {
		"Llamar a Ana", "Claro, mañana a las 9 te recuerdo llamar a Ana.",
		[]string{"recuérdame mañana a las nueve llamar a Ana", "mañana a las 9 recuérdame que llame a Ana"},
		[]string{"pásalo al martes", "muévelo al martes", "mejor el martes", "¿puedes cambiarlo al martes?", "cámbialo al martes", "déjalo para el martes"},
		[]string{"mejor el miércoles", "no, el miércoles", "quise decir el miércoles", "al final el miércoles", "cámbialo al miércoles"},
		[]string{"hecho", "listo", "ya llamé a Ana", "ya lo hice"},
		[]string{"cancélalo", "bórralo", "olvídalo", "ya no hace falta", "quítalo", "elimina el recordatorio", "ya no lo necesito"},
	},
	"fr": {
		"Appeler Anne", "D'accord, je te rappelle demain à 9h d'appeler Anne.",
		[]string{"rappelle-moi demain à neuf heures d'appeler Anne", "rappelle-moi d'appeler Anne demain à 9h"},
		[]string{"décale à mardi", "déplace-le à mardi", "plutôt mardi", "tu peux le mettre à mardi ?", "reporte à mardi", "mets-le mardi"},
		[]string{"plutôt mercredi", "non, mercredi", "je voulais dire mercredi", "finalement mercredi", "change ça pour mercredi"},
		[]string{"c'est fait", "fait", "terminé", "j'ai appelé Anne", "c'est bon, fait"},
		[]string{"annule", "annule-le", "laisse tomber", "je n'en ai plus besoin", "supprime le rappel", "oublie ça", "enlève-le"},
	},
	"ru": {
		"Позвонить Ане", "Хорошо, завтра в 9 напомню позвонить Ане.",
		[]string{"напомни завтра в девять позвонить Ане", "Напомни мне завтра в 9 утра позвонить Ане"},
		[]string{"перенеси на вторник", "давай во вторник", "лучше во вторник", "можешь перенести это на вторник?", "отложи до вторника", "передвинь на вторник"},
		[]string{"лучше в среду", "нет, в среду", "всё-таки в среду", "я имел в виду среду", "давай лучше в среду", "перенеси на среду"},
		[]string{"готово", "сделано", "сделал", "я позвонил Ане", "уже сделала, спасибо"},
		[]string{"отмени", "отмени это", "удали", "не надо", "больше не нужно", "забудь", "убери напоминание", "уже не нужно"},
	},
	"zh": {
		"给小王打电话", "好的，明天九点提醒你给小王打电话。",
		[]string{"明天九点提醒我给小王打电话", "提醒我明天早上9点给小王打电话"},
		[]string{"改到星期二", "改到周二吧", "推到周二", "换到周二", "还是周二吧", "能改到周二吗？"},
		[]string{"还是周三吧", "改成周三", "我是说周三", "不，周三", "周三比较好"},
		[]string{"完成了", "做完了", "给小王打过电话了", "搞定"},
		[]string{"取消", "取消吧", "算了", "不用了", "删掉吧", "不需要了", "取消提醒"},
	},
}

// before makes a task in the turn before.
func (d *desk) before(title, own string) tool.Result {
	d.t.Helper()
	d.calls++
	a, heard := d.model(), said(own)
	a.TurnID, heard.TurnID = "before", "before"
	r, err := d.tools["create_task"].Run(d.t.Context(), tool.Call{
		Actor: a, Scopes: []scope.Scope{alice}, Place: session.Place{Bot: "keepsake", Chat: 1},
		Args: json.RawMessage(`{"title": "` + title + `", "due": "2026-11-21T09:00"}`), Now: d.now, Zone: d.zone,
		Conversation: &tool.Conversation{Session: session.Session{Store: "keepsake", Person: alice.ID}, Turn: session.Turn{ID: "before"}, Window: []session.Message{heard}},
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return r
}

// said by the bot before this turn.
func answeredBefore(s string) session.Message {
	return session.Message{ID: "m0", TurnID: "before", Role: session.Assistant, Content: s, Trust: trust.Bot}
}

// Issue 9: what people say of a task that they have just spoken of, with another one on their list, in six languages.
func TestTalkOfATask(t *testing.T) {
	for lang, c := range talks {
		d := open(t)
		d.makeOwn("Pay rent")
		play := func(own, tool, args, want string) {
			t.Helper()
			r := d.before(c.title, c.make[0])
			id := anID.FindStringSubmatch(r.Content)[1]
			if got := d.turn(tool, strings.ReplaceAll(args, "ID", id), answeredBefore(c.answer), said(own)).Content; !strings.HasPrefix(got, want) {
				t.Errorf("%s %q: %s", lang, own, got)
			}
			if err := d.tasks.Delete(t.Context(), actor.OfSystem(), "keepsake", alice.ID, id); err != nil {
				t.Fatal(err)
			}
		}
		for _, own := range c.make {
			r := d.before(c.title, own)
			if !strings.HasPrefix(r.Content, "Created") {
				t.Errorf("%s %q: %s", lang, own, r.Content)
			}
			if err := d.tasks.Delete(t.Context(), actor.OfSystem(), "keepsake", alice.ID, anID.FindStringSubmatch(r.Content)[1]); err != nil {
				t.Fatal(err)
			}
		}
		for _, own := range c.tuesday {
			play(own, "change_task", `{"task_id": "ID", "due": "2026-11-24T09:00"}`, "Changed")
			play(own, "change_task", `{"task_id": "ID", "due": "2026-11-26T09:00"}`, "The user did not say this time")
		}
		for _, own := range c.wednesday {
			play(own, "change_task", `{"task_id": "ID", "due": "2026-11-25"}`, "Changed")
		}
		for _, own := range c.done {
			play(own, "complete_task", `{"task_id": "ID"}`, "Done")
		}
		for _, own := range c.cancel {
			play(own, "change_task", `{"task_id": "ID", "cancel": true}`, "Cancelled")
		}
	}
}

// What is no wish to change the task that was spoken of, or names another.
func TestTalkOfSomethingElse(t *testing.T) {
	d := open(t)
	d.makeOwn("Pay rent")
	id := anID.FindStringSubmatch(d.before("Call Anna", "remind me tomorrow at 9 to call Anna").Content)[1]
	before := answeredBefore("Sure, I'll remind you tomorrow at 9 to call Anna.")
	for _, own := range []string{
		"move the rent to Tuesday", "Tuesday is my birthday", "not on Tuesday", "is it Tuesday?", "Tuesday?", "my sister said Tuesday", "the dentist is on Tuesday", "I hate Tuesdays",
		"nicht am Dienstag", "Dienstag habe ich Geburtstag", "во вторник у меня день рождения", "только не во вторник", "el martes es mi cumpleaños", "mardi c'est mon anniversaire", "周二是我的生日",
	} {
		if r := d.turn("change_task", `{"task_id": "`+id+`", "due": "2026-11-24T09:00"}`, before, said(own)).Content; !strings.Contains(r, "Nothing was changed") {
			t.Errorf("%q: %s", own, r)
		}
	}
	for _, own := range []string{
		"don't forget about it", "don't cancel it", "vergiss es nicht", "streich es nicht", "не забудь", "cancel the rent", "streich die Miete", "别取消", "should I cancel it?", "ne l'oublie pas", "no lo olvides",
	} {
		if r := d.turn("change_task", `{"task_id": "`+id+`", "cancel": true}`, before, said(own)).Content; !strings.Contains(r, "Nothing was changed") {
			t.Errorf("%q: %s", own, r)
			_, _ = d.tasks.Reopen(t.Context(), actor.OfSystem(), "keepsake", alice.ID, id)
		}
	}
}

// "Undo" said in words puts back what was last done with the task, and with it alone, in six languages.
func TestTalkOfUndo(t *testing.T) {
	d := open(t)
	d.makeOwn("Pay rent")
	before := answeredBefore("Done, see below.")
	move := func(id, due string) task.Task {
		t.Helper()
		a := d.model()
		a.TurnID = "before"
		x, err := d.tasks.Move(t.Context(), a, "keepsake", alice.ID, id, task.Change{Due: due, Zone: d.zone})
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	for _, own := range []string{
		"undo", "undo that please", "can you change it back?", "no, put it back", "rückgängig", "mach das rückgängig", "nein, zurück", "wie vorher", "deshazlo", "como antes", "no, déjalo como estaba",
		"annule", "remets comme avant", "отмени", "верни как было", "верни обратно", "撤销", "改回去", "恢复原样",
	} {
		made := d.call("create_task", `{"title": "Call Anna", "due": "2026-11-21T09:00"}`) // in another turn than the last
		id := anID.FindStringSubmatch(made)[1]
		move(id, "2026-11-24T09:00")
		if r := d.turn("change_task", `{"task_id": "`+id+`", "due": "2026-11-21T09:00"}`, before, said(own)).Content; !strings.HasPrefix(r, "Changed task ["+"id:"+id+"] Call Anna (due Sat 2026-11-21 09:00)") {
			t.Errorf("%q after a move: %s", own, r)
		}
		if x, err := d.tasks.Get(t.Context(), "keepsake", alice.ID, id); err != nil || x.Revision == nil || !x.Revision.TakenBack {
			t.Errorf("%q after a move: %+v, %v", own, x.Revision, err)
		}
		move(id, "2026-11-25T09:00")
		if r := d.turn("change_task", `{"task_id": "`+id+`", "due": "2026-11-26T09:00"}`, before, said(own)).Content; !strings.Contains(r, "Nothing was changed") {
			t.Errorf("%q to another day: %s", own, r)
		}
		if err := d.tasks.Delete(t.Context(), actor.OfSystem(), "keepsake", alice.ID, id); err != nil {
			t.Fatal(err)
		}
		id = anID.FindStringSubmatch(d.before("Call Anna", "remind me tomorrow at 9 to call Anna").Content)[1]
		if r := d.turn("change_task", `{"task_id": "`+id+`", "cancel": true}`, before, said(own)).Content; !strings.HasPrefix(r, "Cancelled") {
			t.Errorf("%q after it was made: %s", own, r)
		}
	}
	id := anID.FindStringSubmatch(d.before("Call Anna", "remind me tomorrow at 9 to call Anna").Content)[1]
	for _, own := range []string{"undo the rent", "don't undo it", "my sister said undo it", "I went back to bed", "mach das nicht rückgängig", "верни мне книгу"} {
		if r := d.turn("change_task", `{"task_id": "`+id+`", "cancel": true}`, before, said(own)).Content; !strings.Contains(r, "Nothing was changed") {
			t.Errorf("%q: %s", own, r)
		}
	}
}
