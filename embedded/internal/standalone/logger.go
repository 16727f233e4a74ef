package standalone

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync/atomic"

	"go.temporal.io/api/serviceerror"
	"go.temporal.io/server/common"
	"go.temporal.io/server/common/log"
	"go.temporal.io/server/common/log/tag"
	"go.uber.org/zap/zapcore"
	"google.golang.org/grpc/codes"
)

// expected are warnings that mean nothing on a single machine.
var expected = []string{
	"HTTP API port has not been set", // Nexus over HTTP is not offered
}

// Logger forwards the server's warnings and errors to slog.
type Logger struct {
	to   *slog.Logger
	tags []tag.Tag
	// stopping is set while the server stops, when its services would log at length that the others are gone.
	stopping *atomic.Bool
}

var (
	_ log.Logger     = (*Logger)(nil)
	_ log.WithLogger = (*Logger)(nil)
)

// NewLogger returns a logger that forwards to another one.
func NewLogger(to *slog.Logger) *Logger { return &Logger{to: to, stopping: new(atomic.Bool)} }

// Stopping silences the logger and all that were made of it.
func (l *Logger) Stopping() { l.stopping.Store(true) }

func (*Logger) Debug(string, ...tag.Tag) {}
func (*Logger) Info(string, ...tag.Tag)  {}

func (l *Logger) Warn(msg string, tags ...tag.Tag) {
	for _, e := range expected {
		if strings.HasPrefix(msg, e) {
			return
		}
	}
	l.log(slog.LevelWarn, msg, tags)
}

func (l *Logger) Error(msg string, tags ...tag.Tag)  { l.log(slog.LevelError, msg, tags) }
func (l *Logger) DPanic(msg string, tags ...tag.Tag) { l.log(slog.LevelError, msg, tags) }

func (l *Logger) Panic(msg string, tags ...tag.Tag) {
	l.log(slog.LevelError, msg, tags)
	panic("temporal server: " + msg)
}

// Fatal ends the process. The server calls it when it cannot continue, and does not expect it to return.
func (l *Logger) Fatal(msg string, tags ...tag.Tag) {
	l.stopping.Store(false)
	l.log(slog.LevelError, msg, tags)
	os.Exit(1)
}

// With returns a logger that adds tags to every line. The server makes such a logger for every workflow that it
// touches, so With does no work for lines that are never written.
func (l *Logger) With(tags ...tag.Tag) log.Logger {
	return &Logger{to: l.to, tags: slices.Concat(l.tags, tags), stopping: l.stopping}
}

func (l *Logger) log(level slog.Level, msg string, tags []tag.Tag) {
	if l.stopping.Load() || !l.to.Enabled(context.Background(), level) {
		return
	}
	var attrs []slog.Attr
	for _, t := range slices.Concat(l.tags, tags) {
		if hungUp(t) {
			return
		}
		attrs = append(attrs, slog.Any(strings.ReplaceAll(t.Key(), "-", "_"), t.Value()))
	}
	l.to.LogAttrs(context.Background(), level, "temporal server: "+msg, attrs...)
}

// hungUp reports whether a tag is the error of a call whose caller stopped waiting, which needs no log line, since the
// caller knows. The server itself does not log such errors, except those of a call that starts a workflow and updates
// it, which it wraps.
func hungUp(t tag.Tag) bool {
	z, ok := t.(tag.ZapTag)
	if !ok || z.Field().Type != zapcore.ErrorType {
		return false
	}
	err, ok := z.Field().Interface.(error)
	var both *serviceerror.MultiOperationExecution
	return ok && (common.IsContextCanceledErr(err) ||
		errors.As(err, &both) && both.Status().Code() == codes.DeadlineExceeded)
}
