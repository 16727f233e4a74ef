package pages

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
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
	maxSteps  = 200
	maxFailed = 50 // letters, the latest first
	maxLatest = 50 // moves, cancellations and no-shows, the latest first
)

// Figures are the figures with what their reasons are counted of.
type Figures struct {
	figures.Figures
	Given []figures.Given // the latest first
}

// Listed are the figures with some of what they count, as the page shows it.
type Listed struct {
	Figures
	Failed []FailingEffect // letters
	Latest []Latest
	Names  interviews.Names // of Latest
}

// Latest is a move or a cancellation with its reason, or a no-show, and the interview as it is now.
type Latest struct {
	figures.Given
	Interview interviews.InterviewRow
}

// Figures counts what the filter selects (D26). Steps and letters that failed know no interviewer: the steps are
// everybody's, and letters are selected by their interview. The number of queries is the same however much there is.
func (s *Store) Figures(ctx context.Context, org models.Organization, f figures.Filter) (out Figures, err error) {
	one, other := s.readFigures(org, f, &out)
	err = s.db.Views(ctx, inOrder(one), inOrder(other))
	return out, db.Wrap("read figures", err)
}

// ListedFigures are [Store.Figures] with what the page lists of them.
func (s *Store) ListedFigures(ctx context.Context, org models.Organization, f figures.Filter) (out Listed, err error) {
	one, other := s.readFigures(org, f, &out.Figures)
	one = append(one, func(tx *gorm.DB) (err error) {
		out.Failed, err = s.readFailed(tx, org.ID, f)
		return err
	})
	other = append(other, func(tx *gorm.DB) error { return s.readLatest(tx, org.ID, &out) }) // of the reasons before it
	if err = s.db.Views(ctx, inOrder(one), inOrder(other)); err != nil {
		return out, db.Wrap("read figures", err)
	}
	var shown []interviews.InterviewRow
	for _, l := range out.Latest {
		shown = append(shown, l.Interview)
	}
	out.Names, err = s.interviews.NamesOf(ctx, org.ID, shown)
	return out, err
}

// read is a part of what a page reads.
type read = func(tx *gorm.DB) error

// inOrder is one after another of the reads.
func inOrder(reads []read) read {
	return func(tx *gorm.DB) error {
		for _, one := range reads {
			if err := one(tx); err != nil {
				return err
			}
		}
		return nil
	}
}

// readFigures returns the reads of the figures, in two parts that take about as long, for [db.DB.Views]: no figure of
// the one is compared with one of the other but by those who read the page.
func (s *Store) readFigures(org models.Organization, f figures.Filter, into *Figures) (one, other []read) {
	count := func(read func(*gorm.DB, string, figures.Filter, *Figures) error) read {
		return func(tx *gorm.DB) error { return read(tx, org.ID, f, into) }
	}
	offered := func(tx *gorm.DB) (err error) {
		into.Offered, err = readOffered(tx, org, f, s.db.NowOf(org.ID))
		return err
	}
	return []read{count(s.readHeld), count(s.readMoves), count(s.readSteps), count(s.readFailedLetters), offered},
		[]read{count(s.readSpreads), count(s.readGiven)}
}

// weekOf numbers the week of an instant of the span, by the ends of the weeks. It halves them again and again, so that
// few are compared.
func weekOf(column string, f figures.Filter) (expression string, args []any) {
	return weekAmong(column, f.Weeks, 0)
}

// weekAmong is [weekOf] of an instant of those weeks, whose numbers begin with first.
func weekAmong(column string, weeks []figures.Week, first int) (expression string, args []any) {
	if len(weeks) == 1 {
		return strconv.Itoa(first), nil
	}
	half := len(weeks) / 2
	before, args := weekAmong(column, weeks[:half], first)
	after, more := weekAmong(column, weeks[half:], first+half)
	return "case when " + column + " < ? then " + before + " else " + after + " end",
		slices.Concat([]any{weeks[half].From}, args, more)
}

