package pages

import (
	"context"
	"slices"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/store/internal/db"
	"litmus/store/interviews"
	"litmus/store/pools"
	"litmus/store/team"
)

// mostNamed is how many candidate records of a search are looked at for interviews, the newest first.
const mostNamed = 200

// Hits are what a search over everything finds, as many of each as its limit.
type Hits struct {
	Candidates []NamedCandidate
	Interviews []interviews.InterviewRow // those to come by their start, then the others, the latest first
	Postings   []models.Posting          // the newest first
	People     []models.Member           // members and interviewers, by address
	Pools      []models.Pool             // by name

	MoreCandidates, MoreInterviews, MorePostings, MorePeople, MorePools bool

	Names interviews.Names
}

// NamedCandidate is a candidate record whose name or address has the words.
type NamedCandidate struct{ ID, Email, Name, PostingID, PostingTitle, AssessmentTitle string }

// Search finds what has all the words in its names: candidate records and people also in their addresses, postings also
// in team and location, and interviews in those of candidate, interviewer and posting. upcoming selects the interviews
// that come first; where it has an owner, the records and interviews found are theirs. It scans the candidates once.
func (s *Store) Search(ctx context.Context, orgID string, words []string, upcoming models.InterviewSearch,
	limit int) (h Hits, err error) {
	if len(words) == 0 {
		return h, nil
	}
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		postings, err := readTitled(tx, orgID)
		if err != nil {
			return err
		}
		people, err := team.ReadTeam(tx, orgID, "", "")
		if err != nil {
			return err
		}
		named, err := pools.Read(tx, orgID)
		if err != nil {
			return err
		}
		h.Pools = slices.DeleteFunc(named, func(p models.Pool) bool { return !models.HasWords(words, p.Name) })
		titles := map[string]string{}
		for _, p := range postings {
			titles[p.ID] = p.Title
			if models.HasWords(words, p.Title, p.Team, p.Location) {
				h.Postings = append(h.Postings, p)
			}
		}
		for _, m := range people {
			if models.HasWords(words, m.Name, m.Email) {
				h.People = append(h.People, m)
			}
		}
		m, rest := meeting(words, postings, people)
		records, err := s.readMeant(tx, orgID, words, rest, upcoming.Own, &m)
		if err != nil {
			return err
		}
		for _, c := range records {
			c.PostingTitle = titles[c.PostingID]
			h.Candidates = append(h.Candidates, c)
		}
		if m.Nothing() {
			return nil
		}
		h.Interviews, err = s.readMeetings(tx, orgID, upcoming, m, limit+1)
		return err
	})
	if err != nil {
		return h, db.Wrap("search everything", err)
	}
	h.Candidates, h.MoreCandidates = atMost(h.Candidates, limit)
	h.Interviews, h.MoreInterviews = atMost(h.Interviews, limit)
	h.Postings, h.MorePostings = atMost(h.Postings, limit)
	h.People, h.MorePeople = atMost(h.People, limit)
	h.Pools, h.MorePools = atMost(h.Pools, limit)
	h.Names, err = s.interviews.NamesOf(ctx, orgID, h.Interviews)
	return h, err
}

func atMost[T any](list []T, limit int) (first []T, more bool) {
	return list[:min(len(list), limit)], len(list) > limit
}

// readTitled reads what a search looks at of the postings, the newest first.
func readTitled(tx *gorm.DB, orgID string) ([]models.Posting, error) {
	var rows []db.PostingRecord
	err := db.Of(tx, orgID).Select("org_id", "id", "title", "team", "location", "status", "archived_at").
		Order("created_at desc, id desc").Find(&rows).Error
	out := make([]models.Posting, len(rows))
	for n, r := range rows {
		out[n] = models.Posting(r)
	}
	return out, err
}

