package interviews

import (
	"cmp"
	"net/url"
	"slices"
	"time"

	"litmus/dashboard/internal/grid"
	"litmus/dashboard/internal/site"
	"litmus/models"
)

// mostOfWeek is how many interviews a week shows at most.
const mostOfWeek = 1000

// weekView is how a week is shown.
type weekView string

// The views of a week.
const (
	weekAxis     weekView = "axis"     // by the clock, a few people or a posting
	weekPeople   weekView = "people"   // everybody, in a row for each interviewer
	weekPostings weekView = "postings" // likewise for each posting
)

// weekChoice is what the address of a week says.
type weekChoice struct {
	Day     time.Time
	View    weekView
	Posting string
	Whom    []string // pseudonyms of people
	Hours   bool     // all hours of the day
}

// path returns the address of the week.
func (c weekChoice) path(zone *time.Location) string {
	q := url.Values{"view": {string(c.View)}, "day": {c.Day.In(zone).Format(time.DateOnly)}}
	if c.Posting != "" {
		q.Set("posting", c.Posting)
	}
	for _, who := range c.Whom {
		q.Add("interviewer", who)
	}
	if c.Hours && c.View == weekAxis {
		q.Set("hours", "all")
	}
	return site.WeekPath + "?" + q.Encode()
}

// on is the same week with another day; as is it in another view.
func (c weekChoice) on(day time.Time) weekChoice { c.Day = day; return c }
func (c weekChoice) as(view weekView) weekChoice { c.View = view; return c }

