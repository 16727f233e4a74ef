package store_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/history"
	"litmus/models/setup"
	"litmus/models/timetable"
	"litmus/store/setups"
	"litmus/testdb"
)

// staff writes the posting's interviewers with their links in one line.
func (f edited) staff() string {
	f.t.Helper()
	var out []string
	for _, i := range f.page().Interviewers {
		out = append(out, fmt.Sprintf("%s %q %q %d", i.Email, i.Name, i.MeetingLink, i.Slots))
	}
	return strings.Join(out, "; ")
}

func TestInterviewersAreAssigned(t *testing.T) { // D17
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := openEdited(t, url)
		const before = `alan@acme.example "Alan" "https://meet.example/alan-backend" 1; grace@acme.example "Grace" "" 2`
		if got := f.staff(); got != before {
			t.Fatalf("the fixture has %s", got)
		}
		const link, other = "https://meet.example/vic", "https://meet.example/other"
		f.must(f.Availability.AssignInterviewer(ctx, act.By{}, f.org.ID, f.backend, vic, link))
		f.must(f.Availability.AssignInterviewer(ctx, act.By{}, f.org.ID, f.backend, vic, link)) // the form twice
		f.refused(f.Availability.AssignInterviewer(ctx, act.By{}, f.org.ID, f.backend, vic, other), models.Conflict,
			"another link")
		f.must(f.Availability.SetAssignedLink(ctx, act.By{}, f.org.ID, f.backend, vic, link, other))
		f.must(f.Availability.SetAssignedLink(ctx, act.By{}, f.org.ID, f.backend, vic, link, other))
		f.refused(f.Availability.SetAssignedLink(ctx, act.By{}, f.org.ID, f.backend, vic, link, ""), models.Conflict,
			"a form of before")
		f.must(f.Availability.SetAssignedLink(ctx, act.By{}, f.org.ID, f.backend, alan,
			"https://meet.example/alan-backend", ""))
		if got, want := f.staff(), `alan@acme.example "Alan" "" 1; grace@acme.example "Grace" "" 2; `+
			`vic@elsewhere.example "" "`+other+`" 0`; got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		f.must(f.Availability.UnassignInterviewer(ctx, act.By{}, f.org.ID, f.backend, grace))
		f.must(f.Availability.UnassignInterviewer(ctx, act.By{}, f.org.ID, f.backend, grace))
		f.refused(f.Availability.SetAssignedLink(ctx, act.By{}, f.org.ID, f.backend, grace, "", link),
			models.Conflict, "somebody who is gone")
		if n := f.scalar("select count(*) from slots where org_id = ? and posting_id = ? and email = ?", f.org.ID,
			f.backend, grace); n != 0 {
			t.Errorf("%d slots of somebody who is not assigned are left", n)
		}
		all := f.dump()
		neighbour := must(f.Team.Organization(ctx, "bolt"))(t)
		f.refused(f.Availability.AssignInterviewer(ctx, act.By{}, neighbour.ID, f.backend, vic, ""), models.NotFound,
			"another organization's")
		f.refused(f.Availability.SetAssignedLink(ctx, act.By{}, neighbour.ID, f.backend, vic, other, ""),
			models.NotFound, "its links")
		f.refused(f.Availability.UnassignInterviewer(ctx, act.By{}, neighbour.ID, f.backend, vic), models.NotFound,
			"its interviewers")
		f.unchanged(all)
		for n := 3; n <= models.MaxPostingInterviewers; n++ {
			f.must(f.Availability.AssignInterviewer(ctx, act.By{}, f.org.ID, f.backend,
				fmt.Sprintf("p%d@acme.example", n), ""))
		}
		f.refused(f.Availability.AssignInterviewer(ctx, act.By{}, f.org.ID, f.backend, "more@acme.example", ""),
			models.Invalid, "the 201st interviewer")
	})
}

