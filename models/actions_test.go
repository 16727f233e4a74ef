package models

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// sorts are interviews of every sort, by name.
func sorts() map[string]Interview {
	with := func(i Interview, change func(*Interview)) Interview { change(&i); return i }
	return map[string]Interview{
		"scheduled": scheduled(),
		"with link": with(scheduled(), func(i *Interview) { i.MeetingLink = "https://meet.example/x" }),
		"canceled":  with(scheduled(), func(i *Interview) { i.CanceledAt = ptr(thu) }),
		"ended":     with(scheduled(), func(i *Interview) { i.CallEndedAt = ptr(mon(15, 30)) }),
		"imported":  with(scheduled(), func(i *Interview) { i.Source, i.ExternallyScheduled = SourceAshby, true }),
		"endless": with(scheduled(), func(i *Interview) {
			i.Indefinite = true
			i.setStart(i.StartsAt, 0)
		}),
		"external": external(),
		"external, canceled": with(external(), func(i *Interview) {
			i.CanceledAt, i.LinkHash, i.LinkExpiresAt = ptr(thu), nil, nil
		}),
		"external, used": with(external(), func(i *Interview) {
			i.LinkUsedAt = ptr(mon(15, 0))
			i.setStart(mon(15, 0), 0)
		}),
	}
}

// TestActionsOf proves that a page offers nothing that the decision which carries it out refuses (D11), whatever the
// interview and the time.
func TestActionsOf(t *testing.T) {
	t.Parallel()
	offered := map[string]int{}
	for name, i := range sorts() {
		for _, now := range []time.Time{thu, thu.Add(25 * time.Hour), mon(14, 0), mon(15, 0), mon(15, 30), mon(16, 0),
			mon(16, 0).AddDate(0, 0, 30)} {
			a := ActionsOf(i, now)
			check := func(action string, may bool, err error, changed bool) {
				t.Helper()
				if may {
					offered[action]++
				}
				if may && (err != nil || !changed) {
					t.Errorf("%s at %s: %s is offered, and the decision says changed %t, %v", name, now, action,
						changed, err)
				}
			}
			_, changed := DecideCancel(i, now)
			check("cancel", a.Cancel, nil, changed)
			_, changed, err := DecideEndCall(i, now)
			check("end call", a.EndCall, err, changed)
			_, err = DecideFreshLink(i, "token", DefaultPolicy, now)
			check("link", a.IssueLink, err, true)
			if (err == nil) != a.IssueLink {
				t.Errorf("%s at %s: a fresh link is offered: %t, and the decision says %v", name, now, a.IssueLink, err)
			}
			_, changed, err = DecideReassign(ReassignFacts{Interview: i}, "new@acme.example", DefaultPolicy, now)
			check("reassign", a.Reassign, err, changed)
			if a.Move == a.BookAgain {
				t.Errorf("%s at %s: it is moved or booked again, never both or neither: %+v", name, now, a)
			}
			check("join", a.Join, nil, i.MeetingLink != "")
			check("notes", a.WriteNotes, nil, i.CanceledAt == nil)
			check("artifacts", a.StoreArtifacts, nil, i.CanceledAt == nil && !i.Unused())
		}
	}
	if len(offered) != 7 {
		t.Errorf("offered was %v: the fixture lacks an interview for some action", offered)
	}
}

