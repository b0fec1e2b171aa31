package eval

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"keepsake/llm"
	"keepsake/llm/scripted"
)

// Recorded is one answer of a model, by its request.
type Recorded struct {
	Hash   string    `json:"hash"`   // of the request, see Tape
	Repeat int       `json:"repeat"` // of the run in which it was given, from 0
	Text   string    `json:"text,omitempty"`
	Calls  []Call    `json:"calls,omitempty"`
	Usage  llm.Usage `json:"usage,omitzero"`
	Failed bool      `json:"failed,omitempty"` // the model gave no answer, or none in time
}

// Call is a tool call; Args is its JSON text.
type Call struct {
	Name string `json:"name"`
	Args string `json:"args"`
}

// Model answers a prompt. What it returns needs no Hash and no Repeat.
type Model func(ctx context.Context, p scripted.Prompt) (Recorded, error)

// Tape is the brain of the endpoint that the app talks to. It asks Model once for each request and repeat, and
// answers from what is recorded when it can. Without a Model it only replays, and a request that is not recorded is
// counted (Missing) and answered with an error. It is safe for concurrent use.
//
// The schema of the answer belongs to the request. The same request has the same hash in every run: ids of memories, tasks and calls are replaced by numbers, in
// the order in which they stand in the request, and so is the minute of the day.
type Tape struct {
	Model Model
	Keep  func(Recorded) // called with each answer that Model has given, in any order, one at a time; may be nil

	mu      sync.Mutex
	repeat  int
	answers map[string]*slot
	missing int
	asked   int
	asking  int   // requests that are being answered now
	err     error // the first of Model
}

// slot is where one answer is, once ready is closed.
type slot struct {
	ready  chan struct{}
	asked  bool // in this run
	answer Recorded
}

// NewTape returns a tape that holds what was recorded.
func NewTape(model Model, recorded []Recorded) *Tape {
	t := &Tape{Model: model, answers: map[string]*slot{}}
	for _, r := range recorded {
		s := &slot{ready: make(chan struct{}), answer: r}
		close(s.ready)
		t.answers[keyOf(r.Hash, r.Repeat)] = s
	}
	return t
}

// SetRepeat says which repeat the requests that follow belong to.
func (t *Tape) SetRepeat(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.repeat = n
}

// Answer implements scripted.Brain.
func (t *Tape) Answer(ctx context.Context, p scripted.Prompt) (scripted.Answer, error) {
	hash, ids := hashOf(p.Text + string(p.Format.Schema))
	t.mu.Lock()
	t.asked++
	t.asking++
	defer func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.asking--
	}()
	key := keyOf(hash, t.repeat)
	s, ok := t.answers[key]
	switch {
	case !ok && t.Model == nil:
		t.missing++
		t.mu.Unlock()
		return refusal, nil
	case !ok:
		s = &slot{ready: make(chan struct{}), answer: Recorded{Hash: hash, Repeat: t.repeat}}
		t.answers[key] = s
	}
	s.asked = true
	t.mu.Unlock()
	if !ok {
		t.ask(ctx, p, s, ids)
	}
	select {
	case <-s.ready:
	case <-ctx.Done():
		return scripted.Answer{}, ctx.Err()
	}
	if s.answer.Failed {
		return refusal, nil
	}
	answer := scripted.Answer{Text: ids.restore(s.answer.Text)}
	for _, c := range s.answer.Calls {
		answer.Calls = append(answer.Calls, scripted.Call{Name: c.Name, Args: ids.restore(c.Args)})
	}
	return answer, nil
}

// refusal is what the app hears instead of an answer: the one error after which it neither asks again nor waits.
var refusal = scripted.Answer{Fault: &scripted.Fault{Trouble: scripted.Filtered}}

// ask asks the model and fills the slot.
func (t *Tape) ask(ctx context.Context, p scripted.Prompt, s *slot, ids numbered) {
	defer close(s.ready)
	a, err := t.Model(ctx, p)
	if s.answer.Usage = a.Usage; err != nil {
		s.answer.Failed = true
		t.mu.Lock()
		defer t.mu.Unlock()
		t.err = cmp.Or(t.err, err)
		return
	}
	s.answer.Text = ids.number(a.Text)
	for _, c := range a.Calls {
		s.answer.Calls = append(s.answer.Calls, Call{Name: c.Name, Args: ids.number(c.Args)})
	}
	if t.Keep != nil {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.Keep(s.answer)
	}
}

// Recorded returns all answers of this run, in a stable order, and the first error of the model, if it had any.
func (t *Tape) Recorded() ([]Recorded, error) {
	t.mu.Lock()
	slots := slices.DeleteFunc(slices.Collect(maps.Values(t.answers)), func(s *slot) bool { return !s.asked })
	t.mu.Unlock()
	all := make([]Recorded, len(slots))
	for i, s := range slots {
		<-s.ready
		all[i] = s.answer
	}
	slices.SortFunc(all, func(a, b Recorded) int { return strings.Compare(keyOf(a.Hash, a.Repeat), keyOf(b.Hash, b.Repeat)) })
	t.mu.Lock()
	defer t.mu.Unlock()
	return all, t.err
}

// Missing returns how many of all requests were not recorded.
func (t *Tape) Missing() (missing, asked int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.missing, t.asked
}

// isAsking reports whether a request is being answered.
func (t *Tape) isAsking() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.asking > 0
}

func keyOf(hash string, repeat int) string { return fmt.Sprintf("%s %03d", hash, repeat) }

// numbered are the ids of a request by the numbers that stand for them.
type numbered []string

var (
	idForm     = regexp.MustCompile(`\[id:(\w{8})\]`)
	callForm   = regexp.MustCompile(`call_\d{6,}`)
	minuteForm = regexp.MustCompile(`(?m)(^(?:<system>\s*)?Now: .*?)\d\d:\d\d `)
)

// hashOf returns the hash of a request and the ids in it.
func hashOf(request string) (string, numbered) {
	var ids numbered
	add := func(id string) {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	for _, m := range idForm.FindAllStringSubmatch(request, -1) {
		add(m[1])
	}
	for _, id := range callForm.FindAllString(request, -1) {
		add(id)
	}
	canonical := ids.number(minuteForm.ReplaceAllString(request, "${1}--:-- "))
	sum := sha256.Sum256([]byte(canonical))
	return hex.EncodeToString(sum[:8]), ids
}

// stand returns what stands for an id: of the length of a memory's id, so that it passes as one.
func stand(i int) string { return fmt.Sprintf("~id%05d", i) }

func (n numbered) number(s string) string {
	for i, id := range n {
		s = strings.ReplaceAll(s, id, stand(i))
	}
	return s
}

func (n numbered) restore(s string) string {
	for i, id := range n {
		s = strings.ReplaceAll(s, stand(i), id)
	}
	return s
}

// ReadRecording reads a file of answers, one JSON object a line.
func ReadRecording(name string) (all []Recorded, err error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r Recorded
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, r)
	}
	return all, lines.Err()
}

// WriteRecording writes a file of answers.
func WriteRecording(name string, all []Recorded) error {
	data, err := encodeRecording(all)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(name), 0o755)
	}
	if err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o644)
}

// AppendRecording adds an answer to a file of answers, which need not exist.
func AppendRecording(name string, r Recorded) error {
	data, err := encodeRecording([]Recorded{r})
	if err == nil {
		err = os.MkdirAll(filepath.Dir(name), 0o755)
	}
	if err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

func encodeRecording(all []Recorded) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for _, r := range all {
		if err := e.Encode(r); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}
