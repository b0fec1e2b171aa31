package markdown

import (
	"net/url"
	"regexp"
	"strings"
	"unicode/utf16"

	"github.com/yuin/goldmark/ast"

	house "keepsake/text"
)

// This file is what becomes of links. What a model writes may be somebody else's: a label that
// hides an address takes people where they did not mean to go, and the address may carry what
// it knows about them. So a reader always sees whom a link asks.

// maxHost bounds how much of a host is shown, in characters. The end of it says whose it is.
const maxHost = 60

// link writes what label writes as a link, with the host behind it unless the label is the
// link's own address: "the docs (a.example)". An address that Telegram does not open is written
// out, and one of an app ("tg:", "javascript:") is left out.
func (w *writer) link(dest string, label func()) {
	dest = unescape([]byte(dest))
	from := w.out.Len()
	u, isOpenable := parseAddress(dest)
	if !isOpenable {
		label()
		switch shown := strings.TrimSpace(w.out.String()[from:]); {
		case shown == "":
			w.text(dest)
		case !isForApp(dest) && dest != "" && !strings.HasSuffix(dest, shown):
			w.text(" (" + dest + ")")
		}
		return
	}
	w.settle()
	from = w.out.Len()
	w.plain++
	w.span(Entity{Type: Link, URL: dest}, func() {
		at := w.at
		label()
		if w.at == at {
			w.text(dest)
		}
	})
	w.plain--
	shown := strings.TrimSpace(w.out.String()[from:])
	if host := shownHost(u); host != house.Cut(u.Host, maxHost) || !isOwnAddress(shown, dest, u) {
		w.text(" (" + host + ")")
	}
}

// image writes what stands for a picture, not as a link: only what the model was told to write
// is behind it, and opening it tells its owner so.
func (w *writer) image(n *ast.Image) {
	from := w.at
	w.inlines(n)
	if w.at == from {
		w.text("🖼")
	}
}

// parseAddress reads an address, and reports whether Telegram makes a link of it.
func parseAddress(dest string) (u *url.URL, isOpenable bool) {
	if len(dest) > 2048 || strings.ContainsAny(dest, " \n") {
		return nil, false
	}
	u, err := url.Parse(dest)
	return u, err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != ""
}

var scheme = regexp.MustCompile(`^\s*([A-Za-z][A-Za-z0-9+.-]*):`)

// isForApp reports whether an address makes an app do something, by its scheme: all but the
// web's, mail's and the telephone's.
func isForApp(dest string) bool {
	found := scheme.FindStringSubmatch(dest)
	if found == nil {
		return false
	}
	switch strings.ToLower(found[1]) {
	case "http", "https", "mailto", "tel":
		return false
	}
	return true
}

// shownHost returns the host of an address as people are shown it.
func shownHost(u *url.URL) string {
	host := []rune(u.Host)
	if len(host) > maxHost {
		host = append([]rune("…"), host[len(host)-maxHost:]...)
	}
	return house.VisibleHost(string(host))
}

// isOwnAddress reports whether a label is the address that it leads to, or the beginning of it
// down to its host at least.
func isOwnAddress(label, dest string, u *url.URL) bool {
	if u.User != nil { // "https://bank.example@evil.example" reads like another address
		return false
	}
	bare := func(s string) string {
		for _, prefix := range []string{"https://", "http://"} {
			if len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix) {
				s = s[len(prefix):]
			}
		}
		return strings.TrimSuffix(s, "/")
	}
	label, dest = bare(label), bare(dest)
	if len(label) < len(u.Host) || len(label) > len(dest) || !strings.EqualFold(label[:len(u.Host)], u.Host) {
		return false
	}
	rest, ok := strings.CutPrefix(dest[len(u.Host):], label[len(u.Host):])
	return ok && (rest == "" || strings.ContainsRune("/?#", rune(rest[0])))
}

// appLink finds what Telegram makes a link of, inside of a text, that makes an app do something.
var appLink = regexp.MustCompile(`(?i)(?:tg|ton|tonsite)://[^\s<>«»]+`)

// freezeAppLinks returns spans with code over every bare link of an app that stands in the
// text: it is read as it is, and a tap does not follow it.
func freezeAppLinks(text []uint16, spans []Entity) []Entity {
	whole := decode(text)
	if !strings.Contains(whole, "://") {
		return spans
	}
	for _, at := range appLink.FindAllStringIndex(whole, -1) {
		found := strings.TrimRight(whole[at[0]:at[1]], ".,;:!?)]'\"")
		from := len(utf16.Encode([]rune(whole[:at[0]])))
		link := Entity{Type: Code, Offset: from, Length: len(utf16.Encode([]rune(found)))}
		isFree := true
		for _, e := range spans {
			covers := e.Type == Code || e.Type == Pre || e.Type == Link
			isFree = isFree && !(covers && e.Offset < link.End() && link.Offset < e.End())
		}
		if isFree {
			spans = append(spans, link)
		}
	}
	return spans
}
