package client

import (
	"context"
	"net/http"
)

// Submission reads a submission and its result. Scope: submissions:read.
func (c *Client) Submission(ctx context.Context, id string) (*Submission, error) {
	if err := checkID("a submission", id); err != nil {
		return nil, err
	}
	return repeated[Submission](ctx, c, func(ctx context.Context) (*http.Response, error) {
		return c.operations.ReadSubmission(ctx, id)
	})
}
