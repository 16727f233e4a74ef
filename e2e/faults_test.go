package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const (
	faultSwitch = "LITMUS_TEST_FAULTS"      // how many runs
	faultSeed   = "LITMUS_TEST_FAULTS_SEED" // of the first run, to repeat one

	faultCandidates = 300
	faultClients    = 12
	faultHosts      = 6
	faultHours      = 56 // of each host: fewer than the candidates want, so that some are refused
)

// The service in its parts, on PostgreSQL, while at random processes are killed and connections are cut or slow: an
// api, a worker of either queue, Temporal, PostgreSQL. Clients keep to the retry rules (§7). Afterwards every answer is
// true and nothing that was refused has happened; nobody is booked twice; calendars hold exactly what is to come;
// letters say the last state, none that the ledger has as sent is missing, and none comes more often than once and once
// more for each crash; no workflow is stuck, and litmus reconcile finds nothing.
func TestFaults(t *testing.T) { //nolint:paralleltest // it takes the whole machine
	runs, err := strconv.Atoi(os.Getenv(faultSwitch))
	if err != nil || runs < 1 {
		t.Skip(faultSwitch + " does not say how many runs: make faults")
	}
	first := uint64(time.Now().UnixNano())
	if s := os.Getenv(faultSeed); s != "" {
		if first, err = strconv.ParseUint(s, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	for n := range uint64(runs) {
		seed := first + n
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			newFaults(t, seed, faultPlan{candidates: faultCandidates, replicas: 2, breaks: func(f *faultRun) {
				f.pause(5, 20)
				f.breakSomething()
			}}).run()
		})
	}
}

// faultPlan says how large a run is and what fails.
type faultPlan struct {
	candidates int
	replicas   int // of the api, and of the worker of either queue

	breaks   func(f *faultRun)                         // has something fail and mends it, again and again
	cluster  func(t testing.TB) *Cluster               // nil: NewCluster
	mail     func(t testing.TB, smtpURL string) string // stands before the mail server; nil: nothing does
	frontend func(t testing.TB, addr string) string    // stands before Temporal; nil: nothing does
	worker   func(n int) []string                      // further variables of the nth worker of either queue
}

// faultRun is one run.
type faultRun struct {
	*Org
	faultPlan
	t       *testing.T
	env     []string
	beside  []string // flags of commands beside it
	inbox   *Service
	diaries *Diaries
	random  *rand.Rand // of the faults; each candidate has their own

	postgres     *Cluster
	database     *line // to it
	temporal     *temporalServer
	temporalFile string
	line         *line // to Temporal
	apis         []*replica
	workers      []*replica

	seed    uint64
	working atomic.Int64 // candidates who are not done
	asked   atomic.Int64 // their requests that were answered, or not
	counts  faultCounts
	letters map[string]map[string]int // see received
}

// replica is a part that is started again with the same command line.
type replica struct {
	*Service
	address   string
	env, args []string
}

// faultCounts are what is told at the end.
type faultCounts struct {
	mu sync.Mutex
	n  map[string]int
}

func (c *faultCounts) add(what string, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n == nil {
		c.n = map[string]int{}
	}
	c.n[what] += n
}

func (c *faultCounts) of(what string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n[what]
}

// newFaults starts all parts.
func newFaults(t *testing.T, seed uint64, p faultPlan) *faultRun {
	f := newFaultRun(t, seed, p)
	if p.cluster == nil {
		p.cluster = NewCluster
	}
	f.postgres = p.cluster(t)
	f.database = startLine(t, "unix", f.postgres.dir+"/.s.PGSQL.5432")
	f.temporal = startTemporal(t, keptAddr(), f.temporalFile)
	f.line = startLine(t, "tcp", f.temporal.Addr())
	at := f.line.Addr
	if p.frontend != nil {
		at = p.frontend(t, at)
	}
	smtpURL, inbox := catch(t)
	if p.mail != nil {
		smtpURL = p.mail(t, smtpURL)
	}
	f.inbox = inbox
	f.env = []string{"LITMUS_DATABASE_URL=postgres://postgres@" + f.database.Addr + "/postgres?sslmode=disable",
		"LITMUS_SECRET=" + strings.Repeat("faults of a service ", 3), "LITMUS_BASE_URL=" + publicOrigin,
		"LITMUS_SMTP_URL=" + smtpURL, "TEMPORAL_ADDRESS=" + at, private}
	f.apis = []*replica{f.start(nil, "api", "--migrate")}
	for range p.replicas - 1 {
		f.apis = append(f.apis, f.start(nil, "api"))
	}
	s := &Service{Ready: Ready{API: f.apis[0].API, Temporal: at}, Env: f.env}
	f.Org = s.NewOrg(t, f.diaries.Edits()...)
	for n := range p.replicas {
		var more []string
		if p.worker != nil {
			more = p.worker(n)
		}
		f.workers = append(f.workers, f.start(more, "worker", "--queues", "interviews"),
			f.start(more, "worker", "--queues", "effects"))
	}
	for _, r := range f.workers {
		r.awaitHealth(t, http.StatusOK)
	}
	return f
}

