package e2e

import (
	"regexp"
	"strings"
	"testing"
)

var shownRevision = regexp.MustCompile(`name="revision" value="(\d+)"`)

// D11 and §3 T3: a reason that is given in the dashboard with a move or a cancellation stands in the letters of the
// team, and in those of the candidate only if they are to be told; that of one change stands in no letter about
// another. The calendar's own notice of a cancellation carries it, with the link to pick another time, and no letter
// goes beside.
func TestReasonsInLetters(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	cleo, ilse := o.Email("cleo"), o.Email("ilse")
	session := []string{"Cookie", o.signsIn(t, o.signInLink(t, "root")), "Sec-Fetch-Site", "same-origin"}
	o.Invite(t, "cleo", "engineer", "systems")
	invited := len(o.Letters(t, cleo, 1))
	booked := o.Book(t, "cleo", "interviewer_email", ilse)
	id, candidate, round := booked.Text("interview.id"), booked.Text("interview.candidate.id"),
		booked.Text("interview.round_id")
	o.Letters(t, cleo, invited+1)
	o.Letters(t, ilse, 1)
	revision := func() string {
		t.Helper()
		page := o.Get(t, "/dashboard/interviews/"+id+"/cancel", session...).Want(200).Body
		return string(shownRevision.FindSubmatch(page)[1])
	}
	n := 1
	moves := func(start string, why ...string) (toCleo, toIlse Letter) {
		t.Helper()
		o.Post(t, "/dashboard/book/confirm", session, append([]string{"round", round, "candidate", candidate,
			"replaces", id, "revision", revision(), "interviewer", ilse, "pick", start + " " + ilse}, why...)...).Want(303)
		n++
		return o.Letters(t, cleo, invited+n)[0], o.Letters(t, ilse, n)[0]
	}
	says := func(l Letter, says, denies string) {
		t.Helper()
		if all := l.Text + l.HTML + l.ICS; says != "" && !l.tells("\nReason: "+says+"\n") ||
			denies != "" && strings.Contains(all, denies) || says == "" && l.tells("\nReason: ") {
			t.Errorf("the letter %q should give the reason %q, and not %q:\n%s\n%s", l.Subject, says, denies, l.Text,
				l.ICS)
		}
	}
	by := func(l Letter, label string, told bool) {
		t.Helper()
		if l.tells("\n"+label+": ") != told || strings.Contains(l.ICS, label) {
			t.Errorf("that it names who did it is %t, want %t, and not in its event:\n%s\n%s", !told, told, l.Text, l.ICS)
		}
	}
	toCleo, toIlse := moves("2032-06-02T10:00:00.000Z", "why", "Ilse has the flu")
	by(toCleo, "Moved by", false)
	by(toIlse, "Moved by", true)
	says(toCleo, "", "the flu")
	says(toIlse, "Ilse has the flu", "")
	toCleo, toIlse = moves("2032-06-03T10:00:00.000Z", "why", "Our office is closed", "tell", "yes")
	says(toCleo, "Our office is closed", "the flu")
	says(toIlse, "Our office is closed", "the flu")
	toCleo, toIlse = moves("2032-06-04T10:00:00.000Z")
	says(toCleo, "", "office")
	says(toIlse, "", "office")

	o.Post(t, "/dashboard/interviews/"+id+"/cancel", session, "revision", revision(), "why", "Ilse, still coughing",
		"tell", "yes").Want(303)
	for _, l := range []Letter{o.Letters(t, cleo, invited+n+1)[0], o.Letters(t, ilse, n+1)[0]} {
		says(l, "Ilse, still coughing", "office")
		if !strings.Contains(l.ICS, "METHOD:CANCEL") || !strings.Contains(l.ICS, `COMMENT:Ilse\, still coughing`) {
			t.Errorf("the notice of the calendar is\n%s", l.ICS)
		}
	}
	if l := o.Inbox(t, cleo)[0]; !l.tells("Pick another time", "/t/") {
		t.Errorf("the notice leads to no other time:\n%s", l.Text)
	}
	page := o.Get(t, "/dashboard/interviews/"+id, session...).Want(200).Body
	if !strings.Contains(string(page), "Canceled: for the candidate too: “Ilse, still coughing”") {
		t.Errorf("the history says\n%s", page)
	}
	o.Settled(t, letterTimeout, id)
	if got := len(o.Inbox(t, cleo)); got != invited+n+1 {
		t.Errorf("the candidate got %d letters, want %d", got, invited+n+1)
	}
	checkRuns(t, o.Service, []string{"interview/" + id}, "flu", "office", "coughing")
}
