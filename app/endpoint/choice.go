package endpoint

import (
	"context"

	"keepsake/llm"
)

// choice asks the model that was chosen for a conversation.
type choice struct {
	usual  llm.Chat
	others map[string]llm.Chat
}

// Choose returns a Chat that asks the others by their name (llm.Request.Model). What names none of them goes to the usual one, and
// so does what the endpoint has no such model for, or one that calls no tools: a list may be older than the endpoint.
func Choose(usual llm.Chat, others map[string]llm.Chat) llm.Chat {
	if len(others) == 0 {
		return usual
	}
	return choice{usual, others}
}

// Complete implements llm.Chat.
func (c choice) Complete(ctx context.Context, r llm.Request, onText func(string, bool)) (llm.Response, error) {
	if chosen, ok := c.others[r.Model]; ok {
		resp, err := chosen.Complete(ctx, r, onText)
		if trouble := llm.TroubleOf(err); trouble != llm.TroubleModel && trouble != llm.TroubleTools {
			return resp, err
		}
	}
	return c.usual.Complete(ctx, r, onText)
}
