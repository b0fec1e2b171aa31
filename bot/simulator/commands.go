package simulator

import (
	"encoding/json"
	"regexp"
	"slices"
	"unicode/utf8"
)

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
	s.profile[q.menu] = q.params["commands"]
	return true, nil
}

func deleteCommands(s *Server, q *request) (any, *apiError) {
	delete(s.profile, q.menu)
	return true, nil
}

func getCommands(s *Server, q *request) (any, *apiError) {
	if s.profile[q.menu] == "" {
		return []object{}, nil
	}
	return json.RawMessage(s.profile[q.menu]), nil
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
	order := []string{
		menuKey("chat", formatID(chat), lang), menuKey("chat", formatID(chat), ""),
		menuKey(wide, "", lang), menuKey(wide, "", ""), menuKey("default", "", lang), menuKey("default", "", ""),
	}
	if i := slices.IndexFunc(order, func(key string) bool { return s.profile[key] != "" }); i >= 0 {
		return s.profile[order[i]]
	}
	return ""
}
