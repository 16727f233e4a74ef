package store

import (
	"time"

	"gorm.io/gorm"

	"litmus/models"
)

// strangerLetters reads what the organization sent to strangers on the day of now.
func (s *Store) strangerLetters(tx *gorm.DB, orgID string, now time.Time) (models.StrangerLetters, error) {
	l := models.StrangerLetters{Limit: s.limits.StrangerLetters}
	err := tx.Raw("select coalesce(max(letters), 0) from stranger_letters where org_id = ? and day = ?",
		orgID, models.LetterDay(now)).Row().Scan(&l.Sent)
	return l, wrap("read letters to strangers", err)
}

// countStrangerLetter counts one more. Where another transaction took the last one since it was read, it is the refusal
// of [models.StrangerLetters.Check]: nothing may be committed then. It is to be the last write, since on PostgreSQL
// others of the organization wait for the row until the transaction ends.
func (s *Store) countStrangerLetter(tx *gorm.DB, orgID string, now time.Time) error {
	var sent int
	if err := tx.Raw(`insert into stranger_letters (org_id, day, letters) values (?, ?, 1)
		on conflict (org_id, day) do update set letters = stranger_letters.letters + 1
		returning letters`, orgID, models.LetterDay(now)).Row().Scan(&sent); err != nil {
		return wrap("count letter to a stranger", err)
	}
	return models.StrangerLetters{Sent: sent - 1, Limit: s.limits.StrangerLetters}.Check(now)
}
