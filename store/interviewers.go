package store

import (
	"context"
	"slices"

	"gorm.io/gorm"

	"litmus/models"
)

// Interviewers lists a posting's interviewers by email, each with their painted slots (decisions 62 and 91).
func (s *Store) Interviewers(ctx context.Context, orgID, postingID string) ([]models.PostingInterviewer, error) {
	var list []assigned
	err := s.view(ctx, func(tx *gorm.DB) error {
		if _, err := readPosting(tx, orgID, postingID); err != nil {
			return err
		}
		var err error
		list, err = s.readAssigned(tx, orgID, postingID, nil)
		return err
	})
	if err != nil {
		return nil, wrap("list interviewers", err)
	}
	return postingInterviewers(list)
}

// assigned is an interviewer of a posting as read from the database. painted is the list of starts that
// [dialect.instants] returns. It is parsed after the commit, to keep writing transactions short.
type assigned struct {
	email, link, painted string
	personal             bool
}

// readAssigned reads the assigned interviewers, or of them those in only unless that is nil. It leaves out the slots of
// personal interviewers.
func (s *Store) readAssigned(tx *gorm.DB, orgID, postingID string, only []string) (out []assigned, err error) {
	restrict, args := "", []any{orgID, postingID}
	if only != nil {
		restrict, args = " and i.email in ?", append(args, only)
	}
	rows, err := tx.Raw(`select i.email, coalesce(i.meeting_link, ''), p.working_hours is not null
		or coalesce(p.calendar_connected, false),
			case when p.working_hours is not null or coalesce(p.calendar_connected, false) then ''
				else coalesce((select `+s.dialect.instants("s.start_at")+` from slots s where s.org_id = i.org_id
					and s.posting_id = i.posting_id and s.email = i.email), '') end
		from posting_interviewers i left join people p on p.org_id = i.org_id and p.email = i.email
		where i.org_id = ? and i.posting_id = ?`+restrict, args...).Rows()
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var a assigned
		if err := rows.Scan(&a.email, &a.link, &a.personal, &a.painted); err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, rows.Err()
}

// postingInterviewers parses the list and puts it into the order of the answer.
func postingInterviewers(list []assigned) ([]models.PostingInterviewer, error) {
	out := make([]models.PostingInterviewer, len(list))
	for n, a := range list {
		out[n] = models.PostingInterviewer{Email: a.email, MeetingLink: a.link, Personal: a.personal}
		if a.painted == "" {
			continue
		}
		var err error
		if out[n].Slots, err = parseInstants(a.painted); err != nil {
			return nil, wrap("read slots", err)
		}
	}
	models.SortInterviewers(out)
	return out, nil
}

// SetInterviewers replaces the posting's list of interviewers (§4 interviewers rule 1). Slots of personal interviewers
// are not stored (decision 67). It returns [models.Invalid] if there would be too many painted slots (decision 108).
func (s *Store) SetInterviewers(ctx context.Context, orgID, postingID string,
	set []models.PostingInterviewer) ([]models.PostingInterviewer, error) {
	var emails []string
	var slots []models.SlotWrite
	for _, i := range set {
		emails = append(emails, i.Email)
		for _, at := range i.Slots {
			slots = append(slots, models.SlotWrite{InterviewerEmail: i.Email, StartAt: at})
		}
	}
	var list []assigned
	err := s.availability(ctx, orgID, postingID, func(tx *gorm.DB) error {
		gone := tx.Exec("delete from slots where org_id = ? and posting_id = ?", orgID, postingID)
		if gone.Error != nil {
			return gone.Error
		}
		if err := tx.Exec("delete from posting_interviewers where org_id = ? and posting_id = ?",
			orgID, postingID).Error; err != nil {
			return err
		}
		if err := insertRows(tx, "posting_interviewers (org_id, posting_id, email, meeting_link)", "",
			len(set), func(n int) []any {
				return []any{orgID, postingID, set[n].Email, set[n].MeetingLink}
			}); err != nil {
			return err
		}
		if err := s.paint(tx, orgID, postingID, emails, slots, int(gone.RowsAffected)); err != nil {
			return err
		}
		var err error
		list, err = s.readAssigned(tx, orgID, postingID, nil)
		return err
	})
	if err != nil {
		return nil, wrap("set interviewers", err)
	}
	return postingInterviewers(list)
}

// AddSlots adds starts, and assigns interviewers who are not assigned yet (§4 interviewers rule 2). It returns the
// interviewers of the request with their slots after it (decision 66), or [models.Invalid] if there would be too many
// painted slots (decision 108).
func (s *Store) AddSlots(ctx context.Context, orgID, postingID string,
	slots []models.SlotWrite) ([]models.PostingInterviewer, error) {
	emails := named(slots)
	var list []assigned
	err := s.availability(ctx, orgID, postingID, func(tx *gorm.DB) error {
		if err := insertRows(tx, "posting_interviewers (org_id, posting_id, email, meeting_link)",
			"on conflict do nothing", len(emails), func(n int) []any {
				return []any{orgID, postingID, emails[n], ""}
			}); err != nil {
			return err
		}
		var count int
		if err := tx.Raw("select count(*) from posting_interviewers where org_id = ? and posting_id = ?",
			orgID, postingID).Scan(&count).Error; err != nil {
			return err
		}
		if count > models.MaxPostingInterviewers {
			return models.Invalidf("the posting would have %d interviewers; at most %d are allowed", count,
				models.MaxPostingInterviewers)
		}
		if err := s.paint(tx, orgID, postingID, emails, slots, 0); err != nil {
			return err
		}
		var err error
		list, err = s.readAssigned(tx, orgID, postingID, emails)
		return err
	})
	if err != nil {
		return nil, wrap("add slots", err)
	}
	return postingInterviewers(list)
}

