package store_test

import (
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/act"
	"litmus/testdb"
)

func TestPictures(t *testing.T) { // D1, D3, D4
	t.Parallel()
	organizations{acme(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		other := must(f.Team.Organization(ctx, "bolt"))(t)
		is := func(email string) string {
			t.Helper()
			return must(f.Team.Member(ctx, f.org.ID, email))(t).Picture
		}
		set := func(email, content string) func() {
			return func() {
				f.must(f.Team.SetPicture(ctx, f.as(models.ActorMember, email), f.org.ID, email, []byte(content)))
			}
		}
		want := func(what string, got []string, entries ...string) {
			t.Helper()
			if g, w := strings.Join(got, "\n"), strings.Join(entries, "\n"); g != w {
				t.Errorf("%s: the history says\n%s\nwant\n%s", what, g, w)
			}
		}
		want("the first", f.noted(set(grace, "a smile")), "member edited: picture set by Grace")
		first := is(grace)
		if first == "" || strings.Contains(first, "grace") || is(alan) != "" {
			t.Errorf("the pictures are %q and %q", first, is(alan))
		}
		want("the same again", f.noted(set(grace, "a smile")))
		if is(grace) != first {
			t.Error("the same picture has another address")
		}
		if content := must(f.Team.Picture(ctx, f.org.ID, first))(t); string(content) != "a smile" {
			t.Errorf("the picture is %q", content)
		}
		f.refused(failure(f.Team.Picture(ctx, other.ID, first)), models.NotFound, "a picture of the neighbour's")
		want("another", f.noted(set(grace, "a laugh")), "member edited: picture changed by Grace")
		f.refused(failure(f.Team.Picture(ctx, f.org.ID, first)), models.NotFound, "a picture of before")
		second := is(grace)
		f.book(f.orderWith(grace, cleo, at(18, 0)))
		rows, _ := must2(f.Interviews.Search(ctx, f.org.ID, models.InterviewSearch{}, nil, 10))(t)
		if names := must(f.Interviews.NamesOf(ctx, f.org.ID, rows))(t); names.Pictures[grace] != second {
			t.Errorf("lists show the picture %q, want %q", names.Pictures[grace], second)
		}
		want("none", f.noted(set(grace, "")), "member edited: picture removed by Grace")
		want("none again", f.noted(set(grace, "")))
		if is(grace) != "" {
			t.Error("the picture was not removed")
		}
		f.refused(f.Team.SetPicture(ctx, act.By{}, f.org.ID, "nobody@acme.example", []byte("a face")),
			models.NotFound, "the picture of nobody")
		f.must(f.adds(f.newMember(lou, "Lou", "recruiter")))
		f.refused(f.Team.SetPicture(ctx, act.By{}, other.ID, lou, []byte("a face")), models.NotFound,
			"the picture of a member of the neighbour's")
	})
}

// Whoever is no member any more leaves no picture; an interviewer with a lower role keeps theirs.
func TestPictureOfWhoLeaves(t *testing.T) { // D1
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := open(t, url, acme())
		f.must(f.adds(f.newMember(lou, "Lou", "recruiter")))
		f.must(f.adds(f.newMember(alan, "", "recruiter")))
		for _, email := range []string{lou, alan} {
			f.must(f.Team.SetPicture(ctx, act.By{}, f.org.ID, email, []byte("a face")))
			f.done(f.Team.RemoveMember(ctx, act.By{}, f.org.ID, email))
		}
		if n := f.scalar("select count(*) from pictures"); n != 1 {
			t.Errorf("%d pictures are left, want that of Alan, who interviews", n)
		}
		if got := must(f.Team.Member(ctx, f.org.ID, alan))(t).Picture; got == "" {
			t.Error("Alan's picture is gone")
		}
	})
}
