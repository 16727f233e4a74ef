package interviews

import (
	"slices"
	"strings"
	"time"

	"litmus/dashboard/internal/grid"
	"litmus/dashboard/internal/site"
	"litmus/models/access"
	"litmus/models/booking"
	"litmus/models/timetable"
	"litmus/store/availability"
	"litmus/store/interviews"
)

// fillAxis lays the week out by the clock, with a lane for each chosen person, or one for the chosen posting. It leaves
// the week to [weekBody.fillRows] if the address asks for no view and many people interview.
func (b *weekBody) fillAxis(v *site.Visit) error {
	var loads map[string]int
	axis := weekAxisBody{Free: "free"}
	switch {
	case v.Own() != "":
		b.Choice.Whom = []string{b.Interviewers[0].Value}
	case len(b.Choice.Whom) > mostCompared:
		axis.TooMany, b.Choice.Whom = true, b.Choice.Whom[:mostCompared]
	}
	whom := b.Choice.Whom
	if v.Own() == "" {
		emails, err := v.Store.Pages.Interviewing(v.Context(), v.Org.ID)
		if err != nil {
			return err
		}
		if loads, err = v.Store.Pages.Loads(v.Context(), v.Org.ID, b.monday, v.PlusDays(b.monday, 7)); err != nil {
			return err
		}
		for email := range loads {
			if !slices.Contains(emails, email) {
				emails = append(emails, email)
			}
		}
		if b.Choice.View = b.view(v, len(emails)); b.Choice.View != weekAxis {
			return nil
		}
		if len(whom) == 0 && b.Choice.Posting == "" {
			axis.Few, axis.All = len(emails) > mostCompared, b.Choice.as(weekPeople).path(v.Zone)
			whom = b.first(v, emails, loads)
		}
	}
	b.Choice.View = weekAxis
	w := grid.WeekOf(b.Choice.Day, v.Zone)
	lanes, people := b.lanes(v, whom)
	x, err := b.explain(v, people, w)
	if err != nil {
		return err
	}
	lines, err := b.axisLines(v, people)
	if err != nil {
		return err
	}
	halves := make([][]grid.Half, len(lanes))
	for n := range lanes {
		halves[n] = b.halves(v, x, lanes[n], loads, people[n])
	}
	b.fillDays(v)
	var blocks []grid.Block
	for _, l := range lines {
		if !axis.shows(l, people) {
			if l.InterviewerEmail == "" {
				axis.Nobody++
			} else {
				axis.Others++
			}
			continue
		}
		b.count(l.StartsAt)
		blocks = append(blocks, b.block(v, l, max(slices.Index(people, l.InterviewerEmail), 0)))
	}
	if b.Choice.Posting != "" {
		axis.Free = "offered"
	}
	axis.Axis = grid.LayOutAxis(w, lanes, halves, blocks, b.Choice.Day, v.Now, b.Choice.Hours)
	if axis.Shorter {
		all := b.Choice
		all.Hours = true
		axis.Hours = all.path(v.Zone)
	}
	b.Axis = &axis
	return nil
}

// lanes are the columns of each day, and the address of whom each is about, "" for the posting as a whole.
func (b *weekBody) lanes(v *site.Visit, whom []string) (lanes []grid.Lane, people []string) {
	for n, c := range b.Interviewers {
		if email := b.emails[c.Value]; slices.Contains(whom, c.Value) {
			b.Interviewers[n].Chosen = true
			lanes = append(lanes, grid.Lane{Who: c.Value, Name: c.Name, Face: b.faces[c.Value]})
			people = append(people, email)
		}
	}
	if len(lanes) > 0 {
		return lanes, people
	}
	name := "Everybody"
	for _, p := range b.Postings {
		if p.Chosen {
			name = p.Name
		}
	}
	return []grid.Lane{{Name: name}}, []string{""}
}

// explain says of each half hour of the week who could interview then, and why others could not.
func (b *weekBody) explain(v *site.Visit, people []string, w grid.Week) (availability.Explained, error) {
	if people[0] == "" {
		people = nil
	}
	if b.Choice.Posting != "" && v.Own() == "" {
		return v.Store.Availability.ExplainSpan(v.Context(), v.Org.ID,
			availability.Question{PostingID: b.Choice.Posting, Others: people}, w.From, w.To)
	}
	return v.Store.Availability.ExplainPeople(v.Context(), v.Org.ID, people, w.From, w.To)
}

// shows reports whether an interview lies on the axis: a posting's lane and an interviewer's own show what they have.
func (a weekAxisBody) shows(l Line, people []string) bool {
	return a.All == "" || people[0] == "" || slices.Contains(people, l.InterviewerEmail)
}

