package booking_test

import (
	"slices"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/desk"
)

// answering is an interview of Ann and Bob that is answered again and again.
type answering struct {
	t *testing.T
	models.Interview
}

func answered(t *testing.T) *answering {
	i := desk.Named()
	i.Panel = []models.Seated{{Email: desk.Ann}, {Email: desk.Bob, Seat: "Backend"}}
	return &answering{t, i}
}

var toKit = []models.Member{{Email: "kit@x.io", Role: models.Recruiter}}

// given gives the answer, and checks whether that changes something.
func (a *answering) given(about string, g booking.Given, want bool) {
	a.t.Helper()
	g.Start = a.StartsAt
	after, changed, err := booking.DecideReply(booking.AnswerFacts{Interview: a.Interview, Members: toKit}, g,
		desk.Mon(12, 0))
	if err != nil || changed != want || changed != (after.Revision == a.Revision+1) ||
		after.AnnounceRevision != a.AnnounceRevision {
		a.t.Errorf("%s: changed %t, want %t (%v), revision %d after %d", about, changed, want, err, after.Revision,
			a.Revision)
	}
	a.Interview = after
}

// is checks Bob's answer, and whether a replacement of him is asked for.
func (a *answering) is(about string, want models.Response, asked bool) {
	a.t.Helper()
	if got := a.ResponseOf(desk.Bob); got != want {
		a.t.Errorf("%s: he answered %q, want %q", about, got, want)
	}
	if r := a.ReplacementOf(desk.Bob, desk.Mon(12, 0)); (r != nil) != asked {
		a.t.Errorf("%s: it asks for %+v", about, r)
	}
	if a.ResponseOf(desk.Ann) != "" || a.Replacement != nil {
		a.t.Errorf("%s: Ann answered %q, and asks for %+v", about, a.ResponseOf(desk.Ann), a.Replacement)
	}
}

// TestDecideReply proves P10: an answer stands for its person and start; who declines asks for a replacement by that,
// and who accepts later takes it back. What is older than the last mail counts for nothing.
func TestDecideReply(t *testing.T) {
	t.Parallel()
	at := func(minute int) time.Time { return desk.Mon(11, minute) }
	mail := func(r models.Response, sequence int64, sent time.Time) booking.Given {
		return booking.Given{Email: desk.Bob, Response: r, By: models.AnsweredByMail, Sequence: sequence, Sent: sent}
	}
	link := booking.Given{Email: desk.Bob, Response: models.Declined, By: models.AnsweredByLink, Why: "ill"}
	t.Run("by mail", func(t *testing.T) {
		t.Parallel()
		a := answered(t)
		a.is("before", "", false)
		a.given("accepted", mail(models.Accepted, 3, at(10)), true)
		a.is("accepted", models.Accepted, false)
		a.given("read twice", mail(models.Accepted, 3, at(10)), false)
		a.given("tentative", mail(models.Tentative, 3, at(20)), true)
		a.is("tentative", models.Tentative, false)
		a.given("an older one", mail(models.Declined, 3, at(19)), false)
		a.given("one of an older invitation", mail(models.Declined, 2, at(30)), false)
		a.given("declined", mail(models.Declined, 4, at(5)), true)
		a.is("declined", models.Declined, true)
		if r := a.Replacements[0]; r.By != desk.Bob || !r.Declined || r.Source != models.AnsweredByMail ||
			len(r.To) != 1 {
			t.Errorf("it asks %+v", r)
		}
		a.given("accepted after all", mail(models.Accepted, 4, at(40)), true)
		a.is("accepted after all", models.Accepted, false)
		a.StartsAt = a.StartsAt.Add(time.Hour)
		a.is("moved", "", false)
	})
	t.Run("by link", func(t *testing.T) {
		t.Parallel()
		a := answered(t)
		a.given("declined", link, true)
		a.is("declined", models.Declined, true)
		if r := a.Replacements[0]; r.Reason != "ill" || r.Source != models.AnsweredByLink {
			t.Errorf("it asks %+v", r)
		}
		a.given("sent twice", link, false)
		byKit, _ := booking.DecideWithdrawReplacement(a.Interview, desk.Bob, "kit@x.io", desk.Mon(12, 0))
		if byKit.ResponseOf(desk.Bob) != models.Declined {
			t.Error("a recruiter took the request back, and the answer is gone")
		}
		a.Interview, _ = booking.DecideWithdrawReplacement(a.Interview, desk.Bob, desk.Bob, desk.Mon(12, 0))
		a.is("taken back by himself", "", false)
		a.Interview = byKit
		a.given("said again", link, true)
		a.is("said again", models.Declined, true)
	})
	t.Run("asked for by hand", func(t *testing.T) {
		t.Parallel()
		a := answered(t)
		a.Interview, _, _ = booking.DecideAskReplacement(a.Interview, desk.Bob, desk.Bob, "ill", nil,
			booking.ReplacementAsks{}, desk.Mon(12, 0))
		a.given("accepted", mail(models.Accepted, 3, at(10)), true)
		a.is("accepted", models.Accepted, true)
	})
	t.Run("seated anew", func(t *testing.T) {
		t.Parallel()
		a := answered(t)
		a.given("declined", link, true)
		a.Panel[1].SetAt = a.UpdatedAt.Add(time.Minute)
		a.is("seated anew", "", false)
	})
}

