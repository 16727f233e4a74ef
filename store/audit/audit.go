package audit

import (
	"context"
	"net/netip"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"litmus/models"
	"litmus/store/internal/db"
)

// Entry records one authenticated request, or the failed authentications from one address in one minute (§5 rule
// 6), without bodies, query strings and paths. Unknown routes ask for no key and are not audited. A row is written
// within a tenth of a second; a killed process may lose its last ones.
type Entry struct {
	ID, OrgID, KeyID string // OrgID and KeyID are "" for failed authentications
	Method, Route    string
	Status           int
	Duration         time.Duration
	ResourceIDs      []string
	RequestID        string
	At               time.Time
	KeyUsedAt        *time.Time // the key's last use before this one, as authentication read it

	// If authentication failed, the other fields are those of the first request, and At is the start of the minute.
	Count   int    // requests; 1 if there is a key
	Address string // keyed pseudonym of the network, see [Store.AddressName]; "" if there is a key
}

// Record collects the entry of an authenticated request. Resource ids that cannot be ids are dropped: a caller may put
// anything into a path, an address for example. Entries are written together and in order within a moment, and at the
// latest when the store closes. A process that is killed may lose the last entries, but never a booking.
func (s *Store) Record(e Entry) {
	e.ID, e.At, e.Count = db.NewID(db.PrefixAudit), models.Instant(e.At), 1
	e.ResourceIDs = slices.DeleteFunc(slices.Clone(e.ResourceIDs), func(id string) bool { return !db.CouldBeID(id) })
	s.entries.Add(e)
}

// RecordFailure counts a failed authentication from a network, the zero prefix if it is unknown. All failures of one
// network in a minute share a row.
func (s *Store) RecordFailure(from netip.Prefix, e Entry) {
	if s.failures.add(s.AddressName(from), e) {
		taken := taking(&s.failures)
		if !s.entries.Later(func(tx *gorm.DB) error { return writeFailures(tx, taken()) }) {
			s.failures.unqueued()
		}
	}
}

// AddressName returns the name of a network in the audit: a pseudonym made with the secret. A copy of the database
// reveals no address, and an operator who asks for an address still finds its rows.
func (s *Store) AddressName(from netip.Prefix) string {
	if !from.IsValid() {
		return "unknown"
	}
	return "addr_" + s.db.Secret().Pseudonym("audit", from.String())
}

