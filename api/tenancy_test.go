package api_test

import (
	"net/http"
	"strings"
	"testing"

	"litmus/testdb"
	"litmus/testdb/worlds"
)

// TestForeign proves that a resource of another organization cannot be told from one that never existed, in the path,
// in the query and in bodies: the status, the body (except for the id that it repeats) and the number of queries are
// the same, so that response times reveal nothing either (§1, §5 rule 3).
func TestForeign(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		w := open(t, url)
		theirs := map[string]string{}
		for name, value := range w.Theirs.Rows { // $their_posting is theirs
			theirs["$their_"+name[1:]] = value
		}
		// Whoever sets a posting's interviewers takes these off, whom it costs their membership.
		w.Do("PUT", w.Ours.Fill("/postings/$cohort/interviewers"), `{"interviewers":[{"email":"gone@ours.example"}]}`,
			w.Key).Want(http.StatusOK)
		before := w.Everything(w.Theirs)

		for _, c := range []struct {
			clause, method, path, body string
			ref                        string // the resource of theirs that the request names
			status                     int
		}{
			// In the path: 404 before anything else of the request is looked at.
			{"§4 Roles and pipeline", "GET", "/postings/$their_posting/pipeline", "", "$their_posting", 404},
			{"§4 Read one", "GET", "/interviews/$their_interview", "", "$their_interview", 404},
			{"§4 Read one", "GET", "/interviews/$their_import?include=transcript,recording,notes", "",
				"$their_import", 404},
			{"§4 Read one", "GET", "/interviews/$their_import?include=video", "", "$their_import", 404},
			{"§4 Read one", "GET", "/interviews/$their_pending", "", "$their_pending", 404},
			{"§4 Change interviewer", "PATCH", "/interviews/$their_interview", `{"interviewer_email":"$bram"}`,
				"$their_interview", 404},
			{"§4 Change interviewer", "PATCH", "/interviews/$their_interview",
				`{"scheduled_start_at":"2032-01-01T10:00:00Z"}`, "$their_interview", 404},
			{"§4 Change interviewer", "PATCH", "/interviews/$their_canceled", `{"interviewer_email":"$bram"}`,
				"$their_canceled", 404},
			{"§4 Cancel", "DELETE", "/interviews/$their_interview", "", "$their_interview", 404},
			{"§4 Cancel", "DELETE", "/interviews/$their_canceled", "", "$their_canceled", 404},
			{"§4 Interviewers", "GET", "/postings/$their_posting/interviewers", "", "$their_posting", 404},
			{"§4 Interviewers", "PUT", "/postings/$their_posting/interviewers", `{"interviewers":[]}`,
				"$their_posting", 404},
			{"§4 Interviewers", "PUT", "/postings/$their_posting/interviewers", `{"interviewers":5}`,
				"$their_posting", 404},
			{"§4 Interviewers", "POST", "/postings/$their_posting/slots",
				`{"slots":[{"interviewer_email":"$bram","start_at":"2032-03-01T15:00:00Z"}]}`, "$their_posting", 404},
			{"§4 Interviewers", "POST", "/postings/$their_posting/slots", `{"slots":[]}`, "$their_posting", 404},
			{"§4 Interviewers", "DELETE", "/postings/$their_posting/slots",
				`{"slots":[{"interviewer_email":"$bram","start_at":"2032-03-01T15:00:00Z"}]}`, "$their_posting", 404},
			{"§4 Interviewers", "DELETE", "/postings/$their_posting/slots", `[]`, "$their_posting", 404},
			{"§4 Interviewers", "GET", "/postings/$their_posting/slots?round_id=$round", "", "$their_posting", 404},
			{"§4 Interviewers", "GET", "/postings/$their_posting/slots?round_id=$their_round", "",
				"$their_posting", 404},
			{"§4 Interviewers", "GET", "/postings/$their_posting/slots", "", "$their_posting", 404},
			{"§4 Interviewers", "GET", "/postings/$their_posting/slots?round_id=$round&from=soon", "",
				"$their_posting", 404},
			{"§4 Submissions", "GET", "/submissions/$their_submission", "", "$their_submission", 404},

			// In the query.
			{"§4 Interviewers", "GET", "/postings/$posting/slots?round_id=$their_round", "", "$their_round", 404},
			{"§4 List", "GET", "/interviews?posting_id=$their_posting", "", "$their_posting", 200},
			{"§4 List", "GET", "/interviews?round_id=$their_round", "", "$their_round", 200},
			{"§4 List", "GET", "/interviews?candidate_email=$their_cleo", "", "$their_cleo", 200},

			// In bodies.
			{"§4 Book", "POST", "/interviews", booking(`"posting_id":"$their_posting"`), "$their_posting", 404},
			{"§4 Book", "POST", "/interviews", booking(`"posting_id":"$their_posting","round_id":"$their_round"`),
				"$their_posting", 404},
			{"§4 Book", "POST", "/interviews", booking(`"round_id":"$their_round"`), "$their_round", 404},
			{"§4 Book", "POST", "/interviews", booking(`"candidate_id":"$their_candidate"`), "$their_candidate", 404},
			{"§4 Book", "POST", "/interviews", booking(`"candidate_id":"$their_candidate","replace_existing":true`),
				"$their_candidate", 404},
			{"§4 Book", "POST", "/interviews",
				booking(
					`"candidate_id":"$their_invited","externally_scheduled":true,"interviewer_email":"$bram","meeting_link":"https://meet.example/x"`), "$their_invited", 404},
			// Ilse is booked in their organization and unknown in ours.
			{"§4 Book rule 2", "POST", "/interviews",
				booking(`"interviewer_email":"$their_ilse","scheduled_start_at":"2032-03-01T15:00:00Z"`),
				"$their_ilse", 201},
			{"§4 Book", "POST", "/interviews",
				booking(`"interviewer_email":"$their_petra","scheduled_start_at":"2032-07-04T03:00:00Z"`),
				"$their_petra", 201},
			{"§4 Book rule 1", "POST", "/interviews", booking(`"candidate_email":"$their_cleo"`), "$their_cleo", 201},
			{"§4 Change interviewer", "PATCH", "/interviews/$interview", `{"interviewer_email":"$their_ilse"}`,
				"$their_ilse", 200},
			{"§4 Slots rule 1", "PUT", "/postings/$cohort/interviewers",
				`{"interviewers":[{"email":"$their_petra","slots":["2032-03-01T15:00:00Z"]}]}`, "$their_petra", 200},
			{"§4 Slots rule 5", "POST", "/postings/$empty/slots",
				`{"slots":[{"interviewer_email":"$their_petra","start_at":"2032-03-01T15:00:00Z"}]}`,
				"$their_petra", 200},
			{"§4 Slots rule 5", "DELETE", "/postings/$closed/slots",
				`{"slots":[{"interviewer_email":"$their_petra","start_at":"2032-03-01T15:00:00Z"}]}`,
				"$their_petra", 200},
			{"§7 Invite errors", "POST", "/invites", inviting(`"posting_id":"$their_posting"`), "$their_posting", 404},
			{"§7 Invite errors", "POST", "/invites", inviting(`"posting_id":null,"role_id":"$their_posting"`),
				"$their_posting", 404},
			{"§7 Invite errors", "POST", "/invites", inviting(`"posting_id":"$their_closed"`), "$their_closed", 404},
			{"§7 Invite errors", "POST", "/invites", inviting(`"posting_id":null,"role_id":"$their_cohort"`),
				"$their_cohort", 404},
			{"§4 Invites", "POST", "/invites", inviting(`"assessment_id":"$their_assessment"`),
				"$their_assessment", 404},
			{"§4 Invites", "POST", "/invites", inviting(`"candidate_email":"$their_cleo"`), "$their_cleo", 201},
		} {
			about := c.clause + ": " + c.method + " " + c.path + " " + c.body
			named := theirs[c.ref]
			if named == "" {
				t.Fatalf("%s: nothing is called %s", about, c.ref)
			}
			ask := func(value string) (*worlds.Answer, int) {
				fill := func(s string) string {
					for name, v := range theirs {
						if name == c.ref {
							v = value
						}
						s = strings.ReplaceAll(s, name, v)
					}
					return w.Ours.Fill(s)
				}
				var a *worlds.Answer
				n := w.Statements(func() { a = w.Do(c.method, fill(c.path), fill(c.body), w.Key) })
				return a, n
			}
			was := worlds.NeverWas(named)
			foreign, queries := ask(named)
			unknown, unknownQueries := ask(was)
			if foreign.Status != c.status || unknown.Status != c.status {
				t.Errorf("%s\nstatus %d, and %d for what never was; want %d\n%s\n%s",
					about, foreign.Status, unknown.Status, c.status, foreign.Body, unknown.Body)
			}
			if got, want := worlds.Alike(foreign.Body, named), worlds.Alike(unknown.Body, was); got != want {
				t.Errorf("%s\nbody %s\nwant as for what never was,\n%s", about, got, want)
			}
			if queries != unknownQueries || queries == 0 {
				t.Errorf("%s\n%d queries, and %d for what never was", about, queries, unknownQueries)
			}
		}
		if after := w.Everything(w.Theirs); after != before {
			t.Errorf("what is theirs is no longer as it was:\n%s\nwas\n%s", after, before)
		}

		t.Run("an id of another kind is an unknown id", func(t *testing.T) { // §4 Submissions
			for kind, path := range map[string]string{"interview": "/interviews/%s", "posting": "/postings/%s/pipeline",
				"submission": "/submissions/%s"} {
				for name, id := range w.Ours.Rows {
					if name == "$"+kind || !strings.Contains(id, "_") || strings.Contains(id, "@") ||
						kind == "interview" && strings.HasPrefix(id, "int_") ||
						kind == "posting" && strings.HasPrefix(id, "post_") {
						continue
					}
					known, n := w.asked("GET", strings.Replace(path, "%s", id, 1))
					unknown, m := w.asked("GET", strings.Replace(path, "%s", worlds.NeverWas(id), 1))
					if known.Status != 404 ||
						worlds.Alike(known.Body, id) != worlds.Alike(unknown.Body, worlds.NeverWas(id)) || n != m {
						t.Errorf("%s as %s: %d %s by %d queries; want %s by %d",
							name, kind, known.Status, known.Body, n, unknown.Body, m)
					}
				}
			}
		})
	})
}

// booking is the body of a booking of a new candidate. The changes come last and so override its fields.
func booking(changes string) string {
	return `{"posting_id":"$posting","round_id":"$round","candidate_email":"someone@ours.example","candidate_name":"Some Quillon","scheduled_start_at":"2032-06-01T10:00:00Z","replace_existing":true,` + changes + "}"
}

func inviting(changes string) string {
	return `{"posting_id":"$posting","assessment_id":"$assessment","candidate_email":"someone@ours.example","candidate_name":"Some Quillon",` + changes + "}"
}

// asked returns the answer to a request with our key, and its number of queries.
func (w *world) asked(method, path string) (a *worlds.Answer, queries int) {
	w.T.Helper()
	queries = w.Statements(func() { a = w.Do(method, path, "", w.Key) })
	return a, queries
}
