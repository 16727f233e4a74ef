package store_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/candidacy"
	"litmus/models/effect"
	"litmus/models/news"
	"litmus/store/effects"
	"litmus/store/team"
)

// watches has somebody watch the backend posting, and returns their row of news.
func (f *fixture) watches(email string, recruiter bool) models.Ref {
	f.t.Helper()
	id := "news_" + email
	if f.scalar("select count(*) from news where id = ?", id) == 0 {
		f.exec("insert into news (org_id, id, email, seen_at, created_at, updated_at) values (?, ?, ?, ?, ?, ?)",
			f.org.ID, id, email, f.Now(), f.Now(), f.Now())
	}
	f.exec("insert into posting_watchers (org_id, posting_id, email, recruiter, position, created_at) "+
		"values (?, ?, ?, ?, 0, ?)", f.org.ID, f.posting("backend"), email, recruiter, f.Now())
	return models.Ref{OrgID: f.org.ID, ID: id}
}

func (f *fixture) news(ref models.Ref) team.NewsLedger {
	f.t.Helper()
	return must(f.Team.NewsLedger(ctx, ref))(f.t)
}

// pending are the changes that a member is to be told of, in words.
func (f *fixture) pending(ref models.Ref) (out []string) {
	f.t.Helper()
	for _, i := range f.news(ref).Pending() {
		start := ""
		if at := i.Start(); at != nil {
			start = at.Format(time.RFC3339)
		}
		out = append(out, fmt.Sprint(i.Revision, " ", i.Posting, ": ", i.CandidateEmail, " ", i.Kind, " ", start))
	}
	return out
}

func (f *fixture) wantPending(ref models.Ref, when string, want ...string) {
	f.t.Helper()
	if got := f.pending(ref); !slices.Equal(got, want) {
		f.t.Errorf("%s: to be told is %q, want %q", when, got, want)
	}
}

func TestNewsOfCandidates(t *testing.T) { // D27
	t.Parallel()
	movable := staffed()
	movable.Organization.RescheduleCutoffHours = 1
	organizations{movable}.each(t, func(t *testing.T, f *fixture) {
		kits, adas, quiet := f.watches(kit, true), f.watches(ada, false), f.watches(grace, true)
		f.exec("update news set as_recruiter = 'never' where email = ?", grace)
		picker, own := f.invitee(cleo), f.invitee(kit)
		f.paint(alan, at(16, 0), at(17, 0))
		f.pick(picker, at(15, 0))
		f.pick(picker, at(16, 0))
		f.pick(picker, at(16, 0)) // which changes nothing
		f.pick(own, at(17, 0))    // her own
		f.book(f.order("other@candidate.example", at(20, 0)))
		f.handIn("hand@candidate.example")

		said := []string{"1 Backend: cleo@candidate.example booked 2031-03-03T15:00:00Z",
			"2 Backend: cleo@candidate.example moved 2031-03-03T16:00:00Z"}
		f.wantPending(kits, "a recruiter", append(said, "3 Backend: hand@candidate.example submitted ")...)
		f.wantPending(adas, "who follows", append(said, "3 Backend: kit@acme.example booked 2031-03-03T17:00:00Z",
			"4 Backend: hand@candidate.example submitted ")...)
		f.wantPending(quiet, "who wants to be told nothing")
		if n := f.scalar("select revision from news where id = ?", quiet.ID); n != 0 {
			t.Errorf("whoever is told nothing has the revision %d", n)
		}
		a := f.news(kits)
		verify.Each(t, "the ledger", verify.Fields{"First": {a.First(), 1}, "May": {a.May, true},
			"TimeZone": {a.TimeZone, "America/New_York"}, "a.Items[0].Often": {a.Items[0].Often, news.AtOnce},
			"f.news(adas).Items[0].Often": {f.news(adas).Items[0].Often, news.Daily}})

		// What is no news any more by the time of the letter.
		f.exec("update news set as_recruiter = 'never' where email = ?", kit)
		f.wantPending(kits, "told nothing since")
		f.exec("update news set as_recruiter = 'daily' where email = ?", kit)
		f.exec("update postings set archived_at = ?", noon)
		f.wantPending(kits, "of an archived posting")
		f.exec("update postings set archived_at = null")
		f.exec("delete from posting_watchers where email = ?", ada)
		f.wantPending(adas, "who does not follow any more")
		f.exec("update members set role = 'interviewer' where email = ?", kit)
		f.wantPending(kits, "an interviewer by now")
		f.refused(failure(f.Team.NewsLedger(ctx, models.Ref{OrgID: "org_other", ID: kits.ID})), models.NotFound,
			"another organization's")
	})
}

