package receipt

import (
	"encoding/json"

	"keepsake/agent/turnlog"
	"keepsake/outside"
	"keepsake/session"
	"keepsake/templates"
)

// Actions of the buttons of a call; each reference is the call.
const (
	ActionCallOnce   = "callonce"
	ActionCallAlways = "callalways"
	ActionCallNo     = "callno"
	ActionCallAsk    = "callask"
)

// CallAct is a call of another program's tool, with the arguments as they are sent.
type CallAct struct {
	Call outside.Call
	Args json.RawMessage
}

// CallActs returns what of a turn's calls is shown: those that wait for a tap, and those that ran because the person had
// allowed the tool for good. One whose arguments were forgotten since is not.
func CallActs(calls []outside.Call, ms []session.Message) (acts []CallAct) {
	for _, c := range calls {
		args, ok := turnlog.Arguments(ms, c.CallID)
		if ok && (c.State == outside.Waiting || c.Always && c.State == outside.Done) {
			acts = append(acts, CallAct{c, args})
		}
	}
	return acts
}

// addCall adds the line of a call with its buttons.
func (c *card) addCall(a CallAct) {
	data := templates.Data{"Server": showExactly(a.Call.Server), "Tool": showExactly(a.Call.Tool), "Args": showExactly(string(a.Args))}
	id := a.Call.ID
	if a.Call.State == outside.Waiting {
		c.add(c.voice.with("receipt.call_ask", data), c.button("button.call_once", ActionCallOnce, id), c.button("button.call_always", ActionCallAlways, id),
			c.button("button.no", ActionCallNo, id))
		return
	}
	c.add(c.voice.with("receipt.call_done", data), c.button("button.call_ask", ActionCallAsk, id))
}
