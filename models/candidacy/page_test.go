package candidacy_test

import (
	"slices"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/candidacy"
	"litmus/models/desk"
)

// TestPage proves what the one page of an interview has in each state, by which link it was reached: what came first
// stands first, and nobody gets what their link does not open.
func TestPage(t *testing.T) {
	t.Parallel()
	const own, calendar, assessment, hand = candidacy.ByInvitation, candidacy.BySession, candidacy.ByAssessment,
		candidacy.ByHand
	start := desk.Scheduled().StartsAt
	invited := models.Candidate{ID: "cand_1", State: models.CandidateInvited, InvitedAt: desk.Ptr(desk.Thu)}
	in := func(state string) models.Candidate {
		c := invited
		c.State = state
		return c
	}
	ranOut := invited
	ranOut.InviteExpiresAt = desk.Ptr(desk.Thu)
	scheduled := desk.Scheduled()
	moved, canceled, unused := scheduled, scheduled, scheduled
	moved.Reschedules = 1
	canceled.CanceledAt = desk.Ptr(desk.Thu)
	unused.Source, unused.ExternallyScheduled = models.SourceExternal, true
	used := unused
	used.LinkUsedAt = &start
	org := models.Organization{RescheduleMax: 2}
	rejected, late := in(models.CandidateRejected), candidacy.PartAsk
	const all, later = "join facts calendar prepare plans zone", 48 * time.Hour
	for name, c := range map[string]struct {
		door      candidacy.Door
		candidate models.Candidate
		interview *models.Interview
		moving    bool
		again     candidacy.Part
		now       time.Time
		want      string // the state, and the parts
	}{
		"to pick":      {own, invited, nil, false, "", desk.Thu, "picking facts zone times propose ask"},
		"to move":      {own, invited, &scheduled, true, "", desk.Thu, "moving facts zone times propose ask"},
		"booked":       {own, invited, &scheduled, false, "", desk.Thu, "booked " + all + " propose ask"},
		"moved before": {own, invited, &moved, false, "", desk.Thu, "moved " + all + " propose ask"},
		"from a calendar, even to move": {calendar, invited, &scheduled, true, "", desk.Thu,
			"booked " + all + " propose ask"},
		"from the assessment": {assessment, invited, &scheduled, true, "", desk.Thu,
			"booked join facts prepare zone ask"},
		"and without one":       {assessment, invited, nil, false, "", desk.Thu, "none pick prepare ask"},
		"begun":                 {calendar, invited, &scheduled, false, "", start, "begun " + all + " ask"},
		"over":                  {own, invited, &scheduled, false, "", start.Add(later), "over facts zone ask"},
		"over, from a calendar": {calendar, invited, &scheduled, false, "", start.Add(later), "over facts zone"},
		"over, late form": {calendar, invited, &scheduled, false, late, start.Add(later),
			"over facts zone ask"},
		"rejected":                {calendar, rejected, &scheduled, false, "", desk.Thu, "booked " + all},
		"rejected, on their own":  {own, rejected, &scheduled, false, "", desk.Thu, "booked " + all + " ask"},
		"canceled":                {calendar, invited, &canceled, false, "", desk.Thu, "canceled facts pick"},
		"a link to use":           {hand, invited, &unused, false, "", desk.Thu, "unused facts start prepare ask"},
		"a link that was used":    {hand, invited, &used, true, "", start, "begun join facts prepare zone ask"},
		"a session that is over":  {hand, invited, &used, false, "", start.Add(later), "over facts zone"},
		"a session by a link":     {own, invited, &unused, false, "", desk.Thu, "elsewhere prepare ask"},
		"and from the assessment": {assessment, invited, &unused, false, "", desk.Thu, "elsewhere prepare ask"},
		"an invitation that ends": {own, ranOut, nil, false, "", desk.Thu, "expired ask"},
		"past the step":           {own, in(models.CandidateAdvanced), nil, false, "", desk.Thu, "closed ask"},
	} {
		p := booking.Picking{Organization: org, Candidate: c.candidate, Interview: c.interview}
		state := candidacy.StateOf(c.door, p, c.moving, c.now)
		got := string(state)
		for _, part := range candidacy.PartsOf(c.door, state, p, c.again, c.now) {
			got += " " + string(part)
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
	for right, want := range map[candidacy.Right][]candidacy.Door{
		candidacy.RightPick: {own}, candidacy.RightCancel: {own, calendar}, candidacy.RightPropose: {own, calendar},
		candidacy.RightAsk: {own, assessment, calendar, hand}, candidacy.RightKnow: {own, assessment},
		candidacy.RightKeep: {own, calendar}, candidacy.RightRead: {own, assessment, hand},
	} {
		for _, door := range []candidacy.Door{own, assessment, calendar, hand, ""} {
			if door.May(right) != slices.Contains(want, door) {
				t.Errorf("who came by %q may %s: %t", door, right, door.May(right))
			}
		}
	}
}
