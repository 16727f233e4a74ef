package booking_test

import (
	"slices"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/desk"
)

// drifting is an interview of Ann's whose copy is found again and again.
type drifting struct {
	t *testing.T
	models.Interview
	asks    booking.ReplacementAsks
	written int64 // the revision of the copy
}

func newDrifting(t *testing.T) *drifting {
	i := desk.Named()
	i.CalendarCopy = true
	return &drifting{t: t, Interview: i}
}

// found has the reading find the copies, and checks what follows.
func (d *drifting) found(about string, want models.ChangeKind, seen ...booking.SeenCopy) models.Actor {
	d.t.Helper()
	after, did, by, changed := booking.DecideDrift(booking.DriftFacts{Owner: desk.Ann, Seen: seen, Written: d.written,
		AnswerFacts: booking.AnswerFacts{Interview: d.Interview, Asks: d.asks,
			Members: []models.Member{{Email: desk.Bob, Role: models.Recruiter}}}}, desk.Mon(12, 0))
	if did != want || changed != (want != "") {
		d.t.Errorf("%s: it is %q, changed %t, want %q", about, did, changed, want)
	}
	if changed != (after.Revision == d.Revision+1) || after.AnnounceRevision != d.AnnounceRevision ||
		!after.StartsAt.Equal(d.StartsAt) {
		d.t.Errorf("%s: the interview itself changed: %+v", about, after)
	}
	d.Interview = after
	return by
}

// kind checks how the copy stands, and whether it is to be written since the last change.
func (d *drifting) kind(about string, want models.DriftKind, mend bool) {
	d.t.Helper()
	var got models.DriftKind
	if x := d.DriftedOf(desk.Ann, desk.Mon(12, 0)); x != nil {
		got = x.Kind
	}
	if owed := d.Drift != nil && d.Drift.Mend == d.Revision; got != want || owed != mend {
		d.t.Errorf("%s: it is %q, to be written %t; want %q, %t", about, got, owed, want, mend)
	}
}