// TestNewsCostCandidatesNothing: a pick makes as many statements with ten who watch as with one, and one less with
// nobody; who sleeps until a letter is due that can tell of it is not woken.
func TestNewsCostCandidatesNothing(t *testing.T) {
	t.Parallel()
	organizations{staffed()}.each(t, func(t *testing.T, f *fixture) {
		var candidates []models.Ref
		for n := range 4 {
			candidates = append(candidates, f.invitee(fmt.Sprintf("c%d@candidate.example", n)))
		}
		f.paint(grace, at(15, 0), at(16, 0), at(17, 0), at(18, 0))
		picks := func(n int) int {
			return f.count(func() { f.pick(candidates[n], at(15+n, 0)) })
		}
		none := picks(0)
		first := f.watches(kit, true)
		one := picks(1)
		for n := range 10 {
			f.watches(fmt.Sprintf("w%d@acme.example", n), n%2 == 0)
		}
		if many := picks(2); none+1 != one || many != one {
			t.Errorf("a pick makes %d statements with nobody who watches, %d with one, %d with eleven", none, one, many)
		}

		unwoken := func() int {
			return f.scalar("select count(*) from news where woken_revision < revision or " +
				"converged_revision < revision")
		}
		if got := unwoken(); got != 11 {
			t.Errorf("%d rows are to be woken, want all 11", got)
		}
		claimed := must(f.Wakes.ClaimUnwoken(ctx, f.Now().Add(-time.Hour), time.Minute, 100))(t)
		claimed = slices.DeleteFunc(claimed, func(w models.PendingWake) bool { return w.Entity != models.EntityNews })
		if len(claimed) != 11 {
			t.Errorf("the relay claimed %d rows of news at once, want 11", len(claimed))
		}
		// The recruiters' letter is due in three minutes, and the summaries of those who follow in the morning.
		f.exec("update news set woken_revision = revision, converged_revision = revision, next_due_at = ?",
			f.Now().Add(3*time.Minute))
		f.exec("update news set next_due_at = ? "+
			"where email in (select email from posting_watchers where not recruiter)", f.Now().Add(20*time.Hour))
		f.clock.Set(noon.Add(time.Second))
		picks(3)
		if n := f.scalar("select count(*) from news where updated_at > ?", noon); n != 0 {
			t.Errorf("%d rows of news count as changed, and Temporal as having lost them", n)
		}
		if got := unwoken(); got != 0 {
			t.Errorf("%d rows are to be woken whose letter is due anyway", got)
		}
		if got := f.scalar("select revision from news where id = ?", first.ID); got != 3 {
			t.Errorf("the first row has the revision %d, want 3", got)
		}
		// One whose letter is due later than it may wait, and one whose letter is due already.
		f.exec("update news set next_due_at = ? where id = ?", f.Now().Add(news.Gather+time.Minute), first.ID)
		f.exec("update news set next_due_at = ? where email = 'w0@acme.example'", f.Now())
		f.pick(candidates[0], at(15, 0)) // nothing
		f.handIn("hand@candidate.example")
		if got := unwoken(); got != 2 {
			t.Errorf("%d rows are to be woken, want the two that cannot tell of it in time", got)
		}
	})
}

