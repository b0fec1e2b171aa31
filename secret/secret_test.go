package secret_test

import (
	_ "embed"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"keepsake/secret"
	"keepsake/text"
)

var (
	//go:embed testdata/secrets.txt
	secrets string
	//go:embed testdata/answers.txt
	answers string
	//go:embed testdata/harmless.txt
	harmless string
)

// linesOf returns the lines of a file of test data that are no comments.
func linesOf(file string) []string {
	var out []string
	for line := range strings.Lines(file) {
		if line = strings.TrimSuffix(line, "\n"); line != "" && !strings.HasPrefix(line, "#") {
			out = append(out, strings.ReplaceAll(line, `\n`, "\n"))
		}
	}
	return out
}

// TestNoRuleIsCompiledUnasked comes first: a text without keywords costs no expression.
func TestNoRuleIsCompiledUnasked(t *testing.T) {
	secret.Mask("Hey, could you remind me tomorrow at ten that I have to call Alec?")
	if n, all := secret.CompiledRules(); n != 0 || all < 200 {
		t.Errorf("%d of %d rules are compiled", n, all)
	}
}

// W19: what people write when they tell a secret, in many languages.
func TestSecretsAreMasked(t *testing.T) {
	for _, line := range linesOf(secrets) {
		in, value, _ := strings.Cut(line, "\t")
		masked := secret.Mask(in)
		if strings.Contains(masked, value) || !strings.Contains(masked, text.Mask) || !strings.Contains(in, value) {
			t.Errorf("%q became %q", in, masked)
		}
		if kind, ok := secret.Find(in); !ok || kind == "" {
			t.Errorf("Find(%q) = %q, %v", in, kind, ok)
		}
	}
}

// W19: the false alarms.
func TestHarmlessTextStays(t *testing.T) {
	for _, line := range linesOf(harmless) {
		if masked := secret.Mask(line); masked != line {
			t.Errorf("%q became %q", line, masked)
		}
		if kind, ok := secret.Find(line); ok {
			t.Errorf("Find(%q) = %q", line, kind)
		}
	}
}

// fake puts test keys together at run time, so that no scanner takes this file for a leak.
func fake(parts ...string) string { return strings.Join(parts, "") }

var (
	openAI   = fake("sk-", "proj-abcdEFGH1234567890abcdEFGH")
	botToken = fake("123456789:", "AA", strings.Repeat("xY9_-", 6), "abc")
	jwt      = fake("eyJhbGciOiJIUzI1NiJ9", ".eyJzdWIiOiIxMjM0In0", ".dozjgNryP4J3jVmN")
	pem      = "-----BEGIN RSA " + "PRIVATE KEY-----\nMIIEabc\ndef=\n-----END RSA " + "PRIVATE KEY-----"
)

// Keys of vendors, by their shapes; what stands around them stays.
func TestKinds(t *testing.T) {
	for _, c := range []struct {
		in     string
		kind   secret.Kind
		masked string
	}{
		{"my key is " + openAI + ".", secret.Key, "my key is •••."},
		{"push with " + fake("ghp_", strings.Repeat("aB3", 12)), secret.Key, "push with •••"},
		{"token " + botToken + " ok", secret.Token, "token ••• ok"},
		{"jwt " + jwt, secret.Token, "jwt •••"},
		{pem + " end", secret.Key, "••• end"},
		{"AKIA" + "IOSFODNN7EXAMPLE", secret.Key, "•••"},
		{"AIza" + strings.Repeat("aB3_-", 7), secret.Key, "•••"},
		{"sk_" + "live_abcdef1234567890", secret.Key, "•••"},
		{"xoxb-" + "1234567890-abcdef", secret.Token, "•••"},
		{fake("GOCSPX", "-abcdefghijklmnopqrstuvwxyz12"), secret.Key, "•••"},
		{fake("ya29.", "a0AfH6SMBx1234567890abcdef"), secret.Token, "•••"},
		{fake("AGE-SECRET-KEY", "-1", strings.Repeat("QPZRY9X8", 7), "GF"), secret.Key, "•••"},
		{fake("https://hooks.slack", ".com/services/T00000000/B00000000/abcdefghijklmnopqrstuvwx"), secret.Token, "https://hooks.slack.com/services/•••"},
		{fake("https://discord", ".com/api/webhooks/123456789012345678/", strings.Repeat("aB3_", 17)), secret.Token, "https://discord.com/api/webhooks/•••"},
		{fake("dapi", "0123456789abcdef0123456789abcdef"), secret.Key, "•••"},
		{"Authorization: Bearer " + strings.Repeat("a1B2", 8), secret.Token, "Authorization: Bearer •••"},
		{"postgres://app:s3cr3t@db/x", secret.Password, "postgres://app:•••@db/x"},
		{"api_key = 9f8e7d6c5b4a", secret.Key, "api_key = •••"},
		{"my password is hunter2", secret.Password, "my password is •••"},
		{`the PIN: "4711"`, secret.Password, `the PIN: "•••"`},
		{"Mein Passwort ist Geheim123!", secret.Password, "Mein Passwort ist •••!"},
		{"密码是abc12345", secret.Password, "密码是•••"},
		{"비밀번호는 hunter22", secret.Password, "비밀번호는 •••"},
		{"私のパスワードはさくらです", secret.Password, "私のパスワードは•••です"},
		{"Ihr TAN 123456", secret.Code, "Ihr TAN •••"},
		{"IBAN DE89 3704 0044 0532 0130 00, please", secret.Account, "IBAN •••, please"},
		{"SSN 078-05-1120", secret.Identity, "SSN •••"},
		{"card 4111 1111 1111 1111 exp 12/29", secret.Card, "card ••• exp 12/29"},
		{"hidden sk-\u200B" + "abcdEFGH1234567890abcd", secret.Key, "hidden •••"},
		{"my pass\u00ADword is hun\u200Bter2", secret.Password, "my pass\u00ADword is •••"},
		{"암호 " + "\u1106\u116E" + "는 비번: hunter22", secret.Password, "암호 무는 비번: •••"}, // letters of Hangul one by one
		{"seed: legal winner thank year wave sausage worth useful legal winner thank yellow", secret.Seed, "seed: •••"},
	} {
		kind, ok := secret.Find(c.in)
		if !ok || kind != c.kind {
			t.Errorf("Find(%q) = %q, %v; want %q", c.in, kind, ok, c.kind)
		}
		if got := secret.Mask(c.in); got != c.masked {
			t.Errorf("Mask(%q) = %q, want %q", c.in, got, c.masked)
		}
	}
}

