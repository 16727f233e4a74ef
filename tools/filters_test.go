package tools_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"litmus/models"
	"litmus/testdb"
)

// TestInterviewsOfAnInterviewer: list_interviews filters by the interviewer's address, in either case, page by page and
// with the other filters; a cursor works with the same interviewer only, and REST knows no such filter (T1, §8).
func TestInterviewsOfAnInterviewer(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		w := open(t, url)
		for n, who := range []string{"$bram", "$ilse", "$bram", "$bram"} {
			w.Do("POST", "/interviews", w.Ours.Fill(fmt.Sprintf(`{"posting_id":"$posting","round_id":"$round",
				"candidate_email":"theirs%d@candidate.example","interviewer_email":%q,
				"scheduled_start_at":"2032-05-0%dT10:00:00Z"}`, n, who, n+1)), w.Key).Want(http.StatusCreated)
		}
		read := func(more string) (starts []string, next string) {
			var page struct {
				Interviews []struct {
					ScheduledStartAt string `json:"scheduled_start_at"`
				}
				NextCursor *string `json:"next_cursor"`
			}
			w.call("list_interviews", `{"from":"2032-05-01","include_canceled":false`+more+`}`, w.Key).done().value(&page)
			for _, i := range page.Interviews {
				starts = append(starts, i.ScheduledStartAt[:10])
			}
			if page.NextCursor != nil {
				next = *page.NextCursor
			}
			return starts, next
		}
		all, _ := read(`,"interviewer_email":"` + strings.ToUpper(w.Ours.Rows["$bram"]) + `"`)
		if want := []string{"2032-05-01", "2032-05-03", "2032-05-04"}; !slices.Equal(all, want) {
			t.Errorf("Bram has %v, want %v", all, want)
		}
		first, next := read(`,"interviewer_email":"$bram","limit":2`)
		rest, _ := read(fmt.Sprintf(`,"interviewer_email":"$bram","limit":2,"cursor":%q`, next))
		if got := slices.Concat(first, rest); !slices.Equal(got, all) {
			t.Errorf("page by page Bram has %v, want %v", got, all)
		}
		if got, _ := read(`,"interviewer_email":"$bram","updated_since":"2031-01-01"`); !slices.Equal(got, all) {
			t.Errorf("of what changed Bram has %v, want %v", got, all)
		}
		if got, _ := read(`,"interviewer_email":"$bram","to":"2032-05-01"`); len(got) != 1 {
			t.Errorf("on the first day Bram has %v", got)
		}
		says := w.call("list_interviews", fmt.Sprintf(`{"interviewer_email":"$ilse","cursor":%q}`, next), w.Key).refused()
		if !strings.Contains(says, "keep the filters unchanged") {
			t.Errorf("a cursor of another interviewer: %q", says)
		}
		rests := w.Do("GET", "/interviews?from=2032-05-01&to=2032-05-31&interviewer_email="+w.Ours.Rows["$bram"], "", w.Key).
			Want(http.StatusOK)
		if n := strings.Count(string(rests.Body), `"scheduled_start_at"`); n != 4 {
			t.Errorf("REST answers %d interviews, want all 4: %s", n, rests.Body)
		}
	})
}

// TestUndecidedSubmissions: the status undecided is what is to be graded and what is to be decided on, who has waited
// longest first, with the grade (T1, D20).
func TestUndecidedSubmissions(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		w := open(t, url)
		var handedIn []string
		for n := range 4 { // an hour apart; the first and the third are graded, the last is decided on
			w.Advance(3600 * n)
			handedIn = append(handedIn, w.handedInBy(fmt.Sprintf("waits%d@candidate.example", n)))
			if n%2 == 0 {
				w.call("grade_submission", fmt.Sprintf(`{"submission_id":%q,"native_score":%d.5,"expected":0}`,
					handedIn[n], n), w.Key).done()
			}
		}
		w.commit("record_decision", fmt.Sprintf(`{"submission_id":%q,"decision":"reject"}`, handedIn[3]))
		read := func(more string) (ids []string, next string) {
			var page struct {
				Submissions []struct {
					ID          string
					Decision    string
					NativeScore *float64 `json:"native_score"`
				}
				NextCursor *string `json:"next_cursor"`
			}
			w.call("list_submissions", `{"status":"undecided","posting_id":"$posting"`+more+`}`, w.Key).done().value(&page)
			for _, s := range page.Submissions {
				n := slices.Index(handedIn, s.ID)
				if s.Decision != models.DecisionPending || n == 0 && (s.NativeScore == nil || *s.NativeScore != 0.5) {
					t.Errorf("it has %+v", s)
				}
				ids = append(ids, s.ID)
			}
			if page.NextCursor != nil {
				next = *page.NextCursor
			}
			return ids, next
		}
		all, _ := read("")
		want := slices.Concat([]string{w.Ours.Submissions["fresh"]}, handedIn[:3]) // which waits since years
		if !slices.Equal(all, want) {
			t.Errorf("undecided are %v, want %v", all, want)
		}
		first, next := read(`,"limit":3`)
		rest, _ := read(fmt.Sprintf(`,"limit":3,"cursor":%q`, next))
		if got := slices.Concat(first, rest); !slices.Equal(got, all) {
			t.Errorf("page by page undecided are %v, want %v", got, all)
		}
		if says := w.call("list_submissions", `{"status":"open"}`, w.Key).refused(); !strings.Contains(says, "undecided") {
			t.Errorf("a status that is none: %q", says)
		}
	})
}

