package interviews

import (
	"errors"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/booking"
	"litmus/orgfile"
	"litmus/store/effects"
	"litmus/store/interviews"
)

// notesBody is the data of the form for the notes of an interview.
type notesBody struct {
	Line
	Text   string // as it is typed
	Seen   string // when the notes that the form showed were written, "" for none
	Stored string // notes that were written meanwhile, by somebody else or in another tab
	Back   string
	Most   int
}

// notesPage shows the notes of an interview to edit.
func notesPage(v *site.Visit) (site.Answer, error) {
	acct, err := seenInterview(v, access.ActionWriteNotes)
	if err != nil {
		return site.Answer{}, err
	}
	artifacts, err := v.Store.Bookings.Artifacts(v.Context(), v.Org.ID, acct.ID)
	if err != nil {
		return site.Answer{}, err
	}
	body := notesBody{}
	if n := artifacts.InterviewerNotes; n != nil {
		body.Text, body.Seen = n.Text, seenAt(n)
	}
	return notesForm(v, acct, body)
}

func notesForm(v *site.Visit, acct effects.InterviewLedger, body notesBody) (site.Answer, error) {
	names, err := v.Store.Interviews.NamesOf(v.Context(), v.Org.ID, []interviews.InterviewRow{acct.InterviewRow})
	body.Line, body.Back, body.Most = LineOf(v, acct.InterviewRow, names), site.InterviewPath(acct.ID),
		booking.MaxNotesRunes
	return v.Show("interview-notes", "Notes", body).Under(body.Back, body.Candidate), err
}

// seenAt is the version of notes that a form carries, "" for none.
func seenAt(n *booking.InterviewerNotes) string {
	version := booking.NotesVersion(n)
	if version == nil {
		return ""
	}
	return models.FormatInstant(*version)
}

// writeNotes stores the notes. If somebody else wrote others meanwhile both are shown, and nothing is lost.
func writeNotes(v *site.Visit) (site.Answer, error) {
	acct, err := seenInterview(v, access.ActionWriteNotes)
	if err != nil {
		return site.Answer{}, err
	}
	body := notesBody{Text: v.Form.Get("text"), Seen: v.Field("seen")}
	var seen *time.Time
	if t, err := models.ParseInstant("seen", body.Seen); err == nil {
		seen = &t
	}
	err = v.Acts.Bookings.WriteNotes(v.Context(), v.By(), acct.ID, body.Text, seen)
	if err == nil {
		return site.RedirectNote(site.InterviewPath(acct.ID), "The notes are saved."), nil
	}
	if models.KindOf(err) == models.Conflict {
		artifacts, wrong := v.Store.Bookings.Artifacts(v.Context(), v.Org.ID, acct.ID)
		if wrong != nil {
			return site.Answer{}, wrong
		}
		if n := artifacts.InterviewerNotes; n != nil {
			body.Stored, body.Seen = n.Text, seenAt(n)
		}
	}
	a, wrong := notesForm(v, acct, body)
	if wrong != nil {
		return a, wrong
	}
	return a.Refusing(err)
}

// artifactPage asks for a file with a transcript, a recording's length or notes.
func artifactPage(v *site.Visit) (site.Answer, error) {
	acct, err := seenInterview(v, access.ActionStoreArtifacts)
	if err != nil {
		return site.Answer{}, err
	}
	return artifactForm(v, acct)
}

func artifactForm(v *site.Visit, acct effects.InterviewLedger) (site.Answer, error) {
	body, err := actOn(v, acct)
	a := v.Show("interview-artifact", "Store a transcript or recording", body).Under(body.Back, body.Candidate)
	return a, err
}

// storeArtifact stores the parts that the file has, as `litmus artifacts` does.
func storeArtifact(v *site.Visit) (site.Answer, error) {
	acct, err := seenInterview(v, access.ActionStoreArtifacts)
	if err != nil {
		return site.Answer{}, err
	}
	refuse := func(err error) (site.Answer, error) {
		a, wrong := artifactForm(v, acct)
		if wrong != nil {
			return a, wrong
		}
		return a.Refusing(err)
	}
	file, sent := v.Files["file"]
	if !sent {
		return refuse(models.InField("file", models.Invalidf("choose a file")))
	}
	if !booking.ActionsOf(acct.Interview, v.Now).StoreArtifacts {
		return refuse(models.Conflictf("the session has not begun, so it has left nothing behind"))
	}
	parts, err := orgfile.ParseArtifacts(file.Name, file.Body)
	if problem := (*orgfile.Error)(nil); errors.As(err, &problem) {
		return refuse(models.InField("file", models.Invalidf("the file cannot be read: %s", problem.Error())))
	}
	if err != nil {
		return site.Answer{}, err
	}
	if err := v.Acts.Bookings.PutArtifacts(v.Context(), v.By(), acct.ID, parts); err != nil {
		return refuse(err)
	}
	return site.RedirectNote(site.InterviewPath(acct.ID), "The file is stored."), nil
}
