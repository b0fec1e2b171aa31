package sentence_test

import (
	"slices"
	"testing"

	"keepsake/secret/lexicon"
	"keepsake/secret/plain"
	"keepsake/secret/sentence"
	"keepsake/secret/values"
)

var words = lexicon.Load()

// Each way in which a sentence leads from a noun to its secret, and one that looks like it and does not.
func TestFind(t *testing.T) {
	for text, want := range map[string][]string{
		"my password is otter":                                         {"otter"},
		"otter is my password":                                         {"otter"},
		"it asks for the password, namely otter":                       {"otter"},
		"we picked otter for the password":                             {"otter"},
		"he gave me the password, otter":                               {"otter"},
		"to open the laptop type otter, that's the password":           {"otter"},
		"otter lantern opens my laptop, that's the whole password":     {"otter lantern"},
		"write this down: otter, password for the tax office":          {"otter"},
		"same password as always, otter":                               {"otter"},
		"the guest wifi (password otter) is slow":                      {"otter"},
		"wifi şifresi ne?\npapatya":                                    {"papatya"},
		"changed the password from K9!morafek to L7!muraxo":            {"K9!morafek", "L7!muraxo"},
		"4711 opens the gate":                                          {"4711"},
		"remember 4711 for the garage":                                 {"4711"},
		"the bike lock opens on 417":                                   {"417"},
		"got a text: 482913 to confirm your purchase":                  {"482913"},
		"security question: first pet, I answered Bello":               {"Bello"},
		"my pin is four seven one nine":                                {"four seven one nine"},
		"site | user | password\nbank | tom | K9!mora":                 {"K9!mora"},
		"用肉桂卷当密码":                                                      {"肉桂卷"},
		"type your name, the password is asked later":                  nil,
		"write down the address, not the password":                     nil,
		"is the password all one word?":                                nil,
		"same password as always":                                      nil,
		"the guest wifi (password required) is slow":                   nil,
		"gate 417 opens at 9":                                          nil,
		"func check(password string) bool":                             nil,
		"the gate opens at 0830, the garage costs 2500 yen a month":    nil,
		"remember to change the password of the garage before 4 March": nil,
	} {
		even := plain.Of(text)
		var got []string
		sentence.Find(even, words, words.Index.Find(even.Low), func(from, to int, kind values.Kind) {
			if found := even.Plain[from:to]; !slices.Contains(got, found) {
				got = append(got, found)
			}
			if kind == "" {
				t.Errorf("%q has no kind", text)
			}
		})
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}
