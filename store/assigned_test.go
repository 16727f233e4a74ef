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
		neighbour := must(f.Team.Organization(ctx, "bolt"))(t).ID
		f.refused(f.Availability.AssignInterviewer(ctx, act.By{}, neighbour, f.backend, vic, ""), models.NotFound,
			"another organization's")
		f.refused(f.Availability.SetAssignedLink(ctx, act.By{}, neighbour, f.backend, vic, other, ""),
			models.NotFound, "its links")
		f.refused(f.Availability.UnassignInterviewer(ctx, act.By{}, neighbour, f.backend, vic), models.NotFound,
			"its interviewers")
		f.unchanged(all)
		full := make([]timetable.PostingInterviewer, models.MaxPostingInterviewers)
		for n := range full {
			full[n].Email = fmt.Sprintf("p%d@acme.example", n)
		}
		f.done(f.Availability.SetInterviewers(ctx, act.By{}, f.org.ID, f.backend, full))
		f.refused(f.Availability.AssignInterviewer(ctx, act.By{}, f.org.ID, f.backend, vic, ""), models.Invalid,
			"the 201st interviewer")
		f.refused(failure(f.Availability.AddSlots(ctx, act.By{}, f.org.ID, f.backend, []timetable.SlotWrite{
			{InterviewerEmail: vic, StartAt: at(9, 0)}})), models.Invalid, "the 201st by a slot")
	})
}

// TestPaintedIsNoMember proves D1: who is assigned only because somebody painted for them offers times and cannot sign
// in, until somebody names them.
func TestPaintedIsNoMember(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := openEdited(t, url)
		paint := func() {
			f.paint(vic, at(15, 0))
			f.refused(failure(f.Team.Member(ctx, f.org.ID, vic)), models.NotFound, "as a member")
		}
		const named = vic + " is named as an interviewer now, and a member by that"
		isNamed := func(by string) {
			t.Helper()
			f.done(f.Team.Member(ctx, f.org.ID, vic))
			if got := f.history(models.SubjectPosting, f.backend); !slices.ContainsFunc(got,
				func(c models.Change) bool {
					return strings.Contains(history.Did(c, time.UTC, f.Now()), named)
				}) {
				t.Errorf("after %s named them the history has %+v", by, got)
			}
			f.must(f.Availability.UnassignInterviewer(ctx, act.By{}, f.org.ID, f.backend, vic))
			f.exec("delete from history")
		}
		list := must(f.Availability.Interviewers(ctx, f.org.ID, f.backend))(t)
		paint()
		list = append(list, timetable.PostingInterviewer{Email: vic})
		if slots := f.slots(at(15, 0), nil); !slices.Contains(slots[0].InterviewerEmails, vic) {
			t.Errorf("they are not offered: %+v", slots[0])
		}
		f.refused(failure(f.Team.SignInLink(ctx, f.org.ID, vic)), models.NotFound, "a link")
		f.refused(failure(f.Team.BeginSession(ctx, f.org.ID, vic, "", "")), models.NotFound, "a session")
		if orgs := must(f.Team.MemberOrganizations(ctx, vic))(t); len(orgs) != 0 {
			t.Errorf("they are a member of %+v", orgs)
		}
		if _, asked := must2(f.Team.AskForSignIn(ctx, vic, false))(t); asked {
			t.Error("a letter is asked for")
		}
		// Recruiters paint for them, and filter by them.
		if who := must(f.Availability.PersonBy(ctx, f.org.ID, f.Availability.PersonID(f.org.ID,
			vic)))(t); who.Email != vic {
			t.Errorf("the person is %+v", who)
		}
		f.paint(alan, at(15, 0))
		f.done(f.Team.Member(ctx, f.org.ID, alan)) // who is named stays a member

		f.must(f.Availability.AssignInterviewer(ctx, act.By{}, f.org.ID, f.backend, vic, ""))
		f.must(f.Availability.AssignInterviewer(ctx, act.By{}, f.org.ID, f.backend, vic, ""))
		isNamed("the dashboard")
		paint()
		f.done(f.Availability.SetInterviewers(ctx, act.By{}, f.org.ID, f.backend, list))
		isNamed("the whole list")
		paint()
		f.exec("update postings set origin = 'file'")
		file := acme()
		file.Postings[0].Interviewers = append(file.Postings[0].Interviewers,
			setup.PostingInterviewer{Email: vic})
		f.apply(file)
		f.exec("update postings set origin = 'dashboard'")
		isNamed("the file")
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
			f.refused(failure(f.Team.UseSignIn(ctx, tokenOf(link), true, firefox, "")), models.Conflict,
				way+": a link of before")
			if !f.visits(others) {
				t.Errorf("%s: who stays is signed out", way)
			}
			f.must(f.Availability.UnassignInterviewer(ctx, act.By{}, f.org.ID, f.backend, vic))
		}

		f.must(f.Availability.AssignInterviewer(ctx, act.By{}, f.org.ID, analyst, vic, ""))
		session := f.signedIn(vic, "")
		p := must(f.Pipelines.PostingPage(ctx, f.org.ID, analyst))(t)
		f.must(f.Pipelines.RemovePosting(ctx, act.By{}, f.org.ID, analyst, p.Posting.Version))
		if f.visits(session) {
			t.Error("the session outlives the posting")
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
