package dashboard

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
)

const handOverPath = site.InterviewsPath + "/hand-over"

// evening is an instant of a Wednesday evening, when nobody offers anything unless it is painted.
func evening(hour, minute int) time.Time { return time.Date(2031, 3, 5, hour, minute, 0, 0, time.UTC) }

// TestHandOver proves D11: a recruiter hands over what an ill interviewer has on a day. Each interview has a colleague
// or a time suggested, they see what will be sent, and what changed meanwhile is left and shown again.
func TestHandOver(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	people := newcomers(2)
	one := w.bookedFor(cleo, startingAt(evening(19, 0), jonas))
	two := w.bookedFor(dora, startingAt(evening(20, 0), jonas))
	three := w.bookedFor("finn@candidate.example", startingAt(evening(21, 0), jonas), func(o *booking.Order) {
		o.TimeZone = "America/New_York"
	})
	w.paint(w.turbine(), evening(19, 0), priya, people[0])
	w.paint(w.turbine(), evening(20, 0), priya)
	w.paint(w.turbine(), evening(21, 30), people[1]) // nobody is free for the third at its own time
	recruiter := w.as(t, "recruiter")
	day := site.InterviewsPath + "?from=2031-03-05&to=2031-03-05&interviewer=" + w.person(jonas)
	list := recruiter.get(day+"&all=yes").want(200, "Hand over the chosen ones")
	parameters := []string{"back", day}
	for _, box := range list.all("tbody input[type=checkbox]") {
		parameters = append(parameters, "id", attr(box, "value"))
	}
	before := w.rows()
	ask := recruiter.get(site.Href(handOverPath, parameters...)).want(200, "Hand over 3 interviews", "Cleo", "Dora",
		"Finn", "Nobody else is free at this time.", "Priya Raman, 0 interviews in these days", "Leave it as it is")
	fields := ask.fields("main form")
	value := func(i models.Interview, rest string) string { return fmt.Sprintf("%s@%d%s", i.ID, i.Revision, rest) }
	moved := value(three, " "+people[1]+" "+models.FormatInstant(evening(21, 30)))
	for _, want := range []string{value(one, " "+people[0]), value(two, " "+priya), moved} {
		if !slices.Contains(fields, want) {
			t.Errorf("%q is not suggested, but %q", want, fields)
		}
	}
	preview := recruiter.post(handOverPath, fields...).want(200, "Hand over 3 interviews?",
		people[0]+" interviews; the time stays.", "Moved to Wed 5 Mar 2031, 22:30 CET, with "+people[1],
		"Briefing with calendar invitation to "+priya)
	w.unchanged(t, before, "looking")
	confirm := append(preview.fields("main form"), "confirm", "yes")
	again := recruiter.post(handOverPath, append(preview.fields("main form"), "step", "choose")...).
		want(200, "What becomes of it").fields("main form")
	equal(t, "the choices, after going back", fmt.Sprint(again), fmt.Sprint(fields))

	w.must2(w.Bookings.Reassign(ctx, act.By{}, w.org.ID, two.ID, tomas))
	left := recruiter.post(handOverPath, confirm...).want(409, "1 interview could not be handed over, and 2 were",
		"was changed at", "Dora", "Tomás Leal").lacks("Cleo", "Finn")
	equal(t, "who interviews Cleo", w.interview(one.ID).InterviewerEmail, people[0])
	equal(t, "who interviews Dora", w.interview(two.ID).InterviewerEmail, tomas)
	row := w.interview(three.ID)
	if !row.StartsAt.Equal(evening(21, 30)) || row.InterviewerEmail != people[1] || row.TimeZone != "America/New_York" {
		t.Errorf("the third interview is %+v", row.Interview)
	}
	preview = recruiter.post(handOverPath, left.fields("main form")...).want(200, "Hand over 1 interview?")
	confirm = append(preview.fields("main form"), "confirm", "yes")
	done := recruiter.post(handOverPath, confirm...)
	done.leadsTo(day)
	recruiter.follow(done).want(200, "The interview is handed over.")
	recruiter.follow(recruiter.post(handOverPath, confirm...)).want(200, "The interview is handed over.") // sent twice
	equal(t, "who interviews Dora by now", w.interview(two.ID).InterviewerEmail, priya)
	recruiter.follow(recruiter.post(handOverPath, "to", moved, "confirm", "yes")).want(200, "is handed over.")
	equal(t, "revision of a move that is sent twice", w.interview(three.ID).Revision, row.Revision)
}

// TestHandOverRefused proves D2, D3 and D11: choices that fit no person, somebody who may not, and an unknown interview
// among others change nothing; what is over is left out.
func TestHandOverRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	one := w.bookedFor(cleo, startingAt(evening(19, 0), jonas))
	two := w.bookedFor(dora, startingAt(evening(19, 30), tomas))
	gone := w.bookedFor("gone@candidate.example", startingAt(evening(21, 0), jonas))
	w.must2(w.Bookings.Change(ctx, act.By{}, w.org.ID, gone.ID, booking.Cancel))
	recruiter := w.as(t, "recruiter")
	w.as(t, "interviewer")
	to := func(i models.Interview, rest string) []string {
		return []string{"to", fmt.Sprintf("%s@%d%s", i.ID, i.Revision, rest)}
	}
	both := append(to(one, " "+priya), to(two, " "+priya)...)
	recruiter.post(handOverPath, both...).want(409, "would have two interviews at once", "Cleo", "Dora")
	recruiter.post(handOverPath, append(to(one, " "+priya), "to", "int_none@1 "+priya, "confirm", "yes")...).want(404)
	recruiter.post(handOverPath, "to", one.ID+"@1 nobody", "confirm", "yes").want(400)
	w.as(t, "interviewer").get(site.Href(handOverPath, "id", one.ID)).want(403)
	w.as(t, "interviewer").post(handOverPath, append(to(one, " "+priya), "confirm", "yes")...).want(403)
	recruiter.get(site.Href(handOverPath, "id", one.ID, "id", gone.ID)).want(200, "Hand over 1 interview",
		"1 of those that you chose is not to come any more", "Nobody else is free at this time").lacks("Gone")
	recruiter.get(site.Href(handOverPath, "id", gone.ID)).leadsTo(site.InterviewsPath)
	recruiter.get(handOverPath).leadsTo(site.InterviewsPath)
	recruiter.post(handOverPath, to(one, "")...).leadsTo(site.InterviewsPath)
}

// TestHandOverLinks proves D10 and D14: whoever asked for a replacement and who is away are handed over from the first
// page and from their hours, where the page leads back to.
func TestHandOverLinks(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.bookedFor(cleo, startingAt(evening(19, 0), jonas))
	by := act.By{Actor: models.Actor{Kind: models.ActorMember, ID: jonas}}
	w.must2(w.Bookings.AskForReplacement(ctx, by, w.org.ID, i.ID, jonas, ""))
	own := w.as(t, "interviewer")
	own.post("/dashboard/absences", "from", "2031-03-05", "to", "2031-03-05")
	hours := site.Href(site.HoursPath, "person", w.person(jonas))
	for _, from := range []string{models.DashboardPath, hours} {
		to := site.Href(handOverPath, "back", from, "id", i.ID)
		page := w.as(t, "recruiter").get(from).want(200, "Hand over")
		if !leadsTo(page, to) {
			t.Errorf("%s does not lead to %s", from, to)
		}
		if !leadsTo(w.as(t, "recruiter").get(to).want(200, "Cleo"), from) {
			t.Errorf("the page does not lead back to %s", from)
		}
		own.get(from).want(200).lacks("Hand over…")
	}
}
