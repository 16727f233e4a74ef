package store_test

import (
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models/effect"
	"litmus/store/effects"
)

// TestReturned: a letter that came back failed for good, once, and only while its entry is that letter's: the tag of
// one before it, of another letter and of nothing change nothing.
func TestReturned(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		i := f.book(f.order(cleo, at(18, 0)))
		e := entry(i, alan)
		f.intends("an attempt", e, 1, effects.IntentWritten, 1)
		f.settles(e, effect.Done, effects.MadeLink{})
		other := e
		other.ProviderID = i.ID + ".2@acme.example"
		returned := func(tag string, want bool) {
			t.Helper()
			got, err := f.Effects.Returned(ctx, tag, "5.1.1")
			f.must(err)
			if got != want {
				t.Errorf("%q is noted: %t, want %t", tag, got, want)
			}
		}
		for _, tag := range []string{"", i.ID, i.ID + ".", "int_none.abc", other.ReturnTag(f.Secret())} {
			returned(tag, false)
		}
		if got := f.account(i.ID).Ledger[0]; got.State != effect.Done {
			t.Fatalf("the letter is %s", got.State)
		}
		f.clock.Set(noon.Add(time.Hour))
		returned(e.ReturnTag(f.Secret()), true)
		returned(e.ReturnTag(f.Secret()), false)
		got := f.account(i.ID).Ledger[0]
		verify.Each(t, "the letter", verify.Fields{"State": {got.State, effect.Failed},
			"Permanent": {got.Permanent, true}, "Told": {got.Told(), false}, "Code": {got.Code, effect.CodeReturned},
			"Detail": {got.Detail, "5.1.1"}, "UpdatedAt": {got.UpdatedAt, noon.Add(time.Hour)}})
		f.intends("a try after it came back", e, 1, effects.IntentLeased, 0)
	})
}

// TestNewsReturned: what a letter about news told of is not told again when it comes back.
func TestNewsReturned(t *testing.T) {
	t.Parallel()
	organizations{staffed()}.each(t, func(t *testing.T, f *fixture) {
		kits := f.watches(kit, true)
		f.paint(alan, at(16, 0))
		f.pick(f.invitee(cleo), at(16, 0))
		acct := f.news(kits)
		e := acct.Entry(effect.Effect{Kind: effect.LetterNews, Target: "mail:member:" + kit})
		e.ProviderID = kits.ID + ".1.news@acme.example"
		f.intends("the letter", e, acct.First(), effects.IntentWritten, 1)
		f.settles(e, effect.Intent, effects.MadeLink{}) // nobody knows whether it arrived
		if noted, err := f.Effects.Returned(ctx, e.ReturnTag(f.Secret()), "5.1.1"); err != nil || !noted {
			t.Fatalf("the letter is noted: %t, %v", noted, err)
		}
		f.wantPending(kits, "after the letter came back")
	})
}
