package dashboard

import (
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/effect"
)

// D2, ADR erased-in-two-steps: an admin reads what is stored of a candidate, sees what an erasure takes away, and
// confirms it once; a recruiter does neither. An erased record offers nothing any more.
func TestErasePage(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := w.invited("telemetry", rosa)
	w.letterLeaves(ref, effect.Done, "", false)
	path, admin, recruiter := "/dashboard/candidates/"+ref.ID, w.as(t, "admin"), w.as(t, "recruiter")
	recruiter.get(path).want(200).lacks("Erase…", "stored.json")
	recruiter.get(path + "/stored.json").want(403)
	recruiter.post(path+"/erase", "confirm", "yes").want(403)
	admin.get(path).want(200, "Erase…")
	r := admin.get(path + "/stored.json").want(200)
	if !strings.Contains(r.Body, rosa) || !strings.Contains(r.Body, `"candidates"`) {
		t.Errorf("the file is %s", r.Body)
	}
	rows := w.rows()
	admin.get(path+"/erase").want(200, "1 record of", rosa, "Out of reach", "candidates")
	admin.post(path + "/erase").leadsTo(path + "/erase")
	w.unchanged(t, rows, "looking, and a form without its confirmation")
	admin.follow(admin.post(path+"/erase", "confirm", "yes")).want(200, "What is ahead is canceled", "is being erased").
		lacks("Erase…", "Send again")
	admin.get(path+"/erase").want(200, "asked for already").lacks("Erase the person")
	open, err := w.Erasures.Open(ctx, nil)
	if err != nil || len(open) != 1 {
		t.Fatalf("open are %v (%v)", open, err)
	}
	if done, err := w.Erasures.Carry(ctx, open[0], nil); !done || err != nil {
		t.Fatalf("carried out: %t (%v)", done, err)
	}
	admin.get(path).want(200, models.Erased, models.ErasedEmail(ref.ID)).lacks(rosa, "Erase…", "Send again")
	admin.get(path + "/erase").want(409)
	admin.get("/dashboard/candidates").want(200).lacks(rosa)
}
