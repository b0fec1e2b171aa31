package simulator

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// method is one method of the Bot API.
type method struct {
	params  string // the parameters it takes, documented ones only
	limited bool   // counts against flood control
	run     func(*Server, *request) (any, *apiError)
}

func (m method) takes(param string) bool {
	return slices.Contains(strings.Fields(m.params), param)
}

// methods is what the bot may call. Keys are lower case: Telegram does not care.
var methods = sync.OnceValue(func() map[string]method {
	const sending = "chat_id message_thread_id disable_notification protect_content allow_paid_broadcast message_effect_id reply_parameters reply_markup "
	const editing = "chat_id message_id reply_markup "
	table := map[string]method{
		"getMe":          {run: getMe},
		"getUpdates":     {params: "offset limit timeout allowed_updates", run: (*Server).getUpdates},
		"setWebhook":     {params: "url max_connections allowed_updates drop_pending_updates secret_token", run: (*Server).setWebhook},
		"deleteWebhook":  {params: "drop_pending_updates", run: (*Server).deleteWebhook},
		"getWebhookInfo": {run: (*Server).webhookInfo},

		"sendMessage":            {params: sending + "text entities link_preview_options", limited: true, run: sendMessage},
		"sendDocument":           {params: sending + "document caption caption_entities disable_content_type_detection", limited: true, run: sendDocument},
		"editMessageText":        {params: editing + "text entities link_preview_options", limited: true, run: editText},
		"editMessageCaption":     {params: editing + "caption caption_entities", limited: true, run: editCaption},
		"editMessageReplyMarkup": {params: editing, limited: true, run: editMarkup},
		"deleteMessage":          {params: "chat_id message_id", run: deleteMessage},
		"deleteMessages":         {params: "chat_id message_ids", run: deleteMessages},
		"sendChatAction":         {params: "chat_id message_thread_id action", run: chatAction},
		"setMessageReaction":     {params: "chat_id message_id reaction is_big", run: setReaction},
		"answerCallbackQuery":    {params: "callback_query_id text show_alert url cache_time", run: answerCallback},

		"getFile":               {params: "file_id", run: getFile},
		"getChat":               {params: "chat_id", run: getChat},
		"getChatMember":         {params: "chat_id user_id", run: getChatMember},
		"setMyName":             {params: "name language_code", run: setProfile("name", 64)},
		"setMyDescription":      {params: "description language_code", run: setProfile("description", 512)},
		"setMyShortDescription": {params: "short_description language_code", run: setProfile("short_description", 120)},
		"setMyCommands":         {params: "commands scope language_code", run: setCommands},
		"deleteMyCommands":      {params: "scope language_code", run: deleteCommands},
		"getMyCommands":         {params: "scope language_code", run: getCommands},
	}
	lower := make(map[string]method, len(table))
	for name, m := range table {
		lower[strings.ToLower(name)] = m
	}
	return lower
})

func getMe(s *Server, _ *request) (any, *apiError) {
	o := wireUser(s.bot)
	o["can_join_groups"], o["can_read_all_group_messages"], o["supports_inline_queries"] = true, s.readsAll, false
	return o, nil
}

func chatAction(s *Server, q *request) (any, *apiError) {
	c, fail := s.reachable(q)
	if fail != nil {
		return nil, fail
	}
	actions := []string{
		"typing", "upload_photo", "record_video", "upload_video", "record_voice", "upload_voice",
		"upload_document", "choose_sticker", "find_location", "record_video_note", "upload_video_note",
	}
	if !slices.Contains(actions, q.params["action"]) {
		return nil, bad("wrong parameter action in request")
	}
	s.event(Event{Kind: "action", Chat: c.id, Action: q.params["action"]})
	return true, nil
}

// reactions bots may use, of https://core.telegram.org/bots/api#reactiontypeemoji
const reactions = "❤ 👍 👎 🔥 🥰 👏 😁 🤔 🤯 😱 🤬 😢 🎉 🤩 🤮 💩 🙏 👌 🕊 🤡 🥱 🥴 😍 🐳 ❤‍🔥 🌚 🌭 💯 🤣 ⚡ 🍌 🏆 💔 🤨 😐 🍓 🍾 💋 🖕 😈 😴 😭 🤓 👻 👨‍💻 👀 🎃 🙈 😇 😨 🤝 ✍ 🤗 🫡 🎅 🎄 ☃ 💅 🤪 🗿 🆒 💘 🙉 🦄 😘 💊 🙊 😎 👾 🤷‍♂ 🤷 🤷‍♀ 😡"

func setReaction(s *Server, q *request) (any, *apiError) {
	_, m, fail := s.message(q, "react")
	if fail != nil {
		return nil, fail
	}
	var list []struct {
		Type  string `json:"type"`
		Emoji string `json:"emoji"`
	}
	if v := q.params["reaction"]; v != "" {
		if json.Unmarshal([]byte(v), &list) != nil {
			return nil, bad("expected an Array of ReactionType")
		}
		if err := strict(v, &list); err != nil {
			return nil, s.violate(q.method, "reaction: "+err.Error())
		}
	}
	var emoji []string
	for _, r := range list {
		if r.Type != "emoji" || !slices.Contains(strings.Fields(reactions), r.Emoji) {
			return nil, bad("REACTION_INVALID")
		}
		emoji = append(emoji, r.Emoji)
	}
	if len(emoji) > 1 {
		return nil, bad("REACTIONS_TOO_MANY")
	}
	m.Reactions = emoji
	s.event(Event{Kind: "reaction", Chat: m.Chat, Message: m})
	return true, nil
}

func getChat(s *Server, q *request) (any, *apiError) {
	c, fail := s.chat(q)
	if fail != nil {
		return nil, fail
	}
	o := s.wireChat(c)
	o["accent_color_id"], o["max_reaction_count"] = 0, 11
	o["accepted_gift_types"] = object{
		"unlimited_gifts": false, "limited_gifts": false, "unique_gifts": false,
		"premium_subscription": false, "gifts_from_channels": false,
	}
	return o, nil
}

func setProfile(field string, limit int) func(*Server, *request) (any, *apiError) {
	return func(s *Server, q *request) (any, *apiError) {
		if utf8.RuneCountInString(q.params[field]) > limit {
			return nil, bad("%s is too long", strings.ReplaceAll(field, "_", " "))
		}
		s.profile[field] = q.params[field]
		return true, nil
	}
}
