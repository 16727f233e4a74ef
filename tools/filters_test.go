package tools_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models/access"
	"litmus/testdb"
)

// TestInterviewsOfAnInterviewer: list_interviews filters by the interviewer's address, in either case, page by page and
// with the other filters; a cursor works with the same interviewer only (T1, §8).
func TestInterviewsOfAnInterviewer(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		w := open(t, url)
		var brams []string
		for n, who := range []string{"$bram", "$ilse", "$bram", "$bram"} {
			id := w.book(fmt.Sprintf(`{"posting_id":"$posting","round_id":"$round",
				"candidate_email":"theirs%d@candidate.example","interviewer_email":%q,
				"scheduled_start_at":"2032-05-0%dT10:00:00Z"}`, n, who, n+1))
			if who == "$bram" {
				brams = append(brams, id)
			}
		}
		got, cursor := w.pages("list_interviews", map[string]any{"limit": 2, "from": "2032-05-01",
			"interviewer_email": strings.ToUpper(w.Ours.Rows["$bram"])})
		if !slices.Equal(got, brams) {
			t.Errorf("Bram has %v, want %v", got, brams)
		}
		w.call("list_interviews", fmt.Sprintf(`{"interviewer_email":"$ilse","cursor":%q}`, cursor), w.Key).
			says("keep the filters unchanged")
	})
}

// TestUndecidedSubmissions: the status undecided is what is to be graded and what is to be decided on, who has waited
// longest first (T1, D20).
func TestUndecidedSubmissions(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	graded, waiting := w.handIn(), w.handInFor(w.invite("waits@candidate.example", "$assessment"))
	w.call("grade_submission", `{"submission_id":"`+graded+`","native_score":3,"expected":0}`, w.Key).done()
	got, _ := w.page("list_submissions", map[string]any{"status": "undecided"})
	if want := []string{w.Ours.Submissions["fresh"], graded, waiting}; len(got) != 3 || got[0] != want[0] ||
		!slices.Contains(got, graded) || !slices.Contains(got, waiting) {
		t.Errorf("undecided are %v, want %v", got, want)
	}
	w.call("list_submissions", `{"status":"open"}`, w.Key).says("undecided")
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
	move := `{"id":"` + w.book(free(`"any"`, `"$bram"`)) + `","scheduled_start_at":"2031-03-11T09:00:00Z"}`
	writer := w.keyOf(access.InterviewsWrite)
	p := w.plan("reschedule_interview", move, writer)
	w.book(free("robin@", "kim@", `"any"`, `"$bram"`, "2031-03-09T15:00", "2031-03-11T09:00"))
	named := strings.Replace(move, `,"sch`, `,"interviewer_email":"$bram","sch`, 1)
	const busy = " already has an interview from 2031-03-11T09:00:00.000Z to "
	for _, c := range []struct{ arguments, key, want string }{
		{move, writer, "the interviewer" + busy},
		{w.with(move, p.PlanID), writer, "the interviewer" + busy},
		{move, w.Key, "interviewer " + w.Ours.Rows["$bram"] + busy},
		{named, writer, "interviewer " + w.Ours.Rows["$bram"] + busy}, // whom the caller has named
	} {
		w.call("reschedule_interview", c.arguments, c.key).says(c.want)
	}
}

// TestExplainPerson: explain_slot without a posting says for every round of one interviewer why a start is not offered
// with them, as it does for the round alone (T1, D15).
func TestExplainPerson(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		w := open(t, url)
		const nine = "2031-03-09T15:00:00Z"
		w.offers(w.Ours.Rows["$bram"], time.Date(2031, 3, 9, 15, 0, 0, 0, time.UTC))
		type explained struct {
			Reason, Explanation string
			Offered             bool
			Interviewers        []struct {
				Reason       string
				PostingID    string `json:"posting_id"`
				PostingTitle string `json:"posting_title"`
				RoundID      string `json:"round_id"`
				RoundTitle   string `json:"round_title"`
			}
		}
		ask := func(who, at, more string) (x explained) {
			t.Helper()
			w.call("explain_slot", fmt.Sprintf(`{"interviewer_emails":[%q],"start_at":%q%s}`, who, at, more), w.Key).
				done().value(&x)
			return x
		}
		bram, ilse := w.Ours.Rows["$bram"], w.Ours.Rows["$ilse"]
		for _, c := range []struct{ who, at, reason, says string }{
			{bram, nine, "free", "bram@ours.example is free"},
			{ilse, "2032-03-01T15:00:00Z", "", "ilse@ours.example has an interview from 16:00 to 17:00 CET"},
			{w.Theirs.Rows["$bram"], nine, "not_offered", "bram@theirs.example interviews on no open posting."},
		} {
			x := ask(c.who, c.at, "")
			if c.reason != "" && x.Reason != c.reason || !strings.Contains(x.Explanation, c.says) ||
				x.Offered != (x.Reason == "free") {
				t.Errorf("%s at %s: %+v, want %s: %s", c.who, c.at, x, c.reason, c.says)
			}
			for _, r := range x.Interviewers { // as it is answered for the round alone
				alone := ask(c.who, c.at, fmt.Sprintf(`,"posting_id":%q,"round_id":%q`, r.PostingID, r.RoundID))
				if r.PostingTitle == "" || r.RoundTitle == "" || alone.Interviewers[0].Reason != r.Reason {
					t.Errorf("%s at %s: %+v, and of the round alone %+v", c.who, c.at, r, alone)
				}
			}
		}
		moved := ask(ilse, "2032-03-01T15:00:00Z", `,"moved_interview_id":"$interview"`)
		if strings.Contains(moved.Explanation, "has an interview") {
			t.Errorf("the interview that is moved is in the way: %+v", moved)
		}
		for _, more := range []string{``, `,"interviewer_emails":["$ilse","$bram"]`,
			`,"interviewer_emails":["$ilse"],"round_id":"$round"`} {
			w.call("explain_slot", `{"start_at":"`+nine+`"`+more+`}`, w.Key).says("the one person")
		}
	})
}
