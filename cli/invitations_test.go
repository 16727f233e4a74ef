package cli

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/effect"
)

func TestInvitationsShow(t *testing.T) {
	t.Parallel()
	x := northwind(t)
	c := x.invited("lens", "robin@candidate.example")
	show := func() (got shownInvitation) {
		t.Helper()
		x.mustJSON(&got, "invitations", "show", c.ID)
		return got
	}
	letters := func(when string, want ...string) {
		t.Helper()
		var got []string
		for _, e := range show().Effects {
			if got = append(got, fmt.Sprintf("%s %s, %d tries %s", e.State, e.Kind, e.Tries, e.LastError)); e.Name == "" ||
				strings.Contains(e.Name, "@") || !strings.Contains(e.Target, "robin@candidate.example") {
				t.Errorf("the letter to %s is %q in Temporal, want a name without an address", e.Target, e.Name)
			}
		}
		same(t, "the letters "+when, got, want)
	}

	got := show()
	invited, expires := "2032-02-02T12:00:00.000Z", "2032-02-16T12:00:00.000Z"
	if len(got.Timeline) != 1 || !got.Timeline[0].At.Equal(*c.InviteExpiresAt) {
		t.Errorf("what comes next is %+v, want the expiry", got.Timeline)
	}
	letters("at first", "owed invitation, 0 tries ")
	got.Timeline, got.Effects = nil, nil
	same(t, "the invitation", got, shownInvitation{ID: c.ID, State: models.CandidateInvited,
		Organization: x.ids.Organization, PostingID: c.PostingID, AssessmentID: x.ids.Assessments["lens"],
		DeliveryMode: "async", Candidate: "robin@candidate.example", InvitedAt: &invited, ExpiresAt: &expires,
		Revision: c.Revision, Workflow: "invitation/" + c.ID, Approved: true})

	text := x.must("invitations", "show", c.ID)
	for name, want := range map[string]string{"invitation": c.ID, "candidate": "robin@candidate.example",
		"assessment": x.ids.Assessments["lens"] + ", async", "invited": "2032-02-02 13:00:00 CET", "expires": "2032-02-16 13:00:00 CET", "started": "-",
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
	must(t, err)
	e := acct.Entry(*acct.Owed(noon))
	x.attempted(e, c.Revision, effect.Intent)
	letters("after the attempt", "intent invitation, 1 tries ")
	x.refused(exitFailed, `candidate "cand_x" not found`, "invitations", "show", "cand_x")
}