// readNamed reads the newest candidate records whose names and addresses have all the words, of an owner's interviews
// where there is one. Signs of patterns in a word mean themselves.
func (s *Store) readNamed(tx *gorm.DB, orgID string, words []string, owner string) (out []NamedCandidate, err error) {
	where, args := "", []any{orgID}
	for _, word := range words {
		condition, given := s.db.Dialect.Contains(word, "c.email", "c.name")
		where, args = where+" and "+condition, append(args, given...)
	}
	if owner != "" {
		where += " and exists (select 1 from interviews x where x.org_id = c.org_id and x.candidate_id = c.id and " +
			interviews.OwnedBy(s.db.Dialect, "x") + ")"
		args = append(args, owner, owner)
	}
	err = tx.Raw(`select c.id, c.email, c.name, c.posting_id, (select a.title from assessments a
			where a.org_id = c.org_id and a.id = c.assessment_id) as assessment_title
		from candidates c where c.org_id = ?`+where+
		" order by c.created_at desc, c.id desc limit ?", append(args, mostNamed)...).Scan(&out).Error
	return out, err
}

// meeting says which interviews have the words: those where each word that is in the name of an interviewer or posting
// is in that of theirs. The other words, rest, are to be in their candidate's.
func meeting(words []string, postings []models.Posting, people []models.Member) (m interviews.Meeting, rest []string) {
	for _, word := range words {
		var w interviews.MeetingWord
		for _, p := range postings {
			if models.HasWords([]string{word}, p.Title) {
				w.Postings = append(w.Postings, p.ID)
			}
		}
		for _, p := range people {
			if models.HasWords([]string{word}, p.Name, p.Email) {
				w.People = append(w.People, p.Email)
			}
		}
		if len(w.Postings)+len(w.People) == 0 {
			rest = append(rest, word)
			continue
		}
		m.Each = append(m.Each, w)
	}
	m.Each = together(m.Each)
	return m, rest
}

// together makes one of words that are in no posting: an interviewer has all of them.
func together(words []interviews.MeetingWord) []interviews.MeetingWord {
	titled := func(w interviews.MeetingWord) bool { return len(w.Postings) > 0 }
	if len(words) == 0 || slices.ContainsFunc(words, titled) {
		return words
	}
	all := slices.DeleteFunc(words[0].People, func(email string) bool {
		return slices.ContainsFunc(words[1:], func(w interviews.MeetingWord) bool {
			return !slices.Contains(w.People, email)
		})
	})
	if len(all) == 0 {
		return nil
	}
	return []interviews.MeetingWord{{People: all}}
}

// readMeant reads the newest candidate records with all the words, whose interviews m then selects, too, and completes
// m with the records that have the rest of the words. Where the latter are not many, they are among them.
func (s *Store) readMeant(tx *gorm.DB, orgID string, words, rest []string, owner string,
	m *interviews.Meeting) (named []NamedCandidate, err error) {
	if len(m.Each) == 0 || len(rest) == 0 {
		named, err = s.readNamed(tx, orgID, words, owner)
	} else {
		var others []NamedCandidate
		if others, err = s.readNamed(tx, orgID, rest, owner); err != nil {
			return nil, err
		}
		for _, c := range others {
			m.With = append(m.With, c.ID)
			if models.HasWords(words, c.Name, c.Email) {
				named = append(named, c)
			}
		}
		if len(others) == 0 {
			m.Each = nil
		}
		if len(others) == mostNamed { // older ones may have all the words
			named, err = s.readNamed(tx, orgID, words, owner)
		}
	}
	for _, c := range named {
		m.Candidates = append(m.Candidates, c.ID)
	}
	return named, err
}

// readMeetings reads the interviews to come, and then the others, the latest first.
func (s *Store) readMeetings(tx *gorm.DB, orgID string, upcoming models.InterviewSearch, m interviews.Meeting,
	most int) ([]interviews.InterviewRow, error) {
	now := s.db.NowOf(orgID)
	coming, err := interviews.ReadMeeting(s.db.Dialect, tx, orgID, upcoming, m, nil, now, most)
	if err != nil || len(coming) == most {
		return coming, err
	}
	var known []string
	for _, i := range coming {
		known = append(known, i.ID)
	}
	rest := models.InterviewSearch{Own: upcoming.Own, Backwards: true}
	others, err := interviews.ReadMeeting(s.db.Dialect, tx, orgID, rest, m, known, now, most-len(coming))
	return append(coming, others...), err
}
