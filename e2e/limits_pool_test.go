package e2e

import (
	"strings"
	"testing"
	"time"
)

// P5: a pool that interviews once a day is asked once a day. Slots offer no time of that day for a round with a seat
// from it, a booking that chooses is refused with the pool's limit, and one that names its people stands with the
// warning over_limit.
func TestLimitOfAPool(t *testing.T) {
	t.Parallel()
	const round = "title: Systems, fallback_recipients: [lead@northwind.example, second@northwind.example]}"
	people, named := "", ""
	for _, name := range []string{"eng1", "eng2", "eng3"} {
		people += "\n  - {email: " + name + "@northwind.example, time_zone: UTC, " +
			"working_hours: {tue: [\"09:00-17:00\"]}}"
		named += "{email: " + name + "@northwind.example}, "
	}
	o := Shared(t).NewOrg(t,
		round, round[:len(round)-1]+", seats: [{pool: engineers}]}",
		"\nassessments:", "\npools:\n  - {key: engineers, name: Engineers, limits: {day: 1}, members: ["+named+"]}\n"+
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
	r := o.Do(t, "GET", slots, nil).Want(200)
	if n := len(r.List("slots")); n == 0 || r.Int("slots.0.capacity") != 1 {
		t.Errorf("three people of a pool that interviews once a day offer %s", r.Body)
	}
	o.try(t, "a", at(10), "", "panel", "auto").Want(201)
	if n := len(o.Do(t, "GET", slots, nil).Want(200).List("slots")); n > 0 {
		t.Errorf("%d times are offered at the limit", n)
	}
	o.try(t, "b", at(14), "", "panel", "auto").WantError(409, "Engineers: the pool has 1 interview on Tue ")
	beyond := o.try(t, "b", at(14), "", "panel", []string{o.Email("eng2")}).Want(201)
	const over = `"over_limit","message":"Pool \"Engineers\" has 1 interview on Tue `
	if !strings.Contains(string(beyond.Body), over) {
		t.Errorf("who is named is booked with %s", beyond.Body)
	}
}
