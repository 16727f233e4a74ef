package activities_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.temporal.io/sdk/temporal"

	"litmus/activities"
	"litmus/models"
)

func TestSendLetters(t *testing.T) {
	t.Parallel()
	t.Run("sends each letter once, however often it runs", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.book()
		p.sent(ref, cleo, 1)
		p.sent(ref, cleo, 0)
		p.sent(ref, ann, 1)
		p.sent(ref, ann, 0)
		if c, a := p.server.to(cleo), p.server.to(ann); len(c) != 1 || len(a) != 1 ||
			c[0].header("Message-Id") == a[0].header("Message-Id") {
			t.Errorf("the server holds %d and %d letters", len(c), len(a))
		}
		if plan := p.load(ref); len(plan.Targets) != 0 || len(plan.Done) != 2 || len(plan.Failing) != 0 {
			t.Errorf("the plan is %+v", plan)
		}
	})
	t.Run("leads interviewers who can sign in to the dashboard, and nobody else", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		const vic = "vic@elsewhere.example"
		ref := p.book()
		page := "https://hire.acme.example/dashboard/interviews/" + ref.ID
		p.sent(ref, cleo, 1)
		p.sent(ref, ann, 1)
		p.order.InterviewerEmail = vic // whom a booking alone names
		p.book()
		p.sent(ref, ann, 1) // it is no longer hers
		p.sent(ref, vic, 1)
		for _, c := range []struct {
			letter letter
			leads  bool
		}{{p.server.to(cleo)[0], false}, {p.server.to(ann)[0], true}, {p.server.to(ann)[1], false},
			{p.server.to(vic)[0], false}} {
			text, event, _ := strings.Cut(c.letter.plain(), "BEGIN:VCALENDAR")
			if strings.Contains(text, page) != c.leads || strings.Contains(text, "Ask for a replacement") != c.leads ||
				strings.Contains(event, page) {
				t.Errorf("%q leads to the dashboard otherwise than %t:\n%s", c.letter.header("Subject"), c.leads, text)
			}
		}
	})
	t.Run("leads interviewers who can sign in to where they set the link that is missing", func(t *testing.T) {
		t.Parallel()
		const page = "https://hire.acme.example" + models.MeetingLinkPath
		setup := acme()
		setup.Interviewers[0].MeetingLink = ""
		p := openWith(t, models.DefaultPolicy, setup)
		ref := p.book()
		p.sent(ref, cleo, 1)
		p.sent(ref, ann, 1)
		if text := p.server.to(ann)[0].plain(); !strings.Contains(text, page) {
			t.Errorf("the interviewer reads:\n%s", text)
		}
		if text := p.server.to(cleo)[0].plain(); strings.Contains(text, page) {
			t.Errorf("the candidate reads:\n%s", text)
		}

		p = open(t)
		ref = p.book()
		p.sent(ref, ann, 1)
		if text := p.server.to(ann)[0].plain(); strings.Contains(text, page) {
			t.Errorf("with a link, the interviewer reads:\n%s", text)
		}
	})
	t.Run("sends nothing to somebody to whom nothing is owed", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.book()
		p.sent(ref, bob, 0)
	})
	t.Run("tells each what the row says now, not what it said when it was asked", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.book()
		plan := p.load(ref)
		if len(plan.Targets) != 2 || plan.Targets[0].Kind != models.LetterConfirmation {
			t.Fatalf("the plan is %+v", plan)
		}
		p.order.Start, p.order.InterviewerEmail = mon(17, 0), bob
		p.book()
		p.sent(ref, cleo, 1)
		p.sent(ref, ann, 0)
		p.sent(ref, bob, 1)
		if got := p.server.to(cleo)[0].data; !strings.Contains(got, "DTSTART:20310303T170000Z") ||
			strings.Contains(got, "T150000Z") {
			t.Errorf("the candidate was told of the old start:\n%s", got)
		}
	})
	t.Run("tells each the time of their own zone", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.book()
		for email, want := range map[string]string{cleo: "11:00 EST", ann: "17:00 CET"} {
			p.sent(ref, email, 1)
			if text := p.server.to(email)[0].plain(); !strings.Contains(text, want) {
				t.Errorf("%s does not read %s:\n%s", email, want, text)
			}
		}
	})
	t.Run("a change between reading the row and the letter is told, and nothing of before", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.book()
		read, err := p.Store.Effects.InterviewLedger(t.Context(), ref)
		p.must(err)
		p.order.Start = mon(17, 0)
		p.book()
		out, err := p.SendAsRead(t.Context(), read, p.target(ref, cleo), p.clock.Now())
		if got := p.server.to(cleo); err != nil || out.Sent != 1 || len(got) != 1 ||
			!strings.Contains(got[0].data, "DTSTART:20310303T170000Z") {
			t.Errorf("got %+v, %v and %d letters", out, err, len(got))
		}
	})
	t.Run("a change while a letter is on its way is told by the next run", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.book()
		p.server.during = func() {
			p.order.Start = mon(17, 0)
			p.book()
		}
		p.sent(ref, cleo, 1)
		if plan := p.load(ref); !slices.ContainsFunc(plan.Targets, func(t activities.Target) bool {
			return t.Name == "mail:candidate" && t.Kind == models.LetterChangedTime
		}) {
			t.Errorf("the plan is %+v", plan)
		}
		p.sent(ref, cleo, 1)
		if got := kinds(p.ledger(ref), cleo); !slices.Equal(got, []string{"changed_time done", "confirmation done"}) {
			t.Errorf("the ledger has %v", got)
		}
	})
	t.Run("canceled before it left: nothing leaves", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.book()
		p.load(ref)
		_, _, err := p.Store.Bookings.Change(t.Context(), models.By{}, ref.OrgID, ref.ID, models.Cancel)
		p.must(err)
		p.sent(ref, cleo, 0)
		p.sent(ref, ann, 0)
	})
	t.Run("does not find a reminder before the workflow's clock does, nor miss one that it does", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.book()
		p.sent(ref, cleo, 1)
		p.clock.Set(mon(14, 0).Add(-5 * time.Second)) // the worker's clock is slow
		out, err := p.SendLetters(t.Context(), ref, p.target(ref, cleo), mon(14, 0))
		if got := p.server.to(cleo); len(got) != 2 || !strings.Contains(got[1].header("Subject"), "in 1 hour") {
			t.Errorf("%d letters left", len(got))
		}
		if err != nil || out.Sent != 1 || !slices.Contains(kinds(p.ledger(ref), cleo), "reminder_1h done") {
			t.Errorf("got %+v, %v, %v", out, err, kinds(p.ledger(ref), cleo))
		}
	})
	t.Run("a booking that becomes a session by link is called off for both, and handed over to nobody",
		func(t *testing.T) {
			t.Parallel()
			p := open(t)
			ref := p.book()
			p.sent(ref, cleo, 1)
			p.sent(ref, ann, 1)
			p.order.Kind, p.order.Start = models.OrderExternal, time.Time{}
			p.order.InterviewerEmail, p.order.MeetingLink = bob, "https://meet.example/own"
			p.book()
			for _, email := range []string{cleo, ann} {
				p.sent(ref, email, 1)
				l := p.server.to(email)[1]
				data := strings.ReplaceAll(strings.ReplaceAll(l.data, "=\r\n", ""), "\r\n ", "")
				if subject := l.header("Subject"); !strings.Contains(subject, "canceled") ||
					strings.Contains(data, "No longer yours") || strings.Contains(data, "Somebody else") ||
					!strings.Contains(data, "will not take place") || !strings.Contains(data, "METHOD:CANCEL") ||
					!strings.Contains(data, "DTSTART:20310303T150000Z") || strings.Contains(data, "meet.example/own") {
					t.Errorf("%s got %q:\n%s", email, subject, l.data)
				}
			}
			if got := p.server.to(bob); len(got) != 0 {
				t.Errorf("bob got %d letters, want none", len(got))
			}
		})
	t.Run("who stands in for an interviewer is told so, and who takes it on", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		p.order.InterviewerEmail = ""
		ref := p.book()
		p.sent(ref, cleo, 1)
		p.sent(ref, fay, 1)
		p.clock.Set(mon(14, 0))
		p.sent(ref, fay, 1)
		_, _, err := p.Store.Bookings.Reassign(t.Context(), models.By{}, ref.OrgID, ref.ID, bob)
		p.must(err)
		p.sent(ref, bob, 1)
		p.sent(ref, fay, 1)
		for n, want := range []string{"Nobody is named yet: interview with Cleo Cand, ",
			"Interview in 1 hour, nobody is named yet: Cleo Cand, ", "Bob interviews Cleo Cand now: "} {
			if l := p.server.to(fay)[n]; !strings.HasPrefix(l.header("Subject"), want) ||
				!strings.Contains(l.data, "a contact of Acme") || strings.Contains(l.data, "Somebody else") {
				t.Errorf("got %q, want %q:\n%s", l.header("Subject"), want, l.data)
			}
		}
		if got := p.server.to(bob)[0].header("Subject"); !strings.HasPrefix(got, "Interview with Cleo Cand: ") {
			t.Errorf("bob got %q", got)
		}
		if got := p.server.to(cleo)[0].data; strings.Contains(got, "With:") {
			t.Errorf("the candidate is told of somebody:\n%s", got)
		}
	})
	t.Run("who picked the time is led to where they change it, while they may", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		candidate := p.invite("design")
		link := "https://hire.acme.example" + p.Store.Secret().InvitationPath(models.DeliverySync, candidate.OrgID,
			candidate.ID, 0)
		b, err := p.Store.Bookings.Pick(t.Context(), candidate, tuesday[0], "Europe/Berlin", false)
		p.must(err)
		ref := models.Ref{OrgID: p.org.ID, ID: b.Interview.ID}
		letters := 0
		tells := func(what, until string) {
			t.Helper()
			p.sent(ref, cleo, 1)
			letters++
			text, ics, _ := strings.Cut(p.server.to(cleo)[letters-1].plain(), "BEGIN:VCALENDAR")
			if until == "" && strings.Contains(text, link) || until != "" && !strings.Contains(text,
				"Change the time, until "+until+":") || until != "" && !strings.Contains(text, link) {
				t.Errorf("the %s, which is to lead there until %q, says\n%s", what, until, text)
			}
			if strings.Contains(strings.ReplaceAll(ics, "\r\n ", ""), link) {
				t.Errorf("the event of the %s leads there, and others see into calendars", what)
			}
		}
		p.server.says(cleo, "drop") // the same letter again is the same to the byte
		p.fails(ref, cleo, "smtp_unconfirmed")
		p.clock.Set(thu.Add(time.Minute))
		p.server.says(cleo, "")
		p.sent(ref, cleo, 1)
		if got := p.server.to(cleo); got[0].data != got[1].data {
			t.Errorf("sent again it is another letter:\n%s\n%s", got[0].data, got[1].data)
		}
		letters = 2
		for n, want := range []string{"Tue 4 Mar 2031 05:00 CET", ""} {
			_, err = p.Store.Bookings.Move(t.Context(), candidate, tuesday[n], tuesday[n+1], "Europe/Berlin")
			p.must(err)
			tells(fmt.Sprintf("change %d", n+1), want)
		}
		p.clock.Set(tuesday[2].Add(-24 * time.Hour))
		tells("reminder of what was moved as often as may be", "")
	})
	t.Run("a reminder leads there until the time can be changed no more",
		func(t *testing.T) {
			t.Parallel()
			p := open(t)
			candidate := p.invite("design")
			link := p.Store.Secret().InvitationPath(models.DeliverySync, candidate.OrgID, candidate.ID, 0)
			b, err := p.Store.Bookings.Pick(t.Context(), candidate, tuesday[0], "UTC", false)
			p.must(err)
			ref := models.Ref{OrgID: p.org.ID, ID: b.Interview.ID}
			p.sent(ref, cleo, 1)
			p.clock.Set(tuesday[0].Add(-24 * time.Hour))
			p.sent(ref, cleo, 1)
			p.clock.Set(tuesday[0].Add(-time.Hour))
			p.sent(ref, cleo, 1)
			p.order.Start, p.order.CandidateEmail, p.order.CandidateID = tuesday[1], "", candidate.ID
			p.book()
			p.sent(ref, cleo, 1)
			got := p.server.to(cleo)
			for n, want := range []bool{true, true, false, false} {
				if strings.Contains(got[n].plain(), link) != want ||
					strings.Contains(got[n].plain(), "Change the time, until Tue 4 Mar 2031 03:00 UTC:") != want {
					t.Errorf("letter %d, %q: leads there %v, want %v", n, got[n].header("Subject"), !want, want)
				}
			}
		})
	t.Run("who was invited is led to another time after the team cancels, while the invitation is open",
		func(t *testing.T) {
			t.Parallel()
			for name, c := range map[string]struct {
				invited  bool
				canceled time.Time
				want     string // until when; "" for no link
			}{
				"invited, then booked by the team": {true, thu.Add(time.Hour), "Thu 13 Mar 2031 08:00 EDT"},
				"the invitation ran out":           {true, thu.AddDate(0, 0, 14), ""},
				"booked only":                      {false, thu.Add(time.Hour), ""},
			} {
				p := open(t)
				if c.invited {
					p.invite("design")
				}
				p.order.Start = thu.AddDate(0, 0, 20)
				ref := p.book()
				p.sent(ref, cleo, 1)
				if first := p.server.to(cleo)[0].plain(); !strings.Contains(first, "Change the time, until ") ||
					!strings.Contains(first, "/t/") {
					t.Errorf("%s: the confirmation does not lead to another time", name)
				}
				p.clock.Set(c.canceled)
				i, _, err := p.Store.Bookings.Change(t.Context(), models.By{}, ref.OrgID, ref.ID, models.Cancel)
				p.must(err)
				p.sent(ref, cleo, 1)
				got := p.server.to(cleo)[1].plain()
				link := "https://hire.acme.example" + p.Store.Secret().InvitationPath(models.DeliverySync, ref.OrgID,
					i.CandidateID, 0)
				if c.want == "" && strings.Contains(got, "/t/") || c.want != "" &&
					(!strings.Contains(got, "Pick another time, until "+c.want+":") || !strings.Contains(got, link)) {
					t.Errorf("%s: the cancellation is to lead to another time until %q:\n%s", name, c.want, got)
				}
			}
		})
	t.Run("of an organization that moves what it booked, no letter about a booking leads there", func(t *testing.T) {
		t.Parallel()
		setup := acme()
		setup.Organization.MovePickedOnly = true
		p := openWith(t, models.DefaultPolicy, setup)
		p.order.Start = thu.AddDate(0, 0, 20)
		p.sent(p.book(), cleo, 1)
		if got := p.server.to(cleo)[0].plain(); strings.Contains(got, "/t/") {
			t.Errorf("the confirmation leads to another time, which the team sets:\n%s", got)
		}
	})
	t.Run("carries SEQUENCE, UID and Date of the revision", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.book()
		p.sent(ref, ann, 1)
		p.order.Start = mon(17, 0)
		p.book()
		p.sent(ref, ann, 1)
		_, _, err := p.Store.Bookings.Change(t.Context(), models.By{}, ref.OrgID, ref.ID, models.Cancel)
		p.must(err)
		p.sent(ref, ann, 1)
		for n, l := range p.server.to(ann) {
			data := strings.ReplaceAll(l.data, "=\r\n", "")
			for _, want := range []string{fmt.Sprintf("SEQUENCE:%d", n+1), "UID:" + ref.ID + "@hire.acme.example",
				[]string{"METHOD:REQUEST", "METHOD:REQUEST", "METHOD:CANCEL"}[n]} {
				if !strings.Contains(strings.ReplaceAll(data, "\r\n ", ""), want) {
					t.Errorf("letter %d lacks %s:\n%s", n+1, want, l.data)
				}
			}
		}
	})
}

