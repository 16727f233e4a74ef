package pages

import (
	"context"
	"database/sql"
	"encoding/json"
	"slices"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/figures"
	"litmus/store/internal/db"
	"litmus/store/interviews"
)

// movesIn selects the moves h of the organization that were made in the span. SQLite reads them by that index, "" for
// one of its own choice.
func (s *Store) movesIn(orgID, index string, f figures.Filter) (from, where string, args []any) {
	if from = "history h"; index != "" {
		from += s.db.Dialect.IndexedBy(index)
	}
	where, args = "h.org_id = ? and h.what = 'moved' and h.at >= ? and h.at < ?", []any{orgID, f.From(), f.To()}
	if f.PostingID != "" || f.Interviewer != "" {
		from += " join interviews i on i.org_id = h.org_id and i.id = h.subject_id"
	}
	if f.PostingID != "" {
		where, args = where+" and i.posting_id = ?", append(args, f.PostingID)
	}
	if f.Interviewer != "" {
		where, args = where+" and i.interviewer_email = ?", append(args, f.Interviewer)
	}
	return from, where, args
}

// takingBack is that t takes back h, which is the change of the interview before it (see [models.Held]).
const takingBack = `t.org_id = h.org_id and t.what = 'taken_back' and t.subject_id = h.subject_id and t.at > h.at
	and not exists (select 1 from history x where x.org_id = t.org_id and x.subject = 'interview'
		and x.subject_id = t.subject_id and x.at > h.at and x.at < t.at
		and x.what in ('moved', 'reassigned', 'replaced', 'taken_back'))`

// readMoves counts the moves that were not taken back: all of them, less those that were. These are few, and to look at
// each move for what takes it back costs more than to count it.
func (s *Store) readMoves(tx *gorm.DB, orgID string, f figures.Filter, out *Figures) error {
	week, weeks := weekOf("h.at", f)
	from, where, args := s.movesIn(orgID, "history_of_moves", f)
	moves := "select " + week + " as week, h.actor_kind = 'candidate' as by_candidate, "
	one, _, _ := s.movesIn(orgID, "", f)
	taken := "history t" + s.db.Dialect.IndexedBy("history_takings") + " cross join " + one
	return tx.Raw("select week, by_candidate, sum(n) as moves from ("+
		moves+"count(*) as n from "+from+" where "+where+" group by 1, 2 union all "+
		moves+"-1 from "+taken+" where "+where+" and h.subject = 'interview' and t.org_id = ? and t.at >= ? and "+
		takingBack+") as m group by 1, 2 having sum(n) > 0 order by 1, 2",
		slices.Concat(weeks, args, weeks, args, []any{orgID, f.From()})...).Scan(&out.Moves).Error
}

// readGiven reads the moves and cancellations for which a reason was given and all no-shows, the latest first, and
// counts their reasons.
func (s *Store) readGiven(tx *gorm.DB, orgID string, f figures.Filter, out *Figures) error {
	d := s.db.Dialect
	from, where, args := s.movesIn(orgID, "history_of_reasons", f)
	query := "select 'moved', h.subject_id, " + d.Instant("h.at") + ", h.details from " + from + " where " + where +
		" and h.details like '%\"because%'" +
		" and not exists (select 1 from history t" + d.IndexedBy("history_taken_back") + " where " + takingBack + ")"
	_, where, more := s.heldIn(orgID, f)
	query += " union all select 'canceled', i.id, " + d.Instant("i.canceled_at") + ", i.reason from interviews i" +
		d.IndexedBy("interviews_canceled_because") + " where " + where +
		" and i.canceled_at is not null and i.reason is not null"
	query += " union all select 'no_show', i.id, " + d.Instant("i.starts_at") + ", i.no_show_note from interviews i" +
		d.IndexedBy(interviews.MissedIndex) + " where " + where + " and " + interviews.Missed
	found := tx.Raw(query+" order by 3 desc, 2", slices.Concat(args, more, more)...)
	err := db.Each(found, func(rows *sql.Rows) (err error) {
		var g figures.Given
		var at db.Instant
		var text string
		if err := rows.Scan(&g.What, &g.InterviewID, &at, &text); err != nil {
			return err
		}
		g.At = at.At
		if g.Text, err = reasonOf(g.What, text); err != nil {
			return err
		}
		out.Given = append(out.Given, g)
		return nil
	})
	out.Reasons = figures.ReasonsOf(out.Given)
	return err
}

// reasonsSince is how long a reason is remembered for the next form that asks for one.
const reasonsSince = 90 * 24 * time.Hour

// OfferedReasons are [figures.Offered] of the moves, cancellations and no-shows of the last 90 days; one statement.
func (s *Store) OfferedReasons(ctx context.Context, orgID string) ([]string, error) {
	now := s.db.NowOf(orgID)
	var f Figures // interviews that were canceled may lie ahead
	err := s.readGiven(s.db.Read.WithContext(ctx), orgID, figures.Filter{Weeks: []figures.Week{
		{From: now.Add(-reasonsSince), To: now.Add(reasonsSince)}}}, &f)
	return figures.Offered(f.Given), db.Wrap("read reasons", err)
}

// reasonOf is the reason in what is stored: the details of a move, the reason of a cancellation, the note of a no-show.
func reasonOf(what figures.Happening, stored string) (string, error) {
	switch what {
	case figures.Moved:
		var details []models.Detail
		err := json.Unmarshal([]byte(stored), &details)
		for _, d := range details {
			if d.Field == models.FieldBecause || d.Field == models.FieldBecauseTold {
				return d.After, nil
			}
		}
		return "", err
	case figures.Canceled:
		var r models.Reason
		err := json.Unmarshal([]byte(stored), &r)
		return r.Text, err
	}
	return stored, nil
}

func (s *Store) readLatest(tx *gorm.DB, orgID string, out *Listed) error {
	latest := out.Given[:min(len(out.Given), maxLatest)]
	ids := []string{""} // at least one, so that there is as much to ask for whatever was found
	for _, g := range latest {
		ids = append(ids, g.InterviewID)
	}
	rows, err := interviews.ReadInterviewRows(s.db.Dialect, tx, orgID, true, " and i.id in ?", ids)
	known := map[string]interviews.InterviewRow{}
	for _, r := range rows {
		known[r.ID] = r
	}
	for _, g := range latest {
		out.Latest = append(out.Latest, Latest{g, known[g.InterviewID]})
	}
	return err
}
