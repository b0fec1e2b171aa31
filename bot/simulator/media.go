package simulator

import (
	"cmp"
	"crypto/sha256"
	_ "embed" // a picture
	"fmt"
	"maps"
	"mime"
	"path"
)

// Photo sends a photo of nothing in particular.
func (p *Person) Photo(caption string) Message { return p.PhotoOf(sampleJPEG, caption) }

// PhotoOf sends a JPEG as a photo, which the bot can fetch in two sizes.
func (p *Person) PhotoOf(jpeg []byte, caption string) Message { return p.sendPhoto(jpeg, caption, "") }

// Album sends one photo for each caption, as one album.
func (p *Person) Album(captions ...string) []Message {
	album := fmt.Sprint(13000000000000 + len(p.srv.Events(0)))
	var out []Message
	for _, caption := range captions {
		out = append(out, p.Piece(album, caption))
	}
	return out
}

// Piece sends one photo of an album whose photos arrive apart from each other.
func (p *Person) Piece(album, caption string) Message {
	return p.sendPhoto(sampleJPEG, caption, album)
}

// sampleJPEG is a small picture of nothing in particular.
//
//go:embed sample.jpg
var sampleJPEG []byte

// sendPhoto sends a photo, a PhotoSize for each size.
func (p *Person) sendPhoto(data []byte, caption, album string) Message {
	defer p.srv.lock()()
	small, large := p.srv.storeFile("photos", "small.jpg", data), p.srv.storeFile("photos", "large.jpg", data)
	return p.send(&Message{Kind: "photo", Text: caption, Album: album, wire: object{"photo": []object{
		setNonZero(small.wire(), "width", 90, "height", 67), setNonZero(large.wire(), "width", 1280, "height", 960),
	}}})
}

// Sticker sends a sticker.
func (p *Person) Sticker(emoji string) Message {
	return p.Send("sticker", object{
		"file_id": "sticker", "file_unique_id": "st", "type": "regular", "width": 512, "height": 512,
		"is_animated": false, "is_video": false, "emoji": emoji, "set_name": "Simulated",
	}, "")
}

// Voice sends a voice message in which nobody speaks.
func (p *Person) Voice(seconds int) Message { return p.VoiceOf([]byte("OggS\x00\x02 nobody"), seconds) }

// VoiceOf sends a recording as a voice message.
func (p *Person) VoiceOf(ogg []byte, seconds int) Message {
	return p.sendRecording("voice", "file.oga", ogg, "", object{"duration": seconds, "mime_type": "audio/ogg"})
}

// VideoNote sends a round video.
func (p *Person) VideoNote(mp4 []byte, seconds int) Message {
	return p.sendRecording("video_note", "file.mp4", mp4, "", object{"duration": seconds, "length": 384})
}

// Audio sends a sound file.
func (p *Person) Audio(name string, data []byte, seconds int, caption string) Message {
	return p.sendRecording("audio", name, data, caption, object{
		"duration": seconds, "mime_type": cmp.Or(mime.TypeByExtension(path.Ext(name)), "audio/mpeg"), "file_name": name,
	})
}

func (p *Person) sendRecording(kind, name string, data []byte, caption string, o object) Message {
	defer p.srv.lock()()
	maps.Copy(o, p.srv.storeFile(kind, name, data).wire())
	return p.send(&Message{Kind: kind, Text: caption, wire: object{kind: o}})
}

// Location sends a place.
func (p *Person) Location(latitude, longitude float64) Message {
	return p.Send("location", object{"latitude": latitude, "longitude": longitude}, "")
}

// Contact sends somebody's telephone number.
func (p *Person) Contact(name, phone string) Message {
	return p.Send("contact", object{"first_name": name, "phone_number": phone}, "")
}

// Document sends a file, which the bot can fetch with getFile.
func (p *Person) Document(name string, data []byte, caption string) Message {
	defer p.srv.lock()()
	f := p.srv.storeFile("documents", name, data)
	return p.send(&Message{Kind: "document", Text: caption, File: f, wire: object{"document": f.wireDocument()}})
}

// Send sends anything else a message can hold: kind is the field of the wire's Message,
// value what it holds.
func (p *Person) Send(kind string, value any, caption string) Message {
	return p.post(&Message{Kind: kind, Text: caption, wire: object{kind: value}})
}

// WithForward returns the same phone, for a message that somebody else wrote first, whose
// account stays hidden.
func (p *Person) WithForward(from string) *Person {
	q := *p
	q.forwards = from
	return &q
}

// WithReply returns the same phone, for a message that answers another one.
func (p *Person) WithReply(message int64) *Person {
	q := *p
	q.answers = message
	return &q
}

// Forget removes the file of a message from Telegram.
func (s *Server) Forget(m Message) {
	defer s.lock()()
	if m.File != nil {
		delete(s.files, m.File.ID)
		delete(s.paths, m.File.path)
	}
}

// storeFile keeps a file in a folder. The caller holds mu.
func (s *Server) storeFile(folder, name string, data []byte) *File {
	sum := sha256.Sum256(append([]byte(name+"\x00"), data...))
	kind := cmp.Or(mime.TypeByExtension(path.Ext(name)), "application/octet-stream")
	f := &File{ID: fmt.Sprintf("file-%x", sum[:8]), Name: name, Data: data, Type: kind}
	f.path = folder + "/" + f.ID + path.Ext(name)
	s.files[f.ID] = f
	return f
}

// maxDownload is what bots may fetch, in bytes.
const maxDownload = 20 << 20

func getFile(s *Server, q *request) (any, *apiError) {
	f := s.files[q.args.FileID]
	switch {
	case f == nil:
		return nil, badRequest("wrong file_id or the file is temporarily unavailable")
	case len(f.Data) > maxDownload:
		return nil, badRequest("file is too big")
	}
	s.paths[f.path] = f
	return setNonZero(f.wire(), "file_path", f.path), nil
}

// wire returns the fields that every file has on the wire.
func (f *File) wire() object {
	return object{"file_id": f.ID, "file_unique_id": "u" + f.ID, "file_size": len(f.Data)}
}

func (f *File) wireDocument() object {
	return setNonZero(f.wire(), "file_name", f.Name, "mime_type", f.Type)
}
