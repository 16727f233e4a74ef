package store_test

import (
	"slices"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/setup"
)

func TestBook(t *testing.T) {
	t.Parallel()
	t.Run("makes candidate and interview", func(t *testing.T) {
		t.Parallel()
		organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
			o := f.order(cleo, at(15, 0))
			o.CandidateName, o.InterviewerEmail, o.TimeZone = "Cleo", grace, "Europe/Paris"
			b := must(f.Bookings.Book(ctx, act.By{}, f.org, o))(t)
			row := f.interview(b.Interview.ID)
			want := b.Interview
			got := row.Interview
			verify.Each(t, "the row", verify.Fields{"ID": {got.ID, want.ID}, "StartsAt": {got.StartsAt, at(15, 0)},
				"EndsAt": {got.EndsAt, at(16, 0)}, "WindowEndsAt": {got.WindowEndsAt, at(16, 0)},
				"CreatedAt": {got.CreatedAt, noon}, "UpdatedAt": {got.UpdatedAt, noon}})
			if got, want := []string{row.MeetingLink, row.LinkSource, row.TimeZone, row.InterviewerEmail,
				row.CandidateID,
				row.CandidateEmail, row.CandidateName}, []string{"https://meet.example/grace", models.LinkFromPerson,
				"Europe/Paris", grace, b.Candidate.ID, cleo, "Cleo"}; !slices.Equal(got, want) {
				t.Errorf("the row has %q, want %q", got, want)
			}
			i := f.interview(f.book(f.order(candidate(1), at(18, 0))).ID)
			if i.TimeZone != "America/New_York" || !slices.Equal(i.BriefingRecipients, []string{ada}) {
				t.Errorf("what the request omits is %+v", i)
			}
			if n := f.scalar("select count(*) from interviews where interviewer_email is null"); n != 1 {
				t.Error("nobody is not null in the table")
			}
			if i := f.book(f.orderWith(alan, candidate(2), at(18, 0))); i.LinkSource != models.LinkFromPosting {
				t.Errorf("the link is from %q, want the posting's", i.LinkSource)
			}
			o = f.order(candidate(3), at(18, 0))
			o.RoundID = f.round("backend", "default", "pairing")
			if i := f.interview(f.book(o).ID); i.WindowEndsAt != nil || !i.EndsAt.Equal(at(19, 30)) {
				t.Errorf("the indefinite row is %+v", i)
			}
		})
	})
	t.Run("replaces", func(t *testing.T) {
		t.Parallel()
		organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
			o := f.orderWith(grace, cleo, at(18, 0))
			first := f.book(o)
			f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, first.ID, booking.EndCall))
			f.clock.Set(noon.Add(time.Hour))
			// overlaps with itself, which is no conflict
			o.Start, o.Replace, o.CandidateID, o.CandidateEmail = at(18, 30), true, first.CandidateID, ""
			b := must(f.Bookings.Book(ctx, act.By{}, f.org, o))(t)
			i := f.interview(first.ID)
			verify.Each(t, "the replaced row", verify.Fields{"Replaced": {b.Replaced, true},
				"NewCandidate": {b.NewCandidate, false}, "Revision": {i.Revision, 3},
				"CallEndedAt": {i.CallEndedAt, nil}, "CreatedAt": {i.CreatedAt, noon},
				"UpdatedAt": {i.UpdatedAt, noon.Add(time.Hour)}, "StartsAt": {i.StartsAt, at(18, 30)},
				"AccessEpoch": {i.AccessEpoch, 1}})
		})
	})
}

