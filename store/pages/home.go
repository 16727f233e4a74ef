package pages

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/effect"
	"litmus/models/timetable"
	"litmus/store/internal/db"
	"litmus/store/interviews"
)

// Bounds of the lists on the first page of the dashboard. What they leave out, its own page has.
const (
	maxComing = 50 // interviews of today and the next days
	maxLines  = 20 // of every list of what is to be mended
)

// Home is what the first page of the dashboard shows (D10).
type Home struct {
	Coming   []interviews.InterviewRow // scheduled, the earliest start first
	Links    []interviews.InterviewRow // external sessions whose link ends before the given instant, the first first
	Failing  []FailingEffect
	Broken   []BrokenCalendar
	Waiting  []WaitingInvitations
	Asked    []interviews.InterviewRow // for which a replacement is asked, the earliest start first
	Unlinked []interviews.InterviewRow // that nobody can join, the earliest start first
	Drifted  []interviews.InterviewRow // whose copy in a calendar differs, the earliest start first
	Refilled []interviews.InterviewRow // with a seat that was refilled by itself lately, the earliest start first
	Assigned interviews.Assigned       // of the interviewers of Unlinked
	Names    interviews.Names          // of Coming, Links, Asked, Unlinked, Drifted and Refilled
	More     bool                      // more interviews than these begin before the end of the span
}

// FailingEffect is an effect of an interview or an invitation that was refused, or failed and is tried again.
type FailingEffect struct {
	effect.Entry
	CandidateName, CandidateEmail string
	RecordID                      string // of the candidate
	StartsAt                      time.Time
	Room                          string // the name of the room in whose calendar it is, "" for none
}

// BrokenCalendar is a connected calendar that cannot be read.
type BrokenCalendar struct {
	timetable.Connection
	Name string // of its person, "" if none is known
}

// WaitingInvitations are the open invitations to pick a time for a live interview on a posting whose interviewers offer
// none.
type WaitingInvitations struct {
	PostingID, PostingTitle string
	Candidates              int
}

// HomeSpan says what the first page asks for.
type HomeSpan struct {
	From, To  time.Time // of the starts: the viewer's today, and the end of the next days
	LinksEnd  time.Time // links that end before it are shown
	Own       string    // the address of a member who asks for their own interviews, "" for everybody's
	OwnEffect string    // the same for what fails: of a member who may see no others
	Postings  bool      // the viewer invites candidates: read what invitations wait for
	Reassigns bool      // the viewer changes interviewers: read who asked for a replacement
	Refilled  time.Time // since then: read which seats were refilled by itself; zero: none are
}

// Home reads the first page of the dashboard. Every list is bounded, and the number of queries does not depend on what
// is stored.
func (s *Store) Home(ctx context.Context, orgID string, span HomeSpan) (h Home, err error) {
	now, to := s.db.NowOf(orgID), span.To
	tx := s.db.Read.WithContext(ctx)
	coming := models.InterviewSearch{Statuses: []string{models.StatusScheduled}, Own: span.Own}
	coming.From, coming.To = &span.From, &to
	if h.Coming, err = interviews.ReadSearched(s.db.Dialect, tx, orgID, coming, nil, now, maxComing+1); err != nil {
		return h, db.Wrap("read the next interviews", err)
	}
	if h.More = len(h.Coming) > maxComing; h.More {
		h.Coming = h.Coming[:maxComing]
	}
	if h.Links, err = readEndingLinks(s.db.Dialect, tx, orgID, span.Own, now, span.LinksEnd); err != nil {
		return h, db.Wrap("read ending links", err)
	}
	if h.Failing, err = s.readFailing(tx, orgID, span.OwnEffect, now); err != nil {
		return h, err
	}
	if h.Broken, err = readBroken(tx, orgID, span.OwnEffect, now); err != nil {
		return h, err
	}
	if span.Postings {
		if h.Waiting, err = readWaiting(s.db.Dialect, tx, orgID, now); err != nil {
			return h, err
		}
	}
	if span.Reassigns {
		if h.Asked, err = readAsked(s.db.Dialect, tx, orgID, now); err != nil {
			return h, db.Wrap("read replacements asked for", err)
		}
	}
	if !span.Refilled.IsZero() {
		if h.Refilled, err = readRefilled(s.db.Dialect, tx, orgID, now, span.Refilled); err != nil {
			return h, db.Wrap("read seats that were refilled", err)
		}
	}
	if h.Unlinked, err = interviews.ReadUnlinked(s.db.Dialect, tx, orgID, span.Own, now); err != nil {
		return h, db.Wrap("read interviews without a link", err)
	}
	if h.Drifted, err = readDrifted(s.db.Dialect, tx, orgID, span.Own, now); err != nil {
		return h, db.Wrap("read interviews whose copy differs", err)
	}
	if h.Assigned, err = s.interviews.AssignedOf(ctx, orgID, h.Unlinked); err != nil {
		return h, err
	}
	h.Names, err = s.interviews.NamesOf(ctx, orgID, slices.Concat(h.Coming, h.Links, h.Asked, h.Unlinked,
		h.Drifted, h.Refilled))
	return h, err
}