// TestNewsLetter: a letter takes what it told off the list when it was accepted or refused for good, an older attempt
// finds that, and changes that come meanwhile wait for the next.
func TestNewsLetter(t *testing.T) {
	t.Parallel()
	organizations{staffed()}.each(t, func(t *testing.T, f *fixture) {
		ref := f.watches(kit, true)
		f.handIn("one@candidate.example")
		read := func() (news.Feed, effect.Entry) {
			a := f.news(ref)
			owed := a.Owed(f.Now().Add(time.Hour))
			if owed == nil {
				t.Fatal("no letter is owed")
			}
			return a.Feed, a.Entry(*owed)
		}
		a, e := read()
		f.handIn("two@candidate.example")
		outcome, _ := must2(f.Effects.Intend(ctx, e, a.First(), 0))(t)
		if outcome != effects.IntentWritten {
			t.Fatalf("beside a change that came the attempt is %s", outcome)
		}
		settle := func(e effect.Entry, state string, permanent bool) {
			e.State, e.Permanent = state, permanent
			f.done(f.Effects.Settle(ctx, e, effects.MadeLink{}))
		}
		settle(e, effect.Failed, false)
		if got := len(f.pending(ref)); got != 2 {
			t.Errorf("after a failure for now %d changes are to be told, want 2", got)
		}
		later, both := read()
		if both.Revision != 2 {
			t.Errorf("the next letter tells up to %d, want 2", both.Revision)
		}
		f.done(f.Effects.Intend(ctx, e, a.First(), 0))
		settle(e, effect.Done, false)
		f.wantPending(ref, "after the first letter", "2 Backend: two@candidate.example submitted ")
		if outcome, _ = must2(f.Effects.Intend(ctx, both, later.First(), 0))(t); outcome != effects.IntentStale {
			t.Errorf("an attempt that was read before it is %s, want stale", outcome)
		}
		a, e = read()
		f.done(f.Effects.Intend(ctx, e, a.First(), 0))
		settle(e, effect.Failed, true)
		f.wantPending(ref, "after one that was refused for good")
		f.handIn("three@candidate.example")
		if a, e = read(); e.Revision != 3 {
			t.Errorf("the letter after that tells up to %d, want 3", e.Revision)
		}
		if outcome, _ = must2(f.Effects.Intend(ctx, e, a.First(), 0))(t); outcome != effects.IntentWritten {
			t.Errorf("the letter after that is %s", outcome)
		}
		if n := f.scalar("select count(*) from effects where news_id is not null"); n != 1 {
			t.Errorf("%d entries of one member", n)
		}
		// Who leaves takes everything along.
		f.exec("delete from news where id = ?", ref.ID)
		if n := f.scalar("select (select count(*) from effects where news_id is not null) + " +
			"(select count(*) from news_items)"); n != 0 {
			t.Errorf("%d rows of somebody who is no member any more", n)
		}
	})
}

// TestNewsConverge: what nobody wants to hear of any more is forgotten, and a clock that is moved stops where a letter
// is due.
func TestNewsConverge(t *testing.T) {
	t.Parallel()
	organizations{staffed()}.each(t, func(t *testing.T, f *fixture) {
		ref := f.watches(ada, false)
		f.handIn("one@candidate.example")
		a := f.news(ref)
		morning := time.Date(2031, 3, 3, 13, 0, 0, 0, time.UTC) // 08:00 in New York
		f.exec("update candidates set converged_revision = revision, next_due_at = null")
		for n, when := range []string{"before its workflow has said so", "after"} {
			if n > 0 {
				f.Team.MarkNewsConverged(a.Feed, a.NextMoment())
				f.must(f.Flush(ctx))
			}
			if got := must(f.Wakes.NextDue(ctx, f.org.ID))(t); got == nil || !got.Equal(morning) {
				t.Errorf("%s: due next at %v, want %v", when, got, morning)
			}
		}
		if late := must(f.Wakes.Unsettled(ctx, f.org.ID, false))(t); len(late) != 0 {
			t.Errorf("unsettled is %+v", late)
		}
		if running := must(f.Wakes.Running(ctx, f.org.ID))(t); len(running) != 1 ||
			running[0].Entity != models.EntityNews {
			t.Errorf("running is %+v", running)
		}
		f.exec("delete from posting_watchers")
		a = f.news(ref)
		f.Team.MarkNewsConverged(a.Feed, a.NextMoment())
		f.must(f.Flush(ctx))
		if n := f.scalar("select count(*) from news_items"); n != 0 {
			t.Errorf("%d changes are kept for nobody", n)
		}
	})
}

// TestNewsOfManyAtOnce: candidates who act side by side neither wait for each other in a circle nor lose news.
func TestNewsOfManyAtOnce(t *testing.T) {
	t.Parallel()
	organizations{staffed()}.each(t, func(t *testing.T, f *fixture) {
		kits, adas := f.watches(kit, true), f.watches(ada, false)
		var refs []models.Ref
		for n := range 20 {
			ref := f.invite("takehome", fmt.Sprintf("c%d@candidate.example", n))
			f.done(f.Candidates.StartAssessment(ctx, ref))
			refs = append(refs, ref)
		}
		var running sync.WaitGroup
		for _, ref := range refs {
			running.Go(func() {
				if _, _, err := f.Candidates.Submit(ctx, ref, candidacy.Answer{Text: "Mine."}, nil); err != nil {
					t.Error(err)
				}
			})
		}
		running.Wait()
		for _, ref := range []models.Ref{kits, adas} {
			a := f.news(ref)
			if len(a.Pending()) != len(refs) || a.Revision != int64(len(refs)) {
				t.Errorf("%d changes at revision %d, want %d", len(a.Pending()), a.Revision, len(refs))
			}
		}
	})
}
