package activities_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"litmus/activities"
	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/effect"
)

// errand is one letter that is owed, and the activities about it.
type errand struct {
	*post
	ref     models.Ref
	to      string
	name    string // of the letter and its target, in plans
	send    func() (activities.Outcome, error)
	plan    func() (activities.Plan, error)
	entries func() []effect.Entry // what the ledger has of it and of those before it
}

// letterTo is the errand of the letter that an interview owes somebody.
func (p *post) letterTo(ref models.Ref, email string) errand {
	return errand{p, ref, email, "confirmation mail:candidate",
		func() (activities.Outcome, error) { return p.send(ref, email) },
		func() (activities.Plan, error) { return p.Load(p.t.Context(), ref, p.clock.Now()) },
		func() []effect.Entry {
			return slices.DeleteFunc(p.ledger(ref), func(e effect.Entry) bool {
				return !strings.HasSuffix(e.Target, ":"+email)
			})
		}}
}

// errands are those of each sort of letter, with nothing else owed.
var errands = map[string]func(p *post) errand{
	"a confirmation": func(p *post) errand {
		ref := p.book()
		p.sent(ref, ann, 1)
		p.clock.Set(thu.Add(time.Second))
		return p.letterTo(ref, cleo)
	},
	"an invitation": func(p *post) errand {
		ref := p.invite("takehome")
		return errand{p, ref, cleo, "invitation mail:candidate",
			func() (activities.Outcome, error) { return p.sendInvitation(ref) },
			func() (activities.Plan, error) { return p.LoadInvitation(p.t.Context(), ref, p.clock.Now()) },
			func() []effect.Entry { return []effect.Entry{*p.letter(ref)} }}
	},
	"a link to sign in": func(p *post) errand {
		ref := p.asks(ann)
		return errand{p, ref, ann, "sign_in mail:member",
			func() (activities.Outcome, error) { return p.sendSignIn(ref) },
			func() (activities.Plan, error) { return p.LoadSignIn(p.t.Context(), ref, p.clock.Now()) },
			func() []effect.Entry {
				a, err := p.Store.Team.SignInLedger(p.t.Context(), ref)
				p.must(err)
				return []effect.Entry{*a.Told}
			}}
	},
	"news": func(p *post) errand {
		ref := p.watches(rae)
		p.handsIn()
		return errand{p, ref, rae, "news mail:member",
			func() (activities.Outcome, error) { return p.sendNews(ref) },
			func() (activities.Plan, error) { return p.LoadNews(p.t.Context(), ref, p.clock.Now()) },
			func() []effect.Entry { return []effect.Entry{*p.newsOf(ref).Told} }}
	},
}

// sends runs the activity and checks that so many letters were accepted.
func (e errand) sends(want int) {
	e.t.Helper()
	if out, err := e.send(); err != nil || out.Sent != want || out.Failed != "" {
		e.t.Fatalf("got %+v, %v; want %d letters", out, err, want)
	}
}

// defers has the server answer so, and checks that the activity fails for now, with that code and nothing else.
func (e errand) defers(answer, code string) {
	e.t.Helper()
	e.server.says(e.to, answer)
	out, err := e.send()
	e.failed("the letter", code, out, err)
	e.server.says(e.to, "")
}

// is checks what the ledger has of the letter: its state, its code, and how often it was tried.
func (e errand) is(state, code string, tries int) effect.Entry {
	e.t.Helper()
	all := e.entries()
	got := all[len(all)-1]
	verify.Each(e.t, "the ledger has", verify.Fields{"State": {got.State, state}, "Code": {got.Code, code},
		"Tries": {got.Tries, tries}, "LeaseUntil": {got.LeaseUntil, nil},
		`got.Detail == ""`: {got.Detail == "", code == ""}})
	return got
}

// planned checks to how many something is owed, and what is failing.
func (e errand) planned(targets int, failing ...string) {
	e.t.Helper()
	plan, err := e.plan()
	e.must(err)
	e.owes(plan, targets, failing...)
}

// twice checks that the last two letters are the same one.
func (e errand) twice(before int) {
	e.t.Helper()
	got := e.server.to(e.to)[before:]
	if len(got) != 2 || got[0].header("Message-Id") == "" {
		e.t.Fatalf("%d letters arrived, want the same one twice", len(got))
	}
	if got[0].data != got[1].data {
		e.t.Errorf("the same letter differs:\n%s", diff(got[0].data, got[1].data))
	}
}

// crashes has the worker die between the server's word and its note.
func (e errand) crashes() {
	e.t.Helper()
	before := len(e.server.to(e.to))
	e.sends(1)
	e.crash(e.ref)
	e.defers("", "attempt_in_flight") // whoever held it may still be at it
	e.clock.Set(e.clock.Now().Add(17 * time.Second))
	e.sends(1)
	e.sends(0)
	e.twice(before)
	e.is(effect.Done, "", 2)
	for _, one := range e.entries() {
		if one.State != effect.Done || one.LeaseUntil != nil || one.Code != "" || one.Detail != "" {
			e.t.Errorf("the ledger has %+v", one)
		}
	}
}

