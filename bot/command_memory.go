package bot

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/templates"
	"keepsake/text"
)

// memory is /memory: straight to the store, no model, no conversation (P52).
func (r *request) memory(ctx context.Context, c command) error {
	sub, rest := word(c.Args)
	id, more := word(rest)
	if strings.EqualFold(id, "id:") {
		id, more = word(more)
	}
	switch strings.ToLower(sub) {
	case "", "list":
		return r.memoryList(ctx, rest)
	case "show":
		return r.withID(ctx, "show", id, r.memoryShow)
	case "delete", "remove":
		return r.withID(ctx, "delete", id, r.memoryDelete)
	case "forget":
		if strings.EqualFold(id, "all") && more == "" {
			return r.forgetAsk(ctx)
		}
		return r.withID(ctx, "forget", id, r.memoryDelete)
	case "edit":
		return r.withID(ctx, "edit", id, func(ctx context.Context, id string) error {
			if more == "" {
				return r.askEdit(ctx, id)
			}
			return r.change(ctx, id, 0, more)
		})
	case "restore":
		if id == "" && !r.chat.Group() { // a group is not shown again what somebody took back
			return r.memoryDeleted(ctx, 1)
		}
		return r.withID(ctx, "restore", id, r.memoryRestore)
	case "pin":
		return r.withID(ctx, "pin", id, func(ctx context.Context, id string) error { return r.memoryPin(ctx, id, true) })
	case "unpin":
		return r.withID(ctx, "unpin", id, func(ctx context.Context, id string) error { return r.memoryPin(ctx, id, false) })
	case "search", "find":
		return r.memorySearch(ctx, rest)
	case "archive":
		return r.memoryArchive(ctx, rest)
	case "export":
		return r.memoryExport(ctx)
	case "help":
		return r.reply(ctx, "memory.help", nil)
	}
	return r.reply(ctx, "memory.unknown", templates.Data{"Word": text.Cut(sub, 40)})
}

// idMarks are what may stand around an id: copied from the list, or from the help.
const idMarks = "[]<>"

// withID runs a subcommand that needs an id.
func (r *request) withID(ctx context.Context, sub, id string, run func(ctx context.Context, id string) error) error {
	id = strings.Trim(id, idMarks)
	if len(id) > 3 && strings.EqualFold(id[:3], "id:") {
		id = strings.Trim(id[3:], idMarks)
	}
	switch {
	case id == "":
		return r.reply(ctx, "memory.needs_id", templates.Data{"Command": sub})
	case !memory.ValidID(id):
		return r.reply(ctx, "memory.bad_id", templates.Data{"Command": sub})
	}
	return run(ctx, id)
}

// How much of the memories one message shows.
const (
	pageRows  = 8
	pageUnits = 3000 // UTF-16 units of contents; Telegram's limit less what stands around
	rowRunes  = 400  // a longer content is cut in a list; opened it is whole
	tapRunes  = 34   // of a content on a button
)

// listView is what a list shows: which page of which category. Its text form travels in
// buttons: "2", or "2.1a2b3c4d" with a mark of the category.
type listView struct {
	page     int
	category string // mark, "" = all
}

func parseView(ref string) listView {
	page, category := head(ref)
	return listView{page: number(page), category: category}
}

func (v listView) String() string {
	if v.category == "" {
		return strconv.Itoa(v.page)
	}
	return strconv.Itoa(v.page) + "." + v.category
}

// mark is a short name of a category, which itself may be too long for a button.
func mark(category string) string {
	sum := sha256.Sum256([]byte(category))
	return hex.EncodeToString(sum[:4])
}

// paged cuts a page's number off the end of what is to be listed; 1 when there is none.
func paged(arg string) (category string, page int) {
	fields := strings.Fields(arg)
	if len(fields) == 0 {
		return "", 1
	}
	n, err := strconv.Atoi(fields[len(fields)-1])
	if err != nil || n < 1 {
		return arg, 1
	}
	return strings.Join(fields[:len(fields)-1], " "), n
}

// memoryList is "/memory list [category] [page]".
func (r *request) memoryList(ctx context.Context, arg string) error {
	category, page := paged(arg)
	view := listView{page: page}
	if category != "" {
		ms, _, err := r.cfg.Memory.List(ctx, memory.Known(r.scopes()...))
		if err != nil {
			return err
		}
		var names []string
		for _, m := range ms {
			title := r.heading(m.Category)
			switch title := text.Fold(title); {
			case text.Fold(m.Category) == text.Fold(arg), title == text.Fold(arg): // "season 2" is a category
				view = listView{page: 1, category: mark(m.Category)}
			case view.category == "" && (text.Fold(m.Category) == text.Fold(category) || title == text.Fold(category)):
				view.category = mark(m.Category)
			}
			if !slices.Contains(names, title) {
				names = append(names, title)
			}
		}
		if view.category == "" {
			if len(names) == 0 {
				return r.nothingKept(ctx)
			}
			return r.reply(ctx, "memory.no_category", templates.Data{"Names": strings.Join(names, ", ")})
		}
	}
	return r.listPage(ctx, view)
}

func (r *request) tapList(ctx context.Context) error { return r.listPage(ctx, parseView(r.tap.ref)) }

