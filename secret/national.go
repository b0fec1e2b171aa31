package secret

import (
	"strings"

	"keepsake/secret/looks"
	"keepsake/secret/number"
)

// identityEnd returns where a person's number ends that begins at i, or i.
func (p *phrase) identityEnd(i int) int {
	if i > 0 && p.Low[i-1] == '+' {
		return i
	}
	end, digits, j := i, 0, i
	for {
		k := j
		for k < len(p.Plain) && number.IsAlnum(p.Plain[k]) {
			k++
		}
		part := p.Plain[j:k]
		n := looks.CountDigits(part)
		if k == j || n == 0 && (len(part) > 3 && j > i || part != strings.ToUpper(part) || len(part) > 6) {
			break
		}
		digits, end = digits+n, k
		if k >= len(p.Plain) || strings.IndexByte(" -./", p.Plain[k]) < 0 {
			break
		}
		j = k + 1
	}
	if r, _ := p.Next(end); digits < 6 || looks.IsDateOrVersion(p.Plain[i:end]) || r == '@' || p.isUnitAt(end) {
		return i
	}
	return end
}
