package pages

import (
	"context"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/effect"
	"litmus/models/figures"
	"litmus/models/timetable"
	"litmus/store/availability"
	"litmus/store/internal/db"
	"litmus/store/interviews"
)

// Bounds of what the figures list.
const (
	maxSteps   = 200
	maxFailed  = 50 // letters, the latest first
	maxNoShows = 50 // the latest first
)

// Figures are the figures with some of what they count.
type Figures struct {
	figures.Figures
	Failed  []FailingEffect           // letters
	NoShows []interviews.InterviewRow // to which somebody did not come
	Names   interviews.Names          // of NoShows
}

// Figures counts what the filter selects (D26). Steps and letters that failed know no interviewer: the steps are
// everybody's, and letters are selected by their interview. The number of queries is the same however much there is.
func (s *Store) Figures(ctx context.Context, org models.Organization, f figures.Filter) (out Figures, err error) {
	now := s.db.NowOf(org.ID)
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		for _, read := range []func(*gorm.DB, string, figures.Filter, *Figures) error{s.readHeld, s.readSpreads,
			readSteps, readMoves, s.readFailedLetters} {
			if err := read(tx, org.ID, f, &out); err != nil {
				return err
			}
		}
		if out.Offered, err = readOffered(tx, org, f, now); err != nil {
			return err
		}
		from, to := f.From(), f.To().Add(-time.Millisecond)
		q := models.InterviewSearch{NoShow: true, Backwards: true}
		q.From, q.To, q.PostingID, q.InterviewerEmail = &from, &to, f.PostingID, f.Interviewer
		out.NoShows, err = interviews.ReadSearched(s.db.Dialect, tx, org.ID, q, nil, now, maxNoShows)
		return err
	})
	if err != nil {
		return out, db.Wrap("read figures", err)
	}
	out.Names, err = s.interviews.NamesOf(ctx, org.ID, out.NoShows)
	return out, err
}

// weekOf numbers the week of an instant of the span, by the ends of the weeks.
func weekOf(column string, f figures.Filter) (expression string, args []any) {
	var b strings.Builder
	for n, w := range f.Weeks[:len(f.Weeks)-1] {
		fmt.Fprintf(&b, " when %s < ? then %d", column, n)
		args = append(args, w.To)
	}
	if b.Len() == 0 {
		return "0", nil
	}
	return fmt.Sprintf("case%s else %d end", b.String(), len(f.Weeks)-1), args
}

// heldIn selects the interviews i of the organization that begin in the span, by the index that serves the filter.
func (s *Store) heldIn(orgID string, f figures.Filter) (from, where string, args []any) {
	index, args := "interviews_by_start", []any{orgID, f.From(), f.To()}
	where = "i.org_id = ? and i.starts_at >= ? and i.starts_at < ?"
	if f.PostingID != "" {
		index, where, args = "interviews_by_posting", where+" and i.posting_id = ?", append(args, f.PostingID)
	}
	if f.Interviewer != "" {
		index, where, args = "interviews_by_interviewer", where+" and i.interviewer_email = ?",
			append(args, f.Interviewer)
	}
	return "interviews i" + s.db.Dialect.IndexedBy(index), where, args
}

// takes selects interviews i that are not canceled and have a start, as the list's past and upcoming views do.
const takes = "i.canceled_at is null and not (i.source = 'external' and i.link_used_at is null)"

func (s *Store) readHeld(tx *gorm.DB, orgID string, f figures.Filter, out *Figures) error {
	week, args := weekOf("i.starts_at", f)
	from, where, more := s.heldIn(orgID, f)
	return tx.Raw("select "+week+` as week, coalesce(i.interviewer_email, '') as interviewer,
			sum(case when `+takes+` then 1 else 0 end) as interviews,
			sum(case when `+takes+` then i.duration_minutes else 0 end) as minutes,
			sum(case when i.canceled_at is not null then 1 else 0 end) as canceled,
			sum(case when i.no_show = 'candidate' then 1 else 0 end) as no_candidate,
			sum(case when i.no_show = 'interviewer' then 1 else 0 end) as no_interviewer
		from `+from+" where "+where+" group by 1, 2 order by 1, 2", append(args, more...)...).Scan(&out.Held).Error
}

