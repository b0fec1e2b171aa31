package usage

import (
	"keepsake/llm"
)

// Parts are what the purposes other than conversation used, by llm.Purpose; the part of
// conversation is empty, since it is the rest.
//
// Embeddings are another model's: their calls and tokens stand in their part alone, so they
// fill no quota of tokens. Their cost is part of the whole cost, and so of the cap.
type Parts [llm.Purposes]Part

// Part is what one purpose used.
type Part struct {
	Calls  int
	Tokens int
	Cost   float64
}

// CountOf returns one call for a purpose as a count.
func CountOf(p llm.Purpose, u llm.Usage) Count {
	var c Count
	c.Cost = u.Cost
	if p != llm.Embedding {
		c.Calls, c.Prompt, c.Cached, c.Answer = 1, u.Prompt, u.Cached, u.Answer
	}
	if p != llm.Conversation {
		c.Parts[p] = Part{Calls: 1, Tokens: u.Prompt + u.Answer, Cost: u.Cost}
	}
	return c
}

// Plus returns the sum of two counts.
func (c Count) Plus(d Count) Count {
	sum := Count{
		Messages: c.Messages + d.Messages, Calls: c.Calls + d.Calls, Prompt: c.Prompt + d.Prompt,
		Cached: c.Cached + d.Cached, Answer: c.Answer + d.Answer, Cost: c.Cost + d.Cost,
	}
	for i, p := range c.Parts {
		q := d.Parts[i]
		sum.Parts[i] = Part{Calls: p.Calls + q.Calls, Tokens: p.Tokens + q.Tokens, Cost: p.Cost + q.Cost}
	}
	return sum
}
