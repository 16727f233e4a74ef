package activities_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/activities"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/act"
	"litmus/models/effect"
	"litmus/store/setups"
)

// asks asks for a letter with a link to sign in.
func (p *post) asks(email string) models.Ref {
	p.t.Helper()
	wake, asked, err := p.Store.Team.AskForSignIn(p.t.Context(), email, false)
	p.must(err)
	if !asked {
		p.t.Fatalf("no letter to %s is asked for", email)
	}
	return models.Ref{OrgID: wake.OrgID, ID: wake.ID}
}

func (p *post) loadSignIn(ref models.Ref) activities.Plan {
	p.t.Helper()
	plan, err := p.LoadSignIn(p.t.Context(), ref, p.clock.Now())
	p.must(err)
	return plan
}

func (p *post) sendSignIn(ref models.Ref) (activities.Outcome, error) {
	return p.SendSignIn(p.t.Context(), ref, "mail:member", p.clock.Now())
}

// sentSignIn runs the activity and checks that so many letters were accepted.
func (p *post) sentSignIn(ref models.Ref, want int) {
	p.t.Helper()
	if out, err := p.sendSignIn(ref); err != nil || out.Sent != want || out.Failed != "" {
		p.t.Fatalf("got %+v, %v; want %d letters", out, err, want)
	}
}

func TestSendSignIn(t *testing.T) { // D6
	t.Parallel()
	p := open(t)
	ref := p.asks(ann)
	if plan := p.loadSignIn(ref); !slices.Equal(plan.Targets, []activities.Target{{Name: "mail:member",
		Kind: effect.LetterSignIn}}) || plan.Status != "asked" || plan.Next == nil ||
		plan.Next.Kind != access.MomentSignInExpires || !plan.Next.At.Equal(thu.Add(15*time.Minute)) {
		t.Errorf("the plan is %+v", plan)
	}
	p.sentSignIn(ref, 1)
	p.sentSignIn(ref, 0)
	got := p.server.to(ann)
	if len(got) != 1 || got[0].header("Subject") != "Your link to sign in to Acme" ||
		got[0].header("Message-Id") != "<"+ref.ID+".1.sign_in@hire.acme.example>" {
		t.Fatalf("the server holds %d letters: %+v", len(got), got)
	}
	account, err := p.Store.Team.SignInLedger(t.Context(), ref)
	p.must(err)
	if text := got[0].plain(); !strings.Contains(text, "https://hire.acme.example"+account.Links[0].Path) {
		t.Errorf("the letter has no link:\n%s", text)
	}
	if plan := p.loadSignIn(ref); len(plan.Targets)+len(plan.Failing) != 0 || plan.Next != nil ||
		plan.Status != "over" ||
		!slices.Equal(plan.Done, []string{"sign_in mail:member"}) {
		t.Errorf("the plan after it is %+v", plan)
	}
	if log := p.log.String(); strings.Contains(log, ann) || strings.Contains(log, "/in/") ||
		!strings.Contains(log, "sign_in="+ref.ID) {
		t.Errorf("the log says\n%s", log)
	}
	for _, gone := range []models.Ref{{OrgID: "org_none", ID: ref.ID}, {OrgID: ref.OrgID, ID: "sgn_none"}} {
		if plan := p.loadSignIn(gone); !plan.Gone {
			t.Errorf("of %+v the plan is %+v", gone, plan)
		}
		p.sentSignIn(gone, 0)
	}
}

// TestSignInObsolete: what failed until its link ran out is obsolete.
func TestSignInObsolete(t *testing.T) { // D6
	t.Parallel()
	e := errands["a link to sign in"](open(t))
	e.defers("451", "smtp_451")
	e.clock.Set(thu.Add(access.SignInTTL))
	e.planned(0)
	e.is(effect.Obsolete, "smtp_451", 1)
}

