// Package values reads what stands at a place of a text as the secret that a noun names: "hunter2" after "my password is",
// 4711 after "PIN". It knows numbers, tokens, plain words and passphrases, and takes the one thing in a sentence that can be
// the secret where nothing leads to it (LoneRandom, LoneNumber).
//
// It is not what leads from a noun to the place: that is package sentence. What a token looks like by itself is in package
// looks, the words around the noun in package mention.
//
// Start reading at Reader.Value.
package values

import (
	"keepsake/secret/lexicon"
	"keepsake/secret/mention"
)

// Kind is what a secret is.
type Kind string

// The kinds. They are ids: no text for people.
const (
	Key      Kind = "key"      // API keys and private keys
	Token    Kind = "token"    // bearer, session and bot tokens
	Password Kind = "password" // passwords, passphrases, PINs
	Code     Kind = "code"     // one-time codes, card verification values
	Card     Kind = "card"     // payment card numbers
	Account  Kind = "account"  // bank accounts
	Identity Kind = "identity" // national numbers, passports
	Seed     Kind = "seed"     // the words a wallet is restored from
)

// Reader reads the secret of one noun.
type Reader struct{ *mention.Noun }

// As returns a reader of a noun that names secrets of other classes.
func (p Reader) As(classes lexicon.Class) Reader { return Reader{p.Noun.As(classes)} }

// AsOwn returns a reader of a noun that is somebody's own.
func (p Reader) AsOwn() Reader { return Reader{p.Noun.AsOwn()} }
