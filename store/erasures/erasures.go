package erasures

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/effect"
	"litmus/models/erasure"
	"litmus/store/internal/db"
)

// record is a row of erasures.
type record struct {
	OrgID     string `gorm:"primaryKey"`
	ID        string `gorm:"primaryKey"`
	Email     string
	KeyID     string
	Hash      string
	ActorKind string
	ActorID   string
	AskedAt   time.Time
	DoneAt    *time.Time
	Remaining string
}

func (record) TableName() string { return "erasures" }

func (r record) erasure() erasure.Erasure {
	e := erasure.Erasure{OrgID: r.OrgID, ID: r.ID, Email: r.Email, KeyID: r.KeyID, Hash: r.Hash,
		By:      models.Actor{Kind: models.ActorKind(r.ActorKind), ID: r.ActorID},
		AskedAt: r.AskedAt, DoneAt: r.DoneAt}
	_ = json.Unmarshal([]byte(r.Remaining), &e.Remaining) // what this package wrote
	return e
}

// Ask asks to forget the person with the address: in one transaction what is ahead of them is canceled, their
// invitations are withdrawn and their links revoked. [Store.Carry] does the rest. One that is under way is returned,
// and takes along the records that were made since. It returns [models.NotFound] if the organization has no such
// candidate.
func (s *Store) Ask(ctx context.Context, by act.By, orgID, email string) (erasure.Erasure, error) {
	var asked record
	err := s.db.Tx(ctx, func(tx *gorm.DB) error {
		records, err := ofAddress(tx.Clauses(db.ForUpdate), orgID, email)
		if err != nil {
			return err
		}
		if len(records) == 0 {
			return noCandidate(email)
		}
		now := s.db.NowOf(orgID)
		if asked, err = s.underway(by, tx, orgID, email, now); err != nil {
			return err
		}
		for _, c := range records {
			if c.Erasure != "" {
				continue
			}
			if err := s.mark(by, tx, c, now); err != nil {
				return err
			}
		}
		return nil
	})
	return asked.erasure(), err
}

// underway reads the erasure of the address that is under way, and begins one if there is none. The address's records
// are locked: another transaction that asks has ended, or begins after this one.
func (s *Store) underway(by act.By, tx *gorm.DB, orgID, email string, now time.Time) (record, error) {
	found, err := db.Take[record](db.Of(tx, orgID).Where("email = ? and done_at is null", email))
	if err != nil {
		return record{}, db.Wrap("look for an erasure", err)
	}
	if found != nil {
		return *found, nil
	}
	key, err := s.key(tx)
	if err != nil {
		return record{}, err
	}
	who := by.Who()
	asked := record{OrgID: orgID, ID: db.NewID(prefix), Email: email, KeyID: key.id, Hash: key.hash(orgID, email),
		ActorKind: string(who.Kind), ActorID: who.ID, AskedAt: models.Instant(now), Remaining: noErrors}
	return asked, db.Wrap("ask for an erasure", tx.Create(&asked).Error)
}

const (
	prefix   = "era_"
	noErrors = "[]"
)

func noCandidate(email string) error {
	return models.NotFoundf("the organization has no candidate with the address %s", models.Quote(email))
}

// ofAddress reads the records of the address that are not erased, in the order of their ids.
func ofAddress(tx *gorm.DB, orgID, email string) (out []models.Candidate, err error) {
	var rows []db.CandidateRecord
	err = db.Of(tx, orgID).Where("email = ? and erasure <> ?", email, models.ErasureDone).Order("id").Find(&rows).Error
	for _, r := range rows {
		out = append(out, models.Candidate(r))
	}
	return out, db.Wrap("read the records of an address", err)
}

