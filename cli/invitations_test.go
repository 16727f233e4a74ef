package cli

import (
	"slices"
	"strings"
	"testing"

	"litmus/models"
	"litmus/store/effects"
)

func TestInvitationsShow(t *testing.T) {
	t.Parallel()
	x := northwind(t)
	c := x.invited("lens", "robin@candidate.example")

	var got shownInvitation
	x.mustJSON(&got, "invitations", "show", c.ID)
	const invited, expires = "2032-02-02T12:00:00.000Z", "2032-02-16T12:00:00.000Z"
	if got.ID != c.ID || got.Organization != x.ids.Organization || got.AssessmentID != x.ids.Assessments["lens"] ||
		got.DeliveryMode != "async" || got.Candidate != "robin@candidate.example" || got.InvitedAt == nil ||
		*got.InvitedAt != invited || got.ExpiresAt == nil || *got.ExpiresAt != expires || got.StartedAt != nil ||
		got.Interviewed || got.LinksRevoked != 0 || got.Workflow != "invitation/"+c.ID || !got.Approved {
		t.Errorf("it is shown as %+v", got)
	}
	if len(got.Effects) != 1 || got.Effects[0].State != "owed" || got.Effects[0].Kind != "invitation" ||
		!strings.Contains(got.Effects[0].Target, "robin@candidate.example") ||
		strings.Contains(got.Effects[0].Name, "@") || got.Effects[0].Name == "" {
		t.Errorf("the letter is %+v, want it owed, without an address in Temporal", got.Effects)
	}
	if len(got.Timeline) != 1 || !got.Timeline[0].At.Equal(*c.InviteExpiresAt) {
		t.Errorf("what comes next is %+v, want the expiry", got.Timeline)
	}

	text := x.must("invitations", "show", c.ID)
	for name, want := range map[string]string{"invitation": c.ID, "candidate": "robin@candidate.example",
		"assessment": x.ids.Assessments["lens"] + ", async", "invited": invited, "expires": expires, "started": "-",
		"has interview": "false", "links revoked": "0 times", "workflow": "invitation/" + c.ID} {
		if cells := line(t, text, name); !slices.Equal(cells, []string{want}) {
			t.Errorf("%s is %q, want %q", name, cells, want)
		}
	}
	if cells := line(t, text, "invitation", "owed"); len(cells) < 2 {
		t.Errorf("the letter is shown as %q", cells)
	}

	// A worker that ended during the attempt leaves an intent: the letter may have left.
	s, _ := x.open()
	acct, err := s.Candidates.InvitationLedger(t.Context(), models.Ref{OrgID: c.OrgID, ID: c.ID})
	if err != nil {
		t.Fatal(err)
	}
	x.attempted(acct.Entry(*acct.Owed(noon)), c.Revision, models.EffectIntent)
	x.mustJSON(&got, "invitations", "show", c.ID)
	if len(got.Effects) != 1 || got.Effects[0].State != models.EffectIntent || got.Effects[0].Tries != 1 ||
		got.Effects[0].LastError != "" {
		t.Errorf("after the attempt the letter is %+v, want an intent", got.Effects)
	}
	// Sent again by the team it owes another letter beside the one that left.
	e := acct.Entry(*acct.Owed(noon))
	e.State, e.ProviderID = models.EffectDone, models.LetterInvitation+"@hire.northwind.example"
	if _, err := s.Effects.Settle(t.Context(), e, effects.MadeLink{}); err != nil {
		t.Fatal(err)
	}
	if _, changed, err := s.Candidates.ResendInvitation(t.Context(), models.By{}, c.OrgID, c.ID,
		0); err != nil || !changed {
		t.Fatalf("sent again: %t (%v)", changed, err)
	}
	x.mustJSON(&got, "invitations", "show", c.ID)
	if len(got.Effects) != 2 || got.Effects[0].State != models.EffectDone || got.Effects[1].State != "owed" ||
		got.Resends != 1 {
		t.Errorf("sent again, the letters are %+v", got.Effects)
	}
	x.refused(exitFailed, `candidate "cand_x" not found`, "invitations", "show", "cand_x")
	x.mistaken("<id>", "invitations", "show")
}
