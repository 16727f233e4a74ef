package booking_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/booking"
	"litmus/models/desk"
	"litmus/models/effect"
)

// TestAskReplacement proves that it is asked for once, while there is somebody to replace and time to do it.
func TestAskReplacement(t *testing.T) {
	t.Parallel()
	now := desk.Mon(12, 0)
	asked, changed, err := booking.DecideAskReplacement(desk.Named(), desk.Ann, desk.Ann, "I am ill.",
		[]string{desk.Bob}, booking.ReplacementAsks{}, now)
	want := &models.Replacement{Interviewer: desk.Ann, By: desk.Ann, Reason: "I am ill.", To: []string{desk.Bob},
		AskedAt:  now,
		Revision: desk.Named().Revision + 1, Times: 1}
	if !verify.Each(t, "asked for", verify.Fields{"error": {err, nil}, "changed": {changed, true},
		"Replacement": {asked.Replacement, want}, "Revision": {asked.Revision, want.Revision},
		"AnnounceRevision": {asked.AnnounceRevision, desk.Named().AnnounceRevision}}) {
		t.FailNow()
	}
	again, changed, err := booking.DecideAskReplacement(asked, desk.Ann, desk.Bob, "again", nil,
		booking.ReplacementAsks{}, now)
	if changed || err != nil || again.Replacement.Reason != "I am ill." {
		t.Errorf("a second time: %+v, changed %t, %v", again.Replacement, changed, err)
	}
	nobody, canceled := desk.Scheduled(), desk.Named()
	canceled.CanceledAt = desk.Ptr(desk.Thu)
	for about, c := range map[string]struct {
		i  models.Interview
		at time.Time
	}{"that names nobody": {nobody, now}, "that is canceled": {canceled, now},
		"that has begun": {desk.Named(), desk.Mon(15, 0)}} {
		_, changed, err := booking.DecideAskReplacement(c.i, desk.Ann, desk.Ann, "", nil,
			booking.ReplacementAsks{}, c.at)
		if changed || models.KindOf(err) != models.Conflict {
			t.Errorf("of an interview %s: changed %t, %v", about, changed, err)
		}
	}
	other := asked
	other.InterviewerEmail = desk.Bob
	for about, c := range map[string]struct {
		i    models.Interview
		at   time.Time
		want bool
	}{"until the start": {asked, desk.Mon(15, 0).Add(-1), true}, "once it begins": {asked, desk.Mon(15, 0), false},
		"of another interviewer": {other, now, false}, "of one that nobody asked about": {desk.Named(), now, false}} {
		if got := c.i.ReplacementOf(desk.Ann, c.at); (got != nil) != c.want {
			t.Errorf("%s: %+v", about, got)
		}
	}
	back, changed := booking.DecideWithdrawReplacement(asked, desk.Ann, desk.Ann, now)
	verify.Each(t, "taken back", verify.Fields{"changed": {changed, true},
		"ReplacementAsked": {back.ReplacementOf(desk.Ann, now), nil}, "Reason": {back.Replacement.Reason, ""},
		"To": {back.Replacement.To, nil}, "Revision": {back.Revision, asked.Revision + 1}})
	if _, changed := booking.DecideWithdrawReplacement(back, desk.Ann, desk.Ann, now); changed {
		t.Error("it is taken back twice")
	}
	moved, changed, err := booking.DecideReassign(booking.ReassignFacts{Interview: asked,
		Own: booking.InterviewerLinks{Known: true}}, desk.Bob, models.DefaultPolicy, now)
	if err != nil || !changed || moved.Replacement != nil {
		t.Errorf("after another interviewer took over: %+v, %v", moved.Replacement, err)
	}
	if !booking.MayAskReplacement(desk.Named(), desk.Ann, now) || booking.MayAskReplacement(asked, desk.Ann, now) {
		t.Error("the page offers it while it is asked, or does not before")
	}
}

