// Package moment reads dates and times of day as people say them, in 15 languages: "on Friday", "am 9.", "half past seven",
// "下午两点半". Numbers in words are package numeral's.
//
// It is pure and knows no clock: what "tomorrow" is depends on when it was said, which the caller tells. A
// text may mean several moments ("at seven" is one in the morning and one in the evening); all are returned,
// and the caller looks whether the one that it has is among them.
//
// A text is cut once (newCut); times are then found by the rules of time.go, days by those of date.go and near.go. The names of
// months and days, and words for days near, are in names.txt.
//
// Start reading at Find (what stands in a memory) and Implied (what a person may have meant).
package moment
