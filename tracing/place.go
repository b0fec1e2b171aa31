package tracing

import (
	"encoding/binary"
	"encoding/hex"
	"math/rand/v2"
	"strings"
)

// place is a span's address: its trace, its own id, and whether the trace is recorded. The
// zero place is no span's.
type place struct {
	trace   [16]byte
	span    [8]byte
	sampled bool
	remote  bool // it came from a row
}

// newTraceID returns a random id that is not zero.
func newTraceID() (id [16]byte) {
	binary.BigEndian.PutUint64(id[:8], rand.Uint64())
	binary.BigEndian.PutUint64(id[8:], rand.Uint64()|1)
	return id
}

// newSpanID returns a random id that is not zero.
func newSpanID() (id [8]byte) {
	binary.BigEndian.PutUint64(id[:], max(1, rand.Uint64()))
	return id
}

// String writes a place as W3C Trace Context does (https://www.w3.org/TR/trace-context/).
func (p place) String() string {
	flags := "-00"
	if p.sampled {
		flags = "-01"
	}
	return "00-" + hex.EncodeToString(p.trace[:]) + "-" + hex.EncodeToString(p.span[:]) + flags
}

// parsePlace reads a traceparent. Later versions may have more at the end; version 00 may not,
// and ff is no version.
func parsePlace(s string) (p place, ok bool) {
	const length = len("00-") + 32 + len("-") + 16 + len("-01")
	if len(s) < length || s != strings.ToLower(s) || s[2] != '-' || s[35] != '-' || s[52] != '-' ||
		s[:2] == "ff" || s[:2] == "00" && len(s) > length || len(s) > length && s[length] != '-' {
		return place{}, false
	}
	var version, flags [1]byte
	for _, part := range []struct {
		into   []byte
		digits string
	}{{version[:], s[:2]}, {p.trace[:], s[3:35]}, {p.span[:], s[36:52]}, {flags[:], s[53:55]}} {
		if _, err := hex.Decode(part.into, []byte(part.digits)); err != nil {
			return place{}, false
		}
	}
	p.sampled, p.remote = flags[0]&1 == 1, true
	return p, p.trace != [16]byte{} && p.span != [8]byte{}
}