// RemoveSlots removes starts and nothing else (§4 interviewers rule 6). It returns the interviewers of the request with
// their slots after it; people who are not assigned have none and stay unassigned (decision 66).
func (s *Store) RemoveSlots(ctx context.Context, orgID, postingID string,
	slots []models.SlotWrite) ([]models.PostingInterviewer, error) {
	emails := named(slots)
	var list []assigned
	var personal []string
	err := s.availability(ctx, orgID, postingID, func(tx *gorm.DB) (err error) {
		for chunk := range slices.Chunk(slots, 100) {
			args := []any{orgID, postingID}
			for _, x := range chunk {
				args = append(args, x.InterviewerEmail, models.Instant(x.StartAt))
			}
			if err := tx.Exec("delete from slots where org_id = ? and posting_id = ? and (email, start_at) in "+
				s.dialect.pairs(len(chunk)), args...).Error; err != nil {
				return err
			}
		}
		if list, err = s.readAssigned(tx, orgID, postingID, emails); err != nil {
			return err
		}
		personal, err = readPersonal(tx, orgID, emails)
		return err
	})
	if err != nil {
		return nil, wrap("remove slots", err)
	}
	out, err := postingInterviewers(list)
	return models.WithUnassigned(out, emails, personal), err
}

// availability runs fn in a transaction that excludes all others which change the posting's availability.
func (s *Store) availability(ctx context.Context, orgID, postingID string, fn func(tx *gorm.DB) error) error {
	return s.tx(ctx, func(tx *gorm.DB) error {
		if err := s.dialect.lock(tx, availabilityKey(orgID, postingID)); err != nil {
			return err
		}
		if _, err := readPosting(tx, orgID, postingID); err != nil {
			return err
		}
		return fn(tx)
	})
}

func availabilityKey(orgID, postingID string) string {
	return "availability\x00" + orgID + "\x00" + postingID
}

func readPerson(tx *gorm.DB, orgID, email string) (models.Person, error) {
	var p models.Person
	err := tx.Where("org_id = ? and email = ?", orgID, email).Limit(1).Find(&p).Error
	return p, err
}

// readPersonal returns those of the people who are personal (decision 67).
func readPersonal(tx *gorm.DB, orgID string, emails []string) (personal []string, err error) {
	err = tx.Raw("select email from people where org_id = ? and email in ? and (working_hours is not null "+
		"or calendar_connected)", orgID, emails).Scan(&personal).Error
	return personal, err
}

// named returns the distinct interviewers of a slot write, sorted.
func named(slots []models.SlotWrite) []string {
	var emails []string
	for _, x := range slots {
		emails = append(emails, x.InterviewerEmail)
	}
	slices.Sort(emails)
	return slices.Compact(emails)
}

// paint stores the slots of interviewers who are not personal; slots that exist already stay (decision 65). gone is how
// many slots the transaction has removed before. It returns [models.Invalid] beyond the limit (decision 108).
func (s *Store) paint(tx *gorm.DB, orgID, postingID string, emails []string, slots []models.SlotWrite, gone int) error {
	if len(slots) == 0 {
		return nil
	}
	personal, err := readPersonal(tx, orgID, emails)
	if err != nil {
		return err
	}
	var keep []models.SlotWrite
	for _, x := range slots {
		if !slices.Contains(personal, x.InterviewerEmail) {
			keep = append(keep, models.SlotWrite{InterviewerEmail: x.InterviewerEmail,
				StartAt: models.Instant(x.StartAt)})
		}
	}
	added, err := addRows(tx, "slots (org_id, posting_id, email, start_at)", "on conflict do nothing",
		len(keep), func(n int) []any {
			return []any{orgID, postingID, keep[n].InterviewerEmail, keep[n].StartAt}
		})
	if err != nil {
		return err
	}
	return s.checkPainted(tx, orgID, postingID, added-gone)
}

// checkPainted returns [models.Invalid] if added slots bring the posting beyond the limit.
func (s *Store) checkPainted(tx *gorm.DB, orgID, postingID string, added int) error {
	var painted int
	if err := tx.Raw("select count(*) from slots where org_id = ? and posting_id = ?",
		orgID, postingID).Scan(&painted).Error; err != nil {
		return err
	}
	return s.limits.CheckPainted(painted, added)
}

// insertRows inserts n rows into "table (columns)", 100 in each statement.
func insertRows(tx *gorm.DB, into, conflict string, n int, row func(int) []any) error {
	_, err := addRows(tx, into, conflict, n, row)
	return err
}

// addRows is [insertRows] and returns how many rows were inserted.
func addRows(tx *gorm.DB, into, conflict string, n int, row func(int) []any) (added int, err error) {
	for from := 0; from < n; from += 100 {
		to := min(from+100, n)
		var args []any
		width := 0
		for i := from; i < to; i++ {
			r := row(i)
			width = len(r)
			args = append(args, r...)
		}
		done := tx.Exec("insert into "+into+" values "+placeholders(to-from, width)+" "+conflict, args...)
		if done.Error != nil {
			return added, done.Error
		}
		added += int(done.RowsAffected)
	}
	return added, nil
}
