package booking_test

import (
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/desk"
	"litmus/models/timetable"
)

// TestParseProposal proves that days and hours are read as people type them, in the zone of the page and with the
// clocks that change, and that each fault is found in its row.
func TestParseProposal(t *testing.T) {
	t.Parallel()
	now := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC) // a Monday
	for name, c := range map[string]struct {
		zone string
		rows []booking.ProposedDay
		want string // the times in UTC, or the row with its fault
	}{
		"a morning":             {"UTC", []booking.ProposedDay{{"2031-03-04", "9-12"}}, "04 09:00-04 12:00"},
		"several, out of order": {"UTC", []booking.ProposedDay{{"2031-03-05", "2pm-5pm"}, {}, {"2031-03-04", "9-11, 14:00-16:00"}}, "04 09:00-04 11:00 04 14:00-04 16:00 05 14:00-05 17:00"},
		"in Kathmandu":          {"Asia/Kathmandu", []booking.ProposedDay{{"2031-03-04", "9am-noon"}}, "04 03:15-04 06:15"},
		"in New York":           {"America/New_York", []booking.ProposedDay{{"2031-03-04", "20:00-24:00"}}, "05 01:00-05 05:00"},
		"when its clocks go on": {"America/New_York", []booking.ProposedDay{{"2031-03-09", "01:00-04:00"}}, "09 06:00-09 08:00"},
		"which they skip":       {"America/New_York", []booking.ProposedDay{{"2031-03-09", "02:00-03:00"}}, "0 short"},
		"nothing":               {"UTC", []booking.ProposedDay{{}, {}}, "-1 nothing"},
		"no date":               {"UTC", []booking.ProposedDay{{}, {"", "9-12"}}, "1 date"},
		"no such date":          {"UTC", []booking.ProposedDay{{"2031-02-30", "9-12"}}, "0 date"},
		"no hours":              {"UTC", []booking.ProposedDay{{"2031-03-04", " "}}, "0 hours"},
		"unclear hours":         {"UTC", []booking.ProposedDay{{"2031-03-04", "1-5"}}, "0 hours"},
		"past":                  {"UTC", []booking.ProposedDay{{"2031-03-03", "9-12"}}, "0 past"},
		"what is left of today": {"UTC", []booking.ProposedDay{{"2031-03-03", "9-23"}}, "03 12:00-03 23:00"},
		"in German":             {"UTC", []booking.ProposedDay{{"2031-03-04", "9 bis 12 Uhr"}}, "04 09:00-04 12:00"},
		"begun there":           {"Asia/Kathmandu", []booking.ProposedDay{{"2031-03-03", "17:00-19:00"}}, "03 12:00-03 13:15"},
		"far":                   {"UTC", []booking.ProposedDay{{"2031-05-03", "9-12"}}, "0 far"},
		"too short":             {"UTC", []booking.ProposedDay{{"2031-03-04", "9:00-9:30"}}, "0 short"},
		"twice the same":        {"UTC", []booking.ProposedDay{{"2031-03-04", "9-12"}, {"2031-03-04", "11-14"}}, "1 overlap"},
		"too many": {"UTC", []booking.ProposedDay{{"2031-03-04", "9-10, 10-11, 11-12"}, {"2031-03-05", "9-10, 10-11, 11-12"},
			{"2031-03-06", "9-10"}}, "-1 many"},
	} {
		zone, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		times, fault := booking.ParseProposal(c.rows, zone, time.Hour, now)
		var got []string
		for _, r := range times {
			got = append(got, r.From.Format("02 15:04-")+r.To.Format("02 15:04"))
		}
		if fault != nil {
			got = append(got, string("-0123"[fault.Row+1])+map[bool]string{true: "1 ", false: " "}[fault.Row < 0]+fault.Why)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: got %q, want %q", name, s, c.want)
		}
	}
	autumn := time.Date(2031, 10, 27, 12, 0, 0, 0, time.UTC)
	zone := models.Location("America/New_York")
	times, fault := booking.ParseProposal([]booking.ProposedDay{{"2031-11-02", "01:00-01:30"}}, zone, time.Hour, autumn)
	if fault != nil || times[0].To.Sub(times[0].From) != 90*time.Minute {
		t.Errorf("of what comes twice, %v is meant (%v)", times, fault)
	}
}

