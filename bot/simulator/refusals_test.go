package simulator_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"

	"keepsake/bot/simulator"
)

type p = map[string]any

func entity(kind string, offset, length int) p {
	return p{"type": kind, "offset": offset, "length": length}
}

func keyboard(buttons ...p) p { return p{"inline_keyboard": [][]p{buttons}} }

type refusal struct {
	name, method string
	params       p
	code         int
	want         string
}

// refusals are requests about a person's message, a message of the bot, and a question of it.
func refusals(said, sent, asked int64) []refusal {
	return []refusal{
		{"no chat", "sendMessage", p{"text": "x"}, 400, "Bad Request: chat_id is empty"},
		{"unknown chat", "sendMessage", p{"chat_id": 99, "text": "x"}, 400, "Bad Request: chat not found"},
		{"not started", "sendMessage", p{"chat_id": 8, "text": "x"}, 403, "Forbidden: bot can't initiate conversation with a user"},
		{"blocked", "sendMessage", p{"chat_id": 9, "text": "x"}, 403, "Forbidden: bot was blocked by the user"},
		{"empty", "sendMessage", p{"chat_id": 7, "text": " \n "}, 400, "Bad Request: message text is empty"},
		{"too long", "sendMessage", p{"chat_id": 7, "text": strings.Repeat("😀", 2049)}, 400, "Bad Request: message is too long"},
		{"not UTF-8 is a lie of JSON", "sendMessage", p{"chat_id": 7}, 400, "Bad Request: message text is empty"},
		{"reply to nothing", "sendMessage", p{"chat_id": 7, "text": "x", "reply_parameters": p{"message_id": 999}}, 400, "Bad Request: message to be replied not found"},
		{"wrong quote", "sendMessage", p{"chat_id": 7, "text": "x", "reply_parameters": p{"message_id": said, "quote": "no"}}, 400, "Bad Request: QUOTE_TEXT_INVALID"},
		{"thread", "sendMessage", p{"chat_id": 7, "text": "x", "message_thread_id": 5}, 400, "Bad Request: message thread not found"},
		{"markup", "sendMessage", p{"chat_id": 7, "text": "x", "reply_markup": "nonsense"}, 400, "Bad Request: object expected as reply markup"},
		{"data too long", "sendMessage", p{"chat_id": 7, "text": "x", "reply_markup": keyboard(p{"text": "A", "callback_data": strings.Repeat("x", 65)})}, 400, "Bad Request: BUTTON_DATA_INVALID"},
		{"data empty", "sendMessage", p{"chat_id": 7, "text": "x", "reply_markup": keyboard(p{"text": "A", "callback_data": ""})}, 400, "Bad Request: BUTTON_DATA_INVALID"},
		{"button does nothing", "sendMessage", p{"chat_id": 7, "text": "x", "reply_markup": keyboard(p{"text": "A"})}, 400, "Bad Request: can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard"},
		{"button without text", "sendMessage", p{"chat_id": 7, "text": "x", "reply_markup": keyboard(p{"text": " ", "callback_data": "a"})}, 400, "Bad Request: can't parse inline keyboard button: Text buttons must be non-empty"},
		{"button URL", "sendMessage", p{"chat_id": 7, "text": "x", "reply_markup": keyboard(p{"text": "A", "url": "nowhere"})}, 400, "Bad Request: inline keyboard button URL 'nowhere' is invalid: Wrong HTTP URL"},

		{"no voice", "sendVoice", p{"chat_id": 7}, 400, "Bad Request: there is no voice in the request"},
		{"no document", "sendDocument", p{"chat_id": 7}, 400, "Bad Request: there is no document in the request"},
		{"unknown file", "getFile", p{"file_id": "x"}, 400, "Bad Request: wrong file_id or the file is temporarily unavailable"},

		{"not modified", "editMessageText", p{"chat_id": 7, "message_id": sent, "text": "one ", "reply_markup": keyboard(p{"text": "A", "callback_data": "a"})}, 400,
			"Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message"},
		{"markup not modified", "editMessageReplyMarkup", p{"chat_id": 7, "message_id": sent, "reply_markup": keyboard(p{"text": "A", "callback_data": "a"})}, 400,
			"Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message"},
		{"edit nothing", "editMessageText", p{"chat_id": 7, "message_id": 999, "text": "x"}, 400, "Bad Request: message to edit not found"},
		{"edit without id", "editMessageText", p{"chat_id": 7, "text": "x"}, 400, "Bad Request: message identifier is not specified"},
		{"edit a person's message", "editMessageText", p{"chat_id": 7, "message_id": said, "text": "x"}, 400, "Bad Request: message can't be edited"},
		{"edit a question", "editMessageText", p{"chat_id": 7, "message_id": asked, "text": "x"}, 400, "Bad Request: message can't be edited"},
		{"edit to nothing", "editMessageText", p{"chat_id": 7, "message_id": sent, "text": ""}, 400, "Bad Request: message text is empty"},
		{"edit to a question", "editMessageText", p{"chat_id": 7, "message_id": sent, "text": "x", "reply_markup": p{"force_reply": true}}, 400, "Bad Request: inline keyboard expected"},
		{"caption of a text", "editMessageCaption", p{"chat_id": 7, "message_id": sent, "caption": "x"}, 400, "Bad Request: there is no caption in the message to edit"},
		{"delete nothing", "deleteMessage", p{"chat_id": 7, "message_id": 999}, 400, "Bad Request: message to delete not found"},
		{"delete no list", "deleteMessages", p{"chat_id": 7, "message_ids": []int{}}, 400, "Bad Request: message identifiers are not specified"},

		{"action", "sendChatAction", p{"chat_id": 7, "action": "dancing"}, 400, "Bad Request: wrong parameter action in request"},
		{"react to nothing", "setMessageReaction", p{"chat_id": 7, "message_id": 999}, 400, "Bad Request: message to react not found"},
		{"reaction", "setMessageReaction", p{"chat_id": 7, "message_id": sent, "reaction": []p{{"type": "emoji", "emoji": "🐌"}}}, 400, "Bad Request: REACTION_INVALID"},
		{"reactions", "setMessageReaction", p{"chat_id": 7, "message_id": sent, "reaction": []p{{"type": "emoji", "emoji": "👍"}, {"type": "emoji", "emoji": "👎"}}}, 400, "Bad Request: REACTIONS_TOO_MANY"},
		{"no reaction", "setMessageReaction", p{"chat_id": 7, "message_id": sent, "reaction": "x"}, 400, "Bad Request: expected an Array of ReactionType"},
		{"unknown tap", "answerCallbackQuery", p{"callback_query_id": "x"}, 400, "Bad Request: query is too old and response timeout expired or query ID is invalid"},

		{"command", "setMyCommands", p{"commands": []p{{"command": "Memory", "description": "x"}}}, 400, "Bad Request: BOT_COMMAND_INVALID"},
		{"command text", "setMyCommands", p{"commands": []p{{"command": "memory", "description": ""}}}, 400, "Bad Request: BOT_COMMAND_DESCRIPTION_INVALID"},
		{"no commands", "setMyCommands", p{"commands": "x"}, 400, "Bad Request: can't parse commands JSON object"},
		{"too many commands", "setMyCommands", p{"commands": slices.Repeat([]p{{"command": "memory", "description": "x"}}, 101)}, 400, "Bad Request: BOT_COMMANDS_TOO_MUCH"},
		{"scope", "setMyCommands", p{"commands": []p{}, "scope": p{"type": "moon"}}, 400, "Bad Request: can't parse BotCommandScope: unsupported type specified"},
		{"no scope", "getMyCommands", p{"scope": "x"}, 400, "Bad Request: can't parse BotCommandScope: expected an Object"},
		{"scope without a chat", "deleteMyCommands", p{"scope": p{"type": "chat"}}, 400, "Bad Request: chat_id is empty"},
		{"language", "getMyCommands", p{"language_code": "english"}, 400, "Bad Request: BOT_COMMAND_LANGUAGE_INVALID: invalid language code specified"},
		{"long description", "setMyDescription", p{"description": strings.Repeat("x", 513)}, 400, "Bad Request: description is too long"},
		{"long short description", "setMyShortDescription", p{"short_description": strings.Repeat("x", 121)}, 400, "Bad Request: short description is too long"},
		{"user of no number", "getChatMember", p{"chat_id": 7, "user_id": "ann"}, 400, "Bad Request: invalid user_id specified"},
		{"long caption", "sendDocument", p{"chat_id": 7, "document": "x", "caption": strings.Repeat("x", 1025)}, 400, "Bad Request: message caption is too long"},
		{"101 buttons", "sendMessage", p{"chat_id": 7, "text": "x", "reply_markup": p{"inline_keyboard": slices.Repeat([][]p{{{"text": "A", "callback_data": "a"}}}, 101)}}, 400, "Bad Request: reply markup is too long"},
		{"delete 101", "deleteMessages", p{"chat_id": 7, "message_ids": slices.Repeat([]int{1}, 101)}, 400, "Bad Request: message identifiers are not specified"},
		{"delete what is no list", "deleteMessages", p{"chat_id": 7, "message_ids": "all"}, 400, "Bad Request: message identifiers are not specified"},
		{"edit what is no number", "editMessageText", p{"chat_id": 7, "message_id": "last", "text": "x"}, 400, "Bad Request: message identifier is not specified"},
		{"chat of no number", "sendMessage", p{"chat_id": "@nobody", "text": "x"}, 400, "Bad Request: chat not found"},
		{"long name", "setMyName", p{"name": strings.Repeat("x", 65)}, 400, "Bad Request: name is too long"},
		{"no chat for member", "getChatMember", p{"chat_id": 7, "user_id": 8}, 400, "Bad Request: member not found"},
		{"chat of nobody", "getChat", p{"chat_id": 99}, 400, "Bad Request: chat not found"},
		{"webhook without TLS", "setWebhook", p{"url": "http://bot.example/hook"}, 400, "Bad Request: bad webhook: An HTTPS URL must be provided for webhook"},
		{"webhook secret", "setWebhook", p{"url": "https://bot.example/hook", "secret_token": "ä"}, 400, "Bad Request: secret token contains unallowed characters"},
	}
}

