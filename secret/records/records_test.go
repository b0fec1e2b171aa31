package records_test

import (
	"strings"
	"testing"

	"keepsake/secret/lexicon"
	"keepsake/secret/plain"
	"keepsake/secret/records"
)

// What a machine prints is a record at its place, and the same characters elsewhere are none.
func TestHolds(t *testing.T) {
	w := lexicon.Load()
	for _, c := range []struct {
		text, value string
		want        bool
	}{
		{`"GET /login HTTP/1.1" 401 512`, "401 512", true},
		{"my codes are 401 512", "401 512", false},
		{"1f0c4de9a7b2..HEAD", "1f0c4de9a7b2..HEAD", true},
		{"git log --oneline\n2243881 init", "2243881", true},
		{"the pin\n2243881 is new", "2243881", false},
		{"ssh://git@host.example:2222/x", "2222/x", true},
		{"sshd is on port 2222", "2222", true},
		{"sshd is on, the port's code is 2222", "2222", false},
		{"Key (email)=(anna@example.org) already exists", "(email)=(anna@example.org)", true},
		{"Key (password)=(hunter22) already exists", "hunter22", false},
		{"password:\n  min_length: 12", "min_length", true},
		{"password: {maxAge: 90, history: 5}", "maxAge", true},
		{"password:\n  min_length", "min_length", false},
		{"serial number of the safe: 88213377", "88213377", true},
		{"the safe, serial number on the back, code 4471", "4471", false},
		{"{\"code\":\"E4417\",\"message\":\"declined\"}", "E4417", true},
		{"Access denied for user 'anna.k'@'10.0.0.1' (using password: YES)", "anna.k", true},
		{"wifi @ Nachtfalter_5G is down", "Nachtfalter_5G", true},
		{"pin=GPIO17", "GPIO17", true},
		{"Zählerstand: 48213", "48213", true},
		{"DB_PASSWORD=\nDB_NAME=orders", "DB_NAME=orders", true},
		{"DB_PASSWORD=\nMorvek8832", "Morvek8832", false},
		{"https://example.org/reset-password?lang=en", "lang=en", true},
		{"https://example.org/x?password=Morvek8832", "Morvek8832", false},
		{"at LoginService.check(LoginService.java:128)", "128", true},
		{"user: anna_82\npassword: Morvek8832", "anna_82", true},
		{"user: anna_82\npassword: Morvek8832", "Morvek8832", false},
		{"[auth] wrong password for lena_photo02 from 192.168.1.13 port 52144", "52144", true},
		{"autolettura gas 101881 entro il 24/04/2026", "101881", true},
		{"มิเตอร์ไฟ 183230 เข้าอยู่วันที่ 22.6.2026", "183230", true},
		{"Farbcode der Hintertür 7048", "7048", true},
		{"Zählerstand im Schrank, Code 48213", "48213", false},
	} {
		at := strings.Index(plain.Low(c.text), plain.Low(c.value))
		if got := records.Of(plain.Of(c.text), w).Holds(at, at+len(c.value)); got != c.want {
			t.Errorf("%q in %q: %v", c.value, c.text, got)
		}
	}
}
