package dashboard

import (
	"net/http"
	"strings"
	"testing"

	"litmus/dashboard/internal/site"
	"litmus/models/access"
	"litmus/models/act"
	"litmus/store/pipelines"
	"litmus/testdb"
)

// foreign says how an admin of another organization reaches for what is ours by a route.
type foreign struct {
	path   string   // with our ids; "" for the route's own, which has none
	fields []string // of a form, with our ids where it has any
	status int      // what the answer has to be; 0 means 404
}

// confirmed are the fields of a form that carries out what it showed.
var confirmed = []string{"confirm", "yes", "revision", "1"}

// foreigns has a row for each route of the table, by "METHOD path". What a row names exists in our organization; the
// requests are those of an admin of the other one. A route without ids shows or changes what is theirs, so that its row
// says which status it has then.
var foreigns = map[string]func(t *testing.T, w *world) foreign{
	"GET /dashboard": own(200),
	"GET /dashboard/search": func(*testing.T, *world) foreign {
		return foreign{path: "/dashboard/search?q=marlowe", status: 200}
	},
	"GET /dashboard/interviews":                            own(200),
	"GET /dashboard/interviews.csv":                        own(200),
	"GET /dashboard/figures":                               own(200),
	"GET /dashboard/figures.csv":                           own(200),
	"GET /dashboard/load":                                  own(200),
	"GET /dashboard/load.csv":                              own(200),
	"GET /dashboard/week":                                  foreignWeek,
	"GET /dashboard/book":                                  foreignBooking,
	"POST /dashboard/book":                                 foreignForm("step", "times"),
	"POST /dashboard/book/confirm":                         foreignForm("pick", "2031-03-04T13:00:00.000Z "+priya),
	"POST /dashboard/interviews/cancel":                    foreignChoice,
	"GET /dashboard/interviews/hand-over":                  foreignHandOver,
	"POST /dashboard/interviews/hand-over":                 foreignHandOver,
	"GET /dashboard/interviews/{id}":                       foreignInterview(""),
	"GET /dashboard/interviews/{id}/cancel":                foreignInterview("/cancel"),
	"POST /dashboard/interviews/{id}/cancel":               foreignInterview("/cancel", confirmed...),
	"GET /dashboard/interviews/{id}/move":                  foreignInterview("/move"),
	"POST /dashboard/interviews/{id}/undo":                 foreignInterview("/undo"),
	"GET /dashboard/interviews/{id}/reassign":              foreignInterview("/reassign"),
	"GET /dashboard/interviews/{id}/panel":                 foreignInterview("/panel"),
	"POST /dashboard/interviews/{id}/panel":                foreignInterview("/panel", append(confirmed, "person", priya)...),
	"POST /dashboard/interviews/{id}/reassign":             foreignInterview("/reassign", append(confirmed, "person", priya)...),
	"GET /dashboard/interviews/{id}/replacement":           foreignInterview("/replacement"),
	"POST /dashboard/interviews/{id}/replacement":          foreignInterview("/replacement", confirmed...),
	"POST /dashboard/interviews/{id}/replacement/withdraw": foreignInterview("/replacement/withdraw"),
	"POST /dashboard/interviews/{id}/copy":                 foreignInterview("/copy"),
	"POST /dashboard/interviews/{id}/no-show":              foreignInterview("/no-show", "who", "candidate"),
	"GET /dashboard/interviews/{id}/end-call":              foreignInterview("/end-call"),
	"POST /dashboard/interviews/{id}/end-call":             foreignInterview("/end-call", confirmed...),
	"GET /dashboard/interviews/{id}/link":                  foreignInterview("/link"),
	"POST /dashboard/interviews/{id}/link":                 foreignInterview("/link", confirmed...),
	"GET /dashboard/interviews/{id}/notes":                 foreignInterview("/notes"),
	"POST /dashboard/interviews/{id}/notes":                foreignInterview("/notes", "text", "theirs"),
	"GET /dashboard/interviews/{id}/artifact":              foreignInterview("/artifact"),
	"POST /dashboard/interviews/{id}/artifact":             foreignInterview("/artifact"),

	"GET /dashboard/zone":  own(200),
	"POST /dashboard/zone": own(303, "zone", "Europe/Berlin", "back", "/dashboard"),

	"GET /dashboard/availability": own(200),
	"GET /dashboard/postings/{id}/availability": func(_ *testing.T, w *world) foreign {
		return foreign{path: "/dashboard/postings/" + w.turbine() + "/availability"}
	},
	"POST /dashboard/postings/{id}/availability": func(_ *testing.T, w *world) foreign {
		return foreign{path: "/dashboard/postings/" + w.turbine() + "/availability",
			fields: []string{"slot", "2031-03-05T09:00:00Z"}} // for themselves
	},
	"GET /dashboard/postings/{id}/why": func(_ *testing.T, w *world) foreign {
		return foreign{path: "/dashboard/postings/" + w.turbine() + "/why?at=2031-03-05T09:00:00Z"}
	},
	"GET /dashboard/hours": func(_ *testing.T, w *world) foreign {
		return foreign{path: site.Href("/dashboard/hours", "person", w.person(tomas))}
	},
	"POST /dashboard/hours":        ofPerson("zone", "UTC"),
	"POST /dashboard/hours/forget": ofPerson(),
	"POST /dashboard/hours/limits": ofPerson(),
	"POST /dashboard/dates":        ofPerson("first", "2031-03-05"),
	"POST /dashboard/dates/remove": ofPerson("date", "2031-03-05"),

	"POST /dashboard/absences":        ofPerson("from", "2031-03-05"),
	"POST /dashboard/absences/remove": ofPerson("from", "2031-03-05"),

	"GET /dashboard/meeting-link": func(_ *testing.T, w *world) foreign {
		return foreign{path: site.Href("/dashboard/meeting-link", "person", w.person(tomas))}
	},
	"POST /dashboard/meeting-link": ofPerson("link", "https://meet.example/theirs"),
	"GET /dashboard/calendars":     own(200),
	"GET /dashboard/calendar": func(_ *testing.T, w *world) foreign {
		return foreign{path: site.Href("/dashboard/calendar", "person", w.person(tomas))}
	},
	"POST /dashboard/calendar":            ofPerson("provider", "ics", "url", "https://x.example/", "act", "anyway"),
	"GET /dashboard/calendar/consent":     own(400),
	"POST /dashboard/calendar/consent":    own(400, "code", "x"),
	"POST /dashboard/calendar/read":       ofPerson(),
	"POST /dashboard/calendar/disconnect": ofPerson(),

	"GET /dashboard/candidates":                        own(200),
	"GET /dashboard/candidates/{id}":                   ourCandidate(""),
	"GET /dashboard/candidates/{id}/advance":           ourCandidate("/advance"),
	"POST /dashboard/candidates/{id}/accommodation":    ourCandidate("/accommodation", "seen", "2031-03-03T12:00:00Z"),
	"POST /dashboard/candidates/{id}/decide":           ourCandidate("/decide", "decision", "reject", "seen", "pending"),
	"POST /dashboard/candidates/{id}/proposal/decline": ourCandidate("/proposal/decline", "seen", "2031-03-03T12:00:00Z"),
	"GET /dashboard/candidates/{id}/erase":             ourCandidate("/erase"),
	"POST /dashboard/candidates/{id}/erase":            ourCandidate("/erase", "confirm", "yes"),
	"GET /dashboard/candidates/{id}/stored.json":       ourCandidate("/stored.json"),
	"GET /dashboard/candidates/{id}/resend":            ourCandidate("/resend"),
	"POST /dashboard/candidates/{id}/resend":           ourCandidate("/resend", "seen", "0"),
	"POST /dashboard/candidates/{id}/revoke":           ourCandidate("/revoke"),
	"GET /dashboard/invite": func(_ *testing.T, w *world) foreign {
		return foreign{path: "/dashboard/invite?candidate=" + w.preparedCandidate().ID}
	},
	"POST /dashboard/invite": ourPosting,
	"GET /dashboard/invite/several": func(_ *testing.T, w *world) foreign {
		return foreign{path: "/dashboard/invite/several?candidate=" + w.preparedCandidate().ID}
	},
	"POST /dashboard/invite/several": func(_ *testing.T, w *world) foreign {
		return foreign{fields: []string{"to", w.turbine() + "/" + w.applied.Assessments["telemetry"],
			"people", "Rosa <rosa@elsewhere.example>"}}
	},
	"POST /dashboard/invite/preview": ourPosting,

	"GET /dashboard/submissions":             own(200),
	"GET /dashboard/submissions/{id}":        ourSubmission(""),
	"POST /dashboard/submissions/{id}/grade": ourSubmission("/grade", "seen", "0", "score", "1", "notes", "x"),
	"GET /dashboard/submissions/{id}/files/{file}": func(_ *testing.T, w *world) foreign {
		ref, id := w.handInFiles("third@candidate.example", "a.txt", "content")
		files, err := w.Candidates.SubmittedFiles(ctx, ref.OrgID, id)
		w.must(err)
		return foreign{path: site.SubmissionsPath + "/" + id + "/files/" + files[0].ID}
	},
	"GET /dashboard/submissions/{id}/advance": ourSubmission("/advance"),
	"POST /dashboard/submissions/{id}/decide": ourSubmission("/decide", "decision", "reject", "seen",
		"pending"),

	"GET /dashboard/news":       own(200),
	"POST /dashboard/news/seen": own(400, "up_to", "yesterday"),
	"GET /dashboard/notices":    own(200),
	"POST /dashboard/notices":   own(303, "recruiting", "daily", "following", "never"),

	"GET /dashboard/sessions": own(200),
	"POST /dashboard/sessions/end": func(t *testing.T, w *world) foreign {
		w.as(t, "admin")
		list, err := w.Team.Sessions(ctx, w.org.ID, ines)
		w.must(err)
		return foreign{fields: []string{"id", list[0].ID}}
	},
	"POST /dashboard/sessions/end-all":        own(303),
	"POST /dashboard/sign-out":                own(303),
	"GET /dashboard/postings":                 own(200),
	"GET /dashboard/postings/new":             own(200),
	"POST /dashboard/postings/new":            own(400),
	"GET /dashboard/postings/{id}":            ofPosting(""),
	"GET /dashboard/postings/{id}/edit":       ofPosting("/edit"),
	"POST /dashboard/postings/{id}/edit":      ofPosting("/edit", "version", "1", "title", "x", "kind", "role"),
	"POST /dashboard/postings/{id}/state":     ofPosting("/state", "state", "closed"),
	"POST /dashboard/postings/{id}/remove":    ofPosting("/remove", "version", "1"),
	"GET /dashboard/postings/{id}/tracks/new": ofPosting("/tracks/new"),
	"POST /dashboard/postings/{id}/tracks/new": ofPosting("/tracks/new", "version", "1", "name", "x", "id",
		pipelines.NewTrackID()),
	"GET /dashboard/postings/{id}/tracks/{track}":          ofPosting("/tracks/TRACK"),
	"POST /dashboard/postings/{id}/tracks/{track}":         ofPosting("/tracks/TRACK", "version", "1", "name", "x"),
	"POST /dashboard/postings/{id}/tracks/{track}/default": ofPosting("/tracks/TRACK/default", "version", "1"),
	"POST /dashboard/postings/{id}/tracks/{track}/move":    ofPosting("/tracks/TRACK/move", "version", "1", "to", "1"),
	"POST /dashboard/postings/{id}/tracks/{track}/remove":  ofPosting("/tracks/TRACK/remove", "version", "1"),
	"GET /dashboard/postings/{id}/steps/new":               ofPosting("/steps/new"),
	"POST /dashboard/postings/{id}/steps/new": ofPosting("/steps/new", "version", "1", "type", "step", "title", "x",
		"track", "TRACK", "id", pipelines.NewRoundID()),
	"GET /dashboard/postings/{id}/steps/{step}": ofPosting("/steps/STEP"),
	"POST /dashboard/postings/{id}/steps/{step}": ofPosting("/steps/STEP", "version", "1", "type", "step", "title",
		"x"),
	"POST /dashboard/postings/{id}/steps/{step}/move":   ofPosting("/steps/STEP/move", "version", "1", "to", "1"),
	"POST /dashboard/postings/{id}/steps/{step}/remove": ofPosting("/steps/STEP/remove", "version", "1"),
	"POST /dashboard/postings/{id}/attach":              ofPosting("/attach", "version", "1", "assessment", "QUIZ"),
	"POST /dashboard/postings/{id}/detach":              ofPosting("/detach", "version", "1", "assessment", "QUIZ"),
	"POST /dashboard/postings/{id}/follow":              ofPosting("/follow"),
	"POST /dashboard/postings/{id}/unfollow":            ofPosting("/unfollow"),
	"POST /dashboard/postings/{id}/interviewers":        ofPosting("/interviewers", "email", ada),
	"POST /dashboard/postings/{id}/interviewers/link": ofPosting("/interviewers/link", "email", jonas, "was", "",
		"link", "https://acme.example"),
	"POST /dashboard/postings/{id}/interviewers/remove": ofPosting("/interviewers/remove", "email", jonas),

	"GET /dashboard/assessments":         own(200),
	"GET /dashboard/assessments/new":     own(200),
	"POST /dashboard/assessments/new":    own(400),
	"GET /dashboard/pools":               own(200),
	"POST /dashboard/pools":              own(400),
	"GET /dashboard/pools/{id}":          ofPool(""),
	"POST /dashboard/pools/{id}":         ofPool("", "version", "1", "name", "x"),
	"POST /dashboard/pools/{id}/remove":  ofPool("/remove", "version", "1"),
	"POST /dashboard/pools/{id}/members": ofPool("/members", "email", "x@x.example", "state", "qualified"),
	"POST /dashboard/pools/{id}/members/change": ofPool("/members/change", "version", "1", "email", "x@x.example",
		"state", "qualified"),
	"POST /dashboard/pools/{id}/members/remove": ofPool("/members/remove", "email", "x@x.example"),
	"POST /dashboard/pools/{id}/rooms":          ofPool("/rooms", "version", "1", "name", "x", "capacity", "2"),
	"POST /dashboard/pools/{id}/rooms/remove":   ofPool("/rooms/remove", "room", "room_1"),

	"GET /dashboard/assessments/{id}":      ofAssessment(""),
	"GET /dashboard/assessments/{id}/edit": ofAssessment("/edit"),
	"POST /dashboard/assessments/{id}/edit": ofAssessment("/edit", "version", "1", "title", "x", "mode", "async", "do",
		"save"),
	"POST /dashboard/assessments/{id}/remove":              ofAssessment("/remove", "version", "1"),
	"POST /dashboard/assessments/{id}/files":               ofAssessment("/files"),
	"GET /dashboard/assessments/{id}/files/{file}":         ofTask(""),
	"POST /dashboard/assessments/{id}/files/{file}/remove": ofTask("/remove"),
	"GET /dashboard/assessments/{id}/rubric":               ofAssessment("/rubric"),
	"POST /dashboard/assessments/{id}/rubric": ofAssessment("/rubric", "version", "0", "text", "x", "scale",
		""),

	"GET /dashboard/keys":     own(200),
	"GET /dashboard/keys/new": own(200),
	"POST /dashboard/keys": func(t *testing.T, w *world) foreign { // a form of ours makes a key of theirs
		form := strings.Repeat("0f", 16)
		_, _, err := w.Team.CreateKeyOnce(ctx, act.By{}, w.org.ID, form, "ours", []string{access.RolesRead})
		w.must(err)
		return foreign{fields: []string{"form", form, "name", "theirs", "scope", access.RolesRead}, status: 200}
	},
	"GET /dashboard/keys/{id}": ourKey(""),
	"POST /dashboard/keys/{id}/scopes": ourKey("/scopes", "shown", access.RolesRead, "access", "some",
		"scope", access.InvitesWrite),
	"GET /dashboard/keys/{id}/revoke":  ourKey("/revoke"),
	"POST /dashboard/keys/{id}/revoke": ourKey("/revoke"),

	"GET /dashboard/audit":             ourRequest("/dashboard/audit?request=req_ours&key=", 200),
	"GET /dashboard/audit.csv":         ourRequest("/dashboard/audit.csv?request=req_ours&key=", 200),
	"GET /dashboard/audit/changes":     ourRequest("/dashboard/audit/changes?by=key:", 200),
	"GET /dashboard/audit/changes.csv": ourRequest("/dashboard/audit/changes.csv?by=key:", 200),
	"GET /dashboard/audit/requests/{id}": ourRequest("/dashboard/audit/requests/req_ours?at=1930305600000&key=",
		404),
	"POST /dashboard/take-over": func(_ *testing.T, w *world) foreign {
		return foreign{fields: []string{"subject", "posting", "id", w.turbine()}}
	},
	"GET /dashboard/members": own(200),
	"POST /dashboard/members/add": own(303, "email", "new@acme.example", "name", "New", "role",
		"recruiter"),
	"POST /dashboard/members/change": func(*testing.T, *world) foreign {
		return foreign{fields: []string{"email", mei, "name", "Changed", "role", "interviewer", "was", "recruiter"}}
	},
	"POST /dashboard/members/remove": func(*testing.T, *world) foreign {
		return foreign{fields: []string{"email", mei}}
	},
	"GET /dashboard/picture":         own(200),
	"POST /dashboard/picture":        own(400),
	"POST /dashboard/picture/title":  own(303, "title", "Staff engineer"),
	"POST /dashboard/picture/remove": own(303),
	"GET /dashboard/pictures/{id}": func(_ *testing.T, w *world) foreign {
		w.must(w.Team.SetPicture(ctx, act.By{}, w.org.ID, jonas, []byte("a face")))
		m, err := w.Team.Member(ctx, w.org.ID, jonas)
		w.must(err)
		return foreign{path: site.PicturesPath + "/" + m.Picture}
	},
	"GET /dashboard/organization":         own(200),
	"POST /dashboard/organization":        own(409, "name", "Acme", "time_zone", "UTC", "version", "1"),
	"POST /dashboard/organization/brand":  own(409, "accent", "#1d6f42", "version", "1"),
	"POST /dashboard/organization/limits": own(409, "limit_day", "2", "version", "1"),

	"GET /dashboard/test-clock":  own(200),
	"POST /dashboard/test-clock": own(303, "by", "9d", "from", "0"),
}

