package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"litmus/bench/openloop"
)

const (
	reminderBefore = time.Hour // the interview
	reminderPrefix = "reminder_"
)

// takeAt returns n orders for the same instant, without an interviewer: each owes the candidate and the organization's
// admin a letter now and a reminder later.
func (p *plan) takeAt(n int, to place, start time.Time) []order {
	out := make([]order, n)
	for i := range out {
		out[i] = order{
			PostingID: to.PostingID, RoundID: to.RoundID, ScheduledStartAt: start,
			MeetingLink:    "https://meet.bench.example/room",
			CandidateEmail: fmt.Sprintf("candidate%06d@bench.example", p.next),
			CandidateName:  fmt.Sprintf("Candidate %d", p.next),
		}
		p.next++
	}
	return out
}

// measureReminders books interviews that begin at the same instant, whose reminders fall due at the same instant, too,
// when all their confirmations have left.
func (b *bench) measureReminders(ctx context.Context, on string) error {
	env := []string{"LITMUS_REMINDERS=" + reminderBefore.String()}
	s, err := b.openBooked(ctx, on, "reminders-"+on, 0, siteOptions{env: env})
	if err != nil {
		return err
	}
	defer s.close()
	for run := range b.runs {
		begin := time.Now()
		later := begin.AddDate(0, 1, run).Truncate(time.Minute)
		first, err := bookAtOnce(s.targets(slugBench), s.plan.takeAt(b.warmup, s.to, later))
		if err != nil {
			return err
		}
		if _, err := s.settle(ctx, len(first)*lettersPerBooking); err != nil {
			return err
		}
		// The lead is enough for all confirmations at the pace of these first ones, and half as much again.
		lead := 10*time.Second + time.Duration(float64(b.reminded)/float64(len(first))*1.5*float64(time.Since(begin)))
		due := time.Now().Add(lead).Truncate(time.Second)
		made, err := bookAtOnce(s.targets(slugBench), s.plan.takeAt(b.reminded, s.to, due.Add(reminderBefore)))
		if err != nil {
			return err
		}
		confirmations, err := s.settle(ctx, len(made)*lettersPerBooking)
		if err != nil {
			return err
		}
		if _, err := openloop.Delays(made, confirmations, lettersPerBooking); err != nil {
			return err
		}
		if !time.Now().Before(due) {
			return fmt.Errorf("the confirmations took longer than %s: the reminders were due among them", lead)
		}
		letters, err := s.settle(ctx, len(made)*lettersPerBooking)
		if err != nil {
			return fmt.Errorf("reminders: %w", err)
		}
		for n := range made {
			made[n].Done = due // delays count from here
		}
		delays, err := openloop.Delays(made, letters, lettersPerBooking)
		if err != nil {
			return fmt.Errorf("reminders: %w", err)
		}
		for _, l := range letters {
			if !strings.HasPrefix(l.Kind, reminderPrefix) || l.At.Before(due) {
				return fmt.Errorf("the letter %s, accepted %s after the reminders were due, is not one of them",
					l.ID, l.At.Sub(due))
			}
		}
		last := late(delays, 1)
		b.results.one(at(on, reminders), last)
		b.say("run %d on %s: of the reminders of %d interviews half had left %.1f s after they were due, all %.1f s",
			run+1, on, len(made), late(delays, 0.5), last)
	}
	return nil
}
