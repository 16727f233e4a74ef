package e2e

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/testdb"
)

const publicOrigin = "https://hire.litmus.example"

// parts is the service in its parts: an api and workers on one database, beside a Temporal server and an inbox of the
// test's.
type parts struct {
	*Org
	inbox *Service
	api   *Service
	env   []string
}

// startParts starts the api and makes an organization; temporal is where it looks for Temporal, more are further
// variables.
func startParts(t testing.TB, database, temporal string, more ...string) *parts {
	t.Helper()
	smtpURL, inbox := catch(t)
	p := &parts{inbox: inbox, env: []string{"LITMUS_DATABASE_URL=" + database, "LITMUS_SECRET=" +
		strings.Repeat("parts of a service ", 3), "LITMUS_BASE_URL=" + publicOrigin,
		"LITMUS_SMTP_URL=" + smtpURL, "TEMPORAL_ADDRESS=" + temporal, "LITMUS_ADDR=127.0.0.1:0"}}
	p.env = append(p.env, more...)
	p.api = StartPart(t, p.env, "127.0.0.1:0", "api")
	s := &Service{Ready: Ready{API: p.api.API, Temporal: temporal}, Env: p.env}
	p.Org = s.NewOrg(t)
	return p
}

// worker starts a worker of these queues, "" for all.
func (p *parts) worker(t testing.TB, queues string) *Service {
	t.Helper()
	args := []string{"worker", "--addr", "127.0.0.1:0"}
	if queues != "" {
		args = append(args, "--queues", queues)
	}
	env := p.env
	if queues == "interviews" { // a worker of this queue sends no mail, so it has no mail server
		env = slices.DeleteFunc(slices.Clone(env), func(v string) bool {
			return strings.HasPrefix(v, "LITMUS_SMTP_URL=")
		})
	}
	return StartPart(t, env, "127.0.0.1:0", args...)
}

// awaitHealth waits for a status of /readyz and returns its body.
func (s *Service) awaitHealth(t testing.TB, status int) (body string) {
	t.Helper()
	Until(t, letterTimeout, fmt.Sprintf("readyz %d", status), func() (bool, string) {
		var got int
		got, body = s.Health(t, "/readyz")
		return got == status, fmt.Sprint(got, " ", body)
	})
	return body
}

// While Temporal is away bookings are decided and stored, and what follows from them follows when it is back. The
// queues are served by workers of their own.
func TestTemporalOutage(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "temporal.db")
	temporal := startTemporal(t, keptAddr(), file)
	addr := temporal.Addr()
	p := startParts(t, testdb.SQLite(t), addr)
	orders, effects := p.worker(t, "interviews"), p.worker(t, "effects")
	orders.awaitHealth(t, 200)
	effects.awaitHealth(t, 200)

	calm := p.Book(t, "calm", "interviewer_email", p.Email("ilse"))
	if got := decided(calm); len(got) != 0 {
		t.Errorf("warnings %v, want none", got)
	}
	letter := p.inbox.Letters(t, p.Email("calm"), 1)[0] // both queues did their part
	if e := letter.Event(t); e.UID != calm.Text("interview.id")+"@hire.litmus.example" ||
		!strings.Contains(letter.Text, publicOrigin+"/i/") || !strings.Contains(letter.Text, publicOrigin+"/a/") {
		t.Errorf("UID %s, want the host of the base URL, links at %s:\n%s",
			e.UID, publicOrigin, letter.Text)
	}
	p.inbox.Letters(t, p.Email("ilse"), 1)

	temporal.Stop()
	for _, w := range []*Service{orders, effects} {
		if body := w.awaitHealth(t, 503); !strings.Contains(body, `"database":"ok"`) ||
			strings.Contains(body, `"temporal":"ok"`) {
			t.Errorf("a worker without Temporal says %s, want what is wrong", body)
		}
		if status, body := w.Health(t, "/healthz"); status != 200 {
			t.Errorf("healthz of a worker without Temporal: %d %s, want 200: the process lives", status, body)
		}
	}
	if status, body := p.api.Health(t, "/readyz"); status != 200 {
		t.Errorf("readyz of the api without Temporal: %d %s, want 200", status, body)
	}
	var ids []string
	delayed := 0
	for n := 0; n < 30 && delayed < 4; n++ {
		done := within(t, 10*time.Second, "a booking without Temporal")
		r := p.Book(t, fmt.Sprintf("delayed-%d", n), "interviewer_email", p.Email("bram"),
			"scheduled_start_at", fmt.Sprintf("2032-07-%02dT10:00:00Z", n+1))
		done()
		ids = append(ids, r.Text("interview.id"))
		if got := codes(r); len(got) == 1 && got[0] == "side_effects_delayed" {
			delayed++
		} else if len(got) > 0 {
			t.Errorf("warnings %v", got)
		}
		p.Do(t, "GET", "/interviews/"+ids[n], nil).Want(200)
	}
	if delayed < 4 {
		t.Errorf("%d of %d bookings without Temporal warned side_effects_delayed", delayed, len(ids))
	}
	// Everything else works too.
	p.Do(t, "GET", "/interviews?limit=1", nil).Want(200)
	p.Book(t, "delayed-0", "interviewer_email", p.Email("dora"), "scheduled_start_at", "2032-08-01T10:00:00Z",
		"replace_existing", true)
	p.Do(t, "PATCH", "/interviews/"+ids[1], Object{"interviewer_email": p.Email("dora")}).Want(200)
	p.Do(t, "DELETE", "/interviews/"+ids[2], nil).Want(200)
	p.Do(t, "DELETE", "/interviews/"+calm.Text("interview.id"), nil).Want(200)

	address := keptAddr()
	early := StartPart(t, p.env, address, "worker", "--addr", address) // started while Temporal is away: it waits
	t.Run("a worker that waits for Temporal lives and is not ready", func(t *testing.T) {
		Until(t, letterTimeout, "healthz 200", func() (bool, string) {
			status, body := early.Health(t, "/healthz")
			return status == 200, fmt.Sprint(status, " ", body)
		})
		if status, body := early.Health(t, "/readyz"); status != 503 ||
			!strings.Contains(body, `"temporal":"failing"`) {
			t.Errorf("readyz %d %s, want 503 and the name of what fails", status, body)
		}
	})

	// Told to stop while it waits, a worker ends as any other.
	StartPart(t, p.env, "127.0.0.1:0", "worker", "--addr", "127.0.0.1:0").Stop(t)

	startTemporal(t, addr, file)
	for _, w := range []*Service{orders, effects, early} {
		w.awaitHealth(t, 200)
	}
	p.Settled(t, afterCrash, append(ids, calm.Text("interview.id"))...)
	for n := range ids {
		box := p.inbox.Inbox(t, p.Email(fmt.Sprintf("delayed-%d", n)))
		switch {
		case n == 2 && len(box) != 0:
			t.Errorf("delayed-2 got %s, want nothing: it was canceled before anybody was told", subjects(box))
		case n != 2 && (len(box) != 1 || !strings.HasPrefix(box[0].Subject, "Interview confirmed")):
			t.Errorf("delayed-%d got %s, want one confirmation of the last state", n, subjects(box))
		case n == 0 && !box[0].tells("Sunday, 1 August 2032", "Dora Quillon"):
			t.Errorf("delayed-0's letter is not of the last state:\n%s", box[0].Text)
		}
	}
	if box := p.inbox.Letters(t, p.Email("calm"), 2); box[0].Event(t).Method != "CANCEL" {
		t.Errorf("calm ends with %q, want the cancellation", box[0].Subject)
	}
	Until(t, letterTimeout, "a booking without a warning", func() (bool, string) {
		r := p.Book(t, "after", "interviewer_email", p.Email("ilse"), "replace_existing", true)
		return !r.Has("warnings"), r.JSON("")
	})
}

