package db

import (
	"time"

	"gorm.io/gorm"

	"litmus/models"
)

// RequestFullSyncs is [RequestFullSync] of every calendar of an organization.
func RequestFullSyncs(tx *gorm.DB, orgID string, now time.Time) error {
	return tx.Exec("update calendars set sync_token = '', revision = revision + 1, updated_at = ?, wake_trace = ? "+
		"where org_id = ?", now, WakeTrace(tx), orgID).Error
}

// RequestFullSync has the calendar of a person or a room read at once and in full: what was read of it so far may be
// wrong.
func RequestFullSync(tx *gorm.DB, orgID, email string, now time.Time) error {
	return tx.Exec("update calendars set sync_token = '', revision = revision + 1, updated_at = ?, wake_trace = ? "+
		"where org_id = ? and email = ?", now, WakeTrace(tx), orgID, email).Error
}

// ForgetBusy deletes the busy times of a person or a room and raises busy_revision, so that caches read them anew.
func ForgetBusy(tx *gorm.DB, orgID, email string) error {
	if err := tx.Exec("delete from busy_blocks where org_id = ? and email = ?", orgID, email).Error; err != nil {
		return err
	}
	return tx.Exec("update calendars set busy_revision = busy_revision + 1 where org_id = ? and email = ?",
		orgID, email).Error
}

// DropCalendar removes the connected calendar of a person or a room, if they have one, with its history.
func (s *DB) DropCalendar(tx *gorm.DB, orgID, email string) error {
	c, err := Take[CalendarRecord](Of(tx, orgID).Where("email = ?", email))
	if err != nil || c == nil {
		return Wrap("read calendar", err)
	}
	if err := tx.Delete(c).Error; err != nil {
		return Wrap("remove calendar", err)
	}
	return s.Forget(tx, orgID, models.SubjectCalendar, c.ID)
}