// heldIn selects the interviews i of the organization that begin in the span, by the index that serves the filter.
func (s *Store) heldIn(orgID string, f figures.Filter) (from, where string, args []any) {
	index, args := "interviews_of_figures", []any{orgID, f.From(), f.To()}
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
const takes = "i.canceled_at is null and not (" + interviews.Unused + ")"

// readHeld counts by week and interviewer. Few interviews are no-shows, which have an index of their own. Each week is
// read for itself: to sort the interviews of a week by their interviewers takes less time than to sort all by both.
func (s *Store) readHeld(tx *gorm.DB, orgID string, f figures.Filter, out *Figures) error {
	var statements []string
	var values []any
	for n := range f.Weeks {
		one := f
		one.Weeks = f.Weeks[n : n+1]
		from, where, args := s.heldIn(orgID, one)
		const minutes = "case when " + takes + " then i.duration_minutes end"
		statements = append(statements, "select "+strconv.Itoa(n)+" as week, coalesce(i.interviewer_email, ''),"+
			" count("+minutes+"), coalesce(sum("+minutes+"), 0), count(i.canceled_at), 0, 0, 0 from "+from+
			" where "+where+" group by 2")
		values = append(values, args...)
	}
	week, weeks := weekOf("i.starts_at", f)
	_, where, args := s.heldIn(orgID, f)
	statements = append(statements, "select "+week+", coalesce(i.interviewer_email, ''), 0, 0, 0,"+
		" sum(case when i.no_show = 'candidate' then 1 else 0 end),"+
		" sum(case when i.no_show = 'interviewer' or i.panel like '%\"missed\":true%' then 1 else 0 end), count(*)"+
		" from interviews i"+s.db.Dialect.IndexedBy(interviews.MissedIndex)+" where "+where+" and "+interviews.Missed+
		" group by 1, 2")
	var held []figures.Held
	err := db.Each(tx.Raw(strings.Join(statements, " union all "), slices.Concat(values, weeks, args)...),
		func(rows *sql.Rows) error {
			var h figures.Held
			err := rows.Scan(&h.Week, &h.Interviewer, &h.Interviews, &h.Minutes, &h.Canceled, &h.NoCandidate,
				&h.NoInterviewer, &h.NoShows)
			held = append(held, h)
			return err
		})
	out.Held = figures.HeldOnce(held)
	return err
}

// readSpreads reads how long it took from the invitation to the first booking, and from there to the start. Imports and
// external sessions were not booked here. The hours are counted here: to group by each of both takes two readings.
func (s *Store) readSpreads(tx *gorm.DB, orgID string, f figures.Filter, out *Figures) error {
	from, where, args := s.heldIn(orgID, f)
	out.Booked, out.Begun = figures.Spread{}, figures.Spread{}
	hours := func(begin, end string) string {
		return "case when " + begin + " <= " + end + " then " + s.db.Dialect.Hours(begin, end) + " else -1 end"
	}
	return db.Each(tx.Raw("select "+hours("i.invited_at", "i.created_at")+", "+hours("i.created_at", "i.starts_at")+
		" from "+from+" where "+where+" and i.canceled_at is null and not i.externally_scheduled", args...),
		func(rows *sql.Rows) error {
			var booked, begun int
			err := rows.Scan(&booked, &begun)
			if booked >= 0 {
				out.Booked[booked]++
			}
			if begun >= 0 {
				out.Begun[begun]++
			}
			return err
		})
}

// readSteps counts the records of each track and assessment in the order of an index, which needs no sorting.
func (s *Store) readSteps(tx *gorm.DB, orgID string, f figures.Filter, out *Figures) error {
	where, args := "c.org_id = ? and c.created_at >= ? and c.created_at < ?", []any{orgID, f.From(), f.To()}
	if f.PostingID != "" {
		where += " and c.track_id in (select t.id from tracks t where t.org_id = ? and t.posting_id = ?)"
		args = append(args, orgID, f.PostingID)
	}
	err := tx.Raw(`select t.posting_id, p.title as posting, t.name as track, a.title as assessment, x.reached,
			x.went_on, x.rejected, x.withdrawn
		from (select c.org_id, c.track_id, c.assessment_id, count(*) as reached,
				sum(case when c.state = 'advanced' then 1 else 0 end) as went_on,
				sum(case when c.state = 'rejected' then 1 else 0 end) as rejected,
				sum(case when c.state = 'withdrawn' then 1 else 0 end) as withdrawn
			from candidates c`+s.db.Dialect.IndexedBy("candidates_of_steps")+`
			where `+where+` group by c.org_id, c.track_id, c.assessment_id) x
		join tracks t on t.org_id = x.org_id and t.id = x.track_id
		join postings p on p.org_id = t.org_id and p.id = t.posting_id
		join assessments a on a.org_id = x.org_id and a.id = x.assessment_id
		order by p.title, p.id, t.name, t.id, coalesce((select min(r.position) from rounds r where r.org_id = x.org_id
			and r.posting_id = t.posting_id and r.track_id = t.id and r.assessment_id = a.id), 1000), a.title, a.id
		limit `+fmt.Sprint(maxSteps+1), args...).Scan(&out.Steps).Error
	if out.More = len(out.Steps) > maxSteps; out.More {
		out.Steps = out.Steps[:maxSteps]
	}
	return err
}

// failedIn selects the letters e about interviews and invitations that failed in the span.
func (s *Store) failedIn(orgID string, f figures.Filter) (from string, args []any) {
	const letters = `
		left join interviews i on i.org_id = e.org_id and i.id = e.interview_id
		left join submissions s on s.org_id = e.org_id and s.id = e.submission_id
		join candidates c on c.org_id = e.org_id
			and c.id = coalesce(i.candidate_id, e.candidate_id, s.candidate_id)
		where e.org_id = ? and e.updated_at >= ? and e.updated_at < ? and ` + failingEffect +
		" and e.target like 'mail:%'"
	from, args = "effects e"+s.db.Dialect.IndexedBy("effects_failing")+letters, []any{orgID, f.From(), f.To()}
	if f.PostingID != "" {
		from, args = from+" and c.posting_id = ?", append(args, f.PostingID)
	}
	if f.Interviewer != "" {
		from, args = from+" and i.interviewer_email = ?", append(args, f.Interviewer)
	}
	return from, args
}

func (s *Store) readFailedLetters(tx *gorm.DB, orgID string, f figures.Filter, out *Figures) error {
	from, args := s.failedIn(orgID, f)
	week, weeks := weekOf("e.updated_at", f)
	return tx.Raw("select "+week+" as week, e.kind, count(*) as count from "+from+
		" group by 1, 2 order by 1, 2", append(weeks, args...)...).Scan(&out.Letters).Error
}

// readFailed reads the letters that failed, the latest first.
func (s *Store) readFailed(tx *gorm.DB, orgID string, f figures.Filter) (failed []FailingEffect, err error) {
	var rows []struct {
		Effect                              db.EffectRecord `gorm:"embedded"`
		CandidateName, CandidateEmail, Whom string
		StartsAt                            *time.Time
	}
	from, args := s.failedIn(orgID, f)
	err = tx.Raw("select e.*, c.name as candidate_name, c.email as candidate_email, c.id as whom, i.starts_at from "+
		from+" order by e.updated_at desc limit "+fmt.Sprint(maxFailed), args...).Scan(&rows).Error
	for _, r := range rows {
		one := FailingEffect{Entry: effect.Entry(r.Effect), CandidateName: r.CandidateName,
			CandidateEmail: r.CandidateEmail, RecordID: r.Whom}
		if r.StartsAt != nil {
			one.StartsAt = *r.StartsAt
		}
		failed = append(failed, one)
	}
	return failed, err
}

// readOffered computes what the interviewers of the posting, or of any, and who can take a seat in its interviews (P2)
// offer in each week: their working hours, or what is painted for them, less their absences and days off as they are
// known now. Calendars are not read: their busy times are kept for the days ahead only, and change every day.
func readOffered(tx *gorm.DB, org models.Organization, f figures.Filter, now time.Time) (map[string][]int, error) {
	assigned, args := "n.org_id = ?", []any{org.ID}
	if f.PostingID != "" {
		assigned, args = assigned+" and n.posting_id = ?", append(args, f.PostingID)
	}
	if f.Interviewer != "" {
		assigned, args = assigned+" and n.email = ?", append(args, f.Interviewer)
	}
	interviewers := tx.Where("email in (select n.email from posting_interviewers n where "+assigned+")", args...)
	seated, err := readSeated(tx, org.ID, f)
	if err != nil {
		return nil, err
	}
	if len(seated) > 0 {
		interviewers = interviewers.Or("email in ?", seated)
	}
	var people []db.PersonRecord
	if err := db.Of(tx.Select("org_id, email, time_zone, working_hours, dates, calendar_connected, origin"), org.ID).
		Where(interviewers).Find(&people).Error; err != nil {
		return nil, err
	}
	var away []db.AbsenceRecord
	if err := db.Of(tx, org.ID).Where("last_day >= ?", availability.FirstDate(f.From())).
		Where(interviewers).Find(&away).Error; err != nil {
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
	availableOf := func(email string, p timetable.Person) *timetable.Available {
		if all[email] == nil {
			p.Email = email
			iv := p.AvailableAt(org.TimeZone, nil, now)
			iv.Known, iv.Unknown = nil, false
			all[email] = &iv
		}
		return all[email]
	}
	for _, p := range people {
		availableOf(p.Email, timetable.Person(p))
	}
	for _, a := range away {
		iv := availableOf(a.Email, timetable.Person{})
		iv.Absences = append(iv.Absences, a.Model())
	}
	for _, start := range painted {
		iv := availableOf(start.Email, timetable.Person{})
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

// readSeated reads who can take a seat in interviews of the posting, or of any: whoever is named, and whoever is in a
// pool.
func readSeated(tx *gorm.DB, orgID string, f figures.Filter) (people []string, err error) {
	rounds := db.Of(tx.Select("seats"), orgID).Where("seats is not null")
	if f.PostingID != "" {
		rounds = rounds.Where("posting_id = ?", f.PostingID)
	}
	var rows []db.RoundRecord
	if err := rounds.Find(&rows).Error; err != nil {
		return nil, err
	}
	var pools []string
	for _, r := range rows {
		for _, seat := range r.Seats {
			people = append(people, seat.People...)
			if seat.Pool != "" {
				pools = append(pools, seat.Pool)
			}
		}
	}
	if len(pools) > 0 {
		var members []string
		slices.Sort(pools)
		if err := db.Of(tx.Model(&db.PoolMemberRecord{}), orgID).Where("pool_id in ?", slices.Compact(pools)).
			Pluck("email", &members).Error; err != nil {
			return nil, err
		}
		people = append(people, members...)
	}
	if f.Interviewer != "" {
		people = slices.DeleteFunc(people, func(email string) bool { return email != f.Interviewer })
	}
	slices.Sort(people)
	return slices.Compact(people), nil
}
