package past_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"keepsake/session"
	"keepsake/session/past"
	"keepsake/trust"
)

// shelf is a few conversations.
type shelf struct {
	sessions []session.Session
	messages map[string][]session.Message
	fails    bool
}

func (s shelf) ListKept(_ context.Context, store, person string, _ int) ([]session.Session, error) {
	return s.sessions, nil
}

func (s shelf) Messages(_ context.Context, id string, _ int64, _ int) ([]session.Message, error) {
	if s.fails {
		return nil, errors.New("no database")
	}
	return s.messages[id], nil
}

// U18: what may be found, and what is found first.
func TestU18Find(t *testing.T) {
	at := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	say := func(minute int, content string, change func(m *session.Message)) session.Message {
		m := session.Message{Role: session.User, Author: "ann", Trust: trust.Person, Content: content, At: at.Add(time.Duration(minute) * time.Minute), TurnID: "t1"}
		if change != nil {
			change(&m)
		}
		return m
	}
	s := shelf{
		sessions: []session.Session{
			{ID: "a", Person: "ann", Place: session.Place{Bot: "keepsake"}}, {ID: "private", Person: "ann", Place: session.Place{Bot: "keepsake"}, Private: true},
			{ID: "other", Person: "ann", Place: session.Place{Bot: "coach"}}, {ID: "group", Place: session.Place{Bot: "keepsake"}},
		},
		messages: map[string][]session.Message{
			"a": {
				say(0, "The garden needs water", nil),
				say(1, "My gardens are in Graz", nil),
				say(2, "Я поливаю сад в Граце", nil),
				say(3, "我在格拉茨有花园", nil),
				say(4, "A garden is nice.", func(m *session.Message) { m.Role, m.Author, m.Trust = session.Assistant, "", trust.Bot }),
				say(5, "garden forwarded", func(m *session.Message) { m.Trust = trust.Forwarded }),
				say(6, "garden forgotten", func(m *session.Message) { m.Masked = &at }),
				say(7, "garden removed", func(m *session.Message) { m.Removed = &at }),
				say(8, "garden of a tool", func(m *session.Message) { m.Role = session.Tool }),
				say(9, "said in this turn about the garden", func(m *session.Message) { m.TurnID = "now" }),
				say(10, "the hedge", func(m *session.Message) { m.Edited = "the garden hedge" }),
			},
			"private": {say(20, "garden in private", nil)}, "other": {say(21, "garden told the coach", nil)}, "group": {say(22, "garden in a group", nil)},
		},
	}
	for _, c := range []struct {
		query string
		want  []string
	}{
		{"garden", []string{"the garden hedge", "A garden is nice.", "My gardens are in Graz", "The garden needs water"}},
		{"the garden in Graz", []string{"My gardens are in Graz", "the garden hedge", "A garden is nice.", "The garden needs water"}},
		{"в саду", []string{"Я поливаю сад в Граце"}}, {"поливать сад", []string{"Я поливаю сад в Граце"}}, {"花园", []string{"我在格拉茨有花园"}},
		{"tram", nil}, {"", nil},
	} {
		got, err := (&past.Finder{Sessions: s}).Find(t.Context(), past.Query{Store: "keepsake", Bot: "keepsake", Person: "ann", Text: c.query, Turn: "now", Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		var texts []string
		for _, h := range got.Hits {
			texts = append(texts, h.Text)
		}
		if len(texts) != len(c.want) {
			t.Errorf("%q: %q, want %q", c.query, texts, c.want)
			continue
		}
		for i := range texts {
			if texts[i] != c.want[i] {
				t.Errorf("%q: %q, want %q", c.query, texts, c.want)
				break
			}
		}
		if c.query != "" && !got.Since.Equal(at) {
			t.Errorf("%q reaches back to %s", c.query, got.Since)
		}
	}
	few, err := (&past.Finder{Sessions: s}).Find(t.Context(), past.Query{Store: "keepsake", Person: "ann", Text: "garden", Limit: 2})
	if err != nil || len(few.Hits) != 2 || few.Total != 6 || few.Hits[0].IsOwn != true {
		t.Errorf("%+v, %v", few, err)
	}
	if _, err := (&past.Finder{Sessions: shelf{sessions: s.sessions, fails: true}}).Find(t.Context(), past.Query{Person: "ann", Text: "garden"}); err == nil {
		t.Error("no database, and no error")
	}
	if none, err := (&past.Finder{Sessions: s}).Find(t.Context(), past.Query{Text: "garden"}); err != nil || len(none.Hits) != 0 {
		t.Errorf("of nobody: %+v, %v", none, err)
	}
}
