package page

import (
	"bytes"
	"maps"
	"net/http"
	"strings"
	"time"

	"keepsake/markdown"
	"keepsake/memory"
	"keepsake/memory/policy"
	"keepsake/memory/provenance"
	"keepsake/phrase/spoken"
	"keepsake/templates"
	"keepsake/text"
)

// frame is what every page is shown with: the words of a language, and who is signed in. Its methods are what
// the templates call.
type frame struct {
	words *templates.Words
	zone  *time.Location
	path  string

	Lang    string
	Title   string
	Person  string // what they call themselves
	Token   string // of forms; "" = nobody is signed in
	IsOwner bool
	Done    string // what was done, said above the page
	Undo    string // the change that can be undone; "" = none

	HasGraph bool // there is a picture of how what is remembered is linked
}

func (r *Room) frame(lang string, zone *time.Location, title string) *frame {
	return &frame{words: r.cfg.Words, zone: zone, Lang: lang, Title: title}
}

// T returns a sentence as plain text.
func (f *frame) T(id string) string { return markdown.Render(f.words.Say(f.Lang, id, nil)).Text }

// From says where a content comes from; "" = of the person's own words.
func (f *frame) From(p provenance.Provenance) string {
	if p.By == "" || p.By == provenance.ByPerson {
		return ""
	}
	return markdown.Render(f.words.Say(f.Lang, "why."+string(p.By), templates.Data{"Key": p.Key})).Text
}

// Asks says which program asks to keep or to change something; "" = none does.
func (f *frame) Asks(op memory.Op, p provenance.Provenance) string {
	if p.By != provenance.ByProgram {
		return ""
	}
	id := "page.review.add"
	if op == memory.OpUpdate {
		id = "page.review.update"
	}
	return markdown.Render(f.words.Say(f.Lang, id, nil) + " " + f.words.Say(f.Lang, "program.key", templates.Data{"Key": p.Key})).Text
}

// Count returns a sentence with a number.
func (f *frame) Count(id string, n int) string {
	return markdown.Render(f.words.Say(f.Lang, id, templates.Data{"Count": n})).Text
}

// When returns a moment on the person's clock.
func (f *frame) When(t time.Time) string {
	return f.words.FormatTime(f.Lang, templates.Moment, t.In(f.zone))
}

// Day returns a day on the person's clock.
func (f *frame) Day(t time.Time) string {
	return f.words.FormatTime(f.Lang, templates.DueDay, t.In(f.zone))
}

// At returns a moment as programs read it, for <time datetime>.
func (f *frame) At(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// Shown returns what somebody wrote with hidden and look-alike characters written out.
func (f *frame) Shown(s string) string { return text.Visible(s) }

// Said returns a memory as it is said to its person.
func (f *frame) Said(m memory.Memory) string { return text.Visible(spoken.ToUser(m.Content)) }

// Heading returns a category as people read it.
func (f *frame) Heading(category string) string {
	if id := "category." + text.Fold(category); f.words.Has(id) {
		return f.T(id)
	}
	return text.Visible(category)
}

// Next returns the number after n: people count from one.
func (f *frame) Next(n int) int { return n + 1 }

// Mode returns what a setting of extraction means, in a word.
func (f *frame) Mode(s policy.Setting) string { return f.T("button.mode." + string(s)) }

// Percent returns a share as a whole number of hundredths.
func (f *frame) Percent(x float64) int { return int(x*100 + 0.5) }

// GroupPath returns the address of the group whose page it is; "" = it is no group's.
func (f *frame) GroupPath() string {
	rest, is := strings.CutPrefix(f.path, "/me/g/")
	if !is {
		return ""
	}
	chat, _, _ := strings.Cut(rest, "/")
	return "/me/g/" + chat
}

// Here says which entry of the navigation is the page's own.
func (f *frame) Here(path string) bool {
	if path == "/me/" {
		return f.path == path || strings.HasPrefix(f.path, "/me/m/")
	}
	return strings.HasPrefix(f.path, path)
}

// done are what a page may say that was done: nothing of an address is shown as it is.
var done = map[string]string{
	"saved": "page.done.saved", "forgotten": "page.done.forgotten", "archived": "page.done.archived", "restored": "page.done.restored",
	"undone": "page.done.undone", "declined": "page.done.declined", "deleted": "page.done.deleted",
}

// render answers with a page. It is made whole before the first byte goes out.
func (r *Room) render(w http.ResponseWriter, req *http.Request, status int, name string, f *frame, data map[string]any) {
	all := map[string]any{"F": f}
	maps.Copy(all, data)
	if f.Token != "" && status == http.StatusOK {
		if id, ok := done[req.URL.Query().Get("done")]; ok {
			f.Done, f.Undo = f.T(id), req.URL.Query().Get("undo")
		}
	}
	var out bytes.Buffer
	if err := r.pages.ExecuteTemplate(&out, name, all); err != nil {
		r.cfg.Log.Error("a page could not be made", "page", name, "error", err)
		http.Error(w, "500", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(out.Bytes()) // who has gone away needs no page
}
