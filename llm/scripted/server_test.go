package scripted_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"keepsake/llm/scripted"
)

func post(t *testing.T, s *scripted.Server, body string) (status int, answer string) {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, "/v1/chat/completions", strings.NewReader(body))
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

func messages(ms string) string { return `{"model":"scripted","messages":[` + ms + `]}` }

func talking() scripted.Brain {
	r := scripted.NewRules()
	r.Otherwise().Say("Hello to you.")
	return r
}

const (
	sys   = `{"role":"system","content":"s"},`
	hello = `{"role":"user","content":"hello"}`
	call  = `{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]}`
	two   = `{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"c2","type":"function","function":{"name":"f","arguments":"{}"}}]}`
	done  = `{"role":"tool","tool_call_id":"c1","content":"ok"}`
)

func withTool(parameters string) string {
	return `{"model":"scripted","messages":[` + hello + `],"tools":[{"type":"function","function":{"name":"f","description":"does","parameters":` + parameters + `}}]}`
}

// formed is a request for an answer of a form.
func formed(responseFormat string) string {
	return `{"model":"scripted","messages":[` + hello + `],"response_format":` + responseFormat + `}`
}

func bySchema(schema string) string {
	return formed(`{"type":"json_schema","json_schema":{"name":"list","strict":true,"schema":` + schema + `}}`)
}

// The form of an answer is checked as endpoints do that keep to it.
func TestFormsAreStrict(t *testing.T) {
	const object, some = `{"type":"object","properties":{"a":{"type":"array","items":{"type":"integer"}}},"required":["a"],"additionalProperties":false}`, `{"type":"json_schema","json_schema":`
	for name, c := range map[string]struct{ body, violation string }{
		"none":                    {formed(`{"type":"text"}`), ""},
		"a schema":                {bySchema(object), ""},
		"nested":                  {bySchema(`{"type":"object","properties":{"a":{"anyOf":[` + object + `,{"type":"null"}]}},"required":["a"],"additionalProperties":false}`), ""},
		"JSON, and says so":       {strings.Replace(formed(`{"type":"json_object"}`), "hello", "hello in JSON", 1), ""},
		"JSON, and says nothing":  {formed(`{"type":"json_object"}`), "no message says JSON"},
		"an unknown type":         {formed(`{"type":"yaml"}`), "unknown type"},
		"a schema of text":        {formed(`{"type":"text","json_schema":{"name":"a","strict":true,"schema":` + object + `}}`), "without the type"},
		"no schema":               {formed(`{"type":"json_schema"}`), "json_schema is missing"},
		"no name":                 {formed(some + `{"strict":true,"schema":` + object + `}}`), "name"},
		"not strict":              {formed(some + `{"name":"a","schema":` + object + `}}`), "not strict"},
		"a list":                  {bySchema(`{"type":"array","items":{"type":"string"}}`), "not that of an object"},
		"other properties":        {bySchema(`{"type":"object","properties":{},"required":[]}`), "additionalProperties"},
		"an optional property":    {bySchema(`{"type":"object","properties":{"a":{"type":"string"}},"required":[],"additionalProperties":false}`), "not every property is required"},
		"another one required":    {bySchema(`{"type":"object","properties":{"a":{"type":"string"}},"required":["b"],"additionalProperties":false}`), "not required"},
		"an array of anything":    {bySchema(`{"type":"object","properties":{"a":{"type":"array"}},"required":["a"],"additionalProperties":false}`), "an array without items"},
		"a property of any type":  {bySchema(`{"type":"object","properties":{"a":{}},"required":["a"],"additionalProperties":false}`), "no type"},
		"a keyword of no grammar": {bySchema(strings.Replace(object, `"integer"`, `"integer","default":1`, 1)), `"default"`},
		"a part that is none":     {bySchema(strings.Replace(object, `{"type":"integer"}`, `true`, 1)), "not a schema"},
	} {
		s := scripted.New(scripted.Options{Brain: talking()})
		status, _ := post(t, s, c.body)
		found := strings.Join(s.Violations(), "\n")
		s.Close()
		if c.violation == "" && (status != 200 || found != "") || c.violation != "" && (status != 400 || !strings.Contains(found, c.violation)) {
			t.Errorf("%s: %d, %q", name, status, found)
		}
	}
}