// newFaultRun is a run without a service yet; its hosts have calendars.
func newFaultRun(t *testing.T, seed uint64, p faultPlan) *faultRun {
	f := &faultRun{faultPlan: p, t: t, seed: seed, random: rand.New(rand.NewPCG(seed, 0)),
		temporalFile: t.TempDir() + "/temporal.db", letters: map[string]map[string]int{}}
	var hosts []string
	for h := range faultHosts {
		hosts = append(hosts, fmt.Sprintf("host%d", h))
	}
	f.diaries = StartDiaries(t, hosts...)
	return f
}

// start starts a part at an address that it keeps, with further variables.
func (f *faultRun) start(more []string, args ...string) *replica {
	f.t.Helper()
	r := &replica{address: keptAddr(), env: more, args: args}
	f.revive(r)
	return r
}

// revive starts a part, again after a kill.
func (f *faultRun) revive(r *replica) {
	f.t.Helper()
	env, args := slices.Concat(f.env, r.env), r.args
	if args[0] == "worker" {
		args = append(slices.Clone(args), "--addr", r.address)
	} else {
		env = append(env, "LITMUS_ADDR="+r.address)
	}
	r.Service = StartPart(f.t, env, r.address, args...)
	if args[0] == "api" {
		Until(f.t, letterTimeout, "the api to answer", func() (bool, string) {
			status, body := r.Health(f.t, "/healthz")
			return status == http.StatusOK, body
		})
	}
}

// kill ends a part without warning.
func (r *replica) kill() {
	r.run.kill()
	<-r.run.ended
	r.run = nil
}

// run has the candidates act while faults happen, checks what is left, and returns the candidates.
func (f *faultRun) run() []*faultCandidate {
	f.working.Store(int64(f.candidates))
	var next atomic.Int64
	var clients sync.WaitGroup
	all := make([]*faultCandidate, f.candidates)
	for range min(faultClients, f.candidates) {
		clients.Go(func() {
			for n := int(next.Add(1)) - 1; n < len(all); n = int(next.Add(1)) - 1 {
				all[n] = f.candidate(n)
				f.working.Add(-1)
			}
		})
	}
	for f.working.Load() > 0 && !f.t.Failed() {
		f.breaks(f)
	}
	clients.Wait()
	f.check(all)
	f.counts.mu.Lock()
	defer f.counts.mu.Unlock()
	for _, what := range slices.Sorted(maps.Keys(f.counts.n)) {
		f.t.Logf("%6d %s", f.counts.n[what], what)
	}
	return all
}

// pause waits until the candidates have asked a random number of times more, or are done.
func (f *faultRun) pause(from, to int) {
	f.t.Helper()
	until := f.asked.Load() + int64(from+f.random.IntN(to-from))
	Until(f.t, afterCrash, "the candidates to go on", func() (bool, string) {
		asked := f.asked.Load()
		return asked >= until || f.working.Load() == 0 || f.t.Failed(), fmt.Sprintf("%d of %d", asked, until)
	})
}

