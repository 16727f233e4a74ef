package web_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/ports/files"
	"litmus/scheduling"
	"litmus/web"
)

// keeping gives a site a folder for files.
func keeping(t *testing.T) func(*web.Site) {
	t.Helper()
	folder, err := files.OpenFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return func(s *web.Site) { s.Acts.Files = folder }
}

// send posts the form of an answer with a file, as a browser does; "" is one for which none was chosen.
func (b *browser) send(path, name, content string, fields ...string) *reply {
	b.f.t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for n := 0; n+1 < len(fields); n += 2 {
		b.f.must(w.WriteField(fields[n], fields[n+1]))
	}
	part, err := w.CreateFormFile("file", name)
	b.f.must(err)
	_, err = io.WriteString(part, content)
	b.f.must(err)
	b.f.must(w.Close())
	return b.do(http.MethodPost, path, body.String(), "Content-Type", w.FormDataContentType())
}

// brings adds a file to the take-home.
func (f *fixture) brings(name, content string) {
	f.t.Helper()
	f.must(f.site.Acts.Pipelines.BringAlong(ctx, scheduling.By{Org: f.org}, f.applied.Assessments["takehome"],
		scheduling.Upload{Name: name, Content: strings.NewReader(content)}))
}

// fileLinks are the addresses of files on a page, by their names.
func (r *reply) fileLinks() map[string]string {
	out := map[string]string{}
	for _, a := range r.all("a") {
		if has(a, "download") {
			out[content(a)] = attr(a, "href")
		}
	}
	return out
}

// field is what a form of the page has in its field of that name.
func (r *reply) field(name string) string {
	r.t.Helper()
	for _, n := range r.all("input") {
		if attr(n, "name") == name {
			return attr(n, "value")
		}
	}
	r.t.Fatalf("%s: no field %s", r.about, name)
	return ""
}

// TestFiles walks through a take-home with files: those of the task open once it has begun, the candidate's own are
// added beside the draft, and what the last page showed is handed in.
func TestFiles(t *testing.T) {
	t.Parallel()
	f := open(t, keeping(t))
	const page = "<!doctype html><script>alert(1)</script>"
	f.brings("task <1>.html", page)
	_, path := f.invite(cleo, "takehome")
	b := f.browser()
	b.get(path).want(http.StatusOK, "1 file, which you can open once you have started").lacks("task <1>", "Your files")
	b.get(path + "/start").want(http.StatusOK).lacks("task <1>")
	b.send(path+"/files", "early.txt", "early", "text", "", "links", "").want(http.StatusConflict)

	r := b.follow(b.post(path+"/start")).want(http.StatusOK, "Files for this assessment", "Your files", "Choose a file")
	task := r.fileLinks()["task <1>.html"]
	got := b.get(task).want(http.StatusOK)
	kind, parameters, err := mime.ParseMediaType(got.Header.Get("Content-Disposition"))
	verify.Each(t, "the task is served", verify.Fields{"error": {err, nil}, "kind": {kind, "attachment"},
		"filename": {parameters["filename"], "task <1>.html"}, "Body": {got.Body, page},
		"Content-Type":           {got.Header.Get("Content-Type"), "text/html; charset=utf-8"},
		"X-Content-Type-Options": {got.Header.Get("X-Content-Type-Options"), "nosniff"},
		"Content-Security-Policy begins": {got.Header.Get("Content-Security-Policy"),
			verify.Begins("sandbox; default-src 'none'")}})

	saved := b.send(path+"/files", `C:\work\notes.txt`, "what I noted", "saved_at", "", "text", "My answer",
		"links", "")
	r = b.follow(saved.want(http.StatusSeeOther)).want(http.StatusOK, "The file is added, and your draft is saved.",
		"notes.txt", "1 kB", "Remove notes.txt")
	equal(t, "the draft beside it", content(r.element("text")), "My answer")
	notes := r.fileLinks()["notes.txt"]
	equal(t, "what was added", b.get(notes).want(http.StatusOK).Body, "what I noted")

	// Whichever button is pressed, what was chosen is added.
	seen := r.field("saved_at")
	r = b.follow(b.send(path+"/hand-in", "more.pdf", "%PDF-1.4", "saved_at", seen, "text", "", "links", "")).
		want(http.StatusOK, "Hand in this answer?", "notes.txt", "more.pdf")
	shown := r.field("files")
	more := r.fileLinks()["more.pdf"]
	equal(t, "its type", b.get(more).Header.Get("Content-Type"), "application/pdf")
	r = b.follow(b.post(path+"/files", "text", "", "links", "", "remove", more[strings.LastIndex(more, "/")+1:])).
		want(http.StatusOK, "The file is removed, and your draft is saved.").lacks("more.pdf")
	if len(r.fileLinks()) != 2 {
		t.Errorf("the page has %v", r.fileLinks())
	}
	b.get(more).want(http.StatusNotFound)
	b.post(path+"/submit", "text", "", "links", "", "files", shown).want(http.StatusConflict,
		"You changed your files in another tab")
	r = b.get(path+"/hand-in").want(http.StatusOK, "notes.txt") // a file alone is enough
	shown = r.field("files")
	b.follow(b.post(path+"/submit", "saved_at", r.field("saved_at"), "text", "", "links", "",
		"files", shown)).want(http.StatusOK, "You have handed in your answer", "notes.txt").
		lacks("Remove", "task <1>")
	b.get(notes).want(http.StatusOK, "what I noted")
	b.get(task).want(http.StatusNotFound)

	before := f.rows()
	for _, late := range []*reply{b.send(path+"/files", "late.txt", "late", "text", "", "links", ""),
		b.post(path+"/submit", "text", "", "links", "", "files", shown+" file_of_another_tab")} {
		late.want(http.StatusConflict, "You handed in your answer before", "were not taken", "notes.txt").lacks("late.txt")
	}
	b.post(path+"/submit", "text", "", "links", "", "files", shown).want(http.StatusSeeOther) // sent twice
	b.post(path+"/files", "remove", notes[strings.LastIndex(notes, "/")+1:]).want(http.StatusSeeOther)
	f.unchanged(before, "a file after the end")
	if strings.Contains(f.log.String(), "notes.txt") {
		t.Error("the log names a file")
	}

	other := f.started("other@c.example")
	for _, of := range []string{notes, task} {
		id := of[strings.LastIndex(of, "/"):]
		want := http.StatusNotFound
		if of == task {
			want = http.StatusOK // it is theirs, too
		}
		f.get(other + "/files" + id).want(want)
	}
}

