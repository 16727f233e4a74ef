package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/timetable"
)

// linked formats an instant as in the page's links.
func linked(t time.Time) string { return url.QueryEscape(wire(t)) }

// TestPick walks from the list of times to the interview.
func TestPick(t *testing.T) {
	t.Parallel()
	f := open(t)
	c, path := f.invite(cleo, "design")
	r := f.get(path).want(http.StatusOK, "Pick a time for your interview", "Acme & Söhne would like to meet you",
		"Design", "Backend Engineer", "1 hour", "Tuesday, 4 March 2031", "2 times", "Wednesday, 5 March 2031", "1 time",
		"Thursday, 6 March 2031", "Sunday, 30 March 2031", "Times in Berlin", "Later days",
		"Open until", "Monday, 17 March 2031, 13:00 (Berlin time, UTC+1)").lacks("Earlier days", cleo, "Grace")
	names, paths := r.times()
	if want := []string{"10:00, Tuesday, 4 March 2031", "11:30, Tuesday, 4 March 2031",
		"00:30, Wednesday, 5 March 2031", "10:00, Thursday, 6 March 2031", "01:30 (UTC+1), Sunday, 30 March 2031",
		"03:30 (UTC+2), Sunday, 30 March 2031"}; !slices.Equal(names, want) {
		t.Errorf("the times are %q, want %q", names, want)
	}
	equal(t, "where a time leads", paths[3], path+"?start="+linked(on(6, 9, 0))+"&zone=Europe%2FBerlin")
	if d := r.element("day-2031-03-04"); d.Data != "details" || !has(d, "open") ||
		!has(r.all("html")[0], "data-detect") {
		t.Errorf("the first day is %v", d.Attr)
	}
	if o := r.element("zone"); attr(o, "name") != "zone" || len(r.all("option")) < 400 {
		t.Errorf("%d zones to choose from", len(r.all("option")))
	}

	b := f.browser()
	r = b.get(paths[3]).want(http.StatusOK, "Book this time?", "Thursday, 6 March 2031, 10:00–11:00 (Berlin time, "+
		"UTC+1)", "Book this time", "Choose another time")
	if r.find("zone") != nil || has(r.all("html")[0], "data-detect") {
		t.Error("the zone can change under the time that is looked at")
	}
	equal(t, "the way back", attr(r.element("another"), "href"), path+"?zone=Europe%2FBerlin#day-2031-03-06")
	r = b.post(path, r.fields("book")...).want(http.StatusSeeOther)
	equal(t, "where it goes on", r.Header.Get("Location"), path+"?zone=Europe%2FBerlin")
	p, err := f.Bookings.Picking(ctx, candidateOf(path), noon, noon)
	f.must(err)
	i := *p.Interview
	f.woken("interview/" + i.ID)
	verify.Each(t, "the interview", verify.Fields{"StartsAt": {i.StartsAt, on(6, 9, 0)},
		"InterviewerEmail": {i.InterviewerEmail, grace}, "TimeZone": {i.TimeZone, "Europe/Berlin"},
		"Picked": {i.Picked, true}, "CandidateID": {i.CandidateID, c.ID}})
	r = b.follow(r).want(http.StatusOK, "Your interview is booked", "Thursday, 6 March 2031, 10:00–11:00 "+
		"(Berlin time, UTC+1)", "Grace <b>Hopper</b>", "Add to your calendar", "It starts",
		"you can move your interview 2 more times, until Wednesday, 5 March 2031, 22:00 (Berlin time, UTC+1).",
		"Change the time", "Cancel the interview").lacks("canceled")
	for id, want := range map[string]string{"calendar": "/calendar.ics", "change": "?change=1&zone=Europe%2FBerlin",
		"cancel": "/cancel?zone=Europe%2FBerlin"} {
		equal(t, "the link "+id, attr(r.element(id), "href"), path+want)
	}
	equal(t, "cookies", len(b.cookies), 0)
	// A form that is sent twice books once.
	b.post(path, "start", wire(on(6, 9, 0)), "zone", "Europe/Berlin").want(http.StatusSeeOther)
	if p, err = f.Bookings.Picking(ctx, candidateOf(path), noon, noon); err != nil ||
		p.Interview.Revision != i.Revision || p.Interview.Reschedules != 0 {
		t.Errorf("sent twice: %+v, error %v", p.Interview, err)
	}
	f.at(on(6, 8, 50))
	b.get(path).want(http.StatusOK, "Join the interview").element("join")
	f.at(on(6, 10, 0))
	b.get(path).want(http.StatusOK, "Your interview with Acme & Söhne is over").lacks("Change", "calendar")
}

