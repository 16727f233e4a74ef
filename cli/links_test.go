package cli

import (
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/booking"
)

func TestLinksIssue(t *testing.T) {
	t.Parallel()
	x := northwind(t)
	b := x.booked(external)
	id := b.Interview.ID
	s, _ := x.open()
	opens := func(token string) error {
		_, err := s.Bookings.Linked(t.Context(), token)
		return err
	}
	x.clock.Set(noon.Add(time.Hour))
	got := x.run("links", "issue", id)
	token, ours := strings.CutPrefix(strings.TrimSpace(got.stdout), testOrigin+"/s/")
	if got.status != exitOK || !ours || got.stdout != testOrigin+"/s/"+token+"\n" ||
		got.stderr != "a fresh link for "+id+", shown this once: it can be used once, until 2032-02-03T13:00:00.000Z; "+
			"older links are dead\n" {
		t.Errorf("it prints %+v, want the link alone on standard output", got)
	}
	if err := opens(token); err != nil {
		t.Errorf("the fresh link: %v", err)
	}
	if err := opens(b.LinkToken); models.KindOf(err) != models.NotFound {
		t.Errorf("the first link: %v, want it dead", err)
	}
	x.clock.Set(noon.Add(2 * time.Hour))
	var issued issuedLink
	x.mustJSON(&issued, "links", "issue", id)
	if issued.InterviewID != id || !strings.HasPrefix(issued.CandidateLink, testOrigin+"/s/") ||
		issued.LinkExpiresAt != "2032-02-03T14:00:00.000Z" || issued.SessionExpiresAt != "2032-02-09T12:00:00.000Z" {
		t.Errorf("as JSON it prints %+v", issued)
	}

	// Nothing is issued that cannot be printed whole.
	live := strings.TrimPrefix(issued.CandidateLink, testOrigin+"/s/")
	delete(x.env, "LITMUS_BASE_URL")
	x.refused(exitUsage, "LITMUS_BASE_URL is required here: the public origin of the api, which the link begins with, "+
		"such as https://hire.example.com", "links", "issue", id)
	if err := opens(live); err != nil {
		t.Errorf("after a refusal the last link: %v, want it alive", err)
	}
	x.env["LITMUS_BASE_URL"] = testOrigin
	x.refused(exitFailed, `interview "int_x" not found`, "links", "issue", "int_x")
	standard := x.booked(func(o *booking.Order) { o.CandidateEmail = "casey@candidate.example" }).Interview.ID
	x.refused(exitFailed, "interview "+standard+" is no external session; it has no candidate link",
		"links", "issue", standard)
}

func TestLinksRevoke(t *testing.T) {
	t.Parallel()
	x := northwind(t)
	takehome, live := x.invited("lens", "robin@candidate.example"), x.invited("spare", "casey@candidate.example")
	revoked := func(id string, pages ...string) (links []string) {
		t.Helper()
		got := x.run("links", "revoke", id)
		if links = strings.Fields(got.stdout); got.status != exitOK || len(links) != len(pages) || got.stderr !=
			"the links that "+id+" was sent are dead; no letter tells them: pass on what is printed here\n" {
			t.Fatalf("it prints %+v, want links to %q", got, pages)
		}
		for n, page := range pages {
			if !strings.HasPrefix(links[n], testOrigin+page) {
				t.Errorf("link %d is %s, want one to %s", n, links[n], page)
			}
		}
		return links
	}
	revoked(takehome.ID, "/a/")
	links := revoked(live.ID, "/t/", "/a/")
	var again freshLinks
	x.mustJSON(&again, "links", "revoke", live.ID)
	verify.Each(t, "the second time it prints", verify.Fields{"CandidateID": {again.CandidateID, live.ID},
		"Revoked": {again.Revoked, 2}, "ScheduleLink": {again.ScheduleLink, verify.Not{links[0]}},
		"AssessmentLink":        {again.AssessmentLink, verify.Not{links[1]}},
		"ScheduleLink begins":   {again.ScheduleLink, verify.Begins(testOrigin + "/t/")},
		"AssessmentLink begins": {again.AssessmentLink, verify.Begins(testOrigin + "/a/")}})

	// Nothing is revoked unless the new links can be printed whole.
	delete(x.env, "LITMUS_BASE_URL")
	x.fails(exitUsage, []string{"LITMUS_BASE_URL is required here"}, "links", "revoke", live.ID)
	if n := line(t, x.must("invitations", "show", live.ID), "links revoked"); !slices.Equal(n, []string{"2 times"}) {
		t.Errorf("after a refusal links were revoked %q, want 2 times", n)
	}
	x.env["LITMUS_BASE_URL"] = testOrigin
	x.refused(exitFailed, `candidate "cand_x" not found`, "links", "revoke", "cand_x")
}
