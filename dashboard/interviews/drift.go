package interviews

import (
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/store/interviews"
)

// DriftLine is an interview whose event in the calendar of somebody who interviews was changed there, with what mends
// it (ADR calendars-heal).
type DriftLine struct {
	Line
	Whose   string // the id of the person
	Words   string
	SeenAt  time.Time
	MoveTo  string // where the interview follows the event, "" if it cannot or the viewer may not
	PutBack string // where the event is put back, "" if the viewer may not
}

// driftWords say what became of the event, after the name of the calendar's owner.
var driftWords = map[models.DriftKind]string{
	models.DriftDeleted: " deleted the event in their calendar again, after it was put back.",
	models.DriftDoubled: " has the event in their calendar more than once, after that was mended.",
	models.DriftMoved:   " moved the event in their calendar to ",
}

// roomDriftWords say what became of the event in the calendar of a room, after the room's name. Once it is deleted
// again that asks for another room.
var roomDriftWords = map[models.DriftKind]string{
	models.DriftDoubled: ": the event is in the room's calendar more than once, after that was mended.",
	models.DriftMoved:   ": the event was moved in the room's calendar to ",
}

// DriftsOf say how the events differ. own is the address of a member who asks for their own, "" for all. That one was
// declined is told as a request for a replacement, as is what a room's calendar deletes again.
func DriftsOf(v *site.Visit, row interviews.InterviewRow, names interviews.Names, own string) (out []DriftLine) {
	for _, d := range row.Drifted(v.Now) {
		refused := d.Kind == models.DriftDeclined || d.Kind == models.DriftDeleted && row.RoomOf(d.Owner) != nil
		if !refused && (own == "" || own == d.Owner) {
			out = append(out, driftLine(v, row, names, d))
		}
	}
	return out
}

func driftLine(v *site.Visit, row interviews.InterviewRow, names interviews.Names, d models.Drift) DriftLine {
	l := DriftLine{Line: LineOf(v, row, names), SeenAt: d.SeenAt,
		Whose: v.Store.Availability.PersonID(v.Org.ID, d.Owner)}
	l.Words = names.Person(d.Owner) + driftWords[d.Kind]
	if row.RoomOf(d.Owner) != nil {
		l.Words = names.Person(d.Owner) + roomDriftWords[d.Kind]
	}
	if d.Kind == models.DriftMoved {
		l.Words += site.WhenText(*d.Start, v.Zone) + ". The interview stays where it is until somebody moves it."
		if d.Start.After(v.Now) && v.Can(access.ActionMove, access.Facts{}) {
			l.MoveTo = site.Href(site.InterviewPath(row.ID, "move"), "at", d.Start.UTC().Format(time.RFC3339), "with",
				v.Store.Availability.PersonID(v.Org.ID, row.InterviewerEmail))
		}
	}
	if v.Can(access.ActionPutCopyBack, ownPlace(v, d.Owner)) {
		l.PutBack = site.InterviewPath(row.ID, "copy")
	}
	return l
}

// putCopyBack has the event written as the interview is. A form that showed an older interview is refused, and the page
// shows it as it is now.
func putCopyBack(v *site.Visit) (site.Answer, error) {
	acct, err := seenInterview(v, access.ActionPutCopyBack)
	if err != nil {
		return site.Answer{}, err
	}
	owner, err := placeNamed(v, acct.Interview, access.ActionPutCopyBack)
	if err != nil {
		return site.Answer{}, err
	}
	row, changed, err := v.Acts.Bookings.PutCopyBack(v.Context(), v.Shown(acct.ID), acct.ID, owner)
	if err != nil {
		a, failed := interview(v)
		if failed != nil {
			return a, failed
		}
		return a.Refusing(err)
	}
	return acted(v, row, changed, "The event is put back.", "The event is as the interview is already."), nil
}
