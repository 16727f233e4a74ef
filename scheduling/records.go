package scheduling

import (
	"context"
	"time"

	"litmus/models"
	"litmus/models/booking"
	"litmus/store"
)

// Records are the acts that write down how an interview went. They send nothing and wake no workflow.
type Records struct{ store *store.Store }

// WriteNotes saves the interviewer's notes: see [bookings.Store.WriteNotes].
func (r Records) WriteNotes(ctx context.Context, by By, id, text string, seen *time.Time) error {
	return r.store.Bookings.WriteNotes(ctx, by.By, models.Ref{OrgID: by.Org.ID, ID: id}, text, seen)
}

// PutArtifacts stores what an interview left: see [bookings.Store.PutArtifacts].
func (r Records) PutArtifacts(ctx context.Context, by By, id string, a booking.Artifacts) error {
	return r.store.Bookings.PutArtifacts(ctx, by.By, models.Ref{OrgID: by.Org.ID, ID: id}, a)
}

// MarkNoShow says who did not come to an interview, or takes it back: see [bookings.Store.MarkNoShow].
func (r Records) MarkNoShow(ctx context.Context, by By, id string, o booking.NoShow) (changed bool, err error) {
	return r.store.Bookings.MarkNoShow(ctx, by.By, models.Ref{OrgID: by.Org.ID, ID: id}, o)
}
