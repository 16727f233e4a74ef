package interviews

import (
	"slices"
	"strconv"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/figures"
	"litmus/store/pages"
	"litmus/zones"
)

// figuresBody is the data of the figures (D26).
type figuresBody struct {
	Postings, Interviewers []site.Choice
	Spans                  []site.Choice // how many weeks
	Until                  string        // a date of the last week, as the form has it
	Narrowed               bool
	Everything, CSV        string
	Zone                   string
	Unlinked               bool // the viewer's days are others than the organization's, so numbers lead nowhere
	Whom                   bool // one interviewer is chosen
	Refused                bool

	Weeks   []weekFigures
	All     weekFigures // their sum
	People  []personFigures
	Held    site.Plot
	Missed  site.Plot
	Waits   []waitFigures
	Spread  site.Plot
	Days    []spanFigures
	Steps   []stepFigures
	More    bool
	Reasons []figures.Because
	Further int // reasons that are not among these
	Latest  []latestLine
	Letters []letterFigures
	Failed  []failedLetter
	Failing site.Plot

	raw   pages.Listed
	names map[string]string
	weeks []figures.Week
}

// number is a count with the list that has what it counts, "" for nothing and for no list.
type number struct {
	N    int
	Path string
}

// weekFigures are the figures of a week.
type weekFigures struct {
	Name                     string // of its Monday
	Interviews, Canceled     number
	NoShows                  number
	NoCandidate, NoInterview int
	ByCandidate, ByTeam      int // moves
	Hours, Offered, Share    string
}

// personFigures are the figures of an interviewer.
type personFigures struct {
	Name                  string
	Interviews            number
	Hours, Offered, Share string
	Weeks                 []personWeek
}

type personWeek struct {
	number
	Offered string
}

// waitFigures say how long something took.
type waitFigures struct {
	Name       string
	Count      int
	Half, Most string // in which half, and nine of ten, were done
}

// spanFigures count what took so many days.
type spanFigures struct {
	Name          string
	Booked, Begun int
}

type stepFigures struct {
	figures.Step
	Path string // of the posting
}

// latestLine is a move, a cancellation or a no-show.
type latestLine struct {
	Line
	What, Why string // Why is "" if nobody said
	At        time.Time
}

type letterFigures struct {
	Name  string // of the kind
	Count int
}

type failedLetter struct {
	Words, Candidate, Path, Problem string
	At                              time.Time
}

// showFigures shows the figures (D26).
func showFigures(v *site.Visit) (site.Answer, error) {
	body, refused, err := figuresOf(v)
	if err != nil {
		return site.Answer{}, err
	}
	body.Refused = refused != nil
	a := v.Show("figures", "Figures", body)
	if refused != nil {
		return a.Refusing(refused)
	}
	return a, nil
}

// figuresOf reads the filter of the address, and counts.
func figuresOf(v *site.Visit) (b figuresBody, refused, err error) {
	zone, ok := zones.Named(v.Org.TimeZone)
	if !ok {
		zone = time.UTC
	}
	b.Zone = zone.String()
	day, span := v.Now, figures.DefaultWeeks
	if text := v.Query("until"); text != "" {
		if day, refused = v.ParseDay("until", text); refused != nil {
			day = v.Now
		} else if at, failed := time.ParseInLocation(time.DateOnly, text, zone); failed == nil {
			day = at
		}
	}
	if n, failed := strconv.Atoi(v.Query("weeks")); failed == nil {
		span = min(max(n, 1), figures.MaxWeeks)
	}
	b.Until = day.In(zone).Format(time.DateOnly)
	for _, n := range []int{1, 4, 12, 26} {
		b.Spans = append(b.Spans, site.Choice{Value: strconv.Itoa(n), Name: models.Count(n, "week"), Chosen: n == span})
	}
	if !isChosen(b.Spans) {
		b.Spans = append(b.Spans, site.Choice{Value: strconv.Itoa(span), Name: models.Count(span, "week"),
			Chosen: true})
	}
	b.weeks = figures.Weeks(day, zone, span)
	f := figures.Filter{Weeks: b.weeks, PostingID: v.Query("posting")}
	if b.Postings, err = interviewPostings(v, f.PostingID); err != nil {
		return b, nil, err
	}
	if f.PostingID != "" && !isChosen(b.Postings) {
		return b, nil, models.NotFoundf("posting %s not found", models.Quote(f.PostingID))
	}
	whom := v.Query("interviewer")
	team, err := v.Store.Team.Team(v.Context(), v.Org.ID)
	if err != nil {
		return b, nil, err
	}
	ids := map[string]string{} // by address, of those by whom the list can be filtered
	b.names = map[string]string{}
	for _, m := range team {
		id := v.Store.Availability.PersonID(v.Org.ID, m.Email)
		ids[m.Email], b.names[m.Email] = id, models.NameOf(m.Name, m.Email)
		c := site.Choice{Value: id, Name: b.names[m.Email], Chosen: id == whom}
		if c.Chosen {
			f.Interviewer = m.Email
		}
		b.Interviewers = append(b.Interviewers, c)
	}
	slices.SortStableFunc(b.Interviewers, byName)
	if whom != "" && f.Interviewer == "" {
		return b, nil, models.NotFoundf("person %s not found", models.Quote(whom))
	}
	b.Whom = whom != ""
	b.Narrowed = f.PostingID != "" || whom != "" || v.Query("until") != "" || span != figures.DefaultWeeks
	b.Everything = site.FiguresPath
	b.CSV = site.Href(site.FiguresPath+".csv", "posting", f.PostingID, "interviewer", whom, "until", v.Query("until"),
		"weeks", v.Query("weeks"))
	if b.raw, err = v.Store.Pages.ListedFigures(v.Context(), v.Org, f); err != nil {
		return b, nil, err
	}
	b.Unlinked = !sameDays(v, f)
	b.fill(v, f, ids)
	return b, refused, nil
}

// sameDays reports whether the viewer's days begin with the organization's at both ends of every week: the lists have
// the viewer's.
func sameDays(v *site.Visit, f figures.Filter) bool {
	for _, w := range f.Weeks {
		if day, err := v.ParseDay("from", w.First); err != nil || !day.Equal(w.From) {
			return false
		}
	}
	last := f.Weeks[len(f.Weeks)-1]
	day, err := v.ParseDay("to", last.Last)
	return err == nil && v.PlusDays(day, 1).Equal(last.To)
}

// count is so many interviews with the list of a view that has them: they begin from a date to another one.
func (b *figuresBody) count(n int, view models.View, f figures.Filter, id, from, to string) number {
	if n == 0 || b.Unlinked {
		return number{N: n}
	}
	return number{n, site.Href(site.InterviewsPath, "view", string(view), "posting", f.PostingID, "interviewer", id,
		"from", from, "to", to)}
}
