package store_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/effect"
	"litmus/models/timetable"
	"litmus/store/effects"
	"litmus/testdb"
)

// effectsText is effects for comparison.
func effectsText(effects []effect.Effect) string {
	var lines []string
	for _, e := range effects {
		text, _ := json.Marshal(e)
		lines = append(lines, string(text))
	}
	return strings.Join(lines, "\n")
}

// previewing plays random acts on the interviews of a few candidates, each of which is previewed first.
type previewing struct {
	*fixture
	random   *rand.Rand
	live     map[string]models.Interview // by the candidate's address
	acts     map[string]int              // that were not refused, by name
	refusals int
	sent     int
}

// act compares the preview with what is owed after the act, at the same instant, or their refusals.
func (p *previewing) act(name string, preview func() (act.Preview, error),
	do func() (after models.Interview, changed bool, err error)) {
	p.t.Helper()
	before := p.dump()
	v, refusal := preview()
	p.unchanged(before)
	i, changed, err := do()
	if fmt.Sprint(err) != fmt.Sprint(refusal) || models.KindOf(err) != models.KindOf(refusal) {
		p.t.Fatalf("%s: the preview says %v, the act %v", name, refusal, err)
	}
	if err != nil {
		p.refusals++
		return
	}
	p.acts[name]++
	if v.Unchanged == changed {
		p.t.Fatalf("%s: the preview says unchanged: %t, the act says changed: %t", name, v.Unchanged, changed)
	}
	if !changed {
		if len(v.Sent)+len(v.Held)+len(v.Follow) > 0 {
			p.t.Fatalf("%s changes nothing, and the preview would send %v", name, v.Words())
		}
		return
	}
	a := p.account(i.ID)
	owed := effect.Owed(a.Interview, a.CandidateEmail, a.Ledger, p.Policy(), p.Now())
	leaving := effect.Leaving(owed, a.Approved)
	if got, want := effectsText(v.Sent), effectsText(leaving); got != want {
		p.t.Fatalf("%s: the preview says that this is sent\n%s\nand this is owed\n%s", name, got, want)
	}
	if got := len(v.Sent) + len(v.Held); got != len(owed) {
		p.t.Fatalf("%s: the preview sends or holds %d effects, and %d are owed", name, got, len(owed))
	}
	if v.After.Revision != a.Revision || !v.After.StartsAt.Equal(a.StartsAt) || v.Candidate.Email != a.CandidateEmail ||
		len(v.Words()) != len(v.Sent)+len(v.Held)+len(v.Follow) {
		p.t.Fatalf("%s: the preview is %+v, the row %+v", name, v, a.Interview)
	}
	p.sent += len(leaving)
}

// carryOut settles what is owed to the interview as done, refused or unknown.
func (p *previewing) carryOut(i models.Interview) {
	p.t.Helper()
	a := p.account(i.ID)
	for _, e := range effect.Leaving(effect.Owed(a.Interview, a.CandidateEmail, a.Ledger, p.Policy(), p.Now()),
		a.Approved) {
		entry := effect.EntryOf(a.InterviewRow.Interview, e)
		outcome, _ := must2(p.Effects.Intend(ctx, entry, a.Revision, 0))(p.t)
		if outcome != effects.IntentWritten {
			continue
		}
		switch p.random.IntN(6) {
		case 0:
			entry.State, entry.Permanent, entry.Code = effect.Failed, true, "refused"
		case 1:
			entry.State = effect.Intent
		default:
			entry.State = effect.Done
		}
		p.done(p.Effects.Settle(ctx, entry, effects.MadeLink{}))
	}
}

