package longtalk

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"
)

// Talk is a conversation and what is asked about it.
type Talk struct {
	Name      string
	Turns     []Turn
	Questions []Question
}

// Turn is what somebody said.
type Turn struct {
	ID      string // unique in the talk
	Session string // the part of the talk that it belongs to
	Speaker string
	Text    string
	At      time.Time // zero = unknown
}

// Question is asked when the whole talk is over.
type Question struct {
	ID       string
	Category string
	Text     string
	Answer   string   // as the data has it
	Points   []string // what a right answer says, each judged by itself; Answer where the data has no others
	Evidence []string // ids of the turns that answer it; none = the data names none, or nothing answers it
	At       time.Time
	Unknown  int // ids of evidence that the talk does not have
}

// Formats lists the formats of Load.
var Formats = []string{"locomo", "longmemeval", "beam"}

// Load reads the talks of a file or, for beam, of a folder. What is wrong is said in a sentence for who runs it.
func Load(format, path string) ([]Talk, error) {
	read := map[string]func(path string) ([]Talk, error){"locomo": readLoCoMo, "longmemeval": readLongMemEval, "beam": readBEAM}[strings.ToLower(format)]
	if read == nil {
		return nil, fmt.Errorf("FORMAT=%s is none of %s", format, strings.Join(Formats, ", "))
	}
	if path == "" {
		return nil, errors.New("say where the data is: make longtalk FORMAT=locomo DATA=/path/to/locomo10.json")
	}
	talks, err := read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is nothing at DATA=%s", path)
	}
	if err != nil {
		return nil, fmt.Errorf("DATA=%s: %w", path, err)
	}
	if len(talks) == 0 {
		return nil, fmt.Errorf("DATA=%s holds no conversation", path)
	}
	for i := range talks {
		if err := talks[i].check(); err != nil {
			return nil, fmt.Errorf("DATA=%s: %w", path, err)
		}
	}
	return talks, nil
}

// check returns what is missing of a talk, and leaves out of the evidence what the talk does not have.
func (t *Talk) check() error {
	ids := map[string]bool{}
	for _, turn := range t.Turns {
		if ids[turn.ID] {
			return fmt.Errorf("conversation %s has two turns with the id %s", t.Name, turn.ID)
		}
		ids[turn.ID] = true
	}
	if len(t.Turns) == 0 || len(t.Questions) == 0 {
		return fmt.Errorf("conversation %s has %d turns and %d questions; both are needed", t.Name, len(t.Turns), len(t.Questions))
	}
	for i := range t.Questions {
		q := &t.Questions[i]
		if strings.TrimSpace(q.Text) == "" {
			return fmt.Errorf("conversation %s has a question without words", t.Name)
		}
		var known []string
		for _, id := range q.Evidence {
			if ids[id] {
				known = append(known, id)
			} else {
				q.Unknown++
			}
		}
		q.Evidence = known
	}
	return nil
}

// readJSON decodes a file; shape says what it should be.
func readJSON(path, shape string, into any) error {
	b, err := os.ReadFile(path)
	if err != nil {
		var wrong *fs.PathError
		if errors.As(err, &wrong) && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("it cannot be read as a file: %v", wrong.Err)
		}
		return err
	}
	if err := json.Unmarshal(b, into); err != nil {
		return fmt.Errorf("this is not %s: %v", shape, err)
	}
	return nil
}

// parseTime reads a time in one of several layouts; zero when it is in none.
func parseTime(s string, layouts ...string) time.Time {
	for _, l := range layouts {
		if at, err := time.Parse(l, strings.TrimSpace(s)); err == nil {
			return at.UTC()
		}
	}
	return time.Time{}
}

// loose is a text that some files have as a number, a list or nothing.
type loose string

func (l *loose) UnmarshalJSON(b []byte) error {
	var v any
	if err := json.Unmarshal(b, &v); err != nil {
		return err
	}
	switch x := v.(type) {
	case nil:
	case string:
		*l = loose(x)
	case []any:
		parts := make([]string, len(x))
		for i, p := range x {
			parts[i] = fmt.Sprint(p)
		}
		*l = loose(strings.Join(parts, "; "))
	default:
		*l = loose(strings.TrimSpace(string(b)))
	}
	return nil
}
