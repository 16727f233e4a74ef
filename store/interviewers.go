package store

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"litmus/models"
)

// Interviewers lists a posting's interviewers by email, each with the slots painted there (decisions 62 and 91).
func (s *Store) Interviewers(ctx context.Context, orgID, postingID string) (out []models.PostingInterviewer, err error) {
	err = s.view(ctx, func(tx *gorm.DB) error {
		if _, err := readPosting(tx, orgID, postingID); err != nil {
			return err
		}
		out, err = readInterviewers(tx, orgID, postingID, nil)
		return err
	})
	return out, wrap("list interviewers", err)
}

// readInterviewers reads the assigned interviewers, only the named ones unless only is nil. A personal interviewer's slots
// are empty.
func readInterviewers(tx *gorm.DB, orgID, postingID string, only []string) ([]models.PostingInterviewer, error) {
	restrict, args := "", []any{orgID, postingID}
	if only != nil {
		restrict, args = " and i.email in ?", append(args, only)
	}
	var people []struct {
		Email, MeetingLink, WorkingHours string
		CalendarConnected                bool
	}
	if err := tx.Raw(`select i.email, i.meeting_link, p.working_hours, p.calendar_connected from posting_interviewers i
		left join people p on p.org_id = i.org_id and p.email = i.email where i.org_id = ? and i.posting_id = ?`+restrict+" order by i.email", args...).Scan(&people).Error; err != nil {
		return nil, err
	}
	var slots []struct {
		Email   string
		StartAt time.Time
	}
	if err := tx.Raw("select i.email, i.start_at from slots i where i.org_id = ? and i.posting_id = ?"+restrict+" order by i.email, i.start_at", args...).Scan(&slots).Error; err != nil {
		return nil, err
	}
	byEmail := map[string][]time.Time{}
	for _, x := range slots {
		byEmail[x.Email] = append(byEmail[x.Email], x.StartAt)
	}
	out := make([]models.PostingInterviewer, len(people))
	for n, p := range people {
		out[n] = models.PostingInterviewer{Email: p.Email, MeetingLink: p.MeetingLink, Personal: p.WorkingHours != "" || p.CalendarConnected, Slots: byEmail[p.Email]}
		if out[n].Personal {
			out[n].Slots = nil
		}
	}
	models.SortInterviewers(out)
	return out, nil
}

// SetInterviewers makes the list the posting's complete list of interviewers (§4 interviewers rule 1). Slots of a personal
// interviewer are not stored (decision 67).
func (s *Store) SetInterviewers(ctx context.Context, orgID, postingID string, set []models.PostingInterviewer) (out []models.PostingInterviewer, err error) {
	err = s.availability(ctx, orgID, postingID, func(tx *gorm.DB) error {
		if err := tx.Exec("delete from slots where org_id = ? and posting_id = ?", orgID, postingID).Error; err != nil {
			return err
		}
		if err := tx.Exec("delete from posting_interviewers where org_id = ? and posting_id = ?", orgID, postingID).Error; err != nil {
			return err
		}
		var emails []string
		var slots []models.SlotWrite
		for _, i := range set {
			emails = append(emails, i.Email)
			for _, at := range i.Slots {
				slots = append(slots, models.SlotWrite{InterviewerEmail: i.Email, StartAt: at})
			}
		}
		if err := insertRows(tx, "posting_interviewers (org_id, posting_id, email, meeting_link)", "", len(set), func(n int) []any {
			return []any{orgID, postingID, set[n].Email, set[n].MeetingLink}
		}); err != nil {
			return err
		}
		if err := insertSlots(tx, orgID, postingID, emails, slots); err != nil {
			return err
		}
		out, err = readInterviewers(tx, orgID, postingID, nil)
		return err
	})
	return out, wrap("set interviewers", err)
}

