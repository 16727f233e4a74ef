package interviews

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/effect"
	"litmus/models/figures"
	"litmus/store/interviews"
	"litmus/store/pages"
)

// fill makes tables and plots of what was counted. ids are those by which the list filters, by address.
func (b *figuresBody) fill(v *site.Visit, f figures.Filter, ids map[string]string) {
	n := len(f.Weeks)
	first, last := f.Weeks[0].First, f.Weeks[n-1].Last
	weeks, people := b.raw.Totals(n)
	one := func(t figures.Total, from, to string) weekFigures {
		id := ids[f.Interviewer]
		return weekFigures{
			Interviews:  b.count(t.Interviews, models.ViewPast, f, id, from, to),
			Canceled:    b.count(t.Canceled, models.ViewCanceled, f, id, from, to),
			NoShows:     b.count(t.NoShows, models.ViewNoShows, f, id, from, to),
			NoCandidate: t.NoCandidate, NoInterview: t.NoInterviewer, ByTeam: t.ByTeam, ByCandidate: t.ByCandidate,
			Hours: hoursOf(t.Minutes), Offered: hoursOf(t.HalfHours * 30), Share: shareOf(t.Minutes, t.HalfHours*30)}
	}
	var all figures.Total
	for w, week := range f.Weeks {
		line := one(weeks[w], week.First, week.Last)
		line.Name = week.From.In(models.Location(b.Zone)).Format("2 Jan 2006")
		b.Weeks = append(b.Weeks, line)
		all.Add(weeks[w])
	}
	slices.Reverse(b.Weeks) // tables begin with the newest, and plots with the oldest
	b.All = one(all, first, last)
	for email, held := range people {
		b.People = append(b.People, b.person(f, email, held, ids))
	}
	slices.SortFunc(b.People, func(x, y personFigures) int {
		return cmp.Or(cmp.Compare(y.Interviews.N, x.Interviews.N), strings.Compare(strings.ToLower(x.Name),
			strings.ToLower(y.Name)))
	})
	b.plots(weeks)
	b.fillRest(v)
}

func (b *figuresBody) person(f figures.Filter, email string, weeks []figures.Total,
	ids map[string]string) personFigures {
	id := ids[email]
	count := func(n int, from, to string) number {
		if id == "" { // the list has no filter for nobody, and for who interviews on no posting any more
			return number{N: n}
		}
		return b.count(n, models.ViewPast, f, id, from, to)
	}
	p := personFigures{Name: cmp.Or(b.names[email], email, "Nobody is named")}
	var sum figures.Total
	for w, week := range f.Weeks {
		sum.Add(weeks[w])
		p.Weeks = append(p.Weeks, personWeek{count(weeks[w].Interviews, week.First, week.Last),
			hoursOf(weeks[w].HalfHours * 30)})
	}
	slices.Reverse(p.Weeks)
	p.Interviews = count(sum.Interviews, f.Weeks[0].First, f.Weeks[len(f.Weeks)-1].Last)
	p.Hours, p.Offered = hoursOf(sum.Minutes), hoursOf(sum.HalfHours*30)
	p.Share = shareOf(sum.Minutes, sum.HalfHours*30)
	return p
}

// plots draws what the tables by week say.
func (b *figuresBody) plots(weeks []figures.Total) {
	var labels []string
	series := make([][]float64, 6)
	for w, t := range weeks {
		labels = append(labels, b.weeks[w].From.In(models.Location(b.Zone)).Format("2 Jan"))
		for n, value := range []float64{float64(t.Minutes) / 60, float64(t.HalfHours) / 2,
			float64(t.ByTeam + t.ByCandidate), float64(t.Canceled), float64(t.NoShows),
			float64(t.Letters)} {
			series[n] = append(series[n], value)
		}
	}
	b.Held = site.Plot{Title: "Hours of interviews and hours offered, by week", Labels: labels,
		Series: []site.Series{{Name: "Hours of interviews", Values: series[0]},
			{Name: "Hours offered", Values: series[1]}}}
	b.Missed = site.Plot{Title: "Moves, cancellations and no-shows, by week", Labels: labels,
		Series: []site.Series{{Name: "Moves", Values: series[2]}, {Name: "Canceled", Values: series[3]},
			{Name: "No-shows", Values: series[4]}}}
	b.Failing = site.Plot{Title: "Letters that failed, by week", Labels: labels,
		Series: []site.Series{{Name: "Letters that failed", Values: series[5]}}}
}