// handedInBy has a new candidate of the take-home hand it in, and returns the submission's id.
func (w *world) handedInBy(email string) string {
	w.T.Helper()
	var invite struct {
		InviteID string `json:"invite_id"`
	}
	w.Must(json.Unmarshal(w.Do("POST", "/invites", w.Ours.Fill(fmt.Sprintf(`{"posting_id":"$posting",
		"assessment_id":"$assessment","candidate_email":%q,"candidate_name":"Crow"}`, email)), w.Key).
		Want(http.StatusCreated).Body, &invite))
	ref := models.Ref{OrgID: w.Ours.Organization, ID: invite.InviteID}
	_, _, err := w.Candidates.StartAssessment(ctx, ref)
	w.Must(err)
	_, s, err := w.Candidates.Submit(ctx, ref, models.Answer{Text: "More."}, nil)
	w.Must(err)
	return s.ID
}

// TestInviteAdvice: beside the codes SELF_SELECT_UNSUPPORTED and ALREADY_INVITED, which are all that REST answers (§7),
// send_invite says what they mean and what can be done (T2).
func TestInviteAdvice(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	w.handIn()
	for code, c := range map[string]struct{ assessment, email, advice string }{
		"SELF_SELECT_UNSUPPORTED": {"$quiz", "new@candidate.example",
			": the assessment is one of a group from which candidates choose themselves, and such groups take no " +
				"invitations. get_pipeline has the other assessments"},
		"ALREADY_INVITED": {"$assessment", "$cleo", ": their record for this assessment is closed, since they handed " +
			"in, were decided on, or the invitation expired or was revoked. list_candidates says which; invite them " +
			"to another assessment"},
	} {
		arguments := `{"posting_id":"$posting","assessment_id":"` + c.assessment + `","candidate_email":"` + c.email +
			`","candidate_name":"Cleo Quillon"}`
		if got := w.call("send_invite", arguments, w.Key).refused(); got != code+c.advice {
			t.Errorf("send_invite says %q, want %q", got, code+c.advice)
		}
		rest := w.Do("POST", "/invites", w.Ours.Fill(arguments), w.Key)
		if got := rest.Refusal(); got != code || rest.Status < 400 {
			t.Errorf("REST says %q, want the code alone", got)
		}
	}
}

// TestKeptInterviewerIsNotNamed: a key that may only write moves an interview, whose interviewer stays and has another
// one then; the refusal of the plan, and that of the commit, name them to a key that may read alone (§5 rule 5).
func TestKeptInterviewerIsNotNamed(t *testing.T) {
	t.Parallel()
	w := openFree(t)
	id := w.Do("POST", "/interviews", w.Ours.Fill(strings.Replace(anybodyArguments, `"any"`, `"$bram"`, 1)), w.Key).
		Want(http.StatusCreated).Text("interview", "id")
	move := `{"id":"` + id + `","scheduled_start_at":"2031-03-11T09:00:00Z"}`
	writer := w.NewKey(w.Ours.Organization, []string{models.InterviewsWrite})
	p := w.plan("reschedule_interview", move, writer)
	w.Do("POST", "/interviews", w.Ours.Fill(strings.NewReplacer("robin@", "kim@", `"any"`, `"$bram"`,
		"2031-03-09T15:00", "2031-03-11T09:00").Replace(anybodyArguments)), w.Key).Want(http.StatusCreated)
	named := strings.Replace(move, `,"sch`, `,"interviewer_email":"$bram","sch`, 1)
	const busy = " already has an interview from 2031-03-11T09:00:00.000Z to "
	for _, c := range []struct{ arguments, key, want string }{
		{move, writer, "the interviewer" + busy},
		{w.with(move, p.PlanID), writer, "the interviewer" + busy},
		{move, w.Key, "interviewer " + w.Ours.Rows["$bram"] + busy},
		{named, writer, "interviewer " + w.Ours.Rows["$bram"] + busy}, // whom the caller has named
	} {
		if says := w.call("reschedule_interview", c.arguments, c.key).refused(); !strings.HasPrefix(says, c.want) {
			t.Errorf("%s says %q, want %q", c.arguments, says, c.want)
		}
	}
}

