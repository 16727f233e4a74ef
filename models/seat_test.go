package models_test

import (
	"reflect"
	"slices"
	"testing"

	"litmus/models"
)

func TestSeatsWords(t *testing.T) {
	t.Parallel()
	got := models.SeatsWords([]models.Seat{{Pool: "pool_1", Count: 2, Role: models.SeatInterviewer},
		{Pool: "pool_1", Count: 1, Role: models.SeatShadow, Optional: true},
		{People: []string{"ann@x.io", "bob@x.io"}, Count: 1, Role: models.SeatObserver, Optional: true}},
		func(id string) string { return map[string]string{"pool_1": "Backend"}[id] })
	if want := `2 of "Backend"; 1 trainee of "Backend"; 1 observer of ann@x.io, bob@x.io, optional`; got != want {
		t.Errorf("the seats are %s, want %s", got, want)
	}
}

func TestCheckSeats(t *testing.T) { // P2
	t.Parallel()
	lead := models.Seat{Pool: "pool_1", Count: 2, Role: models.SeatInterviewer}
	got, err := models.CheckSeats([]models.Seat{
		{Pool: "pool_2", Count: 1, Role: models.SeatObserver, Optional: true}, lead,
		{People: []string{"Ann@Acme.Example", "ann@acme.example", "bob@acme.example"}, Count: 2,
			Role: models.SeatObserver},
		{Pool: "pool_1", Count: 1, Role: models.SeatShadow}, {Pool: "pool_3", Count: 2, Role: models.SeatRoom}})
	want := []models.Seat{{Pool: "pool_2", Count: 1, Role: models.SeatObserver, Optional: true}, lead,
		{People: []string{"ann@acme.example", "bob@acme.example"}, Count: 2, Role: models.SeatObserver},
		{Pool: "pool_1", Count: 1, Role: models.SeatShadow, Optional: true},
		{Pool: "pool_3", Count: 2, Role: models.SeatRoom}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v\nwant %+v", got, err, want)
	}
	if got, err := models.CheckSeats(nil); err != nil || got != nil {
		t.Errorf("a round without seats has %+v, %v", got, err)
	}
	trainee := models.Seat{Pool: "pool_1", Count: 1, Role: models.SeatShadow}
	for want, seats := range map[string][]models.Seat{
		"seat 1 names neither a pool nor people; expected one of them": {{Count: 1, Role: models.SeatInterviewer}},
		"seat 1 names a pool and people; expected one of them": {{Pool: "pool_1", People: []string{"a@b.example"},
			Count: 1, Role: models.SeatInterviewer}},
		"seat 2 is for 0 people; expected 1 to 20":  {lead, {Pool: "pool_1", Role: models.SeatObserver}},
		"seat 2 is for 21 people; expected 1 to 20": {lead, {Pool: "pool_1", Count: 21, Role: models.SeatObserver}},
		`seat 1 has the role "boss", which is unknown; expected interviewer, shadow, observer or room`: {{
			Pool: "pool_1", Count: 1, Role: "boss"}},
		"seat 2 is a room's and names people; expected a pool of rooms": {lead, {People: []string{"a@b.example"},
			Count: 1, Role: models.SeatRoom}},
		"seat 1 has the role room; the first seat that is not optional leads the interview, so its role is " +
			"interviewer": {{Pool: "pool_3", Count: 1, Role: models.SeatRoom}, lead},
		"there are 21 seats; at most 20 are allowed": slices.Repeat([]models.Seat{lead}, 21),
		"every seat is optional; at least one seat of role interviewer is not, and leads the interview": {
			{Pool: "pool_1", Count: 1, Role: models.SeatInterviewer, Optional: true}, trainee},
		"seat 1 has the role observer; the first seat that is not optional leads the interview, so its role is " +
			"interviewer": {{Pool: "pool_1", Count: 1, Role: models.SeatObserver}, lead},
		"seat 3 is a second one for trainees; an interview has one trainee at most": {lead, trainee, trainee},
		"seat 1 is for 2 people and names 1; name more of them, or make it for fewer": {{People: []string{"a@b.example",
			"A@b.example"}, Count: 2, Role: models.SeatInterviewer}},
		`a person of the seat "nobody" is not a bare email address such as ann@example.com`: {{
			People: []string{"nobody"}, Count: 1, Role: models.SeatInterviewer}},
	} {
		if _, err := models.CheckSeats(seats); err == nil || err.Error() != want ||
			models.KindOf(err) != models.Invalid {
			t.Errorf("got %v\nwant %s", err, want)
		}
	}
}

func TestCheckSeatPools(t *testing.T) {
	t.Parallel()
	kinds := map[string]string{"pool_1": models.PoolPeople, "pool_3": models.PoolRooms}
	kind := func(id string) string { return kinds[id] }
	right := []models.Seat{{People: []string{"a@b.example"}}, {Pool: "pool_1", Role: models.SeatObserver},
		{Pool: "pool_3", Role: models.SeatRoom}}
	if err := models.CheckSeatPools(right, kind); err != nil {
		t.Error(err)
	}
	for want, s := range map[string]models.Seat{
		`seat 4 names pool "pool_2", which is unknown`: {Pool: "pool_2"},
		"seat 4 has the role room and names a pool of people; expected a pool of rooms": {Pool: "pool_1",
			Role: models.SeatRoom},
		"seat 4 has the role observer and names a pool of rooms; expected a pool of people": {Pool: "pool_3",
			Role: models.SeatObserver},
	} {
		if err := models.CheckSeatPools(append(right, s), kind); err == nil || err.Error() != want ||
			models.KindOf(err) != models.Invalid {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
