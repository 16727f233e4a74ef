package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// The bookings whose costs are measured: each with an interviewer whose calendar gets a copy, a letter to both at once
// and at each reminder. Their starts are a few minutes ahead, so that all of their lives is measured.
const (
	unitMinutes   = 5 // of an interview: the shortest there is
	unitReminders = "4m0s,2m0s"
	unitLead      = 4 * time.Minute // of the first reminder, before the start
	unitSeen      = 20              // workflows whose histories are read
	unitPostings  = 3               // since there are more interviewers than one posting takes
)

// unitPhases are the parts of an interview's life.
var unitPhases = []string{"booked", "reminded", "over"}

// measureUnits measures what one booking costs over its whole life: processor time by the processes' roles, rows and
// bytes of both databases, and what Temporal counts. It prints figures and promises nothing, and a run lasts a quarter
// of an hour, so it is measured only where --only names it.
func (b *bench) measureUnits(ctx context.Context, on string) error {
	if b.only == "" {
		return nil
	}
	calendars, err := b.startCalendars(ctx)
	if err != nil {
		return err
	}
	defer calendars.stop()
	file := filepath.Join(b.dir, "units.yaml")
	if err := writeUnits(ctx, file, calendars.origin, b.burst); err != nil {
		return err
	}
	s, err := b.open(ctx, on, "units-"+on, siteOptions{
		files: []string{file}, slugs: []string{slugBench}, fill: readCalendars,
		env: []string{"LITMUS_REMINDERS=" + unitReminders, "LITMUS_ALLOW_PRIVATE_NETWORKS=127.0.0.0/8"},
	})
	if err != nil {
		return err
	}
	defer s.close()
	places, err := findPlaces(s.targets(slugBench)[0])
	if err != nil {
		return err
	}
	db, err := s.reader()
	if err != nil {
		return err
	}
	defer db.Close()

	u := units{site: s, db: db, clock: newProcessors(b, s), number: b.burst}
	before, err := u.stored(ctx)
	if err != nil {
		return err
	}
	start := time.Now().Add(unitLead + time.Minute + time.Duration(b.burst)*time.Second/3).Truncate(time.Minute)
	ids, err := u.live(ctx, unitOrders(b.burst, places, start), start, b)
	if err != nil {
		return err
	}
	after, err := u.stored(ctx)
	if err != nil {
		return err
	}
	told, err := s.temporalCosts(ctx, ids)
	if err != nil {
		return err
	}
	if err := u.rest(ctx, b.load); err != nil {
		return err
	}
	b.results.one(at(on, unitCosts), u.total())
	b.results.note("%s of %d bookings, %s:\n%s%s%s", at(on, unitCosts), b.burst, processorName(), u.processors(),
		after.since(before, b.burst), told)
	return nil
}

// units are the costs of one booking as they are measured.
type units struct {
	*site
	db     *sql.DB
	clock  *processors
	number int // bookings

	phases []phase
	idle   phase // of the site, when all is over
}

// phase is what a part of an interview's life took of all bookings.
type phase struct {
	ms      map[string]float64 // processor time by role
	seconds float64
}

// since measures what was used since then, and from begins the next measurement.
func (u *units) since(from *time.Time) (p phase, err error) {
	before := u.clock.used()
	if err := u.clock.look(); err != nil {
		return p, err
	}
	p = phase{map[string]float64{}, time.Since(*from).Seconds()}
	for role, ms := range u.clock.used() {
		p.ms[role] = ms - before[role]
	}
	*from = time.Now()
	return p, nil
}

// of is the processor time of a phase for one booking and role, without what the site takes while nobody uses it.
func (u *units) of(p phase, role string) float64 {
	return (p.ms[role] - u.idle.ms[role]/u.idle.seconds*p.seconds) / float64(u.number)
}

// rest measures the site while nobody uses it.
func (u *units) rest(ctx context.Context, d time.Duration) (err error) {
	began := time.Now()
	if err := u.clock.look(); err != nil {
		return err
	}
	if err := pause(ctx, d); err != nil {
		return err
	}
	u.idle, err = u.since(&began)
	return err
}

// live books the orders, and waits until their interviews are over and nothing is owed for them any more. It returns
// the ids of the interviews.
func (u *units) live(ctx context.Context, orders []order, start time.Time, b *bench) (ids []string, err error) {
	last := time.Now()
	if err := u.clock.look(); err != nil {
		return nil, err
	}
	ended := func(until string) error {
		if err := u.await(ctx, until, start.Add(30*time.Minute)); err != nil {
			return err
		}
		p, err := u.since(&last)
		u.phases = append(u.phases, p)
		b.say("%s on %s: %s after %.0f s, milliseconds with those of an idle site: %v", unitCosts, u.on,
			unitPhases[len(u.phases)-1], p.seconds, p.ms)
		return err
	}
	made, err := bookAtOnce(u.targets(slugBench), orders)
	if err != nil {
		return nil, err
	}
	for _, m := range made {
		ids = append(ids, m.ID)
	}
	if _, err := u.settle(ctx, len(orders)*lettersPerBooking); err != nil {
		return nil, err
	}
	if err := ended("converged_revision < revision"); err != nil {
		return nil, err
	}
	if !time.Now().Before(start.Add(-unitLead)) {
		return nil, errors.New("the bookings took so long that reminders were due among them")
	}
	if err := pause(ctx, time.Until(start)); err != nil {
		return nil, err
	}
	reminders := strings.Count(unitReminders, ",") + 1
	if _, err := u.settle(ctx, len(orders)*lettersPerBooking*reminders); err != nil {
		return nil, err
	}
	if err := ended("converged_revision < revision"); err != nil {
		return nil, err
	}
	return ids, ended("converged_revision < revision or next_due_at is not null")
}

