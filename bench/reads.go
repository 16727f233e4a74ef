package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"time"

	"litmus/models"
)

// measureReads measures the three lists with the stored interviews in the database.
func (b *bench) measureReads(ctx context.Context) error {
	s, places, err := b.seeded(ctx, "reads", newPlan(time.Now()), 0)
	if err != nil {
		return err
	}
	defer s.stop()
	bare, err := b.bareTransactions(ctx,
		transactionOptions{Database: b.copyOf("reads"), Slots: places[titleSlots]})
	if err != nil {
		return err
	}
	defer bare.stop()
	theirs := target{bare.origin, s.key}
	for _, page := range []struct{ name, path string }{
		{roles, "/api/v1/roles"},
		{interviews, "/api/v1/interviews?limit=50"},
		{slots, places[titleSlots].slots()},
	} {
		if !b.wants(page.name) {
			continue
		}
		if err := sameAnswer(s.target, theirs, page.path); err != nil {
			return fmt.Errorf("%s: %w", page.name, err)
		}
		for _, t := range []target{s.target, theirs} {
			if _, err := t.rate(page.path, b.read/4); err != nil { // warm up
				return err
			}
		}
		for run := range b.runs {
			ours, err := s.rate(page.path, b.read)
			if err != nil {
				return err
			}
			// The audit entries, which are written after the answers, are to be stored before the baseline's turn.
			time.Sleep(b.read / 10)
			base, err := theirs.rate(page.path, b.read)
			if err != nil {
				return err
			}
			b.results.pair(page.name, ours, base)
			b.say("run %d: %s %.0f/s, bare %.0f/s", run+1, page.name, ours, base)
		}
	}
	return nil
}

// sameAnswer makes sure that both sides do the same work: their answers are equal, cursors aside.
func sameAnswer(ours, theirs target, path string) error {
	var got, want map[string]any
	if err := errors.Join(ours.read(path, &got), theirs.read(path, &want)); err != nil {
		return err
	}
	for _, m := range []map[string]any{got, want} {
		if m["next_cursor"] != nil {
			m["next_cursor"] = "some"
		}
	}
	if !reflect.DeepEqual(got, want) {
		g, _ := json.Marshal(got)
		w, _ := json.Marshal(want)
		return fmt.Errorf("the answers differ:\n%.2000s\n%.2000s", g, w)
	}
	return nil
}

// storeInterviews writes n interviews whose letters are all sent: one in twenty is in the weeks to come, the others are
// past. There are four an hour, each with its own candidate and an interviewer whose slots nobody reads.
func storeInterviews(ctx context.Context, db *sql.DB, p place, n int) error {
	var org string
	if err := db.QueryRowContext(ctx, "select id from organizations").Scan(&org); err != nil {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	first := time.Now().UTC().Truncate(time.Hour).Add(-time.Duration(n/4*19/20) * time.Hour)
	created := first.AddDate(0, 0, -7)
	for i := range n {
		candidate := newID("cand_")
		email, name := fmt.Sprintf("stored%05d@bench.example", i), fmt.Sprintf("Stored Candidate %d", i)
		if _, err := tx.ExecContext(ctx, insertCandidate, org, candidate, p.PostingID, p.AssessmentID, p.TrackID,
			email, name, models.CandidateInvited, nil, nil, created, created); err != nil {
			return err
		}
		start, who := first.Add(time.Duration(i/4)*time.Hour), fmt.Sprintf("archive%02d@bench.example", i%40)
		row := interviewRow(org, newID("int_"), p, candidate, start, 60, who, "https://meet.bench.example/room",
			created, 1, false)
		if _, err := tx.ExecContext(ctx, insertInterview, row...); err != nil {
			return err
		}
	}
	return tx.Commit()
}
