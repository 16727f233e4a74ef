package history

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/desk"
	"litmus/models/timetable"
)

// told returns what a change says to somebody in Berlin who reads it in that November.
func told(c models.Change) string {
	return Words(c, models.Location("Europe/Berlin"), time.Date(2031, 11, 10, 9, 0, 0, 0, time.UTC))
}

func TestChangeWords(t *testing.T) { // D4
	t.Parallel()
	at := time.Date(2031, 11, 3, 13, 2, 0, 0, time.UTC)
	start := func(day, hour int) *time.Time { s := time.Date(2031, 11, day, hour, 0, 0, 0, time.UTC); return &s }
	mira := models.Actor{Kind: models.ActorMember, ID: "mira@acme.example", Name: "Mira"}
	moved := models.Change{At: at, Actor: mira, Kind: models.ChangeMoved,
		Details: models.ChangedAt(models.FieldStart, start(3, 13), start(4, 14))}
	for name, c := range map[string]struct {
		c    models.Change
		want string
	}{
		"as D4 says it": {moved, "moved from Mon 3 Nov 14:00 CET to Tue 4 Nov 15:00 CET by Mira, 3 Nov 14:02 CET"},
		"with more that differs": {models.Change{At: at, Actor: mira, Kind: models.ChangeReplaced,
			Details: append(models.ChangedAt(models.FieldStart, start(3, 13), start(4, 14)),
				models.Changed(models.FieldDuration, "45", "60")...)},
			"booked anew from Mon 3 Nov 14:00 CET to Tue 4 Nov 15:00 CET: duration from 45 minutes to 60 minutes by " +
				"Mira, 3 Nov 14:02 CET"},
		"a first value": {models.Change{At: at, Actor: models.Actor{Kind: models.ActorKey, ID: "key_1", Name: "ci"}, Kind: models.ChangeBooked,
			Details: append(models.ChangedAt(models.FieldStart, nil, start(4, 14)),
				models.Changed(models.FieldInterviewer, "", desk.Ann)...)},
			"booked for Tue 4 Nov 15:00 CET: interviewer ann@acme.example by key ci, 3 Nov 14:02 CET"},
		"another year, in summer time": {models.Change{At: at.AddDate(-1, -4, 0), Kind: models.ChangeStarted,
			Actor: models.Actor{Kind: models.ActorCandidate, Name: "Cleo"}},
			"assessment started by candidate Cleo, 3 Jul 2030 15:02 CEST"},
		"a value that is removed": {models.Change{At: at, Actor: models.Actor{Kind: models.ActorService}, Kind: models.ChangeReplaced,
			Details: models.ChangedAt(models.FieldStart, start(3, 13), nil)},
			"booked anew: start removed, was Mon 3 Nov 14:00 CET by Litmus, 3 Nov 14:02 CET"},
		"values that are not kept": {models.Change{At: at, Actor: models.Actor{Kind: models.ActorFile}, Kind: models.ChangeEdited,
			Details: slices.Concat(models.Changed(models.FieldMeetingLink, "https://meet.example/a",
				"https://meet.example/b"), models.Changed(models.FieldNotes, "", "good"), models.Changed(models.FieldRecording, "{}", ""))},
			"edited: meeting link changed; interviewer's notes set; recording removed by the organization file, " +
				"3 Nov 14:02 CET"},
		"texts, flags and unknown words": {models.Change{At: at, Actor: models.Actor{Kind: models.ActorOperator}, Kind: "made_up",
			Details: slices.Concat(models.Changed(models.FieldTitle, `a "b"`, "c"),
				models.Changed("ready", "true", "false"), models.Changed("ready", "false", "true"), models.Changed("odd_thing", "1", "2"))},
			`made up: title from "a \"b\"" to "c"; no longer ready for invitations; ready for invitations; ` +
				"odd thing from 1 to 2 by an operator, 3 Nov 14:02 CET"},
		"stored values in words": {models.Change{At: at, Actor: models.Actor{Kind: models.ActorService}, Kind: models.ChangeEdited,
			Details: slices.Concat(models.Changed(models.FieldState, models.CandidateInProgress,
				models.CandidateSubmitted), models.Changed("type", "full_time", "working_student"), models.Changed("delivery_mode", "", models.DeliveryAsync))},
			"edited: state from in progress to handed in; type from full-time to working student; delivery mode " +
				"take-home by Litmus, 3 Nov 14:02 CET"},
		"why a calendar broke": {models.Change{At: at, Actor: models.Actor{Kind: models.ActorService}, Kind: models.ChangeBroken,
			Details: models.Changed(models.FieldCode, "", "caldav_401")},
			"broke: the calendar's server refuses the user name or the password by Litmus, 3 Nov 14:02 CET"},
		"a part": {models.Change{At: at, Actor: models.Actor{Kind: models.ActorMember, ID: desk.Bob}, Kind: models.ChangeSlotsPainted,
			Details: []models.Detail{{Field: models.FieldSlots, Of: desk.Ann, Before: "2", After: "3"}, {Field: models.FieldSlots, Of: desk.Bob, Before: "", After: "1"}}},
			"slots changed: ann@acme.example: 2 slots removed, 3 slots added; bob@acme.example: 1 slot added by " +
				"bob@acme.example, 3 Nov 14:02 CET"},
	} {
		if got := told(c.c); got != c.want {
			t.Errorf("%s: got  %s\nwant %s", name, got, c.want)
		}
	}
	t.Run("in a zone without an abbreviation", func(t *testing.T) {
		const want = "moved from Mon 3 Nov 18:45 UTC+05:45 to Tue 4 Nov 19:45 UTC+05:45"
		if got := Did(moved, models.Location("Asia/Kathmandu"), at); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	})
	t.Run("every act and field has words", func(t *testing.T) {
		for what := range phrases {
			if said := Did(models.Change{Kind: what}, time.UTC, at); said == "" || strings.Contains(said, "_") {
				t.Errorf("%s is told as %q", what, said)
			}
		}
		for field, f := range fields {
			if f.words == "" && f.is != asCode || strings.Contains(f.words, "_") {
				t.Errorf("field %s is %q in words", field, f.words)
			}
		}
	})
}