func TestMisfits(t *testing.T) {
	f := scripted.Format{Schema: []byte(`{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"],"additionalProperties":false}`)}
	for answer, fits := range map[string]bool{`{"a":1}`: true, `{"a":"1"}`: false, `{}`: false, `{"a":1,"b":2}`: false, "one": false} {
		if err := f.Misfit(answer); (err == nil) != fits {
			t.Errorf("%s: %v", answer, err)
		}
	}
	if (scripted.Format{}).Misfit("anything") != nil || (scripted.Format{Schema: []byte("[")}).Misfit("{}") == nil {
		t.Error("no form, and one that is none")
	}
}

func TestStrictness(t *testing.T) {
	for name, c := range map[string]struct{ body, violation string }{
		"plain":                  {messages(hello), ""},
		"system first":           {messages(sys + hello), ""},
		"late system":            {messages(sys + hello + `,{"role":"assistant","content":"x"},{"role":"system","content":"late"},` + hello), ""},
		"tools answered":         {messages(hello + "," + call + "," + done), ""},
		"no JSON":                {"hello", "not a request of this kind"},
		"something after":        {messages(hello) + "{}", "follows the body"},
		"bad UTF-8":              {messages(`{"role":"user","content":"` + "\xff" + `"}`), "UTF-8"},
		"unknown field":          {`{"model":"scripted","messages":[` + hello + `],"late":true}`, `unknown field "late"`},
		"unknown message field":  {messages(`{"role":"user","content":"x","trust":"person"}`), "unknown field"},
		"no model":               {`{"messages":[` + hello + `]}`, "model: missing"},
		"no messages":            {messages(""), "messages: empty"},
		"unknown role":           {messages(`{"role":"bot","content":"x"}`), "role: unknown"},
		"empty user":             {messages(`{"role":"user","content":" \n"}`), "content: empty"},
		"user without content":   {messages(`{"role":"user"}`), "content: empty"},
		"empty system":           {messages(`{"role":"system","content":""},` + hello), "content: empty"},
		"empty assistant":        {messages(hello + `,{"role":"assistant","content":""},` + hello), "no tool calls"},
		"NUL":                    {messages(`{"role":"user","content":"a\u0000b"}`), "NUL"},
		"bad name":               {messages(`{"role":"user","name":"Ada Lovelace","content":"x"}`), "name"},
		"assistant last":         {messages(hello + `,{"role":"assistant","content":"x"}`), "the last is assistant"},
		"system last":            {messages(hello + `,{"role":"system","content":"x"}`), "the last is system"},
		"assistant first":        {messages(`{"role":"assistant","content":"x"},` + hello), "before any user"},
		"result without a call":  {messages(hello + "," + done), "answers no open call"},
		"result of another call": {messages(hello + "," + call + `,{"role":"tool","tool_call_id":"c9","content":"x"}`), "answers no open call"},
		"result twice":           {messages(hello + "," + call + "," + done + "," + done), "answers no open call"},
		"result without id":      {messages(hello + "," + call + `,{"role":"tool","content":"x"}`), "tool_call_id: missing"},
		"empty result":           {messages(hello + "," + call + `,{"role":"tool","tool_call_id":"c1","content":""}`), "content: empty"},
		"call not answered":      {messages(hello + "," + call + "," + hello), "before every tool call"},
		"one of two answered":    {messages(hello + "," + two + "," + done), "not all answered"},
		"system between":         {messages(hello + "," + two + "," + done + `,{"role":"system","content":"x"},{"role":"tool","tool_call_id":"c2","content":"x"}`), "before every tool call"},
		"call id twice":          {messages(hello + "," + call + "," + done + "," + call + "," + done), "used twice"},
		"call without id":        {messages(hello + `,{"role":"assistant","tool_calls":[{"type":"function","function":{"name":"f","arguments":"{}"}}]}`), "id missing"},
		"call of no function":    {messages(hello + `,{"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"f","arguments":"{}"}}]}`), "type is not function"},
		"call with a bad name":   {messages(hello + `,{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"a b","arguments":"{}"}}]}`), "bad function name"},
		"arguments no JSON":      {messages(hello + `,{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{"}}]}`), "not a JSON object"},
		"arguments a list":       {messages(hello + `,{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"[]"}}]}`), "not a JSON object"},
		"calls of a user":        {messages(`{"role":"user","content":"x","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]}`), "only an assistant"},
		"id on a user":           {messages(`{"role":"user","content":"x","tool_call_id":"c1"}`), "only on a tool's"},
		"stray stream_options":   {`{"model":"scripted","messages":[` + hello + `],"stream_options":{"include_usage":true}}`, "only with stream"},
		"both limits":            {`{"model":"scripted","messages":[` + hello + `],"max_tokens":1,"max_completion_tokens":1}`, "one of them"},
		"choice without tools":   {`{"model":"scripted","messages":[` + hello + `],"tool_choice":"auto"}`, "only with tools"},
		"no tools in tools":      {`{"model":"scripted","messages":[` + hello + `],"tools":[]}`, "tools: empty"},
		"hot":                    {`{"model":"scripted","messages":[` + hello + `],"temperature":3}`, "temperature"},
		"tool":                   {withTool(`{"type":"object","properties":{"a":{"type":"string","description":"d","enum":["x"]},"b":{"type":"array","description":"d","items":{"type":"integer"}}},"required":["a"]}`), ""},
		"union types":            {withTool(`{"type":"object","properties":{"a":{"type":["string","null"],"description":"d"},"b":{"description":"d","anyOf":[{"type":"string"}]}}}`), ""},
		"schema no object":       {withTool(`[]`), "not a JSON Schema object"},
		"schema of a string":     {withTool(`{"type":"string"}`), "type is not object"},
		"unknown type":           {withTool(`{"type":"object","properties":{"a":{"type":"text","description":"d"}}}`), "unknown type"},
		"no type":                {withTool(`{"type":"object","properties":{"a":{"description":"d"}}}`), "no type"},
		"no description":         {withTool(`{"type":"object","properties":{"a":{"type":"string"}}}`), "no description"},
		"requires a stranger":    {withTool(`{"type":"object","properties":{},"required":["a"]}`), "no property"},
		"array without items":    {withTool(`{"type":"object","properties":{"a":{"type":"array","description":"d"}}}`), "without items"},
		"empty enum":             {withTool(`{"type":"object","properties":{"a":{"type":"string","description":"d","enum":[]}}}`), "empty enum"},
		"least above most":       {withTool(`{"type":"object","properties":{"a":{"type":"string","description":"d","minLength":9,"maxLength":5}}}`), "least above"},
		"tool twice":             {strings.Replace(withTool(`{"type":"object"}`), `"tools":[`, `"tools":[{"type":"function","function":{"name":"f","description":"d"}},`, 1), "offered twice"},
		"tool undescribed":       {strings.Replace(withTool(`{"type":"object"}`), "does", " ", 1), "description: empty"},
		"tool badly named":       {strings.Replace(withTool(`{"type":"object"}`), `"name":"f"`, `"name":"f()"`, 1), "name"},
	} {
		t.Run(name, func(t *testing.T) {
			s := scripted.New(scripted.Options{Brain: talking()})
			status, answer := post(t, s, c.body)
			found := strings.Join(s.Violations(), "; ")
			if c.violation == "" {
				if status != 200 || found != "" || !strings.Contains(answer, "Hello to you.") {
					t.Errorf("%d %s (%s)", status, answer, found)
				}
				return
			}
			if status != 400 || !strings.Contains(found, c.violation) || s.LastRequest().Status != 400 {
				t.Errorf("%d, violation %q, want one with %q", status, found, c.violation)
			}
		})
	}
}

