package longtalk

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// nothingSaid is the point of an answer to what was never said.
const nothingSaid = "The answer says that this is not known or was not mentioned in the conversation, and gives no other answer."

// locomoCategories are the names of LoCoMo's numbers.
var locomoCategories = map[int]string{1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}

var sessionKey = regexp.MustCompile(`^session_(\d+)$`)

// readLoCoMo reads snap-research/locomo's locomo10.json: a list of samples with "conversation" (session_N lists of
// turns with dia_id, session_N_date_time) and "qa" (question, answer, category 1–5, evidence dia_ids).
func readLoCoMo(path string) (talks []Talk, _ error) {
	var samples []struct {
		ID           loose                      `json:"sample_id"`
		Conversation map[string]json.RawMessage `json:"conversation"`
		QA           []struct {
			Question string  `json:"question"`
			Answer   loose   `json:"answer"`
			Category int     `json:"category"`
			Evidence []loose `json:"evidence"`
		} `json:"qa"`
	}
	if err := readJSON(path, `a LoCoMo file, a list of objects with "conversation" and "qa"`, &samples); err != nil {
		return nil, err
	}
	for i, s := range samples {
		t := Talk{Name: cmp.Or(string(s.ID), strconv.Itoa(i+1))}
		if len(s.Conversation) == 0 {
			return nil, errors.New(`this is not a LoCoMo file: an entry has no "conversation"`)
		}
		var numbers []int
		for key := range s.Conversation {
			if m := sessionKey.FindStringSubmatch(key); m != nil {
				n, _ := strconv.Atoi(m[1]) // digits
				numbers = append(numbers, n)
			}
		}
		slices.Sort(numbers)
		for _, n := range numbers {
			name := "session_" + strconv.Itoa(n)
			var when string
			_ = json.Unmarshal(s.Conversation[name+"_date_time"], &when) // none = unknown
			at := parseTime(when, "3:04 pm on 2 January, 2006", "3:04 PM on 2 January, 2006")
			var turns []struct {
				Speaker string `json:"speaker"`
				ID      string `json:"dia_id"`
				Text    string `json:"text"`
				Caption string `json:"blip_caption"`
			}
			if err := json.Unmarshal(s.Conversation[name], &turns); err != nil {
				return nil, fmt.Errorf("%s of conversation %s is no list of turns: %v", name, t.Name, err)
			}
			for _, u := range turns {
				if u.Caption != "" {
					u.Text += " [shares a picture: " + u.Caption + "]"
				}
				t.Turns = append(t.Turns, Turn{ID: u.ID, Session: name, Speaker: u.Speaker, Text: u.Text, At: at})
			}
		}
		for j, q := range s.QA {
			out := Question{ID: fmt.Sprintf("%s/%d", t.Name, j+1), Category: cmp.Or(locomoCategories[q.Category], "category "+strconv.Itoa(q.Category)),
				Text: q.Question, Answer: string(q.Answer), Points: []string{string(q.Answer)}}
			if q.Category == 5 {
				out.Points = []string{nothingSaid}
			}
			for _, e := range q.Evidence { // some entries hold several ids
				out.Evidence = append(out.Evidence, strings.FieldsFunc(string(e), func(r rune) bool { return r == ';' || r == ',' || r == ' ' })...)
			}
			out.Evidence = distinct(out.Evidence)
			t.Questions = append(t.Questions, out)
		}
		talks = append(talks, t)
	}
	return talks, nil
}

// readLongMemEval reads xiaowu0162/LongMemEval's files: a list of questions, each with its own history of sessions, whose
// turns with the evidence have has_answer.
func readLongMemEval(path string) (talks []Talk, _ error) {
	var entries []struct {
		ID       string   `json:"question_id"`
		Type     string   `json:"question_type"`
		Question string   `json:"question"`
		Answer   loose    `json:"answer"`
		Date     string   `json:"question_date"`
		IDs      []string `json:"haystack_session_ids"`
		Dates    []string `json:"haystack_dates"`
		Sessions [][]struct {
			Role      string `json:"role"`
			Content   string `json:"content"`
			HasAnswer bool   `json:"has_answer"`
		} `json:"haystack_sessions"`
	}
	if err := readJSON(path, `a LongMemEval file, a list of objects with "question" and "haystack_sessions"`, &entries); err != nil {
		return nil, err
	}
	for _, e := range entries {
		if len(e.Sessions) == 0 {
			return nil, errors.New(`this is not a LongMemEval file: an entry has no "haystack_sessions"`)
		}
		layouts := []string{"2006/01/02 (Mon) 15:04", "2006/01/02"}
		q := Question{ID: e.ID, Category: e.Type, Text: e.Question, Answer: string(e.Answer), Points: []string{string(e.Answer)}, At: parseTime(e.Date, layouts...)}
		t := Talk{Name: e.ID}
		for i, turns := range e.Sessions {
			session, at := strconv.Itoa(i+1), time.Time{}
			if i < len(e.Dates) {
				at = parseTime(e.Dates[i], layouts...)
			}
			for j, u := range turns {
				id := fmt.Sprintf("%s:%d", session, j+1)
				t.Turns = append(t.Turns, Turn{ID: id, Session: session, Speaker: u.Role, Text: u.Content, At: at})
				if u.HasAnswer {
					q.Evidence = append(q.Evidence, id)
				}
			}
		}
		if strings.HasSuffix(e.ID, "_abs") { // what is asked was never said
			q.Category, q.Points, q.Evidence = "abstention", []string{nothingSaid}, nil
		}
		t.Questions = []Question{q}
		talks = append(talks, t)
	}
	return talks, nil
}

