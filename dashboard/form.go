package dashboard

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/scheduling"
	"litmus/uploads"
)

const (
	smallForm     = 1 << 16          // most forms have fewer bytes; for a larger one there are few places
	largestForm   = 4 << 20          // with its files
	largeFormWait = 20 * time.Second // how long a large form waits for its place
	maxDrained    = 8 << 20          // how much of a refused form is read, so that the browser gets to see the answer
	mostFields    = 10000            // as many as net/url reads
	filesAtOnce   = 4                // forms with a file that are read at a time
)

// readForm reads the form of a POST, with its files. If it cannot, it returns the answer.
func (d *door) readForm(v *site.Visit) (site.Answer, bool) {
	if v.ContentLength < 0 || v.ContentLength > smallForm {
		ctx, cancel := context.WithTimeout(v.Context(), largeFormWait)
		defer cancel()
		places := d.large
		if !v.SignedIn() {
			places = d.others
		}
		if err := places.Acquire(ctx, v.Org.ID, false); err != nil {
			d.site.Meter.LimitHit("large_forms_at_once")
			_, _ = io.CopyN(io.Discard, v.Body, maxDrained)
			a := v.Refusal(http.StatusTooManyRequests, site.Busy)
			a.Header = retryAfter(time.Minute)
			return a, false
		}
		defer places.Release()
	}
	body, err := io.ReadAll(io.LimitReader(v.Body, largestForm+1))
	if models.KindOf(err) == models.Throttled { // see [turnstile.Bodies]
		a := v.Refusal(http.StatusTooManyRequests, site.TooMany)
		a.Header = retryAfter(time.Second)
		return a, false
	}
	if err != nil {
		return v.Refusal(http.StatusBadRequest, site.Unreadable), false
	}
	if len(body) > largestForm {
		_, _ = io.CopyN(io.Discard, v.Body, maxDrained)
		return v.Refusal(http.StatusRequestEntityTooLarge, site.TooLarge), false
	}
	kind, parameters, _ := mime.ParseMediaType(v.Header.Get("Content-Type"))
	if kind == "multipart/form-data" {
		v.Form, v.Files, err = readParts(body, parameters["boundary"])
	} else if strings.Count(string(body), "&") < mostFields {
		v.Form, err = url.ParseQuery(string(body))
	} else {
		return v.Refusal(http.StatusRequestEntityTooLarge, site.TooLarge), false
	}
	if err != nil || !storableForm(v.Form) {
		return v.Refusal(http.StatusBadRequest, site.Unreadable), false
	}
	return site.Answer{}, true
}

// readUpload reads the fields of a form with a file, for whoever is signed in: the file is read by what keeps it. done
// gives its place back.
func (d *door) readUpload(v *site.Visit) (done func(), _ site.Answer, read bool) {
	done = func() {}
	if !v.SignedIn() || !uploads.IsForm(v.Request) {
		v.Form = url.Values{}
		return done, site.Answer{}, true
	}
	ctx, cancel := context.WithTimeout(v.Context(), largeFormWait)
	defer cancel()
	if err := d.files.Acquire(ctx, v.Org.ID, false); err != nil {
		d.site.Meter.LimitHit("files_at_once")
		a := v.Refusal(http.StatusTooManyRequests, site.Busy)
		a.Header = retryAfter(time.Minute)
		return done, a, false
	}
	f, err := uploads.Read(v.Request, smallForm)
	v.Form, v.Sent = f.Fields, scheduling.Upload{Name: f.Name, Content: f.Content}
	switch {
	case errors.Is(err, uploads.ErrTooLarge):
		return d.files.Release, v.Refusal(http.StatusRequestEntityTooLarge, site.TooLarge), false
	case err != nil || !storableForm(v.Form):
		return d.files.Release, v.Refusal(http.StatusBadRequest, site.Unreadable), false
	}
	return d.files.Release, site.Answer{}, true
}

// storable reports whether both databases take the text: PostgreSQL knows no NUL, and only valid UTF-8. No browser
// sends anything else, so no page has to expect it.
func storable(text string) bool { return utf8.ValidString(text) && !strings.ContainsRune(text, 0) }

func storableForm(form url.Values) bool {
	for name, values := range form {
		if !storable(name) || slices.ContainsFunc(values, func(s string) bool { return !storable(s) }) {
			return false
		}
	}
	return true
}

// readParts reads the fields and files of a form that was sent as multipart/form-data. A field for a file that was left
// empty is no file.
func readParts(body []byte, boundary string) (form url.Values, files map[string]site.Upload, err error) {
	form, files = url.Values{}, map[string]site.Upload{}
	if !bytes.Contains(body, []byte("--"+boundary+"--")) {
		return nil, nil, io.ErrUnexpectedEOF
	}
	parts := multipart.NewReader(bytes.NewReader(body), boundary)
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return form, files, nil
		}
		if err != nil {
			return nil, nil, err
		}
		content, err := io.ReadAll(part)
		if err != nil {
			return nil, nil, err
		}
		if _, isFile := contentDisposition(part)["filename"]; !isFile {
			form.Add(part.FormName(), string(content))
		} else if part.FileName() != "" {
			files[part.FormName()] = site.Upload{Name: part.FileName(), Body: content}
		}
	}
}

func contentDisposition(part *multipart.Part) map[string]string {
	_, parameters, _ := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
	return parameters
}
