package simulator

import (
	"crypto/sha256"
	"fmt"
	"mime"
	"path"
)

// Photo sends a photo.
func (p *Person) Photo(caption string) Message {
	return p.Send("photo", p.photo(), caption)
}

// Album sends one photo for each caption, as one album.
func (p *Person) Album(captions ...string) []Message {
	p.srv.mu.Lock()
	defer p.srv.mu.Unlock()
	album := fmt.Sprint(13000000000000 + p.srv.nextID)
	var out []Message
	for _, caption := range captions {
		out = append(out, p.media("photo", p.photo(), caption, album))
	}
	return out
}

func (p *Person) photo() any {
	return []object{
		{"file_id": "photo-s", "file_unique_id": "s", "width": 90, "height": 67, "file_size": 1024},
		{"file_id": "photo-l", "file_unique_id": "l", "width": 1280, "height": 960, "file_size": 204800},
	}
}

// Sticker sends a sticker.
func (p *Person) Sticker(emoji string) Message {
	return p.Send("sticker", object{
		"file_id": "sticker", "file_unique_id": "st", "type": "regular", "width": 512, "height": 512,
		"is_animated": false, "is_video": false, "emoji": emoji, "set_name": "Simulated",
	}, "")
}

// Voice sends a voice message.
func (p *Person) Voice(seconds int) Message {
	return p.Send("voice", object{"file_id": "voice", "file_unique_id": "vo", "duration": seconds, "mime_type": "audio/ogg", "file_size": 4000 * seconds}, "")
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
	f := p.srv.store(name, data)
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

// store keeps a file. The caller holds mu.
func (s *Server) store(name string, data []byte) *File {
	sum := sha256.Sum256(append([]byte(name+"\x00"), data...))
	f := &File{ID: fmt.Sprintf("file-%x", sum[:8]), Name: name, Data: data, Type: mime.TypeByExtension(path.Ext(name))}
	if f.Type == "" {
		f.Type = "application/octet-stream"
	}
	s.files[f.ID] = f
	return f
}
