package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
)

// rhea is a recruiter of the test's organization.
var rhea = []string{"desk@northwind.example]", "desk@northwind.example]\n  recruiters: [rhea@northwind.example]"}

// booked books an interview on Monday, 1 March 2032, which somebody holds, and returns its id.
func (o *Org) booked(t testing.TB, candidate, name, interviewer, clock string, changes ...any) string {
	t.Helper()
	return o.Book(t, candidate, append([]any{"candidate_name", name, "interviewer_email", o.Email(interviewer),
		"scheduled_start_at", "2032-03-01T" + clock + ":00Z", "meeting_link", roomOfTheirOwn},
		changes...)...).Text("interview.id")
}

// D11, D12 and D19: a recruiter books, moves, changes the interviewer, cancels the day of one who is ill and decides on
// a candidate; the page follows what is sent until it is done. Package dashboard holds what each step does and shows.
func TestDashboardRecruiter(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	eachManner(t, func(t *testing.T, m manner) {
		o := NewOrg(t, rhea...)
		o.booked(t, "kai", "Kai Quillon", "bram", "17:00")
		o.booked(t, "lena", "Lena Quillon", "bram", "19:00")
		o.Letters(t, o.Email("lena"), 1)
		v := o.signedIn(t, "rhea", m.habits...).Want(200, "The next interviews", "Everything was sent")

		// An offered time, by a double click where no script catches the second one.
		v.Click("Book").Want(200, "Book an interview", "A new candidate")
		m.looks(v, "recruiter-book")
		v.Select("Round", "Imaging Engineer, Main: Systems, 60 minutes").Fill("Email address", o.Email("cleo")).
			Fill("Name", "Cleo Quillon").Click("See the times").Want(200, "When?", "Choose a time")
		m.looks(v, "recruiter-book-times")
		v.ChooseTime("Petra Quillon is free").Want(200, "Book this interview?",
			"Confirmation with calendar invitation to "+o.Email("cleo"))
		m.looks(v, "recruiter-book-preview")
		if v.keyboard {
			v.Click("Book the interview")
		} else {
			v.leads("double-click", twice(v.place("Book the interview")))
		}
		v.Want(200, "Cleo Quillon", "Petra Quillon", "Scheduled")
		id := v.URL()[strings.LastIndex(v.URL(), "/")+1:]
		v.settles()
		v.Want(200, "done").WantNot("to be done", "failing")
		m.looks(v, "recruiter-interview")
		if all := o.Interviews(t, "cleo").Texts("interviews", "id"); !slices.Equal(all, []string{id}) {
			t.Errorf("Cleo has the interviews %q, want %s alone", all, id)
		}

		v.Open(o.API+"/dashboard/interviews/"+id+"/move?week=2032-03-01").Want(200, "1 to 7 March 2032")
		m.looks(v, "recruiter-move")
		v.ChooseTime("16:00 CET: Ilse Quillon is free").Want(200, "Move the interview?").Click("Move the interview").
			Want(200, "The interview is moved.", "Mon 1 Mar 2032, 16:00").settles()
		v.Click("Change interviewer").Want(200, "Who interviews instead?", "Bram Quillon", "free")
		m.looks(v, "recruiter-reassign")
		v.Tick("Bram Quillon").Click("See what will be sent").Want(200, "calendar invitation to "+o.Email("ilse"))
		m.looks(v, "recruiter-reassign-preview")
		v.Click("Change the interviewer").Want(200, "The interviewer is changed.", "Bram Quillon").settles()

		// Bram is ill.
		if v.area("Interviews"); m.n == 1 {
			v.Tap("Filter") // folded on a phone
		}
		v.Select("Interviewer", "Bram Quillon").Date("From", "2032-03-01").
			Date("To", "2032-03-01").Click("Show").Want(200, "Cleo Quillon", "Kai Quillon", "Lena Quillon")
		v.Click("Choose all on this page").Click("Cancel the chosen ones…").Want(200, "Cancel 3 interviews")
		m.looks(v, "recruiter-cancel-several")
		v.Fill("Reason", "Bram is ill").Keys(kb.Enter).Want(200, "Cancel 3 interviews") // it sends nothing
		v.Tick("Lena Quillon")                                                          // she will be told by phone, and moved
		v.Click("Cancel them").Want(200, "The interviews are canceled.", "Lena Quillon").WantNot("Kai Quillon")
		for name, want := range map[string]string{"cleo": "canceled", "kai": "canceled", "lena": "scheduled"} {
			if got := o.Interviews(t, name).Text("interviews.0.status"); got != want {
				t.Errorf("the interview of %s is %s, want %s", name, got, want)
			}
		}

		v.area("Candidates").Fill("Name or address", "cleo").Click("Show").Click("Cleo Quillon").
			Want(200, "Imaging Engineer", "canceled")
		m.looks(v, "recruiter-candidate")
		v.Click("Advance…").Want(200, "Next in the track: Pairing")
		if v.keyboard { // Tab reaches the first of several choices, and arrows the others
			v.TabTo("Invite them to choose a time").Keys(kb.ArrowDown)
		} else {
			v.Tick("Book a time")
		}
		v.Click("Advance").Want(200, "Nothing is sent for Pairing yet", "Cleo Quillon")
	})
}

