// Package numeral reads numbers that are said in words: "quarantasette", "две с половиной тысячи", "百二十", "스물셋".
//
// It returns a text with them as digits, so that two texts can be compared that say one number in two ways. It knows
// nothing of what is counted: dates and times are read by phrase/moment. A word that is a number in one language and
// something else in another ("sei", "once", "due") counts only where the text shows the language; words for one
// ("ein", "uno") are no numbers by themselves. Digits that are dictated one by one stay separate numbers.
//
// Invariants: pure; what is no number stays byte for byte. Start reading at Digits. The words are in words.txt.
package numeral
