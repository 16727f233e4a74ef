package dashboard

import "litmus/models"

// postingsPage is how many postings a page of the list has.
const postingsPage = 25

// postingsView is the list of postings.
type postingsView struct {
	Filter   models.PostingFilter
	States   []tab
	Postings []models.PostingLine
	Older    string // address of the next page, "" on the last one
	Newest   string // address of the first page, "" on it
	None     bool   // the organization has none that is not archived
	May      bool   // edit
}

// postings lists the organization's postings (D17).
func postings(v *visit) (answer, error) {
	f := models.PostingFilter{State: v.query("state"), Text: v.query("q")}
	after, err := models.ParsePosition(v.query("after"))
	if err != nil {
		return answer{}, err
	}
	list, next, err := v.Store.Pipelines.Postings(v.Context(), v.org.ID, f, after, postingsPage)
	if err != nil {
		return answer{}, err
	}
	body := &postingsView{Filter: f, Postings: list, May: v.can(models.ActionEditPosting, models.Facts{}),
		None: len(list) == 0 && f == models.PostingFilter{} && after == nil}
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
