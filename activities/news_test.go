package activities_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/activities"
	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/candidacy"
	"litmus/models/effect"
	"litmus/models/news"
	"litmus/store/team"
)

// rae is a recruiter.
const rae = "rae@acme.example"

// watches makes somebody a recruiter who recruits for the posting, and returns their row of news. What letters took off
// the list is kept in told_items.
func (p *post) watches(email string) models.Ref {
	p.t.Helper()
	now := p.clock.Now().UnixMicro()
	for _, query := range []string{
		"insert into members (org_id, email, name, role, origin, created_at, updated_at) " +
			"values (?1, ?2, '', 'recruiter', 'file', ?4, ?4)",
		"insert into news (org_id, id, email, seen_at, created_at, updated_at) " +
			"values (?1, 'news_' || ?2, ?2, ?4, ?4, ?4)",
		"insert into posting_watchers (org_id, posting_id, email, recruiter, position, created_at) " +
			"values (?1, ?3, ?2, true, 0, ?4)",
		"create table if not exists told_items as select * from news_items",
		"create trigger if not exists news_told before delete on news_items begin insert into told_items values " +
			"(old.org_id, old.news_id, old.revision, old.posting_id, old.subject, old.subject_id, old.at, " +
			"old.change_id); end",
	} {
		args := []any{p.org.ID, email, p.order.PostingID, now}
		if strings.HasPrefix(query, "create") {
			args = nil
		}
		_, err := p.db.ExecContext(p.t.Context(), query, args...)
		p.must(err)
	}
	return models.Ref{OrgID: p.org.ID, ID: "news_" + email}
}

// handsIn has a candidate hand in.
func (p *post) handsIn() {
	p.t.Helper()
	p.handed++
	i, err := p.Store.Candidates.Invite(p.t.Context(), act.By{}, p.org,
		candidacy.InviteOrder{PostingID: p.order.PostingID, AssessmentID: p.ids["takehome"],
			CandidateEmail: fmt.Sprintf("c%d@candidate.example", p.handed),
			CandidateName:  fmt.Sprint("Cand ", p.handed)})
	p.must(err)
	ref := models.Ref{OrgID: p.org.ID, ID: i.Candidate.ID}
	_, _, err = p.Store.Candidates.StartAssessment(p.t.Context(), ref)
	p.must(err)
	_, _, err = p.Store.Candidates.Submit(p.t.Context(), ref, candidacy.Answer{Text: "Done."}, nil)
	p.must(err)
}

func (p *post) newsOf(ref models.Ref) team.NewsLedger {
	p.t.Helper()
	a, err := p.Store.Team.NewsLedger(p.t.Context(), ref)
	p.must(err)
	return a
}

func (p *post) loadNews(ref models.Ref) activities.Plan {
	p.t.Helper()
	plan, err := p.LoadNews(p.t.Context(), ref, p.clock.Now())
	p.must(err)
	return plan
}

func (p *post) sendNews(ref models.Ref) (activities.Outcome, error) {
	return p.SendNews(p.t.Context(), ref, "mail:member", p.clock.Now())
}

// sentNews runs the activity and checks that so many letters were accepted.
func (p *post) sentNews(ref models.Ref, want int) {
	p.t.Helper()
	if out, err := p.sendNews(ref); err != nil || out.Sent != want || out.Failed != "" {
		p.t.Fatalf("got %+v, %v; want %d letters", out, err, want)
	}
}

