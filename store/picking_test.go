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
	"litmus/models/setup"
	"litmus/models/timetable"
	"litmus/testdb"
)

const joan = "joan@acme.example"

// invitee invites the candidate to pick a time for the design round of the default track.
func (f *fixture) invitee(email string) models.Ref {
	f.t.Helper()
	i := must(f.Candidates.Invite(ctx, act.By{}, f.org, candidacy.InviteOrder{PostingID: f.posting("backend"),
		AssessmentID: f.applied.Assessments["design"], CandidateEmail: email, CandidateName: "Cleo"}))(f.t)
	return models.Ref{OrgID: f.org.ID, ID: i.Candidate.ID}
}

// paint adds these starts to the posting.
func (f *fixture) paint(email string, starts ...time.Time) {
	f.t.Helper()
	var writes []timetable.SlotWrite
	for _, s := range starts {
		writes = append(writes, timetable.SlotWrite{InterviewerEmail: email, StartAt: s})
	}
	f.done(f.Availability.AddSlots(ctx, act.By{}, f.org.ID, f.posting("backend"), writes))
}

func (f *fixture) pick(c models.Ref, start time.Time) booking.Booking {
	f.t.Helper()
	return must(f.Bookings.Pick(ctx, c, start, "Asia/Kolkata", true))(f.t)
}

func (f *fixture) picking(c models.Ref, from, to time.Time) booking.Picking {
	f.t.Helper()
	return must(f.Bookings.Picking(ctx, c, from, to))(f.t)
}

// shown formats the starts of the page in hours and minutes.
func shown(p booking.Picking) string {
	var out []string
	for _, s := range p.Slots {
		out = append(out, s.StartAt.Format("02 15:04"))
	}
	return strings.Join(out, ", ")
}

// consistent checks that nobody has two interviews at once, and that every picked interview is at a start that its
// interviewer offers.
func (f *fixture) consistent() {
	f.t.Helper()
	if n := f.scalar(`select count(*) from interviews a join interviews b on b.org_id = a.org_id
		and b.interviewer_email = a.interviewer_email and b.id > a.id
		where a.starts_at < b.ends_at and b.starts_at < a.ends_at and a.canceled_at is null and b.canceled_at is null
		and a.call_ended_at is null and b.call_ended_at is null`); n != 0 {
		f.t.Errorf("%d pairs of interviews of one interviewer overlap", n)
	}
	if n := f.scalar(`select count(*) from interviews i where i.picked and i.canceled_at is null
		and not exists (select 1 from slots s where s.org_id = i.org_id and s.posting_id = i.posting_id
		and s.email = i.interviewer_email and s.start_at = i.starts_at)`); n != 0 {
		f.t.Errorf("%d interviews were picked with somebody who does not offer the start", n)
	}
}

