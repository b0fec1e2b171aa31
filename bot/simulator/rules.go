package simulator

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Limits of a message; lengths in UTF-16 units after the entities are taken out.
const (
	maxText     = 4096
	maxCaption  = 1024
	maxEntities = 100
)

// strict decodes JSON that may hold nothing but the fields of to.
func strict(v string, to any) error {
	d := json.NewDecoder(bytes.NewReader([]byte(v)))
	d.DisallowUnknownFields()
	return d.Decode(to)
}

// text is the text (or caption) of a request with its entities, trimmed as Telegram trims.
func (s *Server) text(q *request, field, entityField string, limit int) (string, []Entity, *apiError) {
	text := q.params[field]
	if !utf8.ValidString(text) {
		return "", nil, bad("strings must be encoded in UTF-8")
	}
	if i := strings.IndexFunc(text, altered); i >= 0 {
		return "", nil, s.violate(q.method, fmt.Sprintf("%s holds %U, which Telegram would change", field, []rune(text[i:])[0]))
	}
	var entities []Entity
	if v := q.params[entityField]; v != "" {
		if err := strict(v, &entities); err != nil {
			return "", nil, s.violate(q.method, "can't parse entities: "+err.Error())
		}
	}
	units := utf16.Encode([]rune(text))
	if err := checkEntities(units, entities); err != nil {
		return "", nil, s.violate(q.method, err.Error())
	}
	text, entities = trim(units, entities)
	if n := len(utf16.Encode([]rune(text))); n > limit {
		if field == "caption" {
			return "", nil, bad("message caption is too long")
		}
		return "", nil, bad("message is too long")
	}
	return text, entities, nil
}

// altered says which characters Telegram drops from a text or replaces.
func altered(r rune) bool {
	return r < ' ' && r != '\n' && r != '\t' || r >= '\u2028' && r <= '\u202E'
}

// checkEntities holds entities against the rules of
// https://core.telegram.org/bots/api#formatting-options. Telegram itself would drop or mend
// what breaks them.
func checkEntities(text []uint16, es []Entity) error {
	if len(es) > maxEntities {
		return fmt.Errorf("%d entities: Telegram drops those after the %dth", len(es), maxEntities)
	}
	for i, e := range es {
		switch {
		case e.Offset < 0 || e.Length <= 0 || e.End() > len(text):
			return fmt.Errorf("entity %d (%s) lies outside of the text", i, e.Type)
		case cutsPair(text, e.Offset) || cutsPair(text, e.End()):
			return fmt.Errorf("entity %d (%s) cuts a surrogate pair", i, e.Type)
		}
		if err := checkEntity(e); err != nil {
			return fmt.Errorf("entity %d: %w", i, err)
		}
		for _, other := range es[:i] {
			if err := checkPair(other, e); err != nil {
				return fmt.Errorf("entity %d: %w", i, err)
			}
		}
	}
	return nil
}

func cutsPair(text []uint16, at int) bool {
	return at > 0 && at < len(text) && text[at-1] >= 0xD800 && text[at-1] <= 0xDBFF && text[at] >= 0xDC00 && text[at] <= 0xDFFF
}

var entityTypes = []string{
	"bold", "italic", "underline", "strikethrough", "spoiler", "blockquote", "expandable_blockquote", "code", "pre", "text_link",
	"mention", "text_mention", "hashtag", "cashtag", "bot_command", "url", "email", "phone_number",
}

func checkEntity(e Entity) error {
	switch {
	case !slices.Contains(entityTypes, e.Type):
		return fmt.Errorf("unsupported type %q", e.Type)
	case (e.URL != "") != (e.Type == "text_link"):
		return fmt.Errorf("a URL belongs to text_link, not to %s", e.Type)
	case (e.User != nil) != (e.Type == "text_mention"):
		return fmt.Errorf("a user belongs to text_mention, not to %s", e.Type)
	case e.Language != "" && e.Type != "pre":
		return fmt.Errorf("a language belongs to pre, not to %s", e.Type)
	case e.Type == "text_link" && !validURL(e.URL):
		return errors.New("the URL of a text_link is wrong")
	}
	return nil
}

func validURL(v string) bool {
	u, err := url.Parse(v)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https" || u.Scheme == "tg") && u.Host != ""
}

// checkPair holds two entities with common characters against the rules of nesting.
func checkPair(a, b Entity) error {
	if a.End() <= b.Offset || b.End() <= a.Offset {
		return nil
	}
	inside := func(in, out Entity) bool { return in.Offset >= out.Offset && in.End() <= out.End() }
	if !inside(a, b) && !inside(b, a) {
		return fmt.Errorf("%s and %s overlap", a.Type, b.Type)
	}
	quote := func(e Entity) bool { return e.Type == "blockquote" || e.Type == "expandable_blockquote" }
	fixed := func(e Entity) bool { return e.Type == "code" || e.Type == "pre" }
	free := func(e Entity) bool {
		return slices.Contains([]string{"bold", "italic", "underline", "strikethrough", "spoiler"}, e.Type)
	}
	switch {
	case quote(a) && quote(b):
		return errors.New("blockquotes can't be nested")
	case quote(a) && inside(b, a) || quote(b) && inside(a, b):
		return nil
	case fixed(a) || fixed(b):
		return fmt.Errorf("%s and %s can't be nested", a.Type, b.Type)
	case !free(a) && !free(b):
		return fmt.Errorf("%s and %s can't be nested", a.Type, b.Type)
	case a.Type == b.Type:
		return fmt.Errorf("%s within %s", a.Type, b.Type)
	}
	return nil
}

