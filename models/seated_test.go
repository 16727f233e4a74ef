package models_test

import (
	"slices"
	"testing"

	"litmus/models"
)

// TestRoomsAreNobody leaves rooms out of the people of a panel, and names them, also when they are gone.
func TestRoomsAreNobody(t *testing.T) {
	t.Parallel()
	i := models.Interview{InterviewerEmail: "ann@acme.example", Panel: []models.Seated{
		{Email: "ann@acme.example", Role: models.SeatInterviewer}, {Email: "room_1", Role: models.SeatRoom,
			Name: "Mitte", Room: "Berlin 3"}, {Email: "bob@acme.example", Role: models.SeatObserver},
		{Email: "room_2", Role: models.SeatRoom, Room: "Berlin 4"}}}
	if others := i.Others(); len(others) != 1 || others[0].Email != "bob@acme.example" {
		t.Errorf("beside the lead there are %+v", others)
	}
	if people := models.People(i.Panel); len(people) != 2 || len(i.Panel) != 4 {
		t.Errorf("the people are %+v of %d", people, len(i.Panel))
	}
	if rooms := i.Rooms(); !slices.Equal(rooms, []string{"Mitte", "Berlin 4"}) {
		t.Errorf("it is held in %q", rooms)
	}
	change := models.InterviewChange(models.ChangeReplaced, models.Interview{ID: "int_1"}, i)
	for field, want := range map[models.Field]string{models.FieldPanel: "bob@acme.example",
		models.FieldRoom: "Mitte, Berlin 4"} {
		if n := slices.IndexFunc(change.Details, func(d models.Detail) bool { return d.Field == field }); n < 0 ||
			change.Details[n].After != want {
			t.Errorf("the history has %+v", change.Details)
		}
	}
}

// TestAbsent: who leads is absent by the interview's own mark, others by their seats', and a candidate or a room never.
func TestAbsent(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		noShow, lead string
		missed       []bool // the lead's, another's and the room's
		want         []string
	}{
		{"", "ann", []bool{false, false, false}, nil},
		{models.NoShowCandidate, "ann", []bool{false, false, false}, nil},
		{models.NoShowInterviewer, "ann", []bool{false, false, false}, []string{"ann"}},
		{models.NoShowCandidate, "ann", []bool{false, true, true}, []string{"bob"}},
		{models.NoShowInterviewer, "ann", []bool{true, true, false}, []string{"ann", "bob"}},
		{models.NoShowInterviewer, "", nil, nil},
	} {
		i := models.Interview{InterviewerEmail: c.lead, NoShow: c.noShow}
		for n, missed := range c.missed {
			i.Panel = append(i.Panel, models.Seated{Email: []string{"ann", "bob", "room_1"}[n], Missed: missed,
				Role: []string{models.SeatInterviewer, models.SeatObserver, models.SeatRoom}[n]})
		}
		if got := i.Absent(); !slices.Equal(got, c.want) {
			t.Errorf("%q with %v: %v, want %v", c.noShow, c.missed, got, c.want)
		}
	}
}
