package histories

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"litmus/testdb"
)

func TestMain(m *testing.M) { os.Exit(testdb.Main(m)) }

// How many histories are run, and on which database: see CONTRIBUTING.md.
var (
	onSQLite   = setting("LITMUS_TEST_HISTORIES_SQLITE", 250, 60)
	onPostgres = setting("LITMUS_TEST_HISTORIES_POSTGRES", 120, 25)
	replayed   = os.Getenv("LITMUS_TEST_HISTORY") // a seed
)

// setting is the number of an environment variable; without it a number for CI, and a smaller one for everybody else.
func setting(name string, inCI, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	if os.Getenv("CI") == "true" {
		return inCI
	}
	return otherwise
}

const (
	fewest  = 8   // histories with the flag -short
	studios = 4   // concurrently on one database
	replays = 100 // of a seed, since the order of its lanes varies
)

// TestHistories runs random histories and judges each by §3 to §7 as a whole.
func TestHistories(t *testing.T) {
	t.Parallel()
	for _, d := range []struct {
		name     string
		postgres bool
		count    int
	}{{"sqlite", false, onSQLite}, {"postgres", true, onPostgres}} {
		t.Run(d.name, func(t *testing.T) {
			t.Parallel()
			var addresses []string
			for range studios {
				addresses = append(addresses, fresh(t, d.postgres))
			}
			count := d.count
			if testing.Short() {
				count = min(count, fewest)
			}
			seeds := make(chan uint64)
			go func() {
				defer close(seeds)
				if seed, err := strconv.ParseUint(replayed, 10, 64); err == nil {
					for range replays {
						seeds <- seed
					}
					return
				}
				first := rand.Uint64() >> 16
				for n := range count {
					seeds <- first + uint64(n)
				}
			}()
			var calls, ran, paused atomic.Int64
			var told [600]atomic.Int64
			began, failed := time.Now(), atomic.Bool{}
			var all sync.WaitGroup
			for number, address := range addresses {
				all.Go(func() {
					s := open(t, address, number)
					defer func() { paused.Add(s.paused.Load()) }()
					for seed := range seeds {
						if failed.Load() {
							continue
						}
						r := s.run(write(seed))
						ran.Add(1)
						calls.Add(int64(len(r.calls)))
						for _, c := range r.calls {
							told[c.answer.status].Add(1)
						}
						if r.wrong != "" && !failed.Swap(true) {
							t.Error(r.told())
						}
					}
				})
			}
			all.Wait()
			if paused.Load() == 0 {
				t.Error("no statement was seen while lanes played: nothing was held up between two of them")
			}
			var statuses strings.Builder
			for status := range told {
				if n := told[status].Load(); n > 0 {
					fmt.Fprintf(&statuses, " %d: %d", status, n)
				}
			}
			t.Logf("%d histories of %d calls in %s; answers%s",
				ran.Load(), calls.Load(), time.Since(began).Round(time.Second), statuses.String())
		})
	}
}

// call is an operation that was made, and the order of its begin and its end among those of all calls.
type call struct {
	operation
	answer      answer
	round, lane int
	from, to    int64
}

// run is a script that was played, with its outcome.
type run struct {
	script script
	began  world
	known  *known
	calls  []call
	wrong  string // what is wrong; "" for nothing
}

// run plays a script on an organization of its own and judges it.
func (s *studio) run(plan script) *run { return s.runPaused(plan, (*player).overtake) }

// runPaused is run, but calls pause after every statement while several lanes are playing.
func (s *studio) runPaused(plan script, pause func(p *player, statement string)) *run {
	r := &run{script: plan}
	var err error
	if r.began, r.known, err = s.begin(rand.New(rand.NewPCG(plan.seed, 2))); err != nil {
		r.wrong = "set up: " + err.Error()
		return r
	}
	p := &player{studio: s, run: r, pause: pause}
	before, err := s.look()
	for n, one := range plan.rounds {
		first := len(r.calls)
		var why string
		if p.round = n; one.probe != nil {
			why = p.probe(*one.probe)
		} else {
			p.play(one.lanes)
		}
		after, lookErr := s.look()
		if err = lookErr; err != nil {
			break
		}
		if why == "" {
			why = after.broken(r.began, plan.still)
		}
		if why == "" {
			why = after.since(before, r.calls[first:])
		}
		if why != "" {
			r.wrong = fmt.Sprintf("after round %d: %s", n, why)
			return r
		}
		before = after
	}
	if err != nil {
		r.wrong = "look at the database: " + err.Error()
		return r
	}
	p.round = len(plan.rounds)
	if r.wrong = p.survey(); r.wrong == "" {
		r.wrong = r.judge()
	}
	return r
}

// player makes the calls of a run.
type player struct {
	*studio
	*run
	pause func(p *player, statement string)
	round int
	count atomic.Int64 // begins and ends of calls
	mu    sync.Mutex
}

// make makes a call and records it.
func (p *player) make(lane int, o operation) answer {
	o = o.bound(p.known)
	from := p.count.Add(1)
	a := o.send(p.studio)
	to := p.count.Add(1)
	p.known.learn(o, a)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.calls = append(p.calls, call{o, a, p.round, lane, from, to})
	return a
}

