package page

import (
	"net/url"
	"strconv"

	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/provenance"
	"keepsake/text"
)

// reason is what the log of changes says of what is done here.
const reason = "on the page"

// addPages registers what a person may look at and do.
func (r *Room) addPages() {
	r.page("GET /me/{$}", "page-memories", (*visit).list)
	r.page("GET /me/m/{id}", "page-memory", (*visit).one)
	r.page("POST /me/out", "page-out", (*visit).signOut)
	r.addActions()
	r.addReview()
	r.addWishes()
	r.addTalks()
	r.addTasks()
	r.addSettings()
	r.addHouse()
	r.addShards()
	r.addGraph()
}

// states are the parts of a memory that the list shows.
var states = []string{"kept", "archived", "deleted"}

// query returns what the list is to show, as its address says.
func (v *visit) query() (q memory.Query, words, category, state string, number int) {
	from := v.req.URL.Query()
	words, category, state = text.Cut(text.OneLine(from.Get("q")), maxQuery), text.Cut(text.OneLine(from.Get("category")), 50), from.Get("state")
	switch state {
	case "archived":
		q = memory.ArchivedQuery(v.scopes()...)
	case "deleted":
		q = memory.ActiveQuery(v.scopes()...)
		q.Deleted = true
	default:
		state, q = "kept", memory.ActiveQuery(v.scopes()...)
	}
	number, _ = strconv.Atoi(from.Get("page"))
	number = max(1, min(number, 10_000))
	q.Category, q.Words = category, text.Words(words)
	q.Limit, q.Offset = pageRows, (number-1)*pageRows
	return q, words, category, state, number
}

// list shows the memories of a state, those that hold the words that are looked for.
func (v *visit) list() error {
	q, words, category, state, number := v.query()
	var ms []memory.Memory
	var total int
	var err error
	if words == "" || len(q.Words) > 0 { // of signs alone there is nothing to find
		ms, total, err = v.memory().List(v.ctx(), q)
	}
	if err != nil {
		return err
	}
	link := func(n int) string {
		return "/me/?" + url.Values{"q": {words}, "category": {category}, "state": {state}, "page": {strconv.Itoa(n)}}.Encode()
	}
	data := map[string]any{
		"Memories": ms, "Total": total, "Words": words, "Category": category, "State": state, "States": states, "Categories": memory.Categories,
		"Filtered": words != "" || category != "" || state != "kept",
	}
	if number > 1 {
		data["Before"] = link(number - 1)
	}
	if number*pageRows < total {
		data["After"] = link(number + 1)
	}
	return v.show("memories.html", "page.memories", data)
}

// version is a version of a memory as it is shown: what became of the one before.
type version struct {
	memory.Version
	Chunks []chunk
	Quotes []memory.Evidence
	From   provenance.Provenance
}

// one shows a memory: what it says, what it said, and why it is there.
func (v *visit) one() error {
	h, err := v.memory().History(v.ctx(), v.scopes(), v.id())
	if err != nil {
		return err
	}
	var found []candidate.Judged
	if forms := v.forming(); forms != nil {
		if found, err = forms.Candidates.OfMemory(v.ctx(), v.scopes(), h.Memory.ID); err != nil && fault.KindOf(err) != fault.NotFound {
			return err
		}
	}
	return v.show("memory.html", "page.memory", map[string]any{"M": h.Memory, "Versions": versionsOf(h, true), "Found": found, "From": provenance.Current(h)})
}

// versionsOf returns the versions of a memory as they are shown, the newest first; with the words that they rest on where
// quotes says so.
func versionsOf(h memory.History, quotes bool) (versions []version) {
	before := ""
	for i, x := range h.Versions {
		shown := version{Version: x, Chunks: []chunk{{"", x.Content}}}
		if i > 0 {
			shown.Chunks = compare(text.Visible(before), text.Visible(x.Content))
		}
		if quotes {
			shown.From = provenance.Of(h, x)
		}
		for _, e := range x.Evidence {
			if quotes && e.Method != memory.MethodProgram && e.Quote != "" && text.Fold(e.Quote) != text.Fold(x.Content) {
				shown.Quotes = append(shown.Quotes, e)
			}
		}
		before = x.Content
		versions = append([]version{shown}, versions...)
	}
	return versions
}

// signOut ends the sign-in of this browser.
func (v *visit) signOut() error {
	if err := v.room.cfg.SignIns.End(v.ctx(), v.actor(), v.secret); err != nil {
		return err
	}
	v.room.setCookie(v.w, "", -1)
	f := v.room.stranger(v.req, "page.title")
	f.Lang = v.Lang
	v.room.say(v.w, v.req, 200, f, "page.signed_out")
	return nil
}
