package scheduling

import (
	"context"
	"time"

	"litmus/models"
	"litmus/models/booking"
)

// WriteNotes saves the interviewer's notes: see [bookings.Store.WriteNotes].
func (s Bookings) WriteNotes(ctx context.Context, by By, id, text string, seen *time.Time) error {
	return s.store.Bookings.WriteNotes(ctx, by.By, models.Ref{OrgID: by.Org.ID, ID: id}, text, seen)
}

// PutArtifacts stores what an interview left: see [bookings.Store.PutArtifacts].
func (s Bookings) PutArtifacts(ctx context.Context, by By, id string, a booking.Artifacts) error {
	return s.store.Bookings.PutArtifacts(ctx, by.By, models.Ref{OrgID: by.Org.ID, ID: id}, a)
}

// MarkNoShow says who did not come to an interview, or takes it back: see [bookings.Store.MarkNoShow].
func (s Bookings) MarkNoShow(ctx context.Context, by By, id string, o booking.NoShow) (changed bool, err error) {
	return s.store.Bookings.MarkNoShow(ctx, by.By, models.Ref{OrgID: by.Org.ID, ID: id}, o)
}
