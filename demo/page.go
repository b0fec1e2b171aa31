package demo

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"mime"
	"net"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"keepsake/bot/simulator"
	"keepsake/llm/scripted"
	"keepsake/templates"
)

// maxText bounds what a visitor may send at once, in bytes: more than any phone would.
const maxText = 64 << 10

// Page serves the web page and what it talks to:
//
//	GET  /            the page and its files
//	GET  /api/events  everything that happens, as server-sent events (feed.go)
//	POST /api/say     {person, chat, text, reply_to}; chat is "group", or "" for the private one, everywhere
//	POST /api/press   {person, chat, message, row, column}
//	POST /api/edit    {person, chat, message, text}
//	POST /api/send    {person, chat, kind, text, from}: what a phone sends besides typed words
//	POST /api/model   {key, url, model} or {stand_in: true}: who answers from now on (real.go)
//	GET  /api/file    ?person=&chat=&message=  the file a message carries
//
// A POST that cannot be done answers 4xx with one sentence for the visitor. Requests of
// other web sites are refused, also by another host name of this machine.
func (w *World) Page() http.Handler {
	files, err := fs.Sub(templates.FS, "demo")
	if err != nil {
		panic(err) // the folder is part of the program
	}
	w.openGroup()
	mux := http.NewServeMux()
	mux.Handle("GET /", http.FileServerFS(files))
	mux.HandleFunc("GET /api/events", w.feed)
	mux.HandleFunc("GET /api/file", w.file)
	mux.HandleFunc("POST /api/say", w.act(w.say))
	mux.HandleFunc("POST /api/press", w.act(w.press))
	mux.HandleFunc("POST /api/edit", w.act(w.edit))
	mux.HandleFunc("POST /api/send", w.act(w.send))
	mux.HandleFunc("POST /api/model", w.changeModel)
	return guard(http.NewCrossOriginProtection().Handler(mux))
}

// guard sets the headers of every answer and refuses foreign host names on a loopback
// connection: a web site whose name resolves to 127.0.0.1 must not read memories.
func guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if addr, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr); ok && loopback(addr.String()) && !loopback(r.Host) {
			http.Error(rw, "The demo is open to this computer only.", http.StatusMisdirectedRequest)
			return
		}
		h := rw.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-cache")
		next.ServeHTTP(rw, r)
	})
}

func loopback(hostport string) bool {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = hostport
	}
	host = strings.Trim(host, "[]")
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// visitorRequest is what a visitor wants to do as a person.
type visitorRequest struct {
	Person  string `json:"person"`
	Chat    string `json:"chat"` // "" or groupKey
	Text    string `json:"text"`
	ReplyTo int64  `json:"reply_to"`
	Message int64  `json:"message"`
	Row     int    `json:"row"`
	Column  int    `json:"column"`
	Kind    string `json:"kind"` // forward, voice, photo or document
	From    string `json:"from"` // whose words are forwarded
}

// refusal is a sentence for the visitor.
type refusal string

func (r refusal) Error() string { return string(r) }

// readJSON reads what was sent, or answers that it cannot.
func readJSON(rw http.ResponseWriter, r *http.Request, into any) bool {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		http.Error(rw, "Send JSON.", http.StatusUnsupportedMediaType)
		return false
	}
	if err := json.NewDecoder(http.MaxBytesReader(rw, r.Body, maxText)).Decode(into); err != nil {
		http.Error(rw, "That could not be read, or is too long.", http.StatusBadRequest)
		return false
	}
	return true
}

func (w *World) act(do func(seat, visitorRequest) error) http.HandlerFunc {
	return func(rw http.ResponseWriter, r *http.Request) {
		var q visitorRequest
		if !readJSON(rw, r, &q) {
			return
		}
		a, ok := w.seatOf(q.Person, q.Chat)
		if !ok {
			http.Error(rw, "There is nobody of that name here.", http.StatusNotFound)
			return
		}
		if err := do(a, q); err != nil {
			http.Error(rw, err.Error(), http.StatusConflict)
			return
		}
		rw.WriteHeader(http.StatusNoContent)
	}
}

