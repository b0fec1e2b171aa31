package memories

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/phrase/spoken"
	"keepsake/scope"
	"keepsake/templates"
	"keepsake/text"
)

// listView is what a list shows: which page of which category. Its text form travels in
// buttons: "2", or "2.1a2b3c4d" with a mark of the category.
type listView struct {
	page     int
	category string // mark, "" = all
}

// parseView reads the text form; a bad one is the first page of all.
func parseView(ref string) listView {
	page, category := answer.CutRef(ref)
	return listView{page: answer.PageNumber(page), category: category}
}

// String returns the text form.
func (v listView) String() string {
	if v.category == "" {
		return strconv.Itoa(v.page)
	}
	return strconv.Itoa(v.page) + "." + v.category
}

// categoryMark returns a short name of a category, which itself may be too long for a button.
func categoryMark(category string) string {
	sum := sha256.Sum256([]byte(category))
	return hex.EncodeToString(sum[:4])
}

// cutPage cuts a page's number off the end of what is to be listed; 1 when there is none.
func cutPage(arg string) (category string, page int) {
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

// list is "/memory list [category] [page]".
func (d *Desk) list(ctx context.Context, a *answer.Answer, arg string) error {
	category, page := cutPage(arg)
	if category == "" {
		return d.listPage(ctx, a, listView{page: page})
	}
	ms, _, err := d.Memory.List(ctx, memory.ActiveQuery(d.scopes(a)...))
	if err != nil {
		return err
	}
	var titles []string
	view := listView{page: page}
	for _, m := range ms {
		title := a.Heading(m.Category)
		isNamed := func(typed string) bool {
			typed = text.Fold(typed)
			return text.Fold(m.Category) == typed || text.Fold(title) == typed
		}
		switch {
		case isNamed(arg): // "season 2" is a category
			view = listView{page: 1, category: categoryMark(m.Category)}
		case view.category == "" && isNamed(category):
			view.category = categoryMark(m.Category)
		}
		if !slices.Contains(titles, title) {
			titles = append(titles, title)
		}
	}
	switch {
	case len(titles) == 0:
		return d.showEmptyList(ctx, a)
	case view.category == "":
		a.Reply("memory.no_category", templates.Data{"Names": strings.Join(titles, ", ")})
		return nil
	}
	return d.listPage(ctx, a, view)
}

// TapList turns the pages of the list.
func (d *Desk) TapList(ctx context.Context, a *answer.Answer) error {
	return d.listPage(ctx, a, parseView(a.Tap.Ref))
}

// listPage shows one page of the list (P54).
func (d *Desk) listPage(ctx context.Context, a *answer.Answer, view listView) error {
	all, _, err := d.Memory.List(ctx, memory.ActiveQuery(d.scopes(a)...))
	if err != nil {
		return err
	}
	ms := all
	if view.category != "" {
		ms = slices.DeleteFunc(slices.Clone(all), func(m memory.Memory) bool { return categoryMark(m.Category) != view.category })
	}
	if len(ms) == 0 {
		return d.showEmptyList(ctx, a)
	}
	pages := paginate(ms)
	view.page = min(view.page, len(pages))
	page := pages[view.page-1]
	list, err := d.listText(ctx, a, page)
	if err != nil {
		return err
	}
	body := delivery.Body{Text: list}
	body.Buttons = inPairs(page, func(m memory.Memory) delivery.Button { return openButton(m, view) })
	if pager := answer.Pager(view.page, len(pages), func(n int) (action, ref string) {
		return "list", listView{page: n, category: view.category}.String()
	}); pager != nil {
		body.Buttons = append(body.Buttons, pager)
	}
	shared, err := d.ofEverybody(ctx)
	if err != nil {
		return err
	}
	if len(shared) > 0 {
		body.Text += "\n\n" + a.Say("memory.everybody.hint", nil)
	}
	archived, err := d.countArchived(ctx, a)
	if err != nil {
		return err
	}
	body.Buttons = append(body.Buttons, listActions(a, archived))
	if a.Chat.IsGroup() {
		body.Buttons = append(body.Buttons, a.PrivateChatRow("memory"))
	}
	a.Show(body)
	return nil
}

// showEmptyList says that there is no memory here; where there are some in the archive, it
// shows those.
func (d *Desk) showEmptyList(ctx context.Context, a *answer.Answer) error {
	archived, err := d.countArchived(ctx, a)
	switch {
	case err != nil:
		return err
	case archived > 0:
		return d.archivePage(ctx, a, 1)
	}
	if a.Chat.IsGroup() {
		a.Show(delivery.Body{
			Text: a.Say("group.memory.empty", nil), Buttons: [][]delivery.Button{a.PrivateChatRow("memory")},
		})
		return nil
	}
	a.Show(delivery.Body{Text: a.Say("memory.empty", nil)})
	return nil
}

// listActions returns the one row of what can be done with the whole list. The archive is named where it
// holds something; in a group only admins are shown how to erase everything.
func listActions(a *answer.Answer, archived int) []delivery.Button {
	row := []delivery.Button{a.Button("button.search", "look", "")}
	if archived > 0 {
		row = append(row, delivery.Button{
			Text: a.Say("button.archive", templates.Data{"Count": archived}), Action: "archive", Ref: "1",
		})
	}
	row = append(row, a.Button("button.export", "export", ""))
	if !a.Chat.IsGroup() || a.IsAdmin() {
		row = append(row, a.Button("button.forget_everything", "wipe", ""))
	}
	return row
}

// openRunes is how much of a memory its button shows: two stand in a row on a phone.
const openRunes = 22

// inPairs returns a button for each memory, two in a row.
func inPairs(ms []memory.Memory, button func(m memory.Memory) delivery.Button) (rows [][]delivery.Button) {
	for pair := range slices.Chunk(ms, 2) {
		var row []delivery.Button
		for _, m := range pair {
			row = append(row, button(m))
		}
		rows = append(rows, row)
	}
	return rows
}

// openButton returns the button that opens a memory by its first words; view is the list to come back to.
func openButton(m memory.Memory, view listView) delivery.Button {
	label := text.Cut(text.OneLine(text.Visible(said(m))), openRunes)
	switch {
	case m.ArchivedAt != nil:
		label = "🗄 " + label
	case m.Pinned:
		label = "📌 " + label
	}
	return delivery.Button{Text: label, Action: "open", Ref: m.ID + "." + view.String()}
}

// listText is P54's text: title, groups with bold headings, bullets, footer.
func (d *Desk) listText(ctx context.Context, a *answer.Answer, ms []memory.Memory) (string, error) {
	var b strings.Builder
	title := "memory.list.title"
	if a.Chat.IsGroup() {
		title = "group.memory.title"
	}
	b.WriteString(a.Say(title, nil))
	category := ""
	for i, m := range ms {
		if i == 0 || m.Category != category {
			category = m.Category
			b.WriteString("\n\n**" + text.Escape(a.Heading(category)) + "**")
		}
		row, err := d.bullet(ctx, a, m, listed(a, m))
		if err != nil {
			return "", err
		}
		b.WriteString("\n" + row)
	}
	b.WriteString("\n\n" + a.Say("memory.list.footer", nil))
	return b.String(), nil
}

// said returns a memory as a list says it: a person's own to them (U9), a group's with the names of members.
func said(m memory.Memory) string {
	if m.Scope.Kind == scope.User {
		return spoken.ToUser(m.Content)
	}
	return people.WithoutTags(m.Content)
}

// plain returns the content of a memory of this chat as a sentence names it: as it is stored, a group's with the names of members.
func plain(a *answer.Answer, content string) string {
	if a.Chat.IsGroup() {
		return people.WithoutTags(content)
	}
	return content
}

// listed returns a memory as P54's list says it. In English it reads as it is stored, since PRD29 gives the
// list to the letter: "Alec is the user's boss". In other languages it is said to the person.
func listed(a *answer.Answer, m memory.Memory) string {
	if a.Language() == templates.Fallback {
		return plain(a, m.Content)
	}
	return said(m)
}

// bullet is a memory in a list, by what it says there; in a group with who said it.
func (d *Desk) bullet(ctx context.Context, a *answer.Answer, m memory.Memory, says string) (string, error) {
	content := answer.Literal(text.Cut(says, rowRunes))
	if m.ArchivedAt != nil {
		content = "🗄 " + content
	}
	data := templates.Data{"ID": m.ID, "Text": content}
	who, err := d.authorNames(ctx, a, m)
	if err != nil || who == "" {
		return a.Say("memory.list.row", data), err
	}
	data["Who"] = answer.Literal(who)
	return a.Say("group.memory.row", data), nil
}