// TestLinkStateAt walks the clocks of an external session's link (D13).
func TestLinkStateAt(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][]LinkState{ // at the creation, when the link ended, when the session expired
		"external":           {LinkWaiting, LinkEnded, LinkExpired},
		"external, used":     {LinkUsed, LinkUsed, LinkUsed},
		"external, canceled": {LinkNone, LinkNone, LinkNone},
		"scheduled":          {LinkNone, LinkNone, LinkNone},
		"imported":           {LinkNone, LinkNone, LinkNone},
	} {
		var got []LinkState
		for _, after := range []time.Duration{0, 24 * time.Hour, 7 * 24 * time.Hour} {
			got = append(got, sorts()[name].LinkStateAt(thu.Add(after)))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestStandingAt proves that a standing says the status, and what is beside it (D11, D13).
func TestStandingAt(t *testing.T) {
	t.Parallel()
	of := map[string][]Standing{
		StatusScheduled: {StandingComing, StandingUnderWay}, StatusCompleted: {StandingCompleted},
		StatusCanceled: {StandingCanceled}, StatusPending: {StandingWaiting, StandingLinkEnded},
		StatusExpired: {StandingExpired},
	}
	seen := map[Standing]bool{}
	for name, i := range sorts() {
		for _, now := range []time.Time{thu, thu.Add(25 * time.Hour), mon(14, 59), mon(15, 0), mon(16, 0),
			thu.AddDate(0, 0, 8)} {
			stage := i.StandingAt(now)
			seen[stage] = true
			if !slices.Contains(of[i.StatusAt(now)], stage) {
				t.Errorf("%s at %s: %s, and its status is %s", name, now, stage, i.StatusAt(now))
			}
			begun := !now.Before(i.StartsAt)
			if stage == StandingComing && begun || stage == StandingUnderWay && !begun {
				t.Errorf("%s at %s: %s, and it starts at %s", name, now, stage, i.StartsAt)
			}
		}
	}
	if len(seen) != 7 {
		t.Errorf("seen were %v", seen)
	}
}

// TestCheckShown proves that a form which shows an older row is refused (D11).
func TestCheckShown(t *testing.T) {
	t.Parallel()
	i := scheduled()
	if err := CheckShown(i, i.Revision); err != nil {
		t.Errorf("the row as it is: %v", err)
	}
	wantRefusal(t, "an older row", Conflict, "was changed at")(CheckShown(i, i.Revision-1))
}

// TestViews proves what each view of the list asks for (D11): bounds that a person gives replace the view's own.
func TestViews(t *testing.T) {
	t.Parallel()
	today, now, day := mon(0, 0), mon(12, 0), thu
	for _, c := range []struct {
		view     string
		from, to *time.Time
		want     string
	}{
		{"upcoming", nil, nil, "[scheduled] from 2031-03-03T00:00:00.000Z to -, forwards"},
		{"", nil, nil, "[scheduled] from 2031-03-03T00:00:00.000Z to -, forwards"},
		{"<script>", nil, nil, "[scheduled] from 2031-03-03T00:00:00.000Z to -, forwards"},
		{"upcoming", &day, nil, "[scheduled] from 2031-02-27T12:00:00.000Z to -, forwards"},
		{"upcoming", nil, &day, "[scheduled] from - to 2031-02-27T12:00:00.000Z, forwards"},
		{"external", nil, nil, "[pending expired] from - to -, backwards"},
		{"past", nil, nil, "[scheduled completed] from - to 2031-03-03T12:00:00.000Z, backwards"},
		{"past", nil, &day, "[scheduled completed] from - to 2031-02-27T12:00:00.000Z, backwards"},
		{"canceled", nil, nil, "[canceled] from - to -, backwards"},
		{"all", &day, nil, "[] from 2031-02-27T12:00:00.000Z to -, backwards"},
	} {
		s := ParseView(c.view).Search(InterviewFilter{From: c.from, To: c.to}, today, now)
		bound := func(t *time.Time) string {
			if t == nil {
				return "-"
			}
			return FormatInstant(*t)
		}
		direction := "forwards"
		if s.Backwards {
			direction = "backwards"
		}
		got := fmt.Sprintf("%v from %s to %s, %s", s.Statuses, bound(s.From), bound(s.To), direction)
		if got != c.want {
			t.Errorf("%q: %s, want %s", c.view, got, c.want)
		}
	}
}

// TestSearchWords proves that a text is bounded and cleaned before it is looked for.
func TestSearchWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"":                        nil,
		" Ada\tLovelace\x00 ":     {"Ada", "Lovelace"},
		"a\xffb":                  {"ab"},
		strings.Repeat("x", 9999): {strings.Repeat("x", maxSearch)},
		"1 2 3 4 5 6 7 8 9 10":    {"1", "2", "3", "4", "5", "6", "7", "8"},
	} {
		if got := SearchWords(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestWhose proves whom an effect is about, for the words that say what failed (D10).
func TestWhose(t *testing.T) {
	t.Parallel()
	for target, want := range map[string]string{"mail:candidate:ann@x.io": "ann@x.io", "event:grace@x.io": "grace@x.io",
		TargetMeeting: "", TargetNotetaker: ""} {
		if got := (Entry{Target: target}).Whose(); got != want {
			t.Errorf("%s: %q, want %q", target, got, want)
		}
	}
}
