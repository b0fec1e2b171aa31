package number

import (
	"regexp"
	"sync"
)

// AfterCard is what people write after the number of a card: perhaps when it ends, and the code on its back.
var AfterCard = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[ ,;|/]{1,3}(?:(?:exp\w*|valid|thru|bis|hasta|до)?[ :.]*\d\d ?/ ?\d\d(?:\d\d)?[ ,;|/]{1,3})?(\d{3,4})(?:[^\d./:-]|$)`)
})
