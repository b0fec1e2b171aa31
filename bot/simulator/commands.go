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

// menuKey names the list of commands that a request is about.
func menuKey(q *request) (string, *apiError) {
	var scope struct {
		Type string          `json:"type"`
		Chat json.RawMessage `json:"chat_id"`
	}
	scope.Type = "default"
	if v := q.params["scope"]; v != "" {
		if err := json.Unmarshal([]byte(v), &scope); err != nil {
			return "", bad("can't parse BotCommandScope: expected an Object")
		}
	}
	wantsChat, known := scopes[scope.Type]
	switch {
	case !known:
		return "", bad("can't parse BotCommandScope: unsupported type specified")
	case wantsChat && len(scope.Chat) == 0:
		return "", bad("chat_id is empty")
	case !languageCode.MatchString(q.params["language_code"]):
		return "", bad("BOT_COMMAND_LANGUAGE_INVALID: invalid language code specified")
	}
	return menuOf(scope.Type, string(scope.Chat), q.params["language_code"]), nil
}

func menuOf(scope, chat, lang string) string { return "commands " + scope + " " + chat + " " + lang }

func setCommands(s *Server, q *request) (any, *apiError) {
	var list []struct {
		Command     string `json:"command"`
		Description string `json:"description"`
	}
	if err := json.Unmarshal([]byte(q.params["commands"]), &list); err != nil {
		return nil, bad("can't parse commands JSON object")
	}
	if len(list) > 100 {
		return nil, bad("BOT_COMMANDS_TOO_MUCH")
	}
	for _, c := range list {
		if !command.MatchString(c.Command) {
			return nil, bad("BOT_COMMAND_INVALID")
		}
		if n := utf8.RuneCountInString(c.Description); n < 1 || n > 256 {
			return nil, bad("BOT_COMMAND_DESCRIPTION_INVALID")
		}
	}
	key, fail := menuKey(q)
	if fail != nil {
		return nil, fail
	}
	s.profile[key] = q.params["commands"]
	return true, nil
}

func deleteCommands(s *Server, q *request) (any, *apiError) {
	key, fail := menuKey(q)
	if fail != nil {
		return nil, fail
	}
	delete(s.profile, key)
	return true, nil
}

func getCommands(s *Server, q *request) (any, *apiError) {
	key, fail := menuKey(q)
	if fail != nil {
		return nil, fail
	}
	if s.profile[key] == "" {
		return []object{}, nil
	}
	return json.RawMessage(s.profile[key]), nil
}

// Commands returns the menu, as JSON, that somebody whose app speaks a language sees in a
// chat (0 = any private one, negative = a group), by Telegram's order: the narrowest scope
// first, in each the language before the rest. "" = none.
func (s *Server) Commands(chat int64, lang string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.commands(chat, lang)
}

func (s *Server) commands(chat int64, lang string) string {
	wide := "all_private_chats"
	if chat < 0 {
		wide = "all_group_chats"
	}
	order := []string{menuOf("chat", chatKey(chat), lang), menuOf("chat", chatKey(chat), "")}
	for _, scope := range []string{wide, "default"} {
		order = append(order, menuOf(scope, "", lang), menuOf(scope, "", ""))
	}
	i := slices.IndexFunc(order, func(key string) bool { return s.profile[key] != "" })
	if i < 0 {
		return ""
	}
	return s.profile[order[i]]
}