// TestAnswerState proves that each reason for which nothing can be answered any more has its name, and is refused.
func TestAnswerState(t *testing.T) {
	t.Parallel()
	now := desk.Mon(12, 0)
	for want, change := range map[booking.AnswerState]func(*models.Interview){
		booking.AnswerOpen:     func(*models.Interview) {},
		booking.AnswerCanceled: func(i *models.Interview) { i.CanceledAt = desk.Ptr(now) },
		booking.AnswerReplaced: func(i *models.Interview) { i.Panel = i.Panel[:1] },
		booking.AnswerMoved:    func(i *models.Interview) { i.StartsAt = i.StartsAt.Add(time.Hour) },
		booking.AnswerBegun:    func(i *models.Interview) { i.CallEndedAt = desk.Ptr(now) },
	} {
		i := answered(t).Interview
		start := i.StartsAt
		change(&i)
		if got := booking.AnswerStateOf(i, desk.Bob, start, now); got != want {
			t.Errorf("it is %q, want %q", got, want)
		}
		_, changed, err := booking.DecideReply(booking.AnswerFacts{Interview: i}, booking.Given{Email: desk.Bob,
			Start: start, Response: models.Accepted, By: models.AnsweredByMail}, now)
		if changed != (want == booking.AnswerOpen) || (err != nil) == changed ||
			err != nil && models.KindOf(err) != models.Conflict {
			t.Errorf("%s: changed %t, %v", want, changed, err)
		}
	}
	i := answered(t).Interview
	if got := booking.AnswerStateOf(i, desk.Bob, i.StartsAt, i.StartsAt); got != booking.AnswerBegun {
		t.Errorf("at its start it is %q", got)
	}
}

// TestAnswersAfterAReplace: who is booked anew for a start has no answer from when they were in the interview before;
// who declined and left is chosen for it no more; and with another start nobody has answered (P10, P11).
func TestAnswersAfterAReplace(t *testing.T) {
	t.Parallel()
	i := desk.Scheduled()
	i.InterviewerEmail = desk.Ann
	i.SetAnswer(models.Answer{Email: desk.Ann, Of: i.StartsAt, Response: models.Declined, At: i.UpdatedAt})
	replace := func(email string, start time.Time) {
		t.Helper()
		f, o, existing := desk.Facts(), desk.Order(), i
		f.Candidate, f.Existing = desk.Known(), &existing
		o.Replace, o.InterviewerEmail, o.Start = true, email, start
		i = desk.Decide(t, o, f).Interview
	}
	start := i.StartsAt
	replace(desk.Bob, start)
	i.SetAnswer(models.Answer{Email: desk.Bob, Of: start, Response: models.Accepted, At: i.UpdatedAt})
	if got := i.Refused(); !slices.Equal(got, []string{desk.Ann}) {
		t.Errorf("after Bob answered, refused have %v", got)
	}
	replace(desk.Bob, start)
	if got := i.ResponseOf(desk.Bob); got != models.Accepted {
		t.Errorf("booked once more as it is, Bob's answer is %q", got)
	}
	i.Answers = append(i.Answers, models.Answer{Email: desk.Ann, Of: start, Response: models.Declined})
	if replace(desk.Ann, start); i.AnswerOf(desk.Ann) != nil {
		t.Errorf("Ann is asked anew, and answered %+v", i.AnswerOf(desk.Ann))
	}
	i.SetAnswer(models.Answer{Email: desk.Ann, Of: start, Response: models.Accepted, At: i.UpdatedAt})
	replace(desk.Ann, start.Add(time.Hour))
	if replace(desk.Ann, start); len(i.Answers) > 0 || len(i.Departures) > 0 {
		t.Errorf("moved there and back it has %+v and %+v", i.Answers, i.Departures)
	}
}
