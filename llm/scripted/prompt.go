package scripted

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	_ "image/gif" // what the reference takes
	_ "image/jpeg"
	_ "image/png"
	"regexp"
	"slices"
	"strings"

	_ "golang.org/x/image/webp"
)

// Prompt is a request as a brain reads it.
type Prompt struct {
	Model    string
	Messages []Message
	Tools    []Tool
	Text     string // tools and messages in one canonical text; equal starts mean a cached start

	MaxTokens int    // 0 = the request names none
	Format    Format // what the answer must be; the zero Format = free text
}

// Format is the JSON Schema that an answer must fit.
type Format struct {
	Name   string          `json:"name"`
	Schema json.RawMessage `json:"schema"`
}

// Message is one message of a prompt.
type Message struct {
	Role       string     `json:"role"`
	Content    string     `json:"content"`
	ToolCalls  []ToolCall `json:"tool_calls,omitempty"`
	ToolCallID string     `json:"tool_call_id,omitempty"`
	Images     []Image    `json:"images,omitempty"`
}

// ToolCall is a call the model made earlier.
type ToolCall struct {
	ID   string
	Name string
	Args string // JSON
}

// Tool is a function on offer.
type Tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Strict      bool            `json:"strict"`
	Schema      json.RawMessage `json:"parameters"`
}

// Last returns the last message.
func (p Prompt) Last() Message {
	if len(p.Messages) == 0 {
		return Message{}
	}
	return p.Messages[len(p.Messages)-1]
}

// Person returns what the person said last.
func (p Prompt) Person() string {
	for _, m := range slices.Backward(p.Messages) {
		if m.Role == "user" {
			return m.Content
		}
	}
	return ""
}

// Images returns the pictures that the person sent last, since anybody else spoke.
func (p Prompt) Images() []Image {
	var out []Image
	for _, m := range p.Messages {
		if m.Role != "user" {
			out = nil
		}
		out = append(out, m.Images...)
	}
	return out
}

// System returns all system messages, in order, an empty line between.
func (p Prompt) System() string {
	var out []string
	for _, m := range p.Messages {
		if m.Role == "system" {
			out = append(out, m.Content)
		}
	}
	return strings.Join(out, "\n\n")
}

// Has reports whether a tool is on offer.
func (p Prompt) Has(tool string) bool {
	return slices.ContainsFunc(p.Tools, func(t Tool) bool { return t.Name == tool })
}

// Result is a tool's result with the call it answers.
type Result struct {
	Call    ToolCall
	Content string
}

// Results returns the tool results at the end of the prompt: those the model is to read
// now. Empty when a person spoke last.
func (p Prompt) Results() []Result {
	var calls []ToolCall
	var out []Result
	for _, m := range p.Messages {
		if m.Role != "tool" {
			calls, out = m.ToolCalls, nil
			continue
		}
		for _, c := range calls {
			if c.ID == m.ToolCallID {
				out = append(out, Result{Call: c, Content: m.Content})
			}
		}
	}
	return out
}

// Memory is one line of a memory block.
type Memory struct {
	ID      string
	Subject string // "" when none
	Content string
}

// memoryLine is P49's line; what follows the id may be marked up further by the blocks
// that tell of changes.
var memoryLine = regexp.MustCompile(`(?m)^\s*[-•*]\s*(?:[A-Za-z]+:?\s+)??\[id:([A-Za-z0-9]{8})\]\s*(?:\[([^\]\n]*)\]\s*)?(.*)$`)

// Listed returns the memories that a text lists; tasks are written like them.
func (p Prompt) Listed(s string) (out []Memory) {
	for _, f := range memoryLine.FindAllStringSubmatch(s, -1) {
		out = append(out, Memory{ID: f[1], Subject: strings.TrimSpace(f[2]), Content: strings.TrimSpace(f[3])})
	}
	return out
}

