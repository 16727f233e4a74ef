package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"sync"
	"time"

	"litmus/bench/openloop"
)

const (
	neighbourBookings = 5                      // of the other organization, while the letters of the first one leave
	neighbourEvery    = 200 * time.Millisecond // one of them
	heavyClients      = 8
)

// openNeighbours starts a site with two organizations, the second of which takes bookings; the file of the first is
// given.
func (b *bench) openNeighbours(ctx context.Context, on, name, file string, bookings int,
	o siteOptions) (*booked, error) {
	p, other := newPlan(time.Now()), filepath.Join(b.dir, name+"-other.yaml")
	if err := writeOrganizationOf(other, slugOther, p, bookings); err != nil {
		return nil, err
	}
	o.files, o.slugs = []string{file, other}, []string{slugBench, slugOther}
	s, err := b.open(ctx, on, name, o)
	if err != nil {
		return nil, err
	}
	places, err := findPlaces(s.targets(slugOther)[0])
	if err != nil {
		return nil, closing(s, err)
	}
	return &booked{s, p, places[titleBooked]}, nil
}

// invite is the body of an invitation.
type invite struct {
	PostingID      string `json:"posting_id"`
	CandidateEmail string `json:"candidate_email"`
	CandidateName  string `json:"candidate_name"`
	AssessmentID   string `json:"assessment_id,omitempty"` // "" for the posting's first
}

// measureInvites has one organization send 600 invitations at once, and another book when they are accepted.
func (b *bench) measureInvites(ctx context.Context, on string) error {
	name := "invites-" + on
	file := filepath.Join(b.dir, name+".yaml")
	if err := writeOrganization(file, newPlan(time.Now()), 0); err != nil {
		return err
	}
	s, err := b.openNeighbours(ctx, on, name, file, b.warmup+b.runs*neighbourBookings, siteOptions{})
	if err != nil {
		return err
	}
	defer s.close()
	places, err := findPlaces(s.targets(slugBench)[0])
	if err != nil {
		return err
	}
	if _, err := bookAtOnce(s.targets(slugOther), s.plan.take(b.warmup, s.to)); err != nil {
		return err
	}
	if _, err := s.settle(ctx, b.warmup*lettersPerBooking); err != nil {
		return err
	}
	if err := s.analyze(ctx); err != nil {
		return err
	}
	invited := 0
	for run := range b.runs {
		if _, err := atOnce(s.targets(slugBench), b.invites, func(p *pool, i int) (string, error) {
			who := invited + i
			body, err := json.Marshal(invite{
				PostingID:      places[titleBooked].PostingID,
				CandidateEmail: fmt.Sprintf("invited%06d@bench.example", who),
				CandidateName:  fmt.Sprintf("Invited %d", who),
			})
			if err != nil {
				return "", err
			}
			return "", p.do(http.MethodPost, invitePath, string(body), http.StatusCreated, nil)
		}); err != nil {
			return fmt.Errorf("invite: %w", err)
		}
		invited += b.invites
		schedule := make([]time.Duration, neighbourBookings)
		for n := range schedule {
			schedule[n] = time.Duration(n) * neighbourEvery
		}
		made, err := bookings(ctx, s.targets(slugOther), time.Now(), schedule, s.plan.take(len(schedule), s.to))
		if err != nil {
			return fmt.Errorf("the neighbour's booking: %w", err)
		}
		letters, err := s.settle(ctx, b.invites+len(made)*lettersPerBooking)
		if err != nil {
			return err
		}
		delays, err := openloop.Delays(made, letters, lettersPerBooking)
		if err != nil {
			return err
		}
		behind, last := 0, made[0].Done
		for _, l := range letters {
			if l.At.After(made[0].Done) && l.Kind == "invitation" {
				behind, last = behind+1, l.At
			}
		}
		if behind == 0 {
			return errors.New("all invitations had left when the neighbour booked: nothing was there to wait behind")
		}
		worst := late(delays, 1)
		b.results.one(at(on, invites), worst)
		b.say("run %d on %s: with %d of %d invitations still to leave, for %.1f s, "+
			"the neighbour's letters took p50 %.2f s, at most %.2f s",
			run+1, on, behind, b.invites, last.Sub(made[0].Done).Seconds(), late(delays, 0.5), worst)
	}
	return nil
}

// measureHeavy has eight clients of one organization read its heaviest page, the free starts of 200 connected
// calendars, without a pause, while another books five a second.
func (b *bench) measureHeavy(ctx context.Context, on string) error {
	name := "heavy-" + on
	file := filepath.Join(b.dir, name+".yaml")
	if err := writeConnected(file); err != nil {
		return err
	}
	each := len(openloop.Evenly(steadyBookings, b.idle))
	s, err := b.openNeighbours(ctx, on, name, file, b.warmup+2*b.runs*each, siteOptions{fill: writeBusyTimes})
	if err != nil {
		return err
	}
	defer s.close()
	places, err := findPlaces(s.targets(slugBench)[0])
	if err != nil {
		return err
	}
	slots := places[titleSlots].slots()
	other := func() ([]openloop.Answer, error) {
		schedule := openloop.Evenly(steadyBookings, b.idle)
		return bookings(ctx, s.targets(slugOther), soon(), schedule, s.plan.take(len(schedule), s.to))
	}
	if _, err := bookAtOnce(s.targets(slugOther), s.plan.take(b.warmup, s.to)); err != nil {
		return err
	}
	if _, err := s.settle(ctx, b.warmup*lettersPerBooking); err != nil {
		return err
	}
	if err := s.analyze(ctx); err != nil {
		return err
	}
	for run := range b.runs {
		alone, err := other()
		if err != nil {
			return err
		}
		reading, stop := context.WithCancel(ctx)
		ended := make(chan error, 1)
		var pages int
		go func() {
			var err error
			pages, err = readWithoutPause(reading, s.targets(slugBench), heavyClients, slots)
			ended <- err
		}()
		begin := time.Now()
		beside, err := other()
		stop()
		if err := errorsOf(err, <-ended); err != nil {
			return fmt.Errorf("bookings beside heavy requests: %w", err)
		}
		took := time.Since(begin)
		if _, err := s.settle(ctx, (len(alone)+len(beside))*lettersPerBooking); err != nil {
			return err
		}
		p95, base := waited(beside, 0.95), waited(alone, 0.95)
		b.results.pair(at(on, heavy), p95, base)
		b.say("run %d on %s: a booking p95 %.1f ms beside %.0f heavy reads a second of the neighbour, %.1f ms alone",
			run+1, on, p95, float64(pages)/took.Seconds(), base)
	}
	return nil
}

// readWithoutPause reads a page from n clients, each again as soon as it is answered, until ctx ends.
func readWithoutPause(ctx context.Context, ts []target, n int, path string) (answers int, err error) {
	counts, errs := make([]int, n), make([]error, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			p := &pool{target: ts[i%len(ts)]}
			defer closePools([]*pool{p})
			for ctx.Err() == nil && errs[i] == nil {
				errs[i] = p.do(http.MethodGet, path, "", http.StatusOK, nil)
				counts[i]++
			}
		})
	}
	wg.Wait()
	for _, c := range counts {
		answers += c
	}
	return answers, errors.Join(errs...)
}