// TestReplacementsAreBounded proves that asking for a replacement causes a bounded number of letters.
func TestReplacementsAreBounded(t *testing.T) {
	t.Parallel()
	now := desk.Mon(12, 0)
	ask := func(i models.Interview, asks booking.ReplacementAsks) (models.Interview, error) {
		i, _, err := booking.DecideAskReplacement(i, desk.Ann, desk.Ann, "", []string{desk.Bob}, asks, now)
		return i, err
	}
	i := desk.Named()
	for n := range models.MaxReplacementAsks {
		asked, err := ask(i, booking.ReplacementAsks{})
		if err != nil || asked.Replacement.Times != n+1 || asked.ReplacementsSpent(desk.Ann, now) {
			t.Fatalf("request %d: %+v, %v", n+1, asked.Replacement, err)
		}
		i, _ = booking.DecideWithdrawReplacement(asked, desk.Ann, desk.Ann, now)
	}
	if _, err := ask(i, booking.ReplacementAsks{}); models.KindOf(err) != models.Conflict ||
		!strings.Contains(err.Error(),
			"taken back 3 times") || !strings.Contains(err.Error(), "Tell a recruiter") {
		t.Errorf("a fourth request: %v", err)
	}
	if !i.ReplacementsSpent(desk.Ann, now) || i.ReplacementsSpent(desk.Ann, desk.Mon(15, 0)) ||
		booking.MayAskReplacement(i, desk.Ann, now) {
		t.Error("the page offers a request that would be refused, or says so of an interview that has begun")
	}
	other := i
	other.InterviewerEmail = desk.Bob
	ask = func(i models.Interview, asks booking.ReplacementAsks) (models.Interview, error) {
		i, _, err := booking.DecideAskReplacement(i, i.InterviewerEmail, desk.Ann, "", []string{desk.Bob}, asks, now)
		return i, err
	}
	if asked, err := ask(other, booking.ReplacementAsks{}); err != nil || asked.Replacement.Times != 1 {
		t.Errorf("of another interviewer: %+v, %v", asked.Replacement, err)
	}
	before := desk.Named() // stored before requests were counted
	before.Replacement = &models.Replacement{Interviewer: desk.Ann, By: desk.Ann}
	back, _ := booking.DecideWithdrawReplacement(before, desk.Ann, desk.Ann, now)
	if asked, err := ask(back, booking.ReplacementAsks{}); err != nil || asked.Replacement.Times != 2 {
		t.Errorf("after one that was not counted: %+v, %v", asked.Replacement, err)
	}

	var asks booking.ReplacementAsks
	for n := range models.MaxAsksOfPerson - 1 {
		asks.Since = append(asks.Since, now.Add(-time.Duration(n)*time.Hour))
	}
	if _, err := ask(desk.Named(), asks); err != nil {
		t.Errorf("after %d requests in a day: %v", len(asks.Since), err)
	}
	asks.Since = append(asks.Since, now.Add(-models.AskSpan))
	if _, err := ask(desk.Named(), asks); err != nil {
		t.Errorf("one of %d requests is a day old: %v", len(asks.Since), err)
	}
	asks.Since[len(asks.Since)-1] = now.Add(time.Hour - models.AskSpan)
	_, err := ask(desk.Named(), asks)
	if e, ok := errors.AsType[*models.Error](err); !ok || e.Kind != models.Throttled || e.RetryAfter != time.Hour ||
		!strings.Contains(e.Message, "20 times in the last 24 hours") {
		t.Errorf("after %d requests in a day: %+v", len(asks.Since), err)
	}
}