// TestPaintedIsNoMember proves D1: who is assigned only because somebody painted for them offers times and cannot sign
// in, until somebody names them.
func TestPaintedIsNoMember(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := openEdited(t, url)
		painted := func(email string) []timetable.SlotWrite {
			return []timetable.SlotWrite{{InterviewerEmail: email, StartAt: at(15, 0)}}
		}
		f.done(f.Availability.AddSlots(ctx, act.By{}, f.org.ID, f.backend, painted(vic)))
		_, slots := must2(f.Availability.Slots(ctx, f.org.ID, f.backend, f.round("backend", "default", "design"), at(15,
			0), nil))(t)
		if !slices.Contains(slots[0].InterviewerEmails, vic) {
			t.Errorf("they are not offered: %+v", slots[0])
		}
		f.refused(failure(f.Team.Member(ctx, f.org.ID, vic)), models.NotFound, "as a member")
		f.refused(failure(f.Team.SignInLink(ctx, f.org.ID, vic)), models.NotFound, "a link")
		f.refused(failure(f.Team.BeginSession(ctx, f.org.ID, vic, "", "")), models.NotFound, "a session")
		orgs := must(f.Team.MemberOrganizations(ctx, vic))(t)
		if len(orgs) != 0 {
			t.Errorf("they are a member of %+v", orgs)
		}
		if _, asked, err := f.Team.AskForSignIn(ctx, vic, false); err != nil || asked {
			t.Errorf("a letter is asked for: %t, %v", asked, err)
		}
		// Recruiters paint for them, and filter by them.
		who := must(f.Availability.PersonBy(ctx, f.org.ID, f.Availability.PersonID(f.org.ID, vic)))(t)
		if who.Email != vic {
			t.Errorf("the person is %+v", who)
		}
		if _, err := f.Availability.AddSlots(ctx, act.By{}, f.org.ID, f.backend, painted(alan)); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Team.Member(ctx, f.org.ID, alan); err != nil {
			t.Errorf("who is named is a member no more after a slot: %v", err)
		}

		list := must(f.Availability.Interviewers(ctx, f.org.ID, f.backend))(t)
		f.must(f.Availability.AssignInterviewer(ctx, act.By{}, f.org.ID, f.backend, vic, ""))
		f.must(f.Availability.AssignInterviewer(ctx, act.By{}, f.org.ID, f.backend, vic, ""))
		if _, err := f.Team.Member(ctx, f.org.ID, vic); err != nil {
			t.Errorf("after the dashboard named them: %v", err)
		}
		told := f.history(models.SubjectPosting, f.backend)
		if got := told[0].Details; len(got) != 1 || got[0].Field != models.FieldNamed || got[0].Of != vic {
			t.Errorf("the history has %+v", told[0])
		}
		f.must(f.Availability.UnassignInterviewer(ctx, act.By{}, f.org.ID, f.backend, vic))
		f.done(f.Availability.AddSlots(ctx, act.By{}, f.org.ID, f.backend, painted(vic)))
		f.refused(failure(f.Team.Member(ctx, f.org.ID, vic)), models.NotFound, "painted for again")
		f.done(f.Availability.SetInterviewers(ctx, act.By{}, f.org.ID, f.backend, list))
		if _, err := f.Team.Member(ctx, f.org.ID, vic); err != nil {
			t.Errorf("after the whole list named them: %v", err)
		}
		const named = vic + " is named as an interviewer now, and a member by that"
		if got := history.Did(f.history(models.SubjectPosting, f.backend)[0], time.UTC, f.Now()); !strings.Contains(got,
			named) {
			t.Errorf("the history has %q, want %q", got, named)
		}

		// The organization file names them, too.
		f.must(f.Availability.UnassignInterviewer(ctx, act.By{}, f.org.ID, f.backend, vic))
		f.done(f.Availability.AddSlots(ctx, act.By{}, f.org.ID, f.backend, painted(vic)))
		f.exec("update postings set origin = 'file'")
		file := acme()
		file.Postings[0].Interviewers = append(file.Postings[0].Interviewers,
			setup.PostingInterviewer{Email: vic})
		f.apply(file)
		if got := f.history(models.SubjectPosting, f.backend); !slices.ContainsFunc(got, func(c models.Change) bool {
			return c.Actor.Kind == models.ActorFile && strings.HasSuffix(history.Did(c, time.UTC, f.Now()), named)
		}) {
			t.Errorf("after the file named them the history has %+v", got)
		}
	})
}

