package client

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Book books an interview, or with ReplaceExisting moves the candidate's. Scopes: interviews:write, and interviews:read
// for what follows.
//
// When the answer is lost or is a 5xx, nobody knows whether the booking was made, so Book reads the interviews of that
// posting, round and candidate, and sends the request again only where the booking is not among them (contract §7,
// retry rules). A booking that was found is returned as if it had just been answered, without Warnings: what it lacks
// shows in it. An external session that was found comes with [ErrLinkLost]. Where the interviews cannot be read, for
// want of the scope or because ctx is over, the error is an [UncertainError] and nothing was sent again.
//
// It never books twice: leave ReplaceExisting unset for a first booking, and a second one is refused by the service. A
// request with ReplaceExisting whose booking is there already, time and interviewer and all, counts as done; but an
// external session counts only when it was made anew, since its link is to be another. So one that is to replace is
// looked for before, too.
//
// A refusal is an [Error] and was no booking; of a [KindConflict] the message says with what.
func (c *Client) Book(ctx context.Context, r BookingRequest) (*Booking, error) {
	body, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("litmus: %w", err)
	}
	if err := ctx.Err(); err != nil { // nothing was sent, so there is nothing to be uncertain of
		return nil, fmt.Errorf("litmus: %w", err)
	}
	var before *Interview // the session that is to be replaced
	var blind error       // why it is not known
	if r.ExternallyScheduled && r.ReplaceExisting {
		before, blind = c.find(ctx, r)
	}
	for n, lost := 1, false; ; n++ {
		b, err := once[Booking](ctx, c, func(ctx context.Context) (*http.Response, error) {
			return c.operations.BookInterviewWithBody(ctx, "application/json", bytes.NewReader(body))
		})
		switch {
		case err == nil:
			return b, nil
		case !passing(err) && !(lost && KindOf(err) == KindConflict): // a conflict may be with our own earlier request
			return nil, err
		}
		lost = true
		found, unread := c.find(ctx, r)
		switch {
		case found != nil && blind != nil:
			unread = blind
		case found != nil && before != nil && found.CreatedAt.Equal(before.CreatedAt): // a replace makes it anew
			found = nil
		}
		switch {
		case unread != nil:
			return nil, &UncertainError{Booking: err, ReadBack: unread}
		case found != nil && r.ExternallyScheduled:
			return &Booking{Interview: *found}, ErrLinkLost
		case found != nil:
			return &Booking{Interview: *found}, nil
		case !passing(err) || n >= c.attempts || !c.pause(ctx, n, err):
			return nil, err
		}
	}
}

// find looks for the interview that the request would make; nil when there is none.
func (c *Client) find(ctx context.Context, r BookingRequest) (*Interview, error) {
	f := Filter{PostingID: r.PostingID, RoundID: r.RoundID, ExcludeCanceled: true, PageSize: 100}
	if r.CandidateID == "" { // which wins over the address
		f.CandidateEmail = address(r.CandidateEmail)
	}
	for i, err := range c.Interviews(ctx, f) {
		if err != nil {
			return nil, err
		}
		if made(i, r) {
			return &i, nil
		}
	}
	return nil, nil
}

// made reports whether the interview is what the request asks for.
func made(i Interview, r BookingRequest) bool {
	switch {
	case r.CandidateID != "" && i.Candidate.ID != r.CandidateID,
		r.CandidateID == "" && i.Candidate.Email != address(r.CandidateEmail),
		i.InterviewerEmail != address(r.InterviewerEmail),
		r.MeetingLink != "" && i.MeetingLink != r.MeetingLink,
		r.TimeZone != "" && i.TimeZone != r.TimeZone:
		return false
	case r.ExternallyScheduled:
		return i.Source == SourceExternal && i.Status == StatusPending
	}
	return i.Source == SourceLitmus && i.ScheduledStartAt != nil &&
		i.ScheduledStartAt.Equal(r.ScheduledStartAt.Truncate(time.Millisecond))
}

// address is an email as the service keeps it.
func address(email string) string { return strings.ToLower(strings.TrimSpace(email)) }
