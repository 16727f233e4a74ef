package store_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/timetable"
	"litmus/store/availability"
	"litmus/testdb"
)

// question asks about the design round.
func (f *fixture) question() availability.Question {
	return availability.Question{PostingID: f.posting("backend"), RoundID: f.round("backend", "default", "design")}
}

// why explains one start to one interviewer.
func (f *fixture) why(q availability.Question, start time.Time, email string) timetable.Verdict {
	f.t.Helper()
	x := must(f.Availability.Explain(ctx, f.org.ID, q, start))(f.t)
	w, ok := x.Explanations[0].Of(email)
	if !ok {
		f.t.Fatalf("nothing is said of %s at %s: %+v", email, start, x.Explanations[0])
	}
	return w
}

func TestExplain(t *testing.T) { // D15
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := open(t, url, acme(), bolt())
		q := f.question()
		o := f.orderWith(grace, cleo, at(15, 0))
		i := f.book(o)
		w := f.why(q, at(15, 30), grace)
		if w.Reason != timetable.ReasonBooked || w.InterviewID != i.ID {
			t.Errorf("half into her interview: %+v", w)
		}
		moved := q
		moved.Except = i.ID
		if got := f.why(moved, at(15, 0), grace); got.Reason != timetable.ReasonFree {
			t.Errorf("where her interview is moved: %+v", got)
		}
		x := must(f.Availability.Explain(ctx, f.org.ID, q, at(15, 0)))(t)
		if x.Bookings[i.ID].ID != f.posting("backend") || x.Names[grace] != "Grace" || len(x.Nearest) != 2 {
			t.Errorf("got %+v", x)
		}
		of := q
		of.Interviewer = alan
		x = must(f.Availability.Explain(ctx, f.org.ID, of, at(17, 0)))(t)
		if len(x.Nearest) != 1 || !x.Nearest[0].StartAt.Equal(at(15, 0)) {
			t.Errorf("alan is offered at %v, want his one start", x.Nearest)
		}

		span := must(f.Availability.ExplainSpan(ctx, f.org.ID, of, at(15, 0), at(16, 0)))(t)
		if n := len(span.Explanations[0].Interviewers); n != 1 {
			t.Errorf("alan's explanation is of %d", n)
		}

		both := q // T1: explain_slot asks about several
		both.Others = []string{alan, "new@acme.example"}
		for email, want := range map[string]timetable.Reason{alan: timetable.ReasonNotPainted,
			"new@acme.example": timetable.ReasonNotAssigned} {
			if got := f.why(both, at(16, 0), email); got.Reason != want {
				t.Errorf("%s among several: %s, want %s", email, got.Reason, want)
			}
		}
		stranger := q
		stranger.Interviewer = "new@acme.example"
		o = f.orderWith(stranger.Interviewer, candidate(1), at(18, 0))
		f.book(o)
		if got := f.why(stranger, at(18, 30), stranger.Interviewer); got.Reason != timetable.ReasonBooked {
			t.Errorf("who is not assigned and booked: %+v", got)
		}
		other := must(f.Team.Organization(ctx, "bolt"))(t)
		f.refused(failure(f.Availability.Explain(ctx, other.ID, q, at(15, 0))), models.NotFound,
			"another organization's posting (D3)")
		f.refused(failure(f.Availability.ExplainSpan(ctx, other.ID, q, at(15, 0), at(16, 0))), models.NotFound,
			"a span of another organization's posting (D3)")
		f.refused(failure(f.Availability.ExplainSpan(ctx, f.org.ID, q, at(15, 0), at(15, 0).AddDate(1, 0, 0))),
			models.Invalid, "a year at once")
	})
}

// TestExplainedAsOffered proves for random rows that a start is among those of GET slots exactly if its explanation
// says that it is free, with the same interviewers and places (D15).
func TestExplainedAsOffered(t *testing.T) {
	t.Parallel()
	organizations{crowd(5)}.each(t, func(t *testing.T, f *fixture) {
		random := rand.New(rand.NewPCG(uint64(len(f.url)), 7))
		half := func(most int) time.Time { return at(0, 0).Add(time.Duration(random.IntN(most)) * 30 * time.Minute) }
		for n := range 5 {
			email := fmt.Sprintf("interviewer%03d@acme.example", n)
			if n > 2 { // painted
				f.exec("update people set working_hours = null, calendar_connected = false where email = ?", email)
				var slots []timetable.SlotWrite
				for range 60 {
					slots = append(slots, timetable.SlotWrite{InterviewerEmail: email, StartAt: half(7 * 48)})
				}
				f.done(f.Availability.AddSlots(ctx, act.By{}, f.org.ID, f.posting("backend"), slots))
				continue
			}
			var busy []timetable.Range
			for range 12 {
				from := half(7 * 48).Add(time.Duration(random.IntN(30)) * time.Minute)
				busy = append(busy, timetable.Range{From: from, To: from.Add(time.Duration(15+random.IntN(180)) *
					time.Minute)})
			}
			f.sync(email, busy...)
		}
		f.exec(`update people set dates = '{"2031-03-04":[],"2031-03-05":[{"from":0,"to":1440}]}' `+
			"where email = ?", "interviewer001@acme.example")
		for n := range 30 {
			o := f.order(candidate(n), half(7*48))
			if random.IntN(3) > 0 {
				o.InterviewerEmail = fmt.Sprintf("interviewer%03d@acme.example", random.IntN(5))
			}
			if _, err := f.Bookings.Book(ctx, act.By{}, f.org, o); err != nil && models.KindOf(err) == 0 {
				t.Fatal(err)
			}
		}
		f.clock.Set(half(2 * 48).Add(time.Minute))
		from, to := at(0, 0), at(0, 0).AddDate(0, 0, 7)
		var offered, explained []string
		say := func(start time.Time, capacity int, emails []string) string {
			slices.Sort(emails)
			return fmt.Sprint(models.FormatInstant(start), " ", capacity, " ", emails)
		}
		for _, s := range f.slots(f.Now(), &to) {
			offered = append(offered, say(s.StartAt, s.Capacity, s.InterviewerEmails))
		}
		x := must(f.Availability.ExplainSpan(ctx, f.org.ID, f.question(), from, to))(t)
		for _, e := range x.Explanations {
			if e.Reason == timetable.ReasonFree {
				explained = append(explained, say(e.Start, e.Capacity, e.Free()))
			}
		}
		if len(offered) < 20 || !slices.Equal(offered, explained) {
			t.Errorf("offered:\n%v\nexplained as free:\n%v", offered, explained)
		}
	})
}
