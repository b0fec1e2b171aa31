package page

import (
	"regexp"

	"keepsake/session"
)

// addTalks registers the person's conversations.
func (r *Room) addTalks() {
	r.page("GET /me/talks", "page-talks", (*visit).talks)
	r.page("GET /me/talks/{id}", "page-talk", (*visit).talk)
}

// Bounds of what is shown of conversations.
const (
	maxTalks    = 200
	maxMessages = 400
)

// talks lists the conversations that are kept, the last active first; temporary ones are shown nowhere.
func (v *visit) talks() error {
	all, err := v.agent.Commands.Sessions.ListKept(v.ctx(), v.agent.Commands.Store, v.person.ID, maxTalks)
	if err != nil {
		return err
	}
	shown := all[:0]
	for _, x := range all {
		if !x.Private {
			shown = append(shown, x)
		}
	}
	return v.show("talks.html", "page.talks", map[string]any{"Talks": shown})
}

var publicID = regexp.MustCompile(`^[0-9a-f]{12}$`)

// talk shows one conversation: what the person and the bot said, as a window shows it.
func (v *visit) talk() error {
	id := v.req.PathValue("id")
	if !publicID.MatchString(id) {
		return session.ErrNotFound
	}
	sessions := v.agent.Commands.Sessions
	x, err := sessions.ByPublicID(v.ctx(), v.agent.Commands.Store, id)
	if err == nil && (x.Person != v.person.ID || x.Private) {
		err = session.ErrNotFound
	}
	if err != nil {
		return err
	}
	who := v.actor()
	who.SessionID = x.ID
	log, err := sessions.Log(v.ctx(), who, x.ID, session.LogOptions{})
	if err != nil {
		return err
	}
	ms, err := log.Recent(v.ctx(), maxMessages)
	if err != nil {
		return err
	}
	shown := ms[:0]
	for _, m := range ms {
		if m.Role == session.User || m.Role == session.Assistant && m.Content != "" {
			shown = append(shown, m)
		}
	}
	return v.show("talk.html", "page.talk", map[string]any{"Talk": x, "Messages": shown})
}
