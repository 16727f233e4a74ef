package interviews

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
)

// filterChip is a part of the list's address that its form has no field for, in words, with the address of the list
// without it.
type filterChip struct{ Words, Path string }

// filterChips are the parts of the filter that the form shows no field for, such as the candidate of a link from
// another page: nothing narrows the list unseen (D11). What an id means is read from the first line, which it selected;
// where nothing is selected, nobody learns what the id means.
func filterChips(v *site.Visit, f interviewFilter, lines []Line) (out []filterChip) {
	var first Line
	if len(lines) > 0 {
		first = lines[0]
	}
	add := func(words string, without func(*interviewFilter)) {
		less := f
		without(&less)
		out = append(out, filterChip{words, listPath(v, site.InterviewsPath, less, "")})
	}
	if f.postingID != "" && !isChosen(f.Postings) {
		add("Posting: "+cmp.Or(first.Posting, "one of a link"), func(f *interviewFilter) { f.postingID = "" })
	}
	if f.Round != "" && !isChosen(f.Rounds) {
		add("Round: "+cmp.Or(first.Round, "one of a link"), func(f *interviewFilter) { f.Round = "" })
	}
	if f.Candidate != "" {
		add("Candidate: "+cmp.Or(first.Candidate, "one of a link"), func(f *interviewFilter) { f.Candidate = "" })
	}
	if f.UpdatedSince != "" && f.Changed == "" {
		since := f.UpdatedSince
		if f.since != nil {
			since = site.WhenText(*f.since, v.Zone)
		}
		add("Changed since "+since, func(f *interviewFilter) { f.UpdatedSince = "" })
	}
	return out
}

// isChosen reports whether one of the options is chosen.
func isChosen(options []site.Choice) bool {
	return slices.ContainsFunc(options, func(c site.Choice) bool { return c.Chosen })
}

// RoundHidden reports whether the form carries the round on without a field that shows it.
func (f interviewFilter) RoundHidden() bool { return f.Round != "" && !isChosen(f.Rounds) }

// PostingHidden returns the posting that the form carries on where it has no list of postings, as for interviewers, ""
// for none.
func (f interviewFilter) PostingHidden() string {
	if len(f.Postings) > 0 {
		return ""
	}
	return f.postingID
}

// Said is what the form's fields are filled with, in words, "" for none: on a phone the form is folded.
func (f interviewFilter) Said() string {
	var said []string
	add := func(before, text string) {
		if text != "" {
			said = append(said, before+text)
		}
	}
	if f.Text != "" {
		add("", "“"+f.Text+"”")
	}
	for _, list := range [][]site.Choice{f.Postings, f.Rounds, f.Interviewers} {
		for _, c := range list {
			if c.Chosen {
				add("", c.Name)
			}
		}
	}
	for _, day := range []struct{ before, date string }{{"from ", f.From}, {"to ", f.To},
		{"changed since ", f.Changed}} {
		text := day.date
		if at, err := time.Parse(time.DateOnly, text); err == nil {
			text = at.Format("2 Jan 2006")
		}
		add(day.before, text)
	}
	return strings.Join(said, ", ")
}

// sum fills in what the filter comes to as a whole.
func (f *interviewFilter) sum(v *site.Visit) {
	f.Everything = listPath(v, site.InterviewsPath, interviewFilter{View: f.View}, "")
	f.Narrowed = listPath(v, site.InterviewsPath, *f, "") != f.Everything
	f.More = f.Changed != "" || isChosen(f.Rounds)
}

// changedSince reads since when the interviews changed: a date in the viewer's zone, as the form has it, or an instant,
// as links and REST have it; [models.Invalid] for anything else.
func changedSince(v *site.Visit, f *interviewFilter) error {
	if f.UpdatedSince == "" {
		return nil
	}
	if day, err := v.ParseDay("updated_since", f.UpdatedSince); err == nil {
		f.Changed, f.since = f.UpdatedSince, &day
		return nil
	}
	since, err := models.ParseBound("updated_since", f.UpdatedSince)
	if err == nil {
		f.since = &since
	}
	return err
}

// fillRounds fills in the live rounds of the chosen posting, to choose one from. A round of another posting, as the
// form sends it after somebody chose another posting, is dropped: no interview is of both.
func fillRounds(v *site.Visit, f *interviewFilter) error {
	if !isChosen(f.Postings) {
		return nil
	}
	pipeline, err := v.Store.Pipelines.Pipeline(v.Context(), v.Org.ID, f.postingID)
	if err != nil {
		return err
	}
	known := false
	for _, t := range pipeline.Tracks {
		for _, r := range pipeline.Rounds[t.ID] {
			known = known || r.ID == f.Round
			if r.CheckBookable() != nil && r.ID != f.Round {
				continue
			}
			name := r.Title
			if len(pipeline.Tracks) > 1 {
				name = t.Name + ": " + r.Title
			}
			f.Rounds = append(f.Rounds, site.Choice{Value: r.ID, Name: name, Chosen: r.ID == f.Round})
		}
	}
	if !known {
		f.Round = ""
	}
	return nil
}
