package dashboard

import (
	"strings"
	"sync"
	"testing"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
)

// TestBook proves D12: a new candidate is booked at an offered time with a free interviewer, after what will be sent
// was shown; the result is that of a booking over REST, and a form that is sent twice books once.
func TestBook(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	recruiter := w.as(t, "recruiter")
	start := recruiter.get(site.BookPath).want(200, "A new candidate",
		"Turbine Software Engineer, Applicants: System design, 60 minutes",
		"Site Operations Lead: Conversation, 45 minutes")
	fields := having(start.fields("#new"), "round", w.design(), "email", " Cleo@Candidate.example ", "name", "Cleo")
	times := recruiter.post(site.BookPath, fields...).want(200, "Cleo", "Tue 4 Mar", "10:00", "Jonas Brandt",
		"14:00")
	if w.interviews(t, "cleo") > 0 {
		t.Fatal("looking at times booked something")
	}
	pick := ""
	for _, b := range times.all("button[name=pick]") {
		if attr(b, "value") == models.FormatInstant(tuesday(9, 0))+" "+jonas {
			pick = attr(b, "value")
		}
	}
	if pick == "" {
		t.Fatalf("Jonas is not offered at 10:00:\n%s", times.text(".picks"))
	}
	form := lacking(lacking(times.fields("#offered"), "week"), "pick")
	preview := recruiter.post(site.BookPath, append(form, "pick", pick)...).want(200, "Book this interview?",
		"Tue 4 Mar 2031, 10:00–11:00 CET", "Jonas Brandt", "https://meet.marlowe.example/jonas",
		"Confirmation with calendar invitation to cleo@candidate.example.",
		"Briefing with calendar invitation to jonas@marlowe.example.").lacks("This time is not offered")
	confirm := preview.fields("#confirm")
	done := recruiter.post(site.BookPath+"/confirm", confirm...)
	recruiter.follow(done).want(200, "The interview is booked.", "Scheduled", "Mei Okafor")
	id := strings.TrimPrefix(done.Header.Get("Location"), site.InterviewsPath+"/")
	i := w.interview(id)
	verify.Each(t, "the interview", verify.Fields{"Source": {i.Source, models.SourceLitmus},
		"StartsAt": {i.StartsAt, tuesday(9, 0)}, "InterviewerEmail": {i.InterviewerEmail, jonas},
		"CandidateEmail": {i.CandidateEmail, cleo}, "CandidateName": {i.CandidateName, "Cleo"},
		"TimeZone": {i.TimeZone, "Europe/Amsterdam"}, "AssessmentLinkOwed": {i.AssessmentLinkOwed, true},
		"MeetingLink": {i.MeetingLink, "https://meet.marlowe.example/jonas"}})
	recruiter.post(site.BookPath+"/confirm", confirm...).leadsTo(site.InterviewPath(id))
	if n := w.interviews(t, "cleo"); n != 1 || w.interview(id).Revision != i.Revision {
		t.Errorf("a form that is sent twice made %d interviews", n)
	}
	w.as(t, "interviewer").get(site.BookPath).want(403, "may not book")
	w.as(t, "interviewer").post(site.BookPath+"/confirm", confirm...).want(403, "may not book")
}

// interviews counts those that a word finds.
func (w *world) interviews(t *testing.T, word string) int {
	t.Helper()
	rows, _, err := w.Interviews.Search(ctx, w.org.ID, models.InterviewSearch{Words: []string{word}}, nil, 100)
	w.must(err)
	return len(rows)
}