// readAsked reads the interviews to come for which a replacement is asked at now, as
// [models.Interview.ReplacementsAskedAt] says: of their leads, and of the others of their panels. A row keeps a request
// that was taken back: those are left out here, or many of them would fill the list.
func readAsked(d db.Dialect, tx *gorm.DB, orgID string, now time.Time) ([]interviews.InterviewRow, error) {
	ofLeads := " and i.replacement is not null and " + d.Field("i.replacement", "interviewer") +
		" = i.interviewer_email and " + d.Field("i.replacement", "withdrawn") + " is null"
	ofOthers := " and i.replacements is not null and exists (select 1 from " + d.Elements("i.replacements") +
		` join attendees w on w.org_id = i.org_id and w.interview_id = i.id
			and w.email = m.value ->> 'interviewer' where m.value ->> 'withdrawn' is null)`
	return readToMend(tx, func(i interviews.InterviewRow) bool { return len(i.ReplacementsAskedAt(now)) > 0 },
		listed{d, orgID, now, "interviews_to_replace", ofLeads, nil},
		listed{d, orgID, now, "interviews_with_seats_to_replace", ofOthers, nil})
}

// readRefilled reads the interviews to come with a seat that was refilled by itself since then (P11).
func readRefilled(d db.Dialect, tx *gorm.DB, orgID string, now, since time.Time) ([]interviews.InterviewRow, error) {
	lately := " and i.departures is not null and exists (select 1 from " + d.Elements("i.departures") +
		" where m.value ->> 'by_itself' is not null and m.value ->> 'at' >= ?)"
	return readToMend(tx, func(i interviews.InterviewRow) bool { return len(i.RefilledSince(since)) > 0 },
		listed{d, orgID, now, "interviews_with_departures", lately,
			[]any{since.UTC().Truncate(time.Second).Format(time.RFC3339)}})
}

// readDrifted reads the interviews to come whose copy in somebody's calendar differs, as [models.Interview.Drifted]
// says, but for those that were declined there: they are among the others for which a replacement is asked. own is the
// address of a member who asks for their own, "" for all.
func readDrifted(d db.Dialect, tx *gorm.DB, orgID, own string, now time.Time) ([]interviews.InterviewRow, error) {
	ofLeads := " and i.drift is not null and i.calendar_copy and " + d.Field("i.drift", "kind") +
		" in ('deleted', 'doubled', 'moved') and " + d.Field("i.drift", "owner") +
		" = i.interviewer_email and cast(" + d.Field("i.drift", "announced") + " as bigint) = i.announce_revision"
	whose, args := "", []any(nil)
	if own != "" {
		ofLeads, whose, args = ofLeads+" and i.interviewer_email = ?", " and w.email = ?", []any{own}
	}
	ofOthers := " and i.drifts is not null and exists (select 1 from " + d.Elements("i.drifts") +
		` join attendees w on w.org_id = i.org_id and w.interview_id = i.id and w.email = m.value ->> 'owner'
			where m.value ->> 'kind' in ('deleted', 'doubled', 'moved')
				and cast(m.value ->> 'announced' as bigint) = i.announce_revision` + whose + ")"
	return readToMend(tx, func(i interviews.InterviewRow) bool { return len(i.Drifted(now)) > 0 },
		listed{d, orgID, now, "interviews_drifted", ofLeads, args},
		listed{d, orgID, now, "interviews_with_seats_drifted", ofOthers, args})
}

