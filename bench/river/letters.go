package main

import (
	"context"
	"fmt"
	"net/smtp"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
)

// letterArgs are a letter to send.
type letterArgs struct {
	OrgID       string `json:"org_id"`
	InterviewID string `json:"interview_id"`
	Letter      string `json:"letter"` // confirmation, briefing or reminder
	ToCandidate bool   `json:"to_candidate"`
}

func (letterArgs) Kind() string { return "letter" }

type letterWorker struct {
	river.WorkerDefaults[letterArgs]
	pool *pgxpool.Pool
	mail string
}

const selectLetter = `select i.starts_at, i.meeting_link, c.email, c.name, coalesce(i.interviewer_email, '')
	from interviews i join candidates c on c.org_id = i.org_id and c.id = i.candidate_id
	where i.org_id = $1 and i.id = $2`

// Work loads what the letter says and sends it.
func (w *letterWorker) Work(ctx context.Context, job *river.Job[letterArgs]) error {
	a := job.Args
	var start time.Time
	var link, email, name, interviewer string
	row := w.pool.QueryRow(ctx, selectLetter, a.OrgID, a.InterviewID)
	if err := row.Scan(&start, &link, &email, &name, &interviewer); err != nil {
		return err
	}
	to := interviewer
	if a.ToCandidate {
		to = email
	}
	message := fmt.Sprintf("From: Bench Hiring <hiring@bench.example>\r\n"+
		"To: <%s>\r\n"+
		"Message-ID: <%s.1.%s.%d@bench.example>\r\n"+
		"Subject: Interview of %s\r\n"+
		"Content-Type: text/plain; charset=utf-8\r\n\r\n"+
		"The interview begins at %s: %s\r\n",
		to, a.InterviewID, a.Letter, job.ID, name, start.UTC().Format(time.RFC1123), link)
	return smtp.SendMail(w.mail, nil, "hiring@bench.example", []string{to}, []byte(message))
}