func TestRefusalsAreNoViolations(t *testing.T) {
	streamed := `{"model":"scripted","stream":true,"stream_options":{"include_usage":true},"max_tokens":5,"messages":[` + sys + hello + `,` + sys + hello + `]}`
	for want, r := range map[string]scripted.Refusals{
		"stream_options":         {StreamOptions: true},
		"'stream'":               {Stream: true},
		"max_completion_tokens'": {MaxTokens: true},
		"at the beginning":       {LateSystem: true},
		"System role":            {System: true},
	} {
		s := scripted.New(scripted.Options{Brain: talking(), Refuse: r})
		if status, answer := post(t, s, streamed); status != 400 || !strings.Contains(answer, want) || s.Violations() != nil {
			t.Errorf("%s: %d %s", want, status, answer)
		}
		s.SetRefusals(scripted.Refusals{})
		if status, _ := post(t, s, streamed); status != 200 {
			t.Errorf("%s: still refused", want)
		}
	}
	s := scripted.New(scripted.Options{Brain: talking(), ContextTokens: 20, Refuse: scripted.Refusals{Tools: true, NewMaxTokens: true}})
	for body, want := range map[string]string{
		withTool(`{"type":"object"}`):                                                             "does not support tools",
		messages(strings.Repeat(hello+",", 20) + hello):                                           "context_length_exceeded",
		`{"model":"other","messages":[` + hello + `]}`:                                            "model_not_found",
		strings.Replace(messages(hello), `"messages"`, `"max_completion_tokens":9,"messages"`, 1): "max_completion_tokens",
	} {
		if status, answer := post(t, s, body); status < 400 || !strings.Contains(answer, want) {
			t.Errorf("%s: %d %s", want, status, answer)
		}
	}
}

