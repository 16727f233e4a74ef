package cli

import (
	"fmt"
	"slices"
	"time"

	"litmus/models"
	"litmus/models/timetable"
	"litmus/store/availability"
)

type slotsCommand struct {
	Explain slotsExplain `cmd:"" help:"Say why a time is or is not offered, for each interviewer of a posting, and which times near it are."`
}

type slotsExplain struct {
	Org         string `help:"Slug of the organization." required:""`
	Posting     string `help:"Id of the posting." required:"" placeholder:"ID"`
	Round       string `help:"Id of the round, which says how long the interview is." required:"" placeholder:"ID"`
	At          string `help:"The start: RFC 3339 with Z or an offset, such as 2026-12-01T15:00:00Z." required:"" placeholder:"INSTANT"`
	Interviewer string `help:"Email of the interviewer whom the question is about; everybody without it." placeholder:"EMAIL"`
	timesFlag
	dataFlag
	JSON bool `name:"json" help:"Print JSON."`
}

// explainedStart is what `litmus slots explain --json` prints.
type explainedStart struct {
	PostingID       string             `json:"posting_id"`
	RoundID         string             `json:"round_id"`
	StartAt         string             `json:"start_at"`
	DurationMinutes int                `json:"duration_minutes"`
	Reason          string             `json:"reason"` // free: it is offered; see timetable.Explanation
	Capacity        int                `json:"capacity"`
	Interviewers    []explainedPerson  `json:"interviewers"`
	Unnamed         []string           `json:"unnamed_interview_ids"` // each takes a place
	Nearest         []explainedNearest `json:"nearest"`
}

// explainedPerson is one interviewer in [explainedStart]. Fields that the reason does not have are null.
type explainedPerson struct {
	Email        string  `json:"email"`
	Reason       string  `json:"reason"`
	Offers       bool    `json:"offers"` // the start, not counting bookings
	From         *string `json:"from"`
	To           *string `json:"to"`
	InterviewID  *string `json:"interview_id"`
	PostingID    *string `json:"interview_posting_id"`
	LastReadAt   *string `json:"calendar_last_read_at"`
	FailingSince *string `json:"calendar_failing_since"`
	Until        *string `json:"until"`
}

// explainedNearest is an offered start.
type explainedNearest struct {
	StartAt      string   `json:"start_at"`
	Interviewers []string `json:"interviewer_emails"`
	Capacity     int      `json:"capacity"`
}

// Run explains one start (D15).
func (cmd *slotsExplain) Run(a *app) error {
	at, err := models.ParseInstant("--at", cmd.At)
	if err != nil {
		return usageError{err}
	}
	q := availability.Question{PostingID: cmd.Posting, RoundID: cmd.Round}
	if cmd.Interviewer != "" {
		if q.Interviewer, err = models.ParseEmail("--interviewer", cmd.Interviewer); err != nil {
			return usageError{err}
		}
	}
	s, org, err := openOrganization(a, cmd.Data, cmd.Org)
	if err != nil {
		return err
	}
	defer s.Close()
	x, err := s.Availability.Explain(a.ctx, org.ID, q, models.Instant(at))
	if err != nil {
		return err
	}
	e := x.Explanations[0]
	if q.Interviewer != "" {
		e.Interviewers = slices.DeleteFunc(e.Interviewers,
			func(w timetable.Verdict) bool { return w.Email != q.Interviewer })
	}
	if cmd.JSON {
		return printJSON(a.stdout, describeStart(x, e))
	}
	zone := cmd.clockface(org.TimeZone).Zone
	fmt.Fprintf(a.stdout, "%s: %s.\n\n", e.Start.In(zone).Format("Mon 2 Jan 2006 15:04 MST"), e.Words(zone))
	w := columns(a.stdout)
	fmt.Fprintln(w, "INTERVIEWER\tREASON\tIN WORDS")
	for _, one := range e.Interviewers {
		words := one.Words(zone)
		if p, ok := x.Bookings[one.InterviewID]; ok {
			words += " (" + one.InterviewID + ", " + p.Title + ")"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", one.Email, one.Reason, words)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if len(x.Nearest) == 0 {
		_, err = fmt.Fprintln(a.stdout, "\nNo time near it is offered.")
		return err
	}
	fmt.Fprintln(a.stdout, "\nOffered near it:")
	for _, o := range x.Nearest {
		fmt.Fprintf(a.stdout, "  %s  %s\n", models.FormatInstant(o.StartAt),
			o.StartAt.In(zone).Format("Mon 2 Jan 2006 15:04 MST"))
	}
	return nil
}

func describeStart(x availability.Explained, e timetable.Explanation) explainedStart {
	out := explainedStart{PostingID: x.Posting.ID, RoundID: x.Round.ID, StartAt: models.FormatInstant(e.Start),
		DurationMinutes: int(e.Duration / time.Minute), Reason: string(e.Reason), Capacity: e.Capacity,
		Interviewers: []explainedPerson{}, Unnamed: []string{}, Nearest: []explainedNearest{}}
	for _, w := range e.Interviewers {
		p := explainedPerson{Email: w.Email, Reason: string(w.Reason), Offers: w.Offers,
			From: momentText(w.Span.From), To: momentText(w.Span.To), LastReadAt: instantText(w.ReadAt),
			FailingSince: instantText(w.FailingSince), Until: momentText(w.Until)}
		if w.InterviewID != "" {
			posting := x.Bookings[w.InterviewID].ID
			p.InterviewID, p.PostingID = &w.InterviewID, &posting
		}
		out.Interviewers = append(out.Interviewers, p)
	}
	for _, b := range e.Unnamed {
		out.Unnamed = append(out.Unnamed, b.InterviewID)
	}
	for _, o := range x.Nearest {
		out.Nearest = append(out.Nearest, explainedNearest{models.FormatInstant(o.StartAt), o.InterviewerEmails,
			o.Capacity})
	}
	return out
}

// momentText is [instantText] of an instant that may be zero.
func momentText(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	return instantText(&t)
}
