package dashboard

import (
	"strconv"
	"strings"
	"testing"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/effect"
)

// TestFigures proves D26: the figures count what the lists have, each number leads to a list of as many, and the file
// has the same. Where the viewer's days are others, numbers lead nowhere.
func TestFigures(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.bookedFor(cleo, startingAt(tuesday(13, 0), jonas))
	w.bookedFor("emil@candidate.example", startingAt(tuesday(15, 0), jonas))
	w.external("fay@candidate.example") // whose link nobody opened: it has no start
	j := w.bookedFor(dora, startingAt(tuesday(14, 0), priya))
	_, _, err := w.Bookings.Change(ctx, act.By{}, w.org.ID, j.ID,
		booking.CancelBecause(&models.Reason{Text: "Priya is <ill>", Audience: models.AudienceTeam}))
	w.must(err)
	e := effect.Entry{OrgID: w.org.ID, InterviewID: i.ID, Target: "mail:candidate:" + cleo,
		Kind: effect.LetterConfirmation, Revision: i.Revision, ProviderID: "x", Start: i.StartsAt, Stamp: noon}
	w.intended(e, i.Revision)
	w.settled(e, effect.Failed, "smtp_550", true)
	w.at(tuesday(13, 10))
	w.must1(w.Bookings.MarkNoShow(ctx, act.By{}, models.Ref{OrgID: w.org.ID, ID: i.ID},
		booking.NoShow{Who: models.NoShowCandidate, Note: "No answer."}))
	recruiter := w.later(t, "recruiter", tuesday(13, 10))
	linked := func(path string) (numbers []int) {
		t.Helper()
		page := recruiter.get(path).want(200, "Interviews, and what people can take")
		for _, a := range page.all(".counts td a") {
			n, err := strconv.Atoi(strings.TrimSpace(content(a)))
			if err != nil {
				continue // the name of a posting, or of a candidate
			}
			list := recruiter.get(attr(a, "href")).want(200)
			if rows := len(list.all(".interviews tbody tr")); rows != n {
				t.Errorf("%d interviews lead to a list of %d: %s", n, rows, attr(a, "href"))
			}
			numbers = append(numbers, n)
		}
		return numbers
	}
	if got := linked(site.FiguresPath); len(got) < 7 {
		t.Errorf("the numbers %v lead to lists", got)
	}
	for _, narrowed := range []string{site.Href(site.FiguresPath, "posting", w.turbine(), "weeks", "1"),
		site.Href(site.FiguresPath, "interviewer", w.person(jonas)),
		site.Href(site.FiguresPath, "until", "2031-03-10", "weeks", "2")} {
		if got := linked(narrowed); len(got) < 3 {
			t.Errorf("%s: the numbers %v lead to lists", narrowed, got)
		}
	}
	page := recruiter.get(site.FiguresPath).want(200, "Weeks begin on Monday in Europe/Amsterdam", "No answer.",
		"Confirmation to "+cleo, "Jonas Brandt", "From the booking to the interview", "Priya is <ill>")
	for what, want := range map[string]int{"Reasons": 2, "Latest": 2} {
		if rows := page.all("[aria-label=" + strconv.Quote(what) + "] tbody tr"); len(rows) != want {
			t.Errorf("%s has %d rows, want %d", what, len(rows), want)
		}
	}
	if len(page.all("main a[href="+site.InterviewPath(i.ID)+"]")) != 2 {
		t.Error("the no-show and the letter that failed do not lead to the interview")
	}
	if got := linked(site.Href(site.FiguresPath, "until", "2020-01-01")); len(got) > 0 {
		t.Errorf("of weeks without interviews: %v", got)
	}
	counted := map[string]string{}
	for _, row := range recruiter.get(site.FiguresPath + ".csv").want(200).csv()[1:] {
		if row[1] == "2031-03-03" {
			counted[row[3]+" "+row[6]] = row[7]
		}
		if row[0] == "reasons" {
			counted[row[6]+" "+row[8]] = row[7]
		}
	}
	for what, want := range map[string]string{jonas + " interviews": "2", jonas + " minutes": "120",
		jonas + " no_show_candidate": "1", priya + " canceled": "1", priya + " interviews": "0", " confirmation": "1",
		"canceled Priya is <ill>": "", "no_show No answer.": ""} {
		if counted[what] != want {
			t.Errorf("the file says %q of %s, want %s", counted[what], what, want)
		}
	}

	recruiter.get(site.Href(site.FiguresPath, "posting", "post_none")).want(404)
	recruiter.get(site.Href(site.FiguresPath, "interviewer", "per_none")).want(404)
	recruiter.get(site.Href(site.FiguresPath, "until", "soon")).want(400)
	w.later(t, "interviewer", tuesday(13, 10)).get(site.FiguresPath).want(403).lacks("Interviews, and what")
	recruiter.post("/dashboard/zone", "zone", "America/New_York", "back", site.FiguresPath)
	recruiter.get(site.FiguresPath).want(200, "You look at times in another zone")
	if got := linked(site.FiguresPath); len(got) > 0 {
		t.Errorf("in another zone the numbers %v lead to lists", got)
	}
}