// Telegram refuses these in these words.
func TestRefusalsInTelegramsWords(t *testing.T) {
	srv := start(t, simulator.Options{})
	ann := srv.Person(7, "Ann")
	said := ann.Say("hi")
	srv.Person(8, "Never wrote")
	blocked := srv.Person(9, "Blocked")
	blocked.Say("hi")
	blocked.Block()
	sent := messageID(t, call(t, srv, "sendMessage", p{"chat_id": 7, "text": "one", "reply_markup": keyboard(p{"text": "A", "callback_data": "a"})}))
	asked := messageID(t, call(t, srv, "sendMessage", p{"chat_id": 7, "text": "which?", "reply_markup": p{"force_reply": true}}))

	for _, tt := range refusals(said.ID, sent, asked) {
		t.Run(tt.name, func(t *testing.T) {
			r := call(t, srv, tt.method, tt.params)
			if r.OK || r.Code != tt.code || r.status != tt.code || r.Description != tt.want {
				t.Errorf("%d %q\nwant %d %q", r.Code, r.Description, tt.code, tt.want)
			}
		})
	}
	clean(t, srv)
	calls := srv.Calls("getChatMember")
	if len(calls) != 2 || calls[1].Code != 400 || calls[1].Chat != 7 || calls[1].Params["user_id"] != "8" {
		t.Errorf("calls = %+v", calls)
	}
}

