package dashboard

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/timetable"
)

// TestDrift proves D10 and D11: who may sees on the first page and on that of the interview what became of the event in
// a calendar, moves the interview after it with the time filled in, or has it put back, once.
func TestDrift(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.connected(jonas, timetable.CalendarAccount{Provider: timetable.CalendarCalDAV, URL: "https://dav.example/jonas/",
		Username: "jonas", Password: "secret"})
	i := w.bookedFor(cleo, startingAt(tuesday(13, 0), jonas))
	path := site.InterviewPath(i.ID)
	drifts := func(kind models.DriftKind, start *time.Time) {
		row := w.interview(i.ID).Interview
		drift, err := json.Marshal(models.Drift{Owner: jonas, Of: row.StartsAt, Announced: row.AnnounceRevision,
			Kind: kind, Start: start, SeenAt: noon})
		w.must(err)
		w.exec("update interviews set drift = ?, revision = revision + 1 where id = ?", string(drift), i.ID)
	}
	moved := tuesday(14, 30)
	drifts(models.DriftMoved, &moved)
	const words = "Jonas Brandt moved the event in their calendar to"
	for _, address := range []string{models.DashboardPath, path} {
		page := w.as(t, "recruiter").get(address).want(200, words, "The interview stays where it is",
			"Put the event back")
		var leads []string
		for _, a := range page.all("main a.button") {
			leads = append(leads, attr(a, "href"))
		}
		to := site.Href(path+"/move", "at", moved.UTC().Format(time.RFC3339), "with", w.person(jonas))
		if !slices.Contains(leads, to) {
			t.Errorf("%s leads to %q, want %s", address, leads, to)
		}
		w.as(t, "interviewer").get(address).want(200, words, "Put the event back").lacks("Move the interview there")
	}
	w.as(t, priya).get(models.DashboardPath).want(200).lacks(words)
	w.as(t, "recruiter").get(site.Href(path+"/move", "at", moved.UTC().Format(time.RFC3339), "with",
		w.person(jonas))).want(200, "Move the interview?")

	drifts(models.DriftDoubled, nil)
	w.as(t, "recruiter").get(path).want(200, "more than once")
	drifts(models.DriftDeleted, nil)
	page := w.as(t, "recruiter").get(path).want(200, "deleted the event in their calendar again")
	form := page.fields("#drift form")
	w.as(t, priya).post(path+"/copy", form...).want(403)
	own := w.as(t, "interviewer")
	own.follow(own.post(path+"/copy", form...)).want(200, "The event is put back.").lacks("deleted the event")
	own.follow(own.post(path+"/copy", form...)).want(200, "as the interview is already") // a double click
	if d := w.interview(i.ID).Drift; d.Kind != "" || d.Mend != w.interview(i.ID).Revision {
		t.Errorf("it is %+v", d)
	}
	w.as(t, "recruiter").get(models.DashboardPath).want(200, "Everything was sent")
	drifts(models.DriftMoved, &moved)
	w.as(t, "recruiter").post(path+"/copy", form...).want(409)

	asked, err := json.Marshal(models.Replacement{Interviewer: jonas, By: jonas, AskedAt: noon, Declined: true})
	w.must(err)
	w.exec("update interviews set replacement = ? where id = ?", string(asked), i.ID)
	drifts(models.DriftDeclined, nil)
	w.as(t, "recruiter").get(path).want(200, "Jonas Brandt declined the interview in their calendar").lacks(words)
	w.as(t, "recruiter").get(models.DashboardPath).want(200, "Jonas Brandt declined in their calendar",
		"Change interviewer", "Hand over").lacks("Changed in a calendar")
}
