package e2e

import (
	"fmt"
	"os"
	"strconv"
	"sync"
	"testing"

	"litmus/testdb"
)

// envRaces says how often each race is run; 1 without it.
const envRaces = "LITMUS_TEST_RACES"

func races(t testing.TB) int {
	v := os.Getenv(envRaces)
	if v == "" {
		return 1
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < 1 {
		t.Fatalf("%s=%q, want a number of rounds", envRaces, v)
	}
	return n
}

// atOnce calls do n times at once and returns what the calls return.
func atOnce[T any](n int, do func(i int) T) []T {
	out := make([]T, n)
	var ready, done sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		ready.Add(1)
		done.Go(func() {
			ready.Done()
			<-start
			out[i] = do(i)
		})
	}
	ready.Wait()
	close(start)
	done.Wait()
	return out
}

// together sends n bookings at once and counts the answers by status; one that is neither 201 nor 409 fails the test.
func (o *Org) together(t testing.TB, n int, body func(i int) Object) (won []*Response) {
	t.Helper()
	for _, r := range atOnce(n, func(i int) *Response { return o.Do(t, "POST", "/interviews", body(i)) }) {
		switch {
		case r == nil: // said already
		case r.Status == 201:
			won = append(won, r)
		default:
			r.WantError(409)
		}
	}
	return won
}

// §4 rules 1 and 2, on both databases: what is asked for at once is given once.
func TestRaces(t *testing.T) {
	t.Parallel()
	for name, options := range map[string]func(t *testing.T) []Option{
		"sqlite":   func(*testing.T) []Option { return nil },
		"postgres": func(t *testing.T) []Option { return []Option{Database(testdb.Postgres(t))} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := Serve(t, options(t)...).NewOrg(t)
			for round := range races(t) {
				day := fmt.Sprintf("2032-%02d-%02dT", 4+round/28, 1+round%28)
				candidate := func(i int) string { return fmt.Sprintf("r%d-%d", round, i) }

				won := o.together(t, 60, func(int) Object { return o.Booking(candidate(0)) })
				found := o.Do(t, "GET", "/interviews?candidate_email="+
					o.Email(candidate(0)), nil).Texts("interviews", "id")
				if len(won) != 1 || len(found) != 1 || won[0].Text("interview.id") != found[0] {
					t.Errorf("round %d: 60 bookings of one candidate: %d times 201, stored %v; want 1",
						round, len(won), found)
				}

				offered := day + "10:00:00Z"
				o.Do(t, "POST", "/postings/"+o.Posting("engineer")+"/slots", slotBody(o.Email("ilse"), offered,
					o.Email("bram"), offered, o.Email("dora"), offered)).Want(200)
				capacity := len(o.free(t, o.Round("engineer", "main", "systems"), offered, offered))
				won = o.together(t, 40, func(i int) Object {
					return o.Booking(candidate(100+i), "scheduled_start_at", offered)
				})
				if capacity != 1 || len(won) != 3 {
					t.Errorf("round %d: 40 candidates for 3 places: %d times 201, want 3", round, len(won))
				}
				if left := o.free(t, o.Round("engineer", "main", "systems"), offered, offered); len(left) != 0 {
					t.Errorf("round %d: left %v, want the start to be full", round, left)
				}

				won = o.together(t, 2, func(i int) Object {
					return o.Booking(candidate(200+i), "scheduled_start_at", fmt.Sprintf("%s15:%02d:00Z", day, 30*i),
						"interviewer_email", o.Email("stranger"))
				})
				if len(won) != 1 {
					t.Errorf("round %d: two overlapping starts of one interviewer: %d times 201, want 1",
						round, len(won))
				}
				o.together(t, 20, func(i int) Object { // and nobody dies of deadlocks: 20 rivals for two interviewers
					return o.Booking(candidate(300+i), "scheduled_start_at", fmt.Sprintf("%s18:%02d:00Z", day, i),
						"interviewer_email", o.Email([]string{"stranger", "bram"}[i%2]))
				})
			}
		})
	}
}
