package moment_test

import (
	"testing"

	"keepsake/phrase/moment"
)

// BenchmarkImplied reads what clauses may mean.
func BenchmarkImplied(b *testing.B) {
	for b.Loop() {
		for _, s := range []string{"The user's sister Anna told a story about the old mill", "Ronja kriegt am 9. ihre Spange, der Termin ist um viertel nach zwei", "下周三下午两点半", "с 3 по 10 января"} {
			moment.Implied(s, sunday)
		}
	}
}
