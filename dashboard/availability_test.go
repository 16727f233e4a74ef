package dashboard

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"litmus/dashboard/internal/site"
	"litmus/models/act"
	"litmus/models/timetable"
)

// weekPath is the address of a person's week on a posting of the demonstration.
func (w *world) weekPath(posting, email string, more ...string) string {
	return site.Href("/dashboard/postings/"+w.posting(posting)+"/availability",
		append([]string{"person", w.person(email)}, more...)...)
}

// starts returns the starts that the grid shows as ticked, or with another field those in hidden fields.
func (r *reply) starts(name string) (out []string) {
	for _, n := range r.all("input[name=" + name + "]") {
		if attr(n, "type") == "hidden" || has(n, "checked") {
			out = append(out, attr(n, "value"))
		}
	}
	return out
}

// butField returns the fields of a form without one of them.
func butField(fields []string, name, value string) (out []string) {
	for n := 0; n+1 < len(fields); n += 2 {
		if fields[n] != name || fields[n+1] != value {
			out = append(out, fields[n], fields[n+1])
		}
	}
	return out
}

// newcomers are the addresses of so many people who have interviewed for nothing yet.
func newcomers(most int) (out []string) {
	for n := range most {
		out = append(out, fmt.Sprintf("new%d@marlowe.example", n))
	}
	return out
}

// paint paints a time of each of the interviewers on a posting.
func (w *world) paint(posting string, at time.Time, emails ...string) {
	w.t.Helper()
	var slots []timetable.SlotWrite
	for _, email := range emails {
		slots = append(slots, timetable.SlotWrite{InterviewerEmail: email, StartAt: at})
	}
	w.must1(w.Availability.AddSlots(ctx, act.By{}, w.org.ID, posting, slots))
}

// slotsOf returns the painted starts of an interviewer from an instant on.
func (w *world) slotsOf(posting, email string) (out []string) {
	w.t.Helper()
	list, err := w.Availability.Interviewers(ctx, w.org.ID, w.posting(posting))
	w.must(err)
	for _, i := range list {
		if i.Email == email {
			for _, at := range i.Slots {
				out = append(out, at.Format(time.RFC3339))
			}
		}
	}
	return out
}

func TestAvailabilityOverview(t *testing.T) { // D14
	t.Parallel()
	w := newWorld(t)
	w.as(t, "recruiter").get("/dashboard/availability").want(200, "Jonas Brandt", "Tomás Leal",
		"40 painted times to come", "working hours", "Turbine Software Engineer")
	own := w.as(t, "interviewer").get("/dashboard/availability")
	own.want(200, "Jonas Brandt you", "Apprentice engineers").lacks("Priya Raman", "Tomás Leal")
	w.as(t, "other").get("/dashboard/availability").want(200, "Nobody is assigned to a posting yet.")
}

