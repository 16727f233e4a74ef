package e2e

import (
	"regexp"
	"strings"
	"testing"
	"time"
)

// D19: whom no offered time suits proposes one in their zone. It waits for the team, leads there to the preview of its
// booking, and is closed by the booking itself; nothing of its note stands in a letter.
func TestProposedTimeIsBooked(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	o.Invite(t, "cleo", "engineer", "systems").Want(201)
	pick := o.linkFor(t, "cleo", scheduleLink)
	day := ahead(30 * 24 * time.Hour).UTC()
	o.Offer(t, "engineer", "ilse", time.Date(day.Year(), day.Month(), day.Day(), 15, 0, 0, 0, time.UTC))
	o.Post(t, pick+"/proposal", nil, "zone", "Asia/Kathmandu", "date", day.Format(time.DateOnly), "hours", "8pm-10:30pm",
		"text", "after my zymurgy class").Want(303)
	session := []string{"Cookie", o.signsIn(t, o.signInLink(t, "root")), "Sec-Fetch-Site", "same-origin"}
	candidate := regexp.MustCompile(`/dashboard/candidates/cand_\w+`).FindString(string(o.Get(t, "/dashboard",
		session...).Want(200).Body))
	page := string(o.Get(t, candidate, session...).Want(200).Body)
	to := regexp.MustCompile(`/dashboard/book\?[^"]*at=[^"]*`).FindString(page)
	if to == "" || !strings.Contains(page, "zymurgy") {
		t.Fatalf("no free time of the proposal is offered:\n%s", page)
	}
	preview := string(o.Get(t, strings.ReplaceAll(to, "&amp;", "&"), session...).Want(200).Body)
	value := func(name string) string {
		return regexp.MustCompile(`name="` + name + `" value="([^"]*)"`).FindStringSubmatch(preview)[1]
	}
	o.Post(t, "/dashboard/book/confirm", session, "round", value("round"), "candidate", value("candidate"), "pick",
		day.Format("2006-01-02T15:00:00.000Z ")+o.Email("ilse")).Want(303)
	if page := string(o.Get(t, candidate, session...).Want(200).Body); strings.Contains(page, "Proposed times") {
		t.Error("the proposal is open after its booking")
	}
	o.Settled(t, letterTimeout, o.Interviews(t, "cleo").Text("interviews.0.id"))
	for _, to := range []string{o.Email("cleo"), o.Email("ilse")} {
		for _, l := range o.Inbox(t, to) {
			if strings.Contains(l.Text+l.HTML+l.ICS, "zymurgy") {
				t.Errorf("a letter to %s has the note", to)
			}
		}
	}
}