// readBEAM reads folders of mohammadtavakoli78/BEAM: chat.json beside probing_questions/probing_questions.json, in the
// folder or below it.
func readBEAM(path string) (talks []Talk, _ error) {
	var folders []string
	err := filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
		if err == nil && d.Name() == "chat.json" {
			folders = append(folders, filepath.Dir(p))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(folders) == 0 {
		return nil, errors.New("this is not a BEAM folder: no chat.json is in it or below it")
	}
	for _, dir := range folders {
		t, err := readBEAMTalk(dir)
		if err != nil {
			return nil, err
		}
		talks = append(talks, t)
	}
	return talks, nil
}

func readBEAMTalk(dir string) (Talk, error) {
	t := Talk{Name: filepath.Base(dir)}
	var chat json.RawMessage
	if err := readJSON(filepath.Join(dir, "chat.json"), "a BEAM chat", &chat); err != nil {
		return t, err
	}
	if err := t.addBEAMTurns(chat, "1"); err != nil {
		return t, fmt.Errorf("chat.json of conversation %s cannot be read: %v", t.Name, err)
	}
	var last time.Time // a turn without an anchor is of the day of the one before
	for i := range t.Turns {
		if t.Turns[i].At.IsZero() {
			t.Turns[i].At = last
		}
		last = t.Turns[i].At
	}
	var questions map[string][]map[string]json.RawMessage
	file := filepath.Join(dir, "probing_questions", "probing_questions.json")
	if err := readJSON(file, `BEAM's probing questions, an object with a list for each ability`, &questions); errors.Is(err, fs.ErrNotExist) {
		return t, fmt.Errorf("conversation %s has no probing_questions/probing_questions.json", t.Name)
	} else if err != nil {
		return t, err
	}
	for _, ability := range slices.Sorted(maps.Keys(questions)) {
		for i, fields := range questions[ability] {
			q := Question{ID: fmt.Sprintf("%s/%s/%d", t.Name, ability, i+1), Category: ability, Text: textOf(fields, "question"),
				Answer: textOf(fields, "answer", "ideal_answer", "ideal_response", "ideal_summary", "expected_compliance")}
			_ = json.Unmarshal(fields["rubric"], &q.Points) // a question without is judged by its answer
			if len(q.Points) == 0 {
				q.Points = []string{q.Answer}
			}
			if ability == "abstention" {
				q.Points = []string{nothingSaid}
			}
			q.Evidence = distinct(numbersIn(fields["source_chat_ids"]))
			t.Questions = append(t.Questions, q)
		}
	}
	return t, nil
}

// beamMark is what BEAM's generator leaves behind a text.
var beamMark = regexp.MustCompile(`\s*->->\s*[\d, ]*$`)

// addBEAMTurns adds the turns of a chat in their order, whatever lists and objects they stand in: the sizes of BEAM differ in
// that.
func (t *Talk) addBEAMTurns(raw json.RawMessage, session string) error {
	raw = bytes.TrimSpace(raw)
	switch {
	case bytes.HasPrefix(raw, []byte("[")):
		var list []json.RawMessage
		if err := json.Unmarshal(raw, &list); err != nil {
			return err
		}
		for _, x := range list {
			if err := t.addBEAMTurns(x, session); err != nil {
				return err
			}
		}
	case bytes.HasPrefix(raw, []byte("{")):
		var turn struct {
			Role    string      `json:"role"`
			ID      json.Number `json:"id"`
			Content string      `json:"content"`
			Anchor  string      `json:"time_anchor"`
			Batch   json.Number `json:"batch_number"`
		}
		if err := json.Unmarshal(raw, &turn); err == nil && turn.Role != "" && turn.ID != "" {
			t.Turns = append(t.Turns, Turn{ID: turn.ID.String(), Session: session, Speaker: turn.Role, Text: beamMark.ReplaceAllString(turn.Content, ""),
				At: parseTime(turn.Anchor, "January-2-2006", "January-02-2006", "2006-01-02")})
			return nil
		}
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(raw, &fields); err != nil {
			return err
		}
		names := slices.SortedFunc(maps.Keys(fields), func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) })
		for _, name := range names { // plan-2 before plan-10
			if err := t.addBEAMTurns(fields[name], cmp.Or(turn.Batch.String(), session)); err != nil {
				return err
			}
		}
	}
	return nil
}

// textOf returns the first of several fields that is there.
func textOf(fields map[string]json.RawMessage, names ...string) string {
	for _, name := range names {
		var l loose
		if json.Unmarshal(fields[name], &l) == nil && l != "" {
			return string(l)
		}
	}
	return ""
}

// numbersIn returns all numbers of a JSON value, whatever lists and objects they stand in.
func numbersIn(raw json.RawMessage) (out []string) {
	var v any
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if d.Decode(&v) != nil {
		return nil
	}
	var add func(v any)
	add = func(v any) {
		switch x := v.(type) {
		case json.Number:
			out = append(out, x.String())
		case []any:
			for _, y := range x {
				add(y)
			}
		case map[string]any:
			for _, name := range slices.Sorted(maps.Keys(x)) {
				add(x[name])
			}
		}
	}
	add(v)
	return out
}

func distinct(all []string) (out []string) {
	for _, s := range all {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}
