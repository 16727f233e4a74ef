package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/news"
	"litmus/models/pipeline"
	"litmus/models/setup"
	"litmus/store/pipelines"
)

// watched is an organization whose file has recruiters.
func watched() setup.Setup {
	s := staffed()
	s.Postings = slices.Clone(s.Postings)
	s.Postings[0].Recruiters = []string{kit, ada}
	return s
}

// watching are those who watch the posting, recruiters first.
func (f *fixture) watching(postingID string) string {
	f.t.Helper()
	var all []string
	for _, w := range must(f.Pipelines.PostingPage(ctx, f.org.ID, postingID))(f.t).Watchers {
		local, _, _ := strings.Cut(w.Email, "@")
		if !w.Recruiter {
			local = "(" + local + ")"
		}
		all = append(all, local)
	}
	return strings.Join(all, " ")
}

// The recruiters of a posting are those of its file or its form, in order, and the member who makes a posting is the
// first (D27).
func TestRecruiters(t *testing.T) {
	t.Parallel()
	organizations{watched(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		backend := f.posting("backend")
		wants := func(what, id, want string) {
			t.Helper()
			if got := f.watching(id); got != want {
				t.Errorf("%s: %q watch the posting, want %q", what, got, want)
			}
		}
		wants("as the file says", backend, "kit ada")
		i := f.book(f.order(cleo, at(18, 0)))
		answers := func(want string) {
			t.Helper()
			about := must(f.Effects.Correspondence(ctx, i, nil))(t)
			invited := must(f.Candidates.InvitationLedger(ctx, models.Ref{OrgID: i.OrgID, ID: i.CandidateID}))(t)
			candidate := models.Ref{OrgID: i.OrgID, ID: i.CandidateID}
			picks := must(f.Bookings.Picking(ctx, candidate, i.StartsAt, i.StartsAt))(t)
			assessed := must(f.Candidates.Assessed(ctx, candidate))(t)
			got := []string{about.ReplyTo, invited.ReplyTo, picks.WriteTo, assessed.WriteTo}
			if !slices.Equal(slices.Compact(got), []string{want}) {
				t.Errorf("letters are answered, and candidates write, to %q, want %s", got, want)
			}
		}
		answers(kit)
		changed := watched()
		changed.Postings[0].Recruiters = []string{grace, kit}
		f.must(f.Watchers.Follow(ctx, f.org.ID, backend, grace))
		version := f.scalar("select version from postings where id = ?", backend)
		got := f.noted(func() { f.apply(changed) })
		if want := "posting edited: recruiters from kit@acme.example, ada@acme.example to " +
			"grace@acme.example, kit@acme.example by the organization file"; !slices.Equal(got, []string{want}) {
			t.Errorf("noted %q, want %s", got, want)
		}
		wants("as another file says", backend, "grace kit")
		answers(grace)
		if f.scalar("select version from postings where id = ?", backend) == version {
			t.Error("a form that shows other recruiters is not stale")
		}
		if n := f.scalar("select count(*) from news where org_id = ?", f.org.ID); n != 3 {
			t.Errorf("%d members are told of something, want the 3 who were", n)
		}

		by := f.as(models.ActorMember, kit)
		edit := pipeline.PostingEdit{Kind: models.KindRole, Title: "Sales"}
		own := must(f.Pipelines.CreatePosting(ctx, by, f.org.ID, pipelines.NewPostingID(), edit, nil))(t)
		wants("of a member's", own.ID, "kit")
		f.done(f.Pipelines.CreatePosting(ctx, by, f.org.ID, own.ID, edit, nil)) // the form twice
		keys := must(f.Pipelines.CreatePosting(ctx, act.By{}, f.org.ID, pipelines.NewPostingID(), edit, nil))(t)
		wants("of nobody's", keys.ID, "")
		edit.Recruiters = []string{ada, kit}
		got = f.noted(func() {
			f.done(f.Pipelines.EditPosting(ctx, by, f.org.ID, own.ID, own.Version, edit))
			f.done(f.Pipelines.EditPosting(ctx, by, f.org.ID, own.ID, own.Version, edit)) // the form twice
		})
		if len(got) != 1 || !strings.Contains(got[0], "recruiters from kit@acme.example to ada@acme.example, kit@") {
			t.Errorf("noted %q", got)
		}
		wants("after the form", own.ID, "ada kit")
		edit.Recruiters = []string{kit}
		f.refused(failure(f.Pipelines.EditPosting(ctx, by, f.org.ID, own.ID, own.Version, edit)), models.Conflict,
			"a form of before")
		edit.Recruiters = []string{alan}
		f.refusedSaying(failure(f.Pipelines.EditPosting(ctx, by, f.org.ID, own.ID, own.Version+1, edit)),
			models.Invalid, "neither admin nor recruiter", "an interviewer as a recruiter")
		f.refused(failure(f.Pipelines.EditPosting(ctx, by, f.org.ID, backend, 1, edit)), models.Conflict,
			"a posting of the file")

		// Whoever is no recruiter of the organization any more watches nothing, by the dashboard and by the file.
		f.must(f.Watchers.Follow(ctx, f.org.ID, keys.ID, grace))
		f.must(f.Team.TakeOver(ctx, act.By{}, f.org.ID, models.SubjectMember, kit))
		f.must(f.Team.ChangeMember(ctx, act.By{}, f.newMember(kit, "", "interviewer"), models.Recruiter))
		wants("without Kit", own.ID, "ada")
		changed.Organization.Recruiters = []string{kit, ada}
		changed.Postings[0].Recruiters = []string{kit, ada}
		f.apply(changed)
		wants("without Grace", keys.ID, "")
		wants("without Kit, whom the file names and the dashboard made an interviewer", backend, "ada")
		answers(ada)
		changed.Organization.SupportEmail, changed.Postings[0].Recruiters = "jobs@acme.example", []string{}
		f.apply(changed)
		wants("without anybody", backend, "")
		answers("jobs@acme.example")
		changed.Organization.SupportEmail, changed.Postings[0].Recruiters = "", []string{kit, ada}
		f.apply(changed)
		if got := query[[]string](f, "select email from news where org_id = ?", f.org.ID); !slices.Equal(got,
			[]string{ada}) {
			t.Errorf("%q are told of something, want Ada alone", got)
		}
		if n := f.scalar("select count(*) from posting_watchers where org_id <> ?", f.org.ID); n != 0 {
			t.Errorf("%d members of other organizations watch something", n)
		}
	})
}

