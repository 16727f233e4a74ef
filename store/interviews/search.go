package interviews

import (
	"context"
	"database/sql"
	"maps"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/store/internal/db"
)

// Search reads one page of the dashboard's list (D11), ordered by stored start, then id, or the other way
// round. after is the last position of the page before, nil for the first; next is nil on the final page. The rows are
// whole.
func (s *Store) Search(ctx context.Context, orgID string, q models.InterviewSearch, after *models.Position,
	limit int) (page []InterviewRow, next *models.Position, err error) {
	tx := s.db.Read.WithContext(ctx)
	if page, err = ReadSearched(s.db.Dialect, tx, orgID, q, after, s.db.NowOf(orgID), rowsFor(limit)); err != nil {
		return nil, nil, db.Wrap("search interviews", err)
	}
	if len(page) > limit {
		page = page[:limit]
		last := page[limit-1]
		next = &models.Position{At: last.StartsAt, ID: last.ID}
	}
	return page, next, nil
}

// ByID reads these interviews, whole and in the order of their starts; [models.NotFound] if the organization lacks one
// of them. SQLite sorts them, since it would otherwise read all interviews in that order.
func (s *Store) ByID(ctx context.Context, orgID string, ids []string) ([]InterviewRow, error) {
	rows, err := ReadInterviewRows(s.db.Dialect, s.db.Read.WithContext(ctx), orgID, true,
		" and i.id in ? order by "+s.db.Dialect.Instant("i.starts_at")+", i.id", ids)
	if err != nil {
		return nil, db.Wrap("read interviews", err)
	}
	known := map[string]bool{}
	for _, r := range rows {
		known[r.ID] = true
	}
	for _, id := range ids {
		if !known[id] {
			return nil, InterviewNotFound(id)
		}
	}
	return rows, nil
}

// ReadSearched reads the first interviews that the search selects at now after a position, as many as most.
func ReadSearched(d db.Dialect, tx *gorm.DB, orgID string, q models.InterviewSearch, after *models.Position,
	now time.Time, most int) ([]InterviewRow, error) {
	where, args := selectedBy(orgID, q.InterviewFilter, nil)
	and := func(condition string, values ...any) {
		where += " and " + condition
		args = append(args, values...)
	}
	order := ordered(q.Backwards, most)
	if after != nil {
		side := ">"
		if q.Backwards {
			side = "<"
		}
		and("(i.starts_at, i.id) "+side+" (?, ?)", after.At, after.ID)
	}
	if len(q.Statuses) > 0 {
		condition, values := statusIn(q.Statuses, now)
		and(condition, values...)
	}
	if q.CandidateID != "" {
		and("i.candidate_id = ?", q.CandidateID)
	}
	if q.NoShow {
		and(Missed)
	}
	if len(q.Interviewers) > 0 {
		and("exists (select 1 from attendees w where w.org_id = i.org_id and w.interview_id = i.id and w.email in "+
			"(select m.value from "+d.Members("?")+"))", db.JSONText(q.Interviewers))
	}
	if q.Own != "" {
		and(OwnedBy(d, "i"), q.Own, q.Own)
	}
	for _, word := range q.Words {
		condition, values := candidateNamed(d, orgID, word)
		and(condition, values...)
	}
	index := ""
	switch waits := onlyUnused(q.Statuses); {
	case q.CandidateEmail != "", q.CandidateID != "":
		index = d.IndexedBy("interviews_by_candidate")
	case q.NoShow: // few of all interviews
		index = d.IndexedBy(MissedIndex)
	case waits: // likewise
		and(UnusedLink)
		index = d.IndexedBy("interviews_unused")
	}
	query := "select " + WholeColumns(d) + " from interviews i" + index + WithCandidates + " where i.org_id = ?" +
		where + order
	return ScanInterviewRows(tx, orgID, true, nil, query, append([]any{orgID}, args...)...)
}

// ordered puts interviews i in the order of their starts, or the other way round.
func ordered(backwards bool, most int) string {
	order := inOrder(most)
	if backwards {
		order = strings.Replace(order, "i.starts_at, i.id", "i.starts_at desc, i.id desc", 1)
	}
	return order
}

// UnusedLink selects external sessions i that are not canceled and whose link was not used, in the words of the index
// interviews_unused.
const UnusedLink = Unused + " and i.canceled_at is null"

// Unused selects interviews i whose link nobody used: they have no start yet.
const Unused = "i.source = 'external' and i.link_used_at is null"

// Missed selects interviews i to which somebody did not come: the candidate, who leads, or somebody else of the panel
// (P12). It is in the words of the index [MissedIndex].
const (
	Missed      = `(i.no_show <> '' or i.panel like '%"missed":true%')`
	MissedIndex = "interviews_missed"
)

// onlyUnused reports whether interviews of these statuses all wait for their link to be used, or expired so.
func onlyUnused(statuses []string) bool {
	for _, s := range statuses {
		if s != models.StatusPending && s != models.StatusExpired {
			return false
		}
	}
	return len(statuses) > 0
}

