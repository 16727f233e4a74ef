package db

import (
	"time"

	"litmus/models"
	"litmus/models/timetable"
)

// The tables of pools, see [InterviewRecord].

// PoolRecord is a row of pools.
type PoolRecord struct {
	OrgID     string `gorm:"primaryKey"`
	ID        string `gorm:"primaryKey"`
	Key       string
	Name      string
	Kind      string
	Settings  models.PoolSettings    `gorm:"serializer:json"`
	Limits    models.InterviewLimits `gorm:"serializer:json"` // null: none
	CreatedAt time.Time              `gorm:"autoCreateTime:false"`
	UpdatedAt time.Time              `gorm:"autoUpdateTime:false"`
	Version   int64
	Origin    string
}

func (PoolRecord) TableName() string { return "pools" }

// Model returns the pool.
func (r PoolRecord) Model() models.Pool {
	return models.Pool{OrgID: r.OrgID, ID: r.ID, Key: r.Key, Name: r.Name, Kind: r.Kind, PoolSettings: r.Settings,
		Limits: r.Limits, CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt, Version: r.Version, Origin: r.Origin}
}

// RecordOfPool is the inverse of [PoolRecord.Model].
func RecordOfPool(p models.Pool) PoolRecord {
	return PoolRecord{OrgID: p.OrgID, ID: p.ID, Key: p.Key, Name: p.Name, Kind: p.Kind, Settings: p.PoolSettings,
		Limits: p.Limits, CreatedAt: p.CreatedAt, UpdatedAt: p.UpdatedAt, Version: p.Version, Origin: p.Origin}
}

// PoolMemberRecord is a row of pool_members.
type PoolMemberRecord struct {
	OrgID       string `gorm:"primaryKey"`
	PoolID      string `gorm:"primaryKey"`
	Email       string `gorm:"primaryKey"`
	State       string
	Done        int
	PausedUntil string
	Resumes     string
	Declared    string     // what the organization file said of them last
	CountedFrom *time.Time // since when completed interviews count beside Done; nil: all
}

func (PoolMemberRecord) TableName() string { return "pool_members" }

// Model returns the member as they were said to be at CountedFrom, without their name, which is kept elsewhere. What
// was counted since is read beside the row, see store/pools.
func (r PoolMemberRecord) Model() models.PoolMember {
	return models.PoolMember{Email: r.Email, State: models.PoolState(r.State), Done: r.Done,
		PausedUntil: r.PausedUntil, Resumes: models.PoolState(r.Resumes)}
}

// RecordOfPoolMember is the row of a member of the pool as they are at now, of whom a file said that last.
func RecordOfPoolMember(orgID, poolID string, m models.PoolMember, declared string, now time.Time) PoolMemberRecord {
	now = models.Instant(now)
	return PoolMemberRecord{OrgID: orgID, PoolID: poolID, Email: m.Email, State: string(m.State), Done: m.Done,
		PausedUntil: m.PausedUntil, Resumes: string(m.Resumes), Declared: declared,
		CountedFrom: &now}
}

// RoomRecord is a row of rooms.
type RoomRecord struct {
	OrgID    string `gorm:"primaryKey"`
	ID       string `gorm:"primaryKey"`
	PoolID   string
	Key      string
	Name     string
	Capacity int
	TimeZone string
	Hours    timetable.WeeklyHours `gorm:"serializer:json"` // null: open at any time
}

func (RoomRecord) TableName() string { return "rooms" }

// Model returns the room.
func (r RoomRecord) Model() timetable.Room {
	return timetable.Room{ID: r.ID, Key: r.Key, Name: r.Name, Capacity: r.Capacity, TimeZone: r.TimeZone,
		Hours: r.Hours}
}

// RecordOfRoom is the row of a room of the pool.
func RecordOfRoom(orgID, poolID string, r timetable.Room) RoomRecord {
	return RoomRecord{OrgID: orgID, ID: r.ID, PoolID: poolID, Key: r.Key, Name: r.Name, Capacity: r.Capacity,
		TimeZone: r.TimeZone, Hours: r.Hours}
}