// Admins and recruiters follow a posting, and what candidates do there since is news to them until they have seen it
// (D27).
func TestNews(t *testing.T) {
	t.Parallel()
	organizations{watched(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		backend := f.posting("backend")
		f.refused(f.Watchers.Follow(ctx, f.org.ID, backend, alan), models.Forbidden, "an interviewer follows")
		other := must(f.Team.Organization(ctx, "bolt"))(t)
		f.refused(f.Watchers.Follow(ctx, other.ID, backend, ada), models.NotFound, "another organization's posting")
		f.refused(f.Watchers.Unfollow(ctx, other.ID, backend, ada), models.NotFound, "another organization's")

		i := f.book(f.order(cleo, at(18, 0)))
		ours := f.book(f.order(kit, at(20, 0))) // a candidate with the address of a recruiter
		moves := func(i models.Interview, candidate string, to time.Time) {
			t.Helper()
			f.clock.Set(f.Now().Add(time.Minute))
			o := f.order(candidate, to)
			o.Replace = true
			f.done(f.Bookings.Book(ctx, act.ByCandidate(i.CandidateID), f.org, o))
		}
		moves(i, cleo, at(19, 0))
		f.clock.Set(f.Now().Add(time.Minute))
		f.must(f.Watchers.Follow(ctx, f.org.ID, backend, grace))
		moves(i, cleo, at(18, 0))
		moves(ours, kit, at(21, 0))

		told := func(email string) string {
			t.Helper()
			list, _ := must2(f.Pages.News(ctx, f.org.ID, email, 10))(t)
			var lines []string
			fresh := 0
			for _, e := range list {
				line := fmt.Sprintf("%s %s %s", e.CandidateEmail, e.Verb(), e.Start().Format("15:04"))
				if e.Fresh {
					line += " new"
					fresh++
				}
				lines = append(lines, line)
			}
			if n := must(f.Pages.FreshNews(ctx, f.org.ID, email, 10))(t); n != fresh {
				t.Errorf("%d are counted as new to %s, and %d shown", n, email, fresh)
			}
			return strings.Join(lines, "; ")
		}
		wants := func(what, email, want string) {
			t.Helper()
			if got := told(email); got != want {
				t.Errorf("%s: %s is told %q, want %q", what, email, got, want)
			}
		}
		const first, second = "cleo@candidate.example moved to 19:00", "cleo@candidate.example moved to 18:00"
		const third = "kit@acme.example moved to 21:00"
		wants("all", ada, third+" new; "+second+" new; "+first+" new")
		wants("without her own", kit, second+" new; "+first+" new")
		wants("since she follows", grace, third+" new; "+second+" new")
		wants("whoever watches nothing", alan, "")

		list, more := must2(f.Pages.News(ctx, f.org.ID, ada, 2))(t)
		if len(list) != 2 || !more {
			t.Errorf("%d of two are shown, and more: %t", len(list), more)
		}
		f.must(f.Watchers.MarkSeen(ctx, f.org.ID, ada, &models.Position{At: list[1].At, ID: list[1].ID}))
		wants("after the second", ada, third+" new; "+second+"; "+first)
		f.must(f.Watchers.MarkSeen(ctx, f.org.ID, ada, &models.Position{At: list[0].At, ID: list[0].ID}))
		f.must(f.Watchers.MarkSeen(ctx, f.org.ID, ada, &models.Position{At: list[1].At, ID: list[1].ID}))
		wants("after a form of before", ada, third+"; "+second+"; "+first)
		wants("each their own", grace, third+" new; "+second+" new")
		f.refused(f.Watchers.MarkSeen(ctx, f.org.ID, ada, &models.Position{At: f.Now().Add(time.Hour), ID: "chg_x"}),
			models.Invalid, "what is to come")

		f.must(f.Watchers.SetNews(ctx, f.org.ID, grace, news.Settings{AsRecruiter: news.Daily, Following: news.Never}))
		f.refused(f.Watchers.SetNews(ctx, f.org.ID, grace, news.Settings{AsRecruiter: "weekly",
			Following: news.Never}), models.Invalid, "what there is not")
		if w := must(f.Watchers.Watching(ctx, f.org.ID, grace))(t); w.Following != news.Never ||
			w.AsRecruiter != news.Daily || len(w.Postings) != 1 || w.Postings[0].Recruiter {
			t.Errorf("Grace has %+v", w)
		}
		if w := must(f.Watchers.Watching(ctx, f.org.ID, kit))(t); w.Settings != news.Usual || len(w.Postings) != 1 ||
			!w.Postings[0].Recruiter {
			t.Errorf("Kit has %+v", w)
		}
		f.refused(f.Watchers.Unfollow(ctx, f.org.ID, backend, kit), models.Conflict, "a recruiter's")
		f.must(f.Watchers.Unfollow(ctx, f.org.ID, backend, grace))
		if got := f.watching(backend); got != "kit ada" {
			t.Errorf("%q watch the posting", got)
		}
		wants("who follows no more", grace, "")
		f.exec("update postings set archived_at = ? where id = ?", noon, backend)
		wants("of what is archived", ada, "")
	})
}