// TestTakenOffAPosting proves D8: who is a member only by a posting is signed out when that ends, whichever way it
// ends, and signs in again if they are named later; who is a member otherwise stays signed in.
func TestTakenOffAPosting(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := openEdited(t, url)
		analyst := f.posting("analyst")
		list := must(f.Availability.Interviewers(ctx, f.org.ID, f.backend))(t) // without Vic
		for way, takeOff := range map[string]func() error{
			"in the dashboard": func() error {
				return f.Availability.UnassignInterviewer(ctx, act.By{}, f.org.ID, f.backend, vic)
			},
			"by a new list": func() error {
				return failure(f.Availability.SetInterviewers(ctx, act.By{}, f.org.ID, f.backend, list))
			},
		} {
			f.must(f.Availability.AssignInterviewer(ctx, act.By{}, f.org.ID, f.backend, vic, ""))
			session, others := f.signedIn(vic, ""), f.signedIn(grace, "")
			link := must(f.Team.SignInLink(ctx, f.org.ID, vic))(t)
			f.must(f.Availability.AssignInterviewer(ctx, act.By{}, f.org.ID, analyst, vic, ""))
			f.must(f.Availability.UnassignInterviewer(ctx, act.By{}, f.org.ID, analyst, vic))
			if !f.visits(session) {
				t.Errorf("%s: signed out by losing one of two postings", way)
			}
			f.must(takeOff())
			if f.visits(session) {
				t.Errorf("%s: signed in, and no member", way)
			}
			f.must(f.Availability.AssignInterviewer(ctx, act.By{}, f.org.ID, f.backend, vic, ""))
			if f.visits(session) {
				t.Errorf("%s: the session of before opens the dashboard when they are named again", way)
			}
			if _, _, err := f.Team.UseSignIn(ctx, tokenOf(link), true, firefox,
				""); models.KindOf(err) != models.Conflict {
				t.Errorf("%s: a link of before: %v", way, err)
			}
			if !f.visits(others) {
				t.Errorf("%s: who stays is signed out", way)
			}
			f.must(f.Availability.UnassignInterviewer(ctx, act.By{}, f.org.ID, f.backend, vic))
		}

		f.must(f.Availability.AssignInterviewer(ctx, act.By{}, f.org.ID, analyst, vic, ""))
		session := f.signedIn(vic, "")
		p := must(f.Pipelines.PostingPage(ctx, f.org.ID, analyst))(t)
		f.must(f.Pipelines.RemovePosting(ctx, act.By{}, f.org.ID, analyst, p.Posting.Version))
		if n := f.scalar("select count(*) from sessions where email = ?", vic); n != 0 || f.visits(session) {
			t.Errorf("the session outlives the posting: %d rows", n)
		}
	})
}

// TestPrunedFromAPosting is the same by an organization file that names the posting no more (D8, D24).
func TestPrunedFromAPosting(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		file := acme()
		file.Postings[1].Interviewers = []setup.PostingInterviewer{{Email: vic}}
		f := open(t, url, file)
		f.signedIn(vic, "")
		file.Postings = file.Postings[:1]
		f.done(f.Setups.Apply(ctx, file, setups.Options{Prune: true}))
		if n := f.scalar("select count(*) from sessions where email = ?", vic); n != 0 {
			t.Errorf("%d sessions of somebody whose only posting was removed", n)
		}
	})
}

// TestRemovedAtOnce proves that somebody whose role is removed while they are taken off their last posting is signed
// out, and that nobody is signed in to what they lose at that moment (D8).
func TestRemovedAtOnce(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := openEdited(t, url)
		second := f.another()
		rounds := 3 // SQLite has one writer: nothing happens at once
		if f.Postgres() {
			rounds = 40
		}
		for n := range rounds {
			f.done(f.Team.AddMember(ctx, act.By{}, f.newMember(vic, "", "recruiter")))
			f.must(f.Availability.AssignInterviewer(ctx, act.By{}, f.org.ID, f.backend, vic, ""))
			f.signedIn(vic, "")
			errs := make([]error, 3)
			var all sync.WaitGroup
			all.Go(func() {
				errs[0] = second.Availability.UnassignInterviewer(ctx, act.By{}, f.org.ID, f.backend, vic)
			})
			all.Go(func() { _, errs[1] = f.Team.RemoveMember(ctx, act.By{}, f.org.ID, vic) })
			all.Go(func() {
				if _, err := f.Team.BeginSession(ctx, f.org.ID, vic, firefox,
					""); models.KindOf(err) != models.NotFound {
					errs[2] = err
				}
			})
			all.Wait()
			f.must(errors.Join(errs...))
			if left := f.scalar("select count(*) from sessions where email = ?", vic); left != 0 {
				t.Fatalf("round %d: %d sessions are left of somebody who is no member", n, left)
			}
		}
	})
}

// TestTakenOffTwoPostingsAtOnce proves that of two processes which take somebody off their last two postings at once,
// one sees that nothing is left (D8).
func TestTakenOffTwoPostingsAtOnce(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := openEdited(t, url)
		second := f.another()
		for range 5 {
			for _, posting := range []string{f.backend, f.posting("analyst")} {
				f.must(f.Availability.AssignInterviewer(ctx, act.By{}, f.org.ID, posting, vic, ""))
			}
			f.signedIn(vic, "")
			errs := make([]error, 2)
			var both sync.WaitGroup
			both.Go(func() { _, errs[0] = f.Availability.SetInterviewers(ctx, act.By{}, f.org.ID, f.backend, nil) })
			both.Go(func() {
				_, errs[1] = second.Availability.SetInterviewers(ctx, act.By{}, f.org.ID, f.posting("analyst"), nil)
			})
			both.Wait()
			f.must(errors.Join(errs...))
			if n := f.scalar("select count(*) from sessions where email = ?", vic); n != 0 {
				t.Fatalf("%d sessions are left of somebody who is no member", n)
			}
		}
	})
}
