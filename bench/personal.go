package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// The organization whose personal schedules are read.
const (
	connectedPeople = 200 // as many as a posting takes
	busyTimes       = 50  // of each within the days that a read without bounds covers
	busyDays        = 28
)

func connectedPerson(n int) string { return fmt.Sprintf("connected%03d@bench.example", n) }

// measurePersonal measures the free starts of a posting whose interviewers have connected calendars. Their busy times
// are written as a reading of the calendars would have left them; no calendar is called.
func (b *bench) measurePersonal(ctx context.Context) error {
	file := filepath.Join(b.dir, "personal.yaml")
	if err := writeConnected(file); err != nil {
		return err
	}
	from := siteOptions{files: []string{file}, slugs: []string{slugBench}, fill: writeBusyTimes}
	site, err := b.open(ctx, embeddedSite, personal, from)
	if err != nil {
		return err
	}
	defer site.close()
	s := site.targets(slugBench)[0]
	places, err := findPlaces(s)
	if err != nil {
		return err
	}
	to := places[titleSlots]
	c, err := s.dial()
	if err != nil {
		return err
	}
	defer c.Close()
	request := c.request(http.MethodGet, to.slots(), "")
	page, err := c.send(request, http.StatusOK)
	if err != nil {
		return err
	}
	var answer struct{ Slots []struct{ Capacity int } }
	if err := json.Unmarshal(page, &answer); err != nil {
		return err
	}
	size, offered := len(page), 0
	for _, slot := range answer.Slots {
		offered += slot.Capacity
	}
	if offered < connectedPeople*busyDays { // fewer than one a day and person: the calendars are not known
		return fmt.Errorf("personal: %d starts with %d places are offered", len(answer.Slots), offered)
	}
	for run := range b.runs {
		took, err := c.median(request, b.read)
		if err != nil {
			return err
		}
		b.results.one(personal, took)
		b.say("run %d: %s median %.1f ms", run+1, personal, took)
	}
	b.results.note("personal: an answer has %d starts with %d places and %d KiB.", len(answer.Slots), offered, size>>10)
	return nil
}

// writeConnected writes an organization whose interviewers have connected calendars, in zones all over; every second
// has working hours of their own.
func writeConnected(file string) error {
	people, assigned := connected()
	live := object{"key": "live", "type": "assessment", "assessment": "live", "title": "Live round"}
	track := object{"key": "default", "name": "Default", "default": true, "steps": []object{live}}
	b, err := json.Marshal(object{
		"organization": object{"slug": "bench", "name": "Bench", "time_zone": "Europe/Berlin"},
		"interviewers": people,
		"assessments":  []object{{"key": "live", "title": "Live round", "delivery_mode": "sync"}},
		"postings": []object{{
			"key": "slots", "title": titleSlots, "kind": "role", "interviewers": assigned, "tracks": []object{track},
		}},
	})
	if err != nil {
		return err
	}
	return os.WriteFile(file, b, 0o600)
}

// connected are those people, and each of them as one of a posting's.
func connected() (people, assigned []object) {
	zones := []string{"America/New_York", "Europe/London", "Europe/Berlin", "Asia/Kolkata", "America/Los_Angeles"}
	for n := range connectedPeople {
		p := object{
			"email":     connectedPerson(n),
			"name":      fmt.Sprintf("Interviewer %d", n),
			"time_zone": zones[n%len(zones)],
			"calendar":  object{"provider": "ics", "url": "https://calendars.bench.example/" + connectedPerson(n)},
		}
		if n%2 == 0 {
			hours := object{}
			for _, day := range []string{"mon", "tue", "wed", "thu", "fri"} {
				hours[day] = []string{fmt.Sprintf("09:%02d-12:00", n%3*15), "13:00-17:30"}
			}
			p["working_hours"] = hours
		}
		people, assigned = append(people, p), append(assigned, object{"email": connectedPerson(n)})
	}
	return people, assigned
}

// writeBusyTimes writes the calendars as if they had just been read, and sets the next reading to a time when nobody
// measures any more.
func writeBusyTimes(ctx context.Context, db *sql.DB, places placeholders) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	now := time.Now().UTC().Truncate(time.Millisecond)
	if _, err := tx.ExecContext(ctx, places("update calendars set synced_at = ?, synced_until = ?, next_sync_at = ?"),
		now, now.AddDate(0, 0, 190), now.AddDate(0, 0, 1)); err != nil {
		return err
	}
	insert, err := tx.PrepareContext(ctx, places(`insert into busy_blocks (org_id, email, from_at, to_at)
		select org_id, email, ?, ? from calendars where email = ?`))
	if err != nil {
		return err
	}
	today := now.Truncate(24 * time.Hour)
	for n := range connectedPeople {
		for m := range busyTimes {
			hour, minute := 8+(n+5*m)%10, n%4*15
			from := today.AddDate(0, 0, m*busyDays/busyTimes).
				Add(time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute)
			to := from.Add(time.Duration(30+m%5*15) * time.Minute)
			if _, err := insert.ExecContext(ctx, from, to, connectedPerson(n)); err != nil {
				return err
			}
		}
	}
	return tx.Commit()
}