func TestBookRefuses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		order func(f *fixture, o *booking.Order)
		kind  models.Kind
		says  string
	}{
		"another posting's candidate (§4 rule 4)": {func(f *fixture, o *booking.Order) {
			f.exec("insert into candidates (org_id, id, posting_id, assessment_id, track_id, email, name, state, "+
				"created_at, updated_at) select org_id, 'cand_2', ?, assessment_id, ?, email, name, state, "+
				"created_at, updated_at from candidates where id = ?",
				f.posting("analyst"), f.applied.Postings["analyst"].Tracks["default"].ID, o.CandidateID)
			o.CandidateID = "cand_2"
		}, models.Conflict, "belongs to posting"},
		"a booked interviewer (§4 rule 2)": {func(f *fixture, o *booking.Order) {
			b := f.order("other@candidate.example", at(18, 30))
			b.InterviewerEmail, o.InterviewerEmail = grace, grace
			f.book(b)
		}, models.Conflict, "interviewer grace@acme.example"},
		"a full time": {func(f *fixture, o *booking.Order) {
			o.Start = at(16, 0)
			f.book(f.order("other@candidate.example", at(16, 0)))
		}, models.Conflict, "fully booked"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
				known := f.book(f.order(cleo, at(18, 0)))
				f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, known.ID, booking.Cancel))
				o := f.order("", at(18, 0))
				o.CandidateID = known.CandidateID
				c.order(f, &o)
				before := f.dump()
				f.refusedSaying(failure(f.Bookings.Book(ctx, act.By{}, f.org, o)), c.kind, c.says, name)
				f.unchanged(before)
			})
		})
	}
}

func TestBookBesideWhatDoesNotBlock(t *testing.T) {
	t.Parallel()
	for name, set := range map[string]string{
		"canceled":    "canceled_at = created_at",
		"ended":       "call_ended_at = created_at",
		"pending":     "source = 'external', externally_scheduled = true",
		"of somebody": "interviewer_email = 'joan@acme.example'",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
				o := f.orderWith(grace, candidate(0), at(18, 0))
				f.exec("update interviews set "+set+" where id = ?", f.book(o).ID)
				o.CandidateEmail = cleo
				f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, f.book(o).ID, booking.Cancel))
				i := f.book(f.orderWith(alan, candidate(1), at(18, 0)))
				f.done(f.Bookings.Reassign(ctx, act.By{}, f.org.ID, i.ID, grace))
			})
		})
	}
}

func TestInstants(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		for _, when := range []time.Time{
			time.Date(1950, 6, 1, 12, 0, 0, 0, time.UTC), time.Date(2000, 12, 31, 23, 59, 59, 999_999_999, time.UTC),
			time.Date(2031, 3, 3, 15, 0, 0, 123_456_789, time.FixedZone("", 5*3600+1800)),
		} {
			e := imported()
			e.Key, e.Candidate.Email, e.ScheduledStartAt, e.CallEndedAt = when.String(), models.FormatInstant(when)+
				"@candidate.example", when, instant(when)
			a := f.apply(setup.Setup{Organization: acme().Organization, Imports: []setup.Import{e}})
			got, want := f.interview(a.Imports[e.Key]), when.UTC().Truncate(time.Millisecond)
			if !got.StartsAt.Equal(want) || !got.CallEndedAt.Equal(want) || got.StartsAt.Location() != time.UTC {
				t.Errorf("%s came back as %s, want %s", when, got.StartsAt, want)
			}
		}
	})
}

// TestBookStatements pins what a booking over REST costs: every statement of it is waited for.
func TestBookStatements(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		lock := 0
		if f.Postgres() {
			lock = 1
		}
		replace := f.order(cleo, at(18, 0))
		replace.Replace, replace.InterviewerEmail = true, grace
		stranger := f.orderWith("stranger@acme.example", candidate(1), at(18, 0))
		admin := f.orderWith("ada@acme.example", candidate(3), at(18, 0))
		link := f.linkOrder(candidate(2))
		for _, c := range []struct {
			name  string
			order booking.Order
			want  int
		}{
			// round, candidate, what blocks, who is offered; two inserts and the history
			{"a new candidate", f.order(cleo, at(18, 0)), 7},
			{"a replace", replace, 7},
			{"somebody who is not assigned", admin, 8},
			{"a stranger", stranger, 10},            // and the letters to strangers: read, counted
			{"an external session", link, 5 - lock}, // which locks no time
		} {
			if got := f.count(func() { f.book(c.order) }); got != c.want+lock {
				t.Errorf("%s takes %d statements, want %d", c.name, got, c.want+lock)
			}
		}
	})
}
