package models

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"
)

// named is an interview of Ann's on Monday at three.
func named() Interview {
	i := scheduled()
	i.InterviewerEmail = ann
	return i
}

// TestAskReplacement proves that it is asked for once, while there is somebody to replace and time to do it.
func TestAskReplacement(t *testing.T) {
	t.Parallel()
	now := mon(12, 0)
	asked, changed, err := DecideAskReplacement(named(), ann, "I am ill.", []string{bob}, ReplacementAsks{}, now)
	want := &Replacement{Interviewer: ann, By: ann, Reason: "I am ill.", To: []string{bob}, AskedAt: now,
		Revision: named().Revision + 1, Times: 1}
	if err != nil || !changed || !reflect.DeepEqual(asked.Replacement, want) || asked.Revision != want.Revision ||
		asked.AnnounceRevision != named().AnnounceRevision {
		t.Fatalf("got %+v, changed %t, %v", asked.Replacement, changed, err)
	}
	again, changed, err := DecideAskReplacement(asked, bob, "again", nil, ReplacementAsks{}, now)
	if changed || err != nil || again.Replacement.Reason != "I am ill." {
		t.Errorf("a second time: %+v, changed %t, %v", again.Replacement, changed, err)
	}
	nobody, canceled := scheduled(), named()
	canceled.CanceledAt = ptr(thu)
	for about, c := range map[string]struct {
		i  Interview
		at time.Time
	}{"that names nobody": {nobody, now}, "that is canceled": {canceled, now},
		"that has begun": {named(), mon(15, 0)}} {
		_, changed, err := DecideAskReplacement(c.i, ann, "", nil, ReplacementAsks{}, c.at)
		if changed || KindOf(err) != Conflict {
			t.Errorf("of an interview %s: changed %t, %v", about, changed, err)
		}
	}
	other := asked
	other.InterviewerEmail = bob
	for about, c := range map[string]struct {
		i    Interview
		at   time.Time
		want bool
	}{"until the start": {asked, mon(15, 0).Add(-1), true}, "once it begins": {asked, mon(15, 0), false},
		"of another interviewer": {other, now, false}, "of one that nobody asked about": {named(), now, false}} {
		if got := c.i.ReplacementAsked(c.at); (got != nil) != c.want {
			t.Errorf("%s: %+v", about, got)
		}
	}
	back, changed := DecideWithdrawReplacement(asked, now)
	if !changed || back.ReplacementAsked(now) != nil || back.Replacement.Reason != "" ||
		back.Replacement.To != nil || back.Revision != asked.Revision+1 {
		t.Errorf("taken back: %+v, changed %t", back, changed)
	}
	if _, changed := DecideWithdrawReplacement(back, now); changed {
		t.Error("it is taken back twice")
	}
	moved, changed, err := DecideReassign(ReassignFacts{Interview: asked, Own: InterviewerLinks{Known: true}}, bob,
		DefaultPolicy, now)
	if err != nil || !changed || moved.Replacement != nil {
		t.Errorf("after another interviewer took over: %+v, %v", moved.Replacement, err)
	}
	if can := ActionsOf(named(), now); !can.AskReplacement || can.WithdrawReplacement {
		t.Errorf("before, the page offers %+v", can)
	}
	if can := ActionsOf(asked, now); can.AskReplacement || !can.WithdrawReplacement {
		t.Errorf("while it is asked, the page offers %+v", can)
	}
}

// TestReplacementsAreBounded proves that asking for a replacement causes a bounded number of letters.
func TestReplacementsAreBounded(t *testing.T) {
	t.Parallel()
	now := mon(12, 0)
	ask := func(i Interview, asks ReplacementAsks) (Interview, error) {
		i, _, err := DecideAskReplacement(i, ann, "", []string{bob}, asks, now)
		return i, err
	}
	i := named()
	for n := range MaxReplacementAsks {
		asked, err := ask(i, ReplacementAsks{})
		if err != nil || asked.Replacement.Times != n+1 || asked.ReplacementsSpent(now) {
			t.Fatalf("request %d: %+v, %v", n+1, asked.Replacement, err)
		}
		i, _ = DecideWithdrawReplacement(asked, now)
	}
	if _, err := ask(i, ReplacementAsks{}); KindOf(err) != Conflict || !strings.Contains(err.Error(),
		"taken back 3 times") || !strings.Contains(err.Error(), "Tell a recruiter") {
		t.Errorf("a fourth request: %v", err)
	}
	if !i.ReplacementsSpent(now) || i.ReplacementsSpent(mon(15, 0)) || ActionsOf(i, now).AskReplacement {
		t.Error("the page offers a request that would be refused, or says so of an interview that has begun")
	}
	other := i
	other.InterviewerEmail = bob
	if asked, err := ask(other, ReplacementAsks{}); err != nil || asked.Replacement.Times != 1 {
		t.Errorf("of another interviewer: %+v, %v", asked.Replacement, err)
	}
	before := named() // stored before requests were counted
	before.Replacement = &Replacement{Interviewer: ann, By: ann}
	back, _ := DecideWithdrawReplacement(before, now)
	if asked, err := ask(back, ReplacementAsks{}); err != nil || asked.Replacement.Times != 2 {
		t.Errorf("after one that was not counted: %+v, %v", asked.Replacement, err)
	}

	var asks ReplacementAsks
	for n := range MaxAsksOfPerson - 1 {
		asks.Since = append(asks.Since, now.Add(-time.Duration(n)*time.Hour))
	}
	if _, err := ask(named(), asks); err != nil {
		t.Errorf("after %d requests in a day: %v", len(asks.Since), err)
	}
	asks.Since = append(asks.Since, now.Add(-AskSpan))
	if _, err := ask(named(), asks); err != nil {
		t.Errorf("one of %d requests is a day old: %v", len(asks.Since), err)
	}
	asks.Since[len(asks.Since)-1] = now.Add(time.Hour - AskSpan)
	_, err := ask(named(), asks)
	if e, ok := errors.AsType[*Error](err); !ok || e.Kind != Throttled || e.RetryAfter != time.Hour ||
		!strings.Contains(e.Message, "20 times in the last 24 hours") {
		t.Errorf("after %d requests in a day: %+v", len(asks.Since), err)
	}
}

