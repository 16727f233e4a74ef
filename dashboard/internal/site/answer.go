package site

import (
	"errors"
	"io"
	"net/http"
	"time"

	"litmus/models"
)

// Answer is what a page answers: a page, a redirect or a file.
type Answer struct {
	Status  int
	Page    *page
	To      string // path to redirect to, with 303
	note    string // is shown once on the next page
	undo    Undo   // what its button takes back; zero: it has none
	file    *file
	kept    *keptFile
	Cookies []*http.Cookie
	Header  http.Header
}

// file is something to download.
type file struct {
	name        string // "" for what is not to be saved
	contentType string
	body        []byte
	kept        bool // by the browser: under its address it never changes
}

// keptFile is a file of an assessment or a candidate.
type keptFile struct {
	file    models.File
	content io.ReadCloser
}

// Kept answers with a file that was found in the database, or with the error of finding it.
func (v *Visit) Kept(f models.File, err error) (Answer, error) {
	if err != nil {
		return Answer{}, err
	}
	content, err := v.Acts.OpenFile(v.Context(), f)
	return Answer{Status: http.StatusOK, kept: &keptFile{f, content}}, err
}

// Show answers with a page: the template pages/NAME.html, the heading, and the template's data.
func (v *Visit) Show(template, heading string, body any) Answer {
	return Answer{Status: http.StatusOK, Page: &page{visit: v, name: template, Heading: heading, Body: body}}
}

// Redirect answers with the page at path, a path of the dashboard.
func Redirect(path string) Answer { return Answer{Status: http.StatusSeeOther, To: path} }

// RedirectNote answers with the page at path, which shows the note once: one sentence, such as "The key is revoked.".
func RedirectNote(path, note string) Answer {
	return Answer{Status: http.StatusSeeOther, To: path, note: note}
}

// Undo is what the button of a note takes back: Path is where its form goes, Revision of the interview that it was made
// to, and Until the machine's instant up to which it can.
type Undo struct {
	Path     string
	Revision int64
	Until    time.Time
}

// Undoing gives the note of the answer a button that takes back what it reports.
func (a Answer) Undoing(u Undo) Answer {
	a.undo = u
	return a
}

// download answers with a file.
func download(name, contentType string, body []byte) Answer {
	return Answer{Status: http.StatusOK, file: &file{name: name, contentType: contentType, body: body}}
}

// fragment answers with something that a script of ours asked for.
func fragment(contentType string, body []byte) Answer { return download("", contentType, body) }

// Unchanging answers with what never changes under its address: the browser keeps it, and asks for it once.
func Unchanging(contentType string, body []byte) Answer {
	a := fragment(contentType, body)
	a.file.kept = true
	return a
}

// Under says which page the answer's page belongs to; a link above the heading leads there.
func (a Answer) Under(path, name string) Answer {
	a.Page.Up = &crumb{path, name}
	return a
}

// Area says which area of the navigation the answer's page belongs to, where its address does not.
func (a Answer) Area(path string) Answer {
	a.Page.Area = path
	return a
}

// At says which control of the page a field has, by its id, where that is another one than in other forms.
func (a Answer) At(controls map[string]string) Answer {
	a.Page.controls = controls
	return a
}

// Lead puts a sentence below the heading.
func (a Answer) Lead(text string) Answer {
	a.Page.Lead = text
	return a
}

// Refusing makes a page that shows a form again the answer to err: the page says above everything else and at the wrong
// field what is wrong, and the answer has the status of the refusal. What was typed is in the page already. An err that
// is not about the form, such as [models.NotFound] or a failure, is returned as it is.
func (a Answer) Refusing(err error) (Answer, error) {
	if err == nil {
		return a, nil
	}
	switch models.KindOf(err) {
	case models.Invalid, models.Conflict, models.TooLarge, models.Unavailable, models.Throttled:
		a.Status, a.Page.Problem = StatusOf(err), a.Page.visit.Refused(err)
		if e, ok := errors.AsType[*models.Error](err); ok && e.Field != "" {
			a.Page.wrong = controlsOf(e.Field)
			if id, known := a.Page.controls[e.Field]; known {
				a.Page.wrong = []string{id}
			}
		}
		return a, nil
	}
	return Answer{}, err
}

// StatusOf is the status of the answer to an error.
func StatusOf(err error) int {
	switch models.KindOf(err) {
	case models.Invalid:
		return http.StatusBadRequest
	case models.Unauthenticated:
		return http.StatusUnauthorized
	case models.Forbidden:
		return http.StatusForbidden
	case models.NotFound:
		return http.StatusNotFound
	case models.Conflict:
		return http.StatusConflict
	case models.TooLarge:
		return http.StatusRequestEntityTooLarge
	case models.Throttled:
		return http.StatusTooManyRequests
	case models.Unavailable:
		return http.StatusBadGateway
	}
	return http.StatusInternalServerError
}

// Words are a heading and a sentence below it.
type Words struct{ Heading, Lead string }

// What the pages of refusals say.
var (
	Unknown = Words{"There is no such page", "Perhaps it was removed, or it belongs to another organization than the " +
		"one that you are signed in to."}
	BadMethod = Words{"This address cannot be used that way", "Nothing was changed. Go back to the page that you " +
		"came from and use its buttons."}
	CrossSite = Words{"This request came from another site", "For your safety nothing was changed. Open the page in " +
		"the dashboard and try again there."}
	TooMany = Words{"Too many requests", "There were very many requests in a short time. Wait a few seconds and load " +
		"the page again; nothing was lost."}
	Broken = Words{"Something went wrong", "The page could not be shown. If you sent a form, look whether it was " +
		"saved before you send it again."}
	TooLarge = Words{"That is too much at once", "What you sent is larger than this page can take, and nothing was " +
		"saved. Go back: your browser may still have what you typed."}
	Unreadable = Words{"The form could not be read", "Nothing was changed. Go back and try again."}
	Busy       = Words{"Many large forms at once", "Yours could not be read, and nothing of it was saved. Go back, " +
		"and send it again in a minute."}
	Paused = Words{"Your organization is not approved yet", "The dashboard opens as soon as whoever runs this " +
		"service approves the organization."}
	Forbidden = Words{Heading: "You may not do that"}
)

// Refusal answers with a page that says what is wrong and what to do next.
func (v *Visit) Refusal(status int, w Words) Answer {
	a := v.Show("refusal", w.Heading, nil).Lead(w.Lead)
	a.Status = status
	return a
}
