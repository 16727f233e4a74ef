package e2e

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "go.temporal.io/sdk/client"
)

const (
	rollingSwitch = "LITMUS_TEST_ROLLING" // the commit to roll from, such as HEAD~1

	rollingBatch   = 12 // candidates who begin with each step
	rollingClients = 6
)

// The service in its parts, on PostgreSQL, goes from the build of another commit to this one and back, part by part, on
// the new schema, while candidates book, move and cancel: workers without versions, one in the place of the other, and
// workers of two versions beside each other. Interviews in every state go on whatever they began on. Afterwards
// everything holds that holds after the faults, and each letter came once.
func TestRolling(t *testing.T) { //nolint:paralleltest // it takes the whole machine
	commit := os.Getenv(rollingSwitch)
	if commit == "" {
		t.Skip(rollingSwitch + " names no commit: make rolling")
	}
	needsProcess(t, "the parts of the service as processes")
	file := buildOf(t, commit)
	for name, versioned := range map[string]bool{"one in the place of the other": false, "beside each other": true} {
		t.Run(name, func(t *testing.T) { newRolling(t, file, versioned).run() })
	}
}

// rolling is a run of the test.
type rolling struct {
	*faultRun
	old, new  release
	versioned bool // the new workers are, and the old ones if their build knows how
	temporal  string
	sdk       sdk.Client

	begun   int      // candidates
	next    chan int // who is to begin
	clients sync.WaitGroup
	staged  map[string]string // by candidate, the interview's id
	parts   []*Service        // all that ever ran
}

// release is a build of the program.
type release struct {
	file  string
	build string // of its workers, "" without versions
}

// newRolling starts all parts of the old build.
func newRolling(t *testing.T, file string, versioned bool) *rolling {
	t.Helper()
	r := &rolling{faultRun: newFaultRun(t, uint64(time.Now().UnixNano()), faultPlan{}),
		versioned: versioned, next: make(chan int, 100*rollingBatch), staged: map[string]string{}}
	r.postgres = NewCluster(t)
	var err error
	r.old.file = file
	if r.new.file, err = program(); err != nil {
		t.Fatal(err)
	}
	server := startTemporal(t, keptAddr(), t.TempDir()+"/temporal.db")
	r.temporal = server.Addr()
	r.sdk = dialTemporal(t, r.temporal)
	smtpURL, inbox := catch(t)
	r.inbox = inbox
	r.env = []string{"LITMUS_DATABASE_URL=" + r.postgres.URL, "LITMUS_BASE_URL=" + publicOrigin,
		"LITMUS_SECRET=" + strings.Repeat("rolling upgrades ", 3), "LITMUS_SMTP_URL=" + smtpURL,
		"TEMPORAL_ADDRESS=" + r.temporal, private}
	if versioned {
		r.env = append(r.env, "LITMUS_DEPLOYMENT=litmus")
		r.new.build = "new"
		if strings.Contains(runOf(t, file, nil, "config", "--help"), "LITMUS_DEPLOYMENT") {
			r.old.build = "old"
		}
	}
	runOf(t, file, r.env, "migrate")
	r.makeOrg()
	for range 2 {
		r.apis = append(r.apis, r.place(r.old, "api"))
	}
	r.workers = r.placeWorkers(r.old)
	if r.old.build != "" {
		r.makeCurrent(r.old)
	}
	r.API = "http://" + r.apis[0].address
	return r
}

// makeOrg makes the organization by commands of the old build, on the old schema.
func (r *rolling) makeOrg() {
	r.Org = &Org{Service: &Service{Ready: Ready{Temporal: r.temporal}, Env: r.env}, Slug: newSlug()}
	r.File = writeFile(r.t, r.Slug+".yaml", northwind(r.t, r.Slug, r.diaries.Edits()...))
	if err := json.Unmarshal([]byte(runOf(r.t, r.old.file, r.env, "apply", "--json", "--file", r.File)),
		&r.IDs); err != nil {
		r.t.Fatal(err)
	}
	r.Key = strings.TrimSpace(runOf(r.t, r.old.file, r.env, "keys", "create", "--org", r.Slug, "--name", "rolling",
		"--full-access"))
}

// place starts a part of a release at an address that it keeps.
func (r *rolling) place(of release, args ...string) *replica {
	r.t.Helper()
	one := &replica{address: keptAddr(), args: args}
	r.fill(one, of)
	return one
}

func (r *rolling) fill(one *replica, of release) {
	r.t.Helper()
	env, args, path := slices.Clone(r.env), one.args, "/healthz"
	if args[0] == "worker" {
		args, path = append(slices.Clone(args), "--addr", one.address), "/readyz"
		if of.build == "" {
			env = slices.DeleteFunc(env, func(v string) bool { return strings.HasPrefix(v, "LITMUS_DEPLOYMENT") })
		} else {
			env = append(env, "LITMUS_DEPLOYMENT_BUILD="+of.build)
		}
	} else {
		env = append(env, "LITMUS_ADDR="+one.address)
	}
	one.Service = startPartOf(r.t, of.file, env, one.address, args...)
	r.parts = append(r.parts, one.Service)
	Until(r.t, letterTimeout, "the "+args[0], func() (bool, string) {
		status, body := one.Health(r.t, path)
		return status == http.StatusOK, body
	})
}

