package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/candidacy"
	"litmus/models/history"
	"litmus/models/setup"
	"litmus/models/timetable"
	"litmus/store/setups"
	"litmus/testdb"
)

// as says that somebody acts in a request.
func (f *fixture) as(kind models.ActorKind, id string) act.By {
	return act.By{Actor: models.Actor{Kind: kind, ID: id, RequestID: "req_1"}}
}

// noted returns the changes that fn adds to the histories, the oldest first, as "interview booked by Litmus".
func (f *fixture) noted(fn func()) (out []string) {
	f.t.Helper()
	seen := map[string]bool{}
	for _, c := range f.changes(history.Filter{}) {
		seen[c.ID] = true
	}
	fn()
	for _, c := range slices.Backward(f.changes(history.Filter{})) {
		if !seen[c.ID] {
			out = append(out, fmt.Sprintf("%s %s by %s", c.Subject, history.Did(c, time.UTC, noon), c.Actor))
		}
	}
	return out
}

func (f *fixture) changes(filter history.Filter) []models.Change {
	f.t.Helper()
	return paged(f, filter, 7, f.Audit.Changes)
}

func (f *fixture) history(subject models.Subject, id string) []models.Change {
	f.t.Helper()
	page, next := must2(f.Audit.History(ctx, f.org.ID, subject, id, nil, 100))(f.t)
	if next != nil {
		f.t.Fatal("the history has another page")
	}
	return page
}

// historyAct is a row of the table in TestHistory.
type historyAct struct {
	name string
	do   func() error
	want []string // what is noted the first time, and nothing is when it is done again
	once bool     // it is another change, or refused, when it is done again
}

