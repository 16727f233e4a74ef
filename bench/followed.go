package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"litmus/bench/openloop"
)

// Each posting is followed by ten members who are told at once, and ten of its candidates pick a time one after
// another. At five picks a second a posting's first pick comes every two seconds, and makes ten letters to members at
// once. What the other nine did is gathered into letters of five minutes later.
const (
	followers   = 10 // of a posting
	picksOfEach = 10
)

func titleFollowed(n int) string { return fmt.Sprintf("Followed posting %d", n) }

// writeFollowed writes an organization file with that many postings that are followed, each with an interviewer of its
// own, beside the others.
func writeFollowed(file string, p plan, bookings, postings int) error {
	o := organizationOf(slugBench, p, bookings)
	all, people := o["postings"].([]object), o["interviewers"].([]object)
	var members []string
	for n := range postings {
		interviewer := fmt.Sprintf("followed%03d@bench.example", n)
		people = append(people, object{"email": interviewer, "name": "Interviewer", "time_zone": benchZone})
		var starts []time.Time
		for k := range picksOfEach {
			starts = append(starts, p.start(k))
		}
		one := postingOf(fmt.Sprintf("followed-%d", n), titleFollowed(n), bookedMinutes,
			[]object{{"email": interviewer, "slots": starts}})
		var recruiters []string
		for k := range followers {
			recruiters = append(recruiters, fmt.Sprintf("recruiter%03d.%d@bench.example", n, k))
		}
		one["recruiters"], members = recruiters, append(members, recruiters...)
		all = append(all, one)
	}
	o["postings"], o["interviewers"] = all, people
	o["organization"].(object)["recruiters"] = members
	return o.write(file)
}

// picked is a candidate who was invited to pick a time.
type picked struct {
	id, path string
	to       place
	start    time.Time
}

// measureFollowed measures letters to candidates who pick their times five a second beside a hundred reads a second,
// while the members who follow their postings are told at once. Each run has a site of its own, so that no letter of an
// earlier one is due.
func (b *bench) measureFollowed(ctx context.Context, on string) error {
	for run := range b.runs {
		if err := b.measureFollowedOnce(ctx, on, run); err != nil {
			return fmt.Errorf("%s on %s: %w", followed, on, err)
		}
	}
	return nil
}

func (b *bench) measureFollowedOnce(ctx context.Context, on string, run int) error {
	schedule := openloop.Evenly(steadyBookings, b.load)
	postings := (len(schedule) + picksOfEach - 1) / picksOfEach
	name, p := fmt.Sprintf("followed-%s-%d", on, run), newPlan(time.Now())
	file := filepath.Join(b.dir, name+".yaml")
	if err := writeFollowed(file, p, b.warmup, postings); err != nil {
		return err
	}
	opened, err := b.open(ctx, on, strings.ReplaceAll(name, "-", "_"),
		siteOptions{files: []string{file}, slugs: []string{slugBench}})
	if err != nil {
		return err
	}
	defer opened.close()
	places, err := findPlaces(opened.targets(slugBench)[0])
	if err != nil {
		return err
	}
	s := &booked{opened, p, places[titleBooked]}
	if err := s.warmUp(ctx, b.warmup); err != nil {
		return err
	}
	who, err := s.invite(ctx, places, len(schedule))
	if err != nil {
		return err
	}
	loading, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() {
		_, err := reads(loading, s.targets(slugBench), soon(), openloop.Evenly(steadyReads, b.load), rolesPath)
		ended <- err
	}()
	ps := pools(s.targets(slugBench))
	defer closePools(ps)
	made, err := openloop.Run(ctx, soon(), schedule, func(n int) (string, error) {
		return who[n].id, ps[n%len(ps)].pick(who[n])
	})
	stop()
	if err := errorsOf(err, <-ended); err != nil {
		return err
	}
	letters, err := s.settle(ctx, len(made)*lettersPerBooking+postings*followers)
	if err != nil {
		return err
	}
	told := 0
	for _, l := range letters {
		if strings.HasPrefix(l.About, "new_") && l.At.Before(made[len(made)-1].Done) {
			told++
		}
	}
	if told < postings*followers*3/4 {
		return fmt.Errorf("%d letters told members while candidates picked, want most of %d", told, postings*followers)
	}
	if err := s.sessions(places, postings, made); err != nil {
		return err
	}
	delays, err := openloop.Delays(made, letters, lettersPerBooking)
	if err != nil {
		return err
	}
	p95 := 1000 * late(delays, 0.95)
	b.results.one(at(on, followed), p95)
	b.say("run %d on %s: beside %d letters to members a pick %.1f ms, letters p50 %.0f ms, p95 %.0f ms",
		run+1, on, told, waited(made, 0.5), 1000*late(delays, 0.5), p95)
	return nil
}

// invite invites n candidates, ten to each of the followed postings, and returns them when their letters were sent.
func (s *booked) invite(ctx context.Context, places map[string]place, n int) ([]picked, error) {
	who := make([]picked, n)
	_, err := atOnce(s.targets(slugBench), n, func(p *pool, i int) (string, error) {
		to := places[titleFollowed(i/picksOfEach)]
		body, err := json.Marshal(invite{PostingID: to.PostingID, AssessmentID: to.AssessmentID,
			CandidateEmail: fmt.Sprintf("picks%06d@bench.example", i), CandidateName: fmt.Sprintf("Candidate %d", i)})
		if err != nil {
			return "", err
		}
		var made struct {
			ID  string `json:"invite_id"`
			URL string `json:"invite_url"`
		}
		if err := p.do(http.MethodPost, invitePath, string(body), http.StatusCreated, func(b []byte) error {
			return json.Unmarshal(b, &made)
		}); err != nil {
			return "", err
		}
		link, err := url.Parse(made.URL)
		if err == nil {
			who[i] = picked{made.ID, link.Path, to, s.plan.start(i % picksOfEach)}
		}
		return made.ID, err
	})
	if err != nil {
		return nil, fmt.Errorf("invite: %w", err)
	}
	_, err = s.settle(ctx, n)
	return who, errors.Join(err, s.analyze(ctx))
}

// pick picks the time on the candidate's page.
func (p *pool) pick(who picked) error {
	body := url.Values{"start": {who.start.Format(time.RFC3339)}, "zone": {benchZone}}.Encode()
	return p.ask(func(c *conn) []byte {
		return fmt.Appendf(nil, "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/x-www-form-urlencoded\r\n"+
			"Content-Length: %d\r\n\r\n%s", who.path, c.host, len(body), body)
	}, http.StatusSeeOther, nil)
}

// sessions gives the answers the ids of the interviews that the candidates made, by which letters are known.
func (s *booked) sessions(places map[string]place, postings int, made []openloop.Answer) error {
	by := map[string]string{}
	for n := range postings {
		var list struct {
			Interviews []struct {
				ID        string
				Candidate struct{ ID string }
			}
		}
		path := "/api/v1/interviews?limit=50&posting_id=" + places[titleFollowed(n)].PostingID
		if err := s.targets(slugBench)[0].read(path, &list); err != nil {
			return err
		}
		for _, i := range list.Interviews {
			by[i.Candidate.ID] = i.ID
		}
	}
	for n := range made {
		made[n].ID = by[made[n].ID]
	}
	return nil
}
