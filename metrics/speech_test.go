package metrics_test

import (
	"context"
	"strings"
	"testing"

	"keepsake/fault"
	"keepsake/llm"
)

type speaker struct{ err error }

func (s speaker) Speak(context.Context, string) (llm.Speech, error) {
	return llm.Speech{Usage: llm.Usage{Cost: 0.5}}, s.err
}

// Answers that are spoken are counted by outcome, and what they cost by what it was for (issue 14.4).
func TestSpeech(t *testing.T) {
	w := newWorld(t)
	for _, err := range []error{nil, nil, fault.New(fault.Unavailable, "away")} {
		if _, got := w.m.Speaker("k", speaker{err}).Speak(t.Context(), "x"); got != err {
			t.Errorf("%v became %v", err, got)
		}
	}
	page := w.scrape()
	for _, want := range []string{
		`keepsake_speech_calls_total{outcome="ok"} 2`, `keepsake_speech_calls_total{outcome="unavailable"} 1`,
		`keepsake_work_cost_total{bot="k",purpose="speech"} 1.5`, `keepsake_work_calls_total{bot="k",purpose="speech"} 3`,
	} {
		if !strings.Contains(page, want+"\n") {
			t.Errorf("no %q", want)
		}
	}
}
