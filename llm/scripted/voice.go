package scripted

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"
)

// DefaultVoiceModel is the listening model's name unless Options.VoiceModels says otherwise.
const DefaultVoiceModel = "scripted-voice"

// wordsFollow is the beginning of a recording in which this endpoint hears words: an Ogg page
// whose codec is plain text. It hears nothing in any other recording.
const wordsFollow = "OggS\x00scripted\x00"

// Recording makes a recording of somebody who says something.
func Recording(words string) []byte { return []byte(wordsFollow + words) }

// VoiceRequest is one request for a transcription.
type VoiceRequest struct {
	Record
	File string // its name
	Size int    // bytes
	Said string // what was heard
}

// maxRecording is what the reference takes, in bytes.
const maxRecording = 25 << 20

// endings are the names of files that the reference takes.
var endings = []string{".flac", ".mp3", ".mp4", ".mpeg", ".mpga", ".m4a", ".ogg", ".wav", ".webm"}

func (s *Server) transcribe(w http.ResponseWriter, r *http.Request) {
	v, model, err := parseVoice(r)
	bad := ""
	if err != nil {
		bad = "transcriptions: " + err.Error()
	}
	v.Record = Record{At: time.Now(), Violation: bad}
	q := record(s, &s.voices, v, bad)
	if _, ok := s.admit(w, r, &q.Record, slices.Contains(s.opts.VoiceModels, model), acceptAll); ok {
		s.amend(func() { q.Status = http.StatusOK })
		reply(w, object{"text": v.Said})
	}
}

// parseVoice reads a request; the error says what of it the strictest provider would refuse.
func parseVoice(r *http.Request) (v VoiceRequest, model string, err error) {
	r.Body = http.MaxBytesReader(nil, r.Body, maxRecording+1<<20)
	if err := r.ParseMultipartForm(maxRecording); err != nil {
		return v, "", errors.New("not a multipart form, or a broken one")
	}
	form := r.MultipartForm
	for name, values := range form.Value {
		known := slices.Contains([]string{"model", "response_format", "language", "prompt", "temperature"}, name)
		if err := firstFailed(
			check{!known, name + ": unknown"},
			check{len(values) > 1, name + ": given twice"},
			check{name == "response_format" && values[0] != "json", name + ": only json is spoken here"},
		); err != nil {
			return v, "", err
		}
	}
	for name, files := range form.File {
		if name != "file" || len(files) > 1 {
			return v, "", errors.New(name + ": unknown, or given twice")
		}
	}
	var data []byte
	if f, header, err := r.FormFile("file"); err == nil {
		if data, err = io.ReadAll(f); err != nil {
			return v, "", err
		}
		v.File, v.Size = header.Filename, len(data)
	}
	if words, ok := bytes.CutPrefix(data, []byte(wordsFollow)); ok {
		v.Said = string(words)
	}
	model = r.PostFormValue("model")
	return v, model, firstFailed(
		check{model == "", "model: missing"},
		check{v.Size == 0, "file: missing or empty"},
		check{v.Size > maxRecording, fmt.Sprintf("file: larger than %d bytes", maxRecording)},
		check{!slices.Contains(endings, strings.ToLower(path.Ext(v.File))), "file: unknown format"},
	)
}
