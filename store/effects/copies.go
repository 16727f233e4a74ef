package effects

import (
	"context"
	"slices"
	"time"

	"litmus/models/effect"
	"litmus/store/internal/db"
	"litmus/store/interviews"
)

// mostCopies bounds how many copies in a calendar one reading looks after, the earliest first.
const mostCopies = 500

// OwnedCopy is an interview to come that is to have a copy in somebody's calendar, with what was done there.
type OwnedCopy struct {
	interviews.InterviewRow
	Ledger []effect.Entry
}

// CopyTried reports whether something was done since then about a copy in the person's calendar of an interview that
// begins after now.
func (s *Store) CopyTried(ctx context.Context, orgID, email string, since, now time.Time) (tried bool, err error) {
	err = s.db.Read.WithContext(ctx).Raw("select exists (select 1 from attendees w"+
		s.db.Dialect.IndexedBy("attendees_that_block")+
		` join effects e on e.org_id = w.org_id and e.interview_id = w.interview_id and e.target = ?
		where w.org_id = ? and w.email = ? and w.blocks and w.starts_at > ? and e.updated_at > ?)`,
		effect.EventTarget(email), orgID, email, now, since).Scan(&tried).Error
	return tried, db.Wrap("look for copies that were written", err)
}

// Copies reads the interviews that begin after now, end within the span that was read, and are to have a copy in the
// person's calendar. The rows are read before the ledger, as [Store.InterviewLedger] does.
func (s *Store) Copies(ctx context.Context, orgID, email string, now, until time.Time) ([]OwnedCopy, error) {
	tx := s.db.Read.WithContext(ctx)
	rows, err := interviews.ScanInterviewRows(tx, orgID, true, nil, "select "+interviews.WholeColumns(s.db.Dialect)+
		" from attendees w"+s.db.Dialect.IndexedBy("attendees_that_block")+
		" join interviews i on i.org_id = w.org_id and i.id = w.interview_id"+interviews.WithCandidates+
		` where w.org_id = ? and w.email = ? and w.blocks and w.starts_at > ? and w.ends_at <= ? and i.erasure = ''
		and (i.panel is not null or i.calendar_copy) order by w.starts_at, w.interview_id limit ?`,
		orgID, email, now, until, mostCopies)
	rows = slices.DeleteFunc(rows, func(i interviews.InterviewRow) bool { return !i.HasCopy(email) })
	if err != nil || len(rows) == 0 {
		return nil, db.Wrap("read copies", err)
	}
	ids := make([]string, len(rows))
	for n, r := range rows {
		ids[n] = r.ID
	}
	ledger, err := db.ReadEntries(tx, "org_id = ? and interview_id in ? and target = ?", orgID, ids,
		effect.EventTarget(email))
	if err != nil {
		return nil, db.Wrap("read what was done with copies", err)
	}
	entries := map[string][]effect.Entry{}
	for _, e := range ledger {
		entries[e.InterviewID] = append(entries[e.InterviewID], e)
	}
	out := make([]OwnedCopy, len(rows))
	for n, r := range rows {
		out[n] = OwnedCopy{r, entries[r.ID]}
	}
	return out, nil
}
