package simulator

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"regexp"
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

// units returns a text as Telegram counts it: in units of UTF-16.
func units(text string) []uint16 { return utf16.Encode([]rune(text)) }

func readText(s *Server, q *request) *apiError {
	return s.setText(q, "message", q.args.Text, q.args.Entities, maxText)
}

func readCaption(s *Server, q *request) *apiError {
	return s.setText(q, "message caption", q.args.Caption, q.args.CaptionEntities, maxCaption)
}

// setText checks the text (or caption) of a request with its entities and keeps both, trimmed
// as Telegram trims.
func (s *Server) setText(q *request, what, text string, entities []Entity, limit int) *apiError {
	if !utf8.ValidString(text) {
		return badRequest("strings must be encoded in UTF-8")
	}
	if i := strings.IndexFunc(text, isAltered); i >= 0 {
		return s.violate(q.method, fmt.Sprintf("the %s holds %U, which Telegram would change", what, []rune(text[i:])[0]))
	}
	if err := checkEntities(units(text), entities); err != nil {
		return s.violate(q.method, err.Error())
	}
	q.text, q.entities = trimText(units(text), entities)
	if len(units(q.text)) > limit {
		return badRequest("%s is too long", what)
	}
	return nil
}

// isAltered reports whether Telegram drops a character from a text or replaces it.
func isAltered(r rune) bool {
	return r < ' ' && r != '\n' && r != '\t' || r >= '\u2028' && r <= '\u202E'
}

// checkEntities checks entities by the rules of
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

// entityTypes are the types there are; the first five may be nested in each other.
var entityTypes = []string{
	"bold", "italic", "underline", "strikethrough", "spoiler",
	"blockquote", "expandable_blockquote", "code", "pre", "text_link",
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

// checkPair checks two entities with common characters by the rules of nesting.
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
	free := func(e Entity) bool { return slices.Contains(entityTypes[:5], e.Type) }
	switch {
	case quote(a) && quote(b):
		return errors.New("blockquotes can't be nested")
	case quote(a) && inside(b, a) || quote(b) && inside(a, b):
		return nil
	case fixed(a) || fixed(b) || !free(a) && !free(b):
		return fmt.Errorf("%s and %s can't be nested", a.Type, b.Type)
	case a.Type == b.Type:
		return fmt.Errorf("%s within %s", a.Type, b.Type)
	}
	return nil
}

// trimText drops white space at the end, and at the beginning up to the first entity.
func trimText(text []uint16, es []Entity) (string, []Entity) {
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
	slices.SortStableFunc(out, func(a, b Entity) int { return cmp.Or(a.Offset-b.Offset, b.Length-a.Length) })
	return string(utf16.Decode(text[from:max(from, to)])), out
}

// markup is a reply_markup; the fields with names of the wire are those of a ForceReply.
type markup struct {
	Force       bool   `json:"force_reply"`
	Selective   bool   `json:"selective"`
	Placeholder string `json:"input_field_placeholder"`
	buttons     [][]Button
	isOther     bool // a reply keyboard or its removal
}

// readKeyboard reads the reply_markup.
func readKeyboard(s *Server, q *request) *apiError {
	given, raw := q.params["reply_markup"], q.args.ReplyMarkup
	switch {
	case given == "":
	case raw == nil:
		return badRequest("object expected as reply markup")
	case raw["inline_keyboard"] != nil:
		return s.readInlineKeyboard(q, given)
	case raw["force_reply"] != nil:
		if err := decodeStrictly(given, &q.markup); err != nil {
			return s.violate(q.method, "force_reply: "+err.Error())
		}
		if utf8.RuneCountInString(q.markup.Placeholder) > 64 {
			return s.violate(q.method, "input_field_placeholder has more than 64 characters")
		}
	case raw["keyboard"] != nil || raw["remove_keyboard"] != nil:
		q.markup.isOther = true
	default:
		return s.violate(q.method, "reply_markup is of no known kind")
	}
	return nil
}

// wireButton is an inline button as the bot writes it.
type wireButton struct {
	Text  string  `json:"text"`
	Data  *string `json:"callback_data"`
	URL   string  `json:"url"`
	Style string  `json:"style"`
	Copy  *struct {
		Text string `json:"text"`
	} `json:"copy_text"`
}

func (s *Server) readInlineKeyboard(q *request, given string) *apiError {
	var k struct {
		Rows [][]wireButton `json:"inline_keyboard"`
	}
	if err := decodeStrictly(given, &k); err != nil {
		return s.violate(q.method, "inline_keyboard: "+err.Error())
	}
	if k.Rows == nil {
		return s.violate(q.method, "inline_keyboard must be an array")
	}
	for _, row := range k.Rows {
		var buttons []Button
		for _, b := range row {
			if fail := s.checkButton(q, b); fail != nil {
				return fail
			}
			buttons = append(buttons, Button{Text: b.Text, URL: b.URL, Data: *cmp.Or(b.Data, new(""))})
		}
		if len(buttons) > 8 {
			return s.violate(q.method, "more than 8 buttons in a row")
		}
		if len(buttons) > 0 {
			q.markup.buttons = append(q.markup.buttons, buttons)
		}
	}
	if len(slices.Concat(k.Rows...)) > 100 {
		return badRequest("reply markup is too long")
	}
	return nil
}

// markdownEscape matches what a text for a Markdown renderer has and a button, which Telegram shows as it is, should not.
var markdownEscape = regexp.MustCompile("\\\\[!-/:-@[-`{-~]|&#(32|9);")

func (s *Server) checkButton(q *request, b wireButton) *apiError {
	switch {
	case strings.TrimSpace(b.Text) == "":
		return badRequest("can't parse inline keyboard button: Text buttons must be non-empty")
	case b.Data == nil && b.URL == "" && b.Copy == nil:
		return badRequest("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
	case b.Data != nil && b.URL != "":
		return s.violate(q.method, "a button has both callback_data and url")
	case markdownEscape.MatchString(b.Text):
		return s.violate(q.method, "a button shows a Markdown escape: "+b.Text)
	case b.Data != nil && (*b.Data == "" || len(*b.Data) > 64):
		return badRequest("BUTTON_DATA_INVALID")
	case b.URL != "" && !validURL(b.URL):
		return badRequest("inline keyboard button URL '%s' is invalid: Wrong HTTP URL", b.URL)
	}
	return nil
}