// What Telegram would silently drop or mend is refused and remembered.
func TestViolations(t *testing.T) {
	many := make([]p, 101)
	for i := range many {
		many[i] = entity("bold", 2*i, 1)
	}
	srv := start(t, simulator.Options{})
	said := srv.Person(7, "Ann").Say("hi")
	text := func(s string, es ...p) p { return p{"chat_id": 7, "text": s, "entities": es} }
	tests := []struct {
		name, method string
		params       p
		want         string
	}{
		{"unknown method", "sendMesage", p{}, "no such method"},
		{"unknown parameter", "sendMessage", p{"chat_id": 7, "text": "x", "txt": "y"}, "unknown parameter txt"},
		{"parse mode", "sendMessage", p{"chat_id": 7, "text": "x", "parse_mode": "HTML"}, "unknown parameter parse_mode"},
		{"control character", "sendMessage", text("a\x00b"), "U+0000"},
		{"override", "sendMessage", text("a\u202eb"), "U+202E"},
		{"entity past the end", "sendMessage", text("abc", entity("bold", 1, 3)), "outside of the text"},
		{"empty entity", "sendMessage", text("abc", entity("bold", 1, 0)), "outside of the text"},
		{"entity in bytes", "sendMessage", text("ä👋", entity("bold", 0, 6)), "outside of the text"},
		{"half a pair", "sendMessage", text("👋x", entity("bold", 1, 1)), "surrogate pair"},
		{"crossing", "sendMessage", text("abcdef", entity("bold", 0, 3), entity("italic", 2, 3)), "overlap"},
		{"bold in code", "sendMessage", text("abcdef", entity("code", 0, 3), entity("bold", 1, 1)), "can't be nested"},
		{"code in bold", "sendMessage", text("abcdef", entity("bold", 0, 3), entity("code", 1, 1)), "can't be nested"},
		{"quote in quote", "sendMessage", text("abcdef", entity("blockquote", 0, 3), entity("blockquote", 1, 1)), "can't be nested"},
		{"link in link", "sendMessage", text("abcdef", p{"type": "text_link", "offset": 0, "length": 3, "url": "https://a.example"}, entity("url", 1, 1)), "can't be nested"},
		{"bold in bold", "sendMessage", text("abcdef", entity("bold", 0, 3), entity("bold", 1, 1)), "bold within bold"},
		{"unknown type", "sendMessage", text("abc", entity("fat", 0, 1)), "unsupported type"},
		{"link without URL", "sendMessage", text("abc", entity("text_link", 0, 1)), "URL"},
		{"link to nowhere", "sendMessage", text("abc", p{"type": "text_link", "offset": 0, "length": 1, "url": "mailto:a"}), "URL"},
		{"URL on bold", "sendMessage", text("abc", p{"type": "bold", "offset": 0, "length": 1, "url": "https://a.example"}), "URL"},
		{"language on code", "sendMessage", text("abc", p{"type": "code", "offset": 0, "length": 1, "language": "go"}), "language"},
		{"user on bold", "sendMessage", text("abc", p{"type": "bold", "offset": 0, "length": 1, "user": p{"id": 7, "is_bot": false, "first_name": "Ann"}}), "user"},
		{"mention of nobody", "sendMessage", text("abc", entity("text_mention", 0, 1)), "user"},
		{"entities of no list", "sendMessage", p{"chat_id": 7, "text": "abc", "entities": "bold"}, "entities"},
		{"reaction field", "setMessageReaction", p{"chat_id": 7, "message_id": said.ID, "reaction": []p{{"type": "emoji", "emoji": "👍", "big": true}}}, "reaction"},
		{"entity field", "sendMessage", text("abc", p{"type": "bold", "offset": 0, "len": 1}), "unknown field"},
		{"101 entities", "sendMessage", text(strings.Repeat("a ", 101), many...), "101 entities"},
		{"reply field", "sendMessage", p{"chat_id": 7, "text": "x", "reply_parameters": p{"message": 1}}, "reply_parameters"},
		{"reply elsewhere", "sendMessage", p{"chat_id": 7, "text": "x", "reply_parameters": p{"message_id": 1, "chat_id": 8}}, "other chats"},
		{"button field", "sendMessage", p{"chat_id": 7, "text": "x", "reply_markup": keyboard(p{"text": "A", "data": "a"})}, "inline_keyboard"},
		{"both", "sendMessage", p{"chat_id": 7, "text": "x", "reply_markup": keyboard(p{"text": "A", "callback_data": "a", "url": "https://a.example"})}, "both"},
		{"escaped button", "sendMessage", p{"chat_id": 7, "text": "x", "reply_markup": keyboard(p{"text": `Yes, 09\:30`, "callback_data": "a"})}, "Markdown escape"},
		{"wide row", "sendMessage", p{"chat_id": 7, "text": "x", "reply_markup": keyboard(nine()...)}, "8 buttons"},
		{"null keyboard", "sendMessage", p{"chat_id": 7, "text": "x", "reply_markup": p{"inline_keyboard": nil}}, "array"},
		{"unknown markup", "sendMessage", p{"chat_id": 7, "text": "x", "reply_markup": p{"keys": 1}}, "no known kind"},
		{"placeholder", "sendMessage", p{"chat_id": 7, "text": "x", "reply_markup": p{"force_reply": true, "input_field_placeholder": strings.Repeat("x", 65)}}, "64"},
		{"force reply field", "sendMessage", p{"chat_id": 7, "text": "x", "reply_markup": p{"force_reply": true, "hint": "x"}}, "force_reply"},
		{"flag of no boolean", "sendMessage", p{"chat_id": 7, "text": "x", "disable_notification": "maybe"}, "disable_notification"},
		{"topic of no number", "sendMessage", p{"chat_id": 7, "text": "x", "message_thread_id": "general"}, "message_thread_id"},
		{"preview field", "sendMessage", p{"chat_id": 7, "text": "x", "link_preview_options": p{"disabled": true}}, "link_preview_options"},
		{"command field", "setMyCommands", p{"commands": []p{{"command": "memory", "description": "x", "icon": "📝"}}}, "commands"},
		{"scope field", "setMyCommands", p{"commands": []p{}, "scope": p{"type": "default", "lang": "en"}}, "scope"},
		{"cache time", "answerCallbackQuery", p{"callback_query_id": "x", "cache_time": "long"}, "cache_time"},
		{"limit", "getUpdates", p{"limit": -1}, "limit"},
		{"offset", "getUpdates", p{"offset": "next"}, "offset"},
		{"timeout", "getUpdates", p{"timeout": -1}, "timeout"},
		{"allowed", "getUpdates", p{"allowed_updates": "message"}, "allowed_updates"},
		{"connections", "setWebhook", p{"url": "https://a.example", "max_connections": 101}, "max_connections"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before := len(srv.Violations())
			r := call(t, srv, tt.method, tt.params)
			if r.OK {
				t.Errorf("accepted: %s", r.Result)
			}
			v := srv.Violations()[before:]
			if len(v) != 1 || !strings.Contains(v[0], tt.want) || !strings.HasPrefix(v[0], tt.method+": ") {
				t.Errorf("violations %q, want %q", v, tt.want)
			}
		})
	}
	if h := srv.History(7); len(h) != 1 {
		t.Errorf("something was sent: %v", h)
	}
}

