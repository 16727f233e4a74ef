package client

import (
	"context"
	"fmt"
	"io"
	"net/http"
)

// File reads the content of a file that was handed in, as [Submission.Files] names it. The candidate made it, and
// nobody has looked for viruses in it. Scope: submissions:read.
func (c *Client) File(ctx context.Context, id string) ([]byte, error) {
	if err := checkID("a file", id); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	resp, err := c.operations.ReadFile(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("litmus: %w", err)
	}
	defer resp.Body.Close()
	about := resp.Request.Method + " " + resp.Request.URL.Path
	content, err := io.ReadAll(io.LimitReader(resp.Body, maxFile))
	if err != nil {
		return nil, fmt.Errorf("litmus: %s: %w", about, &lostError{err})
	}
	if resp.StatusCode != http.StatusOK {
		return nil, newError(about, resp, content, c.now())
	}
	return content, nil
}

// maxFile is how much of a file is read; the service keeps no larger ones.
const maxFile = 64 << 20
