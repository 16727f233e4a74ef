package dashboard

import (
	"errors"
	"net/http"

	"litmus/models"
)

// answer is what a page answers: a page, a redirect or a file.
type answer struct {
	status  int
	page    *page
	to      string // path to redirect to, with 303
	note    string // is shown once on the next page
	file    *file
	cookies []*http.Cookie
	header  http.Header
}

// file is something to download.
type file struct {
	name        string // "" for what is not to be saved
	contentType string
	body        []byte
}

// show answers with a page: the template pages/NAME.html, the heading, and the template's data.
func (v *visit) show(template, heading string, body any) answer {
	return answer{status: http.StatusOK, page: &page{visit: v, name: template, Heading: heading, Body: body}}
}

// redirect answers with the page at path, a path of the dashboard.
func redirect(path string) answer { return answer{status: http.StatusSeeOther, to: path} }

// redirectNote answers with the page at path, which shows the note once: one sentence, such as "The key is revoked.".
func redirectNote(path, note string) answer {
	return answer{status: http.StatusSeeOther, to: path, note: note}
}

// download answers with a file.
func download(name, contentType string, body []byte) answer {
	return answer{status: http.StatusOK, file: &file{name: name, contentType: contentType, body: body}}
}

// fragment answers with something that a script of ours asked for.
func fragment(contentType string, body []byte) answer { return download("", contentType, body) }

// under says which page the answer's page belongs to; a link above the heading leads there.
func (a answer) under(path, name string) answer {
	a.page.Up = &crumb{path, name}
	return a
}

// area says which area of the navigation the answer's page belongs to, where its address does not.
func (a answer) area(path string) answer {
	a.page.Area = path
	return a
}

// at says which control of the page a field has, by its id, where that is another one than in other forms.
func (a answer) at(controls map[string]string) answer {
	a.page.controls = controls
	return a
}

// lead puts a sentence below the heading.
func (a answer) lead(text string) answer {
	a.page.Lead = text
	return a
}

// refusing makes a page that shows a form again the answer to err: the page says above everything else and at the wrong
// field what is wrong, and the answer has the status of the refusal. What was typed is in the page already. An err that
// is not about the form, such as [models.NotFound] or a failure, is returned as it is.
func (a answer) refusing(err error) (answer, error) {
	if err == nil {
		return a, nil
	}
	switch models.KindOf(err) {
	case models.Invalid, models.Conflict, models.TooLarge, models.Unavailable, models.Throttled:
		a.status, a.page.Problem = statusOf(err), a.page.visit.refused(err)
		if e, ok := errors.AsType[*models.Error](err); ok && e.Field != "" {
			a.page.wrong = controlsOf(e.Field)
			if id, known := a.page.controls[e.Field]; known {
				a.page.wrong = []string{id}
			}
		}
		return a, nil
	}
	return answer{}, err
}

// statusOf is the status of the answer to an error.
func statusOf(err error) int {
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

// words are a heading and a sentence below it.
type words struct{ Heading, Lead string }

// What the pages of refusals say.
var (
	unknown = words{"There is no such page", "Perhaps it was removed, or it belongs to another organization than the " +
		"one that you are signed in to."}
	badMethod = words{"This address cannot be used that way", "Nothing was changed. Go back to the page that you " +
		"came from and use its buttons."}
	crossSite = words{"This request came from another site", "For your safety nothing was changed. Open the page in " +
		"the dashboard and try again there."}
	tooMany = words{"Too many requests", "There were very many requests in a short time. Wait a few seconds and load " +
		"the page again; nothing was lost."}
	broken = words{"Something went wrong", "The page could not be shown. If you sent a form, look whether it was " +
		"saved before you send it again."}
	tooLarge = words{"That is too much at once", "What you sent is larger than this page can take, and nothing was " +
		"saved. Go back: your browser may still have what you typed."}
	unreadable = words{"The form could not be read", "Nothing was changed. Go back and try again."}
	busy       = words{"Many large forms at once", "Yours could not be read, and nothing of it was saved. Go back, " +
		"and send it again in a minute."}
	paused = words{"Your organization is not approved yet", "The dashboard opens as soon as the operator of this " +
		"service approves the organization."}
	forbidden = words{Heading: "You may not do that"}
)

// refusal answers with a page that says what is wrong and what to do next.
func (v *visit) refusal(status int, w words) answer {
	a := v.show("refusal", w.Heading, nil).lead(w.Lead)
	a.status = status
	return a
}
