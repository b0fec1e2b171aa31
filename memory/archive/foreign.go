package archive

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"unicode/utf8"
)

// This file reads what other assistants knew, as far as their formats are public: mem0's export and the answer of its get_all,
// Letta's agent files, and the text that ChatGPT and Claude show of their memory, pasted into a file; assistants.go reads
// their accounts' exports. What they say becomes a plain list.

// mem0File is what mem0 writes: a list under "results" or "memories", or alone.
type mem0File struct {
	Results  []mem0Entry `json:"results"`
	Memories []mem0Entry `json:"memories"`
}

type mem0Entry struct {
	ID         json.RawMessage `json:"id"`
	Memory     string          `json:"memory"`
	Text       string          `json:"text"`
	Categories []string        `json:"categories"`
	CreatedAt  string          `json:"created_at"`
}

func (e mem0Entry) plain() (plainEntry, bool) {
	content := e.Memory
	if content == "" {
		content = e.Text
	}
	p := plainEntry{ID: e.ID, Content: content, CreatedAt: e.CreatedAt}
	if len(e.Categories) > 0 {
		p.Category = e.Categories[0]
	}
	return p, content != ""
}

// lettaFile is an agent file of Letta: its blocks say what it knows of people; older ones keep them in core_memory.
type lettaFile struct {
	Blocks     []lettaBlock `json:"blocks"`
	CoreMemory []lettaBlock `json:"core_memory"`
}

type lettaBlock struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

// lettaPersona is the label of the block in which an agent of Letta says who it is itself.
const lettaPersona = "persona"

// readForeign reads a file of another assistant; ok=false when it is of none that is known.
func readForeign(b []byte) (list []plainEntry, ok bool) {
	b = bytes.TrimSpace(b)
	if len(b) == 0 || !utf8.Valid(b) {
		return nil, false
	}
	if b[0] == '[' || b[0] == '{' {
		if list, ok := readAccount(b); ok {
			return list, true
		}
	}
	switch b[0] {
	case '[':
		var entries []mem0Entry
		if json.Unmarshal(b, &entries) != nil {
			return nil, false
		}
		return ofMem0(entries)
	case '{':
		var m mem0File
		if json.Unmarshal(b, &m) == nil {
			if list, ok := ofMem0(append(m.Results, m.Memories...)); ok {
				return list, true
			}
		}
		var l lettaFile
		if json.Unmarshal(b, &l) != nil {
			return nil, false
		}
		for _, block := range append(l.Blocks, l.CoreMemory...) {
			if block.Label != lettaPersona {
				list = append(list, readLines(block.Value)...)
			}
		}
		return list, len(list) > 0
	}
	list = readLines(string(b))
	return list, len(list) > 0
}

// ofMem0 returns the entries of mem0 as a plain list. All must say something: another list is not taken for one.
func ofMem0(entries []mem0Entry) (list []plainEntry, ok bool) {
	for _, e := range entries {
		p, ok := e.plain()
		if !ok {
			return nil, false
		}
		list = append(list, p)
	}
	return list, len(list) > 0
}

var (
	bullet  = regexp.MustCompile(`^\s*(?:[-*•–·]|\d{1,4}[.)])\s+`)
	heading = regexp.MustCompile(`^\s*(?:#{1,6}\s|\*\*[^*]+\*\*:?\s*$)|[:：]\s*$`)
	dated   = regexp.MustCompile(`^\[?(\d{4}-\d{2}-\d{2})\]?\s*[-–:]\s+`)
)

// readLines reads a pasted list: a fact on each line, with or without a bullet or a date before it. Headings are left out.
func readLines(s string) (list []plainEntry) {
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(bullet.ReplaceAllString(line, ""))
		if line == "" || heading.MatchString(line) || strings.Trim(line, "-=*_ ") == "" {
			continue
		}
		p := plainEntry{Content: line}
		if d := dated.FindStringSubmatch(line); d != nil {
			p.Content, p.CreatedAt = line[len(d[0]):], d[1]+"T00:00:00Z"
		}
		list = append(list, p)
	}
	return list
}