func TestStreamAndPrefixCache(t *testing.T) {
	s := scripted.New(scripted.Options{Brain: talking()})
	body := `{"model":"scripted","stream":true,"stream_options":{"include_usage":true},"messages":[` + sys + hello + `]}`
	_, first := post(t, s, body)
	for _, want := range []string{`"content":"Hello "`, `"content":"you."`, `"finish_reason":"stop"`, `"cached_tokens":0`, "data: [DONE]"} {
		if !strings.Contains(first, want) {
			t.Errorf("no %s in %s", want, first)
		}
	}
	post(t, s, strings.Replace(body, `"hello"`, `"hello again"`, 1))
	a, b := s.Requests()[0], s.Requests()[1]
	if a.Usage.Cached != 0 || b.Usage.Cached == 0 || b.Usage.Cached >= b.Usage.Prompt || a.Usage.Answer == 0 {
		t.Errorf("%+v %+v", a.Usage, b.Usage)
	}
	if n := scripted.CommonPrefix(a.Prompt.Text, b.Prompt.Text); !strings.HasSuffix(a.Prompt.Text[:n], "hello") {
		t.Errorf("common prefix %q", a.Prompt.Text[:n])
	}
}

func TestModelsKeyAndLimits(t *testing.T) {
	s := scripted.New(scripted.Options{Brain: talking(), Models: []string{"a", "b/c"}, Key: "k", Keep: 2})
	defer s.Close()
	get := func(path, key string) (int, string) {
		t.Helper()
		req, err := http.NewRequest(http.MethodGet, s.URL()+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+key)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		b, _ := io.ReadAll(resp.Body)
		return resp.StatusCode, string(b)
	}
	if code, body := get("/models", "k"); code != 200 || !strings.Contains(body, `"b/c"`) {
		t.Errorf("%d %s", code, body)
	}
	if code, _ := get("/models", "wrong"); code != 401 {
		t.Errorf("%d", code)
	}
	if code, _ := get("/models/b/c", "k"); code != 200 {
		t.Errorf("%d", code)
	}
	if code, _ := get("/models/zzz", "k"); code != 404 {
		t.Errorf("%d", code)
	}
	s2 := scripted.New(scripted.Options{Brain: talking(), Keep: 2})
	for i := range 4 {
		post(t, s2, messages(fmt.Sprintf(`{"role":"user","content":"hello %d"}`, i)))
	}
	if rs := s2.Requests(); len(rs) != 2 || rs[1].Prompt.Person() != "hello 3" || rs[1].Status != 200 {
		t.Errorf("%+v", rs)
	}
	s.Close() // again is fine
	if scripted.New(scripted.Options{}).LastRequest().Body != "" {
		t.Error("a server without requests has no last one")
	}
}