// writeAudit inserts the entries of a batch, many with one statement, and updates when their keys were last used.
func writeAudit(tx *gorm.DB, collected []any) error {
	entries := make([]Entry, len(collected))
	for n, e := range collected {
		entries[n] = e.(Entry)
	}
	if _, err := db.Create(tx, auditRecords(entries), nil); err != nil {
		return err
	}
	last := map[string]Entry{} // by key
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

// writeFailures inserts the rows of failed authentications. If this process or another has written a row for the same
// address and minute, it adds to its count.
func writeFailures(tx *gorm.DB, rows []Entry) error {
	_, err := db.Create(tx, auditRecords(rows), clause.OnConflict{
		Columns:     []clause.Column{{Name: "address"}, {Name: "at"}},
		TargetWhere: clause.Where{Exprs: []clause.Expression{gorm.Expr("address is not null")}},
		DoUpdates:   clause.Assignments(map[string]any{"count": gorm.Expr("audit.count + excluded.count")}),
	})
	return err
}

func auditRecords(entries []Entry) []db.AuditRecord {
	out := make([]db.AuditRecord, len(entries))
	for n, e := range entries {
		out[n] = db.AuditRecord{ID: e.ID, OrgID: e.OrgID, KeyID: e.KeyID, Method: e.Method, Route: e.Route,
			Status: e.Status, DurationUs: e.Duration.Microseconds(), ResourceIDs: e.ResourceIDs,
			RequestID: e.RequestID, At: e.At, Count: e.Count, Address: e.Address}
	}
	return out
}

// Filter selects audit entries. Zero fields do not filter, except OrgID.
type Filter struct {
	OrgID   string // "": failed authentications, which belong to no organization
	KeyID   string
	Address string    // as [Store.AddressName] returns it
	Since   time.Time // at or after
	Until   time.Time // before
	Limit   int       // the number of entries, the newest ones

	Method, Route        string // of an endpoint: GET, /api/v1/interviews/{id}
	StatusMin, StatusMax int    // both inclusive
	RequestID            string
	After                *models.Position // the last entry of the page before
}

// Endpoint is what requests call: a method and the pattern of a path.
type Endpoint struct{ Method, Route string }

// How many of the newest requests [Store.KeyCalls] and [Store.Endpoints] look at: a key may have made millions, and a
// page does not wait until all of them are counted.
const (
	countedRequests  = 10_000
	endpointRequests = 1_000
)

// Entries reads entries, newest first. A row of failed authentications is listed if its minute begins before Until
// and ends after Since.
func (s *Store) Entries(ctx context.Context, f Filter) ([]Entry, error) {
	if err := s.entries.Flush(ctx); err != nil {
		return nil, err
	}
	q, order := s.db.Read.WithContext(ctx).Limit(f.Limit), "at"
	if f.RequestID != "" {
		order = s.db.Dialect.Instant("at") // or SQLite would look for the request in the order of time
	}
	q = q.Order(order + " desc, id desc")
	if f.OrgID == "" {
		q = q.Where("org_id is null")
		f.Since = f.Since.Truncate(time.Minute)
	} else {
		q = q.Where("org_id = ?", f.OrgID)
	}
	if f.KeyID != "" {
		q = q.Where("key_id = ?", f.KeyID)
	}
	if f.Address != "" {
		q = q.Where("address = ?", f.Address)
	}
	if !f.Since.IsZero() {
		q = q.Where("at >= ?", f.Since)
	}
	if !f.Until.IsZero() {
		q = q.Where("at < ?", f.Until)
	}
	if f.Method != "" {
		q = q.Where("method = ?", f.Method)
	}
	if f.Route != "" {
		q = q.Where("route = ?", f.Route)
	}
	if f.StatusMin >= 400 {
		q = q.Where("status >= 400") // the condition of the index of failures, which a parameter would not imply
	}
	if f.StatusMin > 0 {
		q = q.Where("status >= ?", f.StatusMin)
	}
	if f.StatusMax > 0 {
		q = q.Where("status <= ?", f.StatusMax)
	}
	if f.RequestID != "" {
		q = q.Where("request_id = ?", f.RequestID)
	}
	if f.After != nil {
		q = q.Where("(at, id) < (?, ?)", f.After.At, f.After.ID)
	}
	var rows []db.AuditRecord
	if err := q.Find(&rows).Error; err != nil {
		return nil, db.Wrap("read audit", err)
	}
	out := make([]Entry, len(rows))
	for i, r := range rows {
		out[i] = Entry{
			ID: r.ID, OrgID: r.OrgID, KeyID: r.KeyID, Method: r.Method, Route: r.Route, Status: r.Status,
			Duration: time.Duration(r.DurationUs) * time.Microsecond, ResourceIDs: db.List(r.ResourceIDs),
			RequestID: r.RequestID, At: r.At, Count: r.Count, Address: r.Address,
		}
	}
	return out, nil
}

// Request reads the entry of a request of the organization by the id that its answer had in X-Request-Id;
// [models.NotFound] if there is none.
func (s *Store) Request(ctx context.Context, orgID, requestID string) (Entry, error) {
	if requestID == "" {
		return Entry{}, models.NotFoundf("a request needs an id")
	}
	found, err := s.Entries(ctx, Filter{OrgID: orgID, RequestID: requestID, Limit: 1})
	switch {
	case err != nil:
		return Entry{}, err
	case len(found) == 0:
		return Entry{}, models.NotFoundf("request %s not found", models.Quote(requestID))
	}
	return found[0], nil
}

// Endpoints lists the endpoints that the newest thousand requests of an organization called, by route and method.
func (s *Store) Endpoints(ctx context.Context, orgID string) (called []Endpoint, err error) {
	newest := db.Of(s.db.Read.WithContext(ctx).Model(&db.AuditRecord{}), orgID).Select("method, route").
		Order("at desc, id desc").Limit(endpointRequests)
	err = s.db.Read.WithContext(ctx).Table("(?) as newest", newest).Distinct("method", "route").Order("route, method").
		Scan(&called).Error
	return called, db.Wrap("list endpoints", err)
}

// usedEvery is the precision of a key's last use.
const usedEvery = time.Minute

// touchKey stores when a key was last used.
func touchKey(tx *gorm.DB, orgID, id string, at time.Time) error {
	return db.Of(tx.Model(&db.KeyRecord{}), orgID).Where("id = ? and (last_used_at is null or last_used_at < ?)", id,
		at).
		Update("last_used_at", at).Error
}
