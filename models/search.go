package models

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// maxSearch is how many characters of a free text are looked for; the rest is left out.
const maxSearch = 200

// InterviewFilter selects interviews of a list (§4, List). Zero fields do not filter; bounds are inclusive. An id that
// nothing has, and a from after to, give an empty page.
type InterviewFilter struct {
	PostingID, RoundID, CandidateEmail string // the email in lower case
	From, To, UpdatedSince             *time.Time
	ExcludeCanceled                    bool
	InterviewerEmail                   string // of tools and of the dashboard
}

// InterviewSearch selects interviews of the dashboard's list (D11): REST's filter, and what a person looks by.
type InterviewSearch struct {
	InterviewFilter
	Words       []string // each is part of a name or address of candidate, interviewer or posting; see [SearchWords]
	Statuses    []string // of [Statuses]; none: any
	CandidateID string   // of the record
	NoShow      bool     // only those to which somebody did not come

	Interviewers []string // addresses of those who interview; none: whoever does

	// Own is the address of a member who sees their own interviews only, see [Member.Owns]; "" for everybody's.
	Own string

	Backwards bool // the latest start first
}

// SearchWords splits a text into the words that are looked for, at most eight of them.
func SearchWords(text string) []string {
	text = strings.ToValidUTF8(text, "")
	if utf8.RuneCountInString(text) > maxSearch {
		text = string([]rune(text)[:maxSearch])
	}
	words := strings.Fields(strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, text))
	return words[:min(len(words), 8)]
}

// HasWords reports whether every word is part of one of the texts, in whatever case.
func HasWords(words []string, texts ...string) bool {
	for _, word := range words {
		word = strings.ToLower(word)
		if !slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(strings.ToLower(t), word) }) {
			return false
		}
	}
	return true
}

// View is a named selection of the dashboard's list.
type View string

// The views of the list, in the order of their tabs.
const (
	ViewUpcoming View = "upcoming" // that are scheduled and start on the viewer's day or later
	ViewExternal View = "external" // external sessions that wait for their link to be used, or expired of late
	ViewPast     View = "past"     // that began, and are not canceled
	ViewCanceled View = "canceled"
	ViewNoShows  View = "no_shows" // to which somebody did not come, canceled since or not
	ViewAll      View = "all"
)

// Views are all views.
var Views = []View{ViewUpcoming, ViewExternal, ViewPast, ViewCanceled, ViewNoShows, ViewAll}

// ParseView returns the view of that name, [ViewUpcoming] for every other text.
func ParseView(s string) View {
	if v := View(s); slices.Contains(Views, v) {
		return v
	}
	return ViewUpcoming
}

// Search returns the search of the view at now; today is when the viewer's day began. Bounds of the start that the
// filter has replace the view's own.
func (v View) Search(f InterviewFilter, today, now time.Time) InterviewSearch {
	s := InterviewSearch{InterviewFilter: f, Backwards: true}
	switch v {
	case ViewUpcoming:
		s.Statuses, s.Backwards = []string{StatusScheduled}, false
		if f.From == nil && f.To == nil {
			s.From = &today
		}
	case ViewExternal:
		s.Statuses = []string{StatusPending, StatusExpired}
	case ViewPast:
		s.Statuses = []string{StatusScheduled, StatusCompleted}
		if f.To == nil {
			s.To = &now
		}
	case ViewCanceled:
		s.Statuses = []string{StatusCanceled}
	case ViewNoShows:
		s.NoShow = true
	}
	return s
}
