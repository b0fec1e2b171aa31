package app_test

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/app"
	"keepsake/app/settings"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store/storetest"
	"keepsake/trust"
)

// TestRetentionOfARoleI4: a role file's max_sessions goes before the setting, and the setting
// before a year in Telegram and ten conversations in a terminal.
func TestRetentionOfARoleI4(t *testing.T) {
	dir := t.TempDir()
	says := roleFile(t, dir, "says", "  memory: {max_sessions: 12}\n")
	silent := roleFile(t, dir, "silent", "  memory: {max_memories: 50}\n")
	const day = 24 * time.Hour
	for _, c := range []struct {
		file, keep string
		terminal   bool
		want       session.Retention
	}{
		{"", "", false, session.Retention{For: 365 * day}},
		{"", "forever", false, session.Retention{}},
		{"", "90d", false, session.Retention{For: 90 * day}},
		{silent, "", false, session.Retention{For: 365 * day}},
		{says, "90d", false, session.Retention{Most: 12}},
		{silent, "", true, session.Retention{Most: 10}},
		{silent, "90d", true, session.Retention{For: 90 * day}},
		{says, "", true, session.Retention{Most: 12}},
	} {
		config := newWorld(t).config
		config.Session.Keep = c.keep
		if c.file != "" {
			config.Roles = []string{c.file}
		}
		if c.terminal {
			var err error
			config, _, err = config.ForChat(c.file)
			must(t, err)
		}
		cast, err := config.Cast()
		must(t, err)
		if got := cast[0].Retention(); got != c.want {
			t.Errorf("%+v: %+v", c, got)
		}
	}
}

// TestConversationsAreKeptAYearI4R16: in Telegram the eleventh conversation destroys none. A
// year after the last word they go by themselves, also where nobody speaks; a sentence that a
// memory rests on stays until that memory is destroyed.
func TestConversationsAreKeptAYearI4R16(t *testing.T) {
	for name, url := range map[string]string{"sqlite": "", "postgres": storetest.EmptyPostgresURL(t)} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			if url != "" {
				w.config.DatabaseURL = settings.Secret(url)
			}
			a, err := app.New(t.Context(), w.config, app.Options{Now: w.now})
			must(t, err)
			defer a.Close()
			ctx, place, ann := t.Context(), session.Place{Bot: "keepsake", Chat: 7}, people.ID(7)
			var said session.Message
			var first session.Session
			for i := range 12 {
				s, err := a.Sessions.Begin(ctx, actor.OfSystem(), place, ann, "keepsake", false)
				must(t, err)
				m, err := a.Sessions.Append(ctx, actor.OfSystem(), s.ID, session.Message{Role: session.User, Content: "I like tea", At: w.now()})
				must(t, err)
				if i == 0 {
					said, first = m[0], s
				}
				_, err = a.Sessions.End(ctx, actor.OfSystem(), place, ann)
				must(t, err)
				must(t, a.Role.Agent.Tidy(ctx, s.ID))
			}
			if all, err := a.Sessions.List(ctx, place, ann); err != nil || len(all) != 12 {
				t.Errorf("%d conversations are kept, %v", len(all), err)
			}
			owner, who := scope.Scope{Store: "keepsake", Kind: scope.User, ID: ann}, actor.OfPerson(ann)
			m, _, err := a.Memory.Add(ctx, who, memory.Draft{Scope: owner, Content: "Ann likes tea", Category: "preference",
				Evidence: []memory.Evidence{{MessageID: said.ID, Quote: "I like tea", Trust: trust.Person, SaidAt: said.At}}})
			must(t, err)
			w.later(364 * 24 * time.Hour)
			a.Upkeep(ctx)
			if all, err := a.Sessions.List(ctx, place, ann); err != nil || len(all) != 12 {
				t.Errorf("a day too early %d are kept, %v", len(all), err)
			}
			w.later(2 * 24 * time.Hour)
			a.Upkeep(ctx)
			if all, err := a.Sessions.List(ctx, place, ann); err != nil || len(all) != 0 {
				t.Errorf("after a year %d are kept, %v", len(all), err)
			}
			if _, err := a.Sessions.Resume(ctx, actor.OfSystem(), place, ann, first.PublicID, 0); !errors.Is(err, session.ErrNotFound) {
				t.Errorf("a pruned conversation is resumed: %v", err)
			}
			if ms, err := a.Sessions.Messages(ctx, first.ID, 0, 0); err != nil || len(ms) != 1 || ms[0].ID != said.ID {
				t.Errorf("of the evidence %v is left, %v", ms, err)
			}
			_, _, err = a.Memory.Delete(ctx, who, []scope.Scope{owner}, m.ID, "asked")
			must(t, err)
			w.later(31 * 24 * time.Hour)
			a.Upkeep(ctx) // destroys the memory
			w.later(2 * time.Hour)
			a.Upkeep(ctx) // and what only it needed
			if ms, err := a.Sessions.Messages(ctx, first.ID, 0, 0); err != nil || len(ms) != 0 {
				t.Errorf("the evidence of a destroyed memory is there: %v, %v", ms, err)
			}
		})
	}
}

// TestEverythingKeptIsInThePrivacyPage holds docs/privacy.md against the schema: every table is
// named there, and none that is not.
func TestEverythingKeptIsInThePrivacyPage(t *testing.T) {
	page, err := os.ReadFile("../docs/privacy.md")
	must(t, err)
	w := newWorld(t)
	a, err := app.New(t.Context(), w.config, app.Options{Now: w.now})
	must(t, err)
	defer a.Close()
	tables, err := a.DB.RowCounts(t.Context())
	must(t, err)
	for table := range tables {
		if !strings.Contains(string(page), "`"+table+"`") {
			t.Errorf("docs/privacy.md does not say what is in %s", table)
		}
	}
}
