// Package demonstration fills the demonstration organization of `litmus up` with what a hiring team leaves behind in
// some weeks: candidates in every state, interviews past and to come, work that waits, and a calendar that broke.
//
// Nothing is written into tables. A story ([story]) is a list of acts, each with its instant, and every act is an
// operation of the service ([store.Store]) by whoever does it there, at that instant of a clock of its own. So all of
// it has the history, the revisions and the ledger that it would have had. What was told to people by then counts as
// sent: nobody gets letters when the service starts. It is the same story on every day, only its dates are others.
package demonstration

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/candidacy"
	"litmus/models/effect"
	"litmus/orgfile"
	"litmus/store"
	"litmus/store/effects"
	"litmus/store/setups"
)

// before is how long ago the organization was made: before everything in its file.
const before = 100 * 24 * time.Hour

// player carries acts out, one after another.
type player struct {
	*store.Store
	clock time.Time // of the act under way
	end   time.Time // the real time
	org   models.Organization
	ids   setups.Applied
	acts  []event // that are to come
	made  []models.Ref
}

// at moves the clock.
func (p *player) at(t time.Time) { p.clock = t }

// event is something that somebody does.
type event struct {
	at time.Time
	by models.Actor
	do func(ctx context.Context, by act.By) error
}

// Load makes the demonstration organization as it is at now, all of it or, if the process ends before, nothing: half of
// it would count as an organization of somebody's own, and stay half for ever. s is the store of a database that nobody
// uses yet.
func Load(ctx context.Context, s *store.Store, now time.Time) error {
	p := &player{end: models.Instant(now)}
	p.at(p.end.Add(-before))
	return s.InOneTransaction(ctx, func() time.Time { return p.clock }, func(whole *store.Store) (err error) {
		p.Store = whole
		setup := orgfile.Demo(now)
		if p.ids, err = p.Setups.Apply(ctx, setup, setups.Options{}); err != nil {
			return err
		}
		if p.org, err = p.Team.Organization(ctx, setup.Organization.Slug); err != nil {
			return err
		}
		p.story()
		return p.play(ctx)
	})
}

// play carries out the acts by their instants, those that acts add included, and leaves what belongs to the future.
func (p *player) play(ctx context.Context) error {
	for len(p.acts) > 0 {
		slices.SortStableFunc(p.acts, func(a, b event) int { return a.at.Compare(b.at) })
		next := p.acts[0]
		p.acts = p.acts[1:]
		if next.at.After(p.end) {
			break
		}
		p.at(next.at)
		if err := next.do(ctx, act.By{Actor: next.by}); err != nil {
			return fmt.Errorf("the demonstration, at %s: %w", models.FormatInstant(p.Now()), err)
		}
	}
	p.at(p.end)
	for _, ref := range p.made {
		if err := p.settle(ctx, ref); err != nil {
			return err
		}
	}
	return nil
}

// add adds an act of somebody's, unless it is in the future.
func (p *player) add(at time.Time, by models.Actor, do func(ctx context.Context, by act.By) error) {
	p.acts = append(p.acts, event{models.Instant(at), by, do})
}

// settle notes the letters that the interview owes by now as sent, and that all is done if nothing is to come.
func (p *player) settle(ctx context.Context, ref models.Ref) error {
	a, err := p.Effects.InterviewLedger(ctx, ref)
	if err != nil {
		return err
	}
	for _, e := range effect.Owed(a.Interview, a.CandidateEmail, a.Ledger, p.Policy(), p.Now()) {
		entry := effect.EntryOf(a.InterviewRow.Interview, e)
		entry.ProviderID = fmt.Sprintf("%s.%d.%s@demonstration.example", a.ID, a.Revision, e.Kind)
		if err := p.sent(ctx, entry, a.Revision, ""); err != nil {
			return err
		}
	}
	if status := a.StatusAt(p.Now()); p.Now().Equal(p.end) &&
		(status == models.StatusCompleted || status == models.StatusCanceled) {
		p.Wakes.MarkWoken(models.PendingWake{Entity: models.EntityInterview, OrgID: ref.OrgID, ID: ref.ID,
			Revision: a.Revision})
		p.Wakes.MarkConverged(a.Interview, nil)
	}
	return nil
}

// settleInvitation notes the letter that a candidate is owed, an invitation or a receipt, as sent, or as refused with a
// code.
func (p *player) settleInvitation(ctx context.Context, ref models.Ref, code string) error {
	a, err := p.Candidates.InvitationLedger(ctx, ref)
	if err != nil {
		return err
	}
	e := a.Owed(p.Now())
	if e == nil {
		return nil
	}
	entry := a.Entry(*e)
	entry.ProviderID = ref.ID + "." + e.Kind + "@demonstration.example"
	return p.sent(ctx, entry, a.Candidate.Revision, code)
}