// await waits until no interview is as the condition says.
func (u *units) await(ctx context.Context, condition string, end time.Time) error {
	for {
		n := 0
		if err := u.db.QueryRowContext(ctx, "select count(*) from interviews where "+condition).Scan(&n); err != nil {
			return err
		}
		if n == 0 {
			return nil
		}
		if time.Now().After(end) {
			return fmt.Errorf("of %d interviews it is true for too long that %s; %s may say why", n, condition, u.logs)
		}
		if err := pause(ctx, 500*time.Millisecond); err != nil {
			return err
		}
	}
}

// total is the processor time of a booking's whole life, in milliseconds.
func (u *units) total() (ms float64) {
	for _, p := range u.phases {
		for _, role := range u.clock.roles() {
			ms += u.of(p, role)
		}
	}
	return ms
}

// processors are the lines with the processor time by role.
func (u *units) processors() string {
	var out strings.Builder
	for _, role := range u.clock.roles() {
		sum, parts := 0., ""
		for n, p := range u.phases {
			sum, parts = sum+u.of(p, role), parts+fmt.Sprintf(", %s %.1f", unitPhases[n], u.of(p, role))
		}
		fmt.Fprintf(&out, "  processor %-20s %6.1f ms%s; idle %.1f ms a second\n", role, sum, parts,
			u.idle.ms[role]/u.idle.seconds)
	}
	return out.String()
}

// unitOrders are the bookings of one start, each with an interviewer of its own.
func unitOrders(n int, places map[string]place, start time.Time) (out []order) {
	for k := range n {
		to := places[titleUnits(k%unitPostings)]
		out = append(out, order{PostingID: to.PostingID, RoundID: to.RoundID,
			CandidateEmail:   fmt.Sprintf("candidate%06d@bench.example", k),
			CandidateName:    fmt.Sprintf("Candidate %d", k),
			ScheduledStartAt: start, InterviewerEmail: unitPerson(k), MeetingLink: "https://meet.bench.example/room"})
	}
	return out
}

func unitPerson(n int) string { return fmt.Sprintf("unit%03d@bench.example", n) }

func titleUnits(n int) string { return fmt.Sprintf("Units posting %d", n) }

// writeUnits writes an organization whose interviewers have a calendar each on the calendar server, and makes these.
func writeUnits(ctx context.Context, file, calendars string, people int) error {
	o := organizationOf(slugBench, newPlan(time.Now()), 0)
	o["organization"].(object)["allow_private_networks"] = []string{"127.0.0.0/8"}
	all, interviewers := o["postings"].([]object), o["interviewers"].([]object)
	assigned := make([][]object, unitPostings)
	for n := range people {
		url := fmt.Sprintf("%s/bench/unit%03d/", calendars, n)
		if err := makeCalendar(ctx, url); err != nil {
			return err
		}
		interviewers = append(interviewers, object{"email": unitPerson(n), "name": fmt.Sprintf("Interviewer %d", n),
			"time_zone": benchZone,
			"calendar":  object{"provider": "caldav", "url": url, "username": "bench", "password": "bench"}})
		assigned[n%unitPostings] = append(assigned[n%unitPostings], object{"email": unitPerson(n)})
	}
	for n, people := range assigned {
		all = append(all, postingOf(fmt.Sprintf("units-%d", n), titleUnits(n), unitMinutes, people))
	}
	o["postings"], o["interviewers"] = all, interviewers
	return o.write(file)
}

// readCalendars has the calendars be as if they had just been read, and the next reading when nobody measures any
// more: what reading costs goes by the number of calendars, not of bookings.
func readCalendars(ctx context.Context, db *sql.DB, places placeholders) error {
	now := time.Now().UTC().Truncate(time.Millisecond)
	_, err := db.ExecContext(ctx, places("update calendars set synced_at = ?, synced_until = ?, next_sync_at = ?"),
		now, now.AddDate(0, 0, 190), now.AddDate(0, 0, 1))
	return err
}

// reader opens the site's database to read it.
func (s *site) reader() (*sql.DB, error) {
	if file, ok := strings.CutPrefix(s.address, "sqlite:"); ok {
		return openSQLite(file, false)
	}
	return sql.Open("pgx", s.address)
}

// evenly picks at most n of the ids.
func evenly(ids []string, n int) (out []string) {
	for chunk := range slices.Chunk(ids, max(1, (len(ids)+n-1)/n)) {
		out = append(out, chunk[0])
	}
	return out
}
