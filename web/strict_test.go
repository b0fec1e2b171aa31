package web_test

import (
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"keepsake/store/storetest"
)

// What an independent client found: an object that names a field twice, other media types than the description's, a
// body that breaks off, and paths that are not clean are refused as problems; media types have any case.
func TestStrictRequests(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t))
	const body = `{"content":"User owns a blue lamp","category":"context"}`
	for _, twice := range []string{
		`{"content":"User owns a lamp","content":"User owns a boat","category":"context"}`,
		`{"category":"context","content":"User owns a lamp","c\u0061tegory":"person"}`,
		`{"content":"User owns a lamp","category":"context","distinct_from":[{"a":1,"b":[],"a":{}}]}`,
	} {
		w.ask(w.write, "POST", "/api/memory/", twice, "Content-Type: application/json").is(422)
	}
	for _, kind := range []string{
		"text/plain", "application/xml", "application/octet-stream", "application/merge-patch+json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "json", ";", "application/json, text/plain",
	} {
		got := w.ask(w.write, "POST", "/api/memory/", body, "Content-Type: "+kind).is(415)
		equal(t, kind, got.field("code"), "unsupported_media_type")
		w.ask(w.write, "POST", "/api/ltm/import", `[]`, "Content-Type: "+kind).is(415)
	}
	w.ask("", "POST", "/api/memory/", body, "Content-Type: text/plain").is(401) // a stranger learns nothing else
	id := w.ask(w.write, "POST", "/api/memory/", body, "Content-Type: APPLICATION/Json; Charset=UTF-8").is(201).id()
	equal(t, "what was stored", w.ask(w.read, "GET", "/api/memory/", "").field("total"), 1)

	for _, path := range []string{"/api//memory/", "//api/memory/", "/api/memory/./", "/api/memory/../memory/" + id, "/api/memory/%2e%2e/memory/"} {
		got := w.ask(w.write, "GET", path, "").is(404)
		equal(t, path, got.header.Get("Content-Type"), "application/problem+json")
	}
}

// A body whose chunks are not framed as HTTP wants is the client's mistake, and no failure of the server.
func TestBrokenChunks(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t))
	c, err := net.Dial("tcp", w.server.Listener.Addr().String())
	must(t, err)
	defer c.Close()
	must(t, c.SetDeadline(time.Now().Add(time.Minute)))
	_, err = io.WriteString(c, "POST /api/memory/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer "+w.write+
		"\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"content\":\"User has a lamp\"\r\n0\r\n\r\n")
	must(t, err)
	raw, err := io.ReadAll(c)
	must(t, err)
	if s := string(raw); !strings.HasPrefix(s, "HTTP/1.1 422 ") || !strings.Contains(s, "application/problem+json") {
		t.Errorf("answered %s", s)
	}
}

// The description names the one media type of bodies, and that GET of a memory may answer 304.
func TestDescribedAsIs(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t))
	readDocument(t, w).each(func(method, path string, op documented) {
		changes := method == http.MethodPost || method == http.MethodPut || method == http.MethodPatch
		if changes != (op.RequestBody != nil) {
			t.Errorf("%s: a body is described: %v", op.ID, op.RequestBody != nil)
			return
		}
		if !changes {
			return
		}
		for kind := range op.RequestBody.Content {
			if kind != "application/json" {
				t.Errorf("%s takes %s", op.ID, kind)
			}
		}
	})
	if _, ok := readDocument(t, w).Paths["/api/memory/{id}"]["get"].Responses["304"]; !ok {
		t.Error("304 is not described")
	}
}
