package interviews

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/store/interviews"
)

// weekPath is the view of a week.
const weekPath = models.DashboardPath + "/week"

// mostOfWeek is how many interviews a week shows at most.
const mostOfWeek = 1000

// weekBody is the data of the view of a week.
type weekBody struct {
	Days            []weekDay
	Rows            []weekRow
	By              []site.Tab
	Earlier, Later  string
	This            string // the address of the present week, "" if it is shown
	Zone, List      string
	Column          string // what the rows are
	More            bool
	Postings        []site.Choice
	Interviewers    []site.Choice
	Day, Order      string             // hidden fields of the form that narrows the week
	Kept            []site.HiddenField // what the week is narrowed to, in the form for another week
	Narrowed        bool
	Everything      string
	postingID, whom string
}

// weekDay is a column.
type weekDay struct {
	Begins time.Time
	Name   string // Mon 3 Mar
	Short  string // Mon
	Number int    // of the month
	Date   string // 2031-03-03
	Path   string // the same week with this day chosen, for phones
	Today  bool
	Chosen bool // the one that a phone shows
	Idle   bool // a day of the weekend without interviews, which needs little room
	Count  int
}

// weekRow is an interviewer or a posting with their interviews of each day.
type weekRow struct {
	Name  string
	Cells []weekCell
}

// weekCell holds the interviews of a row and a day.
type weekCell struct {
	Chosen bool
	Chips  []weekChip
}

// weekChip is one interview.
type weekChip struct {
	Path, Candidate, Beside string // beside the candidate: the posting, or the interviewer
	Clock, State            string
	Class                   string
}

// showWeek shows the interviews of a week by interviewer or posting (D11). Canceled ones are left out.
func showWeek(v *site.Visit) (site.Answer, error) {
	day := v.Today()
	var refused error
	if text := v.Query("day"); text != "" {
		if chosen, err := v.ParseDay("day", text); err != nil {
			refused = err
		} else {
			day = chosen
		}
	}
	body := weekBody{Zone: v.Zone.String(), List: site.InterviewsPath, Day: day.In(v.Zone).Format(time.DateOnly),
		postingID: v.Query("posting"), whom: v.Query("interviewer"), Column: "Interviewer"}
	if v.Query("by") == "posting" {
		body.Order, body.Column = "posting", "Posting"
	}
	for _, f := range []site.HiddenField{{Name: "posting", Value: body.postingID},
		{Name: "interviewer", Value: body.whom}} {
		if f.Value != "" {
			body.Kept = append(body.Kept, f)
		}
	}
	monday := v.PlusDays(day, -int(day.In(v.Zone).Weekday()+6)%7)
	search := models.InterviewSearch{Statuses: []string{models.StatusScheduled, models.StatusCompleted}, Own: v.Own()}
	search.PostingID = body.postingID
	last := v.PlusDays(monday, 7).Add(-time.Millisecond)
	search.From, search.To = &monday, &last
	if search.Own == "" {
		var err error
		if body.Postings, err = interviewPostings(v, body.postingID); err != nil {
			return site.Answer{}, err
		}
		if body.Interviewers, search.InterviewerEmail, err = interviewerChoices(v, body.whom); err != nil {
			return site.Answer{}, err
		}
	}
	rows, next, err := v.Store.Interviews.Search(v.Context(), v.Org.ID, search, nil, mostOfWeek)
	if err != nil {
		return site.Answer{}, err
	}
	names, err := v.Store.Interviews.NamesOf(v.Context(), v.Org.ID, rows)
	if err != nil {
		return site.Answer{}, err
	}
	body.More = next != nil
	fillWeek(v, &body, monday, day, rows, names)
	a := v.Show("interviews-week", "Week of "+monday.In(v.Zone).Format("2 January 2006"),
		body).Area(site.InterviewsPath)
	if refused != nil {
		return a.Refusing(refused)
	}
	return a, nil
}

// fillWeek lays the interviews out in days and rows.
func fillWeek(v *site.Visit, body *weekBody, monday, day time.Time, rows []interviews.InterviewRow,
	names interviews.Names) {
	for n := range 7 {
		begins := v.PlusDays(monday, n)
		local := begins.In(v.Zone)
		body.Days = append(body.Days, weekDay{Begins: begins, Name: local.Format("Mon 2 Jan"),
			Short: local.Format("Mon"), Number: local.Day(),
			Date: local.Format(time.DateOnly), Path: weekPathOf(v, *body, begins, body.Order),
			Today: begins.Equal(v.Today()), Chosen: begins.Equal(day)})
	}
	byKey := map[string]*weekRow{}
	var keys []string
	for _, l := range LinesOf(v, rows, names) {
		key, name, beside := l.InterviewerEmail, l.Interviewer, l.Posting
		if name == "" {
			name = "Nobody is named"
		}
		if body.Order == "posting" {
			key, name, beside = l.PostingID, l.Posting, cmp.Or(l.Interviewer, "nobody is named")
		}
		row := byKey[key]
		if row == nil {
			row = &weekRow{Name: name, Cells: make([]weekCell, 7)}
			for n := range row.Cells {
				row.Cells[n].Chosen = body.Days[n].Chosen
			}
			byKey[key] = row
			keys = append(keys, key)
		}
		n := 6
		for n > 0 && l.StartsAt.Before(body.Days[n].Begins) {
			n--
		}
		body.Days[n].Count++
		at := l.StartsAt.In(v.Zone)
		row.Cells[n].Chips = append(row.Cells[n].Chips, weekChip{Path: l.Path, Candidate: l.Candidate, Beside: beside,
			Clock: at.Format("15:04"), State: strings.ToLower(l.Standing.Words),
			Class: chipClasses[l.StandingAt(v.Now)]})
	}
	for n := range body.Days {
		body.Days[n].Idle = n > 4 && body.Days[n].Count == 0 && !body.Days[n].Chosen
	}
	slices.SortFunc(keys, func(a, b string) int {
		x, y := strings.ToLower(byKey[a].Name), strings.ToLower(byKey[b].Name)
		return cmp.Or(strings.Compare(x, y), strings.Compare(a, b))
	})
	for _, key := range keys {
		body.Rows = append(body.Rows, *byKey[key])
	}
	body.By = []site.Tab{{Name: "By interviewer", Path: weekPathOf(v, *body, day, ""), Chosen: body.Order == ""},
		{Name: "By posting", Path: weekPathOf(v, *body, day, "posting"), Chosen: body.Order == "posting"}}
	body.Earlier = weekPathOf(v, *body, v.PlusDays(day, -7), body.Order)
	body.Later = weekPathOf(v, *body, v.PlusDays(day, 7), body.Order)
	if today := v.Today(); today.Before(monday) || !today.Before(v.PlusDays(monday, 7)) {
		body.This = weekPathOf(v, *body, today, body.Order)
	}
	if body.Narrowed = body.postingID+body.whom != ""; body.Narrowed {
		body.Everything = weekPathOf(v, weekBody{}, day, body.Order)
	}
}

// chipClasses are the classes of the interviews that are not to come.
var chipClasses = map[models.Standing]string{models.StandingUnderWay: "now", models.StandingCompleted: "done"}

// weekPathOf returns the address of the week with that day, narrowed as the body is.
func weekPathOf(v *site.Visit, body weekBody, day time.Time, by string) string {
	return site.Href(weekPath, "day", day.In(v.Zone).Format(time.DateOnly), "by", by, "posting", body.postingID,
		"interviewer", body.whom)
}
