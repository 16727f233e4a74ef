package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/testdb"
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

// pressStart presses the button on the assessment page.
func (s *Service) pressStart(t testing.TB, link string) *Response {
	t.Helper()
	path := strings.TrimPrefix(link[strings.Index(link, "://")+3:], hostOf(link))
	return s.Do(t, "POST", path+"/start", "",
		"Content-Type", "application/x-www-form-urlencoded", "Sec-Fetch-Site", "same-origin").Want(http.StatusSeeOther)
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
			expires, err := time.Parse(time.RFC3339, shown.ExpiresAt)
			if d := expires.Sub(machineNow()); err != nil || d > 14*24*time.Hour || d < 14*24*time.Hour-5*time.Minute {
				t.Errorf("%s: it expires in %s, want 14 days", key, d)
			}
			if !runOpen(t, o.Service, shown.Workflow) {
				t.Errorf("%s: its workflow does not wait for the expiry", key)
			}
			o.send(t, key, "assessment_id", o.Assessment(key)).repeats(id)
			if box := o.Inbox(t, o.Email(key)); len(box) != 1 {
				t.Errorf("%s: a repeat sent a letter: %s", key, subjects(box))
			}
		}
		r := o.send(t, "starter", "assessment_id", o.Assessment("lens")).Want(201)
		run := "invitation/" + r.Text("invite_id")
		o.Letters(t, o.Email("starter"), 1)
		o.Service.pressStart(t, r.Text("invite_url"))
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
			o.InvitationConverged(t, answers[0].Text("invite_id"))
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

// While Temporal is away invitations are made and pages work all the same; the letters go when it is back, but not to
// who needs none any more.
func TestInvitationTemporalOutage(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "temporal.db")
	temporal := startTemporal(t, keptAddr(), file)
	addr := temporal.Addr()
	p := startParts(t, testdb.SQLite(t), addr)
	workers := []*Part{p.worker(t, "interviews"), p.worker(t, "effects")}
	for _, w := range workers {
		w.awaitHealth(t, 200)
	}
	calm := p.send(t, "calm", "assessment_id", p.Assessment("lens")).Want(201)
	if letter := p.inbox.Letters(t, p.Email("calm"), 1)[0]; !letter.tells(calm.Text("invite_url")) ||
		!strings.HasPrefix(calm.Text("invite_url"), publicOrigin+"/a/") {
		t.Errorf("the link is %s, and the letter says\n%s", calm.Text("invite_url"), letter.Text)
	}
	temporal.Stop()
	for _, w := range workers {
		w.awaitHealth(t, 503)
	}
	invite := func(name string) *Response {
		defer within(t, 5*time.Second, "an invite without Temporal")()
		return p.send(t, name, "assessment_id", p.Assessment("lens")).Want(201)
	}
	waits, starts, done := invite("waits"), invite("starts"), invite("done")
	p.Service.pressStart(t, starts.Text("invite_url"))
	p.Service.pressStart(t, done.Text("invite_url"))
	path := strings.TrimPrefix(done.Text("invite_url"), publicOrigin)
	p.Service.Do(t, "POST", path+"/submit", "text=Done&links=", "Content-Type", "application/x-www-form-urlencoded",
		"Sec-Fetch-Site", "same-origin").Want(http.StatusSeeOther)
	p.Service.pressStart(t, calm.Text("invite_url")) // whose workflow waits for the expiry, or will when it is back

	startTemporal(t, addr, file)
	for _, w := range workers {
		w.awaitHealth(t, 200)
	}
	for name, r := range map[string]*Response{"calm": calm, "waits": waits, "starts": starts, "done": done} {
		p.InvitationSettled(t, r.Text("invite_id"))
		box := p.inbox.Inbox(t, p.Email(name))
		switch {
		case name == "done" && (len(box) != 1 || !strings.HasPrefix(box[0].Subject, "Received: ")):
			t.Errorf("done got %s, want the receipt alone: nobody could be told before", subjects(box))
		case name != "done" && (len(box) != 1 || !box[0].tells(r.Text("invite_url"))):
			t.Errorf("%s got %s, want the invitation", name, subjects(box))
		}
	}
	for _, r := range []*Response{calm, starts, done} {
		runClosed(t, p.Service, afterCrash, "invitation/"+r.Text("invite_id"))
	}
	if !runOpen(t, p.Service, "invitation/"+waits.Text("invite_id")) {
		t.Error("the workflow of who did nothing does not wait for the expiry")
	}
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
