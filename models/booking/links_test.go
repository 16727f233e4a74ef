package booking_test

import (
	"slices"
	"strings"
	"testing"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/booking"
	"litmus/models/desk"
	"litmus/models/timetable"
)

// TestAutomaticLinks proves who makes a link where none is given, and which automatic links are kept.
func TestAutomaticLinks(t *testing.T) {
	t.Parallel()
	room := func(id string) string { return "https://jitsi.example/" + id }
	policy := func(meeting string) models.Policy {
		p := models.DefaultPolicy
		p.Meeting, p.Room = meeting, room
		return p
	}
	book := func(t *testing.T, p models.Policy, change func(*booking.Order, *booking.Facts)) booking.Booking {
		t.Helper()
		o, f := desk.Order(), desk.Facts()
		o.Replace = true
		change(&o, &f)
		b, err := booking.Decide(o, f, p, desk.BookingIDs, desk.Thu)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	type want struct{ link, source, maker string }
	kept := func(maker string) want { return want{"https://auto", models.LinkAutomatic, maker} }
	coming := func(maker string) want { return want{maker: maker} }
	own := want{"https://own", models.LinkFromPerson, ""}
	jitsi := func(id string) want { return want{room(id), models.LinkAutomatic, models.MakerJitsi} }
	check := func(t *testing.T, name string, i models.Interview, w want) {
		t.Helper()
		if got := (want{i.MeetingLink, i.LinkSource, i.LinkMaker}); got != w {
			t.Errorf("%s: got %+v, want %+v", name, got, w)
		}
	}
	t.Run("a meeting provider first, then the interviewer's calendar, then none", func(t *testing.T) {
		for _, c := range []struct {
			meeting, calendar string
			want              want
		}{
			{models.MakerJitsi, timetable.CalendarGoogle, jitsi("int_new")},
			{models.MakerZoom, timetable.CalendarMicrosoft, coming(models.MakerZoom)},
			{"", timetable.CalendarGoogle, coming(models.MakerCalendar)},
			{"", timetable.CalendarMicrosoft, coming(models.MakerCalendar)},
			{"", timetable.CalendarCalDAV, want{}},
			{"", timetable.CalendarICS, want{}},
			{"", "", want{}},
		} {
			b := book(t, policy(c.meeting), func(_ *booking.Order, f *booking.Facts) { f.Own.Calendar = c.calendar })
			check(t, c.meeting+" and "+c.calendar, b.Interview, c.want)
			var missing []string
			if c.want.link == "" {
				missing = []string{models.WarnMissingMeetingLink}
			}
			if got := desk.Codes(b.Warnings); !slices.Equal(got, missing) {
				t.Errorf("%s and %s: warnings %v, want %v", c.meeting, c.calendar, got, missing)
			} else if got != nil && strings.Contains(b.Warnings[0].Message, "being made") != (c.want.maker != "") {
				t.Errorf("%s and %s: it says %q", c.meeting, c.calendar, b.Warnings[0].Message)
			}
		}
	})
	t.Run("without an interviewer there is no calendar, and a provider makes one all the same", func(t *testing.T) {
		nobody := func(o *booking.Order, _ *booking.Facts) { o.InterviewerEmail = "" }
		check(t, "no provider", book(t, policy(""), nobody).Interview, want{})
		check(t, "jitsi", book(t, policy(models.MakerJitsi), nobody).Interview, jitsi("int_new"))
	})
	t.Run("an external session has the link it was given, and neither copy nor maker", func(t *testing.T) {
		i := book(t, policy(models.MakerZoom), func(o *booking.Order, f *booking.Facts) {
			o.Kind, o.MeetingLink, f.Own.Calendar = booking.OrderExternal, "https://given", timetable.CalendarGoogle
		}).Interview
		check(t, "external", i, want{"https://given", models.LinkFromBody, ""})
		if i.CalendarCopy || i.Awaits() {
			t.Errorf("got %+v", i)
		}
	})

	old := desk.Named()
	old.MeetingLink, old.LinkSource = "https://auto", models.LinkAutomatic
	by := func(maker string) models.Interview { i := old; i.LinkMaker = maker; return i }
	t.Run("a replace keeps what came automatically for the same interviewer", func(t *testing.T) {
		for _, c := range []struct {
			name, maker, meeting, calendar, interviewer string
			want                                        want
		}{
			{"the calendar's for the same", models.MakerCalendar, "", timetable.CalendarGoogle, desk.Ann, kept(models.MakerCalendar)},
			{"also where a provider was configured since", models.MakerCalendar, models.MakerJitsi, timetable.CalendarGoogle, desk.Ann,
				kept(models.MakerCalendar)},
			{"the calendar's for another", models.MakerCalendar, "", timetable.CalendarMicrosoft, desk.Bob, coming(models.MakerCalendar)},
			{"the calendar's, which is gone", models.MakerCalendar, "", "", desk.Ann, want{}},
			{"zoom's for the same", models.MakerZoom, models.MakerZoom, "", desk.Ann, kept(models.MakerZoom)},
			{"zoom's for another: the meeting is the interview's", models.MakerZoom, models.MakerZoom, timetable.CalendarGoogle, desk.Bob, kept(models.MakerZoom)},
			{"zoom's for another, where zoom is configured no more", models.MakerZoom, "", timetable.CalendarGoogle, desk.Bob,
				coming(models.MakerCalendar)},
			{"a room for nobody", models.MakerJitsi, models.MakerJitsi, "", "", kept(models.MakerJitsi)},
		} {
			i := by(c.maker)
			b := book(t, policy(c.meeting), func(o *booking.Order, f *booking.Facts) {
				o.InterviewerEmail, f.Own.Calendar, f.Existing, f.Candidate = c.interviewer, c.calendar, &i,
					desk.Known()
			})
			check(t, c.name, b.Interview, c.want)
		}
	})
	t.Run("a link given with a replace ends the automatic one, and so does the interviewer's own", func(t *testing.T) {
		for source, change := range map[string]func(*booking.Order, *booking.Facts){
			models.LinkFromBody:   func(o *booking.Order, _ *booking.Facts) { o.MeetingLink = "https://given" },
			models.LinkFromPerson: func(_ *booking.Order, f *booking.Facts) { f.Own.Person = "https://given" },
		} {
			for maker, meeting := range map[string]string{models.MakerCalendar: "",
				models.MakerZoom: models.MakerZoom} {
				i := by(maker)
				b := book(t, policy(meeting), func(o *booking.Order, f *booking.Facts) {
					f.Own.Calendar, f.Existing, f.Candidate = timetable.CalendarGoogle, &i, desk.Known()
					change(o, f)
				})
				check(t, source+" for "+maker, b.Interview, want{"https://given", source, ""})
			}
		}
	})
	t.Run("a reassignment resolves anew what came from the old interviewer", func(t *testing.T) {
		for _, c := range []struct {
			name, source, maker, meeting, calendar, person string
			want                                           want
		}{
			{"given with the booking: stays", models.LinkFromBody, "", models.MakerZoom, timetable.CalendarGoogle, "https://own",
				want{"https://auto", models.LinkFromBody, ""}},
			{"the calendar's: the new one has a link", models.LinkAutomatic, models.MakerCalendar, "", timetable.CalendarGoogle, "https://own", own},
			{"the calendar's: the new one has nothing", models.LinkAutomatic, models.MakerCalendar, "", "", "", want{}},
			{"the old one's own: the provider makes one", models.LinkFromPerson, "", models.MakerJitsi, "", "", jitsi("int_1")},
			{"the old one's own: the new one's own", models.LinkFromPerson, "", "", "", "https://own", own},
			{"the old one's own: the new one has nothing", models.LinkFromPerson, "", "", "", "", want{}},
			{"none so far: the new one's own", "", "", "", "", "https://own", own},
			{"zoom's is the interview's: stays", models.LinkAutomatic, models.MakerZoom, models.MakerZoom, "", "https://own", kept(models.MakerZoom)},
			{"a room is the interview's: stays", models.LinkAutomatic, models.MakerJitsi, models.MakerJitsi, timetable.CalendarGoogle, "", kept(models.MakerJitsi)},
		} {
			i := old
			if i.LinkSource, i.LinkMaker = c.source, c.maker; c.source == "" {
				i.MeetingLink = ""
			}
			i, _, err := booking.DecideReassign(booking.ReassignFacts{Interview: i,
				Own: booking.InterviewerLinks{Person: c.person, Calendar: c.calendar}}, desk.Bob, policy(c.meeting),
				desk.Thu)
			if err != nil {
				t.Fatal(err)
			}
			check(t, c.name, i, c.want)
			if i.CalendarCopy != (c.calendar != "") {
				t.Errorf("%s: copy %t", c.name, i.CalendarCopy)
			}
		}
	})
	t.Run("a meeting that is still being made stays awaited", func(t *testing.T) {
		i := desk.Named()
		i.LinkMaker = models.MakerZoom
		i, _, err := booking.DecideReassign(booking.ReassignFacts{Interview: i}, desk.Bob, policy(models.MakerZoom),
			desk.Thu)
		if err != nil || i.LinkMaker != models.MakerZoom || i.MeetingLink != "" || !i.Awaits() {
			t.Errorf("got %+v, %v", i, err)
		}
	})
	t.Run("imports and used external sessions get none, and no copy", func(t *testing.T) {
		i := desk.Scheduled()
		i.Source, i.ExternallyScheduled, i.InterviewerEmail = models.SourceLever, true, desk.Ann
		i, _, err := booking.DecideReassign(booking.ReassignFacts{Interview: i,
			Own: booking.InterviewerLinks{Calendar: timetable.CalendarGoogle}}, desk.Bob, policy(models.MakerZoom),
			desk.Thu)
		if err != nil || i.CalendarCopy || i.LinkMaker != "" || i.Awaits() {
			t.Errorf("got %+v, %v", i, err)
		}
	})
}

func TestDecideMadeLink(t *testing.T) {
	t.Parallel()
	waiting := func(maker string) models.Interview {
		i := desk.Named()
		i.LinkMaker = maker
		return i
	}
	t.Run("is a change that owes no letters by itself", func(t *testing.T) {
		old := waiting(models.MakerCalendar)
		i, changed := booking.DecideMadeLink(old, models.MakerCalendar, "https://meet", old.Revision, desk.Thu)
		verify.Each(t, "the interview", verify.Fields{"changed": {changed, true},
			"MeetingLink": {i.MeetingLink, "https://meet"}, "LinkSource": {i.LinkSource, models.LinkAutomatic},
			"Revision": {i.Revision, old.Revision + 1}, "AnnounceRevision": {i.AnnounceRevision, old.AnnounceRevision},
			"i.UpdatedAt.After(old.UpdatedAt)": {i.UpdatedAt.After(old.UpdatedAt), true}})
	})
	has := waiting(models.MakerCalendar)
	has.MeetingLink, has.LinkSource = "https://meet", models.LinkAutomatic
	zoom := has
	zoom.LinkMaker = models.MakerZoom
	canceled := waiting(models.MakerZoom)
	canceled.CanceledAt = desk.Ptr(desk.Thu)
	for _, c := range []struct {
		name, maker, link string
		i                 models.Interview
		behind            int64
		want              bool
	}{
		{"made for an older row, whose interviewer may be another", models.MakerCalendar, "https://meet",
			waiting(models.MakerCalendar), 1, false},
		{"nobody waits for it: the link is given", models.MakerCalendar, "https://meet", waiting(""), 0, false},
		{"another makes it", models.MakerCalendar, "https://meet", waiting(models.MakerZoom), 0, false},
		{"none was made", models.MakerZoom, "", waiting(models.MakerZoom), 0, false},
		{"it is there already", models.MakerZoom, "https://meet", zoom, 0, false},
		{"a calendar does not change the link that people hold", models.MakerCalendar, "https://other", has, 0, false},
		{"a meeting that was lost and made again has another", models.MakerZoom, "https://other", zoom, 0, true},
		{"the interview is canceled", models.MakerZoom, "https://meet", canceled, 0, false},
	} {
		if i, changed := booking.DecideMadeLink(c.i, c.maker, c.link, c.i.Revision-c.behind,
			desk.Thu); changed != c.want ||
			changed == (i.Revision == c.i.Revision) {
			t.Errorf("%s: %t, %+v", c.name, changed, i)
		}
	}
}
