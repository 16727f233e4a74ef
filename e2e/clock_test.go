package e2e

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// clockOf asks for the organization's time, or with a body moves it.
func (o *Org) clockOf(t testing.TB, body any) *Response {
	t.Helper()
	method := "GET"
	if body != nil {
		method = "POST"
	}
	return o.Service.Do(t, method, "/test-clock", body, "Authorization", "Bearer "+o.Key)
}

// wait moves the test clock of the organization forward, and returns its time.
func (o *Org) wait(t testing.TB, d time.Duration) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, o.clockOf(t, Object{"seconds": d.Seconds()}).Want(200).Text("now"))
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// waitUntil moves the test clock of the organization to an instant, a year at most at a time.
func (o *Org) waitUntil(t testing.TB, to time.Time) {
	t.Helper()
	for at := o.wait(t, 0); at.Before(to); at = o.wait(t, min(to.Sub(at), 366*24*time.Hour)) {
	}
}

// nineDays are three reminders, an external session whose link nobody uses, an invitation that nobody takes up, and an
// interview whose last reminder alone is left to send.
type nineDays struct {
	o                              *Org
	booked, session, invited, near string // ids
}

// remindingThrice configures a service as nineDays needs it.
func remindingThrice() Option { return Env("LITMUS_REMINDERS=168h,24h,1h") }

// play makes what happens in nine days. start is that of the interview with three reminders, near that of the one with
// a single reminder left.
func (s *Service) play(t testing.TB, start, near time.Time) nineDays {
	t.Helper()
	o := s.NewOrg(t, "invite_days: 14", "invite_days: 8")
	endless := o.Round("engineer", "main", "pairing")
	return nineDays{o: o,
		booked: o.Book(t, "booked", "scheduled_start_at", start.Format(time.RFC3339),
			"interviewer_email", o.Email("ilse")).Text("interview.id"),
		session: o.Do(t, "POST", "/interviews", o.External("session")).Want(201).Text("interview.id"),
		invited: o.send(t, "lens", "assessment_id", o.Assessment("lens")).Want(201).Text("invite_id"),
		near: o.Book(t, "near", "round_id", endless, "scheduled_start_at", near.Format(time.RFC3339),
			"interviewer_email", o.Email("bram")).Text("interview.id"),
	}
}

// letters are those of an interview, as the ledger has them, with roles in place of addresses.
func (n nineDays) letters(t testing.TB, interview string) (out []string) {
	t.Helper()
	for _, e := range n.o.Converged(t, interview).Effects {
		out = append(out, anonymous(e.Kind+" "+e.Target)+" "+e.State)
	}
	slices.Sort(out)
	return out
}

// addressed is a target's or a pseudonym's part that names somebody.
var addressed = regexp.MustCompile(`^(\S+ mail:[a-z]+):\S+$`)

func anonymous(effect string) string { return addressed.ReplaceAllString(effect, "$1") }

// inboxes are subjects and dates of all letters of the nine days, the dates as distances from the interview's start
// where they were given by it.
func (n nineDays) inboxes(t testing.TB, start time.Time) (out []string) {
	t.Helper()
	for _, to := range []string{"booked", "ilse", "session", "lens", "near", "bram"} {
		for _, l := range n.o.Inbox(t, n.o.Email(to)) {
			line := to + ": " + l.Subject
			if at, err := time.Parse(time.RFC3339, l.Date); err == nil && (to == "booked" || to == "ilse") &&
				len(reminders([]Letter{l})) > 0 {
				line += ", " + start.Sub(at).String() + " before"
			}
			out = append(out, line)
		}
	}
	slices.Sort(out)
	return out
}

// check wants everything that nine days bring.
func (n nineDays) check(t testing.TB) {
	t.Helper()
	want := map[string][]string{n.session: nil}
	for id, kinds := range map[string][]string{n.booked: {"reminder_168h", "reminder_24h", "reminder_1h"},
		n.near: {"reminder_1h"}} {
		for role, first := range map[string]string{"candidate": "confirmation", "interviewer": "briefing"} {
			for _, kind := range append([]string{first}, kinds...) {
				want[id] = append(want[id], kind+" mail:"+role+" done")
			}
		}
	}
	for id, letters := range want {
		slices.Sort(letters)
		if got := n.letters(t, id); !slices.Equal(got, letters) {
			t.Errorf("interview %s has %q, want %q", id, got, letters)
		}
	}
	for id, status := range map[string]string{n.booked: "completed", n.session: "expired", n.near: "scheduled"} {
		if got := n.o.Do(t, "GET", "/interviews/"+id, nil).Want(200).Text("status"); got != status {
			t.Errorf("interview %s is %s, want %s", id, got, status)
		}
	}
	i := n.o.InvitationConverged(t, n.invited)
	if i.State != "expired" || len(i.Effects) != 1 || i.Effects[0].Kind != "invitation" ||
		i.Effects[0].State != "done" {
		t.Errorf("the invitation is %+v, want it expired after one letter", i)
	}
}