// TestSignInOfTwoOrganizations proves that a letter with links of several organizations comes from the service, so that
// no bounce hands one organization the links of another.
func TestSignInOfTwoOrganizations(t *testing.T) { // D6
	t.Parallel()
	p := open(t)
	other := acme()
	other.Organization.Slug, other.Organization.Name = "zenith", "Zenith"
	other.Organization.MailFrom = "Zenith <x@zenith.example>"
	_, err := p.Store.Setups.Apply(t.Context(), other, setups.Options{})
	p.must(err)
	ref := p.asks(ann)
	account, err := p.Store.Team.SignInLedger(t.Context(), ref)
	p.must(err)
	p.sentSignIn(ref, 1)
	got := p.server.to(ann)
	if len(account.Links) != 2 || len(got) != 1 ||
		!strings.HasSuffix(got[0].header("From"), "<hiring@hire.acme.example>") {
		t.Errorf("%d links are in %d letters, from %s", len(account.Links), len(got), got[0].header("From"))
	}
}

// TestSendMemberLetter proves that the letter says who added them and where they sign in, and has a link that signs
// them in unless nobody signs in by mail.
func TestSendMemberLetter(t *testing.T) {
	t.Parallel()
	p := open(t)
	org, err := p.Store.Team.Organization(t.Context(), "acme")
	p.must(err)
	const kit = "kit@acme.example"
	m, err := models.NewMember(org.ID, kit, "Kit Ortiz", "recruiter")
	p.must(err)
	by := act.By{Actor: models.Actor{Kind: models.ActorMember, ID: ann}}
	wake, err := p.Store.Team.AddMember(t.Context(), by, m)
	p.must(err)
	ref := models.Ref{OrgID: wake.OrgID, ID: wake.ID}
	if plan := p.loadSignIn(ref); !slices.Equal(plan.Targets, []activities.Target{{Name: "mail:member",
		Kind: effect.LetterMemberAdded}}) || plan.Next == nil || plan.Next.Kind != access.MomentMemberLetterEnds {
		t.Errorf("the plan is %+v", plan)
	}
	p.server.says(kit, "451")
	out, err := p.sendSignIn(ref)
	p.failed("the letter", "smtp_451", out, err)
	p.server.says(kit, "")
	p.sentSignIn(ref, 1)
	p.sentSignIn(ref, 0)
	got := p.server.to(kit)
	if len(got) != 1 || !strings.Contains(got[0].header("Subject"), "added you to the hiring team of Acme") ||
		got[0].header("Message-Id") != "<"+ref.ID+".1.member_added@hire.acme.example>" {
		t.Fatalf("the server holds %d letters: %+v", len(got), got)
	}
	for _, want := range []string{"Hi Kit,", "https://hire.acme.example/dashboard/signin\r\n", "recruiter"} {
		if text := got[0].plain(); !strings.Contains(text, want) {
			t.Errorf("want %q:\n%s", want, text)
		}
	}
	account, err := p.Store.Team.SignInLedger(t.Context(), ref)
	p.must(err)
	if len(account.Links) != 1 || !strings.Contains(got[0].plain(), "https://hire.acme.example"+account.Links[0].Path) {
		t.Errorf("of %+v the letter has no link:\n%s", account.Links, got[0].plain())
	}
	if log := p.log.String(); strings.Contains(log, kit) || !strings.Contains(log, "sign_in="+ref.ID) {
		t.Errorf("the log says\n%s", log)
	}
	p.Provider, p.OnlyProvider = "Google", true
	const max = "max@acme.example"
	other, err := p.Store.Team.AddMember(t.Context(), by, models.Member{OrgID: org.ID, Email: max,
		Role:   models.Recruiter,
		Origin: models.OriginDashboard})
	p.must(err)
	p.sentSignIn(models.Ref{OrgID: other.OrgID, ID: other.ID}, 1)
	if text := p.server.to(max)[0].plain(); !strings.Contains(text, "with Google") ||
		strings.Contains(text, "comes by email") || strings.Contains(text, models.SignInPath) {
		t.Errorf("nobody signs in by mail, and the letter says\n%s", text)
	}
}
