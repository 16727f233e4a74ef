// Package uploads reads forms that have a file, and serves files. Neither holds a file in memory: what somebody sends
// is read as it is kept, and what somebody opens as it is sent.
package uploads

import (
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"litmus/models"
)

// Time is how long sending a file may take, either way: the largest at 70 kB a second.
const Time = 5 * time.Minute

// maxParts bounds the parts of a form; a browser sends one for each field.
const maxParts = 1000

// Errors of [Read].
var (
	ErrMalformed = errors.New("the form is malformed")
	ErrTooLarge  = errors.New("the fields of the form are too large")
)

// Form is a form with a file.
type Form struct {
	Fields  url.Values // those before the file; all, if none was chosen
	Name    string     // of the file, as it was sent; "" if none was chosen
	Content io.Reader  // of the file, nil if none was chosen; nothing else of the form can be read before it
}

// IsForm reports whether the request is a form that may have a file.
func IsForm(r *http.Request) bool {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return r.Method == http.MethodPost && kind == "multipart/form-data"
}

// Read reads the fields of a form up to its first file, with at most that many bytes together: a page has its field for
// a file behind all others. What was read stands in the form also beside an error, which is one of this package's or
// the body's own.
func Read(r *http.Request, most int64) (f Form, err error) {
	f.Fields = url.Values{}
	_, parameters, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	body := &counted{Reader: r.Body}
	parts := multipart.NewReader(body, parameters["boundary"])
	for range maxParts {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) && body.err == nil {
			return f, nil
		}
		if err != nil {
			return f, body.or(ErrMalformed)
		}
		_, disposition, err := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
		if err != nil || disposition["name"] == "" {
			return f, ErrMalformed
		}
		if name, isFile := disposition["filename"]; isFile && name != "" {
			f.Name, f.Content = name, &content{part, body}
			return f, nil
		}
		value, err := io.ReadAll(io.LimitReader(part, most+1))
		if most -= int64(len(value)) + int64(len(disposition["name"])); most >= 0 {
			f.Fields.Add(disposition["name"], string(value))
		}
		switch {
		case most < 0:
			return f, ErrTooLarge
		case err != nil:
			return f, body.or(ErrMalformed)
		}
	}
	return f, ErrTooLarge
}

// content is the content of a file. Where its form ends too early it ends with an error: the body's own if it has one.
type content struct {
	part *multipart.Part
	body *counted
}

func (c *content) Read(p []byte) (int, error) {
	n, err := c.part.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = c.body.or(err)
	}
	return n, err
}

// counted remembers the error of a body, which a multipart reader wraps or replaces.
type counted struct {
	io.Reader
	err error
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		c.err = err
	}
	return n, err
}

// or returns the body's error, and err if it has none.
func (c *counted) or(err error) error {
	if c.err != nil {
		return c.err
	}
	return err
}

// policy is the Content-Security-Policy of files: a browser that shows one nevertheless runs and loads nothing.
const policy = "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Send serves a file as something to keep, and closes it. Strangers wrote it, so no browser may show it as a page of
// ours, whatever it holds.
func Send(w http.ResponseWriter, r *http.Request, f models.File, from io.ReadCloser) {
	defer from.Close()
	h := w.Header()
	h.Set("Content-Type", f.Type)
	h.Set("Content-Disposition", disposition(f.Name))
	h.Set("Content-Length", strconv.FormatInt(f.Size, 10))
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodHead {
		return
	}
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(Time)) // else that of an answer ends it
	_, _ = io.Copy(w, from)
}

// disposition names a file that is to be kept (RFC 6266).
func disposition(name string) string {
	if d := mime.FormatMediaType("attachment", map[string]string{"filename": name}); d != "" {
		return d
	}
	return "attachment"
}
