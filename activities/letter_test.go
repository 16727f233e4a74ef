package activities_test

import (
	"context"
	netmail "net/mail"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"litmus/activities"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/effect"
)

func TestSendLetters(t *testing.T) {
	t.Parallel()
	booked(t, "sends each letter once, however often it runs", func(t *testing.T, p *post, ref models.Ref) {
		toCleo, toAnn := p.gets(ref, cleo), p.gets(ref, ann)
		p.sent(ref, cleo, 0)
		p.sent(ref, ann, 0)
		if id := toCleo.header("Message-Id"); id == toAnn.header("Message-Id") {
			t.Errorf("both letters are %s", id)
		}
		plan := p.load(ref)
		p.owes(plan, 0)
		if len(plan.Done) != 2 {
			t.Errorf("done is %q, want both letters", plan.Done)
		}
	})
	booked(t, "leads interviewers who can sign in to the dashboard, and nobody else",
		func(t *testing.T, p *post, ref models.Ref) {
			const vic = "vic@elsewhere.example"
			page := "https://hire.acme.example/dashboard/interviews/" + ref.ID
			others := []letter{p.gets(ref, cleo)}
			own, event := p.gets(ref, ann).parts()
			candidates := "https://hire.acme.example/dashboard/candidates/cand_"
			own.says(t, page, "Ask for a replacement", candidates)
			event.lacks(t, page, candidates)
			p.order.InterviewerEmail = vic // whom a booking alone names
			p.book()
			for _, l := range append(others, p.gets(ref, ann), p.gets(ref, vic)) { // it is no longer hers
				l.lacks(t, page, "Ask for a replacement", candidates)
			}
		})
	t.Run("leads interviewers who can sign in to where they set the link that is missing", func(t *testing.T) {
		t.Parallel()
		const page = "https://hire.acme.example" + models.MeetingLinkPath
		setup := acme()
		setup.Interviewers[0].MeetingLink = ""
		p := openWith(t, models.DefaultPolicy, setup)
		ref := p.book()
		p.gets(ref, ann).says(t, page)
		p.gets(ref, cleo).lacks(t, page)
		p = open(t)
		p.gets(p.book(), ann).lacks(t, page)
	})
	booked(t, "tells each what the row says now, not what it said when it was asked",
		func(t *testing.T, p *post, ref models.Ref) {
			plan := p.load(ref)
			if p.owes(plan, 2); plan.Targets[0].Kind != effect.LetterConfirmation {
				t.Errorf("the first is owed a %s", plan.Targets[0].Kind)
			}
			p.order.InterviewerEmail = bob
			p.move(mon(17, 0))
			l := p.gets(ref, cleo)
			l.says(t, "DTSTART:20310303T170000Z")
			l.lacks(t, "T150000Z")
			p.sent(ref, ann, 0)
			p.sent(ref, bob, 1)
		})
	booked(t, "tells each the time of their own zone", func(t *testing.T, p *post, ref models.Ref) {
		p.gets(ref, cleo).says(t, "11:00 EST")
		p.gets(ref, ann).says(t, "17:00 CET")
	})
	booked(t, "a change between reading the row and the letter is told, and nothing of before",
		func(t *testing.T, p *post, ref models.Ref) {
			read, err := p.Store.Effects.InterviewLedger(t.Context(), ref)
			p.must(err)
			p.move(mon(17, 0))
			out, err := p.SendAsRead(t.Context(), read, p.target(ref, cleo), p.clock.Now())
			got := p.server.to(cleo)
			if err != nil || out.Sent != 1 || len(got) != 1 {
				t.Fatalf("got %+v, %v and %d letters, want one", out, err, len(got))
			}
			got[0].says(t, "DTSTART:20310303T170000Z")
		})
	booked(t, "a change while a letter is on its way is told by the next run",
		func(t *testing.T, p *post, ref models.Ref) {
			p.server.during = func() { p.move(mon(17, 0)) }
			p.sent(ref, cleo, 1)
			if plan := p.load(ref); !slices.ContainsFunc(plan.Targets, func(t activities.Target) bool {
				return t.Name == "mail:candidate" && t.Kind == effect.LetterChangedTime
			}) {
				t.Errorf("the plan is %+v", plan)
			}
			p.sent(ref, cleo, 1)
			p.has(ref, cleo, "changed_time done", "confirmation done")
		})
	booked(t, "of a change that can be taken back nobody hears before its time, and then everybody",
		func(t *testing.T, p *post, ref models.Ref) {
			p.sent(ref, cleo, 1)
			p.sent(ref, ann, 1)
			_, _, err := p.Store.Bookings.Reassign(t.Context(), act.By{Undo: 10 * time.Second}, ref.OrgID, ref.ID, bob)
			p.must(err)
			until := p.clock.Now().Add(10 * time.Second)
			if plan := p.load(ref); len(plan.Targets) > 0 || plan.Next == nil || !plan.Next.At.Equal(until) ||
				plan.Next.Kind != effect.MomentUndoEnds {
				t.Errorf("the plan is %+v", plan)
			}
			p.sent(ref, bob, 0)
			p.clock.Set(until)
			p.owes(p.load(ref), 3) // the candidate, who interviewed, and who does
			p.sent(ref, bob, 1)
		})
	booked(t, "does not find a reminder before the workflow's clock does, nor miss one that it does",
		func(t *testing.T, p *post, ref models.Ref) {
			p.sent(ref, cleo, 1)
			p.clock.Set(mon(14, 0).Add(-5 * time.Second)) // the worker's clock is slow
			out, err := p.SendLetters(t.Context(), ref, p.target(ref, cleo), mon(14, 0))
			if err != nil || out.Sent != 1 {
				t.Fatalf("got %+v, %v; want the reminder", out, err)
			}
			p.has(ref, cleo, "confirmation done", "reminder_1h done")
			if got := p.server.to(cleo)[1].header("Subject"); !strings.Contains(got, "in 1 hour") {
				t.Errorf("the reminder is %q", got)
			}
		})
	booked(t, "a booking that becomes a session by link is called off, and handed over to nobody",
		func(t *testing.T, p *post, ref models.Ref) {
			p.sent(ref, ann, 1)
			p.order.Kind, p.order.Start = booking.OrderExternal, time.Time{}
			p.order.InterviewerEmail, p.order.MeetingLink = bob, "https://meet.example/own"
			p.book()
			l := p.gets(ref, ann)
			l.says(t, "will not take place", "DTSTART:20310303T150000Z")
			l.lacks(t, "No longer yours", "Somebody else", "meet.example/own")
			p.sent(ref, bob, 0)
		})
	t.Run("who stands in for an interviewer is told so, and who takes it on", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		p.order.InterviewerEmail = ""
		ref := p.book()
		p.gets(ref, cleo).lacks(t, "With:")
		toFay := []letter{p.gets(ref, fay)}
		p.reassign(ref, bob)
		toFay = append(toFay, p.gets(ref, fay))
		for n, want := range []string{"Nobody is named yet: interview with Cleo Cand, ",
			"Bob interviews Cleo Cand now: "} {
			if got := toFay[n].header("Subject"); !strings.HasPrefix(got, want) {
				t.Errorf("fay got %q, want %q", got, want)
			}
			toFay[n].says(t, "a contact of Acme")
			toFay[n].lacks(t, "Somebody else")
		}
	})
	booked(t, "carries SEQUENCE, UID and method of the revision", func(t *testing.T, p *post, ref models.Ref) {
		uid := "UID:" + ref.ID + "@hire.acme.example"
		p.gets(ref, ann).says(t, uid, "SEQUENCE:1", "METHOD:REQUEST")
		p.move(mon(17, 0))
		p.gets(ref, ann).says(t, uid, "SEQUENCE:2", "METHOD:REQUEST")
		p.cancel(ref)
		p.gets(ref, ann).says(t, uid, "SEQUENCE:3", "METHOD:CANCEL")
	})
}

