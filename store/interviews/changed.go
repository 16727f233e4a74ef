package interviews

import (
	"fmt"
	"slices"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/store/internal/db"
)

// fewChanged is the largest number of changed interviews that are sorted at once.
const fewChanged = 2_000

// daysOfPage is how many days with changes are read for a page at the first, second and third attempt; 0 means all.
var daysOfPage = []int{4, 64, 0}

// readChanged is [dialect.readListed] for interviews that changed since an instant (§6). A few changes, which is all
// that a polling client sees, are collected and sorted. Many changes cannot all be sorted for every page, and walking
// the list to the first of them takes long if it is near the end. So the first days on which any of them start are
// looked up, and only the interviews of these days are sorted.
func readChanged(d db.Dialect, tx *gorm.DB, orgID string, f models.InterviewFilter, after *models.Position,
	most int) (page []InterviewRow, err error) {
	page, seen, err := readFew(d, tx, orgID, f, after, most)
	if err == nil && len(page) == 0 { // there is no row with the count
		changed, args := changedSince(d, "i.id", orgID, f)
		err = tx.Raw("select count(*) from ("+changed+") as seen", args...).Scan(&seen).Error
	}
	if err != nil || seen <= fewChanged {
		return page, err
	}
	for _, days := range daysOfPage {
		if page, err = readDays(d, tx, orgID, f, after, most, days); err != nil || len(page) == most {
			break
		}
	}
	return page, err
}

// changedSince selects columns of the first fewChanged+1 interviews that changed since the instant.
func changedSince(d db.Dialect, columns, orgID string, f models.InterviewFilter) (query string, args []any) {
	return "select " + columns + " from interviews i" + d.IndexedBy("interviews_by_update") +
		" where i.org_id = ? and i.updated_at >= ? order by i.updated_at limit " +
		fmt.Sprint(fewChanged+1), []any{orgID, *f.UpdatedSince}
}

// readFew reads the page among the first fewChanged changes. If seen is larger the page may be incomplete.
func readFew(d db.Dialect, tx *gorm.DB, orgID string, f models.InterviewFilter, after *models.Position,
	most int) (page []InterviewRow, seen int, err error) {
	// The columns that selectedBy filters by.
	const needed = "i.org_id, i.starts_at, i.id, i.posting_id, i.round_id, i.updated_at, i.canceled_at"
	changed, args := changedSince(d, needed, orgID, f)
	where, more := selectedBy(orgID, f, after)
	query := "with seen as materialized (" + changed + `),
		page as materialized (select i.starts_at, i.id from seen i where i.org_id = ?` + where + inOrder(most) + `)
		select ` + ListedColumns(d) + ", (select count(*) from seen)" + fromPage
	args = slices.Concat(args, []any{orgID}, more, []any{orgID})
	page, err = ScanInterviewRows(tx, orgID, false, &seen, query, args...)
	return page, seen, err
}

// readDays reads the page among the changes of the first days on which any of them start; days is how many, 0 for all.
// One look-up in the index leads from a day to the next, and another tells whether anything changed on it.
func readDays(d db.Dialect, tx *gorm.DB, orgID string, f models.InterviewFilter, after *models.Position,
	most, days int) ([]InterviewRow, error) {
	day, byDay := d.Day("i.starts_at"), " from interviews i"+d.IndexedBy("interviews_by_day")+" where i.org_id = ?"
	next := func(which string) string { return "(select " + day + byDay + which + " order by " + day + " limit 1)" }
	changed := "exists (select 1" + byDay + " and " + day + " = days.day and i.updated_at >= ?)"
	since := []any{orgID, *f.UpdatedSince}

	begin, args := "", []any{orgID}
	if earliest := f.From; after != nil || earliest != nil {
		if after != nil {
			earliest = &after.At
		}
		begin, args = " and "+day+" >= "+d.Day(d.InstantParam()), append(args, *earliest)
	}
	end, first := "", ""
	args = append(append(args, orgID), since...)
	if f.To != nil {
		end, args = " and days.day <= "+d.Day(d.InstantParam()), append(args, *f.To)
	}
	if days > 0 { // in the text, because the best plan depends on the number
		end += fmt.Sprintf(" and days.hits < %d", days)
		first = fmt.Sprintf(" order by days.day limit %d", days)
	}
	where, more := selectedBy(orgID, f, after)
	query := `with recursive days(day, hits) as (select ` + next(begin) + `, 0 union all
			select ` + next(" and "+day+" > days.day") + `, days.hits + case when ` + changed + ` then 1 else 0 end
			from days where days.day is not null` + end + `),
		found as materialized (select days.day from days where ` + changed + first + `),
		page as materialized (select i.starts_at, i.id` + byDay + ` and ` + day + ` in (select found.day from found)` +
		where + inOrder(most) + `)
		select ` + ListedColumns(d) + fromPage
	args = slices.Concat(args, since, []any{orgID}, more, []any{orgID})
	return ScanInterviewRows(tx, orgID, false, nil, query, args...)
}

// fromPage joins the interviews of the table "page" with their candidates, in the order of the list.
const fromPage = " from page p join interviews i on i.org_id = ? and i.id = p.id" + WithCandidates +
	" order by p.starts_at, p.id"
