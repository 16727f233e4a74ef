package client

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"time"

	"litmus/client/internal/operations"
)

// Filter selects interviews to list. Zero fields select everything.
type Filter struct {
	PostingID, RoundID string
	CandidateEmail     string    // exactly this address, in any case
	InterviewerEmail   string    // exactly this address, as the interviewer or in the panel
	From, To           time.Time // inclusive bounds of the stored start; for an unused external link, its creation
	UpdatedSince       time.Time // inclusive
	ExcludeCanceled    bool
	PageSize           int // interviews per request, 1 to 100; 0 means 50
}

// Interviews iterates over the interviews of the filter, ordered by stored start and then id. It requests a page when
// the iteration reaches it. An error is the last item. The pages are not a snapshot: the same interview may appear
// twice, and the one with the newer UpdatedAt is right (contract §6). Scope: interviews:read.
func (c *Client) Interviews(ctx context.Context, f Filter) iter.Seq2[Interview, error] {
	return func(yield func(Interview, error) bool) {
		p := operations.ListInterviewsParams{
			PostingID:      optional(f.PostingID),
			RoundID:        optional(f.RoundID),
			CandidateEmail: optional(f.CandidateEmail), InterviewerEmail: optional(f.InterviewerEmail),
			From:         instant(f.From),
			To:           instant(f.To),
			UpdatedSince: instant(f.UpdatedSince),
			Limit:        optional(f.PageSize),
		}
		if f.ExcludeCanceled {
			p.IncludeCanceled = new(false)
		}
		for {
			page, err := repeated[interviewPage](ctx, c, func(ctx context.Context) (*http.Response, error) {
				return c.operations.ListInterviews(ctx, &p)
			})
			if err != nil {
				yield(Interview{}, err)
				return
			}
			for _, i := range page.Interviews {
				if !yield(i, nil) {
					return
				}
			}
			switch next := page.NextCursor; {
			case next == nil:
				return
			case p.Cursor != nil && *p.Cursor == *next:
				yield(Interview{}, errors.New("litmus: the list does not end: a page names itself as the next one"))
				return
			default:
				p.Cursor = next
			}
		}
	}
}

// interviewPage is a page of the list.
type interviewPage struct {
	Interviews []Interview `json:"interviews"`
	NextCursor *string     `json:"next_cursor"`
}

// Artifact is a result of an interview that is only returned on request.
type Artifact string

const (
	ArtifactTranscript Artifact = "transcript"
	ArtifactRecording  Artifact = "recording"
	ArtifactNotes      Artifact = "notes"
)

// Interview reads an interview with these artifacts, which are nil if there are none. Scope: interviews:read.
func (c *Client) Interview(ctx context.Context, id string, include ...Artifact) (*Interview, error) {
	if err := checkID("an interview", id); err != nil {
		return nil, err
	}
	var p operations.ReadInterviewParams
	if len(include) > 0 {
		names := make([]operations.ReadInterviewParamsInclude, len(include))
		for n, a := range include {
			names[n] = operations.ReadInterviewParamsInclude(a)
		}
		p.Include = &names
	}
	return repeated[Interview](ctx, c, func(ctx context.Context) (*http.Response, error) {
		return c.operations.ReadInterview(ctx, id, &p)
	})
}

// ChangeInterviewer gives a scheduled interview to another interviewer. It is sent once. [KindConflict] means that the
// interview is not scheduled, or that the interviewer is not free. Scope: interviews:write.
func (c *Client) ChangeInterviewer(ctx context.Context, id, email string) (*Interview, error) {
	if err := checkID("an interview", id); err != nil {
		return nil, err
	}
	return once[Interview](ctx, c, func(ctx context.Context) (*http.Response, error) {
		return c.operations.ChangeInterviewer(ctx, id, operations.InterviewerChange{InterviewerEmail: email})
	})
}

// optional returns a parameter, or nil for the zero value.
func optional[T comparable](v T) *T {
	if v == *new(T) {
		return nil
	}
	return &v
}

// instant returns a parameter, or nil for the zero time.
func instant(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	return new(t.UTC().Format(time.RFC3339Nano))
}
