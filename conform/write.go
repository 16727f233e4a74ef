package conform

import (
	"context"
	"fmt"
	"slices"
)

// need is what a check asks of a deployment beside its REST interface.
type need int

const (
	needsInbox   need = 1 << iota // a mail catcher, in which letters are seen
	needsClock                    // a test clock, which moves time
	needsPosting                  // a posting whose interviewers and starts the kit may change: one that has none
)

// WriteCheck is a promise that shows only when something is booked, offered or sent.
type WriteCheck struct {
	Clause, Title string
	Needs         need
	Do            func(*run)
}

// WriteChecks are all of them, in the order in which they run. Those that move the clock far stand last.
var WriteChecks = slices.Concat(bookingChecks, slotChecks, letterChecks, inviteChecks, externalChecks, timeChecks)

// Write runs [WriteChecks] and [Checks] against the target, and ends all that it made: interviews are canceled,
// interviewers and their starts are gone again, and invitations run out. It changes the interviewers and starts of no
// posting that has any: a list that is put complete would make members of those who were only painted for, and take
// everybody's starts away for a moment. What REST cannot remove stays: canceled interviews, and records of people at
// conform.example, a domain that nobody can own. A check whose clock, catcher or posting is not there is skipped by
// name, since a check that was not made must not look like one that passed. The errors are those of [Run], and one for
// a catcher that does not list letters. Only one run at a time may write to an organization.
func Write(ctx context.Context, t Target, d *Document) (Report, error) {
	origin, client, err := t.connect(ctx)
	if err != nil {
		return Report{}, err
	}
	base := run{ctx: ctx, client: client, origin: origin, key: t.Key, document: d, kit: newKit(t), t: &result{}}
	if err := base.checkInbox(); err != nil {
		return Report{}, fmt.Errorf("%s: %w", t.Inbox, err)
	}
	base.findClock()
	report := Report{BaseURL: origin}
	report.Results = append(report.Results, one(base.fresh(), Check{"§4 Pipeline",
		"there is an open posting with a round to book", (*run).findStage}))
	if base.kit.stage.round.id == "" {
		for _, c := range WriteChecks {
			if !t.wants(c.Clause) {
				continue
			}
			report.Results = append(report.Results, Result{Clause: c.Clause, Title: c.Title, Outcome: Skipped,
				Findings: []string{"there is no posting to book on"}})
		}
		return report, nil
	}
	checks := func(some []WriteCheck) {
		for _, c := range some {
			if ctx.Err() == nil && t.wants(c.Clause) {
				report.Results = append(report.Results, base.write(c))
			}
		}
	}
	checks(WriteChecks[:len(WriteChecks)-len(timeChecks)])
	for _, c := range Checks { // while there is much to read
		if ctx.Err() == nil && t.wants(c.Clause) {
			report.Results = append(report.Results, one(base.reading(), c))
		}
	}
	checks(timeChecks)
	report.Results = append(report.Results, base.fresh().sweep())
	return report, ctx.Err()
}

// fresh is the run for one more check.
func (r *run) fresh() *run {
	next := *r
	next.exchanges = nil
	return &next
}

// reading is the run for a check that changes nothing: it sends what has to be refused, and no report repeats others'
// data.
func (r *run) reading() *run {
	next := r.fresh()
	next.kit = nil
	return next
}

// write runs one check, unless what it needs is not there.
func (r *run) write(c WriteCheck) Result {
	next := r.fresh()
	return one(next, Check{c.Clause, c.Title, func(r *run) {
		if c.Needs&needsInbox != 0 && r.kit.inbox == "" {
			r.t.Skipf("not run: it needs a mail catcher (--inbox)")
		}
		if clock := r.kit.clock; c.Needs&needsClock != 0 && !clock.there {
			r.t.Skipf("not run: it needs a test clock (%s)", clock.why)
		}
		if c.Needs&needsPosting != 0 {
			if r.kit.own.round.id == "" {
				r.t.Skipf("not run: it needs an open posting with a round to book and without interviewers, " +
					"whose interviewers it may change")
			}
			defer r.kit.enter(r.kit.own)()
		}
		c.Do(r)
	}})
}
