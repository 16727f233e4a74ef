package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/candidacy"
	"litmus/store/candidates"
	"litmus/testdb"
)

// listed returns the addresses of all candidates that the filter selects, page by page.
func (f *fixture) listed(filter candidacy.CandidateFilter, limit int) string {
	f.t.Helper()
	var emails []string
	for _, c := range paged(f, filter, limit, f.Pages.Candidates) {
		name, _, _ := strings.Cut(c.Email, "@")
		emails = append(emails, name)
	}
	return strings.Join(emails, " ")
}

// crowded is a fixture with candidates in every state; each stands for it by name.
func crowded(t *testing.T, url string) *fixture {
	f := open(t, url, staffed(), bolt())
	f.exec("delete from submissions")
	f.exec("delete from imports")
	f.exec("delete from artifacts")
	f.exec("delete from history")
	f.exec("delete from interviews")
	f.exec("delete from candidates where org_id = ?", f.org.ID)
	for n, name := range []string{"invited", "started", "handed-in", "advanced", "rejected", "withdrawn", "ran-out",
		"ran-out-with-interview"} {
		f.clock.Set(noon.Add(time.Duration(n) * time.Minute))
		f.invite("takehome", name+"@candidate.example")
	}
	for email, state := range map[string]string{"started": models.CandidateInProgress,
		"handed-in": models.CandidateSubmitted, "advanced": models.CandidateAdvanced,
		"rejected": models.CandidateRejected, "withdrawn": models.CandidateWithdrawn} {
		f.exec("update candidates set state = ? where email = ?", state, email+"@candidate.example")
	}
	f.clock.Set(noon.Add(time.Hour))
	f.exec("update candidates set name = 'Søren 100% O_Hara' where email = 'started@candidate.example'")
	f.book(f.orderWith(grace, "booked@candidate.example", at(18, 0)))
	f.clock.Set(noon.Add(2 * time.Hour))
	f.book(f.order("ran-out-with-interview@candidate.example", at(20, 0))) // Ada is briefed; another record
	f.exec("update candidates set invite_expires_at = ? where email like 'ran-out%'", noon.Add(time.Hour))
	f.exec(`update candidates set state = 'invited', invited_at = ?, invite_expires_at = ? where id in
		(select candidate_id from interviews where interviewer_email is null)`, noon, noon.Add(time.Hour))
	return f
}

func TestCandidates(t *testing.T) { // D19
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := crowded(t, url)
		all := "ran-out-with-interview booked ran-out-with-interview ran-out withdrawn rejected advanced handed-in " +
			"started invited"
		for _, limit := range []int{1, 3, 10, 50} {
			if got := f.listed(candidacy.CandidateFilter{}, limit); got != all {
				t.Errorf("by %d the candidates are %s, want the newest first: %s", limit, got, all)
			}
		}
		for filter, want := range map[candidacy.CandidateFilter]string{
			{PostingID: f.posting("backend")}:              all,
			{PostingID: f.posting("analyst")}:              "",
			{State: models.CandidateInvited}:               "ran-out-with-interview booked invited",
			{State: models.CandidateSubmitted}:             "handed-in",
			{State: models.CandidateExpired}:               "ran-out-with-interview ran-out",
			{Text: "RAN-out@"}:                             "ran-out",
			{Text: " candidate.example "}:                  all,
			{Text: "hara"}:                                 "started",
			{Text: "%"}:                                    "started",
			{Text: "_"}:                                    "started",
			{Text: `\`}:                                    "",
			{Owner: grace}:                                 "booked",
			{Invited: true}:                                strings.Replace(all, "booked ", "", 1),
			{Owner: ada}:                                   "ran-out-with-interview",
			{Owner: grace, State: models.CandidateExpired}: "",
		} {
			if got := f.listed(filter, 2); got != want {
				t.Errorf("%+v selects %q, want %q", filter, got, want)
			}
		}
		// What is listed is what the rule says.
		page, _ := must2(f.Pages.Candidates(ctx, f.org.ID, candidacy.CandidateFilter{}, nil, 50))(t)
		for _, c := range page {
			state := c.StateAt(f.clock.Now())
			if !slices.Contains(strings.Fields(f.listed(candidacy.CandidateFilter{State: state}, 50)),
				strings.TrimSuffix(c.Email, "@candidate.example")) {
				t.Errorf("%s is %s and not listed so", c.Email, state)
			}
			if c.PostingTitle != "Backend" || (c.Interview != nil) != (c.AssessmentTitle == "Design") {
				t.Errorf("%+v is listed", c)
			}
		}
	})
}

// A report takes as many statements with many grades as without; the dashboard's TestQueries has lists and pages (D19).
func TestReportCost(t *testing.T) {
	t.Parallel()
	organizations{staffed()}.each(t, func(t *testing.T, f *fixture) {
		_, id := f.handIn(cleo)
		report := func() int { return f.count(func() { f.report(id) }) }
		first := report()
		for n := range candidates.ShownGrades + 5 {
			f.done(f.Candidates.Grade(ctx, as(kit), f.org.ID, id, candidacy.GradeOrder{Notes: fmt.Sprint(n)}))
		}
		if again := report(); again != first {
			t.Errorf("%d statements for a report with many grades, %d without", again, first)
		}
		if shown := f.report(id).Grades; len(shown) != candidates.ShownGrades || shown[0].Version != 6 {
			t.Errorf("%d grades are shown, from version %d on", len(shown), shown[0].Version)
		}
	})
}

func TestDossier(t *testing.T) { // D19
	t.Parallel()
	organizations{staffed(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		ref, submission := f.handIn(cleo)
		f.clock.Set(noon.Add(time.Minute))
		canceled := f.book(f.orderWith(grace, cleo, at(18, 0)))
		f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, canceled.ID, booking.Cancel))
		f.book(f.order(cleo, at(20, 0))) // nobody is named: Ada is briefed
		f.book(f.order("other@candidate.example", at(20, 0)))
		d := must(f.Pages.CandidateOverview(ctx, f.org.ID, canceled.CandidateID, models.Member{OrgID: f.org.ID,
			Email: grace}))(t)
		if len(d.Others) != 1 {
			t.Fatalf("the record is %+v", d)
		}
		verify.Each(t, "the record", verify.Fields{"AssessmentTitle": {d.AssessmentTitle, "Design"},
			"len(Interviews)": {len(d.Interviews), 2}, "ID": {d.Interview.ID, verify.Not{canceled.ID}},
			"SubmissionID": {d.Others[0].SubmissionID, submission}, "len(OthersOwned)": {len(d.OthersOwned), 0}})
		for email, want := range map[string]bool{grace: true, ada: true, alan: false, "": false} {
			if got := d.Owned(models.Member{Email: email}); got != want {
				t.Errorf("an interview is %s's own: %t, want %t", email, got, want)
			}
		}
		d = must(f.Pages.CandidateOverview(ctx, f.org.ID, ref.ID, models.Member{OrgID: f.org.ID, Email: grace}))(t)
		if len(d.Submissions) != 1 {
			t.Fatalf("the record is %+v", d)
		}
		verify.Each(t, "the record", verify.Fields{"ID": {d.Submissions[0].ID, submission},
			"len(Interviews)": {len(d.Interviews), 0}, "OthersOwned": {d.OthersOwned, []string{canceled.CandidateID}},
			"StateAt": {d.Invitation().StateAt(noon), models.CandidateSubmitted}})
		other := must(f.Team.Organization(ctx, "bolt"))(t)
		f.refused(failure(f.Pages.CandidateOverview(ctx, other.ID, ref.ID, models.Member{})), models.NotFound,
			"another organization's")
	})
}
