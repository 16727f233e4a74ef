package e2e

import (
	"regexp"
	"strings"
	"testing"
	"time"
)

var shownVersion = regexp.MustCompile(`name="version" value="(\d+)"`)

// P2, P5 and P6: the dashboard gives a step its seats and a person a limit. A start that is picked there is booked with
// the panel that was shown, and nobody is offered past their limit. Package dashboard holds what each step does.
func TestPanelByTheDashboard(t *testing.T) {
	t.Parallel()
	always := `working_hours: {tue: ["00:00-24:00"]}}`
	people := ""
	for _, name := range []string{"eng1", "eng2"} {
		people += "\n  - {email: " + name + "@northwind.example, name: " + name + " Quillon, time_zone: UTC, " + always
	}
	o := NewOrg(t, "\n  - {email: bram@northwind.example", people+"\n  - {email: bram@northwind.example")
	session := []string{"Cookie", o.signsIn(t, o.signInLink(t, "root")), "Sec-Fetch-Site", "same-origin"}
	posting, round := "/dashboard/postings/"+o.Posting("engineer"), o.Round("engineer", "main", "systems")
	take := func(subject, id string) {
		t.Helper()
		o.Post(t, "/dashboard/take-over", session, "subject", subject, "id", id, "back", "/dashboard").Want(303)
	}
	take("posting", o.Posting("engineer"))
	take("person", o.Email("eng2"))
	version := string(shownVersion.FindSubmatch(o.Get(t, posting+"/steps/"+round, session...).Want(200).Body)[1])
	o.Post(t, posting+"/steps/"+round, session, "version", version, "type", "assessment", "title", "Systems",
		"assessment", o.Assessment("systems"), "minutes", "60", "bookable", "1", "seats", "shown",
		"seat_of", "people", "seat_people", o.Email("eng1")+", "+o.Email("eng2"), "seat_count", "2",
		"seat_role", "interviewer").Want(303)

	day := o.Now().UTC().AddDate(0, 0, 7)
	for day.Weekday() != time.Tuesday {
		day = day.AddDate(0, 0, 1)
	}
	at := func(hour int) string {
		return time.Date(day.Year(), day.Month(), day.Day(), hour, 0, 0, 0, time.UTC).Format("2006-01-02T15:04:05.000Z")
	}
	books := []string{"round", round, "email", o.Email("a"), "name", "A", "pick", at(10) + " auto"}
	shown := o.Post(t, "/dashboard/book", session, books...).Want(200).Body
	if !strings.Contains(string(shown), "was chosen: ") {
		t.Errorf("nothing says why somebody was chosen:\n%s", shown)
	}
	o.Post(t, "/dashboard/book/confirm", session, append(books, "seated", o.Email("eng1"), "seated",
		o.Email("eng2"))...).Want(303)
	found := o.Do(t, "GET", "/interviews?interviewer_email="+o.Email("eng2"), nil).Want(200)
	if n := len(found.List("interviews.0.panel")); n != 2 || found.Text("interviews.0.panel.1.why") == "" {
		t.Errorf("booked is %s", found.Body)
	}

	slots := "/postings/" + o.Posting("engineer") + "/slots?round_id=" + round + "&from=" + at(14) + "&to=" + at(14)
	if n := len(o.Do(t, "GET", slots, nil).Want(200).List("slots")); n != 1 {
		t.Errorf("%d starts are offered before there is a limit, want one", n)
	}
	hours := personPath.FindSubmatch(o.Get(t, "/dashboard/availability", session...).Want(200).Body)
	o.Post(t, "/dashboard/hours/limits", session, "person", string(hours[1]), "shown", "", "limit_day", "1").Want(303)
	if left := o.Do(t, "GET", slots, nil).Want(200); len(left.List("slots")) > 0 {
		t.Errorf("a panel is offered past a limit: %s", left.Body)
	}
}

var personPath = regexp.MustCompile(`href="/dashboard/hours\?person=([^"]+)"><bdi>eng2`)
