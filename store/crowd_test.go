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

// TestSlotsOfACrowd proves that the number of statements does not depend on the number of interviewers, where starts
// are read, explained (D15) and booked.
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
			counts[fmt.Sprint(n, " explain")] = f.count(func() {
				f.done(f.Availability.Explain(ctx, f.org.ID, f.question(), start))
			})
			counts[fmt.Sprint(n, " week")] = f.count(func() {
				f.done(f.Availability.ExplainSpan(ctx, f.org.ID, f.question(), at(0, 0), at(0, 0).AddDate(0, 0, 7)))
			})
			counts[fmt.Sprint(n, " book")] = f.count(func() { f.book(f.order(cleo, start)) })
		}
		for doing, most := range map[string]int{" read": 7, " explain": 11, " week": 11, " book": 9} {
			if few, many := counts["2"+doing], counts["30"+doing]; many != few || many > most {
				t.Errorf("%s is %d statements for 2 and %d for 30, want as many, and %d at most", doing, few, many, most)
			}
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