// AddSlots adds start times and assigns interviewers who are not yet (§4 interviewers rule 2). It returns the interviewers
// named in the request with their resulting slots (decision 66).
func (s *Store) AddSlots(ctx context.Context, orgID, postingID string, slots []models.SlotWrite) (out []models.PostingInterviewer, err error) {
	emails := named(slots)
	err = s.availability(ctx, orgID, postingID, func(tx *gorm.DB) error {
		if err := insertRows(tx, "posting_interviewers (org_id, posting_id, email, meeting_link)", "on conflict do nothing", len(emails), func(n int) []any {
			return []any{orgID, postingID, emails[n], ""}
		}); err != nil {
			return err
		}
		var count int
		if err := tx.Raw("select count(*) from posting_interviewers where org_id = ? and posting_id = ?", orgID, postingID).Scan(&count).Error; err != nil {
			return err
		}
		if count > models.MaxPostingInterviewers {
			return models.Invalidf("the posting would have %d interviewers; at most %d are allowed", count, models.MaxPostingInterviewers)
		}
		if err := insertSlots(tx, orgID, postingID, emails, slots); err != nil {
			return err
		}
		out, err = readInterviewers(tx, orgID, postingID, emails)
		return err
	})
	return out, wrap("add slots", err)
}

// RemoveSlots removes start times and nothing else (§4 interviewers rule 6). It returns the interviewers named in the
// request with their resulting slots; who is not assigned has none and stays so (decision 66).
func (s *Store) RemoveSlots(ctx context.Context, orgID, postingID string, slots []models.SlotWrite) (out []models.PostingInterviewer, err error) {
	emails := named(slots)
	err = s.availability(ctx, orgID, postingID, func(tx *gorm.DB) error {
		for chunk := range slices.Chunk(slots, 100) {
			q, args := "", []any{orgID, postingID}
			for n, x := range chunk {
				if n > 0 {
					q += " or "
				}
				q += "(email = ? and start_at = ?)"
				args = append(args, x.InterviewerEmail, x.StartAt)
			}
			if err := tx.Exec("delete from slots where org_id = ? and posting_id = ? and ("+q+")", args...).Error; err != nil {
				return err
			}
		}
		if out, err = readInterviewers(tx, orgID, postingID, emails); err != nil {
			return err
		}
		personal, err := readPersonal(tx, orgID, emails)
		if err != nil {
			return err
		}
		for _, e := range emails {
			if !slices.ContainsFunc(out, func(i models.PostingInterviewer) bool { return i.Email == e }) {
				out = append(out, models.PostingInterviewer{Email: e, Personal: slices.Contains(personal, e)})
			}
		}
		models.SortInterviewers(out)
		return nil
	})
	return out, wrap("remove slots", err)
}

// availability runs fn in one transaction that is alone in changing the posting's availability.
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

// readPersonal reads which of the people are personal (decision 67).
func readPersonal(tx *gorm.DB, orgID string, emails []string) (personal []string, err error) {
	err = tx.Raw("select email from people where org_id = ? and email in ? and (working_hours is not null or calendar_connected)", orgID, emails).Scan(&personal).Error
	return personal, err
}

// named are the distinct interviewers of a slot write, sorted.
func named(slots []models.SlotWrite) []string {
	var emails []string
	for _, x := range slots {
		emails = append(emails, x.InterviewerEmail)
	}
	slices.Sort(emails)
	return slices.Compact(emails)
}

// insertSlots stores the slots of those who are not personal; what is there already stays (decision 65).
func insertSlots(tx *gorm.DB, orgID, postingID string, emails []string, slots []models.SlotWrite) error {
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
			keep = append(keep, models.SlotWrite{InterviewerEmail: x.InterviewerEmail, StartAt: models.Instant(x.StartAt)})
		}
	}
	return insertRows(tx, "slots (org_id, posting_id, email, start_at)", "on conflict do nothing", len(keep), func(n int) []any {
		return []any{orgID, postingID, keep[n].InterviewerEmail, keep[n].StartAt}
	})
}

// insertRows inserts n rows, 100 in a statement, into "table (columns)".
func insertRows(tx *gorm.DB, into, conflict string, n int, row func(int) []any) error {
	for from := 0; from < n; from += 100 {
		to := min(from+100, n)
		var args []any
		width := 0
		for i := from; i < to; i++ {
			r := row(i)
			width = len(r)
			args = append(args, r...)
		}
		if err := tx.Exec("insert into "+into+" values "+placeholders(to-from, width)+" "+conflict, args...).Error; err != nil {
			return err
		}
	}
	return nil
}