func TestInterviewChange(t *testing.T) { // D4
	t.Parallel()
	words := func(c models.Change) string {
		if c.Subject != models.SubjectInterview || c.SubjectID == "" || c.At.IsZero() {
			t.Errorf("the change is %+v", c)
		}
		return Did(c, time.UTC, desk.Thu)
	}
	i := desk.Scheduled()
	i.InterviewerEmail, i.MeetingLink, i.LinkSource = desk.Ann, "https://meet.example/ann", models.LinkFromPerson
	now := desk.Thu.Add(time.Hour)
	for name, c := range map[string]struct {
		change func() models.Change
		want   string
	}{
		"a booking": {func() models.Change { return models.InterviewChange(models.ChangeBooked, models.Interview{}, i) },
			"booked for Mon 3 Mar 15:00 UTC: interviewer ann@acme.example; meeting link set"},
		"another interviewer": {func() models.Change {
			after, _, err := booking.DecideReassign(booking.ReassignFacts{Interview: i}, desk.Bob, models.DefaultPolicy,
				now)
			if err != nil {
				t.Error(err)
			}
			return models.InterviewChange(models.ChangeReassigned, i, after)
		}, "interviewer changed from ann@acme.example to bob@acme.example: meeting link removed"},
		"a cancellation": {func() models.Change {
			after, _ := booking.DecideCancel(i, now)
			return models.InterviewChange(models.ChangeCanceled, i, after)
		}, "canceled"},
		"the end of a call, reported later": {func() models.Change {
			after, _ := booking.DecideCallEnded(i, desk.Mon(15, 40), desk.Mon(15, 50))
			return models.InterviewChange(models.ChangeCallReported, i, after)
		}, "end of the call reported for Mon 3 Mar 15:40 UTC"},
	} {
		if got := words(c.change()); got != c.want {
			t.Errorf("%s: got  %s\nwant %s", name, got, c.want)
		}
	}
	t.Run("a reason is told whole, with who may know it, and left out on demand", func(t *testing.T) {
		long := strings.Repeat("Ann is ill. ", 41) + "So."
		for to, want := range map[models.Audience]string{
			models.AudienceTeam:      "canceled: for the team only: “" + long + "”",
			models.AudienceCandidate: "canceled: for the candidate too: “" + long + "”",
		} {
			act := booking.CancelBecause(&models.Reason{Text: long, Audience: to})
			after, _, _ := act.Decide(i, models.DefaultPolicy, now)
			c := models.InterviewChange(models.ChangeCanceled, i, after)
			if got := words(c); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			if got := words(c.WithoutReason()); got != "canceled: a reason was given" || words(c) != want {
				t.Errorf("without it: %s, and then %s", got, words(c))
			}
			later := after
			later.Revision++
			if got := words(models.InterviewChange(models.ChangeCallEnded, after, later)); got != "call ended" {
				t.Errorf("a later change says %s", got)
			}
		}
	})
	t.Run("a session by link", func(t *testing.T) {
		d := desk.New(t)
		d.Book(desk.Mon(15, 0), desk.Ann, desk.Room)
		before := d.Interview
		d.BookExternal(desk.Bob)
		if got, want := words(booking.Booking{Interview: d.Interview, Replaced: true}.Changes(&before)[0]),
			"booked anew: start "+
				"removed, was Mon 3 Mar 15:00 UTC; interviewer from ann@acme.example to bob@acme.example; meeting link "+
				"changed; link ends "; !strings.HasPrefix(got, want) {
			t.Errorf("got  %s\nwant %s…", got, want)
		}
		before = d.Interview
		d.Use()
		if got := words(models.InterviewChange(models.ChangeLinkUsed, before, d.Interview)); !strings.HasPrefix(got,
			"link used at ") {
			t.Errorf("got %s", got)
		}
	})
	t.Run("a move is a replace at another start, and nothing else", func(t *testing.T) {
		d := desk.New(t)
		d.Book(desk.Mon(15, 0), desk.Ann, desk.Room)
		before := d.Interview
		d.Book(desk.Mon(17, 0), desk.Bob, d.Interview.MeetingLink)
		changes := booking.Booking{Interview: d.Interview, Replaced: true}.Changes(&before)
		if len(changes) != 1 || changes[0].Kind != models.ChangeMoved {
			t.Errorf("got %+v, want one move", changes)
		}
		before, d.Interview.RoundID = d.Interview, "rnd_2"
		if got := (booking.Booking{Interview: d.Interview,
			Replaced: true}).Changes(&before)[0].Kind; got != models.ChangeReplaced {
			t.Errorf("another round is %s", got)
		}
	})
	t.Run("a booking tells of the candidate that it makes or names", func(t *testing.T) {
		made := desk.Decide(t, desk.Order(), desk.Facts()).Changes(nil)
		if len(made) != 2 || made[1].Subject != models.SubjectCandidate || made[1].Kind != models.ChangeCreated {
			t.Errorf("got %+v", made)
		}
		o, f := desk.Order(), desk.Facts()
		o.CandidateName, f.Candidate = "Cleo", desk.Known()
		named := desk.Decide(t, o, f).Changes(nil)
		if len(named) != 2 || Did(named[1], time.UTC, desk.Thu) != `named "Cleo"` {
			t.Errorf("got %+v", named)
		}
	})
}

