package keyring_test

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"litmus/models"
	"litmus/models/desk"
	"litmus/models/keyring"
)

// TestPlaceCursors proves that a cursor of a tool's list leads to its place, and works for no other list (T1).
func TestPlaceCursors(t *testing.T) {
	t.Parallel()
	s, list := keyring.Secret(desk.Secret), keyring.NamedList("org_1", "candidates", "post_1", "invited")
	rapid.Check(t, func(t *rapid.T) {
		place := rapid.String().Draw(t, "place")
		if got, err := s.ReadCursor(list, s.SignCursor(list, place)); err != nil || got != place {
			t.Fatalf("got %q, %v; want %q", got, err, place)
		}
	})
	cursor := s.SignCursor(list, "0.1.cand_1")
	last := "A"
	if cursor[len(cursor)-1] == 'A' {
		last = "B"
	}
	for name, l := range map[string]keyring.List{
		"of another organization":       keyring.NamedList("org_2", "candidates", "post_1", "invited"),
		"of another list":               keyring.NamedList("org_1", "submissions", "post_1", "invited"),
		"without a filter":              keyring.NamedList("org_1", "candidates", "post_1"),
		"with filters that were joined": keyring.NamedList("org_1", "candidates", "post_1invited"),
	} {
		desk.WantRefusal(t, name, models.Invalid, "")(s.ReadCursor(l, cursor))
	}
	desk.WantRefusal(t, "of another secret", models.Invalid, "")(keyring.Secret("x").ReadCursor(list, cursor))
	for _, text := range []string{cursor[:len(cursor)-1] + last, cursor[:8], "", "%%%",
		s.InterviewsCursor("org_1", models.InterviewFilter{}, models.Position{ID: "int_1"})} {
		desk.WantRefusal(t, text, models.Invalid, "")(s.ReadCursor(list, text))
	}
}

func TestCursors(t *testing.T) {
	t.Parallel()
	s := keyring.Secret(desk.Secret)
	filter := func() models.InterviewFilter {
		from := desk.Mon(0, 0)
		return models.InterviewFilter{PostingID: "post_1", CandidateEmail: desk.Cleo, From: &from, ExcludeCanceled: true}
	}
	t.Run("gives back its place", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			p := models.Position{At: time.UnixMilli(rapid.Int64Range(-1<<45, 1<<45).Draw(t, "ms")).UTC(),
				ID: rapid.String().Draw(t, "id")}
			got, err := s.ReadInterviewsCursor("org_1", filter(), s.InterviewsCursor("org_1", filter(), p))
			if err != nil || got != p {
				t.Fatalf("got %v, %v; want %v", got, err, p)
			}
		})
	})
	t.Run("takes bounds that an offset moves out of the years 0 to 9999", func(t *testing.T) {
		p := models.Position{At: desk.Mon(15, 0), ID: "int_1"}
		for _, text := range []string{"0000-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"} {
			at, err := models.ParseBound("from", text)
			if err != nil {
				t.Fatal(err)
			}
			later := at.Add(1)
			c := s.InterviewsCursor("org_1", models.InterviewFilter{From: &at, UpdatedSince: &at}, p)
			if got, err := s.ReadInterviewsCursor("org_1", models.InterviewFilter{From: &at, UpdatedSince: &at}, c); err != nil ||
				got != p {
				t.Errorf("%s: got %v, %v; want %v", text, got, err, p)
			}
			desk.WantRefusal(t, text, models.Invalid, "")(
				s.ReadInterviewsCursor("org_1", models.InterviewFilter{From: &later, UpdatedSince: &at}, c))
		}
	})
	cursor := s.InterviewsCursor("org_1", filter(), models.Position{At: desk.Mon(15, 0), ID: "int_1"})
	for name, change := range map[string]func(*models.InterviewFilter){
		"without the filters":                     func(f *models.InterviewFilter) { *f = models.InterviewFilter{} },
		"with another bound":                      func(f *models.InterviewFilter) { *f.From = f.From.Add(time.Millisecond) },
		"with a bound moved to another parameter": func(f *models.InterviewFilter) { f.From, f.To = nil, f.From },
		"with include_canceled changed":           func(f *models.InterviewFilter) { f.ExcludeCanceled = false },
	} {
		f := filter()
		change(&f)
		desk.WantRefusal(t, name, models.Invalid, "cursor")(s.ReadInterviewsCursor("org_1", f, cursor))
	}
	desk.WantRefusal(t, "of another organization", models.Invalid, "cursor")(
		s.ReadInterviewsCursor("org_2", filter(), cursor))
	desk.WantRefusal(t, "of another secret", models.Invalid, "cursor")(
		keyring.Secret("x").ReadInterviewsCursor("org_1", filter(), cursor))
	for _, text := range []string{"", cursor[:len(cursor)-2], "next page please", cursor + "=",
		s.SignLink(keyring.LinkSession, "int_1", 0), strings.Repeat("A", 100000)} {
		p, err := s.ReadInterviewsCursor("org_1", filter(), text)
		desk.WantRefusal(t, text, models.Invalid, "cursor")(p, err)
		if p != (models.Position{}) || len(err.Error()) > 400 {
			t.Errorf("%.40q: got %v, %v", text, p, err)
		}
	}
	for n, other := range desk.ChangedBits(t, cursor) {
		if _, err := s.ReadInterviewsCursor("org_1", filter(), other); err == nil {
			t.Errorf("bit %d can be changed", n)
		}
	}
}
