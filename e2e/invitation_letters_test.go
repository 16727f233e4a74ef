package e2e

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"litmus/internal/verify"
	"litmus/models"
)

// Invited is what `litmus invitations show --json` prints.
type Invited struct {
	State             string
	Candidate         string
	Workflow          string
	ExpiresAt         string `json:"expires_at"`
	Revision          int64
	ConvergedRevision int64 `json:"converged_revision"`
	Timeline          []struct{ At, Kind string }
	Effects           []struct {
		Kind, State string
		Tries       int
		LastError   string `json:"last_error"`
	}
}

// Invitation is what the operator is shown of an invitation.
func (s *Service) Invitation(t testing.TB, candidate string) (shown Invited) {
	t.Helper()
	out := s.MustRun(t, "invitations", "show", "--json", candidate)
	if err := json.Unmarshal([]byte(out), &shown); err != nil {
		t.Fatalf("invitations show --json printed %q: %v", out, err)
	}
	return shown
}

// InvitationConverged waits until the service has done everything that the invitation owes for now. After it, a letter
// that is not there was not sent.
func (s *Service) InvitationConverged(t testing.TB, candidate string) (shown Invited) {
	t.Helper()
	Until(t, afterCrash, "the invitation of "+candidate+" to converge", func() (bool, string) {
		s.converge(t)
		shown = s.Invitation(t, candidate)
		return shown.ConvergedRevision >= shown.Revision, fmt.Sprintf("%+v", shown)
	})
	return shown
}

// The one letter of an invitation, and its workflow, which the page's buttons wake. More in package letters.
func TestInvitationLetters(t *testing.T) {
	t.Parallel()
	EachOrgPaired(t, func(t *testing.T, o *Org) {
		for key, want := range map[string]struct{ kind, subject, says string }{
			"lens": {"invitation", "Your invitation: Lens catalogue take-home with Northwind Optics",
				"Time limit: 3 hours from when you start"},
			"pairing": {"scheduling_invitation", "Pick a time: Pairing with Northwind Optics",
				"How long: about 1 hour 30 minutes, open-ended"},
		} {
			r := o.send(t, key, "assessment_id", o.Assessment(key)).Want(201)
			id, link := r.Text("invite_id"), r.Text("invite_url")
			letter := o.Letters(t, o.Email(key), 1)[0]
			if letter.Subject != want.subject || !letter.tells(want.says, link) || letter.ICS != "" {
				t.Errorf("%s: %q\n%s\nwant %q with %q and %s", key, letter.Subject, letter.Text, want.subject, want.says,
					link)
			}
			shown := o.InvitationConverged(t, id)
			if len(shown.Effects) != 1 || len(shown.Timeline) != 1 {
				t.Fatalf("%s: the operator is shown %+v", key, shown)
			}
			verify.Each(t, key+": the operator is shown", verify.Fields{
				"shown.Effects[0].Kind": {shown.Effects[0].Kind, want.kind}, "State": {shown.State, "invited"},
				"shown.Timeline[0].Kind": {shown.Timeline[0].Kind, "invitation_expires"}})
			if !runOpen(t, o.Service, shown.Workflow) {
				t.Errorf("%s: its workflow does not wait for the expiry", key)
			}
		}
		r := o.send(t, "starter", "assessment_id", o.Assessment("lens")).Want(201)
		run := "invitation/" + r.Text("invite_id")
		o.Letters(t, o.Email("starter"), 1)
		o.Post(t, r.Text("invite_url")+"/start", nil).Want(303)
		runClosed(t, o.Service, letterTimeout, run)
		if shown := o.InvitationConverged(t, r.Text("invite_id")); shown.State != "in_progress" ||
			len(shown.Timeline) != 0 {
			t.Errorf("started, the operator is shown %+v", shown)
		}
		checkRuns(t, o.Service, []string{run}, "quillon", "casey", o.Slug+".example", "starter@", "http://", "/a/",
			"northwind", "imaging", "lens")
	})
}

