// Package moment reads dates, times of day and numbers as people say them: "on Friday", "half past seven",
// "zwölf", "三百".
//
// It is pure and knows no clock: what "tomorrow" is depends on when it was said, which the caller tells. A
// text may mean several moments ("at seven" is one in the morning and one in the evening); all are returned,
// and the caller looks whether the one that it has is among them.
//
// Start reading at Find (what stands in a memory) and Implied (what a person may have meant).
package moment
