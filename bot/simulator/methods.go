package simulator

import (
	"cmp"
	"encoding/json"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// method is one method of the Bot API.
type method struct {
	params  string // the parameters it takes, documented ones only; their types are in arguments
	limited bool   // counts against flood control
	needs   []need // found before it runs, in this order
	run     func(*Server, *request) (any, *apiError)
}

// methods returns the methods by their names as documented and in lower case: Telegram ignores
// the case.
var methods = sync.OnceValue(func() map[string]method {
	const sending = "chat_id message_thread_id disable_notification protect_content allow_paid_broadcast message_effect_id reply_parameters reply_markup "
	const editing = "chat_id message_id reply_markup "
	table := map[string]method{
		"getMe":          {run: getMe},
		"getUpdates":     {params: "offset limit timeout allowed_updates", run: (*Server).getUpdates},
		"setWebhook":     {params: "url max_connections allowed_updates drop_pending_updates secret_token", run: (*Server).setWebhook},
		"deleteWebhook":  {params: "drop_pending_updates", run: (*Server).deleteWebhook},
		"getWebhookInfo": {run: (*Server).webhookInfo},

		"sendMessage":            {sending + "text entities link_preview_options", true, []need{findOpenChat, readText, readKeyboard}, sendMessage},
		"sendDocument":           {sending + "document caption caption_entities disable_content_type_detection", true, []need{findOpenChat, readCaption, readKeyboard}, sendDocument},
		"sendVoice":              {sending + "voice duration caption caption_entities", true, []need{findOpenChat, readCaption, readKeyboard}, sendVoice},
		"editMessageText":        {editing + "text entities link_preview_options", true, []need{findEditable, readText}, edit("text")},
		"editMessageCaption":     {editing + "caption caption_entities", true, []need{findEditable, readCaption}, edit("caption")},
		"editMessageReplyMarkup": {editing, true, []need{findEditable}, editMarkup},
		"deleteMessage":          {"chat_id message_id", false, []need{findMessage("delete")}, deleteMessage},
		"deleteMessages":         {"chat_id message_ids", false, []need{findOpenChat}, deleteMessages},
		"sendChatAction":         {"chat_id message_thread_id action", false, []need{findOpenChat}, chatAction},
		"setMessageReaction":     {"chat_id message_id reaction is_big", false, []need{findMessage("react")}, setReaction},
		"answerCallbackQuery":    {params: "callback_query_id text show_alert url cache_time", run: answerCallback},

		"getFile":               {params: "file_id", run: getFile},
		"getChat":               {"chat_id", false, []need{findChat}, getChat},
		"getChatMember":         {"chat_id user_id", false, []need{findChat}, getChatMember},
		"setMyName":             {params: "name language_code", run: setProfile("name", 64)},
		"setMyDescription":      {params: "description language_code", run: setProfile("description", 512)},
		"setMyShortDescription": {params: "short_description language_code", run: setProfile("short_description", 120)},
		"setMyCommands":         {"commands scope language_code", false, []need{findMenu}, setCommands},
		"deleteMyCommands":      {"scope language_code", false, []need{findMenu}, deleteCommands},
		"setChatMenuButton":     {params: "menu_button", run: setMenuButton},
		"getMyCommands":         {"scope language_code", false, []need{findMenu}, getCommands},
	}
	for name, m := range maps.Clone(table) {
		table[strings.ToLower(name)] = m
	}
	return table
})

func getMe(s *Server, _ *request) (any, *apiError) {
	return struct {
		User
		Joins    bool `json:"can_join_groups"`
		ReadsAll bool `json:"can_read_all_group_messages"`
		Inline   bool `json:"supports_inline_queries"`
	}{s.bot, true, s.readsAll, false}, nil
}

const actions = "typing upload_photo record_video upload_video record_voice upload_voice upload_document choose_sticker find_location record_video_note upload_video_note"

func chatAction(s *Server, q *request) (any, *apiError) {
	if !slices.Contains(strings.Fields(actions), q.args.Action) {
		return nil, badRequest("wrong parameter action in request")
	}
	s.recordEvent(Event{Kind: "action", Chat: q.chat.id})
	return true, nil
}

// reactions bots may use, of https://core.telegram.org/bots/api#reactiontypeemoji
const reactions = "❤ 👍 👎 🔥 🥰 👏 😁 🤔 🤯 😱 🤬 😢 🎉 🤩 🤮 💩 🙏 👌 🕊 🤡 🥱 🥴 😍 🐳 ❤‍🔥 🌚 🌭 💯 🤣 ⚡ 🍌 🏆 💔 🤨 😐 🍓 🍾 💋 🖕 😈 😴 😭 🤓 👻 👨‍💻 👀 🎃 🙈 😇 😨 🤝 ✍ 🤗 🫡 🎅 🎄 ☃ 💅 🤪 🗿 🆒 💘 🙉 🦄 😘 💊 🙊 😎 👾 🤷‍♂ 🤷 🤷‍♀ 😡"

func setReaction(s *Server, q *request) (any, *apiError) {
	var emoji []string
	for _, r := range q.args.Reaction {
		if r.Type != "emoji" || !slices.Contains(strings.Fields(reactions), r.Emoji) {
			return nil, badRequest("REACTION_INVALID")
		}
		emoji = append(emoji, r.Emoji)
	}
	if len(emoji) > 1 {
		return nil, badRequest("REACTIONS_TOO_MANY")
	}
	q.message.Reactions = emoji
	s.recordEvent(Event{Kind: "reaction", Chat: q.chat.id, Message: q.message})
	return true, nil
}

func getChat(s *Server, q *request) (any, *apiError) {
	o := s.wireChat(q.chat)
	o["accent_color_id"], o["max_reaction_count"] = 0, 11
	o["accepted_gift_types"] = allFalse("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels")
	return o, nil
}

func allFalse(fields ...string) object {
	o := object{}
	for _, f := range fields {
		o[f] = false
	}
	return o
}

// setProfile accepts a text of the bot's profile; nothing here shows it.
func setProfile(field string, limit int) func(*Server, *request) (any, *apiError) {
	return func(_ *Server, q *request) (any, *apiError) {
		if utf8.RuneCountInString(q.params[field]) > limit {
			return nil, badRequest("%s is too long", strings.ReplaceAll(field, "_", " "))
		}
		return true, nil
	}
}

var (
	command      = regexp.MustCompile(`^[a-z0-9_]{1,32}$`)
	languageCode = regexp.MustCompile(`^([a-z]{2})?$`)
)

// scopes of https://core.telegram.org/bots/api#botcommandscope, with whether they name a
// chat.
var scopes = map[string]bool{
	"default": false, "all_private_chats": false, "all_group_chats": false, "all_chat_administrators": false,
	"chat": true, "chat_administrators": true,
}

// findMenu finds the list of commands that a request is about.
func findMenu(_ *Server, q *request) *apiError {
	scope, lang := q.args.Scope, q.args.Language
	wantsChat, known := scopes[scope.Type]
	switch {
	case !known:
		return badRequest("can't parse BotCommandScope: unsupported type specified")
	case wantsChat && len(scope.ChatID) == 0:
		return badRequest("chat_id is empty")
	case !languageCode.MatchString(lang):
		return badRequest("BOT_COMMAND_LANGUAGE_INVALID: invalid language code specified")
	}
	q.menu = menuKey(scope.Type, string(scope.ChatID), lang)
	return nil
}

func menuKey(scope, chat, lang string) string { return "commands " + scope + " " + chat + " " + lang }

func setCommands(s *Server, q *request) (any, *apiError) {
	if q.args.Commands == nil {
		return nil, badRequest("can't parse commands JSON object")
	}
	if len(q.args.Commands) > 100 {
		return nil, badRequest("BOT_COMMANDS_TOO_MUCH")
	}
	for _, c := range q.args.Commands {
		if !command.MatchString(c.Command) {
			return nil, badRequest("BOT_COMMAND_INVALID")
		}
		if n := utf8.RuneCountInString(c.Description); n < 1 || n > 256 {
			return nil, badRequest("BOT_COMMAND_DESCRIPTION_INVALID")
		}
	}
	s.menus[q.menu] = q.params["commands"]
	return true, nil
}

func setMenuButton(s *Server, q *request) (any, *apiError) {
	if b := q.args.MenuButton; b.Type != "web_app" || b.Text == "" || !strings.HasPrefix(b.WebApp.URL, "https://") {
		return nil, badRequest("BUTTON_URL_INVALID")
	}
	return true, nil
}

func deleteCommands(s *Server, q *request) (any, *apiError) {
	delete(s.menus, q.menu)
	return true, nil
}

func getCommands(s *Server, q *request) (any, *apiError) {
	return json.RawMessage(cmp.Or(s.menus[q.menu], "[]")), nil
}

// Commands returns the menu, as JSON, that somebody whose app speaks a language sees in a
// chat (0 = any private one, negative = a group), "" when there is none. Telegram takes the
// narrowest scope, and in it the menu of the language before the general one.
func (s *Server) Commands(chat int64, lang string) string {
	defer s.lock()()
	wide := "all_private_chats"
	if chat < 0 {
		wide = "all_group_chats"
	}
	menu := func(scope, chat string) string {
		return cmp.Or(s.menus[menuKey(scope, chat, lang)], s.menus[menuKey(scope, chat, "")])
	}
	return cmp.Or(menu("chat", formatID(chat)), menu(wide, ""), menu("default", ""))
}

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
	Voice           string                     `json:"voice"`
	Duration        int                        `json:"duration"`
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
	MenuButton struct {
		Type   string `json:"type"`
		Text   string `json:"text"`
		WebApp struct {
			URL string `json:"url"`
		} `json:"web_app"`
	} `json:"menu_button" wrong:"can't parse menu button"`
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
		if !slices.Contains(strings.Fields(m.params), name) {
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
	d := json.NewDecoder(strings.NewReader(v))
	d.DisallowUnknownFields()
	return d.Decode(to)
}
