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

// Book books an interview, or moves the candidate's interview if ReplaceExisting is set. Scopes: interviews:write, and
// interviews:read for the following.
//
// If the answer is lost or is a 5xx, nobody knows whether the booking was made. Book then lists the interviews of that
// posting, round and candidate, and sends the request again only if the booking is not among them (contract §7, retry
// rules). A booking that was found is returned as if it had just been answered, but without Warnings: what it lacks can
// be seen in it. An external session that was found comes with [ErrLinkLost]. If the interviews cannot be read, because
// the scope is missing or ctx has ended, the error is an [UncertainError] and nothing was sent again.
//
// Book never books twice. Leave ReplaceExisting unset for a first booking, so that the service refuses a second one. A
// request with ReplaceExisting counts as done if exactly its booking exists, with time, interviewer and everything
// else. An external session, however, counts only if it was made anew, since it must have a new link. Before an
// external session is replaced, Book therefore looks up the existing one.
//
// If the service refuses, the error is an [Error] and nothing was booked. The message of a [KindConflict] names the
// other interview.
func (c *Client) Book(ctx context.Context, r BookingRequest) (*Booking, error) {
	body, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("litmus: %w", err)
	}
	if err := ctx.Err(); err != nil { // nothing was sent, so the outcome is certain
		return nil, fmt.Errorf("litmus: %w", err)
	}
	var before *Interview // the session to replace
	var blind error       // the error of looking it up
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
		case !temporary(err) && !(lost && KindOf(err) == KindConflict): // the conflict may be with our own lost request
			return nil, err
		}
		lost = true
		found, unread := c.find(ctx, r)
		switch {
		case found != nil && blind != nil:
			unread = blind
		case found != nil && before != nil && found.CreatedAt.Equal(before.CreatedAt): // it is the one to replace
			found = nil
		}
		switch {
		case unread != nil:
			return nil, &UncertainError{Booking: err, ReadBack: unread}
		case found != nil && r.ExternallyScheduled:
			return &Booking{Interview: *found}, ErrLinkLost
		case found != nil:
			return &Booking{Interview: *found}, nil
		case !temporary(err) || n >= c.attempts || !c.pause(ctx, n, err):
			return nil, err
		}
	}
}

// find returns the interview that the request would make, or nil if it does not exist.
func (c *Client) find(ctx context.Context, r BookingRequest) (*Interview, error) {
	f := Filter{PostingID: r.PostingID, RoundID: r.RoundID, ExcludeCanceled: true, PageSize: 100}
	if r.CandidateID == "" { // the id takes precedence over the address
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

// made reports whether the interview is the one that the request asks for.
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

// address returns an email as the service stores it.
func address(email string) string { return strings.ToLower(strings.TrimSpace(email)) }