// TestProposals proves who can propose and when a proposal is open: any other time of the interview, its cancellation
// and the end of what was proposed close it, and taking a move back opens it again.
func TestProposals(t *testing.T) {
	t.Parallel()
	c := models.Candidate{ID: "cand_1", State: models.CandidateInvited, InvitedAt: desk.Ptr(desk.Thu)}
	start, end := desk.Thu.AddDate(0, 0, 5), desk.Thu.AddDate(0, 0, 5).Add(time.Hour)
	i := &models.Interview{ID: "int_1", StartsAt: start, EndsAt: end, WindowEndsAt: &end}
	p := booking.Proposal{Zone: "UTC", Note: "after work",
		Times: []timetable.Range{{From: desk.Thu.Add(24 * time.Hour), To: desk.Thu.Add(27 * time.Hour)}}}
	picking, changed, err := booking.DecidePropose(c, nil, nil, p, false, desk.Thu)
	if err != nil || !changed || picking.Proposed != 1 || !picking.OpenAt(c, nil, desk.Thu) {
		t.Fatalf("proposed is %+v, changed %t (%v)", picking, changed, err)
	}
	_, changed, err = booking.DecidePropose(c, nil, &picking, p, false, desk.Thu.Add(time.Hour))
	if changed || err != nil {
		t.Errorf("a form that is sent twice changes %t (%v)", changed, err)
	}
	other := p
	other.Note = "before work"
	for about, p := range map[string]booking.Proposal{"other times": other, "a right guess": p} {
		_, _, err = booking.DecidePropose(c, nil, &picking, p, true, desk.Thu)
		desk.WantRefusal(t, about+" from a page that shows no proposal", models.Conflict, "")(err)
	}
	moving, _, err := booking.DecidePropose(c, i, &picking, p, true, desk.Thu)
	if err != nil || !moving.OpenAt(c, i, desk.Thu) || moving.Proposed != 2 {
		t.Errorf("moving is %+v (%v)", moving, err)
	}
	moved := *i
	moved.StartsAt = start.Add(time.Hour)
	rejected, out := c, c
	rejected.State, out.InviteExpiresAt = models.CandidateRejected, desk.Ptr(desk.Thu)
	for name, open := range map[string]bool{
		"booked":        picking.OpenAt(c, i, desk.Thu),
		"moved":         moving.OpenAt(c, &moved, desk.Thu),
		"canceled":      moving.OpenAt(c, nil, desk.Thu),
		"begun":         moving.OpenAt(c, i, start),
		"over":          picking.OpenAt(c, nil, desk.Thu.Add(27*time.Hour)),
		"rejected":      picking.OpenAt(rejected, nil, desk.Thu),
		"run out":       picking.OpenAt(out, nil, desk.Thu),
		"none":          (*booking.Proposal)(nil).OpenAt(c, nil, desk.Thu),
		"of past steps": booking.MayPropose(rejected, nil, desk.Thu),
		"of a stranger": booking.MayPropose(models.Candidate{State: models.CandidateInvited}, nil, desk.Thu),
		"in it":         booking.MayPropose(c, i, start),
	} {
		if open {
			t.Errorf("%s: it is open", name)
		}
	}
	often := picking
	often.Proposed = booking.MaxProposals
	_, _, err = booking.DecidePropose(c, i, &often, p, false, desk.Thu)
	desk.WantRefusal(t, "too often", models.Throttled, "")(err)
	_, _, err = booking.DecidePropose(rejected, nil, nil, p, false, desk.Thu)
	desk.WantRefusal(t, "past the step", models.Conflict, "")(err)

	declines := func(was booking.Proposal) (booking.Proposal, bool, error) {
		return booking.DecideAnswer(c, nil, &was, booking.ProposalDeclined, picking.ProposedAt, desk.Thu)
	}
	declined, changed, err := declines(picking)
	if err != nil || !changed || declined.OpenAt(c, nil, desk.Thu) {
		t.Errorf("declined is %+v, changed %t (%v)", declined, changed, err)
	}
	if _, changed, err := declines(declined); changed || err != nil {
		t.Errorf("declined twice changes %t (%v)", changed, err)
	}
	_, _, err = booking.DecideAnswer(c, nil, &picking, booking.ProposalDeclined, desk.Thu.Add(-time.Hour), desk.Thu)
	desk.WantRefusal(t, "others are proposed", models.Conflict, "")(err)
	if hour := time.Hour; !picking.Fits(picking.Times[0].From, 3*hour) || picking.Fits(picking.Times[0].From, 4*hour) ||
		picking.Fits(picking.Times[0].From.Add(-time.Minute), hour) {
		t.Error("what fits is wrong")
	}
}