func TestPaintedWeek(t *testing.T) { // D14
	t.Parallel()
	w := newWorld(t)
	me := w.as(t, "interviewer")
	path := w.weekPath("turbine-software", jonas)
	first := me.get(path).want(200, "Availability of Jonas Brandt", "3 to 9 March 2031", "Europe/Amsterdam")
	// 10:00 and 14:00 in Amsterdam, Tuesday to Friday
	want := []string{"2031-03-04T09:00:00Z", "2031-03-05T09:00:00Z", "2031-03-06T09:00:00Z", "2031-03-07T09:00:00Z",
		"2031-03-04T13:00:00Z", "2031-03-05T13:00:00Z", "2031-03-06T13:00:00Z", "2031-03-07T13:00:00Z"}
	if got := first.starts("slot"); !slices.Equal(got, want) || !slices.Equal(first.starts("was"), want) {
		t.Fatalf("ticked are %v, shown %v, want %v", got, first.starts("was"), want)
	}
	action := attr(first.one("form#paint"), "action")

	// Two people have the same page: one adds, the other removes and adds. Both win.
	mine := append(first.fields("form#paint"), "slot", "2031-03-05T10:00:00Z")
	theirs := append(butField(first.fields("form#paint"), "slot", want[0]), "slot", "2031-03-05T10:30:00Z")
	me.follow(me.post(action, mine...)).want(200, "Saved: 1 start painted, 0 starts removed.")
	mei := w.as(t, "recruiter")
	mei.follow(mei.post(action, theirs...)).want(200, "Saved: 1 start painted, 1 start removed.")
	got := w.slotsOf("turbine-software", jonas)
	for at, painted := range map[string]bool{want[0]: false, want[1]: true, "2031-03-05T10:00:00Z": true,
		"2031-03-05T10:30:00Z": true} {
		equal(t, at+" is painted", slices.Contains(got, at), painted)
	}
	equal(t, "painted starts: 40, two more and one less", len(got), 41)

	t.Run("a week is copied forward", func(t *testing.T) {
		page := me.get(w.weekPath("turbine-software", jonas, "week", "2031-03-24"))
		me.follow(me.post(action, append(page.fields("form#paint"), "copy", "1")...)).want(200, "copied to 1 week")
		if !slices.Contains(w.slotsOf("turbine-software", jonas), "2031-03-31T08:00:00Z") {
			t.Error("the Monday after it is not painted")
		}
		me.post(action, append(butField(page.fields("form#paint"), "weeks", "1"), "copy", "1", "weeks", "9")...).
			want(400, "is not a number from 1 to 8")
	})
	t.Run("a booked start is locked and explained", func(t *testing.T) {
		w.booked("kim@candidate.example", jonas, time.Date(2031, 3, 6, 9, 0, 0, 0, time.UTC))
		page := me.get(path)
		if slices.Contains(page.starts("was"), want[2]) || !slices.Equal(page.starts("kept"), want[2:3]) {
			t.Errorf("the form shows %v and keeps %v", page.starts("was"), page.starts("kept"))
		}
		booked := page.all(".booked.half")
		if len(booked) != 2 || !strings.Contains(attr(booked[0], "aria-label"), "Thursday 6 March 10:00 CET: has an "+
			"interview from 10:00 to 11:00 CET, on “Turbine Software Engineer”") {
			t.Errorf("booked are %d half hours: %v", len(booked), labels(booked))
		}
		before := len(w.slotsOf("turbine-software", jonas))
		me.follow(me.post(action, page.fields("form#paint")...))
		if after := w.slotsOf("turbine-software", jonas); len(after) != before || !slices.Contains(after, want[2]) {
			t.Errorf("%d starts became %d", before, len(after))
		}
	})
	t.Run("what is refused is shown again as it was ticked", func(t *testing.T) {
		page := me.get(path)
		again := me.post(action, append(page.fields("form#paint"), "slot", "2031-03-07T16:00:00Z", "slot",
			"2031-03-07T16:10:00Z")...)
		again.want(400, "Slots begin on the hour and half hour")
		if again.text("#problem") == "" {
			t.Error("the page does not say what is wrong")
		}
	})
}

// labels returns what a screen reader says of the elements.
func labels(nodes []*html.Node) (out []string) {
	for _, n := range nodes {
		out = append(out, attr(n, "aria-label"))
	}
	return out
}

// TestPaintingOfOthers proves who may look at and paint whose times (D2, D14).
func TestPaintingOfOthers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	form := func(email string) []string {
		return []string{"person", w.person(email), "week", "2031-03-03", "slot", "2031-03-05T10:00:00Z"}
	}
	action := "/dashboard/postings/" + w.turbine() + "/availability"
	for _, c := range []struct {
		who, whose string
		see, paint int
	}{
		{"admin", priya, 200, 303},
		{"recruiter", priya, 200, 303},
		{priya, priya, 200, 303},
		{"interviewer", priya, 403, 403},
		{"admin", tomas, 200, 409},   // his own hours decide
		{tomas, tomas, 200, 409},     // likewise
		{"admin", mei, 404, 404},     // not of this posting
		{"recruiter", mei, 404, 404}, // likewise, herself
	} {
		b := w.as(t, c.who)
		b.get(w.weekPath("turbine-software", c.whose)).want(c.see)
		b.post(action, form(c.whose)...).want(c.paint)
	}
	w.as(t, "interviewer").get("/dashboard/postings/"+w.turbine()+"/availability").
		want(200, "Availability of Jonas Brandt").lacks("Priya Raman")
	w.as(t, "interviewer").get("/dashboard/postings/" + w.posting("site-operations") + "/availability").want(404)
	w.as(t, "admin").get("/dashboard/postings/post_none/availability").want(404)
	w.as(t, "admin").get(w.weekPath("turbine-software", priya, "week", "2031-02-30")).want(400)
	personal := w.as(t, "admin").get(w.weekPath("turbine-software", tomas))
	personal.want(200, "own working hours and calendar say when")
	if len(personal.all("main input[type=checkbox]")) > 0 || len(personal.all("form#paint button")) > 0 {
		t.Error("the week of a personal interviewer can be painted")
	}
}

