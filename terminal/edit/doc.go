// Package edit is the keyboard and the screen of a person in a terminal: a line that can be edited
// at any moment, drawn below output that may still be growing.
//
// The terminal is in raw mode from the first Read to Close, so that no key is echoed into the
// output. Output goes through Editor.Write, which puts the edit line aside, prints, and draws the
// edit line again in one write. The line is edited by what a reader sees as one character (a
// grapheme cluster) and measured in columns, so that CJK and emoji move the cursor by two.
//
// The package knows nothing about conversations: what a line means, and when, is terminal's.
//
// Invariants:
//   - A key is never lost: what is typed while nobody calls Read is edited and queued.
//   - Output that ends in the middle of a line is continued there by the next Write.
//   - A completed line of output is printed as one line, which the terminal may wrap and copy.
//
// Start reading at Editor; the line is in line.go, keys in keys.go, the screen in screen.go.
package edit
