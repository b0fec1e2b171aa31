package update

import (
	"bytes"
	"encoding/json"
)

// Mask returns the payload of an update with every text that somebody wrote passed through
// mask, so that no secret is ever stored. A payload that mask leaves as it is, or that cannot
// be read, is returned unchanged.
func Mask(payload []byte, mask func(written string) string) []byte {
	d := json.NewDecoder(bytes.NewReader(payload))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return payload
	}
	changed := false
	v = maskValue(v, mask, &changed)
	if !changed {
		return payload
	}
	masked, err := json.Marshal(v)
	if err != nil {
		return payload
	}
	return masked
}

// writtenFields are the fields of the Bot API that hold what somebody wrote.
var writtenFields = map[string]bool{"text": true, "caption": true, "url": true, "question": true, "description": true}

func maskValue(v any, mask func(string) string, changed *bool) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = maskValue(v[i], mask, changed)
		}
	case map[string]any:
		for field, inner := range v {
			written, isString := inner.(string)
			if !isString {
				v[field] = maskValue(inner, mask, changed)
				continue
			}
			if !writtenFields[field] {
				continue
			}
			if masked := mask(written); masked != written {
				v[field], *changed = masked, true
			}
		}
	}
	return v
}