func nine() []p {
	var out []p
	for range 9 {
		out = append(out, p{"text": "A", "callback_data": "a"})
	}
	return out
}

func TestWhatTelegramAccepts(t *testing.T) {
	srv := start(t, simulator.Options{})
	ann := srv.Person(7, "Ann")
	ann.Say("hi")
	for name, params := range map[string]p{
		"nested":                   {"text": "abcdef", "entities": []p{entity("blockquote", 0, 6), entity("bold", 0, 6), entity("italic", 1, 2), entity("spoiler", 4, 1)}},
		"code in quote":            {"text": "abcdef", "entities": []p{entity("blockquote", 0, 6), entity("code", 1, 2)}},
		"bold link":                {"text": "abcdef", "entities": []p{{"type": "text_link", "offset": 0, "length": 6, "url": "https://a.example/x"}, entity("bold", 0, 6)}},
		"pre":                      {"text": "abcdef", "entities": []p{{"type": "pre", "offset": 0, "length": 6, "language": "go"}}},
		"full":                     {"text": strings.Repeat("😀", 2048)},
		"full but for white space": {"text": "  " + strings.Repeat("x", 4096) + "\n"},
		"lenient reply":            {"text": "x", "reply_parameters": p{"message_id": 999, "allow_sending_without_reply": true}},
		"URL button":               {"text": "x", "reply_markup": keyboard(p{"text": "A", "url": "https://a.example"}, p{"text": "B", "callback_data": strings.Repeat("x", 64)})},
		"no buttons":               {"text": "x", "reply_markup": p{"inline_keyboard": []p{}}},
		"remove":                   {"text": "x", "reply_markup": p{"remove_keyboard": true}},
		"nothing":                  {"text": "x", "link_preview_options": p{"is_disabled": true}, "disable_notification": true},
	} {
		params["chat_id"] = 7
		if r := call(t, srv, "sendMessage", params); !r.OK {
			t.Errorf("%s: %s", name, r.Description)
		}
	}
	clean(t, srv)
}

