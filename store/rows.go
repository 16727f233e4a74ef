package store

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"litmus/models"
)

// first reads the first row that the query finds, nil when it finds none.
func first[T any](tx *gorm.DB, query string, args ...any) (*T, error) {
	var found []T
	if err := tx.Raw(query, args...).Scan(&found).Error; err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

// of selects the organization's rows: every query begins with it.
func of(tx *gorm.DB, orgID string) *gorm.DB { return tx.Where("org_id = ?", orgID) }

// forUpdate locks the selected rows until the transaction ends.
var forUpdate = clause.Locking{Strength: clause.LockingStrengthUpdate}

// take reads the first record that tx selects, nil when there is none.
func take[R any](tx *gorm.DB) (*R, error) {
	var found []R
	if err := tx.Limit(1).Find(&found).Error; err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

// must reads the record that tx selects; the error is missing when there is none.
func must[R any](tx *gorm.DB, missing error) (row R, err error) {
	found, err := take[R](tx)
	switch {
	case err != nil:
		return row, err
	case found == nil:
		return row, missing
	}
	return *found, nil
}

// create inserts the records, a hundred in a statement; conflict is the statement's ON CONFLICT, nil for none. It
// returns how many rows were added.
func create[R any](tx *gorm.DB, records []R, conflict clause.Expression) (added int64, err error) {
	if len(records) == 0 {
		return 0, nil
	}
	if conflict != nil {
		tx = tx.Clauses(conflict)
	}
	done := tx.CreateInBatches(records, 100)
	return done.RowsAffected, done.Error
}

// skipKnown skips records whose rows exist already.
var skipKnown = clause.OnConflict{DoNothing: true}

// one reads the row that the query finds; the error is missing when it finds none.
func one[T any](tx *gorm.DB, missing error, query string, args ...any) (row T, err error) {
	found, err := first[T](tx, query, args...)
	switch {
	case err != nil:
		return row, err
	case found == nil:
		return row, missing
	}
	return *found, nil
}

func insertInterview(tx *gorm.DB, i models.Interview) error {
	row := interviewRecord(i)
	return tx.Create(&row).Error
}

// updateInterview writes every field of the row except the revisions that were woken and that converged, which have
// statements of their own.
func updateInterview(tx *gorm.DB, i models.Interview) error {
	row := interviewRecord(i)
	return tx.Select("*").Omit("woken_revision", "converged_revision").Updates(&row).Error
}

// jsonText is a JSON column's value.
func jsonText(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // only values of this program, which all marshal
	}
	return string(b)
}

// instant scans an instant, in UTC: a timestamp, or the microseconds that SQLite keeps. It stays zero for null.
type instant struct{ at time.Time }

// Scan implements [sql.Scanner].
func (t *instant) Scan(v any) error {
	switch v := v.(type) {
	case nil:
		t.at = time.Time{}
	case time.Time:
		t.at = v.UTC()
	case int64:
		t.at = time.UnixMicro(v).UTC()
	default:
		return fmt.Errorf("%T is no instant", v)
	}
	return nil
}

// orNil is the instant, nil for null.
func (t *instant) orNil() *time.Time {
	if t.at.IsZero() {
		return nil
	}
	at := t.at // a copy: the scanned value is used again for the next row
	return &at
}

func unmarshalText(text string, v any) error {
	if text == "" {
		return nil
	}
	return json.Unmarshal([]byte(text), v)
}

func sameInstant(a, b *time.Time) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Equal(*b)
}

// sameRecord compares two records as they are stored.
func sameRecord[R any](a, b R) bool { return jsonText(a) == jsonText(b) }

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
