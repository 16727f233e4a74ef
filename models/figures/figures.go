package figures

import (
	"maps"
	"slices"
	"time"

	"litmus/models/timetable"
)

// How many weeks are counted, the last one included.
const (
	DefaultWeeks = 12
	MaxWeeks     = 26 // a query costs more with each of them
)

// Week is seven days from a Monday of the organization's zone, [From, To).
type Week struct {
	From, To    time.Time
	First, Last string // its first and last date, such as 2031-03-03
}

// Weeks returns n weeks, the last of which has the date of day in the zone. n is at least 1 and at most [MaxWeeks].
func Weeks(day time.Time, zone *time.Location, n int) []Week {
	n = min(max(n, 1), MaxWeeks)
	local := day.In(zone)
	date := time.Date(local.Year(), local.Month(), local.Day(), 0, 0, 0, 0, time.UTC)
	monday := date.AddDate(0, 0, -(int(date.Weekday())+6)%7-7*(n-1))
	weeks := make([]Week, n)
	for w := range weeks {
		next := monday.AddDate(0, 0, 7)
		weeks[w] = Week{timetable.LocalInstant(monday, zone), timetable.LocalInstant(next, zone),
			monday.Format(time.DateOnly), next.AddDate(0, 0, -1).Format(time.DateOnly)}
		monday = next
	}
	return weeks
}

// Filter says what is counted.
type Filter struct {
	Weeks       []Week // at least one, in order and without gaps
	PostingID   string // "": of all
	Interviewer string // their address; "": of everybody
}

// From is when the first week begins, and To when the last one ends.
func (f Filter) From() time.Time { return f.Weeks[0].From }

// To is when the last week ends.
func (f Filter) To() time.Time { return f.Weeks[len(f.Weeks)-1].To }

// Figures are what is counted, by week as its number in [Filter.Weeks].
type Figures struct {
	Held    []Held
	Offered map[string][]int // half hours that are offered, by the interviewer's address and by week
	Booked  Spread           // from the invitation to the first booking
	Begun   Spread           // from the first booking to the start
	Steps   []Step
	More    bool // there are more steps than these
	Moves   []Moves
	Reasons []Because // the most frequent first
	Letters []Letters
}

// Held counts the interviews of a week and an interviewer by their stored start.
type Held struct {
	Week          int
	Interviewer   string // "" for nobody
	Interviews    int    // that are not canceled; sessions whose link was not opened have no start and do not count
	Minutes       int    // that these take
	Canceled      int
	NoCandidate   int // the candidate did not come, canceled since or not
	NoInterviewer int // somebody who was to interview did not: once, however many of a panel
	NoShows       int // either of them
}

// Sum adds the figures of another week or interviewer.
func (h *Held) Sum(o Held) {
	h.Interviews += o.Interviews
	h.Minutes += o.Minutes
	h.Canceled += o.Canceled
	h.NoCandidate += o.NoCandidate
	h.NoInterviewer += o.NoInterviewer
	h.NoShows += o.NoShows
}

// HeldOnce sums what is counted of the same week and interviewer in several parts.
func HeldOnce(parts []Held) (all []Held) {
	type key struct {
		week        int
		interviewer string
	}
	at := make(map[key]int, len(parts))
	for _, h := range parts {
		n, known := at[key{h.Week, h.Interviewer}]
		if !known {
			at[key{h.Week, h.Interviewer}] = len(all)
			all = append(all, h)
			continue
		}
		all[n].Sum(h)
	}
	return all
}

// Moves counts how often interviews were moved in a week, by when that was done. A move that was taken back is none.
type Moves struct {
	Week        int
	ByCandidate bool // else by the team, or by an integration
	Moves       int
}

// Total are the sums of a week, or of a week and an interviewer, whom moves and letters do not know.
type Total struct {
	Held
	HalfHours           int // that are offered
	ByTeam, ByCandidate int // moves
	Letters             int // that failed
}

// Add adds the sums of another week or interviewer.
func (t *Total) Add(o Total) {
	t.Sum(o.Held)
	t.HalfHours += o.HalfHours
	t.ByTeam += o.ByTeam
	t.ByCandidate += o.ByCandidate
	t.Letters += o.Letters
}

// Totals sums by week, and by interviewer and week: of everybody who interviews or offers time. weeks is how many were
// counted.
func (f Figures) Totals(weeks int) (all []Total, people map[string][]Total) {
	all, people = make([]Total, weeks), map[string][]Total{}
	weeksOf := func(email string) []Total {
		if people[email] == nil {
			people[email] = make([]Total, weeks)
		}
		return people[email]
	}
	for _, h := range f.Held {
		all[h.Week].Sum(h)
		weeksOf(h.Interviewer)[h.Week].Sum(h)
	}
	for email, each := range f.Offered {
		for w, halfHours := range each {
			all[w].HalfHours += halfHours
			weeksOf(email)[w].HalfHours += halfHours
		}
	}
	for _, m := range f.Moves {
		if m.ByCandidate {
			all[m.Week].ByCandidate += m.Moves
		} else {
			all[m.Week].ByTeam += m.Moves
		}
	}
	for _, l := range f.Letters {
		all[l.Week].Letters += l.Count
	}
	return all, people
}

// Letters counts the letters of a kind whose last attempt in a week failed, and that nobody got since.
type Letters struct {
	Week  int
	Kind  string // as the ledger has it
	Count int
}

// Step counts the records of a track and an assessment that were made in the weeks, by how they are now.
type Step struct {
	PostingID, Posting, Track, Assessment string // titles
	Reached, WentOn, Rejected, Withdrawn  int
}

// There is how many are at the step still.
func (s Step) There() int { return s.Reached - s.WentOn - s.Rejected - s.Withdrawn }

// Spread says how often something took so many whole hours.
type Spread map[int]int

// Count is how often it happened.
func (s Spread) Count() (n int) {
	for _, times := range s {
		n += times
	}
	return n
}

// Within returns the hours in which percent of 100 of all were done, the smallest such number and that hour begun: -1
// where there is nothing.
func (s Spread) Within(percent int) int {
	most, seen := s.Count()*percent, 0
	for _, hours := range slices.Sorted(maps.Keys(s)) {
		if seen += s[hours]; seen*100 >= most {
			return hours
		}
	}
	return -1
}

// Span is a part of a [Spread] in days, [From, To).
type Span struct{ From, To int }

// Spans are the parts that a spread is shown in; the last one has no end.
var Spans = []Span{{0, 1}, {1, 3}, {3, 7}, {7, 14}, {14, 0}}

// In returns how often it took so long.
func (s Spread) In(span Span) (n int) {
	for hours, times := range s {
		if days := hours / 24; days >= span.From && (span.To == 0 || days < span.To) {
			n += times
		}
	}
	return n
}
