package e2e

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"litmus/testdb"
)

// seatedRound makes an organization whose round "systems" is for two of the pool Backend, one manager, and a trainee if
// one is free. A seat is refilled by itself up to a day before. Whoever has a calendar in the diaries has it connected.
func seatedRound(t *testing.T, s *Service, engineers int, diaries ...*Diaries) *Org {
	t.Helper()
	const round = "title: Systems, fallback_recipients: [lead@northwind.example, second@northwind.example]}"
	always := `working_hours: {tue: ["00:00-24:00"], wed: ["00:00-24:00"]}}`
	people := ""
	person := func(name string) string {
		people += "\n  - {email: " + name + "@northwind.example, name: " + name + " Quillon, time_zone: UTC, "
		for _, d := range diaries {
			people += d.account(name) + ", "
		}
		people += always
		return "{email: " + name + "@northwind.example"
	}
	backend := person("learner") + ", state: shadow}"
	for n := range engineers {
		backend += ", " + person("eng"+strconv.Itoa(n)) + "}"
	}
	managers := person("boss") + "}"
	return s.NewOrg(t, "undo_seconds: 0", "undo_seconds: 0\n  refill_hours: 24",
		round, round[:len(round)-1]+", seats: [{pool: backend, count: 2}, {pool: managers}, "+
			"{pool: backend, role: shadow, optional: true}]}",
		"\nassessments:", "\npools:\n  - {key: backend, name: Backend, members: ["+backend+"]}\n"+
			"  - {key: managers, name: Managers, members: ["+managers+"]}\n\nassessments:",
		"\n  - {email: bram@northwind.example", people+"\n  - {email: bram@northwind.example")
}

// tuesday is ten o'clock of a Tuesday that is at least a week away.
func (o *Org) tuesday() time.Time {
	day := o.Now().UTC().AddDate(0, 0, 7)
	for day.Weekday() != time.Tuesday {
		day = day.AddDate(0, 0, 1)
	}
	return time.Date(day.Year(), day.Month(), day.Day(), 10, 0, 0, 0, time.UTC)
}

// panel are the local parts of the addresses in the interview's panel.
func (o *Org) panel(t testing.TB, id string) (names []string) {
	t.Helper()
	i := o.Do(t, "GET", "/interviews/"+id, nil).Want(200)
	for n := range i.List("panel") {
		name, _, _ := strings.Cut(i.Text("panel."+strconv.Itoa(n)+".email"), "@")
		names = append(names, name)
	}
	return names
}

// cannot is the form by which somebody who is signed in asks for a replacement in the interview.
func (o *Org) cannot(t testing.TB, cookie, id string) (path string, headers, fields []string) {
	t.Helper()
	path = "/dashboard/interviews/" + id + "/replacement"
	shown := shownRevision.FindSubmatch(o.Get(t, path, "Cookie", cookie).Want(200).Body)
	if shown == nil {
		t.Fatal("there is no revision")
	}
	return path, []string{"Cookie", cookie, "Sec-Fetch-Site", "same-origin"},
		[]string{"revision", string(shown[1]), "why", "I am ill"}
}

// P6, P9 and P11: who cannot interview is replaced by itself, with the time and everybody else kept; only the two whom
// it touches are told, and no recruiter is asked.
func TestRefill(t *testing.T) {
	t.Parallel()
	o := seatedRound(t, Shared(t), 3)
	start := o.tuesday().Format(time.RFC3339)
	booked := o.try(t, "a", start, "", "panel", "auto").Want(201)
	id := booked.Text("interview.id")
	if got := strings.Join(o.panel(t, id), " "); got != "eng0 eng1 boss learner" {
		t.Fatalf("the panel is %s", got)
	}
	for _, name := range []string{"eng0", "eng1", "boss", "learner"} {
		o.Letters(t, o.Email(name), 1)
	}
	cookie := o.signsIn(t, o.signInLink(t, "eng1"))
	path, headers, fields := o.cannot(t, cookie, id)
	o.Post(t, path, headers, fields...).Want(303)
	if got := strings.Join(o.panel(t, id), " "); got != "eng0 eng2 boss learner" {
		t.Errorf("after that the panel is %s", got)
	}
	if letter := o.Letters(t, o.Email("eng2"), 1)[0]; !strings.Contains(letter.Text, "Your seat: Backend") {
		t.Errorf("who has the seat reads:\n%s", letter.Text)
	}
	o.Letters(t, o.Email("eng1"), 2)
	o.Settled(t, letterTimeout, id)
	for who, want := range map[string]int{"eng0": 1, "eng1": 2, "eng2": 1, "boss": 1, "learner": 1, "a": 1, "desk": 0} {
		if box := o.Inbox(t, o.Email(who)); len(box) != want {
			t.Errorf("%s got %d letters, want %d: %s", who, len(box), want, subjects(box))
		}
	}
	boss := o.signsIn(t, o.signInLink(t, "boss")) // the only manager
	path, headers, fields = o.cannot(t, boss, id)
	o.Post(t, path, headers, fields...).Want(303)
	if got := strings.Join(o.panel(t, id), " "); got != "eng0 eng2 boss learner" {
		t.Errorf("with nobody who could the panel is %s", got)
	}
	o.Letters(t, o.Email("desk"), 1)
}

