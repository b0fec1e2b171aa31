package scripted

import (
	"bytes"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"
)

// DefaultVoiceModel is the listening model's name unless Options.VoiceModels says otherwise.
const DefaultVoiceModel = "scripted-voice"

// wordsFollow is how a recording begins in which this endpoint hears words: an Ogg page whose
// codec is plain text. Any other recording is silence to it.
const wordsFollow = "OggS\x00scripted\x00"

// Recording makes a recording of somebody who says something.
func Recording(words string) []byte { return []byte(wordsFollow + words) }

// VoiceRequest is one request for a transcription.
type VoiceRequest struct {
	At        time.Time
	File      string // its name
	Size      int    // bytes
	Said      string // what was heard
	Violation string // why it was refused as malformed, "" when it was not
	Status    int
}

// Voices returns the requests for transcriptions, oldest first.
func (s *Server) Voices() []VoiceRequest {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.voices)
}

// maxRecording is what the reference takes, in bytes.
const maxRecording = 25 << 20

// endings are the names of files that the reference takes.
var endings = []string{".flac", ".mp3", ".mp4", ".mpeg", ".mpga", ".m4a", ".ogg", ".wav", ".webm"}

func (s *Server) transcribe(w http.ResponseWriter, r *http.Request) {
	v, model, bad := parseVoice(r)
	v.At, v.Violation, v.Status = time.Now(), bad, http.StatusOK
	code, done := 0, false
	switch {
	case bad != "":
		v.Status = http.StatusBadRequest
		fail(w, v.Status, "invalid_request_error", bad)
	case !slices.Contains(s.opts.VoiceModels, model):
		v.Status = http.StatusNotFound
		fail(w, v.Status, "model_not_found", "The model does not exist or you do not have access to it.")
	default:
		if code, done = s.early(w, r, s.trouble()); done {
			v.Status = code
		} else {
			reply(w, map[string]any{"text": v.Said})
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.voices = append(s.voices, v)
	s.signal()
}

// parseVoice reads a request; bad says what of it the strictest provider would refuse.
func parseVoice(r *http.Request) (v VoiceRequest, model, bad string) {
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/form-data" {
		return v, "", "transcriptions: not a multipart form"
	}
	form := multipart.NewReader(io.LimitReader(r.Body, maxRecording+1<<20), params["boundary"])
	fields := map[string]string{}
	var data []byte
	for {
		part, err := form.NextPart()
		if err == io.EOF {
			break
		}
		if err != nil {
			return v, "", "transcriptions: the form is broken"
		}
		b, err := io.ReadAll(part)
		if err != nil {
			return v, "", "transcriptions: the form is broken"
		}
		name := part.FormName()
		if _, twice := fields[name]; twice {
			return v, "", "transcriptions: " + name + ": given twice"
		}
		fields[name] = string(b)
		if name == "file" {
			v.File, v.Size, data, fields[name] = part.FileName(), len(b), b, ""
		}
	}
	for name, value := range fields {
		switch name {
		case "file", "model":
		case "response_format":
			if value != "json" {
				return v, "", "transcriptions: response_format: only json is spoken here"
			}
		case "language", "prompt", "temperature":
		default:
			return v, "", "transcriptions: " + name + ": unknown"
		}
	}
	switch {
	case fields["model"] == "":
		bad = "transcriptions: model: missing"
	case v.Size == 0:
		bad = "transcriptions: file: missing or empty"
	case v.Size > maxRecording:
		bad = fmt.Sprintf("transcriptions: file: larger than %d bytes", maxRecording)
	case !slices.Contains(endings, strings.ToLower(path.Ext(v.File))):
		bad = "transcriptions: file: unknown format"
	}
	if words, ok := bytes.CutPrefix(data, []byte(wordsFollow)); ok {
		v.Said = string(words)
	}
	return v, fields["model"], bad
}
