package prompt

import "keepsake/session"

// SplitTurns splits messages between turns into portions of at most budget tokens each (a
// larger turn is a portion of its own) and returns the newest portions, at most so many.
func SplitTurns(ms []session.Message, budget, most int) [][]session.Message {
	var out [][]session.Message
	size := 0
	for i, m := range ms {
		n := session.Window{}.Count(ms[i : i+1])
		if i == 0 || size+n > budget && (m.TurnID == "" || m.TurnID != ms[i-1].TurnID) {
			out = append(out, nil)
			size = 0
		}
		out[len(out)-1] = append(out[len(out)-1], m)
		size += n
	}
	return out[max(0, len(out)-most):]
}
