package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"time"

	"litmus/bench/openloop"
)

// The panels that are measured: three seats, each of a pool, among people with connected calendars.
const (
	panelSeats    = 3
	panelPool     = 40
	panelBookings = 3. // a second
	panelPairs    = 60 // bookings of a panel and of one person, in turn
	titlePanels   = "Panels posting"

	lettersPerPanel = panelSeats + 1
)

// measurePanels measures the free starts of a round with three seats, a booking that chooses who takes them against one
// that names one person, and the letters of such bookings beside reads.
func (b *bench) measurePanels(ctx context.Context) error {
	file := filepath.Join(b.dir, "panels.yaml")
	if err := panelOrganization().write(file); err != nil {
		return err
	}
	site, err := b.open(ctx, embeddedSite, "panels", siteOptions{files: []string{file}, slugs: []string{slugBench},
		fill: writeBusyTimes})
	if err != nil {
		return err
	}
	defer site.close()
	s := site.targets(slugBench)[0]
	places, err := findPlaces(s)
	if err != nil {
		return err
	}
	c, err := s.dial()
	if err != nil {
		return err
	}
	defer c.Close()
	to := places[titlePanels]
	request := c.request(http.MethodGet, to.slots(), "")
	page, err := c.send(request, http.StatusOK)
	if err != nil {
		return err
	}
	var answer struct {
		Slots []struct {
			StartAt  time.Time `json:"start_at"`
			Capacity int
		}
	}
	if err := json.Unmarshal(page, &answer); err != nil {
		return err
	}
	var starts []time.Time // where several panels can be, in time for nobody's reminder
	soonest := time.Now().AddDate(0, 0, 3)
	for _, slot := range answer.Slots {
		if slot.Capacity >= 4 && slot.StartAt.After(soonest) {
			starts = append(starts, slot.StartAt)
		}
	}
	if len(starts) < 100 {
		return fmt.Errorf("panels: of %d starts %d are for several panels", len(answer.Slots), len(starts))
	}
	for run := range b.runs {
		took, err := c.median(request, b.read)
		if err != nil {
			return err
		}
		b.results.one(panels, took)
		b.say("run %d: %s median %.1f ms", run+1, panels, took)
	}
	next := 0
	ordered := func(panel bool) order {
		o := order{PostingID: to.PostingID, RoundID: to.RoundID, Panel: "auto"}
		if !panel {
			o = order{PostingID: places[titleBooked].PostingID, RoundID: places[titleBooked].RoundID,
				InterviewerEmail: connectedPerson(panelSeats*panelPool + next%(connectedPeople-panelSeats*panelPool))}
		}
		o.CandidateEmail, o.CandidateName = fmt.Sprintf("panel%05d@bench.example", next), fmt.Sprintf("Panel %d", next)
		o.MeetingLink = "https://meet.bench.example/room"
		o.ScheduledStartAt = starts[next*7%len(starts)]
		next++
		return o
	}
	if !b.wants(panelsBooked) && !b.wants(panelsSteady) {
		return nil
	}
	if _, err := site.bookPairs(ctx, b.warmup/10, ordered); err != nil {
		return err
	}
	for run := range b.runs {
		if !b.wants(panelsBooked) {
			break
		}
		took, err := site.bookPairs(ctx, panelPairs, ordered)
		if err != nil {
			return err
		}
		b.results.pair(panelsBooked, median(took[true]), median(took[false]))
		b.say("run %d: a panel is booked in %.1f ms, one person in %.1f ms", run+1, median(took[true]),
			median(took[false]))
	}
	if !b.wants(panelsSteady) {
		return nil
	}
	for run := range b.runs {
		schedule := openloop.Evenly(panelBookings, b.load)
		orders := make([]order, len(schedule))
		for n := range orders {
			orders[n] = ordered(true)
		}
		delays, err := site.besideReads(ctx, b, schedule, orders, lettersPerPanel)
		if err != nil {
			return fmt.Errorf("panels beside reads: %w", err)
		}
		b.results.one(panelsSteady, 1000*late(delays, 0.95))
		b.say("run %d: %s letters p95 %.0f ms", run+1, panelsSteady, 1000*late(delays, 0.95))
	}
	return nil
}

