package settings

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
)

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

// TombstoneKey is what hashes the slots of declined texts: the operator's secret, or one made from
// the bot's token, so that a copy of the database alone cannot be searched for guesses.
func (c Config) TombstoneKey() []byte {
	secret := c.Secret
	if secret == "" {
		secret = c.Telegram.Token
	}
	if cast, err := c.Cast(); secret == "" && err == nil {
		secret = cast[0].Secret
	}
	return deriveKey(secret, "keepsake tombstones 1")
}

// HookSecret is what Telegram shows with each delivery: the operator's, or one made from
// the bot's token, the same on every replica.
func (c Config) HookSecret() string {
	if s := c.Telegram.Webhook.Secret; s != "" {
		if c.many { // each its own
			return hex.EncodeToString(deriveKey(s, "keepsake webhook 1 "+c.Name))
		}
		return s.Reveal()
	}
	return hex.EncodeToString(deriveKey(c.Telegram.Token, "keepsake webhook 1"))
}

// deriveKey makes a key for one purpose from a secret.
func deriveKey(from Secret, purpose string) []byte {
	h := hmac.New(sha256.New, []byte(from.Reveal()))
	h.Write([]byte(purpose))
	return h.Sum(nil)
}
