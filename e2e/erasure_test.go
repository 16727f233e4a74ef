package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// canary is in the address and the name of whoever is erased, and in all that is written of them.
const canary = "zzkanarienzz"

// erased waits until no erasure of the organization is under way, and returns the list.
func (o *Org) erased(t testing.TB) (list []struct {
	ID        string
	DoneAt    *string `json:"done_at"`
	Remaining []any
}) {
	t.Helper()
	Until(t, afterCrash, "the erasure to be done", func() (bool, string) {
		o.converge(t)
		out := o.MustRun(t, "erasures", "list", "--org", o.Slug, "--json")
		if err := json.Unmarshal([]byte(out), &list); err != nil {
			t.Fatal(err)
		}
		for _, e := range list {
			if e.DoneAt == nil {
				return false, out
			}
		}
		return len(list) > 0, out
	})
	return list
}

// ADR erased-in-two-steps: what is ahead is canceled and told, then nothing names the person any more: no answer over
// REST, no letter of the inbox, no log. Interviews keep their ids, and polling by updated_since finds them. The same
// address can apply again, and a register beside the backups erases it in a restored database only from before.
func TestErasure(t *testing.T) {
	t.Parallel()
	s := Serve(t)
	o := s.NewOrg(t)
	email := o.Email(canary)
	booked := o.Book(t, canary, "candidate_name", "Zora "+canary)
	id, candidate := booked.Text("interview.id"), booked.Text("interview.candidate.id")
	o.Settled(t, letterTimeout, id)
	o.Letters(t, email, 1)
	before := booked.Text("interview.updated_at")
	var told struct{ Tables map[string][]map[string]any }
	out := o.MustRun(t, "person", "export", "--org", o.Slug, "--email", email)
	if err := json.Unmarshal([]byte(out), &told); err != nil {
		t.Fatal(err)
	}
	if rows := told.Tables["candidates"]; len(rows) != 1 || rows[0]["email"] != email {
		t.Errorf("exported is %v", told)
	}
	dry := o.MustRun(t, "erase", "--org", o.Slug, "--email", email, "--dry-run", "--json")
	if !strings.Contains(dry, id) || !strings.Contains(dry, candidate) || len(o.Letters(t, email, 1)) != 1 {
		t.Errorf("--dry-run prints %s", dry)
	}
	o.MustRun(t, "erase", "--org", o.Slug, "--email", email)
	if list := o.erased(t); len(list) != 1 || len(list[0].Remaining) > 0 {
		t.Errorf("listed is %+v", list)
	}
	shown := o.Do(t, "GET", "/interviews/"+id, nil).Want(200)
	if text := string(shown.Body); strings.Contains(text, canary) || shown.Text("status") != "canceled" ||
		shown.Text("updated_at") <= before {
		t.Errorf("the interview is %s", text)
	}
	if r := o.Do(t, "GET", "/interviews?updated_since="+before, nil).Want(200); !strings.Contains(string(r.Body), id) {
		t.Errorf("who polls by updated_since sees %s", r.Body)
	}
	if letters := o.Inbox(t, email); len(letters) > 0 {
		t.Errorf("the inbox still has %s", subjects(letters))
	}
	for _, l := range o.Inbox(t, o.Email("desk")) {
		if strings.Contains(l.Subject+l.Text+l.HTML+l.ICS, canary) {
			t.Errorf("a letter to others names the person: %s", l.Subject)
		}
	}
	if strings.Contains(fmt.Sprint(o.Log), canary) {
		t.Error("the log names the person")
	}
	register := writeFile(t, "erasures.json", o.MustRun(t, "erasures", "export"))
	again := o.Book(t, canary) // a new application
	if out = o.MustRun(t, "erasures", "apply", "--file", register); !strings.Contains(out, "0 erasures") {
		t.Errorf("applied in a database that was not restored, it prints %s", out)
	}
	if got := again.Text("interview.candidate.id"); got == candidate {
		t.Error("the new application got the record that was erased")
	}
	r := o.Do(t, "POST", "/interviews", o.Booking(canary, "candidate_email", nil, "candidate_id", candidate))
	r.WantError(409)
}

// ADR erased-in-two-steps: killed while a calendar refuses to give the copy up, the service goes on where it was.
// Afterwards neither its files nor the calendar have anything of the person: its database, the inbox, Temporal's, its
// log.
func TestErasureKilled(t *testing.T) {
	t.Parallel()
	needsProcess(t, "kills, Temporal and a calendar")
	d := StartDiaries(t, "kai")
	s := Start(t, Env(private), KeepPorts())
	o := s.NewOrg(t, d.Edits()...)
	email := o.Email(canary)
	id := o.prompt(t, canary, "candidate_name", "Zora "+canary, "interviewer_email", o.Email("kai"), "meeting_link",
		"https://meet.example/"+canary).Text("interview.id")
	o.Invite(t, canary, "graduates", "portfolio").Want(201)
	o.Settled(t, letterTimeout, id)
	o.Letters(t, email, 2)
	d.Counts(t, letterTimeout, "kai 1")
	d.Say(d.urls["kai"], "down")
	o.MustRun(t, "erase", "--org", o.Slug, "--email", email)
	Until(t, letterTimeout, "the cancellation", func() (bool, string) {
		l := o.Inbox(t, email)
		return strings.Contains(subjects(l), "ancel"), subjects(l)
	})
	s.Kill9(t)
	d.Say(d.urls["kai"], "")
	s.Restart(t)
	if list := o.erased(t); len(list[0].Remaining) > 0 {
		t.Errorf("it left %+v", list[0].Remaining)
	}
	d.Counts(t, letterTimeout, "kai 0")
	checkRuns(t, s, []string{"interview/" + id}, canary)
	s.Stop(t)
	files := 0
	err := filepath.WalkDir(s.Data, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		if files++; bytes.Contains(b, []byte(canary)) {
			t.Errorf("%s has the canary", entry.Name())
		}
		return err
	})
	if err != nil || files < 3 {
		t.Errorf("%d files were read: %v", files, err)
	}
	if strings.Contains(fmt.Sprint(o.Log), canary) {
		t.Error("the log names the person")
	}
}
