package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// A new team gets from the link of the banner to its first booking in at most 60 interactions: it adds two colleagues
// who interview, makes a posting with its live interview, an admin enters the hours of one colleague, and the other
// enters their own by the link of their letter (D10, D17).
func TestWalkOfNewTeam(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	s := Start(t, Args("--empty"))
	const bram, cleo, kim = "bram@brennan.example", "cleo@brennan.example", "kim@candidate.example"
	v, c := s.Visitor(t, Zone("Europe/Berlin")), s.Visitor(t, Zone("Europe/Berlin"))
	counted(t, 60, v, c)
	began := machineNow()

	v.Open(s.Ready.SignIn).Looks("team-welcome")
	v.Fill("Name of the organization", "Brennan Optics").Fill("Your name", "Ada Brennan").
		Fill("Your email", "ada@brennan.example").Click("Make the organization").Want(200, "Your first interview")
	v.Click("Add members")
	for _, m := range [][]string{{bram, "Bram de Wit"}, {cleo, "Cleo Marsh"}} {
		v.Fill("Email", m[0]).Fill("Name", m[1]).Tap("interviewer").Click("Add member").
			Want(200, "A letter to "+m[0]+" says how to sign in.")
	}
	v.Looks("team-members").Click("Home").Click("New posting").Want(200, "First step of its pipeline")
	v.Looks("team-posting-form")
	v.Fill("Title", "Optics Engineer").Fill("What the step is called", "System design").Fill("Length in minutes", "45").
		Fill("Instructions", "We sketch a system **together**. Nothing to prepare.").
		Tick("Bram de Wit").Tick("Cleo Marsh").Click("Create the posting").
		Want(200, "The posting is created.", "System design", "live interview", "45 minutes", "nothing painted")
	v.Looks("team-posting").Click("Set the hours of "+bram).Click("Save Monday to Friday, 9 to 17").
		Want(200, "The working hours are saved.", "Working hours of Bram de Wit")

	c.Open(signInLink.FindString(s.Letters(t, cleo, 1)[0].Text)).Click("Sign in").Want(200, "You offer no times yet").
		Click("Set your working hours").Click("Save Monday to Friday, 9 to 17").Want(200, "The working hours are saved.")

	v.Click("Home").Click("Book").Fill("Email address", kim).Fill("Name", "Kim Lindqvist").Click("See the times").
		ChooseTime("Bram de Wit is free").Want(200, "Book this interview?", kim)
	v.Click("Book the interview").Want(200, "The interview is booked.", "Kim Lindqvist", "Bram de Wit", "45 minutes")
	t.Logf("by the clock it took %s", machineNow().Sub(began).Round(time.Second))

	v.settles()
	if l := s.Letters(t, kim, 1)[0]; l.Event(t).Start.IsZero() {
		t.Errorf("Kim's letter %q has no event:\n%s", l.Subject, l.Text)
	}
}

// A recruiter's day takes at most 45 interactions: somebody is found, booked and moved, the six interviews of an
// interviewer who is ill are handed over, an answer is graded and decided on, and five candidates are invited (D11,
// D12, D19, D20, D25).
func TestWalkOfRecruiter(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t, rhea...)
	monday := nextMonday("Europe/Berlin")
	var starts []time.Time
	for n := range 6 {
		starts = append(starts, monday.Add(time.Duration(9+n)*time.Hour))
	}
	for n, start := range starts {
		o.Book(t, fmt.Sprintf("ill-%d", n), "candidate_name", fmt.Sprintf("Patient %d Quillon", n), "interviewer_email",
			o.Email("bram"), "scheduled_start_at", wire(start.UTC()), "meeting_link", roomOfTheirOwn)
	}
	o.Offer(t, "engineer", "ilse", starts...)
	o.Invite(t, "casey", "engineer", "systems").Want(201)
	o.Invite(t, "robin", "engineer", "lens").Want(201)
	link := o.linkFor(t, "robin", assessmentLink)
	o.Post(t, link+"/start", nil).Want(303)
	o.Post(t, link+"/submit", nil, "text", "Mine, on two\nlines", "links", "").Want(303)

	v := o.signedIn(t, "rhea")
	counted(t, 45, v)

	// Found by typing, booked and moved.
	v.Chord("k").Fill("Name, address or posting", "casey@").foundByTyping("Casey Quillon").
		Click("casey@").Want(200, "Timeline")
	v.Click("Book an interview").nextTime("Petra Quillon is free").Want(200, "Book this interview?")
	v.Click("Book the interview").Want(200, "The interview is booked.", "Petra Quillon")
	v.Click("Move").nextTime("16:00 "+monday.Format("MST")+": Petra Quillon is free").Want(200, "Move the interview?")
	v.Click("Move the interview").Want(200, "The interview is moved.")

	// Bram is ill: his six interviews.
	v.Click("Interviews").Select("Interviewer", "Bram Quillon").Click("Show").
		Want(200, "Patient 0 Quillon", "Patient 5 Quillon").WantNot("Casey Quillon")
	v.Click("Choose all on this page").Click("Hand over the chosen ones…").Want(200, "What becomes of it")
	v.Click("See what will be sent").Want(200, "Patient 0 Quillon", "Patient 5 Quillon")
	v.Click("Hand them over").Want(200, "6 interviews are handed over.")
	for n := range starts {
		i := o.Interviews(t, fmt.Sprintf("ill-%d", n))
		if got := i.Text("interviews.0.interviewer_email"); got == o.Email("bram") {
			t.Errorf("the interview of patient %d is still that of %s", n, got)
		}
	}

	// Graded, and decided on.
	v.Click("Submissions").Click("Casey Quillon").Fill("Score", "4.5").Fill("Notes", "Solid.").Click("Save grade").
		Want(200, "4.5 of 5")
	v.Click("Advance…").Tick("Invite them to choose a time").Click("Advance").
		Want(200, "The decision is recorded: advance")

	// Five are invited at once.
	var five []string
	for _, name := range []string{"amara", "bela", "chidi", "dilan", "emre"} {
		five = append(five, strings.ToUpper(name[:1])+name[1:]+" Quillon <"+o.Email(name)+">")
	}
	v.Click("Candidates").Click("Invite several").Choose("Invite to", o.Posting("engineer")+"/"+o.Assessment("systems")).
		Fill("Candidates", strings.Join(five, "\n")).Click("See who gets what").Want(200, "Amara Quillon", "Emre Quillon")
	v.Click("Send 5 invitations").Want(200, "5 invitations are on their way.")
}

// foundByTyping waits until the dialog of the search has somebody as its first result.
func (v *Visitor) foundByTyping(name string) *Visitor {
	v.t.Helper()
	v.says(name, "document.querySelector('.finder [aria-selected=true]')?.innerText || ''")
	return v
}

// nextTime chooses a time of that name, of this week or the next one that has any.
func (v *Visitor) nextTime(name string) *Visitor {
	v.t.Helper()
	for range 4 {
		if v.Offers(name) {
			return v.ChooseTime(name)
		}
		v.Click("The week after")
	}
	v.t.Fatalf("in five weeks there is no time at which %s", name)
	return v
}

// nextMonday is midnight of the Monday after the next days, by the clock of a zone.
func nextMonday(zone string) time.Time {
	day := in(machineNow(), zone).AddDate(0, 0, 2)
	for day.Weekday() != time.Monday {
		day = day.AddDate(0, 0, 1)
	}
	y, m, d := day.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, day.Location())
}