// axisLines are the interviews that lie on the axis: those of the people, whatever the posting, or the posting's.
func (b *weekBody) axisLines(v *site.Visit, people []string) ([]Line, error) {
	search := b.search(v)
	switch {
	case search.Own != "":
	case b.Choice.Posting == "" && len(b.Choice.Whom) == 0: // also those that name nobody are counted
	case people[0] == "":
		search.PostingID = b.Choice.Posting
	default:
		search.Interviewers = people
	}
	rows, next, err := v.Store.Interviews.Search(v.Context(), v.Org.ID, search, nil, mostOfWeek)
	if err != nil {
		return nil, err
	}
	b.More = next != nil
	names, err := v.Store.Interviews.NamesOf(v.Context(), v.Org.ID, rows)
	return LinesOf(v, slices.DeleteFunc(rows, func(r interviews.InterviewRow) bool { return r.Unused() }), names), err
}

// halves are the half hours of a lane. A free one to come leads to booking it with the person, or with the least busy
// of those who are free.
func (b *weekBody) halves(v *site.Visit, x availability.Explained, lane grid.Lane, loads map[string]int,
	email string) []grid.Half {
	books := v.Can(access.ActionBook, access.Facts{})
	out := make([]grid.Half, len(x.Explanations))
	for n, e := range x.Explanations {
		h := grid.Half{Start: e.Start, Past: !e.Start.After(v.Now)}
		free, who := e.Reason == timetable.ReasonFree, lane.Who
		if email == "" {
			if h.State, h.Words = stateOfAll(v, e, x.Names); free {
				h.State = "free"
				who = v.Store.Availability.PersonID(v.Org.ID, leastBusy(e.Free(), loads))
			}
		} else {
			verdict, _ := e.Of(email)
			free = verdict.Reason == timetable.ReasonFree && !h.Past
			h.State, _ = grid.StateOf(verdict)
			h.Words = lane.Name + " " + verdict.Words(v.Zone)
			if posting, known := x.Bookings[verdict.InterviewID]; known {
				h.Words += ", on “" + posting.Title + "”"
			}
		}
		if h.Past {
			h.State = strings.Replace(h.State, "free", "off", 1) + " past"
		} else if free && books {
			h.Link = site.Href(site.BookPath, "at", h.At(), "with", who, "posting", b.Choice.Posting)
		}
		out[n] = h
	}
	return out
}

// leastBusy returns who of them has the fewest interviews, of several the first.
func leastBusy(emails []string, loads map[string]int) string {
	if len(emails) == 0 {
		return ""
	}
	return slices.MinFunc(emails, func(x, y string) int { return loads[x] - loads[y] })
}

// block is an interview on the axis.
func (b *weekBody) block(v *site.Visit, l Line, lane int) grid.Block {
	begins, ends := l.StartsAt.In(v.Zone), l.EndsAt.In(v.Zone)
	out := grid.Block{From: l.StartsAt, To: l.EndsAt, Lane: lane, State: "coming", Path: l.Path,
		Clock: begins.Format("15:04"), Name: l.Candidate, Beside: l.Posting,
		Brief: site.FaceOf(l.Candidate, l.CandidateEmail).Initials}
	if class := chipClasses[l.StandingAt(v.Now)]; class != "" {
		out.State = class
	}
	who := "nobody is named"
	if l.InterviewerEmail != "" {
		who = l.Interviewer
		out.Initials = site.FaceOf(l.Interviewer, l.InterviewerEmail).Initials
		out.With = v.Store.Availability.PersonID(v.Org.ID, l.InterviewerEmail)
	}
	if b.Choice.Posting != "" && len(b.Choice.Whom) == 0 { // the posting's own lane
		out.Beside, out.Initials = who, ""
	}
	out.Told = who + ", " + strings.ToLower(l.Standing.Words)
	out.Words = strings.Join([]string{out.Clock + "–" + ends.Format("15:04") + " " + l.Candidate, l.Posting, l.Round,
		out.Told}, ", ")
	facts, actions := access.Facts{Own: v.Member.Owns(l.Interview)}, booking.ActionsOf(l.Interview, v.Now)
	if !l.StartsAt.After(v.Now) {
		return out
	}
	if actions.Move && v.Can(access.ActionMove, facts) {
		out.Move = site.InterviewPath(l.ID, "move")
		out.Asks = site.Href(out.Move, "week", begins.Format(time.DateOnly))
	}
	if actions.Reassign && v.Can(access.ActionReassign, facts) {
		out.Reassign = site.InterviewPath(l.ID, "reassign")
	}
	return out
}
