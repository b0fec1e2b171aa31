package edit

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// keyName is what a key does.
type keyName int

const (
	keyNone keyName = iota // a key without a meaning here
	keyText
	keyEnter
	keyInterrupt // Ctrl-C
	keyEOF       // Ctrl-D: the end of the input in an empty line, else Delete
	keySuspend   // Ctrl-Z
	keyClearScreen
	keyBackspace
	keyDelete
	keyLeft
	keyRight
	keyUp
	keyDown
	keyHome
	keyEnd
	keyWordLeft
	keyWordRight
	keyDeleteWordLeft
	keyDeleteWordRight
	keyDeleteToStart
	keyDeleteToEnd
)

// key is one key, or a text that was typed or pasted.
type key struct {
	name keyName
	text string // of keyText
}

var controlKeys = map[byte]keyName{
	'\r': keyEnter, '\n': keyEnter, 0x7f: keyBackspace, 0x08: keyBackspace,
	0x01: keyHome, 0x02: keyLeft, 0x03: keyInterrupt, 0x04: keyEOF, 0x05: keyEnd, 0x06: keyRight,
	0x0b: keyDeleteToEnd, 0x0c: keyClearScreen, 0x0e: keyDown, 0x10: keyUp, 0x15: keyDeleteToStart,
	0x17: keyDeleteWordLeft, 0x1a: keySuspend,
}

// sequences are the escape sequences of keys, without the escape character.
var sequences = map[string]keyName{
	"[A": keyUp, "[B": keyDown, "[C": keyRight, "[D": keyLeft, "[H": keyHome, "[F": keyEnd,
	"OA": keyUp, "OB": keyDown, "OC": keyRight, "OD": keyLeft, "OH": keyHome, "OF": keyEnd,
	"[1~": keyHome, "[7~": keyHome, "[4~": keyEnd, "[8~": keyEnd, "[3~": keyDelete,
	"[1;5C": keyWordRight, "[1;3C": keyWordRight, "[1;5D": keyWordLeft, "[1;3D": keyWordLeft,
	"[3;5~": keyDeleteWordRight, "[3;3~": keyDeleteWordRight,
	"b": keyWordLeft, "f": keyWordRight, "d": keyDeleteWordRight, "\x7f": keyDeleteWordLeft, "\x08": keyDeleteWordLeft,
}

const (
	pasteBegins = "\x1b[200~"
	pasteEnds   = "\x1b[201~"
)

// decoder turns the bytes of a keyboard into keys. Bytes of a key that is not complete yet wait.
type decoder struct{ rest []byte }

// decode returns the keys that are complete with these bytes.
func (d *decoder) decode(p []byte) (keys []key) {
	d.rest = append(d.rest, p...)
	for len(d.rest) > 0 {
		k, n := nextKey(d.rest)
		if n == 0 {
			break
		}
		d.rest = d.rest[n:]
		if last := len(keys) - 1; k.name == keyText && last >= 0 && keys[last].name == keyText {
			keys[last].text += k.text
			continue
		}
		keys = append(keys, k)
	}
	return keys
}

// nextKey returns the first key and its length in bytes; 0 = it is not complete.
func nextKey(p []byte) (key, int) {
	switch {
	case p[0] == 0x1b:
		return escapeKey(p)
	case p[0] == '\t':
		return key{keyText, "\t"}, 1
	case p[0] < 0x20, p[0] == 0x7f:
		return key{name: controlKeys[p[0]]}, 1
	case !utf8.FullRune(p):
		return key{}, 0
	}
	_, n := utf8.DecodeRune(p)
	return key{keyText, strings.ToValidUTF8(string(p[:n]), "")}, n
}

// escapeKey is nextKey for what begins with an escape character.
func escapeKey(p []byte) (key, int) {
	if len(p) == 1 || bytes.HasPrefix([]byte(pasteBegins), p) && len(p) < len(pasteBegins) {
		return key{}, 0
	}
	if pasted, ok := bytes.CutPrefix(p, []byte(pasteBegins)); ok {
		i := bytes.Index(pasted, []byte(pasteEnds))
		if i < 0 {
			return key{}, 0
		}
		text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.ToValidUTF8(string(pasted[:i]), ""))
		return key{keyText, text}, len(pasteBegins) + i + len(pasteEnds)
	}
	switch p[1] {
	case '[':
		for i := 2; i < len(p); i++ {
			if p[i] >= 0x40 && p[i] <= 0x7e {
				return key{name: sequences[string(p[1:i+1])]}, i + 1
			}
		}
		return key{}, 0
	case 'O':
		if len(p) < 3 {
			return key{}, 0
		}
		return key{name: sequences[string(p[1:3])]}, 3
	case '\r', '\n': // Alt-Enter
		return key{keyText, "\n"}, 2
	case 0x1b:
		return key{}, 1
	}
	return key{name: sequences[string(p[1:2])]}, 2
}
