package e2e

import (
	"strings"
	"testing"
)

// §1, §5 rule 3: a resource outside the key's organization is 404 everywhere, in the path and in bodies, and is in no
// list.
func TestTenancy(t *testing.T) {
	t.Parallel()
	EachOrg(t, func(t *testing.T, mine *Org) {
		theirs := mine.NewOrg(t)
		booked := theirs.Book(t, "cleo", "interviewer_email", theirs.Email("ilse"))
		interview, candidate := booked.Text("interview.id"), booked.Text("interview.candidate.id")
		posting, round := theirs.Posting("engineer"), theirs.Round("engineer", "main", "systems")
		slots := Object{"slots": []Object{{"interviewer_email": theirs.Email("ilse"),
			"start_at": "2032-03-01T15:00:00Z"}}}
		before := theirs.Do(t, "GET", "/postings/"+posting+"/interviewers", nil).Want(200).JSON("")

		for _, c := range []struct {
			method, path string
			body         any
		}{
			{"GET", "/interviews/" + interview, nil},
			{"GET", "/interviews/" + theirs.IDs.Imports["gh"] + "?include=transcript", nil},
			{"PATCH", "/interviews/" + interview, Object{"interviewer_email": mine.Email("bram")}},
			{"DELETE", "/interviews/" + interview, nil},
			{"GET", "/postings/" + posting + "/pipeline", nil},
			{"GET", "/postings/" + posting + "/interviewers", nil},
			{"PUT", "/postings/" + posting + "/interviewers", Object{"interviewers": []Object{}}},
			{"GET", "/postings/" + posting + "/slots?round_id=" + round, nil},
			{"GET", "/postings/" + mine.Posting("engineer") + "/slots?round_id=" + round, nil},
			{"POST", "/postings/" + posting + "/slots", slots},
			{"DELETE", "/postings/" + posting + "/slots", slots},
			{"GET", "/submissions/" + theirs.IDs.Submissions["judged"], nil},
			{"POST", "/interviews", mine.Booking("x", "posting_id", posting, "round_id", round)},
			{"POST", "/interviews", mine.Booking("x", "round_id", round)},
			{"POST", "/interviews", mine.Booking("x", "candidate_id", candidate)},
		} {
			// as of an id that never was: TestForeign in package api
			mine.Do(t, c.method, c.path, c.body).WantError(404)
		}

		for _, path := range []string{"/interviews", "/interviews?candidate_email=" + theirs.Email("cleo"),
			"/interviews?posting_id=" + posting, "/interviews?round_id=" + round, "/roles"} {
			if body := string(mine.Do(t, "GET", path, nil).Want(200).Body); strings.Contains(body, theirs.Slug) ||
				strings.Contains(body, posting) {
				t.Errorf("GET %s shows what is theirs: %s", path, body)
			}
		}
		if got := theirs.Do(t, "GET", "/interviews/"+
			interview, nil).Want(200).JSON(""); got != booked.JSON("interview") {
			t.Errorf("their interview is %s, want it untouched", got)
		}
		if got := theirs.Do(t, "GET", "/postings/"+posting+"/interviewers", nil).Want(200).JSON(""); got != before {
			t.Errorf("their interviewers are %s, want them untouched", got)
		}

		t.Run("the same people are strangers in another organization", func(t *testing.T) {
			// Their interviewer is booked there; here the same address is free, and the same candidate is another
			// record.
			r := mine.Book(t, "x", "candidate_email", theirs.Email("cleo"), "interviewer_email", theirs.Email("ilse"))
			if got := r.Text("interview.candidate.id"); got == candidate {
				t.Error("the candidate record is shared between organizations")
			}
			if got := r.Text("interview.meeting_link"); got != "" {
				t.Errorf("meeting_link = %q, want none: their person's link is theirs", got)
			}
		})
	})
}
