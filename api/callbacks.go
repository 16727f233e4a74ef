package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"litmus/fair"
	"litmus/metrics"
	"litmus/models"
	"litmus/models/booking"
	"litmus/models/keyring"
	"litmus/ports/notetaker"
	"litmus/scheduling"
	"litmus/store"
	"litmus/store/bookings"
	"litmus/turnstile"
)

// Callbacks serves the callbacks of notetakers below [models.NotetakerPath]: POST with the interview's token as the
// rest of the path, signed as ports/notetaker/PROTOCOL.md says. It is not part of /api/v1 and needs no API key.
type Callbacks struct {
	Store    *store.Store
	Acts     *scheduling.Service
	Secret   []byte        // shared with the notetaker; if empty, every callback is 404
	Limits   models.Limits // zero: [models.DefaultLimits]
	Patience time.Duration // how long a callback waits for a place to be read in; zero: 5 s
	Log      *slog.Logger
	Meter    *metrics.Meter // counts what limits refuse; nil for nothing

	bodies *fair.Slots // places for reading bodies, as many as the limit
	once   sync.Once
}

// callbackTime is how long reading the body of a callback may take. It is less than the time that others wait for a
// place.
const callbackTime = 4 * time.Second

// ServeHTTP answers 200 once the callback is stored. A callback that was stored before is answered 200 as well, and
// changes nothing.
func (b *Callbacks) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	status, message := b.take(w, r)
	switch status {
	case http.StatusMethodNotAllowed:
		w.Header().Set("Allow", http.MethodPost)
	case http.StatusTooManyRequests:
		w.Header().Set("Retry-After", "10")
	}
	b.Log.InfoContext(r.Context(), "callback", "status", status)
	answer := map[string]string{"error": message}
	if status == http.StatusOK {
		answer = map[string]string{"status": message}
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer)
}

// take checks the callback and stores it. Its header and its path are checked before the body is read, which may be
// large, and the notetaker's signature before anything in the body is used, so that nobody else learns anything. The
// path contains a signature of our own, so a forged path is refused without looking for the session.
func (b *Callbacks) take(w http.ResponseWriter, r *http.Request) (status int, message string) {
	switch {
	case len(b.Secret) == 0:
		return http.StatusNotFound, "no notetaker is configured"
	case r.Method != http.MethodPost:
		return http.StatusMethodNotAllowed, "callbacks are sent with POST"
	}
	if err := notetaker.CheckHeader(r.Header.Get(notetaker.Header), b.Store.Now()); err != nil {
		return http.StatusUnauthorized, err.Error()
	}
	id, _, ok := b.Store.Secret().ReadLink(keyring.LinkNotetaker, strings.TrimPrefix(r.URL.Path, models.NotetakerPath))
	org, interview, whole := strings.Cut(id, "/")
	switch {
	case !ok || !whole:
		return http.StatusNotFound, "no such session"
	case r.ContentLength > notetaker.MaxCallback:
		return http.StatusRequestEntityTooLarge, notetaker.ErrTooLarge.Error()
	}
	done, err := b.begin(r.Context(), org)
	if err != nil {
		b.Meter.LimitHit("callbacks_at_once")
		return http.StatusTooManyRequests, fmt.Sprintf("%d callbacks are being read; send it again later", b.limit())
	}
	defer done()
	return b.takeBody(w, r, models.Ref{OrgID: org, ID: interview})
}

// begin waits for a place to read a body in, and returns the function that gives it back. Organizations get places
// round robin.
func (b *Callbacks) begin(ctx context.Context, org string) (done func(), err error) {
	b.once.Do(func() { b.bodies = fair.NewSlots(b.limit()) })
	patience := b.Patience
	if patience == 0 {
		patience = 5 * time.Second
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return b.bodies.Release, b.bodies.Acquire(ctx, org, false)
}

func (b *Callbacks) limit() int {
	if b.Limits == (models.Limits{}) {
		return models.DefaultLimits().CallbacksAtOnce
	}
	return b.Limits.CallbacksAtOnce
}

// takeBody reads and checks the body of the callback, and stores it.
func (b *Callbacks) takeBody(w http.ResponseWriter, r *http.Request, ref models.Ref) (status int, message string) {
	var in bytes.Buffer
	in.Grow(int(max(r.ContentLength, 0)) + bytes.MinRead)
	turnstile.ArriveBy(w, r, time.Now().Add(callbackTime)) // others wait for this place
	_, err := in.ReadFrom(http.MaxBytesReader(nil, r.Body, notetaker.MaxCallback))
	turnstile.ArriveBy(w, r, time.Time{}) // a deadline that stays would end the request later
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return http.StatusRequestEntityTooLarge, notetaker.ErrTooLarge.Error()
	case models.KindOf(err) == models.Throttled: // see [turnstile.Bodies]
		return http.StatusTooManyRequests, err.Error()
	case err != nil:
		return http.StatusBadRequest, "the body could not be read to its end"
	}
	body := in.Bytes()
	if err := notetaker.Verify(b.Secret, r.Header.Get(notetaker.Header), r.Method, r.RequestURI, body,
		b.Store.Now()); err != nil {
		return http.StatusUnauthorized, err.Error()
	}
	c, err := notetaker.ParseCallback(body)
	switch {
	case errors.Is(err, notetaker.ErrTooLarge):
		return http.StatusRequestEntityTooLarge, err.Error()
	case err != nil:
		return http.StatusBadRequest, err.Error()
	case c.SessionID != ref.ID:
		return http.StatusNotFound, "session_id is not that of this callback_url"
	}
	repeated, err := b.Acts.Bookings.Deliver(r.Context(), ref, b.delivery(ref, c))
	switch {
	case models.KindOf(err) == models.NotFound:
		return http.StatusNotFound, "no such session, or not with this notetaker"
	case err != nil:
		b.Log.ErrorContext(r.Context(), "callback not stored", "interview", ref.ID, "error", err)
		return http.StatusInternalServerError, "internal error"
	}
	if repeated {
		return http.StatusOK, "taken before"
	}
	return http.StatusOK, "taken"
}

// delivery turns the callback into what is stored for the interview.
func (b *Callbacks) delivery(ref models.Ref, c notetaker.Callback) bookings.Delivery {
	d := bookings.Delivery{EventID: c.EventID, NotetakerID: c.NotetakerID}
	received := b.Store.NowOf(ref.OrgID)
	at := models.Instant(c.At).Add(b.Store.Ahead(ref.OrgID)) // the notetaker has the machine's time
	switch {
	case c.Transcript != nil:
		d.Transcript = &booking.Transcript{Text: c.Transcript.Text, Segments: []booking.Segment{},
			ReceivedAt: &received}
		for _, s := range c.Transcript.Segments {
			d.Transcript.Segments = append(d.Transcript.Segments, booking.Segment(s))
		}
	case c.Recording != nil:
		d.Recording = &booking.Recording{
			Available: c.Recording.Available, DurationSeconds: float64(c.Recording.DurationSeconds),
		}
	case c.Notes != nil:
		d.InterviewerNotes = &booking.InterviewerNotes{Text: c.Notes.Text, UpdatedAt: &at}
	default:
		d.CallEndedAt = &at
	}
	return d
}