// overtake sometimes holds up a call after one of its statements until other calls have begun or ended, or for a moment
// if there are none. It widens a window of microseconds between two statements so that other lanes hit it.
func (p *player) overtake(string) {
	if rand.IntN(25) > 0 {
		return
	}
	p.wait(p.count.Load()+1+rand.Int64N(4), time.Now().Add(5*time.Millisecond))
}

// wait returns when count begins and ends have happened, or at end.
func (p *player) wait(count int64, end time.Time) {
	for p.count.Load() < count && time.Now().Before(end) {
		runtime.Gosched()
	}
}

// play makes the calls of all lanes concurrently.
func (p *player) play(lanes [][]operation) {
	if len(lanes) > 1 {
		pause := func(statement string) { p.pause(p, statement) }
		p.studio.pause.Store(&pause)
		defer p.studio.pause.Store(nil)
	}
	var all sync.WaitGroup
	start := make(chan struct{})
	for n, lane := range lanes {
		all.Go(func() {
			<-start
			for _, o := range lane {
				a := p.make(n, o)
				l, pages := o.(list)
				for pages {
					if l, pages = l.next(a); pages {
						a = p.make(n, l)
					}
				}
			}
		})
	}
	close(start)
	all.Wait()
}

// probe takes a start that is shown, with no other call in between. It must be free, and afterwards one place fewer
// must be left (§4 Slots rule 7).
func (p *player) probe(x probe) string {
	if x.page.email != "" {
		return p.probePage(x)
	}
	posting, _, _ := strings.Cut(x.round, "/")
	ask := readSlots{posting: posting, round: x.round, to: p.now().Add(3 * day)}
	var shown shownSlots
	p.make(0, ask).into(&shown)
	if len(shown.Slots) == 0 {
		return ""
	}
	one := shown.Slots[x.choice%len(shown.Slots)]
	b := book{posting: posting, round: x.round, email: x.email, start: parse(one.StartAt)}
	if x.named > 0 {
		b.interviewer = one.InterviewerEmails[x.named%len(one.InterviewerEmails)]
	}
	if a := p.make(0, b); a.status != 201 {
		return fmt.Sprintf("GET slots shows %s with %d places, %v; booking it is answered %s",
			one.StartAt, one.Capacity, one.InterviewerEmails, a)
	}
	var left shownSlots
	p.make(0, ask).into(&left)
	places := 0
	for _, later := range left.Slots {
		if later.StartAt == one.StartAt {
			places = later.Capacity
		}
	}
	if places != one.Capacity-1 {
		return fmt.Sprintf("GET slots shows %s with %d places, and %d after one was taken",
			one.StartAt, one.Capacity, places)
	}
	return ""
}

func (p *player) probePage(x probe) string {
	ask := readTimes{who: x.page, from: p.now(), to: p.now().Add(3 * day)}
	var shown shownSlots
	p.make(0, ask).into(&shown)
	if len(shown.Slots) == 0 {
		return ""
	}
	one := shown.Slots[x.choice%len(shown.Slots)]
	if a := p.make(0, pick{who: x.page, start: parse(one.StartAt), zone: "Europe/Berlin",
		change: true}); a.status != 200 {
		return fmt.Sprintf("the page shows %s; picking it is answered %s", one.StartAt, a)
	}
	return ""
}

// survey reads every list and every interview at the end. They must agree field by field (§4).
func (p *player) survey() string {
	ask := list{limit: 1 + int(p.script.seed%7)}
	var listed []map[string]any
	for more := true; more; {
		a := p.make(0, ask)
		var page struct{ Interviews []map[string]any }
		a.into(&page)
		listed = append(listed, page.Interviews...)
		ask, more = ask.next(a)
	}
	if got := len(listed); got < len(p.known.all) {
		return fmt.Sprintf("the list has %d interviews; %d are known", got, len(p.known.all))
	}
	for _, i := range listed {
		id, _ := i["id"].(string)
		a := p.make(0, read{of: which{id: id}})
		if why := a.differs(i); why != "" {
			return "read and list disagree: " + why
		}
	}
	for _, posting := range []string{"backend", "intern", "old"} {
		p.make(0, listInterviewers{posting})
	}
	for _, round := range liveRounds {
		posting, _, _ := strings.Cut(round, "/")
		p.make(0, readSlots{posting: posting, round: round, to: p.now().Add(10 * day)})
	}
	for n := range p.known.submissions {
		p.make(0, readSubmission{n: n})
	}
	return ""
}

// told describes a history that failed.
func (r *run) told() string {
	return fmt.Sprintf("a history of %d rounds, seed %d, fails:\n%s\nIts calls and answers:\n%s\n"+
		"To replay it: LITMUS_TEST_HISTORY=%d go test ./histories -run TestHistories", len(r.script.rounds),
		r.script.seed, r.script, r.known.readable(r.story()), r.script.seed)
}

// story lists the calls and their answers, and what is wrong.
func (r *run) story() string {
	var b strings.Builder
	for _, c := range r.calls {
		if c.round >= len(r.script.rounds) && c.answer.status == 200 && !strings.Contains(r.wrong, c.answer.String()) {
			continue // the survey
		}
		fmt.Fprintf(&b, "  %d/%d [%d-%d] %s\n        %s\n", c.round, c.lane, c.from, c.to, told(c.operation),
			c.answer)
	}
	return b.String() + r.wrong
}