// TestPickZonesAndDays proves that times are shown in the visitor's zone, which is visible, and 28 days at a
// time.
func TestPickZonesAndDays(t *testing.T) {
	t.Parallel()
	f := open(t)
	_, path := f.invite(cleo, "design")
	r := f.get(path+"?zone=America/New_York&from=2031-03-04").want(http.StatusOK,
		"Times in New York", "Earlier days", "Later days")
	names, paths := r.times()
	if names[0] != "04:00, Tuesday, 4 March 2031" || names[2] != "18:30, Tuesday, 4 March 2031" || paths[0] != path+
		"?from=2031-03-04&start="+linked(on(4, 9, 0))+"&zone=America%2FNew_York" {
		t.Errorf("the times are %q at %q", names, paths)
	}
	for n, o := range r.all("option") { // the zone of the page comes first, then what it would be without a choice
		equal(t, "whether "+attr(o, "value")+" is selected", has(o, "selected"), n == 0)
	}
	equal(t, "the first zones", content(r.all("option")[0])+", "+content(r.all("option")[1]), "New York (UTC−5), "+
		"Berlin (UTC+1)")
	if fields := r.fields("zone-form"); !slices.Equal(fields, []string{"from", "2031-03-04"}) {
		t.Errorf("another zone forgets where we are: %v", fields)
	}
	equal(t, "earlier days", attr(r.element("earlier"), "href"), path+"?zone=America%2FNew_York")
	if to := attr(r.element("later"), "href"); to != path+"?from=2031-04-01&zone=America%2FNew_York" {
		t.Errorf("later is %s", to)
	}
	f.get(paths[0]).want(http.StatusOK, "Tuesday, 4 March 2031, 04:00–05:00 (New York time, UTC−5)")

	f.at(on(2, 12, 0)) // the 30th is the 29th day from then
	if names, _ := f.get(path + "?zone=UTC").times(); len(names) != 4 {
		t.Errorf("from the 2nd on: %q", names)
	}
	f.get(path + "?zone=UTC&from=2031-03-20").want(http.StatusOK).element("earlier")
	for _, from := range []string{"2020-01-01", "2300-01-01", "2031-02-30"} { // all mean from today on
		if names, _ := f.get(path + "?zone=UTC&from=" + from).want(http.StatusOK).times(); len(names) != 4 {
			t.Errorf("from %q: %q", from, names)
		}
	}
	f.get(path+"?zone=Europe/Nowhere").want(http.StatusOK, "We do not know the time zone you asked for, so times are "+
		"shown in Berlin time.", "10:00")
	r = f.get(path+"?zone=Etc/GMT-3").want(http.StatusOK, "Times in UTC+3")
	if o := r.all("option")[0]; attr(o, "value") != "Etc/GMT-3" || !has(o, "selected") {
		t.Error("a zone that is not offered is not among the choices")
	}
	f.at(on(4, 9, 30))
	if names, _ := f.get(path + "?zone=UTC").times(); names[0] != "10:30, Tuesday, 4 March 2031" {
		t.Errorf("a time that has passed is there: %q", names)
	}
}

