package store_test

import (
	"slices"
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/effect"
	"litmus/models/timetable"
)

// A link that is set later is given to the interviews to come of that person that have none, with its history, and the
// letters about it are owed; a program that writes the posting's interviewers gives none.
func TestGivenLinks(t *testing.T) {
	t.Parallel()
	organizations{staffed()}.each(t, func(t *testing.T, f *fixture) {
		f.exec("update people set meeting_link = '', origin = 'dashboard'")
		f.exec("update postings set origin = 'dashboard'")
		f.exec("update posting_interviewers set meeting_link = ''")
		posting := f.posting("backend")
		book := func(n, hour int, email string) string {
			o := f.orderWith(email, candidate(n), at(hour, 0))
			return f.book(o).ID
		}
		link := func(id string) string { return f.account(id).MeetingLink }
		graces, alans := book(1, 18, grace), book(2, 18, alan)
		const own, there = "https://meet.example/own", "https://meet.example/there"
		written := []timetable.PostingInterviewer{{Email: grace, MeetingLink: there}}
		f.done(f.Availability.SetInterviewers(ctx, act.By{}, f.org.ID, posting, written))
		if got := link(graces); got != "" {
			t.Errorf("a program that writes interviewers gives %s", got)
		}
		f.exec("update posting_interviewers set meeting_link = ''")

		noted := f.noted(func() { f.must(f.Availability.SetMeetingLink(ctx, as(grace), f.org.ID, grace, "", own)) })
		if want := "interview meeting link given: meeting link set by "; len(noted) != 2 ||
			!slices.ContainsFunc(noted, func(s string) bool { return strings.HasPrefix(s, want) }) {
			t.Errorf("noted %q", noted)
		}
		if a := f.account(graces); a.MeetingLink != own || a.LinkSource != models.LinkFromPerson || a.Revision != 2 ||
			len(effect.Owed(a.Interview, a.CandidateEmail, a.Ledger, models.DefaultPolicy, f.Now())) == 0 {
			t.Errorf("the interview is %+v", a.Interview)
		}
		if got := link(alans); got != "" {
			t.Errorf("somebody else's interview has %s", got)
		}
		f.refused(f.Availability.SetMeetingLink(ctx, act.By{}, f.org.ID, grace, "", there), models.Conflict,
			"a form of before")

		second := book(3, 19, alan)
		f.must(f.Availability.AssignInterviewer(ctx, act.By{}, f.org.ID, posting, alan, ""))
		f.must(f.Availability.SetAssignedLink(ctx, act.By{}, f.org.ID, posting, alan, "", there))
		for _, id := range []string{alans, second} {
			if a := f.account(id); a.MeetingLink != there || a.LinkSource != models.LinkFromPosting {
				t.Errorf("the interview is %+v", a.Interview)
			}
		}
	})
}

// TestLinkRacesBookings: a link that is set while its interviewer is booked is on every interview afterwards, whichever
// of the two was first.
func TestLinkRacesBookings(t *testing.T) {
	t.Parallel()
	organizations{staffed()}.each(t, func(t *testing.T, f *fixture) {
		f.exec("update people set meeting_link = '', origin = 'dashboard'")
		f.exec("update posting_interviewers set meeting_link = ''")
		second := f.another()
		const link, bookings = "https://meet.example/own", 9
		each(1+bookings, func(n int) error {
			if n == bookings/2 {
				return second.Availability.SetMeetingLink(ctx, act.By{}, f.org.ID, grace, "", link)
			}
			o := f.orderWith(grace, candidate(n), at(18, 0).AddDate(0, 0, n))
			return failure(f.Bookings.Book(ctx, act.By{}, f.org, o))
		}, func(_ int, err error) { f.must(err) })
		if n := f.scalar("select count(*) from interviews where meeting_link = ?", link); n != bookings {
			t.Errorf("%d of %d interviews have the link", n, bookings)
		}
	})
}