// breakSomething has one thing fail, and mends it.
func (f *faultRun) breakSomething() {
	replace := func(what string, r *replica) {
		r.kill()
		f.pause(1, 60)
		f.revive(r)
		f.counts.add("kills of "+what, 1)
	}
	switch f.random.IntN(9) {
	case 0, 1:
		replace("an api", f.apis[f.random.IntN(len(f.apis))])
	case 2:
		replace("a worker of interviews", f.workers[2*f.random.IntN(2)])
	case 3, 4:
		replace("a worker of effects", f.workers[2*f.random.IntN(2)+1])
	case 5:
		f.temporal.Kill9()
		f.pause(1, 100)
		f.temporal = startTemporal(f.t, f.temporal.Addr(), f.temporalFile)
		f.counts.add("kills of Temporal", 1)
	case 6:
		f.postgres.Stop(f.t)
		f.pause(1, 200)
		f.postgres.Start(f.t)
		f.counts.add("crashes of PostgreSQL", 1)
	case 7:
		f.database.Cut()
		f.line.Cut()
		f.counts.add("cuts of all connections", 1)
	case 8:
		f.database.Slow(20 * time.Millisecond)
		f.line.Slow(20 * time.Millisecond)
		f.pause(10, 100)
		f.database.Slow(0)
		f.line.Slow(0)
		f.counts.add("spells of slow connections", 1)
	}
}

// faultCandidate is somebody with at most one interview, as they know it.
type faultCandidate struct {
	*faultRun
	local  string
	random *rand.Rand
	known  faultState
	meant  []faultState // by acts of unknown outcome, which may come true a little later
}

// faultState is an interview as its client knows it.
type faultState struct {
	id, start, host string
	canceled        bool
}

// candidate books, and then moves, hands over or cancels a few times.
func (f *faultRun) candidate(n int) *faultCandidate {
	c := &faultCandidate{faultRun: f, local: fmt.Sprintf("fault-%03d", n),
		random: rand.New(rand.NewPCG(f.seed, uint64(n)+1))}
	for c.known.id == "" && !f.t.Failed() {
		c.book(false)
	}
	for range c.random.IntN(4) {
		if f.t.Failed() || c.known.canceled {
			break
		}
		switch c.random.IntN(6) {
		case 0, 1, 2:
			c.book(true)
		case 3, 4:
			c.handOver()
		case 5:
			c.cancel()
		}
	}
	return c
}

func (c *faultCandidate) place() (start, host string) {
	hour := c.random.IntN(faultHours)
	return time.Date(2032, 6, 1+hour/8, 8+hour%8, 0, 0, 0, time.UTC).Format(instant),
		c.Email(fmt.Sprintf("host%d", c.random.IntN(faultHosts)))
}

// book books, or moves by booking again. Where nobody answered, it looks first (§7).
func (c *faultCandidate) book(replace bool) {
	start, host := c.place()
	body := c.Booking(c.local, "scheduled_start_at", start, "interviewer_email", host, "meeting_link",
		"https://meet.example/"+c.local)
	if replace {
		body["replace_existing"] = true
	}
	status, answer := c.ask(http.MethodPost, "/interviews", body)
	switch {
	case status == http.StatusCreated:
		var b struct{ Interview struct{ ID string } }
		err := json.Unmarshal(answer, &b)
		if err != nil || b.Interview.ID == "" || c.known.id != "" && b.Interview.ID != c.known.id {
			c.t.Errorf("%s: booked as %s: %v", c.local, answer, err)
		}
		c.told(faultState{id: b.Interview.ID, start: start, host: host})
		c.counts.add("bookings and moves", 1)
	case status == http.StatusConflict:
		c.counts.add("refusals", 1) // c knows what it knew: the check tells whether that is so
		if len(c.meant) > 0 {
			c.look() // what was meant before may have come true since
		}
	case unknown(status):
		c.counts.add("bookings and moves of unknown outcome", 1)
		c.meant = append(c.meant, faultState{id: c.known.id, start: start, host: host})
		c.look()
	default:
		c.t.Errorf("%s: booking: %d %s", c.local, status, answer)
	}
}

// look asks what became of bookings. One stands as it was meant, or as it was known.
func (c *faultCandidate) look() {
	q := url.Values{"posting_id": {c.Posting("engineer")}, "round_id": {c.Round("engineer", "main", "systems")},
		"candidate_email": {c.Email(c.local)}}
	var list struct{ Interviews []faultView }
	c.read("/interviews?"+q.Encode(), &list)
	switch {
	case len(list.Interviews) > 1:
		c.t.Errorf("%s has %d interviews", c.local, len(list.Interviews))
	case len(list.Interviews) == 0 && c.known.id != "":
		c.t.Errorf("%s: %s is gone", c.local, c.known.id)
	case len(list.Interviews) == 1:
		c.learn(list.Interviews[0].state())
	}
}

