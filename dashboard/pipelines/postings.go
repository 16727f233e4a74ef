package pipelines

import (
	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/pipeline"
)

// postingsPage is how many postings a page of the list has.
const postingsPage = 25

// postingsView is the list of postings.
type postingsView struct {
	Filter   pipeline.PostingFilter
	States   []site.Tab
	Postings []pipeline.PostingLine
	Older    string // address of the next page, "" on the last one
	Newest   string // address of the first page, "" on it
	None     bool   // the organization has none that is not archived
	May      bool   // edit
}

// postings lists the organization's postings (D17).
func postings(v *site.Visit) (site.Answer, error) {
	f := pipeline.PostingFilter{State: v.Query("state"), Text: v.Query("q")}
	after, err := models.ParsePosition(v.Query("after"))
	if err != nil {
		return site.Answer{}, err
	}
	list, next, err := v.Store.Pipelines.Postings(v.Context(), v.Org.ID, f, after, postingsPage)
	if err != nil {
		return site.Answer{}, err
	}
	body := &postingsView{Filter: f, Postings: list, May: v.Can(access.ActionEditPosting, access.Facts{}),
		None: len(list) == 0 && f == pipeline.PostingFilter{} && after == nil}
	for _, t := range []site.Tab{{Name: "Open and closed"}, {Name: "Open", Path: models.StatusOpen},
		{Name: "Closed", Path: models.StatusClosed}, {Name: "Archived", Path: models.StateArchived}} {
		body.States = append(body.States, site.Tab{Name: t.Name, Chosen: t.Path == f.State,
			Path: site.Href(site.PostingsPath, "state", t.Path, "q", f.Text)})
	}
	if next != nil {
		body.Older = site.Href(site.PostingsPath, "state", f.State, "q", f.Text, "after", next.String())
	}
	if after != nil {
		body.Newest = site.Href(site.PostingsPath, "state", f.State, "q", f.Text)
	}
	return v.Show("postings", "Postings", body).
		Lead("Roles and cohorts that you hire for, each with its pipeline."), nil
}