func (r *rolling) placeWorkers(of release) (out []*replica) {
	r.t.Helper()
	for range 2 {
		out = append(out, r.place(of, "worker", "--queues", "interviews"),
			r.place(of, "worker", "--queues", "effects"))
	}
	return out
}

// makeCurrent gives the workers of a release all work.
func (r *rolling) makeCurrent(of release) {
	r.t.Helper()
	build := of.build
	if build == "" {
		build = "unversioned"
	}
	Until(r.t, letterTimeout, build+" to be current", func() (bool, string) {
		got := Command(r.t, r.env, "deployment", "current", build)
		return got.Status == 0, got.Stderr
	})
}

// under does a step while more candidates begin.
func (r *rolling) under(step string, do func()) {
	r.t.Helper()
	r.working.Add(rollingBatch)
	for range rollingBatch {
		r.next <- r.begun
		r.begun++
	}
	began := time.Now()
	do()
	r.t.Logf("%5.1f s %s", time.Since(began).Seconds(), step)
	r.pause(5, 20)
	r.counts.add("steps under load", 1)
}

// roll puts a release in the place of each part, one by one.
func (r *rolling) roll(to string, of release, parts []*replica) {
	for _, one := range parts {
		r.under(one.args[len(one.args)-1]+" to "+to, func() {
			one.Stop(r.t)
			r.fill(one, of)
		})
	}
}

// run goes there and back, and checks what is left.
func (r *rolling) run() {
	r.stage()
	began := make(chan *faultCandidate, cap(r.next))
	for range rollingClients {
		r.clients.Go(func() {
			for n := range r.next {
				began <- r.candidate(n)
				r.working.Add(-1)
			}
		})
	}
	r.under("the schema to the new one", func() { runOf(r.t, r.new.file, r.env, "migrate") })
	olds := r.workers
	if r.versioned { // workers go first: they know what a new api writes
		r.under("new workers beside the old", func() { r.workers = r.placeWorkers(r.new) })
		r.under("half of the work", func() {
			MustRun(r.t, r.env, "deployment", "ramp", r.new.build, "--percent", "50")
		})
		r.under("all of it", func() { r.makeCurrent(r.new) })
	} else {
		r.roll("new", r.new, r.workers)
	}
	r.roll("new", r.new, r.apis)
	r.act()
	r.roll("old", r.old, r.apis)
	if r.versioned {
		r.under("all work back", func() { r.makeCurrent(r.old) })
		r.under("new workers end", func() {
			for _, one := range r.workers {
				one.Stop(r.t)
			}
		})
		r.workers = olds
	} else {
		r.roll("old", r.old, r.workers)
	}
	r.actAgain()
	close(r.next)
	r.clients.Wait()
	close(began)
	var all []*faultCandidate
	for c := range began {
		all = append(all, c)
	}
	r.check(all)
	r.checkStaged()
	for _, p := range r.parts {
		if strings.Contains(p.Log.String(), "TMPRL1100") { // the SDK's word for a history that code does not replay
			r.t.Errorf("a worker could not replay a history:\n%s", tail(p.Log.String()))
		}
	}
	r.counts.mu.Lock()
	defer r.counts.mu.Unlock()
	for _, what := range slices.Sorted(maps.Keys(r.counts.n)) {
		r.t.Logf("%6d %s", r.counts.n[what], what)
	}
}

// stage puts interviews into each state on the old build.
func (r *rolling) stage() {
	at := func(day int) string { return fmt.Sprintf("2032-07-%02dT10:00:00Z", day) }
	book := func(who string, changes ...any) {
		r.t.Helper()
		r.staged[who] = r.Book(r.t, who, append([]any{"interviewer_email", r.Email("ilse")}, changes...)...).
			Text("interview.id")
	}
	book("scheduled", "scheduled_start_at", at(1))
	book("moved", "scheduled_start_at", at(2))
	book("moved", "scheduled_start_at", at(3), "replace_existing", true)
	book("reassigned", "scheduled_start_at", at(4))
	r.Do(r.t, http.MethodPatch, "/interviews/"+r.staged["reassigned"], Object{"interviewer_email": r.Email("bram")}).
		Want(http.StatusOK)
	book("canceled", "scheduled_start_at", at(5))
	r.Do(r.t, http.MethodDelete, "/interviews/"+r.staged["canceled"], nil).Want(http.StatusOK)
	book("completed", "scheduled_start_at", at(7))
	r.inbox.LettersWhen(r.t, r.Email("completed"), "a confirmation", func(l []Letter) bool { return len(l) > 0 })
	runOf(r.t, r.old.file, r.env, "interviews", "end-call", r.staged["completed"])
	book("indefinite", "scheduled_start_at", at(6), "round_id", r.Round("engineer", "main", "pairing"))
	for who, ttl := range map[string]string{"pending": "24h", "expired": "1s"} {
		api := r.apis[0]
		if who == "expired" {
			api = &replica{address: keptAddr(), args: []string{"api"}}
			env := r.env
			r.env = append(slices.Clone(env), "LITMUS_SESSION_TTL="+ttl)
			r.fill(api, r.old)
			r.env = env
		}
		s := *r.Service
		s.API = "http://" + api.address
		r.staged[who] = s.Do(r.t, http.MethodPost, prefix+"/interviews", r.External(who), "Authorization",
			"Bearer "+r.Key).Want(http.StatusCreated).Text("interview.id")
	}
	r.send(r.t, "invited", "assessment_id", r.Assessment("lens")).Want(http.StatusCreated)
	r.are("scheduled", "scheduled", "moved", "scheduled", "reassigned", "scheduled", "canceled", "canceled",
		"completed", "completed", "indefinite", "scheduled", "pending", "pending", "expired", "expired")
}