func TestWhyPage(t *testing.T) { // D15
	t.Parallel()
	w := newWorld(t)
	w.booked("kim@candidate.example", jonas, time.Date(2031, 3, 5, 13, 0, 0, 0, time.UTC))
	path := "/dashboard/postings/" + w.turbine() + "/why"
	round := w.design()
	admin := w.as(t, "admin")
	admin.get(path).want(200).lacks("Offered near it")
	page := admin.get(site.Href(path, "round", round, "date", "2031-03-05", "time", "14:00"))
	page.want(200, "Wed 5 Mar 2031, 14:00 CET", "60 minutes", "This time is offered",
		"Jonas Brandt has an interview from 14:00 to 15:00 CET.", "Priya Raman is free.",
		"Tomás Leal does not work then.", "Offered near it")
	equal(t, "times offered near it", len(page.all("ul.nearest li")), 6)
	same := admin.get(site.Href(path, "round", round, "at", "2031-03-05T13:00:00Z"))
	equal(t, "by the instant, and by the clock", same.text("table"), page.text("table"))
	own := w.as(t, "interviewer").get(site.Href(path, "round", round, "at", "2031-03-05T14:30:00Z"))
	own.want(200, "Jonas Brandt has not painted this time.").lacks("Priya", "Tomás")
	w.as(t, "interviewer").get(site.Href(path, "at", "2031-03-05T14:30:00Z", "person", w.person(priya))).want(403)

	w.as(t, "interviewer").get("/dashboard/postings/" + w.posting("marine-biologist") + "/why").want(404)

	takeHome := w.round("turbine-software", "default", "take-home")
	for query, problem := range map[string]string{
		"date=2031-03-30&time=02:30":                "is not a date and time of day", // skipped
		"at=tomorrow":                               "is not a date and a time of day",
		"at=2031-03-05T13:00:00Z&round=" + takeHome: "That round cannot be booked",
	} {
		admin.get(path+"?"+query).want(400, problem)
	}
	admin.get(path + "?at=2031-03-05T13:00:00Z&round=rnd_none").want(404)
	admin.get(path+"?at=1999-01-01").want(200, "This time is past.")
}

