package dashboard

import (
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/effect"
)

// TestCancel proves D11: the page shows what will be sent to whom, the form cancels, a form that is sent twice cancels
// once, and one that shows an older interview is refused and shows it as it is now.
func TestCancel(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.bookedFor(cleo)
	recruiter, path := w.as(t, "recruiter"), site.InterviewPath(i.ID, "cancel")
	page := recruiter.get(path).want(200, "What will be sent", "Nothing is sent to anybody", "Cleo")
	stale := page.fields("main form")
	w.sent(i.ID, cleo) // now there is an invitation to take back
	fields := recruiter.get(path).want(200,
		"Cancellation of the calendar invitation to cleo@candidate.example, with the reason if you say so below.").
		fields("main form")
	w.must2(w.Bookings.Reassign(ctx, act.By{}, w.org.ID, i.ID, priya))
	before := w.rows()
	recruiter.post(path, stale...).want(409, "was changed at", "Priya Raman", "What will be sent")
	recruiter.post(path, "confirm", "yes").want(409, "was changed at")
	w.unchanged(t, before, "an older form")
	again := recruiter.post(path, fields...).want(409, "Priya Raman").fields("main form")
	done := recruiter.post(path, again...)
	done.leadsTo(site.InterviewPath(i.ID))
	recruiter.follow(done).want(200, "The interview is canceled.", "Canceled", "Mei Okafor", "Book again")
	revision := w.interview(i.ID).Revision
	recruiter.follow(recruiter.post(path, again...)).want(200, "canceled already")
	recruiter.get(path).leadsTo(site.InterviewPath(i.ID))
	if row := w.interview(i.ID); row.CanceledAt == nil || row.Revision != revision {
		t.Errorf("the row is %+v, and was at revision %d", row.Interview, revision)
	}
	for _, who := range []string{"interviewer", priya} { // their own, too (D2)
		w.as(t, who).get(path).want(403, "may not cancel")
		w.as(t, who).post(path, again...).want(403, "may not cancel")
	}
}

// sent says that the recipient got what the interview owes them.
func (w *world) sent(id string, emails ...string) {
	w.t.Helper()
	row := w.interview(id)
	for _, e := range effect.Owed(row.Interview, row.CandidateEmail, nil, w.Policy(), w.clock.Now()) {
		if !slices.Contains(emails, e.Email) {
			continue
		}
		w.intended(effect.EntryOf(row.Interview, e), row.Revision)
		w.settled(effect.EntryOf(row.Interview, e), effect.Done, "", false)
	}
}

// TestReassign proves D12: the posting's interviewers are listed, free ones first, with why the others are not; the
// chosen one is shown what will be sent before it is confirmed.
func TestReassign(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.bookedFor(cleo, startingAt(tuesday(13, 0), jonas)) // 14:00 in Amsterdam: Priya offers it too
	w.bookedFor(dora, startingAt(tuesday(13, 30), tomas))
	recruiter, path := w.as(t, "recruiter"), site.InterviewPath(i.ID, "reassign")
	page := recruiter.get(path).want(200, "Priya Raman", "free", "Tomás Leal", "has an interview")
	if strings.Contains(page.text(".people"), "Jonas") {
		t.Error("the present interviewer is offered")
	}
	fields := page.fields("main form")
	ask := recruiter.post(path, having(fields, "person", priya)...).want(200, "What will be sent",
		"Briefing with calendar invitation to priya@marlowe.example.", "Confirmation with")
	recruiter.post(path, having(fields, "person", tomas)...).want(409, "already has an interview",
		"Who interviews instead?")
	confirm := ask.fields("main form")
	recruiter.follow(recruiter.post(path, confirm...)).want(200, "The interviewer is changed.", "Priya Raman")
	recruiter.follow(recruiter.post(path, confirm...)).want(200, "It is their interview already.")
	ask = recruiter.post(path, having(recruiter.get(path).fields("main form"), "person", "other", "other",
		" Guest@Example.com ")...).want(200, "guest@example.com")
	w.must2(w.Bookings.Reassign(ctx, act.By{}, w.org.ID, i.ID, jonas))
	recruiter.post(path, ask.fields("main form")...).want(409, "was changed at", "Priya Raman")
	equal(t, "the interviewer", w.interview(i.ID).InterviewerEmail, jonas)
	w.must2(w.Bookings.Change(ctx, act.By{}, w.org.ID, i.ID, booking.Cancel))
	recruiter.get(path).want(409, "only a scheduled interview can change its interviewer")
}

