package policy

import (
	"cmp"
	"math"
	"slices"

	"keepsake/memory"
)

// This file makes of what people did with earlier finds how far a score can be relied on. It is isotonic regression by
// pool-adjacent-violators: the share of finds that people kept is estimated so that it never falls with the score.

// Outcome is what a person made of a find: the tap that calibrates its score.
type Outcome struct {
	Group
	Score   float64
	IsGood  bool // saved as it was, or kept for long enough; not edited, declined, undone or deleted
	HeldOut bool // it serves for testing and not for fitting (A41)
}

// Group is what is calibrated together: finds of a type that were taken from their messages in one way.
type Group struct {
	Type   memory.Type
	Method memory.Method
}

// MethodOf returns the way that counts for several evidences: the one of the highest weight (F7).
func MethodOf(evidence []memory.Evidence) (m memory.Method) {
	for _, e := range evidence {
		if weightOf(e.Method) > weightOf(m) {
			m = e.Method
		}
	}
	return m
}

// Step is a range of scores in which the same share of finds was kept.
type Step struct {
	From, To float64 // scores, both included
	Share    float64 // of the finds that people kept
	Taps     int
}

// Curve is a calibrated score.
type Curve struct {
	Steps []Step // rising in score and in share
	taps  []Step // each score that was tapped, rising
}

// Calibration holds the curves of all groups with taps.
type Calibration map[Group]Curve

// Fit returns the calibration that outcomes make which are not held out.
func Fit(outcomes []Outcome) Calibration {
	byGroup := map[Group][]Outcome{}
	for _, o := range outcomes {
		if !o.HeldOut && !math.IsNaN(o.Score) {
			byGroup[o.Group] = append(byGroup[o.Group], o)
		}
	}
	c := Calibration{}
	for g, os := range byGroup {
		c[g] = pool(os)
	}
	return c
}

// pool is pool-adjacent-violators: it joins neighbouring scores until the share of what was kept nowhere falls.
func pool(os []Outcome) (c Curve) {
	slices.SortFunc(os, func(a, b Outcome) int { return cmp.Compare(a.Score, b.Score) })
	for _, o := range os {
		s := Step{From: o.Score, To: o.Score, Taps: 1}
		if o.IsGood {
			s.Share = 1
		}
		if n := len(c.taps); n > 0 && c.taps[n-1].To == s.From {
			c.taps[n-1] = join(c.taps[n-1], s)
		} else {
			c.taps = append(c.taps, s)
		}
	}
	for _, s := range c.taps {
		c.Steps = append(c.Steps, s)
		for n := len(c.Steps); n > 1 && c.Steps[n-2].Share >= c.Steps[n-1].Share; n = len(c.Steps) {
			c.Steps = append(c.Steps[:n-2], join(c.Steps[n-2], c.Steps[n-1]))
		}
	}
	return c
}

// join returns two neighbouring steps as one.
func join(a, b Step) Step {
	taps := a.Taps + b.Taps
	return Step{a.From, b.To, (a.Share*float64(a.Taps) + b.Share*float64(b.Taps)) / float64(taps), taps}
}

// ShareAt returns the share of finds with a score that people kept, between two steps by a line. ok is false when there
// are no taps.
func (c Curve) ShareAt(score float64) (share float64, ok bool) {
	steps := c.Steps
	if len(steps) == 0 {
		return 0, false
	}
	i, _ := slices.BinarySearchFunc(steps, score, func(s Step, x float64) int { return cmp.Compare(s.To, x) })
	switch {
	case i == len(steps):
		return steps[len(steps)-1].Share, true
	case i == 0 || score >= steps[i].From:
		return steps[i].Share, true
	}
	a, b := steps[i-1], steps[i]
	return a.Share + (b.Share-a.Share)*(score-a.To)/(b.From-a.To), true
}

// Level is the score from which on a group is kept unasked.
type Level struct {
	Score  float64
	Share  float64 // of the finds at this score and above that people kept
	Lower  float64 // the lower bound of Share
	Taps   int     // at this score and above
	Proven bool    // false = no score reaches the asked precision with the taps there are
}

