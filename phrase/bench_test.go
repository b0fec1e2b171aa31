package phrase_test

import (
	"testing"

	"keepsake/phrase"
)

// BenchmarkTokens cuts clauses of several languages, with numbers and without.
func BenchmarkTokens(b *testing.B) {
	clauses := []string{
		"The user's sister Anna told a story about the old mill", "Wilma takes her tablet at half past seven in the evening", "I keep 47 bees in the garden",
		"ne pago quarantasette al mese per la palestra", "две с половиной тысячи рублей в месяц за гараж", "下周三下午两点半去看牙医", "Ronja kriegt am 9. ihre feste Zahnspange",
	}
	for b.Loop() {
		for _, c := range clauses {
			phrase.Tokens(c)
		}
	}
}
