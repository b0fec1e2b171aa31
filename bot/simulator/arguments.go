package simulator

import (
	"bytes"
	"encoding/json"
	"reflect"
)

// arguments are the parameters of all methods with their types, by the names that Telegram gives
// them; names mean the same in every method. "wrong" is how Telegram refuses a value of another
// type, where its words are known. Parameters that change nothing here are typed all the same.
type arguments struct {
	ChatID     string  `json:"chat_id"`
	ThreadID   int     `json:"message_thread_id"`
	UserID     int64   `json:"user_id" wrong:"invalid user_id specified"`
	MessageID  int64   `json:"message_id" wrong:"message identifier is not specified"`
	MessageIDs []int64 `json:"message_ids" wrong:"message identifiers are not specified"`

	Text            string                     `json:"text"`
	Entities        []Entity                   `json:"entities"`
	Caption         string                     `json:"caption"`
	CaptionEntities []Entity                   `json:"caption_entities"`
	Document        string                     `json:"document"`
	ReplyMarkup     map[string]json.RawMessage `json:"reply_markup" wrong:"object expected as reply markup"`
	Silent          bool                       `json:"disable_notification"`
	Protect         bool                       `json:"protect_content"`
	Paid            bool                       `json:"allow_paid_broadcast"`
	Effect          string                     `json:"message_effect_id"`
	NoDetection     bool                       `json:"disable_content_type_detection"`
	ReplyTo         struct {
		MessageID     int64           `json:"message_id"`
		ChatID        json.RawMessage `json:"chat_id"`
		Lenient       bool            `json:"allow_sending_without_reply"`
		Quote         string          `json:"quote"`
		QuoteEntities []Entity        `json:"quote_entities"`
		QuotePosition int             `json:"quote_position"`
	} `json:"reply_parameters"`
	Preview struct {
		Disabled bool   `json:"is_disabled"`
		URL      string `json:"url"`
		Small    bool   `json:"prefer_small_media"`
		Large    bool   `json:"prefer_large_media"`
		Above    bool   `json:"show_above_text"`
	} `json:"link_preview_options"`

	Action   string `json:"action"`
	Reaction []struct {
		Type  string `json:"type"`
		Emoji string `json:"emoji"`
	} `json:"reaction" wrong:"expected an Array of ReactionType"`
	Big       bool   `json:"is_big"`
	Tap       string `json:"callback_query_id"`
	Alert     bool   `json:"show_alert"`
	CacheTime int    `json:"cache_time"`
	FileID    string `json:"file_id"`

	Commands []struct {
		Command     string `json:"command"`
		Description string `json:"description"`
	} `json:"commands" wrong:"can't parse commands JSON object"`
	Scope struct {
		Type   string          `json:"type"`
		ChatID json.RawMessage `json:"chat_id"`
		UserID int64           `json:"user_id"`
	} `json:"scope" wrong:"can't parse BotCommandScope: expected an Object"`
	Language         string `json:"language_code"`
	Name             string `json:"name"`
	Description      string `json:"description"`
	ShortDescription string `json:"short_description"`

	Offset         int64    `json:"offset"`
	Limit          int      `json:"limit"`
	Timeout        int      `json:"timeout"`
	AllowedUpdates []string `json:"allowed_updates"`
	URL            string   `json:"url"`
	SecretToken    string   `json:"secret_token"`
	MaxConnections int      `json:"max_connections"`
	DropPending    bool     `json:"drop_pending_updates"`
}

// readArguments reads the parameters of a request that a method takes. The caller holds mu.
func (s *Server) readArguments(q *request, m method) *apiError {
	for name := range q.params {
		if !m.takes(name) {
			return s.violate(q.method, "unknown parameter "+name)
		}
	}
	q.args = arguments{Limit: 100, MaxConnections: 40}
	q.args.Scope.Type = "default"
	v := reflect.ValueOf(&q.args).Elem()
	for i := range v.NumField() {
		tag, field := v.Type().Field(i).Tag, v.Field(i)
		name := tag.Get("json")
		given := q.params[name]
		switch {
		case given == "":
		case field.Kind() == reflect.String:
			field.SetString(given)
		case tag.Get("wrong") != "" && json.Unmarshal([]byte(given), field.Addr().Interface()) != nil:
			return badRequest("%s", tag.Get("wrong"))
		default:
			if err := decodeStrictly(given, field.Addr().Interface()); err != nil {
				return s.violate(q.method, name+": "+err.Error())
			}
		}
	}
	return nil
}

// decodeStrictly decodes JSON that may hold nothing but the fields of to.
func decodeStrictly(v string, to any) error {
	d := json.NewDecoder(bytes.NewReader([]byte(v)))
	d.DisallowUnknownFields()
	return d.Decode(to)
}
