package web_test

import (
	"bytes"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-ical"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
)

// wire formats an instant as in forms.
func wire(t time.Time) string { return t.UTC().Format(time.RFC3339) }

func TestSession(t *testing.T) {
	t.Parallel()
	start := on(5, 9, 0)
	t.Run("before", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		i := f.book(cleo, start).Interview
		r := f.get(sessionPath(i)).want(http.StatusOK, "Your interview with Acme & Söhne", "If something changes, "+
			"the newest email from the hiring team has the link that works.", "Wednesday, 5 March 2031, 10:00–11:00 "+
			"(Berlin time, UTC+1)", "1 hour", "Grace <b>Hopper</b>", "Design", "Backend Engineer",
			"It starts", "in 45 hours")
		if attr(r.element("join"), "href") != graceLink { // it is in the letter as well
			t.Error("the link to join is not there two days before")
		}
		if !strings.Contains(r.Body, "<h2>How to prepare</h2>") || !strings.Contains(r.Body, "<em>together</em>") {
			t.Error("it does not say how to prepare")
		}
		r.element("calendar")
		// Its link is in calendars: it cancels, and only says where the candidate moves.
		r.want(http.StatusOK, "you can move your interview 2 more times", "The link for it is in the newest email")
		r.element("cancel")
		if r.find("change") != nil || strings.Contains(r.Body, models.SchedulePath) {
			t.Error("it leads to where the time is changed")
		}
		if r := f.get(sessionPath(i)+"?change=1").want(http.StatusOK, "Your interview with"); r.find("times") != nil {
			t.Error("it offers other times")
		}
		var to []string
		for n := range r.element("add-to").Descendants() {
			if n.Data == "a" {
				u, err := url.Parse(attr(n, "href"))
				f.must(err)
				to = append(to, u.Host+" "+u.Query().Get("text")+u.Query().Get("subject"))
			}
		}
		equal(t, "where it can be added to", strings.Join(to, ", "), "calendar.google.com Design with Acme & Söhne, "+
			"outlook.live.com Design with Acme & Söhne, outlook.office.com Design with Acme & Söhne")
		root := r.all("html")[0]
		if !has(root, "data-detect") || attr(root, "data-zone") != "Europe/Berlin" || attr(root,
			"data-change-at") != "2031-03-05T09:00:00.000Z" || attr(root, "data-now") != "2031-03-03T12:00:00.000Z" {
			t.Errorf("the script is told %v", root.Attr)
		}
		if attr(r.element("countdown"), "data-at") != "2031-03-05T09:00:00.000Z" ||
			attr(r.element("countdown"), "role") != "timer" {
			t.Errorf("the countdown is %v", r.element("countdown").Attr)
		}
	})
	t.Run("in another zone", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		path := sessionPath(f.book(cleo, start).Interview)
		r := f.get(path+"?zone=Asia/Kathmandu").want(http.StatusOK, "14:45–15:45 (Kathmandu time, UTC+5:45)",
			"Times are shown in Kathmandu time.")
		if has(r.all("html")[0], "data-detect") {
			t.Error("the script may change a zone that was chosen")
		}
		r = f.get(path+"?zone=Mars/Olympus").want(http.StatusOK, "We do not know the time zone you asked for, so "+
			"times are shown in Berlin time.", "10:00–11:00 (Berlin time")
		if m := r.element("message"); attr(m, "role") != "alert" || !has(m, "autofocus") ||
			attr(m, "tabindex") != "-1" || has(r.all("html")[0], "data-detect") {
			t.Errorf("the message is %v", m.Attr)
		}
		f.get(path+"?zone=Asia/Calcutta").want(http.StatusOK, "Kolkata time, UTC+5:30") // an old name
	})
	t.Run("the join button", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		path := sessionPath(f.book(cleo, start).Interview)
		for _, c := range []struct {
			at     time.Time
			joins  bool
			text   string
			change string
		}{
			{start, true, "Your interview has begun", "2031-03-05T10:00:00.000Z"},
			{start.Add(time.Hour), false, "is over", ""},
		} {
			f.at(c.at)
			r := f.get(path).want(http.StatusOK, c.text)
			join := r.find("join")
			if (join != nil) != c.joins || attr(r.all("html")[0], "data-change-at") != c.change {
				t.Errorf("at %s: join %v, next change %q", c.at, join != nil, attr(r.all("html")[0], "data-change-at"))
			}
			if join != nil && (attr(join, "href") != graceLink || join.Data != "a" ||
				attr(join, "rel") != "noreferrer") {
				t.Errorf("the button is %v", join.Attr)
			}
		}
		f.get(path).lacks("It starts")
		if f.get(path).find("calendar") != nil {
			t.Error("an interview that is over is offered for the calendar")
		}
	})
	t.Run("without a link", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		i := f.book(cleo, start, func(o *booking.Order) { o.InterviewerEmail = alan }).Interview
		f.get(sessionPath(i)).want(http.StatusOK, "There is no link to join yet")
		f.at(start)
		r := f.get(sessionPath(i)).want(http.StatusOK, "There is no link to join. Please reply")
		if r.find("join") != nil {
			t.Error("a button without a link")
		}
	})
	t.Run("open-ended", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		i := f.book(cleo, start, func(o *booking.Order) {
			o.RoundID = f.applied.Postings["backend"].Tracks["default"].Steps["pairing"]
		}).Interview
		f.get(sessionPath(i)).want(http.StatusOK, "from 10:00 (Berlin time", "about 1 hour 30 minutes, open-ended")
		f.at(start.Add(30 * time.Hour))
		f.get(sessionPath(i)).want(http.StatusOK, "has begun").element("join")
		_, _, err := f.Bookings.Change(ctx, act.By{}, f.org.ID, i.ID, booking.EndCall)
		f.must(err)
		f.get(sessionPath(i)).want(http.StatusOK, "is over")
	})
	t.Run("out of date and canceled", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		first := f.book(cleo, start)
		second := f.book("", on(6, 9, 0), func(o *booking.Order) {
			o.CandidateID, o.Replace = first.Candidate.ID, true
		})
		old, path := sessionPath(first.Interview), sessionPath(second.Interview)
		f.get(old).want(http.StatusGone, "This link is out of date", "newest email").lacks("Acme", "2031")
		f.get(old + "/calendar.ics").want(http.StatusGone)
		f.get(path).want(http.StatusOK, "Thursday, 6 March 2031")
		_, _, err := f.Bookings.Change(ctx, act.By{}, f.org.ID, second.Interview.ID, booking.Cancel)
		f.must(err)
		f.get(path).want(http.StatusGone, "This interview was canceled")
		f.get(old).want(http.StatusGone, "This interview was canceled")
		f.get(path + "/calendar.ics").want(http.StatusGone)
	})
}

