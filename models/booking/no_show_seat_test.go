package booking_test

import (
	"testing"
	"time"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/desk"
)

func TestDecideNoShowOfASeat(t *testing.T) { // P12
	t.Parallel()
	const bob = "bob@acme.example"
	i := desk.Scheduled()
	i.InterviewerEmail = desk.Ann
	i.Panel = []models.Seated{{Email: desk.Ann, Role: models.SeatInterviewer}, {Email: bob, Role: models.SeatShadow}}
	missing := i
	missing.Panel = []models.Seated{i.Panel[0], {Email: bob, Role: models.SeatShadow, Missed: true}}
	canceled := i
	canceled.CanceledAt = desk.Ptr(desk.Thu)
	mark := booking.NoShow{Who: models.NoShowInterviewer, Email: bob}
	for name, c := range map[string]struct {
		i               models.Interview
		o               booking.NoShow
		now             time.Time
		missed, changed bool
		refused         bool
	}{
		"from the start on": {i, mark, desk.Mon(15, 0), true, true, false},
		"once more":         {missing, mark, desk.Mon(15, 0), true, false, false},
		"it is taken back":  {missing, booking.NoShow{Email: bob}, desk.Mon(15, 0), false, true, false},
		"before the start":  {i, mark, desk.Mon(14, 59), false, false, true},
		"canceled":          {canceled, mark, desk.Mon(15, 0), false, false, true},
		"somebody who is not in it": {i, booking.NoShow{Who: models.NoShowInterviewer, Email: "who@acme.example"},
			desk.Mon(15, 0), false, false, true},
	} {
		got, changed, err := booking.DecideNoShow(c.i, c.o, c.now)
		if got.Panel[1].Missed != c.missed || changed != c.changed || (err != nil) != c.refused || got.NoShow != "" {
			t.Errorf("%s: %+v, changed %t, %v", name, got.Panel, changed, err)
		}
	}
	if i.Panel[1].Missed {
		t.Error("the mark is in the interview as it was")
	}
	leads, _, err := booking.DecideNoShow(i, booking.NoShow{Who: models.NoShowInterviewer, Email: desk.Ann},
		desk.Mon(15, 0))
	if err != nil || leads.NoShow != models.NoShowInterviewer {
		t.Errorf("who leads, by their address: %q, %v", leads.NoShow, err)
	}
	missing.SetStart(desk.Mon(17, 0), 0)
	if missing.Panel[1].Missed {
		t.Error("another start keeps the mark")
	}
}

// TestRoomIsNobody: nobody is looked for in the place of a room, it answers nothing, and it is never missing.
func TestRoomIsNobody(t *testing.T) {
	t.Parallel()
	i := desk.Scheduled()
	i.InterviewerEmail = desk.Ann
	i.Panel = []models.Seated{{Email: desk.Ann, Role: models.SeatInterviewer},
		{Email: "room_1", Room: "Small", Role: models.SeatRoom}}
	now := i.StartsAt.Add(-2 * time.Hour)
	if i.Attends("room_1") || booking.MayAskReplacement(i, "room_1", now) {
		t.Error("a replacement of the room can be asked for")
	}
	if s := booking.AnswerStateOf(i, "room_1", i.StartsAt, now); s != booking.AnswerReplaced {
		t.Errorf("an answer of the room is %s", s)
	}
	desk.WantRefusal(t, "a room that did not come", models.Conflict, "not in the panel")(booking.DecideNoShow(i,
		booking.NoShow{Who: models.NoShowInterviewer, Email: "room_1"}, i.StartsAt.Add(time.Minute)))
}
