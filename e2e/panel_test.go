package e2e

import "testing"

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
