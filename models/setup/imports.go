package setup

import (
	"time"

	"litmus/models"
)

// ResolvedImport is an interview of an applicant tracking system, with its references resolved.
type ResolvedImport struct {
	Round            models.Round // with its posting, track and assessment
	CandidateID      string
	Source           string
	StartsAt         time.Time
	DurationMinutes  int // 0: the round's
	InterviewerEmail string
	MeetingLink      string
	CallEndedAt      *time.Time
}

// ImportChange says which parts of an import's entry changed since it was last applied.
type ImportChange struct{ Round, Candidate, Source, Start, Duration, Interviewer, Link, CallEnded bool }

// NewImport makes the row of an import: externally scheduled, with a real start, and nobody is told of it. If it is
// over already it owes nothing and never will, so it is marked as converged and no workflow is started for it.
func NewImport(o models.Organization, id string, m ResolvedImport, p models.Policy, now time.Time) models.Interview {
	now = models.Instant(now)
	i := models.Interview{OrgID: o.ID, ID: id, TimeZone: o.TimeZone, ExternallyScheduled: true, CreatedAt: now}
	i.Revise(now)
	take(&i, m, ImportChange{true, true, true, true, true, true, true, true}, p)
	if i.StatusAt(now) == models.StatusCompleted {
		i.WokenRevision, i.ConvergedRevision = i.Revision, i.Revision
	}
	return i
}

// AlterImport applies to an import what changed in its entry and leaves everything else as it has become since. changed
// is false if the row has these values already, and if there is no import left to alter: a canceled import stays as it
// is, and one that was booked again here is an import no longer.
func AlterImport(i models.Interview, m ResolvedImport, c ImportChange, p models.Policy,
	now time.Time) (_ models.Interview, changed bool) {
	if i.CanceledAt != nil || !i.Imported() {
		return i, false
	}
	altered := i
	take(&altered, m, c, p)
	if sameImport(altered, i) {
		return i, false
	}
	altered.Revise(now)
	if !altered.StartsAt.Equal(i.StartsAt) {
		altered.StartSetAt = altered.UpdatedAt
	}
	if altered.InterviewerEmail != i.InterviewerEmail {
		altered.InterviewerSetAt = altered.UpdatedAt
		altered.AnnounceRevision = 0 // the tracking system tells people of its own changes
	}
	return altered, true
}

// take writes the changed parts of the import into the row.
func take(i *models.Interview, m ResolvedImport, c ImportChange, p models.Policy) {
	if c.Round {
		i.PostingID, i.RoundID, i.TrackID, i.AssessmentID, i.Indefinite = m.Round.PostingID, m.Round.ID,
			m.Round.TrackID, m.Round.AssessmentID, m.Round.Indefinite
	}
	if c.Candidate {
		i.CandidateID = m.CandidateID
	}
	if c.Source {
		i.Source = m.Source
	}
	if c.Round || c.Duration {
		if i.DurationMinutes = m.DurationMinutes; i.DurationMinutes == 0 {
			i.DurationMinutes = m.Round.DurationMinutes
		}
	}
	start := i.StartsAt
	if c.Start {
		start = m.StartsAt
	}
	if c.Round || c.Duration || c.Start {
		i.SetStart(start, p.SessionGrace)
	}
	if c.Interviewer {
		i.InterviewerEmail = m.InterviewerEmail
	}
	if c.Link {
		if i.MeetingLink, i.LinkSource = m.MeetingLink, models.LinkFromBody; m.MeetingLink == "" {
			i.LinkSource = ""
		}
	}
	if c.CallEnded {
		i.CallEndedAt = nil
		if m.CallEndedAt != nil {
			at := models.Instant(*m.CallEndedAt)
			i.CallEndedAt = &at
		}
	}
	if i.StartSetAt.IsZero() {
		i.StartSetAt, i.InterviewerSetAt = i.UpdatedAt, i.UpdatedAt
	}
}

// sameImport reports whether the two rows agree in everything that an import can change.
func sameImport(i models.Interview, o models.Interview) bool {
	return i.RoundID == o.RoundID && i.CandidateID == o.CandidateID && i.Source == o.Source &&
		i.StartsAt.Equal(o.StartsAt) && i.DurationMinutes == o.DurationMinutes &&
		i.Indefinite == o.Indefinite && i.InterviewerEmail == o.InterviewerEmail && i.MeetingLink == o.MeetingLink &&
		sameInstant(i.CallEndedAt, o.CallEndedAt)
}

func sameInstant(a, b *time.Time) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Equal(*b)
}
