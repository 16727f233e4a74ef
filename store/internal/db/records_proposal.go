package db

import (
	"time"

	"litmus/models/booking"
	"litmus/models/timetable"
)

// ProposalRecord is a row of proposals.
type ProposalRecord struct {
	OrgID       string            `gorm:"primaryKey"`
	CandidateID string            `gorm:"primaryKey"`
	Times       []timetable.Range `gorm:"serializer:json"`
	LastEnd     time.Time
	Zone        string
	Note        string
	InterviewID string
	MovesFrom   *time.Time
	ProposedAt  time.Time
	Proposed    int
	Outcome     string
}

func (ProposalRecord) TableName() string { return "proposals" }

// Proposal is what the row says.
func (r ProposalRecord) Proposal() booking.Proposal {
	return booking.Proposal{Times: r.Times, Zone: r.Zone, Note: r.Note, InterviewID: r.InterviewID,
		MovesFrom: r.MovesFrom, ProposedAt: r.ProposedAt, Proposed: r.Proposed, Outcome: r.Outcome}
}