// The same invite many times at once makes one candidate and sends one letter, also to who is booked.
func TestOneLetterForManyInvites(t *testing.T) {
	t.Parallel()
	EachOrg(t, func(t *testing.T, o *Org) {
		o.Letters(t, o.Book(t, "known").Text("interview.candidate.email"), 1)
		for candidate, letters := range map[string]int{"casey": 1, "known": 2} {
			body := o.Invitation(candidate, "assessment_id", o.Assessment("systems"))
			answers := atOnce(20, func(int) *Response { return o.Do(t, "POST", "/invites", body) })
			ids, link, fresh := map[string]bool{}, "", 0
			for _, r := range answers {
				if ids[r.Text("invite_id")] = true; r.Status == 201 {
					link, fresh = r.Text("invite_url"), fresh+1
				}
			}
			o.Letters(t, o.Email(candidate), letters)
			o.InvitationSettled(t, answers[0].Text("invite_id"))
			box := o.Inbox(t, o.Email(candidate))
			if fresh != 1 || len(ids) != 1 || len(box) != letters || !box[0].tells(link) {
				t.Errorf("%s: %d of 20 answers are 201, of candidates %v, and the letters are %s", candidate, fresh, ids,
					subjects(box))
			}
		}
	})
}

// §7 retry rules: killed in the middle of invites and started again, the service has every one that it told of, and
// each candidate gets one letter.
func TestKilledWhileInviting(t *testing.T) {
	t.Parallel()
	const invites, clients = 60, 6
	s := Start(t, KeepPorts())
	o := s.NewOrg(t)
	name := func(n int) string { return fmt.Sprintf("crash-%03d", n) }
	body := func(n int) Object {
		return o.Invitation(name(n), "assessment_id", o.Assessment([]string{"lens", "systems", "week"}[n%3]))
	}
	told := make([]string, invites) // the candidate's id, "" when the client does not know
	links := make([]string, invites)
	done := o.killedHalfway(t, invites, clients, "/invites", body, func(n int, answer []byte) error {
		var r struct {
			ID  string `json:"invite_id"`
			URL string `json:"invite_url"`
		}
		err := json.Unmarshal(answer, &r)
		told[n], links[n] = r.ID, r.URL
		return err
	})
	untold, twice := 0, 0
	for n := range invites {
		r := o.Do(t, "POST", "/invites", body(n))
		switch {
		case told[n] != "":
			r.repeats(told[n])
		case r.Status == 200:
			untold++
		default:
			links[n] = r.Want(201).Text("invite_url")
		}
		told[n] = r.Text("invite_id")
	}
	for n, id := range told {
		o.Letters(t, o.Email(name(n)), 1)
		o.InvitationSettled(t, id)
	}
	for n := range invites {
		twice += o.oneLetter(t, o.Email(name(n)), []string{"Your invitation: Lens", "Pick a time: Systems",
			"Your invitation: Paid"}[n%3], 1)
		if box := o.Inbox(t, o.Email(name(n))); links[n] != "" && !box[0].tells(links[n]) {
			t.Errorf("invite %d: the letter's link is not the answer's:\n%s", n, box[0].Text)
		}
	}
	if twice > clients+16 { // what can have been in flight
		t.Errorf("%d letters came twice, want only those in flight at the kill", twice)
	}
	t.Logf("killed after %d of %d; %d stored without the client knowing, %d letters came twice",
		done, invites, untold, twice)
}

// InvitationSettled is [Service.InvitationConverged] without a command for each look.
func (o *Org) InvitationSettled(t testing.TB, candidates ...string) {
	t.Helper()
	st := o.Store(t)
	left := slices.Clone(candidates)
	Until(t, afterCrash, "invitations to settle", func() (bool, string) {
		o.converge(t)
		left = slices.DeleteFunc(left, func(id string) bool {
			a, err := st.Candidates.InvitationLedger(t.Context(), models.Ref{OrgID: o.IDs.Organization, ID: id})
			return err == nil && a.Candidate.ConvergedRevision >= a.Candidate.Revision
		})
		return len(left) == 0, "left " + strings.Join(left[:min(len(left), 5)], ", ")
	})
}
