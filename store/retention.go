package store

import (
	"context"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/store/internal/db"
)

// old is how the rows of one sort of [models.Retention] are found that are older than @before: those of which
// organization, and by which id in which column they are deleted.
type old struct {
	table, id string
	rows      string // selects org_id and id of the oldest
	also      string // which rows with that id are deleted
	files     string // which files go with them, of the candidates with these ids; "" for none
}

var olds = map[string]old{
	models.KeptAudit: {table: "audit", id: "id",
		rows: "select coalesce(org_id, '') as org_id, id from audit where at < @before order by at"},
	models.KeptPlans: {table: "committed_plans", id: "id",
		rows: "select org_id, id from committed_plans where committed_at < @before order by committed_at"},
	models.KeptSessions: {table: "sessions", id: "id",
		rows: "select org_id, id from sessions where expires_at < @before or seen_at < @before"},
	models.KeptCallbacks: {table: "callbacks", id: "event_id",
		rows: "select org_id, event_id as id from callbacks where at < @before", also: "at < @before"},
	models.KeptDrafts: {table: "answers", id: "candidate_id",
		rows: `select a.org_id, a.candidate_id as id from answers a
		join candidates c on c.org_id = a.org_id and c.id = a.candidate_id
		where a.submission_id is null and a.saved_at < @before and c.state not in ('invited', 'in_progress')
		union select f.org_id, f.candidate_id from files f
		join candidates c on c.org_id = f.org_id and c.id = f.candidate_id
		where c.state not in ('invited', 'in_progress') and ` + draftFiles("f"),
		also: "submission_id is null and saved_at < @before", files: draftFiles("files")},
	models.KeptLetters: {table: "effects", id: "interview_id",
		rows: `select distinct e.org_id, e.interview_id as id from effects e
		join interviews i on i.org_id = e.org_id and i.id = e.interview_id
		where e.target like 'mail:%' and e.updated_at < @before and i.ends_at < @before
		and i.converged_revision = i.revision and (i.window_ends_at < @before or i.call_ended_at < @before
		or i.canceled_at < @before)`, also: "target like 'mail:%'"},
}

// draftFiles is which files of candidates are old and were never handed in.
func draftFiles(table string) string {
	return table + ".added_at < @before and not exists (select 1 from answers h where h.org_id = " + table +
		".org_id and h.candidate_id = " + table + ".candidate_id and h.submission_id is not null)"
}

// oldRow names rows that are to go.
type oldRow struct{ OrgID, ID string }

// CountOld counts the ids by which [Store.PruneOld] would delete rows of the sort.
func (s *Store) CountOld(ctx context.Context, what string, before time.Time) (n int64, err error) {
	err = s.db.Read.WithContext(ctx).Raw("select count(*) from ("+olds[what].rows+") as o",
		map[string]any{"before": before}).Scan(&n).Error
	return n, db.Wrap("count old "+what, err)
}

// PruneOld deletes the rows of at most limit ids of a sort that are older than before, and returns how many ids those
// were. They are looked for outside of the transaction, so that on SQLite bookings do not wait for it.
func (s *Store) PruneOld(ctx context.Context, what string, before time.Time, limit int) (n int64, err error) {
	o := olds[what]
	var rows []oldRow
	if err := s.db.Read.WithContext(ctx).Raw(o.rows+fmt.Sprint(" limit ", limit),
		map[string]any{"before": before}).Scan(&rows).Error; err != nil {
		return 0, db.Wrap("look for old "+what, err)
	}
	ids := map[string][]string{}
	for _, r := range rows {
		ids[r.OrgID] = append(ids[r.OrgID], r.ID)
	}
	err = s.db.Tx(ctx, func(tx *gorm.DB) error {
		for _, orgID := range db.SortedKeys(ids) {
			q := tx.Table(o.table).Where("org_id = ?", orgID)
			if orgID == "" {
				q = tx.Table(o.table).Where("org_id is null")
			}
			if strings.Contains(o.also, "@before") {
				q = q.Where(o.also, map[string]any{"before": before})
			} else if o.also != "" {
				q = q.Where(o.also)
			}
			if err := q.Where(o.id+" in ?", ids[orgID]).Delete(nil).Error; err != nil {
				return err
			}
			if o.files == "" {
				continue
			}
			if err := db.Of(tx, orgID).Where("candidate_id in ?", ids[orgID]).Where(o.files,
				map[string]any{"before": before}).Delete(&db.FileRecord{}).Error; err != nil {
				return err
			}
		}
		return nil
	})
	return int64(len(rows)), db.Wrap("delete old "+what, err)
}