func TestAvailabilityChange(t *testing.T) { // D4
	t.Parallel()
	of := func(email, link string, hours ...int) timetable.InterviewerOfPosting {
		i := timetable.InterviewerOfPosting{PostingInterviewer: timetable.PostingInterviewer{Email: email,
			MeetingLink: link}}
		for _, h := range hours {
			i.Slots = append(i.Slots, desk.Mon(h, 0))
		}
		return i
	}
	named := func(i timetable.InterviewerOfPosting) timetable.InterviewerOfPosting {
		i.Named = true
		return i
	}
	for name, c := range map[string]struct {
		before, after []timetable.InterviewerOfPosting
		want          string
	}{
		"nothing": {[]timetable.InterviewerOfPosting{of(desk.Ann, "", 9)}, []timetable.InterviewerOfPosting{of(desk.Ann, "", 9)}, ""},
		"painted": {[]timetable.InterviewerOfPosting{of(desk.Ann, "", 9, 10)}, []timetable.InterviewerOfPosting{of(desk.Ann, "", 10, 11, 12)},
			"slots changed: ann@acme.example: 1 slot removed, 2 slots added"},
		"assigned by painting": {nil, []timetable.InterviewerOfPosting{of(desk.Bob, "https://meet.example/b", 9)},
			"interviewers changed: bob@acme.example interviews here now; bob@acme.example: meeting link set; " +
				"bob@acme.example: 1 slot added"},
		"named": {nil, []timetable.InterviewerOfPosting{named(of(desk.Bob, ""))},
			"interviewers changed: bob@acme.example interviews here now, and is a member by that"},
		"named after they were painted for": {[]timetable.InterviewerOfPosting{of(desk.Bob, "", 9)},
			[]timetable.InterviewerOfPosting{named(of(desk.Bob, "", 9))},
			"interviewers changed: bob@acme.example is named as an interviewer now, and a member by that"},
		"not named any more": {[]timetable.InterviewerOfPosting{named(of(desk.Bob, ""))}, []timetable.InterviewerOfPosting{of(desk.Bob, "")},
			"interviewers changed: bob@acme.example is no longer named as an interviewer, and no member by that"},
		"not assigned any more": {[]timetable.InterviewerOfPosting{of(desk.Bob, "", 9)}, nil,
			"interviewers changed: bob@acme.example does not interview here any more"},
	} {
		got, changed := timetable.AvailabilityChange("post_1", c.before, c.after)
		if changed != (c.want != "") || changed && Did(got, time.UTC, desk.Thu) != c.want {
			t.Errorf("%s: got %t, %s; want %q", name, changed, Did(got, time.UTC, desk.Thu), c.want)
		}
	}
}