// TestEndCall proves D11 and D13: whoever runs the session ends its call, once.
func TestEndCall(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.bookedFor(cleo)
	path := site.InterviewPath(i.ID, "end-call")
	interviewer := w.later(t, "interviewer", i.StartsAt.Add(20*time.Minute))
	interviewer.get(site.InterviewPath(i.ID)).want(200, "Under way", "End call")
	w.as(t, priya).get(path).want(403)
	fields := interviewer.get(path).want(200, "The interview is completed").fields("main form")
	interviewer.follow(interviewer.post(path, fields...)).want(200, "The call is ended.", "Completed", "Jonas Brandt")
	interviewer.follow(interviewer.post(path, fields...)).want(200, "The call had ended already.")
	if row := w.interview(i.ID); row.CallEndedAt == nil || row.Revision != i.Revision+1 {
		t.Errorf("the row is %+v", row.Interview)
	}
}

// TestExternalSession proves D13: the interviewer sees whether the candidate opened the link, issues a fresh one that
// is shown once and stands nowhere, and the older one is dead.
func TestExternalSession(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.external(cleo)
	interviewer, path := w.as(t, "interviewer"), site.InterviewPath(i.ID, "link")
	interviewer.get(site.InterviewPath(i.ID)).want(200, "has not opened the link yet", "ends in 24 hours",
		"Issue a fresh link", "starts when the link is opened", "https://meet.example/own")
	w.as(t, priya).get(path).want(403)
	interviewer = w.later(t, "interviewer", noon.Add(26*time.Hour))
	interviewer.get(site.InterviewPath(i.ID)).want(200, "The link ended 2 hours ago")
	fields := interviewer.get(path).want(200, "older link is dead").fields("main form")
	shown := interviewer.post(path, fields...).want(200, "shown only now", "until Wed 5 Mar 2031, 15:00 CET")
	link := content(shown.one(".secret code"))
	token, ours := strings.CutPrefix(link, w.site.BaseURL+models.ExternalPath)
	if row, err := w.Bookings.Linked(ctx, token); !ours || err != nil || row.ID != i.ID {
		t.Errorf("the link %s leads to %s, %v", link, row.ID, err)
	}
	if strings.Contains(strings.Join(w.rows(), "\n"), token) || strings.Contains(w.logged(), token) {
		t.Error("the link is in the database or the log (D13)")
	}
	interviewer.post(path, fields...).want(409, "was changed at").lacks(token) // the form again
	if _, err := w.Bookings.Linked(ctx, token); err != nil {
		t.Errorf("a form that is sent twice kills the link that was shown: %v", err)
	}
	interviewer.get(site.InterviewPath(i.ID)).want(200, "has not opened").lacks(token)
	w.at(noon.Add(26*time.Hour + time.Minute))
	_, _, err := w.Bookings.UseLink(ctx, token, "holder")
	w.must(err)
	interviewer.get(site.InterviewPath(i.ID)).want(200, "opened the link Tue 4 Mar 2031, 15:01 CET", "Under way", "End call")
	interviewer.get(path).want(409, "only a pending one")
}

// TestNotes proves D11: whoever runs the session writes notes; somebody else's are never overwritten unseen, and what
// was typed is not lost.
func TestNotes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.bookedFor(cleo)
	interviewer, path := w.as(t, "interviewer"), site.InterviewPath(i.ID, "notes")
	w.as(t, priya).get(path).want(403)
	first := interviewer.get(path).want(200).fields("main form")
	interviewer.follow(interviewer.post(path, having(first, "text", "Good.\r\n<b>Very</b>")...)).want(200,
		"The notes are saved.", "Good. <b>Very</b>", "Jonas Brandt")
	late := interviewer.post(path, having(first, "text", "Mine")...).want(409, "Other notes were saved",
		"Good. <b>Very</b>")
	if fields := late.fields("main form"); !slices.Contains(fields, "Mine") {
		t.Errorf("what was typed is lost: %q", fields)
	}
	interviewer.follow(interviewer.post(path, late.fields("main form")...)).want(200, "Mine").lacks("Good.")
	interviewer.post(path, having(first, "text", strings.Repeat("x", booking.MaxNotesRunes+1))...).
		want(400, "at most 100000")
	artifacts, err := w.Bookings.Artifacts(ctx, w.org.ID, i.ID)
	w.must(err)
	equal(t, "the notes", artifacts.InterviewerNotes.Text, "Mine")
}

// TestArtifactFile proves D11: a recruiter stores the file that `litmus artifacts` takes, once the session has begun.
func TestArtifactFile(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.bookedFor(cleo)
	recruiter, path := w.as(t, "recruiter"), site.InterviewPath(i.ID, "artifact")
	send := func(text string) *reply {
		t.Helper()
		name := "a.yaml"
		if text == "" {
			name = "" // no file was chosen
		}
		return recruiter.sendLogo(path, "file", name, []byte(text))
	}
	const file = "transcript: {text: \"Ann: hello\", segments: []}\nrecording: {available: true, duration_seconds: 90}"
	send(file).want(409, "has not begun")
	recruiter = w.later(t, "recruiter", i.StartsAt.Add(time.Hour))
	recruiter.get(path).want(200, "YAML or JSON")
	send("").want(400, "Choose a file")
	send("transcript: 7").want(400, "a.yaml")
	recruiter.follow(send(file)).want(200, "The file is stored.", "Ann: hello", "1 minute and 30 seconds")
	w.as(t, "interviewer").get(path).want(403, "may not store")
}

