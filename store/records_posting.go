package store

import (
	"time"

	"litmus/models"
)

// The tables of postings and assessments, see [interviewRecord].

type assessmentRecord struct {
	OrgID            string `gorm:"primaryKey"`
	ID               string `gorm:"primaryKey"`
	Key              string
	Title            string
	DeliveryMode     string
	Ready            bool
	Instructions     string
	TimeLimitMinutes int
	CreatedAt        time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt        time.Time `gorm:"autoUpdateTime:false"`
	Version          int64
	Origin           string
}

func (assessmentRecord) TableName() string { return "assessments" }

type postingRecord struct {
	OrgID      string `gorm:"primaryKey"`
	ID         string `gorm:"primaryKey"`
	Key        string
	Kind       string
	Title      string
	Status     string
	Team       string
	Location   string
	Type       string
	CreatedAt  time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt  time.Time `gorm:"autoUpdateTime:false"`
	Version    int64
	ArchivedAt *time.Time
	Origin     string
}

func (postingRecord) TableName() string { return "postings" }

type trackRecord struct {
	OrgID     string `gorm:"primaryKey"`
	ID        string `gorm:"primaryKey"`
	PostingID string
	Key       string
	Name      string
	IsDefault bool
	Position  int
}

func (trackRecord) TableName() string { return "tracks" }

type roundRecord struct {
	OrgID              string `gorm:"primaryKey"`
	ID                 string `gorm:"primaryKey"`
	PostingID          string
	TrackID            string
	Key                string
	Type               string
	Title              string
	Position           int
	AssessmentID       string `gorm:"serializer:blank"`
	DurationMinutes    int
	Bookable           bool
	Indefinite         bool
	FallbackRecipients []string `gorm:"serializer:list"`
	GroupID            string
	AssignmentMode     string
	AssessmentIDs      []string `gorm:"serializer:list"`
}

func (roundRecord) TableName() string { return "rounds" }

// model returns the round without the delivery mode, which is the assessment's.
func (r roundRecord) model() models.Round {
	return models.Round{OrgID: r.OrgID, ID: r.ID, PostingID: r.PostingID, TrackID: r.TrackID, Key: r.Key, Type: r.Type,
		Title: r.Title, Position: r.Position, AssessmentID: r.AssessmentID, DurationMinutes: r.DurationMinutes,
		Bookable: r.Bookable, Indefinite: r.Indefinite, FallbackRecipients: r.FallbackRecipients, GroupID: r.GroupID,
		AssignmentMode: r.AssignmentMode, AssessmentIDs: r.AssessmentIDs}
}

// recordOfRound is the inverse of [roundRecord.model].
func recordOfRound(r models.Round) roundRecord {
	return roundRecord{OrgID: r.OrgID, ID: r.ID, PostingID: r.PostingID, TrackID: r.TrackID, Key: r.Key, Type: r.Type,
		Title: r.Title, Position: r.Position, AssessmentID: r.AssessmentID, DurationMinutes: r.DurationMinutes,
		Bookable: r.Bookable, Indefinite: r.Indefinite, FallbackRecipients: r.FallbackRecipients, GroupID: r.GroupID,
		AssignmentMode: r.AssignmentMode, AssessmentIDs: r.AssessmentIDs}
}

type unstagedRecord struct {
	OrgID        string `gorm:"primaryKey"`
	PostingID    string `gorm:"primaryKey"`
	AssessmentID string `gorm:"primaryKey"`
	Position     int
}

func (unstagedRecord) TableName() string { return "unstaged_assessments" }

type assignedRecord struct {
	OrgID       string `gorm:"primaryKey"`
	PostingID   string `gorm:"primaryKey"`
	Email       string `gorm:"primaryKey"`
	MeetingLink string
	Named       bool // not only painted for: they are a member by it
}

func (assignedRecord) TableName() string { return "posting_interviewers" }

type slotRecord struct {
	OrgID     string    `gorm:"primaryKey"`
	PostingID string    `gorm:"primaryKey"`
	Email     string    `gorm:"primaryKey"`
	StartAt   time.Time `gorm:"primaryKey"`
}

func (slotRecord) TableName() string { return "slots" }
