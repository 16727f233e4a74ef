package web

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"litmus/fair"
	"litmus/models"
	"litmus/scheduling"
	"litmus/uploads"
)

const (
	maxForm       = 1<<20 + 1<<18    // bytes of the longest answer and its links, percent-encoded
	smallForm     = 1 << 16          // most answers, and every other form of a browser, have fewer bytes
	largeFormTime = 15 * time.Second // how long sending a large form may take; less than others wait for its place
	filesAtOnce   = 8                // forms with a file that are read at a time: a bucket takes the whole file at once
	filesWaiting  = 100              // and wait for it, of one organization
	maxDrained    = 8 << 20          // how much of a refused form is read, so that the browser gets to see the answer
)

// readForm reads the form of a POST. If it cannot, it returns the answer; whatever could be read stays in the visit.
// Only a few large forms are read at a time.
func (d *door) readForm(v *visit, org string) (answer, bool) {
	most := int64(maxForm)
	if !v.long() { // only the answer's page has larger forms
		most = smallForm
	}
	if v.long() && uploads.IsForm(v.Request) {
		return d.readUpload(v, org)
	}
	if large := v.ContentLength < 0 || v.ContentLength > smallForm; large && v.long() {
		done, err := d.begin(v.Context(), d.large, org)
		if err != nil {
			d.site.Meter.LimitHit("large_forms_at_once")
			_, _ = io.CopyN(io.Discard, v.Body, maxDrained)
			return v.busy(), false
		}
		defer done()
		v.arrive(time.Now().Add(largeFormTime))
		defer v.arrive(time.Time{}) // a deadline that stays would end the request later
	}
	body, err := io.ReadAll(io.LimitReader(v.Body, most+1))
	if err != nil {
		if models.KindOf(err) == models.Throttled { // see [turnstile.Bodies]
			v.form, _ = url.ParseQuery(withoutCutEscape(string(body)))
		}
		return v.unreadable(err), false
	}
	if int64(len(body)) > most {
		_, _ = io.CopyN(io.Discard, v.Body, maxDrained)
		v.form, _ = url.ParseQuery(withoutCutEscape(string(body)))
		return refusal(http.StatusRequestEntityTooLarge, v.in.TooLarge), false
	}
	if v.form, err = url.ParseQuery(string(body)); err != nil {
		return refusal(http.StatusBadRequest, v.in.Unreadable), false
	}
	return answer{}, true
}

// readUpload reads the fields of a form that may have a file, which is read by what keeps it: its place is held until
// the answer is known.
func (d *door) readUpload(v *visit, org string) (answer, bool) {
	if v.ContentLength < 0 || v.ContentLength > smallForm {
		done, err := d.beginFile(v, org)
		if err != nil {
			d.site.Meter.LimitHit("files_at_once")
			return v.busy(), false
		}
		v.done = done
	}
	f, err := uploads.Read(v.Request, maxForm)
	v.form = f.Fields
	switch {
	case errors.Is(err, uploads.ErrTooLarge):
		return refusal(http.StatusRequestEntityTooLarge, v.in.TooLarge), false
	case err != nil:
		return v.unreadable(err), false
	}
	if f.Content != nil {
		v.upload = &scheduling.Upload{Name: f.Name, Content: f.Content}
	}
	return answer{}, true
}

// busy is the answer if there is no place to read a form in.
func (v *visit) busy() answer {
	a := refusal(http.StatusTooManyRequests, v.in.Busy)
	a.header = retryAfter(time.Minute)
	return a
}

// unreadable is the answer to a body that ends with that error.
func (v *visit) unreadable(err error) answer {
	if models.KindOf(err) == models.Throttled { // see [turnstile.Bodies]
		a := refusal(http.StatusTooManyRequests, v.in.TooMany)
		a.header = retryAfter(time.Second)
		return a
	}
	return refusal(http.StatusBadRequest, v.in.Unreadable)
}

// begin waits for a place to read a form in, and returns the function that gives it back. Organizations get places
// round robin.
func (d *door) begin(ctx context.Context, places *fair.Slots, org string) (done func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, d.site.patience())
	defer cancel()
	return places.Release, places.Acquire(ctx, org, false)
}

// beginFile waits for a place to read a form with a file in, and returns the function that gives it back. Sending one
// may take minutes: who has one link, or the links of one organization, does not keep all others waiting.
func (d *door) beginFile(v *visit, org string) (done func(), err error) {
	own, err := d.links.Enter(v.Context(), v.token, false)
	if err != nil {
		return nil, err
	}
	place, err := d.files.Enter(v.Context(), org, false)
	if err != nil {
		own.End()
		return nil, err
	}
	return func() { place.End(); own.End() }, nil
}

// patience is how long a large form waits to be read.
func (s *Site) patience() time.Duration { return cmp.Or(s.Patience, 20*time.Second) }

// withoutCutEscape returns a form without the percent escape that was cut where it ends. It looks at the end alone: the
// form is one that is too large.
func withoutCutEscape(form string) string {
	last := max(0, len(form)-2)
	if n := strings.IndexByte(form[last:], '%'); n >= 0 {
		return form[:last+n]
	}
	return form
}

// retryAfter is the header that says when to ask again.
func retryAfter(wait time.Duration) http.Header {
	return http.Header{"Retry-After": {strconv.Itoa(int((wait + time.Second - 1) / time.Second))}}
}
