package interviews

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
)

// interviewsBody is the data of the list of interviews.
type interviewsBody struct {
	Tabs     []site.Tab
	Filter   interviewFilter
	Chips    []filterChip // what narrows the list beside the form's fields
	Lines    []Line
	External bool   // the view of external sessions
	Bulk     bool   // the viewer may choose interviews and cancel them
	HandOver string // where the chosen ones are handed over, "" if the viewer may not or none is to come
	All      bool   // all of the page are chosen
	AllPath  string // the same page with all of it chosen
	Here     string // this page
	Next     string // address of the next page, "" if this is the last
	First    string // address of the first page, "" if this is it
	CSV      string
	Week     string
	Book     string // "" if the viewer may not book
	Zone     string
	Refused  bool // the filter cannot be read: its form is open
}

var interviewViews = map[models.View]string{models.ViewUpcoming: "Upcoming", models.ViewExternal: "External links",
	models.ViewPast: "Past", models.ViewCanceled: "Canceled", models.ViewNoShows: "No-shows", models.ViewAll: "All"}

// interviewFilter is what the form above the list shows.
type interviewFilter struct {
	View             models.View
	Text             string
	From, To         string // dates in the viewer's zone, as the form has them
	Postings         []site.Choice
	Rounds           []site.Choice // of the chosen posting
	Interviewers     []site.Choice
	Narrowed         bool       // anything but the view is chosen
	More             bool       // one of the fields that are folded away has something
	Round, Candidate string     // ids; that of a candidate stands in links only, and stays while the form is used
	UpdatedSince     string     // as the address has it
	Changed          string     // the same, if it is a date in the viewer's zone, as the form has it
	since            *time.Time // the same as an instant, nil if there is none
	Everything       string     // the address of the view without a filter
	postingID, whom  string
}

// listInterviews lists the interviews that the viewer may see (D11).
func listInterviews(v *site.Visit) (site.Answer, error) {
	search, filter, refused, err := interviewSearch(v)
	if err != nil {
		return site.Answer{}, err
	}
	body := interviewsBody{Filter: filter, External: filter.View == models.ViewExternal, Zone: v.Zone.String(),
		CSV: listPath(v, site.InterviewsPath+".csv", filter, "")}
	for _, view := range models.Views {
		f := filter
		f.View = view
		body.Tabs = append(body.Tabs, site.Tab{Name: interviewViews[view], Path: listPath(v, site.InterviewsPath, f,
			""),
			Chosen: view == filter.View})
	}
	if v.Can(access.ActionBook, access.Facts{}) {
		body.Book = site.BookPath
	}
	body.Week, body.Here = site.WeekPath, listPath(v, site.InterviewsPath, filter, v.Query("after"))
	body.Bulk = v.Can(access.ActionCancel, access.Facts{}) && filter.View != models.ViewCanceled
	if body.Bulk && filter.View != models.ViewPast && v.Can(access.ActionReassign, access.Facts{}) {
		body.HandOver = handOverPath
	}
	body.All, body.AllPath = v.Query("all") != "", listPath(v, site.InterviewsPath, filter, v.Query("after"), "all",
		"yes")
	var after *models.Position
	if text := v.Query("after"); text != "" && refused == nil {
		after, refused = models.ParsePosition(text)
		body.First = listPath(v, site.InterviewsPath, filter, "")
	}
	if refused == nil {
		rows, next, err := v.Store.Interviews.Search(v.Context(), v.Org.ID, search, after,
			models.DefaultLimit)
		if err != nil {
			return site.Answer{}, err
		}
		names, err := v.Store.Interviews.NamesOf(v.Context(), v.Org.ID, rows)
		if err != nil {
			return site.Answer{}, err
		}
		body.Lines = LinesOf(v, rows, names)
		if next != nil {
			body.Next = listPath(v, site.InterviewsPath, filter, next.String())
		}
	}
	body.Chips = filterChips(v, filter, body.Lines)
	body.Refused = refused != nil
	a := v.Show("interviews", "Interviews", body)
	if refused != nil {
		return a.Refusing(refused)
	}
	return a, nil
}

// interviewSearch reads the search that the address asks for, and the form that shows it. refused says that a part of
// it cannot be read; err that the form could not be filled.
func interviewSearch(v *site.Visit) (search models.InterviewSearch, f interviewFilter, refused, err error) {
	f = interviewFilter{View: models.ParseView(v.Query("view")), Text: strings.TrimSpace(v.Query("q")),
		From: v.Query("from"), To: v.Query("to"), Round: v.Query("round"), Candidate: v.Query("candidate"),
		UpdatedSince: v.Query("updated_since"), postingID: v.Query("posting"), whom: v.Query("interviewer")}
	filter := models.InterviewFilter{PostingID: f.postingID}
	bound := func(field, text string, plus int) *time.Time {
		if text == "" || refused != nil {
			return nil
		}
		var t time.Time
		if t, refused = v.ParseDay(field, text); refused != nil {
			return nil
		}
		t = site.StartOfDay(t.In(v.Zone).AddDate(0, 0, plus), v.Zone)
		return &t
	}
	filter.From = bound("from", f.From, 0)
	if end := bound("to", f.To, 1); end != nil { // the day itself is included
		last := end.Add(-time.Millisecond)
		filter.To = &last
	}
	if err := changedSince(v, &f); refused == nil {
		refused = err
	}
	filter.UpdatedSince = f.since
	search = f.View.Search(filter, v.Today(), v.Now)
	search.Words, search.Own, search.CandidateID = models.SearchWords(f.Text), v.Own(), f.Candidate
	if search.Own != "" {
		f.whom = "" // their own interviews need no lists to choose from
		f.sum(v)
		search.RoundID = f.Round
		return search, f, refused, nil
	}
	if f.Postings, err = interviewPostings(v, f.postingID); err != nil {
		return search, f, nil, err
	}
	if err = fillRounds(v, &f); err != nil {
		return search, f, nil, err
	}
	f.sum(v)
	search.RoundID = f.Round
	if f.Interviewers, search.InterviewerEmail, err = interviewerChoices(v, f.whom); err != nil {
		return search, f, nil, err
	}
	if f.whom != "" && search.InterviewerEmail == "" && refused == nil {
		refused = models.Invalidf("that interviewer is no member of the organization any more; choose another one")
	}
	return search, f, refused, nil
}

