package eval

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// The kinds of what happens after a message. Several may happen at once.
const (
	Silent    = "silent"  // nothing is kept and nothing is asked
	Asked     = "asked"   // whether to keep a new fact, in words or with Yes and No
	Stored    = "stored"  // a new memory
	Updated   = "updated" // a memory has new content under its id
	Tasked    = "task"    // a task is made, or proposed
	Forgetful = "forget"  // what could be forgotten is shown
	Waiting   = "waiting" // a write waits for a tap because the person did not say it
	Deleted   = "deleted" // a memory is gone; no dialogue expects it
)

// expectable are the kinds that a dialogue may expect.
var expectable = []string{Silent, Asked, Stored, Updated, Tasked, Forgetful}

// Fact is a memory before a dialogue, or one that it ought to lead to.
type Fact struct {
	Note  string   `yaml:"note"`  // the sentence that an ideal model writes
	Holds []string `yaml:"holds"` // what every right sentence has; "boss|chief" = one of them
	As    string   `yaml:"as"`    // category
	About string   `yaml:"about"` // subject
	Of    string   `yaml:"of"`    // of an update: words of the memory that it changes
	Quote string   `yaml:"quote"` // of an Item: the words that say it; "" = the nearest clause
}

// Turn is one message of the person and what ought to happen after it.
type Turn struct {
	Say     string   `yaml:"say"`
	Forward string   `yaml:"forward"` // instead of Say: a text of somebody else that the person passes on
	Did     string   `yaml:"did"`     // kinds, joined by " + "
	Facts   []Fact   `yaml:"facts"`   // of Asked, Stored and Updated
	Task    string   `yaml:"task"`    // of Tasked: the title an ideal model writes
	Due     string   `yaml:"due"`     // … and its due time, as create_task takes it
	Holds   []string `yaml:"holds"`   // of Tasked: what every right title has
	Forget  string   `yaml:"forget"`  // of Forgetful: whom or what it is about
}

// Kinds returns what ought to happen, sorted.
func (t Turn) Kinds() []string {
	kinds := strings.Split(t.Did, " + ")
	slices.Sort(kinds)
	return kinds
}

// Dialogue is a short conversation of one person with the bot.
type Dialogue struct {
	ID     string   `yaml:"id"`
	Proves []string `yaml:"proves"` // ids of ACCEPTANCE.md
	Kind   string   `yaml:"kind"`   // what is tried, see kinds
	Known  []Fact   `yaml:"known"`  // memories of the person before it
	Turns  []Turn   `yaml:"turns"`
	// Held says why even a model that does what is expected does not come to it today: a weakness of the bot's. "" = it does.
	Held string `yaml:"held"`
	Lang string `yaml:"-"` // of its file
}

// kinds of dialogues.
var dialogueKinds = []string{"mention", "explicit", "update", "refusal", "hard negative", "task", "two facts", "correction", "forget", "foreign"}

// LoadDialogues reads all dialogues of a folder: LANGUAGE.yaml each.
func LoadDialogues(files fs.FS) ([]Dialogue, error) {
	return load(files, func(d *Dialogue, lang string) (id, why string) {
		d.Lang = lang
		return d.ID, d.check()
	})
}

// load reads all entries of a folder: LANGUAGE.yaml each. take is given the language of an entry's file, and returns
// the entry's id and what is wrong with it, "" = nothing.
func load[T any](files fs.FS, take func(x *T, lang string) (id, why string)) (all []T, err error) {
	names, err := fs.Glob(files, "*.yaml")
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		var xs []T
		d := yaml.NewDecoder(bytes.NewReader(data))
		d.KnownFields(true)
		if err := d.Decode(&xs); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for i := range xs {
			id, why := take(&xs[i], strings.TrimSuffix(name, ".yaml"))
			if why != "" || seen[id] {
				return nil, fmt.Errorf("%s: %q %s", name, id, cmp.Or(why, "stands twice"))
			}
			seen[id] = true
		}
		all = append(all, xs...)
	}
	return all, nil
}

var acceptanceID = regexp.MustCompile(`^[A-Z]\d+$`)

// check returns what is wrong with a dialogue, "" = nothing.
func (d Dialogue) check() string {
	switch {
	case !strings.HasPrefix(d.ID, d.Lang+"-"):
		return "must begin with " + d.Lang + "-"
	case !slices.Contains(dialogueKinds, d.Kind):
		return "has the unknown kind " + d.Kind
	case len(d.Proves) == 0 || slices.ContainsFunc(d.Proves, func(id string) bool { return !acceptanceID.MatchString(id) }):
		return "names no line of ACCEPTANCE.md"
	case len(d.Turns) == 0:
		return "has no turns"
	}
	for i, t := range d.Turns {
		if why := t.check(); why != "" {
			return fmt.Sprintf("turn %d: %s", i+1, why)
		}
	}
	return ""
}

func (t Turn) check() string {
	kinds, wanted := t.Kinds(), 0
	for _, k := range kinds {
		if !slices.Contains(expectable, k) {
			return "expects the unknown kind " + k
		}
		if k == Asked || k == Stored || k == Updated {
			wanted++
		}
	}
	for _, f := range t.Facts {
		if !f.fits(f.Note) {
			return "the ideal sentence lacks what it must hold: " + f.Note
		}
	}
	switch {
	case (t.Say == "") == (t.Forward == ""):
		return "needs something said, or something forwarded"
	case wanted > 0 && len(t.Facts) < wanted || wanted == 0 && len(t.Facts) > 0:
		return "its facts do not go with what is expected"
	case slices.Contains(kinds, Tasked) != (t.Task != ""):
		return "a task and its title go together"
	case t.Task != "" && !holdsAll(t.Task, t.Holds):
		return "the ideal title lacks what it must hold"
	case slices.Contains(kinds, Silent) && len(kinds) > 1:
		return "silent stands alone"
	}
	return ""
}

// fits reports whether a sentence says the fact.
func (f Fact) fits(sentence string) bool { return len(f.Holds) > 0 && holdsAll(sentence, f.Holds) }

// holdsAll reports whether a text has all that is wanted, in any case of letters.
func holdsAll(s string, wanted []string) bool {
	s = strings.ToLower(s)
	for _, w := range wanted {
		if !slices.ContainsFunc(strings.Split(strings.ToLower(w), "|"), func(one string) bool { return strings.Contains(s, one) }) {
			return false
		}
	}
	return true
}