// TestPreviewIsWhatIsSent: whatever was done before, a preview names exactly the effects that are owed after the act,
// refuses what the act refuses, and writes nothing (D11).
func TestPreviewIsWhatIsSent(t *testing.T) {
	t.Parallel()
	testdb.Long(t)
	testdb.Each(t, func(t *testing.T, url string) {
		setup := acme()
		setup.Interviewers[1].Calendar = &timetable.CalendarAccount{Provider: timetable.CalendarCalDAV,
			URL: "https://dav.example/alan", Username: "alan", Password: "secret"}
		p := &previewing{fixture: open(t, url, setup), random: rand.New(rand.NewPCG(5, 8)),
			live: map[string]models.Interview{}, acts: map[string]int{}}
		people := []string{grace, alan, "ada@acme.example", ""}
		for n := range 160 {
			p.clock.Set(p.Now().Add(time.Duration(p.random.IntN(90)) * time.Minute))
			if n%40 == 39 {
				p.org.Approved = !p.org.Approved
				p.exec("update organizations set approved = ? where id = ?", p.org.Approved, p.org.ID)
			}
			email := candidate(p.random.IntN(4))
			i := p.live[email]
			who := people[p.random.IntN(len(people))]
			switch kind := p.random.IntN(9); kind {
			case 0, 1, 2:
				half := time.Duration(p.random.IntN(100)) * 30 * time.Minute
				o := p.order(email, p.Now().Truncate(30*time.Minute).Add(half))
				o.InterviewerEmail, o.Replace = who, p.random.IntN(4) > 0
				name := "book"
				if kind == 2 {
					o, name = p.linkOrder(email), "book by link"
					o.Replace = true
				}
				p.act(name, func() (act.Preview, error) { return p.Bookings.PreviewBooking(ctx, p.org, o) },
					func() (models.Interview, bool, error) {
						b, err := p.Bookings.Book(ctx, act.By{}, p.org, o)
						if err == nil {
							p.live[email] = b.Interview
						}
						return b.Interview, true, err
					})
			case 3, 4:
				if who == "" {
					who = "stranger@elsewhere.example"
				}
				p.act("reassign", func() (act.Preview, error) {
					return p.Bookings.PreviewReassign(ctx, act.By{}, p.org.ID, i.ID, who)
				},
					func() (models.Interview, bool, error) {
						row, changed, err := p.Bookings.Reassign(ctx, act.By{}, p.org.ID, i.ID, who)
						return row.Interview, changed, err
					})
			case 5:
				p.act("cancel", func() (act.Preview, error) { return p.Bookings.PreviewChange(ctx, p.org.ID, i.ID, booking.Cancel) },
					func() (models.Interview, bool, error) {
						row, changed, err := p.Bookings.Change(ctx, act.By{}, p.org.ID, i.ID, booking.Cancel)
						return row.Interview, changed, err
					})
			case 6:
				p.act("end the call", func() (act.Preview, error) {
					return p.Bookings.PreviewChange(ctx, p.org.ID, i.ID, booking.EndCall)
				},
					func() (models.Interview, bool, error) {
						row, changed, err := p.Bookings.Change(ctx, act.By{}, p.org.ID, i.ID, booking.EndCall)
						return row.Interview, changed, err
					})
			case 7:
				p.act("issue a link", func() (act.Preview, error) {
					return p.Bookings.PreviewChange(ctx, p.org.ID, i.ID, booking.IssueLink(""))
				},
					func() (models.Interview, bool, error) {
						_, row, err := p.Bookings.IssueLink(ctx, act.By{}, p.org.ID, i.ID)
						return row.Interview, true, err
					})
			}
			if i := p.live[email]; i.ID != "" && p.random.IntN(2) == 0 {
				p.carryOut(i)
			}
		}
		for _, name := range []string{"book", "book by link", "reassign", "cancel", "end the call", "issue a link"} {
			if p.acts[name] == 0 {
				t.Errorf("%s was never accepted", name)
			}
		}
		if p.refusals == 0 || p.sent < 50 {
			t.Errorf("%d refusals and %d effects: too few to prove anything", p.refusals, p.sent)
		}
	})
}

func TestPreview(t *testing.T) { // D11
	t.Parallel()
	organizations{inviting(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		other := must(f.Team.Organization(ctx, "bolt"))(t)
		o := f.orderWith(grace, cleo, at(18, 0))
		i := f.book(o)
		f.refused(failure(f.Bookings.PreviewChange(ctx, other.ID, i.ID, booking.Cancel)), models.NotFound,
			"another organization's preview")
		f.refused(failure(f.Bookings.PreviewBooking(ctx, other, o)), models.NotFound,
			"another organization's preview of a booking")

		order := f.inviteTo("design", candidate(1))
		before := f.dump()
		v := must(f.Candidates.PreviewInvite(ctx, f.org, order))(t)
		f.unchanged(before)
		if got := v.Words(); !slices.Equal(got, []string{"invitation to pick a time to " + candidate(1)}) ||
			len(v.Later) != 1 {
			t.Errorf("an invite would send %q, and %+v follows", got, v.Later)
		}
		c := f.invited(order).Candidate
		owed := f.invitation(models.Ref{OrgID: c.OrgID, ID: c.ID}).Owed(f.Now())
		if owed == nil || effectsText(v.Sent) != effectsText([]effect.Effect{*owed}) {
			t.Errorf("the invite would send %s, and %+v is owed", effectsText(v.Sent), owed)
		}
		v = must(f.Candidates.PreviewInvite(ctx, f.org, order))(t)
		if !v.Unchanged {
			t.Errorf("a second invite is %+v; want it unchanged", v)
		}
		order.AssessmentID = "asm_none"
		f.refused(failure(f.Candidates.PreviewInvite(ctx, f.org, order)), models.NotFound, "an unknown assessment")
	})
}

// TestEffects: what a page follows of an interview says how far each effect is, and when there is nothing more to wait
// for (D11).
func TestEffects(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		i := f.book(f.orderWith(grace, cleo, at(18, 0)))
		states := func() (out []string) {
			e := must(f.Effects.Effects(ctx, f.org.ID, i.ID))(t)
			for _, r := range e.Reports {
				out = append(out, r.Kind+" "+string(r.State))
			}
			return append(out, fmt.Sprint(e.Open))
		}
		want := func(when string, want ...string) {
			t.Helper()
			if got := states(); !slices.Equal(got, want) {
				t.Errorf("%s: %q, want %q", when, got, want)
			}
		}
		want("booked", "confirmation owed", "briefing owed", "true")
		var entries []effect.Entry
		for _, e := range effect.Owed(i, cleo, nil, f.Policy(), f.Now()) {
			entry := effect.EntryOf(i, e)
			f.done(f.Effects.Intend(ctx, entry, i.Revision, time.Minute))
			entries = append(entries, entry)
		}
		want("attempted", "confirmation under_way", "briefing under_way", "true")
		entries[0].State = effect.Done
		entries[1].State, entries[1].Code = effect.Failed, "smtp_451"
		for _, e := range entries {
			f.done(f.Effects.Settle(ctx, e, effects.MadeLink{}))
		}
		want("one of them failed", "confirmation done", "briefing failing", "true")
		if n := f.count(func() { states() }); n != 2 {
			t.Errorf("it takes %d queries, want 2", n)
		}
		f.refused(failure(f.Effects.Effects(ctx, f.org.ID, "int_none")), models.NotFound, "an unknown interview")
	})
}