// interviewPostings are the organization's postings by title, to choose one from.
func interviewPostings(v *site.Visit, chosen string) ([]site.Choice, error) {
	choices, err := v.PostingChoices(chosen)
	slices.SortStableFunc(choices, byName)
	return choices, err
}

// interviewerChoices are the members and interviewers by name, to choose an interviewer from. The values are
// pseudonyms, since the address of a list holds no address of a person; chosen is one of them, and email whose it is.
func interviewerChoices(v *site.Visit, chosen string) (choices []site.Choice, email string, err error) {
	members, err := v.Store.Team.Team(v.Context(), v.Org.ID)
	for _, m := range members {
		name := m.Name
		if name == "" {
			name = m.Email
		}
		c := site.Choice{Value: v.Store.Availability.PersonID(v.Org.ID, m.Email), Name: name, Chosen: false}
		if c.Chosen = c.Value == chosen; c.Chosen {
			email = m.Email
		}
		choices = append(choices, c)
	}
	slices.SortStableFunc(choices, byName)
	return choices, email, err
}

func byName(a, b site.Choice) int {
	return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
}

// listPath returns the address of the list with a filter, from a position on, with more parameters as name and value.
func listPath(v *site.Visit, path string, f interviewFilter, after string, more ...string) string {
	q := url.Values{}
	for _, one := range []struct{ name, value string }{{"q", f.Text}, {"posting", f.postingID}, {"round", f.Round},
		{"candidate", f.Candidate}, {"interviewer", f.whom}, {"from", f.From}, {"to", f.To},
		{"updated_since", f.UpdatedSince}, {"after", after}} {
		if one.value != "" {
			q.Set(one.name, one.value)
		}
	}
	for n := 0; n+1 < len(more); n += 2 {
		q.Set(more[n], more[n+1])
	}
	if f.View != models.ViewUpcoming && f.View != "" {
		q.Set("view", string(f.View))
	}
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}

// maxListed is how many interviews a file has at most.
const maxListed = 10_000

// interviewsFile serves the list as a file, as many interviews as [maxListed] (D11).
func interviewsFile(v *site.Visit) (site.Answer, error) {
	search, _, refused, err := interviewSearch(v)
	if err == nil {
		err = refused
	}
	if err != nil {
		return site.Answer{}, err
	}
	rows, _, err := v.Store.Interviews.Search(v.Context(), v.Org.ID, search, nil, maxListed)
	if err != nil {
		return site.Answer{}, err
	}
	names, err := v.Store.Interviews.NamesOf(v.Context(), v.Org.ID, rows)
	if err != nil {
		return site.Answer{}, err
	}
	table := make([][]string, len(rows))
	for n, l := range LinesOf(v, rows, names) {
		start := ""
		if !l.Start.IsZero() {
			start = l.Start.In(v.Zone).Format(time.RFC3339)
		}
		missed := l.NoShow
		if missed == "" && len(l.Interview.Absent()) > 0 {
			missed = models.NoShowInterviewer // somebody who does not lead
		}
		table[n] = []string{l.ID, l.StatusAt(v.Now), start, v.Zone.String(), strconv.Itoa(l.DurationMinutes),
			l.Candidate, l.CandidateEmail, l.Posting, l.Round, l.Interviewer, l.InterviewerEmail, l.Source,
			l.MeetingLink, fileInstant(l.CallEndedAt, v.Zone), fileInstant(l.CanceledAt, v.Zone),
			l.CreatedAt.In(v.Zone).Format(time.RFC3339), missed, l.NoShowNote,
			strings.Join(l.Interview.Absent(), " ")}
	}
	return site.CSVFile("interviews-"+v.Now.In(v.Zone).Format(time.DateOnly)+".csv", []string{"id", "status", "start",
		"time_zone", "duration_minutes", "candidate", "candidate_email", "posting", "round", "interviewer",
		"interviewer_email", "source", "meeting_link", "call_ended_at", "canceled_at", "created_at",
		"no_show", "no_show_note", "no_show_interviewers"}, table)
}

func fileInstant(t *time.Time, zone *time.Location) string {
	if t == nil {
		return ""
	}
	return t.In(zone).Format(time.RFC3339)
}
