package worlds

import (
	"context"
	"net/http/httptest"
	"time"

	"litmus/models/upkeep"
)

// AtOrigin answers a request to a path at the origin, beside /api/v1.
func (w *World) AtOrigin(method, path, body, key string) *httptest.ResponseRecorder {
	rec := httptest.NewRecorder()
	headers := []string{}
	if key != "" {
		headers = append(headers, "Authorization", "Bearer "+key)
	}
	w.Handler.ServeHTTP(rec, Request(method, path, body, headers...))
	return rec
}

// WithClock gives the world a test clock that jumps.
func WithClock(s *Setup) {
	s.AdvanceClock = func(ctx context.Context, orgID string, m upkeep.ClockMove) (time.Time, error) {
		if err := s.Store.Wakes.ServeClocks(ctx); err != nil {
			return time.Time{}, err
		}
		asked, err := s.Store.Wakes.AskClock(ctx, orgID, m)
		if err == nil {
			err = s.Store.Wakes.MoveClock(ctx, orgID, asked.Wanted)
		}
		return s.Store.NowOf(orgID), err
	}
}