// D11: pages hold with much on them, on every screen: a week of many interviews, lists, figures, the first page.
func TestDashboardFullWeek(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t, rhea...)
	monday := machineNow().UTC().Truncate(24 * time.Hour)
	monday = monday.AddDate(0, 0, 7-int(monday.Weekday()+6)%7)
	for n := range 15 {
		name := []string{"Amara", "Johannes-Maximilian", "Léopold", "Nkechi", "Oisín"}[n%5]
		for _, who := range []string{"ilse", "bram", "dora"}[:1+n%3] {
			start := monday.AddDate(0, 0, n%5).Add(time.Duration(8+2*(n/5)) * time.Hour)
			o.Book(t, fmt.Sprintf("%s-%d", who, n), "candidate_name", name+" Quillon",
				"interviewer_email", o.Email(who), "scheduled_start_at", wire(start), "meeting_link", roomOfTheirOwn)
		}
	}
	soon := ahead(20 * time.Minute) // within half an hour it can be joined from the list
	o.Book(t, "soon", "candidate_name", "Solveig Quillon", "interviewer_email", o.Email("petra"), "scheduled_start_at",
		wire(soon), "meeting_link", roomOfTheirOwn)
	o.Do(t, "POST", "/interviews", o.External("ext", "candidate_name", "Xenia Quillon")).Want(201)
	v := o.signedIn(t, "rhea")
	v.Want(200, "Xenia Quillon", "Solveig Quillon")
	v.Looks("full-home")
	v.Open(o.API+"/dashboard/week?day="+monday.Format(time.DateOnly)).Want(200, "Johannes-Maximilian", "Ilse Quillon")
	v.Looks("full-week-axis")
	v.Open(o.API+"/dashboard/week?view=people&day="+monday.Format(time.DateOnly)).
		Want(200, "Johannes-Maximilian", "Ilse Quillon")
	v.Looks("full-week")
	v.Open(strings.Replace(v.URL(), "view=people", "view=postings", 1)).Want(200, "Imaging Engineer")
	v.Looks("full-week-postings")
	v.Open(o.API+"/dashboard/interviews").Want(200, "Oisín Quillon")
	v.Looks("full-list")
	v.Open(o.API+"/dashboard/figures?until="+monday.Format(time.DateOnly)).Want(200, "From step to step")
	v.Looks("full-figures")
	v.Open(o.API+"/dashboard/candidates").Want(200, "Invite the chosen ones")
	v.Looks("full-candidates")
	v.Open(o.API + "/dashboard/invite/several").Looks("invite-several")
	v.Open(o.API + "/dashboard/news").Looks("news")
	v.Open(o.API + "/dashboard/notices").Looks("notices")
}
