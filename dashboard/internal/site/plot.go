package site

import (
	"math"
	"strconv"
)

// Plot is a chart of bars, drawn on the server as SVG; the table beside it has the same numbers. Each label has a bar
// of every series, side by side.
type Plot struct {
	Title  string // what a screen reader says in its place
	Labels []string
	Series []Series
}

// Series is a row of numbers of a plot, one for each label; none is below 0.
type Series struct {
	Name   string
	Values []float64
}

// The size of a plot in its own units, and of what lies around its bars. On a phone a unit is a pixel, so that its
// texts can be read, and the plot is scrolled sideways as a table is.
const (
	plotWidth, plotHeight = 704, 280
	plotLeft, plotRight   = 50, 6
	plotTop, plotBottom   = 12, 38
)

// PlotBar is a bar, PlotText a text, and PlotLine a line of the grid.
type (
	PlotBar struct {
		X, Y, Width, Height string
		Series              int // which colour it has
	}
	PlotText struct{ X, Y, Text string }
	PlotLine struct{ Y string }
)

// ViewBox is the plot's own units.
func (p Plot) ViewBox() string {
	return "0 0 " + strconv.Itoa(plotWidth) + " " + strconv.Itoa(plotHeight)
}

// Right is where the lines of the grid end, and Left where they begin.
func (Plot) Right() int { return plotWidth - plotRight }

// Left is where the lines of the grid begin.
func (Plot) Left() int { return plotLeft }

// Empty reports whether there is nothing to draw.
func (p Plot) Empty() bool { return p.top() == 0 }

func (p Plot) top() (top float64) {
	for _, s := range p.Series {
		for _, v := range s.Values {
			top = max(top, v)
		}
	}
	return top
}

// step is the distance of the lines of the grid: a whole number of the series 1, 2, 5, 10, so that at most four lines
// stand above the ground.
func (p Plot) step() float64 {
	top := p.top()
	for unit := 1.0; ; unit *= 10 {
		for _, f := range []float64{1, 2, 5} {
			if f*unit*4 >= top {
				return f * unit
			}
		}
	}
}

func (p Plot) y(v float64) float64 {
	high := math.Ceil(p.top()/p.step()) * p.step()
	return plotTop + (plotHeight-plotTop-plotBottom)*(1-v/high)
}

// InPlot is a place or a length in the units of a drawing.
func InPlot(v float64) string { return strconv.FormatFloat(math.Round(v*10)/10, 'f', -1, 64) }

// Bars are the bars of the plot.
func (p Plot) Bars() (bars []PlotBar) {
	if p.Empty() {
		return nil
	}
	each := float64(plotWidth-plotLeft-plotRight) / float64(len(p.Labels))
	wide := each * .8 / float64(len(p.Series))
	for n := range p.Labels {
		for k, s := range p.Series {
			if s.Values[n] == 0 {
				continue
			}
			y := p.y(s.Values[n])
			bars = append(bars, PlotBar{InPlot(plotLeft + each*(float64(n)+.1) + wide*float64(k)), InPlot(y),
				InPlot(max(wide-.5, .5)), InPlot(plotHeight - plotBottom - y), k})
		}
	}
	return bars
}

// Lines are the lines of the grid, and Ticks the numbers beside them.
func (p Plot) Lines() (lines []PlotLine) {
	for _, t := range p.Ticks() {
		y, _ := strconv.ParseFloat(t.Y, 64)
		lines = append(lines, PlotLine{InPlot(y - 6)})
	}
	return lines
}

// Ticks are the numbers beside the lines of the grid.
func (p Plot) Ticks() (ticks []PlotText) {
	for v := 0.0; v <= p.top()+p.step()*.999; v += p.step() {
		ticks = append(ticks, PlotText{strconv.Itoa(plotLeft - 7), InPlot(p.y(v) + 6), InPlot(v)})
	}
	return ticks
}

// Names are the labels below the bars, as many as there is room for.
func (p Plot) Names() (names []PlotText) {
	each := float64(plotWidth-plotLeft-plotRight) / float64(len(p.Labels))
	every := int(math.Ceil(76 / each))
	for n, label := range p.Labels {
		if n%every == 0 {
			names = append(names, PlotText{InPlot(plotLeft + each*(float64(n)+.5)), strconv.Itoa(plotHeight - 12),
				label})
		}
	}
	return names
}