// picks has an invited candidate pick the first time on Tuesday, and returns the link that leads to another.
func (p *post) picks(zone string) (candidate, interview models.Ref, link string) {
	p.t.Helper()
	candidate = p.invite("design")
	b, err := p.Store.Bookings.Pick(p.t.Context(), candidate, tuesday[0], zone, false)
	p.must(err)
	return candidate, models.Ref{OrgID: p.org.ID, ID: b.Interview.ID}, p.timeLink(candidate.ID)
}

// timeLink is where a candidate picks a time, or another.
func (p *post) timeLink(candidateID string) string {
	return "https://hire.acme.example" + p.Store.Secret().InvitationPath(models.DeliverySync, p.org.ID, candidateID, 0)
}

// leads checks that a letter leads to another time until then, or nowhere where that is "". The event in it never does,
// since others see into calendars.
func (l letter) leads(t *testing.T, link, until string) {
	t.Helper()
	text, event := l.parts()
	if event.lacks(t, link); until == "" {
		text.lacks(t, link)
		return
	}
	text.says(t, link, until+":")
}

// TestAnotherTime: letters lead candidates to another time for as long as they may pick one.
func TestAnotherTime(t *testing.T) {
	t.Parallel()
	t.Run("who picked the time changes it as often as may be", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		candidate, ref, link := p.picks("Europe/Berlin")
		p.server.says(cleo, "drop") // the same letter again is the same to the byte
		p.fails(ref, cleo, "smtp_unconfirmed")
		p.clock.Set(thu.Add(time.Minute))
		p.server.says(cleo, "")
		p.sent(ref, cleo, 1)
		if got := p.server.to(cleo); got[0].data != got[1].data {
			t.Errorf("sent again it is another letter:\n%s", diff(got[0].data, got[1].data))
		}
		for n, until := range []string{"Change the time, until Tue 4 Mar 2031 05:00 CET", ""} {
			_, err := p.Store.Bookings.Move(t.Context(), candidate, tuesday[n], tuesday[n+1], "Europe/Berlin")
			p.must(err)
			p.gets(ref, cleo).leads(t, link, until)
		}
		p.clock.Set(tuesday[2].Add(-24 * time.Hour))
		p.gets(ref, cleo).leads(t, link, "")
	})
	for name, c := range map[string]struct {
		invited  bool
		canceled time.Time
		until    string
	}{
		"invited, then booked and canceled by the team": {true, thu.Add(time.Hour),
			"Pick another time, until Thu 13 Mar 2031 08:00 EDT"},
		"canceled when the invitation has run out": {true, thu.AddDate(0, 0, 14), ""},
		"canceled, booked only":                    {false, thu.Add(time.Hour), ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := open(t)
			if c.invited {
				p.invite("design")
			}
			p.order.Start = thu.AddDate(0, 0, 20)
			ref := p.book()
			p.gets(ref, cleo).says(t, "Change the time, until ", "/t/")
			p.clock.Set(c.canceled)
			i, _, err := p.Store.Bookings.Change(t.Context(), act.By{}, ref.OrgID, ref.ID, booking.Cancel)
			p.must(err)
			l := p.gets(ref, cleo)
			if l.leads(t, p.timeLink(i.CandidateID), c.until); c.until == "" {
				l.lacks(t, "/t/")
			}
		})
	}
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
	booked(t, "each gets their letter, once, and what is owed then is known",
		func(t *testing.T, p *post, ref models.Ref) {
			sends(p, ref, true, []string{cleo, ann}, one, one)
			sends(p, ref, true, []string{cleo, ann, bob}, nothing, nothing, nothing)
			if n, m := len(p.server.to(cleo)), len(p.server.to(ann)); n != 1 || m != 1 || len(p.ledger(ref)) != 2 {
				t.Errorf("%d and %d letters, ledger %+v", n, m, p.ledger(ref))
			}
			if plan := p.load(ref); len(plan.Targets) != 0 || len(plan.Done) != 2 || plan.Next == nil {
				t.Errorf("the plan is %+v", plan)
			}
		})
	booked(t, "what others are owed besides stays owed", func(t *testing.T, p *post, ref models.Ref) {
		sends(p, ref, false, []string{cleo}, one)
		if plan := p.load(ref); len(plan.Targets) != 1 || plan.Targets[0].Name != p.target(ref, ann) {
			t.Errorf("the plan is %+v", plan)
		}
	})
	booked(t, "what fails for now, or for good, is said of its target alone",
		func(t *testing.T, p *post, ref models.Ref) {
			p.server.says(cleo, "451")
			sends(p, ref, false, []string{cleo, ann}, activities.BatchOutcome{Code: "smtp_451"}, one)
			p.server.says(cleo, "550")
			// its entry was there before: what it is now is to be read
			sends(p, ref, false, []string{ann, cleo}, nothing,
				activities.BatchOutcome{Outcome: activities.Outcome{Failed: "smtp_550"}})
		})
	booked(t, "a refusal for good is part of the plan", func(t *testing.T, p *post, ref models.Ref) {
		p.server.says(cleo, "550")
		sends(p, ref, true, []string{ann, cleo}, one,
			activities.BatchOutcome{Outcome: activities.Outcome{Failed: "smtp_550"}})
	})
	booked(t, "a row that is gone owes nothing", func(t *testing.T, p *post, ref models.Ref) {
		names := []string{p.target(ref, cleo)}
		ref.ID = "int_gone"
		if got, err := p.SendLetterBatch(t.Context(), ref, names, p.clock.Now()); err != nil || got.Plan != nil ||
			!slices.Equal(got.Outcomes, []activities.BatchOutcome{nothing}) {
			t.Errorf("got %+v, %v", got, err)
		}
	})
	booked(t, "a row that changes meanwhile, whose wake-up follows, owes what came with it",
		func(t *testing.T, p *post, ref models.Ref) {
			p.sent(ref, ann, 1)
			var once sync.Once
			p.server.during = func() {
				once.Do(func() {
					p.move(mon(17, 0))
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
	booked(t, "a database that is away fails all of it, by its code", func(t *testing.T, p *post, ref models.Ref) {
		p.must(p.Store.Close())
		_, err := batch(p, ref, cleo, ann)
		if code, _ := activities.FailureOf(err); code != activities.CodeDatabase {
			t.Errorf("got %v", err)
		}
	})
	booked(t, "a panic is the activity's, where Temporal's library finds it",
		func(t *testing.T, p *post, ref models.Ref) {
			p.Mail = nil
			defer func() {
				if recover() == nil {
					t.Error("it was lost")
				}
			}()
			_, _ = batch(p, ref, cleo, ann)
		})
}

// TestSendLettersAgain: what failed and changes follow each other. TestAttempts has single letters.
func TestSendLettersAgain(t *testing.T) {
	t.Parallel()
	booked(t, "later ones stand in its thread, of each recipient", func(t *testing.T, p *post, ref models.Ref) {
		p.sent(ref, cleo, 1)
		p.sent(ref, ann, 1)
		p.move(mon(17, 0))
		p.sent(ref, cleo, 1)
		p.cancel(ref)
		p.sent(ref, cleo, 1)
		var thread []string
		for n, got := range p.server.to(cleo) {
			m, err := netmail.ReadMessage(strings.NewReader(got.data))
			if err != nil {
				t.Fatal(err)
			}
			want := strings.Join(thread, " ")
			if got := m.Header.Get("References"); got != want || n > 0 && m.Header.Get("In-Reply-To") != thread[n-1] {
				t.Errorf("letter %d replies to %q in the thread %q, want %q", n, m.Header.Get("In-Reply-To"), got, want)
			}
			thread = append(thread, m.Header.Get("Message-ID"))
		}
		if len(thread) != 3 {
			t.Errorf("the candidate has %d letters, want 3", len(thread))
		}
	})
	for _, answer := range []string{"451", "550"} {
		booked(t, "it may have arrived when the second attempt ends with "+answer+": its cancellation goes",
			func(t *testing.T, p *post, ref models.Ref) {
				p.server.says(cleo, "drop")
				p.fails(ref, cleo, "smtp_unconfirmed")
				p.server.says(cleo, answer)
				if out, err := p.send(ref, cleo); answer == "550" && (err != nil || out.Failed != "smtp_550") {
					t.Errorf("got %+v, %v", out, err)
				}
				e := p.letterTo(ref, cleo).is(effect.Intent, "smtp_"+answer, 2)
				if e.Permanent != (answer == "550") {
					t.Errorf("the ledger has %+v", e)
				}
				p.server.says(cleo, "")
				p.cancel(ref)
				p.sent(ref, cleo, 1)
				if got := p.server.to(cleo); len(got) != 2 || !strings.Contains(got[1].data, "CANCEL") {
					t.Errorf("the candidate holds %d letters, want the confirmation and its cancellation", len(got))
				}
			})
	}
	booked(t, "an unknown end that a newer letter has overtaken is not shown as failing",
		func(t *testing.T, p *post, ref models.Ref) {
			p.server.says(cleo, "drop")
			p.fails(ref, cleo, "smtp_unconfirmed")
			p.server.says(cleo, "")
			p.move(mon(17, 0))
			p.sent(ref, cleo, 1)
			p.sent(ref, ann, 1)
			p.owes(p.load(ref), 0)
		})
	booked(t, "failed and not owed any more, it is closed as obsolete", func(t *testing.T, p *post, ref models.Ref) {
		p.server.says(cleo, "451")
		p.fails(ref, cleo, "smtp_451")
		p.cancel(ref)
		p.owes(p.load(ref), 0)
		p.has(ref, cleo, "confirmation obsolete")
	})
	booked(t, "a server that hangs is left, its letter counts as told, and that is noted though time is up",
		func(t *testing.T, p *post, ref models.Ref) {
			hang := make(chan struct{})
			defer func() { close(hang) }()
			ctx, cancel := context.WithCancel(t.Context()) // time is up while the server hangs
			defer cancel()
			p.server.during = func() { cancel(); <-hang }
			out, err := p.SendLetters(ctx, ref, p.target(ref, cleo), thu)
			p.failed("the letter", "smtp_unconfirmed", out, err)
			p.letterTo(ref, cleo).is(effect.Intent, "smtp_unconfirmed", 1)
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
	booked(t, "notes that the revision converged once nothing is owed", func(t *testing.T, p *post, ref models.Ref) {
		converged := func(want int64) {
			t.Helper()
			p.load(ref)
			p.must(p.Store.Effects.Supersede(t.Context(), nil)) // is written after what nobody waits for
			a, err := p.Store.Effects.InterviewLedger(t.Context(), ref)
			p.must(err)
			if a.ConvergedRevision != want {
				t.Errorf("it converged at %d, want %d", a.ConvergedRevision, want)
			}
		}
		converged(0)
		p.sent(ref, cleo, 1)
		p.sent(ref, ann, 1)
		converged(1)
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
	var given overheard
	given.note(p.Load(t.Context(), ref, thu))
	given.note(p.send(ref, fay))
	given.note(p.send(ref, cleo))
	given.note(p.Load(t.Context(), ref, thu))
	p.reassign(ref, ann)
	p.server.says(cleo, "")
	given.note(p.send(ref, cleo))
	given.note(p.send(ref, ann))
	given.note(p.Load(t.Context(), ref, thu))
	given.tells(t, p, []string{"smtp_550"}, "cleo", "Cleo", "Cand", "ann", "Ann", "fay", "meet.example", "mailbox")
}
