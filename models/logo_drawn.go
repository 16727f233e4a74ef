package models

import (
	"encoding/xml"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// svgTree are the elements of an SVG with what they refer to. A reference to an element draws it again with all that is
// in it, so a few that refer to each other can ask a browser for any number.
type svgTree struct {
	elements []svgElement
	open     []int // those that have begun, from the outermost
	depth    int   // how many were open at once
	sheets   []string
}

type svgElement struct {
	name, id string
	classes  []string
	refers   []string // the ids
	children []int
}

func (t *svgTree) begin(start xml.StartElement) {
	e := svgElement{name: start.Name.Local}
	for _, a := range start.Attr {
		switch strings.ToLower(a.Name.Local) {
		case "id":
			e.id = a.Value
		case "class":
			e.classes = strings.Fields(a.Value)
		case "href":
			e.refers = append(e.refers, svgIDs(a.Value)...)
		default:
			e.refers = append(e.refers, svgRefers(a.Value)...)
		}
	}
	n := len(t.elements)
	t.elements = append(t.elements, e)
	if len(t.open) > 0 {
		parent := &t.elements[t.open[len(t.open)-1]]
		parent.children = append(parent.children, n)
	}
	t.open = append(t.open, n)
	t.depth = max(t.depth, len(t.open))
}

func (t *svgTree) end() { t.open = t.open[:len(t.open)-1] }

// svgURL begins a reference in a style.
var svgURL = regexp.MustCompile(`(?i)url\(`)

// svgRefers returns the ids that a style refers to by url. Every url( begins one, also within what another one's
// bracket has not closed: a quoted text may have one that would hide the next.
func svgRefers(style string) (ids []string) {
	for _, reference := range svgURL.Split(style, -1)[1:] {
		id, _, _ := strings.Cut(reference, ")")
		ids = append(ids, svgIDs(strings.Trim(id, " \t\r\n'\""))...)
	}
	return ids
}

// svgIDs returns the ids that a reference may mean: as it is written, and as browsers read its percent signs.
func svgIDs(reference string) []string {
	id := strings.TrimPrefix(reference, "#")
	if plain, err := url.PathUnescape(id); err == nil && plain != id {
		return []string{id, plain}
	}
	return []string{id}
}

// check refuses an SVG that draws more than [maxLogoDrawn] elements, one that refers to itself, and one with more than
// [maxLogoDepth] elements within each other.
func (t *svgTree) check() error {
	switch {
	case len(t.elements) == 0: // no SVG
		return nil
	case t.depth > maxLogoDepth:
		return Invalidf("the SVG has more than %d elements within each other; export it without groups", maxLogoDepth)
	}
	byID := map[string][]int{}
	for n, e := range t.elements {
		if e.id != "" {
			byID[e.id] = append(byID[e.id], n)
		}
	}
	// A style sheet's reference counts for every element that has one of the rule's classes, and for all where the
	// rule says it in another way. Gradients draw nothing again.
	styled := 0
	for _, sheet := range t.sheets {
		for rule := range strings.SplitSeq(sheet, "}") {
			selectors, style, _ := strings.Cut(rule, "{")
			ids := slices.DeleteFunc(svgRefers(style), func(id string) bool { return !t.drawsAgain(byID[id]) })
			if len(ids) == 0 {
				continue
			}
			if styled += len(t.elements) * len(ids); styled > maxLogoStyled {
				return Invalidf("the SVG has too many style rules that refer to its elements; export it with presentation " +
					"attributes")
			}
			for n := range t.elements {
				if e := &t.elements[n]; selects(selectors, e.classes) {
					e.refers = append(e.refers, ids...)
				}
			}
		}
	}
	drawn := make([]int, len(t.elements)) // how many elements each draws, 0: not known yet, -1: being counted
	over := false                         // then all is, since every element is within the first
	var count func(n int) int
	count = func(n int) int {
		switch {
		case over:
			return maxLogoDrawn + 1
		case drawn[n] > 0:
			return drawn[n]
		case drawn[n] < 0:
			return maxLogoDrawn + 1
		}
		drawn[n] = -1
		sum, e := 1, t.elements[n]
		for _, c := range e.children {
			sum = min(maxLogoDrawn+1, sum+count(c))
		}
		for _, id := range e.refers {
			if !t.drawsAgain(byID[id]) {
				continue
			}
			for _, c := range byID[id] {
				sum = min(maxLogoDrawn+1, sum+count(c))
			}
			if over = over || sum > maxLogoDrawn; over {
				break
			}
		}
		drawn[n] = sum
		return sum
	}
	if count(0) > maxLogoDrawn {
		return Invalidf("the SVG draws more than %d elements, or refers to itself; export it without symbols, "+
			"patterns and masks within each other", maxLogoDrawn)
	}
	return nil
}

// drawsAgain reports whether a reference to the elements draws anything: one to a gradient takes its colours.
func (t *svgTree) drawsAgain(elements []int) bool {
	return slices.ContainsFunc(elements, func(n int) bool { return !strings.HasSuffix(t.elements[n].name, "Gradient") })
}

// selects reports whether a rule may count for an element with these classes.
func selects(selectors string, classes []string) bool {
	for one := range strings.SplitSeq(selectors, ",") {
		class, simple := strings.CutPrefix(strings.TrimSpace(one), ".")
		if !simple || strings.ContainsAny(class, " .#:[>+~*\t\r\n") || slices.Contains(classes, class) {
			return true
		}
	}
	return false
}