// TestCancelSeveral proves D11: a recruiter cancels what an ill interviewer has on a day, after they saw what will be
// sent; what changed meanwhile is left and shown again.
func TestCancelSeveral(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	one := w.bookedFor(cleo)
	other := w.bookedFor(dora, startingAt(tuesday(13, 0), jonas))
	kept := w.bookedFor("kept@candidate.example", startingAt(tuesday(13, 0), priya))
	w.sent(one.ID, cleo)
	recruiter := w.as(t, "recruiter")
	day := site.InterviewsPath + "?from=2031-03-04&to=2031-03-04&interviewer=" + w.person(jonas)
	page := recruiter.get(day+"&all=yes").want(200, "Cancel the chosen ones")
	var chosen []string
	for _, box := range page.all("tbody input[type=checkbox]") {
		if has(box, "checked") {
			chosen = append(chosen, "id", attr(box, "value"))
		}
	}
	if len(chosen) != 4 {
		t.Fatalf("chosen are %q", chosen)
	}
	to := "/dashboard/interviews/cancel"
	ask := recruiter.post(to, append(chosen, "back", day)...).want(200, "Cancel 2 interviews", "Cleo", "Dora",
		"Cancellation of the calendar invitation to cleo@candidate.example, with the reason if you say so below.")
	w.must2(w.Bookings.Reassign(ctx, act.By{}, w.org.ID, other.ID, tomas))
	left := recruiter.post(to, ask.fields("main form")...).want(409, "1 of the interviews changed",
		"Dora", "Tomás Leal").lacks("Cleo")
	if w.interview(one.ID).CanceledAt == nil || w.interview(other.ID).CanceledAt != nil {
		t.Error("the one that stayed as it was shown is not canceled, or the other is")
	}
	confirm := left.fields("main form")
	recruiter.follow(recruiter.post(to, confirm...)).want(200, "The interview is canceled.")
	recruiter.follow(recruiter.post(to, confirm...)).want(200, "The interviews are canceled.")
	if w.interview(other.ID).CanceledAt == nil || w.interview(kept.ID).CanceledAt != nil {
		t.Error("the wrong interviews are canceled")
	}
	w.as(t, "interviewer").post(to, "id", kept.ID+"@1", "confirm", "yes").want(403)
	recruiter.post(to, "id", kept.ID+"@1", "id", "int_none@1", "confirm", "yes").want(404)
	if w.interview(kept.ID).CanceledAt != nil {
		t.Error("one of two was canceled although the other does not exist")
	}
}

// TestSwap: each member of a panel has a button to swap them, which shows who could take the seat, what it will send,
// and changes that seat alone (P8, D11).
func TestSwap(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.bookedFor(cleo, startingAt(tuesday(13, 0), jonas))
	recruiter, path := w.as(t, "recruiter"), site.InterviewPath(i.ID, "panel")
	w.exec(`update interviews set panel = ? where id = ?`, `[{"email":"`+jonas+`","role":"interviewer"},`+
		`{"email":"`+tomas+`","role":"interviewer","optional":true}]`, i.ID)
	shown := recruiter.get(site.InterviewPath(i.ID)).want(200, "Swap")
	if !leadsTo(shown, path+"?seat=1") || !leadsTo(shown, path) {
		t.Error("the page does not lead to the seats")
	}
	page := recruiter.get(path+"?seat=1").want(200, "Who takes the seat of Tomás Leal?", "Priya Raman", "suggested",
		"Nobody: the seat stays empty")
	fields := page.fields("main form")
	recruiter.post(path, having(fields, "person", jonas)...).want(409, "is in the panel already")
	recruiter.post(path, having(fields, "person", "other", "other", "nobody")...).want(400, "is not an email address")
	ask := recruiter.post(path, fields...).want(200, priya+" takes the seat of "+tomas, "What will be sent",
		"Briefing with calendar invitation to "+priya)
	recruiter.follow(recruiter.post(path, ask.fields("main form")...)).want(200, "The panel is changed.", "Priya Raman")
	recruiter.follow(recruiter.post(path, ask.fields("main form")...)).want(200, "The panel is so already.")
	ask = recruiter.post(path, having(recruiter.get(path+"?seat=1").fields("main form"), "person", "nobody")...).
		want(200, priya+" leaves")
	recruiter.follow(recruiter.post(path, ask.fields("main form")...)).want(200, "The panel is changed.")
	if row := w.interview(i.ID); len(row.Panel) != 1 || row.InterviewerEmail != jonas {
		t.Errorf("the panel is %+v", row.Panel)
	}
	w.as(t, "interviewer").get(path).want(403)
}
