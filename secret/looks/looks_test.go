package looks_test

import (
	"strings"
	"testing"

	"keepsake/secret/looks"
)

// What a token is taken for, with nothing around it.
func TestLooks(t *testing.T) {
	for _, c := range []struct {
		name   string
		is     func(string) bool
		yes    []string
		others []string
	}{
		{"IsHardRandom", looks.IsHardRandom,
			[]string{"hunter2", "K9!mora", "mura-7-fek", "민들레33", "nirsol_07"},
			[]string{"swordfish", "2024-03-05", "v1.2.3", "tom@example.com", "iPhone12", "ב-2024", "2024年3月改过", "至少12位", "90일마다", "WPA2"}},
		{"IsUnnamedPassword", looks.IsUnnamedPassword, []string{"K9!mora-fek2", "nirsol_07"}, []string{"坏了,请打10086", "3fa9c21b", "B204", "9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d"}},
		{"IsHash", looks.IsHash, []string{"3fa9c21", "9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d"}, []string{"hunter2", "3fa9"}},
		{"IsYear", looks.IsYear, []string{"1984", "2026"}, []string{"4711", "19841"}},
		{"IsStrongKey", looks.IsStrongKey, []string{"a8Fk29dLqPz71mXc04Tb"}, []string{"user_48213_profile_v2", "user:48213:Profile", "a8Fk29d"}},
		{"IsLongMixed", looks.IsLongMixed, []string{"RwuJSsEBvhBrKdOerdshJqvmmitLXXrGuRZREsdU"}, []string{"MyVeryLongVariableNameHere", "internationalization-is-long", "RwuJSs"}},
		{"IsDial", looks.IsDial, []string{"3-8-1", "19-44-07"}, []string{"3-1", "2024-03-05", "1234"}},
		{"IsDoorCode", looks.IsDoorCode, []string{"47A11", "B4711#", "#4711"}, []string{"4711", "A4", "ABC"}},
		{"IsDigits", looks.IsDigits, []string{"4711", "482-913", "482 913"}, []string{"-", "4a"}},
		{"IsUserName", looks.IsUserName, []string{"anna_k82", "tom@example.com"}, []string{"anna", "82_anna", "notes.pdf"}},
		{"IsCodeLike", looks.IsCodeLike, []string{"K7X9-Q2ZZ", "4711#"}, []string{"ABCDEF", "ab"}},
		{"IsAddress", looks.IsAddress, []string{"https://example.org/x", "tom@example.com", "notes.pdf", "192.168.0.1"}, []string{"hunter2"}},
		{"IsPlaceholder", looks.IsPlaceholder, []string{"null", "${DB_PASSWORD}", "<password>", "changed"}, []string{"hunter2"}},
		{"IsBasicAuth", looks.IsBasicAuth, []string{"dG9tOmh1bnRlcjI="}, []string{"dG9t", "%%%"}},
		{"IsPublicName", looks.IsPublicName, []string{"public_key", "cache_key"}, []string{"private_key"}},
	} {
		for _, v := range c.yes {
			if !c.is(v) {
				t.Errorf("%s(%q) = false", c.name, v)
			}
		}
		for _, v := range c.others {
			if c.is(v) {
				t.Errorf("%s(%q) = true", c.name, v)
			}
		}
	}
}

// Keys of no known vendor, and the tokens of bots.
func TestTokensAreFound(t *testing.T) {
	drawn := "aio_" + "Vs2k4oURUu2BVECFW59K8aQ3"
	bot := "123456789:" + "AAHfkd83jdk2LLd93kdmQp8s7d6f5g4h3jk"
	mixed := "a8Fk29dLqPz71mXc04Tb"
	for _, c := range []struct{ text, want string }{
		{"use " + drawn + " here", drawn},
		{"the key: " + mixed, mixed},
		{"the song " + mixed, ""},
		{"see " + mixed + ".x7-Kq2." + mixed + mixed, mixed + ".x7-Kq2." + mixed + mixed},
		{"see " + mixed + ".example.org", ""},
		{"sha256_" + "Vs2k4oURUu2BVECFW59K8aQ3", ""},
		{"https://example.org/" + mixed, ""},
	} {
		got := ""
		looks.FindTokens(c.text, c.text, func(from, to int) { got += c.text[from:to] })
		if got != c.want {
			t.Errorf("%q: found %q, want %q", c.text, got, c.want)
		}
	}
	got := ""
	looks.FindBotTokens("at 10:30 "+bot+" ok", func(from, to int) { got += ("at 10:30 " + bot + " ok")[from:to] })
	if got != bot {
		t.Errorf("found %q, want the token", got)
	}
}

// A part of a number of a telephone is known as one.
func TestIsPhone(t *testing.T) {
	for text, want := range map[string]bool{"+49 151 |2345678|": true, "0151 |2345678|": true, "code |4711|": false, "|482| 913": false} {
		parts := strings.Split(text, "|")
		whole := strings.Join(parts, "")
		if got := looks.IsPhone(whole, len(parts[0]), len(parts[0])+len(parts[1])); got != want {
			t.Errorf("IsPhone(%q) = %v", text, got)
		}
	}
}
