package openai_test

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"testing"

	"keepsake/llm"
	"keepsake/llm/openai"
)

// The form of an answer is asked for by schema, of an endpoint that refuses that as JSON, and of one that
// refuses both not at all; what an endpoint refused once is not asked of it again.
func TestFormats(t *testing.T) {
	const schema, object, none = "json_schema", "json_object", ""
	for _, c := range []struct {
		refuses []string
		want    []string
	}{
		{nil, []string{schema, schema}},
		{[]string{schema}, []string{schema, object, object}},
		{[]string{schema, object}, []string{schema, object, none, none}},
	} {
		var asked []string
		h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			var q struct {
				Format struct {
					Type   string `json:"type"`
					Schema *struct {
						Strict bool            `json:"strict"`
						Schema json.RawMessage `json:"schema"`
					} `json:"json_schema"`
				} `json:"response_format"`
			}
			if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
				t.Error(err)
			}
			asked = append(asked, q.Format.Type)
			if q.Format.Type == schema && (!q.Format.Schema.Strict || string(q.Format.Schema.Schema) != `{"type":"object"}`) {
				t.Errorf("the schema: %+v", q.Format.Schema)
			}
			if slices.Contains(c.refuses, q.Format.Type) {
				w.WriteHeader(http.StatusBadRequest)
				_, _ = io.WriteString(w, `{"error":{"message":"'response_format.type' must be text","param":"response_format"}}`)
				return
			}
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"{}"},"finish_reason":"stop"}]}`)
		})
		client := openai.New(openai.Config{Endpoint: openai.Endpoint{
			BaseURL: "http://raw.test/v1", Model: "m", Retries: -1, HTTPClient: &http.Client{Transport: inMemory{h}}}})
		r := llm.Request{Messages: []llm.Message{{Role: "user", Content: "list"}}, Format: &llm.Format{Name: "list", Schema: json.RawMessage(`{"type":"object"}`)}}
		for range 2 {
			if resp, err := client.Complete(t.Context(), r, nil); err != nil || resp.Content != "{}" {
				t.Errorf("refusing %v: %+v %v", c.refuses, resp, err)
			}
		}
		if !slices.Equal(asked, c.want) {
			t.Errorf("refusing %v it was asked for %q, want %q", c.refuses, asked, c.want)
		}
	}
}
