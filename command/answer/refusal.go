package answer

import (
	"errors"

	"keepsake/actor"
	"keepsake/apikey"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/forget"
	"keepsake/memory/shard"
	"keepsake/people"
	"keepsake/task"
	"keepsake/text"
)

// refusalWords are the words for errors that are a person's business, most precise first.
var refusalWords = []struct {
	err error
	id  string
}{
	{memory.ErrNotYours, "group.not_mine"},
	{memory.ErrNotAllowed, "group.not_mine"},
	{actor.ErrAdminsOnly, "group.admins_only"},
	{forget.ErrForgotten, "memory.forgotten_before"},
	{memory.ErrNotFound, "memory.not_found"},
	{memory.ErrSecret, "memory.secret"},
	{memory.ErrReadOnly, "memory.read_only"},
	{memory.ErrUnchanged, "memory.unchanged"},
	{memory.ErrUndone, "memory.undone_before"},
	{memory.ErrDecided, "memory.decided_before"},
	{memory.ErrWithdrawn, "memory.withdrawn_before"},
	{memory.ErrOutdated, "memory.outdated"},
	{memory.ErrKnown, "memory.known"},
	{memory.ErrSimilar, "memory.known"},
	{memory.ErrConflict, "memory.conflict"},
	{apikey.ErrTooMany, "api.too_many"},
	{apikey.ErrNotFound, "api.gone"},
	{people.ErrLinkCode, "link.bad_code"},
	{people.ErrLinks, "link.too_many"},
	{shard.ErrNotFound, "shards.not_found"},
	{shard.ErrNotAllowed, "shards.not_allowed"},
	{shard.ErrNameTaken, "shards.name_taken"},
	{shard.ErrTooMany, "shards.too_many"},
	{shard.ErrPaused, "shards.is_paused"},
	{shard.ErrCircle, "shards.circle"},
	{task.ErrNotFound, "tasks.not_found"},
	{task.ErrAccepted, "tasks.added_before"},
	{task.ErrDone, "tasks.done_before"},
	{task.ErrSnoozed, "tasks.snoozed_before"},
	{task.ErrOpen, "tasks.open_before"},
	{task.ErrRevised, "tasks.changed_since"},
	{task.ErrTakenBack, "memory.undone_before"},
	{people.ErrLink, "start.bad_link"},
	{people.ErrOwner, "access.is_owner"},
	{people.ErrNotFound, "access.gone"},
	{people.ErrOwnersOnly, "access.owners_only"},
}

// maxNote bounds the note of a tap, in runes: platforms show no more of it.
const maxNote = 190

// Refuse tells the person why a request was not done; to a tap as a short note.
func (a *Answer) Refuse(cause error) {
	id := RefusalID(cause)
	if a.Tap != nil {
		a.Note = text.Cut(a.Plain(id, nil), maxNote)
		return
	}
	a.Reply(id, nil)
}

// RefusalID returns the id of the words for a refusal.
func RefusalID(cause error) string {
	for _, r := range refusalWords {
		if errors.Is(cause, r.err) {
			return r.id
		}
	}
	var f *fault.Error
	if errors.As(cause, &f) && f.Kind == fault.Invalid {
		switch f.Field {
		case "content":
			return "memory.bad_content"
		case "name":
			return "shards.bad_name"
		case "instructions":
			return "shards.bad_instructions"
		case "schedule":
			return "shards.bad_schedule"
		case "permissions":
			return "shards.bad_right"
		case "cites":
			return "shards.too_cited"
		case "max_facts", "threshold":
			return "shards.bad_limit"
		case "time_zone":
			return "settings.bad_zone"
		case "quiet_hours":
			return "settings.bad_quiet"
		}
	}
	return "error.generic"
}
