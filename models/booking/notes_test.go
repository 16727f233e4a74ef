package booking_test

import (
	"strings"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/booking"
	"litmus/models/desk"
)

// TestDecideNotes proves that a form overwrites no notes that it has not shown, and that saving what is stored is
// nothing (D11).
func TestDecideNotes(t *testing.T) {
	t.Parallel()
	at := desk.Mon(15, 30)
	stored := &booking.InterviewerNotes{Text: "old", UpdatedAt: &at}
	canceled := desk.Scheduled()
	canceled.CanceledAt = desk.Ptr(desk.Thu)
	for name, c := range map[string]struct {
		i       models.Interview
		stored  *booking.InterviewerNotes
		text    string
		seen    *time.Time
		now     time.Time
		want    string
		changed bool
		kind    models.Kind
	}{
		"the first notes":          {desk.Scheduled(), nil, "new", nil, desk.Mon(16, 0), "new", true, 0},
		"nothing at all":           {desk.Scheduled(), nil, "", nil, desk.Mon(16, 0), "", false, 0},
		"the ones that were shown": {desk.Scheduled(), stored, "new", &at, desk.Mon(16, 0), "new", true, 0},
		"emptied":                  {desk.Scheduled(), stored, "", &at, desk.Mon(16, 0), "", true, 0},
		"the same again":           {desk.Scheduled(), stored, "old", nil, desk.Mon(16, 0), "old", false, 0},
		"none were shown":          {desk.Scheduled(), stored, "new", nil, desk.Mon(16, 0), "old", false, models.Conflict},
		"older ones were shown": {desk.Scheduled(), stored, "new", desk.Ptr(at.Add(-time.Second)), desk.Mon(16, 0), "old", false,
			models.Conflict},
		"a canceled interview":   {canceled, nil, "new", nil, desk.Mon(16, 0), "", false, models.Conflict},
		"twice in a millisecond": {desk.Scheduled(), stored, "new", &at, at, "new", true, 0},
		"notes of a file that does not say when": {desk.Scheduled(), &booking.InterviewerNotes{Text: "old"}, "new",
			booking.NotesVersion(&booking.InterviewerNotes{Text: "old"}), desk.Mon(16, 0), "new", true, 0},
		"those were not shown": {desk.Scheduled(), &booking.InterviewerNotes{Text: "old"}, "new", nil, desk.Mon(16, 0), "old", false,
			models.Conflict},
		"those have an instant by now": {desk.Scheduled(), stored, "new", booking.NotesVersion(&booking.InterviewerNotes{}), desk.Mon(16, 0),
			"old", false, models.Conflict},
	} {
		notes, changed, err := booking.DecideNotes(c.i, c.stored, c.text, c.seen, c.now)
		text := ""
		if notes != nil {
			text = notes.Text
		}
		if text != c.want || changed != c.changed || models.KindOf(err) != c.kind {
			t.Errorf("%s: %q, changed %t, %v; want %q, %t, kind %d", name, text, changed, err, c.want, c.changed,
				c.kind)
		}
		if changed && c.stored != nil && c.stored.UpdatedAt != nil && !notes.UpdatedAt.After(*c.stored.UpdatedAt) {
			t.Errorf("%s: the notes are not newer than those before", name)
		}
	}
	desk.WantRefusal(t, "too long", models.Invalid, "")(booking.ParseNotes(strings.Repeat("é", booking.MaxNotesRunes+1)))
	if text, err := booking.ParseNotes(" a\r\nb\x00\t "); err != nil || text != " a\nb" {
		t.Errorf("the text is %q, %v", text, err)
	}
}

func TestStamped(t *testing.T) {
	t.Parallel()
	own := desk.Thu
	bare := booking.Artifacts{Transcript: &booking.Transcript{Text: "Hello."}, InterviewerNotes: &booking.InterviewerNotes{Text: "Good."}}
	got := bare.Stamped(desk.Mon(16, 0))
	verify.Each(t, "stamped", verify.Fields{"got.Transcript.ReceivedAt": {got.Transcript.ReceivedAt, desk.Mon(16, 0)},
		"got.InterviewerNotes.UpdatedAt":  {got.InterviewerNotes.UpdatedAt, desk.Mon(16, 0)},
		"Recording":                       {got.Recording, nil},
		"bare.Transcript.ReceivedAt":      {bare.Transcript.ReceivedAt, nil},
		"bare.InterviewerNotes.UpdatedAt": {bare.InterviewerNotes.UpdatedAt, nil}})
	said := booking.Artifacts{Transcript: &booking.Transcript{ReceivedAt: &own},
		InterviewerNotes: &booking.InterviewerNotes{UpdatedAt: &own}}
	if got := said.Stamped(desk.Mon(16, 0)); !got.Transcript.ReceivedAt.Equal(own) ||
		!got.InterviewerNotes.UpdatedAt.Equal(own) {
		t.Errorf("what they say themselves is %+v", got)
	}
	if got := (booking.Artifacts{}).Stamped(desk.Mon(16, 0)); got != (booking.Artifacts{}) {
		t.Errorf("nothing is %+v", got)
	}
}
