package openai_test

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"keepsake/fault"
	"keepsake/llm"
	"keepsake/llm/openai"
	"keepsake/llm/scripted"
)

func transcriber(s *scripted.Server, change ...func(*openai.Endpoint)) *openai.Transcriber {
	cfg := openai.Endpoint{BaseURL: "http://model.test/v1", APIKey: secretKey, Model: scripted.DefaultVoiceModel,
		HTTPClient: &http.Client{Transport: inMemory{s.Handler()}}}
	for _, c := range change {
		c(&cfg)
	}
	return openai.NewTranscriber(cfg)
}

// Issue 3, point 6: a recording is transcribed whatever its file's name, and priced by the
// minute.
func TestTranscribe(t *testing.T) {
	s := scripted.New(scripted.Options{Key: secretKey})
	tr := transcriber(s, func(c *openai.Endpoint) {
		c.BaseURL = "http://model.test/v1/audio/transcriptions/"
		c.Prices = map[string]openai.Price{scripted.DefaultVoiceModel: {Minute: 0.5}}
	})
	for name, want := range map[string]string{
		"voice.ogg": "voice.ogg", "Ann's secret plan.MP3": "voice.mp3", "x.oga": "voice.ogg", "x.opus": "voice.ogg", "x": "voice.ogg", "x.aac": "voice.m4a",
	} {
		got, err := tr.Transcribe(t.Context(), llm.Recording{Name: name, Data: scripted.Recording(" Alec is my boss. "), Long: 90 * time.Second})
		if err != nil || got.Text != "Alec is my boss." || got.Usage.Cost != 0.75 || got.Model != scripted.DefaultVoiceModel {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
		if v := s.Voices(); v[len(v)-1].File != want {
			t.Errorf("%s went out as %s", name, v[len(v)-1].File)
		}
	}
	if err := tr.Probe(t.Context()); err != nil {
		t.Errorf("probe: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := tr.Transcribe(ctx, llm.Recording{Data: []byte("x")}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if v := s.Violations(); len(v) > 0 {
		t.Error(v)
	}
	if out := fmt.Sprintf("%v %+v %#v", openai.Endpoint{APIKey: "sk-x"}, openai.Endpoint{APIKey: "sk-x"}, openai.Endpoint{APIKey: "sk-x"}); strings.Contains(out, "sk-x") {
		t.Errorf("a key shows: %s", out)
	}
}

// Transient errors are retried. Other errors have the right kind and contain no key and no text.
func TestTranscribeTrouble(t *testing.T) {
	bubble(t, func(t *testing.T) {
		for name, c := range map[string]struct {
			fault scripted.Fault
			down  bool
			want  fault.Kind // "" = a retry succeeds
		}{
			"once down":     {scripted.Fault{Trouble: scripted.Status}, false, ""},
			"down":          {scripted.Fault{Trouble: scripted.Status}, true, fault.Unavailable},
			"silent":        {scripted.Fault{Trouble: scripted.Hang}, true, fault.Unavailable},
			"key":           {scripted.Fault{Trouble: scripted.Status, Status: 401, Message: "bad key " + secretKey}, true, fault.Denied},
			"not a format":  {scripted.Fault{Trouble: scripted.Status, Status: 400, Message: "words of Ann"}, true, fault.Invalid},
			"rate":          {scripted.Fault{Trouble: scripted.Status, Status: 429}, true, fault.Limited},
			"no credit":     {scripted.Fault{Trouble: scripted.Status, Status: 429, Code: "insufficient_quota"}, true, fault.Limited},
			"no such place": {scripted.Fault{Trouble: scripted.Status, Status: 404}, true, fault.Invalid},
		} {
			s := scripted.New(scripted.Options{Key: secretKey})
			tr := transcriber(s, func(c *openai.Endpoint) { c.Timeout, c.RetryFor = 5*time.Second, 4*time.Second })
			if c.down {
				s.Down(c.fault)
			} else {
				s.Fail(c.fault)
			}
			got, err := tr.Transcribe(t.Context(), llm.Recording{Name: "a.ogg", Data: scripted.Recording("hello")})
			switch {
			case c.want == "" && (err != nil || got.Text != "hello"):
				t.Errorf("%s: %+v, %v", name, got, err)
			case c.want != "" && fault.KindOf(err) != c.want:
				t.Errorf("%s: %v", name, err)
			case err != nil && (strings.Contains(err.Error(), secretKey) || strings.Contains(err.Error(), "Ann")):
				t.Errorf("%s: the error tells too much: %v", name, err)
			}
			if c.down && tr.Probe(t.Context()) == nil {
				t.Errorf("%s: the probe saw nothing", name)
			}
			s.Close()
		}
		s := scripted.New(scripted.Options{Key: secretKey})
		defer s.Close()
		s.Down(scripted.Fault{Trouble: scripted.Status})
		tr := transcriber(s, func(c *openai.Endpoint) { c.Retries, c.BreakerAfter = -1, 2 })
		var err error
		for i := range 3 {
			_, err = tr.Transcribe(t.Context(), llm.Recording{Name: "a.ogg", Data: []byte("x"), Long: time.Duration(i) * time.Second})
		}
		if fault.KindOf(err) != fault.Unavailable || len(s.Voices()) != 2 {
			t.Errorf("the breaker: %v after %d requests", err, len(s.Voices()))
		}
	})
}

// pixel is a PNG image of one pixel as a data: URI.
const pixel = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="

// Images are sent as content parts, identical in every request. An endpoint that refuses them
// gets a notice instead, in later requests from the start.
func TestPicturesInPrompts(t *testing.T) {
	if _, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(pixel, "data:image/png;base64,")); err != nil {
		t.Fatal(err)
	}
	shown := llm.Request{Messages: []llm.Message{
		{Role: "system", Content: "Be kind."},
		{Role: "user", Content: "[picture]", Images: []string{pixel, pixel}},
		{Role: "user", Content: "What is it?"},
	}}
	for name, c := range map[string]struct {
		refuse   scripted.Refusals
		fault    *scripted.Fault
		blind    bool
		requests int // until the first answer
		pictures int
	}{
		"sees":               {requests: 1, pictures: 2},
		"refuses":            {refuse: scripted.Refusals{Images: true}, requests: 2},
		"refuses in silence": {fault: &scripted.Fault{Trouble: scripted.Status, Status: 400, Message: "Bad Request"}, requests: 2},
		"takes turns":        {refuse: scripted.Refusals{LateSystem: true}, requests: 1, pictures: 2},
		"called blind":       {blind: true, requests: 1},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				w := newWorld(t, scripted.Options{Brain: says("A dot."), Refuse: c.refuse}, func(o *openai.Config) { o.Blind = c.blind })
				if c.fault != nil {
					w.Fail(*c.fault)
				}
				for round, requests := range []int{c.requests, 1} {
					before := len(w.Requests())
					if resp, err := w.say(t.Context(), shown); err != nil || resp.Content != "A dot." {
						t.Fatalf("%+v, %v", resp, err)
					}
					all := w.Requests()
					last := all[len(all)-1].Prompt
					if len(all)-before != requests || len(last.Images()) != c.pictures {
						t.Errorf("round %d: %d requests, %d pictures", round, len(all)-before, len(last.Images()))
					}
					if told := strings.Contains(last.Text, "You cannot see this"); told == (c.pictures > 0) {
						t.Errorf("round %d: the model was told %v", round, told)
					}
				}
			})
		})
	}
}
