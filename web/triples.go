package web

import (
	"context"
	"net/http"

	"keepsake/web/shape"
)

// addTriples adds what memories link: what the page draws as Connections (M14).
func (r *Room) addTriples() {
	register(r, operation{
		id: "list-triples", method: http.MethodGet, path: "/api/ltm/triples", tag: "Long-term memory", summary: "List what the memories link",
		about: "Triples (subject, predicate, object), each said by a version of a memory: those that hold, and those that held until the memory said something else. The newest 300.",
	}, r.listTriples)
}

type triplesOutput struct{ Body shape.TripleList }

func (r *Room) listTriples(ctx context.Context, _ *struct{}) (*triplesOutput, error) {
	c := callerOf(ctx)
	if c.agent.Graph == nil {
		return &triplesOutput{Body: shape.TriplesOf(nil)}, nil
	}
	all, err := c.agent.Graph.Picture(ctx, c.scopes())
	return &triplesOutput{Body: shape.TriplesOf(all)}, err
}
