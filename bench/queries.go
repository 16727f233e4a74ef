package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"litmus/models"
	"litmus/models/figures"
	"litmus/models/keyring"
	"litmus/store"
)

// The stored interviews are those of a year of 400 people who interview once a day that they work.
const (
	queriedPeople = 400
	queriedWeeks  = 52
	queriedReads  = 5 // of the figures in a run, after one that nobody counts
)

// measureQueries measures the statements of the figures with 100,000 interviews stored, of as many weeks as may be
// counted. The store runs in the bench's process, and nothing else does meanwhile.
func (b *bench) measureQueries(ctx context.Context, on string) error {
	address, err := b.queriedDatabase(ctx, on)
	if err != nil {
		return err
	}
	var lock sync.Mutex // statements run side by side
	var ran []statement
	s, err := store.Open(ctx, address, store.Options{Secret: keyring.Secret(benchSecret), Policy: models.DefaultPolicy,
		Took: func(sql string, took time.Duration) {
			lock.Lock()
			defer lock.Unlock()
			ran = append(ran, statement{sql, took})
		}})
	if err != nil {
		return err
	}
	defer s.Close()
	org, err := s.Team.Organization(ctx, slugBench)
	if err != nil {
		return err
	}
	all := figures.Filter{Weeks: countedWeeks()}
	for run := range b.runs {
		var took [][]statement
		for range queriedReads + 1 {
			ran = nil
			read, err := s.Pages.ListedFigures(ctx, org, all)
			if err != nil {
				return err
			}
			var n int
			for _, h := range read.Held {
				n += h.Interviews + h.Canceled
			}
			if want := b.queried * figures.MaxWeeks / queriedWeeks; n < want*9/10 {
				return fmt.Errorf("the figures count %d interviews, want about %d", n, want)
			}
			took = append(took, ran)
		}
		slowest := slowestOf(took[1:])
		b.results.one(at(on, figuresQueries), slowest.milliseconds())
		b.say("run %d on %s: the slowest query of the figures takes %.1f ms: %.60s", run+1, on, slowest.milliseconds(),
			slowest.sql)
	}
	return nil
}

// statement is one that ran, and how long it took.
type statement struct {
	sql  string
	took time.Duration
}

func (s statement) milliseconds() float64 { return float64(s.took.Microseconds()) / 1000 }

// slowestOf is the slowest statement of a page that was read several times, each by its median.
func slowestOf(reads [][]statement) (slowest statement) {
	took := map[string][]time.Duration{}
	for _, s := range slices.Concat(reads...) {
		took[s.sql] = append(took[s.sql], s.took)
	}
	for sql, all := range took {
		if t := median(all); t > slowest.took {
			slowest = statement{sql, t}
		}
	}
	return slowest
}

// queriedDatabase makes a database with the stored interviews and returns its URL.
func (b *bench) queriedDatabase(ctx context.Context, on string) (string, error) {
	name := "queries-" + on
	organization, file := filepath.Join(b.dir, name+".yaml"), filepath.Join(b.dir, name+".db")
	address, opens := "sqlite:"+file, func() (*sql.DB, error) { return openSQLite(file, true) }
	if on == splitSite {
		err := b.needPostgres(ctx)
		if err != nil {
			return "", err
		}
		if address, err = b.postgres.create(ctx, "litmus_queries", "template0"); err != nil {
			return "", err
		}
		opens = func() (*sql.DB, error) { return sql.Open("pgx", address) }
	}
	if err := writeOrganization(organization, newPlan(time.Now()), 0); err != nil {
		return "", err
	}
	if err := b.prepare(ctx, &site{}, address, siteOptions{files: []string{organization}}); err != nil {
		return "", err
	}
	db, err := opens()
	if err != nil {
		return "", err
	}
	begun, weeks := time.Now(), countedWeeks()
	end := weeks[len(weeks)-1].To
	stored := storedInterviews{number: b.queried, people: queriedPeople, from: end.AddDate(0, 0, -7*queriedWeeks),
		to: end}
	err = errors.Join(stored.store(ctx, db, on), db.Close())
	b.say("%s: %d interviews are stored after %.0f s", name, b.queried, time.Since(begun).Seconds())
	return address, err
}

// countedWeeks are as many weeks as may be counted, this one the last.
func countedWeeks() []figures.Week {
	return figures.Weeks(time.Now(), models.Location(benchZone), figures.MaxWeeks)
}