// TestAttempts: what becomes of a letter of each sort that does not simply leave.
func TestAttempts(t *testing.T) {
	t.Parallel()
	for name, play := range map[string]func(e errand){
		"550 gives up, visibly, until something changes": func(e errand) {
			e.server.says(e.to, "550")
			if out, err := e.send(); err != nil || out.Failed != "smtp_550" || out.Sent != 0 {
				e.t.Fatalf("got %+v, %v", out, err)
			}
			e.planned(0, e.name+" smtp_550 (given up)")
			if got := e.is(effect.Failed, "smtp_550", 1); !got.Permanent ||
				!strings.Contains(got.Detail, "no mailbox") || strings.Contains(got.Detail, "@") {
				e.t.Errorf("the operator reads %+v", got)
			}
			e.server.says(e.to, "")
			e.sends(0)
		},
		"451 is tried again": func(e errand) {
			e.defers("451", "smtp_451")
			e.defers("451", "smtp_451")
			e.planned(1, e.name+" smtp_451")
			e.sends(1)
			e.is(effect.Done, "", 3)
		},
		"one after which the line breaks counts as told, and the same goes again, later too": func(e errand) {
			e.defers("drop", "smtp_unconfirmed")
			e.is(effect.Intent, "smtp_unconfirmed", 1)
			e.clock.Set(e.clock.Now().Add(10 * time.Minute))
			e.sends(1)
			e.twice(0)
			e.is(effect.Done, "", 2)
		},
		"one that nobody ever confirms goes twice and no more": func(e errand) {
			e.defers("drop", "smtp_unconfirmed")
			e.server.says(e.to, "drop")
			for range 5 {
				if _, err := e.send(); err != nil {
					e.t.Fatalf("got %v, want an outcome", err)
				}
			}
			e.twice(0)
			e.planned(0, e.name+" smtp_unconfirmed (given up)")
		},
		"one that was refused before its first unknown end goes once more": func(e errand) {
			e.defers("451", "smtp_451")
			e.defers("drop", "smtp_unconfirmed")
			e.sends(1)
			e.twice(0)
		},
		"no server at all: a code, tried again": func(e errand) {
			e.Mail.Close()
			e.defers("", "smtp_closed")
		},
		"no database: a code, tried again, and nothing leaves": func(e errand) {
			_, err := e.db.ExecContext(e.t.Context(), "alter table effects rename to gone")
			e.must(err)
			e.defers("", "database")
			if _, err := e.plan(); err == nil || err.Error() != "database (type: database, retryable: true)" {
				e.t.Errorf("the plan: got %v", err)
			}
			if n := len(e.server.to(e.to)); n != 0 {
				e.t.Errorf("%d letters left without an intent", n)
			}
		},
		"eight attempts at once: one letter": func(e errand) {
			var running sync.WaitGroup
			for range 8 {
				running.Go(func() { _, _ = e.send() })
			}
			running.Wait()
			if n := len(e.server.to(e.to)); n != 1 {
				e.t.Errorf("%d letters left", n)
			}
		},
		"a crash between accepted and noted: it goes again under the same lease, identity and bytes": errand.crashes,
	} {
		for sort, begin := range errands {
			t.Run(name+"/"+sort, func(t *testing.T) {
				t.Parallel()
				play(begin(open(t)))
			})
		}
	}
}

// TestCrashes: every letter of an interview goes again after a crash as it was.
func TestCrashes(t *testing.T) {
	t.Parallel()
	for name, play := range map[string]func(p *post, ref models.Ref) (email string){
		"a briefing": func(*post, models.Ref) string { return ann },
		"a changed time": func(p *post, ref models.Ref) string {
			p.sent(ref, cleo, 1)
			p.clock.Set(thu.Add(time.Hour))
			p.move(mon(17, 0))
			return cleo
		},
		"a cancellation": func(p *post, ref models.Ref) string {
			p.sent(ref, cleo, 1)
			p.cancel(ref)
			return cleo
		},
		"a cancellation for who was replaced as the start moved": func(p *post, ref models.Ref) string {
			p.sent(ref, ann, 1)
			p.order.InterviewerEmail = bob
			p.move(mon(17, 0))
			return ann
		},
		"a reminder": func(p *post, ref models.Ref) string {
			p.sent(ref, cleo, 1)
			p.clock.Set(mon(14, 0))
			return cleo
		},
	} {
		booked(t, name, func(_ *testing.T, p *post, ref models.Ref) {
			p.letterTo(ref, play(p, ref)).crashes()
		})
	}
}