// TestEvent proves that the file is the event of the letters, with the same UID, and invites nobody.
func TestEvent(t *testing.T) {
	t.Parallel()
	f := open(t)
	_, path := f.invite(cleo, "design")
	f.get(path+"/calendar.ics").want(http.StatusGone, "out of date")
	f.post(path, "start", wire(on(6, 9, 0)), "zone", "Europe/Berlin").want(http.StatusSeeOther)
	p, err := f.Bookings.Picking(ctx, candidateOf(path), noon, noon)
	f.must(err)
	i := *p.Interview
	for _, from := range []string{path, sessionPath(i)} {
		r := f.get(from + "/calendar.ics").want(http.StatusOK)
		for name, want := range map[string]string{"Content-Type": "text/calendar; " +
			"charset=utf-8", "Content-Disposition": `attachment; filename="interview.ics"`, "Cache-Control": "no-store",
			"Referrer-Policy": "no-referrer"} {
			equal(t, name, r.Header.Get(name), want)
		}
		c, err := ical.NewDecoder(bytes.NewBufferString(r.Body)).Decode()
		f.must(err)
		events := c.Events()
		if len(events) != 1 || c.Props.Get("METHOD") != nil || len(events[0].Props["ATTENDEE"]) != 0 {
			t.Fatalf("the calendar is\n%s", r.Body)
		}
		e := events[0]
		start, _ := e.DateTimeStart(time.UTC)
		end, _ := e.DateTimeEnd(time.UTC)
		uid, _ := e.Props.Text("UID")
		sequence := e.Props.Get("SEQUENCE").Value
		description, _ := e.Props.Text("DESCRIPTION")
		verify.Each(t, "the event", verify.Fields{"start": {start, on(6, 9, 0)}, "end": {end, on(6, 10, 0)},
			"uid": {uid, i.ID + "@hire.acme.example"}, "sequence": {sequence, "1"},
			"description": {description,
				verify.Says{"https://hire.acme.example" + sessionPath(i), "Grace <b>Hopper</b>"}},
			"description lacks": {description, verify.Lacks{"/t/", "/a/"}}})
		for line := range strings.SplitSeq(r.Body, "\r\n") {
			if len(line) > 75 {
				t.Errorf("a line of %d octets: %q", len(line), line)
			}
		}
	}
}
