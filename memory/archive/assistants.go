package archive

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// This file reads what ChatGPT and Claude put into the exports of an account. Neither format is documented by its maker:
// what is read here is what exported files hold, and what is not found there is left to a pasted list.

// claudeMemory is one entry of Claude's memories.json: Markdown about the person, and about each project.
type claudeMemory struct {
	Conversations string            `json:"conversations_memory"`
	Projects      map[string]string `json:"project_memories"`
}

// chatGPTTalk is one conversation of ChatGPT's conversations.json: a tree of messages.
type chatGPTTalk struct {
	Mapping map[string]struct {
		Message *chatGPTMessage `json:"message"`
	} `json:"mapping"`
}

type chatGPTMessage struct {
	Author struct {
		Role string `json:"role"`
	} `json:"author"`
	Recipient string  `json:"recipient"`
	At        float64 `json:"create_time"`
	Content   struct {
		Parts []json.RawMessage `json:"parts"`
		Text  string            `json:"text"`
	} `json:"content"`
}

// memoryTool is whom ChatGPT's messages are addressed to when it saves a memory.
const memoryTool = "bio"

// readAccount reads Claude's memories.json or the memories that ChatGPT saved in its conversations.json; ok=false when it
// is neither, or holds none.
func readAccount(b []byte) (list []plainEntry, ok bool) {
	if b[0] == '{' {
		b = slices.Concat([]byte("["), b, []byte("]"))
	}
	var claude []claudeMemory
	if bytes.Contains(b, []byte(`"conversations_memory"`)) && json.Unmarshal(b, &claude) == nil {
		for _, m := range claude {
			list = append(list, readProse(m.Conversations)...)
			for _, id := range slices.Sorted(maps.Keys(m.Projects)) {
				list = append(list, readProse(m.Projects[id])...)
			}
		}
		return list, len(list) > 0
	}
	var talks []chatGPTTalk
	if json.Unmarshal(b, &talks) != nil {
		return nil, false
	}
	list = ofChatGPT(talks)
	return list, len(list) > 0
}

// ofChatGPT returns what ChatGPT saved, the oldest first and everything once.
func ofChatGPT(talks []chatGPTTalk) (list []plainEntry) {
	var saved []*chatGPTMessage
	for _, t := range talks {
		for _, node := range t.Mapping {
			if m := node.Message; m != nil && m.Recipient == memoryTool && m.Author.Role == "assistant" {
				saved = append(saved, m)
			}
		}
	}
	slices.SortFunc(saved, func(a, b *chatGPTMessage) int {
		return cmp.Or(cmp.Compare(a.At, b.At), strings.Compare(a.text(), b.text()))
	})
	seen := map[string]bool{}
	for _, m := range saved {
		for _, p := range readLines(m.text()) {
			if !seen[p.Content] {
				seen[p.Content], list = true, append(list, p)
			}
		}
	}
	return list
}

// text returns the words of a message; parts that are none, such as pictures, are passed over.
func (m *chatGPTMessage) text() string {
	said := []string{m.Content.Text}
	for _, part := range m.Content.Parts {
		var s string
		if json.Unmarshal(part, &s) == nil {
			said = append(said, s)
		}
	}
	return strings.TrimSpace(strings.Join(said, "\n"))
}

// readProse reads lines, of which each may be a paragraph: a fact is a sentence.
func readProse(s string) (list []plainEntry) {
	for _, p := range readLines(s) {
		for rest := p.Content; rest != ""; {
			var one string
			one, rest = cutSentence(rest)
			list = append(list, plainEntry{Content: one, CreatedAt: p.CreatedAt})
		}
	}
	return list
}

// cutSentence cuts the first sentence off a line. A full stop ends one where a space and a capital follow and the word
// before it is long enough not to be an abbreviation; the Chinese one always does.
func cutSentence(s string) (sentence, rest string) {
	for i, r := range s {
		end := i + len(string(r))
		switch {
		case r == '。':
			return s[:end], strings.TrimSpace(s[end:])
		case r != '.' && r != '!' && r != '?', !strings.HasPrefix(s[end:], " "):
			continue
		}
		word := s[strings.LastIndexByte(s[:i], ' ')+1 : i]
		next := strings.TrimSpace(s[end:])
		if len(word) > 3 && next != "" && strings.ToUpper(next[:1]) == next[:1] {
			return s[:end], next
		}
	}
	return s, ""
}

// Fact is one thing that a list or a file of another assistant says.
type Fact struct {
	Content  string
	Category string
}

// Facts reads what somebody brings in a chat: a list of ours or of InitRunner, a file of another assistant, or a text with a
// fact on each line. ok=false when it is none of these.
func Facts(b []byte) (facts []Fact, ok bool) {
	b = bytes.TrimSpace(bytes.TrimPrefix(b, []byte("\xef\xbb\xbf")))
	if bytes.ContainsFunc(b, func(r rune) bool { return unicode.IsControl(r) && !unicode.IsSpace(r) }) {
		return nil, false // a picture, a zip: no text
	}
	list, ok := readOurs(b)
	if !ok {
		list, ok = readForeign(b)
	}
	for _, p := range list {
		facts = append(facts, Fact{Content: p.Content, Category: foldCategory(p.Category)})
	}
	return facts, ok
}

// readOurs reads a plain list, or the memories of an archive (their newest versions).
func readOurs(b []byte) (list []plainEntry, ok bool) {
	var file struct {
		Memories []struct {
			plainEntry
			Versions []struct {
				Content string `json:"content"`
			} `json:"versions"`
		} `json:"memories"`
	}
	target := any(&file)
	if len(b) > 0 && b[0] == '[' {
		target = &file.Memories
	}
	if json.Unmarshal(b, target) != nil {
		return nil, false
	}
	for _, m := range file.Memories {
		if n := len(m.Versions); n > 0 && m.Content == "" {
			m.Content = m.Versions[n-1].Content
		}
		if m.Content == "" {
			return nil, false
		}
		list = append(list, m.plainEntry)
	}
	return list, len(list) > 0
}
