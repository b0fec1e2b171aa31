package phrase

import "regexp"

// quotation finds what stands between quotation marks, of whatever pair: people mix them.
var quotation = regexp.MustCompile(`["“„«][^"“”„«»]*["”“»]|「[^」]*」|『[^』]*』`)

// FindQuotations returns where in a text quotations stand, their marks included, from and to in bytes.
func FindQuotations(s string) [][]int { return quotation.FindAllStringIndex(s, -1) }