func (w *World) say(a seat, q visitorRequest) error {
	text := strings.TrimSpace(q.Text)
	switch {
	case text == "" || !utf8.ValidString(text):
		return refusal("There is nothing to send.")
	case q.ReplyTo == 0:
		a.phone.Say(text)
		return nil
	}
	if _, err := w.findMessage(a, q.ReplyTo); err != nil {
		return err
	}
	a.phone.Reply(q.ReplyTo, text)
	return nil
}

// maxName bounds the name of whose words are forwarded, in characters; Telegram's limit is the same.
const maxName = 64

// send sends somebody else's words, a voice message that says the text, or a picture with the
// text under it.
func (w *World) send(a seat, q visitorRequest) error {
	text := strings.TrimSpace(q.Text)
	if !utf8.ValidString(text) || text == "" && q.Kind != "photo" {
		return refusal("Type what it says first.")
	}
	switch q.Kind {
	case "forward":
		from := strings.TrimSpace(q.From)
		if from == "" || !utf8.ValidString(from) || utf8.RuneCountInString(from) > maxName {
			return refusal("A forwarded message needs the name of who wrote it.")
		}
		a.phone.Forward(from, text)
	case "voice":
		if w.isReal() {
			return refusal("There is no microphone here, and a real model hears nothing in a made-up recording. Type it instead.")
		}
		w.mu.Lock() // the feed shows it with its words
		m := a.phone.VoiceOf(scripted.Recording(text), max(1, len(strings.Fields(text))/2))
		w.spoken[[2]int64{m.Chat, m.ID}] = text
		w.mu.Unlock()
	case "photo":
		a.phone.Photo(text)
	case "document":
		a.phone.Document("notes.txt", []byte(text+"\n"), "")
	default:
		return refusal("That cannot be sent here.")
	}
	return nil
}

func (w *World) edit(a seat, q visitorRequest) error {
	m, err := w.findMessage(a, q.Message)
	text := strings.TrimSpace(q.Text)
	switch {
	case err != nil:
		return err
	case m.From.ID != a.phone.ID() || m.Forwarded != "":
		return refusal("Only your own messages can be edited.")
	case text == "" || !utf8.ValidString(text):
		return refusal("A message cannot become empty.")
	case text != m.Text:
		a.phone.Edit(m.ID, text)
	}
	return nil
}

func (w *World) press(a seat, q visitorRequest) error {
	m, err := w.findMessage(a, q.Message)
	if err != nil {
		return err
	}
	if q.Row < 0 || q.Row >= len(m.Buttons) || q.Column < 0 || q.Column >= len(m.Buttons[q.Row]) {
		return refusal("That button is not there any more.")
	}
	if b := m.Buttons[q.Row][q.Column]; b.URL == "" {
		_, err = a.phone.PressData(m.ID, b.Data)
	}
	return err
}

// findMessage returns a message of the chat in which a person is.
func (w *World) findMessage(a seat, id int64) (simulator.Message, error) {
	m, ok := w.telegram.Message(a.phone.Chat(), id)
	if !ok || m.Deleted {
		return m, refusal("That message is not there any more.")
	}
	return m, nil
}

func (w *World) file(rw http.ResponseWriter, r *http.Request) {
	a, ok := w.seatOf(r.FormValue("person"), r.FormValue("chat"))
	id, _ := strconv.ParseInt(r.FormValue("message"), 10, 64)
	if !ok {
		http.NotFound(rw, r)
		return
	}
	m, err := w.findMessage(a, id)
	if err != nil || m.File == nil {
		http.NotFound(rw, r)
		return
	}
	h := rw.Header()
	h.Set("Content-Type", "application/octet-stream")
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": m.File.Name}))
	h.Set("Content-Length", fmt.Sprint(len(m.File.Data)))
	_, _ = rw.Write(m.File.Data)
}
