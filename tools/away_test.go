package tools_test

import (
	"testing"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/timetable"
)

// Tools leave out who is away and say so, and never why: explain_slot, a plan that names them, and "any" (T1, T4, T7).
func TestToolsOfWhoIsAway(t *testing.T) {
	t.Parallel()
	w := openFree(t)
	bram, ilse := w.Ours.Rows["$bram"], w.Ours.Rows["$ilse"]
	// kept in the dashboard, so that it is entered there
	w.Must(w.Team.TakeOver(ctx, act.By{}, w.Ours.Organization, models.SubjectPerson, bram))
	w.Must(w.Availability.EnterAbsence(ctx, act.By{}, w.Ours.Organization, bram,
		timetable.Absence{First: "2031-03-09", Last: "2031-03-10", Reason: "Skiing in Davos"}))
	why := w.call("explain_slot", `{"posting_id":"$posting","round_id":"$round","interviewer_emails":["$bram"],
		"start_at":"2031-03-09T15:00:00Z"}`, w.Key)
	why.shows(`"reason":"away"`, "is away from Sun 9 Mar")
	why.hides("Skiing")
	if p := w.plan("book_interview", anybodyArguments, w.Key); p.Plan.After.InterviewerEmail != ilse {
		t.Errorf("whoever is free is %s, want Ilse", p.Plan.After.InterviewerEmail)
	}
	done := w.commit("book_interview", w.Ours.Fill(free(`"any"`, `"$bram"`)))
	done.shows("interviewer_away")
	done.hides("Skiing")
	if got := done.text("interview", "interviewer_email"); got != bram {
		t.Errorf("booked with %q, want Bram", got)
	}
}