// listPage shows one page of the list (P54).
func (r *request) listPage(ctx context.Context, view listView) error {
	all, _, err := r.cfg.Memory.List(ctx, memory.Known(r.scopes()...))
	if err != nil {
		return err
	}
	ms := all
	if view.category != "" {
		ms = slices.DeleteFunc(slices.Clone(all), func(m memory.Memory) bool { return mark(m.Category) != view.category })
	}
	if len(ms) == 0 {
		return r.nothingKept(ctx)
	}
	pages := paginate(ms)
	view.page = min(view.page, len(pages))
	page := pages[view.page-1]
	list, err := r.listText(ctx, page)
	if err != nil {
		return err
	}
	body := delivery.Body{Text: list}
	for _, m := range page {
		body.Buttons = append(body.Buttons, []delivery.Button{r.openButton(m, view)})
	}
	if nav := r.pager(view.page, len(pages), func(n int) (action, ref string) {
		return "list", listView{page: n, category: view.category}.String()
	}); nav != nil {
		body.Buttons = append(body.Buttons, nav)
	}
	archived, err := r.inArchive(ctx)
	if err != nil {
		return err
	}
	if archived > 0 {
		body.Buttons = append(body.Buttons, []delivery.Button{{
			Text: r.word("button.archive", templates.Data{"Count": archived}), Action: "archive", Ref: "1",
		}})
	}
	if r.chat.Group() {
		body.Buttons = append(body.Buttons, r.privateButton("memory"))
	}
	return r.show(ctx, body)
}

// nothingKept says that there is no memory here; where there are some in the archive, it
// shows those.
func (r *request) nothingKept(ctx context.Context) error {
	if archived, err := r.inArchive(ctx); err != nil || archived > 0 {
		if err == nil {
			err = r.archivePage(ctx, 1)
		}
		return err
	}
	if r.chat.Group() {
		return r.show(ctx, delivery.Body{
			Text: r.word("group.memory.empty", nil), Buttons: [][]delivery.Button{r.privateButton("memory")},
		})
	}
	return r.show(ctx, delivery.Body{Text: r.word("memory.empty", nil)})
}

func (r *request) openButton(m memory.Memory, view listView) delivery.Button {
	label := text.Cut(text.OneLine(text.Visible(m.Content)), tapRunes)
	switch {
	case m.ArchivedAt != nil:
		label = "🗄 " + label
	case m.Pinned:
		label = "📌 " + label
	}
	return delivery.Button{Text: label, Action: "open", Ref: m.ID + "." + view.String()}
}

// listText is P54's text: title, groups with bold headings, bullets, footer.
func (r *request) listText(ctx context.Context, ms []memory.Memory) (string, error) {
	var b strings.Builder
	title := "memory.list.title"
	if r.chat.Group() {
		title = "group.memory.title"
	}
	b.WriteString(r.word(title, nil))
	category := ""
	for i, m := range ms {
		if i == 0 || m.Category != category {
			category = m.Category
			b.WriteString("\n\n**" + text.Escape(r.heading(category)) + "**")
		}
		row, err := r.bullet(ctx, m)
		if err != nil {
			return "", err
		}
		b.WriteString("\n" + row)
	}
	b.WriteString("\n\n" + r.word("memory.list.footer", nil))
	return b.String(), nil
}

// bullet is a memory in a list; in a group with who said it.
func (r *request) bullet(ctx context.Context, m memory.Memory) (string, error) {
	content := shown(text.Cut(m.Content, rowRunes))
	if m.ArchivedAt != nil {
		content = "🗄 " + content
	}
	data := templates.Data{"ID": m.ID, "Text": content}
	who, err := r.saidBy(ctx, m)
	if err != nil || who == "" {
		return r.word("memory.list.row", data), err
	}
	data["Who"] = shown(who)
	return r.word("group.memory.row", data), nil
}

// paginate cuts a list into pages of at most pageRows that fit a message.
func paginate(ms []memory.Memory) [][]memory.Memory {
	var pages [][]memory.Memory
	units := 0
	for i, m := range ms {
		n := text.UTF16Len(text.Visible(text.Cut(m.Content, rowRunes))) + 20
		if i == 0 || units+n > pageUnits || len(pages[len(pages)-1]) == pageRows {
			pages, units = append(pages, nil), 0
		}
		pages[len(pages)-1] = append(pages[len(pages)-1], m)
		units += n
	}
	return pages
}

// lastPage is the number of the last page of a list, 1 when nothing is in it.
func lastPage(total int) int { return max(1, (total+pageRows-1)/pageRows) }

// pager is the row of buttons that turns pages, nil when there is one page.
func (r *request) pager(page, pages int, to func(n int) (action, ref string)) []delivery.Button {
	if pages < 2 {
		return nil
	}
	turn := func(label string, n int) delivery.Button {
		action, ref := to(n)
		return delivery.Button{Text: label, Action: action, Ref: ref}
	}
	var row []delivery.Button
	if page > 1 {
		row = append(row, turn("◀️", page-1))
	}
	row = append(row, turn(strconv.Itoa(page)+" / "+strconv.Itoa(pages), page))
	if page < pages {
		row = append(row, turn("▶️", page+1))
	}
	return row
}

// titled is a category as a heading: "task_state" is "Task State" (P49, P54).
func titled(category string) string {
	words := strings.FieldsFunc(category, func(r rune) bool { return unicode.IsSpace(r) || r == '_' })
	for i, w := range words {
		first := []rune(w)
		first[0] = unicode.ToTitle(first[0])
		words[i] = string(first)
	}
	return strings.Join(words, " ")
}
