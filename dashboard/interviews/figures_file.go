package interviews

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"litmus/dashboard/internal/site"
	"litmus/models/figures"
)

// figuresFile serves every figure as a row of its own: what was counted, and of which week, person or step.
func figuresFile(v *site.Visit) (site.Answer, error) {
	b, refused, err := figuresOf(v)
	if err == nil {
		err = refused
	}
	if err != nil {
		return site.Answer{}, err
	}
	var rows [][]string
	first, last := b.weeks[0].First, b.weeks[len(b.weeks)-1].Last
	row := func(section, from, to, who, posting, step, measure, reason string, n int) {
		rows = append(rows, []string{section, from, to, who, posting, step, measure, strconv.Itoa(n), reason})
	}
	add := func(section, from, to, who, posting, step, measure string, n int) {
		row(section, from, to, who, posting, step, measure, "", n)
	}
	for _, h := range b.raw.Held {
		w := b.weeks[h.Week]
		for _, m := range []struct {
			section, name string
			n             int
		}{{"interviews", "interviews", h.Interviews}, {"interviews", "minutes", h.Minutes},
			{"missed", "canceled", h.Canceled}, {"missed", "no_show_candidate", h.NoCandidate},
			{"missed", "no_show_interviewer", h.NoInterviewer}} {
			add(m.section, w.First, w.Last, h.Interviewer, "", "", m.name, m.n)
		}
	}
	for email, weeks := range b.raw.Offered {
		for w, halfHours := range weeks {
			add("interviews", b.weeks[w].First, b.weeks[w].Last, email, "", "", "minutes_offered", halfHours*30)
		}
	}
	for _, m := range b.raw.Moves {
		add("missed", b.weeks[m.Week].First, b.weeks[m.Week].Last, "", "", "",
			[]string{"moved_by_team", "moved_by_candidate"}[btoi(m.ByCandidate)], m.Moves)
	}
	for _, r := range b.raw.Reasons {
		if r.Moves+r.Canceled+r.NoShows == 1 {
			continue // it may be about one person, and files are passed on
		}
		for name, n := range map[string]int{"moved": r.Moves, "canceled": r.Canceled, "no_show": r.NoShows} {
			if n > 0 {
				row("reasons", first, last, "", "", "", name, r.Text, n)
			}
		}
	}
	for name, s := range map[string]figures.Spread{"invitation_to_booking": b.raw.Booked,
		"booking_to_interview": b.raw.Begun} {
		add("times", first, last, "", "", "", name, s.Count())
		for _, percent := range []int{50, 90} {
			if hours := s.Within(percent); hours >= 0 {
				add("times", first, last, "", "", "", fmt.Sprintf("%s_hours_of_%d_percent", name, percent), hours)
			}
		}
	}
	for _, s := range b.raw.Steps {
		for name, n := range map[string]int{"reached": s.Reached, "went_on": s.WentOn, "rejected": s.Rejected,
			"withdrawn": s.Withdrawn, "there": s.There()} {
			add("steps", first, last, "", s.Posting, s.Track+": "+s.Assessment, name, n)
		}
	}
	for _, l := range b.raw.Letters {
		add("letters", b.weeks[l.Week].First, b.weeks[l.Week].Last, "", "", "", l.Kind, l.Count)
	}
	slices.SortStableFunc(rows, func(x, y []string) int {
		return cmp.Or(slices.Compare(x[:7], y[:7]), cmp.Compare(x[8], y[8]))
	})
	return site.CSVFile("figures-"+first+"-"+last+".csv", []string{"section", "from", "to", "interviewer_email",
		"posting", "step", "measure", "value", "reason"}, rows)
}
