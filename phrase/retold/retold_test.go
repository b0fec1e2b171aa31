package retold

import (
	"os"
	"strings"
	"testing"
)

// TestTellsOnlyItself: a claim tells its own sentence, and none of the others of its language, of which many differ in a word (W3).
func TestTellsOnlyItself(t *testing.T) {
	data, err := os.ReadFile("../../memory/grounds/testdata/retold.txt")
	if err != nil {
		t.Fatal(err)
	}
	var pairs [][2]string
	for line := range strings.Lines(string(data)) {
		if said, claim, ok := strings.Cut(strings.TrimSpace(line), " => "); ok && !strings.HasPrefix(line, "#") {
			pairs = append(pairs, [2]string{said, claim})
		}
	}
	one := strings.NewReplacer("’", "'", "ʼ", "'", "Remember: ", "")
	for i, x := range pairs {
		for k, y := range pairs[:min(len(pairs), i+35)] { // of its language
			isSame := strings.EqualFold(one.Replace(x[0]), one.Replace(y[0])) || x[1] == y[1] || strings.Contains(y[1], "ser s") || strings.Contains(y[1], "ser m")
			if k > i-35 && !isSame && Tells(x[0], y[1]) {
				t.Errorf("%q tells %q", y[1], x[0])
			}
		}
	}
	if len(pairs) < 300 {
		t.Errorf("%d pairs", len(pairs))
	}
}

// TestIsWhole: only a whole sentence is told, and no word that others lent.
func TestIsWhole(t *testing.T) {
	const claim = "Ο χρήστης πίνει πολύ"
	for said, want := range map[string]bool{
		"Πίνω πολύ": true, "Μένω εδώ. |Πίνω πολύ|. Ναι": true, "Μένω εδώ\n|Πίνω πολύ|": true, "Πίνω πολύ!": true,
		"Ο Νίκος λέει:\n|Πίνω πολύ|": false, "Ο Νίκος λέει: |Πίνω πολύ|": false, "|Πίνω πολύ|;": false, "|Πίνω πολύ|?": false, "Αν βρέξει, |πίνω πολύ|": false, "|Πίνω πολύ|, αν βρέξει": false,
	} {
		s := strings.ReplaceAll(said, "|", "")
		from, to := max(0, strings.Index(said, "|")), len(s)
		if last := strings.LastIndex(said, "|"); last > 0 {
			to = last - 1
		}
		if got := IsWhole(s, from, to, s[from:to], claim, nil); got != want {
			t.Errorf("%q: %v", said, got)
		}
	}
	if said := "Πίνω πολύ"; IsWhole(said, 0, len(said), said, claim, map[string]bool{"πινει": true}) {
		t.Error("a word is lent")
	}
}
