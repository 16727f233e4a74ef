package dashboard

import (
	"testing"

	"litmus/dashboard/internal/site"
	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/candidacy"
)

// TestActsOfPostings walks the acts of a pipeline, of postings and of assessments that the contract leaves to the
// dashboard, by its pages alone, and sees what REST makes of them: §1 "rounds of a pipeline are configured and saved"
// (act 4), "postings … are created" (act 5) and "assessments are created" (act 6); D17, D18.
func TestActsOfPostings(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mei := w.as(t, "recruiter")
	form := mei.get("/dashboard/assessments/new").fields("main form.card")
	exercise := typedIn(form, "id")
	mei.follow(mei.post("/dashboard/assessments/new", append(having(form, "title", "Talk", "mode", "sync"),
		"do", "save")...)).want(200, "Talk")

	form = mei.get("/dashboard/postings/new").fields("main form.card")
	id := typedIn(form, "id")
	path := site.PostingPath(id, "")
	mei.follow(mei.post("/dashboard/postings/new", having(form, "title", "Diver", "kind", "cohort", "team", "Sites",
		"location", "Oslo", "type", "part_time")...)).want(200, "Diver")
	roles, err := w.Pipelines.Roles(ctx, w.org.ID)
	w.must(err)
	r := roles[0]
	verify.Each(t, "the newest role", verify.Fields{"ID": {r.ID, id}, "Title": {r.Title, "Diver"},
		"Kind": {r.Kind, models.KindCohort}, "Status": {r.Status, models.StatusOpen}, "Team": {r.Team, "Sites"},
		"Location": {r.Location, "Oslo"}, "Type": {r.Type, "part_time"}, "AssessmentCount": {r.AssessmentCount, 0}})

	track := mei.get(path + "/tracks/new").fields("main form.card")
	mei.post(path+"/tracks/new", having(track, "name", "All")...)
	step := mei.get(path + "/steps/new?type=assessment").fields("main form.card")
	round := typedIn(step, "id")
	mei.follow(mei.post(path+"/steps/new", having(step, "title", "First talk", "assessment", exercise,
		"recipients", priya)...)).want(200, "First talk", "60 minutes")
	pipeline, err := w.Pipelines.Pipeline(ctx, w.org.ID, id)
	w.must(err)
	got := pipeline.Rounds[pipeline.Tracks[0].ID][0]
	verify.Each(t, "REST shows the step", verify.Fields{"ID": {got.ID, round},
		"AssessmentID": {got.AssessmentID, exercise}, "DeliveryMode": {got.DeliveryMode, models.DeliverySync},
		"Bookable": {got.Bookable, true}, "DurationMinutes": {got.DurationMinutes, 60},
		"IsDefault": {pipeline.Tracks[0].IsDefault, true}})
	booked, err := w.Bookings.Book(ctx, act.By{}, w.org, booking.Order{PostingID: id, RoundID: round,
		CandidateEmail: "ann@candidate.example", Start: noon.AddDate(0, 0, 1)})
	w.must(err)
	if to := booked.Interview.BriefingRecipients; len(to) != 1 || to[0] != priya {
		t.Errorf("%v are briefed, want the fallback that the step configures", to)
	}
	invite := candidacy.InviteOrder{PostingID: id, AssessmentID: exercise, CandidateEmail: "bob@candidate.example",
		CandidateName: "Bob"}
	w.must1(w.Candidates.Invite(ctx, act.By{}, w.org, invite))

	invite.CandidateEmail = "cas@candidate.example"
	page := mei.get(site.AssessmentPath(exercise, "/edit")).fields("main form.card")
	mei.post(site.AssessmentPath(exercise, "/edit"), append(lacking(page, "ready"), "do", "save")...).
		leadsTo(site.AssessmentPath(exercise, ""))
	if _, err = w.Candidates.Invite(ctx, act.By{}, w.org,
		invite); err == nil || err.Error() != candidacy.InviteNotReady {
		t.Errorf("an invite to what is not ready: %v", err)
	}
	mei.post(path+"/state", "state", "closed").leadsTo(path)
	if _, err = w.Candidates.Invite(ctx, act.By{}, w.org,
		invite); err == nil || err.Error() != candidacy.InvitePostingClosed {
		t.Errorf("an invite to what is closed: %v", err)
	}
	mei.post(path+"/state", "state", "open").leadsTo(path)
}
