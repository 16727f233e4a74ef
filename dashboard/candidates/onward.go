package candidates

import (
	"slices"
	"strings"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/candidacy"
	"litmus/models/pipeline"
	"litmus/store/pages"
	"litmus/store/pipelines"
)

// onwardView is where somebody stands in the track of a record, and what a decision on it sent (D19).
type onwardView struct {
	Title string // the track's name, "" for one without steps
	Steps []onwardStep
	Path  string    // of the page that leads on, "" if nobody can go on by now or the member may not
	Plain bool      // they were advanced, and stand at a step without an assessment
	Left  []leftRow // what was sent by an advance that is taken back
}

// onwardStep is a step of the track as the page shows it.
type onwardStep struct {
	Title string
	Here  bool      // they stand here
	Past  bool      // it comes before that
	State stateMark // of their record, empty for none
	Path  string    // of that record, "" for this one or none
}

// leftRow is a record of the next step that an advance left when it was taken back.
type leftRow struct {
	Title     string // of its assessment
	Path      string
	InvitedAt *time.Time
	CanRevoke bool
	Interview string     // address of an interview that is still to come, "" for none
	Start     *time.Time // its start, nil while its link is not used
	Took      *time.Time // the start of one that has begun or is over
}

// onwardOf says where the person of a record stands in its track. path is the page that shows it; a member who sees
// only what is their own sees the states of those records alone.
func onwardOf(v *site.Visit, d pages.CandidateOverview, path string, onlyOwn bool) (onwardView, error) {
	tracks, err := v.Store.Pipelines.Tracks(v.Context(), v.Org.ID, []string{d.PostingID})
	if err != nil {
		return onwardView{}, err
	}
	track := tracks[d.TrackID]
	records := []pages.ListedCandidate{d.ListedCandidate}
	for _, c := range d.Others {
		if c.PostingID == d.PostingID && c.TrackID == d.TrackID && (!onlyOwn || slices.Contains(d.OthersOwned, c.ID)) {
			records = append(records, c)
		}
	}
	place := pipeline.PlaceIn(track.Steps, placedRecords(records, v.Now))
	view := onwardView{Title: track.Name}
	for n, step := range place.Steps {
		row := onwardStep{Title: step.Title, Here: n == place.At, Past: n < place.At}
		for _, c := range records {
			if c.ID != step.Record.ID {
				continue
			}
			if row.State = recordMark(c.Candidate, c.Interview != nil, v.Now); c.ID != d.ID {
				row.Path = site.CandidatesPath + "/" + c.ID
			}
		}
		view.Steps = append(view.Steps, row)
	}
	if onlyOwn || !v.Can(access.ActionDecide, access.Facts{}) {
		return view, nil
	}
	if candidacy.DecisionOf(d.Candidate.State) == models.DecisionAdvance {
		var goesOn bool
		if goesOn, view.Plain = place.Onward(d.ID); goesOn {
			view.Path = path + "/advance"
		}
		return view, nil
	}
	for _, c := range d.Others {
		if row, left := leftOf(v, d, c); left {
			view.Left = append(view.Left, row)
		}
	}
	return view, nil
}

// leftOf says what of another record of the person was sent when this one was advanced, and can still be taken back or
// has to be known.
func leftOf(v *site.Visit, d pages.CandidateOverview, c pages.ListedCandidate) (row leftRow, left bool) {
	if c.AdvancedFrom != d.ID || !models.ActiveState(c.StateAt(v.Now)) {
		return row, false
	}
	row = leftRow{Title: c.AssessmentTitle, Path: site.CandidatesPath + "/" + c.ID, InvitedAt: c.InvitedAt}
	_, changed, err := candidacy.DecideRevoke(candidacy.Invitation{Candidate: c.Candidate, DeliveryMode: c.DeliveryMode,
		Interviewed: c.Interview != nil}, c.Interview, v.Now)
	row.CanRevoke = changed && err == nil && v.Can(access.ActionInvite, access.Facts{})
	if i := c.Interview; i != nil {
		if i.ToCome(v.Now) {
			row.Interview, row.Start = site.InterviewPath(i.ID), i.ScheduledStartAt()
		} else {
			row.Took = i.ScheduledStartAt()
		}
	}
	return row, true
}

// placedRecords are records for [pipeline.PlaceIn].
func placedRecords(records []pages.ListedCandidate, now time.Time) []pipeline.PlacedRecord {
	out := make([]pipeline.PlacedRecord, len(records))
	for n, c := range records {
		out[n] = pipeline.PlacedRecord{ID: c.ID, AssessmentID: c.AssessmentID, State: c.StateAt(now)}
	}
	return out
}

// standing says where a record of a list stands in its track: "Applicants, step 3 of 5: Take-home".
func standing(c pages.ListedCandidate, tracks map[string]pipelines.TrackSteps, now time.Time) string {
	track := tracks[c.TrackID]
	words := pipeline.PlaceIn(track.Steps, placedRecords([]pages.ListedCandidate{c}, now)).Words()
	if words == "" {
		return ""
	}
	if !track.Alone {
		return track.Name + ", " + words
	}
	return strings.ToUpper(words[:1]) + words[1:]
}