// bookPairs books so often a panel and one person in turn, each when the one before it and its letters are done, and
// returns how many milliseconds those of a panel (true) and of one person took.
func (s *site) bookPairs(ctx context.Context, n int, ordered func(panel bool) order) (map[bool][]float64, error) {
	ps := pools(s.targets(slugBench))
	defer closePools(ps)
	took := map[bool][]float64{}
	for k := range 2 * n {
		panel, letters := k%2 == 0, lettersPerBooking
		if panel {
			letters = lettersPerPanel
		}
		begin := time.Now()
		if _, err := ps[0].book(ordered(panel)); err != nil {
			return nil, err
		}
		took[panel] = append(took[panel], float64(time.Since(begin).Microseconds())/1000)
		if _, err := s.settle(ctx, letters); err != nil {
			return nil, err
		}
	}
	return took, nil
}

// measureLimited measures the letters of the steady load in an organization that has a limit: bookings are decided one
// after another then. They name their interviewers, so they are booked beyond it, too.
func (b *bench) measureLimited(ctx context.Context) error {
	schedule := openloop.Evenly(steadyBookings, b.load)
	p := newPlan(time.Now())
	file := organizationOf(slugBench, p, b.warmup+b.runs*len(schedule))
	file["organization"].(object)["limits"] = object{"day": 50, "week": 200}
	name := filepath.Join(b.dir, "limited.yaml")
	if err := file.write(name); err != nil {
		return err
	}
	site, err := b.open(ctx, embeddedSite, "limited", siteOptions{files: []string{name}, slugs: []string{slugBench}})
	if err != nil {
		return err
	}
	places, err := findPlaces(site.targets(slugBench)[0])
	if err != nil {
		return closing(site, err)
	}
	s := &booked{site, p, places[titleBooked]}
	defer s.close()
	if err := s.warmUp(ctx, b.warmup); err != nil {
		return err
	}
	for run := range b.runs {
		delays, err := s.besideReads(ctx, b, schedule, s.plan.take(len(schedule), s.to), lettersPerBooking)
		if err != nil {
			return fmt.Errorf("bookings with a limit: %w", err)
		}
		b.results.one(limitedSteady, 1000*late(delays, 0.95))
		b.say("run %d: %s letters p95 %.0f ms", run+1, limitedSteady, 1000*late(delays, 0.95))
	}
	return nil
}

// besideReads offers the orders by the schedule beside a hundred reads a second, and returns the delays of their
// letters, of which each has so many.
func (s *site) besideReads(ctx context.Context, b *bench, schedule []time.Duration, orders []order,
	each int) ([]time.Duration, error) {
	loading, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() {
		_, err := reads(loading, s.targets(slugBench), soon(), openloop.Evenly(steadyReads, b.load), rolesPath)
		ended <- err
	}()
	made, err := bookings(ctx, s.targets(slugBench), soon(), schedule, orders)
	stop()
	if err := errorsOf(err, <-ended); err != nil {
		return nil, err
	}
	letters, err := s.settle(ctx, len(made)*each)
	if err != nil {
		return nil, err
	}
	return openloop.Delays(made, letters, each)
}

// panelOrganization is an organization of people with connected calendars, of whom three pools hold a round's seats,
// and of whom the others can be booked one at a time.
func panelOrganization() object {
	people, assigned := connected()
	var made, seats []object
	for p := range panelSeats {
		var members []object
		for n := range panelPool {
			members = append(members, object{"email": connectedPerson(p*panelPool + n)})
		}
		key := fmt.Sprintf("pool-%d", p)
		made = append(made, object{"key": key, "name": fmt.Sprintf("Pool %d", p), "members": members})
		seats = append(seats, object{"pool": key})
	}
	round := func(seats []object) []object {
		live := object{"key": "live", "type": "assessment", "assessment": "live", "title": "Live round"}
		if seats != nil {
			live["seats"] = seats
		}
		return []object{{"key": "default", "name": "Default", "default": true, "steps": []object{live}}}
	}
	return object{
		"organization": object{"slug": slugBench, "name": "Bench", "time_zone": benchZone,
			"admins": []string{benchAdmin}, "mail_from": "Bench Hiring <hiring@bench.example>"},
		"interviewers": people,
		"pools":        made,
		"assessments":  []object{{"key": "live", "title": "Live round", "delivery_mode": "sync"}},
		"postings": []object{
			{"key": "panels", "title": titlePanels, "kind": "role", "interviewers": []object{}, "tracks": round(seats)},
			{"key": "booked", "title": titleBooked, "kind": "role", "interviewers": assigned, "tracks": round(nil)},
		},
	}
}
