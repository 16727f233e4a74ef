package store_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"litmus/models/setup"
	"litmus/models/timetable"
	"litmus/testdb"
)

// crowd is acme with n interviewers on its posting, in many time zones, each with a connected calendar.
func crowd(n int) setup.Setup {
	file := acme()
	file.Imports, file.Submissions = nil, nil
	file.Interviewers, file.Postings[0].Interviewers = nil, nil
	zones := []string{"America/New_York", "Europe/London", "Europe/Berlin", "Asia/Kolkata", "America/Los_Angeles"}
	for i := range n {
		email := fmt.Sprintf("interviewer%03d@acme.example", i)
		p := setup.Person{Email: email, Name: fmt.Sprint("Interviewer ", i), TimeZone: zones[i%len(zones)],
			Calendar: account(email)}
		if i%2 == 0 {
			p.WorkingHours = timetable.WeeklyHours{}
			for d := time.Monday; d <= time.Friday; d++ {
				p.WorkingHours[d] = []timetable.Hours{{From: 540 + i%3*30, To: 720}, {From: 780, To: 1050}}
			}
		}
		file.Interviewers = append(file.Interviewers, p)
		file.Postings[0].Interviewers = append(file.Postings[0].Interviewers,
			setup.PostingInterviewer{Email: email})
	}
	return file
}

// fill gives each interviewer that many meetings within the next 28 days.
func (f *fixture) fill(interviewers, meetings int) {
	f.t.Helper()
	for i := range interviewers {
		var busy []timetable.Range
		for m := range meetings {
			from := noon.AddDate(0, 0, m*28/meetings).Truncate(24 * time.Hour).Add(time.Duration(8+
				(i+5*m)%10)*time.Hour + time.Duration(15*(i%4))*time.Minute)
			busy = append(busy, timetable.Range{From: from, To: from.Add(time.Duration(30+15*(m%5)) * time.Minute)})
		}
		f.sync(fmt.Sprintf("interviewer%03d@acme.example", i), busy...)
	}
}

// TestSlotsOfACrowd proves that the number of statements of GET slots does not depend on the number of interviewers.
func TestSlotsOfACrowd(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		counts := map[string]int{}
		for _, n := range []int{2, 30} {
			u := url
			if n == 30 {
				u = another(t, url)
			}
			f := open(t, u, crowd(n))
			f.fill(n, 50)
			from := noon.Add(time.Hour)
			counts[fmt.Sprint(n, " read")] = f.count(func() {
				if got := f.slots(from, nil); len(got) < 100 ||
					!slices.IsSortedFunc(got, func(a, b timetable.Slot) int { return a.StartAt.Compare(b.StartAt) }) {
					t.Errorf("%d interviewers have %d starts", n, len(got))
				}
			})
			start := f.slots(from, nil)[0].StartAt
			counts[fmt.Sprint(n, " book")] = f.count(func() { f.book(f.order(cleo, start)) })
		}
		if counts["2 read"] != counts["30 read"] || counts["2 book"] != counts["30 book"] {
			t.Errorf("statements: %v; want as many for 30 as for 2", counts)
		}
		if counts["30 read"] > 7 {
			t.Errorf("a read is %d statements", counts["30 read"])
		}
	})
}

// another makes another database of the same kind.
func another(t *testing.T, url string) string {
	t.Helper()
	if url[:6] == "sqlite" {
		return testdb.SQLite(t)
	}
	return testdb.Postgres(t)
}

// BenchmarkSlots measures GET slots without the HTTP layer: 200 personal interviewers, 28 days, 50 busy times each. The
// bench requires a median of 25 ms with HTTP.
func BenchmarkSlots(b *testing.B) {
	for name, url := range map[string]func(testing.TB) string{"sqlite": testdb.SQLite, "postgres": testdb.Postgres} {
		b.Run(name, func(b *testing.B) {
			f := open(b, url(b), crowd(200))
			f.fill(200, 50)
			posting, round := f.posting("backend"), f.round("backend", "default", "design")
			var took []time.Duration
			for b.Loop() {
				began := time.Now()
				if _, slots, err := f.Availability.Slots(ctx, f.org.ID, posting, round, noon,
					nil); err != nil || len(slots) < 300 {
					b.Fatal(len(slots), err)
				}
				took = append(took, time.Since(began))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "median-ms")
		})
	}
}