// away is the form by which somebody who is signed in enters an absence on the day of the interviews of [Org.tuesday],
// or takes it back: their record is the dashboard's by then.
func (o *Org) away(t testing.TB, name, admin string) (headers, fields []string) {
	t.Helper()
	o.Post(t, "/dashboard/take-over", []string{"Cookie", admin, "Sec-Fetch-Site", "same-origin"}, "subject", "person",
		"id", o.Email(name), "back", "/dashboard").Want(303)
	day := o.tuesday().Format(time.DateOnly)
	return []string{"Cookie", o.signsIn(t, o.signInLink(t, name)), "Sec-Fetch-Site", "same-origin"},
		[]string{"from", day, "to", day, "why", "Ill"}
}

// P11: an absence that is entered over interviews has the seats on its days be somebody else's in the same way; where
// nobody is left the first page says who is away, until the absence is taken back.
func TestAwayIsRefilled(t *testing.T) {
	t.Parallel()
	for name, shared := range map[string]func(testing.TB) *Service{"sqlite": Shared, "postgres": SharedPostgres} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := seatedRound(t, shared(t), 3)
			id := o.try(t, "a", o.tuesday().Format(time.RFC3339), "", "panel", "auto").Want(201).Text("interview.id")
			admin := o.signsIn(t, o.signInLink(t, "root"))
			absence := func(name, path string) {
				t.Helper()
				headers, fields := o.away(t, name, admin)
				o.Post(t, path, headers, fields...).Want(303)
			}
			says := func(about, want string, asked bool) {
				t.Helper()
				if got := strings.Join(o.panel(t, id), " "); got != want {
					t.Errorf("%s the panel is %s, want %s", about, got, want)
				}
				page := string(o.Get(t, "/dashboard", "Cookie", admin).Want(200).Body)
				if strings.Contains(page, "boss Quillon</b> is away then") != asked ||
					strings.Contains(page, "Replacements asked for") != asked {
					t.Errorf("%s the first page says\n%s", about, page)
				}
			}
			says("at first", "eng0 eng1 boss learner", false)
			absence("eng1", "/dashboard/absences")
			says("with eng1 away", "eng0 eng2 boss learner", false)
			o.Letters(t, o.Email("eng2"), 1)
			absence("boss", "/dashboard/absences")
			says("with nobody for the boss", "eng0 eng2 boss learner", true)
			absence("boss", "/dashboard/absences/remove")
			says("with the boss back", "eng0 eng2 boss learner", false)
		})
	}
}

// P6 and D11: a panel is handed over to somebody for the seat of who leads it, and the page suggests nobody else.
func TestHandOverPanel(t *testing.T) {
	t.Parallel()
	o := seatedRound(t, Shared(t), 3)
	id := o.try(t, "a", o.tuesday().Format(time.RFC3339), "", "panel", "auto").Want(201).Text("interview.id")
	admin := o.signsIn(t, o.signInLink(t, "root"))
	page := string(o.Get(t, "/dashboard/interviews/hand-over?id="+id, "Cookie", admin).Want(200).Body)
	choice := regexp.MustCompile(id + `@\d+ ([a-z0-9]+)@` + o.Slug + `.example"`)
	var got []string
	for _, m := range choice.FindAllStringSubmatch(page, -1) {
		got = append(got, m[1])
	}
	if !slices.Equal(got, []string{"eng2"}) {
		t.Fatalf("to take over from eng0 the page offers %q", got)
	}
	value := regexp.MustCompile(id + `@\d+ ` + o.Email("eng2")).FindString(page)
	o.Post(t, "/dashboard/interviews/hand-over", []string{"Cookie", admin, "Sec-Fetch-Site", "same-origin"}, "to", value,
		"confirm", "1").Want(303)
	if panel := strings.Join(o.panel(t, id), " "); panel != "eng2 eng1 boss learner" {
		t.Errorf("handed over the panel is %s", panel)
	}
}

