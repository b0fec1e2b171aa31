package web

import (
	"cmp"
	"context"
	"net/http"
	"slices"

	"keepsake/session"
	"keepsake/web/paging"
	"keepsake/web/shape"
)

// addEvents adds what memories may rest on: the messages of the person's conversations (A55).
func (r *Room) addEvents() {
	register(r, operation{
		id: "list-events", method: http.MethodGet, path: "/api/ltm/events", tag: "Long-term memory", summary: "List the events that memories may rest on",
		about: "The messages of the person's conversations: the newest conversation first, each in order. What was forgotten is not shown. An agent's key sees none.",
	}, r.listEvents)
}

// EventList is a page of events.
type EventList struct {
	Events []shape.Event `json:"events" nullable:"false"`
}

type eventsInput struct {
	Session string `query:"session" maxLength:"40" doc:"Only this conversation, by its public id"`
	Limit   int    `query:"limit" minimum:"1" maximum:"500" default:"100" doc:"Events on a page"`
	Cursor  string `query:"cursor" maxLength:"600" doc:"Where the page begins: from the Link header of the page before"`
}

type eventsOutput struct {
	Link string `header:"Link" doc:"The next page, with rel=\"next\"; absent on the last"`
	Body EventList
}

func (r *Room) listEvents(ctx context.Context, in *eventsInput) (*eventsOutput, error) {
	c := callerOf(ctx)
	at, err := paging.Parse(in.Cursor)
	out := &eventsOutput{Body: EventList{Events: []shape.Event{}}}
	if err != nil || c.key.Person == "" {
		return out, err
	}
	all, err := r.conversations(ctx)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(a, b session.Session) int { // a beginning never changes, a last word does
		return cmp.Or(b.StartedAt.Compare(a.StartedAt), cmp.Compare(a.PublicID, b.PublicID))
	})
	from := int64(1)
	if at.ID != "" {
		i := slices.IndexFunc(all, func(x session.Session) bool { return x.PublicID == at.ID })
		if i < 0 { // it was destroyed meanwhile; what follows cannot be told
			return nil, paging.ErrCursor
		}
		all, from = all[i:], at.At
	}
	for _, x := range all {
		if in.Session != "" && x.PublicID != in.Session {
			continue
		}
		for {
			ms, err := r.cfg.Forget.Sessions.Messages(ctx, x.ID, from, in.Limit)
			if err != nil {
				return nil, err
			}
			for _, m := range ms {
				if m.Masked != nil || m.Removed != nil {
					continue
				}
				if len(out.Body.Events) == in.Limit {
					out.Link = paging.Next(ctx, paging.Cursor{ID: x.PublicID, At: m.Seq})
					return out, nil
				}
				out.Body.Events = append(out.Body.Events, shape.EventOf(x, m))
			}
			if len(ms) < in.Limit {
				break
			}
			from = ms[len(ms)-1].Seq + 1
		}
		from = 1
	}
	return out, nil
}
