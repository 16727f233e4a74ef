package availability

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"litmus/dashboard/internal/grid"
	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/timetable"
	"litmus/store/availability"
)

// painted is the data of the page with an interviewer's week on a posting.
type painted struct {
	grid.Grid
	Posting   models.Posting
	PersonID  string
	Who       string
	Own       bool
	Personal  bool   // nothing is painted: their own schedule decides
	May       bool   // paint, in this view
	Asking    string // "yes" where half hours lead to why they are as they are, and are not painted (D15)
	All       bool   // hours of the day are shown
	People    []offeringRow
	Rounds    []askRound
	Copies    []int
	Count     int      // starts that are painted in the week
	Away      []string // when the painted interviewer is away in it, in words that follow their name
	Here, Ask string
	Calendar  string // where the viewer manages their calendar, "" if they may not
	Back      string // the posting's page, where nobody can be shown; "" for none
}

// paintPage serves an interviewer's week on a posting (D14).
func paintPage(v *site.Visit) (site.Answer, error) {
	return paintGrid(v, v.Query("person"), v.Query("week"), v.Query("all") != "", nil)
}

// paintGrid shows the week. change are the changes of a form that could not be saved, nil for none.
func paintGrid(v *site.Visit, personID, date string, all bool, change *timetable.Painting) (site.Answer, error) {
	team, err := v.Store.Availability.Offerings(v.Context(), v.Org.ID, v.ID(), "")
	if err != nil {
		return site.Answer{}, err
	}
	var rows []offeringRow
	for _, o := range team {
		if !v.Can(access.ActionSeeAvailability, v.OwnOf(o.Email)) {
			continue
		}
		rows = append(rows, offeringRow{Offering: o, ID: v.Store.Availability.PersonID(v.Org.ID, o.Email),
			Who: models.NameOf(o.Name, o.Email), Own: o.Email == v.Member.Email})
	}
	at := slices.IndexFunc(rows, func(r offeringRow) bool {
		return r.ID == personID || personID == "" && r.Own
	})
	if at < 0 && personID == "" && len(rows) > 0 {
		at = 0
	}
	if at < 0 {
		return paintNobody(v, personID, len(team))
	}
	who := rows[at]
	w, err := grid.Asked(v, date)
	if err != nil {
		return site.Answer{}, err
	}
	x, err := v.Store.Availability.ExplainSpan(v.Context(), v.Org.ID, availability.Question{PostingID: v.ID(),
		Interviewer: who.Email},
		w.From, w.To)
	if err != nil {
		return site.Answer{}, err
	}
	pipeline, err := v.Store.Pipelines.Pipeline(v.Context(), v.Org.ID, v.ID())
	if err != nil {
		return site.Answer{}, err
	}
	p := painted{Posting: x.Posting, PersonID: who.ID, Who: who.Who, Own: who.Own, Personal: who.Personal, All: all,
		May:    !who.Personal && v.Can(access.ActionPaintSlots, v.OwnOf(who.Email)),
		People: rows, Rounds: askRounds(pipeline, ""), Here: site.PostingPath(v.ID(), "/availability"),
		Ask: site.PostingPath(v.ID(), "/why"), Calendar: calendarPath(v, who.Email)}
	if p.May && v.Method != http.MethodPost && v.Query("ask") != "" {
		p.May, p.Asking = false, "yes"
	}
	for n := range timetable.MaxWeekCopies {
		p.Copies = append(p.Copies, n+1)
	}
	p.Grid = grid.LayOut(w, paintCells(v, &p, x, who.Email, change), all, func(c grid.Cell) bool {
		return c.Ticked || c.Shown || c.Kept || c.State == "booked" || c.State == "free" || c.State == "busy" ||
			strings.HasPrefix(c.State, "painted")
	})
	return v.Show("paint", "Availability of "+who.Who, p).Under(site.AvailabilityPath, "Availability").
		Area(site.AvailabilityPath).Lead("On the posting “" + x.Posting.Title + "”."), nil
}

// paintNobody answers where nobody is there to be shown.
func paintNobody(v *site.Visit, personID string, team int) (site.Answer, error) {
	if personID != "" { // of the posting or not: whoever is not a member is not found
		who, err := person(v, personID)
		if err != nil {
			return site.Answer{}, err
		}
		if err := v.May(access.ActionSeeAvailability, v.OwnOf(who.Email)); err != nil {
			return site.Answer{}, err
		}
		return site.Answer{}, models.NotFoundf("%s is not an interviewer of posting %s", who.Email, v.ID())
	}
	if err := v.Store.Pipelines.CheckPosting(v.Context(), v.Org.ID, v.ID()); err != nil {
		return site.Answer{}, err
	}
	if team > 0 || !v.Can(access.ActionSeeAvailability, access.Facts{}) {
		return site.Answer{}, models.NotFoundf("%s is not an interviewer of posting %s", v.Member.Email, v.ID())
	}
	return v.Show("paint", "Availability", painted{Back: v.Link(site.PostingPath("{id}", ""),
		site.PostingPath(v.ID(), ""))}).
		Under(site.AvailabilityPath, "Availability").Area(site.AvailabilityPath), nil
}

