package e2e

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// P3, P8 and P9: a booking that names a panel takes the time of everybody in it.
func TestPanel(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	bram, dora := o.Email("bram"), o.Email("dora")
	const start, path = "2032-06-01T10:00:00Z", "/interviews"
	booked := o.try(t, "a", start, "", "panel", []string{bram, " " + dora}).Want(201)
	id := booked.Text("interview.id")
	for where, want := range map[string]string{"interviewer_email": bram, "panel.0.email": bram, "panel.1.email": dora,
		"panel.1.role": "interviewer", "panel.1.name": "Dora Quillon", "panel.1.response": ""} {
		if got := booked.Text("interview." + where); got != want {
			t.Errorf("%s is %q, want %q", where, got, want)
		}
	}
	o.try(t, "b", start, dora).WantError(409, "interviewer "+dora+" already has an interview")
	o.try(t, "b", start, "", "panel", []string{o.Email("cleo"), dora}).WantError(409, dora)
	for _, email := range []string{bram, dora} {
		if list := o.Do(t, "GET", path+"?interviewer_email="+email+"&from="+start+"&to="+start, nil); list.Text(
			"interviews.0.id") != id {
			t.Errorf("the interviews of %s are %s", email, list.Body)
		}
	}
	// Another lead takes the place of the first.
	changed := o.Do(t, "PATCH", path+"/"+id, Object{"interviewer_email": o.Email("cleo")}).Want(200)
	if got := changed.Text("panel.0.email"); got != o.Email("cleo") {
		t.Errorf("after another interviewer the panel is %s", changed.Body)
	}
	o.try(t, "c", start, bram).Want(201)
	// A booking anew without a panel has none.
	anew := o.try(t, "a", start, dora, "replace_existing", true).Want(201)
	if len(anew.List("interview.panel")) > 0 {
		t.Errorf("the panel is still there: %s", anew.Body)
	}

	for about, refused := range map[string]struct {
		panel any
		more  []any
		want  int
		says  string
	}{
		"a round without seats":  {"auto", nil, 400, "has none"},
		"another word":           {"any", nil, 400, `panel must be a list of addresses, or "auto"`},
		"no address":             {[]string{"bram"}, nil, 400, "panel"},
		"somebody twice":         {[]string{bram, dora, bram}, nil, 400, "twice"},
		"an interviewer besides": {"auto", []any{"interviewer_email", bram}, 400, "interviewer_email"},
		"who does not lead it":   {[]string{bram, dora}, []any{"interviewer_email", dora}, 400, "does not lead"},
		"a stranger":             {[]string{bram, "who@elsewhere.example"}, nil, 409, "who@elsewhere.example"},
		"a session by link":      {[]string{bram, dora}, []any{"externally_scheduled", true, "meeting_link", "https://m.example/1"}, 400, "externally_scheduled"},
	} {
		changes := append([]any{"panel", refused.panel}, refused.more...)
		if r := o.try(t, "r", "2032-06-02T10:00:00Z", "", changes...); r.Status != refused.want {
			t.Errorf("%s: %d %s, want %d", about, r.Status, r.Body, refused.want)
		} else {
			r.WantError(refused.want, refused.says)
		}
	}
	o.try(t, "r", "2032-06-02T10:00:00Z", bram, "panel", []string{}).Want(201) // an empty list is no panel
}

// P2, P4, P6 and P9: a round of two engineers and a manager, and a trainee if one is free. What is offered is what can
// be seated; `panel: "auto"` and a candidate who picks get such a panel, and each of it a letter of their own.
func TestPanelOfSeats(t *testing.T) {
	t.Parallel()
	const round = "title: Systems, fallback_recipients: [lead@northwind.example, second@northwind.example]}"
	always := `working_hours: {mon: ["00:00-24:00"], tue: ["00:00-24:00"], wed: ["00:00-24:00"], thu: ["00:00-24:00"], ` +
		`fri: ["00:00-24:00"]}}`
	people, pool := "", ""
	for _, name := range []string{"eng1", "eng2", "eng3", "boss"} {
		people += "\n  - {email: " + name + "@northwind.example, name: " + name + " Quillon, time_zone: UTC, " + always
		if name != "boss" {
			pool += "{email: " + name + "@northwind.example}, "
		}
	}
	o := Shared(t).NewOrg(t, round, round[:len(round)-1]+", seats: [{pool: engineers, count: 2}, {people: [boss@northwind.example]}]}",
		"\nassessments:", "\npools:\n  - {key: engineers, name: Engineers, members: ["+pool+"]}\n\nassessments:",
		"\n  - {email: bram@northwind.example", people+"\n  - {email: bram@northwind.example")
	day := o.Now().UTC().AddDate(0, 0, 7)
	for day.Weekday() != time.Tuesday {
		day = day.AddDate(0, 0, 1)
	}
	start := time.Date(day.Year(), day.Month(), day.Day(), 10, 0, 0, 0, time.UTC).Format(time.RFC3339)
	slots := "/postings/" + o.Posting("engineer") + "/slots?round_id=" + o.Round("engineer", "main", "systems") +
		"&from=" + start + "&to=" + start
	offered := o.Do(t, "GET", slots, nil).Want(200)
	if n, who := offered.Int("slots.0.capacity"), len(offered.List("slots.0.interviewer_emails")); n != 1 || who != 4 {
		t.Errorf("offered are %d panels of %d people: %s", n, who, offered.Body)
	}
	booked := o.try(t, "a", start, "", "panel", "auto").Want(201)
	var seats []string
	for n := range booked.List("interview.panel") {
		at := "interview.panel." + strconv.Itoa(n)
		seats = append(seats, booked.Text(at+".email")+" "+booked.Text(at+".seat"))
		if booked.Text(at+".why") == "" {
			t.Errorf("nothing says why %s was chosen", booked.Text(at+".email"))
		}
	}
	if want := []string{o.Email("eng1") + " Engineers", o.Email("eng2") + " Engineers",
		o.Email("boss") + " "}; !slices.Equal(seats, want) {
		t.Errorf("the panel is %v, want %v", seats, want)
	}
	if left := o.Do(t, "GET", slots, nil).Want(200); len(left.List("slots")) > 0 {
		t.Errorf("a second panel is offered: %s", left.Body)
	}
	o.try(t, "b", start, "", "panel", "auto").WantError(409, "Engineers: 1 of 2 is free")
	o.try(t, "b", start, o.Email("boss")).WantError(409, "already has an interview")
	for _, name := range []string{"eng1", "eng2", "boss"} {
		letter := o.Letters(t, o.Email(name), 1)[0]
		if !strings.Contains(letter.Text, "Your seat: ") || !strings.Contains(letter.Text, "Together with: ") {
			t.Errorf("%s reads:\n%s", name, letter.Text)
		}
	}
	if letter := o.Letters(t, o.Email("a"), 1)[0]; !strings.Contains(letter.Text, "eng1 Quillon, eng2 Quillon and boss Quillon") {
		t.Errorf("the candidate reads:\n%s", letter.Text)
	}
	o.Do(t, "DELETE", "/interviews/"+booked.Text("interview.id"), nil).Want(200)
	for _, name := range []string{"eng1", "eng2", "boss"} {
		o.Letters(t, o.Email(name), 2)
	}
}