// P11: killed while people say that they are away, the service has every seat of theirs on these days be somebody
// else's, or knows of no absence and has left every seat as it is.
func TestAwayKilled(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, database string) {
		const many = 6
		o := seatedRound(t, Start(t, KeepPorts(), Database(database)), 6)
		admin := o.signsIn(t, o.signInLink(t, "root"))
		var ids []string
		for n := range many {
			start := o.tuesday().Add(time.Duration(n) * 2 * time.Hour).Format(time.RFC3339)
			ids = append(ids, o.try(t, "c"+strconv.Itoa(n), start, "", "panel", "auto").Want(201).Text("interview.id"))
		}
		o.Settled(t, letterTimeout, ids...)
		seats := func(name string) (n int) {
			for _, id := range ids {
				if slices.Contains(o.panel(t, id), name) {
					n++
				}
			}
			return n
		}
		before, asks := map[string]int{}, map[string]*http.Request{}
		for _, name := range []string{"eng0", "eng1", "eng2"} {
			headers, fields := o.away(t, name, admin)
			form := url.Values{fields[0]: fields[1:2], fields[2]: fields[3:4], fields[4]: fields[5:6]}.Encode()
			ask, err := http.NewRequestWithContext(t.Context(), http.MethodPost, o.API+"/dashboard/absences",
				strings.NewReader(form))
			if err != nil {
				t.Fatal(err)
			}
			ask.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			ask.Header.Set(headers[0], headers[1])
			ask.Header.Set(headers[2], headers[3])
			before[name], asks[name] = seats(name), ask
		}
		answered := make(chan struct{}, len(asks))
		var all sync.WaitGroup
		for _, ask := range asks {
			all.Go(func() {
				if r, err := client.Do(ask); err == nil { // else it was killed
					r.Body.Close()
				}
				answered <- struct{}{}
			})
		}
		<-answered
		o.Kill9(t)
		all.Wait()
		o.Restart(t)
		o.Settled(t, afterCrash, ids...)
		for name, ask := range asks {
			page := string(o.Get(t, "/dashboard/hours", "Cookie", ask.Header.Get("Cookie")).Want(200).Body)
			away, has := strings.Contains(page, "Ill"), seats(name)
			if away && has > 0 || !away && has < before[name] {
				t.Errorf("%s had %d seats and has %d, away is %t", name, before[name], has, away)
			}
		}
		if home := string(o.Get(t, "/dashboard", "Cookie", admin).Want(200).Body); strings.Contains(home,
			"Replacements asked for") {
			t.Errorf("somebody is asked for, though somebody is free:\n%s", home)
		}
	})
}

// P11: killed while many ask for a replacement at once, the service has asked and replaced, or neither: nobody is left
// with a request that nothing came of, and each who is seated then is told.
func TestRefillKilled(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, database string) {
		const many = 6
		o := seatedRound(t, Start(t, KeepPorts(), Database(database)), 5)
		cookie := o.signsIn(t, strings.TrimSpace(o.MustRun(t, "signin", "--org", o.Slug, "--email", o.Email("root"))))
		var ids, leads []string
		for n := range many {
			start := o.tuesday().Add(time.Duration(n) * 2 * time.Hour).Format(time.RFC3339)
			b := o.try(t, "c"+strconv.Itoa(n), start, "", "panel", "auto").Want(201)
			ids = append(ids, b.Text("interview.id"))
			leads = append(leads, b.Text("interview.interviewer_email"))
		}
		o.Settled(t, letterTimeout, ids...)
		var all sync.WaitGroup
		var asks []*http.Request
		answered := make(chan struct{}, many)
		for _, id := range ids {
			path, headers, fields := o.cannot(t, cookie, id) // in the place of its lead
			form := url.Values{fields[0]: fields[1:2], fields[2]: fields[3:4]}.Encode()
			ask, err := http.NewRequestWithContext(t.Context(), http.MethodPost, o.API+path, strings.NewReader(form))
			if err != nil {
				t.Fatal(err)
			}
			ask.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			ask.Header.Set(headers[0], headers[1])
			ask.Header.Set(headers[2], headers[3])
			asks = append(asks, ask)
		}
		for _, ask := range asks {
			all.Go(func() {
				if r, err := client.Do(ask); err == nil { // else it was killed
					r.Body.Close()
				}
				answered <- struct{}{}
			})
		}
		for range many / 2 {
			<-answered
		}
		o.Kill9(t)
		all.Wait()
		o.Restart(t)
		o.Settled(t, afterCrash, ids...)
		home := string(o.Get(t, "/dashboard", "Cookie", cookie).Want(200).Body)
		if strings.Contains(home, "Replacements asked for") {
			t.Errorf("somebody was asked for and nobody was found:\n%s", home)
		}
		briefed := map[string]int{}
		for n, id := range ids {
			i := o.Do(t, "GET", "/interviews/"+id, nil).Want(200)
			lead := i.Text("interviewer_email")
			if briefed[lead]++; lead != leads[n] {
				briefed[leads[n]] += 2 // the briefing of before, and that it is off
			}
			for m := range i.List("panel") {
				if email := i.Text("panel." + strconv.Itoa(m) + ".email"); email != lead {
					briefed[email]++
				}
			}
		}
		for who, want := range briefed {
			if box := o.Inbox(t, who); len(box) < want {
				t.Errorf("%s got %d letters, want %d: %s", who, len(box), want, subjects(box))
			}
		}
	})
}
