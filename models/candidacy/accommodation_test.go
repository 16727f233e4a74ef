package candidacy

import (
	"strings"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/desk"
)

// TestDecideAccommodation proves that a candidate says, changes and withdraws what they need, that a form sent twice
// and one that is outdated change nothing, and that a page which others may have only adds.
func TestDecideAccommodation(t *testing.T) {
	t.Parallel()
	settled := desk.Thu.Add(time.Minute)
	active := models.Candidate{ID: "cand_1", State: models.CandidateInvited}
	old := func(text string) *Accommodation {
		return &Accommodation{Text: text, AskedAt: desk.Thu, SettledAt: &settled, SettledBy: desk.Ann}
	}
	seen, none := desk.Ptr(desk.Thu), &time.Time{}
	for name, c := range map[string]struct {
		state   string // of the candidate; "" is invited
		was     *Accommodation
		o       AccommodationOrder
		want    string // the text; "" is nothing
		changed bool
		kind    models.Kind
	}{
		"says it":                {"", nil, AccommodationOrder{"captions", none}, "captions", true, 0},
		"changes it":             {"", old("captions"), AccommodationOrder{"a ramp", seen}, "a ramp", true, 0},
		"withdraws it":           {"", old("captions"), AccommodationOrder{"", seen}, "", true, 0},
		"sends the form twice":   {"", old("captions"), AccommodationOrder{"captions", none}, "captions", false, 0},
		"withdraws it twice":     {"", nil, AccommodationOrder{"", seen}, "", false, 0},
		"types in an old tab":    {"", old("captions"), AccommodationOrder{"a ramp", none}, "captions", false, models.Conflict},
		"withdraws in one":       {"", old("captions"), AccommodationOrder{"", none}, "captions", false, models.Conflict},
		"is past it":             {models.CandidateRejected, nil, AccommodationOrder{"captions", none}, "", false, models.Conflict},
		"withdraws it afterward": {models.CandidateRejected, old("captions"), AccommodationOrder{"", seen}, "", true, 0},
		"says it where others read": {"", nil, AccommodationOrder{"captions", nil}, "captions",
			true, 0},
		"adds there":       {"", old("captions"), AccommodationOrder{"a ramp", nil}, "captions\n\na ramp", true, 0},
		"adds there twice": {"", old("captions\n\na ramp"), AccommodationOrder{"a ramp", nil}, "captions\n\na ramp", false, 0},
		"erases there":     {"", old("captions"), AccommodationOrder{"", nil}, "captions", false, models.Invalid},
		"guesses there afterward": {models.CandidateRejected, old("captions"), AccommodationOrder{"captions", nil},
			"captions", false, models.Conflict},
		"guesses wrong": {models.CandidateRejected, old("captions"), AccommodationOrder{"a ramp", nil},
			"captions", false, models.Conflict},
		// Whether it is kept cannot be told from the answer, else the page would tell how much is stored.
		"adds to much": {"", old(strings.Repeat("x", 1999)), AccommodationOrder{"a ramp", nil},
			strings.Repeat("x", 1999) + "\n\na ramp", true, 0},
		"adds too much": {"", old(strings.Repeat("x", 20_000)), AccommodationOrder{"a ramp", nil},
			strings.Repeat("x", 20_000), false, 0},
	} {
		candidate := active
		if c.state != "" {
			candidate.State = c.state
		}
		got, changed, err := DecideAccommodation(candidate, nil, c.was, c.o, desk.Thu.Add(time.Hour))
		desk.WantRefusal(t, name, c.kind, "")(err)
		text := ""
		if got != nil {
			text = got.Text
		}
		if text != c.want || changed != c.changed {
			t.Errorf("who %s: %.40q, changed %t; want %.40q, %t", name, text, changed, c.want, c.changed)
		}
		if changed && got != nil && (!got.Open() || !got.AskedAt.Equal(desk.Thu.Add(time.Hour))) {
			t.Errorf("who %s asks by %+v, want it to be open since then", name, got)
		}
	}
	over := desk.Thu.Add(-time.Hour)
	if MayAsk(active, &models.Interview{StartsAt: over, EndsAt: over, WindowEndsAt: &over}, desk.Thu) {
		t.Error("something can be asked for after the interview")
	}
}

// TestDecideSettled proves that only what was read is settled, and once.
func TestDecideSettled(t *testing.T) {
	t.Parallel()
	was := &Accommodation{Text: "captions", AskedAt: desk.Thu}
	now := desk.Thu.Add(time.Hour)
	got, changed, err := DecideSettled(was, desk.Thu, desk.Ann, now)
	verify.Each(t, "settled it", verify.Fields{"error": {err, nil}, "changed": {changed, true},
		"Open": {got.Open(), false}, "SettledBy": {got.SettledBy, desk.Ann}, "SettledAt": {got.SettledAt, now}})
	if again, changed, err := DecideSettled(got, desk.Thu, desk.Bob, now.Add(time.Hour)); err != nil || changed ||
		again.SettledBy != desk.Ann {
		t.Errorf("settled twice it is %+v, changed %t (%v)", again, changed, err)
	}
	_, _, err = DecideSettled(was, desk.Thu.Add(-time.Hour), desk.Ann, now)
	desk.WantRefusal(t, "another text was read", models.Conflict, "")(err)
	_, _, err = DecideSettled(nil, desk.Thu, desk.Ann, now)
	desk.WantRefusal(t, "it was withdrawn", models.NotFound, "")(err)
}
