package number

import (
	"regexp"
	"sync"
)

// AfterCard is what people write after the number of a card: perhaps when it ends, and the code on its back.
var AfterCard = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[ ,;|/\n]{1,3}(?:(?:\p{L}+[ :.]*){0,2}\d\d ?/ ?\d\d(?:\d\d)?[ ,;|/\n]{1,3})?(?:(?:\p{L}+ )?(?:cvv2?|cvc2?|csc|crypto\w*|code|cod\w*|kod\w*|код\w*|sec\w*|sicherheitscode|prufnummer)[ :.]*)?(\d{3,4})(?:[^\d./:-]|$)`)
})

// AfterExpiry finds the code of a card behind the month until which it is valid, with a word or two between: "(exp. 05/27, crypto 255)".
var AfterExpiry = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[^\d\n]{0,24}(?:0[1-9]|1[0-2]) ?[/-] ?(?:20)?[2-4]\d\b[^\d\n]{1,20}\b(\d{3,4})\b`)
})

// AfterPAN is the number by which the tax office of India knows a person, right behind its name: "pan ABCPE1234F".
var AfterPAN = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[^\p{L}\p{M}])(?i:pan|pan card|pancard|pan no\.?|pan number|पै?न|पै?न का?र्?ड|पै?न नं?बर)[ :=]{1,3}(?:(?i:is|hai|number|no|card|है?) )?([A-Z]{3}[ABCFGHLJPT][A-Z]\d{4}[A-Z])\b`)
})

// LaterPAN is the same number of a person later in the sentence: "पैन मांग रहे थे तो लिख लो ABCPE1234F".
var LaterPAN = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[^\p{L}\p{M}])(?i:pan|pancard|पै?न|पै?नका?र्?ड)([ ,][^\n.!?\d]{1,60}?)\b([A-Z]{3}P[A-Z]\d{4}[A-Z])\b`)
})