// TestExplainPerson: explain_slot without a posting says for every round of one interviewer why a start is not offered
// with them, as it does for the round alone (T1, D15).
func TestExplainPerson(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		w := open(t, url)
		w.call("add_slots", `{"posting_id":"$posting","slots":[
			{"interviewer_email":"$bram","start_at":"2031-03-09T15:00:00Z"}]}`, w.Key).done()
		type explained struct {
			Reason, Explanation string
			Offered             bool
			Interviewers        []struct {
				Reason       string
				InterviewID  *string `json:"interview_id"`
				PostingID    string  `json:"posting_id"`
				PostingTitle string  `json:"posting_title"`
				RoundID      string  `json:"round_id"`
				RoundTitle   string  `json:"round_title"`
			}
		}
		ask := func(who, at, more string) (x explained) {
			t.Helper()
			w.call("explain_slot", fmt.Sprintf(`{"interviewer_emails":[%q],"start_at":%q%s}`, who, at, more), w.Key).
				done().value(&x)
			return x
		}
		for _, c := range []struct{ who, at, reason, says string }{
			{"$bram", "2031-03-09T15:00:00Z", "free", "bram@ours.example is free"},
			{"$bram", "2031-03-09T16:00:00Z", "not_offered", "bram@ours.example has not painted this time"},
			{"$ilse", "2032-03-01T15:00:00Z", "", "ilse@ours.example has an interview from 16:00 to 17:00 CET"},
			{"$bram", "2031-03-09T15:10:00Z", "off_grid", "on the hour and half hour only"},
			{"$bram", "2031-03-02T15:00:00Z", "past", "This time is past."},
			{"stranger@ours.example", "2031-03-09T15:00:00Z", "not_offered",
				"stranger@ours.example interviews on no open posting."},
			{"$their_bram", "2031-03-09T15:00:00Z", "not_offered", "bram@theirs.example interviews on no open posting."},
		} {
			who := strings.ReplaceAll(c.who, "$their_bram", w.Theirs.Rows["$bram"])
			x := ask(who, c.at, "")
			if c.reason != "" && x.Reason != c.reason || !strings.Contains(x.Explanation, c.says) ||
				x.Offered != (x.Reason == "free") {
				t.Errorf("%s at %s: %+v, want %s: %s", who, c.at, x, c.reason, c.says)
			}
			for _, r := range x.Interviewers { // as it is answered for the round alone
				alone := ask(who, c.at, fmt.Sprintf(`,"posting_id":%q,"round_id":%q`, r.PostingID, r.RoundID))
				if r.PostingTitle == "" || r.RoundTitle == "" || alone.Interviewers[0].Reason != r.Reason {
					t.Errorf("%s at %s: %+v, and of the round alone %+v", who, c.at, r, alone)
				}
			}
		}
		moved := ask("$ilse", "2032-03-01T15:00:00Z", `,"moved_interview_id":"$interview"`)
		if strings.Contains(moved.Explanation, "has an interview") {
			t.Errorf("the interview that is moved is in the way: %+v", moved)
		}
		for _, arguments := range []string{`{"start_at":"2031-03-09T15:00:00Z"}`,
			`{"start_at":"2031-03-09T15:00:00Z","interviewer_emails":["$ilse","$bram"]}`,
			`{"start_at":"2031-03-09T15:00:00Z","interviewer_emails":["$ilse"],"round_id":"$round"}`} {
			if says := w.call("explain_slot", arguments, w.Key).refused(); !strings.Contains(says, "the one person") {
				t.Errorf("%s says %q", arguments, says)
			}
		}
		var rounds [2]int
		var statements [2]int
		for n := range rounds {
			statements[n] = w.Statements(func() {
				rounds[n] = len(ask("petra@ours.example", "2031-03-09T15:00:00Z", "").Interviewers)
			})
			w.call("add_slots", `{"posting_id":"$cohort","slots":[{"interviewer_email":"petra@ours.example",
				"start_at":"2031-03-09T15:00:00Z"}]}`, w.Key).done()
		}
		if statements[0] != statements[1] || rounds[0] >= rounds[1] {
			t.Errorf("%d rounds take %d statements, %d rounds %d", rounds[0], statements[0], rounds[1], statements[1])
		}
	})
}
