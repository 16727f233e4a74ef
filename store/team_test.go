package store_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/store/team"
)

// newMember is a member of the fixture's organization as a form names them.
func (f *fixture) newMember(email, name, role string) models.Member {
	f.t.Helper()
	return must(models.NewMember(f.org.ID, email, name, role))(f.t)
}

// adds adds a member, whatever letter they get.
func (f *fixture) adds(m models.Member) error {
	return failure(f.Team.AddMember(ctx, act.By{}, m))
}

func TestTeam(t *testing.T) { // D1
	t.Parallel()
	organizations{acme(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		f.must(f.adds(f.newMember(kit, "Kit", "recruiter")))
		f.must(f.adds(f.newMember(lou, "Lou", "interviewer")))
		f.must(f.adds(f.newMember(grace, "", "admin")))
		if got, want := f.members(f.org.ID), `ada@acme.example "" admin "file"
alan@acme.example "Alan" interviewer ""
grace@acme.example "Grace" admin "dashboard"
kit@acme.example "Kit" recruiter "dashboard"
lou@acme.example "Lou" interviewer ""`; got != want {
			t.Fatalf("the members are\n%s\nwant\n%s", got, want)
		}
		f.clock.Set(noon.Add(time.Minute))
		f.must(f.Team.ChangeMember(ctx, act.By{}, f.newMember(kit, "Kit Ortiz", "admin"), models.Recruiter))
		f.must(f.Team.ChangeMember(ctx, act.By{}, f.newMember(lou, "Lou Reed", "interviewer"), models.Interviewer))
		f.must(f.Team.ChangeMember(ctx, act.By{}, f.newMember(grace, "", "interviewer"), models.Admin))
		f.refused(f.Team.ChangeMember(ctx, act.By{}, f.newMember("ada@acme.example", "", "recruiter"), models.Admin),
			models.Conflict,
			"a member of the file")
		if got, want := f.members(f.org.ID), `ada@acme.example "" admin "file"
alan@acme.example "Alan" interviewer ""
grace@acme.example "Grace" interviewer ""
kit@acme.example "Kit Ortiz" admin "dashboard"
lou@acme.example "Lou Reed" interviewer ""`; got != want {
			t.Fatalf("the members are\n%s\nwant\n%s", got, want)
		}

		f.refused(failure(f.Team.RemoveMember(ctx, act.By{}, f.org.ID, "ada@acme.example")), models.Conflict,
			"a member of the file")
		f.refused(failure(f.Team.RemoveMember(ctx, act.By{}, f.org.ID, grace)), models.Conflict,
			"an interviewer of the file, and of a posting")
		f.must(f.Team.TakeOver(ctx, act.By{}, f.org.ID, models.SubjectMember, "ada@acme.example"))
		if stays, err := f.Team.RemoveMember(ctx, act.By{}, f.org.ID, "ada@acme.example"); err != nil || stays {
			t.Errorf("Ada stays: %t (%v)", stays, err)
		}
		f.refused(failure(f.Team.RemoveMember(ctx, act.By{}, f.org.ID, kit)), models.Conflict, "the last admin")
		f.must(f.adds(f.newMember(alan, "", "recruiter")))
		if stays, err := f.Team.RemoveMember(ctx, act.By{}, f.org.ID, alan); err != nil || !stays {
			t.Errorf("Alan, who interviews on a posting, stays: %t (%v)", stays, err)
		}
		if stays, err := f.Team.RemoveMember(ctx, act.By{}, f.org.ID, lou); err != nil || stays {
			t.Errorf("Lou stays: %t (%v)", stays, err)
		}
		if got, want := f.members(f.org.ID), `alan@acme.example "Alan" interviewer ""
grace@acme.example "Grace" interviewer ""
kit@acme.example "Kit Ortiz" admin "dashboard"`; got != want {
			t.Errorf("the members are\n%s\nwant\n%s", got, want)
		}
		other := must(f.Team.Organization(ctx, "bolt"))(t)
		if got := f.members(other.ID); !strings.HasPrefix(got, `ada@acme.example "" admin "file"`) {
			t.Errorf("the neighbour's members changed: %s", got)
		}
		f.refused(failure(f.Team.RemoveMember(ctx, act.By{}, other.ID, kit)), models.NotFound,
			"a member of another organization")

		// The file does not bring Ada back.
		f.apply(acme())
		if got := f.members(f.org.ID); strings.Contains(got, "ada@") {
			t.Errorf("the file made Ada a member again:\n%s", got)
		}
	})
}

// Interviews that are to come keep their interviewer; those that are over do not.
func TestRemoveAnInterviewer(t *testing.T) { // D1
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		f.must(f.adds(f.newMember(lou, "Lou", "interviewer")))
		if p := must(f.Availability.Person(ctx, f.org.ID, lou))(t); p.TimeZone != f.org.TimeZone {
			t.Errorf("whoever was added works in zone %q, want the organization's", p.TimeZone)
		}
		f.book(f.orderWith(lou, cleo, at(18, 0)))
		f.clock.Set(noon.Add(40 * time.Hour))
		token := must(f.Team.BeginSession(ctx, f.org.ID, lou, "", ""))(t)
		f.clock.Set(noon)
		f.refused(failure(f.Team.RemoveMember(ctx, act.By{}, f.org.ID, lou)), models.Conflict,
			"an interviewer of an interview to come")
		f.clock.Set(noon.Add(48 * time.Hour))
		f.done(f.Team.RemoveMember(ctx, act.By{}, f.org.ID, lou))
		f.refused(failure(f.Team.Member(ctx, f.org.ID, lou)), models.NotFound, "whoever was removed")
		f.must(f.adds(f.newMember(lou, "Lou", "interviewer")))
		if _, err := f.Team.Visitor(ctx, token); !errors.Is(err, team.ErrSignedOut) {
			t.Errorf("the session of somebody who was removed and added again: %v", err)
		}
	})
}

// Two admins who remove each other at once, by two processes: one of them stays (D1).
func TestAdminsRemoveEachOther(t *testing.T) { // D1
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		f.must(f.Team.TakeOver(ctx, act.By{}, f.org.ID, models.SubjectMember, "ada@acme.example"))
		for range 5 {
			f.must(ignoring(models.Conflict, f.adds(f.newMember("ada@acme.example", "", "admin"))))
			f.must(ignoring(models.Conflict, f.adds(f.newMember(kit, "", "admin"))))
			second := f.another()
			errs := make([]error, 2)
			var both sync.WaitGroup
			both.Go(func() { _, errs[0] = f.Team.RemoveMember(ctx, act.By{}, f.org.ID, kit) })
			both.Go(func() { _, errs[1] = second.Team.RemoveMember(ctx, act.By{}, f.org.ID, "ada@acme.example") })
			both.Wait()
			if err := errors.Join(errs...); models.KindOf(err) != models.Conflict || errs[0] != nil && errs[1] != nil {
				t.Fatalf("got %v and %v, want that one is removed and the other refused", errs[0], errs[1])
			}
			if n := f.scalar("select count(*) from members where org_id = ? and role = 'admin'", f.org.ID); n != 1 {
				t.Fatalf("%d admins are left, want 1", n)
			}
		}
	})
}

func ignoring(k models.Kind, err error) error {
	if models.KindOf(err) == k {
		return nil
	}
	return err
}
