// Package remote is the memory of a Keepsake elsewhere, over its HTTP interface (docs/api.md): what the commands of
// `keepsake memory` read and write with --remote in place of the database here.
//
// A key says whose memory that is. It comes from the environment or a file, never from the command line, where
// others on the machine would see it, and travels over HTTPS or to this computer only.
//
// Start reading at Open.
package remote

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

// KeyVariable is the environment variable of the key.
const KeyVariable = "KEEPSAKE_KEY"

// Flags are those of commands that can ask elsewhere.
type Flags struct {
	Remote  string `help:"Ask the Keepsake at this address, such as https://memory.example.org, in place of the database here. Its key comes from KEEPSAKE_KEY or --key-file, and says whose memories." placeholder:"URL"`
	KeyFile string `help:"With --remote: the file that holds the key." placeholder:"PATH"`
}

// Bounds of one request.
const (
	patience = time.Minute
	maxBody  = 256 << 20
	maxWait  = 5 * time.Second // after which a server that asks for patience is given up
	tries    = 5
)

// Server is one memory elsewhere.
type Server struct {
	base *url.URL
	key  string
	http *http.Client
}

// Open returns the memory at an address. It asks nothing yet. other names what was said on the command line that a key
// makes meaningless, such as "--person"; "" = nothing.
func Open(f Flags, environ map[string]string, other string) (*Server, error) {
	if other != "" {
		return nil, fmt.Errorf("%s and --remote exclude each other: there the key says whose memories are meant", other)
	}
	u, err := url.Parse(strings.TrimRight(f.Remote, "/"))
	switch {
	case err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.Path != "" || u.RawQuery != "" || u.User != nil || u.Fragment != "":
		return nil, errors.New("--remote must be an address without a path, such as https://memory.example.org")
	case u.Scheme == "http" && !isLoopback(u.Hostname()):
		return nil, errors.New("--remote must begin with https:// unless it is this computer: the key would travel in the open")
	}
	key := environ[KeyVariable]
	if f.KeyFile != "" {
		raw, err := os.ReadFile(f.KeyFile)
		if err != nil {
			return nil, err
		}
		key = string(raw)
	}
	if key = strings.TrimSpace(key); key == "" {
		return nil, errors.New("--remote needs a key: set " + KeyVariable + ", or name its file with --key-file. /api in the private chat makes one, and so does keepsake key create")
	}
	if strings.ContainsAny(key, "\r\n\x00") {
		return nil, errors.New("what should be the key has more than one line")
	}
	return &Server{base: u, key: key, http: &http.Client{
		Timeout: patience,
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse // the key is for this address only
		},
	}}, nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Name returns the address, for sentences.
func (s *Server) Name() string { return s.base.String() }

// problem is what a Keepsake says of a request that it did not do.
type problem struct {
	Status int    `json:"status"`
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

// errNotFound means that there is no such thing in the key's memory.
var errNotFound = errors.New("absent")

// ask makes a request, again when the server asks for patience, and decodes the answer into out (a *[]byte takes it as
// it is). It returns the cursor of the next page, "" on the last.
func (s *Server) ask(ctx context.Context, method, path string, query url.Values, body []byte, out any) (next string, err error) {
	for try := 1; ; try++ {
		next, wait, err := s.askOnce(ctx, method, path, query, body, out)
		if wait <= 0 || wait > maxWait || try == tries {
			return next, err
		}
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-time.After(wait):
		}
	}
}

func (s *Server) askOnce(ctx context.Context, method, path string, query url.Values, body []byte, out any) (next string, wait time.Duration, err error) {
	u := s.base.JoinPath(path)
	if strings.HasSuffix(path, "/") && !strings.HasSuffix(u.Path, "/") {
		u.Path += "/"
	}
	u.RawQuery = query.Encode()
	req, err := http.NewRequestWithContext(ctx, method, u.String(), bytes.NewReader(body))
	if err != nil {
		return "", 0, err
	}
	req.Header.Set("Authorization", "Bearer "+s.key)
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := s.http.Do(req)
	if err != nil {
		return "", 0, s.unreachable(err)
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(resp.Body, maxBody))
	if err != nil {
		return "", 0, s.unreachable(err)
	}
	if resp.StatusCode/100 != 2 {
		if seconds, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil {
			wait = time.Duration(seconds) * time.Second
		}
		return "", wait, s.explain(resp, raw)
	}
	if whole, ok := out.(*[]byte); ok {
		*whole = raw
	} else if json.Unmarshal(raw, out) != nil {
		return "", 0, s.stranger(resp.StatusCode)
	}
	return cursorOf(resp.Header.Get("Link")), 0, nil
}

// unreachable says that nobody answered, without the address of the request: its words may be somebody's.
func (s *Server) unreachable(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	return fmt.Errorf("%s cannot be reached: %w", s.Name(), err)
}

func (s *Server) stranger(status int) error {
	return fmt.Errorf("%s answers, but not as Keepsake does (%d). Is that the address of KEEPSAKE_WEB_ADDR?", s.Name(), status)
}

// explain returns what a refusal means for who asked.
func (s *Server) explain(resp *http.Response, raw []byte) error {
	var p problem
	if !strings.HasPrefix(resp.Header.Get("Content-Type"), "application/problem+json") || json.Unmarshal(raw, &p) != nil {
		return s.stranger(resp.StatusCode)
	}
	switch p.Code {
	case "unauthorized":
		return fmt.Errorf("%s does not know this key: it was mistyped, or revoked. /api in the private chat makes another, and so does keepsake key create", s.Name())
	case "read_only_key":
		return fmt.Errorf("the key may only read at %s. Make one that also writes: /api in the private chat, or keepsake key create --write", s.Name())
	case "not_found":
		return errNotFound
	}
	return fmt.Errorf("%s: %s", s.Name(), cmp.Or(printable(p.Detail), http.StatusText(resp.StatusCode)))
}

// printable returns what a server says without what a terminal would obey.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if !strconv.IsPrint(r) {
			return -1
		}
		return r
	}, s)
}

// cursorOf returns the cursor in a Link header with rel="next".
func cursorOf(link string) string {
	address, rest, ok := strings.Cut(strings.TrimPrefix(link, "<"), ">")
	if !ok || !strings.Contains(rest, `rel="next"`) {
		return ""
	}
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Query().Get("cursor")
}
