package tools_test

import (
	"fmt"
	"strings"
	"testing"

	"litmus/models"
)

// Tools leave out who is away and say so, and never why: explain_slot, a plan that names them, and "any" (T1, T4, T7).
func TestToolsOfWhoIsAway(t *testing.T) {
	t.Parallel()
	w := openFree(t)
	bram, ilse := w.Ours.Rows["$bram"], w.Ours.Rows["$ilse"]
	// kept in the dashboard, so that it is entered there
	if err := w.Team.TakeOver(t.Context(), models.By{}, w.Ours.Organization, models.SubjectPerson, bram); err != nil {
		t.Fatal(err)
	}
	if err := w.Availability.EnterAbsence(t.Context(), models.By{}, w.Ours.Organization, bram,
		models.Absence{First: "2031-03-09",
			Last: "2031-03-10", Reason: "Skiing in Davos"}); err != nil {
		t.Fatal(err)
	}
	explained := w.call("explain_slot", `{"posting_id":"$posting","round_id":"$round","interviewer_emails":["$bram"],
		"start_at":"2031-03-09T15:00:00Z"}`, w.Key).done()
	var why struct {
		Interviewers []struct{ Reason, Explanation string }
	}
	explained.value(&why)
	if says := fmt.Sprint(why); len(why.Interviewers) != 1 || why.Interviewers[0].Reason != "away" ||
		!strings.Contains(says, "is away from Sun 9 Mar") || strings.Contains(says, "Skiing") {
		t.Errorf("explain_slot says %s", says)
	}
	if p := w.plan("book_interview", anybodyArguments, w.Key); p.Plan.After.InterviewerEmail != ilse {
		t.Errorf("whoever is free is %s, want Ilse", p.Plan.After.InterviewerEmail)
	}
	named := strings.Replace(anybodyArguments, `"any"`, `"$bram"`, 1)
	p := w.plan("book_interview", named, w.Key)
	done := w.call("book_interview", w.with(named, p.PlanID), w.Key).done()
	var booked struct{ Warnings []models.Warning }
	done.value(&booked)
	if says := fmt.Sprint(booked); !strings.Contains(says, "interviewer_away") || strings.Contains(says, "Skiing") {
		t.Errorf("the booking of somebody who is away says %s", says)
	}
	if got := done.text("interview", "interviewer_email"); got != bram {
		t.Errorf("booked with %q, want Bram", got)
	}
}
