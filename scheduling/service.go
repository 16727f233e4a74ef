package scheduling

import (
	"context"
	"log/slog"

	"litmus/metrics"
	"litmus/models"
	"litmus/models/act"
	"litmus/ports/files"
	"litmus/store"
	"litmus/workflows"
)

// Service carries out the acts. It has a part for each noun, as the store has.
type Service struct {
	*shared

	Bookings     Bookings
	Candidates   Candidates
	Pipelines    Pipelines
	Pools        Pools
	Availability Availability
	Team         Team
	Watchers     Watchers
	Erasures     Erasures

	Preview Previews
}

// The parts of [Service].
type (
	Bookings     struct{ *shared } // booking, everything that changes an interview, and how it went
	Candidates   struct{ *shared } // invitations, answers, grades, decisions, and what candidates ask for
	Pipelines    struct{ *shared } // postings, their tracks and steps, assessments
	Pools        struct{ *shared } // people who can take a seat
	Availability struct{ *shared } // hours, absences, painted slots, calendars, and who interviews for a posting
	Team         struct{ *shared } // the organization, its members and their sign-ins, its keys
	Erasures     struct{ *shared } // candidates who are forgotten
)

// Previews say what acts would do. Each has the arguments of its act, decides as the act does, on facts that are read
// in the same way, and writes nothing.
type Previews struct{ store *store.Store }

// shared is what every part works with.
type shared struct {
	Meter *metrics.Meter // counts bookings, and what limits refuse; nil for nothing
	Files files.Store    // keeps the content of files; nil: no files are offered

	store *store.Store
	flows *workflows.Client
	log   *slog.Logger
}

// New returns a service that wakes workflows by flows; with nil nobody is woken now, and the relay of a worker makes up
// for it.
func New(s *store.Store, flows *workflows.Client, log *slog.Logger) *Service {
	all := &shared{store: s, flows: flows, log: log}
	return &Service{shared: all, Bookings: Bookings{all}, Candidates: Candidates{all}, Pipelines: Pipelines{all},
		Pools:        Pools{all},
		Availability: Availability{all}, Team: Team{all}, Watchers: Watchers{all}, Erasures: Erasures{all},
		Preview: Previews{s}}
}

// By says for which organization somebody acts, who, on what they decided, and how they wait.
type By struct {
	act.By
	Org    models.Organization
	Answer Answer
}

// Answer says how whoever asked waits for other servers. The zero value waits for nothing that can follow later.
type Answer struct {
	// Links has the act wait for the first attempts at a meeting link and a calendar's copy, at most
	// [workflows.FirstAttemptTime], so that the answer has the link.
	Links bool

	// Away runs what waits for other servers, such as without the caller's place in a queue; nil runs it as it is.
	Away func(ctx context.Context, wait func())
}

func (a Answer) wait(ctx context.Context, wait func()) {
	if a.Away == nil {
		wait()
		return
	}
	a.Away(ctx, wait)
}

// wake wakes the interview's workflow, and does not wait for it. The row says what is owed: if the wake-up is lost the
// relay wakes it.
func (s *shared) wake(ctx context.Context, i models.Interview) {
	if s.flows != nil {
		s.flows.Wake(ctx, i)
	}
}

// wakeInvitation is [shared.wake] for the workflow of the candidate's invitation, if they were invited.
func (s *shared) wakeInvitation(ctx context.Context, c models.Candidate) {
	if s.flows != nil && c.Revision > 0 {
		s.flows.WakeInvitation(ctx, c)
	}
}

// wakeSignIn is [shared.wake] for the workflow of a letter with a link to sign in.
func (s *shared) wakeSignIn(ctx context.Context, w models.PendingWake) {
	if s.flows != nil && w.ID != "" {
		s.flows.WakeSignIn(ctx, w)
	}
}

// limited counts a refusal by a limit.
func (s *shared) limited(limit string, err error) {
	if models.KindOf(err) == models.Throttled {
		s.Meter.LimitHit(limit)
	}
}
