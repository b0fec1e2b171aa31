package mcpserver

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// checkMessage returns JSON-RPC's error for bytes that are no message, nil when they are one. What
// a batch holds is the library's to check.
func checkMessage(message []byte) *jsonrpc.Error {
	if !json.Valid(message) {
		return &jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: "Parse error"}
	}
	if bytes.HasPrefix(bytes.TrimSpace(message), []byte("[")) {
		return nil
	}
	if _, err := jsonrpc.DecodeMessage(message); err != nil {
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "Invalid Request"}
	}
	return nil
}

// writeError writes a response of JSON-RPC that is an error, in one call, as a line. message is what
// it answers: the id that can be read there is its own, else null.
func writeError(w io.Writer, message []byte, e *jsonrpc.Error) error {
	request := struct {
		ID json.RawMessage `json:"id"`
	}{}
	_ = json.Unmarshal(message, &request)
	line, err := json.Marshal(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   *jsonrpc.Error  `json:"error"`
	}{"2.0", request.ID, e})
	if err == nil {
		_, err = w.Write(append(line, '\n'))
	}
	return err
}

// pipe is a pair of streams on which a line that is no message is answered, and then skipped: the
// library ends the conversation at the first.
type pipe struct {
	in   *bufio.Reader
	line bytes.Reader
	out  io.Writer
	mu   sync.Mutex // one answer at a time
}

func newPipe(in io.Reader, out io.Writer) *pipe {
	return &pipe{in: bufio.NewReader(in), out: out}
}

// Read implements io.Reader.
func (p *pipe) Read(b []byte) (int, error) {
	for p.line.Len() == 0 {
		line, isWhole, err := p.readLine()
		if err != nil && len(line) == 0 {
			return 0, err
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		bad := &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "The message is too long"}
		if isWhole {
			bad = checkMessage(line)
		} else {
			line = nil
		}
		if bad == nil {
			p.line.Reset(append(bytes.TrimSpace(line), '\n'))
		} else if err := writeError(p, line, bad); err != nil {
			return 0, err
		}
	}
	return p.line.Read(b)
}

// readLine returns the next line; isWhole is false when it is longer than maxLine, and the rest of it is dropped.
func (p *pipe) readLine() (line []byte, isWhole bool, err error) {
	isWhole = true
	for {
		part, err := p.in.ReadSlice('\n')
		if len(line)+len(part) <= maxLine {
			line = append(line, part...)
		} else {
			isWhole = false
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, isWhole, err
		}
	}
}

// Write implements io.Writer.
func (p *pipe) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.out.Write(b)
}

// Close implements io.Closer: whoever opened the streams closes them.
func (*pipe) Close() error { return nil }

// plainRefusals answers in JSON-RPC where the library refuses a message with a line of text.
type plainRefusals struct {
	http.ResponseWriter
	message   []byte
	isRefused bool
}

// notHandled begins the library's text for a method that it does not know.
const notHandled = "JSON RPC not handled"

// WriteHeader implements http.ResponseWriter.
func (p *plainRefusals) WriteHeader(status int) {
	if p.isRefused = status == http.StatusBadRequest && strings.HasPrefix(p.Header().Get("Content-Type"), "text/plain"); p.isRefused {
		p.Header().Set("Content-Type", "application/json")
		p.Header().Del("Content-Length")
	}
	p.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (p *plainRefusals) Write(b []byte) (int, error) {
	if !p.isRefused {
		return p.ResponseWriter.Write(b)
	}
	says := strings.TrimSpace(string(b))
	e := &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: cmp.Or(says, "Invalid Request")}
	if strings.HasPrefix(says, notHandled) {
		e.Code, e.Message = jsonrpc.CodeMethodNotFound, "Method not found"
	}
	return len(b), writeError(p.ResponseWriter, p.message, e)
}

// Unwrap lets http.ResponseController reach the writer beneath.
func (p *plainRefusals) Unwrap() http.ResponseWriter { return p.ResponseWriter }