// TestBookAnotherTime proves D12: a time that is not offered is booked as well, after its conflicts were named; one at
// which the interviewer has an interview, or that does not exist, is refused and nothing that was typed is lost.
func TestBookAnotherTime(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.bookedFor(dora) // Jonas, 10:00 to 11:00 in Amsterdam
	recruiter := w.as(t, "recruiter")
	step := []string{"step", "times", "round", w.design(), "email", cleo, "name", "Cleo"}
	other := recruiter.post(site.BookPath, step...).want(200).fields("#another")
	at := func(date, clock, email string) *reply {
		t.Helper()
		return recruiter.post(site.BookPath, having(other, "date", date, "clock", clock, "interviewer", email)...)
	}
	at("2031-03-04", "10:30", jonas).want(409, "already has an interview", "choose another time")
	at("2031-03-30", "02:30", jonas).want(400, "the clocks skip it", "Another time")
	refused := at("2031-02-31", "10:30", jonas).want(400, "is not a date")
	equal(t, "the time that was typed", attr(refused.one("#clock"), "value"), "10:30")
	preview := at("2031-03-04", "12:10", jonas).want(200, "This time is not offered", "Jonas Brandt",
		"Tue 4 Mar 2031, 12:10–13:10 CET")
	recruiter.follow(recruiter.post(site.BookPath+"/confirm", preview.fields("#confirm")...)).want(200,
		"The interview is booked.", "Tue 4 Mar 2031, 12:10–13:10 CET")
	nobody := recruiter.post(site.BookPath, having(other, "email", "zoe@candidate.example", "date", "2031-03-04", "clock",
		"10:00")...).want(200, "Nobody is named", "There is no meeting link yet",
		"Briefing with calendar invitation to ines@marlowe.example.")
	recruiter.follow(recruiter.post(site.BookPath+"/confirm", nobody.fields("#confirm")...)).want(200,
		"Briefed instead: Inês Duarte")
}

// TestBookTwiceAtOnce proves D12: a form that is sent several times at once, as by a double click, books once, and each
// answer leads to that interview.
func TestBookTwiceAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	recruiter := w.as(t, "recruiter")
	preview := recruiter.post(site.BookPath, "round", w.design(), "email", "zoe@candidate.example", "name", "Zoe", "date",
		"2031-03-04", "clock", "10:00", "interviewer", jonas).want(200, "Book this interview?").fields("#confirm")
	replies := make([]*reply, 8)
	var sent sync.WaitGroup
	for n := range replies {
		b := w.browser(t)
		token, err := w.Team.BeginSession(ctx, w.org.ID, mei, b.agent, "")
		w.must(err)
		b.cookies[secureSessionCookie] = token
		sent.Go(func() { replies[n] = b.post(site.BookPath+"/confirm", preview...) })
	}
	sent.Wait()
	for _, r := range replies {
		r.leadsTo(replies[0].Header.Get("Location"))
	}
	equal(t, "interviews", w.interviews(t, "zoe"), 1)
}

// TestBookKnownCandidate proves D12: a record is found by name, one who has an interview is told so before theirs is
// replaced, and who is past the step is refused.
func TestBookKnownCandidate(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.bookedFor(cleo)
	recruiter := w.as(t, "recruiter")
	found := recruiter.get(site.BookPath+"?q=cleo").want(200, "has an interview: Tue 4 Mar 2031, 10:00 CET",
		"Move or replace")
	times := recruiter.get(attr(found.one("a.button.end"), "href")).want(200,
		"This replaces the interview of Tue 4 Mar 2031, 10:00 CET", "10:00")
	preview := recruiter.post(site.BookPath, having(times.fields("#another"), "date", "2031-03-05", "clock", "14:00",
		"interviewer", jonas)...).want(200, "Before Tue 4 Mar 2031, 10:00 CET", "Move the interview")
	typed := recruiter.post(site.BookPath, "step", "times", "round", i.RoundID, "email", cleo).want(200,
		"This replaces the interview of Tue 4 Mar 2031") // by the address of a record that exists
	if strings.Contains(typed.Body, `name="email"`) {
		t.Error("a record that exists is carried on as a new candidate")
	}
	w.must2(w.Bookings.Reassign(ctx, act.By{}, w.org.ID, i.ID, priya))
	before := w.rows()
	recruiter.post(site.BookPath+"/confirm", preview.fields("#confirm")...).want(409, "was changed at")
	w.unchanged(t, before, "an older form")
	w.exec("update candidates set state = 'rejected' where id = ?", i.CandidateID)
	recruiter.get(site.BookPath+"?candidate="+i.CandidateID).want(409, "Cleo is rejected")
}