func TestPicking(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		file := acme()
		late, unsaved := file.Postings[0].Tracks[0].Steps[2], file.Postings[0].Tracks[0].Steps[2]
		late.Key, unsaved.Key, unsaved.Bookable, late.DurationMinutes = "late", "unsaved", false, 30
		steps := &file.Postings[0].Tracks[0].Steps
		// Of four rounds with the assessment, the second is the first that is bookable.
		*steps = append([]setup.Step{unsaved}, append(*steps, late)...)
		f := open(t, url, file, bolt())
		c := f.invitee(cleo)
		p := f.picking(c, noon, noon.AddDate(0, 0, 28))
		verify.Each(t, "the page", verify.Fields{"Name": {p.Organization.Name, "Acme"},
			"RescheduleMax": {p.Organization.RescheduleMax, 2}, "PostingTitle": {p.PostingTitle, "Backend"},
			"Title": {p.Assessment.Title, "Design"}, "p.Candidate.Email": {p.Candidate.Email, cleo},
			"Interview": {p.Interview, nil}, "p.Interviewer.Email": {p.Interviewer.Email, ""},
			"CanPick": {p.CanPick(noon), ""}})
		if got := shown(p); got != "03 15:00, 03 16:00" || p.Slots[0].Capacity != 2 {
			t.Errorf("got %s", got)
		}
		for name, bounds := range map[string]struct {
			from, to time.Time
			want     string
		}{
			"inclusive":             {at(16, 0), at(16, 0), "03 16:00"},
			"from after to":         {at(16, 0), at(15, 0), ""},
			"from long ago":         {noon.AddDate(-5, 0, 0), noon.AddDate(0, 0, 1), "03 15:00, 03 16:00"},
			"farther than there is": {noon.AddDate(200, 0, 0), noon.AddDate(200, 0, 28), ""},
		} {
			if got := shown(f.picking(c, bounds.from, bounds.to)); got != bounds.want {
				t.Errorf("%s: got %q, want %q", name, got, bounds.want)
			}
		}

		other := must(f.Team.Organization(ctx, "bolt"))(t)
		for name, ref := range map[string]models.Ref{"another organization": {OrgID: other.ID, ID: c.ID},
			"nobody": {OrgID: f.org.ID, ID: "cand_none"}, "nothing": {}} {
			f.refused(failure(f.Bookings.Picking(ctx, ref, noon, noon)), models.NotFound, "the page of "+name)
			f.refused(failure(f.Bookings.Pick(ctx, ref, at(15, 0), "UTC", false)), models.NotFound, "a pick of "+name)
		}

		booked := f.book(f.order("booked@candidate.example", at(18, 0))) // by the team, never invited
		f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, booked.ID, booking.Cancel))
		f.refused(failure(f.Bookings.Picking(ctx, models.Ref{OrgID: f.org.ID, ID: booked.CandidateID}, noon, noon)),
			models.NotFound, "the page of who was not invited")

		f.pick(c, at(16, 0))
		p = f.picking(c, noon, noon.AddDate(0, 0, 28))
		verify.Each(t, "within the cutoff", verify.Fields{"Interview": {p.Interview, verify.Some},
			"Name": {p.Interviewer.Name, "Grace"}, "Email": {p.Interviewer.Email, grace},
			"len(Slots)": {len(p.Slots), 0}, "CanPick": {p.CanPick(noon), booking.PickTooLate}})
		f.exec("update rounds set bookable = false")
		if p := f.picking(f.invitee("second@candidate.example"), noon, noon.AddDate(0, 0, 28)); p.Round != nil ||
			len(p.Slots) != 0 {
			t.Errorf("no bookable round: %+v", p)
		}
		f.refused(failure(f.Bookings.Pick(ctx, f.invitee("second@candidate.example"), at(15, 0), "UTC", false)),
			models.Conflict, "a pick without a round")
	})
}

// TestMoveWhatTheTeamBooked proves that who was booked by the team, and never invited, moves the interview
// within the bounds. It stays in the round that the team chose, and keeps the meeting link that came with it.
func TestMoveWhatTheTeamBooked(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		setup := acme()
		late := setup.Postings[0].Tracks[0].Steps[2]
		late.Key, late.DurationMinutes = "late", 30
		setup.Postings[0].Tracks[0].Steps = append(setup.Postings[0].Tracks[0].Steps, late)
		f := open(t, url, setup)
		day := func(d, hour int) time.Time { return at(hour, 0).AddDate(0, 0, d) }
		f.paint(grace, day(2, 15), day(3, 15), day(4, 15), day(5, 15))
		o := f.order(cleo, day(2, 18))
		o.RoundID, o.MeetingLink = f.round("backend", "default", "late"), "https://meet.example/room"
		booked := f.book(o)
		c := models.Ref{OrgID: f.org.ID, ID: booked.CandidateID}
		for n, to := range []time.Time{day(3, 15), day(4, 15)} {
			moved := f.pick(c, to)
			row := f.interview(booked.ID)
			verify.Each(t, fmt.Sprintf("move %d", n), verify.Fields{"Replaced": {moved.Replaced, true},
				"StartsAt": {row.StartsAt, to}, "Reschedules": {row.Reschedules, n + 1},
				"RoundID": {row.RoundID, o.RoundID}, "DurationMinutes": {row.DurationMinutes, 30},
				"MeetingLink": {row.MeetingLink, o.MeetingLink}, "LinkSource": {row.LinkSource, models.LinkFromBody}})
		}
		f.refused(failure(f.Bookings.Pick(ctx, c, day(5, 15), "UTC", true)), models.Conflict, "moving a third time")
	})
}

