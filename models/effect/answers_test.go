package effect_test

import (
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/desk"
	"litmus/models/effect"
	"litmus/models/keyring"
)

// TestAnswerTag proves that an address belongs to one person and one interview, also after the secret was rotated, and
// is none at which letters come back.
func TestAnswerTag(t *testing.T) {
	t.Parallel()
	secret, ref := keyring.Secret(desk.Secret), models.Ref{OrgID: "org_1", ID: "int_1"}
	tag := effect.AnswerTag(secret, ref, desk.Ann)
	if effect.ReturnSubject(tag) != ref.ID || len(tag) > effect.MaxReturnTag || strings.ToLower(tag) != tag {
		t.Errorf("the tag is %s", tag)
	}
	rotated := keyring.Rotated(strings.Repeat("new", 20), desk.Secret)
	if !effect.HasAnswerTag(secret, ref, desk.Ann, tag) || !effect.HasAnswerTag(rotated, ref, desk.Ann, tag) {
		t.Error("it is not theirs")
	}
	for about, other := range map[string]bool{
		"another person's":       effect.HasAnswerTag(secret, ref, desk.Bob, tag),
		"another organization's": effect.HasAnswerTag(secret, models.Ref{OrgID: "org_2", ID: ref.ID}, desk.Ann, tag),
		"guessed":                effect.HasAnswerTag(secret, ref, desk.Ann, ref.ID+".aaaaaaaaaaaaa"),
		"empty":                  effect.HasAnswerTag(secret, ref, desk.Ann, ""),
		"one of letters": effect.Entry{InterviewID: ref.ID, Target: effect.MailTarget(effect.RoleInterviewer, desk.Ann),
			ProviderID: "x"}.HasReturnTag(secret, tag),
	} {
		if other {
			t.Errorf("%s is taken for theirs", about)
		}
	}
}

// TestInvited proves that an answer is to an invitation that its person got, of the interview as it is now.
func TestInvited(t *testing.T) {
	t.Parallel()
	i := desk.Named()
	i.AnnounceRevision = 3
	sent := effect.EntryOf(i, effect.Effect{Target: effect.MailTarget(effect.RoleInterviewer, desk.Ann),
		Kind: effect.LetterBriefing, Invitation: true})
	sent.State, sent.Revision = effect.Done, 4
	for about, c := range map[string]struct {
		want     bool
		email    string
		sequence int64
		change   func(*effect.Entry)
	}{
		"the last one":         {true, desk.Ann, 4, func(*effect.Entry) {}},
		"its outcome unknown":  {true, desk.Ann, 4, func(e *effect.Entry) { e.State = effect.Intent }},
		"another sequence":     {false, desk.Ann, 3, func(*effect.Entry) {}},
		"none":                 {false, desk.Ann, 0, func(*effect.Entry) {}},
		"another person's":     {false, desk.Bob, 4, func(*effect.Entry) {}},
		"never sent":           {false, desk.Ann, 4, func(e *effect.Entry) { e.State = effect.Failed }},
		"without an event":     {false, desk.Ann, 4, func(e *effect.Entry) { e.Invitation = false }},
		"of another start":     {false, desk.Ann, 4, func(e *effect.Entry) { e.Start = e.Start.AddDate(0, 0, 1) }},
		"a cancellation":       {false, desk.Ann, 4, func(e *effect.Entry) { e.Kind = effect.LetterCancellation }},
		"from before a change": {false, desk.Ann, 2, func(e *effect.Entry) { e.Revision = 2 }},
	} {
		e := sent
		c.change(&e)
		if got := effect.Invited(i, []effect.Entry{e}, c.email, c.sequence); got != c.want {
			t.Errorf("%s: %t", about, got)
		}
	}
}
