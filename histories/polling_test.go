package histories

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"litmus/testdb"
)

// TestPolling checks that a client that polls as §6 says misses nothing that is written meanwhile, whatever the sizes
// of pages and the pauses between them are, and however late a transaction commits after it dated its rows.
func TestPolling(t *testing.T) {
	t.Parallel()
	testdb.Long(t)
	testdb.Each(t, func(t *testing.T, address string) {
		s := open(t, address, 0)
		first := rand.Uint64() >> 16
		if seed, err := strconv.ParseUint(replayed, 10, 64); err == nil {
			first = seed
		}
		for n := range uint64(polls) {
			if why := s.watch(first + n); why != "" {
				t.Fatalf("seed %d: %s\nTo replay it: LITMUS_TEST_HISTORY=%d go test ./histories -run TestPolling",
					first+n, why, first+n)
			}
		}
	})
}

var polls = setting("LITMUS_TEST_HISTORIES_POLLS", 3, 1) // on each database

const (
	longestCall = 100 * time.Millisecond // by the test's clock, which waits if a call would take longer
	overlap     = longestCall + time.Millisecond
	writers     = 4
	changes     = 30 // by each writer
)

// metronome moves the studio's clock while calls are in progress, but never more than longestCall beyond the begin of
// one.
type metronome struct {
	*studio
	mu      sync.Mutex
	current map[int]int64 // begins of the calls in progress
	writes  atomic.Int64  // statements that write interviews, as the hook knows them
}

func (m *metronome) begin(who int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.current[who] = m.clock.Load()
}

func (m *metronome) end(who int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.current, who)
}

func (m *metronome) advance(d time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	to := m.clock.Load() + d.Milliseconds()
	for _, began := range m.current {
		to = min(to, began+longestCall.Milliseconds())
	}
	m.clock.Store(max(to, m.clock.Load()))
}

// writesInterviews reports whether the statement writes interviews. A test that depends on it fails if it never does.
func writesInterviews(statement string) bool {
	text := strings.ToLower(strings.NewReplacer(`"`, "", "`", "").Replace(statement))
	return strings.HasPrefix(text, "insert into interviews") || strings.HasPrefix(text, "update interviews")
}

// linger holds up a transaction that is about to write, so that it commits after others that dated their rows later. It
// waits until the clock has moved, or for a moment of real time if it does not move.
func (m *metronome) linger(statement string) {
	if !writesInterviews(statement) {
		return
	}
	if m.writes.Add(1); rand.IntN(3) > 0 {
		return
	}
	until, end := m.clock.Load()+rand.Int64N(longestCall.Milliseconds()), time.Now().Add(20*time.Millisecond)
	for m.clock.Load() < until && time.Now().Before(end) {
		runtime.Gosched()
	}
}

// watch lets pollers follow writers until these stop. Then the mirrors must equal the list.
func (s *studio) watch(seed uint64) string {
	began, known, err := s.begin(rand.New(rand.NewPCG(seed, 2)))
	if err != nil {
		return err.Error()
	}
	m := &metronome{studio: s, current: map[int]int64{}}
	p := &player{studio: s, run: &run{began: began, known: known}}
	linger := m.linger
	s.pause.Store(&linger)
	defer s.pause.Store(nil)

	pollers := []*poller{{studio: s}, {studio: s}, {studio: s, posting: known.id("backend")}}
	var writing, polling sync.WaitGroup
	stopped := make(chan struct{})
	for n := range writers {
		writing.Go(func() {
			w := &writer{Rand: rand.New(rand.NewPCG(seed, uint64(10+n)))}
			for c := range changes {
				w.now = s.now()
				w.focus()
				o := w.kind()()
				if w.chance(40) { // adds to the list
					w.posting, w.rounds = "backend", liveRounds[:1]
					o = book{posting: "backend", round: liveRounds[0], email: fmt.Sprintf("c%d-%d@c.example", n, c),
						start: w.start().Add(time.Duration(w.IntN(90)) * time.Minute)}
					if w.chance(20) { // a booking whose window closes soon
						b := o.(book)
						b.start, o = w.now.Add(time.Duration(w.IntN(2000))*time.Millisecond-time.Hour), b
					}
				}
				m.begin(n)
				p.make(n, o)
				m.end(n)
				m.advance(time.Duration(w.IntN(20)) * time.Millisecond)
			}
		})
	}
	for n, x := range pollers {
		polling.Go(func() {
			r := rand.New(rand.NewPCG(seed, uint64(20+n)))
			for {
				select {
				case <-stopped:
					return
				default:
					x.follow(r, func() { m.advance(time.Duration(r.IntN(30)) * time.Millisecond) })
				}
			}
		})
	}
	writing.Wait()
	close(stopped)
	polling.Wait()
	if m.writes.Load() == 0 {
		return "no transaction was held up, since no statement that writes an interview was seen"
	}
	for n, x := range pollers {
		x.complete(rand.New(rand.NewPCG(seed, uint64(30+n))))
		if why := x.compare(); why != "" {
			return fmt.Sprintf("poller %d, after %d runs: %s", n, x.runs, known.readable(why))
		}
	}
	for _, id := range known.all { // all interviews in answers, not only those in the list
		if _, seen := pollers[0].mirror[id]; !seen {
			return fmt.Sprintf("interview %s was in an answer, but was never polled", id)
		}
	}
	return ""
}