// TestWhoseTurn shows who is chosen: the interviewer with the fewest scheduled interviews within 7 days either way,
// then the first by email.
func TestWhoseTurn(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		setup := acme()
		setup.Imports = nil
		f := open(t, url, setup)
		for n, email := range []string{alan, alan, grace} {
			o := f.orderWith(email, candidate(n), at(18, 0).AddDate(0, 0, n))
			if i := f.book(o); email == alan { // what was canceled does not count
				f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, i.ID, booking.Cancel))
			}
		}
		f.paint(alan, at(20, 0))
		f.paint(grace, at(20, 0))
		o := f.order(cleo, at(20, 0))
		o.Anybody = true
		if got := f.book(o).InterviewerEmail; got != alan {
			t.Errorf("%s interviews, and it is the turn of %s", got, alan)
		}
	})
}

func TestRoundRobin(t *testing.T) {
	t.Parallel()
	t.Run("many at once", func(t *testing.T) {
		t.Parallel()
		organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
			refs := make([]models.Ref, 12)
			for n := range refs {
				for _, e := range []string{alan, grace, joan} {
					f.paint(e, at(13, 0).Add(time.Duration(n)*time.Hour))
				}
				refs[n] = f.invitee(candidate(n))
			}
			f.race(len(refs), len(refs), func(n int) error {
				return failure(f.Bookings.Pick(ctx, refs[n], at(13, 0).Add(time.Duration(n)*time.Hour), "UTC", false))
			})
			for _, e := range []string{alan, grace, joan} {
				if n := f.scalar("select count(*) from interviews where interviewer_email = ? and picked", e); n != 4 {
					t.Errorf("%s has %d interviews, want 4 of 12", e, n)
				}
			}
			f.consistent()
		})
	})
	t.Run("does not count the one that is moved", func(t *testing.T) {
		t.Parallel()
		organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
			for _, e := range []string{alan, grace} {
				f.paint(e, at(15, 0).AddDate(0, 0, 2), at(15, 0).AddDate(0, 0, 3))
			}
			c := f.invitee(cleo)
			for n := range 2 { // Alan is first by email as long as neither has anything else
				if got := f.pick(c, at(15, 0).AddDate(0, 0, 2+n)).Interview.InterviewerEmail; got != alan {
					t.Errorf("pick %d went to %s", n, got)
				}
			}
		})
	})
}

func TestLoadOfInterviewers(t *testing.T) {
	t.Parallel()
	const week = 7 * 24 * time.Hour
	for name, c := range map[string]struct {
		start  time.Time // of Alan's other interview
		change func(f *fixture, i models.Interview)
		counts bool
	}{
		"a week after":            {at(15, 0).Add(week), nil, true},
		"a week and a tick after": {at(15, 0).Add(week + time.Millisecond), nil, false},
		"over by the clock":       {at(11, 1).Add(-time.Hour), nil, false},
		"indefinite, and long begun": {at(18, 0), func(f *fixture, i models.Interview) {
			f.exec("update interviews set window_ends_at = null, starts_at = ?", at(9, 0).AddDate(0, 0, -2))
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testdb.Each(t, func(t *testing.T, url string) {
				setup := acme()
				setup.Imports = nil
				f := open(t, url, setup)
				invited := f.invitee(cleo)
				o := f.orderWith(alan, candidate(0), c.start)
				if c.start.Before(noon) {
					f.clock.Set(c.start)
				}
				i := f.book(o)
				f.clock.Set(noon)
				if c.change != nil {
					c.change(f, i)
				}
				want := alan
				if c.counts {
					want = grace
				}
				if got := f.pick(invited, at(15, 0)).Interview.InterviewerEmail; got != want {
					t.Errorf("%s got the interview, want %s", got, want)
				}
			})
		})
	}
}