// minTaps is how many taps prove anything: with fewer, luck would at one of the many scores.
const minTaps = 200

// LevelFor returns the lowest score from which on the measured precision is at least the asked one: the lower end of its
// interval, of minTaps at least.
func (c Curve) LevelFor(precision float64) (l Level) {
	taps, kept := 0, 0.0
	for _, s := range slices.Backward(c.taps) {
		taps += s.Taps
		kept += s.Share * float64(s.Taps)
		share := min(1, kept/float64(taps))
		if lower := lowerBound(share, taps); taps >= minTaps && lower >= precision {
			l = Level{s.From, share, lower, taps, true}
		}
	}
	return l
}

// normal95 is the quantile of the normal distribution below which 95 % lie.
const normal95 = 1.6449

// lowerBound returns the lower end of Wilson's one-sided interval of 95 % for a share of n.
func lowerBound(share float64, n int) float64 {
	z2 := normal95 * normal95 / float64(n)
	return (share + z2/2 - normal95*math.Sqrt(share*(1-share)/float64(n)+z2/4/float64(n))) / (1 + z2)
}

// Proves reports whether what is like a find was kept often enough by people (Case.Proven).
func (c Calibration) Proves(g Group, score, precision float64) bool {
	l := c[g].LevelFor(precision)
	return l.Proven && score >= l.Score
}

// Report says how good a group's score is, measured on the outcomes that are held out.
type Report struct {
	Group
	Taps       int // that the curve was fitted to
	Tested     int // held out
	Level      Level
	Raw        float64 // Brier score of the score as it is: the mean square of its error, 0 is best
	Calibrated float64 // Brier score of the calibrated one
	Bins       []Bin
}

// Bin is a line of the table of reliability: of the finds that were expected to be kept so often, how many were.
type Bin struct {
	From, To float64 // of the expected share
	Expected float64
	Observed float64
	Taps     int
}

// binCount is how many lines a table of reliability has at most.
const binCount = 10

// Evaluate returns a report of each group, in the order of their names.
func Evaluate(outcomes []Outcome, precision float64) (rs []Report) {
	c := Fit(outcomes)
	byGroup := map[Group]*Report{}
	for _, o := range outcomes {
		if math.IsNaN(o.Score) {
			continue
		}
		r := byGroup[o.Group]
		if r == nil {
			r = &Report{Group: o.Group, Level: c[o.Group].LevelFor(precision), Bins: make([]Bin, binCount)}
			byGroup[o.Group] = r
		}
		r.add(o, c[o.Group])
	}
	for _, r := range byGroup {
		r.finish()
		rs = append(rs, *r)
	}
	slices.SortFunc(rs, func(a, b Report) int {
		return cmp.Or(cmp.Compare(a.Type, b.Type), cmp.Compare(a.Method, b.Method))
	})
	return rs
}

func (r *Report) add(o Outcome, c Curve) {
	if !o.HeldOut {
		r.Taps++
		return
	}
	good, expected := 0.0, o.Score
	if o.IsGood {
		good = 1
	}
	r.Raw += (o.Score - good) * (o.Score - good)
	if share, ok := c.ShareAt(o.Score); ok {
		expected = share
	}
	r.Calibrated += (expected - good) * (expected - good)
	b := &r.Bins[min(binCount-1, int(clamp(expected)*binCount))]
	b.Expected, b.Observed, b.Taps = b.Expected+expected, b.Observed+good, b.Taps+1
	r.Tested++
}

// finish makes means of the sums, and drops empty bins.
func (r *Report) finish() {
	if r.Tested > 0 {
		r.Raw, r.Calibrated = r.Raw/float64(r.Tested), r.Calibrated/float64(r.Tested)
	}
	for i := range r.Bins {
		b := &r.Bins[i]
		b.From, b.To = float64(i)/binCount, float64(i+1)/binCount
		if b.Taps > 0 {
			b.Expected, b.Observed = b.Expected/float64(b.Taps), b.Observed/float64(b.Taps)
		}
	}
	r.Bins = slices.DeleteFunc(r.Bins, func(b Bin) bool { return b.Taps == 0 })
}
