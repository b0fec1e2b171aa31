// Package layout places the boxes of a drawing: which stand close together because they are linked, which apart, and
// none upon another. It knows nothing of what the boxes mean, and the same input always gives the same drawing.
//
// Start reading at Place.
package layout

import (
	"cmp"
	"math"
	"slices"
)

// Box is a rectangle around its centre, in points.
type Box struct{ X, Y, W, H float64 }

// Link says that two boxes belong together, by their indexes.
type Link struct{ A, B int }

const (
	gap    = 13.0 // points between two boxes
	rounds = 300  // of moving boxes; the last ones move them little
)

// Place sets the centres of boxes so that they lie within a width, and returns the height that they take. Boxes that are
// linked come close together; none overlaps another. A box that is wider than the width sticks out.
func Place(boxes []Box, links []Link, width float64) (height float64) {
	if len(boxes) == 0 {
		return 0
	}
	area := 0.0
	for _, b := range boxes {
		area += (b.W + gap) * (b.H + gap)
	}
	height = max(120, 2.1*area/width)
	scatter(boxes, links, width, height)
	relax(boxes, links, width, height)
	separate(boxes, width)
	return settle(boxes, width)
}

// scatter puts the boxes on a spiral around the middle, in the order in which links lead to them from the first one.
func scatter(boxes []Box, links []Link, width, height float64) {
	var order []int
	seen := make([]bool, len(boxes))
	for from := range boxes {
		if seen[from] {
			continue
		}
		seen[from] = true
		order = append(order, from)
		for next := len(order) - 1; next < len(order); next++ {
			for _, l := range links {
				for _, pair := range [][2]int{{l.A, l.B}, {l.B, l.A}} {
					if pair[0] == order[next] && !seen[pair[1]] {
						seen[pair[1]] = true
						order = append(order, pair[1])
					}
				}
			}
		}
	}
	const goldenAngle = 2.399963
	for n, i := range order {
		r := math.Sqrt(float64(n) / float64(len(order)))
		boxes[i].X = width/2 + r*width/2*math.Cos(goldenAngle*float64(n))
		boxes[i].Y = height/2 + r*height/2*math.Sin(goldenAngle*float64(n))
	}
}

// relax moves the boxes as springs along the links and a push between all of them would (Fruchterman and Reingold).
func relax(boxes []Box, links []Link, width, height float64) {
	ideal := 0.75 * math.Sqrt(width*height/float64(len(boxes)))
	dx, dy := make([]float64, len(boxes)), make([]float64, len(boxes))
	for round := range rounds {
		clear(dx)
		clear(dy)
		for i := range boxes {
			for j := range i {
				x, y, d := between(boxes[i], boxes[j])
				push := ideal * ideal / d
				dx[i], dy[i] = dx[i]+x/d*push, dy[i]+y/d*push
				dx[j], dy[j] = dx[j]-x/d*push, dy[j]-y/d*push
			}
		}
		for _, l := range links {
			x, y, d := between(boxes[l.A], boxes[l.B])
			pull := d * d / ideal
			dx[l.A], dy[l.A] = dx[l.A]-x/d*pull, dy[l.A]-y/d*pull
			dx[l.B], dy[l.B] = dx[l.B]+x/d*pull, dy[l.B]+y/d*pull
		}
		most := width / 8 * (1 - float64(round)/rounds)
		for i := range boxes {
			d := max(math.Hypot(dx[i], dy[i]), 0.01)
			boxes[i].X = keepWithin(boxes[i].X+dx[i]/d*min(d, most), boxes[i].W, width)
			boxes[i].Y = keepWithin(boxes[i].Y+dy[i]/d*min(d, most), boxes[i].H, height)
		}
	}
}

// between returns the way from b to a, and its length, which is never 0.
func between(a, b Box) (x, y, d float64) {
	x, y = a.X-b.X, a.Y-b.Y
	return x, y, max(math.Hypot(x, y), 0.01)
}

// keepWithin returns the centre of something that is size long, moved so that it lies between 0 and limit.
func keepWithin(centre, size, limit float64) float64 {
	return max(size/2, min(centre, limit-size/2))
}

// overlap returns how far two boxes, with the gap around them, stand upon each other; both are above 0 when they do.
func overlap(a, b Box) (x, y float64) {
	return (a.W+b.W)/2 + gap - math.Abs(a.X-b.X), (a.H+b.H)/2 + gap - math.Abs(a.Y-b.Y)
}

// separate pushes boxes that stand upon each other apart, the shorter way.
func separate(boxes []Box, width float64) {
	for range rounds {
		moved := false
		for i := range boxes {
			for j := range i {
				x, y := overlap(boxes[i], boxes[j])
				if x <= 0 || y <= 0 {
					continue
				}
				moved = true
				a, b := &boxes[i], &boxes[j]
				if x < y {
					side := math.Copysign(x/2, a.X-b.X)
					a.X, b.X = keepWithin(a.X+side, a.W, width), keepWithin(b.X-side, b.W, width)
				} else {
					side := math.Copysign(y/2, a.Y-b.Y)
					a.Y, b.Y = a.Y+side, b.Y-side
				}
			}
		}
		if !moved {
			return
		}
	}
}

// settle moves what still stands upon something down, from the top, and the drawing to the top. It returns its height.
func settle(boxes []Box, width float64) (height float64) {
	order := make([]int, len(boxes))
	for i := range order {
		order[i] = i
		boxes[i].X = keepWithin(boxes[i].X, boxes[i].W, width)
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(boxes[i].Y-boxes[i].H/2, boxes[j].Y-boxes[j].H/2), cmp.Compare(i, j))
	})
	top := boxes[order[0]].Y - boxes[order[0]].H/2
	for n, i := range order {
		b := &boxes[i]
		b.Y -= top
		for again := true; again; {
			again = false
			for _, j := range order[:n] {
				if x, y := overlap(*b, boxes[j]); x > 0 && y > 0.001 {
					b.Y, again = boxes[j].Y+(boxes[j].H+b.H)/2+gap, true
				}
			}
		}
		height = max(height, b.Y+b.H/2)
	}
	return height
}

// Border returns where the straight line from the centre of a box towards a point leaves the box.
func Border(b Box, x, y float64) (bx, by float64) {
	dx, dy := x-b.X, y-b.Y
	if dx == 0 && dy == 0 {
		return b.X, b.Y
	}
	scale := math.Inf(1)
	if dx != 0 {
		scale = b.W / 2 / math.Abs(dx)
	}
	if dy != 0 {
		scale = min(scale, b.H/2/math.Abs(dy))
	}
	scale = min(scale, 1)
	return b.X + dx*scale, b.Y + dy*scale
}