func TestSendLettersAfterACrash(t *testing.T) {
	t.Parallel()
	for name, play := range map[string]func(p *post) (models.Ref, string){
		"a confirmation": func(p *post) (models.Ref, string) { return p.book(), cleo },
		"a briefing":     func(p *post) (models.Ref, string) { return p.book(), ann },
		"a changed time": func(p *post) (models.Ref, string) {
			ref := p.book()
			p.sent(ref, cleo, 1)
			p.clock.Set(thu.Add(time.Hour))
			p.order.Start = mon(17, 0)
			p.book()
			return ref, cleo
		},
		"a cancellation": func(p *post) (models.Ref, string) {
			ref := p.book()
			p.sent(ref, cleo, 1)
			_, _, err := p.Store.Bookings.Change(p.t.Context(), models.By{}, ref.OrgID, ref.ID, models.Cancel)
			p.must(err)
			return ref, cleo
		},
		"a cancellation for who was replaced as the start moved": func(p *post) (models.Ref, string) {
			ref := p.book()
			p.sent(ref, ann, 1)
			p.order.Start, p.order.InterviewerEmail = mon(17, 0), bob
			p.book()
			return ref, ann
		},
		"a reminder": func(p *post) (models.Ref, string) {
			ref := p.book()
			p.sent(ref, cleo, 1)
			p.clock.Set(mon(14, 0))
			return ref, cleo
		},
	} {
		t.Run(name+" goes again under the same lease, identity and bytes", func(t *testing.T) {
			t.Parallel()
			p := open(t)
			ref, email := play(p)
			before := len(p.server.to(email))
			p.sent(ref, email, 1)
			p.crash(ref)
			p.fails(ref, email, "attempt_in_flight") // whoever held it may still be at it
			p.clock.Set(p.clock.Now().Add(17 * time.Second))
			p.sent(ref, email, 1)
			p.sent(ref, email, 0)
			got := p.server.to(email)[before:]
			if len(got) != 2 || got[0].header("Message-Id") == "" ||
				got[0].header("Message-Id") != got[1].header("Message-Id") {
				t.Fatalf("got %d letters", len(got))
			}
			if got[0].data != got[1].data {
				t.Errorf("the same letter differs:\n%s", diff(got[0].data, got[1].data))
			}
			for _, e := range p.ledger(ref) {
				if e.State != models.EffectDone || e.LeaseUntil != nil || e.Code != "" || e.Detail != "" {
					t.Errorf("the ledger has %+v", e)
				}
			}
		})
	}
}

