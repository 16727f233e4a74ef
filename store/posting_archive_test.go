package store_test

import (
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/store/setups"
	"litmus/testdb"
)

// TestArchivedInFile proves that an archived posting comes back from the exported file as it was, and that a file
// archives what it keeps (D24).
func TestArchivedInFile(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := openEdited(t, url)
		f.done(f.Pipelines.SetPostingState(ctx, act.By{}, f.org.ID, f.backend, models.StateArchived))
		file := must(f.Setups.Export(ctx, "acme"))(t)
		file.Organization.Slug = "copy"
		copied := must(f.Setups.Apply(ctx, file, setups.Options{}))(t)
		page := must(f.Pipelines.PostingPage(ctx, copied.Organization, copied.Postings["backend"].ID))(t)
		if p := page.Posting; p.State() != models.StateArchived || p.ArchivedAt == nil || !p.ArchivedAt.Equal(noon) {
			t.Errorf("the copy is %+v", p)
		}
		before := f.dump()
		f.clock.Set(noon.Add(time.Hour))
		f.done(f.Setups.Apply(ctx, file, setups.Options{Prune: true}))
		f.unchanged(before)
	})
}