// are waits for the states of interviews: candidate, status, candidate, status, ….
func (r *rolling) are(pairs ...string) {
	r.t.Helper()
	for n := 0; n < len(pairs); n += 2 {
		Until(r.t, letterTimeout, pairs[n]+" to be "+pairs[n+1], func() (bool, string) {
			got := r.Do(r.t, http.MethodGet, "/interviews/"+r.staged[pairs[n]], nil).Want(http.StatusOK).Text("status")
			return got == pairs[n+1], got
		})
	}
}

// act changes what the old build began, and begins one, while all parts are new.
func (r *rolling) act() {
	r.are("scheduled", "scheduled", "canceled", "canceled", "completed", "completed", "pending", "pending",
		"expired", "expired")
	r.Book(r.t, "scheduled", "interviewer_email", r.Email("ilse"), "scheduled_start_at", "2032-07-11T10:00:00Z",
		"replace_existing", true)
	for _, who := range []string{"moved", "indefinite"} {
		r.Do(r.t, http.MethodPatch, "/interviews/"+r.staged[who], Object{"interviewer_email": r.Email("dora")}).
			Want(http.StatusOK)
	}
	r.Do(r.t, http.MethodDelete, "/interviews/"+r.staged["pending"], nil).Want(http.StatusOK)
	r.staged["begun"] = r.Book(r.t, "begun", "interviewer_email", r.Email("bram"), "scheduled_start_at",
		"2032-07-12T10:00:00Z").Text("interview.id")
	r.Settled(r.t, 2*afterCrash, slices.Collect(maps.Values(r.staged))...)
	r.runsOn(r.t, r.sdk, r.new.build, r.staged["scheduled"], r.staged["moved"], r.staged["begun"])
}

// actAgain changes them when all parts are old again.
func (r *rolling) actAgain() {
	r.are("completed", "completed", "pending", "canceled", "begun", "scheduled", "moved", "scheduled")
	for _, who := range []string{"moved", "reassigned"} {
		r.Do(r.t, http.MethodDelete, "/interviews/"+r.staged[who], nil).Want(http.StatusOK)
	}
	for n, who := range []string{"scheduled", "begun"} {
		r.Book(r.t, who, "interviewer_email", r.Email("bram"), "scheduled_start_at",
			fmt.Sprintf("2032-07-2%dT10:00:00Z", n), "replace_existing", true)
	}
	r.Do(r.t, http.MethodDelete, "/interviews/"+r.staged["indefinite"], nil).Want(http.StatusOK)
	r.runsOn(r.t, r.sdk, r.old.build, r.staged["scheduled"], r.staged["begun"])
}

// checkStaged waits until nothing is owed, and compares what everybody was told.
func (r *rolling) checkStaged() {
	r.t.Helper()
	r.Settled(r.t, 2*afterCrash, slices.Collect(maps.Values(r.staged))...)
	st := r.Store(r.t)
	for who, known := range map[string]faultState{
		"scheduled": {start: "2032-07-20T10:00:00.000Z"}, "begun": {start: "2032-07-21T10:00:00.000Z"},
		"completed": {start: "2032-07-07T10:00:00.000Z"},
		"moved":     {canceled: true}, "reassigned": {canceled: true}, "canceled": {canceled: true},
		"indefinite": {canceled: true}, "pending": {canceled: true},
	} {
		known.id = r.staged[who]
		r.checkLetters(st, &faultCandidate{faultRun: r.faultRun, local: who, known: known})
	}
	if got := r.received(r.Email("invited")); len(got) != 1 {
		r.t.Errorf("who is invited got %d letters", len(got))
	}
	for to, got := range r.letters {
		for id, copies := range got {
			if copies != 1 {
				r.t.Errorf("%s got %s %d times", to, id, copies)
			}
		}
	}
}