// diff shows the lines that differ.
func diff(a, b string) string {
	var out strings.Builder
	as, bs := strings.Split(a, "\r\n"), strings.Split(b, "\r\n")
	for n := range max(len(as), len(bs)) {
		var x, y string
		if n < len(as) {
			x = as[n]
		}
		if n < len(bs) {
			y = bs[n]
		}
		if x != y {
			fmt.Fprintf(&out, "- %s\n+ %s\n", x, y)
		}
	}
	return out.String()
}

func TestSendLetterBatch(t *testing.T) {
	t.Parallel()
	batch := func(p *post, ref models.Ref, emails ...string) (activities.Batch, error) {
		var names []string
		for _, email := range emails {
			names = append(names, p.target(ref, email))
		}
		return p.SendLetterBatch(p.t.Context(), ref, names, p.clock.Now())
	}
	sends := func(p *post, ref models.Ref, planned bool, emails []string, want ...activities.BatchOutcome) {
		p.t.Helper()
		got, err := batch(p, ref, emails...)
		if err != nil || !slices.Equal(got.Outcomes, want) || (got.Plan != nil) != planned {
			p.t.Fatalf("to %s: got %+v, %v; want %+v, planned %t", emails, got, err, want, planned)
		}
		if plan := p.load(ref); planned && !reflect.DeepEqual(*got.Plan, plan) {
			p.t.Errorf("after the batch the plan is\n%+v\nand a load says\n%+v", *got.Plan, plan)
		}
	}
	one, nothing := activities.BatchOutcome{Outcome: activities.Outcome{Sent: 1}}, activities.BatchOutcome{}
	t.Run("each gets their letter, once, and what is owed then is known", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.book()
		sends(p, ref, true, []string{cleo, ann}, one, one)
		sends(p, ref, true, []string{cleo, ann, bob}, nothing, nothing, nothing)
		if n, m := len(p.server.to(cleo)), len(p.server.to(ann)); n != 1 || m != 1 || len(p.ledger(ref)) != 2 {
			t.Errorf("%d and %d letters, ledger %+v", n, m, p.ledger(ref))
		}
		if plan := p.load(ref); len(plan.Targets) != 0 || len(plan.Done) != 2 || plan.Next == nil {
			t.Errorf("the plan is %+v", plan)
		}
	})
	t.Run("what others are owed besides stays owed", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.book()
		sends(p, ref, false, []string{cleo}, one)
		if plan := p.load(ref); len(plan.Targets) != 1 || plan.Targets[0].Name != p.target(ref, ann) {
			t.Errorf("the plan is %+v", plan)
		}
	})
	t.Run("what fails for now, or for good, is said of its target alone", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.book()
		p.server.says(cleo, "451")
		sends(p, ref, false, []string{cleo, ann}, activities.BatchOutcome{Code: "smtp_451"}, one)
		p.server.says(cleo, "550")
		// its entry was there before: what it is now is to be read
		sends(p, ref, false, []string{ann, cleo}, nothing,
			activities.BatchOutcome{Outcome: activities.Outcome{Failed: "smtp_550"}})
	})
	t.Run("a refusal for good is part of the plan", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.book()
		p.server.says(cleo, "550")
		sends(p, ref, true, []string{ann, cleo}, one,
			activities.BatchOutcome{Outcome: activities.Outcome{Failed: "smtp_550"}})
	})
	t.Run("a row that is gone owes nothing", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.book()
		names := []string{p.target(ref, cleo)}
		ref.ID = "int_gone"
		if got, err := p.SendLetterBatch(t.Context(), ref, names, p.clock.Now()); err != nil || got.Plan != nil ||
			!slices.Equal(got.Outcomes, []activities.BatchOutcome{nothing}) {
			t.Errorf("got %+v, %v", got, err)
		}
	})
	t.Run("a row that changes meanwhile, whose wake-up follows, owes what came with it", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.book()
		p.sent(ref, ann, 1)
		var once sync.Once
		p.server.during = func() {
			once.Do(func() {
				p.order.Start = mon(17, 0)
				p.book()
			})
		}
		got, err := batch(p, ref, cleo)
		if err != nil || !slices.Equal(got.Outcomes, []activities.BatchOutcome{one}) || got.Plan == nil ||
			got.Plan.Revision != 1 {
			t.Errorf("got %+v, %v", got, err)
		}
		if plan := p.load(ref); plan.Revision != 2 || len(plan.Targets) != 2 {
			t.Errorf("the plan is %+v, want both owed the new time", plan)
		}
	})
	t.Run("a database that is away fails all of it, by its code", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.book()
		p.must(p.Store.Close())
		_, err := batch(p, ref, cleo, ann)
		if code, _ := activities.FailureOf(err); code != activities.CodeDatabase {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a panic is the activity's, where Temporal's library finds it", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.book()
		p.Mail = nil
		defer func() {
			if recover() == nil {
				t.Error("it was lost")
			}
		}()
		_, _ = batch(p, ref, cleo, ann)
	})
}