func TestReplacementRecipients(t *testing.T) {
	t.Parallel()
	admin, recruiter := models.Member{Email: desk.Ann, Role: models.Admin},
		models.Member{Email: desk.Bob, Role: models.Recruiter}
	second, interviewer := models.Member{Email: "kit@x.io", Role: models.Recruiter}, models.Member{Email: "lou@x.io", Role: models.Interviewer}
	for _, c := range []struct {
		members []models.Member
		by      string
		want    string
	}{
		{[]models.Member{admin, recruiter, second, interviewer}, "lou@x.io", desk.Bob + " kit@x.io"},
		{[]models.Member{admin, recruiter, second, interviewer}, desk.Bob, "kit@x.io"},
		{[]models.Member{admin, recruiter}, desk.Bob, desk.Ann}, // no other recruiter
		{[]models.Member{admin, interviewer}, "lou@x.io", desk.Ann},
		{[]models.Member{admin}, desk.Ann, ""},
	} {
		if got := strings.Join(booking.ReplacementRecipients(c.members, c.by), " "); got != c.want {
			t.Errorf("%+v asked by %s: told are %q, want %q", c.members, c.by, got, c.want)
		}
	}
}

// TestAskReplacement_panel proves P10: everybody of a panel asks for somebody else in their own place, whoever else
// asks; and one letter tells a recruiter of all that is asked by then.
func TestAskReplacement_panel(t *testing.T) {
	t.Parallel()
	now, kit := desk.Mon(12, 0), "kit@x.io"
	i := desk.Named()
	i.Panel = []models.Seated{{Email: desk.Ann, Role: models.SeatInterviewer},
		{Email: desk.Bob, Role: models.SeatInterviewer, Seat: "Backend"}}
	ask := func(of string) {
		t.Helper()
		asked, changed, err := booking.DecideAskReplacement(i, of, of, "ill", []string{kit},
			booking.ReplacementAsks{}, now)
		if i = asked; err != nil || !changed {
			t.Fatalf("of %s: changed %t, %v", of, changed, err)
		}
	}
	asked := func(at time.Time) (whose string) {
		for _, a := range i.ReplacementsAskedAt(at) {
			whose += a.Interviewer + " "
		}
		return whose
	}
	ask(desk.Bob)
	if got := asked(now); got != desk.Bob+" " || i.Replacement != nil || !booking.MayAskReplacement(i, desk.Ann, now) {
		t.Errorf("asked of %q, of the lead %+v", got, i.Replacement)
	}
	ask(desk.Ann)
	if got := asked(now); got != desk.Ann+" "+desk.Bob+" " || asked(desk.Mon(15, 0)) != "" {
		t.Errorf("asked of %q, once it began of %q", got, asked(desk.Mon(15, 0)))
	}
	told := effect.ReplacementsTold(i, kit, i.Revision, now)
	if len(told) != 2 || told[0].Interviewer != desk.Ann || told[1].Interviewer != desk.Bob {
		t.Errorf("the last letter tells of %+v", told)
	}
	if told = effect.ReplacementsTold(i, kit, i.Revision-1, now); len(told) != 1 || told[0].Interviewer != desk.Bob {
		t.Errorf("the letter before it tells of %+v", told)
	}
	if owed := effect.Owed(i, desk.Cleo, nil, models.DefaultPolicy, now); !slices.ContainsFunc(owed,
		func(e effect.Effect) bool { return e.Kind == effect.LetterReplacement && e.Email == kit }) {
		t.Errorf("it owes %+v", owed)
	}
	_, _, err := booking.DecideAskReplacement(i, kit, kit, "", nil, booking.ReplacementAsks{}, now)
	if models.KindOf(err) != models.Conflict {
		t.Errorf("of somebody who is not in it: %v", err)
	}
	i, _ = booking.DecideWithdrawReplacement(i, desk.Bob, desk.Bob, now)
	if got := asked(now); got != desk.Ann+" " || i.ReplacementsAsked(desk.Bob) != 1 || i.Replacements[0].Reason != "" {
		t.Errorf("after Bob took his back: %q, %+v", got, i.Replacements)
	}
	ask(desk.Bob)
	if i.ReplacementsAsked(desk.Bob) != 2 || len(i.Replacements) != 1 {
		t.Errorf("a second time: %+v", i.Replacements)
	}
	i.Panel[1].SetAt = i.UpdatedAt.Add(time.Minute) // he left, and was seated again
	if got := asked(now); got != desk.Ann+" " || i.ReplacementsAsked(desk.Bob) != 0 {
		t.Errorf("after Bob was seated anew: %q", got)
	}
}

