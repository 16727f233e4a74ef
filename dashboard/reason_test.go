package dashboard

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/figures"
)

// wantReason fails the test unless the last change of the interview was made for that reason, and was another
// interviewer if ofInterviewer.
func (w *world) wantReason(t *testing.T, id, text string, to models.Audience, ofInterviewer bool) {
	t.Helper()
	row := w.interview(id)
	want := (&models.Reason{Text: text, Audience: to}).At(row.Revision)
	if ofInterviewer {
		want = want.OfInterviewer()
	}
	if !reflect.DeepEqual(row.Reason, want) {
		t.Errorf("the reason is %+v, want %+v", row.Reason, want)
	}
}

// TestReason proves D11: the forms that cancel and move ask why, and whether the candidate is told; they say who would
// read it, keep what was typed when they are refused, and the interview's page and its history show it.
func TestReason(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	recruiter := w.as(t, "recruiter")
	long := strings.Repeat("x", 501)

	i := w.bookedFor(cleo)
	w.sent(i.ID, cleo, jonas)
	path := site.InterviewPath(i.ID)
	preview := recruiter.post(site.BookPath, append(lacking(lacking(recruiter.get(path+"/move").fields("#offered"),
		"week"), "pick"), "pick", models.FormatInstant(tuesday(13, 0))+" "+jonas)...).want(200, "Also tell the candidate",
		"cleo@candidate.example, with the reason if you say so below.", "jonas@marlowe.example, with the reason.")
	if has(preview.one("input[name=tell]"), "checked") {
		t.Error("the candidate is told unless one says otherwise")
	}
	confirm, before := preview.fields("#confirm"), w.rows()
	refused := recruiter.post(site.BookPath+"/confirm", having(confirm, "why", long, "tell", "yes")...).want(400,
		"501 characters")
	if attr(refused.one("#why"), "value") != long || !has(refused.one("input[name=tell]"), "checked") {
		t.Error("what was typed is gone")
	}
	w.unchanged(t, before, "a reason that is too long")
	recruiter.follow(recruiter.post(site.BookPath+"/confirm", having(confirm, "why", "No <room>", "tell", "yes")...)).
		want(200, "The interview is moved.", "“No <room>” (for the candidate too)",
			"for the candidate too: “No <room>”")
	w.wantReason(t, i.ID, "No <room>", models.AudienceCandidate, false)

	fields := recruiter.get(path+"/cancel").want(200, "Also tell the candidate").fields("main form")
	refused = recruiter.post(path+"/cancel", having(fields, "why", long)...).want(400, "501 characters")
	if attr(refused.one("#why"), "value") != long || has(refused.one("input[name=tell]"), "checked") {
		t.Error("what was typed is gone")
	}
	recruiter.follow(recruiter.post(path+"/cancel", having(fields, "why", "Jonas is ill")...)).want(200,
		"The interview is canceled.", "“Jonas is ill” (for the team only)", "Canceled: for the team only: “Jonas is ill”",
		"Mei Okafor", "for the candidate too: “No <room>”")
	w.wantReason(t, i.ID, "Jonas is ill", models.AudienceTeam, false)
	csv := w.as(t, "admin").get("/dashboard/audit/changes.csv").Body
	if strings.Contains(csv, "is ill") || strings.Contains(w.logged(), "is ill") ||
		!strings.Contains(csv, "canceled: a reason was given") {
		t.Error("a file or the log has the reason, or the file does not say that there is one")
	}

	one, other := w.bookedFor("one@candidate.example"), w.bookedFor(dora, startingAt(tuesday(13, 0), priya))
	to := site.InterviewsPath + "/cancel"
	ask := recruiter.post(to, "id", one.ID+"@1", "id", other.ID+"@1").want(200, "Also tell the candidate")
	again := recruiter.post(to, having(ask.fields("main form"), "why", long, "tell", "yes")...).want(400, "501 characters",
		"Cancel 2 interviews")
	if !has(again.one("input[name=tell]"), "checked") {
		t.Error("the tick is gone")
	}
	recruiter.follow(recruiter.post(to, having(ask.fields("main form"), "why", "Closed", "tell", "yes")...)).want(200,
		"The interviews are canceled.")
	w.wantReason(t, one.ID, "Closed", models.AudienceCandidate, false)
	w.wantReason(t, other.ID, "Closed", models.AudienceCandidate, false)
}