// readSpreads reads how long it took from the invitation to the first booking, and from there to the start. Imports and
// external sessions were not booked here.
func (s *Store) readSpreads(tx *gorm.DB, orgID string, f figures.Filter, out *Figures) error {
	const booked = " and i.canceled_at is null and not i.externally_scheduled and "
	from, where, args := s.heldIn(orgID, f)
	read := func(into *figures.Spread, join, begin, end string) error {
		var rows []struct{ Hours, N int }
		err := tx.Raw("select ("+s.db.Dialect.Microseconds(end)+" - "+s.db.Dialect.Microseconds(begin)+
			`) / 3600000000 as hours, count(*) as n from `+from+join+" where "+where+booked+begin+" <= "+end+
			" group by 1", args...).Scan(&rows).Error
		*into = figures.Spread{}
		for _, r := range rows {
			(*into)[r.Hours] = r.N
		}
		return err
	}
	if err := read(&out.Booked, interviews.WithCandidates, "c.invited_at", "i.created_at"); err != nil {
		return err
	}
	return read(&out.Begun, "", "i.created_at", "i.starts_at")
}

func readSteps(tx *gorm.DB, orgID string, f figures.Filter, out *Figures) error {
	where, args := "c.org_id = ? and c.created_at >= ? and c.created_at < ?", []any{orgID, f.From(), f.To()}
	if f.PostingID != "" {
		where, args = where+" and c.posting_id = ?", append(args, f.PostingID)
	}
	err := tx.Raw(`select x.posting_id, p.title as posting, t.name as track, a.title as assessment, x.reached,
			x.went_on, x.rejected, x.withdrawn
		from (select c.org_id, c.posting_id, c.track_id, c.assessment_id, count(*) as reached,
				sum(case when c.state = 'advanced' then 1 else 0 end) as went_on,
				sum(case when c.state = 'rejected' then 1 else 0 end) as rejected,
				sum(case when c.state = 'withdrawn' then 1 else 0 end) as withdrawn
			from candidates c where `+where+` group by 1, 2, 3, 4) x
		join postings p on p.org_id = x.org_id and p.id = x.posting_id
		join tracks t on t.org_id = x.org_id and t.posting_id = x.posting_id and t.id = x.track_id
		join assessments a on a.org_id = x.org_id and a.id = x.assessment_id
		order by p.title, p.id, t.name, t.id, coalesce((select min(r.position) from rounds r where r.org_id = x.org_id
			and r.posting_id = x.posting_id and r.track_id = x.track_id and r.assessment_id = x.assessment_id), 1000),
			a.title, a.id
		limit `+fmt.Sprint(maxSteps+1), args...).Scan(&out.Steps).Error
	if out.More = len(out.Steps) > maxSteps; out.More {
		out.Steps = out.Steps[:maxSteps]
	}
	return err
}

func readMoves(tx *gorm.DB, orgID string, f figures.Filter, out *Figures) error {
	week, args := weekOf("h.at", f)
	from, where := "history h", "h.org_id = ? and h.what = 'moved' and h.at >= ? and h.at < ?"
	args = append(args, orgID, f.From(), f.To())
	if f.PostingID != "" || f.Interviewer != "" {
		from += " join interviews i on i.org_id = h.org_id and i.id = h.subject_id"
	}
	if f.PostingID != "" {
		where, args = where+" and i.posting_id = ?", append(args, f.PostingID)
	}
	if f.Interviewer != "" {
		where, args = where+" and i.interviewer_email = ?", append(args, f.Interviewer)
	}
	return tx.Raw("select "+week+` as week, h.actor_kind = 'candidate' as by_candidate, count(*) as moves
		from `+from+" where "+where+" group by 1, 2 order by 1, 2", args...).Scan(&out.Moves).Error
}