// listed are interviews to come that an index holds, and a condition selects.
type listed struct {
	d     db.Dialect
	orgID string
	now   time.Time
	index string
	where string
	args  []any
}

// readToMend reads the interviews of the lists that are to be mended, each once, the earliest start first. It is one
// statement however many lists: each has an index of its own, which says of few interviews which they are.
func readToMend(tx *gorm.DB, mend func(interviews.InterviewRow) bool, lists ...listed) (
	out []interviews.InterviewRow, err error) {
	var ids []string
	args := []any{lists[0].orgID}
	for n, l := range lists {
		ids = append(ids, "select id from (select i.id from interviews i"+l.d.IndexedBy(l.index)+
			" where i.org_id = ? and i.canceled_at is null and i.call_ended_at is null and i.starts_at > ?"+l.where+
			" order by i.starts_at, i.id limit 20) l"+strconv.Itoa(n))
		args = append(append(args, l.orgID, l.now), l.args...)
	}
	query := "select " + interviews.WholeColumns(lists[0].d) + " from interviews i" + interviews.WithCandidates +
		" where i.org_id = ? and i.id in (" + strings.Join(ids, " union ") + ") order by i.starts_at, i.id"
	rows, err := interviews.ScanInterviewRows(tx, lists[0].orgID, true, nil, query, args...)
	out = slices.DeleteFunc(rows, func(i interviews.InterviewRow) bool { return !mend(i) })
	return out[:min(len(out), maxLines)], err
}

// readEndingLinks reads the pending external sessions whose link ends before the instant, or has ended. Sessions that
// expired are over and not among them.
func readEndingLinks(d db.Dialect, tx *gorm.DB, orgID, own string,
	now, before time.Time) ([]interviews.InterviewRow, error) {
	where, args := " and "+interviews.UnusedLink+" and i.expires_at > ? and i.link_expires_at < ?", []any{now, before}
	if own != "" {
		where, args = where+" and "+interviews.OwnedBy(d, "i"), append(args, own, own)
	}
	query := "select " + interviews.WholeColumns(d) + " from interviews i" + d.IndexedBy("interviews_unused") +
		interviews.WithCandidates +
		" where i.org_id = ?" + where + " order by i.link_expires_at, i.id limit 20"
	return interviews.ScanInterviewRows(tx, orgID, true, nil, query, append([]any{orgID}, args...)...)
}

// readFailing reads the effects that fail, the latest first: of interviews that are to come or under way and have not
// changed since, of invitations that are still open, and of receipts while nobody has decided. own is the address of a
// member who sees those of their own interviews only, "" for all. What failed for something that is over is of no use
// to anybody.
func (s *Store) readFailing(tx *gorm.DB, orgID, own string, now time.Time) ([]FailingEffect, error) {
	type row struct {
		Effect                              db.EffectRecord `gorm:"embedded"`
		CandidateName, CandidateEmail, Whom string
		Room                                string
		StartsAt                            *time.Time
	}
	where, args := "", []any(nil)
	if own != "" {
		where, args = " and "+interviews.OwnedBy(s.db.Dialect, "i"), []any{own, own}
	}
	var rows []row
	err := tx.Raw(`select e.*, c.name as candidate_name, c.email as candidate_email, c.id as whom, i.starts_at,
			coalesce((select r.name from rooms r where r.org_id = e.org_id
				and e.target = '`+effect.EventTarget("")+`' || r.id), '') as room
		from effects e`+s.db.Dialect.IndexedBy("effects_failing")+`
		left join interviews i on i.org_id = e.org_id and i.id = e.interview_id
		left join submissions s on s.org_id = e.org_id and s.id = e.submission_id
		join candidates c on c.org_id = e.org_id
			and c.id = coalesce(i.candidate_id, e.candidate_id, s.candidate_id)
		where e.org_id = ? and `+failingEffect+`
			and (e.candidate_id is not null and c.state = 'invited' or s.id is not null and c.state = 'submitted'
				or i.revision = e.revision and i.call_ended_at is null
				and (i.window_ends_at is null or i.window_ends_at > ?))`+where+`
		order by e.updated_at desc limit 20`, append([]any{orgID, now}, args...)...).Scan(&rows).Error
	out := make([]FailingEffect, len(rows))
	for n, r := range rows {
		out[n] = FailingEffect{Entry: effect.Entry(r.Effect), CandidateName: r.CandidateName,
			CandidateEmail: r.CandidateEmail, RecordID: r.Whom,
			Room: r.Room}
		if r.StartsAt != nil {
			out[n].StartsAt = *r.StartsAt
		}
	}
	return out, db.Wrap("read failing effects", err)
}

