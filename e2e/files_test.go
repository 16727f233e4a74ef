package e2e

import (
	"bytes"
	"io"
	"mime/multipart"
	"strings"
	"testing"
)

// attach sends a file with the form of an answer, as a browser does.
func (o *Org) attach(t testing.TB, link, name, content string) *Response {
	t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for _, field := range []string{"text", "links"} {
		if err := w.WriteField(field, ""); err != nil {
			t.Fatal(err)
		}
	}
	part, err := w.CreateFormFile("file", name)
	if err == nil {
		_, err = io.WriteString(part, content)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return o.Service.Do(t, "POST", requestURI(t, link)+"/files", body.String(), "Content-Type", w.FormDataContentType())
}

// Files that a candidate hands in are read over REST by a key that may read submissions (§2 Submission, additive), by
// no other one, and not before they are handed in.
func TestFilesHandedIn(t *testing.T) {
	t.Parallel()
	s := Serve(t, Env("LITMUS_FILES="+t.TempDir()))
	o := s.NewOrg(t)
	invited := o.send(t, "casey", "assessment_id", o.Assessment("lens")).Want(201)
	link := invited.Text("invite_url")
	o.Post(t, link+"/start", nil).Want(303)
	const page = "<!doctype html><script>alert(1)</script>"
	o.attach(t, link, "work <1>.html", page).Want(303)
	o.attach(t, link, "work <1>.html", page).Want(303) // a second press
	started := o.Get(t, link)
	_, behind, found := strings.Cut(string(started.Body), "/files/fil_")
	if !found {
		t.Fatalf("the page names no file: %s", started.Body)
	}
	id := "fil_" + behind[:32]
	o.Do(t, "GET", "/files/"+id, nil).Want(404) // it is a draft yet
	o.Get(t, link+"/files/"+id).Want(200)
	o.Post(t, link+"/submit", nil, "text", "", "links", "").Want(303)

	r := o.Do(t, "GET", "/submissions/"+o.submissionOf(t, invited.Text("invite_id")), nil).Want(200)
	if got, want := r.JSON("files"), `[{"href":"`+s.API+`/api/v1/files/`+id+`","id":"`+id+
		`","name":"work \u003c1\u003e.html","size":40,"type":"text/html; charset=utf-8"}]`; got != want {
		t.Errorf("the submission has %s, want %s", got, want)
	}
	got := o.Do(t, "GET", "/files/"+id, nil).Want(200)
	if string(got.Body) != page || got.Header.Get("Content-Type") != "application/octet-stream" ||
		!strings.HasPrefix(got.Header.Get("Content-Disposition"), "attachment; ") ||
		got.Header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("the file is served as %v: %q", got.Header, got.Body)
	}
	if head := o.Do(t, "HEAD", "/files/"+id, nil).Want(200); len(head.Body) > 0 {
		t.Errorf("HEAD has %q", head.Body)
	}
	o.Scoped(t, "interviews:read").Do(t, "GET", "/files/"+id, nil).Want(403)
	s.NewOrg(t).Do(t, "GET", "/files/"+id, nil).Want(404)
	o.With("").Do(t, "GET", "/files/"+id, nil).Want(401)
	if log := s.Log.String(); strings.Contains(log, "work <1>") || strings.Contains(log, "work \\u003c") {
		t.Error("the log names the file")
	}
}