// TestOwedReplacement proves that each recipient is owed one letter for each time that it is asked, and nobody else is
// told anything.
func TestOwedReplacement(t *testing.T) {
	t.Parallel()
	now := desk.Mon(12, 0)
	told := func(i models.Interview) (ledger []effect.Entry) { // what a booking sends
		for _, e := range effect.Owed(i, desk.Cleo, nil, models.Policy{}, now) {
			entry := effect.EntryOf(i, e)
			entry.State = effect.Done
			ledger = append(ledger, entry)
		}
		return ledger
	}(desk.Named())
	asked, _, err := booking.DecideAskReplacement(desk.Named(), desk.Ann, desk.Ann, "",
		[]string{desk.Bob, "kit@x.io"}, booking.ReplacementAsks{}, now)
	if err != nil {
		t.Fatal(err)
	}
	owed := func(i models.Interview, at time.Time, more ...effect.Entry) string {
		var out []string
		for _, e := range effect.Owed(i, desk.Cleo, append(append([]effect.Entry{}, told...), more...), models.Policy{},
			at) {
			words := e.Kind + " " + e.Target
			if e.Resend != nil {
				words += " again"
			}
			out = append(out, words)
		}
		return strings.Join(out, ", ")
	}
	first := effect.EntryOf(asked, effect.Owed(asked, desk.Cleo, told, models.Policy{}, now)[0])
	is := func(state string, permanent bool) effect.Entry {
		e := first
		e.State, e.Permanent = state, permanent
		return e
	}
	const toKit = "replacement_asked mail:recruiter:kit@x.io"
	toBob := "replacement_asked mail:recruiter:" + desk.Bob
	back, _ := booking.DecideWithdrawReplacement(asked, desk.Ann, desk.Ann, now)
	again, _, _ := booking.DecideAskReplacement(back, desk.Ann, desk.Ann, "", []string{desk.Bob},
		booking.ReplacementAsks{}, now)
	for _, c := range []struct{ about, got, want string }{
		{"nobody asked", owed(desk.Named(), now), ""},
		{"asked", owed(asked, now), toBob + ", " + toKit},
		{"the first was told", owed(asked, now, is(effect.Done, false)), toKit},
		{"its outcome is not known", owed(asked, now, is(effect.Intent, false)), toBob + " again, " + toKit},
		{"nor was it the second time", owed(asked, now, is(effect.Intent, true)), toKit},
		{"it failed for now", owed(asked, now, is(effect.Failed, false)), toBob + ", " + toKit},
		{"it was refused", owed(asked, now, is(effect.Failed, true)), toKit},
		{"the interview has begun", owed(asked, desk.Mon(15, 0)), ""},
		{"taken back", owed(back, now), ""},
		{"taken back after it was told", owed(back, now, is(effect.Done, false)), ""},
		{"asked again", owed(again, now, is(effect.Done, false)), toBob},
	} {
		if c.got != c.want {
			t.Errorf("%s: owed is %q, want %q", c.about, c.got, c.want)
		}
	}
	e := effect.Effect{Kind: effect.LetterReplacement, Email: desk.Bob}
	if got, want := e.Words(), "request for a replacement to "+desk.Bob; got != want {
		t.Errorf("in words it is %q, want %q", got, want)
	}
	desk.WantRefusal(t, "too long a reason", models.Invalid, "")(models.ParseReason(strings.Repeat("é", models.MaxReasonRunes+1)))
	if why, err := models.ParseReason(" I am\r\n ill.\x00 "); err != nil || why != "I am ill." {
		t.Errorf("the reason is %q, %v", why, err)
	}
}