// Entities move with the white space that Telegram trims, and end where the text ends.
func TestTrimming(t *testing.T) {
	srv := start(t, simulator.Options{})
	ann := srv.Person(7, "Ann")
	ann.Say("hi")
	call(t, srv, "sendMessage", p{"chat_id": 7, "text": " \n 👋 bold  ", "entities": []p{entity("italic", 10, 2), entity("bold", 6, 6)}})
	m := ann.Last()
	if m.Text != "👋 bold" || len(m.Entities) != 1 || m.Entities[0].Offset != 3 || m.Entities[0].Length != 4 {
		t.Errorf("%q %+v", m.Text, m.Entities)
	}
	call(t, srv, "sendMessage", p{"chat_id": 7, "text": "  a", "entities": []p{entity("pre", 0, 3)}})
	if m := ann.Last(); m.Text != "  a" {
		t.Errorf("code lost its indentation: %q", m.Text)
	}
}

func TestWrongAddressAndBody(t *testing.T) {
	srv := start(t, simulator.Options{})
	post := func(path, kind, body string) int {
		resp, err := http.Post(srv.URL()+path, kind, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		return resp.StatusCode
	}
	good := "/bot" + srv.Token() + "/getMe"
	for _, tt := range []struct {
		path, kind, body string
		want             int
	}{
		{"/bot1:wrong/getMe", "application/json", "{}", 401},
		{"/nothing", "application/json", "{}", 404},
		{"/file/bot1:wrong/documents/x", "", "", 404},
		{"/file/bot" + srv.Token() + "/documents/x", "", "", 404},
		{good, "application/json", "[]", 400},
		{good, "multipart/form-data", "x", 400},
		{good, "multipart/form-data; boundary=b", "x", 400},
		{good, "application/x-www-form-urlencoded", "%zz", 400},
		{good, "multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n2\r\n--b--\r\n", 400},
		{good + "?limit=1&limit=2", "", "", 400},
		{good, "", "", 200},
	} {
		if got := post(tt.path, tt.kind, tt.body); got != tt.want {
			t.Errorf("%s %s %q: %d, want %d", tt.path, tt.kind, tt.body, got, tt.want)
		}
	}
}

func TestTooOld(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	srv := start(t, simulator.Options{Now: func() time.Time { return now }})
	ann := srv.Person(7, "Ann")
	said := ann.Say("hi")
	call(t, srv, "sendMessage", p{"chat_id": 7, "text": "x", "reply_markup": keyboard(p{"text": "A", "callback_data": "a"})})
	tap, err := ann.Press(ann.Last().ID, "A")
	if err != nil {
		t.Fatal(err)
	}
	if r := call(t, srv, "answerCallbackQuery", p{"callback_query_id": tap.ID, "text": strings.Repeat("x", 201)}); r.Description != "Bad Request: MESSAGE_TOO_LONG" {
		t.Error(r.Description)
	}
	now = now.Add(2 * time.Minute)
	if r := call(t, srv, "answerCallbackQuery", p{"callback_query_id": tap.ID}); r.OK {
		t.Error("a tap was answered after two minutes")
	}
	now = now.Add(48 * time.Hour)
	if r := call(t, srv, "deleteMessage", p{"chat_id": 7, "message_id": said.ID}); r.Description != "Bad Request: message can't be deleted for everyone" {
		t.Error(r.Description)
	}
}

// A document keeps its kind: it has a caption and no text, and it is not empty.
func TestDocumentsAreEditedByTheirCaption(t *testing.T) {
	srv := start(t, simulator.Options{})
	ann := srv.Person(7, "Ann")
	ann.Say("hi")
	b := client(t, srv)
	send := func(data string) error {
		_, err := b.SendDocument(within(t), &bot.SendDocumentParams{ChatID: int64(7), Document: &models.InputFileUpload{Filename: "a.md", Data: strings.NewReader(data)}})
		return err
	}
	if err := send(""); err == nil || !strings.Contains(err.Error(), "file must be non-empty") {
		t.Errorf("an empty file: %v", err)
	}
	if err := send("# All"); err != nil {
		t.Fatal(err)
	}
	sent := ann.Last()
	if r := call(t, srv, "editMessageText", p{"chat_id": 7, "message_id": sent.ID, "text": "x"}); r.Description != "Bad Request: there is no text in the message to edit" {
		t.Error(r.Description)
	}
	if r := call(t, srv, "editMessageCaption", p{"chat_id": 7, "message_id": sent.ID, "caption": "yours"}); !r.OK || ann.Last().Text != "yours" {
		t.Errorf("%+v, %q", r, ann.Last().Text)
	}
	if r := call(t, srv, "sendDocument", p{"chat_id": 7, "document": sent.File.ID}); !r.OK || string(ann.Last().File.Data) != "# All" {
		t.Errorf("again by its id: %+v", r)
	}
	clean(t, srv)
}

// A voice message is Ogg with Opus: Telegram shows all else as a file.
func TestVoicesAreOpus(t *testing.T) {
	srv := start(t, simulator.Options{})
	ann := srv.Person(7, "Ann")
	mp3 := ann.Document("voice.mp3", []byte("ID3 sound"), "")
	if r := call(t, srv, "sendVoice", p{"chat_id": 7, "voice": mp3.File.ID}); r.OK {
		t.Errorf("%+v", r)
	}
	if v := srv.Violations(); len(v) != 1 || !strings.Contains(v[0], "Opus") {
		t.Errorf("violations: %q", v)
	}
}