// readFailedLetters counts the letters about interviews and invitations that failed, and reads the latest of them.
func (s *Store) readFailedLetters(tx *gorm.DB, orgID string, f figures.Filter, out *Figures) error {
	const letters = `
		left join interviews i on i.org_id = e.org_id and i.id = e.interview_id
		join candidates c on c.org_id = e.org_id and c.id = coalesce(i.candidate_id, e.candidate_id)
		where e.org_id = ? and e.updated_at >= ? and e.updated_at < ? and ` + failingEffect +
		" and e.target like 'mail:%'"
	from, args := "effects e"+s.db.Dialect.IndexedBy("effects_failing")+letters, []any{orgID, f.From(), f.To()}
	if f.PostingID != "" {
		from, args = from+" and c.posting_id = ?", append(args, f.PostingID)
	}
	if f.Interviewer != "" {
		from, args = from+" and i.interviewer_email = ?", append(args, f.Interviewer)
	}
	week, weeks := weekOf("e.updated_at", f)
	if err := tx.Raw("select "+week+" as week, e.kind, count(*) as count from "+from+
		" group by 1, 2 order by 1, 2", append(weeks, args...)...).Scan(&out.Letters).Error; err != nil {
		return err
	}
	var rows []struct {
		Effect                              db.EffectRecord `gorm:"embedded"`
		CandidateName, CandidateEmail, Whom string
		StartsAt                            *time.Time
	}
	err := tx.Raw("select e.*, c.name as candidate_name, c.email as candidate_email, c.id as whom, i.starts_at from "+
		from+" order by e.updated_at desc limit "+fmt.Sprint(maxFailed), args...).Scan(&rows).Error
	for _, r := range rows {
		one := FailingEffect{Entry: effect.Entry(r.Effect), CandidateName: r.CandidateName,
			CandidateEmail: r.CandidateEmail, RecordID: r.Whom}
		if r.StartsAt != nil {
			one.StartsAt = *r.StartsAt
		}
		out.Failed = append(out.Failed, one)
	}
	return err
}

// readOffered computes what the interviewers of the posting, or of any, offer in each week: their working hours, or
// what is painted for them, less their absences and days off as they are known now. Calendars are not read: their busy
// times are kept for the days ahead only, and change every day.
func readOffered(tx *gorm.DB, org models.Organization, f figures.Filter, now time.Time) (map[string][]int, error) {
	assigned, args := "n.org_id = ?", []any{org.ID}
	if f.PostingID != "" {
		assigned, args = assigned+" and n.posting_id = ?", append(args, f.PostingID)
	}
	if f.Interviewer != "" {
		assigned, args = assigned+" and n.email = ?", append(args, f.Interviewer)
	}
	interviewer := "email in (select n.email from posting_interviewers n where " + assigned + ")"
	var people []db.PersonRecord
	if err := db.Of(tx.Select("org_id, email, time_zone, working_hours, dates, calendar_connected, origin"), org.ID).
		Where(interviewer, args...).Find(&people).Error; err != nil {
		return nil, err
	}
	var away []db.AbsenceRecord
	if err := db.Of(tx, org.ID).Where("last_day >= ?", availability.FirstDate(f.From())).
		Where(interviewer, args...).Find(&away).Error; err != nil {
		return nil, err
	}
	var painted []struct {
		Email   string
		StartAt time.Time
	}
	if err := tx.Raw(`select distinct n.email, s.start_at from posting_interviewers n
		cross join slots s where `+assigned+` and s.org_id = n.org_id and s.posting_id = n.posting_id
			and s.email = n.email and s.start_at >= ? and s.start_at < ?
		order by 1, 2`, append(args, f.From(), f.To())...).Scan(&painted).Error; err != nil {
		return nil, err
	}
	all := map[string]*timetable.Available{}
	of := func(email string, p timetable.Person) *timetable.Available {
		if all[email] == nil {
			p.Email = email
			iv := p.AvailableAt(org.TimeZone, nil, now)
			iv.Known, iv.Unknown = nil, false
			all[email] = &iv
		}
		return all[email]
	}
	for _, p := range people {
		of(p.Email, timetable.Person(p))
	}
	for _, a := range away {
		iv := of(a.Email, timetable.Person{})
		iv.Absences = append(iv.Absences, a.Model())
	}
	for _, start := range painted {
		iv := of(start.Email, timetable.Person{})
		iv.Painted = append(iv.Painted, start.StartAt.UTC())
	}
	var a timetable.Availability
	for _, iv := range all {
		a.Interviewers = append(a.Interviewers, *iv)
	}
	offered := map[string][]int{}
	for n, w := range f.Weeks {
		for email, halfHours := range a.HalfHours(w.From, w.To, now) {
			if offered[email] == nil {
				offered[email] = make([]int, len(f.Weeks))
			}
			offered[email][n] = halfHours
		}
	}
	return offered, nil
}
