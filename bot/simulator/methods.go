package simulator

import (
	"maps"
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

func (m method) takes(param string) bool {
	return slices.Contains(strings.Fields(m.params), param)
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
	s.recordEvent(Event{Kind: "action", Chat: q.chat.id, Action: q.args.Action})
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
	gifts := []string{"unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels"}
	o["accepted_gift_types"] = allFalse(gifts)
	return o, nil
}

func allFalse(fields []string) object {
	o := object{}
	for _, f := range fields {
		o[f] = false
	}
	return o
}

func setProfile(field string, limit int) func(*Server, *request) (any, *apiError) {
	return func(s *Server, q *request) (any, *apiError) {
		if utf8.RuneCountInString(q.params[field]) > limit {
			return nil, badRequest("%s is too long", strings.ReplaceAll(field, "_", " "))
		}
		s.profile[field] = q.params[field]
		return true, nil
	}
}
