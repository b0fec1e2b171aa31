package recall

import (
	"context"
	"slices"

	"keepsake/llm"
	"keepsake/scope"
	"keepsake/text"
)

// Accounts counts what embeddings used, on the account of whom they serve.
type Accounts interface {
	// Check returns why nothing may be embedded now: the money of the day or month is used up or
	// nearly.
	Check(ctx context.Context) error
	// Charge counts usage on the account of a scope's owner; where that has none, on the bot's.
	// It stores nothing at once, so it may be called in a transaction.
	Charge(ctx context.Context, owner scope.Scope, u llm.Usage)
}

// charge counts a question's embedding: in a group the group pays, else the person.
func (s *Service) charge(ctx context.Context, scopes []scope.Scope, u llm.Usage) {
	if s.Accounts == nil || u == (llm.Usage{}) {
		return
	}
	for _, kind := range []scope.Kind{scope.Group, scope.User} {
		if i := slices.IndexFunc(scopes, func(o scope.Scope) bool { return o.Kind == kind }); i >= 0 {
			s.Accounts.Charge(ctx, scopes[i], u)
			return
		}
	}
	s.Accounts.Charge(ctx, scopes[0], u)
}

// charge counts a batch on the accounts of the memories' owners, in proportion to their texts, because an
// endpoint counts the tokens of a whole request only. The last owner takes what rounding leaves.
func (x *Indexer) charge(ctx context.Context, taken []Embedding, texts []string, u llm.Usage) {
	if x.Accounts == nil || u == (llm.Usage{}) {
		return
	}
	var owners []scope.Scope
	weight, whole := map[scope.Scope]int{}, 0
	for i, e := range taken {
		if weight[e.Scope] == 0 {
			owners = append(owners, e.Scope)
		}
		tokens := max(1, text.Tokens(texts[i]))
		weight[e.Scope] += tokens
		whole += tokens
	}
	rest := u
	for i, o := range owners {
		share := rest
		if i < len(owners)-1 {
			part := float64(weight[o]) / float64(whole)
			share = llm.Usage{Prompt: int(float64(u.Prompt) * part), Cost: u.Cost * part}
		}
		rest.Prompt -= share.Prompt
		rest.Cost -= share.Cost
		x.Accounts.Charge(ctx, o, share)
	}
}
