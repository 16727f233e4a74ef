package main

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
)

// bookings serves POST /api/v1/interviews.
type bookings struct {
	options
	pool  *pgxpool.Pool
	queue *river.Client[pgx.Tx]
}

// order is the body of a booking.
type order struct {
	CandidateEmail   string    `json:"candidate_email"`
	CandidateName    string    `json:"candidate_name"`
	ScheduledStartAt time.Time `json:"scheduled_start_at"`
	InterviewerEmail string    `json:"interviewer_email"`
	MeetingLink      string    `json:"meeting_link"`
}

const (
	selectKey = `select k.org_id from keys k join organizations o on o.id = k.org_id
	where k.hash = $1 and k.revoked_at is null and o.approved`
	insertCandidate = `insert into candidates (org_id, id, posting_id, assessment_id, track_id, email, name, state,
		created_at, updated_at)
	values ($1, $2, $3, $4, $5, $6, $7, 'invited', $8, $8)`
	insertInterview = `insert into interviews (org_id, id, posting_id, round_id, track_id, assessment_id,
		candidate_id, source, starts_at, ends_at, window_ends_at, duration_minutes, indefinite, time_zone,
		interviewer_email, briefing_recipients, meeting_link, link_source, externally_scheduled, created_at,
		updated_at, revision, woken_revision, converged_revision, announce_revision, start_set_at,
		interviewer_set_at, assessment_link_owed, access_epoch)
	values ($1, $2, $3, $4, $5, $6,
		$7, 'litmus', $8, $9, $9, $10, false, 'Europe/Berlin',
		$11, '[]', $12, 'body', false, $13,
		$13, 1, 1, 1, 1, $13,
		$13, true, 0)`
)

func (b *bookings) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_, secret, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	sum := sha256.Sum256([]byte(secret))
	var org string
	if err := b.pool.QueryRow(r.Context(), selectKey, hex.EncodeToString(sum[:])).Scan(&org); err != nil {
		http.Error(w, "no such key", http.StatusUnauthorized)
		return
	}
	var o order
	if err := json.NewDecoder(r.Body).Decode(&o); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	id, err := b.book(r.Context(), org, o)
	if err != nil {
		slog.Error("book", "error", err)
		http.Error(w, "not booked", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusCreated)
	_ = json.NewEncoder(w).Encode(map[string]any{"interview": map[string]string{"id": id}}) // the client may be gone
}

// book writes the rows and enqueues the jobs in one transaction.
func (b *bookings) book(ctx context.Context, org string, o order) (id string, err error) {
	now, at := time.Now().UTC().Truncate(time.Millisecond), b.Booked
	id, candidate := newID("int_"), newID("cand_")
	end := o.ScheduledStartAt.Add(time.Duration(b.Minutes) * time.Minute)
	dayBefore := o.ScheduledStartAt.AddDate(0, 0, -1)
	return id, pgx.BeginFunc(ctx, b.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, insertCandidate, org, candidate, at.PostingID, at.AssessmentID, at.TrackID,
			o.CandidateEmail, o.CandidateName, now); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, insertInterview, org, id, at.PostingID, at.RoundID, at.TrackID, at.AssessmentID,
			candidate, o.ScheduledStartAt, end, b.Minutes, o.InterviewerEmail, o.MeetingLink, now); err != nil {
			return err
		}
		_, err := b.queue.InsertManyTx(ctx, tx, []river.InsertManyParams{
			{Args: letterArgs{org, id, "confirmation", true}},
			{Args: letterArgs{org, id, "briefing", false}},
			{Args: letterArgs{org, id, "reminder", true}, InsertOpts: &river.InsertOpts{ScheduledAt: dayBefore}},
		})
		return err
	})
}

func newID(prefix string) string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	return prefix + hex.EncodeToString(b[:])
}