// TestHistory: what changes a record notes the change with its actor, and a repeat that changes nothing notes nothing.
// [TestEveryWriteIsNoted] has that every operation does (D4).
func TestHistory(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		setup := inviting()
		setup.Organization.RescheduleCutoffHours = 0
		f := open(t, url, setup)
		_, key := must2(f.Team.CreateKey(ctx, f.as(models.ActorOperator, ""), f.org.ID, "ci", nil))(t)
		by := f.as(models.ActorKey, key.ID)
		var i models.Interview
		var session string
		var invited, picker models.Ref
		book := func(o booking.Order, into *models.Interview) func() error {
			return func() error {
				b, err := f.Bookings.Book(ctx, by, f.org, o)
				if into != nil && err == nil {
					*into = b.Interview
				}
				return err
			}
		}
		replace := f.order(cleo, at(19, 0))
		replace.Replace, replace.InterviewerEmail, replace.CandidateName = true, alan, "Cleo"
		var external models.Interview
		posting := f.posting("backend")
		slot := []timetable.SlotWrite{{InterviewerEmail: "new@acme.example", StartAt: at(20, 0)}}
		for _, c := range []historyAct{
			{"book", book(f.order(cleo, at(18, 0)), &i), []string{
				"interview booked for Mon 3 Mar 18:00 UTC: briefed instead ada@acme.example by key ci",
				"candidate created by key ci"}, true},
			{"move", book(replace, nil), []string{
				"interview moved from Mon 3 Mar 18:00 UTC to Mon 3 Mar 19:00 UTC: interviewer alan@acme.example; " +
					"briefed instead removed, was ada@acme.example; meeting link set by key ci",
				`candidate named "Cleo" by key ci`}, true},
			{"reassign", func() error { return failure(f.Bookings.Reassign(ctx, by, f.org.ID, i.ID, grace)) }, []string{
				"interview interviewer changed from alan@acme.example to grace@acme.example: meeting link changed by " +
					"key ci"}, false},
			{"mark a no-show", func() error {
				defer f.clock.Set(f.Now())
				f.clock.Set(at(19, 5)) // it has begun
				return failure(f.Bookings.MarkNoShow(ctx, f.as(models.ActorMember, grace),
					models.Ref{OrgID: f.org.ID, ID: i.ID}, booking.NoShow{Who: models.NoShowCandidate, Note: "ill"}))
			}, []string{"interview marked as a no-show of the candidate: a reason was given by Grace"}, false},
			{"book a session by link", book(f.linkOrder(candidate(1)), &external), []string{
				"interview booked: interviewer grace@acme.example; meeting link set; link ends Tue 4 Mar 12:00 UTC " +
					"by key ci", "candidate created by key ci"}, true},
			{"issue a link", func() (err error) {
				session, _, err = f.Bookings.IssueLink(ctx, by, f.org.ID, external.ID)
				return err
			}, []string{"interview fresh link issued until Tue 4 Mar 12:00 UTC by key ci"}, true},
			{"use the link", func() error { return failure(f.Bookings.UseLink(ctx, session, "browser")) },
				[]string{"interview link used at Mon 3 Mar 12:00 UTC by candidate"}, false},
			{"invite", func() error {
				v, err := f.Candidates.Invite(ctx, by, f.org, f.inviteTo("takehome", candidate(2)))
				invited = models.Ref{OrgID: f.org.ID, ID: v.Candidate.ID}
				return err
			}, []string{"candidate invited by key ci"}, false},
			{"start", func() error {
				return failure(f.Candidates.StartAssessment(ctx, invited))
			}, []string{"candidate assessment started: state from invited to in progress by candidate Cleo"}, false},
			{"hand in", func() error {
				return failure(f.Candidates.Submit(ctx, invited, candidacy.Answer{Text: "so"}, nil))
			}, []string{"candidate handed in: state from in progress to handed in by candidate Cleo"}, true},
			{"invite to pick", func() error {
				v, err := f.Candidates.Invite(ctx, by, f.org, f.inviteTo("design", candidate(3)))
				picker = models.Ref{OrgID: f.org.ID, ID: v.Candidate.ID}
				return err
			}, []string{"candidate invited by key ci"}, false},
			{"pick", func() error {
				return failure(f.Bookings.Pick(ctx, picker, at(15, 0), "UTC", false))
			}, []string{"interview booked for Mon 3 Mar 15:00 UTC: interviewer alan@acme.example; meeting link set " +
				"by candidate Cleo"}, false},
			{"add slots", func() error { return failure(f.Availability.AddSlots(ctx, by, f.org.ID, posting, slot)) },
				[]string{
					"posting interviewers changed: new@acme.example interviews here now; new@acme.example: 1 slot added " +
						"by key ci"}, false},
			{"set interviewers", func() error {
				return failure(f.Availability.SetInterviewers(ctx, by, f.org.ID, posting,
					[]timetable.PostingInterviewer{
						{Email: grace, Slots: []time.Time{at(15, 0), at(16, 0)}},
						{Email: alan, MeetingLink: "https://x.example/"}}))
			}, []string{"posting interviewers changed: alan@acme.example: meeting link changed; alan@acme.example: " +
				"1 slot removed; new@acme.example does not interview here any more by key ci"}, false},
			{"revoke the key",
				func() error {
					return f.Team.RevokeKey(ctx, f.as(models.ActorMember, grace), f.org.ID,
						key.ID)
				}, []string{"key revoked by Grace"}, false},
		} {
			f.clock.Set(f.Now().Add(time.Second))
			if c.name == "book" || c.name == "book a session by link" {
				f.clock.Set(noon)
			}
			if got := f.noted(func() { f.must(c.do()) }); strings.Join(got, "\n") != strings.Join(c.want, "\n") {
				t.Errorf("%s notes\n%s\nwant\n%s", c.name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
			if c.once {
				continue
			}
			if got := f.noted(func() { f.must(c.do()) }); len(got) > 0 {
				t.Errorf("%s once more notes %s", c.name, strings.Join(got, "\n"))
			}
		}
		if n := f.scalar("select count(*) from history where details like '%https://%' or " +
			"details like '%secret%'"); n != 0 {
			t.Errorf("%d changes tell of a link or of a secret", n)
		}
	})
}

