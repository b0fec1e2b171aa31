package prompt

import (
	"strings"

	"keepsake/llm"
	"keepsake/people"
	"keepsake/session"
)

// GroupMessages is Messages for a group: each person's message begins with who says it,
// "Ann (u42): …". The label is ours; what people wrote cannot imitate it.
func GroupMessages(ms []session.Message) []llm.Message { return session.ForModelOf(ms, labelled) }

// messages returns what a prompt shows of a conversation, a group's or a person's.
func messages(ms []session.Message, group bool) []llm.Message {
	if group {
		return GroupMessages(ms)
	}
	return session.ForModel(ms)
}

// labelled returns a person's message of a group as the model reads it.
func labelled(m session.Message, content string) string {
	sep := " "
	if strings.HasPrefix(content, "[") || strings.HasPrefix(content, ">") {
		sep = "\n"
	}
	return people.Label(m.Name, m.Author) + ":" + sep + people.Unlabel(content)
}