// mark makes one record and its interviews what they are while the erasure is carried out.
func (s *Store) mark(by act.By, tx *gorm.DB, before models.Candidate, now time.Time) error {
	found, err := interviewsOf(tx.Clauses(db.ForUpdate), before)
	if err != nil {
		return err
	}
	changes := []models.Change{}
	for _, was := range found {
		i, canceled := erasure.MarkInterview(was, now)
		if err := db.UpdateInterview(tx, i); err != nil {
			return db.Wrap("mark an interview", err)
		}
		if canceled {
			changes = append(changes, models.InterviewChange(models.ChangeCanceled, was, i))
		}
	}
	c := erasure.MarkCandidate(before, now)
	row := db.ToWake(tx, c)
	if err := tx.Select("state", "erasure", "access_epoch", "revision", "wake_trace", "updated_at").
		Updates(&row).Error; err != nil {
		return db.Wrap("mark a candidate", err)
	}
	return s.db.Note(by, tx, c.OrgID, append(changes, erasure.Change(c))...)
}

// interviewsOf reads the interviews of a record by their start, as an index has them.
func interviewsOf(tx *gorm.DB, c models.Candidate) (out []models.Interview, err error) {
	var rows []db.InterviewRecord
	err = db.Of(tx, c.OrgID).Where("candidate_id = ?", c.ID).Order("starts_at, id").Find(&rows).Error
	for _, r := range rows {
		out = append(out, models.Interview(r))
	}
	return out, db.Wrap("read the interviews of a record", err)
}

// Open lists the erasures of every organization that are not done, those that were asked for first in front: a worker
// carries them out. They are at most [MostOpen], those that follow after; nil for the first.
func (s *Store) Open(ctx context.Context, after *erasure.Erasure) (out []erasure.Erasure, err error) {
	q := s.db.Read.WithContext(ctx).Where("done_at is null")
	if after != nil {
		q = q.Where("(asked_at, id) > (?, ?)", after.AskedAt, after.ID)
	}
	var rows []record
	err = q.Order("asked_at, id").Limit(MostOpen).Find(&rows).Error
	for _, r := range rows {
		out = append(out, r.erasure())
	}
	return out, db.Wrap("read open erasures", err)
}

// MostOpen is how many erasures [Store.Open] reads at once.
const MostOpen = 100

// List lists the erasures of an organization, the newest first.
func (s *Store) List(ctx context.Context, orgID string) (out []erasure.Erasure, err error) {
	var rows []record
	err = db.Of(s.db.Read.WithContext(ctx), orgID).Order("asked_at desc, id desc").Find(&rows).Error
	for _, r := range rows {
		out = append(out, r.erasure())
	}
	return out, db.Wrap("read erasures", err)
}

// Kept is what is kept of one record of a person beside the database.
type Kept struct {
	Email, Name string        // by which letters are found
	Files       []models.File // whose content is kept; no more are added while the record is erased
}

// Carry carries the erasure out as far as it can be by now: when nothing is owed any more that would take something
// away outside, or [erasure.Patience] has ended, forget takes away what is kept beside the database, and the rows are
// overwritten in one transaction. What forget has to leave remains. done is false if it has to wait. It may be
// called again after any failure.
func (s *Store) Carry(ctx context.Context, e erasure.Erasure,
	forget func(Kept) ([]erasure.Remaining, error)) (done bool, err error) {
	records, err := ofAddress(s.db.Read.WithContext(ctx), e.OrgID, e.Email)
	if err != nil {
		return false, err
	}
	var accounts []erasure.InterviewLedger
	for _, c := range records {
		if c.Erasure == "" {
			continue // another application, made since
		}
		found, err := interviewsOf(s.db.Read.WithContext(ctx), c)
		if err != nil {
			return false, err
		}
		for _, i := range found {
			acct, err := s.effects.InterviewLedger(ctx, models.Ref{OrgID: i.OrgID, ID: i.ID})
			if err != nil {
				return false, err
			}
			accounts = append(accounts, erasure.InterviewLedger{Interview: acct.Interview, Ledger: acct.Ledger,
				Approved: acct.Approved})
		}
	}
	ready, remaining := erasure.Decide(e.AskedAt, e.Email, accounts, s.db.Policy(), s.db.NowOf(e.OrgID))
	if !ready {
		return false, nil
	}
	for _, c := range records {
		if c.Erasure == "" || forget == nil {
			continue
		}
		files, err := db.FilesOf(s.db.Read.WithContext(ctx), c.OrgID, "", c.ID)
		if err != nil {
			return false, err
		}
		left, err := forget(Kept{c.Email, c.Name, files})
		if err != nil {
			return false, err
		}
		remaining = append(remaining, left...)
	}
	err = s.overwrite(ctx, e, records, remaining)
	if errors.Is(err, errAskedSince) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, s.db.Scrub(ctx)
}

