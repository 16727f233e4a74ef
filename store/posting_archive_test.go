package store_test

import (
	"testing"
	"time"

	"litmus/models"
	"litmus/store/setups"
	"litmus/testdb"
)

// TestArchivedInFile proves that an archived posting comes back from the exported file as it was, and that a file
// archives what it keeps (D24).
func TestArchivedInFile(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := openEdited(t, url)
		_, err := f.Pipelines.SetPostingState(ctx, models.By{}, f.org.ID, f.backend, models.StateArchived)
		f.must(err)
		file, err := f.Setups.Export(ctx, "acme")
		f.must(err)
		file.Organization.Slug = "copy"
		copied, err := f.Setups.Apply(ctx, file, setups.Options{})
		f.must(err)
		page, err := f.Pipelines.PostingPage(ctx, copied.Organization, copied.Postings["backend"].ID)
		f.must(err)
		if p := page.Posting; p.State() != models.StateArchived || p.ArchivedAt == nil || !p.ArchivedAt.Equal(noon) {
			t.Errorf("the copy is %+v", p)
		}
		before := f.dump()
		f.clock.Set(noon.Add(time.Hour))
		_, err = f.Setups.Apply(ctx, file, setups.Options{Prune: true})
		f.must(err)
		f.unchanged(before)
		file.Postings[0].ArchivedAt = nil
		_, err = f.Setups.Apply(ctx, file, setups.Options{})
		f.must(err)
		if page, err = f.Pipelines.PostingPage(ctx, copied.Organization, copied.Postings["backend"].ID); err != nil ||
			page.Posting.State() != models.StatusClosed || page.Posting.Version != 2 {
			t.Errorf("without archived_at it is %+v (%v)", page.Posting, err)
		}
	})
}
