package dashboard

import (
	"strings"
	"testing"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/timetable"
)

// TestWeekByTheClock proves D11: a week by the clock has an interview at its time, a free half hour that leads to
// booking it with that person, and a blocked one that says why; the person, several of them or a posting are chosen,
// and interviewers see their own week without what they may not do.
func TestWeekByTheClock(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.bookedFor(cleo)
	w.bookedFor(dora, startingAt(tuesday(13, 0), priya))
	w.must(w.Availability.EnterAbsence(ctx, act.By{}, w.org.ID, tomas,
		timetable.Absence{First: "2031-03-07", Last: "2031-03-07", Reason: "secret"}))
	recruiter := w.as(t, "recruiter")
	week := func(more ...string) *reply {
		t.Helper()
		return recruiter.get(site.Href(site.WeekPath, append([]string{"view", "axis"}, more...)...)).want(200)
	}
	of := func(who ...string) (pairs []string) {
		for _, email := range who {
			pairs = append(pairs, "interviewer", w.person(email))
		}
		return pairs
	}
	one := week(of(jonas)...)
	block := one.one(".block")
	equal(t, "the interview", content(block),
		"10:00 Cleo C Turbine Software Engineer · JB , Jonas Brandt, scheduled Move")
	equal(t, "where little fits its initials stand for it alone", attr(one.one(".brief"), "aria-hidden"), "true")
	if place := attr(block, "class"); !strings.Contains(place, " off0 len4 ") {
		t.Errorf("an interview of an hour has the place %q", place)
	}
	equal(t, "it leads to", attr(one.one("a.what"), "href"), site.InterviewPath(i.ID))
	equal(t, "it is moved", attr(one.one("a.mover"), "href"),
		site.InterviewPath(i.ID, "move")+"?week=2031-03-04")
	free := one.all("a.free")[0]
	if at, with := attr(free, "href"), w.person(jonas); !strings.HasPrefix(at, "/dashboard/book?at=2031-03-0") ||
		!strings.HasSuffix(at, "with="+with) {
		t.Errorf("a free half hour leads to %s", at)
	}
	blocked := attr(one.all("span.plain[title]")[0], "title")
	if !strings.Contains(blocked, "Jonas Brandt has not painted") {
		t.Errorf("a blocked half hour says %q", blocked)
	}
	away := week(of(tomas)...)
	away.want(200, "Tomás").lacks("secret")
	if !strings.Contains(away.Body, "is away from") {
		t.Error("an absence does not say so")
	}

	several := week(of(jonas, priya)...)
	equal(t, "interviews of two", len(several.all(".block")), 2)
	equal(t, "columns of two", len(several.all(".whose th")), 14)
	posting := week("posting", w.turbine())
	equal(t, "interviews of a posting", len(posting.all(".block")), 2)
	if href := attr(posting.all("a.free")[0], "href"); !strings.Contains(href, "posting="+w.turbine()) ||
		!strings.Contains(href, "with=per_") {
		t.Errorf("a half hour that a posting offers leads to %s", href)
	}
	equal(t, "a posting with people", len(week(append(of(jonas, priya), "posting", w.turbine())...).all(".block")), 2)
	week(of(jonas, priya, mei, tomas, ines)...).want(200, "Four people fit side by side")
	recruiter.get(site.Href(site.WeekPath, "view", "axis", "posting", "post_unknown")).want(404)

	w.bookedFor("eve@candidate.example", startingAt(noon.Add(2*time.Hour), jonas))
	w.at(noon.Add(2*time.Hour + time.Minute))
	if now := week(of(jonas)...).one(".block.now"); has(now, "data-move") || !strings.Contains(content(now), "Eve") {
		t.Error("an interview that has begun can be moved")
	}
	own := w.as(t, "interviewer").get(site.WeekPath).want(200, "Cleo").lacks("Dora", "Move", "/dashboard/book?")
	equal(t, "their own interviews", len(own.all(".block")), 2)
}