// TestPickNothing proves that without free times the page says so, and links to later days that have some.
func TestPickNothing(t *testing.T) {
	t.Parallel()
	f := open(t)
	_, path := f.invite(cleo, "pairing")
	f.exec("delete from slots")
	r := f.get(path).want(http.StatusOK, "There is no time to pick yet", "Nothing is lost")
	if r.find("later") != nil || r.find("next") != nil {
		t.Error("it leads to where nothing is")
	}
	_, err := f.Availability.AddSlots(ctx, act.By{}, f.org.ID, f.posting("backend"),
		[]timetable.SlotWrite{{InterviewerEmail: grace, StartAt: time.Date(2032, 6, 1, 22, 30, 0, 0, time.UTC)}})
	f.must(err)
	r = f.get(path+"?zone=Europe/Berlin").want(http.StatusOK, "No times in these days.")
	to := attr(r.element("next"), "href")
	if to != path+"?from=2032-06-02&zone=Europe%2FBerlin" {
		t.Errorf("it leads to %s", to)
	}
	f.get(to).want(http.StatusOK, "Wednesday, 2 June 2032").element("earlier")
	r.element("later")
}

// TestPickTaken proves that picking a time that is gone books nothing and shows the free times, in the same zone and
// days.
func TestPickTaken(t *testing.T) {
	t.Parallel()
	f := open(t)
	_, path := f.invite(cleo, "design")
	review := f.get(path + "?zone=America/New_York&from=2031-03-04&start=" + wire(on(4, 9, 0))).want(http.StatusOK)
	for _, email := range []string{grace, alan} {
		f.book("quick"+email, on(4, 9, 0), func(o *booking.Order) { o.InterviewerEmail = email })
	}
	before := f.rows()
	r := f.post(path, review.fields("book")...).want(http.StatusConflict, "That time is not free any more, so "+
		"nothing was booked.", "Times in New York", "Pick a time for your interview")
	names, paths := r.times()
	if len(names) == 0 {
		t.Fatalf("after the conflict the times are %q", names)
	}
	verify.Each(t, "after the conflict the times", verify.Fields{
		"names[0]": {names[0], "05:30, Tuesday, 4 March 2031"}, "paths[0]": {paths[0], verify.Says{"from=2031-03-04"}},
		"role":                                 {attr(r.element("message"), "role"), "alert"},
		`has(r.all("html")[0], "data-detect")`: {has(r.all("html")[0], "data-detect"), false}})
	f.get(path+"?start="+wire(on(4, 9, 0))).want(http.StatusOK, "The time you chose is not free any more.")
	f.post(path, "start", wire(time.Date(9000, 1, 1, 0, 0, 0, 0, time.UTC)), "zone", "UTC").want(http.StatusConflict)
	for _, c := range [][]string{{"start", "", "zone", "UTC"}, {"zone", "UTC"}, {"start", "2031-03-06", "zone", "UTC"},
		{"start", "<script>", "zone", "UTC"}, {"start", wire(on(6, 9, 0))}, {"start", wire(on(6, 9, 0)), "zone",
			"Mars/Olympus"}, {"start", wire(on(6, 9, 0)), "zone", strings.Repeat("x", 60_000)}} {
		f.post(path, c...).want(http.StatusBadRequest, "The time you sent could not be read, so nothing was booked.")
	}
	f.post(path, "start", wire(on(6, 9, 0)), "zone", strings.Repeat("x",
		100_000)).want(http.StatusRequestEntityTooLarge, "larger than this page can take")
	f.unchanged(before, "it")
}

