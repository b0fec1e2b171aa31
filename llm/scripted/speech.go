package scripted

import (
	"encoding/binary"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"unicode/utf16"
)

// maxSpoken is what the reference takes, in characters.
const maxSpoken = 4096

// voices are the reference's.
var voices = []string{"alloy", "ash", "ballad", "coral", "echo", "fable", "onyx", "nova", "sage", "shimmer", "verse"}

// Spoken makes a recording in which a text is spoken, a second for each of its words: an Ogg page with Opus' header, and a last one
// that says how long it is. Its sound is the plain text, for who looks.
func Spoken(said string) []byte {
	page := func(flags byte, samples int, holds string) []byte {
		b := append([]byte("OggS\x00"), flags)
		b = binary.LittleEndian.AppendUint64(b, uint64(samples))
		return append(append(b, make([]byte, 13)...), holds...)
	}
	return append(page(2, 0, "OpusHead\x01\x01"), page(4, 48000*len(strings.Fields(said)), said)...)
}

func (s *Server) speak(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody))
	if err != nil {
		return
	}
	v, model, err := parseSpeech(body)
	if err != nil {
		v.Violation = "speech: " + err.Error()
	}
	q := s.record("speech", v)
	if _, ok := s.admit(w, r, q, model == DefaultSpeechModel, refusal{}); ok {
		s.amend(func() { q.Status = http.StatusOK })
		w.Header().Set("Content-Type", "audio/ogg")
		w.Write(Spoken(v.Said))
	}
}

// parseSpeech reads a request; the error says what of it the strictest provider would refuse.
func parseSpeech(body []byte) (v Request, model string, err error) {
	var req struct {
		Model          string  `json:"model"`
		Input          string  `json:"input"`
		Voice          string  `json:"voice"`
		Instructions   string  `json:"instructions"`
		ResponseFormat string  `json:"response_format"`
		Speed          float64 `json:"speed"`
	}
	if err := decode(body, &req); err != nil {
		return v, "", err
	}
	v.Said = req.Input
	return v, req.Model, firstFailed(
		check{req.Model == "", "model: missing"},
		check{strings.TrimSpace(req.Input) == "", "input: missing or empty"},
		check{len(utf16.Encode([]rune(req.Input))) > maxSpoken, fmt.Sprintf("input: longer than %d characters", maxSpoken)},
		check{!slices.Contains(voices, req.Voice), "voice: unknown"},
		check{req.ResponseFormat != "opus", "response_format: only opus is spoken here"},
		check{req.Speed != 0 && (req.Speed < 0.25 || req.Speed > 4), "speed: must be between 0.25 and 4"},
	)
}