func TestCalendarChange(t *testing.T) { // A break that admins are told of, and its end
	t.Parallel()
	c := timetable.Connection{OrgID: "org_1", ID: "cal_1"}
	step := func(want models.ChangeKind, next timetable.Connection) {
		t.Helper()
		got, changed := timetable.CalendarChange(c, next)
		if got.Kind != want || changed != (want != "") {
			t.Errorf("got %q, %t; want %q", got.Kind, changed, want)
		}
		c = next
	}
	step("", c.AfterSync(desk.Thu, desk.Thu.AddDate(0, 0, 1), ""))
	failing := timetable.SyncFailure{Code: "ics_503"}
	step("", c.AfterFailure(desk.Thu.Add(time.Minute), failing))
	step("", c.AfterSync(desk.Thu.Add(2*time.Minute), desk.Thu.AddDate(0, 0, 1), ""))
	step("", c.AfterFailure(desk.Thu.Add(3*time.Minute), failing))
	step(models.ChangeBroken, c.AfterFailure(desk.Thu.Add(3*time.Minute+timetable.BrokenAfter), failing))
	step("", c.AfterFailure(desk.Thu.Add(time.Hour), failing))
	step(models.ChangeBroken, c.AfterFailure(desk.Thu.Add(2*time.Hour),
		timetable.SyncFailure{Code: "ics_401", Revoked: true}))
	step(models.ChangeHealed, c.AfterSync(desk.Thu.Add(3*time.Hour), desk.Thu.AddDate(0, 0, 1), ""))
	step("", c.AfterSync(desk.Thu.Add(4*time.Hour), desk.Thu.AddDate(0, 0, 1), ""))
}

func TestDetailsAreBounded(t *testing.T) {
	t.Parallel()
	var c models.Change
	for n := range 100 {
		c.Details = append(c.Details, models.ChangedIn(models.FieldTitle, fmt.Sprint(n), "",
			strings.Repeat("é", 300))...)
	}
	got := c.Within().Details
	if len(got) != models.MaxDetails || got[models.MaxDetails-1] != (models.Detail{Field: models.FieldFurther,
		After: "41"}) {
		t.Errorf("%d details, the last %+v", len(got), got[len(got)-1])
	}
	if n := len([]rune(got[0].After)); n != models.MaxDetailRunes {
		t.Errorf("a value has %d characters", n)
	}
	few := models.Change{Details: c.Details[:models.MaxDetails]}
	if got := few.Within().Details; len(got) != models.MaxDetails ||
		got[models.MaxDetails-1].Field != models.FieldTitle {
		t.Errorf("as many as fit: the last is %+v", got[len(got)-1])
	}
}
