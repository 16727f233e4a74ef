package interviews

import (
	"cmp"
	"slices"
	"strings"

	"litmus/dashboard/internal/site"
	"litmus/models"
)

// weekRow is an interviewer or a posting with their interviews of each day.
type weekRow struct {
	Name  string
	Face  *site.Face // of an interviewer, nil for a posting and for nobody
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

// chipClasses are the classes of the interviews that are not to come.
var chipClasses = map[models.Standing]string{models.StandingUnderWay: "now", models.StandingCompleted: "done"}

// fillRows lays the interviews out in days, and rows of interviewers or postings.
func (b *weekBody) fillRows(v *site.Visit) error {
	search := b.search(v)
	search.PostingID = b.Choice.Posting
	for _, who := range b.Choice.Whom {
		search.Interviewers = append(search.Interviewers, b.emails[who])
	}
	rows, next, err := v.Store.Interviews.Search(v.Context(), v.Org.ID, search, nil, mostOfWeek)
	if err != nil {
		return err
	}
	names, err := v.Store.Interviews.NamesOf(v.Context(), v.Org.ID, rows)
	if err != nil {
		return err
	}
	b.fillDays(v)
	b.More, b.Column = next != nil, "Interviewer"
	if b.Choice.View == weekPostings {
		b.Column = "Posting"
	}
	byKey := map[string]*weekRow{}
	var keys []string
	for _, l := range LinesOf(v, rows, names) {
		key, name, beside := l.InterviewerEmail, l.Interviewer, l.Posting
		if name == "" {
			name = "Nobody is named"
		}
		if b.Choice.View == weekPostings {
			key, name, beside = l.PostingID, l.Posting, cmp.Or(l.Interviewer, "nobody is named")
		}
		row := byKey[key]
		if row == nil {
			row = &weekRow{Name: name, Cells: make([]weekCell, 7)}
			if b.Choice.View == weekPeople && key != "" {
				row.Face = &l.Face
			}
			for n := range row.Cells {
				row.Cells[n].Chosen = b.Days[n].Chosen
			}
			byKey[key] = row
			keys = append(keys, key)
		}
		cell := &row.Cells[b.count(l.StartsAt)]
		cell.Chips = append(cell.Chips, weekChip{Path: l.Path, Candidate: l.Candidate, Beside: beside,
			Clock: l.StartsAt.In(v.Zone).Format("15:04"), State: strings.ToLower(l.Standing.Words),
			Class: chipClasses[l.StandingAt(v.Now)]})
	}
	for n := range b.Days {
		b.Days[n].Idle = n > 4 && b.Days[n].Count == 0 && !b.Days[n].Chosen
	}
	slices.SortFunc(keys, func(x, y string) int {
		return cmp.Or(strings.Compare(strings.ToLower(byKey[x].Name), strings.ToLower(byKey[y].Name)),
			strings.Compare(x, y))
	})
	for _, key := range keys {
		b.Rows = append(b.Rows, *byKey[key])
	}
	return nil
}
