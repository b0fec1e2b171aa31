package bot

import (
	"context"

	"keepsake/people"
)

// admitted reports whether a person may talk to the bot.
func (b *Bot) admitted(p people.Person) bool {
	switch p.Access {
	case people.Blocked:
		return false
	case people.Owner, people.Allowed:
		return true
	}
	return b.cfg.Access == AccessOpen
}

// turnAway gives a stranger one polite sentence: the first time they write, and whenever
// they use a command (which is asking). Whoever was blocked hears nothing.
func (r *request) turnAway(ctx context.Context) error {
	switch {
	case r.person.Access == people.Blocked:
		return nil
	case r.tap != nil:
		r.note = r.plain("access.denied", nil)
		return nil
	}
	if asked := r.message != nil; !asked && !r.person.CreatedAt.Equal(r.person.SeenAt) {
		return nil
	}
	return r.reply(ctx, "access.denied", nil)
}
