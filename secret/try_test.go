package secret_test

import (
	"keepsake/secret"
	"os"
	"strings"
	"testing"
)

func TestTry(t *testing.T) {
	b, _ := os.ReadFile("/tmp/sec/pos.txt")
	n, bad := 0, 0
	for _, l := range strings.Split(strings.TrimSpace(string(b)), "\n") {
		in, want, _ := strings.Cut(l, "\t")
		in = strings.ReplaceAll(in, `\n`, "\n")
		m := secret.Mask(in)
		n++
		if m == in || strings.Contains(m, want) {
			bad++
			t.Errorf("MISS %q -> %q", in, m)
		} else if os.Getenv("V") != "" {
			t.Logf("%q -> %q", in, m)
		}
	}
	t.Logf("%d of %d missed", bad, n)
	b, _ = os.ReadFile("/tmp/sec/neg.txt")
	for _, l := range strings.Split(strings.TrimSpace(string(b)), "\n") {
		if m := secret.Mask(l); m != l {
			t.Errorf("FALSE %q -> %q", l, m)
		}
	}
}
