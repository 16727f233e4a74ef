package booking_test

import (
	"errors"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/effect"
)

// TestStrangers proves who counts as a stranger and until when.
func TestStrangers(t *testing.T) {
	t.Parallel()
	admins := []string{"ada@acme.example"}
	for _, c := range []struct {
		what string
		o    booking.Order
		own  booking.InterviewerLinks
		want bool
	}{
		{"nobody", booking.Order{}, booking.InterviewerLinks{}, false},
		{"an admin", booking.Order{InterviewerEmail: "ada@acme.example"}, booking.InterviewerLinks{}, false},
		{"a person", booking.Order{InterviewerEmail: "ann@acme.example"},
			booking.InterviewerLinks{Known: true}, false},
		{"somebody on the posting who is not in the file", booking.Order{InterviewerEmail: "x@acme.example"},
			booking.InterviewerLinks{Posting: "https://meet.example"}, true},
		{"an external session's", booking.Order{InterviewerEmail: "x@y.example", Kind: booking.OrderExternal},
			booking.InterviewerLinks{}, false},
		{"whom the candidate picked", booking.Order{InterviewerEmail: "x@y.example", Kind: booking.OrderPick},
			booking.InterviewerLinks{}, false},
	} {
		if got := (booking.Facts{Admins: admins, Own: c.own}).ToStranger(c.o); got != c.want {
			t.Errorf("%s: %t, want %t", c.what, got, c.want)
		}
	}
	day := time.Date(2031, 3, 3, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		l    effect.StrangerLetters
		at   time.Time
		wait time.Duration
	}{
		{effect.StrangerLetters{Sent: 9, Limit: 10}, day, 0},
		{effect.StrangerLetters{Sent: 10, Limit: 10}, day, 24 * time.Hour},
		{effect.StrangerLetters{Sent: 11, Limit: 10}, day.Add(23*time.Hour + 59*time.Minute), time.Minute},
		{effect.StrangerLetters{Sent: 10, Limit: 10}, day.Add(13 * time.Hour).In(time.FixedZone("east", 14*3600)),
			11 * time.Hour},
		{effect.StrangerLetters{Sent: 10}, day, 0},
	} {
		err := c.l.Check(c.at)
		var e *models.Error
		errors.As(err, &e)
		if (err != nil) != (c.wait > 0) || e != nil && (e.Kind != models.Throttled || e.RetryAfter != c.wait) {
			t.Errorf("%+v at %s: %+v, want to wait %s", c.l, c.at, err, c.wait)
		}
	}
}
