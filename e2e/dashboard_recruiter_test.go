package e2e

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// rhea is a recruiter of the test's organization.
var rhea = []string{"desk@northwind.example]", "desk@northwind.example]\n  recruiters: [rhea@northwind.example]"}

// booked books an interview on Monday, 1 March 2032, which somebody holds, and returns its id.
func (o *Org) booked(t testing.TB, candidate, name, interviewer, clock string, changes ...any) string {
	t.Helper()
	return o.Book(t, candidate, append([]any{"candidate_name", name, "interviewer_email", o.Email(interviewer),
		"scheduled_start_at", "2032-03-01T" + clock + ":00Z", "meeting_link", "https://meet.example/room"},
		changes...)...).Text("interview.id")
}

// D11, D12 and D19: a recruiter books, moves, changes the interviewer, cancels the day of one who is ill and decides on
// a candidate, each after the page showed what will be sent to whom; it follows what is sent until it is done.
func TestDashboardRecruiter(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	eachManner(t, func(t *testing.T, n int, _ string, open func(testing.TB, *Service) *Visitor) {
		o := NewOrg(t, rhea...)
		looks := func(v *Visitor, picture string) {
			if n == 0 {
				v.inspected("recruiter-" + picture)
			} else {
				v.looksRight(picture)
			}
		}
		kai := o.booked(t, "kai", "Kai Quillon", "bram", "17:00")
		lena := o.booked(t, "lena", "Lena Quillon", "bram", "19:00")
		dana := o.booked(t, "dana", "Dana Quillon", "dora", "17:00")
		o.Letters(t, o.Email("lena"), 1)
		v := o.SignIn(t, open(t, o.Service), "rhea")
		v.Want(200, "The next interviews", "Everything was sent")
		looks(v, "home")

		// An offered time, by a double click where no script catches the second one.
		v.Click("Book").Want(200, "Book an interview", "A new candidate")
		looks(v, "book")
		v.Select("Round", "Imaging Engineer, Main: Systems, 60 minutes").Fill("Email address", o.Email("cleo")).
			Fill("Name", "Cleo Quillon").Click("See the times").
			Want(200, "When?", "Cleo Quillon", "Times are in Europe/Berlin")
		looks(v, "book-times")
		v.Click("with Petra Quillon").Want(200, "Book this interview?",
			"Confirmation with calendar invitation to "+o.Email("cleo"),
			"Briefing with calendar invitation to "+o.Email("petra")).WantNot("not offered")
		looks(v, "book-preview")
		if v.keyboard {
			v.Click("Book the interview")
		} else {
			v.clickTwice("Book the interview")
		}
		v.Want(200, "Cleo Quillon", "Petra Quillon", "Scheduled")
		id := v.URL()[strings.LastIndex(v.URL(), "/")+1:]
		v.settles()
		v.Want(200, "done").WantNot("to be done", "failing")
		looks(v, "interview")
		o.Letters(t, o.Email("cleo"), 1)
		if all := o.Interviews(t, "cleo").Texts("interviews", "id"); !slices.Equal(all, []string{id}) {
			t.Errorf("Cleo has the interviews %q, want %s alone", all, id)
		}

		v.Open(o.Here(t, "/dashboard/interviews/"+id+"/move?week=2032-03-01")).Want(200, "Mon 1 Mar 2032")
		looks(v, "move")
		v.Click("16:00 CET with Ilse Quillon").Want(200, "Move the interview?", "about the new time",
			"Cancellation of the calendar invitation to "+o.Email("petra"))
		v.Click("Move the interview").Want(200, "The interview is moved.", "Mon 1 Mar 2032, 16:00")
		v.settles()
		v.WantNot("to be done", "failing")
		o.Letters(t, o.Email("cleo"), 2)

		// Of the posting's interviewers Bram is free, and the first of them.
		v.Click("Change interviewer").Want(200, "Who interviews instead?", "Bram Quillon", "free")
		looks(v, "reassign")
		v.Tick("Bram Quillon").Click("See what will be sent").
			Want(200, "Briefing with calendar invitation to "+o.Email("bram"),
				"Cancellation of the calendar invitation to "+o.Email("ilse"))
		looks(v, "reassign-preview")
		v.Click("Change the interviewer").Want(200, "The interviewer is changed.", "Bram Quillon")
		v.settles()
		v.WantNot("to be done", "failing")

		// Bram is ill.
		v.area("Interviews").Want(200, "Dana Quillon").Select("Interviewer", "Bram Quillon").
			Date("From", "2032-03-01").Date("To", "2032-03-01").Click("Show").
			Want(200, "Cleo Quillon", "Kai Quillon", "Lena Quillon").WantNot("Dana Quillon")
		looks(v, "list")
		v.Click("Choose all on this page").Click("Cancel the chosen ones…").Want(200, "Cancel 3 interviews",
			"Cancellation of the calendar invitation to "+o.Email("cleo"),
			"Cancellation of the calendar invitation to "+o.Email("bram"))
		looks(v, "cancel-several")
		v.Tick("Lena Quillon") // she will be told by phone, and moved
		v.Click("Cancel them").Want(200, "The interviews are canceled.", "Lena Quillon").WantNot("Kai Quillon")
		o.LettersWhen(t, o.Email("kai"), "the cancellation", func(l []Letter) bool { return len(l) == 2 })
		for _, want := range []struct{ id, status string }{{id, "canceled"}, {kai, "canceled"}, {lena, "scheduled"},
			{dana, "scheduled"}} {
			if got := o.Do(t, "GET", "/interviews/"+want.id, nil).Want(200).Text("status"); got != want.status {
				t.Errorf("%s is %s, want %s", want.id, got, want.status)
			}
		}
		if got := len(o.Inbox(t, o.Email("lena"))); got != 1 {
			t.Errorf("Lena got %d letters, want the confirmation alone", got)
		}

		v.area("Candidates").Fill("Name or address", "cleo").Click("Search").Click("Cleo Quillon").
			Want(200, "Imaging Engineer", "canceled")
		looks(v, "candidate")
		v.Click("Reject").Want(200, "The decision is recorded: reject", "History", o.Email("rhea"))
		v.Click("Take the decision back").Want(200, "The decision is taken back.")
		v.Click("Advance…").Want(200, "Next in the track: Pairing")
		if v.keyboard { // Tab reaches the first of several choices, and arrows the others
			v.TabTo("Invite them to choose a time").Keys(kb.ArrowDown)
		} else {
			v.Tick("Book a time")
		}
		v.Click("Advance").Want(200, "Nothing is sent for Pairing yet", "Cleo Quillon")
		looks(v, "book-advanced")
		v.area("Candidates").Fill("Name or address", "cleo").Click("Search").Want(200, "nothing sent yet").
			Click("Cleo Quillon").Want(200, "In the track Main", "advanced")
		looks(v, "candidate-decided")
	})
}