// fillRest fills in what has no weeks.
func (b *figuresBody) fillRest(v *site.Visit) {
	var booked, begun []float64
	var labels []string
	for _, s := range figures.Spans {
		line := spanFigures{spanName(s), b.raw.Booked.In(s), b.raw.Begun.In(s)}
		b.Days = append(b.Days, line)
		labels, booked, begun = append(labels, line.Name), append(booked, float64(line.Booked)),
			append(begun, float64(line.Begun))
	}
	b.Waits = []waitFigures{waitOf("From the invitation to the booking", b.raw.Booked),
		waitOf("From the booking to the interview", b.raw.Begun)}
	b.Spread = site.Plot{Title: "How many days it took", Labels: labels,
		Series: []site.Series{{Name: "Invitation to booking", Values: booked},
			{Name: "Booking to interview", Values: begun}}}
	for _, s := range b.raw.Steps {
		b.Steps = append(b.Steps, stepFigures{s, site.PostingPath(s.PostingID, "")})
	}
	b.More = b.raw.More
	b.Reasons = b.raw.Reasons[:min(len(b.raw.Reasons), mostReasons)]
	b.Further = len(b.raw.Reasons) - len(b.Reasons)
	for _, l := range b.raw.Latest {
		b.Latest = append(b.Latest, latestOf(v, l, b.raw.Names))
	}
	kinds := map[string]int{}
	for _, l := range b.raw.Letters {
		kinds[l.Kind] += l.Count
	}
	for kind, count := range kinds {
		b.Letters = append(b.Letters, letterFigures{kindName(kind), count})
	}
	slices.SortFunc(b.Letters, func(x, y letterFigures) int {
		return cmp.Or(cmp.Compare(y.Count, x.Count), strings.Compare(x.Name, y.Name))
	})
	for _, e := range b.raw.Failed {
		line := failedLetter{Words: kindName(e.Kind) + " to " + e.Whose(),
			Candidate: models.NameOf(e.CandidateName, e.CandidateEmail), At: e.UpdatedAt,
			Path:    site.CandidatesPath + "/" + e.RecordID,
			Problem: site.TroubleOf(e.Target, e.Code, e.Whose(), "", !e.Permanent).Problem}
		if e.InterviewID != "" {
			line.Path = site.InterviewPath(e.InterviewID)
		}
		b.Failed = append(b.Failed, line)
	}
}

// mostReasons is how many reasons are shown; the file has all.
const mostReasons = 20

func latestOf(v *site.Visit, l pages.Latest, names interviews.Names) latestLine {
	line := latestLine{Line: LineOf(v, l.Interview, names), Why: l.Text, At: l.At}
	switch l.What {
	case figures.Moved:
		line.What = "Moved"
	case figures.Canceled:
		line.What = "Canceled"
	case figures.NoShow:
		line.What = line.Absent
	}
	return line
}

// kindName is what a kind of letter is called at the beginning of a line.
func kindName(kind string) string {
	words := effect.KindWords(kind)
	return strings.ToUpper(words[:1]) + words[1:]
}

func spanName(s figures.Span) string {
	switch {
	case s.To == 0:
		return fmt.Sprintf("%d days or more", s.From)
	case s.From == 0:
		return "Less than a day"
	}
	return fmt.Sprintf("%d–%d days", s.From, s.To-1)
}

func waitOf(name string, s figures.Spread) waitFigures {
	return waitFigures{name, s.Count(), longWords(s.Within(50)), longWords(s.Within(90))}
}

// longWords says in which time something was done that took so many whole hours, "–" for never.
func longWords(hours int) string {
	switch {
	case hours < 0:
		return "–"
	case hours < 48:
		return models.Count(hours+1, "hour")
	}
	return models.Count(hours/24+1, "day")
}

// hoursOf are minutes in hours, such as "7.5".
func hoursOf(minutes int) string { return strconv.FormatFloat(float64(minutes*10/60)/10, 'f', -1, 64) }

// shareOf is a part of a hundred, "–" of nothing.
func shareOf(part, whole int) string {
	if whole == 0 {
		return "–"
	}
	return strconv.Itoa((part*100+whole/2)/whole) + " %"
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
