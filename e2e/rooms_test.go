package e2e

import (
	"strings"
	"testing"
	"time"
)

// P1, P2, P3, P4 and P9: a round that is held in a room of a pool is offered while one is free that holds everybody.
// The panel names the room, its letters and the candidate's page say where, and nobody writes to it.
func TestRoundInARoom(t *testing.T) {
	t.Parallel()
	const round = "title: Systems, fallback_recipients: [lead@northwind.example, second@northwind.example]}"
	people, named := "", ""
	for _, name := range []string{"eng1", "eng2"} {
		people += "\n  - {email: " + name + "@northwind.example, time_zone: UTC, working_hours: {tue: [\"00:00-24:00\"]}}"
		named += "{email: " + name + "@northwind.example}, "
	}
	o := Shared(t).NewOrg(t,
		round, round[:len(round)-1]+", seats: [{pool: engineers}, {pool: berlin, role: room}]}",
		"\nassessments:", "\npools:\n  - {key: engineers, name: Engineers, members: ["+named+"]}\n"+
			"  - key: berlin\n    name: Rooms Berlin\n    kind: rooms\n    rooms:\n"+
			"      - {key: two, name: Berlin 2, capacity: 1}\n"+
			"      - {key: three, name: Berlin 3, capacity: 2, time_zone: Asia/Tokyo, opening_hours: {tue: [\"18:00-22:00\"]}}\n"+
			"\nassessments:",
		"\n  - {email: bram@northwind.example", people+"\n  - {email: bram@northwind.example")
	day := o.Now().UTC().AddDate(0, 0, 7)
	for day.Weekday() != time.Tuesday {
		day = day.AddDate(0, 0, 1)
	}
	at := func(hour int) string {
		return time.Date(day.Year(), day.Month(), day.Day(), hour, 0, 0, 0, time.UTC).Format(time.RFC3339)
	}
	slots := "/postings/" + o.Posting("engineer") + "/slots?round_id=" + o.Round("engineer", "main", "systems") +
		"&from=" + at(0) + "&to=" + at(23)
	offered := func() (starts string) {
		r := o.Do(t, "GET", slots, nil).Want(200)
		for n := range r.List("slots") {
			one := "slots." + string(rune('0'+n))
			starts += r.Text(one + ".start_at")[11:13] + " "
			if r.Int(one+".capacity") != 1 || strings.Contains(string(r.Body), "room_") {
				t.Errorf("offered is %s", r.Body)
			}
		}
		return starts
	}
	if got := offered(); got != "09 09 10 10 11 11 12 " { // Berlin 3 is open from 9 to 13, by UTC
		t.Errorf("offered are the hours %q", got)
	}
	booked := o.try(t, "a", at(10), "", "panel", "auto").Want(201)
	id := booked.Text("interview.id")
	for where, want := range map[string]string{"0.email": o.Email("eng1"), "1.email": "", "1.name": "Berlin 3",
		"1.role": "room", "1.seat": "Rooms Berlin", "1.why": "is the only one that is free"} {
		if got := booked.Text("interview.panel." + where); got != want {
			t.Errorf("panel.%s is %q, want %q: %s", where, got, want, booked.Body)
		}
	}
	o.try(t, "b", at(10), "", "panel", "auto").WantError(409, "Rooms Berlin: no room is free; Berlin 2 holds 1 person, "+
		"and 2 are needed, Berlin 3 is taken from 10:00 to ")
	if got := offered(); strings.Contains(got, "10") {
		t.Errorf("beside it the hours %q are offered", got)
	}
	for _, to := range []string{"a", "eng1"} {
		letter := o.Letters(t, o.Email(to), 1)[0]
		where := letter.Event(t).Location
		if !strings.Contains(letter.Text, "\nWhere: Berlin 3\n") || !strings.HasPrefix(where, "Berlin 3") {
			t.Errorf("%s reads:\n%s\nin %q", to, letter.Text, where)
		}
	}
	shown := map[string]*Response{"the candidate's page": o.Get(t, o.linkFor(t, "a", sessionLink))}
	admin := []string{"Cookie", o.signsIn(t, o.signInLink(t, "root"))}
	for _, path := range []string{"/dashboard/interviews", "/dashboard/interviews/" + id} {
		shown[path] = o.Get(t, path, admin...)
	}
	for page, r := range shown {
		text := strings.ReplaceAll(string(r.Want(200).Body), "\u00a0", " ")
		if !strings.Contains(text, "Berlin 3") || strings.Contains(text, "room_") {
			t.Errorf("%s does not say where:\n%s", page, text)
		}
	}
	for _, e := range o.Converged(t, id).Effects {
		if strings.Contains(e.Target, "room_") {
			t.Errorf("somebody writes to a room: %+v", e)
		}
	}
	// Of the room's time the next one has what is left.
	moved := o.try(t, "a", at(12), "", "panel", "auto", "replace_existing", true).Want(201)
	if moved.Text("interview.panel.1.name") != "Berlin 3" || !strings.Contains(offered(), "10") {
		t.Errorf("moved it is %s", moved.Body)
	}
}
