package cli

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/effect"
)

func TestInterviewsShow(t *testing.T) {
	t.Parallel()
	x := northwind(t)
	b := x.booked()
	id, candidate, interviewer := b.Interview.ID, "robin@candidate.example", "ilse@northwind.example"
	const link = "https://meet.northwind.example/ilse"

	var got shown
	x.mustJSON(&got, "interviews", "show", id)
	var due, owed []string
	for _, m := range got.Timeline {
		due = append(due, models.FormatInstant(m.At)+" "+m.Kind)
	}
	same(t, "the timeline", due, []string{"2032-02-29T15:00:00.000Z reminder_24h",
		"2032-03-01T14:00:00.000Z reminder_1h", "2032-03-01T16:00:00.000Z window_ends"})
	for _, e := range got.Owed {
		owed = append(owed, e.State+" "+e.Kind+" "+e.Target)
		if e.Name == "" || strings.Contains(e.Name, "@") {
			t.Errorf("%s is %q in Temporal, want a name without an address", e.Target, e.Name)
		}
	}
	same(t, "what is owed", owed, []string{"owed confirmation mail:candidate:" + candidate,
		"owed briefing mail:interviewer:" + interviewer})
	got.Timeline, got.Owed = nil, nil
	start, made := "2032-03-01T15:00:00.000Z", "2032-02-02T12:00:00.000Z"
	same(t, "the interview", got, shown{ID: id, Status: models.StatusScheduled, Organization: x.ids.Organization,
		PostingID: b.Interview.PostingID, RoundID: b.Interview.RoundID, Candidate: candidate, Interviewer: interviewer,
		BriefedInstead: got.BriefedInstead, ScheduledStartAt: &start, DurationMinutes: 60, MeetingLink: link,
		LinkSource: b.Interview.LinkSource, CreatedAt: made, UpdatedAt: made, Revision: b.Interview.Revision,
		Workflow: "interview/" + id, Effects: []shownEffect{}, Approved: true})

	text := x.must("interviews", "show", id)
	for name, want := range map[string]string{
		"interview":               id,
		"status":                  "scheduled",
		"start":                   "2032-03-01 16:00:00 CET",
		"duration":                "60 minutes, indefinite false",
		"candidate":               candidate,
		"interviewer":             interviewer,
		"meeting link":            link + " " + b.Interview.LinkSource,
		"call ended":              "-",
		"canceled":                "-",
		"workflow":                "interview/" + id,
		"2032-03-01 17:00:00 CET": "window_ends",
	} {
		if cells := line(t, text, name); !slices.Equal(cells, []string{want}) {
			t.Errorf("%s is %q, want %q", name, cells, want)
		}
	}
	utc := line(t, x.must("interviews", "show", id, "--utc"), "start")
	if !slices.Equal(utc, []string{"2032-03-01 15:00:00 UTC"}) {
		t.Errorf("with --utc the start is %q", utc)
	}
	if cells := line(t, text, "confirmation", "owed"); !slices.Contains(cells, "mail:candidate:"+candidate) {
		t.Errorf("the confirmation is shown as %q", cells)
	}
}

// What was attempted is shown with its state, its tries and its last error, and is not shown as owed again.
func TestInterviewsShow_effects(t *testing.T) {
	t.Parallel()
	x := northwind(t)
	b := x.booked()
	s, _ := x.open()
	acct, err := s.Effects.InterviewLedger(t.Context(), models.Ref{OrgID: b.Interview.OrgID, ID: b.Interview.ID})
	must(t, err)
	for _, e := range effect.Owed(acct.Interview, acct.CandidateEmail, nil, models.DefaultPolicy, noon) {
		entry := effect.EntryOf(acct.Interview, e)
		switch e.Kind {
		case effect.LetterConfirmation:
			x.attempted(entry, acct.Interview.Revision, effect.Failed, func(e *effect.Entry) {
				e.Code, e.Detail, e.Permanent = "smtp_550", "mailbox unavailable", true
			})
		case effect.LetterBriefing:
			x.attempted(entry, acct.Interview.Revision, effect.Done)
		}
	}
	var got shown
	x.mustJSON(&got, "interviews", "show", b.Interview.ID)
	var effects []string
	for _, e := range got.Effects {
		effects = append(effects, fmt.Sprintf("%s %s, try %d, revision %d, at %s: %s",
			e.Kind, e.State, e.Tries, e.Revision, e.At, e.LastError))
	}
	slices.Sort(effects)
	if want := []string{"briefing done, try 1, revision 1, at 2032-02-02T12:00:00.000Z: ",
		"confirmation failed (given up), try 1, revision 1, at 2032-02-02T12:00:00.000Z: smtp_550: mailbox unavailable",
	}; !slices.Equal(effects, want) || len(got.Owed) != 0 {
		t.Errorf("the effects are %q, and owed is %+v; want %q and nothing", effects, got.Owed, want)
	}
	text := x.must("interviews", "show", b.Interview.ID)
	if cells := line(t, text, "confirmation", "failed (given up)", "1", "1"); !slices.Contains(cells,
		"smtp_550: mailbox unavailable") {
		t.Errorf("the confirmation is shown as %q", cells)
	}
}

func TestInterviewsShow_notApproved(t *testing.T) {
	t.Parallel()
	x := newTerminal(t)
	x.apply(x.example("  approved: true\n", "  approved: false\n"))
	id := x.booked().Interview.ID
	if got := line(t, x.must("interviews", "show", id), "organization"); !slices.Equal(got, []string{notApproved}) {
		t.Errorf("the organization is %q, want %q", got, notApproved)
	}
}

func TestInterviewsEndCall(t *testing.T) {
	t.Parallel()
	x := northwind(t)
	id, unused := x.booked().Interview.ID, x.booked(external, func(o *booking.Order) {
		o.CandidateEmail = "casey@candidate.example"
	}).Interview.ID
	x.clock.Set(time.Date(2032, 3, 1, 15, 40, 0, 0, time.UTC))
	const at = "2032-03-01T15:40:00.000Z"
	x.prints("the call of "+id+" ended at "+at+"\n", "interviews", "end-call", id)
	x.clock.Set(x.clock.Now().Add(time.Minute))
	x.prints("the call of "+id+" had ended at "+at+"\n", "interviews", "end-call", id)
	var got shown
	x.mustJSON(&got, "interviews", "show", id)
	if got.Status != models.StatusCompleted || got.CallEndedAt == nil || *got.CallEndedAt != at ||
		len(got.Timeline) != 0 {
		t.Errorf("then it is %s, ended at %v, with the timeline %v", got.Status, got.CallEndedAt, got.Timeline)
	}
	x.refused(exitFailed, "interview "+unused+" is expired; it has no call to end", "interviews", "end-call", unused)
	for _, command := range []string{"show", "end-call"} {
		x.refused(exitFailed, `interview "int_x" not found`, "interviews", command, "int_x")
	}
}
