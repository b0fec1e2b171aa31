// Package miniapp checks what Telegram signs for a Mini App: who opened it, with which bot, and when.
//
// The check is the one of Telegram's documents (core.telegram.org/bots/webapps, "Validating data received
// via the Mini App"): HMAC-SHA-256 over the sorted fields, with a key made of the bot's token, so what was
// signed for another bot does not pass. The package keeps nothing: that each proof is used once, see
// package signin.
//
// Start reading at Check.
package miniapp

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"keepsake/fault"
)

// ErrRefused means that the data were not signed for this bot, or are too old. It does not say which, since
// whoever forges data would learn from it.
var ErrRefused = fault.New(fault.Denied, "Telegram did not sign this for us just now")

const (
	// MaxAge is how old signed data may be.
	MaxAge = 15 * time.Minute
	// maxAhead is how far Telegram's clock may be ahead of ours.
	maxAhead = time.Minute
	maxBytes = 4096
)

// Opened is who opened the Mini App.
type Opened struct {
	User     int64 // Telegram's id
	Language string
	At       time.Time
	Proof    string // the signature, by which a repeated use is known
}

// Check returns who opened a Mini App of the bot with this token, or ErrRefused.
func Check(data, token string, now time.Time) (Opened, error) {
	if token == "" || len(data) > maxBytes {
		return Opened{}, ErrRefused
	}
	fields, err := url.ParseQuery(data)
	if err != nil {
		return Opened{}, ErrRefused
	}
	var signed []string
	for name, values := range fields {
		if len(values) != 1 { // which of two is meant cannot be known
			return Opened{}, ErrRefused
		}
		if name != "hash" {
			signed = append(signed, name+"="+values[0])
		}
	}
	slices.Sort(signed)
	given, err := hex.DecodeString(fields.Get("hash"))
	want := mac(mac([]byte("WebAppData"), token), strings.Join(signed, "\n"))
	if err != nil || !hmac.Equal(given, want) {
		return Opened{}, ErrRefused
	}
	seconds, err := strconv.ParseInt(fields.Get("auth_date"), 10, 64)
	at := time.Unix(seconds, 0).UTC()
	if err != nil || now.Sub(at) > MaxAge || at.Sub(now) > maxAhead {
		return Opened{}, ErrRefused
	}
	var user struct {
		ID       int64  `json:"id"`
		IsBot    bool   `json:"is_bot"`
		Language string `json:"language_code"`
	}
	if err := json.Unmarshal([]byte(fields.Get("user")), &user); err != nil || user.ID <= 0 || user.IsBot {
		return Opened{}, ErrRefused
	}
	return Opened{User: user.ID, Language: user.Language, At: at, Proof: hex.EncodeToString(given)}, nil
}

func mac(key []byte, message string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(message))
	return h.Sum(nil)
}
