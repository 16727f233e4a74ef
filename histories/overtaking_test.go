package histories

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"litmus/testdb"
)

// TestFactsOfOneInstant checks that a decision is based on facts of one instant. It reads what is booked and then what
// is offered, and a change in between must not make it answer something that was true at no time (§4 rule 2).
func TestFactsOfOneInstant(t *testing.T) {
	t.Parallel()
	lena, start, soon := "lena@acme.example", at(1, 9, 0), at(0, 12, 30)
	booked := func(email string, start time.Time, interviewer string) book {
		return book{posting: "intern", round: "intern/default/design", email: email, start: start,
			interviewer: interviewer}
	}
	external := booked(emails[1], time.Time{}, lena)
	external.external, external.link = true, "https://meet.example/ext"
	for name, plan := range map[string]script{
		"an interviewer becomes free and is offered only then, so the time was never full": {rounds: []round{
			{lanes: [][]operation{{booked(emails[0], start, lena)}}},
			{lanes: [][]operation{
				{cancel{of: which{who: who{"intern", "design", emails[0]}}},
					writeSlots{posting: "intern", slots: []slot{{lena, start}}}},
				{booked(emails[1], start, "")},
			}},
		}},
		"an interviewer gets another link only after being taken": {rounds: []round{
			{lanes: [][]operation{{booked(emails[0], soon, "")}}},
			{lanes: [][]operation{{external}}},
			{lanes: [][]operation{
				{useLink{holder: "firefox"}, setInterviewers{posting: "intern",
					entries: []entry{{email: lena, link: "https://meet.example/lena"}}}},
				{patch{of: which{who: who{"intern", "design", emails[0]}}, interviewer: lena}},
			}},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testdb.Each(t, func(t *testing.T, address string) {
				s := open(t, address, 0)
				var hooked atomic.Bool
				for range 3 {
					r := s.runPaused(plan, func(p *player, statement string) {
						if readsBookings(statement) {
							hooked.Store(true)
							// until the other lane is through, if it can be
							p.wait(p.count.Load()+4, time.Now().Add(150*time.Millisecond))
						}
					})
					if r.wrong != "" {
						t.Fatal(r.known.readable(r.story()))
					}
				}
				if !hooked.Load() {
					t.Error("no statement read what is booked: the hook knows an old one")
				}
			})
		})
	}
}

// readsBookings reports whether the statement reads what is booked: of a posting's interviewers, or of one.
func readsBookings(statement string) bool {
	return strings.Contains(statement, "a.email = m.value") ||
		strings.HasPrefix(statement, `SELECT * FROM "attendees"`)
}
