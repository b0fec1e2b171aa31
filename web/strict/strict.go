// Package strict reads the bodies of requests as they are described, and refuses what programs may read in two ways.
//
// Start reading at Decode.
package strict

import (
	"bytes"
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
)

// JSON is the one media type of bodies.
const JSON = "application/json"

// Require returns a middleware that refuses, by refuse, a body of another media type than the description names. A body of none
// is taken for JSON.
func Require(refuse func(ctx huma.Context, status int)) func(ctx huma.Context, next func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		kind := ctx.Header("Content-Type")
		media, _, err := mime.ParseMediaType(kind)
		switch {
		case ctx.Operation().RequestBody == nil || kind == "":
			next(ctx)
		case err != nil || media != JSON:
			refuse(ctx, http.StatusUnsupportedMediaType)
		default:
			next(plainKind{ctx})
		}
	}
}

// plainKind is a request whose media type is written as huma compares it: HTTP lets it have any case.
type plainKind struct{ request }

// request is huma.Context under a name that its own method Context does not have.
type request huma.Context

func (c plainKind) Header(name string) string {
	if name == "Content-Type" {
		return JSON
	}
	return c.request.Header(name)
}

var errText = errors.New("a text is not in UTF-8")

var errTwice = errors.New("an object names a field twice")

// Decode is huma's decoder of JSON, but that it refuses texts that are no UTF-8 and an object that names a field twice:
// programs on the way might read the other one.
func Decode(data []byte, v any) error {
	if !utf8.Valid(data) || hasLoneSurrogate(data) { // they would be read as U+FFFD
		return errText
	}
	if err := huma.DefaultJSONFormat.Unmarshal(data, v); err != nil {
		return err
	}
	if _, first := v.(*any); first && namesTwice(data) { // huma decodes a body a second time, into the operation's type
		return errTwice
	}
	return nil
}

// hasLoneSurrogate reports whether an escape of a document is half of a pair.
func hasLoneSurrogate(data []byte) bool {
	for i := 0; i+1 < len(data); i++ {
		if data[i] != '\\' {
			continue
		}
		first := escaped(data[i:])
		switch {
		case !utf16.IsSurrogate(first):
			i++
		case utf16.DecodeRune(first, escaped(data[min(i+6, len(data)):])) == utf8.RuneError:
			return true
		default:
			i += 11
		}
	}
	return false
}

// escaped returns the code unit of an escape like \u00e9 at the beginning; 0 = there is none.
func escaped(data []byte) rune {
	if len(data) < 6 || data[0] != '\\' || data[1] != 'u' {
		return 0
	}
	n, _ := strconv.ParseUint(string(data[2:6]), 16, 32)
	return rune(n)
}

// namesTwice reports whether an object of a valid document has two fields of one name.
func namesTwice(data []byte) bool {
	type level struct {
		fields map[string]bool // nil = it is a list
		value  bool            // what comes next is the value of a field
	}
	levels := []level{{}}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber() // a number may be larger than any of Go's
	for {
		token, err := d.Token()
		if err != nil { // the end
			return false
		}
		at := &levels[len(levels)-1]
		name, isText := token.(string)
		switch {
		case token == json.Delim('}') || token == json.Delim(']'):
			levels = levels[:len(levels)-1]
			continue
		case at.fields != nil && !at.value && isText:
			if at.fields[name] {
				return true
			}
			at.fields[name], at.value = true, true
			continue
		}
		at.value = false
		switch token {
		case json.Delim('{'):
			levels = append(levels, level{fields: map[string]bool{}})
		case json.Delim('['):
			levels = append(levels, level{})
		}
	}
}
