package booking_test

import (
	"testing"
	"time"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/desk"
)

func TestDecideNoShow(t *testing.T) { // D11
	t.Parallel()
	named := func(i models.Interview) models.Interview { i.InterviewerEmail = desk.Ann; return i }
	begun, before := desk.Mon(15, 0), desk.Mon(14, 59)
	marked := named(desk.Scheduled())
	marked.NoShow, marked.NoShowNote = models.NoShowCandidate, "ill"
	canceled := named(desk.Scheduled())
	canceled.CanceledAt = desk.Ptr(desk.Thu)
	markedThenCanceled := marked
	markedThenCanceled.CanceledAt = desk.Ptr(desk.Mon(16, 0))
	candidate := booking.NoShow{Who: models.NoShowCandidate, Note: "ill"}
	interviewer := booking.NoShow{Who: models.NoShowInterviewer}
	back := booking.NoShow{Seen: models.NoShowCandidate}
	for name, c := range map[string]struct {
		i       models.Interview
		o       booking.NoShow
		now     time.Time
		want    string // who did not come, then
		changed bool
		refused bool
	}{
		"the candidate, from the start on":      {desk.Scheduled(), candidate, begun, "candidate", true, false},
		"the interviewer":                       {named(desk.Scheduled()), interviewer, begun, "interviewer", true, false},
		"once more":                             {marked, candidate, begun, "candidate", false, false},
		"it is taken back":                      {marked, back, begun, "", true, false},
		"it is taken back once more":            {named(desk.Scheduled()), back, begun, "", false, false},
		"it is taken back after a cancellation": {markedThenCanceled, back, desk.Mon(17, 0), "", true, false},

		"before the start":                   {named(desk.Scheduled()), candidate, before, "", false, true},
		"an interview that is canceled":      {canceled, candidate, begun, "", false, true},
		"a link that nobody opened":          {desk.External(), candidate, begun, "", false, true},
		"an interviewer where none is named": {desk.Scheduled(), interviewer, begun, "", false, true},
		"the other one, over a mark":         {marked, interviewer, begun, "candidate", false, true},
		"another note, over a mark": {marked, booking.NoShow{Who: models.NoShowCandidate}, begun, "candidate", false,
			true},
		"a mark that the form did not show is taken back": {marked, booking.NoShow{Seen: models.NoShowInterviewer}, begun,
			"candidate", false, true},
	} {
		got, changed, err := booking.DecideNoShow(c.i, c.o, c.now)
		if got.NoShow != c.want || changed != c.changed || (models.KindOf(err) == models.Conflict) != c.refused {
			t.Errorf("%s: %q, changed %t, %v", name, got.NoShow, changed, err)
		}
		if got.Revision != c.i.Revision || !got.UpdatedAt.Equal(c.i.UpdatedAt) {
			t.Errorf("%s: a workflow would wake for revision %d", name, got.Revision)
		}
		can := booking.ActionsOf(c.i, c.now)
		if c.o.Who == models.NoShowCandidate && c.i.NoShow == "" && can.MarkNoShow != c.changed {
			t.Errorf("%s: the page offers it: %t", name, can.MarkNoShow)
		}
	}
	if _, err := booking.ParseNoShow(booking.NoShow{Who: "recruiter"}); models.KindOf(err) != models.Invalid {
		t.Errorf("a recruiter: %v", err)
	}
}

// TestNoShowIsOfOneSession: a mark goes with the start that it is about, and one of the interviewer with them.
func TestNoShowIsOfOneSession(t *testing.T) {
	t.Parallel()
	i := desk.Scheduled()
	i.NoShow, i.NoShowNote = models.NoShowCandidate, "ill"
	i.SetStart(i.StartsAt, time.Minute)
	if i.NoShow == "" {
		t.Error("the same start takes the mark away")
	}
	if i.SetStart(desk.Mon(16, 0), 0); i.NoShow != "" || i.NoShowNote != "" {
		t.Errorf("another start leaves %q, %q", i.NoShow, i.NoShowNote)
	}
	for who, want := range map[string]string{models.NoShowCandidate: models.NoShowCandidate,
		models.NoShowInterviewer: ""} {
		i := desk.Scheduled()
		i.InterviewerEmail, i.NoShow = desk.Ann, who
		i, _, err := booking.DecideReassign(booking.ReassignFacts{Interview: i}, desk.Bob, models.DefaultPolicy,
			desk.Mon(15, 5))
		if err != nil || i.NoShow != want {
			t.Errorf("with another interviewer %q becomes %q, %v", who, i.NoShow, err)
		}
	}
}
