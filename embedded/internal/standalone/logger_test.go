package standalone

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"go.temporal.io/api/serviceerror"
	"go.temporal.io/server/common/log/tag"
)

func TestLogger(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	root := NewLogger(slog.New(slog.NewTextHandler(&out, nil)))
	l := root.With(tag.ShardID(7))

	l.Info("starting")
	l.Warn("HTTP API port has not been set. And so on.")
	l.Error("operation failed", tag.Error(context.Canceled))
	waited := serviceerror.NewMultiOperationExecution("Update failed",
		[]error{nil, serviceerror.NewDeadlineExceeded("context deadline exceeded")})
	l.Error("service failures", tag.Error(waited))
	if got := out.String(); got != "" {
		t.Errorf("got %q, want silence", got)
	}
	l.Error("operation failed", tag.Error(errors.New("disk full")))
	for _, want := range []string{"level=ERROR", `msg="temporal server: operation failed"`, "shard_id=7",
		`error="disk full"`} {
		if got := out.String(); !strings.Contains(got, want) {
			t.Errorf("got %q, want %q in it", got, want)
		}
	}
	out.Reset()
	root.Stopping()
	l.Error("others have gone")
	if got := out.String(); got != "" {
		t.Errorf("while stopping: got %q, want silence", got)
	}
}
