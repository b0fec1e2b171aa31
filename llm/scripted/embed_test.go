package scripted_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"keepsake/llm/scripted"
)

func TestEmbeddingsAreStrict(t *testing.T) {
	for name, c := range map[string]struct {
		body      string
		status    int
		violation string
	}{
		"a text":           {`{"model":"scripted-embedding","input":"hello"}`, 200, ""},
		"texts":            {`{"model":"scripted-embedding","input":["hello","you"],"encoding_format":"float","user":"u"}`, 200, ""},
		"no JSON":          {`hello`, 400, "not a request"},
		"something after":  {`{"model":"m","input":"x"}{}`, 400, "follows"},
		"bad UTF-8":        {"{\"model\":\"m\",\"input\":\"\xff\"}", 400, "UTF-8"},
		"unknown field":    {`{"model":"m","input":"x","kind":1}`, 400, "unknown field"},
		"no model":         {`{"input":"x"}`, 400, "model: missing"},
		"no input":         {`{"model":"m"}`, 400, "input"},
		"numbers":          {`{"model":"m","input":[1,2]}`, 400, "neither"},
		"nothing":          {`{"model":"m","input":[]}`, 400, "empty"},
		"an empty text":    {`{"model":"m","input":["x"," "]}`, 400, "empty text"},
		"too many":         {`{"model":"m","input":["x"` + strings.Repeat(`,"x"`, 2048) + `]}`, 400, "2048"},
		"another encoding": {`{"model":"m","input":"x","encoding_format":"base64"}`, 400, "float"},
		"another model":    {`{"model":"m","input":"x"}`, 404, ""},
		"too long":         {`{"model":"scripted-embedding","input":"` + strings.Repeat("hello ", 9000) + `"}`, 400, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := scripted.New(scripted.Options{})
			w := httptest.NewRecorder()
			s.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/v1/embeddings", strings.NewReader(c.body)))
			if w.Code != c.status {
				t.Errorf("status %d: %s", w.Code, w.Body)
			}
			got := s.Embeddings()
			if len(got) != 1 || got[0].Status != c.status {
				t.Fatalf("kept: %+v", got)
			}
			if v := strings.Join(s.Violations(), "\n"); c.violation == "" && v != "" || !strings.Contains(v, c.violation) {
				t.Errorf("violation %q, want %q", v, c.violation)
			}
		})
	}
}

// What shares words is near; nothing depends on chance.
func TestEmbeddingsMean(t *testing.T) {
	cosine := func(a, b string) (sum float64) {
		x, y := scripted.Embed(a, 256), scripted.Embed(b, 256)
		for i := range x {
			sum += float64(x[i]) * float64(y[i])
		}
		return sum
	}
	fact := "Alec is the user's boss at TechCorp"
	if c := cosine(fact, fact); c < 0.999 {
		t.Errorf("with itself: %v", c)
	}
	near, far := cosine(fact, "Who is my boss at TechCorp?"), cosine(fact, "The weather was fine in Lisbon")
	if near < far+0.3 {
		t.Errorf("a paraphrase has %v, something else %v", near, far)
	}
	if c := cosine("!!!", "!!!"); c < 0.999 {
		t.Errorf("no words: %v", c)
	}
}