func TestSendLettersFailures(t *testing.T) {
	t.Parallel()
	t.Run("550 gives up, visibly, and is tried again after the next change", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.book()
		p.server.says(cleo, "550")
		out, err := p.send(ref, cleo)
		if err != nil || out.Failed != "smtp_550" || out.Sent != 0 {
			t.Fatalf("got %+v, %v", out, err)
		}
		p.sent(ref, ann, 1)
		plan := p.load(ref)
		if len(plan.Targets) != 0 || !slices.Equal(plan.Failing,
			[]string{"confirmation mail:candidate smtp_550 (given up)"}) {
			t.Errorf("the plan is %+v", plan)
		}
		e := p.ledger(ref)[0]
		if !e.Permanent || e.State != models.EffectFailed || e.Code != "smtp_550" ||
			!strings.Contains(e.Detail, "no mailbox") || strings.Contains(e.Detail, "@") {
			t.Errorf("the operator reads %+v", e)
		}
		p.server.says(cleo, "")
		p.sent(ref, cleo, 0)
		p.order.Start = mon(17, 0)
		p.book()
		p.sent(ref, cleo, 1)
		p.sent(ref, ann, 1)
		if plan := p.load(ref); len(plan.Failing) != 0 {
			t.Errorf("after a letter that arrived it still shows %v", plan.Failing)
		}
	})
	t.Run("451 is tried again", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.book()
		p.server.says(cleo, "451")
		p.fails(ref, cleo, "smtp_451")
		p.fails(ref, cleo, "smtp_451")
		if plan := p.load(ref); len(plan.Targets) != 2 ||
			!slices.Equal(plan.Failing, []string{"confirmation mail:candidate smtp_451"}) {
			t.Errorf("the plan is %+v", plan)
		}
		p.server.says(cleo, "")
		p.sent(ref, cleo, 1)
		if e := p.ledger(ref); len(e) != 1 || e[0].Tries != 3 || e[0].State != models.EffectDone || e[0].Code != "" {
			t.Errorf("the ledger has %+v", e)
		}
	})
	t.Run("a line that breaks after the message counts as told, and the same letter goes again", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.book()
		p.server.says(cleo, "drop")
		p.fails(ref, cleo, "smtp_unconfirmed")
		if e := p.ledger(ref)[0]; e.State != models.EffectIntent || e.LeaseUntil != nil ||
			e.Code != "smtp_unconfirmed" {
			t.Errorf("the ledger has %+v", e)
		}
		p.server.says(cleo, "")
		p.sent(ref, cleo, 1)
		if got := p.server.to(cleo); len(got) != 2 || got[0].data != got[1].data {
			t.Errorf("the server holds %d letters", len(got))
		}
		if e := p.ledger(ref)[0]; e.State != models.EffectDone || e.Code != "" || e.Detail != "" {
			t.Errorf("the ledger has %+v", e)
		}
	})
	t.Run("a letter that nobody ever confirms goes twice and no more, and its cancellation still goes",
		func(t *testing.T) {
			t.Parallel()
			p := open(t)
			ref := p.book()
			p.server.says(cleo, "drop")
			p.fails(ref, cleo, "smtp_unconfirmed")
			for range 5 {
				if _, err := p.send(ref, cleo); err != nil {
					t.Fatalf("got %v, want an outcome", err)
				}
			}
			if got := p.server.to(cleo); len(got) != 2 || got[0].data != got[1].data {
				t.Errorf("the candidate holds %d letters, want the same one twice", len(got))
			}
			if plan := p.load(ref); len(plan.Targets) > 1 || len(plan.Failing) != 1 {
				t.Errorf("the plan is %+v, want the letter shown as given up and not owed", plan)
			}
			p.server.says(cleo, "")
			_, _, err := p.Store.Bookings.Change(t.Context(), models.By{}, ref.OrgID, ref.ID, models.Cancel)
			p.must(err)
			p.sent(ref, cleo, 1)
			if got := p.server.to(cleo); len(got) != 3 {
				t.Errorf("the candidate holds %d letters, want the cancellation too", len(got))
			}
		})
	t.Run("a letter that may have arrived stays so when the second attempt is refused: its cancellation goes",
		func(t *testing.T) {
			t.Parallel()
			for _, answer := range []string{"451", "550"} {
				p := open(t)
				ref := p.book()
				p.server.says(cleo, "drop")
				p.fails(ref, cleo, "smtp_unconfirmed")
				p.server.says(cleo, answer)
				if out, err := p.send(ref, cleo); answer == "550" && (err != nil || out.Failed != "smtp_550") {
					t.Errorf("%s: got %+v, %v", answer, out, err)
				}
				if e := p.ledger(ref)[0]; e.State != models.EffectIntent || e.Code != "smtp_"+answer ||
					e.Permanent != (answer == "550") {
					t.Errorf("%s: the ledger has %+v", answer, e)
				}
				p.server.says(cleo, "")
				_, _, err := p.Store.Bookings.Change(t.Context(), models.By{}, ref.OrgID, ref.ID, models.Cancel)
				p.must(err)
				p.sent(ref, cleo, 1)
				if got := p.server.to(cleo); len(got) != 2 || !strings.Contains(got[1].data, "CANCEL") {
					t.Errorf("%s: the candidate holds %d letters, want the confirmation and its cancellation",
						answer, len(got))
				}
			}
		})
	t.Run("a letter that was refused before its first unknown end goes once more", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.book()
		p.server.says(cleo, "451")
		p.fails(ref, cleo, "smtp_451")
		p.server.says(cleo, "drop")
		p.fails(ref, cleo, "smtp_unconfirmed")
		p.server.says(cleo, "")
		p.sent(ref, cleo, 1)
		if got := p.server.to(cleo); len(got) != 2 || got[0].data != got[1].data {
			t.Errorf("the candidate holds %d letters, want the same one twice", len(got))
		}
	})
	t.Run("an unknown end that a newer letter has overtaken is not shown as failing", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.book()
		p.server.says(cleo, "drop")
		p.fails(ref, cleo, "smtp_unconfirmed")
		p.server.says(cleo, "")
		p.order.Start = mon(17, 0)
		p.book()
		p.sent(ref, cleo, 1)
		p.sent(ref, ann, 1)
		if plan := p.load(ref); len(plan.Failing) != 0 || len(plan.Targets) != 0 {
			t.Errorf("the plan is %+v", plan)
		}
	})
	t.Run("a letter that failed and is not owed any more is closed as obsolete", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.book()
		p.server.says(cleo, "451")
		p.fails(ref, cleo, "smtp_451")
		_, _, err := p.Store.Bookings.Change(t.Context(), models.By{}, ref.OrgID, ref.ID, models.Cancel)
		p.must(err)
		if plan := p.load(ref); len(plan.Failing) != 0 || len(plan.Targets) != 0 {
			t.Errorf("the plan is %+v", plan)
		}
		if got := kinds(p.ledger(ref), cleo); !slices.Equal(got, []string{"confirmation obsolete"}) {
			t.Errorf("the ledger has %v", got)
		}
	})
	t.Run("a server that hangs is left, its letter counts as told, and what happened is noted though time is up",
		func(t *testing.T) {
			t.Parallel()
			p := open(t)
			ref := p.book()
			hang := make(chan struct{})
			defer func() { close(hang) }()
			ctx, cancel := context.WithCancel(t.Context()) // time is up while the server hangs
			defer cancel()
			p.server.during = func() { cancel(); <-hang }
			_, err := p.SendLetters(ctx, ref, p.target(ref, cleo), thu)
			var app *temporal.ApplicationError
			if !errors.As(err, &app) || app.Type() != "smtp_unconfirmed" || app.Message() != "smtp_unconfirmed" ||
				app.NonRetryable() {
				t.Errorf("got %v", err)
			}
			if e := p.ledger(ref); len(e) != 1 || e[0].State != models.EffectIntent || e[0].LeaseUntil != nil ||
				e[0].Code != "smtp_unconfirmed" {
				t.Errorf("the ledger has %+v", e)
			}
		})
	t.Run("no server at all: a code, tried again", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.book()
		p.Mail.Close()
		p.fails(ref, cleo, "smtp_closed")
	})
	t.Run("no database: a code, tried again", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.book()
		_, err := p.db.ExecContext(t.Context(), "alter table effects rename to gone")
		p.must(err)
		p.fails(ref, cleo, "database")
		if _, err := p.Load(t.Context(), ref, thu); err == nil ||
			err.Error() != "database (type: database, retryable: true)" {
			t.Errorf("Load: got %v", err)
		}
		if n := len(p.server.to(cleo)); n != 0 {
			t.Errorf("%d letters left without an intent", n)
		}
	})
	t.Run("two attempts at once: one letter", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.book()
		var running sync.WaitGroup
		for range 8 {
			running.Go(func() {
				_, _ = p.send(ref, cleo)
			})
		}
		running.Wait()
		if n := len(p.server.to(cleo)); n != 1 {
			t.Errorf("%d letters left", n)
		}
	})
}