// sent writes an effect into the ledger as done, or as refused for good with a code.
func (p *player) sent(ctx context.Context, e effect.Entry, revision int64, code string) error {
	if _, _, err := p.Effects.Intend(ctx, e, revision, time.Second); err != nil {
		return err
	}
	e.State, e.Code, e.Permanent = effect.Done, code, code != ""
	if code != "" {
		e.State = effect.Failed
	}
	_, err := p.Effects.Settle(ctx, e, effects.MadeLink{})
	return err
}

// member is a member of the team as an actor.
func (p *player) member(local string) models.Actor {
	return models.Actor{Kind: models.ActorMember, ID: address(local)}
}

// candidate is a candidate as an actor.
func candidate(ref models.Ref) models.Actor {
	return models.Actor{Kind: models.ActorCandidate, ID: ref.ID}
}

// address is a team member's.
func address(local string) string { return local + "@marlowe.example" }

// day is a time of a working day of the team's: days after today, or before it if that is negative.
func (p *player) day(days int, clock string) time.Time { return orgfile.DemoTime(p.end, days, clock) }

// round is the id of a step, as round("turbine-software", "default", "design").
func (p *player) round(posting, track, step string) string {
	return p.ids.Postings[posting].Tracks[track].Steps[step]
}

// person is a candidate.
type person struct{ name, email string }

// named is the candidate of that name.
func named(name, local string) person { return person{name, local + "@candidate.example"} }

// meeting is a live interview.
type meeting struct {
	person
	posting, track, step string
	day                  int
	clock                string
	with                 string // the interviewer

	booked  int    // so many working days before it; 0: three
	ended   int    // after so many minutes; 0: its whole length
	notes   string // of the interviewer
	decided string // the day after
	moved   string // was booked at that time first
	instead string // the interviewer whom with replaced
	off     string // was canceled by that member the day before
	picked  bool   // by the candidate, who was invited to
}

// meets books an interview, and does to it what the meeting says.
func (p *player) meets(m meeting) {
	start := p.day(m.day, m.clock)
	booked := p.day(min(m.day-cmp.Or(m.booked, 3), -1), "09:40").Add(time.Duration(11*(m.day&15)) * time.Minute)
	mei := p.member("mei")
	order := booking.Order{PostingID: p.ids.Postings[m.posting].ID, RoundID: p.round(m.posting, m.track, m.step),
		CandidateEmail: m.email, CandidateName: m.name, Start: start,
		InterviewerEmail: address(cmp.Or(m.instead, m.with))}
	if m.moved != "" {
		order.Start = p.day(m.day-1, m.moved)
	}
	var ref models.Ref
	var who string
	books := func(ctx context.Context, by act.By) error {
		b, err := p.Bookings.Book(ctx, by, p.org, order)
		if err != nil {
			return fmt.Errorf("book %s: %w", m.name, err)
		}
		ref, who = models.Ref{OrgID: p.org.ID, ID: b.Interview.ID}, b.Candidate.ID
		p.made = append(p.made, ref)
		return p.settle(ctx, ref)
	}
	if m.picked {
		p.picks(m, booked, &ref, &who)
	} else {
		p.add(booked, mei, books)
	}
	if m.moved != "" {
		p.add(booked.Add(26*time.Hour), mei, func(ctx context.Context, by act.By) error {
			order.Start, order.Replace = start, true
			return books(ctx, by)
		})
	}
	if m.instead != "" {
		p.add(booked.Add(5*time.Hour), mei, func(ctx context.Context, by act.By) error {
			if _, _, err := p.Bookings.Reassign(ctx, by, p.org.ID, ref.ID, address(m.with)); err != nil {
				return err
			}
			return p.settle(ctx, ref)
		})
	}
	if m.off != "" {
		p.add(start.Add(-20*time.Hour), p.member(m.off), func(ctx context.Context, by act.By) error {
			if _, _, err := p.Bookings.Change(ctx, by, p.org.ID, ref.ID, booking.Cancel); err != nil {
				return err
			}
			return p.settle(ctx, ref)
		})
		return
	}
	for _, ahead := range p.Policy().Reminders {
		if at := start.Add(-ahead); at.After(booked) {
			p.add(at, mei, func(ctx context.Context, _ act.By) error { return p.settle(ctx, ref) })
		}
	}
	p.ends(m, start, &ref, &who)
}

// ends does what follows an interview: its end, notes, and a decision the day after.
func (p *player) ends(m meeting, start time.Time, ref *models.Ref, who *string) {
	by := p.member(m.with)
	over := start.Add(time.Duration(cmp.Or(m.ended, 52)) * time.Minute)
	p.add(over, by, func(ctx context.Context, by act.By) error {
		_, _, err := p.Bookings.Change(ctx, by, p.org.ID, ref.ID, booking.EndCall)
		return err
	})
	if m.notes != "" {
		p.add(over.Add(9*time.Minute), by, func(ctx context.Context, by act.By) error {
			return p.Bookings.WriteNotes(ctx, by, *ref, m.notes, nil)
		})
	}
	if m.decided != "" {
		p.add(over.Add(3*time.Hour), p.member("mei"), func(ctx context.Context, by act.By) error {
			_, err := p.Candidates.Decide(ctx, by, p.org.ID, candidacy.DecisionOrder{CandidateID: *who,
				Decision: m.decided,
				Seen:     models.DecisionPending})
			return err
		})
	}
}

