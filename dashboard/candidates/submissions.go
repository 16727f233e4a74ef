package candidates

import (
	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/candidacy"
	"litmus/store/pages"
)

// listedRows is how many rows a page of a list has.
const listedRows = 50

// queueView is the page with the submissions of the organization.
type queueView struct {
	Tabs     []queueTab
	Stage    string // of the address
	Postings []site.Choice
	Posting  string // its id, "" for all
	Rows     []queueRow
	Next     string // address of the next page, "" on the last one
	Filtered bool
}

// queueTab is one of the views of a list.
type queueTab struct {
	Name, Path string
	Count      int // shown if it is not 0
	Current    bool
}

type queueRow struct {
	pages.ListedSubmission
	Name, Path, Ago string
	Decision        stateMark
}

// stateMark is a word with the sort of badge that it is shown in: "", ok, warn, bad or quiet.
type stateMark struct{ Text, Kind string }

// stages are the views of the queue by their name in the address.
var stages = []struct {
	name, title string
	stage       models.Stage
}{
	{"to-grade", "To grade", models.ToGrade}, {"to-decide", "To decide", models.ToDecide},
	{"decided", "Decided", models.DecidedStage},
}

// submissions serves the queue: what is not graded first (D20).
func submissions(v *site.Visit) (site.Answer, error) {
	view := queueView{Stage: v.Query("stage"), Posting: v.Query("posting")}
	f := candidacy.SubmissionFilter{PostingID: view.Posting}
	toGrade, toDecide, err := v.Store.Pages.WaitingSubmissions(v.Context(), v.Org.ID)
	if err != nil {
		return site.Answer{}, err
	}
	view.Tabs = []queueTab{{Name: "All", Path: site.Href(site.SubmissionsPath, "posting", view.Posting), Current: true}}
	for _, x := range stages {
		t := queueTab{Name: x.title, Path: site.Href(site.SubmissionsPath, "stage", x.name, "posting", view.Posting)}
		if t.Current = view.Stage == x.name; t.Current {
			f.Stage, view.Tabs[0].Current = &x.stage, false
		}
		view.Tabs = append(view.Tabs, t)
	}
	view.Tabs[1].Count, view.Tabs[2].Count = toGrade, toDecide
	view.Filtered = f.Stage != nil || f.PostingID != ""
	after, err := models.ParsePosition(v.Query("after"))
	if err != nil {
		return site.Answer{}, err
	}
	rows, next, err := v.Store.Pages.Submissions(v.Context(), v.Org.ID, f, after, listedRows)
	if err != nil {
		return site.Answer{}, err
	}
	if view.Postings, err = v.PostingChoices(view.Posting); err != nil {
		return site.Answer{}, err
	}
	for _, x := range rows {
		view.Rows = append(view.Rows, queueRow{ListedSubmission: x, Path: site.SubmissionsPath + "/" + x.ID,
			Name: models.NameOf(x.CandidateName, x.CandidateEmail), Ago: v.Relative(x.SubmittedAt),
			Decision: decisionMark(x.Decision)})
	}
	if next != nil {
		view.Next = site.Href(site.SubmissionsPath, "stage", view.Stage, "posting", view.Posting, "after",
			next.String())
	}
	return v.Show("submissions", "Submissions", view).
		Lead("What candidates handed in. Who has waited longest for a grade comes first."), nil
}

// decisionMark returns a decision as lists show it.
func decisionMark(decision string) stateMark {
	switch decision {
	case models.DecisionAdvance:
		return stateMark{"advance", "ok"}
	case models.DecisionReject:
		return stateMark{"reject", "bad"}
	}
	return stateMark{"pending", "quiet"}
}
