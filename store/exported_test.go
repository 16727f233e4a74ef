package store_test

import (
	"strings"
	"testing"

	"litmus/models"
	"litmus/store"
	"litmus/testdb"
)

// Applying what was exported changes nothing, on both databases; cli has the random organizations.
func TestExport(t *testing.T) { // D24, decision 158
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		setup := keptSetup()
		setup.Imports[0].Step = "default/design" // as a file is read
		setup.Organization.FallbackRecipients = []string{lou}
		setup.Organization.MemberNames = map[string]string{kit: "Kit Ortiz"}
		setup.Organization.Brand = models.BrandSetup{Accent: "#1d6f42", Logo: []byte("a drawing"),
			LogoType: models.LogoSVG}
		f := open(t, url, setup, bolt())
		f.must(f.adds(f.newMember("own@acme.example", "Own", "recruiter")))
		f.must(f.TakeOver(ctx, f.org.ID, models.SubjectPosting, f.posting("backend")))
		first, err := f.Export(ctx, "acme")
		f.must(err)
		before := f.dump()
		for _, prune := range []bool{false, true} {
			got, err := f.Apply(ctx, first, store.ApplyOptions{Prune: prune})
			f.must(err)
			f.unchanged(before)
			for _, line := range got.Changes {
				if !strings.HasPrefix(line, "unchanged: ") && !strings.HasPrefix(line, "kept ") {
					t.Errorf("with prune %t it %s", prune, line)
				}
			}
		}
		if n := f.count(func() { _, err = f.Export(ctx, "acme") }); err != nil || n > 20 {
			t.Errorf("%d statements (%v), want a number that does not rise with the organization", n, err)
		}

		// An import that was canceled is left out.
		f.exec("update interviews set call_ended_at = null where id = ?", f.applied.Imports["gh-1"])
		f.exec("update interviews set canceled_at = ? where id = ?", noon, f.applied.Imports["gh-1"])
		again, err := f.Export(ctx, "acme")
		f.must(err)
		if len(first.Imports) != 1 || len(again.Imports) != 0 {
			t.Errorf("%d imports are exported, and %d once it was canceled, want 1 and 0", len(first.Imports),
				len(again.Imports))
		}
		_, err = f.Export(ctx, "nowhere")
		f.refused(err, models.NotFound, "an unknown organization")
	})
}
