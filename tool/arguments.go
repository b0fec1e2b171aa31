package tool

import (
	"bytes"
	"encoding/json"
)

// Plain returns arguments as a person can read them, on one line: without needless escapes, and each name once, so that
// whoever gets these bytes reads what the person saw.
func Plain(args json.RawMessage) (json.RawMessage, bool) {
	var v map[string]any
	d := json.NewDecoder(bytes.NewReader(args))
	d.UseNumber()
	if d.Decode(&v) != nil || v == nil {
		return nil, false
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(v) != nil {
		return nil, false
	}
	return bytes.TrimSpace(b.Bytes()), true
}
