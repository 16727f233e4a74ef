package gate

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"litmus/models"
	"litmus/store"
)

// statuses is the only place where a kind of refusal becomes an HTTP status (§7).
var statuses = map[models.Kind]int{
	models.Invalid:         http.StatusBadRequest,
	models.Unauthenticated: http.StatusUnauthorized,
	models.Forbidden:       http.StatusForbidden,
	models.NotFound:        http.StatusNotFound,
	models.Conflict:        http.StatusConflict,
	models.TooLarge:        http.StatusRequestEntityTooLarge,
	models.Unavailable:     http.StatusBadGateway,
	models.Throttled:       http.StatusTooManyRequests,
}

// InternalSentence is what a caller reads of an internal error.
const InternalSentence = "internal error; quote the request_id when you report it"

// databaseRetry is after how many seconds a caller may try again while the database is away: a restart takes as long.
const databaseRetry = "5"

// StatusOf returns the status for an error: that of its kind, or of an internal error.
func StatusOf(err error) int {
	var refused *models.Error
	if errors.As(err, &refused) {
		return statuses[refused.Kind]
	}
	return http.StatusInternalServerError
}

// IsInternal reports whether the caller is told nothing of the error, so that it has to be logged for an operator.
func IsInternal(err error) bool { return err != nil && StatusOf(err) == http.StatusInternalServerError }

// errorBody is the body of every refusal. It has no code, since the contract has none: the strings of refused invites
// are the whole text (§7).
type errorBody struct {
	Error     string `json:"error"`
	RequestID string `json:"request_id"`
}

// Fail answers with the error's message and returns the status. An error that is no [models.Error] is an internal
// error: its text goes to the log and never to the client.
func Fail(g *gin.Context, err error) (status int) { return FailWith(g, StatusOf(err), err) }

// FailWith is [Fail] with a status that no kind of error has. It returns that status.
func FailWith(g *gin.Context, status int, err error) int {
	message := InternalSentence
	var e *models.Error
	if errors.As(err, &e) {
		message = e.Message
		if e.Kind == models.Throttled {
			seconds := int((e.RetryAfter + time.Second - 1) / time.Second)
			g.Header("Retry-After", strconv.Itoa(max(1, seconds)))
		}
	} else {
		_ = g.Error(err)
		if store.Away(err) {
			g.Header("Retry-After", databaseRetry)
		}
	}
	if status == http.StatusUnauthorized {
		g.Header("WWW-Authenticate", "Bearer")
	}
	if g.Writer.Written() {
		return status
	}
	g.Abort()
	g.JSON(status, errorBody{message, g.GetString("request_id")})
	return status
}

// logLevel is error for answers that a person should look at, and info for others and if the client went away.
// Requests that are throttled before they are authenticated are logged at debug: a flood of them must not fill the
// disk, and the audit counts them.
func logLevel(g *gin.Context) slog.Level {
	if g.Writer.Status() == http.StatusTooManyRequests && callOf(g).Caller.Key.ID == "" {
		return slog.LevelDebug
	}
	failed := g.Writer.Status() >= http.StatusInternalServerError || len(g.Errors) > 0 // a tool's failure is a 200
	if !failed || errors.Is(g.Request.Context().Err(), context.Canceled) {
		return slog.LevelInfo
	}
	return slog.LevelError
}