func TestLoad(t *testing.T) {
	t.Parallel()
	t.Run("an interview that is not there is gone", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		plan, err := p.Load(t.Context(), models.Ref{OrgID: p.org.ID, ID: "int_none"}, thu)
		if err != nil || !plan.Gone {
			t.Errorf("got %+v, %v", plan, err)
		}
	})
	t.Run("has the next instant by the workflow's clock", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.book()
		for now, want := range map[time.Time]string{thu: "reminder_24h", mon(14, 0): "window_ends", mon(16, 0): ""} {
			plan, err := p.Load(t.Context(), ref, now)
			got := ""
			if plan.Next != nil {
				got = plan.Next.Kind
			}
			if err != nil || got != want {
				t.Errorf("at %s: got %q, %v; want %q", now, got, err, want)
			}
		}
	})
	t.Run("notes that the revision converged once nothing is owed", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.book()
		converged := func() (n int64) {
			p.load(ref)
			for end := time.Now().Add(2 * time.Second); n == 0 && time.Now().Before(end); {
				a, err := p.Store.Effects.InterviewLedger(t.Context(), ref)
				p.must(err)
				if n = a.ConvergedRevision; len(p.server.kept) == 0 {
					break
				}
			}
			return n
		}
		if n := converged(); n != 0 {
			t.Errorf("it converged at %d with letters owed", n)
		}
		p.sent(ref, cleo, 1)
		p.sent(ref, ann, 1)
		if n := converged(); n != 1 {
			t.Errorf("it converged at %d, want 1", n)
		}
	})
}

