package app

import "log/slog"

// Secret is a setting that no log, error or printout may show: every way of formatting
// it gives a mark. Reveal is the one way to its text, for the client that needs it.
type Secret string

const mark = "•••"

// Reveal returns the secret itself.
func (s Secret) Reveal() string { return string(s) }

func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return mark
}

// GoString keeps %#v from showing the text.
func (s Secret) GoString() string { return s.String() }

// LogValue keeps slog from showing the text.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// MarshalText keeps JSON and YAML writers from showing the text.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
