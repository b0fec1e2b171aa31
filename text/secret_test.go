package text_test

import (
	"strings"
	"testing"

	"keepsake/text"
)

// Test secrets are put together at run time, so that no scanner takes this file for a leak.
func fake(parts ...string) string { return strings.Join(parts, "") }

var (
	openAI   = fake("sk-", "proj-abcdEFGH1234567890abcdEFGH")
	github   = fake("ghp_", strings.Repeat("aB3", 12))
	botToken = fake("123456789:", "AA", strings.Repeat("xY9_-", 6), "abc")
	jwt      = fake("eyJhbGciOiJIUzI1NiJ9", ".eyJzdWIiOiIxMjM0In0", ".dozjgNryP4J3jVmN")
	pem      = "-----BEGIN RSA " + "PRIVATE KEY-----\nMIIEabc\ndef=\n-----END RSA " + "PRIVATE KEY-----"
	card     = "4111 1111 1111 1111"
)

// Secrets are found and masked; what stands around them stays (DESIGN: secrets are refused
// as memories and masked in stored messages).
func TestSecrets(t *testing.T) {
	for _, c := range []struct{ in, kind, masked string }{
		{"my key is " + openAI + ".", text.SecretKey, "my key is •••."},
		{"push with " + github, text.SecretKey, "push with •••"},
		{"token " + botToken + " ok", text.SecretToken, "token ••• ok"},
		{"jwt " + jwt, text.SecretToken, "jwt •••"},
		{pem + " end", text.SecretKey, "••• end"},
		{"AKIA" + "IOSFODNN7EXAMPLE", text.SecretKey, "•••"},
		{"AIza" + strings.Repeat("aB3_-", 7), text.SecretKey, "•••"},
		{"sk_" + "live_abcdef1234567890", text.SecretKey, "•••"},
		{"xoxb-" + "1234567890-abcdef", text.SecretToken, "•••"},
		{"Authorization: Bearer " + strings.Repeat("a1B2", 8), text.SecretToken, "Authorization: Bearer •••"},
		{"postgres://app:s3cr3t@db/x", text.SecretPassword, "postgres://app:•••@db/x"},
		{"api_key = 9f8e7d6c5b4a", text.SecretKey, "api_key = •••"},
		{"my password is hunter2", text.SecretPassword, "my password is •••"},
		{"My password for the router is swordfish, ok?", text.SecretPassword, "My password for the router is •••, ok?"},
		{`the PIN: "4711"`, text.SecretPassword, `the PIN: "•••"`},
		{"Mein Passwort ist Geheim123!", text.SecretPassword, "Mein Passwort ist •••!"},
		{"mi contraseña es gato2020", text.SecretPassword, "mi contraseña es •••"},
		{"mot de passe : azerty99", text.SecretPassword, "mot de passe : •••"},
		{"мой пароль qwerty12", text.SecretPassword, "мой пароль •••"},
		{"密码是abc12345", text.SecretPassword, "密码是•••"},
		{"パスワードはneko2000", text.SecretPassword, "パスワードは•••"},
		{"비밀번호는 hunter22", text.SecretPassword, "비밀번호는 •••"},
		{"card " + card + " exp 12/29", text.SecretCard, "card ••• exp 12/29"},
		{"5500-0000-0000-0004", text.SecretCard, "•••"},
		{"hidden sk-\u200B" + "abcdEFGH1234567890abcd", text.SecretKey, "hidden •••"},
	} {
		kind, ok := text.FindSecret(c.in)
		if !ok || kind != c.kind {
			t.Errorf("FindSecret(%q) = %q, %v; want %q", c.in, kind, ok, c.kind)
		}
		if got := text.MaskSecrets(c.in); got != c.masked {
			t.Errorf("MaskSecrets(%q) = %q, want %q", c.in, got, c.masked)
		}
	}
}

// What people say about secrets, and numbers that are none, stays as it is.
func TestNotSecrets(t *testing.T) {
	for _, in := range []string{
		"Alec is the user's boss",
		"my password is too long",
		"The password is not working",
		"the password is wrong, please reset it",
		"I forgot my password",
		"I use a password manager",
		"User keeps passwords in Bitwarden",
		"the secret is patience",
		"pin it to the wall",
		"Mein Passwort ist falsch",
		"мой пароль не работает",
		"order 4111 1111 1111 1112",
		"call +49 170 1234567",
		"2026-11-27T15:00:00",
		"id 1234567890123",
		"the token of my love",
		"0000 0000 0000 0000",
		"clave de sol",
		"key takeaways: be kind",
		"https://example.org:8080/path",
		"see https://example.org/@someone",
	} {
		if kind, ok := text.FindSecret(in); ok {
			t.Errorf("FindSecret(%q) = %q", in, kind)
		}
		if got := text.MaskSecrets(in); got != in {
			t.Errorf("MaskSecrets(%q) = %q", in, got)
		}
	}
}
