package interviews

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/figures"
	"litmus/wire"
)

// loadBody is the data of the page of who interviews how much (P12).
type loadBody struct {
	figures.Load
	Choices []site.Choice // pools
	CSV     string
	Zone    string
	Weeks   []loadWeek
	Lines   []loadLine
	Shares  []poolShare
	Train   []traineeLine
}

// loadWeek is a column.
type loadWeek struct {
	Name    string // of its Monday
	Current bool
}

// loadLine is a person.
type loadLine struct {
	figures.PersonLoad
	Name   string
	Limit  string // "at most 2 a week", "no limit"
	Share  string
	Title  string // what a screen reader says of the bars
	Bars   []loadBar
	Line   string // the height of the limit, "" for none
	Counts []loadCount
}

// loadBar is a bar of a week.
type loadBar struct {
	X, Y, Height string
	Class        string // of a week that is over, of the current one, of the next ones, or above the limit
}

type loadCount struct {
	N       int
	Over    bool
	Current bool
}

type poolShare struct {
	figures.PoolLoad
	Even string
}

type traineeLine struct {
	figures.Trainee
	Path, State, Far string
}

// The units of the bars of a person.
const (
	loadBarWide  = 10
	loadBarsHigh = 32
)

// showLoad shows who interviews how much (P12).
func showLoad(v *site.Visit) (site.Answer, error) {
	l, err := v.Store.Pages.Load(v.Context(), v.Org, v.Query("pool"))
	if err != nil {
		return site.Answer{}, err
	}
	b := loadBody{Load: l, Zone: models.Location(v.Org.TimeZone).String(),
		CSV: site.Href(site.LoadPath+".csv", "pool", l.PoolID)}
	list, err := v.Store.Pools.List(v.Context(), v.Org.ID)
	if err != nil {
		return site.Answer{}, err
	}
	for _, p := range list {
		if p.Kind != models.PoolRooms {
			b.Choices = append(b.Choices, site.Choice{Value: p.ID, Name: p.Name, Chosen: p.ID == l.PoolID})
		}
	}
	for n, monday := range l.Mondays {
		day, _ := time.Parse(time.DateOnly, monday)
		b.Weeks = append(b.Weeks, loadWeek{day.Format("2 Jan"), n == figures.LoadPast})
	}
	for _, p := range l.People {
		b.Lines = append(b.Lines, b.line(p))
	}
	for _, p := range l.Pools {
		share := poolShare{p, "–"}
		if p.Fairness > 0 {
			share.Even = strconv.FormatFloat(p.Fairness, 'f', 2, 64)
		}
		b.Shares = append(b.Shares, share)
	}
	for _, t := range l.Trainees {
		line := traineeLine{Trainee: t, Path: site.PoolPath(t.PoolID, ""), State: "shadows",
			Far: models.Count(t.Done, "interview")}
		if line.Name = models.NameOf(t.Name, t.Email); t.State == models.PoolReverseShadow {
			line.State = "leads while somebody qualified sits in"
		}
		if t.Needed > 0 {
			line.Far = fmt.Sprintf("%d of %s", t.Done, models.Count(t.Needed, "interview"))
		}
		b.Train = append(b.Train, line)
	}
	return v.Show("load", "Load", b).Under(site.FiguresPath, "Figures").Area(site.FiguresPath), nil
}

// line draws a person: the highest bar is the limit of a week, or what stands above it.
func (b *loadBody) line(p figures.PersonLoad) loadLine {
	l := loadLine{PersonLoad: p, Name: models.NameOf(p.Name, p.Email), Limit: cmp.Or(p.Limits.Words(), "no limit"),
		Share: fmt.Sprintf("%d (%d %%)", p.Recent, p.Percent)}
	if p.Allowed > 0 {
		l.Share = fmt.Sprintf("%d of %d (%d %%)", p.Recent, p.Allowed, p.Percent)
	}
	top := max(p.Most, 1)
	var said []string
	for w, n := range p.Weeks {
		top = max(top, n)
		said = append(said, fmt.Sprintf("%s: %d", b.Weeks[w].Name, n))
	}
	high := func(n int) float64 { return float64(n) * loadBarsHigh / float64(top) }
	for w, n := range p.Weeks {
		over := p.Most > 0 && n > p.Most
		bar := loadBar{strconv.Itoa(w*loadBarWide + 1), site.InPlot(loadBarsHigh - high(n)), site.InPlot(high(n)),
			"past"}
		switch {
		case over:
			bar.Class = "over"
		case w == figures.LoadPast:
			bar.Class = "current"
		case w > figures.LoadPast:
			bar.Class = "next"
		}
		l.Bars = append(l.Bars, bar)
		l.Counts = append(l.Counts, loadCount{n, over, w == figures.LoadPast})
	}
	if l.Title = "Interviews by week: " + strings.Join(said, ", "); p.Most > 0 {
		l.Line = site.InPlot(loadBarsHigh - high(p.Most))
		l.Title += fmt.Sprintf(". The limit is %d a week", p.Most)
	}
	return l
}

// loadFile serves the load as a file.
func loadFile(v *site.Visit) (site.Answer, error) {
	l, err := v.Store.Pages.Load(v.Context(), v.Org, v.Query("pool"))
	if err != nil {
		return site.Answer{}, err
	}
	return site.CSVFile("load-"+l.Mondays[figures.LoadPast]+".csv", wire.LoadHeader, wire.LoadRows(l))
}
