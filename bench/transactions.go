package main

import (
	"context"
	"database/sql"
	"encoding/hex"
	"fmt"
	"log"
	"net"
	"net/http"
	"net/url"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"

	"litmus/models"
	"litmus/models/keyring"
	"litmus/store"
)

// serveTransactions names the process of baseline (a).
const serveTransactions = "serve-transactions"

// transactionOptions are what baseline (a) needs to know.
type transactionOptions struct {
	Database string // the SQLite file, a copy of the service's
	Booked   place  // where bookings go, so that a booking need not look it up
	Slots    place  // whose slots are read
}

// transactions is baseline (a): an empty Gin handler behind the service's own authentication, and plain database/sql
// with statements that are prepared once.
type transactions struct {
	transactionOptions
	store       *store.Store // authenticates, and nothing else
	write, read *sql.DB
	candidate   *sql.Stmt
	interview   *sql.Stmt
	roles, list *sql.Stmt
	starts      *sql.Stmt
}

// runTransactions serves until it is told to end.
func runTransactions(o transactionOptions) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	s, err := store.Open(ctx, "sqlite:"+o.Database,
		store.Options{Secret: keyring.Secret(strings.Repeat("x", 32)), Policy: models.DefaultPolicy})
	if err != nil {
		return err
	}
	defer s.Close()
	b := &transactions{transactionOptions: o, store: s}
	if err := b.open(ctx); err != nil {
		return err
	}
	gin.SetMode(gin.ReleaseMode)
	e := gin.New()
	api := e.Group("/api/v1", b.authenticate)
	api.POST("/interviews", b.book)
	api.GET("/roles", b.listRoles)
	api.GET("/interviews", b.listInterviews)
	api.GET("/postings/:id/slots", b.listSlots)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Printf("http://%s\n", l.Addr())
	go func() { <-ctx.Done(); l.Close() }()
	if err := http.Serve(l, e); ctx.Err() == nil {
		return err
	}
	return nil
}

// open opens the file as the service does (package store/internal/db): the same driver, journal, durability and pools.
func (b *transactions) open(ctx context.Context) (err error) {
	if b.write, err = openSQLite(b.Database, true); err != nil {
		return err
	}
	if b.read, err = openSQLite(b.Database, false); err != nil {
		return err
	}
	for _, s := range []struct {
		to  **sql.Stmt
		db  *sql.DB
		sql string
	}{
		{&b.candidate, b.write, insertCandidate},
		{&b.interview, b.write, insertInterview},
		{&b.roles, b.read, selectRoles},
		{&b.list, b.read, selectInterviews},
		{&b.starts, b.read, selectSlots},
	} {
		if *s.to, err = s.db.PrepareContext(ctx, s.sql); err != nil {
			return fmt.Errorf("prepare %s: %w", s.sql, err)
		}
	}
	return nil
}

func openSQLite(file string, writes bool) (*sql.DB, error) {
	q := url.Values{
		"_pragma": {
			"busy_timeout(10000)", "journal_mode(WAL)", "foreign_keys(1)", "synchronous(FULL)", "temp_store(memory)",
		},
		"_time_integer_format": {"unix_micro"}, "_inttotime": {"1"}, "_timezone": {"UTC"},
	}
	connections := 1
	if writes {
		q.Set("_txlock", "immediate")
	} else {
		q.Add("_pragma", "query_only(1)")
		connections = max(4, runtime.NumCPU())
	}
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: file}).EscapedPath()+"?"+q.Encode())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db, nil
}

func (b *transactions) authenticate(g *gin.Context) {
	scheme, secret, _ := strings.Cut(g.GetHeader("Authorization"), " ")
	caller, err := b.store.Team.Authenticate(g.Request.Context(), secret)
	if err != nil || !strings.EqualFold(scheme, "Bearer") {
		g.AbortWithStatus(http.StatusUnauthorized)
		return
	}
	g.Set("org", caller.Organization.ID)
}

const insertCandidate = `insert into candidates (org_id, id, posting_id, assessment_id, track_id, email, name, state,
	invited_at, invite_expires_at, created_at, updated_at)
	values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

const insertInterview = `insert into interviews (org_id, id, posting_id, round_id, track_id, assessment_id,
		candidate_id, source, starts_at, ends_at, window_ends_at, expires_at, link_used_at, duration_minutes,
		indefinite, time_zone, interviewer_email, briefing_recipients, meeting_link, link_source,
		externally_scheduled, call_ended_at, canceled_at, created_at, updated_at, revision, woken_revision,
		converged_revision, next_due_at, announce_revision, start_set_at, interviewer_set_at, assessment_link_owed,
		access_epoch)
	values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

// interviewRow are the values of insertInterview.
func interviewRow(orgID, id string, p place, candidateID string, start time.Time, minutes int, interviewer, link string,
	now time.Time, woken int, linkOwed bool) []any {
	end := start.Add(time.Duration(minutes) * time.Minute)
	return []any{
		orgID, id, p.PostingID, p.RoundID, p.TrackID, p.AssessmentID,
		candidateID, models.SourceLitmus, start, end, end, nil, nil, minutes,
		false, "Europe/Berlin", interviewer, "[]", link, models.LinkFromBody,
		false, nil, nil, now, now, 1, woken,
		woken, nil, 1, now, now, linkOwed,
		0,
	}
}

// book writes the rows of a booking in one transaction.
func (b *transactions) book(g *gin.Context) {
	var o order
	if err := g.ShouldBindJSON(&o); err != nil {
		g.AbortWithStatus(http.StatusBadRequest)
		return
	}
	org, interviewID, candidateID, now := g.GetString("org"), newID("int_"), newID("cand_"), models.Instant(time.Now())
	err := func() error {
		tx, err := b.write.BeginTx(g.Request.Context(), nil)
		if err != nil {
			return err
		}
		defer tx.Rollback()
		if _, err := tx.Stmt(b.candidate).Exec(
			org, candidateID, b.Booked.PostingID, b.Booked.AssessmentID, b.Booked.TrackID,
			o.CandidateEmail, o.CandidateName, models.CandidateInvited, nil, nil, now, now); err != nil {
			return err
		}
		row := interviewRow(org, interviewID, b.Booked, candidateID, o.ScheduledStartAt, bookedMinutes,
			o.InterviewerEmail, o.MeetingLink, now, 0, true)
		if _, err := tx.Stmt(b.interview).Exec(row...); err != nil {
			return err
		}
		return tx.Commit()
	}()
	if err != nil {
		log.Print(err)
		g.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	g.JSON(http.StatusCreated, gin.H{"id": interviewID})
}

func newID(prefix string) string {
	id := uuid.Must(uuid.NewV7())
	return prefix + hex.EncodeToString(id[:])
}
