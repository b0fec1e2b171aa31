package simulator

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"mime"
	"path"
	"sync"
)

// Photo sends a photo of nothing in particular.
func (p *Person) Photo(caption string) Message { return p.PhotoOf(scene(), caption) }

// PhotoOf sends a JPEG as a photo, which the bot can fetch in two sizes.
func (p *Person) PhotoOf(jpeg []byte, caption string) Message {
	p.srv.mu.Lock()
	defer p.srv.mu.Unlock()
	return p.media("photo", p.photo(jpeg), caption, "")
}

// Album sends one photo for each caption, as one album.
func (p *Person) Album(captions ...string) []Message {
	p.srv.mu.Lock()
	defer p.srv.mu.Unlock()
	album := fmt.Sprint(13000000000000 + p.srv.nextID)
	var out []Message
	for _, caption := range captions {
		out = append(out, p.media("photo", p.photo(scene()), caption, album))
	}
	return out
}

// Piece sends one photo of an album whose pieces come apart.
func (p *Person) Piece(album, caption string) Message {
	p.srv.mu.Lock()
	defer p.srv.mu.Unlock()
	return p.media("photo", p.photo(scene()), caption, album)
}

// scene is a small JPEG.
var scene = sync.OnceValue(func() []byte {
	m := image.NewGray(image.Rect(0, 0, 64, 48))
	for i := range m.Pix {
		m.Pix[i] = byte(i)
	}
	m.SetGray(0, 0, color.Gray{255})
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		panic("simulator: " + err.Error())
	}
	return b.Bytes()
})

// photo is a PhotoSize for each size. The caller holds mu.
func (p *Person) photo(data []byte) any {
	small, large := p.srv.store("photos", "small.jpg", data), p.srv.store("photos", "large.jpg", data)
	return []object{
		{"file_id": small.ID, "file_unique_id": "u" + small.ID, "width": 90, "height": 67, "file_size": len(data)},
		{"file_id": large.ID, "file_unique_id": "u" + large.ID, "width": 1280, "height": 960, "file_size": len(data)},
	}
}

// Sticker sends a sticker.
func (p *Person) Sticker(emoji string) Message {
	return p.Send("sticker", object{
		"file_id": "sticker", "file_unique_id": "st", "type": "regular", "width": 512, "height": 512,
		"is_animated": false, "is_video": false, "emoji": emoji, "set_name": "Simulated",
	}, "")
}

// Voice sends a voice message in which nobody speaks.
func (p *Person) Voice(seconds int) Message {
	return p.VoiceOf([]byte("OggS\x00\x02 nobody"), seconds)
}

// VoiceOf sends a recording as a voice message.
func (p *Person) VoiceOf(ogg []byte, seconds int) Message {
	return p.recorded("voice", "file.oga", ogg, "", object{"duration": seconds, "mime_type": "audio/ogg"})
}

// VideoNote sends a round video.
func (p *Person) VideoNote(mp4 []byte, seconds int) Message {
	return p.recorded("video_note", "file.mp4", mp4, "", object{"duration": seconds, "length": 384})
}

// Audio sends a sound file.
func (p *Person) Audio(name string, data []byte, seconds int, caption string) Message {
	return p.recorded("audio", name, data, caption, object{
		"duration": seconds, "mime_type": cmp.Or(mime.TypeByExtension(path.Ext(name)), "audio/mpeg"), "file_name": name,
	})
}

func (p *Person) recorded(kind, name string, data []byte, caption string, o object) Message {
	p.srv.mu.Lock()
	defer p.srv.mu.Unlock()
	f := p.srv.store(kind, name, data)
	o["file_id"], o["file_unique_id"], o["file_size"] = f.ID, "u"+f.ID, len(data)
	return p.media(kind, o, caption, "")
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
	p.srv.mu.Lock()
	defer p.srv.mu.Unlock()
	f := p.srv.store("documents", name, data)
	return p.send(&Message{Kind: "document", Text: caption, File: f, wire: object{"document": wireDocument(f)}})
}

// Send sends anything else a message can hold: kind is the field of the wire's Message,
// value what it holds.
func (p *Person) Send(kind string, value any, caption string) Message {
	p.srv.mu.Lock()
	defer p.srv.mu.Unlock()
	return p.media(kind, value, caption, "")
}

func (p *Person) media(kind string, value any, caption, album string) Message {
	return p.send(&Message{Kind: kind, Text: caption, Album: album, wire: object{kind: value}})
}

// Forwarding is the same phone, for a message that somebody else wrote first, whose
// account stays hidden.
func (p *Person) Forwarding(from string) *Person {
	q := *p
	q.forwards = from
	return &q
}

// Answering is the same phone, for a message that answers another one.
func (p *Person) Answering(message int64) *Person {
	q := *p
	q.answers = message
	return &q
}

// Forget makes a file one that Telegram does not have any more.
func (s *Server) Forget(m Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m.File != nil {
		delete(s.files, m.File.ID)
	}
}

// store keeps a file in a folder. The caller holds mu.
func (s *Server) store(folder, name string, data []byte) *File {
	sum := sha256.Sum256(append([]byte(name+"\x00"), data...))
	f := &File{ID: fmt.Sprintf("file-%x", sum[:8]), Name: name, Data: data, Type: mime.TypeByExtension(path.Ext(name))}
	if f.Type == "" {
		f.Type = "application/octet-stream"
	}
	f.path = folder + "/" + f.ID + path.Ext(name)
	s.files[f.ID] = f
	return f
}

// maxDownload is what bots may fetch, in bytes.
const maxDownload = 20 << 20

func getFile(s *Server, q *request) (any, *apiError) {
	f := s.files[q.params["file_id"]]
	switch {
	case f == nil:
		return nil, bad("wrong file_id or the file is temporarily unavailable")
	case len(f.Data) > maxDownload:
		return nil, bad("file is too big")
	}
	f.asked = true
	return object{"file_id": f.ID, "file_unique_id": "u" + f.ID, "file_size": len(f.Data), "file_path": f.path}, nil
}
