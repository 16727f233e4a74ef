package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// D19: what a candidate needs is read by recruiters and admins in the dashboard, and stands nowhere else: in no letter,
// no event, no answer over REST, no tool's, no page of the interviewer, no list, history, audit or file, no search, no
// log line, and not in Temporal. (ADR accommodations-stand-apart)
func TestAccommodationStandsApart(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	ilse := o.Email("ilse")
	const need = "zymurgist interpreter"
	o.Invite(t, "cleo", "engineer", "systems").Want(201)
	pick := o.linkFor(t, "cleo", scheduleLink)
	o.Post(t, pick+"/accommodation", nil, "text", need).Want(303)
	booked := o.Book(t, "cleo", "interviewer_email", ilse)
	id, candidate := booked.Text("interview.id"), booked.Text("interview.candidate.id")
	session := o.linkFor(t, "cleo", sessionLink)
	o.Post(t, session+"/accommodation", nil, "text", "quokka captions").Want(303)
	o.Settled(t, letterTimeout, id)

	admin := []string{"Cookie", o.signsIn(t, o.signInLink(t, "root")), "Sec-Fetch-Site", "same-origin"}
	interviewer := []string{"Cookie", o.signsIn(t, o.signInLink(t, "ilse")), "Sec-Fetch-Site", "same-origin"}
	secrets := []string{"zymurgist", "quokka"}
	hides := func(what, text string) {
		t.Helper()
		for _, s := range secrets {
			if strings.Contains(text, s) {
				t.Errorf("%s says what the candidate needs:\n%s", what, text)
			}
		}
	}
	for _, path := range []string{"/dashboard/candidates/" + candidate, "/dashboard/interviews/" + id} {
		page := string(o.Get(t, path, admin...).Want(200).Body)
		for _, s := range secrets {
			if !strings.Contains(page, s) {
				t.Errorf("%s does not tell an admin of %q", path, s)
			}
		}
		hides(path+" of the interviewer", string(o.Get(t, path, interviewer...).Want(200).Body))
	}
	for _, path := range []string{"", "/interviews", "/interviews.csv", "/candidates", "/search?q=interpreter", "/audit",
		"/audit/changes", "/news", "/week", "/figures", "/figures.csv", "/postings/" + o.Posting("engineer")} {
		hides(path, string(o.Get(t, "/dashboard"+path, admin...).Want(200).Body))
	}
	hides("the page of the interview", string(o.Get(t, session).Want(200).Body))
	for _, path := range []string{"/interviews", "/interviews/" + id + "?include=transcript,recording,notes", "/roles"} {
		hides(path, string(o.Do(t, "GET", path, nil).Want(200).Body))
	}
	for _, to := range []string{o.Email("cleo"), ilse, o.Email("root"), o.Email("desk")} {
		for _, l := range o.Inbox(t, to) {
			hides("a letter to "+to, l.Subject+l.Text+l.HTML+l.ICS)
		}
	}
	hides("the export", o.MustRun(t, "export", "--org", o.Slug))
	hides("interviews show", o.MustRun(t, "interviews", "show", id, "--json"))
	hides("invitations show", o.MustRun(t, "invitations", "show", candidate, "--json"))
	hides("the log", fmt.Sprint(o.Log))
	checkRuns(t, o.Service, []string{"interview/" + id}, secrets...)
}