func TestHoursPage(t *testing.T) { // D14
	t.Parallel()
	w := newWorld(t)
	me := w.as(t, tomas)
	page := me.get("/dashboard/hours").want(200, "Your working hours", "None. A date without hours is a day off")
	fields := page.fields("form#hours")
	equal(t, "Monday", typedOn(fields, "monday"), "09:00-12:30 14:00-17:00")
	equal(t, "Sunday", typedOn(fields, "sunday"), "off")
	equal(t, "zone", typedIn(fields, "zone"), "Europe/Lisbon")
	free := func(r *reply, label string) bool {
		return slices.ContainsFunc(r.all(".free"), func(n *html.Node) bool {
			return strings.HasPrefix(attr(n, "aria-label"), label)
		})
	}
	if !free(page, "Tuesday 4 March 10:00 CET") || free(page, "Saturday 8 March 10:00 CET") {
		t.Error("the week does not show what his hours come to")
	}
	saved := me.follow(me.post("/dashboard/hours", having(fields, "on_6", "yes", "saturday_0_from", "9am",
		"saturday_0_to", "noon")...))
	saved.want(200, "The working hours are saved.")
	if !free(saved, "Saturday 8 March 10:00 CET") {
		t.Error("Saturday is not free")
	}
	equal(t, "Saturday", typedOn(saved.fields("form#hours"), "saturday"), "09:00-12:00")
	me.post("/dashboard/hours", having(fields, "tuesday_0_from", "10")...).want(409, "were changed meanwhile")
	wrong := me.post("/dashboard/hours", having(saved.fields("form#hours"), "tuesday_0_from", "nine to five",
		"tuesday_0_to", "", "tuesday_1_to", "6pm")...)
	wrong.want(400, "is not a span of a day")
	equal(t, "what was typed", typedOn(wrong.fields("form#hours"), "tuesday"), "nine to five- 14:00-6pm")

	differs := me.follow(me.post("/dashboard/dates", "first", "2031-03-04", "last", "2031-03-05"))
	differs.want(200, "Tue 4 Mar 2031 day off", "Wed 5 Mar 2031 day off")
	me.post("/dashboard/dates", "first", "2031-03-05", "hours", "x").want(400, "is not a span of a day")
	like := me.follow(me.post("/dashboard/dates/remove", "date", "2031-03-04"))
	like.want(200, "Tue 4 Mar 2031 is like other Tuesdays again.")
	if free(differs, "Tuesday 4 March 10:00 CET") || !free(like, "Tuesday 4 March 10:00 CET") {
		t.Error("the week does not show the date that differs")
	}

	theirs := site.Href("/dashboard/hours", "person", w.person(tomas))
	w.as(t, "interviewer").get(theirs).want(403)
	seen := w.as(t, "recruiter").get(theirs).want(200, "Working hours of Tomás Leal", "09:00-12:30")
	if len(seen.all("form#hours")) > 0 {
		t.Error("a recruiter is shown a form for the hours of others")
	}
	for _, path := range []string{"/dashboard/hours", "/dashboard/hours/forget", "/dashboard/dates",
		"/dashboard/dates/remove"} {
		w.as(t, "recruiter").post(path, "person", w.person(tomas), "zone", "UTC", "first", "2031-03-05",
			"date", "2031-03-05").want(403)
	}
	admin := w.as(t, "admin")
	admin.follow(admin.post("/dashboard/hours/forget", admin.get(theirs).fields("form#forget")...)).
		want(200, "Painted times count from now on", "No working hours are saved.")
}

// typedOn returns what the form of a week has on a day: "off", or its hours.
func typedOn(fields []string, day string) string {
	if typedIn(fields, "on_"+strconv.Itoa(slices.Index(days, day))) != "yes" {
		return "off"
	}
	var out []string
	for n := range 9 {
		id := fmt.Sprintf("%s_%d_", day, n)
		if from, to := typedIn(fields, id+"from"), typedIn(fields, id+"to"); from+to != "" {
			out = append(out, from+"-"+to)
		}
	}
	return strings.Join(out, " ")
}

// days are the names of the days by time.Weekday.
var days = []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}

// TestWeekForm proves that without scripts a day gets more hours and loses some, and that one day's hours are copied to
// all weekdays: the answer is the form with it, nothing is saved, and saving it says so.
func TestWeekForm(t *testing.T) { // D14
	t.Parallel()
	w := newWorld(t)
	me := w.as(t, tomas)
	page := me.get("/dashboard/hours")
	before := w.rows()
	press := func(do string, set ...string) {
		t.Helper()
		page = me.post("/dashboard/hours", having(page.fields("form#hours"), append(set, "do", do)...)...).
			want(200, "Not saved yet.")
	}
	on := func(day, want string) {
		t.Helper()
		equal(t, day, typedOn(page.fields("form#hours"), day), want)
	}
	visible := func(day string) (n int) {
		t.Helper()
		for _, li := range page.all("li.span") {
			if input := fieldsOf(li); !has(li, "hidden") && strings.HasPrefix(input[0], day) {
				n++
			}
		}
		return n
	}
	equal(t, "pairs of fields of Monday", visible("monday"), 2)
	press("more 1")
	equal(t, "pairs of fields of Monday with one more", visible("monday"), 3)
	equal(t, "the pair that has the focus", attr(page.one("#hours [autofocus]"), "id"), "monday_2_from")
	press("more 1", "monday_2_from", "6pm", "monday_2_to", "8pm", "tuesday_0_from", "x")
	on("monday", "09:00-12:30 14:00-17:00 6pm-8pm")
	on("tuesday", "x-12:30 14:00-17:00")
	press("less 1 0")
	on("monday", "14:00-17:00 6pm-8pm")
	press("copy 1")
	for _, day := range days[1:6] {
		on(day, "14:00-17:00 6pm-8pm")
	}
	on("saturday", "off")
	press("less 1 0")
	press("less 1 0")
	press("more 6")
	equal(t, "pairs of fields of Saturday", visible("saturday"), 1)
	w.unchanged(t, before, "what saves nothing")
	me.post("/dashboard/hours", having(page.fields("form#hours"), "zone", "UTC")...).
		want(400, "Saturday: type from when to when, or make it a day off")
	saved := me.follow(me.post("/dashboard/hours", butField(page.fields("form#hours"), "on_6", "yes")...)).
		want(200, "The working hours are saved.")
	equal(t, "Friday", typedOn(saved.fields("form#hours"), "friday"), "14:00-17:00 18:00-20:00")
	equal(t, "Monday", typedOn(saved.fields("form#hours"), "monday"), "off")
	me.post("/dashboard/hours", having(page.fields("form#hours"), "on_6", "")...).want(409, "were changed meanwhile")
}

