package dashboard

import (
	"bytes"
	"image"
	"image/jpeg"
	"strings"
	"testing"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models/act"
	"litmus/pictures"
)

// photo is what somebody takes.
func photo(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 40, 30)), nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// face returns the address of the picture that a page shows for who is signed in, "" for initials.
func (r *reply) face() string {
	r.t.Helper()
	if shown := r.all(".me img.face"); len(shown) == 1 {
		return attr(shown[0], "src")
	}
	if attr(r.one(".me .face"), "data-face") == "" {
		r.t.Errorf("%s: there are neither a picture nor initials", r.about)
	}
	return ""
}

func TestPicture(t *testing.T) { // D1, D3, D4
	t.Parallel()
	w := newWorld(t)
	mine := w.as(t, "interviewer")
	send := func(name string, content []byte) *reply {
		return mine.sendLogo(site.PicturePath, "picture", name, content)
	}
	if got := mine.get(site.PicturePath).want(200, "instead of your initials").lacks("Remove picture").face(); got != "" {
		t.Fatalf("there is a picture already: %s", got)
	}
	page := mine.follow(send("me.jpg", photo(t))).
		want(200, "The picture is saved.", "Another picture", "Remove picture")
	address := page.face()
	if !strings.HasPrefix(address, site.PicturesPath+"/pic_") || strings.Contains(address, "jonas") {
		t.Errorf("the picture is at %q", address)
	}
	shown := mine.get(address).want(200)
	equal(t, "its type", shown.Header.Get("Content-Type"), "image/jpeg")
	if c, format, err := image.DecodeConfig(strings.NewReader(shown.Body)); err != nil || format != "jpeg" ||
		c.Width != pictures.Side || c.Height != pictures.Side {
		t.Errorf("it is a %s of %d by %d pixels (%v)", format, c.Width, c.Height, err)
	}
	w.as(t, "admin").get(address).want(200)
	w.as(t, "other").get(address).want(404)
	stranger := w.browser(t)
	if r := stranger.get(address, "Sec-Fetch-Dest", "image").want(401); stranger.cookies[site.NextCookieName] != "" ||
		strings.Contains(r.Body, "JFIF") {
		t.Error("whoever is signed out gets a picture, or is led to one after signing in")
	}

	for name, says := range map[string]string{"me.png": "neither a JPEG nor a PNG",
		"": "The picture is empty; choose a file."} {
		page := send(name, []byte(name)).want(400, says)
		if page.face() != address || attr(page.one("#picture"), "aria-invalid") != "true" {
			t.Errorf("%s: the picture is lost, or its field is not marked", name)
		}
	}
	if r := send("large.jpg", make([]byte, 5<<20)); r.Status != 413 {
		t.Errorf("a large file is answered %d", r.Status)
	}
	page = mine.follow(mine.post(site.PicturePath+"/remove")).want(200, "The picture is removed.")
	equal(t, "the picture after it was removed", page.face(), "")
	mine.get(address).want(404)
	if strings.Contains(w.logged(), address) {
		t.Error("the log has the picture's address")
	}
}

// A title is the member's own, on one line, and stays in the organization file where that keeps them.
func TestTitle(t *testing.T) { // D1, D4, D24
	t.Parallel()
	w := newWorld(t)
	mine := w.as(t, "interviewer")
	title := func() string {
		p, err := w.Availability.Person(ctx, w.org.ID, jonas)
		w.must(err)
		return p.Title
	}
	save := func(s string) *reply { return mine.post(site.PicturePath+"/title", "title", s, "email", priya) }
	page := mine.follow(save(" Staff\n engineer ")).want(200, "The title is saved.")
	equal(t, "the title", title(), "Staff engineer")
	equal(t, "the title in the form", attr(page.one("#title"), "value"), "Staff engineer")
	long := save(strings.Repeat("x", 101)).want(400, "has 101 characters; at most 100 are allowed")
	equal(t, "what was typed", len(attr(long.one("#title"), "value")), 101)
	if p, err := w.Availability.Person(ctx, w.org.ID, priya); err != nil || p.Title != "" {
		t.Errorf("somebody else has the title %q (%v)", p.Title, err)
	}
	save("").want(303)
	equal(t, "the title after it was removed", title(), "")
}

// A picture from before candidates saw any stays among members until it is saved again.
func TestPictureFromBefore(t *testing.T) { // D1
	t.Parallel()
	w := newWorld(t)
	w.must(w.Team.SetPicture(ctx, act.By{}, w.org.ID, jonas, []byte("a face")))
	const warns = "Candidates do not see it"
	mine := w.as(t, "interviewer")
	mine.get(site.PicturePath).want(200).lacks(warns)
	w.exec("update pictures set for_candidates = false")
	mine.get(site.PicturePath).want(200, warns)
	w.must(w.Team.SetPicture(ctx, act.By{}, w.org.ID, jonas, []byte("a face")))
	mine.get(site.PicturePath).want(200).lacks(warns)
}

// Nobody changes another one's picture: no form names whose it is.
func TestPictureOfOthers(t *testing.T) { // D2
	t.Parallel()
	w := newWorld(t)
	w.must(w.Team.SetPicture(ctx, act.By{}, w.org.ID, jonas, []byte("a face")))
	admin := w.as(t, "admin")
	admin.post(site.PicturePath+"/remove", "email", jonas, "person", w.person(jonas), "id", jonas).want(303)
	admin.sendLogo(site.PicturePath, "picture", "x.jpg", photo(t), "email", jonas, "person", w.person(jonas)).want(303)
	m, err := w.Team.Member(ctx, w.org.ID, jonas)
	w.must(err)
	if content, err := w.Team.Picture(ctx, w.org.ID, m.Picture); err != nil || string(content) != "a face" {
		t.Errorf("his picture is %q (%v)", content, err)
	}
}

// Wherever a member's initials stand, their picture does, with the name beside it.
func TestPictureInLists(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.booked(rosa, priya, noon.Add(3*time.Hour))
	w.must(w.Team.SetPicture(ctx, act.By{}, w.org.ID, priya, []byte("a face")))
	m, err := w.Team.Member(ctx, w.org.ID, priya)
	w.must(err)
	admin := w.as(t, "admin")
	for _, path := range []string{site.InterviewsPath, site.MembersPath, site.WeekPath + "?view=people",
		site.WeekPath + "?view=axis&interviewer=" + w.person(priya) + "&interviewer=" + w.person(jonas)} {
		page := admin.get(path).want(200)
		shown := page.all("main img.face")
		if len(shown) == 0 {
			t.Errorf("%s: there is no picture", path)
		}
		for _, img := range shown {
			if attr(img, "src") != site.PicturesPath+"/"+m.Picture || !has(img, "alt") || attr(img, "alt") != "" {
				t.Errorf("%s: the picture is %v", path, img.Attr)
			}
		}
	}
}
