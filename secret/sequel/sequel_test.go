package sequel_test

import (
	"testing"

	"keepsake/secret/lexicon"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
	"keepsake/secret/sequel"
	"keepsake/secret/values"
)

var words = lexicon.Load()

// A password in the sentence after the one that speaks of it, and names and numbers that stand there.
func TestToken(t *testing.T) {
	for text, want := range map[string]string{
		"he keeps forgetting the password. Ninrin5712. so now it's here":              "Ninrin5712",
		"they made me reset my password again. save the new one: Muxdra261":           "Muxdra261",
		"пришлось сбросить пароль. новый Barkol936":                                   "Barkol936",
		"forgot the password again. the new Phone15x is broken too":                   "",
		"i changed my password. Windows2019 still works":                              "",
		"токен протух. новий kQ2U7cunrhgkBEGHH0yklCxE42zHkC5v вставте хто біля компа": "kQ2U7cunrhgkBEGHH0yklCxE42zHkC5v",
		"password reset done? Barkol936":                                              "",
	} {
		if got := findLast(text, sequel.Token); got != want {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}

// A password in the question before the sentence that points back to it, and a program that stands there.
func TestBefore(t *testing.T) {
	for text, want := range map[string]string{
		"why won't the portal take cZI94idxfp? that password worked yesterday": "cZI94idxfp",
		"why won't Office2021 open? that password is right":                    "",
		"why is cZI94idxfp so slow? my password is fine":                       "",
	} {
		if got := findLast(text, sequel.FindBefore); got != want {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}

// findLast returns what is found for the last noun of a text for which there is something.
func findLast(text string, find func(values.Reader) (from, to int, ok bool)) (found string) {
	even := plain.Of(text)
	for _, n := range mention.All(even, words, words.Index.Find(even.Low)) {
		if from, to, ok := find(values.Reader{Noun: n}); ok {
			found = even.Plain[from:to]
		}
	}
	return found
}