// poller keeps a mirror of the list by the procedure of §6.
type poller struct {
	*studio
	posting     string    // its filter, which never changes
	checkpoint  time.Time // of the last complete run
	mirror      map[string]map[string]any
	runs        int
	interrupted bool // the last run was interrupted
}

// follow is one run: it reads pages of any size with pauses between them. A run that is interrupted does not move the
// checkpoint.
func (x *poller) follow(r *rand.Rand, pause func()) {
	began := x.now() // step 1
	q := url.Values{"include_canceled": {"true"}}
	if !x.checkpoint.IsZero() {
		q.Set("updated_since", stamp(x.checkpoint.Add(-overlap))) // step 2
	}
	set(q, "posting_id", x.posting)
	if x.mirror == nil {
		x.mirror = map[string]map[string]any{}
	}
	x.runs++
	for {
		pause()
		if x.interrupted = r.IntN(40) == 0; x.interrupted {
			return
		}
		q.Set("limit", strconv.Itoa(1+r.IntN(r.IntN(12)+1)))
		a := x.get("/interviews", q)
		var page page
		if a.into(&page); a.status != 200 {
			panic("a poll was answered " + a.String())
		}
		for _, i := range page.Interviews { // step 3
			id := i["id"].(string)
			if had, there := x.mirror[id]; !there || had["updated_at"].(string) <= i["updated_at"].(string) {
				x.mirror[id] = i
			}
		}
		if page.NextCursor == nil {
			break
		}
		q.Set("cursor", *page.NextCursor)
	}
	x.checkpoint = began // step 4
}

// complete follows until a run is not interrupted.
func (x *poller) complete(r *rand.Rand) {
	for x.interrupted = true; x.interrupted; {
		x.follow(r, func() {})
	}
}

// page is a page of the list.
type page struct {
	Interviews []map[string]any
	NextCursor *string `json:"next_cursor"`
}

// compare describes how the mirror differs from the list. Interviews that only time can have changed are first read
// again, as §6 says.
func (x *poller) compare() string {
	q := url.Values{"limit": {"100"}}
	set(q, "posting_id", x.posting)
	listed := map[string]bool{}
	for {
		var page page
		x.get("/interviews", q).into(&page)
		for _, i := range page.Interviews {
			id := i["id"].(string)
			listed[id] = true
			had, there := x.mirror[id]
			if !there {
				return "the mirror has no " + brief(i)
			}
			change := fmt.Sprint(had["status"], " to ", i["status"])
			if change == "scheduled to completed" || change == "pending to expired" {
				had = maps.Clone(had)
				had["status"] = i["status"]
			}
			if brief(had) != brief(i) {
				return "the mirror has " + brief(had) + "\nthe list has " + brief(i)
			}
		}
		if page.NextCursor == nil {
			break
		}
		q.Set("cursor", *page.NextCursor)
	}
	for _, id := range slices.Sorted(maps.Keys(x.mirror)) {
		if !listed[id] {
			return "the list has no " + brief(x.mirror[id])
		}
	}
	return ""
}

// TestPollingNeedsItsOverlap shows why §6 requires an overlap, and that it is enough: a booking is dated before the run
// began and commits after it.
func TestPollingNeedsItsOverlap(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, address string) {
		s := open(t, address, 0)
		_, known, err := s.begin(rand.New(rand.NewPCG(1, 2)))
		if err != nil {
			t.Fatal(err)
		}
		dated, commit := make(chan struct{}), make(chan struct{})
		var once sync.Once
		hold := func(statement string) {
			if writesInterviews(statement) {
				once.Do(func() { close(dated); <-commit })
			}
		}
		s.pause.Store(&hold)
		late := make(chan answer)
		go func() {
			b := book{posting: "backend", round: "backend/default/design", email: emails[0], start: at(1, 15, 0)}
			late <- b.bound(known).send(s)
		}()
		select {
		case <-dated:
		case a := <-late:
			t.Fatalf("the booking was not held up, since no statement that writes it was seen; it is answered %s", a)
		}
		s.clock.Add(longestCall.Milliseconds())
		x := &poller{studio: s}
		always := rand.New(rand.NewPCG(0, 0))
		x.complete(always)
		close(commit)
		a := <-late
		var b booked
		if a.into(&b); a.status != 201 {
			t.Fatalf("the booking was answered %s", a)
		}
		var since struct{ Interviews []shownInterview }
		s.get("/interviews", url.Values{"updated_since": {stamp(x.checkpoint)}}).into(&since)
		if len(since.Interviews) != 0 {
			t.Errorf("%d interviews were updated since the run began, but the booking was dated before",
				len(since.Interviews))
		}
		x.complete(always)
		if _, seen := x.mirror[b.Interview.ID]; !seen {
			t.Errorf("interview %s was dated %s and committed after the run of %s; the next run did not find it",
				b.Interview.ID, b.Interview.UpdatedAt, stamp(x.checkpoint))
		}
	})
}
