package scheduling

import (
	"context"

	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/candidacy"
	"litmus/store"
	"litmus/store/candidates"
)

// Previews say what acts would do. Each has the arguments of its act, decides as the act does, on facts that are read
// in the same way, and writes nothing.
type Previews struct{ store *store.Store }

// Book is the preview of [Bookings.Book].
func (p Previews) Book(ctx context.Context, by By, o booking.Order) (act.Preview, error) {
	o.Reason = by.Reason
	return p.store.Bookings.PreviewBooking(ctx, by.Org, o)
}

// Invite is the preview of [Candidates.Invite].
func (p Previews) Invite(ctx context.Context, by By, o candidacy.InviteOrder) (act.Preview, error) {
	return p.store.Candidates.PreviewInvite(ctx, by.Org, o)
}

// ResendInvitation is the preview of [Candidates.ResendInvitation].
func (p Previews) ResendInvitation(ctx context.Context, by By, candidateID string) (act.Preview, error) {
	return p.store.Candidates.PreviewResend(ctx, by.Org.ID, candidateID)
}

// Decide is the preview of [Candidates.Decide].
func (p Previews) Decide(ctx context.Context, by By, o candidacy.DecisionOrder) (act.Preview, error) {
	return p.store.Candidates.PreviewDecide(ctx, by.Org.ID, o)
}

// Advance is the preview of [Candidates.Decide] for somebody who is advanced, in each way to go on.
func (p Previews) Advance(ctx context.Context, by By, o candidacy.DecisionOrder) (candidates.Advance, error) {
	return p.store.Candidates.PreviewAdvance(ctx, by.Org.ID, o)
}

// ChangeInterviewer is the preview of [Bookings.ChangeInterviewer].
func (p Previews) ChangeInterviewer(ctx context.Context, by By, id, email string) (act.Preview, error) {
	return p.store.Bookings.PreviewReassign(ctx, by.By, by.Org.ID, id, email)
}

// Cancel is the preview of [Bookings.Cancel].
func (p Previews) Cancel(ctx context.Context, by By, id string) (act.Preview, error) {
	return p.store.Bookings.PreviewChange(ctx, by.Org.ID, id, booking.CancelBecause(by.Reason))
}

// EndCall is the preview of [Bookings.EndCall].
func (p Previews) EndCall(ctx context.Context, by By, id string) (act.Preview, error) {
	return p.store.Bookings.PreviewChange(ctx, by.Org.ID, id, booking.EndCall)
}

// IssueLink is the preview of [Bookings.IssueLink]. The link of its row after that is of no use.
func (p Previews) IssueLink(ctx context.Context, by By, id string) (act.Preview, error) {
	return p.store.Bookings.PreviewChange(ctx, by.Org.ID, id, booking.IssueLink(""))
}

// AskForReplacement is the preview of [Bookings.AskForReplacement], which depends on who asks.
func (p Previews) AskForReplacement(ctx context.Context, by By, id string) (act.Preview, error) {
	return p.store.Bookings.PreviewAskForReplacement(ctx, by.By, by.Org.ID, id)
}