// W19: what people say between the noun and the secret, and what they say of it later.
func TestSaidInOtherWords(t *testing.T) {
	for in, want := range map[string]string{
		"the printer wants a password, namely hedgehog":                  "the printer wants a password, namely •••",
		"das WLAN-Passwort stellte sich heraus als igelchen":             "das WLAN-Passwort stellte sich heraus als •••",
		"la impresora pide contraseña y es erizo":                        "la impresora pide contraseña y es •••",
		"so, the password. It's Mumul3756":                               "so, the password. It's •••",
		"I get in with tom@example.com and the password hedgehog":        "I get in with tom@example.com and the password •••",
		"אני נכנס עם tom@example.com והסיסמה kipod":                      "אני נכנס עם tom@example.com והסיסמה •••",
		"prima la password era bussola, adesso è mirtillo":               "prima la password era •••, adesso è •••",
		"cambié el PIN de 5628 a 0049":                                   "cambié el PIN de ••• a •••",
		"dial 1932 at the gate and it opens":                             "dial ••• at the gate and it opens",
		"I unlock my phone with 4821":                                    "I unlock my phone with •••",
		"tablet odblokujesz PIN-em 2513":                                 "tablet odblokujesz PIN-em •••",
		"when it asks for the password type hedgehog":                    "when it asks for the password type •••",
		"the printer wants a password, and that is annoying":             "the printer wants a password, and that is annoying",
		"the hotel's password turned out to be wrong":                    "the hotel's password turned out to be wrong",
		"I log in with my email and the password manager fills the rest": "I log in with my email and the password manager fills the rest",
		"le mot de passe a douze lettres, c'est-à-dire assez":            "le mot de passe a douze lettres, c'est-à-dire assez",
		"हर महीने पासवर्ड बदलता है":                                      "हर महीने पासवर्ड बदलता है",
		"refactor: move Password to user_53.go":                          "refactor: move Password to user_53.go",
		"Bestellung 987-8145157-8139773 kommt am 3.8.":                   "Bestellung 987-8145157-8139773 kommt am 3.8.",
		"รหัสสินค้า 48213 หมดแล้ว":                                       "รหัสสินค้า 48213 หมดแล้ว",
	} {
		if got := secret.Mask(in); got != want {
			t.Errorf("Mask(%q) = %q, want %q", in, got, want)
		}
	}
}

// Any string is accepted, and nothing is found in what was masked.
func TestAnyString(t *testing.T) {
	word := rapid.SampledFrom([]string{"password", "is", "my", ":", "4711", "hunter2x", "是", "密码", "пароль", "4111 1111 1111 1111",
		"•••", "\"", "\n", "\u00AD", "PIN", "=", "is my", "DE89 3704 0044 0532 0130 00", "ﬁ", "Ⅷ", "です", "\xff", "api key", "-", "seed"})
	rapid.Check(t, func(t *rapid.T) {
		s := string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")) + rapid.String().Draw(t, "runes") + strings.Join(rapid.SliceOf(word).Draw(t, "words"), " ")
		masked := secret.Mask(s)
		if kind, found := secret.Find(masked); found {
			t.Fatalf("a %s is left in %q, of %q", kind, masked, s)
		}
		if again := secret.Mask(masked); again != masked {
			t.Fatalf("%q became %q", masked, again)
		}
		if _, found := secret.Find(s); found != (masked != s) {
			t.Fatalf("Find is %v, and %q became %q", found, s, masked)
		}
	})
}

// Every rule that we took over compiles, and a text can reach it.
func TestRulesCompile(t *testing.T) {
	if without := secret.CompileRules(); len(without) > 0 {
		t.Errorf("no text leads to %q", without)
	}
}

// A log line quotes errors; what they quote is masked.
func TestLogsAreMasked(t *testing.T) {
	var b strings.Builder
	log := slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{ReplaceAttr: secret.MaskAttr}))
	log.Info("model refused", "error", errors.New("Incorrect API key provided: "+openAI), "url", "https://u:s3cr3tpw@host/", "turns", 3, "text", "fine")
	if got := b.String(); strings.Contains(got, openAI) || strings.Contains(got, "s3cr3tpw") || !strings.Contains(got, "turns=3") || !strings.Contains(got, "text=fine") {
		t.Errorf("log: %s", got)
	}
}

// What we say ourselves holds no secret in any language: nothing of it is ever masked in an answer.
func TestOurOwnWordsStay(t *testing.T) {
	files, err := filepath.Glob("../templates/words/*.yaml")
	if err != nil || len(files) < 4 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(b)) {
			if _, words, ok := strings.Cut(line, ": "); ok {
				line = words
			}
			if masked := secret.Mask(line); masked != line {
				t.Errorf("%s: %q became %q", name, line, masked)
			}
		}
	}
}
