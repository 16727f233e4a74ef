package store_test

import (
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/setup"
	"litmus/testdb"
)

func TestBrand(t *testing.T) { // D23, D24
	t.Parallel()
	organizations{acme(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		f.refused(failure(f.Team.Logo(ctx, f.org.ID)), models.NotFound, "no logo")
		edit := models.BrandEdit{Accent: "#1d6f42", Logo: []byte("a drawing"), LogoType: models.LogoSVG}
		f.refused(failure(f.Team.EditBrand(ctx, act.By{}, f.org.ID, f.org.Version, edit)), models.Conflict,
			"the brand of the file")
		f.must(f.Team.TakeOver(ctx, act.By{}, f.org.ID, models.SubjectOrganization, f.org.ID))
		o := must(f.Team.EditBrand(ctx, act.By{}, f.org.ID, f.org.Version, edit))(t)
		f.refused(failure(f.Team.EditBrand(ctx, act.By{}, f.org.ID, f.org.Version, edit)), models.Conflict,
			"a stale form")
		edit.Logo = []byte("another drawing")
		o = must(f.Team.EditBrand(ctx, act.By{}, f.org.ID, o.Version, edit))(t)
		want := models.Brand{Accent: "#1d6f42", LogoType: models.LogoSVG, Version: 2}
		if stored := must(f.Team.OrganizationOf(ctx, f.org.ID))(t); stored.Brand != o.Brand || o.Brand != want {
			t.Errorf("stored is %+v, the answer %+v, want %+v", stored.Brand, o.Brand, want)
		}
		if kind, content := must2(f.Team.Logo(ctx, f.org.ID))(t); kind != models.LogoSVG ||
			string(content) != "another drawing" {
			t.Errorf("the logo is %s %q", kind, content)
		}
		other := must(f.Team.Organization(ctx, "bolt"))(t)
		f.refused(failure(f.Team.Logo(ctx, other.ID)), models.NotFound, "the neighbour's logo")
		o = must(f.Team.EditBrand(ctx, act.By{}, f.org.ID, o.Version, models.BrandEdit{RemoveLogo: true}))(t)
		if n := f.scalar("select count(*) from logos"); n != 0 || o.Brand.LogoType != "" || o.Brand.Accent != "" {
			t.Errorf("%d logos are left, and the brand is %+v", n, o.Brand)
		}
	})
}

// A file may have a brand, and it is the file's until it is taken over (D23, D24).
func TestApplyBrand(t *testing.T) { // D23, D24
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		const drawing = `<svg xmlns="http://www.w3.org/2000/svg"/>`
		another := strings.Replace(drawing, "/>", "><g/></svg>", 1)
		file := acme()
		file.Organization.Brand = setup.Brand{Accent: "#1d6f42", Logo: []byte(drawing), LogoType: models.LogoSVG}
		f := open(t, url, file)
		check := func(version int64, accent, logo string) {
			t.Helper()
			o := must(f.Team.OrganizationOf(ctx, f.org.ID))(t)
			_, content, _ := f.Team.Logo(ctx, f.org.ID)
			if o.Brand.Version != version || o.Brand.Accent != accent || string(content) != logo {
				t.Errorf("the brand is %+v with the logo %q, want version %d, %s and %q", o.Brand, content, version,
					accent, logo)
			}
		}
		check(1, "#1d6f42", drawing)
		f.apply(file)
		check(1, "#1d6f42", drawing)
		file.Organization.Brand.Logo = []byte(another)
		f.apply(file)
		check(2, "#1d6f42", another)
		file.Organization.Brand = setup.Brand{Accent: "#000080"}
		f.apply(file)
		check(3, "#000080", "")
		f.must(f.Team.TakeOver(ctx, act.By{}, f.org.ID, models.SubjectOrganization, f.org.ID))
		f.apply(acme())
		check(3, "#000080", "")
	})
}
