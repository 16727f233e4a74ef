package effects

import (
	"context"
	"time"

	"litmus/models/effect"
	"litmus/store/internal/db"
	"litmus/store/interviews"
)

// mostCopies bounds how many copies in a calendar one reading looks after, the earliest first.
const mostCopies = 500

// OwnedCopy is an interview to come that is to have a copy in its interviewer's calendar, with what was done there.
type OwnedCopy struct {
	interviews.InterviewRow
	Ledger []effect.Entry
}

// Copies reads the interviews that begin after now, end within the span that was read, and are to have a copy in the
// person's calendar. The rows are read before the ledger, as [Store.InterviewLedger] does.
func (s *Store) Copies(ctx context.Context, orgID, email string, now, until time.Time) ([]OwnedCopy, error) {
	tx := s.db.Read.WithContext(ctx)
	rows, err := interviews.ScanInterviewRows(tx, orgID, true, nil, "select "+interviews.WholeColumns(s.db.Dialect)+
		" from interviews i"+s.db.Dialect.IndexedBy("interviews_that_block")+interviews.WithCandidates+
		` where i.org_id = ? and i.interviewer_email = ? and i.canceled_at is null and i.call_ended_at is null
		and i.starts_at > ? and i.ends_at <= ? and i.calendar_copy and i.erasure = ''
		order by i.starts_at, i.id limit ?`,
		orgID, email, now, until, mostCopies)
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
	of := map[string][]effect.Entry{}
	for _, e := range ledger {
		of[e.InterviewID] = append(of[e.InterviewID], e)
	}
	out := make([]OwnedCopy, len(rows))
	for n, r := range rows {
		out[n] = OwnedCopy{r, of[r.ID]}
	}
	return out, nil
}
