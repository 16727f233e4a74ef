package main

import (
	"encoding/base64"
	"encoding/json"
	"log"
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"litmus/models"
)

// The reading half of baseline (a): one statement each, rendered with encoding/json to what the service answers.

const selectRoles = `select p.id, p.kind, p.title, p.status, p.team, p.location, p.type, p.created_at,
	(select count(*) from (
		select assessment_id from rounds r where r.org_id = p.org_id and r.posting_id = p.id and r.type = 'assessment'
		union select m.value from rounds r, json_each(r.assessment_ids) m where r.org_id = p.org_id
			and r.posting_id = p.id and r.type = 'group'
		union select assessment_id from unstaged_assessments u where u.org_id = p.org_id and u.posting_id = p.id))
	from postings p where p.org_id = ? order by p.created_at desc, p.id desc`

type role struct {
	ID              string `json:"id"`
	Kind            string `json:"kind"`
	Title           string `json:"title"`
	Status          string `json:"status"`
	Team            string `json:"team"`
	Location        string `json:"location"`
	Type            string `json:"type"`
	AssessmentCount int    `json:"assessment_count"`
	CreatedAt       string `json:"created_at"`
}

func (b *transactions) listRoles(g *gin.Context) {
	rows, err := b.roles.QueryContext(g.Request.Context(), g.GetString("org"))
	if err != nil {
		failed(g, err)
		return
	}
	defer rows.Close()
	list := []role{}
	for rows.Next() {
		var r role
		var created time.Time
		if err := rows.Scan(&r.ID, &r.Kind, &r.Title, &r.Status, &r.Team, &r.Location, &r.Type, &created,
			&r.AssessmentCount); err != nil {
			failed(g, err)
			return
		}
		r.CreatedAt = models.FormatInstant(created)
		list = append(list, r)
	}
	answer(g, rows.Err(), map[string]any{"roles": list})
}

const selectInterviews = `select i.id, i.posting_id, i.round_id, i.track_id, i.assessment_id, i.candidate_id, c.email,
		c.name, i.source, i.starts_at, i.window_ends_at, i.duration_minutes, i.indefinite, i.time_zone,
		coalesce(i.interviewer_email, ''), i.meeting_link, i.externally_scheduled, i.call_ended_at, i.canceled_at,
		i.created_at, i.updated_at
	from interviews i join candidates c on c.org_id = i.org_id and c.id = i.candidate_id
	where i.org_id = ? order by i.starts_at, i.id limit ?`

type candidate struct {
	ID    string `json:"id"`
	Email string `json:"email"`
	Name  string `json:"name"`
}

type interview struct {
	ID                  string    `json:"id"`
	PostingID           string    `json:"posting_id"`
	RoundID             string    `json:"round_id"`
	TrackID             string    `json:"track_id"`
	AssessmentID        string    `json:"assessment_id"`
	Candidate           candidate `json:"candidate"`
	Status              string    `json:"status"`
	Source              string    `json:"source"`
	ScheduledStartAt    string    `json:"scheduled_start_at"`
	DurationMinutes     int       `json:"duration_minutes"`
	Indefinite          bool      `json:"indefinite"`
	TimeZone            string    `json:"time_zone"`
	InterviewerEmail    string    `json:"interviewer_email"`
	MeetingLink         string    `json:"meeting_link"`
	ExternallyScheduled bool      `json:"externally_scheduled"`
	CallEndedAt         *string   `json:"call_ended_at"`
	CanceledAt          *string   `json:"canceled_at"`
	CreatedAt           string    `json:"created_at"`
	UpdatedAt           string    `json:"updated_at"`
}

func (b *transactions) listInterviews(g *gin.Context) {
	limit, err := strconv.Atoi(g.Query("limit"))
	if err != nil {
		g.AbortWithStatus(http.StatusBadRequest)
		return
	}
	rows, err := b.list.QueryContext(g.Request.Context(), g.GetString("org"), limit+1)
	if err != nil {
		failed(g, err)
		return
	}
	defer rows.Close()
	list, now := make([]interview, 0, limit+1), time.Now()
	var lastStart time.Time
	for rows.Next() {
		var i interview
		var start, created, updated time.Time
		var window, ended, canceled *time.Time
		if err := rows.Scan(&i.ID, &i.PostingID, &i.RoundID, &i.TrackID, &i.AssessmentID,
			&i.Candidate.ID, &i.Candidate.Email, &i.Candidate.Name, &i.Source, &start, &window,
			&i.DurationMinutes, &i.Indefinite, &i.TimeZone, &i.InterviewerEmail, &i.MeetingLink,
			&i.ExternallyScheduled, &ended, &canceled, &created, &updated); err != nil {
			failed(g, err)
			return
		}
		switch {
		case canceled != nil:
			i.Status = models.StatusCanceled
		case ended != nil, window != nil && !now.Before(*window):
			i.Status = models.StatusCompleted
		default:
			i.Status = models.StatusScheduled
		}
		i.ScheduledStartAt = models.FormatInstant(start)
		i.CreatedAt, i.UpdatedAt = models.FormatInstant(created), models.FormatInstant(updated)
		i.CallEndedAt, i.CanceledAt = instantOrNull(ended), instantOrNull(canceled)
		if len(list) < limit {
			lastStart = start
		}
		list = append(list, i)
	}
	var cursor *string
	if len(list) > limit {
		list = list[:limit]
		last := strconv.FormatInt(lastStart.UnixMilli(), 10) + " " + list[limit-1].ID
		s := base64.RawURLEncoding.EncodeToString([]byte(last))
		cursor = &s
	}
	answer(g, rows.Err(), map[string]any{"interviews": list, "next_cursor": cursor})
}

const selectSlots = `select s.start_at, s.email, (select duration_minutes from rounds where org_id = ?1 and id = ?3)
	from slots s where s.org_id = ?1 and s.posting_id = ?2 and s.start_at >= ?4 order by s.start_at, s.email`

type slot struct {
	StartAt           string   `json:"start_at"`
	InterviewerEmails []string `json:"interviewer_emails"`
	Capacity          int      `json:"capacity"`
}

func (b *transactions) listSlots(g *gin.Context) {
	posting, round := g.Param("id"), g.Query("round_id")
	rows, err := b.starts.QueryContext(g.Request.Context(), g.GetString("org"), posting, round, time.Now())
	if err != nil {
		failed(g, err)
		return
	}
	defer rows.Close()
	list := []slot{}
	var last time.Time
	minutes := 0
	for rows.Next() {
		var start time.Time
		var email string
		if err := rows.Scan(&start, &email, &minutes); err != nil {
			failed(g, err)
			return
		}
		if !start.Equal(last) {
			list, last = append(list, slot{StartAt: models.FormatInstant(start)}), start
		}
		s := &list[len(list)-1]
		s.InterviewerEmails, s.Capacity = append(s.InterviewerEmails, email), s.Capacity+1
	}
	answer(g, rows.Err(), map[string]any{
		"posting_id": posting, "round_id": round, "duration_minutes": minutes, "slots": list,
	})
}

func instantOrNull(t *time.Time) *string {
	if t == nil {
		return nil
	}
	s := models.FormatInstant(*t)
	return &s
}

func answer(g *gin.Context, err error, body any) {
	if err != nil {
		failed(g, err)
		return
	}
	b, err := json.Marshal(body)
	if err != nil {
		failed(g, err)
		return
	}
	g.Data(http.StatusOK, "application/json; charset=utf-8", b)
}

func failed(g *gin.Context, err error) {
	log.Print(err)
	g.AbortWithStatus(http.StatusInternalServerError)
}