// Memories returns what the prompt says is remembered: the memory block and, over it,
// the changes told later. What was forgotten since is left out.
func (p Prompt) Memories() []Memory {
	var out []Memory
	for _, line := range p.Listed(p.System()) {
		at := slices.IndexFunc(out, func(m Memory) bool { return m.ID == line.ID })
		switch {
		case goneMark.MatchString(line.Content):
			out = slices.DeleteFunc(out, func(m Memory) bool { return m.ID == line.ID })
			continue
		case at < 0:
			at = len(out)
			out = append(out, line)
		}
		out[at].Content = strings.TrimSpace(replacesMark.ReplaceAllString(line.Content, ""))
		out[at].Subject = cmp.Or(line.Subject, out[at].Subject)
	}
	return slices.DeleteFunc(out, func(m Memory) bool { return m.Content == "" })
}

var (
	goneMark     = regexp.MustCompile(`(?i)^(?:\(|—|-|:)?\s*(?:forgotten|deleted|removed)\b`)
	replacesMark = regexp.MustCompile(`(?i)\s*\((?:now )?(?:this )?replaces\b.*\)$`)
)

// content is what a message says: a text, or parts of which some may be pictures.
type content struct {
	text   string
	images []Image
	parts  bool
	bad    error // why a part would be refused
}

// Image is a picture of a prompt: what a brain may look at.
type Image struct {
	Kind          string // jpeg, png, gif, webp
	Width, Height int    // pixels
	Sum           string // the first 12 hex of SHA-256
}

func (i Image) String() string { return fmt.Sprintf("%s %dx%d %s", i.Kind, i.Width, i.Height, i.Sum) }

// maxImages and maxImage are what the reference takes in one request, in pictures and bytes.
const (
	maxImages = 50
	maxImage  = 20 << 20
)

// UnmarshalJSON reads either form.
func (c *content) UnmarshalJSON(raw []byte) error {
	if json.Unmarshal(raw, &c.text) == nil { // null is no text
		return nil
	}
	var parts []struct {
		Type     string  `json:"type"`
		Text     *string `json:"text"`
		ImageURL *struct {
			URL    string `json:"url"`
			Detail string `json:"detail"`
		} `json:"image_url"`
	}
	if decode(raw, &parts) != nil {
		return errors.New("content: neither a text nor a list of parts")
	}
	c.parts = true
	var said []string
	err := firstFailed(check{len(parts) == 0, "content: no parts"})
	for _, p := range parts {
		switch {
		case p.Type == "text" && p.Text != nil && p.ImageURL == nil:
			said = append(said, *p.Text)
		case p.Type == "image_url" && p.ImageURL != nil && p.Text == nil:
			i, bad := decodePicture(p.ImageURL.URL)
			known := slices.Contains([]string{"", "auto", "low", "high"}, p.ImageURL.Detail)
			err = cmp.Or(err, bad, firstFailed(check{!known, "image_url: unknown detail"}))
			c.images = append(c.images, i)
		default:
			err = cmp.Or(err, errors.New("content: a part that is neither text nor image_url"))
		}
	}
	c.text, c.bad = strings.Join(said, "\n"), err
	return nil
}

// decodePicture decodes a data: URI; addresses are not fetched here.
func decodePicture(uri string) (Image, error) {
	kind, data, ok := strings.Cut(strings.TrimPrefix(uri, "data:"), ";base64,")
	if !ok || !strings.HasPrefix(uri, "data:image/") {
		return Image{}, errors.New("image_url: only data: URIs of pictures, in base64, are looked at here")
	}
	raw, err := base64.StdEncoding.DecodeString(data)
	if err != nil || len(raw) > maxImage {
		return Image{}, errors.New("image_url: not base64, or too large")
	}
	c, format, err := image.DecodeConfig(bytes.NewReader(raw))
	if err != nil || "image/"+format != kind {
		return Image{}, errors.New("image_url: not a picture of the kind it says")
	}
	sum := sha256.Sum256(raw)
	return Image{Kind: format, Width: c.Width, Height: c.Height, Sum: fmt.Sprintf("%x", sum[:6])}, nil
}

func (c content) check(role string) error {
	return cmp.Or(c.bad, firstFailed(
		check{len(c.images) > 0 && role != "user", "content: pictures are a user's"},
		check{len(c.images) > maxImages, "content: too many pictures"},
	))
}
