package e2e

import (
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

	v.Open(s.Ready.SignIn).Fill("Name of the organization", "Brennan Optics").Fill("Your name", "Ada Brennan").
		Fill("Your email", "ada@brennan.example").Click("Make the organization").Want(200, "Your first interview")
	v.Click("Add members")
	for _, m := range [][]string{{bram, "Bram de Wit"}, {cleo, "Cleo Marsh"}} {
		v.Fill("Email", m[0]).Fill("Name", m[1]).Tap("interviewer").Click("Add member").
			Want(200, "A letter to "+m[0]+" says how to sign in.")
	}
	v.Click("Home").Click("New posting").Want(200, "First step of its pipeline").
		Fill("Title", "Optics Engineer").Fill("What the step is called", "System design").Fill("Length in minutes", "45").
		Fill("Instructions", "We sketch a system **together**. Nothing to prepare.").
		Tick("Bram de Wit").Tick("Cleo Marsh").Click("Create the posting").
		Want(200, "The posting is created.", "System design", "live interview", "45 minutes", "nothing painted")
	v.Click("Set the hours of "+bram).Click("Save Monday to Friday, 9 to 17").
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