// TestNothingPersonal: what the activities give to Temporal and to the log names nobody.
func TestNothingPersonal(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.order.InterviewerEmail = ""
	ref := p.book()
	p.server.says(fay, "550")
	p.server.says(cleo, "451")
	var given []any
	note := func(v any, err error) {
		given = append(given, v)
		if err != nil {
			given = append(given, err.Error())
		}
	}
	note(p.Load(t.Context(), ref, thu))
	note(p.send(ref, fay))
	note(p.send(ref, cleo))
	note(p.Load(t.Context(), ref, thu))
	_, _, err := p.Store.Bookings.Reassign(t.Context(), models.By{}, ref.OrgID, ref.ID, ann)
	p.must(err)
	p.server.says(cleo, "")
	note(p.send(ref, cleo))
	note(p.send(ref, ann))
	note(p.Load(t.Context(), ref, thu))
	out, err := json.Marshal(given)
	p.must(err)
	for what, text := range map[string]string{"Temporal": string(out), "the log": p.log.String()} {
		for _, personal := range []string{"@", "cleo", "Cleo", "Cand", "ann", "Ann", "fay", "meet.example", "mailbox"} {
			if strings.Contains(strings.ReplaceAll(text, "mail:candidate", ""), personal) {
				t.Errorf("%s learns of %q:\n%s", what, personal, text)
			}
		}
	}
	if !strings.Contains(string(out), "smtp_550") {
		t.Errorf("the codes are missing: %s", out)
	}
}