// instant is how answers write an instant.
const instant = "2006-01-02T15:04:05.000Z"

// faultView is an interview as it is read.
type faultView struct {
	ID, Status       string
	ScheduledStartAt string `json:"scheduled_start_at"`
	InterviewerEmail string `json:"interviewer_email"`
}

func (v faultView) state() faultState {
	return faultState{v.ID, v.ScheduledStartAt, v.InterviewerEmail, v.Status == "canceled"}
}

// told takes what an act was answered. Nothing that was meant before comes true any more: it held the locks that this
// act waited for.
func (c *faultCandidate) told(now faultState) { c.known, c.meant = now, nil }

// learn takes what is read: it must be what was known, or what was meant.
func (c *faultCandidate) learn(got faultState) {
	meant := func(s faultState) bool {
		if s.id == "" { // of a first booking: nobody said which it is
			s.id = got.id
		}
		return s == got
	}
	if got != c.known && !slices.ContainsFunc(c.meant, meant) {
		c.t.Errorf("%s: reads %+v, which is neither %+v nor one of %+v", c.local, got, c.known, c.meant)
	}
	c.known = got
}

// handOver changes the interviewer.
func (c *faultCandidate) handOver() {
	_, host := c.place()
	meant := c.known
	meant.host = host
	c.change(http.MethodPatch, Object{"interviewer_email": host}, meant, "other interviewers")
}

func (c *faultCandidate) cancel() {
	meant := c.known
	meant.canceled = true
	c.change(http.MethodDelete, nil, meant, "cancellations")
}

func (c *faultCandidate) change(method string, body any, meant faultState, what string) {
	status, answer := c.ask(method, "/interviews/"+c.known.id, body)
	switch {
	case status == http.StatusOK:
		c.told(meant)
		c.counts.add(what, 1)
	case status == http.StatusConflict:
		c.counts.add("refusals", 1)
		if len(c.meant) > 0 {
			c.look()
		}
	case unknown(status):
		c.counts.add(what+" of unknown outcome", 1)
		c.meant = append(c.meant, meant)
		var one faultView
		c.read("/interviews/"+c.known.id, &one)
		c.learn(one.state())
	default:
		c.t.Errorf("%s: %s: %d %s", c.local, method, status, answer)
	}
}

// unknown reports whether the client does not know what became of its request.
func unknown(status int) bool { return status == 0 || status >= 500 }

// read reads until it is answered: a read may be repeated (§7).
func (c *faultCandidate) read(path string, into any) {
	again := time.NewTicker(100 * time.Millisecond)
	defer again.Stop()
	late := time.NewTimer(2 * afterCrash)
	defer late.Stop()
	for {
		status, answer := c.ask(http.MethodGet, path, nil)
		if status == http.StatusOK {
			if err := json.Unmarshal(answer, into); err != nil {
				c.t.Errorf("%s: %s: %v", path, answer, err)
			}
			return
		}
		if !unknown(status) {
			c.t.Errorf("%s: %d %s", path, status, answer)
			return
		}
		select {
		case <-again.C:
		case <-late.C:
			c.t.Errorf("%s is not answered: %d %s", path, status, answer)
			return
		case <-c.t.Context().Done():
			return
		}
	}
}

// ask sends one request to one of the apis; status 0 when nobody answered.
func (c *faultCandidate) ask(method, path string, body any) (status int, answer []byte) {
	var content io.Reader
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			c.t.Error(err)
		}
		content = bytes.NewReader(b)
	}
	defer c.asked.Add(1)
	at := "http://" + c.apis[c.random.IntN(len(c.apis))].address
	req, err := http.NewRequestWithContext(c.t.Context(), method, at+prefix+path, content)
	if err != nil {
		c.t.Error(err)
		return 0, nil
	}
	req.Header.Set("Authorization", "Bearer "+c.Key)
	req.Header.Set("Content-Type", "application/json")
	resp, err := client.Do(req)
	if err != nil {
		return 0, nil
	}
	defer resp.Body.Close()
	if answer, err = io.ReadAll(resp.Body); err != nil { // cut off: the client was told nothing
		return 0, nil
	}
	return resp.StatusCode, answer
}
