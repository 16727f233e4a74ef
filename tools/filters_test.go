package tools_test

import (
	"cmp"
	"fmt"
	"maps"
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
		var ids []string
		for n, who := range []string{"$bram", "$ilse", "$bram", "$bram"} {
			ids = append(ids, w.book(fmt.Sprintf(`{"posting_id":"$posting","round_id":"$round",
				"candidate_email":"theirs%d@candidate.example","interviewer_email":%q,
				"scheduled_start_at":"2032-05-0%dT10:00:00Z"}`, n, who, n+1)))
		}
		brams := []string{ids[0], ids[2], ids[3]}
		var cursor string
		for _, c := range []struct {
			more map[string]any
			want []string
		}{
			{map[string]any{"interviewer_email": strings.ToUpper(w.Ours.Rows["$bram"])}, brams},
			{map[string]any{"limit": 2}, brams},
			{map[string]any{"updated_since": "2031-01-01"}, brams},
			{map[string]any{"to": "2032-05-01"}, brams[:1]},
		} {
			given := map[string]any{"interviewer_email": w.Ours.Rows["$bram"], "from": "2032-05-01",
				"include_canceled": false}
			maps.Copy(given, c.more)
			got, second := w.pages("list_interviews", given)
			if !slices.Equal(got, c.want) {
				t.Errorf("with %v Bram has %v, want %v", c.more, got, c.want)
			}
			cursor = cmp.Or(cursor, second)
		}
		w.call("list_interviews", fmt.Sprintf(`{"interviewer_email":"$ilse","cursor":%q}`, cursor), w.Key).
			says("keep the filters unchanged")
	})
}

// TestUndecidedSubmissions: the status undecided is what is to be graded and what is to be decided on, who has waited
// longest first, with the grade (T1, D20).
func TestUndecidedSubmissions(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	want := []string{w.Ours.Submissions["fresh"]} // which waits since years
	for n := range 4 {                            // an hour apart; the first and the third are graded
		w.Advance(3600 * n)
		want = append(want, w.handInFor(w.invite(fmt.Sprintf("waits%d@candidate.example", n), "$assessment")))
		if n%2 == 0 {
			w.call("grade_submission", fmt.Sprintf(`{"submission_id":%q,"native_score":%d.5,"expected":0}`,
				want[n+1], n), w.Key).done()
		}
	}
	w.commit("record_decision", fmt.Sprintf(`{"submission_id":%q,"decision":"reject"}`, want[4]))
	for _, limit := range []int{20, 3} {
		undecided := map[string]any{"status": "undecided", "posting_id": w.Ours.Rows["$posting"], "limit": limit}
		if got, _ := w.pages("list_submissions", undecided); !slices.Equal(got, want[:4]) {
			t.Errorf("by %d undecided are %v, want %v", limit, got, want[:4])
		}
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
			{bram, "2031-03-09T16:00:00Z", "not_offered", "bram@ours.example has not painted this time"},
			{ilse, "2032-03-01T15:00:00Z", "", "ilse@ours.example has an interview from 16:00 to 17:00 CET"},
			{bram, "2031-03-09T15:10:00Z", "off_grid", "on the hour and half hour only"},
			{bram, "2031-03-02T15:00:00Z", "past", "This time is past."},
			{"stranger@ours.example", nine, "not_offered", "stranger@ours.example interviews on no open posting."},
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
		var rounds, statements [2]int
		for n := range rounds {
			statements[n] = w.Statements(func() { rounds[n] = len(ask("petra@ours.example", nine, "").Interviewers) })
			w.call("add_slots", `{"posting_id":"$cohort","slots":[{"interviewer_email":"petra@ours.example",
				"start_at":"`+nine+`"}]}`, w.Key).done()
		}
		if statements[0] != statements[1] || rounds[0] >= rounds[1] {
			t.Errorf("%d rounds take %d statements, %d rounds %d", rounds[0], statements[0], rounds[1], statements[1])
		}
	})
}