// paintCells makes a cell of each half hour. A form that could not be saved is laid over what is stored by now.
func paintCells(v *site.Visit, p *painted, x availability.Explained, email string,
	change *timetable.Painting) []grid.Cell {
	var add, remove []time.Time
	if change != nil {
		add, remove = change.Changes()
	}
	cells := make([]grid.Cell, len(x.Explanations))
	for n, e := range x.Explanations {
		w := e.Interviewers[0]
		c := grid.Cell{Start: e.Start, Words: w.Words(v.Zone),
			Link: site.Href(p.Ask, "at", e.Start.UTC().Format(time.RFC3339), "person", p.PersonID)}
		c.State, c.Short = grid.StateOf(w)
		past, booked := !e.Start.After(v.Now), w.Reason == timetable.ReasonBooked
		if w.Painted {
			p.Count++
		}
		p.tellAway(w, e.Start.In(v.Zone))
		switch {
		case w.Personal:
		case past || booked || !p.May:
			c.Kept = w.Painted && p.May
			if w.Offers && !booked {
				c.State, c.Short, c.Words = "painted", "painted", "is painted"
			}
		default:
			c.Ticks, c.Shown = true, w.Painted
			c.Ticked = w.Painted && !slices.ContainsFunc(remove, e.Start.Equal) ||
				slices.ContainsFunc(add, e.Start.Equal)
			c.State, c.Words = "paintable", ""
		}
		if past {
			c.State += " past"
		}
		if booked && v.Can(access.ActionSeeInterview, v.OwnOf(email)) {
			if b, ok := x.Bookings[w.InterviewID]; ok {
				c.Words += ", on “" + b.Title + "”"
			}
		}
		cells[n] = c
	}
	return cells
}

// tellAway adds when the painted interviewer is away, if that is why the half hour is not offered. Each span is told
// once.
func (p *painted) tellAway(w timetable.Verdict, start time.Time) {
	words := w.Words(start.Location())
	switch {
	case w.Personal:
		return
	case w.Reason == timetable.ReasonDayOff:
		words += " on " + w.Span.From.In(start.Location()).Format(site.DayLayout)
	case w.Reason != timetable.ReasonAway:
		return
	}
	if !slices.Contains(p.Away, words) {
		p.Away = append(p.Away, words)
	}
}

// paint saves the week as the form says, and copies it to the weeks after it if that is asked for (D14).
func paint(v *site.Visit) (site.Answer, error) {
	who, err := person(v, v.Field("person"))
	if err != nil {
		return site.Answer{}, err
	}
	if err := v.May(access.ActionPaintSlots, v.OwnOf(who.Email)); err != nil {
		return site.Answer{}, err
	}
	p, copies, err := readPainting(v)
	var after timetable.PostingInterviewer
	if err == nil {
		after, err = v.Acts.Availability.PaintSlots(v.Context(), v.By(), v.ID(), who.Email, p)
	}
	if err != nil {
		if kind := models.KindOf(err); kind != models.Invalid && kind != models.Conflict {
			return site.Answer{}, err
		}
		a, failed := paintGrid(v, v.Store.Availability.PersonID(v.Org.ID, who.Email), v.Field("week"),
			v.Field("all") != "", &p)
		if failed != nil {
			return site.Answer{}, failed
		}
		return a.Refusing(err)
	}
	add, remove := p.Changes()
	note := fmt.Sprintf("Saved: %s painted, %s removed. %s painted in all.", models.Count(len(add), "start"),
		models.Count(len(remove), "start"), models.Count(len(after.Slots), "start"))
	if copies > 0 {
		note = fmt.Sprintf("Saved, and copied to %s: %s painted, %s removed.", models.Count(copies, "week"),
			models.Count(len(add), "start"), models.Count(len(remove), "start"))
	}
	return site.RedirectNote(site.Href(site.PostingPath(v.ID(), "/availability"), "person",
		v.Store.Availability.PersonID(v.Org.ID, who.Email), "week", v.Field("week"), "all", v.Field("all")), note), nil
}

// readPainting reads what the form showed and what is ticked, and how many weeks it copies. What it copies is ticked in
// those weeks, too: past starts are left out.
func readPainting(v *site.Visit) (p timetable.Painting, copies int, err error) {
	if p, err = timetable.ParsePainting(v.Form["was"], v.Form["slot"]); err != nil || v.Form.Get("copy") == "" {
		return p, 0, err
	}
	if copies, err = strconv.Atoi(v.Field("weeks")); err != nil || copies < 1 || copies > timetable.MaxWeekCopies {
		return p, 0, models.Invalidf("weeks %s is not a number from 1 to %d", models.Quote(v.Field("weeks")),
			timetable.MaxWeekCopies)
	}
	kept, err := timetable.ParsePainting(nil, v.Form["kept"])
	if err != nil {
		return p, 0, err
	}
	for _, at := range timetable.CopyWeeks(slices.Concat(p.Ticked, kept.Ticked), v.Zone, copies) {
		if at.After(v.Now) {
			p.Ticked = append(p.Ticked, at)
		}
	}
	return p, copies, nil
}

// AllHours is how an address says that all hours of the day are shown.
func (p painted) AllHours() string {
	if p.All {
		return "1"
	}
	return ""
}
