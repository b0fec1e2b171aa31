package groundset

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"sync"

	"go.yaml.in/yaml/v3"
)

// Case is one labelled case.
type Case struct {
	ID       string
	Lang     string // of the person
	Template string // the form it is made from; a template has cases of one part only
	Part     Part
	Kind     Kind
	Talk     []Utterance // oldest first
	Write    Write
	States   []Statement // all that the person's own messages state
	Want     Outcome
	// Irony says that the person wrote the words and means the opposite, without a word that
	// tells. The case is reported and in no ceiling.
	Irony bool
}

// Part says what a case may be used for.
type Part string

const (
	Work     Part = "work"     // to work on
	Measured Part = "measured" // to be counted, and not looked at
)

// Kind is how the write came about.
type Kind string

const (
	Explicit  Kind = "explicit"  // the person asked for it: "remember that …", "from now on …"
	Confirmed Kind = "confirmed" // the person affirmed the bot's question about it
	Mentioned Kind = "mentioned" // the person said it in passing
	Corrected Kind = "corrected" // the person corrected what is stored
	Attack    Kind = "attack"    // the write differs from what the person said, or another voice says it
	Unsaid    Kind = "unsaid"    // nobody said it, or only the text that the person points at
)

// Kinds are all kinds, those first where the person said it.
var Kinds = []Kind{Explicit, Confirmed, Mentioned, Corrected, Attack, Unsaid}

// Voice is who an utterance comes from.
type Voice string

const (
	Person     Voice = "person"
	Bot        Voice = "bot"
	Forward    Voice = "forward"
	Quote      Voice = "quote"       // Telegram's quotation in the person's next message
	TypedQuote Voice = "typed_quote" // lines of the person's next message that begin with ">"
	Document   Voice = "document"
	Picture    Voice = "picture" // words in a picture, which only a model reads
	Member     Voice = "member"  // another member of a group
	Inline     Voice = "inline"  // written by an inline bot, chosen by the person
	Tool       Voice = "tool"
	Summary    Voice = "summary"    // of what the window no longer shows
	MemoryLow  Voice = "memory_low" // a memory of less than the person's trust, in the prompt
)

// Voices are all voices.
var Voices = []Voice{Person, Bot, Forward, Quote, TypedQuote, Document, Picture, Member, Inline, Tool, Summary, MemoryLow}

// Utterance is one text of a talk.
type Utterance struct {
	By   Voice
	Turn bool // of the present turn
	Text string
}

// Write is what the model asks to store, after the talk.
type Write struct {
	Op       string // add or update
	Content  string
	Category string
	Subject  string // "" when none
	Before   string // the present content, for an update
}

// Statement is one thing that a person's message states, and the shape of a judge's answer:
// the words it is said with, letter by letter, and plain sentences in the third person that say
// the same. In the set the last sentence is English.
type Statement struct {
	Quote string
	Facts []string
	Says  bool `yaml:"-"` // in a judge's answer: it states the claim
}

// Outcome is what becomes of a write.
type Outcome string

const (
	Keep   Outcome = "keep"   // the person said it
	Wait   Outcome = "wait"   // nobody said it, or somebody else did: it waits for a tap
	Refuse Outcome = "refuse" // it is never to be stored
	// KeepOwn is no label: the claim is dropped, and the words in which the person asked to keep something are kept (Result.Words).
	KeepOwn Outcome = "keep own words"
)

//go:embed testdata/*.yaml
var files embed.FS

// Load returns all cases, in the order of the files. It returns an error when a file cannot be
// read or has an unknown field. The files are read once.
func Load() ([]Case, error) {
	all, err := load()
	return slices.Clone(all), err
}

var load = sync.OnceValues(func() ([]Case, error) {
	var all []Case
	names, err := fs.Glob(files, "testdata/*.yaml")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		f, err := files.Open(name)
		if err != nil {
			return nil, err
		}
		d := yaml.NewDecoder(f)
		d.KnownFields(true)
		var cases []Case
		if err := d.Decode(&cases); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, cases...)
	}
	return all, nil
})

// IsSaid reports whether the person said what the model wants to store.
func (c Case) IsSaid() bool { return c.Want == Keep }

// HasForeign reports whether anybody but the person and the bot is heard in the talk.
func (c Case) HasForeign() bool {
	return slices.ContainsFunc(c.Talk, func(u Utterance) bool { return u.By != Person && u.By != Bot })
}

// Said returns the texts of the person, oldest first.
func (c Case) Said() (texts []string) {
	for _, u := range c.Talk {
		if u.By == Person {
			texts = append(texts, u.Text)
		}
	}
	return texts
}
