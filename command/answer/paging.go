package answer

import (
	"strconv"
	"strings"

	"keepsake/delivery"
)

// How much of a list one message shows.
const (
	PageRows = 8
	TapRunes = 34 // of what stands on a button
	// MaxData is how many bytes "action:ref" of a button may have.
	MaxData = 64
)

// LastPage returns the number of the last page of a list, 1 when nothing is in it.
func LastPage(total int) int { return max(1, (total+PageRows-1)/PageRows) }

// Pager returns the row of buttons that turns pages, nil when there is one page. to returns
// what the button to a page does.
func Pager(page, pages int, to func(page int) (action, ref string)) []delivery.Button {
	if pages < 2 {
		return nil
	}
	turn := func(label string, n int) delivery.Button {
		action, ref := to(n)
		return delivery.Button{Text: label, Action: action, Ref: ref}
	}
	var row []delivery.Button
	if page > 1 {
		row = append(row, turn("◀️", page-1))
	}
	row = append(row, turn(strconv.Itoa(page)+" / "+strconv.Itoa(pages), page))
	if page < pages {
		row = append(row, turn("▶️", page+1))
	}
	return row
}

// CutRef cuts the first dot-separated piece off a button's reference.
func CutRef(ref string) (first, rest string) {
	first, rest, _ = strings.Cut(ref, ".")
	return first, rest
}

// PageNumber returns the page that a text names; 1 when it names none.
func PageNumber(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return 1
	}
	return n
}