func TestWaitForAndHang(t *testing.T) {
	s := scripted.New(scripted.Options{Brain: talking()})
	s.Down(scripted.Fault{Trouble: scripted.Hang})
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		r := httptest.NewRequest(http.MethodPost, "/v1/chat/completions", strings.NewReader(messages(hello)))
		s.Handler().ServeHTTP(httptest.NewRecorder(), r)
	}()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := s.WaitFor(ctx, func(rs []scripted.Request) bool { return len(rs) == 1 }); err != nil {
		t.Fatal(err)
	}
	s.Close()
	<-gone
	ended, end := context.WithCancel(t.Context())
	end()
	if err := s.WaitFor(ended, func(rs []scripted.Request) bool { return false }); err == nil {
		t.Error("waits for ever")
	}
}

func TestRules(t *testing.T) {
	r := scripted.NewRules()
	r.When("once only").Times(1).Say("first")
	r.When("once only").Say("later").Say("on two lines")
	r.WhenMatch(`(?i)update (\w+) to (.+)`).AndSystem("[Sarah]").Call("update_memory", map[string]string{"content": "$2 is now $1"})
	r.When("tools?").AndTool("f").Say("f is there")
	r.When("").AndSystem("shouting").Say("HELLO")
	r.WhenResult("f", "ok").Say("read: ok")
	r.When("fail").Fail(scripted.Fault{Trouble: scripted.Status, Status: 418})
	s := scripted.New(scripted.Options{Brain: r})
	user := func(said string) string { return fmt.Sprintf(`{"role":"user","content":%q}`, said) }
	for _, c := range []struct{ body, want string }{
		{messages(user("once ONLY please")), `"first"`},
		{messages(user("once only please")), `later\non two lines`},
		{messages(`{"role":"system","content":"- [id:e5f6g7h8] [Sarah] Sarah works"},` + user("update Sarah to Design")), `\"content\":\"Design is now Sarah\"`},
		{strings.Replace(withTool(`{"type":"object"}`), "hello", "tools?", 1), "f is there"},
		{messages(`{"role":"system","content":"a shouting bot"},` + user("hm")), "HELLO"},
		{messages(hello + "," + call + "," + done), "read: ok"},
		{messages(user("nobody knows")), "no rule answers"},
		{messages(user("fail")), "told to fail"},
	} {
		if _, answer := post(t, s, c.body); !strings.Contains(answer, c.want) {
			t.Errorf("%s: %s", c.want, answer)
		}
	}
	if v := s.Violations(); len(v) != 1 || !strings.Contains(v[0], "no rule answers") {
		t.Errorf("%v", v)
	}
	s.SetBrain(talking())
	if _, answer := post(t, s, messages(user("nobody knows"))); !strings.Contains(answer, "Hello to you.") {
		t.Error(answer)
	}
}

func TestPromptMemories(t *testing.T) {
	p := scripted.Prompt{Messages: []scripted.Message{
		{Role: "system", Content: "Ids like [id:a1b2c3d4] mean a1b2c3d4.\n\n## Your Memory\n\n### Person\n- [id:a1b2c3d4] [Alec] Alec is the user's boss\n- [id:e5f6g7h8] Sarah works"},
		{Role: "user", Content: "- [id:zzzzzzzz] not the prompt's"},
		{Role: "system", Content: "- [id:a1b2c3d4] Alec is the user's friend (replaces: Alec is the user's boss)\n- [id:e5f6g7h8] forgotten\n- [id:n1n1n1n1] New one"},
	}}
	got := fmt.Sprint(p.Memories())
	if want := "[{a1b2c3d4 Alec Alec is the user's friend} {n1n1n1n1  New one}]"; got != want {
		t.Errorf("%s", got)
	}
	if (scripted.Prompt{}).Last().Role != "" || (scripted.Prompt{}).Results() != nil || (scripted.Prompt{}).Person() != "" {
		t.Error("an empty prompt says something")
	}
}
