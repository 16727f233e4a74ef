package store

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"litmus/models"
)

// AuditEntry records one authenticated request, or one failed authentication without a key (§5 rule 6, decision 86): no
// bodies, no query strings, no paths.
type AuditEntry struct {
	ID, OrgID, KeyID string // OrgID and KeyID are "" for a failed authentication
	Method, Route    string
	Status           int
	Duration         time.Duration
	ResourceIDs      []string
	RequestID        string
	At               time.Time
	KeyUsedAt        *time.Time // when the key was last used before, as it was read with it
}

// Record collects an audit entry, without what is named in it and cannot be an id: a caller may write anything into a path,
// an address for one. It is written with others within a few milliseconds, in order, and at the latest when
// the store closes. A process that is killed may lose the last of them, never a booking.
func (s *Store) Record(e AuditEntry) {
	e.ID, e.At = newID(prefixAudit), models.Instant(e.At)
	e.ResourceIDs = slices.DeleteFunc(slices.Clone(e.ResourceIDs), func(id string) bool { return !couldBeID(id) })
	s.batch.record(e)
}

// writeAudit writes the entries of a batch, many in a statement, and notes when their keys were last used.
func writeAudit(tx *gorm.DB, entries []AuditEntry) error {
	if err := insertRows(tx, "audit (id, org_id, key_id, method, route, status, duration_us, resource_ids, request_id, at)", "", len(entries), func(n int) []any {
		e := entries[n]
		var org, key any
		if e.KeyID != "" {
			org, key = e.OrgID, e.KeyID
		}
		return []any{e.ID, org, key, e.Method, e.Route, e.Status, e.Duration.Microseconds(), jsonText(list(e.ResourceIDs)), e.RequestID, e.At}
	}); err != nil {
		return err
	}
	last := map[string]AuditEntry{} // of a key
	for _, e := range entries {
		if e.KeyID != "" && !e.At.Before(last[e.KeyID].At) {
			last[e.KeyID] = e
		}
	}
	for id, e := range last {
		if e.KeyUsedAt != nil && e.At.Sub(*e.KeyUsedAt) < usedEvery {
			continue
		}
		if err := touchKey(tx, e.OrgID, id, e.At); err != nil {
			return err
		}
	}
	return nil
}

// AuditFilter selects audit entries. Zero fields do not filter, but for OrgID.
type AuditFilter struct {
	OrgID string // "": the failed authentications, which belong to nobody
	KeyID string
	Since time.Time // at or after
	Until time.Time // before
	Limit int       // at most that many, the newest ones
}

// AuditEntries reads entries, newest first.
func (s *Store) AuditEntries(ctx context.Context, f AuditFilter) ([]AuditEntry, error) {
	if err := s.batch.flush(ctx); err != nil {
		return nil, err
	}
	q := s.read.WithContext(ctx).Table("audit").Order("at desc, id desc").Limit(f.Limit)
	if f.OrgID == "" {
		q = q.Where("org_id is null")
	} else {
		q = q.Where("org_id = ?", f.OrgID)
	}
	if f.KeyID != "" {
		q = q.Where("key_id = ?", f.KeyID)
	}
	if !f.Since.IsZero() {
		q = q.Where("at >= ?", f.Since)
	}
	if !f.Until.IsZero() {
		q = q.Where("at < ?", f.Until)
	}
	var rows []struct {
		ID, OrgID, KeyID, Method, Route, ResourceIDs, RequestID string
		Status                                                  int
		DurationUs                                              int64
		At                                                      time.Time
	}
	if err := q.Find(&rows).Error; err != nil {
		return nil, wrap("read audit", err)
	}
	out := make([]AuditEntry, len(rows))
	for i, r := range rows {
		out[i] = AuditEntry{ID: r.ID, OrgID: r.OrgID, KeyID: r.KeyID, Method: r.Method, Route: r.Route, Status: r.Status,
			Duration: time.Duration(r.DurationUs) * time.Microsecond, RequestID: r.RequestID, At: r.At}
		if err := unmarshalText(r.ResourceIDs, &out[i].ResourceIDs); err != nil {
			return nil, wrap("read audit", err)
		}
	}
	return out, nil
}
