package models

import (
	"strings"
	"testing"
	"time"
)

// TestDecideNotes proves that a form overwrites no notes that it has not shown, and that saving what is stored is
// nothing (D11).
func TestDecideNotes(t *testing.T) {
	t.Parallel()
	at := mon(15, 30)
	stored := &InterviewerNotes{Text: "old", UpdatedAt: &at}
	canceled := scheduled()
	canceled.CanceledAt = ptr(thu)
	for name, c := range map[string]struct {
		i       Interview
		stored  *InterviewerNotes
		text    string
		seen    *time.Time
		now     time.Time
		want    string
		changed bool
		kind    Kind
	}{
		"the first notes":          {scheduled(), nil, "new", nil, mon(16, 0), "new", true, 0},
		"nothing at all":           {scheduled(), nil, "", nil, mon(16, 0), "", false, 0},
		"the ones that were shown": {scheduled(), stored, "new", &at, mon(16, 0), "new", true, 0},
		"emptied":                  {scheduled(), stored, "", &at, mon(16, 0), "", true, 0},
		"the same again":           {scheduled(), stored, "old", nil, mon(16, 0), "old", false, 0},
		"none were shown":          {scheduled(), stored, "new", nil, mon(16, 0), "old", false, Conflict},
		"older ones were shown": {scheduled(), stored, "new", ptr(at.Add(-time.Second)), mon(16, 0), "old", false,
			Conflict},
		"a canceled interview":   {canceled, nil, "new", nil, mon(16, 0), "", false, Conflict},
		"twice in a millisecond": {scheduled(), stored, "new", &at, at, "new", true, 0},
		"notes of a file that does not say when": {scheduled(), &InterviewerNotes{Text: "old"}, "new",
			NotesVersion(&InterviewerNotes{Text: "old"}), mon(16, 0), "new", true, 0},
		"those were not shown": {scheduled(), &InterviewerNotes{Text: "old"}, "new", nil, mon(16, 0), "old", false,
			Conflict},
		"those have an instant by now": {scheduled(), stored, "new", NotesVersion(&InterviewerNotes{}), mon(16, 0),
			"old", false, Conflict},
	} {
		notes, changed, err := DecideNotes(c.i, c.stored, c.text, c.seen, c.now)
		text := ""
		if notes != nil {
			text = notes.Text
		}
		if text != c.want || changed != c.changed || KindOf(err) != c.kind {
			t.Errorf("%s: %q, changed %t, %v; want %q, %t, kind %d", name, text, changed, err, c.want, c.changed,
				c.kind)
		}
		if changed && c.stored != nil && c.stored.UpdatedAt != nil && !notes.UpdatedAt.After(*c.stored.UpdatedAt) {
			t.Errorf("%s: the notes are not newer than those before", name)
		}
	}
	wantRefusal(t, "too long", Invalid, "")(ParseNotes(strings.Repeat("é", MaxNotesRunes+1)))
	if text, err := ParseNotes(" a\r\nb\x00\t "); err != nil || text != " a\nb" {
		t.Errorf("the text is %q, %v", text, err)
	}
}

func TestStamped(t *testing.T) {
	t.Parallel()
	own := thu
	bare := Artifacts{Transcript: &Transcript{Text: "Hello."}, InterviewerNotes: &InterviewerNotes{Text: "Good."}}
	got := bare.Stamped(mon(16, 0))
	if !got.Transcript.ReceivedAt.Equal(mon(16, 0)) || !got.InterviewerNotes.UpdatedAt.Equal(mon(16, 0)) ||
		got.Recording != nil || bare.Transcript.ReceivedAt != nil || bare.InterviewerNotes.UpdatedAt != nil {
		t.Errorf("got %+v of %+v", got, bare)
	}
	said := Artifacts{Transcript: &Transcript{ReceivedAt: &own}, InterviewerNotes: &InterviewerNotes{UpdatedAt: &own}}
	if got := said.Stamped(mon(16, 0)); !got.Transcript.ReceivedAt.Equal(own) ||
		!got.InterviewerNotes.UpdatedAt.Equal(own) {
		t.Errorf("what they say themselves is %+v", got)
	}
	if got := (Artifacts{}).Stamped(mon(16, 0)); got != (Artifacts{}) {
		t.Errorf("nothing is %+v", got)
	}
}