// trim drops white space at the end, and at the beginning up to the first entity.
func trim(text []uint16, es []Entity) (string, []Entity) {
	blank := func(u uint16) bool { return u == ' ' || u == '\n' || u == '\t' }
	from, to := 0, len(text)
	for to > 0 && blank(text[to-1]) {
		to--
	}
	first := to
	for _, e := range es {
		first = min(first, e.Offset)
	}
	for from < first && blank(text[from]) {
		from++
	}
	var out []Entity
	for _, e := range es {
		end := min(e.End(), to)
		if e.Offset < end {
			e.Offset, e.Length = e.Offset-from, end-e.Offset
			out = append(out, e)
		}
	}
	slices.SortStableFunc(out, func(a, b Entity) int {
		if a.Offset != b.Offset {
			return a.Offset - b.Offset
		}
		return b.Length - a.Length
	})
	return string(utf16.Decode(text[from:max(from, to)])), out
}

// markup is a reply_markup.
type markup struct {
	buttons     [][]Button
	force       bool
	selective   bool
	placeholder string
	other       bool // a reply keyboard or its removal
}

func (s *Server) markup(q *request) (markup, *apiError) {
	v := q.params["reply_markup"]
	if v == "" {
		return markup{}, nil
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal([]byte(v), &raw); err != nil || raw == nil {
		return markup{}, bad("object expected as reply markup")
	}
	switch {
	case raw["inline_keyboard"] != nil:
		return s.inline(q, v)
	case raw["force_reply"] != nil:
		var f struct {
			ForceReply  bool   `json:"force_reply"`
			Placeholder string `json:"input_field_placeholder"`
			Selective   bool   `json:"selective"`
		}
		if err := strict(v, &f); err != nil {
			return markup{}, s.violate(q.method, "force_reply: "+err.Error())
		}
		if n := utf8.RuneCountInString(f.Placeholder); n > 64 {
			return markup{}, s.violate(q.method, "input_field_placeholder has more than 64 characters")
		}
		return markup{force: f.ForceReply, selective: f.Selective, placeholder: f.Placeholder}, nil
	case raw["keyboard"] != nil || raw["remove_keyboard"] != nil:
		return markup{other: true}, nil
	}
	return markup{}, s.violate(q.method, "reply_markup is of no known kind")
}

func (s *Server) inline(q *request, v string) (markup, *apiError) {
	var k struct {
		Keyboard [][]struct {
			Text  string  `json:"text"`
			Data  *string `json:"callback_data"`
			URL   string  `json:"url"`
			Style string  `json:"style"`
			Copy  *struct {
				Text string `json:"text"`
			} `json:"copy_text"`
		} `json:"inline_keyboard"`
	}
	if err := strict(v, &k); err != nil {
		return markup{}, s.violate(q.method, "inline_keyboard: "+err.Error())
	}
	if k.Keyboard == nil {
		return markup{}, s.violate(q.method, "inline_keyboard must be an array")
	}
	var out markup
	total := 0
	for _, row := range k.Keyboard {
		var buttons []Button
		for _, b := range row {
			switch {
			case strings.TrimSpace(b.Text) == "":
				return markup{}, bad("can't parse inline keyboard button: Text buttons must be non-empty")
			case b.Data == nil && b.URL == "" && b.Copy == nil:
				return markup{}, bad("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
			case b.Data != nil && b.URL != "":
				return markup{}, s.violate(q.method, "a button has both callback_data and url")
			case b.Data != nil && (len(*b.Data) < 1 || len(*b.Data) > 64):
				return markup{}, bad("BUTTON_DATA_INVALID")
			case b.URL != "" && !validURL(b.URL):
				return markup{}, bad("inline keyboard button URL '%s' is invalid: Wrong HTTP URL", b.URL)
			}
			button := Button{Text: b.Text, URL: b.URL}
			if b.Data != nil {
				button.Data = *b.Data
			}
			buttons = append(buttons, button)
			total++
		}
		if len(buttons) > 8 {
			return markup{}, s.violate(q.method, "more than 8 buttons in a row")
		}
		if len(buttons) > 0 {
			out.buttons = append(out.buttons, buttons)
		}
	}
	if total > 100 {
		return markup{}, bad("reply markup is too long")
	}
	return out, nil
}