// TestDrift proves what becomes of a copy that was changed behind our back.
func TestDrift(t *testing.T) {
	t.Parallel()
	right := booking.SeenCopy{Start: desk.Named().StartsAt}
	later := booking.SeenCopy{Start: right.Start.Add(time.Hour)}
	evening := booking.SeenCopy{Start: right.Start.Add(3 * time.Hour)}
	declined := booking.SeenCopy{Start: right.Start, Response: models.Declined}

	t.Run("a deleted copy is put back once, and then told", func(t *testing.T) {
		t.Parallel()
		d := newDrifting(t)
		d.found("as it should be", "", right)
		d.found("deleted", models.ChangeCopyMended)
		d.kind("deleted", "", true)
		d.found("put back", "", right)
		d.found("deleted again", models.ChangeCopyDeleted)
		d.kind("deleted again", models.DriftDeleted, false)
		d.found("still deleted", "")
		after, changed, err := booking.PutCopyBack(desk.Ann).Decide(d.Interview, models.DefaultPolicy, desk.Mon(12, 0))
		if d.Interview = after; !changed || err != nil {
			t.Errorf("asked to be put back: changed %t, %v", changed, err)
		}
		d.kind("asked to be put back", "", true)
		d.found("deleted once more", models.ChangeCopyDeleted)
		d.found("restored by its owner", models.ChangeCopyAgrees, right)
		d.kind("restored by its owner", "", false)
	})
	t.Run("a doubled copy is made single once, and then told", func(t *testing.T) {
		t.Parallel()
		d := newDrifting(t)
		d.found("duplicated by its owner for another time", "", right, later, later)
		d.found("and that one declined", "", right, booking.SeenCopy{Start: later.Start, Response: models.Declined})
		d.found("doubled", models.ChangeCopyMended, right, right)
		d.kind("doubled", "", true)
		if !d.Drift.Mends(models.DriftDoubled) {
			t.Error("the others are not removed")
		}
		d.found("doubled again", models.ChangeCopyDoubled, right, right)
		d.kind("doubled again", models.DriftDoubled, false)
		d.found("deleted for the first time", models.ChangeCopyMended)
	})
	t.Run("a moved copy is asked about", func(t *testing.T) {
		t.Parallel()
		d := newDrifting(t)
		d.StartsAt = right.Start.Add(7 * time.Millisecond)
		d.found("in whole seconds", "", right)
		d.found("moved", models.ChangeCopyMoved, later)
		d.kind("moved", models.DriftMoved, false)
		d.found("still there", "", later)
		d.found("moved on", models.ChangeCopyMoved, evening)
		if at := d.Drift.Start; at == nil || !at.Equal(evening.Start) {
			t.Errorf("it is at %v", at)
		}
		back, changed, err := booking.PutCopyBack(desk.Ann).Decide(d.Interview, models.DefaultPolicy, desk.Mon(12, 0))
		if !changed || err != nil || back.DriftedOf(desk.Ann, desk.Mon(12, 0)) != nil ||
			back.Drift.Mend != back.Revision {
			t.Errorf("put back: %+v, changed %t, %v", back.Drift, changed, err)
		}
		_, changed, err = booking.PutCopyBack(desk.Ann).Decide(back, models.DefaultPolicy, desk.Mon(12, 0))
		if changed || err != nil {
			t.Errorf("put back twice: changed %t, %v", changed, err)
		}
		d.found("moved back by its owner", models.ChangeCopyAgrees, right)
	})
	t.Run("a declined one asks for a replacement", func(t *testing.T) {
		t.Parallel()
		d := newDrifting(t)
		if by := d.found("declined", models.ChangeCopyDeclined, declined); by.ID != desk.Ann {
			t.Errorf("it was %+v", by)
		}
		asked := d.ReplacementOf(desk.Ann, desk.Mon(12, 0))
		if asked == nil || !asked.Declined || asked.By != desk.Ann || !slices.Equal(asked.To, []string{desk.Bob}) ||
			asked.Revision != d.Revision {
			t.Fatalf("it asks %+v", asked)
		}
		d.found("still declined", "", declined)
		taken, _ := booking.DecideWithdrawReplacement(d.Interview, desk.Ann, desk.Ann, desk.Mon(12, 0))
		d.Interview = taken
		d.found("and the request taken back by the team", "", declined)
		d.found("accepted", models.ChangeCopyAgrees, right)
		d.found("declined again", models.ChangeCopyDeclined, declined)
		d.found("accepted again", models.ChangeCopyAgrees, right)
		if d.ReplacementOf(desk.Ann, desk.Mon(12, 0)) != nil {
			t.Error("an answer that was taken back still asks for a replacement")
		}
		d.found("declined for the third time", models.ChangeCopyDeclined, declined)
		d.found("accepted for the third time", models.ChangeCopyAgrees, right)
		d.found("declined for the fourth time", models.ChangeCopyDeclined, declined)
		if asked := d.ReplacementOf(desk.Ann, desk.Mon(12, 0)); asked == nil || len(asked.To) != 0 {
			t.Errorf("the fourth time it asks %+v, want it shown, and no more letters", asked)
		}
	})
	t.Run("only an answer takes the request back", func(t *testing.T) {
		t.Parallel()
		d := newDrifting(t)
		stands := func(about string) {
			t.Helper()
			asked := d.ReplacementOf(desk.Ann, desk.Mon(12, 0))
			if asked == nil || !slices.Equal(asked.To, []string{desk.Bob}) {
				t.Errorf("%s: it asks %+v", about, asked)
			}
		}
		d.found("declined", models.ChangeCopyDeclined, declined)
		d.found("and deleted", "")
		stands("deleted")
		d.kind("deleted", models.DriftDeclined, false)
		d.written = d.Revision
		d.found("written by us since", models.ChangeCopyAgrees, right)
		stands("written by us since")
		d.found("and deleted then", "")
		stands("deleted then")
	})
	t.Run("letters are bounded for each person", func(t *testing.T) {
		t.Parallel()
		d := newDrifting(t)
		d.asks.Since = slices.Repeat([]time.Time{desk.Mon(11, 0)}, models.MaxAsksOfPerson)
		d.found("declined", models.ChangeCopyDeclined, declined)
		if asked := d.ReplacementOf(desk.Ann, desk.Mon(12, 0)); asked == nil || len(asked.To) != 0 {
			t.Errorf("it asks %+v", asked)
		}
	})
	t.Run("a request that stands is not asked again", func(t *testing.T) {
		t.Parallel()
		d := newDrifting(t)
		d.Interview, _, _ = booking.DecideAskReplacement(d.Interview, desk.Ann, desk.Ann, "ill", []string{desk.Bob},
			booking.ReplacementAsks{}, desk.Mon(12, 0))
		d.found("declined too", models.ChangeCopyDeclined, declined)
		d.found("accepted", models.ChangeCopyAgrees, right)
		if asked := d.ReplacementOf(desk.Ann, desk.Mon(12, 0)); asked == nil || asked.Reason != "ill" ||
			asked.Declined {
			t.Errorf("it asks %+v", asked)
		}
	})
	t.Run("an answer there is one as by mail", func(t *testing.T) {
		t.Parallel()
		d := newDrifting(t)
		says := func(r models.Response) booking.SeenCopy { return booking.SeenCopy{Start: right.Start, Response: r} }
		stands := func(about string, want models.Response, by models.AnswerSource) {
			t.Helper()
			var got models.Answer
			if a := d.AnswerOf(desk.Ann); a != nil {
				got = *a
			}
			if got.Response != want || got.By != by {
				t.Errorf("%s: the answer is %+v, want %q by %q", about, got, want, by)
			}
		}
		silent := func(about string, seen ...booking.SeenCopy) { // what is noted is no matter for the history
			t.Helper()
			after, did, _, changed := booking.DecideDrift(booking.DriftFacts{Owner: desk.Ann, Seen: seen,
				AnswerFacts: booking.AnswerFacts{Interview: d.Interview}}, desk.Mon(12, 0))
			if d.Interview = after; did != "" || !changed {
				t.Errorf("%s: it is %q, changed %t", about, did, changed)
			}
		}
		elsewhere := func(r models.Response) {
			t.Helper()
			after, changed, err := booking.DecideReply(booking.AnswerFacts{Interview: d.Interview}, booking.Given{
				Email: desk.Ann, Start: d.StartsAt, Response: r, By: models.AnsweredByLink}, desk.Mon(12, 0))
			if d.Interview = after; err != nil || !changed {
				t.Fatalf("%s elsewhere: changed %t, %v", r, changed, err)
			}
		}
		if by := d.found("accepted", models.ChangeAnswered, says(models.Accepted)); by.ID != desk.Ann {
			t.Errorf("it was %+v", by)
		}
		stands("accepted", models.Accepted, models.AnsweredInCalendar)
		d.found("still accepted", "", says(models.Accepted))
		elsewhere(models.Declined)
		d.found("still accepted after a later refusal", "", says(models.Accepted))
		d.found("doubled, and accepted still", models.ChangeCopyMended, says(models.Accepted), says(models.Accepted))
		stands("doubled", models.Declined, models.AnsweredByLink)
		d.found("doubled again", models.ChangeCopyDoubled, says(models.Accepted), says(models.Accepted))
		d.found("and perhaps", models.ChangeAnswered, says(models.Tentative), says(models.Tentative))
		stands("doubled, and perhaps", models.Tentative, models.AnsweredInCalendar)
		d.found("made single, and accepted", models.ChangeAnswered, says(models.Accepted))
		elsewhere(models.Declined)
		d.AnnounceRevision++
		d.found("accepted still in what was announced anew", "", says(models.Accepted))
		stands("a later refusal", models.Declined, models.AnsweredByLink)
		d.found("perhaps", models.ChangeAnswered, says(models.Tentative))
		stands("perhaps", models.Tentative, models.AnsweredInCalendar)
		if d.ReplacementOf(desk.Ann, desk.Mon(12, 0)) != nil {
			t.Error("who may come after all still has a replacement looked for")
		}
		silent("written by us since", right)
		stands("written by us since", models.Tentative, models.AnsweredInCalendar)
		elsewhere(models.Accepted)
		silent("accepted there, too", says(models.Accepted))
		stands("accepted there, too", models.Accepted, models.AnsweredByLink)
		d.found("declined", models.ChangeCopyDeclined, declined)
		d.found("accepted after it was declined", models.ChangeAnswered, says(models.Accepted))
		stands("accepted after it was declined", models.Accepted, models.AnsweredInCalendar)
		if d.ReplacementOf(desk.Ann, desk.Mon(12, 0)) != nil {
			t.Error("who accepts after all still has a replacement looked for")
		}
		d.found("deleted", models.ChangeCopyMended)
		stands("deleted", models.Accepted, models.AnsweredInCalendar)
		d.found("of another time", models.ChangeCopyMoved, booking.SeenCopy{Start: later.Start,
			Response: models.Tentative})
		stands("of another time", models.Accepted, models.AnsweredInCalendar)
	})
	t.Run("it is about one copy", func(t *testing.T) {
		t.Parallel()
		d := newDrifting(t)
		d.found("moved", models.ChangeCopyMoved, later)
		for about, change := range map[string]func(*models.Interview){
			"another start":       func(i *models.Interview) { i.StartsAt = later.Start },
			"another interviewer": func(i *models.Interview) { i.InterviewerEmail = desk.Bob },
			"announced anew":      func(i *models.Interview) { i.AnnounceRevision++ },
			"no copy any more":    func(i *models.Interview) { i.CalendarCopy = false },
			"canceled":            func(i *models.Interview) { i.CanceledAt = desk.Ptr(desk.Thu) },
		} {
			i := d.Interview
			if change(&i); i.DriftedOf(desk.Ann, desk.Mon(12, 0)) != nil {
				t.Errorf("%s: %+v", about, i.Drift)
			}
		}
		if d.DriftedOf(desk.Ann, d.StartsAt) != nil {
			t.Error("it is told once the interview has begun")
		}
		if d.CalendarCopy = false; true {
			d.found("of what has no copy", "")
		}
	})
}

