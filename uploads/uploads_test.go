package uploads_test

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"litmus/models"
	"litmus/uploads"
)

// form is a form as browsers send it: fields as name and value, then a file unless its name is "-".
func form(t *testing.T, name, content string, fields ...string) (body, contentType string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for n := 0; n+1 < len(fields); n += 2 {
		if err := w.WriteField(fields[n], fields[n+1]); err != nil {
			t.Fatal(err)
		}
	}
	if name != "-" {
		part, err := w.CreateFormFile("file", name)
		if err == nil {
			_, err = io.WriteString(part, content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String(), w.FormDataContentType()
}

func posted(body io.Reader, contentType string) *http.Request {
	r := httptest.NewRequest(http.MethodPost, "/", body)
	r.Header.Set("Content-Type", contentType)
	return r
}

func TestRead(t *testing.T) {
	t.Parallel()
	body, kind := form(t, "my work.zip", "PK\x00\r\n--", "text", "Ü\r\nx", "links", "")
	r := posted(strings.NewReader(body), kind)
	if !uploads.IsForm(r) || uploads.IsForm(posted(nil, "application/x-www-form-urlencoded")) {
		t.Error("it is not known what may have a file")
	}
	f, err := uploads.Read(r, 100)
	if err != nil || f.Fields.Get("text") != "Ü\r\nx" || !f.Fields.Has("links") || f.Name != "my work.zip" {
		t.Fatalf("read %+v, %v", f, err)
	}
	if got, err := io.ReadAll(f.Content); err != nil || string(got) != "PK\x00\r\n--" {
		t.Errorf("the content is %q, %v", got, err)
	}
	body, kind = form(t, "", "", "text", "x") // no file was chosen
	if f, err := uploads.Read(posted(strings.NewReader(body), kind), 100); err != nil || f.Content != nil ||
		f.Fields.Get("text") != "x" {
		t.Errorf("without a file: %+v, %v", f, err)
	}
}

// TestCutForms: a form that ends too early, has too much or is none says so; what could be read of it stays.
func TestCutForms(t *testing.T) {
	t.Parallel()
	body, kind := form(t, "a.txt", strings.Repeat("content ", 2000), "text", "typed for hours")
	gone := errors.New("the sender went away")
	for about, c := range map[string]struct {
		body io.Reader
		kind string
		most int64
		want error
	}{
		"no boundary": {strings.NewReader(body), "multipart/form-data", 100, uploads.ErrMalformed},
		"another one": {strings.NewReader(body), "multipart/form-data; boundary=x", 100, uploads.ErrMalformed},
		"too much":    {strings.NewReader(body), kind, 10, uploads.ErrTooLarge},
		"cut":         {strings.NewReader(body[:150]), kind, 100, uploads.ErrMalformed},
		"gone":        {io.MultiReader(strings.NewReader(body[:150]), failing{gone}), kind, 100, gone},
	} {
		if _, err := uploads.Read(posted(c.body, c.kind), c.most); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", about, err, c.want)
		}
	}
	cut := body[:len(body)-500]
	for about, from := range map[string]io.Reader{"cut": strings.NewReader(cut),
		"gone": io.MultiReader(strings.NewReader(cut), failing{gone})} {
		f, err := uploads.Read(posted(from, kind), 100)
		if err != nil || f.Fields.Get("text") != "typed for hours" {
			t.Fatalf("%s: %+v, %v", about, f, err)
		}
		if _, err := io.ReadAll(f.Content); err == nil || about == "gone" && !errors.Is(err, gone) {
			t.Errorf("%s: the content ends with %v", about, err)
		}
	}
	body, kind = form(t, "-", "", strings.Split(strings.Repeat("a,", 5000), ",")...)
	if _, err := uploads.Read(posted(strings.NewReader(body), kind), 1<<20); !errors.Is(err, uploads.ErrTooLarge) {
		t.Errorf("thousands of fields: %v", err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// TestSend: whatever a file holds and is called, a browser keeps it and shows nothing of it.
func TestSend(t *testing.T) {
	t.Parallel()
	const page = "<script>alert(1)</script>"
	for _, name := range []string{"page.html", `a"; filename=evil.exe; x="`, "Lösung 語.html", "a\r\nSet-Cookie: x"} {
		w := httptest.NewRecorder()
		uploads.Send(w, httptest.NewRequest(http.MethodGet, "/", nil), models.File{Name: name,
			Type: "text/html; charset=utf-8", Size: int64(len(page))}, io.NopCloser(strings.NewReader(page)))
		kind, parameters, err := mime.ParseMediaType(w.Header().Get("Content-Disposition"))
		if err != nil || kind != "attachment" || parameters["filename"] != name {
			t.Errorf("%q is offered by %q (%v)", name, w.Header().Get("Content-Disposition"), err)
		}
		if w.Body.String() != page || w.Header().Get("X-Content-Type-Options") != "nosniff" ||
			!strings.HasPrefix(w.Header().Get("Content-Security-Policy"), "sandbox; default-src 'none'") {
			t.Errorf("it is served as %v", w.Header())
		}
	}
}
