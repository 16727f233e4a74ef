package site

import (
	"strconv"
	"testing"
)

// TestPlot: bars stand on the ground, are as high as their numbers, and lie within the picture.
func TestPlot(t *testing.T) { // D26
	t.Parallel()
	p := Plot{Labels: []string{"a", "b", "c"}, Series: []Series{
		{"one", []float64{0, 7, 14}}, {"two", []float64{3.5, 0, 1}}}}
	number := func(s string) float64 {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	bars := p.Bars()
	if len(bars) != 4 {
		t.Fatalf("%d bars, want one for each number that is not 0", len(bars))
	}
	heights := map[float64]float64{}
	for n, v := range []float64{3.5, 7, 14, 1} {
		b := bars[n]
		heights[v] = number(b.Height)
		if bottom := number(b.Y) + number(b.Height); bottom < plotHeight-plotBottom-.2 ||
			bottom > plotHeight-plotBottom+.2 {
			t.Errorf("the bar of %g ends at %g", v, bottom)
		}
		if x := number(b.X); x < plotLeft || x+number(b.Width) > plotWidth || number(b.Y) < plotTop {
			t.Errorf("the bar of %g lies outside: %+v", v, b)
		}
	}
	if d := heights[14] - 2*heights[7]; d > .3 || d < -.3 {
		t.Errorf("14 is %g high, and 7 %g", heights[14], heights[7])
	}
	ticks := p.Ticks()
	if len(ticks) != 4 || ticks[3].Text != "15" || len(p.Lines()) != len(ticks) {
		t.Errorf("ticks %+v", ticks)
	}
	zero := Plot{Labels: []string{"a"}, Series: []Series{{"none", []float64{0}}}}
	if !zero.Empty() || zero.Bars() != nil {
		t.Error("nothing is drawn of nothing")
	}
}
