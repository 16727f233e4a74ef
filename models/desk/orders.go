package desk

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/timetable"
)

// BookingIDs are the ids that a booking of [Decide] gives.
var BookingIDs = models.IDs{Interview: "int_new", Candidate: "cand_new"}

// Facts describe an open posting with a bookable round of an hour, and nothing that would refuse a booking.
func Facts() booking.Facts {
	return booking.Facts{
		Organization: models.Organization{ID: "org_1", TimeZone: "America/New_York"},
		Admins:       []string{"root@acme.example"},
		Posting:      &models.Posting{OrgID: "org_1", ID: "post_1", Status: models.StatusOpen},
		Round: &models.Round{OrgID: "org_1", ID: "rnd_1", PostingID: "post_1", TrackID: "trk_1", AssessmentID: "asm_1",
			Type: models.StepAssessment, DeliveryMode: models.DeliverySync,
			DurationMinutes: 60, Bookable: true, FallbackRecipients: []string{Gus, Fay, Gus}},
	}
}

// Known is a candidate for the round's assessment.
func Known() *models.Candidate {
	return &models.Candidate{OrgID: "org_1", ID: "cand_1", PostingID: "post_1", AssessmentID: "asm_1", TrackID: "trk_1",
		Email: Cleo, State: models.CandidateInvited}
}

// Order is a booking of Cleo with Ann at three.
func Order() booking.Order {
	return booking.Order{PostingID: "post_1", RoundID: "rnd_1", CandidateEmail: Cleo, Start: Mon(15, 0),
		InterviewerEmail: Ann}
}

// Decide decides the order on Thursday and fails the test if it is refused.
func Decide(t *testing.T, o booking.Order, f booking.Facts) booking.Booking {
	t.Helper()
	b, err := booking.Decide(o, f, models.DefaultPolicy, BookingIDs, Thu)
	if err != nil {
		t.Fatalf("refused: %v", err)
	}
	return b
}

// Codes are the codes of warnings.
func Codes(ws []models.Warning) (out []string) {
	for _, w := range ws {
		out = append(out, w.Code)
	}
	return out
}

// SaySlots formats slots as "15:00 2 ann bob".
func SaySlots(slots []timetable.Slot) string {
	var out []string
	for _, s := range slots {
		one := fmt.Sprintf("%s %d", s.StartAt.Format("15:04"), s.Capacity)
		for _, e := range s.InterviewerEmails {
			name, _, _ := strings.Cut(e, "@")
			one += " " + name
		}
		out = append(out, one)
	}
	return strings.Join(out, ", ")
}

// Invitee is a candidate of the round who was invited on Thursday.
func Invitee() *models.Candidate {
	c := Known()
	c.InvitedAt, c.InviteExpiresAt = Ptr(Thu), Ptr(Thu.AddDate(0, 0, 14))
	return c
}

// PickFacts describe an invited candidate. Ann and Bob offer 15:00, and Bob also 16:00.
func PickFacts() booking.Facts {
	f := Facts()
	f.Organization.RescheduleMax, f.Organization.RescheduleCutoffHours = 2, 12
	f.Candidate = Invitee()
	f.Available = timetable.Availability{Interviewers: []timetable.Available{
		{Email: Bob, Painted: []time.Time{Mon(15, 0), Mon(16, 0)}},
		{Email: Ann, Painted: []time.Time{Mon(15, 0)}},
	}}
	f.Links = map[string]booking.InterviewerLinks{Ann: {Person: "https://meet.example/ann"},
		Bob: {Posting: "https://meet.example/bob-posting", Person: "https://meet.example/bob"}}
	return f
}