// TestWeekSaysWhatIsNotShown proves D11: interviews that name nobody are told apart from those of people who have no
// column.
func TestWeekSaysWhatIsNotShown(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.bookedFor(cleo)
	nobody, gone := w.bookedFor(dora, startingAt(tuesday(13, 0), priya)),
		w.bookedFor("eve@candidate.example", startingAt(tuesday(15, 0), jonas))
	w.exec("update interviews set interviewer_email = '' where id = ?", nobody.ID)
	w.exec("update interviews set interviewer_email = 'gone@marlowe.example' where id = ?", gone.ID)
	w.exec("delete from posting_interviewers where email <> ?", jonas)
	w.as(t, "recruiter").get(site.WeekPath+"?view=axis").want(200, "Not shown of this week:",
		"1 interview that names nobody, and 1 of people without a column here.", "See everybody")
}

// TestBookFromTheWeek proves D11 and D12: a half hour of the week and an interview that is dropped on one lead to what
// would be sent; nothing is done before that is confirmed, and then the week is shown again.
func TestBookFromTheWeek(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.bookedFor(cleo)
	recruiter := w.as(t, "recruiter")
	back := site.WeekPath + "?day=2031-03-04&view=axis"
	before := w.rows()
	start, with := models.FormatInstant(tuesday(14, 0)), w.person(priya)

	book := recruiter.get(site.Href(site.BookPath, "at", start, "with", with, "posting", w.turbine()), "Referer",
		"https://hire.marlowe.example"+back).want(200, "Tue 4 Mar 2031, 15:00 CET, with Priya Raman", "Back to the week")
	filled := having(lacking(book.fields("#new"), "round"), "email", dora, "name", "Dora", "round", w.design())
	equal(t, "the form of a new candidate", strings.Join(filled, "|"), strings.Join([]string{"pick",
		start + " " + priya, "back", back, "email", dora, "name", "Dora", "round", w.design()}, "|"))
	fresh := recruiter.post(site.BookPath, filled...).want(200, "Book this interview?", "Priya Raman", dora)
	found := recruiter.get(site.Href(site.BookPath, "at", start, "with", with, "back", back, "q", "cleo")).want(200)
	recruiter.get(attr(found.one(".lines a.button"), "href")).want(200, "Move the interview?", "Priya Raman")

	moved := recruiter.get(site.Href(site.InterviewPath(i.ID, "move"), "at", start, "with", with, "back", back)).
		want(200, "Move the interview?", "15:00", "Priya Raman", "Leave it as it is")
	equal(t, "leaving the move leads", attr(moved.one("a[data-leave]"), "href"), back)
	given := recruiter.get(site.Href(site.InterviewPath(i.ID, "reassign"), "with", with, "back", back)).
		want(200, "Change the interviewer", "priya@marlowe.example interviews from then on")
	equal(t, "leaving the change leads", attr(given.one("a[data-leave]"), "href"), back)
	recruiter.get(site.Href(site.InterviewPath(i.ID, "move"), "at", start, "with", "per_unknown")).want(404)
	recruiter.get(site.Href(site.InterviewPath(i.ID, "move"), "at", "never", "with", with)).want(400)
	evil := recruiter.get(site.Href(site.InterviewPath(i.ID, "move"), "at", start, "back", "https://evil.example/"))
	equal(t, "leaving for another site leads", attr(evil.want(200).one("a[data-leave]"), "href"),
		site.InterviewPath(i.ID))
	w.unchanged(t, before, "previews from the week")

	for _, c := range []struct {
		page      *reply
		path, who string
		at        time.Time
	}{{given, site.InterviewPath(i.ID, "reassign"), priya, tuesday(9, 0)},
		{fresh, site.BookPath + "/confirm", priya, tuesday(14, 0)}} {
		form := c.page.fields("form[data-once]")
		done := recruiter.post(c.path, form...).want(303)
		equal(t, "after it is done", done.Header.Get("Location"), back)
	}
	equal(t, "who interviews", w.interview(i.ID).InterviewerEmail, priya)
}
