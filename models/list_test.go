package models_test

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"litmus/models"
	"litmus/models/desk"
)

// TestPlaceCursors proves that a cursor of a tool's list leads to its place, and works for no other list (T1).
func TestPlaceCursors(t *testing.T) {
	t.Parallel()
	s, list := models.Secret(desk.Secret), models.NamedList("org_1", "candidates", "post_1", "invited")
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
	for name, read := range map[string]func() (string, error){
		"of another organization": func() (string, error) {
			return s.ReadCursor(models.NamedList("org_2", "candidates", "post_1", "invited"), cursor)
		},
		"of another secret": func() (string, error) { return models.Secret("x").ReadCursor(list, cursor) },
		"of another list": func() (string, error) {
			return s.ReadCursor(models.NamedList("org_1", "submissions", "post_1", "invited"), cursor)
		},
		"without a filter": func() (string, error) { return s.ReadCursor(models.NamedList("org_1", "candidates", "post_1"), cursor) },
		"with filters that were joined": func() (string, error) {
			return s.ReadCursor(models.NamedList("org_1", "candidates", "post_1invited"), cursor)
		},
		"that was altered":  func() (string, error) { return s.ReadCursor(list, cursor[:len(cursor)-1]+last) },
		"that was cut":      func() (string, error) { return s.ReadCursor(list, cursor[:8]) },
		"that is empty":     func() (string, error) { return s.ReadCursor(list, "") },
		"that is no base64": func() (string, error) { return s.ReadCursor(list, "%%%") },
		"of the list of REST": func() (string, error) {
			return s.ReadCursor(list, s.InterviewsCursor("org_1", models.InterviewFilter{}, models.Position{ID: "int_1"}))
		},
	} {
		if got, err := read(); models.KindOf(err) != models.Invalid || got != "" {
			t.Errorf("a cursor %s: %q (%v), want it refused", name, got, err)
		}
	}
}

func TestCursors(t *testing.T) {
	t.Parallel()
	s := models.Secret(desk.Secret)
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
	for name, read := range map[string]func() (models.Position, error){
		"of another organization": func() (models.Position, error) { return s.ReadInterviewsCursor("org_2", filter(), cursor) },
		"of another secret": func() (models.Position, error) {
			return models.Secret("x").ReadInterviewsCursor("org_1", filter(), cursor)
		},
		"without the filters": func() (models.Position, error) {
			return s.ReadInterviewsCursor("org_1", models.InterviewFilter{}, cursor)
		},
		"with another bound": func() (models.Position, error) {
			f := filter()
			*f.From = f.From.Add(time.Millisecond)
			return s.ReadInterviewsCursor("org_1", f, cursor)
		},
		"with a bound moved to another parameter": func() (models.Position, error) {
			f := filter()
			f.From, f.To = nil, f.From
			return s.ReadInterviewsCursor("org_1", f, cursor)
		},
		"with include_canceled changed": func() (models.Position, error) {
			f := filter()
			f.ExcludeCanceled = false
			return s.ReadInterviewsCursor("org_1", f, cursor)
		},
		"empty": func() (models.Position, error) { return s.ReadInterviewsCursor("org_1", filter(), "") },
		"cut": func() (models.Position, error) {
			return s.ReadInterviewsCursor("org_1", filter(), cursor[:len(cursor)-2])
		},
		"words":  func() (models.Position, error) { return s.ReadInterviewsCursor("org_1", filter(), "next page please") },
		"padded": func() (models.Position, error) { return s.ReadInterviewsCursor("org_1", filter(), cursor+"=") },
		"a link": func() (models.Position, error) {
			return s.ReadInterviewsCursor("org_1", filter(), s.SignLink(models.LinkSession, "int_1", 0))
		},
		"too long": func() (models.Position, error) {
			return s.ReadInterviewsCursor("org_1", filter(), strings.Repeat("A", 100000))
		},
	} {
		if p, err := read(); models.KindOf(err) != models.Invalid || p != (models.Position{}) ||
			!strings.Contains(err.Error(), "cursor") || len(err.Error()) > 400 {
			t.Errorf("refuses one that is %s: got %v, %v", name, p, err)
		}
	}
	for n, other := range desk.ChangedBits(t, cursor) {
		if _, err := s.ReadInterviewsCursor("org_1", filter(), other); err == nil {
			t.Errorf("bit %d can be changed", n)
		}
	}
}
