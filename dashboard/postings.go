package dashboard

import (
	"litmus/models"
	"litmus/models/access"
	"litmus/models/pipeline"
)

// postingsPage is how many postings a page of the list has.
const postingsPage = 25

// postingsView is the list of postings.
type postingsView struct {
	Filter   pipeline.PostingFilter
	States   []tab
	Postings []pipeline.PostingLine
	Older    string // address of the next page, "" on the last one
	Newest   string // address of the first page, "" on it
	None     bool   // the organization has none that is not archived
	May      bool   // edit
}

// postings lists the organization's postings (D17).
func postings(v *visit) (answer, error) {
	f := pipeline.PostingFilter{State: v.query("state"), Text: v.query("q")}
	after, err := models.ParsePosition(v.query("after"))
	if err != nil {
		return answer{}, err
	}
	list, next, err := v.Store.Pipelines.Postings(v.Context(), v.org.ID, f, after, postingsPage)
	if err != nil {
		return answer{}, err
	}
	body := &postingsView{Filter: f, Postings: list, May: v.can(access.ActionEditPosting, access.Facts{}),
		None: len(list) == 0 && f == pipeline.PostingFilter{} && after == nil}
	for _, t := range []tab{{Name: "Open and closed"}, {Name: "Open", Path: models.StatusOpen},
		{Name: "Closed", Path: models.StatusClosed}, {Name: "Archived", Path: models.StateArchived}} {
		body.States = append(body.States, tab{Name: t.Name, Chosen: t.Path == f.State,
			Path: href(postingsPath, "state", t.Path, "q", f.Text)})
	}
	if next != nil {
		body.Older = href(postingsPath, "state", f.State, "q", f.Text, "after", next.String())
	}
	if after != nil {
		body.Newest = href(postingsPath, "state", f.State, "q", f.Text)
	}
	return v.show("postings", "Postings", body).
		lead("Roles and cohorts that you hire for, each with its pipeline."), nil
}