// TestDecideDrift_panel proves P10: the copy of somebody beside the lead is looked after like the lead's, and what is
// known of one says nothing of the other.
func TestDecideDrift_panel(t *testing.T) {
	t.Parallel()
	now := desk.Mon(12, 0)
	i := desk.Named()
	i.CalendarCopy = true
	i.Panel = []models.Seated{{Email: desk.Ann}, {Email: desk.Bob, CalendarCopy: true}, {Email: "kit@x.io"}}
	read := func(owner string, want models.ChangeKind, seen ...booking.SeenCopy) {
		t.Helper()
		after, did, by, changed := booking.DecideDrift(booking.DriftFacts{Owner: owner, Written: i.Revision, Seen: seen,
			AnswerFacts: booking.AnswerFacts{Interview: i,
				Members: []models.Member{{Email: desk.Cleo, Role: models.Recruiter}}}}, now)
		if i = after; did != want || changed != (want != "") {
			t.Errorf("of %s: %q, changed %t, want %q", owner, did, changed, want)
		}
		if (did == models.ChangeCopyDeclined) != (by.ID == owner) {
			t.Errorf("%q of %s is by %+v", did, owner, by)
		}
	}
	there := booking.SeenCopy{Start: i.StartsAt}
	declined := booking.SeenCopy{Start: i.StartsAt, Response: models.Declined}
	read(desk.Bob, "", there)
	read(desk.Bob, models.ChangeCopyDeclined, declined)
	if a := i.ReplacementOf(desk.Bob, now); a == nil || !a.Declined || len(a.To) != 1 || i.Replacement != nil {
		t.Errorf("it asks for %+v, of the lead %+v", a, i.Replacement)
	}
	if a := i.AnswerOf(desk.Bob); a == nil || a.Response != models.Declined || a.By != models.AnsweredInCalendar ||
		len(i.Answers) != 1 {
		t.Errorf("he answered %+v", i.Answers)
	}
	read(desk.Bob, "") // deleted after it was declined
	read(desk.Ann, models.ChangeCopyMended)
	if i.Drift == nil || i.Drift.Mend != i.Revision || i.DriftedOf(desk.Bob, now) == nil {
		t.Errorf("of the lead %+v, of the other %+v", i.Drift, i.Drifts)
	}
	read("kit@x.io", "", declined) // who has no copy
	i.Replacements[0].Revision = i.Revision + 1
	read(desk.Bob, models.ChangeCopyAgrees, there)
	if i.ReplacementOf(desk.Bob, now) != nil || i.AnswerOf(desk.Bob) != nil {
		t.Error("the answer was taken back, and it or its request stands")
	}
	read(desk.Bob, models.ChangeCopyMoved, booking.SeenCopy{Start: i.StartsAt.Add(time.Hour)})
	back, changed, err := booking.PutCopyBack(desk.Bob).Decide(i, models.DefaultPolicy, now)
	if err != nil || !changed || len(back.Drifted(now)) != 0 || back.Drifts[0].Mend != back.Revision {
		t.Errorf("put back: changed %t, %v, %+v", changed, err, back.Drifts)
	}
}