// statusIn is the condition that interviews i have one of the statuses at now, as [models.Interview.StatusAt] says it
// of a row: no column has it.
func statusIn(statuses []string, now time.Time) (condition string, args []any) {
	var either []string
	for _, status := range statuses {
		switch status {
		case models.StatusCanceled:
			either = append(either, "i.canceled_at is not null")
		case models.StatusExpired:
			either = append(either, "i.canceled_at is null and "+Unused+" and i.expires_at <= ?")
			args = append(args, now)
		case models.StatusPending:
			either = append(either, "i.canceled_at is null and i.call_ended_at is null and "+Unused+
				" and (i.expires_at is null or i.expires_at > ?)")
			args = append(args, now)
		case models.StatusCompleted:
			either = append(either, "i.canceled_at is null and not ("+Unused+") and (i.call_ended_at is not null or "+
				"i.window_ends_at <= ?)")
			args = append(args, now)
		case models.StatusScheduled:
			either = append(either, "i.canceled_at is null and i.call_ended_at is null and not ("+Unused+") and "+
				"(i.window_ends_at is null or i.window_ends_at > ?)")
			args = append(args, now)
		}
	}
	return "((" + strings.Join(either, ") or (") + "))", args
}

// candidateNamed is the condition that the word is part of the candidate's name or address, the interviewer's, or the
// posting's title. The names are looked through once, and not once for each interview.
func candidateNamed(d db.Dialect, orgID, word string) (condition string, args []any) {
	candidates, candidate := d.Contains(word, "w.email", "w.name")
	people, person := d.Contains(word, "w.name")
	titles, title := d.Contains(word, "w.title")
	addresses, address := d.Contains(word, "i.interviewer_email")
	condition = `(i.candidate_id in (select w.id from candidates w where w.org_id = ? and ` + candidates + `)
		or i.interviewer_email in (select w.email from people w where w.org_id = ? and ` + people + `)
		or i.posting_id in (select w.id from postings w where w.org_id = ? and ` + titles + `)
		or ` + addresses + `)`
	org := []any{orgID}
	return condition, slices.Concat(org, candidate, org, person, org, title, address)
}

// Names are what people read instead of ids and addresses.
type Names struct {
	Postings map[string]string // titles by id
	Rounds   map[string]string // titles by id
	People   map[string]string // names by address; who has none is missing
	Pictures map[string]string // ids of pictures by address; who has none is missing
}

// Person returns the name of an interviewer or colleague, else their address.
func (n Names) Person(email string) string {
	if name := n.People[email]; name != "" {
		return name
	}
	return email
}

// NamesOf reads the names of the interviews' postings, rounds and interviewers, and of others, with the pictures of
// people, in one query however many they are.
func (s *Store) NamesOf(ctx context.Context, orgID string, interviews []InterviewRow,
	others ...string) (Names, error) {
	names := Names{map[string]string{}, map[string]string{}, map[string]string{}, map[string]string{}}
	postings, rounds, people := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, i := range interviews {
		postings[i.PostingID], rounds[i.RoundID] = true, true
		if i.InterviewerEmail != "" {
			people[i.InterviewerEmail] = true
		}
		for _, email := range slices.Concat(i.BriefingRecipients, i.Absent()) {
			people[email] = true
		}
		asks := i.Replacements
		if i.Replacement != nil {
			asks = append(slices.Clone(asks), *i.Replacement)
		}
		for _, s := range i.Panel { // its people have their names in it
			if s.IsRoom() {
				people[s.Email] = true
			}
		}
		for _, d := range i.Drifts {
			people[d.Owner] = true
		}
		for _, d := range i.Departures {
			people[d.Email], people[d.Joined] = true, true
		}
		for _, asked := range asks {
			people[asked.By], people[asked.Interviewer] = true, true
			for _, email := range asked.To {
				people[email] = true
			}
		}
	}
	for _, email := range others {
		people[email] = true
	}
	if len(postings)+len(people) == 0 {
		return names, nil
	}
	query := s.db.Read.WithContext(ctx).Raw(`select 'posting', id, title from postings where org_id = ? and id in ?
		union all select 'round', id, title from rounds where org_id = ? and id in ?
		union all select 'person', email, name from people where org_id = ? and email in ? and name <> ''
		union all select 'person', id, name from rooms where org_id = ? and id in ?
		union all select 'member', email, name from members where org_id = ? and email in ? and name <> ''
		union all select 'picture', email, id from pictures where org_id = ? and email in ?`,
		orgID, db.SortedKeys(postings), orgID, db.SortedKeys(rounds), orgID, db.SortedKeys(people),
		orgID, db.SortedKeys(people), orgID, db.SortedKeys(people), orgID, db.SortedKeys(people))
	members := map[string]string{} // what they are called as members counts (D1)
	into := map[string]map[string]string{"posting": names.Postings, "round": names.Rounds, "person": names.People,
		"member": members, "picture": names.Pictures}
	err := db.Each(query, func(rows *sql.Rows) error {
		var sort, key, name string
		err := rows.Scan(&sort, &key, &name)
		into[sort][key] = name
		return err
	})
	maps.Copy(names.People, members)
	return names, db.Wrap("read names", err)
}

// OwnedBy is the condition that an interview belongs to the member whose address is given twice, as
// [models.Member.Owns] has it.
func OwnedBy(d db.Dialect, interview string) string {
	return "(exists (select 1 from attendees w where w.org_id = " + interview + ".org_id and w.interview_id = " +
		interview + ".id and w.email = ?) or " + interview + ".interviewer_email is null and exists " +
		"(select 1 from " + d.Members(interview+".briefing_recipients") + " where m.value = ?))"
}
