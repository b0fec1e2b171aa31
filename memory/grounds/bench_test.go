package grounds_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"keepsake/memory/grounds"
	"keepsake/session"
	"keepsake/trust"
)

// BenchmarkLongReading judges what a reader lists of 40 kB that a person said in 20 messages, and once more one write alone: their
// ratio is how much of the work is done once for a reading.
func BenchmarkLongReading(b *testing.B) {
	for _, n := range []int{1, 20} {
		b.Run(fmt.Sprintf("%d_writes", n), func(b *testing.B) {
			v := grounds.View{Unasked: true}
			var writes []grounds.Write
			for i := range 20 {
				said := strings.Repeat(fmt.Sprintf("On walk %d we saw the old mill, and my sister Anna told a story about it. It was a long day. ", i), 20) +
					fmt.Sprintf("I keep %d bees in the garden.", i+2)
				claim := fmt.Sprintf("User keeps %d bees in the garden", i+2)
				v.Window = append(v.Window, session.Message{ID: fmt.Sprint(i), Role: session.User, Trust: trust.Person, Author: "u1", Content: said, At: time.Unix(0, 0)})
				v.Stated = append(v.Stated, grounds.Statement{Quote: fmt.Sprintf("I keep %d bees in the garden.", i+2), Facts: []string{claim}, Claims: []string{claim}})
				v.Asked = append(v.Asked, claim)
				writes = append(writes, grounds.Write{Content: claim})
			}
			for b.Loop() {
				hearing := grounds.Listen(v)
				for _, w := range writes[:n] {
					if !hearing.Judge(w).Allowed {
						b.Fatal("it waits")
					}
				}
			}
		})
	}
}
