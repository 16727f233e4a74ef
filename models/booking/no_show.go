package booking

import (
	"slices"
	"time"

	"litmus/models"
)

// NoShow says who did not come to an interview.
type NoShow struct {
	Who   string // [models.NoShowCandidate] or [models.NoShowInterviewer]; "" takes it back
	Email string // whom of a panel, with its interviewers; "" is who leads
	Note  string // for the team, "" for none; of who does not lead it stands in the history alone
	Seen  string // what the form showed as NoShow.Who, if it takes it back
}

// ParseNoShow returns the order with its note as it is stored; the error is of kind [models.Invalid].
func ParseNoShow(o NoShow) (_ NoShow, err error) {
	switch o.Who {
	case models.NoShowCandidate, models.NoShowInterviewer:
		o.Note, err = models.ParseReason(o.Note)
		return o, err
	case "":
		return NoShow{Email: o.Email, Seen: o.Seen}, nil
	}
	return o, models.InField("who", models.Invalidf("who %s is unknown; it is candidate or interviewer",
		models.Quote(o.Who)))
}

// DecideNoShow marks at now that somebody did not come to the interview, or takes that back. It is a remark for the
// team: nothing is sent, no workflow wakes, revision and updated_at stay, and the status does. changed is false if it
// says so already.
//
// A mark is of one session. It goes when the interview gets another start ([models.Interview.SetStart]), also when a
// candidate who did not come is booked anew, and a mark of the interviewer when somebody else interviews; the history
// keeps it. It stays when the interview is canceled after it.
//
// The errors are of kind [models.Conflict]: the interview is canceled or has not begun, nobody is named as its
// interviewer, or somebody said otherwise meanwhile.
func DecideNoShow(i models.Interview, o NoShow, now time.Time) (_ models.Interview, changed bool, err error) {
	if o.Who != models.NoShowCandidate && o.Email != "" && o.Email != i.InterviewerEmail {
		return decideSeatNoShow(i, o, now)
	}
	switch {
	case o.Who == "" && i.NoShow == "", o.Who != "" && o.Who == i.NoShow && o.Note == i.NoShowNote:
		return i, false, nil
	case o.Who == "" && o.Seen != i.NoShow, o.Who != "" && i.NoShow != "":
		return i, false, models.Conflictf("It is marked meanwhile that the %s did not come. Look at it, and take that "+
			"back first if it is wrong.", i.NoShow)
	case o.Who == "":
	case i.CanceledAt != nil:
		return i, false, models.Conflictf("The interview is canceled, so nobody was to come.")
	case i.Unused() || now.Before(i.StartsAt):
		return i, false, models.Conflictf("The interview has not begun yet. Wait for its start.")
	case o.Who == models.NoShowInterviewer && i.InterviewerEmail == "":
		return i, false, models.Conflictf("Nobody is named as the interviewer, so nobody is marked.")
	}
	i.NoShow, i.NoShowNote = o.Who, o.Note
	return i, true, nil
}

// NoShowChange is the change of the interview by the mark, or by taking it back (D4).
func NoShowChange(before, after models.Interview, o NoShow) models.Change {
	c := models.Change{Subject: models.SubjectInterview, SubjectID: after.ID, Kind: models.ChangeNoShow}
	if o.Email != "" && after.NoShow == before.NoShow { // of somebody who does not lead
		if o.Who == "" {
			c.Kind = models.ChangeNoShowTakenBack
			c.Details = models.Changed(models.FieldNoShow, o.Email, "")
		} else {
			c.Details = slices.Concat(models.Changed(models.FieldNoShow, "", o.Email),
				models.Changed(models.FieldReason, "", o.Note))
		}
		return c
	}
	if after.NoShow == "" {
		c.Kind = models.ChangeNoShowTakenBack
	} else {
		c.Details = models.Changed(models.FieldNoShow, before.NoShow, after.NoShow)
	}
	if after.NoShowNote != "" {
		c.Details = append(c.Details, models.Changed(models.FieldReason, "", after.NoShowNote)...)
	}
	return c
}
