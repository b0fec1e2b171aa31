package update

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf16"

	"keepsake/secret"
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

// writtenFields are the fields of the Bot API that hold what somebody wrote, names included, apart from those that
// mayBeJoined.
var writtenFields = map[string]bool{
	"text": true, "caption": true, "url": true, "language": true, "question": true, "option_text": true, "description": true,
	"explanation": true, "query": true, "switch_inline_query": true, "switch_inline_query_current_chat": true, "forward_text": true,
	"button_text": true, "comment": true, "prize_description": true, "bio": true,
	"first_name": true, "last_name": true, "name": true, "title": true, "new_chat_title": true, "sender_user_name": true,
	"author_signature": true, "custom_title": true, "tag": true, "sender_tag": true, "performer": true,
	"vcard": true, "email": true, "address": true, "street_line1": true, "street_line2": true, "city": true,
	"post_code": true, "state": true,
}

// mayBeJoined are fields that somebody wrote whose words can be joined by other signs than spaces.
var mayBeJoined = map[string]bool{"username": true, "set_name": true}

func maskValue(v any, mask func(string) string, changed *bool) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = maskValue(v[i], mask, changed)
		}
	case map[string]any:
		*changed = maskNames(v, mask) || *changed
		if _, ok := v["rich_message"].(map[string]any); ok { // nobody reads it, and a secret in it can be cut in pieces
			v["rich_message"], *changed = map[string]any{}, true
		}
		if page, ok := v["web_app_data"].(map[string]any); ok { // nor this, whose data need not be a text
			page["data"], *changed = "", true
		}
		for field, entities := range entityFields {
			list, _ := v[entities].([]any)
			if written, ok := v[field].(string); ok && len(list) > 0 {
				moveEntities(list, written, mask(written))
			}
		}
		for field, inner := range v {
			written, isString := inner.(string)
			if !isString {
				v[field] = maskValue(inner, mask, changed)
				continue
			}
			masked := written
			switch {
			case field == "file_name":
				masked = maskFileName(written, mask)
			case mayBeJoined[field]:
				masked = secret.MaskJoined(written, mask)
			case writtenFields[field]:
				masked = mask(written)
			}
			if masked != written {
				v[field], *changed = masked, true
			}
		}
	}
	return v
}

// entityFields are the fields whose ranges count the units of a text, by the text's field.
var entityFields = map[string]string{"text": "entities", "caption": "caption_entities"}

// moveEntities fits the entities of a text to what it reads like once it is masked. A range
// that touches the part where the two differ covers all of that part: what was a quotation
// stays one, at the price of words between two secrets that may become one.
func moveEntities(entities []any, before, after string) {
	if before == after {
		return
	}
	old, masked := utf16.Encode([]rune(before)), utf16.Encode([]rune(after))
	same := 0 // units at the beginning
	for same < min(len(old), len(masked)) && old[same] == masked[same] {
		same++
	}
	tail := 0 // units at the end
	for tail < min(len(old), len(masked))-same && old[len(old)-1-tail] == masked[len(masked)-1-tail] {
		tail++
	}
	move := func(at, inside int) int {
		switch {
		case at <= same:
			return at
		case at >= len(old)-tail:
			return at + len(masked) - len(old)
		}
		return inside
	}
	for _, e := range entities {
		fields, _ := e.(map[string]any)
		offset, ok1 := wholeNumber(fields["offset"])
		length, ok2 := wholeNumber(fields["length"])
		if !ok1 || !ok2 || length > len(old) || offset > len(old) {
			continue
		}
		from, to := move(offset, same), move(offset+length, len(masked)-tail)
		fields["offset"], fields["length"] = from, to-from
	}
}

func wholeNumber(v any) (int, bool) {
	n, _ := v.(json.Number)
	i, err := strconv.ParseInt(n.String(), 10, 32)
	return int(i), err == nil
}