func TestPickRaces(t *testing.T) {
	t.Parallel()
	for name, run := range map[string]func(*fixture){
		"thirty candidates on one page race for five places: five are booked": func(f *fixture) {
			f.paint(grace, at(17, 0)) // 15:00 and 16:00 twice, 17:00 once
			f.paint(alan, at(16, 0))
			refs := f.invitees(30)
			f.race(30, 5, func(n int) error {
				return failure(f.Bookings.Pick(ctx, refs[n], []time.Time{at(15, 0), at(16, 0), at(17, 0)}[n%3], "UTC",
					false))
			})
			for start, want := range map[time.Time]int{at(15, 0): 2, at(16, 0): 2, at(17, 0): 1} {
				if n := f.scalar("select count(*) from interviews where starts_at = ? and picked", start); n != want {
					f.t.Errorf("%d interviews at %s, want %d", n, start, want)
				}
			}
			if p := f.picking(refs[0], noon, at(23, 0)); p.Interview == nil && len(p.Slots) != 0 {
				f.t.Errorf("still shown: %s", shown(p))
			}
		}, "and for five places at one time": func(f *fixture) {
			for n := range 3 {
				f.paint(fmt.Sprintf("i%d@acme.example", n), at(15, 0))
			}
			refs := f.invitees(30)
			f.race(30, 5, func(n int) error { return failure(f.Bookings.Pick(ctx, refs[n], at(15, 0), "UTC", false)) })
		}, "starts that overlap share their interviewers": func(f *fixture) {
			f.paint(grace, at(15, 30))
			f.paint(alan, at(15, 30))
			refs := f.invitees(20)
			f.race(20, 2, func(n int) error {
				return failure(f.Bookings.Pick(ctx, refs[n], at(15, 0).Add(time.Duration(n%2)*30*time.Minute), "UTC",
					false))
			})
		}, "a form sent twenty times books once": func(f *fixture) {
			c := f.invitees(1)[0]
			f.race(20, 20, func(int) error { return failure(f.Bookings.Pick(ctx, c, at(15, 0), "UTC", false)) })
			f.live(candidate(0), 1)
			if n := f.scalar("select count(*) from interviews where picked and revision = 1 " +
				"and reschedules = 0"); n != 1 {
				f.t.Errorf("%d rows are as the first click left them, want one", n)
			}
		}, "a candidate who clicks two times at once gets one": func(f *fixture) {
			c := f.invitees(1)[0]
			f.race(2, 1, func(n int) error { return failure(f.Bookings.Pick(ctx, c, at(15+n, 0), "UTC", false)) })
			f.live(candidate(0), 1)
			if n := f.scalar("select count(*) from interviews where picked and revision = 1 " +
				"and reschedules = 0"); n != 1 {
				f.t.Errorf("%d rows are as the first click left them, want one", n)
			}
		}, "moves in parallel are as many as allowed": func(f *fixture) {
			var starts []time.Time
			for n := range 10 {
				starts = append(starts, at(15, 0).AddDate(0, 0, 2+n))
			}
			f.paint(grace, append(starts, at(20, 0).AddDate(0, 0, 1))...)
			c := f.invitees(1)[0]
			f.pick(c, at(20, 0).AddDate(0, 0, 1))
			f.race(10, 2, func(n int) error { return failure(f.Bookings.Pick(ctx, c, starts[n], "UTC", true)) })
			f.live(candidate(0), 1)
		}, "picks beside bookings over REST take each place once": func(f *fixture) {
			refs := f.invitees(20)
			won := 0
			each(40, func(n int) error {
				if n%2 == 0 {
					return failure(f.Bookings.Pick(ctx, refs[n/2], at(15, 0), "UTC", false))
				}
				o := f.order(fmt.Sprintf("rest%d@candidate.example", n), at(15, 0))
				o.InterviewerEmail = []string{grace, alan, ""}[n%3]
				return failure(f.Bookings.Book(ctx, act.By{}, f.org, o))
			}, func(n int, err error) {
				if err == nil {
					won++
				} else if models.KindOf(err) != models.Conflict {
					f.t.Errorf("request %d: got %v, want success or a conflict", n, err)
				}
			})
			if won != 2 {
				f.t.Errorf("%d have a place, want 2", won)
			}
		}, "picks beside bookings and handovers elsewhere never book anybody twice": func(f *fixture) {
			refs := f.invitees(8)
			var ids []string
			for n := range 8 {
				ids = append(ids, f.book(f.order(fmt.Sprintf("rest%d@candidate.example", n), at(14, 30))).ID)
			}
			each(24, func(n int) error {
				switch n % 3 {
				case 0:
					return failure(f.Bookings.Pick(ctx, refs[n/3], at(15, 0), "UTC", false))
				case 1:
					return failure(f.Bookings.Reassign(ctx, act.By{}, f.org.ID, ids[n/3],
						[]string{grace, alan}[n%2]))
				}
				o := f.order(fmt.Sprintf("other%d@candidate.example", n), at(15, 30))
				o.PostingID, o.RoundID, o.InterviewerEmail = f.posting("frontend"),
					f.round("frontend", "default", "design"), []string{grace, alan}[n%2]
				return failure(f.Bookings.Book(ctx, act.By{}, f.org, o))
			}, func(n int, err error) {
				if err != nil && models.KindOf(err) != models.Conflict {
					f.t.Errorf("request %d: got %v, want success or a conflict", n, err)
				}
			})
		}, "a pick beside a cancel of what was picked": func(f *fixture) {
			c := f.invitees(1)[0]
			i := f.pick(c, at(15, 0)).Interview
			each(2, func(n int) (err error) {
				if n == 0 {
					_, _, err = f.Bookings.Change(ctx, act.By{}, f.org.ID, i.ID, booking.Cancel)
				} else {
					_, err = f.Bookings.Pick(ctx, c, at(15, 0), "UTC", false)
				}
				return err
			}, func(n int, err error) {
				if err != nil {
					f.t.Errorf("request %d: %v", n, err)
				}
			})
			if n := f.scalar("select count(*) from interviews where candidate_id = ? and canceled_at is null",
				c.ID); n > 1 {
				f.t.Errorf("%d live interviews", n)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testdb.Each(t, func(t *testing.T, url string) {
				setup := acme()
				second := setup.Postings[0]
				second.Key, second.Interviewers = "frontend", nil
				setup.Postings = append(setup.Postings, second)
				f := open(t, url, setup)
				run(f)
				f.consistent()
			})
		})
	}
}

