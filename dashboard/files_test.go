package dashboard

import (
	"io"
	"mime"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/candidacy"
	"litmus/ports/files"
	"litmus/scheduling"
)

// keepFiles gives the world a folder for files.
func (w *world) keepFiles() {
	w.t.Helper()
	if w.site.Acts.Files == nil {
		folder, err := files.OpenFolder(w.t.TempDir())
		w.must(err)
		w.site.Acts.Files = folder
	}
}

// handInFiles makes a submission of the take-home that has only files, by name and content.
func (w *world) handInFiles(email string, namesAndContents ...string) (ref models.Ref, submissionID string) {
	w.t.Helper()
	w.keepFiles()
	ref = w.invited("telemetry", email)
	_, _, err := w.Candidates.StartAssessment(ctx, ref)
	w.must(err)
	for n := 0; n+1 < len(namesAndContents); n += 2 {
		w.must(w.site.Acts.Candidates.Attach(ctx, ref, scheduling.Upload{Name: namesAndContents[n],
			Content: strings.NewReader(namesAndContents[n+1])}))
	}
	_, s, err := w.Candidates.Submit(ctx, ref, candidacy.Answer{}, nil)
	w.must(err)
	return ref, s.ID
}

// ofTask is the row of a route about a file that our take-home brings along.
func ofTask(below string) func(*testing.T, *world) foreign {
	return func(_ *testing.T, w *world) foreign {
		id := w.applied.Assessments["telemetry"]
		file := prepared(w, "file of a task", func() string {
			w.keepFiles()
			w.must(w.site.Acts.Pipelines.BringAlong(ctx, scheduling.By{Org: w.org}, id,
				scheduling.Upload{Name: "task.txt", Content: strings.NewReader("content")}))
			files, err := w.Pipelines.Files(ctx, w.org.ID, id)
			w.must(err)
			return files[0].ID
		})
		return foreign{path: site.AssessmentPath(id, "/files/") + file + below}
	}
}

// TestFilesOfAnAssessment: recruiters add and remove what a take-home brings along; every member who sees the
// assessment can open it, and a live interview brings nothing.
func TestFilesOfAnAssessment(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	path := site.AssessmentPath(w.applied.Assessments["telemetry"], "")
	recruiter := w.as(t, "recruiter")
	recruiter.get(path).want(200).lacks("Another file") // a service without LITMUS_FILES
	w.keepFiles()
	recruiter.get(path).want(200, "It brings no files along.", "Another file")
	recruiter.get(site.AssessmentPath(w.applied.Assessments["conversation"], "")).want(200).lacks("Another file")
	add := func(name, content string) *reply {
		return recruiter.sendLogo(path+"/files", "file", name, []byte(content))
	}
	r := recruiter.follow(add("data <1>.csv", "a,b\n1,2\n")).want(200, "The file is added.", "data <1>.csv", "1 kB",
		"file added: data <1>.csv")
	file := attr(r.one("a[download]"), "href")
	equal(t, "what is kept", recruiter.get(file).want(200).Body, "a,b\n1,2\n")

	interviewer, other := w.as(t, "interviewer"), w.as(t, "other")
	for name, content := range map[string]string{"": "", "empty.csv": ""} {
		add(name, content).want(400, "Choose a file first")
	}
	add("large.bin", strings.Repeat("x", models.MaxFileBytes+1)).want(413, "The file is larger than 20 MB")
	interviewer.sendLogo(path+"/files", "file", "a.csv", []byte("a")).want(403)
	other.sendLogo(path+"/files", "file", "a.csv", []byte("a")).want(404)
	w.browser(t).sendLogo(path+"/files", "file", "a.csv", []byte("a"))
	kept := 0
	w.must(w.site.Acts.Files.List(ctx, func(files.Entry) error { kept++; return nil }))
	equal(t, "how many are kept", kept, 1)

	recruiter.follow(recruiter.post(file+"/remove")).want(200, "The file is removed.", "It brings no files along.",
		"file removed: data <1>.csv")
	recruiter.get(file).want(404)
}

// TestFilesOfASubmission: whoever may read a submission can open what was handed in with it, and no browser shows it.
func TestFilesOfASubmission(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const page = "<!doctype html><script>alert(document.cookie)</script>"
	_, id := w.handInFiles(rosa, "work <1>.html", page, "picture.png", "\x89PNG\r\n\x1a\n")
	path := site.SubmissionsPath + "/" + id
	r := w.as(t, "interviewer").get(path).want(200, "work <1>.html", "picture.png", "image/png",
		"nobody has looked for viruses in them")
	file := attr(r.all(".links a")[0], "href")
	got := w.as(t, "interviewer").get(file).want(200)
	kind, parameters, err := mime.ParseMediaType(got.Header.Get("Content-Disposition"))
	verify.Each(t, "it is served", verify.Fields{"error": {err, nil}, "kind": {kind, "attachment"},
		"filename": {parameters["filename"], "work <1>.html"}, "Body": {got.Body, page},
		"X-Content-Type-Options": {got.Header.Get("X-Content-Type-Options"), "nosniff"},
		"Content-Security-Policy begins": {got.Header.Get("Content-Security-Policy"),
			verify.Begins("sandbox; default-src 'none'")}})
	w.as(t, "other").get(file).want(404)
	if r := w.browser(t).get(file); strings.Contains(r.Body, "alert") {
		t.Error("a stranger reads it")
	}
	_, other := w.handInFiles("second@candidate.example", "other.txt", "content")
	w.as(t, "admin").get(site.SubmissionsPath + "/" + other + file[strings.LastIndex(file, "/files/"):]).want(404)
}

// slow is the body and the answer of a request that know whether the body was read, and got more time.
type slow struct {
	*httptest.ResponseRecorder
	read, more int
}

func (s *slow) Read([]byte) (int, error)         { s.read++; return 0, io.EOF }
func (s *slow) SetReadDeadline(time.Time) error  { s.more++; return nil }
func (s *slow) SetWriteDeadline(time.Time) error { s.more++; return nil }

// TestFileOfNobody: a file of whoever is not signed in is not read, and gets no time to arrive.
func TestFileOfNobody(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.keepFiles()
	path := site.AssessmentPath(w.applied.Assessments["telemetry"], "/files")
	for about, b := range map[string]*browser{"nobody": w.browser(t), "a recruiter": w.as(t, "recruiter")} {
		s := &slow{ResponseRecorder: httptest.NewRecorder()}
		r := httptest.NewRequestWithContext(ctx, "POST", "https://hire.marlowe.example"+path, s)
		r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
		r.Header.Set("Sec-Fetch-Site", "same-origin")
		for name, value := range b.cookies {
			r.AddCookie(&http.Cookie{Name: name, Value: value})
		}
		w.handler.ServeHTTP(s, r)
		if in := about != "nobody"; s.read > 0 != in || s.more > 0 != in {
			t.Errorf("a file of %s was read %d times, and got more time %d times", about, s.read, s.more)
		}
	}
}