// §7 500: while PostgreSQL is away every answer is 500 in JSON and nothing is done; when it is back the service goes on
// without a restart.
func TestDatabaseOutage(t *testing.T) {
	t.Parallel()
	cluster := NewCluster(t)
	s := Start(t, Database(cluster.URL))
	o := s.NewOrg(t)
	before := o.Book(t, "before", "interviewer_email", o.Email("ilse"))
	o.Letters(t, o.Email("before"), 1)
	late := o.Book(t, "late", "interviewer_email", o.Email("bram")) // its letters may be on their way
	list := o.Do(t, "GET", "/interviews", nil).Want(200).JSON("")
	cluster.Stop(t)

	path := "/interviews/" + before.Text("interview.id")
	for _, c := range []struct {
		method, path string
		body         any
	}{
		{"GET", "/roles", nil}, {"GET", path, nil}, {"GET", "/interviews", nil},
		{"POST", "/interviews", o.Booking("during", "interviewer_email", o.Email("dora"))},
		{"POST", "/interviews", o.Booking("before", "scheduled_start_at", "2032-07-01T10:00:00Z",
			"replace_existing", true)},
		{"PATCH", path, Object{"interviewer_email": o.Email("dora")}},
		{"DELETE", path, nil},
		{"POST", "/postings/" + o.Posting("engineer") + "/slots",
			slotBody(o.Email("dora"), "2032-03-01T15:00:00Z")},
	} {
		for range 2 {
			done := within(t, 15*time.Second, c.method+" "+c.path)
			r := o.Do(t, c.method, c.path, c.body).WantError(500, "internal error")
			done()
			if got := r.Header.Get("Retry-After"); got != "5" {
				t.Errorf("%s %s: Retry-After %q, want 5", c.method, c.path, got)
			}
		}
	}
	if r := s.Do(t, "GET", "/readyz", nil).Want(503); r.Text("checks.database") != "failing" {
		t.Errorf("readyz %s, want the database failing", r.Body)
	}
	s.Do(t, "GET", "/healthz", nil).Want(200)

	cluster.Start(t)
	Until(t, letterTimeout, "the database to be back", func() (bool, string) {
		r := o.Do(t, "GET", "/interviews", nil)
		return r.Status == 200, string(r.Body)
	})
	if got := o.Do(t, "GET", "/interviews", nil).Want(200).JSON(""); got != list {
		t.Errorf("after the outage\n%s\nwant nothing half done\n%s", got, list)
	}
	booked := o.Book(t, "during", "interviewer_email", o.Email("dora"))
	o.Letters(t, o.Email("during"), 1)
	o.Letters(t, o.Email("late"), 1)
	o.Settled(t, afterCrash, late.Text("interview.id"), booked.Text("interview.id"))
	for _, to := range []string{"before", "late", "during"} {
		o.oneLetter(t, o.Email(to), "Interview confirmed", 1)
	}
	Until(t, letterTimeout, "readyz", func() (bool, string) {
		r := s.Do(t, "GET", "/readyz", nil)
		return r.Status == 200, string(r.Body)
	})
}
