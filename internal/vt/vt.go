// Package vt is a terminal for tests: a screen that obeys what a program prints, and a pseudo-terminal
// to run it on.
//
// It knows the escape sequences that Keepsake prints, and records others as errors. It is no terminal
// emulator for people.
//
// Start reading at Screen; the pseudo-terminal is OpenPTY.
package vt

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/rivo/uniseg"
)

// Screen is what a person would see. It is safe for concurrent use.
type Screen struct {
	mu            sync.Mutex
	width, height int
	rows          [][]string // a wide cluster is followed by an empty cell
	row, col      int
	wraps         bool // the last column is written, the next cluster goes to the next row
	scrolled      []string
	rest          string
	unknown       []string
	changed       chan struct{} // closed and replaced at every write
}

// NewScreen returns an empty screen.
func NewScreen(width, height int) *Screen {
	return &Screen{width: width, height: height, rows: make([][]string, height), changed: make(chan struct{})}
}

// Write obeys a program's output.
func (s *Screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	text := s.rest + string(p)
	for text != "" {
		n := s.obey(text)
		if n == 0 {
			break
		}
		text = text[n:]
	}
	s.rest = text
	close(s.changed)
	s.changed = make(chan struct{})
	return len(p), nil
}

// Changed returns a channel that is closed at the next write.
func (s *Screen) Changed() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.changed
}

// obey carries out the first thing of a text and returns its length; 0 = it is not complete.
func (s *Screen) obey(text string) int {
	switch text[0] {
	case '\r':
		s.col, s.wraps = 0, false
		return 1
	case '\n':
		s.feed()
		return 1
	case '\a':
		return 1
	case 0x1b:
		return s.obeySequence(text)
	}
	cluster, _, width, _ := uniseg.FirstGraphemeClusterInString(text, -1)
	if s.wraps || s.col+width > s.width {
		s.col, s.wraps = 0, false
		s.feed()
	}
	s.put(cluster, width)
	return len(cluster)
}

func (s *Screen) put(cluster string, width int) {
	row := s.rows[s.row]
	for len(row) < s.col+width {
		row = append(row, " ")
	}
	row[s.col] = cluster
	for i := 1; i < width; i++ {
		row[s.col+i] = ""
	}
	s.rows[s.row] = row
	if s.col += width; s.col >= s.width {
		s.col, s.wraps = s.width-1, true
	}
}

// feed goes to the next row.
func (s *Screen) feed() {
	if s.wraps = false; s.row < s.height-1 {
		s.row++
		return
	}
	s.scrolled = append(s.scrolled, line(s.rows[0]))
	s.rows = append(s.rows[1:], nil)
}

func (s *Screen) obeySequence(text string) int {
	if len(text) < 2 {
		return 0
	}
	end := strings.IndexFunc(text[2:], func(r rune) bool { return r >= 0x40 && r <= 0x7e })
	if text[1] != '[' || end < 0 {
		return 0
	}
	n := end + 3
	argument, final := text[2:n-1], text[n-1]
	count := 1
	if v, err := strconv.Atoi(argument); err == nil {
		count = v
	}
	switch {
	case strings.HasPrefix(argument, "?"), final == 'm':
	case final == 'A':
		s.row, s.wraps = max(0, s.row-count), false
	case final == 'C':
		s.col, s.wraps = min(s.width-1, s.col+count), false
	case final == 'H' && argument == "":
		s.row, s.col, s.wraps = 0, 0, false
	case final == 'J' && argument == "2":
		s.rows = make([][]string, s.height)
	case final == 'J' && argument == "":
		s.rows[s.row] = s.rows[s.row][:min(s.col, len(s.rows[s.row]))]
		for i := s.row + 1; i < s.height; i++ {
			s.rows[i] = nil
		}
	case final == 'K' && argument == "":
		s.rows[s.row] = s.rows[s.row][:min(s.col, len(s.rows[s.row]))]
	default:
		s.unknown = append(s.unknown, fmt.Sprintf("%q", text[:n]))
	}
	return n
}

func line(cells []string) string { return strings.TrimRight(strings.Join(cells, ""), " ") }

// Rows returns the rows down to the last one that is not empty, and before them what has scrolled off.
func (s *Screen) Rows() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := slices.Clone(s.scrolled)
	for _, r := range s.rows {
		all = append(all, line(r))
	}
	for len(all) > 0 && all[len(all)-1] == "" {
		all = all[:len(all)-1]
	}
	return all
}

// String returns Rows as lines.
func (s *Screen) String() string { return strings.Join(s.Rows(), "\n") }

// Cursor returns the place of the cursor; rows are counted from the first one of Rows.
func (s *Screen) Cursor() (row, col int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.scrolled) + s.row, s.col
}

// Unknown returns the escape sequences that were not understood.
func (s *Screen) Unknown() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.unknown)
}