// failingEffect selects effects e whose last attempt failed and that are neither done nor obsolete, in the words of the
// index effects_failing.
const failingEffect = "e.code <> '' and e.state in ('intent', 'failed')"

// readBroken reads the connected calendars that are broken at now (see [timetable.Connection.Broken]). own is the
// address of the one person whose calendar is asked for, "" for all.
func readBroken(tx *gorm.DB, orgID, own string, now time.Time) ([]BrokenCalendar, error) {
	type row struct {
		Connection timetable.Connection `gorm:"embedded"`
		Person     string
	}
	where, args := "", []any{orgID}
	if own != "" {
		where, args = " and c.email = ?", append(args, own)
	}
	var rows []row
	err := tx.Raw(`select c.*, coalesce(r.name, p.name, '') as person from calendars c
		left join people p on p.org_id = c.org_id and p.email = c.email
		left join rooms r on r.org_id = c.org_id and r.id = c.room_id
		where c.org_id = ? and c.failing_since is not null`+where+`
		order by c.failing_since, c.email`, args...).Scan(&rows).Error
	var out []BrokenCalendar
	for _, r := range rows {
		if r.Connection.Broken(now) && len(out) < maxLines {
			out = append(out, BrokenCalendar{r.Connection, r.Person})
		}
	}
	return out, db.Wrap("read broken calendars", err)
}

// openInvitation selects candidates c who were invited and have not begun, in the words of the index
// candidates_invited.
const openInvitation = "c.state = 'invited' and c.invited_at is not null"

// readWaiting reads the postings with open invitations to pick a time whose interviewers offer none to come: nobody has
// a painted start ahead, and nobody's own schedule decides. Whether starts are all booked is not looked at: to compute
// the free starts of every posting takes longer than the first page may.
func readWaiting(d db.Dialect, tx *gorm.DB, orgID string, now time.Time) (out []WaitingInvitations, err error) {
	err = tx.Raw(`select p.id as posting_id, p.title as posting_title, count(*) as candidates
		from candidates c`+d.IndexedBy("candidates_invited")+`
		join assessments a on a.org_id = c.org_id and a.id = c.assessment_id and a.delivery_mode = 'sync'
		join postings p on p.org_id = c.org_id and p.id = c.posting_id
		where c.org_id = ? and `+openInvitation+` and c.invite_expires_at > ?
			and not exists (select 1 from interviews i where i.org_id = c.org_id and i.candidate_id = c.id
				and i.canceled_at is null)
			and not exists (select 1 from posting_interviewers n
				left join people x on x.org_id = n.org_id and x.email = n.email
				where n.org_id = c.org_id and n.posting_id = c.posting_id
					and (x.working_hours is not null or x.calendar_connected or exists (select 1 from slots s
						where s.org_id = n.org_id and s.posting_id = n.posting_id and s.email = n.email
							and s.start_at > ?)))
		group by p.id, p.title order by count(*) desc, p.title limit 20`, orgID, now, now).Scan(&out).Error
	return out, db.Wrap("read waiting invitations", err)
}
