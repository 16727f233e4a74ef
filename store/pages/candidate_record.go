package pages

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/candidacy"
	"litmus/models/effect"
	"litmus/store/candidates"
	"litmus/store/internal/db"
	"litmus/store/interviews"
	"litmus/store/pipelines"
)

// mostRecords bounds the records of one person that their page shows.
const mostRecords = 200

// CandidateOverview is what the page of a candidate shows: one record with everything about it, and the person's other
// records (D19).
type CandidateOverview struct {
	ListedCandidate
	Assessment  models.Assessment
	Interviews  []interviews.InterviewRow // also canceled ones, the newest start first
	Submissions []models.Submission
	Letter      *effect.Entry     // of the invitation, see [candidacy.Invitation]
	Approved    bool              // the organization is; until then the letter waits
	Others      []ListedCandidate // further records of the address, the newest first

	Sessions []interviews.InterviewRow // as Interviews, of all records
	Letters  map[string]effect.Entry   // as Letter, of all records by their ids

	resendLimit int // how often an invitation is sent again in a day

	// OthersOwned has the ids of those of Others that have an interview of the member's own.
	OthersOwned []string
}

// Invitation returns the record's invitation, for its rules.
func (d CandidateOverview) Invitation() candidacy.Invitation {
	return candidacy.Invitation{Candidate: d.Candidate, DeliveryMode: d.DeliveryMode, Interviewed: d.Interview != nil,
		Letter: d.Letter, Approved: d.Approved}
}

// Invitable is [models.Candidate.Invitable] of the record.
func (d CandidateOverview) Invitable(now time.Time) bool {
	return d.Candidate.Invitable(models.Posting{Status: d.PostingStatus}, d.Interview != nil, now)
}

// CheckResend says why the invitation cannot be sent again at now, as [candidacy.DecideResend] has it; nil if it can.
// How many letters strangers had today is asked only when it is sent.
func (d CandidateOverview) CheckResend(p models.Policy, now time.Time) error {
	_, _, err := candidacy.DecideResend(candidacy.ResendFacts{Invitation: d.Invitation(),
		Posting: models.Posting{Status: d.PostingStatus}, Limit: d.resendLimit}, d.Resends, p, now)
	return err
}

// Owned reports whether an interview of the record is the member's own.
func (d CandidateOverview) Owned(m models.Member) bool {
	return slices.ContainsFunc(d.Interviews, func(i interviews.InterviewRow) bool { return m.Owns(i.Interview) })
}

// CandidateOverview reads a candidate record with the person's others; [models.NotFound] if the organization has no
// such candidate. The member is whose own interviews OthersOwned is about. The number of statements is the same
// whatever there is.
func (s *Store) CandidateOverview(ctx context.Context, orgID, candidateID string, m models.Member) (d CandidateOverview,
	err error) {
	d.resendLimit = s.db.Limits.ResentInvitations
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		records, err := s.listCandidates(tx, orgID, ` and c.email = (select x.email from candidates x
			where x.org_id = ? and x.id = ?) order by c.id = ? desc, c.created_at desc, c.id desc limit ?`, orgID,
			candidateID, candidateID, mostRecords)
		if err != nil {
			return err
		}
		if len(records) == 0 {
			return candidates.CandidateNotFound(candidateID)
		}
		d.ListedCandidate, d.Others = records[0], records[1:]
		if d.Assessment, err = pipelines.ReadAssessment(tx, orgID, d.AssessmentID); err != nil {
			return err
		}
		if err := s.readSessions(tx, orgID, m, records, &d); err != nil {
			return err
		}
		var submissions []db.SubmissionRecord
		if err := db.Of(tx, orgID).Where("candidate_id = ?", d.ID).Order("submitted_at desc, id desc").
			Find(&submissions).Error; err != nil {
			return err
		}
		for _, x := range submissions {
			d.Submissions = append(d.Submissions, models.Submission(x))
		}
		ledger, err := db.ReadEntries(tx, "org_id = ? and candidate_id in ?", orgID, idsOf(records))
		if err != nil {
			return err
		}
		d.Letters = map[string]effect.Entry{}
		for _, e := range ledger { // there is one of a record at most
			d.Letters[e.CandidateID] = e
		}
		if e, tried := d.Letters[d.ID]; tried {
			d.Letter = &e
		}
		return tx.Raw("select approved from organizations where id = ?", orgID).Row().Scan(&d.Approved)
	})
	return d, db.Wrap("read candidate", err)
}

// readSessions reads the interviews of all records, which says whose are the member's. SQLite sorts them, since it
// would otherwise read all interviews of the organization in the order of their starts.
func (s *Store) readSessions(tx *gorm.DB, orgID string, m models.Member, records []ListedCandidate,
	d *CandidateOverview) error {
	all, err := interviews.ReadInterviewRows(s.db.Dialect, tx, orgID, true,
		" and i.candidate_id in ? order by "+s.db.Dialect.Instant("i.starts_at")+" desc, i.id desc", idsOf(records))
	d.Sessions = all
	for _, i := range all {
		if i.CandidateID == d.ID {
			d.Interviews = append(d.Interviews, i)
		} else if m.Owns(i.Interview) && !slices.Contains(d.OthersOwned, i.CandidateID) {
			d.OthersOwned = append(d.OthersOwned, i.CandidateID)
		}
	}
	return err
}

func idsOf(records []ListedCandidate) []string {
	ids := make([]string, len(records))
	for n, r := range records {
		ids[n] = r.ID
	}
	return ids
}