// TestEverybodysHours proves that who may see everybody's hours is led to them from a list that says how each is set
// up, and from person to person.
func TestEverybodysHours(t *testing.T) { // D14
	t.Parallel()
	w := newWorld(t)
	w.must(w.Availability.EnterAbsence(ctx, act.By{}, w.org.ID, jonas, timetable.Absence{First: "2031-03-05",
		Last: "2031-03-06", Reason: "Skiing"}))
	w.paint(w.turbine(), noon.AddDate(0, 0, -7), "new@marlowe.example")
	for _, who := range []string{"admin", "recruiter"} {
		list := w.as(t, who).get("/dashboard/availability").want(200, "Everybody’s hours").lacks("Skiing")
		rows := list.all("section[aria-labelledby=people] tbody tr")
		said := map[string]string{}
		for _, row := range rows {
			for _, name := range []string{"Jonas Brandt", "Tomás Leal", "new"} {
				if strings.HasPrefix(content(row), name) {
					said[name] = content(row)
				}
			}
		}
		for name, want := range map[string]string{
			"Jonas Brandt": "painted times to come", "Tomás Leal": "Mon, Tue, Thu 9–12:30, 14–17; Wed 9–12:30; Fri 9–12 Europe/Lisbon", "new": "nothing is set up",
		} {
			if !strings.Contains(said[name], want) {
				t.Errorf("%s: the list says %q of %s, want %q", who, said[name], name, want)
			}
		}
		if !strings.Contains(said["Jonas Brandt"], "– Wed 5 – Thu 6 Mar") {
			t.Errorf("%s: the list says %q of Jonas", who, said["Jonas Brandt"])
		}
		if !leadsTo(list, site.Href("/dashboard/hours", "person", w.person(tomas))) {
			t.Errorf("%s: the list does not lead to the hours of Tomás", who)
		}
		page := w.as(t, who).get(site.Href("/dashboard/hours", "person", w.person(jonas), "week", "2031-03-10"))
		next := page.want(200, "Working hours of Jonas Brandt").one("nav.pages a[rel=next]")
		back := w.as(t, who).get(attr(next, "href")).want(200, "10 to 16 March 2031")
		w.as(t, who).get(attr(back.one("nav.pages a[rel=prev]"), "href")).want(200, "Working hours of Jonas Brandt")
	}
	own := w.as(t, "interviewer")
	own.get("/dashboard/availability").want(200).lacks("Everybody’s hours")
	equal(t, "other people beside one's own hours", len(own.get("/dashboard/hours").all("nav.pages")), 0)
}

