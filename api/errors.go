package api

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"litmus/models"
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

type errorBody struct {
	Error     string `json:"error"`
	RequestID string `json:"request_id"`
}

// fail answers with the error's message and returns the status. An error that is no [models.Error] is an internal
// error: its text goes to the log and never to the client (decision 7).
func fail(g *gin.Context, err error) int {
	status, message := http.StatusInternalServerError, "internal error; quote the request_id when you report it"
	var e *models.Error
	if errors.As(err, &e) {
		status, message = statuses[e.Kind], e.Message
		if e.Kind == models.Throttled {
			seconds := int((e.RetryAfter + time.Second - 1) / time.Second)
			g.Header("Retry-After", strconv.Itoa(max(1, seconds)))
		}
	} else {
		_ = g.Error(err)
	}
	if s := g.GetInt("status"); s != 0 {
		status = s
	}
	if status == http.StatusUnauthorized {
		g.Header("WWW-Authenticate", "Bearer") // decision 10
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
func (a *API) logLevel(g *gin.Context) slog.Level {
	if g.Writer.Status() == http.StatusTooManyRequests && g.GetString("key_id") == "" {
		return slog.LevelDebug
	}
	if g.Writer.Status() < http.StatusInternalServerError || errors.Is(g.Request.Context().Err(), context.Canceled) {
		return slog.LevelInfo
	}
	return slog.LevelError
}