// TestReasonOfAnotherInterviewer proves D11: who changes an interviewer, or hands interviews over, says why as well.
func TestReasonOfAnotherInterviewer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	recruiter := w.as(t, "recruiter")
	i := w.bookedFor(cleo)
	w.sent(i.ID, cleo, jonas)
	path := site.InterviewPath(i.ID, "reassign")
	ask := recruiter.post(path, having(recruiter.get(path).fields("main form"), "person", priya)...).want(200,
		"Also tell the candidate", "cleo@candidate.example, with the reason if you say so below.")
	confirm, before := ask.fields("main form"), w.rows()
	long := strings.Repeat("x", 501)
	refused := recruiter.post(path, having(confirm, "why", long)...).want(400, "501 characters",
		"priya@marlowe.example interviews from then on")
	if attr(refused.one("#why"), "value") != long {
		t.Error("what was typed is gone")
	}
	w.unchanged(t, before, "a reason that is too long")
	recruiter.follow(recruiter.post(path, having(confirm, "why", "Jonas is ill", "tell", "yes")...)).want(200,
		"The interviewer is changed.", "“Jonas is ill” (for the candidate too)", "for the candidate too: “Jonas is ill”")
	w.wantReason(t, i.ID, "Jonas is ill", models.AudienceCandidate, true)

	other := w.bookedFor(dora, startingAt(tuesday(13, 0), jonas))
	to := fmt.Sprintf("%s@%d %s", other.ID, other.Revision, tomas)
	preview := recruiter.post(handOverPath, "to", to).want(200, "Hand over 1 interview?", "Also tell the candidate")
	confirm = append(preview.fields("main form"), "confirm", "yes")
	recruiter.post(handOverPath, having(confirm, "why", long)...).want(400, "501 characters", "Hand over 1 interview?")
	chosen := recruiter.post(handOverPath, append(having(preview.fields("main form"), "why", "Away", "tell", "yes"),
		"step", "choose")...).want(200, "What becomes of it").fields("main form")
	if got := strings.Join(chosen, "|"); !strings.Contains(got, "why|Away|tell|yes") {
		t.Errorf("what was typed is gone: %q", got)
	}
	recruiter.follow(recruiter.post(handOverPath, having(confirm, "why", "Away")...)).want(200, "handed over")
	w.wantReason(t, other.ID, "Away", models.AudienceTeam, true)
}

// TestOfferedReasons proves D11: a form that asks for a reason offers what this organization gave more than once, and
// the usual ones.
func TestOfferedReasons(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mei := w.as(t, "recruiter")
	for n, reason := range []string{"Strike", "Ann is ill", "strike"} {
		i := w.booked(fmt.Sprintf("c%d@candidate.example", n), priya, noon.Add(time.Duration(2+n)*time.Hour))
		path := site.InterviewPath(i.ID, "cancel")
		mei.post(path, having(mei.get(path).want(200).fields("main form"), "why", reason)...).want(303)
	}
	i := w.booked("dana@candidate.example", priya, noon.Add(9*time.Hour))
	page := mei.get(site.InterviewPath(i.ID, "cancel")).want(200)
	var offered []string
	for _, o := range page.all("datalist#reasons option") {
		offered = append(offered, attr(o, "value"))
	}
	if len(offered) != len(figures.Usual)+1 || !strings.EqualFold(offered[0], "Strike") {
		t.Errorf("%q is offered", offered)
	}
}
