package dashboard

import "litmus/models"

const (
	postingsPath = "/dashboard/postings"
	postingsPage = 25 // postings of a page of the list
)

// postingPath returns the address of a posting's page, and of what is below it.
func postingPath(id, below string) string { return postingsPath + "/" + id + below }

// postingsView is the list of postings.
type postingsView struct {
	Filter   models.PostingFilter
	States   []listTab
	Postings []models.PostingLine
	Older    string // address of the next page, "" on the last one
	Newest   string // address of the first page, "" on it
	None     bool   // the organization has none that is not archived
	May      bool   // edit
}

// listTab is a link to a part of a list.
type listTab struct {
	Name, Path string
	Current    bool
}

// postings lists the organization's postings (D17).
func (s *Site) postings(v *visit) (answer, error) {
	f := models.PostingFilter{State: v.query("state"), Text: v.query("q")}
	after, err := models.ParsePosition(v.query("after"))
	if err != nil {
		return answer{}, err
	}
	list, next, err := s.Store.Pipelines.Postings(v.Context(), v.org.ID, f, after, postingsPage)
	if err != nil {
		return answer{}, err
	}
	body := &postingsView{Filter: f, Postings: list, May: v.can(models.ActionEditPosting, models.Facts{}),
		None: len(list) == 0 && f == models.PostingFilter{} && after == nil}
	for _, t := range []listTab{{Name: "Open and closed"}, {Name: "Open", Path: models.StatusOpen},
		{Name: "Closed", Path: models.StatusClosed}, {Name: "Archived", Path: models.StateArchived}} {
		body.States = append(body.States, listTab{Name: t.Name, Current: t.Path == f.State,
			Path: href(postingsPath, "state", t.Path, "q", f.Text)})
	}
	if next != nil {
		body.Older = href(postingsPath, "state", f.State, "q", f.Text, "after", next.String())
	}
	if after != nil {
		body.Newest = href(postingsPath, "state", f.State, "q", f.Text)
	}
	return s.show(v, "postings", "Postings", body).
		lead("Roles and cohorts that you hire for, each with its pipeline."), nil
}
