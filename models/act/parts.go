package act

import (
	"slices"
	"strconv"

	"litmus/models"
)

// MaxParts is how many acts one plan has at most (T4): while it is decided on SQLite, nobody else writes.
const MaxParts = 50

// Part is one of several acts under one plan (T4), decided after those before it: whoever is booked by one is busy for
// the next.
type Part struct {
	Preview *Preview // what it does, nil if it is left out
	LeftOut error    // why it is left out; nil without a preview: what it asks for is so already
}

// FactsOf are what several acts under one plan rest on: which of them are done, and of each kind the facts of all of
// these. So a plan_id is as short as that of one act.
func FactsOf(parts []Part) []Fact {
	done := Fact{About: FactParts}
	var out []Fact
	for n, part := range parts {
		if part.Preview == nil {
			continue
		}
		done.Version += strconv.Itoa(n) + " "
		for k, f := range part.Preview.Facts() {
			if k == len(out) {
				out = append(out, Fact{About: f.About})
			}
			out[k].Version += models.JSONText(f.Version) // as JSON no version runs over into the next
		}
	}
	return slices.Insert(out, 0, done)
}
