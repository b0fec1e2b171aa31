package eval

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
)

// count is how many of some messages were right, and in what.
type count struct {
	all, passed, acted, facts, quoted, language int
	dialogues                                   map[string][2]int // of each: messages, and those that were right
}

func (c *count) add(r Result) {
	if c.dialogues == nil {
		c.dialogues = map[string][2]int{}
	}
	d := c.dialogues[r.ID]
	d[0]++
	if r.Passed() {
		d[1]++
	}
	c.dialogues[r.ID] = d
	c.all++
	for n, right := range map[*int]bool{&c.passed: r.Passed(), &c.acted: r.Acted, &c.facts: r.Facts, &c.quoted: r.Quoted, &c.language: r.Language} {
		if right {
			*n++
		}
	}
}

func percent(n, of int) string { return fmt.Sprintf("%.0f %%", 100*float64(n)/float64(max(1, of))) }

// interval returns the 95 % confidence interval of the share that was right, in percent. Messages and repeats of one dialogue are
// not independent: how much they go together is measured, and they count for as many as they are worth (Wilson's interval at the
// effective number). Where all or none were right that cannot be measured, and each dialogue counts once.
func (c count) interval() (low, high float64) {
	n, k, p := float64(c.all), float64(len(c.dialogues)), float64(c.passed)/float64(max(1, c.all))
	if p == 0 || p == 1 || k < 2 {
		return wilson(p, k)
	}
	squares := 0.0
	for _, d := range c.dialogues {
		off := float64(d[1]) - p*float64(d[0])
		squares += off * off
	}
	effect := k / (k - 1) * squares / (n * p * (1 - p)) // how many times the variance is that of independent messages
	return wilson(p, n/max(1, effect))
}

// row returns a line of a table.
func (c count) row(name string) string {
	low, high := c.interval()
	return fmt.Sprintf("| %s | %d | %s | %.0f–%.0f | %s | %s | %s | %s |\n", name, c.all, percent(c.passed, c.all), low, high,
		percent(c.acted, c.all), percent(c.facts, c.all), percent(c.quoted, c.all), percent(c.language, c.all))
}

// Table returns what became of a run as Markdown: by what ought to have happened, by kind of dialogue, by line of ACCEPTANCE.md
// and by language.
func (r Run) Table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d dialogues and inputs, each %s; %d requests", r.Name, r.dialogues(), times(r.Repeats), r.Requests)
	if r.Failed > 0 {
		fmt.Fprintf(&b, ", %d of them without an answer", r.Failed)
	}
	fmt.Fprintf(&b, "; %d tokens of prompts (%d cached), %d of answers", r.Usage.Prompt, r.Usage.Cached, r.Usage.Answer)
	if r.Usage.Cost > 0 {
		fmt.Fprintf(&b, "; cost %.4f, or %.5f a dialogue", r.Usage.Cost, r.Usage.Cost/float64(max(1, r.dialogues()*r.Repeats)))
	}
	b.WriteString(".\n\n| messages | number | right | 95 % | acted | facts | quotation | language |\n|---|---|---|---|---|---|---|---|\n")
	var all count
	for _, x := range r.Results {
		all.add(x)
	}
	b.WriteString(all.row("all"))
	for _, part := range parts {
		by := map[string]*count{}
		for _, x := range r.Results {
			for _, name := range part.names(x) {
				if by[name] == nil {
					by[name] = &count{}
				}
				by[name].add(x)
			}
		}
		for _, name := range slices.SortedFunc(maps.Keys(by), byLengthFirst) {
			b.WriteString(by[name].row(part.label + name))
		}
	}
	return b.String()
}

// parts are how the messages are told apart.
var parts = []struct {
	label string
	names func(Result) []string
}{
	{"part: ", func(r Result) []string { return []string{r.Part} }},
	{"", func(r Result) []string { return []string{r.Part + ", ought to be " + r.Want} }},
	{"kind: ", func(r Result) []string {
		if r.Part != Talking {
			return nil
		}
		return []string{r.Kind}
	}},
	{"", func(r Result) []string { return r.Proves }},
	{"language: ", func(r Result) []string { return []string{r.Lang} }},
}

// byLengthFirst puts P9 before P10.
func byLengthFirst(a, b string) int {
	if strings.HasPrefix(a, "P") && strings.HasPrefix(b, "P") && len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

func (r Run) dialogues() int {
	ids := map[string]bool{}
	for _, x := range r.Results {
		ids[x.ID] = true
	}
	return len(ids)
}

// Failures lists the messages that were not right, with what ought to have happened and what did.
func (r Run) Failures() string {
	var b strings.Builder
	for _, x := range r.Results {
		if x.Passed() {
			continue
		}
		fmt.Fprintf(&b, "%s, message %d, repeat %d: ought to be %s, was %s", x.ID, x.Turn, x.Repeat+1, x.Want, strings.Join(x.Seen.Kinds, " + "))
		for _, wrong := range []struct {
			is   bool
			says string
		}{{!x.Facts, "facts"}, {!x.Quoted, "quotation"}, {!x.Language, "language"}} {
			if wrong.is {
				b.WriteString(", wrong " + wrong.says)
			}
		}
		fmt.Fprintf(&b, "; kept %q from %q, tasks %q, answer %q\n", x.Seen.Facts, x.Seen.Quotes, x.Seen.Tasks, x.Seen.Reply)
	}
	return b.String()
}

// Diff compares two runs over the messages that both have: with another prompt, or another model. The probability is that of a
// difference at least as large if both were as good (McNemar's exact test over the messages that differ; repeats of one message are
// not independent, so with repeats it is too small).
func Diff(a, b Run) string {
	type key struct {
		id           string
		turn, repeat int
	}
	before := map[key]Result{}
	for _, x := range a.Results {
		before[key{x.ID, x.Turn, x.Repeat}] = x
	}
	var gained, lost []string
	both, rightA, rightB := 0, 0, 0
	for _, x := range b.Results {
		y, ok := before[key{x.ID, x.Turn, x.Repeat}]
		if !ok {
			continue
		}
		both++
		name := fmt.Sprintf("%s, message %d (ought to be %s, was %s, is %s)", x.ID, x.Turn, x.Want, strings.Join(y.Seen.Kinds, " + "), strings.Join(x.Seen.Kinds, " + "))
		if y.Passed() {
			rightA++
		}
		if x.Passed() {
			rightB++
		}
		switch {
		case x.Passed() && !y.Passed():
			gained = append(gained, name)
		case y.Passed() && !x.Passed():
			lost = append(lost, name)
		}
	}
	var s strings.Builder
	fmt.Fprintf(&s, "%d messages in both: %s right by %s, %s by %s; %d gained, %d lost, p = %.3f\n", both,
		percent(rightA, both), a.Name, percent(rightB, both), b.Name, len(gained), len(lost), signTest(len(gained), len(lost)))
	for _, name := range gained {
		s.WriteString("+ " + name + "\n")
	}
	for _, name := range lost {
		s.WriteString("- " + name + "\n")
	}
	return s.String()
}

// signTest returns the two-sided probability that of a + b tosses of a coin so few, or so many, fall on one side.
func signTest(a, b int) float64 {
	n, few := int64(a+b), int64(min(a, b))
	sum := new(big.Int)
	for k := int64(0); k <= few; k++ {
		sum.Add(sum, new(big.Int).Binomial(n, k))
	}
	all := new(big.Int).Lsh(big.NewInt(1), uint(n))
	p, _ := new(big.Rat).SetFrac(sum.Lsh(sum, 1), all).Float64()
	return min(1, p)
}
