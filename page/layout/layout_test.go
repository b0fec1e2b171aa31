package layout_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"keepsake/page/layout"
)

// Whatever is drawn: no box stands upon another, all lie within the width and the height, and the same input gives the
// same drawing.
func TestPlace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		boxes := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) layout.Box {
			return layout.Box{W: rapid.Float64Range(24, 200).Draw(t, "width"), H: rapid.Float64Range(20, 40).Draw(t, "height")}
		}), 0, 40).Draw(t, "boxes")
		var links []layout.Link
		for i := range boxes {
			if i > 0 {
				links = append(links, layout.Link{A: i, B: rapid.IntRange(0, i-1).Draw(t, "to")})
			}
		}
		const width = 328
		again := slices.Clone(boxes)
		height := layout.Place(boxes, links, width)
		if other := layout.Place(again, links, width); other != height || !slices.Equal(boxes, again) {
			t.Fatal("the same input gives two drawings")
		}
		for i, a := range boxes {
			if a.X-a.W/2 < -0.01 || a.X+a.W/2 > width+0.01 || a.Y-a.H/2 < -0.01 || a.Y+a.H/2 > height+0.01 || math.IsNaN(a.X+a.Y) {
				t.Fatalf("box %d lies outside of %v × %v: %+v", i, width, height, a)
			}
			for j, b := range boxes[:i] {
				if math.Abs(a.X-b.X) < (a.W+b.W)/2 && math.Abs(a.Y-b.Y) < (a.H+b.H)/2 {
					t.Fatalf("box %d stands upon %d: %+v %+v", i, j, a, b)
				}
			}
		}
	})
}

// What is linked stands closer together than what is not.
func TestPlaceLinked(t *testing.T) {
	boxes := make([]layout.Box, 12)
	for i := range boxes {
		boxes[i] = layout.Box{W: 60, H: 28}
	}
	var links []layout.Link
	for i := range boxes { // two rings
		links = append(links, layout.Link{A: i, B: i/6*6 + (i+1)%6})
	}
	layout.Place(boxes, links, 700)
	linked, others, nOthers := 0.0, 0.0, 0.0
	far := func(i, j int) float64 { return math.Hypot(boxes[i].X-boxes[j].X, boxes[i].Y-boxes[j].Y) }
	for _, l := range links {
		linked += far(l.A, l.B) / float64(len(links))
	}
	for i := range 6 {
		for j := 6; j < 12; j++ {
			others, nOthers = others+far(i, j), nOthers+1
		}
	}
	if linked > 0.7*others/nOthers {
		t.Errorf("linked boxes are %.0f points apart, others %.0f", linked, others/nOthers)
	}
}

func TestBorder(t *testing.T) {
	b := layout.Box{X: 100, Y: 100, W: 40, H: 20}
	for to, want := range map[[2]float64][2]float64{
		{200, 100}: {120, 100}, {0, 100}: {80, 100}, {100, 0}: {100, 90}, {100, 300}: {100, 110}, {100, 100}: {100, 100}, {200, 200}: {110, 110}, {105, 102}: {105, 102},
	} {
		x, y := layout.Border(b, to[0], to[1])
		if fmt.Sprintf("%.1f %.1f", x, y) != fmt.Sprintf("%.1f %.1f", want[0], want[1]) {
			t.Errorf("towards %v the line leaves at %v %v, want %v", to, x, y, want)
		}
	}
}