// D11: a form that is sent again by the back button, from a second tab, or after the interview changed does nothing
// that nobody saw.
func TestDashboardStaleForms(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t, rhea...)
	id := o.booked(t, "kai", "Kai Quillon", "bram", "17:00")
	v := o.signedIn(t, "rhea")
	cancel := o.Here(t, "/dashboard/interviews/"+id+"/cancel")
	v.Open(cancel).Want(200, "Kai Quillon", "Bram Quillon")
	o.Book(t, "kai", "replace_existing", true, "interviewer_email", o.Email("dora"), "scheduled_start_at",
		"2032-03-01T17:00:00Z", "meeting_link", "https://meet.example/room") // meanwhile, over REST
	v.Click("Cancel the interview").Want(409, "was changed at", "Dora Quillon")
	if got := o.Do(t, "GET", "/interviews/"+id, nil).Text("status"); got != "scheduled" {
		t.Fatalf("a stale form made the interview %s", got)
	}
	v.Click("Cancel the interview").Want(200, "The interview is canceled.")

	lena := o.booked(t, "lena", "Lena Quillon", "bram", "19:00")
	o.Letters(t, o.Email("lena"), 1) // or there is nothing to cancel yet
	v.Open(o.Here(t, "/dashboard/interviews/"+lena+"/cancel")).Click("Cancel the interview").
		Want(200, "The interview is canceled.")
	v.leads("go back", chromedp.Evaluate[chromedp.Void]("history.back()"))
	if v.Offers("Cancel the interview") { // the browser kept the page
		v.Click("Cancel the interview")
	}
	v.Want(200, "canceled already")
	canceled := func(l []Letter) int { return strings.Count(strings.ToLower(subjects(l)), "cancel") }
	o.LettersWhen(t, o.Email("lena"), "the cancellation", func(l []Letter) bool { return canceled(l) > 0 })
	o.Converged(t, lena)
	if l := o.Inbox(t, o.Email("lena")); canceled(l) != 1 {
		t.Errorf("Lena got %s, want one cancellation", subjects(l))
	}
}

// D11: pages hold with much on them, on every screen: a week of many interviews, the list, the first page.
func TestDashboardFullWeek(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t, rhea...)
	monday := machineNow().UTC().Truncate(24 * time.Hour)
	monday = monday.AddDate(0, 0, 7-int(monday.Weekday()+6)%7)
	names := []string{"Amara", "Benedikt", "Chiara", "Dimitri", "Eleni", "Fatou", "Gwen", "Hyun-woo", "Ingrid",
		"Johannes-Maximilian", "Keiko", "Léopold", "Maëlle", "Nkechi", "Oisín"}
	for n, name := range names {
		for _, who := range []string{"ilse", "bram", "dora"}[:1+n%3] {
			start := monday.AddDate(0, 0, n%5).Add(time.Duration(8+2*(n/5)) * time.Hour)
			o.Book(t, strings.ToLower(who+string(rune('a'+n))), "candidate_name", name+" Quillon", "interviewer_email",
				o.Email(who), "scheduled_start_at", wire(start), "meeting_link", "https://meet.example/room")
		}
	}
	soon := ahead(20 * time.Minute) // within half an hour it can be joined from the list
	o.Book(t, "soon", "candidate_name", "Solveig Quillon", "interviewer_email", o.Email("petra"), "scheduled_start_at",
		wire(soon), "meeting_link", "https://meet.example/soon")
	o.Do(t, "POST", "/interviews", o.External("ext", "candidate_name", "Xenia Quillon")).Want(201)
	v := o.signedIn(t, "rhea")
	v.Want(200, "Xenia Quillon", "Solveig Quillon")
	v.inspected("full-home")
	v.Open(o.Here(t, "/dashboard/week?day="+monday.Format(time.DateOnly))).
		Want(200, "Johannes-Maximilian", "Ilse Quillon")
	v.inspected("full-week")
	v.Open(v.URL()+"&by=posting").Want(200, "Imaging Engineer")
	v.inspected("full-week-postings")
	v.Open(o.Here(t, "/dashboard/interviews")).Want(200, "Oisín Quillon")
	v.inspected("full-list")
	v.do("look on a wide screen", chromedp.EmulateViewport(1920, 1080))
	v.picture("full-list-wide")
	v.Open(o.Here(t, "/dashboard/week?day="+monday.Format(time.DateOnly)))
	v.picture("full-week-wide")
	v.Open(o.Here(t, "/dashboard"))
	v.picture("full-home-wide")
}