// A test clock carries three reminders, an external session and an invitation through nine days in less than five
// seconds. The same letters leave as in real time: those that workflows recorded, and in the lane where the machine's
// own clock can be moved those that leave then, to the word and the second.
func TestNineDays(t *testing.T) {
	t.Parallel()
	s := Serve(t, WithTestClock(), remindingThrice())
	began := s.Now()
	start := began.Add(8*24*time.Hour + 12*time.Hour).Truncate(time.Minute).UTC()
	near := began.Add(time.Hour + time.Minute).Truncate(time.Second).UTC()
	n := s.play(t, start, near)
	for _, id := range []string{n.booked, n.session, n.near} {
		n.o.Converged(t, id)
	}
	before := s.Now()
	fast := within(t, 5*time.Second, "nine days")
	now := n.o.wait(t, 9*24*time.Hour)
	fast()
	if now.Before(before.Add(9*24*time.Hour)) || now.After(s.Now().Add(9*24*time.Hour)) {
		t.Errorf("it is %s nine days after %s", now, before)
	}
	n.check(t)

	for recording, id := range map[string]string{"external.v4": n.session, "indefinite.v5": n.near,
		"expired.v4": n.invited} {
		var got []string
		if id == n.invited {
			got = []string{"invitation mail:candidate done"} // as check wants it
		} else {
			got = n.letters(t, id)
		}
		got = slices.Compact(got) // as many kinds to as many roles: the recorded one named nobody and briefed two
		if want := recorded(t, recording); !slices.Equal(got, want) {
			t.Errorf("%s: %q, and real time gave %q", recording, got, want)
		}
	}

	if s.local == nil {
		return // the machine's clock cannot be moved
	}
	timed := Serve(t, remindingThrice())
	timed.beginAt(began) // or a minute could begin between the two, and their letters name other times
	m := timed.play(t, start, near)
	_ = m.inboxes(t, start)
	for _, at := range []time.Time{near.Add(-time.Hour), start.Add(-168 * time.Hour),
		start.Add(-24 * time.Hour), start.Add(-time.Hour), start.Add(24 * time.Hour)} {
		timed.AdvanceTo(t, at)
		_ = m.inboxes(t, start)
	}
	m.check(t)
	if got, want := n.inboxes(t, start), m.inboxes(t, start); !slices.Equal(got, want) {
		t.Errorf("the test clock gave\n%s\nand real time\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// recorded are the effects that a recorded history shows as done, like [nineDays.letters].
func recorded(t testing.TB, name string) []string {
	t.Helper()
	history, err := os.ReadFile("../workflows/testdata/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	done := map[string]bool{}
	plans := 0
	for _, m := range regexp.MustCompile(`"data":\s*"([A-Za-z0-9+/=]+)"`).FindAllSubmatch(history, -1) {
		payload, err := base64.StdEncoding.DecodeString(string(m[1]))
		var plan struct {
			Revision int64
			Done     []string
		}
		if err != nil || json.Unmarshal(payload, &plan) != nil || plan.Revision == 0 {
			continue
		}
		plans++
		for _, d := range plan.Done {
			done[d] = true
		}
	}
	if plans == 0 {
		t.Fatalf("%s holds no plan", name)
	}
	var out []string
	for d := range maps.Keys(done) {
		out = append(out, anonymous(d)+" done")
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// The time is the organization's alone, is moved by command as well, is kept over a restart, and timers that were set
// before fire by it. What follows no test clock refuses the database.
func TestClockIsMoved(t *testing.T) {
	t.Parallel()
	s := Serve(t, WithTestClock())
	o, other := s.NewOrg(t), s.NewOrg(t)
	if !processes && s.Ready.TestClock != "" || processes && s.Ready.TestClock != s.API+"/test-clock" {
		t.Errorf("up says that the test clock is at %q", s.Ready.TestClock)
	}
	o.clockOf(t, Object{"seconds": -1}).WantError(400, "only goes forward")
	o.clockOf(t, Object{"seconds": 1, "to": "2032-01-01T00:00:00Z"}).WantError(400, "give one of")
	o.Scoped(t, "interviews:read").clockOf(t, Object{"seconds": 1}).WantError(403, "interviews:write")

	// A timer that is set for an hour and two seconds from now fires two seconds after the clock went an hour ahead.
	// Both letters have left before, or they would leave with the reminder.
	soon := o.Book(t, "soon", "scheduled_start_at", s.fromNow(2*time.Hour+2*time.Second), "interviewer_email",
		o.Email("ilse")).Text("interview.id")
	o.Converged(t, soon)
	o.wait(t, time.Hour)
	if l := reminders(o.Inbox(t, o.Email("soon"))); len(l) > 1 {
		t.Errorf("before its time there are %s", subjects(l))
	}
	o.LettersWhen(t, o.Email("soon"), "a reminder", func(l []Letter) bool { return len(reminders(l)) == 1 })

	out := strings.TrimSpace(s.MustRun(t, "clock", "advance", "1d12h", "--org", o.Slug))
	if at, err := time.Parse(time.RFC3339, out); err != nil || at.Sub(s.Now()).Round(time.Minute) != 37*time.Hour {
		t.Errorf("clock advance printed %q, want 37 hours from now", out)
	}
	if got := o.Do(t, "GET", "/interviews/"+soon, nil).Want(200).Text("status"); got != "completed" {
		t.Errorf("then the interview is %s", got)
	}
	for args, why := range map[string]string{"soon": "is no span of time", "367d": "366 days at most"} {
		if r := s.Run(t, "clock", "advance", args, "--org", o.Slug); r.Status != 2 || !strings.Contains(r.Stderr, why) {
			t.Errorf("clock advance %s: exit status %d, %s", args, r.Status, r.Stderr)
		}
	}
	shown := func() (ahead map[string]float64) {
		t.Helper()
		var clocks []struct {
			Organization string
			AheadSeconds float64 `json:"ahead_seconds"`
		}
		if err := json.Unmarshal([]byte(s.MustRun(t, "clock", "show", "--json")), &clocks); err != nil {
			t.Fatal(err)
		}
		ahead = map[string]float64{}
		for _, c := range clocks {
			ahead[c.Organization] = c.AheadSeconds
		}
		return ahead
	}
	if got := shown(); got[o.Slug] != 37*3600 || got[other.Slug] != 0 {
		t.Errorf("clock show has %v", got)
	}

	follows := func(o *Org, want float64) {
		t.Helper()
		if got := o.clockOf(t, nil).Want(200).JSON("ahead_seconds"); got != fmt.Sprint(want) {
			t.Errorf("%s is %s seconds ahead, want %v", o.Slug, got, want)
		}
	}
	follows(o, 37*3600)
	follows(other, 0)
	if !processes {
		return // a service in this process is not started again, and stands in no other's way
	}
	s.Restart(t)
	follows(o, 37*3600)

	env := []string{signingSecret, "LITMUS_DATABASE_URL=" + s.Database(), "LITMUS_SMTP_URL=smtp://127.0.0.1:1",
		"LITMUS_BASE_URL=http://127.0.0.1:1", "LITMUS_ADDR=127.0.0.1:0", "TEMPORAL_ADDRESS=127.0.0.1:1"}
	for _, args := range [][]string{{"api"}, {"worker", "--addr", "127.0.0.1:0"}} {
		if r := Command(t, env, args...); r.Status != 1 || !strings.Contains(r.Stderr, "a test clock moved the time") {
			t.Errorf("litmus %s: exit status %d\n%s", args[0], r.Status, r.Stderr)
		}
	}
	s.Stop(t)
	nobody(t, s, o)
	s.clock = false
	if err := s.start(); err == nil || !strings.Contains(err.Error(), "a test clock moved the time") {
		t.Errorf("up without the flag: %v", err)
	}
	s.clock = true
}

// nobody wants the command refused, since no service moves test clocks on its database.
func nobody(t testing.TB, s *Service, o *Org) {
	t.Helper()
	r := s.Run(t, "clock", "advance", "9d", "--org", o.Slug)
	if r.Status != 1 || !strings.Contains(r.Stderr, "only while `litmus up --test-clock` serves its database") {
		t.Errorf("clock advance where nobody moves clocks: exit status %d\n%s", r.Status, r.Stderr)
	}
}

// A database that no `up --test-clock` serves is not moved by command, and its service stays ready. A request to an
// instant that is sent twice at once, and again, moves the clock there once.
func TestClockThatNobodyMoves(t *testing.T) {
	t.Parallel()
	plain := Serve(t)
	nobody(t, plain, plain.NewOrg(t))
	plain.Do(t, "GET", "/readyz", nil).Want(200)

	s := Serve(t, WithTestClock())
	o := s.NewOrg(t)
	to := s.Now().Add(9 * 24 * time.Hour).UTC().Truncate(time.Second)
	body := Object{"to": to.Format(time.RFC3339)}
	for _, a := range atOnce(2, func(int) *Response { return o.clockOf(t, body) }) {
		a.Want(200)
	}
	o.clockOf(t, body).Want(200)
	now, err := time.Parse(time.RFC3339, o.clockOf(t, nil).Want(200).Text("now"))
	if err != nil || now.Before(to) || now.After(to.Add(24*time.Hour)) {
		t.Errorf("it is %s (%v), want %s and little more", now, err, to)
	}
}