// weekBody is the data of the view of a week.
type weekBody struct {
	Choice         weekChoice
	Date           string // of the chosen day
	Days           []weekDay
	Rows           []weekRow
	Axis           *weekAxisBody // nil: there are rows
	Views          []site.Tab
	Earlier, Later string
	This           string // the address of the present week, "" if it is shown
	Zone, List     string
	Column         string // what the rows are
	More           bool
	Postings       []site.Choice
	Interviewers   []site.Choice
	Kept           []site.HiddenField // what the week is narrowed to, in the form for another week
	Narrowed       bool
	Everything     string

	monday time.Time
	emails map[string]string // of people, by pseudonym
	faces  map[string]site.Face
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

// showWeek shows the interviews of a week by the clock, or by interviewer or posting (D11). Canceled ones are left out.
func showWeek(v *site.Visit) (site.Answer, error) {
	body, refused := askedWeek(v)
	if v.Own() == "" {
		if err := body.fillChoices(v); err != nil {
			return site.Answer{}, err
		}
	} else {
		own := v.Store.Availability.PersonID(v.Org.ID, v.Member.Email)
		body.emails = map[string]string{own: v.Member.Email}
		body.faces = map[string]site.Face{own: site.MemberFace(v.Member.Name, v.Member.Email, v.Member.Picture)}
		body.Interviewers = []site.Choice{{Value: own, Name: models.NameOf(v.Member.Name, v.Member.Email)}}
	}
	var err error
	if body.Choice.View != weekPeople && body.Choice.View != weekPostings {
		err = body.fillAxis(v)
	}
	if err == nil && body.Axis == nil {
		err = body.fillRows(v)
	}
	if err != nil {
		return site.Answer{}, err
	}
	body.fillPaths(v)
	a := v.Show("interviews-week", "Week of "+body.monday.In(v.Zone).Format("2 January 2006"),
		body).Area(site.InterviewsPath)
	return a.Refusing(refused)
}

// askedWeek reads the address. What is wrong with it is refused, and this week shown.
func askedWeek(v *site.Visit) (body *weekBody, refused error) {
	q := v.URL.Query()
	c := weekChoice{Day: v.Today(), View: weekView(q.Get("view")), Posting: q.Get("posting"),
		Hours: q.Get("hours") != ""}
	for _, who := range q["interviewer"] {
		if who != "" && !slices.Contains(c.Whom, who) {
			c.Whom = append(c.Whom, who)
		}
	}
	if text := q.Get("day"); text != "" {
		day, err := v.ParseDay("day", text)
		if refused = err; err == nil {
			c.Day = day
		}
	}
	body = &weekBody{Choice: c, Zone: v.Zone.String(), List: site.InterviewsPath,
		Date: c.Day.In(v.Zone).Format(time.DateOnly)}
	body.monday = v.PlusDays(c.Day, -int(c.Day.In(v.Zone).Weekday()+6)%7)
	return body, refused
}

// fillChoices fills in the postings and people to choose from. Whom the address names and nobody is, is left out.
func (b *weekBody) fillChoices(v *site.Visit) (err error) {
	if b.Postings, err = interviewPostings(v, b.Choice.Posting); err != nil {
		return err
	}
	members, err := v.Store.Team.Team(v.Context(), v.Org.ID)
	if err != nil {
		return err
	}
	b.emails, b.faces = make(map[string]string, len(members)), make(map[string]site.Face, len(members))
	for _, m := range members {
		id := v.Store.Availability.PersonID(v.Org.ID, m.Email)
		b.emails[id], b.faces[id] = m.Email, site.MemberFace(m.Name, m.Email, m.Picture)
		b.Interviewers = append(b.Interviewers, site.Choice{Value: id, Name: models.NameOf(m.Name, m.Email),
			Chosen: slices.Contains(b.Choice.Whom, id)})
	}
	slices.SortStableFunc(b.Interviewers, byName)
	b.Choice.Whom = slices.DeleteFunc(b.Choice.Whom, func(id string) bool { return b.emails[id] == "" })
	return nil
}

// search selects the interviews of the week.
func (b *weekBody) search(v *site.Visit) models.InterviewSearch {
	search := models.InterviewSearch{Statuses: []string{models.StatusScheduled, models.StatusCompleted}, Own: v.Own()}
	last := v.PlusDays(b.monday, 7).Add(-time.Millisecond)
	search.From, search.To = &b.monday, &last
	return search
}

// fillPaths fills in the days, and what leads to other weeks and views.
func (b *weekBody) fillPaths(v *site.Visit) {
	c := b.Choice
	for n := range b.Days {
		b.Days[n].Path = c.on(b.Days[n].Begins).path(v.Zone)
	}
	b.Views = []site.Tab{{Name: "By the clock", Path: c.as(weekAxis).path(v.Zone), Chosen: c.View == weekAxis},
		{Name: "By interviewer", Path: c.as(weekPeople).path(v.Zone), Chosen: c.View == weekPeople},
		{Name: "By posting", Path: c.as(weekPostings).path(v.Zone), Chosen: c.View == weekPostings}}
	b.Earlier, b.Later = c.on(v.PlusDays(c.Day, -7)).path(v.Zone), c.on(v.PlusDays(c.Day, 7)).path(v.Zone)
	if today := v.Today(); today.Before(b.monday) || !today.Before(v.PlusDays(b.monday, 7)) {
		b.This = c.on(today).path(v.Zone)
	}
	if b.Narrowed = c.Posting != "" || len(c.Whom) > 0; b.Narrowed && len(b.Postings) > 0 {
		b.Everything = weekChoice{Day: c.Day, View: c.View}.path(v.Zone)
	}
	b.Kept = append(b.Kept, site.HiddenField{Name: "view", Value: string(c.View)})
	if c.Posting != "" {
		b.Kept = append(b.Kept, site.HiddenField{Name: "posting", Value: c.Posting})
	}
	for _, who := range c.Whom {
		b.Kept = append(b.Kept, site.HiddenField{Name: "interviewer", Value: who})
	}
	if c.Hours && c.View == weekAxis {
		b.Kept = append(b.Kept, site.HiddenField{Name: "hours", Value: "all"})
	}
}

// fillDays fills in the seven days.
func (b *weekBody) fillDays(v *site.Visit) {
	for n := range 7 {
		begins := v.PlusDays(b.monday, n)
		local := begins.In(v.Zone)
		b.Days = append(b.Days, weekDay{Begins: begins, Name: local.Format("Mon 2 Jan"), Short: local.Format("Mon"),
			Number: local.Day(), Date: local.Format(time.DateOnly), Today: begins.Equal(v.Today()),
			Chosen: begins.Equal(b.Choice.Day)})
	}
}

// count counts an interview of the week on its day, and returns which one that is.
func (b *weekBody) count(start time.Time) int {
	n := len(b.Days) - 1
	for n > 0 && start.Before(b.Days[n].Begins) {
		n--
	}
	b.Days[n].Count++
	return n
}

// weekAxisBody is the data of a week by the clock.
type weekAxisBody struct {
	grid.Axis
	Hours   string // the address with all hours of the day, "" if they are shown
	Free    string // what a free half hour is called
	TooMany bool   // more people are chosen than fit
	Few     bool   // nobody was chosen, so a few of many people are shown
	Nobody  int    // interviews of the week that name nobody
	Others  int    // and those of people without a lane
	All     string // the address of all of them; "" if people or a posting were chosen
}

// Alone is who has the one lane, "" if there are several or it is a posting's.
func (a weekAxisBody) Alone() string {
	if len(a.Lanes) != 1 || a.Lanes[0].Who == "" {
		return ""
	}
	return a.Lanes[0].Name
}

// view returns the view that the address asks for, else the one that suits: by the clock where few people interview,
// where some are chosen, and for whoever sees their own alone.
func (b *weekBody) view(v *site.Visit, interviewing int) weekView {
	if b.Choice.View == weekAxis || v.Own() != "" || len(b.Choice.Whom) > 0 || b.Choice.Posting != "" ||
		interviewing > 0 && interviewing <= mostCompared {
		return weekAxis
	}
	return weekPeople
}

// first returns the pseudonyms of those of the people who are shown if nobody is chosen: who has the most interviews in
// the week.
func (b *weekBody) first(v *site.Visit, emails []string, loads map[string]int) (whom []string) {
	by := func(x, y string) int {
		return cmp.Or(cmp.Compare(loads[y], loads[x]), cmp.Compare(x, y))
	}
	slices.SortFunc(emails, by)
	for _, email := range emails[:min(len(emails), mostCompared)] {
		whom = append(whom, v.Store.Availability.PersonID(v.Org.ID, email))
	}
	return whom
}