// TestHistoryOfAFile: an organization file tells each record what it changed, and nothing the second time; what it
// removes is forgotten, and nobody's address stays behind (D4).
func TestHistoryOfAFile(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		file := acme()
		file.Interviewers = append(file.Interviewers, setup.Person{Email: "gone@acme.example", Name: "Gone",
			Calendar: account("gone@acme.example")})
		f := open(t, url, file)
		if got := f.noted(func() { f.apply(file) }); len(got) > 0 {
			t.Errorf("the same file again notes %s", strings.Join(got, "\n"))
		}
		if got := f.history(models.SubjectPosting, f.posting("backend")); len(got) != 1 ||
			got[0].Kind != models.ChangeCreated || got[0].Actor.Kind != models.ActorFile {
			t.Errorf("a new posting has the history %+v; its steps are not told one by one", got)
		}
		f.clock.Set(noon.Add(time.Hour))
		file.Organization.Name, file.Organization.Recruiters = "Acme Inc", []string{grace}
		file.Assessments[0].Title, file.Assessments[0].Instructions = "At home", "Do this."
		file.Postings[0].Title, file.Postings[0].Status = "Back end", models.StatusClosed
		file.Postings[0].Tracks[0].Steps[2].DurationMinutes = 45
		file.Postings[0].Interviewers[1].Slots = append(file.Postings[0].Interviewers[1].Slots, at(21, 0))
		file.Imports[0].MeetingLink = "https://meet.example/other"
		file.Submissions[0].Decision = models.DecisionReject
		want := []string{
			`organization edited: name from "Acme" to "Acme Inc"`,
			"member created", // a recruiter
			`assessment edited: instructions set; title from "Take-home" to "At home"`,
			`posting edited: status from open to closed; title from "Backend" to "Back end"`,
			"posting step edited: design: duration from 60 minutes to 45 minutes",
			"posting slots changed: alan@acme.example: 1 slot added",
			"interview edited: meeting link changed",
			"candidate submission stored: decision from advance to reject",
			"candidate decided: state from advanced to rejected",
		}
		got := f.noted(func() { f.apply(file) })
		for n := range got {
			got[n] = strings.TrimSuffix(got[n], " by the organization file")
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("noted\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}

		calendar, posting := f.connection("gone@acme.example").ID, f.applied.Postings["analyst"].ID
		interview, submitted := f.applied.Imports["gh-1"], f.applied.Submissions["sub-1"]
		candidates := query[[]string](f, "select candidate_id from interviews where id = ? union all "+
			"select candidate_id from submissions where id = ?", interview, submitted)
		file.Interviewers = file.Interviewers[:2]
		file.Postings, file.Imports, file.Submissions = file.Postings[:1], nil, nil
		got = f.noted(func() {
			f.done(f.Setups.Apply(ctx, file, setups.Options{Prune: true}))
		})
		for _, gone := range []string{"candidate", "candidate", "interview", `posting "Analyst"`, "person"} {
			n := slices.Index(got, "organization removed "+gone+" by the organization file")
			if n < 0 {
				t.Fatalf("nothing tells that a %s was removed; noted %s", gone, strings.Join(got, "\n"))
			}
			got = slices.Delete(got, n, n+1)
		}
		for id, subject := range map[string]models.Subject{calendar: models.SubjectCalendar,
			posting:   models.SubjectPosting,
			interview: models.SubjectInterview, "gone@acme.example": models.SubjectPerson,
			candidates[0]: models.SubjectCandidate, candidates[1]: models.SubjectCandidate} {
			if left := f.history(subject, id); len(left) > 0 {
				t.Errorf("%s %s is removed, and its history has %+v", subject, id, left)
			}
		}
		for _, address := range []string{"gone@acme.example", "imported@candidate.example", "done@candidate.example"} {
			if n := f.scalar("select count(*) from history where details like ? or subject_id = ?",
				"%"+address+"%", address); n != 0 {
				t.Errorf("%d changes still tell of %s", n, address)
			}
		}
	})
}