// TestMove proves §4 rule 8 and D11: moving replaces the interview in its round after what will be sent was shown; a
// form that is older than the interview is refused.
func TestMove(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.bookedFor(cleo)
	w.sent(i.ID, cleo, jonas)
	recruiter, path := w.as(t, "recruiter"), site.InterviewPath(i.ID, "move")
	times := recruiter.get(path).want(200, "Move the interview", "14:00", "System design")
	preview := recruiter.post(site.BookPath, append(lacking(lacking(times.fields("#offered"), "week"), "pick"), "pick",
		models.FormatInstant(tuesday(13, 0))+" "+priya)...).want(200, "Move the interview?",
		"Letter about the new time with calendar invitation to cleo@candidate.example, with the reason if you say so below.",
		"Cancellation of the calendar invitation to jonas@marlowe.example, with the reason.", "Priya Raman")
	done := recruiter.post(site.BookPath+"/confirm", preview.fields("#confirm")...)
	done.leadsTo(site.InterviewPath(i.ID))
	recruiter.follow(done).want(200, "The interview is moved.", "Tue 4 Mar 2031, 14:00–15:00 CET", "Priya Raman")
	moved := w.interview(i.ID)
	recruiter.post(site.BookPath+"/confirm", preview.fields("#confirm")...).leadsTo(site.InterviewPath(i.ID)) // twice
	if again := w.interview(i.ID); again.Revision != moved.Revision || !again.StartsAt.Equal(tuesday(13, 0)) {
		t.Errorf("the form that was sent twice moved it to %s at revision %d", again.StartsAt, again.Revision)
	}
	own := recruiter.get(path).fields("#offered")
	same := recruiter.post(site.BookPath, append(lacking(lacking(own, "week"), "pick"), "pick",
		models.FormatInstant(tuesday(13, 0))+" "+priya)...).want(200, "Move the interview?")
	recruiter.follow(recruiter.post(site.BookPath+"/confirm", same.fields("#confirm")...)).want(200, "Nothing is changed")
	if again := w.interview(i.ID); again.Revision != moved.Revision {
		t.Errorf("moved to its own time it has revision %d", again.Revision)
	}
	w.at(noon.Add(time.Hour))
	w.must2(w.Bookings.Change(ctx, act.By{}, w.org.ID, i.ID, booking.Cancel))
	recruiter.get(path).want(409, "only a scheduled one can be moved")
	w.as(t, priya).get(path).want(403, "may not move")
}

// TestBookExternal proves D13: an external session is booked here, and its link is shown once.
func TestBookExternal(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	recruiter := w.as(t, "recruiter")
	step := []string{"step", "times", "round", w.design(), "email", cleo, "name", "Cleo"}
	form := recruiter.post(site.BookPath, step...).want(200, "An external session instead").fields("#external")
	recruiter.post(site.BookPath, having(form, "interviewer", jonas)...).want(400, "the link of the meeting")
	preview := recruiter.post(site.BookPath, having(form, "interviewer", jonas, "link", "https://meet.example/x")...).
		want(200, "When the candidate opens the link", "Nothing is sent to anybody")
	shown := recruiter.post(site.BookPath+"/confirm", preview.fields("#confirm")...).want(200, "shown only now")
	token := strings.TrimPrefix(content(shown.one(".secret code")), w.site.BaseURL+models.ExternalPath)
	row, err := w.Bookings.Linked(ctx, token)
	w.must(err)
	if row.Source != models.SourceExternal || row.InterviewerEmail != jonas ||
		row.MeetingLink != "https://meet.example/x" {
		t.Errorf("the session is %+v", row.Interview)
	}
	recruiter.post(site.BookPath+"/confirm", preview.fields("#confirm")...).want(409, "has an interview by now")
	if _, err := w.Bookings.Linked(ctx, token); err != nil {
		t.Errorf("a form that is sent twice kills the link: %v", err)
	}
}

