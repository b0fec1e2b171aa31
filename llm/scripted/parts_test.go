package scripted_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"keepsake/llm/scripted"
)

const dot = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="

// Contents may be parts; what the reference refuses of them is refused here.
func TestPictureParts(t *testing.T) {
	rules := scripted.NewRules()
	rules.Otherwise().Say("A dot.")
	s := scripted.New(scripted.Options{Brain: rules})
	t.Cleanup(s.Close)
	image := func(url string) string { return `{"type":"image_url","image_url":{"url":"` + url + `"}}` }
	for name, c := range map[string]struct {
		role, content string
		want          string // of the refusal, "" = taken
	}{
		"text and picture": {"user", `[{"type":"text","text":"look"},` + image(dot) + `]`, ""},
		"detail":           {"user", `[{"type":"text","text":"look"},{"type":"image_url","image_url":{"url":"` + dot + `","detail":"low"}}]`, ""},
		"odd detail":       {"user", `[{"type":"text","text":"look"},{"type":"image_url","image_url":{"url":"` + dot + `","detail":"most"}}]`, "unknown detail"},
		"no picture":       {"user", `[{"type":"text","text":"look"},` + image("data:image/png;base64,AAAA") + `]`, "not a picture"},
		"another kind":     {"user", `[{"type":"text","text":"look"},` + image(strings.Replace(dot, "image/png", "image/jpeg", 1)) + `]`, "not a picture"},
		"no base64":        {"user", `[{"type":"text","text":"look"},` + image("data:image/png;base64,%%") + `]`, "not base64"},
		"address":          {"user", `[{"type":"text","text":"look"},` + image("https://example.org/a.png") + `]`, "only data: URIs"},
		"of the system":    {"system", `[{"type":"text","text":"look"},` + image(dot) + `]`, "pictures are a user's"},
		"odd part":         {"user", `[{"type":"sound","text":"x"}]`, "neither text nor image_url"},
		"no parts":         {"user", `[]`, "no parts"},
		"unknown field":    {"user", `[{"type":"text","text":"x","more":1}]`, "neither a text nor a list"},
		"number":           {"user", `7`, "neither a text nor a list"},
	} {
		body := fmt.Sprintf(`{"model":"scripted","messages":[{"role":%q,"content":%s},{"role":"user","content":"and?"}]}`, c.role, c.content)
		resp, err := http.Post(s.URL()+"/chat/completions", "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		said, _ := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if c.want == "" && resp.StatusCode != 200 || c.want != "" && (resp.StatusCode != 400 || !strings.Contains(string(said), c.want)) {
			t.Errorf("%s: %d %s", name, resp.StatusCode, said)
		}
	}
}

// Recordings are heard as they were made; a form that the reference refuses is refused.
func TestTranscriptions(t *testing.T) {
	s := scripted.New(scripted.Options{})
	t.Cleanup(s.Close)
	for name, c := range map[string]struct {
		file   string
		data   []byte
		fields []string
		status int
		want   string
	}{
		"words":         {"a.ogg", scripted.Recording("hello"), []string{"model", "scripted-voice", "response_format", "json"}, 200, "hello"},
		"silence":       {"a.wav", []byte("RIFF"), []string{"model", "scripted-voice"}, 200, ""},
		"no model":      {"a.ogg", []byte("x"), nil, 400, ""},
		"other model":   {"a.ogg", []byte("x"), []string{"model", "x"}, 404, ""},
		"no file":       {"", nil, []string{"model", "scripted-voice"}, 400, ""},
		"odd format":    {"a.oga", []byte("x"), []string{"model", "scripted-voice"}, 400, ""},
		"text":          {"a.ogg", []byte("x"), []string{"model", "scripted-voice", "response_format", "text"}, 400, ""},
		"unknown field": {"a.ogg", []byte("x"), []string{"model", "scripted-voice", "mood", "x"}, 400, ""},
		"twice":         {"a.ogg", []byte("x"), []string{"model", "scripted-voice", "model", "x"}, 400, ""},
	} {
		var b bytes.Buffer
		form := multipart.NewWriter(&b)
		if c.file != "" {
			w, _ := form.CreateFormFile("file", c.file)
			_, _ = w.Write(c.data)
		}
		for i := 0; i+1 < len(c.fields); i += 2 {
			_ = form.WriteField(c.fields[i], c.fields[i+1])
		}
		_ = form.Close()
		resp, err := http.Post(s.URL()+"/audio/transcriptions", form.FormDataContentType(), &b)
		if err != nil {
			t.Fatal(err)
		}
		var said struct{ Text string }
		_ = json.NewDecoder(resp.Body).Decode(&said)
		_ = resp.Body.Close()
		if resp.StatusCode != c.status || said.Text != c.want {
			t.Errorf("%s: %d %q", name, resp.StatusCode, said.Text)
		}
	}
	resp, err := http.Post(s.URL()+"/audio/transcriptions", "application/json", strings.NewReader("{}"))
	if err != nil || resp.StatusCode != 400 {
		t.Errorf("no form: %v %v", resp, err)
	}
	if len(s.Violations()) == 0 {
		t.Error("no violation was recorded")
	}
}