func TestSendNews(t *testing.T) { // D27
	t.Parallel()
	p := open(t)
	ref := p.watches(rae)
	if plan := p.loadNews(ref); len(plan.Targets) != 0 || plan.Next != nil || plan.Status != "told" {
		t.Errorf("before anything came the plan is %+v", plan)
	}
	p.handsIn()
	if plan := p.loadNews(ref); !slices.Equal(plan.Targets, []activities.Target{{Name: "mail:member",
		Kind: effect.LetterNews}}) || plan.Status != "owed" || plan.Revision != 1 {
		t.Errorf("the plan is %+v", plan)
	}
	p.sentNews(ref, 1)
	p.sentNews(ref, 0)
	p.clock.Set(thu.Add(time.Minute))
	p.handsIn()
	p.handsIn()
	p.sentNews(ref, 0)
	plan := p.loadNews(ref)
	if plan.Next == nil {
		t.Fatalf("while changes are gathered the plan is %+v", plan)
	}
	verify.Each(t, "while changes are gathered the plan", verify.Fields{"len(Targets)": {len(plan.Targets), 0},
		"Status": {plan.Status, "gathering"}, "At": {plan.Next.At, thu.Add(news.Gather)},
		"Kind": {plan.Next.Kind, news.MomentLetter}, "Done": {plan.Done, []string{"news mail:member"}}})
	p.clock.Set(thu.Add(news.Gather))
	p.sentNews(ref, 1)
	got := p.server.to(rae)
	if len(got) != 2 {
		t.Fatalf("the server holds %d letters: %+v", len(got), got)
	}
	verify.Each(t, "the letters", verify.Fields{
		`got[0].header("Message-Id")`:     {got[0].header("Message-Id"), "<" + ref.ID + ".1.news@hire.acme.example>"},
		`got[1].header("Message-Id")`:     {got[1].header("Message-Id"), "<" + ref.ID + ".3.news@hire.acme.example>"},
		`got[0].header("Subject") begins`: {got[0].header("Subject"), verify.Begins("Cand 1 handed in for ")},
		`got[1].header("Subject") begins`: {got[1].header("Subject"), verify.Begins("2 changes by candidates for ")}})
	if text := got[0].plain(); !strings.Contains(text, "https://hire.acme.example/dashboard/candidates/cand_") ||
		!strings.Contains(text, "https://hire.acme.example/dashboard/news") {
		t.Errorf("the letter has no links:\n%s", text)
	}
	if log := p.log.String(); strings.Contains(log, rae) && !strings.Contains(log, "news="+ref.ID) {
		t.Errorf("the log says\n%s", log)
	}

	// A letter that was refused for good does not stop the next.
	p.handsIn()
	p.clock.Set(thu.Add(time.Hour))
	p.server.says(rae, "550")
	if out, err := p.sendNews(ref); err != nil || out.Failed != "smtp_550" {
		t.Fatalf("got %+v, %v", out, err)
	}
	p.server.says(rae, "")
	p.handsIn()
	p.clock.Set(thu.Add(2 * time.Hour))
	p.sentNews(ref, 1)

	// One that failed for now, and that nobody wants any more, is obsolete.
	p.handsIn()
	p.clock.Set(thu.Add(3 * time.Hour))
	p.server.says(rae, "451")
	out, err := p.sendNews(ref)
	p.failed("the letter", "smtp_451", out, err)
	_, err = p.db.ExecContext(t.Context(), "update news set as_recruiter = 'never'")
	p.must(err)
	if plan := p.loadNews(ref); len(plan.Targets)+len(plan.Failing) != 0 || plan.Next != nil ||
		p.newsOf(ref).Told.State != effect.Obsolete {
		t.Errorf("who is told nothing has the plan %+v", plan)
	}
	for _, gone := range []models.Ref{{OrgID: "org_none", ID: ref.ID}, {OrgID: ref.OrgID, ID: "news_none"}} {
		if plan := p.loadNews(gone); !plan.Gone {
			t.Errorf("of %+v the plan is %+v", gone, plan)
		}
		p.sentNews(gone, 0)
	}
}

// TestNewsOfLater: what a newer program beside this one wrote is told, though this one has no words for it, and holds
// up nothing else.
func TestNewsOfLater(t *testing.T) {
	t.Parallel()
	p := open(t)
	ref := p.watches(rae)
	p.handsIn()
	_, err := p.db.ExecContext(t.Context(), "update history set what = 'sang', subject = 'song' "+
		"where actor_kind = 'candidate' and what = 'submitted'")
	p.must(err)
	_, err = p.db.ExecContext(t.Context(), "update news_items set subject = 'song'")
	p.must(err)
	p.sentNews(ref, 1)
	letter := p.server.to(rae)[0]
	if !strings.HasPrefix(letter.header("Subject"), "Something is new with Cand 1 for ") ||
		!strings.Contains(letter.plain(), "https://hire.acme.example/dashboard/candidates/cand_") {
		t.Errorf("the letter is %q\n%s", letter.header("Subject"), letter.plain())
	}
}

// TestNewsOfSuspended: while the organization is suspended its members are told nothing, and all of it afterwards.
func TestNewsOfSuspended(t *testing.T) {
	t.Parallel()
	p := open(t)
	ref := p.watches(rae)
	p.handsIn()
	approve := func(is bool) {
		_, err := p.db.ExecContext(t.Context(), "update organizations set approved = ?", is)
		p.must(err)
	}
	approve(false)
	p.sentNews(ref, 0)
	if plan := p.loadNews(ref); len(plan.Targets) != 0 {
		t.Errorf("the plan is %+v", plan)
	}
	approve(true)
	p.sentNews(ref, 1)
}
