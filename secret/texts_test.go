package secret_test

import (
	"strings"
	"testing"

	"keepsake/secret"
	"keepsake/text"
)

// W19, issue 9 point 8: the model's own words are masked, too, so what models answer with every day must stay: code,
// placeholders, ids, explanations of passwords, numbers of streets and years.
func TestAnswersOfModelsStay(t *testing.T) {
	for _, answer := range []string{
		"Here's an example:\n```python\nclient = OpenAI(api_key=\"YOUR_API_KEY\")\n```\nReplace YOUR_API_KEY with your own key.",
		"```yaml\nenvironment:\n  POSTGRES_PASSWORD: example\n  POSTGRES_USER: app\n```",
		"```go\nfunc checkPassword(password string) bool {\n\treturn len(password) >= 12\n}\n```",
		"```js\nconst token = jwt.sign({ id: user.id }, process.env.JWT_SECRET);\n```",
		"```bash\ncurl -H \"Authorization: Bearer $TOKEN\" https://api.example.com\n```",
		"```python\npassword = getpass.getpass()\nif password == stored_password:\n    print('ok')\n```",
		"```sql\nCREATE USER app WITH PASSWORD 'changeme';\n```",
		"A strong password has at least 12 characters, mixes letters, digits and signs, and is used once. Take four random words.",
		"You can reset your password under Settings → Security → Change password. You'll get a 6-digit code by SMS.",
		"The UUID is 9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d and the commit 3f786850e387550fdab836ed7e6dc881de23001b.",
		"The SHA-256 of \"hello\" is 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824.",
		"Your training plan: Mon 5 km, Tue 45 min, PIN the schedule to your fridge; total 1205 kcal.",
		"An IBAN has up to 34 characters: country code, check digits, account. German ones have 22, e.g. DE and 20 digits.",
		"Use `docker run -e KEY=value image:1.25.3` to pass a variable; the port is 8080.",
		"To log in with SSH use `ssh -i ~/.ssh/id_ed25519 tom@host12`: the key stays on your machine.",
		"Set `max_tokens=4096` and `temperature=0.7`; the token budget is 128000.",
		"The login page is at https://example.com/login?next=%2Fhome and works in Firefox 128.",
		"1. Open the app\n2. Tap **Login**\n3. Enter the code from the SMS\n4. Done",
		"The Wi-Fi standard 802.11ax is called Wi-Fi 6; 5 GHz reaches 1200 Mbit/s. Router: FRITZ!Box 7590AX",
		"Your Telegram ID is 123456789 and the chat -1001234567890.",
		"Ich kann mir dein Passwort nicht merken: so etwas speichere ich nie. Nutze einen Passwortmanager wie KeePassXC 2.7.9.",
		"Die PIN-Eingabe dauert 3 Sekunden, der Zug ICE 1204 fährt um 1830 von Gleis 7.",
		"The lock on the Panama canal is 320 m long and opened in 1914; the safe draft is 12 m.",
		"The building at 4711 Main Street has an open gate.",
		"Your locker is on floor 2, room 2104; the door opens at 0830.",
		"The garage opens daily; it has 1200 places and costs 2500 yen.",
	} {
		if masked := secret.Mask(answer); masked != answer {
			t.Errorf("%q became %q", answer, masked)
		}
	}
}

// TestMaskAnswer proves that a secret is known by the message before it, on lines "before | answer | secret"; without a secret nothing is masked.
func TestMaskAnswer(t *testing.T) {
	for line := range strings.Lines(answers) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.Split(line, " | ")
		if len(parts) < 2 {
			t.Fatalf("%q is no line of this test", line)
		}
		want := parts[1]
		if len(parts) == 3 {
			want = strings.Replace(want, parts[2], text.Mask, 1)
		}
		if got := secret.MaskAnswer(parts[0], parts[1]); got != want {
			t.Errorf("%q after %q became %q, want %q", parts[1], parts[0], got, want)
		}
	}
}
