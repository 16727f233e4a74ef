package pages

import (
	"context"

	"litmus/models/candidacy"
	"litmus/store/internal/db"
)

// ListedAccommodation is what somebody needs, with the record on which they said so.
type ListedAccommodation struct {
	candidacy.Accommodation  `gorm:"embedded"`
	CandidateID, Name, Email string
	PostingTitle             string
	AssessmentTitle          string
	SettledByName            string // of the member, "" for one who has none
}

// listedAccommodations selects what candidates need, with their records.
const listedAccommodations = `select a.text, a.asked_at, a.settled_at, a.settled_by, c.id as candidate_id, c.name,
	c.email, p.title as posting_title, s.title as assessment_title, coalesce(m.name, '') as settled_by_name
	from accommodations a
	join candidates c on c.org_id = a.org_id and c.id = a.candidate_id
	join postings p on p.org_id = c.org_id and p.id = c.posting_id
	join assessments s on s.org_id = c.org_id and s.id = c.assessment_id
	left join members m on m.org_id = a.org_id and m.email = a.settled_by`

// AccommodationsOf reads what the candidate of a record needs, also as they said it on other records of the same
// address: who went on to the next step needs it there, too. That record's stands first, then the newest.
func (s *Store) AccommodationsOf(ctx context.Context, orgID, candidateID string) (list []ListedAccommodation,
	err error) {
	err = s.db.Read.WithContext(ctx).Raw(listedAccommodations+` where a.org_id = ? and c.email = (select x.email
		from candidates x where x.org_id = ? and x.id = ?) order by c.id = ? desc, a.asked_at desc, c.id`, orgID, orgID,
		candidateID, candidateID).Scan(&list).Error
	return list, db.Wrap("read what a candidate needs", err)
}

// OpenAccommodations reads what nobody has seen to yet, the longest ago first: at most one more than [MaxAsking]. Who
// was rejected or withdrew needs nothing any more; who went on to the next step may.
func (s *Store) OpenAccommodations(ctx context.Context, orgID string) (list []ListedAccommodation, err error) {
	err = s.db.Read.WithContext(ctx).Raw(listedAccommodations+` where a.org_id = ? and a.settled_at is null
		and c.state not in ('rejected', 'withdrawn') order by a.asked_at, c.id limit ?`, orgID,
		MaxAsking+1).Scan(&list).Error
	return list, db.Wrap("read what candidates need", err)
}