// picks has the candidate invited to pick a time, which they do an hour before the interview would be booked otherwise.
func (p *player) picks(m meeting, booked time.Time, ref *models.Ref, who *string) {
	p.invites(m.person, m.posting, "", booked.Add(-4*time.Hour), "", func(ctx context.Context, c models.Ref) error {
		*who = c.ID
		p.add(booked, candidate(c), func(ctx context.Context, by act.By) error {
			b, err := p.Bookings.Pick(ctx, c, p.day(m.day, m.clock), p.org.TimeZone, false)
			if err != nil {
				return fmt.Errorf("%s picks: %w", m.name, err)
			}
			*ref = models.Ref{OrgID: p.org.ID, ID: b.Interview.ID}
			p.made = append(p.made, *ref)
			return p.settle(ctx, *ref)
		})
		return nil
	})
}

// invites invites a candidate to an assessment of the posting, by its key, or to its live one if that is "". code is
// why the letter is refused. then, if it is not nil, does what follows.
func (p *player) invites(who person, posting, assessment string, at time.Time, code string,
	then func(ctx context.Context, c models.Ref) error) {
	p.add(at, p.member("mei"), func(ctx context.Context, by act.By) error {
		order := candidacy.InviteOrder{PostingID: p.ids.Postings[posting].ID, CandidateEmail: who.email,
			CandidateName: who.name, AssessmentID: p.ids.Assessments[cmp.Or(assessment, "conversation")]}
		i, err := p.Candidates.Invite(ctx, by, p.org, order)
		if err != nil {
			return fmt.Errorf("invite %s: %w", who.name, err)
		}
		c := models.Ref{OrgID: p.org.ID, ID: i.Candidate.ID}
		if err := p.settleInvitation(ctx, c, code); err != nil || then == nil {
			return err
		}
		return then(ctx, c)
	})
}

// takeHome is a take-home of the turbines' posting.
type takeHome struct {
	person
	invited int // so many working days ago
	started int // the same; 0: not yet
	hours   int // until it was handed in; 0: not yet
	answer  string
	link    string
	score   float64 // by Jonas the day after; 0: not graded
	notes   string
	decided string
	revoked bool // the day after the invitation
}

// does invites somebody to the take-home, who does it as it says.
func (p *player) does(t takeHome) {
	invited := p.day(-t.invited, "10:20")
	p.invites(t.person, "turbine-software", "telemetry", invited, "", func(_ context.Context, c models.Ref) error {
		if t.revoked {
			p.add(invited.Add(22*time.Hour), p.member("mei"), func(ctx context.Context, by act.By) error {
				_, _, err := p.Candidates.RevokeInvitation(ctx, by, p.org.ID, c.ID)
				return err
			})
		}
		if t.started == 0 {
			return nil
		}
		started := p.day(-t.started, "13:05")
		p.add(started, candidate(c), func(ctx context.Context, by act.By) error {
			_, _, err := p.Candidates.StartAssessment(ctx, c)
			return err
		})
		if t.hours == 0 {
			return nil
		}
		handed := started.Add(time.Duration(t.hours)*time.Hour - 7*time.Minute)
		p.add(handed, candidate(c), func(ctx context.Context, by act.By) error {
			_, s, err := p.Candidates.Submit(ctx, c, candidacy.Answer{Text: t.answer, Links: []string{t.link}}, nil)
			if err != nil {
				return err
			}
			p.graded(t, s.ID, handed)
			return p.settleInvitation(ctx, c, "")
		})
		return nil
	})
}

// graded has a submission graded the day after it was handed in, and decided on.
func (p *player) graded(t takeHome, submission string, handed time.Time) {
	if t.score == 0 {
		return
	}
	p.add(handed.Add(20*time.Hour), p.member("ines"), func(ctx context.Context, by act.By) error {
		_, err := p.Candidates.Grade(ctx, by, p.org.ID, submission, candidacy.GradeOrder{NativeScore: &t.score,
			Notes: t.notes})
		return err
	})
	if t.decided != "" {
		p.add(handed.Add(25*time.Hour), p.member("mei"), func(ctx context.Context, by act.By) error {
			_, err := p.Candidates.Decide(ctx, by, p.org.ID, candidacy.DecisionOrder{SubmissionID: submission,
				Decision: t.decided,
				Seen:     models.DecisionPending})
			return err
		})
	}
}
