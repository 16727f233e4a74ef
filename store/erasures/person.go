package erasures

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/store/internal/db"
)

// Person is what is stored of somebody: their rows by their tables, each with its columns.
type Person struct {
	Email  string                      `json:"email"`
	At     string                      `json:"at"`
	Tables map[string][]map[string]any `json:"tables"`
}

// Person reads what is stored of the person with the address, but what opens something; [models.NotFound] if the
// organization has no such candidate. Which rows are theirs is what an erasure goes by, too.
func (s *Store) Person(ctx context.Context, orgID, email string) (Person, error) {
	now := s.db.NowOf(orgID)
	out := Person{email, models.FormatInstant(now), map[string][]map[string]any{}}
	err := s.db.View(ctx, func(tx *gorm.DB) error {
		records, err := ofAddress(tx, orgID, email)
		if err != nil {
			return err
		}
		if len(records) == 0 {
			return noCandidate(email)
		}
		for _, c := range records {
			for _, t := range s.tables() {
				var rows []map[string]any
				if err := tx.Raw(t.rows(), ofRecord(c, now)).Scan(&rows).Error; err != nil {
					return db.Wrap("read "+t.name, err)
				}
				for _, row := range rows {
					out.Tables[t.name] = append(out.Tables[t.name], t.exported(row))
				}
			}
		}
		return nil
	})
	return out, err
}

// exported is a row as it is exported.
func (t table) exported(row map[string]any) map[string]any {
	hidden := strings.Fields(t.hidden)
	for column, value := range row {
		if b, is := value.([]byte); is {
			value = string(b)
		}
		switch v := value.(type) {
		case time.Time:
			value = models.FormatInstant(v)
		case string:
			if strings.HasPrefix(v, "[") || strings.HasPrefix(v, "{") {
				var parsed any
				if json.Unmarshal([]byte(v), &parsed) == nil {
					value = parsed
				}
			}
		}
		row[column] = value
		if slices.Contains(hidden, column) {
			delete(row, column)
		}
	}
	return row
}
