package update

import (
	"bytes"
	"encoding/json"
	"path"
	"strings"
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

// writtenFields are the fields of the Bot API that hold what somebody wrote, names included.
var writtenFields = map[string]bool{
	"text": true, "caption": true, "url": true, "question": true, "description": true, "explanation": true, "query": true,
	"first_name": true, "last_name": true, "username": true, "title": true, "sender_user_name": true, "author_signature": true,
	"performer": true, "vcard": true, "address": true, "custom_title": true,
}

func maskValue(v any, mask func(string) string, changed *bool) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = maskValue(v[i], mask, changed)
		}
	case map[string]any:
		*changed = maskNames(v, mask) || *changed
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

// maskNames masks a first and a last name that are a secret only together. It reports whether they
// were.
func maskNames(person map[string]any, mask func(string) string) bool {
	first, _ := person["first_name"].(string)
	last, ok := person["last_name"].(string)
	if !ok {
		return false
	}
	masked := mask(first + " " + last)
	if masked == first+" "+last || masked == mask(first)+" "+mask(last) {
		return false
	}
	person["first_name"], person["last_name"] = masked, ""
	return true
}

// maskFileName masks the name of a file. Its extension stays, since it says how the file is read;
// what stands between words in a file's name counts as a space.
func maskFileName(name string, mask func(string) string) string {
	extension := path.Ext(name)
	if len(extension) > 6 || strings.ContainsRune(extension, ' ') {
		extension = ""
	}
	base := strings.TrimSuffix(name, extension)
	if masked := mask(base); masked != base {
		return masked + extension
	}
	spaced := strings.Map(func(r rune) rune {
		if r == '_' || r == '+' {
			return ' '
		}
		return r
	}, base)
	if masked := mask(spaced); masked != spaced {
		return masked + extension
	}
	return name
}
