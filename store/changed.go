package store

import (
	"fmt"
	"slices"

	"gorm.io/gorm"

	"litmus/models"
)

// fewChanged is how many changed interviews are sorted at once (decision 121).
const fewChanged = 2_000

// daysOfPage are how many days with changes are read for a page before more of them are; 0 is all of them.
var daysOfPage = []int{4, 64, 0}

// readChanged is [dialect.readListed] for interviews that changed since an instant (§6, decision 121). A few changes,
// all that a client sees that polls, are collected and sorted. Of many, neither all can be sorted for every page, nor
// can the list be walked to the first of them, which may stand near its end: the first days on which any of them start
// are looked for, and theirs are sorted.
func (d dialect) readChanged(tx *gorm.DB, orgID string, f models.InterviewFilter, after *models.Position,
	most int) (page []InterviewRow, err error) {
	page, seen, err := d.readFew(tx, orgID, f, after, most)
	if err == nil && len(page) == 0 { // no row says how many were seen
		changed, args := d.changedSince("i.id", orgID, f)
		err = tx.Raw("select count(*) from ("+changed+") as seen", args...).Scan(&seen).Error
	}
	if err != nil || seen <= fewChanged {
		return page, err
	}
	for _, days := range daysOfPage {
		if page, err = d.readDays(tx, orgID, f, after, most, days); err != nil || len(page) == most {
			break
		}
	}
	return page, err
}

// changedSince selects columns of fewChanged interviews, and one more, that changed since the instant.
func (d dialect) changedSince(columns, orgID string, f models.InterviewFilter) (query string, args []any) {
	return "select " + columns + " from interviews i" + d.indexedBy("interviews_by_update") +
		" where i.org_id = ? and i.updated_at >= ? order by i.updated_at limit " +
		fmt.Sprint(fewChanged+1), []any{orgID, *f.UpdatedSince}
}

// readFew reads the page among the first fewChanged changes. Where it has seen more than those, there may be another
// one.
func (d dialect) readFew(tx *gorm.DB, orgID string, f models.InterviewFilter, after *models.Position,
	most int) (page []InterviewRow, seen int, err error) {
	// What selectedBy needs, too.
	const needed = "i.org_id, i.starts_at, i.id, i.posting_id, i.round_id, i.updated_at, i.canceled_at"
	changed, args := d.changedSince(needed, orgID, f)
	where, more := selectedBy(orgID, f, after)
	query := "with seen as materialized (" + changed + `),
		page as materialized (select i.starts_at, i.id from seen i where i.org_id = ?` + where + inOrder(most) + `)
		select ` + d.publicColumns() + ", (select count(*) from seen)" + fromPage
	args = slices.Concat(args, []any{orgID}, more, []any{orgID})
	page, err = scanInterviewRows(tx, orgID, false, &seen, query, args...)
	return page, seen, err
}

// readDays reads the page among the changes of the first days on which any of them start: so many days, or all of them
// for 0. One look into the index leads from a day to the next one, and another one tells whether anything changed on
// it.
func (d dialect) readDays(tx *gorm.DB, orgID string, f models.InterviewFilter, after *models.Position,
	most, days int) ([]InterviewRow, error) {
	day, byDay := d.day("i.starts_at"), " from interviews i"+d.indexedBy("interviews_by_day")+" where i.org_id = ?"
	next := func(which string) string { return "(select " + day + byDay + which + " order by " + day + " limit 1)" }
	changed := "exists (select 1" + byDay + " and " + day + " = days.day and i.updated_at >= ?)"
	since := []any{orgID, *f.UpdatedSince}

	begin, args := "", []any{orgID}
	if earliest := f.From; after != nil || earliest != nil {
		if after != nil {
			earliest = &after.StartsAt
		}
		begin, args = " and "+day+" >= "+d.day(d.instantParam()), append(args, *earliest)
	}
	end, first := "", ""
	args = append(append(args, orgID), since...)
	if f.To != nil {
		end, args = " and days.day <= "+d.day(d.instantParam()), append(args, *f.To)
	}
	if days > 0 { // in the text and no parameter, since the best plan depends on it
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
		select ` + d.publicColumns() + fromPage
	args = slices.Concat(args, since, []any{orgID}, more, []any{orgID})
	return scanInterviewRows(tx, orgID, false, nil, query, args...)
}

// fromPage joins the interviews of the table "page" with their candidates, in the list's order.
const fromPage = " from page p join interviews i on i.org_id = ? and i.id = p.id" + withCandidates +
	" order by p.starts_at, p.id"