// own is the row of a route that names nothing of ours.
func own(status int, fields ...string) func(*testing.T, *world) foreign {
	return func(*testing.T, *world) foreign { return foreign{fields: fields, status: status} }
}

// ofPerson is the row of a form about one of our interviewers.
func ofPerson(fields ...string) func(*testing.T, *world) foreign {
	return func(_ *testing.T, w *world) foreign {
		return foreign{fields: append([]string{"person", w.person(tomas)}, fields...)}
	}
}

// prepared returns what the rows of a world's foreigns need, which the first of them makes.
func prepared[T any](w *world, what string, first func() T) T {
	made, ok := w.prepared[what]
	if !ok {
		made = first()
		w.prepared[what] = made
	}
	return made.(T)
}

// routes are those of any site.
var routes = (&Site{}).routes()

// TestForeign proves D3: whoever is a member of another organization finds nothing of ours by any route, form or id,
// and changes nothing. Requests that change nothing at all are made in one world.
func TestForeign(t *testing.T) {
	t.Parallel()
	w := newWorld(t, withClock, unlimited)
	theirs := w.as(t, "other")
	type reach struct {
		name, method, path string
		foreign
	}
	var still []reach
	listed := map[string]bool{}
	for _, r := range routes {
		name := r.Method + " " + r.Path
		listed[name] = true
		row, ok := foreigns[name]
		if !ok {
			t.Errorf("%s has no row in foreigns (foreign_test.go): say how another organization reaches for ours", name)
			continue
		}
		f := row(t, w)
		if r.Method == http.MethodGet || f.status == 0 {
			still = append(still, reach{name, r.Method, r.Path, f})
			continue
		}
		t.Run(name, func(t *testing.T) { // it does something to what is theirs
			t.Parallel()
			w := newWorld(t, withClock)
			f := row(t, w)
			theirs := w.as(t, "other")
			w.unreached(theirs, r.Method, r.Path, f, w.rows())
		})
	}
	rows := w.rows()
	for _, r := range still {
		t.Run(r.name, func(t *testing.T) {
			w.t, theirs.t = t, t
			rows = w.unreached(theirs, r.method, r.path, r.foreign, rows)
		})
	}
	w.t, theirs.t = t, t
	for name := range foreigns {
		if !listed[name] {
			t.Errorf("foreigns has a row for %s, which is no route", name)
		}
	}
}

// unreached makes a request of the other organization, and fails the test if it shows anything of ours, or changes
// anything of ours since there were the rows before. It returns the rows that there are now.
func (w *world) unreached(theirs *browser, method, route string, f foreign, before []string) (after []string) {
	t := w.t
	t.Helper()
	path, want := f.path, f.status
	if path == "" {
		path = route
	}
	if want == 0 {
		want = 404
	}
	if strings.Contains(path, "{") {
		t.Fatalf("the row names no id for %s", path)
	}
	theirs.do(method, path, form(f.fields...), "Sec-Fetch-Site", "same-origin").
		want(want).lacks("Marlowe", "@marlowe.example", "@candidate.example")
	after = w.rows()
	written, lost := testdb.Compared(before, after)
	for _, row := range written {
		if strings.Contains(row, w.org.ID) {
			t.Errorf("it wrote: %s", row)
		}
	}
	for _, row := range lost {
		if strings.Contains(row, w.org.ID) {
			t.Errorf("it changed or removed: %s", row)
		}
	}
	return after
}