// TestChanges: the changes of an organization are found by their actor, by the request that made them and by time, and
// never by another organization (D3, D4).
func TestChanges(t *testing.T) {
	t.Parallel()
	organizations{acme(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		other := must(f.Team.Organization(ctx, "bolt"))(t)
		f.clock.Set(noon.Add(time.Hour))
		member := f.as(models.ActorMember, "ada@acme.example")
		b := must(f.Bookings.Book(ctx, member, f.org, f.order(cleo, at(18, 0))))(t)
		f.clock.Set(noon.Add(2 * time.Hour))
		f.book(f.order(candidate(1), at(18, 0))) // by the service itself
		for name, c := range map[string]struct {
			filter history.Filter
			want   int
		}{
			"by that member": {history.Filter{ActorKind: models.ActorMember, ActorID: ada}, 2},
			"by another":     {history.Filter{ActorKind: models.ActorMember, ActorID: grace}, 0},
			"by the service": {history.Filter{ActorKind: models.ActorService}, 2},
			"by a request":   {history.Filter{RequestID: "req_1", Since: noon, Until: noon.Add(2 * time.Hour)}, 2},
			"of a record":    {history.Filter{Subject: models.SubjectInterview, SubjectID: b.Interview.ID}, 1},
			"before, without the end": {history.Filter{Subject: models.SubjectInterview,
				Until: noon.Add(time.Hour)}, 2},
		} {
			if got := f.changes(c.filter); len(got) != c.want {
				t.Errorf("%s: %d changes, want %d", name, len(got), c.want)
			}
		}
		for name, read := range map[string]func(orgID string) ([]models.Change, error){
			"the interview's": func(orgID string) ([]models.Change, error) {
				page, _, err := f.Audit.History(ctx, orgID, models.SubjectInterview, b.Interview.ID, nil, 10)
				return page, err
			}, "the candidate's": func(orgID string) ([]models.Change, error) {
				page, _, err := f.Audit.CandidateHistory(ctx, orgID, []string{b.Candidate.ID}, nil, 10)
				return page, err
			}, "the organization's": func(orgID string) ([]models.Change, error) {
				page, _, err := f.Audit.Changes(ctx, orgID, history.Filter{ActorKind: models.ActorMember}, nil, 10)
				return page, err
			},
		} {
			ours := must(read(f.org.ID))(t)
			theirs := must(read(other.ID))(t)
			if len(ours) == 0 || len(theirs) > 0 {
				t.Errorf("%s history: we read %d changes, another organization %d", name, len(ours), len(theirs))
			}
			if n := f.count(func() { f.done(read(f.org.ID)) }); n != 1 {
				t.Errorf("%s history takes %d queries, want 1", name, n)
			}
		}
		whole, _ := must2(f.Audit.CandidateHistory(ctx, f.org.ID, []string{b.Candidate.ID}, nil, 10))(t)
		if len(whole) != 2 || whole[0].Subject == whole[1].Subject {
			t.Errorf("the candidate's history is %+v; want it with the interview's", whole)
		}
	})
}

// TestHistoryOfACalendar: a calendar's history has the breaks that admins are told of, and their ends.
func TestHistoryOfACalendar(t *testing.T) {
	t.Parallel()
	organizations{connected()}.each(t, func(t *testing.T, f *fixture) {
		c := f.connection(grace)
		failing := timetable.SyncFailure{Code: "ics_503"}
		got := f.noted(func() {
			f.sync(grace)
			f.fails(grace, failing)
			f.clock.Set(noon.Add(timetable.BrokenAfter))
			f.fails(grace, failing)
			f.clock.Set(noon.Add(time.Hour))
			f.fails(grace, failing)
			f.clock.Set(noon.Add(2 * time.Hour))
			f.sync(grace)
			f.clock.Set(noon.Add(3 * time.Hour))
			f.done(f.Availability.SyncNow(ctx, f.as(models.ActorMember, grace), f.org.ID, c.ID))
		})
		want := []string{"calendar broke: the calendar's server has a fault of its own by Litmus",
			"calendar works again by Litmus", "calendar a reading asked for by Grace"}
		if !slices.Equal(got, want) {
			t.Errorf("noted %q, want %q", got, want)
		}
	})
}
