package web

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"keepsake/actor"
	"keepsake/apikey"
	"keepsake/scope"
)

// caller is who makes a request: the holder of a key.
type caller struct {
	key   apikey.Key
	actor actor.Actor
	agent Agent
}

func (c caller) scopes() []scope.Scope { return scopesOf(c.key) }

type callerKey struct{}

// callerOf returns who makes the request of a context. Every operation has one: identify sees to it.
func callerOf(ctx context.Context) caller {
	c, _ := ctx.Value(callerKey{}).(caller)
	return c
}

// security names the way to show a key in the description.
const security = "key"

// writes marks an operation that needs a key with the right to write.
const writes = "writes"

// identify lets a request pass whose key is known, may do what the operation does, and has not asked for too much.
func (r *Room) identify(ctx huma.Context, next func(huma.Context)) {
	c, problem := r.callerOf(ctx)
	if problem == nil {
		next(huma.WithValue(ctx, callerKey{}, c))
		return
	}
	writeProblemTo(ctx, problem)
}

// writeProblemTo answers a request that reaches no operation.
func writeProblemTo(ctx huma.Context, problem *Problem) {
	for name, values := range problem.GetHeaders() {
		for _, v := range values {
			ctx.SetHeader(name, v)
		}
	}
	ctx.SetHeader("Content-Type", problem.ContentType(""))
	ctx.SetStatus(problem.Status)
	_ = huma.DefaultJSONFormat.Marshal(ctx.BodyWriter(), problem)
}

func (r *Room) callerOf(ctx huma.Context) (caller, *Problem) {
	scheme, token, _ := strings.Cut(ctx.Header("Authorization"), " ")
	token = strings.TrimSpace(token)
	if !strings.EqualFold(scheme, "Bearer") || token == "" {
		return caller{}, newProblem(http.StatusUnauthorized, "unauthorized", "Show a key: Authorization: Bearer ks_…")
	}
	key, err := r.cfg.Gate.LetIn(ctx.Context(), token, ctx.Operation().Metadata[writes] != nil)
	if err != nil {
		return caller{}, r.problem(ctx.Context(), err)
	}
	agent, _ := r.agentOf(key, "")
	return caller{key: key, actor: key.Actor(), agent: agent}, nil
}

// problem is problemOf for what is a problem in any case.
func (r *Room) problem(ctx context.Context, err error) *Problem {
	var p *Problem
	errors.As(problemOf(ctx, r.cfg.Log, err), &p)
	return p
}
