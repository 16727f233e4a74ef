package team

import (
	"time"

	"gorm.io/gorm"

	"litmus/models/effect"
	"litmus/store/internal/db"
)

// StrangerLetters reads how many letters the organization has sent to strangers on the day of now.
func (s *Store) StrangerLetters(tx *gorm.DB, orgID string, now time.Time) (effect.StrangerLetters, error) {
	l := effect.StrangerLetters{Limit: s.db.Limits.StrangerLetters}
	err := tx.Raw("select coalesce(max(letters), 0) from stranger_letters where org_id = ? and day = ?",
		orgID, effect.LetterDay(now)).Row().Scan(&l.Sent)
	return l, db.Wrap("read letters to strangers", err)
}

// CountStrangerLetter counts one more letter. If other transactions reached the limit since it was read, it returns the
// error of [effect.StrangerLetters.Check], and the caller must roll back. It is one of the last writes, because
// on PostgreSQL the organization's other transactions wait for the row until this one ends.
func (s *Store) CountStrangerLetter(tx *gorm.DB, orgID string, now time.Time) error {
	var sent int
	if err := tx.Raw(`insert into stranger_letters (org_id, day, letters) values (?, ?, 1)
		on conflict (org_id, day) do update set letters = stranger_letters.letters + 1
		returning letters`, orgID, effect.LetterDay(now)).Row().Scan(&sent); err != nil {
		return db.Wrap("count letter to a stranger", err)
	}
	return effect.StrangerLetters{Sent: sent - 1, Limit: s.db.Limits.StrangerLetters}.Check(now)
}