func TestReplacementRecipients(t *testing.T) {
	t.Parallel()
	admin, recruiter := Member{Email: ann, Role: Admin}, Member{Email: bob, Role: Recruiter}
	second, interviewer := Member{Email: "kit@x.io", Role: Recruiter}, Member{Email: "lou@x.io", Role: Interviewer}
	for _, c := range []struct {
		members []Member
		by      string
		want    string
	}{
		{[]Member{admin, recruiter, second, interviewer}, "lou@x.io", bob + " kit@x.io"},
		{[]Member{admin, recruiter, second, interviewer}, bob, "kit@x.io"},
		{[]Member{admin, recruiter}, bob, ann}, // no other recruiter
		{[]Member{admin, interviewer}, "lou@x.io", ann},
		{[]Member{admin}, ann, ""},
	} {
		if got := strings.Join(ReplacementRecipients(c.members, c.by), " "); got != c.want {
			t.Errorf("%+v asked by %s: told are %q, want %q", c.members, c.by, got, c.want)
		}
	}
}

// TestOwedReplacement proves that each recipient is owed one letter for each time that it is asked, and nobody else is
// told anything.
func TestOwedReplacement(t *testing.T) {
	t.Parallel()
	now := mon(12, 0)
	told := func(i Interview) (ledger []Entry) { // what a booking sends
		for _, e := range Owed(i, cleo, nil, Policy{}, now) {
			entry := i.Entry(e)
			entry.State = EffectDone
			ledger = append(ledger, entry)
		}
		return ledger
	}(named())
	asked, _, err := DecideAskReplacement(named(), ann, "", []string{bob, "kit@x.io"}, ReplacementAsks{}, now)
	if err != nil {
		t.Fatal(err)
	}
	owed := func(i Interview, at time.Time, more ...Entry) string {
		var out []string
		for _, e := range Owed(i, cleo, append(append([]Entry{}, told...), more...), Policy{}, at) {
			words := e.Kind + " " + e.Target
			if e.Resend != nil {
				words += " again"
			}
			out = append(out, words)
		}
		return strings.Join(out, ", ")
	}
	first := asked.Entry(Owed(asked, cleo, told, Policy{}, now)[0])
	is := func(state string, permanent bool) Entry {
		e := first
		e.State, e.Permanent = state, permanent
		return e
	}
	const toKit = "replacement_asked mail:recruiter:kit@x.io"
	toBob := "replacement_asked mail:recruiter:" + bob
	back, _ := DecideWithdrawReplacement(asked, now)
	again, _, _ := DecideAskReplacement(back, ann, "", []string{bob}, ReplacementAsks{}, now)
	for _, c := range []struct{ about, got, want string }{
		{"nobody asked", owed(named(), now), ""},
		{"asked", owed(asked, now), toBob + ", " + toKit},
		{"the first was told", owed(asked, now, is(EffectDone, false)), toKit},
		{"its outcome is not known", owed(asked, now, is(EffectIntent, false)), toBob + " again, " + toKit},
		{"nor was it the second time", owed(asked, now, is(EffectIntent, true)), toKit},
		{"it failed for now", owed(asked, now, is(EffectFailed, false)), toBob + ", " + toKit},
		{"it was refused", owed(asked, now, is(EffectFailed, true)), toKit},
		{"the interview has begun", owed(asked, mon(15, 0)), ""},
		{"taken back", owed(back, now), ""},
		{"taken back after it was told", owed(back, now, is(EffectDone, false)), ""},
		{"asked again", owed(again, now, is(EffectDone, false)), toBob},
	} {
		if c.got != c.want {
			t.Errorf("%s: owed is %q, want %q", c.about, c.got, c.want)
		}
	}
	e := Effect{Kind: LetterReplacement, Email: bob}
	if got, want := e.Words(), "request for a replacement to "+bob; got != want {
		t.Errorf("in words it is %q, want %q", got, want)
	}
	wantRefusal(t, "too long a reason", Invalid, "")(ParseReason(strings.Repeat("é", MaxReasonRunes+1)))
	if why, err := ParseReason(" I am\r\n ill.\x00 "); err != nil || why != "I am ill." {
		t.Errorf("the reason is %q, %v", why, err)
	}
}
