// Package answertext takes out of the text of a model's answer what is no answer: reasoning (Thinking), and tool calls that the
// model wrote as text (Reader). Small models, and servers that do not know a model's template, answer
// {"name": "search", "arguments": {…}} where a call belongs; nobody is to be shown that.
//
// It is pure: it runs nothing and knows no endpoint. A call that it finds is a call like any other for the rooms above, which
// check its name, its arguments and whether the person said what it writes.
//
// Start reading at Reader.
package answertext

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// Call is a tool call that was written as text. Arguments that are no JSON are as they were written.
type Call struct{ Name, Arguments string }

// Reader reads an answer piece by piece. Names are the tools that the model was offered; without any, nothing is a call.
type Reader struct {
	Names []string

	held     string // what may be a call
	isCall   bool   // held begins as a call
	hasShown bool
}

// Show returns what of the answer so far may be shown and was not yet: all up to where a call may begin.
func (r *Reader) Show(piece string) (shown string) {
	if len(r.Names) == 0 {
		return piece
	}
	r.held += piece
	if r.isCall {
		return ""
	}
	at := len(r.held)
	for i := range len(r.held) {
		if !strings.ContainsRune(openers, rune(r.held[i])) {
			continue
		}
		if may, decided := r.mayBegin(r.held[i:], !r.hasShown && strings.TrimSpace(r.held[:i]) == ""); may {
			at, r.isCall = i, decided
			break
		}
	}
	shown, r.held = r.held[:at], r.held[at:]
	r.hasShown = r.hasShown || strings.TrimSpace(shown) != ""
	return shown
}

// Rest returns what Show held back, for an answer that has ended and has no call.
func (r *Reader) Rest() (rest string) {
	rest, r.held, r.isCall = r.held, "", false
	return rest
}

// openers are the bytes with which a call can begin.
const openers = "{[<`"

// around is what models put around calls.
var around = []string{"```json", "```tool_call", "```", "<tool_call>", "</tool_call>", "<tools>", "</tools>", "<|python_tag|>", "[TOOL_CALLS]", "[", "]", "}", ",", ";"}

// unwrap removes what stands around a call from the start of a text. isOpen says that the text may be the beginning of more of it.
func unwrap(s string) (rest string, isOpen bool) {
	for {
		s = strings.TrimLeft(s, " \t\r\n")
		if strings.HasPrefix(s, "{{") { // as in the template of a prompt
			s = s[1:]
		}
		if s == "" || slices.ContainsFunc(around, func(a string) bool { return len(a) > len(s) && strings.HasPrefix(a, s) }) {
			return s, true
		}
		i := slices.IndexFunc(around, func(a string) bool { return strings.HasPrefix(s, a) })
		if i < 0 {
			return s, false
		}
		s = s[len(around[i]):]
	}
}

// unwrapAll removes what stands around a call from the start of a whole text.
func unwrapAll(s string) string {
	rest, _ := unwrap(s + " ")
	return strings.TrimSpace(rest)
}

// forms are how the object of a call begins, without spaces.
var forms = []string{`{"name":"`, `{"function":{"name":"`, `{"type":"function","function":{"name":"`, `{"type":"function","name":"`}

// lookAhead is how many bytes decide whether a text is a call.
const lookAhead = 300

// mayBegin reports whether a text is the beginning of a call, as far as it goes; decided says that more of it will not tell
// otherwise. A name that no tool has counts only where the answer begins with it.
func (r *Reader) mayBegin(s string, isFirst bool) (may, decided bool) {
	s, isOpen := unwrap(s)
	if isOpen {
		return true, false
	}
	begun := strings.Join(strings.Fields(s[:min(len(s), lookAhead)]), "")
	for _, form := range forms {
		if strings.HasPrefix(form, begun) {
			return true, false
		}
		after, ok := strings.CutPrefix(begun, form)
		if !ok {
			continue
		}
		name, after, ended := strings.Cut(after, `"`)
		if !ended {
			return len(s) < lookAhead && (isFirst || slices.ContainsFunc(r.Names, func(n string) bool { return strings.HasPrefix(n, name) })), false
		}
		if !isFirst && !slices.Contains(r.Names, name) {
			return false, false
		}
		for _, next := range []string{`,"arguments":`, `,"parameters":`, `}`} {
			if next == `}` && !slices.Contains(r.Names, name) { // {"name": "Anna"} is what somebody asked for
				continue
			}
			if strings.HasPrefix(after, next) {
				return true, true
			}
			if strings.HasPrefix(next, after) {
				return true, false
			}
		}
	}
	return false, false
}

// Split returns the calls of a whole answer and the text before them. There are none in a text that goes on after them, unless it
// begins with them: what a model tells of the result of a call that has not run is dropped.
func (r *Reader) Split(answer string) (before string, calls []Call) {
	if len(r.Names) == 0 {
		return answer, nil
	}
	for i := range len(answer) {
		if !strings.ContainsRune(openers, rune(answer[i])) {
			continue
		}
		before = strings.TrimSpace(answer[:i])
		calls, rest := r.read(answer[i:])
		isKnown := !slices.ContainsFunc(calls, func(c Call) bool { return !slices.Contains(r.Names, c.Name) })
		switch {
		case len(calls) == 0:
			continue
		case before == "" && (isKnown || rest == ""), isKnown && rest == "":
			return before, calls
		}
	}
	return answer, nil
}

// read returns the calls with which a text begins, and what follows them.
func (r *Reader) read(s string) (calls []Call, rest string) {
	for {
		s = unwrapAll(s)
		d := json.NewDecoder(strings.NewReader(s))
		d.DisallowUnknownFields()
		var o object
		if err := d.Decode(&o); err != nil {
			if m := broken.FindStringSubmatch(s); m != nil && slices.Contains(r.Names, m[1]) {
				return append(calls, Call{m[1], m[2]}), ""
			}
			return calls, s
		}
		c, ok := o.call()
		if !ok || !slices.Contains(r.Names, c.Name) && !o.hasArguments() {
			return calls, s
		}
		calls, s = append(calls, c), s[d.InputOffset():]
	}
}

// broken is a call that is no JSON, up to its arguments.
var broken = regexp.MustCompile(`(?s)^\{\s*"name"\s*:\s*"([^"]*)"\s*,\s*"(?:arguments|parameters)"\s*:(.*)$`)

// object is a call as models write it.
type object struct {
	Name       string          `json:"name"`
	Arguments  json.RawMessage `json:"arguments"`
	Parameters json.RawMessage `json:"parameters"`
	Function   *object         `json:"function"`
	Type       string          `json:"type"`
	ID         string          `json:"id"`
}

// isName matches what a tool can be called.
var isName = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,64}$`)

// hasArguments reports whether the object has the arguments of a call, be they empty.
func (o object) hasArguments() bool {
	return o.Arguments != nil || o.Parameters != nil || o.Function != nil && o.Function.hasArguments()
}

func (o object) call() (c Call, ok bool) {
	if o.Function != nil && o.Name == "" && o.Arguments == nil {
		o = *o.Function
	}
	args := o.Arguments
	if args == nil {
		args = o.Parameters
	}
	if !isName.MatchString(o.Name) {
		return Call{}, false
	}
	c = Call{Name: o.Name, Arguments: string(args)}
	var quoted string
	switch {
	case args == nil:
		c.Arguments = "{}"
	case json.Unmarshal(args, &quoted) == nil && string(args) != "null": // some write the object as a string
		c.Arguments = quoted
	case !strings.HasPrefix(c.Arguments, "{") && c.Arguments != "null":
		return Call{}, false
	}
	return c, true
}