// TestAvailabilityQueries proves that what a page of availability asks the database for does not grow with what there
// is: interviewers, painted starts, interviews, dates and calendars (D14, D16).
func TestAvailabilityQueries(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin := w.as(t, "admin")
	paths := []string{w.weekPath("turbine-software", jonas), w.weekPath("turbine-software", tomas),
		site.Href("/dashboard/hours", "person", w.person(tomas)),
		site.Href("/dashboard/calendar", "person", w.person(tomas)), "/dashboard/calendars",
		site.Href(site.PostingPath(w.turbine(), "/why"), "round", w.design(), "at", "2031-03-06T13:00:00Z")}
	connect := func(email string) {
		t.Helper()
		feed := timetable.CalendarAccount{Provider: timetable.CalendarICS, URL: "https://feeds.example/x.ics"}
		c := w.connected(email, feed)
		w.must1(w.Availability.SaveSync(ctx, c, c.AfterSync(noon, timetable.SyncWindow(noon).To, ""), []timetable.Range{
			{From: noon.AddDate(0, 0, 1), To: noon.AddDate(0, 0, 1).Add(time.Hour)}}))
	}
	connect(tomas)
	count := func() (out []int) {
		for _, path := range paths {
			out = append(out, w.counted(func() { admin.get(path).want(200) }))
		}
		return out
	}
	count() // the session is seen
	few := count()

	w.paint(w.turbine(), noon, newcomers(40)...)
	for n := range 10 {
		w.paint(w.turbine(), noon.Add(time.Duration(n+1)*30*time.Minute), jonas)
	}
	for n := range 10 {
		connect(fmt.Sprintf("new%d@marlowe.example", n))
		o, err := timetable.DatesRequest{First: fmt.Sprintf("2031-04-%02d", n+1)}.Validate()
		w.must(err)
		w.must1(w.Availability.SetDates(ctx, act.By{}, w.org.ID, tomas, o))
		for _, email := range []string{tomas, jonas} {
			w.booked(fmt.Sprintf("%d-%s", n, email), email, noon.Add(time.Duration(n+2)*2*time.Hour))
		}
	}
	count() // busy times are kept
	many := count()
	if !slices.Equal(many, few) || slices.Max(many) > 16 {
		t.Errorf("%v take %v statements, with more of everything %v", paths, few, many)
	}
}

// TestHoursAndCalendarOfTheFile proves that what the organization file keeps is shown, and changed once it was taken
// over (D24).
func TestHoursAndCalendarOfTheFile(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.connected(tomas, timetable.CalendarAccount{Provider: timetable.CalendarICS,
		URL: "https://feeds.example/tomas.ics"})
	w.exec("update people set origin = 'file'; update calendars set origin = 'file'")
	me := w.as(t, tomas)
	for path, forms := range map[string][]string{"/dashboard/hours": {"hours", "forget", "differ"},
		"/dashboard/calendar": {"connect", "disconnect"}} {
		page := me.get(path).want(200, "Kept in the organization file")
		for _, id := range forms {
			if len(page.all("form#"+id)) > 0 {
				t.Errorf("%s has the form %s", path, id)
			}
		}
	}
	for path, fields := range map[string][]string{
		"/dashboard/hours/forget": nil,
		"/dashboard/dates":        {"first", "2031-03-05"},
		"/dashboard/dates/remove": {"date", "2031-03-05"},
		"/dashboard/calendar":     {"provider", "ics", "url", "https://feeds.example/x.ics", "act", "anyway"},
	} {
		me.post(path, fields...).want(409, "is kept in the organization file")
	}
	taken := me.follow(me.post("/dashboard/take-over", me.get("/dashboard/hours").fields("form.notice")...))
	taken.want(200, "It is kept in the dashboard now.").lacks("Kept in the organization file")
	equal(t, "forms after the hours were taken over", len(taken.all("form#hours")), 1)
}

// TestAskingAboutHalfHours proves D15: every half hour of the painted week can be asked about, without a script, by
// whoever may paint as well; asking paints nothing, and what is painted stays in sight.
func TestAskingAboutHalfHours(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	me := w.as(t, "interviewer")
	path := w.weekPath("turbine-software", jonas)
	ask := me.get(path).want(200, "Ask about a half hour").one("nav a.end")
	page := me.get(attr(ask, "href")).want(200, "Choose any half hour", "Back to painting")
	if n := len(page.all(".week input")) + len(page.all("form#paint button")); n > 0 {
		t.Errorf("%d fields and buttons paint while half hours are asked about", n)
	}
	if cells, links := page.all(".week tbody td"), page.all(".week tbody td a.half"); len(links) != len(cells) ||
		len(page.all(".week a.painted")) != 8 {
		t.Fatalf("%d of %d half hours can be asked about, %d of them painted, want all and 8", len(links), len(cells),
			len(page.all(".week a.painted")))
	}
	answer := me.get(attr(page.all(".week a.painted")[0], "href")).want(200, "Jonas Brandt is free")
	back := me.get(attr(answer.one("a.up"), "href")).want(200, "3 to 9 March 2031")
	if len(back.all(".week input[name=slot]")) == 0 {
		t.Error("the way back does not lead to the week")
	}
	me.get(path+"&ask=yes&week=2031-03-10").want(200, "Back to painting")
}
