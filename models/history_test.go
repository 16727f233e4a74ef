package models

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// told returns what a change says to somebody in Berlin who reads it in that November.
func told(c Change) string {
	return c.Words(Location("Europe/Berlin"), time.Date(2031, 11, 10, 9, 0, 0, 0, time.UTC))
}

func TestChangeWords(t *testing.T) { // D4
	t.Parallel()
	at := time.Date(2031, 11, 3, 13, 2, 0, 0, time.UTC)
	start := func(day, hour int) *time.Time { s := time.Date(2031, 11, day, hour, 0, 0, 0, time.UTC); return &s }
	mira := Actor{Kind: ActorMember, ID: "mira@acme.example", Name: "Mira"}
	moved := Change{At: at, Actor: mira, Kind: ChangeMoved, Details: ChangedAt(FieldStart, start(3, 13), start(4, 14))}
	for name, c := range map[string]struct {
		c    Change
		want string
	}{
		"as D4 says it": {moved, "moved from Mon 3 Nov 14:00 CET to Tue 4 Nov 15:00 CET by Mira, 3 Nov 14:02 CET"},
		"with more that differs": {Change{At: at, Actor: mira, Kind: ChangeReplaced,
			Details: append(ChangedAt(FieldStart, start(3, 13), start(4, 14)), Changed(FieldDuration, "45", "60")...)},
			"booked anew from Mon 3 Nov 14:00 CET to Tue 4 Nov 15:00 CET: duration from 45 minutes to 60 minutes by " +
				"Mira, 3 Nov 14:02 CET"},
		"a first value": {Change{At: at, Actor: Actor{Kind: ActorKey, ID: "key_1", Name: "ci"}, Kind: ChangeBooked,
			Details: append(ChangedAt(FieldStart, nil, start(4, 14)), Changed(FieldInterviewer, "", ann)...)},
			"booked for Tue 4 Nov 15:00 CET: interviewer ann@acme.example by key ci, 3 Nov 14:02 CET"},
		"another year, in summer time": {Change{At: at.AddDate(-1, -4, 0), Kind: ChangeStarted,
			Actor: Actor{Kind: ActorCandidate, Name: "Cleo"}},
			"assessment started by candidate Cleo, 3 Jul 2030 15:02 CEST"},
		"a value that is removed": {Change{At: at, Actor: Actor{Kind: ActorService}, Kind: ChangeReplaced,
			Details: ChangedAt(FieldStart, start(3, 13), nil)},
			"booked anew: start removed, was Mon 3 Nov 14:00 CET by Litmus, 3 Nov 14:02 CET"},
		"values that are not kept": {Change{At: at, Actor: Actor{Kind: ActorFile}, Kind: ChangeEdited,
			Details: slices.Concat(Changed(FieldMeetingLink, "https://meet.example/a", "https://meet.example/b"),
				Changed(FieldNotes, "", "good"), Changed(FieldRecording, "{}", ""))},
			"edited: meeting link changed; interviewer's notes set; recording removed by the organization file, " +
				"3 Nov 14:02 CET"},
		"texts, flags and unknown words": {Change{At: at, Actor: Actor{Kind: ActorOperator}, Kind: "made_up",
			Details: slices.Concat(Changed(FieldTitle, `a "b"`, "c"), Changed("ready", "true", "false"),
				Changed("ready", "false", "true"), Changed("odd_thing", "1", "2"))},
			`made up: title from "a \"b\"" to "c"; no longer ready for invitations; ready for invitations; ` +
				"odd thing from 1 to 2 by an operator, 3 Nov 14:02 CET"},
		"stored values in words": {Change{At: at, Actor: Actor{Kind: ActorService}, Kind: ChangeEdited,
			Details: slices.Concat(Changed(FieldState, CandidateInProgress, CandidateSubmitted),
				Changed("type", "full_time", "working_student"), Changed("delivery_mode", "", DeliveryAsync))},
			"edited: state from in progress to handed in; type from full-time to working student; delivery mode " +
				"take-home by Litmus, 3 Nov 14:02 CET"},
		"why a calendar broke": {Change{At: at, Actor: Actor{Kind: ActorService}, Kind: ChangeBroken,
			Details: Changed(FieldCode, "", "caldav_401")},
			"broke: the calendar's server refuses the user name or the password by Litmus, 3 Nov 14:02 CET"},
		"a part": {Change{At: at, Actor: Actor{Kind: ActorMember, ID: bob}, Kind: ChangeSlotsPainted,
			Details: []Detail{{FieldSlots, ann, "2", "3"}, {FieldSlots, bob, "", "1"}}},
			"slots changed: ann@acme.example: 2 slots removed, 3 slots added; bob@acme.example: 1 slot added by " +
				"bob@acme.example, 3 Nov 14:02 CET"},
	} {
		if got := told(c.c); got != c.want {
			t.Errorf("%s: got  %s\nwant %s", name, got, c.want)
		}
	}
	t.Run("in a zone without an abbreviation", func(t *testing.T) {
		const want = "moved from Mon 3 Nov 18:45 UTC+05:45 to Tue 4 Nov 19:45 UTC+05:45"
		if got := moved.Did(Location("Asia/Kathmandu"), at); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	})
	t.Run("every act and field has words", func(t *testing.T) {
		for what, a := range acts {
			if said := (Change{Kind: what}).Did(time.UTC, at); said == "" || strings.Contains(said, "_") {
				t.Errorf("%s is told as %q", what, said)
			}
			if _, known := fields[a.lead]; a.lead != "" && !known {
				t.Errorf("%s begins with the unknown field %s", what, a.lead)
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
	words := func(c Change) string {
		if c.Subject != SubjectInterview || c.SubjectID == "" || c.At.IsZero() {
			t.Errorf("the change is %+v", c)
		}
		return c.Did(time.UTC, thu)
	}
	i := scheduled()
	i.InterviewerEmail, i.MeetingLink, i.LinkSource = ann, "https://meet.example/ann", LinkFromPerson
	now := thu.Add(time.Hour)
	for name, c := range map[string]struct {
		change func() Change
		want   string
	}{
		"a booking": {func() Change { return InterviewChange(ChangeBooked, Interview{}, i) },
			"booked for Mon 3 Mar 15:00 UTC: interviewer ann@acme.example; meeting link set"},
		"another interviewer": {func() Change {
			after, _, err := DecideReassign(ReassignFacts{Interview: i}, bob, DefaultPolicy, now)
			if err != nil {
				t.Error(err)
			}
			return InterviewChange(ChangeReassigned, i, after)
		}, "interviewer changed from ann@acme.example to bob@acme.example: meeting link removed"},
		"a cancellation": {func() Change {
			after, _ := DecideCancel(i, now)
			return InterviewChange(ChangeCanceled, i, after)
		}, "canceled"},
		"the end of a call, reported later": {func() Change {
			after, _ := DecideCallEnded(i, mon(15, 40), mon(15, 50))
			return InterviewChange(ChangeCallReported, i, after)
		}, "end of the call reported for Mon 3 Mar 15:40 UTC"},
	} {
		if got := words(c.change()); got != c.want {
			t.Errorf("%s: got  %s\nwant %s", name, got, c.want)
		}
	}
	t.Run("a session by link", func(t *testing.T) {
		d := newDesk(t)
		d.book(mon(15, 0), ann, room)
		before := d.i
		d.bookExternal(bob)
		if got, want := words(Booking{Interview: d.i, Replaced: true}.Changes(&before)[0]), "booked anew: start "+
			"removed, was Mon 3 Mar 15:00 UTC; interviewer from ann@acme.example to bob@acme.example; meeting link "+
			"changed; link ends "; !strings.HasPrefix(got, want) {
			t.Errorf("got  %s\nwant %s…", got, want)
		}
		before = d.i
		d.use()
		if got := words(InterviewChange(ChangeLinkUsed, before, d.i)); !strings.HasPrefix(got, "link used at ") {
			t.Errorf("got %s", got)
		}
	})
	t.Run("a move is a replace at another start, and nothing else", func(t *testing.T) {
		d := newDesk(t)
		d.book(mon(15, 0), ann, room)
		before := d.i
		d.book(mon(17, 0), bob, d.i.MeetingLink)
		changes := Booking{Interview: d.i, Replaced: true}.Changes(&before)
		if len(changes) != 1 || changes[0].Kind != ChangeMoved {
			t.Errorf("got %+v, want one move", changes)
		}
		before, d.i.RoundID = d.i, "rnd_2"
		if got := (Booking{Interview: d.i, Replaced: true}).Changes(&before)[0].Kind; got != ChangeReplaced {
			t.Errorf("another round is %s", got)
		}
	})
	t.Run("a booking tells of the candidate that it makes or names", func(t *testing.T) {
		made := decide(t, order(), facts()).Changes(nil)
		if len(made) != 2 || made[1].Subject != SubjectCandidate || made[1].Kind != ChangeCreated {
			t.Errorf("got %+v", made)
		}
		o, f := order(), facts()
		o.CandidateName, f.Candidate = "Cleo", known()
		named := decide(t, o, f).Changes(nil)
		if len(named) != 2 || named[1].Did(time.UTC, thu) != `named "Cleo"` {
			t.Errorf("got %+v", named)
		}
	})
}

func TestAvailabilityChange(t *testing.T) { // D4
	t.Parallel()
	of := func(email, link string, hours ...int) InterviewerOfPosting {
		i := InterviewerOfPosting{PostingInterviewer: PostingInterviewer{Email: email, MeetingLink: link}}
		for _, h := range hours {
			i.Slots = append(i.Slots, mon(h, 0))
		}
		return i
	}
	named := func(i InterviewerOfPosting) InterviewerOfPosting {
		i.Named = true
		return i
	}
	for name, c := range map[string]struct {
		before, after []InterviewerOfPosting
		want          string
	}{
		"nothing": {[]InterviewerOfPosting{of(ann, "", 9)}, []InterviewerOfPosting{of(ann, "", 9)}, ""},
		"painted": {[]InterviewerOfPosting{of(ann, "", 9, 10)}, []InterviewerOfPosting{of(ann, "", 10, 11, 12)},
			"slots changed: ann@acme.example: 1 slot removed, 2 slots added"},
		"assigned by painting": {nil, []InterviewerOfPosting{of(bob, "https://meet.example/b", 9)},
			"interviewers changed: bob@acme.example interviews here now; bob@acme.example: meeting link set; " +
				"bob@acme.example: 1 slot added"},
		"named": {nil, []InterviewerOfPosting{named(of(bob, ""))},
			"interviewers changed: bob@acme.example interviews here now, and is a member by that"},
		"named after they were painted for": {[]InterviewerOfPosting{of(bob, "", 9)},
			[]InterviewerOfPosting{named(of(bob, "", 9))},
			"interviewers changed: bob@acme.example is named as an interviewer now, and a member by that"},
		"not named any more": {[]InterviewerOfPosting{named(of(bob, ""))}, []InterviewerOfPosting{of(bob, "")},
			"interviewers changed: bob@acme.example is no longer named as an interviewer, and no member by that"},
		"not assigned any more": {[]InterviewerOfPosting{of(bob, "", 9)}, nil,
			"interviewers changed: bob@acme.example does not interview here any more"},
	} {
		got, changed := AvailabilityChange("post_1", c.before, c.after)
		if changed != (c.want != "") || changed && got.Did(time.UTC, thu) != c.want {
			t.Errorf("%s: got %t, %s; want %q", name, changed, got.Did(time.UTC, thu), c.want)
		}
	}
}

func TestCalendarChange(t *testing.T) { // A break that admins are told of, and its end
	t.Parallel()
	c := Connection{OrgID: "org_1", ID: "cal_1"}
	step := func(want ChangeKind, next Connection) {
		t.Helper()
		got, changed := CalendarChange(c, next)
		if got.Kind != want || changed != (want != "") {
			t.Errorf("got %q, %t; want %q", got.Kind, changed, want)
		}
		c = next
	}
	step("", c.AfterSync(thu, thu.AddDate(0, 0, 1), ""))
	failing := SyncFailure{Code: "ics_503"}
	step("", c.AfterFailure(thu.Add(time.Minute), failing))
	step("", c.AfterSync(thu.Add(2*time.Minute), thu.AddDate(0, 0, 1), ""))
	step("", c.AfterFailure(thu.Add(3*time.Minute), failing))
	step(ChangeBroken, c.AfterFailure(thu.Add(3*time.Minute+BrokenAfter), failing))
	step("", c.AfterFailure(thu.Add(time.Hour), failing))
	step(ChangeBroken, c.AfterFailure(thu.Add(2*time.Hour), SyncFailure{Code: "ics_401", Revoked: true}))
	step(ChangeHealed, c.AfterSync(thu.Add(3*time.Hour), thu.AddDate(0, 0, 1), ""))
	step("", c.AfterSync(thu.Add(4*time.Hour), thu.AddDate(0, 0, 1), ""))
}

func TestDetailsAreBounded(t *testing.T) {
	t.Parallel()
	var c Change
	for n := range 100 {
		c.Details = append(c.Details, ChangedIn(FieldTitle, fmt.Sprint(n), "", strings.Repeat("é", 300))...)
	}
	got := c.Within().Details
	if len(got) != MaxDetails || got[MaxDetails-1] != (Detail{Field: FieldFurther, After: "41"}) {
		t.Errorf("%d details, the last %+v", len(got), got[len(got)-1])
	}
	if n := len([]rune(got[0].After)); n != maxDetailRunes {
		t.Errorf("a value has %d characters", n)
	}
	few := Change{Details: c.Details[:MaxDetails]}
	if got := few.Within().Details; len(got) != MaxDetails || got[MaxDetails-1].Field != FieldTitle {
		t.Errorf("as many as fit: the last is %+v", got[len(got)-1])
	}
}