// TestBookInAGrid proves D12: a time says who is free and how much they have, or why nobody is; whoever is compared has
// a lane, and the candidate's clock stands beside the viewer's.
func TestBookInAGrid(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.bookedFor(dora) // Jonas, Tuesday, 10:00 to 11:00 in Amsterdam
	recruiter := w.as(t, "recruiter")
	step := []string{"step", "times", "round", w.design(), "email", cleo, "name", "Cleo"}
	labels := func(r *reply, time string) string {
		var out []string
		for _, b := range r.all(".picks button") {
			if day, said, _ := strings.Cut(attr(b, "aria-label"), ": "); day == time {
				out = append(out, said)
			}
		}
		return strings.Join(out, "; ")
	}
	times := recruiter.post(site.BookPath, step...).want(200)
	equal(t, "who is free", labels(times, "Wednesday 5 March 10:00 CET"),
		"Tomás Leal is free, 0 interviews in these days; Jonas Brandt is free, 1 interview in these days")
	equal(t, "why nobody is", labels(times, "Tuesday 4 March 13:00 CET"), "No interviewer offers this time. "+
		"Jonas Brandt has not painted this time. Priya Raman has not painted this time. Tomás Leal does not work then")
	compared := recruiter.post(site.BookPath, append(step, "who", jonas, "who", priya, "beside", "Asia/Kathmandu")...).
		want(200)
	equal(t, "lanes", labels(compared, "Tuesday 4 March 10:00 CET"), "Priya Raman has not painted this time; "+
		"Jonas Brandt has an interview from 10:00 to 11:00 CET")
	equal(t, "the candidate's clock", compared.all(".picks .theirs")[1].FirstChild.Data, "12:45") // beside 08:00
}

// TestBookAgain proves D11: the page of a canceled interview leads to the times of its round, with its candidate,
// interviewer, link and zone filled in. What is not there any more is left out; the page says what cannot be booked.
func TestBookAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	gone := newcomers(1)[0]
	w.paint(w.turbine(), evening(19, 0), gone)
	i := w.bookedFor(cleo, startingAt(evening(19, 0), gone), func(o *booking.Order) {
		o.TimeZone, o.MeetingLink = "America/New_York", "https://meet.example/cleo"
	})
	w.must2(w.Bookings.Change(ctx, act.By{}, w.org.ID, i.ID, booking.Cancel))
	recruiter, path := w.as(t, "recruiter"), site.Href(site.BookPath, "again", i.ID)
	if !leadsTo(recruiter.get(site.InterviewPath(i.ID)).want(200, "Book again"), path) {
		t.Error("the interview's page does not lead to booking again")
	}
	form := func() []string { return recruiter.get(path).want(200, "When?", "Time in EST").fields("#another") }
	for _, c := range [][2]string{{"candidate", i.CandidateID}, {"round", i.RoundID}, {"interviewer", gone},
		{"link", "https://meet.example/cleo"}, {"zone", "America/New_York"}} {
		equal(t, c[0], typedIn(form(), c[0]), c[1])
	}
	w.must(w.Availability.UnassignInterviewer(ctx, act.By{}, w.org.ID, w.turbine(), gone))
	equal(t, "an interviewer who is gone", typedIn(form(), "interviewer"), "")
	shown := recruiter.post(site.BookPath, having(form(), "date", "2031-03-06", "clock", "20:00", "interviewer",
		priya)...).want(200, "Book this interview?")
	recruiter.follow(recruiter.post(site.BookPath+"/confirm", shown.fields("#confirm")...)).
		want(200, "The interview is booked.")
	rows, _, err := w.Interviews.Search(ctx, w.org.ID, models.InterviewSearch{CandidateID: i.CandidateID,
		Statuses: []string{models.StatusScheduled}}, nil, 10)
	w.must(err)
	if len(rows) != 1 || rows[0].TimeZone != "America/New_York" || rows[0].InterviewerEmail != priya {
		t.Errorf("booked is %+v", rows)
	}
	w.exec("update rounds set bookable = false where id = ?", i.RoundID)
	recruiter.get(path).want(409, "can be booked")
	w.as(t, "other").get(path).want(404)
}
