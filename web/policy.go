package web

import (
	"cmp"
	"context"
	"errors"
	"net/http"

	"keepsake/memory/policy"
	"keepsake/text"
	"keepsake/web/policies"
	"keepsake/web/shape"
)

// addPolicy adds what the operator lets extraction and prompts do (A57).
func (r *Room) addPolicy() {
	register(r, operation{
		id: "get-policy", method: http.MethodGet, path: "/api/ltm/policy", tag: "Long-term memory", summary: "Get the write and the read policy",
		about: "As the operator's settings, or an owner since (keepsake policy), say. What a person chose (/memory mode) may be stricter, and then counts.",
	}, r.getPolicy)
	register(r, operation{
		id: "set-policy", method: http.MethodPut, path: "/api/ltm/policy", tag: "Long-term memory", summary: "Set the write and the read policy",
		about: "For an owner's key or an agent's. The answer of GET can be sent back with what is to be another; it counts at once, in every process, as the next " +
			"of the policies that keepsake policy shows and takes back. What the settings alone say must be as it is: max_items_per_scope, and that neither enable is true without them.",
		writes: true, errors: []int{http.StatusConflict, http.StatusPreconditionFailed},
	}, r.setPolicy)
}

type policyOutput struct {
	ETag string `header:"ETag"`
	Body policies.Policies
}

func (r *Room) getPolicy(ctx context.Context, _ *struct{}) (*policyOutput, error) {
	a := callerOf(ctx).agent
	now, err := a.Policies.Current(ctx, a.Store, a.Writing)
	if err != nil {
		return nil, err
	}
	return policyAnswer(now), nil
}

type policyInput struct {
	IfMatch string `header:"If-Match" maxLength:"1000" doc:"Entity tags; 412 when the policy has none of them"`
	Body    policies.PolicyBody
}

// setPolicy makes what a program sends the policy that counts. Who may is said by policy.Service.
func (r *Room) setPolicy(ctx context.Context, in *policyInput) (*policyOutput, error) {
	c := callerOf(ctx)
	a, who := c.agent, c.actor
	if c.key.Person != "" {
		var err error
		if who, err = r.inPrivate(ctx, c); err != nil {
			return nil, err
		}
	}
	if a.Policies == nil {
		return nil, policy.ErrNotAllowed
	}
	now, err := a.Policies.Current(ctx, a.Store, a.Writing)
	if err != nil {
		return nil, err
	}
	wanted, err := in.Body.Over(now.Policy)
	if err != nil {
		return nil, err
	}
	change := policy.Change{Policy: wanted, Reason: cmp.Or(text.OneLine(in.Body.Reason), "set by a program")}
	if in.IfMatch != "" {
		if !shape.IsTagged(in.IfMatch, policies.Tag(now), false) {
			return nil, errPolicyChanged
		}
		change.IfNumber = now.Number
	}
	set, err := a.Policies.Set(ctx, who, a.Store, a.Writing, change)
	if errors.Is(err, policy.ErrChanged) && in.IfMatch != "" {
		err = errPolicyChanged
	}
	if err != nil {
		return nil, err
	}
	return policyAnswer(set), nil
}

var errPolicyChanged error = newProblem(http.StatusPreconditionFailed, "changed", "The policy is not as If-Match says. Read it again.")

func policyAnswer(now policy.Revision) *policyOutput {
	return &policyOutput{ETag: policies.Tag(now), Body: policies.Convert(now)}
}
