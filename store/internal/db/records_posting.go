package db

import (
	"time"

	"litmus/models"
)

// The tables of postings and assessments, see [InterviewRecord].

// AssessmentRecord is a row of assessments.
type AssessmentRecord struct {
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

func (AssessmentRecord) TableName() string { return "assessments" }

// PostingRecord is a row of postings.
type PostingRecord struct {
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

func (PostingRecord) TableName() string { return "postings" }

// TrackRecord is a row of tracks.
type TrackRecord struct {
	OrgID     string `gorm:"primaryKey"`
	ID        string `gorm:"primaryKey"`
	PostingID string
	Key       string
	Name      string
	IsDefault bool
	Position  int
}

func (TrackRecord) TableName() string { return "tracks" }

// RoundRecord is a row of rounds.
type RoundRecord struct {
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
	AssessmentIDs      []string      `gorm:"serializer:list"`
	Seats              []models.Seat `gorm:"serializer:list"` // null too for none: older rows, and older programs
}

func (RoundRecord) TableName() string { return "rounds" }

// Model returns the round without the delivery mode, which is the assessment's.
func (r RoundRecord) Model() models.Round {
	return models.Round{OrgID: r.OrgID, ID: r.ID, PostingID: r.PostingID, TrackID: r.TrackID, Key: r.Key, Type: r.Type,
		Title: r.Title, Position: r.Position, AssessmentID: r.AssessmentID, DurationMinutes: r.DurationMinutes,
		Bookable: r.Bookable, Indefinite: r.Indefinite, FallbackRecipients: r.FallbackRecipients, GroupID: r.GroupID,
		AssignmentMode: r.AssignmentMode, AssessmentIDs: r.AssessmentIDs, Seats: r.Seats}
}

// RecordOfRound is the inverse of [RoundRecord.Model].
func RecordOfRound(r models.Round) RoundRecord {
	return RoundRecord{OrgID: r.OrgID, ID: r.ID, PostingID: r.PostingID, TrackID: r.TrackID, Key: r.Key, Type: r.Type,
		Title: r.Title, Position: r.Position, AssessmentID: r.AssessmentID, DurationMinutes: r.DurationMinutes,
		Bookable: r.Bookable, Indefinite: r.Indefinite, FallbackRecipients: r.FallbackRecipients, GroupID: r.GroupID,
		AssignmentMode: r.AssignmentMode, AssessmentIDs: r.AssessmentIDs, Seats: r.Seats}
}

// UnstagedRecord is a row of unstaged_assessments.
type UnstagedRecord struct {
	OrgID        string `gorm:"primaryKey"`
	PostingID    string `gorm:"primaryKey"`
	AssessmentID string `gorm:"primaryKey"`
	Position     int
}

func (UnstagedRecord) TableName() string { return "unstaged_assessments" }

// AssignedRecord is a row of posting_interviewers.
type AssignedRecord struct {
	OrgID       string `gorm:"primaryKey"`
	PostingID   string `gorm:"primaryKey"`
	Email       string `gorm:"primaryKey"`
	MeetingLink string
	Named       bool // not only painted for: they are a member by it
}

func (AssignedRecord) TableName() string { return "posting_interviewers" }

// SlotRecord is a row of slots.
type SlotRecord struct {
	OrgID     string    `gorm:"primaryKey"`
	PostingID string    `gorm:"primaryKey"`
	Email     string    `gorm:"primaryKey"`
	StartAt   time.Time `gorm:"primaryKey"`
}

func (SlotRecord) TableName() string { return "slots" }
