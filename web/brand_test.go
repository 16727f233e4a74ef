package web_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/act"
)

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>`

// rebrand gives the organization another brand.
func (f *fixture) rebrand(e models.BrandEdit) {
	f.t.Helper()
	o, err := f.Team.OrganizationOf(ctx, f.org.ID)
	f.must(err)
	_, err = f.Team.EditBrand(ctx, act.By{}, f.org.ID, o.Version, e)
	f.must(err)
}

// fetch requests a file as a browser does for a page.
func (f *fixture) fetch(path string) *httptest.ResponseRecorder {
	f.t.Helper()
	rec := httptest.NewRecorder()
	f.handler.ServeHTTP(rec, httptest.NewRequestWithContext(ctx, "GET", f.site.BaseURL+path, nil))
	return rec
}

// Every page of an organization shows its logo and its colours, and none shows those of another (D23).
func TestBrandedPages(t *testing.T) { // D23
	t.Parallel()
	f := open(t)
	_, takehome := f.invite(cleo, "takehome")
	_, schedule := f.invite("pick@c.example", "design")
	session := sessionPath(f.book("booked@c.example", on(4, 15, 0)).Interview)
	_, external := f.external("ext@c.example")
	pages := []string{takehome, schedule, session, external}
	for _, path := range pages {
		f.get(path).want(http.StatusOK).lacks(models.BrandPath)
	}
	f.must(f.Team.TakeOver(ctx, act.By{}, f.org.ID, models.SubjectOrganization, f.org.ID))
	f.rebrand(models.BrandEdit{Accent: "#1d6f42", Logo: []byte(drawing), LogoType: models.LogoSVG})
	logo, style := models.LogoPath(f.org.ID, 1), models.StylePath(f.org.ID, 1)
	for _, path := range pages {
		r := f.get(path).want(http.StatusOK)
		for _, want := range []string{`<img class="logo" src="` + logo + `" alt="Acme &amp; Söhne" height="40">`,
			`<link rel="stylesheet" href="` + style + `">`} {
			if !strings.Contains(r.Body, want) {
				t.Errorf("%s lacks %s", path, want)
			}
		}
		if policy := r.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "; img-src 'self'") {
			t.Errorf("%s may not load its logo: %s", path, policy)
		}
	}
	f.get("/").want(http.StatusOK).lacks(models.BrandPath)
	f.get(models.AssessmentPath + "unknown").want(http.StatusNotFound).lacks(models.BrandPath)

	// A colour that cannot be read on a light page is not used, and a page without logo loads no picture.
	f.rebrand(models.BrandEdit{Accent: "#ffd400", RemoveLogo: true})
	for _, path := range pages {
		r := f.get(path).want(http.StatusOK).lacks(models.BrandPath)
		if policy := r.Header.Get("Content-Security-Policy"); strings.Contains(policy, "img-src") {
			t.Errorf("%s has the policy %s", path, policy)
		}
	}
}

func TestBrandFiles(t *testing.T) { // D23
	t.Parallel()
	f := open(t)
	f.must(f.Team.TakeOver(ctx, act.By{}, f.org.ID, models.SubjectOrganization, f.org.ID))
	for _, path := range []string{models.LogoPath(f.org.ID, 0), models.StylePath(f.org.ID, 0)} {
		equal(t, path+" without a brand", f.fetch(path).Code, http.StatusNotFound)
	}
	f.rebrand(models.BrandEdit{Accent: "#1d6f42", Logo: []byte(drawing), LogoType: models.LogoSVG})
	for path, want := range map[string][3]string{
		models.LogoPath(f.org.ID, 1):  {"image/svg+xml", drawing, "public, max-age=31536000, immutable"},
		models.LogoPath(f.org.ID, 0):  {"image/svg+xml", drawing, "public, max-age=300"},
		models.StylePath(f.org.ID, 1): {"text/css; charset=utf-8", "--accent: #1d6f42;", "public, max-age=31536000, immutable"},
	} {
		got := f.fetch(path)
		h := got.Header()
		if got.Code != http.StatusOK || h.Get("Content-Type") != want[0] || !strings.Contains(got.Body.String(), want[1]) ||
			h.Get("Cache-Control") != want[2] {
			t.Errorf("%s: %d %v\n%s", path, got.Code, h, got.Body)
		}
		if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Content-Security-Policy") !=
			"default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'" {
			t.Errorf("%s: the headers are %v", path, h)
		}
	}
	for _, path := range []string{models.LogoPath("org_none", 1), models.BrandPath + f.org.ID + "/x",
		models.BrandPath + f.org.ID + "/1.css.css", models.BrandPath + f.org.ID + "/"} {
		equal(t, path, f.fetch(path).Code, http.StatusNotFound)
	}
}
