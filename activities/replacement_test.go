package activities_test

import (
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/effect"
	"litmus/store/setups"
)

// TestSendReplacement proves that the letter goes to the recruiters once, says who asks and why, and leads to the page
// where the interviewer is changed; after it was taken back none leaves.
func TestSendReplacement(t *testing.T) {
	t.Parallel()
	p := open(t)
	setup := acme()
	setup.Organization.Recruiters = []string{bob}
	_, err := p.Store.Setups.Apply(t.Context(), setup, setups.Options{})
	p.must(err)
	ref := p.book()
	p.sent(ref, cleo, 1)
	p.sent(ref, ann, 1)
	toBob := p.TargetName(ref.ID, "mail:"+effect.RoleRecruiter+":"+bob)
	if strings.Contains(toBob, bob) {
		t.Errorf("Temporal sees an address: %s", toBob)
	}
	send := func(want int) {
		t.Helper()
		out, err := p.SendLetters(t.Context(), ref, toBob, p.clock.Now())
		if err != nil || out.Sent != want || out.Failed != "" {
			t.Fatalf("got %+v, %v; want %d letters", out, err, want)
		}
	}
	send(0)
	asking := act.By{Actor: models.Actor{Kind: models.ActorMember, ID: ann}}
	_, _, err = p.Store.Bookings.AskForReplacement(t.Context(), asking, ref.OrgID, ref.ID, ann, "I am ill.")
	p.must(err)
	if plan := p.load(ref); len(plan.Targets) != 1 || plan.Targets[0].Name != toBob {
		t.Errorf("the plan is %+v", plan.Targets)
	}
	send(1)
	send(0)
	got := p.server.to(bob)
	if len(got) != 1 || !strings.HasPrefix(got[0].header("Subject"), "Replacement wanted: Design with Cleo Cand") {
		t.Fatalf("the server holds %d letters to the recruiter", len(got))
	}
	text := strings.ReplaceAll(got[0].data, "=\r\n", "")
	for _, want := range []string{"Ann Interviewer cannot interview", "I am ill.", "/dashboard/interviews/" + ref.ID +
		"/reassign"} {
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %q:\n%s", want, text)
		}
	}
	p.sent(ref, ann, 0)
	p.sent(ref, cleo, 0)

	_, _, err = p.Store.Bookings.Change(t.Context(), asking, ref.OrgID, ref.ID, booking.WithdrawReplacement(ann, ann))
	p.must(err)
	send(0)
	_, _, err = p.Store.Bookings.AskForReplacement(t.Context(), asking, ref.OrgID, ref.ID, ann, "")
	p.must(err)
	_, _, err = p.Store.Bookings.Change(t.Context(), asking, ref.OrgID, ref.ID, booking.WithdrawReplacement(ann, ann))
	p.must(err)
	send(0) // it was taken back before it left
}
