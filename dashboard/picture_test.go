package dashboard

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/history"
	"litmus/pictures"
)

// photo is what a phone takes: a JPEG on its side, with where it was taken.
func photo(t *testing.T) []byte {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, 400, 300))
	draw.Draw(m, m.Bounds(), image.NewUniform(color.RGBA{30, 30, 200, 255}), image.Point{}, draw.Src)
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	segment := "Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00" +
		"\x00\x00\x00\x00GPS 52.3702 N 4.8952 E"
	head := binary.BigEndian.AppendUint16([]byte{0xff, 0xe1}, uint16(len(segment)+2))
	return slices.Concat(b.Bytes()[:2], head, []byte(segment), b.Bytes()[2:])
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
	taken := photo(t)
	page := mine.follow(send("me.jpg", taken)).want(200, "The picture is saved.", "Another picture", "Remove picture")
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
	for _, secret := range []string{"GPS", "Exif", "52.3702"} {
		if !bytes.Contains(taken, []byte(secret)) || strings.Contains(shown.Body, secret) {
			t.Errorf("%q is not in what was sent, or in what is served", secret)
		}
	}
	w.as(t, "admin").get(address).want(200)
	w.as(t, "other").get(address).want(404)
	stranger := w.browser(t)
	if r := stranger.get(address, "Sec-Fetch-Dest", "image").want(401); stranger.cookies[site.NextCookieName] != "" ||
		strings.Contains(r.Body, "JFIF") {
		t.Error("whoever is signed out gets a picture, or is led to one after signing in")
	}

	bomb := claimed(t)
	for name, c := range map[string]struct {
		content []byte
		says    string
	}{"me.png": {[]byte("a text"), "neither a JPEG nor a PNG"}, "": {nil, "The picture is empty; choose a file."},
		"bomb.png": {bomb, "at most 6000 × 6000 are allowed"}} {
		page := send(name, c.content).want(400, c.says)
		if page.face() != address || attr(page.one("#picture"), "aria-invalid") != "true" {
			t.Errorf("%s: the picture is lost, or its field is not marked", name)
		}
	}
	if r := send("large.jpg", make([]byte, 5<<20)); r.Status != 413 {
		t.Errorf("a large file is answered %d", r.Status)
	}
	changes, _, err := w.Audit.History(ctx, w.org.ID, models.SubjectMember, jonas, nil, 10)
	w.must(err)
	equal(t, "what the history says", history.Did(changes[0], time.UTC, noon),
		"edited: picture set")
	equal(t, "how many changes there are", len(changes), 1)

	page = mine.follow(mine.post(site.PicturePath+"/remove")).want(200, "The picture is removed.")
	equal(t, "the picture after it was removed", page.face(), "")
	mine.get(address).want(404)
	if strings.Contains(w.logged(), address) {
		t.Error("the log has the picture's address")
	}
}

// claimed is a small PNG that says it has 60,000 by 60,000 pixels.
func claimed(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 1, 1))); err != nil {
		t.Fatal(err)
	}
	content := b.Bytes()
	head := content[12:29] // IHDR and what it says
	binary.BigEndian.PutUint32(head[4:], 60_000)
	binary.BigEndian.PutUint32(head[8:], 60_000)
	binary.BigEndian.PutUint32(content[29:], crc32.ChecksumIEEE(head))
	return content
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
	changes, _, err := w.Audit.History(ctx, w.org.ID, models.SubjectPerson, jonas, nil, 10)
	w.must(err)
	equal(t, "what the history says", history.Did(changes[0], time.UTC, noon), `edited: title "Staff engineer"`)
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
