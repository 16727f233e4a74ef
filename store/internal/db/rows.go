package db

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/logger"

	"litmus/models"
)

// First reads the first row that the query finds, nil when it finds none.
func First[T any](tx *gorm.DB, query string, args ...any) (*T, error) {
	var found []T
	if err := tx.Raw(query, args...).Scan(&found).Error; err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

// Each calls read for each row that the query finds, and ends at its first error. It is for many rows: GORM's own Scan
// takes as long as the query itself. What Options.Took is told ends with the last row.
func Each(query *gorm.DB, read func(*sql.Rows) error) (err error) {
	begun, n := time.Now(), int64(0)
	defer func() {
		query.Logger.Trace(query.Statement.Context, begun, func() (string, int64) {
			return query.Explain(query.Statement.SQL.String(), query.Statement.Vars...), n
		}, err)
	}()
	rows, err := query.Session(&gorm.Session{Logger: logger.Discard}).Rows()
	if err != nil {
		return err
	}
	defer rows.Close()
	for ; rows.Next(); n++ {
		if err := read(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Of selects the organization's rows: every query begins with it.
func Of(tx *gorm.DB, orgID string) *gorm.DB { return tx.Where("org_id = ?", orgID) }

// ForUpdate locks the selected rows until the transaction ends.
var ForUpdate = clause.Locking{Strength: clause.LockingStrengthUpdate}

// Take reads the first record that tx selects, nil when there is none.
func Take[R any](tx *gorm.DB) (*R, error) {
	var found []R
	if err := tx.Limit(1).Find(&found).Error; err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

// Must reads the record that tx selects; the error is missing when there is none.
func Must[R any](tx *gorm.DB, missing error) (row R, err error) {
	found, err := Take[R](tx)
	return there(found, err, missing)
}

// there returns what was found; the error is missing where nothing was.
func there[T any](found *T, err, missing error) (row T, _ error) {
	switch {
	case err != nil:
		return row, err
	case found == nil:
		return row, missing
	}
	return *found, nil
}

// Create inserts the records, a hundred in a statement; conflict is the statement's ON CONFLICT, nil for none. It
// returns how many rows were added.
func Create[R any](tx *gorm.DB, records []R, conflict clause.Expression) (added int64, err error) {
	if len(records) == 0 {
		return 0, nil
	}
	if conflict != nil {
		tx = tx.Clauses(conflict)
	}
	done := tx.CreateInBatches(records, 100)
	return done.RowsAffected, done.Error
}

// SkipKnown skips records whose rows exist already.
var SkipKnown = clause.OnConflict{DoNothing: true}

// One reads the row that the query finds; the error is missing when it finds none.
func One[T any](tx *gorm.DB, missing error, query string, args ...any) (row T, err error) {
	found, err := First[T](tx, query, args...)
	return there(found, err, missing)
}

// InsertInterview adds an interview's row.
func InsertInterview(tx *gorm.DB, i models.Interview) error {
	row := interviewToWake{InterviewRecord(i), WakeTrace(tx)}
	return tx.Create(&row).Error
}

// UpdateInterview writes every field of the row except the revisions that were woken and that converged, which have
// statements of their own.
func UpdateInterview(tx *gorm.DB, i models.Interview) error {
	row := interviewToWake{InterviewRecord(i), WakeTrace(tx)}
	return tx.Select("*").Omit("woken_revision", "converged_revision").Updates(&row).Error
}

// JSONText is a JSON column's value.
func JSONText(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // only values of this program, which all marshal
	}
	return string(b)
}

// Instant scans an instant, in UTC: a timestamp, or the microseconds that SQLite keeps. It stays zero for null.
type Instant struct{ At time.Time }

// Scan implements [sql.Scanner].
func (t *Instant) Scan(v any) error {
	switch v := v.(type) {
	case nil:
		t.At = time.Time{}
	case time.Time:
		t.At = v.UTC()
	case int64:
		t.At = time.UnixMicro(v).UTC()
	default:
		return fmt.Errorf("%T is no instant", v)
	}
	return nil
}

// OrNil is the instant, nil for null.
func (t *Instant) OrNil() *time.Time {
	if t.At.IsZero() {
		return nil
	}
	at := t.At // a copy: the scanned value is used again for the next row
	return &at
}

// UnmarshalText reads a JSON column into v, and leaves v as it is for an empty one.
func UnmarshalText(text string, v any) error {
	if text == "" {
		return nil
	}
	return json.Unmarshal([]byte(text), v)
}

// SameInstant reports whether both are the same instant, or both are none.
func SameInstant(a, b *time.Time) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Equal(*b)
}

// SameRecord compares two records as they are stored.
func SameRecord[R any](a, b R) bool { return JSONText(a) == JSONText(b) }

// SortedKeys are the keys of the map in their order.
func SortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