// errAskedSince is the error about a record that was asked to be erased since it was decided that nothing is owed.
var errAskedSince = errors.New("another record of the address is to be erased, too")

// overwrite writes over everything that names the person, and the address of the erasure itself. decided are the
// records as they were when it was decided that nothing is owed for them.
func (s *Store) overwrite(ctx context.Context, e erasure.Erasure, decided []models.Candidate,
	remaining []erasure.Remaining) error {
	return s.db.Tx(ctx, func(tx *gorm.DB) error {
		open, err := db.Take[record](db.Of(tx.Clauses(db.ForUpdate), e.OrgID).Where("id = ? and done_at is null", e.ID))
		if err != nil || open == nil { // another worker was here before
			return db.Wrap("read an erasure", err)
		}
		records, err := ofAddress(tx.Clauses(db.ForUpdate), e.OrgID, e.Email)
		if err != nil {
			return err
		}
		now := s.db.NowOf(e.OrgID)
		for _, c := range records {
			if c.Erasure == "" {
				continue
			}
			if !slices.ContainsFunc(decided, func(d models.Candidate) bool { return d.ID == c.ID && d.Erasure != "" }) {
				return errAskedSince
			}
			for _, t := range s.tables() {
				for _, q := range t.statements() {
					if err := tx.Exec(q, ofRecord(c, now)).Error; err != nil {
						return db.Wrap("overwrite "+t.name, err)
					}
				}
			}
		}
		done := models.Instant(now)
		open.Email, open.DoneAt, open.Remaining = "", &done, noErrors
		if len(remaining) > 0 {
			open.Remaining = db.JSONText(remaining)
		}
		return db.Wrap("close an erasure", tx.Select("email", "done_at", "remaining").Updates(open).Error)
	})
}

// Preview says what an erasure of the address would do; [models.NotFound] if the organization has no such candidate.
func (s *Store) Preview(ctx context.Context, orgID, email string) (p erasure.Preview, err error) {
	p.Email = email
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		if p.Records, err = ofAddress(tx, orgID, email); err != nil {
			return err
		}
		if len(p.Records) == 0 {
			return noCandidate(email)
		}
		now := s.db.NowOf(orgID)
		counts := map[string]int64{}
		for _, c := range p.Records {
			p.Underway = p.Underway || c.Erasure == models.ErasureAsked
			found, err := interviewsOf(tx, c)
			if err != nil {
				return err
			}
			p.Interviews += len(found)
			for _, i := range found {
				if marked, canceled := erasure.MarkInterview(i, now); canceled {
					p.Ahead = append(p.Ahead, marked.ID)
				}
				ledger, err := db.ReadEntries(tx, "org_id = ? and interview_id = ?", i.OrgID, i.ID)
				if err != nil {
					return err
				}
				p.Copies += len(effect.Standing(ledger))
			}
			for _, t := range s.tables() {
				n, err := db.First[int64](tx, "select count(*) from ("+t.rows()+") t", ofRecord(c, now))
				if err != nil {
					return db.Wrap("count "+t.name, err)
				}
				counts[t.name] += *n
			}
			var entries []string
			if err := tx.Raw("select key from imports where org_id = @org and "+ofInterview+" union all "+
				"select key from submissions where org_id = @org and key is not null and "+ofCandidate,
				ofRecord(c, now)).Scan(&entries).Error; err != nil {
				return db.Wrap("read what a file names", err)
			}
			p.Entries = append(p.Entries, entries...)
		}
		for _, t := range s.tables() {
			if counts[t.name] > 0 {
				p.Rows = append(p.Rows, erasure.Rows{Table: t.name, N: counts[t.name]})
			}
		}
		found, err := db.First[int](tx, "select 1 from members where org_id = @org and email = @email union all "+
			"select 1 from people where org_id = @org and email = @email", map[string]any{"org": orgID, "email": email})
		p.Member = found != nil
		return db.Wrap("read who else has the address", err)
	})
	return p, err
}
