package effect_test

import (
	"testing"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/desk"
	"litmus/models/effect"
)

// because gives the change that the desk made last a reason.
func because(d *desk.Desk, text string, to models.Audience) {
	d.Interview.Reason = (&models.Reason{Text: text, Audience: to}).At(d.Interview.Revision)
}

// wantReasons checks the reasons that the letters owed now have, by recipient and kind.
func wantReasons(t *testing.T, d *desk.Desk, want map[string]string) {
	t.Helper()
	got := map[string]string{}
	for _, e := range d.Owed() {
		got[e.Email+" "+e.Kind] = e.Reason
	}
	for about, reason := range want {
		if is, owed := got[about]; !owed || is != reason {
			t.Errorf("%s: owed %t with the reason %q, want %q; all: %v", about, owed, is, reason, got)
		}
	}
	if len(got) != len(want) {
		t.Errorf("owed are %v, want %v", got, want)
	}
}

func TestReasonOfALetter(t *testing.T) {
	t.Parallel()
	const (
		cleoMoved, annMoved = desk.Cleo + " changed_time", desk.Ann + " changed_time"
		cleoOff, annOff     = desk.Cleo + " cancellation", desk.Ann + " cancellation"
	)
	told := func(t *testing.T) *desk.Desk {
		d := desk.New(t)
		d.Book(desk.Mon(15, 0), desk.Ann, desk.Room)
		d.Deliver()
		return d
	}
	cancel := func(d *desk.Desk, why *models.Reason) {
		d.Interview, _, _ = booking.CancelBecause(why).Decide(d.Interview, d.Policy, d.Now)
	}
	team := &models.Reason{Text: "ill", Audience: models.AudienceTeam}
	candidate := &models.Reason{Text: "ill", Audience: models.AudienceCandidate}

	t.Run("of a move is told to both, or to the team alone", func(t *testing.T) {
		d := told(t)
		d.Book(desk.Mon(17, 0), desk.Ann, desk.Room)
		because(d, "ill", models.AudienceCandidate)
		wantReasons(t, d, map[string]string{cleoMoved: "ill", annMoved: "ill"})
		because(d, "ill", models.AudienceTeam)
		wantReasons(t, d, map[string]string{cleoMoved: "", annMoved: "ill"})
	})
	t.Run("of a cancellation too", func(t *testing.T) {
		d := told(t)
		cancel(d, candidate)
		wantReasons(t, d, map[string]string{cleoOff: "ill", annOff: "ill"})
		d = told(t)
		cancel(d, team)
		wantReasons(t, d, map[string]string{cleoOff: "", annOff: "ill"})
	})
	t.Run("of one move is not told with the next, nor with the cancellation", func(t *testing.T) {
		d := told(t)
		d.Book(desk.Mon(17, 0), desk.Ann, desk.Room)
		because(d, "ill", models.AudienceCandidate)
		stale := d.Interview.Reason
		d.Book(desk.Mon(18, 0), desk.Ann, desk.Room)
		wantReasons(t, d, map[string]string{cleoMoved: "", annMoved: ""})
		d.Interview.Reason = stale // of a service from before there were reasons, which moved it
		wantReasons(t, d, map[string]string{cleoMoved: "", annMoved: ""})
		cancel(d, nil)
		wantReasons(t, d, map[string]string{cleoOff: "", annOff: ""})
	})
	t.Run("is told once", func(t *testing.T) {
		d := told(t)
		d.Book(desk.Mon(17, 0), desk.Ann, desk.Room)
		because(d, "ill", models.AudienceCandidate)
		d.Deliver()
		d.Arrives("https://meet.example/auto")
		wantReasons(t, d, map[string]string{desk.Cleo + " changed_details": "", desk.Ann + " changed_details": ""})
		d.Deliver()
		cancel(d, nil)
		wantReasons(t, d, map[string]string{cleoOff: "", annOff: ""})
	})
	t.Run("is in the same letter when that is sent again", func(t *testing.T) {
		for _, ending := range []string{"a move", "a cancellation"} {
			d := told(t)
			d.Answers("cleo", desk.Vanishes)
			want := cleoMoved
			if d.Book(desk.Mon(17, 0), desk.Ann, desk.Room); ending == "a move" {
				because(d, "ill", models.AudienceCandidate)
			} else {
				d.Answers("cleo", desk.Accepts)
				d.Deliver()
				d.Answers("cleo", desk.Vanishes)
				cancel(d, candidate)
				want = cleoOff
			}
			d.Deliver()
			if owed := d.Owed(); len(owed) != 1 || owed[0].Resend == nil {
				t.Fatalf("%s: owed is %+v, want the letter once more", ending, owed)
			}
			wantReasons(t, d, map[string]string{want: "ill"})
		}
	})
	t.Run("is not told to whoever takes over, nor to whom it is taken from later", func(t *testing.T) {
		d := told(t)
		d.Book(desk.Mon(17, 0), desk.Ann, desk.Room)
		because(d, "ill", models.AudienceCandidate)
		d.Reassign(desk.Bob)
		if effect.ReasonNoted(d.Interview) != "" {
			t.Error("Bob's own entry has it")
		}
		wantReasons(t, d, map[string]string{cleoMoved: "ill", desk.Bob + " briefing": "", annOff: ""})
	})
	t.Run("of another interviewer is told to who loses it, and to the candidate if it says so", func(t *testing.T) {
		met := desk.Cleo + " changed_interviewer"
		own := func() *desk.Desk { // with a link of the interviewer's own, so that the candidate is told of another one
			d := desk.New(t)
			d.Own = map[string]string{desk.Ann: "https://meet.example/ann", desk.Bob: "https://meet.example/bob"}
			d.Book(desk.Mon(15, 0), desk.Ann, "")
			d.Deliver()
			return d
		}
		d := own()
		d.ReassignBecause(desk.Bob, team)
		wantReasons(t, d, map[string]string{met: "", desk.Bob + " briefing": "", annOff: "ill"})
		d = own()
		d.ReassignBecause(desk.Bob, candidate)
		wantReasons(t, d, map[string]string{met: "ill", desk.Bob + " briefing": "", annOff: "ill"})
		d.Deliver()
		d.Reassign(desk.Ann) // for another reason, which nobody gave
		wantReasons(t, d, map[string]string{met: "", desk.Ann + " briefing": "", desk.Bob + " cancellation": ""})
		if got := effect.ReasonNoted(d.Interview); got != "" {
			t.Errorf("the interviewer's own entry has %q", got)
		}
	})
	t.Run("stands in the interviewer's own entry until the next change of the start", func(t *testing.T) {
		d := told(t)
		d.Book(desk.Mon(17, 0), desk.Ann, desk.Room)
		because(d, "ill", models.AudienceCandidate)
		if got := effect.ReasonNoted(d.Interview); got != "ill" {
			t.Errorf("it has %q", got)
		}
		because(d, "ill", models.AudienceTeam)
		if got := effect.ReasonNoted(d.Interview); got != "" {
			t.Errorf("it has what is for the team alone: %q", got)
		}
		because(d, "ill", models.AudienceCandidate)
		d.Book(desk.Mon(18, 0), desk.Ann, desk.Room)
		if got := effect.ReasonNoted(d.Interview); got != "" {
			t.Errorf("after the next move it has %q", got)
		}
	})
}
