package e2e

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"mime/multipart"
	"strings"
	"testing"
)

// Candidates read the name and the title of whom they meet, beside the picture that the interviewer added: in letters
// as a part of them, which no program has to fetch. Nobody else is sent it.
func TestCandidatesSeeWhoInterviews(t *testing.T) {
	t.Parallel()
	o := NewOrg(t, "name: Ilse Quillon,", "name: Ilse Quillon, title: Head of imaging,")
	cleo, ilse := o.Email("cleo"), o.Email("ilse")
	cookie := o.signsIn(t, strings.TrimSpace(o.MustRun(t, "signin", "--org", o.Slug, "--email", ilse)))
	o.addsPicture(t, cookie)

	id := o.Book(t, "cleo", "interviewer_email", ilse).Text("interview.id")
	confirmation, briefing := o.Letters(t, cleo, 1)[0], o.Letters(t, ilse, 1)[0]
	if !confirmation.tells("With: Ilse Quillon, Head of imaging\n") {
		t.Errorf("the letter says:\n%s", confirmation.Text)
	}
	_, structure, leaves := takeApart(t, o.Raw(t, confirmation))
	const want = "multipart/mixed(multipart/alternative(text/plain multipart/related(text/html image/jpeg) " +
		"text/calendar) application/ics)"
	if structure != want {
		t.Fatalf("the letter is %s, want %s", structure, want)
	}
	face, err := jpeg.Decode(bytes.NewReader(leaves[2].Body))
	if err != nil || face.Bounds() != image.Rect(0, 0, 96, 96) || len(leaves[2].Body) > 10_000 {
		t.Errorf("the picture has %d bytes: %v", len(leaves[2].Body), err)
	}
	if strings.Contains(string(o.Raw(t, briefing)), "image/jpeg") {
		t.Error("the interviewer is sent their own picture")
	}
	if page := o.Get(t, sessionLink.FindString(confirmation.Text)).Want(200); !strings.Contains(string(page.Body),
		"Ilse Quillon, Head of imaging") {
		t.Errorf("the page says:\n%s", page.Body)
	}
	list := o.Do(t, "GET", "/postings/"+o.Posting("engineer")+"/interviewers", nil).Want(200)
	if !strings.Contains(string(list.Body), `"title":"Head of imaging"`) {
		t.Errorf("the list of interviewers is %s", list.Body)
	}
	if file := o.MustRun(t, "export", "--org", o.Slug); !strings.Contains(file, "title: Head of imaging\n") {
		t.Errorf("the file is\n%s", file)
	}

	// A letter that tells whom they do not meet any more shows nobody.
	o.Do(t, "DELETE", "/interviews/"+id, nil).Want(200)
	canceled := o.Letters(t, cleo, 2)[0]
	if raw := string(o.Raw(t, canceled)); strings.Contains(raw, "image/jpeg") || canceled.tells("Head of imaging") {
		t.Errorf("the cancellation shows who would have interviewed:\n%s", raw)
	}
}

// addsPicture has the member who is signed in add a picture of themselves.
func (o *Org) addsPicture(t testing.TB, cookie string) {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, 400, 300))
	draw.Draw(m, m.Bounds(), image.NewUniform(color.RGBA{200, 120, 40, 255}), image.Point{}, draw.Src)
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	part, err := w.CreateFormFile("picture", "me.jpg")
	if err == nil {
		err = jpeg.Encode(part, m, nil)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	o.Service.Do(t, "POST", "/dashboard/picture", body.String(), "Content-Type", w.FormDataContentType(), "Cookie", cookie,
		"Sec-Fetch-Site", "same-origin").Want(303)
}