func (f *fixture) invitees(n int) (refs []models.Ref) {
	f.t.Helper()
	for i := range n {
		refs = append(refs, f.invitee(candidate(i)))
	}
	return refs
}

// TestPickStatements proves that the number of statements for a page and a pick does not depend on how many people and
// times there are.
func TestPickStatements(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		page := func(c models.Ref) int { return f.count(func() { f.picking(c, noon, noon.AddDate(0, 0, 28)) }) }
		pick := func(c models.Ref, start time.Time) int { return f.count(func() { f.pick(c, start) }) }
		few := []int{page(f.invitee(cleo)), pick(f.invitee(cleo), at(15, 0))}
		people := []timetable.PostingInterviewer{}
		for n := range 60 {
			people = append(people, timetable.PostingInterviewer{Email: fmt.Sprintf("i%d@acme.example", n),
				Slots: []time.Time{at(15, 0), at(18, 0), at(19, 0), at(20, 0)}})
		}
		f.done(f.Availability.SetInterviewers(ctx, act.By{}, f.org.ID, f.posting("backend"), people))
		many := []int{page(f.invitee(candidate(1))), pick(f.invitee(candidate(1)), at(15, 0))}
		if !slices.Equal(few, many) {
			t.Errorf("page and pick take %v statements with little data, %v with much", few, many)
		}
		t.Logf("statements of page and pick: %v", few)
	})
}
