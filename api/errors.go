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

// fail answers with the error in words and returns the status. What is no models.Error is an internal error: its text
// goes to the log, never over the wire (decision 7).
func fail(g *gin.Context, err error) int {
	status, message := http.StatusInternalServerError, "internal error; quote the request_id when you report it"
	var e *models.Error
	if errors.As(err, &e) {
		status, message = statuses[e.Kind], e.Message
		if e.Kind == models.Throttled {
			// whole seconds
			g.Header("Retry-After", strconv.Itoa(max(1, int((e.RetryAfter+time.Second-1)/time.Second))))
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

// logLevel is error where a person should look, and info otherwise; a caller who went away is nobody's fault. What is
// refused to an address that nobody knows is debug: a flood must not fill the disk, and the audit counts it.
func (a *API) logLevel(g *gin.Context) slog.Level {
	if g.Writer.Status() == http.StatusTooManyRequests && g.GetString("key_id") == "" {
		return slog.LevelDebug
	}
	if g.Writer.Status() < http.StatusInternalServerError || errors.Is(g.Request.Context().Err(), context.Canceled) {
		return slog.LevelInfo
	}
	return slog.LevelError
}
