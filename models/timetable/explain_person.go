package timetable

import (
	"strings"
	"time"

	"litmus/models"
)

// PersonExplanation says for each round that a person may interview whether a start is offered with them, and if not
// why not. Unlike an [Explanation] it is about them alone, whatever others of the postings offer.
type PersonExplanation struct {
	Email  string
	Rounds []RoundExplanation // of the open postings, in the order of their titles; none: they interview on none
}

// RoundExplanation is what a [PersonExplanation] says of one round.
type RoundExplanation struct {
	Posting models.Posting
	Round   models.Round
	Explanation
	Verdict // of the person
}

// Reason says why as a code, as [Explanation.Reason] does: free if one of the rounds can be booked with them, else what
// is so of the first.
func (x PersonExplanation) Reason() Reason {
	reason := ReasonNotOffered
	for n, r := range x.Rounds {
		if r.Explanation.Reason == ReasonFree {
			return ReasonFree
		}
		if n == 0 {
			reason = r.Explanation.Reason
		}
	}
	return reason
}

// Words says why in sentences, with times in zone. Where not all rounds are alike it names those that each sentence is
// about.
func (x PersonExplanation) Words(zone *time.Location) string {
	var order []string
	rounds := map[string][]string{}
	for _, r := range x.Rounds {
		words := r.Verdict.Words(zone)
		if r.Verdict.Reason == ReasonFree && len(r.Places) > 0 {
			words += ", but " + r.placeWords(zone)
		}
		if rounds[words] == nil {
			order = append(order, words)
		}
		rounds[words] = append(rounds[words], r.Posting.Title+": "+r.Round.Title)
	}
	switch {
	case len(order) == 0:
		return x.Email + " interviews on no open posting."
	case x.Reason() == ReasonPast, x.Reason() == ReasonOffGrid:
		return x.Rounds[0].Explanation.Words(zone) + "."
	case len(order) == 1:
		return x.Email + " " + order[0] + "."
	}
	for n, words := range order {
		order[n] = x.Email + " " + words + " (" + strings.Join(rounds[words], ", ") + ")."
	}
	return strings.Join(order, " ")
}