// TestReschedule shows the bounds of moving: at most two moves, up to 12 hours before, and never from a page that was
// loaded before the interview was booked.
func TestReschedule(t *testing.T) {
	t.Parallel()
	f := open(t)
	_, path := f.invite(cleo, "design")
	b := f.browser()
	booked := b.follow(b.post(path, "start", wire(on(6, 9, 0)), "zone", "Europe/Berlin"))
	// A tab that was loaded before the booking.
	f.post(path, "start", wire(on(4, 9, 0)), "zone", "UTC").want(http.StatusConflict, "Your interview is booked",
		"You have an interview already, at the time below", "6 March")

	change := b.get(attr(booked.element("change"), "href")).want(http.StatusOK, "Pick another time",
		"Your present time", "Thursday, 6 March 2031, 10:00–11:00 (Berlin time, UTC+1)", "Keep the present time")
	equal(t, "the way back", attr(change.element("keep"), "href"), path+"?zone=Europe%2FBerlin")
	names, paths := change.times()
	change.lacks("Open until") // the invitation does not expire while there is an interview
	if slices.Contains(names, "10:00, Thursday, 6 March 2031") || names[1] != "11:30, Tuesday, 4 March 2031" ||
		!strings.Contains(paths[1], "change=1") {
		t.Errorf("the other times are %q", names)
	}
	if fields := change.fields("zone-form"); !slices.Equal(fields, []string{"change", "1"}) {
		t.Errorf("another zone forgets what is done here: %v", fields)
	}
	review := b.get(paths[1]).want(http.StatusOK, "Move your interview to this time?",
		"Tuesday, 4 March 2031, 11:30–12:30", "Your present time", "Thursday, 6 March 2031, 10:00–11:00")
	b.follow(b.post(path, review.fields("book")...)).want(http.StatusOK, "Your interview has a new time", "11:30–12:30",
		"once more, until Monday, 3 March 2031, 23:30")
	// The time is their own interview's.
	b.get(path+"?change=1&start="+wire(on(4, 10, 30))).want(http.StatusOK, "The time you chose is not free any more",
		"Pick another time")
	b.follow(b.post(path, "start", wire(on(6, 9, 0)), "zone", "UTC", "change", "1")).want(http.StatusOK,
		"You have moved this interview as often as it can be moved here.").lacks("Change the time")
	b.get(path+"?change=1").want(http.StatusOK, "Your interview has a new time").lacks("is booked")
	b.post(path, "start", wire(on(4, 9, 0)), "zone", "UTC", "change", "1").want(http.StatusConflict,
		"as often as it can be moved here")

	_, path = f.invite("near@c.example", "design")
	f.post(path, "start", wire(on(4, 9, 0)), "zone", "UTC").want(http.StatusSeeOther)
	f.at(on(3, 21, 0).Add(time.Millisecond))
	f.get(path+"?change=1").want(http.StatusOK, "The start is too near to move the interview here.")
	f.post(path, "start", wire(on(4, 10, 30)), "zone", "UTC", "change", "1").want(http.StatusConflict, "too near")
}

func TestScheduleStates(t *testing.T) {
	t.Parallel()
	t.Run("an interview that the team booked, of an organization that keeps those", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		f.exec("update organizations set move_picked_only = 1")
		c, path := f.invite(cleo, "design")
		f.book("", on(6, 9, 0), func(o *booking.Order) { o.CandidateID = c.ID })
		f.get(path+"?change=1").want(http.StatusOK, "Your interview is booked", "reply to the newest email from the "+
			"hiring team, and they will find another one").lacks("Change the time")
		f.post(path, "start", wire(on(4, 9, 0)), "zone", "UTC", "change", "1").want(http.StatusConflict,
			"Your interview is booked")
	})
	t.Run("expired", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		_, path := f.invite(cleo, "design")
		_, booked := f.invite("booked@c.example", "design")
		f.post(booked, "start", wire(on(30, 0, 30)), "zone", "UTC").want(http.StatusSeeOther)
		f.at(noon.Add(14 * 24 * time.Hour))
		f.get(path).want(http.StatusGone, "This invitation has expired")
		f.post(path, "start", wire(on(30, 1, 30)), "zone", "UTC").want(http.StatusGone, "This invitation has expired")
		f.get(booked).want(http.StatusOK, "Your interview is booked")
	})
	t.Run("past this step", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		_, path := f.invite(cleo, "design")
		f.exec("update candidates set state = 'rejected'")
		f.get(path).want(http.StatusGone, "There is nothing left to schedule")
		f.post(path, "start", wire(on(4, 9, 0)), "zone", "UTC").want(http.StatusGone)
	})
	t.Run("a candidate whom only a booking made", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		b := f.book(cleo, on(5, 9, 0))
		path := secret.InvitationPath(models.DeliverySync, b.Candidate.OrgID, b.Candidate.ID, 0)
		f.get(path).want(http.StatusOK, "Your interview is booked", "you can move your interview 2 more times, until "+
			"Tuesday, 4 March 2031, 22:00")
		f.get(path + "/calendar.ics").want(http.StatusOK)
		_, _, err := f.Bookings.Change(ctx, act.By{}, f.org.ID, b.Interview.ID, booking.Cancel)
		f.must(err)
		f.get(path).want(http.StatusGone, "This interview was canceled")
		f.post(path, "start", wire(on(4, 9, 0)), "zone", "UTC").want(http.StatusGone, "This interview was canceled")
		f.get(path + "/calendar.ics").want(http.StatusNotFound)
	})
}

