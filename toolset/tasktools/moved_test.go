package tasktools_test

import (
	"strings"
	"testing"
)

// TestW8MovesTheOnlyTask: whoever says only when, or "it", means the only task that is open, in every language of the bot. now is Friday, 20 November 2026
// in the tests' zone; due is a day or an hour that the words mean.
func TestW8MovesTheOnlyTask(t *testing.T) {
	const tuesday, seven = "2026-11-24", "2026-11-20T19:00"
	for _, c := range []struct{ said, due string }{
		{"move it to Tuesday", tuesday}, {"push it to Tuesday", tuesday}, {"postpone it to Tuesday", tuesday}, {"reschedule it for Tuesday", tuesday},
		{"move it to 7pm", seven}, {"change it to 7pm", seven}, {"make that 7pm", seven}, {"move the reminder to 7pm", seven}, {"snooze it until Tuesday", tuesday},
		{"can we do 7pm instead?", seven}, {"actually Tuesday instead", tuesday}, {"please move that to Tuesday", tuesday},
		{"verschieb es auf Dienstag", tuesday}, {"verschieb das auf Dienstag", tuesday}, {"doch lieber um 19 Uhr", seven}, {"leg das auf Dienstag", tuesday},
		{"décale à mardi", tuesday}, {"repousse-le à mardi", tuesday}, {"mets-le plutôt à 19h", seven},
		{"muévelo al martes", tuesday}, {"pásalo al martes", tuesday}, {"mejor el martes", tuesday},
		{"spostalo a martedì", tuesday}, {"rimandalo a martedì", tuesday}, {"passa para terça", tuesday}, {"muda para terça-feira", tuesday}, {"adia para terça", tuesday},
		{"verzet het naar dinsdag", tuesday}, {"flytta den till tisdag", tuesday}, {"przełóż to na wtorek", tuesday}, {"přesuň to na úterý", tuesday},
		{"перенеси на вторник", tuesday}, {"перенеси это на вторник", tuesday}, {"перенеси на вівторок", tuesday},
		{"salıya ertele", tuesday}, {"μετάφερέ το την Τρίτη", tuesday}, {"أجلها إلى الثلاثاء", tuesday},
		{"pindahkan ke selasa", tuesday},
		{"改到星期二", tuesday}, {"火曜日に変更して", tuesday}, {"화요일로 옮겨줘", tuesday},
	} {
		d := open(t)
		id := d.makeOwn("Call Mum")
		if r := d.turn("change_task", `{"task_id": "`+id+`", "due": "`+c.due+`"}`, said(c.said)); !strings.HasPrefix(r.Content, "Changed task") {
			t.Errorf("%q: %s", c.said, r.Content)
		}
	}
	for _, stop := range []string{"cancel it", "streich das", "annule-le", "cancélalo", "cancellalo", "cancela isso", "annuleer het", "ta bort den", "anuluj to", "zruš to", "отмени", "скасуй це", "iptal et", "ακύρωσέ το", "ألغها", "תבטל את זה", "لغوش کن", "इसे रद्द करो", "batalkan", "hủy nó đi", "取消吧", "取り消して", "취소해줘"} {
		d := open(t)
		id := d.makeOwn("Call Mum")
		if r := d.turn("change_task", `{"task_id": "`+id+`", "cancel": true}`, said(stop)); !strings.HasPrefix(r.Content, "Cancelled") {
			t.Errorf("%q: %s", stop, r.Content)
		}
	}
	for _, no := range []string{"move the dentist to Tuesday", "I am moving to Tuesday Street", "my sister moved it to Tuesday", "don't move it to Tuesday", "verschieb den Zahnarzt auf Dienstag", "перенеси стоматолога на вторник", "Tuesday is my birthday"} {
		d := open(t)
		id := d.makeOwn("Call Mum")
		if r := d.turn("change_task", `{"task_id": "`+id+`", "due": "`+tuesday+`"}`, said(no)); !strings.Contains(r.Content, "Nothing was changed") {
			t.Errorf("%q: %s", no, r.Content)
		}
	}
}
