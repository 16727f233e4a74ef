package db

import "time"

// The tables of who watches postings and what they are told (D27), see [InterviewRecord].

// WatcherRecord is a row of posting_watchers.
type WatcherRecord struct {
	OrgID     string `gorm:"primaryKey"`
	PostingID string `gorm:"primaryKey"`
	Email     string `gorm:"primaryKey"`
	Recruiter bool
	Position  int
	CreatedAt time.Time `gorm:"autoCreateTime:false"`
}

func (WatcherRecord) TableName() string { return "posting_watchers" }

// NewsRecord is a row of news.
type NewsRecord struct {
	OrgID       string `gorm:"primaryKey"`
	ID          string `gorm:"primaryKey"`
	Email       string
	AsRecruiter string
	Following   string

	SeenAt time.Time
	SeenID string

	Revision          int64
	WokenRevision     int64
	ConvergedRevision int64
	NextDueAt         *time.Time
	ClaimedRevision   int64
	ClaimedUntil      *time.Time

	CreatedAt time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt time.Time `gorm:"autoUpdateTime:false"`
}

func (NewsRecord) TableName() string { return "news" }