// TestPickAtOnce sends two forms of one candidate, and many candidates for few places, at once: each gets one
// interview, and no place is given twice.
func TestPickAtOnce(t *testing.T) {
	t.Parallel()
	f := open(t)
	_, twice := f.invite("twice@c.example", "design")
	paths := []string{twice, twice}
	for n := range 8 {
		_, path := f.invite(fmt.Sprintf("racer%d@c.example", n), "design")
		paths = append(paths, path)
	}
	replies := make([]*reply, len(paths))
	var sent sync.WaitGroup
	for n, path := range paths {
		// Grace and Alan offer it.
		sent.Go(func() { replies[n] = f.post(path, "start", wire(on(4, 9, 0)), "zone", "UTC") })
	}
	sent.Wait()
	count := map[int]int{}
	for n, r := range replies {
		count[r.Status]++
		if r.Status == http.StatusConflict {
			if names, _ := r.times(); len(names) == 0 ||
				slices.ContainsFunc(names, func(s string) bool { return strings.HasPrefix(s, "09:00, Tuesday") }) {
				t.Errorf("%d: the fresh times are %q", n, names)
			}
		}
	}
	wanted := 2
	if replies[0].Status == http.StatusSeeOther { // the second form is from the same click
		wanted = 3
	}
	if replies[0].Status != replies[1].Status || count[http.StatusSeeOther] != wanted ||
		count[http.StatusConflict] != len(paths)-wanted {
		t.Errorf("the answers are %v", count)
	}
}

// TestMoveFromBefore proves that a candidate who confirms a move knows which time they give up: a form from
// before it was moved elsewhere does not move it again.
func TestMoveFromBefore(t *testing.T) {
	t.Parallel()
	f := open(t)
	_, path := f.invite(cleo, "design")
	b := f.browser()
	b.follow(b.post(path, "start", wire(on(6, 9, 0)), "zone", "UTC")).want(http.StatusOK, "Your interview is booked")
	review := func(start time.Time) []string {
		t.Helper()
		return b.get(path+"?zone=UTC&change=1&start="+wire(start)).want(http.StatusOK,
			"Move your interview to this time?").fields("book")
	}
	one, another := review(on(4, 9, 0)), review(on(4, 10, 30))
	b.follow(b.post(path, one...)).want(http.StatusOK, "Your interview has a new time", "09:00–10:00")
	before := f.rows()
	b.follow(b.post(path, one...)).want(http.StatusOK, "Your interview has a new time", "09:00–10:00") // sent again
	b.post(path, another...).want(http.StatusConflict, "09:00–10:00")
	f.unchanged(before, "a move from before the other")

	b.post(path, "start", wire(on(4, 9, 0)), "zone", "UTC", "moves", "yesterday").want(http.StatusBadRequest)
}
