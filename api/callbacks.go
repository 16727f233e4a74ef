package api

import (
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"

	"litmus/models"
	"litmus/ports/notetaker"
	"litmus/store"
	"litmus/workflows"
)

// Callbacks takes what notetakers send back, below [models.NotetakerPath]: POST with the interview's token as the rest of
// the path, signed as ports/notetaker/PROTOCOL.md says. It is no part of /api/v1 and asks for no key.
type Callbacks struct {
	Store     *store.Store
	Workflows *workflows.Client
	Secret    []byte // that the notetaker knows too; empty: there is no notetaker, and nothing here
	Log       *slog.Logger
}

// ServeHTTP answers 200 once the callback is stored, also for one that was taken before, which changes nothing.
func (b *Callbacks) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	status, message := b.take(r)
	if status == http.StatusMethodNotAllowed {
		w.Header().Set("Allow", http.MethodPost)
	}
	b.Log.Info("callback", "status", status)
	answer := map[string]string{"error": message}
	if status == http.StatusOK {
		answer = map[string]string{"status": message}
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer)
}

// take checks the callback and has it stored: signature first, so that nobody else learns anything.
func (b *Callbacks) take(r *http.Request) (status int, message string) {
	switch {
	case len(b.Secret) == 0:
		return http.StatusNotFound, "no notetaker is configured"
	case r.Method != http.MethodPost:
		return http.StatusMethodNotAllowed, "callbacks are sent with POST"
	}
	body, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, notetaker.MaxCallback))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return http.StatusRequestEntityTooLarge, notetaker.ErrTooLarge.Error()
	case err != nil:
		return http.StatusBadRequest, "the body could not be read to its end"
	}
	if err := notetaker.Verify(b.Secret, r.Header.Get(notetaker.Header), r.Method, r.RequestURI, body, b.Store.Now()); err != nil {
		return http.StatusUnauthorized, err.Error()
	}
	id, _, ok := b.Store.Secret().ReadLink(models.LinkNotetaker, strings.TrimPrefix(r.URL.Path, models.NotetakerPath))
	org, interview, whole := strings.Cut(id, "/")
	if !ok || !whole {
		return http.StatusNotFound, "no such session"
	}
	c, err := notetaker.ParseCallback(body)
	switch {
	case errors.Is(err, notetaker.ErrTooLarge):
		return http.StatusRequestEntityTooLarge, err.Error()
	case err != nil:
		return http.StatusBadRequest, err.Error()
	case c.SessionID != interview:
		return http.StatusNotFound, "session_id is not that of this callback_url"
	}
	row, ended, repeated, err := b.Store.Deliver(r.Context(), store.Ref{OrgID: org, ID: interview}, b.delivery(c))
	switch {
	case models.KindOf(err) == models.NotFound:
		return http.StatusNotFound, "no such session, or not with this notetaker"
	case err != nil:
		b.Log.Error("callback not stored", "interview", interview, "error", err)
		return http.StatusInternalServerError, "internal error"
	case ended: // nothing more is owed, and its clock stops
		b.Workflows.Wake(store.Ref{OrgID: org, ID: interview}, row.Revision)
	}
	if repeated {
		return http.StatusOK, "taken before"
	}
	return http.StatusOK, "taken"
}

// delivery is the callback in the words of the interview.
func (b *Callbacks) delivery(c notetaker.Callback) store.Delivery {
	d := store.Delivery{EventID: c.EventID, NotetakerID: c.NotetakerID}
	received := b.Store.Now()
	at := models.Instant(c.At)
	switch {
	case c.Transcript != nil:
		d.Transcript = &models.Transcript{Text: c.Transcript.Text, Segments: []models.Segment{}, ReceivedAt: &received}
		for _, s := range c.Transcript.Segments {
			d.Transcript.Segments = append(d.Transcript.Segments, models.Segment(s))
		}
	case c.Recording != nil:
		d.Recording = &models.Recording{Available: c.Recording.Available, DurationSeconds: float64(c.Recording.DurationSeconds)}
	case c.Notes != nil:
		d.InterviewerNotes = &models.InterviewerNotes{Text: c.Notes.Text, UpdatedAt: &at}
	default:
		d.CallEndedAt = &at
	}
	return d
}