// TestFilesRefused: a file that cannot be added is refused in words, what was typed is saved, and nothing is kept.
func TestFilesRefused(t *testing.T) {
	t.Parallel()
	f := open(t, keeping(t))
	weighed := &weighing{Store: f.site.Acts.Files}
	f.site.Acts.Files = weighed
	path := f.started(cleo)
	b := f.browser()
	for _, c := range []struct{ about, name, content, says string }{
		{"none", "", "", "Choose a file first"},
		{"an empty one", "empty.txt", "", "Choose a file first"},
		{"a large one", "large.bin", strings.Repeat("x", models.MaxFileBytes+1), "This file is larger than 20 MB"},
	} {
		r := b.send(path+"/files", c.name, c.content, "text", "typed "+c.about, "links", "").
			want(http.StatusBadRequest, c.says)
		if attr(r.element("message"), "role") != "alert" || attr(r.element("file"), "aria-invalid") != "true" {
			t.Errorf("%s: the field is not shown as wrong", c.about)
		}
		equal(t, c.about+": what was typed", content(r.element("text")), "typed "+c.about)
	}
	if weighed.most > models.MaxFileBytes {
		t.Errorf("the store was given %d bytes of a file", weighed.most)
	}
	for n := range models.MaxFiles {
		b.send(path+"/files", "small.txt", strings.Repeat("x", n+1), "text", "", "links", "").want(http.StatusSeeOther)
	}
	b.send(path+"/files", "one more.txt", "x", "text", "mine", "links", "").want(http.StatusBadRequest,
		"At most 10 files are possible", "mine")
	cut := "--x\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nmine\r\n--x\r\n" +
		"Content-Disposition: form-data; name=\"file\"; filename=\"cut.txt\"\r\n\r\nhalf of"
	second := f.started("second@c.example")
	b.do(http.MethodPost, second+"/files", cut, "Content-Type", "multipart/form-data; boundary=x").
		want(http.StatusBadRequest, "The file did not arrive as a whole", "mine")
	b.do(http.MethodPost, second+"/files", cut[:90], "Content-Type", "multipart/form-data; boundary=x").
		want(http.StatusBadRequest)
	kept := 0
	f.must(f.site.Acts.Files.List(ctx, func(files.Entry) error { kept++; return nil }))
	equal(t, "how many are kept", kept, models.MaxFiles)
}

// weighing is a store that knows how much of one file it was given.
type weighing struct {
	files.Store
	most int64
}

func (w *weighing) Put(ctx context.Context, key string, content io.Reader) error {
	var given bytes.Buffer
	err := w.Store.Put(ctx, key, io.TeeReader(content, &given))
	w.most = max(w.most, int64(given.Len()))
	return err
}

// TestWithoutFiles: a service that keeps no files offers none, and takes none.
func TestWithoutFiles(t *testing.T) {
	t.Parallel()
	f := open(t)
	path := f.started(cleo)
	r := f.get(path).want(http.StatusOK).lacks("Your files")
	if has(r.element("answer"), "enctype") {
		t.Error("the form takes files")
	}
	f.browser().send(path+"/files", "a.txt", "x", "text", "mine", "links", "").want(http.StatusNotFound)
}

// killed is a store in whose Put the process is killed: after some of the bytes, or after all of them. What comes after
// does not happen.
type killed struct {
	files.Store
	after bool
}

var errKilled = errors.New("killed")

func (k killed) Put(ctx context.Context, key string, content io.Reader) error {
	if !k.after {
		content = io.LimitReader(content, 3)
	}
	if err := k.Store.Put(ctx, key, content); err != nil {
		return err
	}
	return errKilled
}

func (killed) Delete(context.Context, string) error { return errKilled }

// TestKilledWithAFile: a process that is killed between the bytes and the row shows nothing of the file. The draft is
// as it was saved, and the next file is added as ever.
func TestKilledWithAFile(t *testing.T) {
	t.Parallel()
	for about, after := range map[string]bool{"amid the bytes": false, "after them": true} {
		t.Run(about, func(t *testing.T) {
			t.Parallel()
			f := open(t, keeping(t))
			path := f.started(cleo)
			folder := f.site.Acts.Files
			f.site.Acts.Files = killed{folder, after}
			b := f.browser()
			b.send(path+"/files", "lost.txt", "content", "text", "mine", "links", "").
				want(http.StatusInternalServerError, "mine")
			f.site.Acts.Files = folder
			r := b.get(path).want(http.StatusOK).lacks("lost.txt")
			equal(t, "the draft", content(r.element("text")), "mine")
			b.follow(b.send(path+"/files", "kept.txt", "content", "text", "mine", "links", "")).
				want(http.StatusOK, "kept.txt")
		})
	}
}
