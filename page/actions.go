package page

import (
	"strconv"
	"strings"

	"keepsake/fault"
	"keepsake/memory"
	"keepsake/text"
)

// addActions registers what a person may do with one memory.
func (r *Room) addActions() {
	r.page("GET /me/m/{id}/forget", "page-ask-forget", (*visit).askForget)
	r.page("POST /me/m/{id}/forget", "page-forget", (*visit).forget)
	r.page("POST /me/m/{id}/edit", "page-edit", (*visit).edit)
	r.page("POST /me/m/{id}/pin", "page-pin", (*visit).pin)
	r.page("POST /me/m/{id}/archive", "page-archive", (*visit).archive)
	r.page("POST /me/m/{id}/restore", "page-restore", (*visit).restore)
	r.page("POST /me/undo", "page-undo", (*visit).undo)
}

// field returns a field of the form that was sent.
func (v *visit) field(name string) string { return v.req.PostForm.Get(name) }

// at returns the address of the memory that this one names.
func (v *visit) at() string { return "/me/m/" + v.id() }

// askForget asks before a memory is forgotten, and says what that means.
func (v *visit) askForget() error {
	m, err := v.memory().Get(v.ctx(), v.scopes(), v.id())
	if err != nil {
		return err
	}
	return v.show("forget.html", "page.forget.title", map[string]any{"M": m})
}

// forget deletes a memory and what conversations still say of it.
func (v *visit) forget() error {
	_, c, err := v.agent.Commands.Forget.One(v.ctx(), v.actor(), v.scopes(), v.id())
	if err != nil {
		return err
	}
	return v.goTo("/me/", "forgotten", c.ID)
}

// edit gives a memory the wording that was typed, unless it was changed since it was shown.
func (v *visit) edit() error {
	content := strings.TrimSpace(text.Clean(v.field("content")))
	version, err := strconv.Atoi(v.field("version"))
	if err != nil || version < 1 {
		return fault.Field("version", "is that of the page")
	}
	if content == "" || strings.Contains(content, text.Mask) {
		return fault.Field("content", "is empty, or holds what was masked")
	}
	_, _, c, err := v.memory().Update(v.ctx(), v.actor(), v.scopes(), v.id(), memory.Edit{Content: content, IfVersion: version, Reason: reason})
	if err != nil {
		return err
	}
	return v.goTo(v.at(), "saved", c.ID)
}

func (v *visit) pin() error {
	_, c, err := v.memory().Pin(v.ctx(), v.actor(), v.scopes(), v.id(), v.field("pinned") == "yes")
	if err != nil {
		return err
	}
	return v.goTo(v.at(), "saved", c.ID)
}

// archive takes a memory out of lists and prompts. It can be found and restored.
func (v *visit) archive() error {
	cs, err := v.memory().Apply(v.ctx(), v.actor(), []memory.Write{{Op: memory.OpArchive, Scopes: v.scopes(), MemoryID: v.id(), Reason: reason}})
	if err != nil {
		return err
	}
	undo := ""
	if len(cs) > 0 {
		undo = cs[0].ID
	}
	return v.goTo(v.at(), "archived", undo)
}

// restore brings a deleted or archived memory back.
func (v *visit) restore() error {
	_, c, err := v.memory().Restore(v.ctx(), v.actor(), v.scopes(), v.id(), reason)
	if err != nil {
		return err
	}
	return v.goTo(v.at(), "restored", c.ID)
}

// undo takes a change back.
func (v *visit) undo() error {
	m, _, err := v.memory().Undo(v.ctx(), v.actor(), v.scopes(), cleanID(v.field("change")))
	if err != nil {
		return err
	}
	return v.goTo("/me/m/"+m.ID, "undone", "")
}
