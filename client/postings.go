package client

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"

	"litmus/client/internal/operations"
)

// Roles lists the postings of the organization (roles and cohorts, open and closed), newest first. Scope: roles:read.
func (c *Client) Roles(ctx context.Context) ([]Role, error) {
	list, err := repeated[roleList](ctx, c, func(ctx context.Context) (*http.Response, error) {
		return c.operations.ListRoles(ctx)
	})
	if err != nil {
		return nil, err
	}
	return list.Roles, nil
}

type roleList struct {
	Roles []Role `json:"roles"`
}

// Step is a step of a track. Only a round, that is, a step of type assessment, has an assessment and may be bookable. A
// group has the fields of groups, and any other step only a title.
type Step struct {
	RoundID string `json:"round_id"`
	Type    string `json:"type"` // one of the Step… constants
	Title   string `json:"title"`

	AssessmentID    string       `json:"assessment_id,omitempty"`
	DeliveryMode    DeliveryMode `json:"delivery_mode,omitempty"`
	DurationMinutes int          `json:"duration_minutes,omitempty"`
	Bookable        bool         `json:"bookable,omitempty"` // booking accepts the round; see [Step.CanBeBooked]

	GroupID        string   `json:"group_id,omitempty"`
	AssignmentMode string   `json:"assignment_mode,omitempty"` // random or self_select
	AssessmentIDs  []string `json:"assessment_ids,omitempty"`
}

// Types of steps.
const (
	StepAssessment = "assessment"
	StepGroup      = "group"
	StepPlain      = "step"
)

// CanBeBooked reports whether the step is a live round that [Client.Book] accepts.
func (s Step) CanBeBooked() bool {
	return s.Type == StepAssessment && s.DeliveryMode == DeliverySync && s.Bookable
}

// interviewers is the JSON of the interviewers of a posting, in answers and in requests.
type interviewers[T any] struct {
	Interviewers []T `json:"interviewers"`
}

// Interviewers lists the interviewers of a posting by email. Scope: interviews:read.
func (c *Client) Interviewers(ctx context.Context, postingID string) ([]Interviewer, error) {
	if err := checkID("a posting", postingID); err != nil {
		return nil, err
	}
	list, err := repeated[interviewers[Interviewer]](ctx, c, func(ctx context.Context) (*http.Response, error) {
		return c.operations.ListInterviewers(ctx, postingID)
	})
	if err != nil {
		return nil, err
	}
	return list.Interviewers, nil
}

// SetInterviewers sets the interviewers of the posting. Interviewers, slots and links that are left out are removed, so
// an empty list removes all. It is sent once. Scope: interviews:write.
func (c *Client) SetInterviewers(ctx context.Context, postingID string,
	list []InterviewerEntry) ([]Interviewer, error) {
	if list == nil {
		list = []InterviewerEntry{} // the service requires the field
	}
	for n, e := range list {
		if i := slices.IndexFunc(e.Slots, time.Time.IsZero); i >= 0 {
			return nil, fmt.Errorf("litmus: slot %d of interviewer %d has no start", i, n)
		}
	}
	return writePosting[Interviewer](ctx, c, postingID, interviewers[InterviewerEntry]{list},
		c.operations.SetInterviewersWithBody)
}

// Slots lists the starts of a round that can be booked between from and to, both inclusive. A zero from means now, and
// a zero to means no bound except for personal schedules. Reading reserves nothing. Scope: interviews:read.
func (c *Client) Slots(ctx context.Context, postingID, roundID string, from, to time.Time) (*SlotList, error) {
	if err := checkID("a posting", postingID); err != nil {
		return nil, err
	}
	p := operations.ListSlotsParams{RoundID: roundID, From: instant(from), To: instant(to)}
	return repeated[SlotList](ctx, c, func(ctx context.Context) (*http.Response, error) {
		return c.operations.ListSlots(ctx, postingID, &p)
	})
}

// AddSlots adds start times to the posting, at most 1,000 on the hour or half hour, and assigns interviewers who are
// not assigned yet. It is sent once; sending it again has no further effect. Scope: interviews:write.
func (c *Client) AddSlots(ctx context.Context, postingID string, slots ...SlotWrite) ([]SlotWriteResult, error) {
	return writeSlots(ctx, c, postingID, slots, c.operations.AddSlotsWithBody)
}

// RemoveSlots removes start times from the posting and nothing else. It is sent once; sending it again has no further
// effect. Scope: interviews:write.
func (c *Client) RemoveSlots(ctx context.Context, postingID string, slots ...SlotWrite) ([]SlotWriteResult, error) {
	return writeSlots(ctx, c, postingID, slots, c.operations.RemoveSlotsWithBody)
}

type slotWrites struct {
	Slots []SlotWrite `json:"slots"`
}

// writeSlots sends slots once. It refuses a slot without a start, which would be in the year 1 and valid for the
// service.
func writeSlots(ctx context.Context, c *Client, postingID string, slots []SlotWrite,
	send writer) ([]SlotWriteResult, error) {
	if n := slices.IndexFunc(slots, func(s SlotWrite) bool { return s.StartAt.IsZero() }); n >= 0 {
		return nil, fmt.Errorf("litmus: slot %d has no StartAt", n)
	}
	return writePosting[SlotWriteResult](ctx, c, postingID, slotWrites{slots}, send)
}

// writer sends a body to the posting with this id.
type writer func(ctx context.Context, id, contentType string, body io.Reader,
	editors ...operations.RequestEditorFn) (*http.Response, error)

// writePosting sends a body once and returns the interviewers of the answer.
func writePosting[T any](ctx context.Context, c *Client, postingID string, content any, send writer) ([]T, error) {
	if err := checkID("a posting", postingID); err != nil {
		return nil, err
	}
	body, err := json.Marshal(content)
	if err != nil {
		return nil, fmt.Errorf("litmus: %w", err)
	}
	list, err := once[interviewers[T]](ctx, c, func(ctx context.Context) (*http.Response, error) {
		return send(ctx, postingID, "application/json", bytes.NewReader(body))
	})
	if err != nil {
		return nil, err
	}
	return list.Interviewers, nil
}
