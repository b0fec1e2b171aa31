package groundset_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"keepsake/internal/groundset"
	"keepsake/memory/grounds"
	"keepsake/memory/grounds/own"
	"keepsake/session"
	"keepsake/trust"
)

// noon is when the talks begin: dates in the cases are counted from this Sunday.
var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

const turn = "turn"

// verdicts are those by words alone, which are the same beside every judge: a grounds.Verdict by the id of a case.
type verdicts struct{ sync.Map }

// decide is the adapter: it asks memory/grounds about one case, and the judge where words do not
// settle it. It is the only function here that knows its shape.
func (byWords *verdicts) decide(ctx context.Context, c groundset.Case, judge groundset.Judge) groundset.Result {
	v, w := view(c), grounds.Write{Content: c.Write.Content, Subject: c.Write.Subject, Before: c.Write.Before}
	known, isKnown := byWords.Load(c.ID)
	if !isKnown {
		known = grounds.Judge(w, v)
		byWords.Store(c.ID, known)
	}
	verdict := known.(grounds.Verdict)
	if verdict.IsOpen && judge != nil {
		listed, _ := judge(ctx, grounds.ListOwnTexts(v)) // a judge that fails has listed nothing
		v.Stated = []grounds.Statement{}
		for _, s := range listed {
			one := grounds.Statement{Quote: s.Quote, Facts: s.Facts}
			if s.Says {
				one.Claims = []string{grounds.ClaimOf(w.Content)}
			}
			v.Stated = append(v.Stated, one)
		}
		if listed != nil {
			v.Asked = []string{grounds.ClaimOf(w.Content)}
		}
		verdict = grounds.Judge(w, v)
	}
	r := groundset.Result{Case: c, Outcome: groundset.Wait, Reason: verdict.Reason, Check: verdict.Check}
	switch words := own.Find(w, v, verdict); {
	case verdict.Allowed:
		r.Outcome = groundset.Keep
	case words != nil:
		r.Outcome, r.Words = groundset.KeepOwn, words.Quote
	case verdict.Reason == grounds.ReasonHidden:
		r.Outcome = groundset.Refuse
	}
	return r
}

// view returns what the model saw of a talk.
func view(c groundset.Case) grounds.View {
	v := grounds.View{TurnID: turn, Window: window(c)}
	for _, u := range c.Talk {
		switch u.By {
		case groundset.Summary, groundset.MemoryLow:
			v.Foreign = append(v.Foreign, u.Text)
		case groundset.Member:
			v.Group, v.Speaker, v.Self = true, "11", "Ann (u11)"
		}
	}
	return v
}

// window returns a talk as messages of a session, as the bot stores them.
func window(c groundset.Case) (out []session.Message) {
	var quote, typed string // of the person's next message
	add := func(u groundset.Utterance, m session.Message) {
		m.ID, m.Seq, m.TurnID = fmt.Sprintf("m%d", len(out)+1), int64(len(out)+1), "earlier"
		m.At = noon.Add(time.Duration(len(out)-len(c.Talk)) * time.Minute)
		if u.Turn {
			m.TurnID = turn
		}
		out = append(out, m)
	}
	said := func(level trust.Level, text string) session.Message {
		return session.Message{Role: session.User, Trust: level, Author: "11", Content: text}
	}
	for _, u := range c.Talk {
		switch u.By {
		case groundset.Person:
			m := said(trust.Person, typed+u.Text)
			m.Quote, quote, typed = quote, "", ""
			add(u, m)
		case groundset.Quote:
			quote = u.Text
		case groundset.TypedQuote:
			typed = "> " + u.Text + "\n"
		case groundset.Bot:
			add(u, session.Message{Role: session.Assistant, Trust: trust.Bot, Content: u.Text})
		case groundset.Forward:
			add(u, said(trust.Forwarded, u.Text))
		case groundset.Document:
			add(u, said(trust.Document, u.Text))
		case groundset.Picture: // its words are in no message
			m := said(trust.Document, "[picture]")
			m.Images = []string{"data:image/jpeg;base64,/9g="}
			add(u, m)
		case groundset.Inline:
			add(u, said(trust.Tool, u.Text))
		case groundset.Member:
			m := said(trust.Person, u.Text)
			m.Author = "12"
			add(u, m)
		case groundset.Tool:
			call := session.ToolCall{ID: "call", Name: "lookup", Arguments: "{}"}
			add(u, session.Message{Role: session.Assistant, Trust: trust.Bot, ToolCalls: []session.ToolCall{call}})
			add(u, session.Message{Role: session.Tool, Name: call.Name, ToolCallID: call.ID, Trust: trust.Tool, Content: u.Text})
		}
	}
	return out
}

// TestWindow proves that every text of a talk that the bot could read reaches grounds, and as
// whose.
func TestWindow(t *testing.T) {
	for _, c := range load(t) {
		ms := window(c)
		for _, u := range c.Talk {
			switch u.By {
			case groundset.Picture, groundset.Summary, groundset.MemoryLow:
				continue
			}
			own := func(m session.Message) bool {
				return m.Role == session.User && m.Trust == trust.Person && m.Author == "11" && m.Quote != u.Text
			}
			isPersons := u.By == groundset.Person || u.By == groundset.TypedQuote
			if !slices.ContainsFunc(ms, func(m session.Message) bool {
				return (strings.Contains(m.Content, u.Text) || m.Quote == u.Text) && own(m) == isPersons
			}) {
				t.Errorf("%s: %q is in no message of %s", c.ID, u.Text, u.By)
			}
		}
	}
}
