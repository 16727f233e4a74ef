package booking_test

import (
	"testing"
	"time"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/desk"
)

func TestDecideCandidateCancel(t *testing.T) {
	t.Parallel()
	start := desk.Scheduled().StartsAt
	for name, c := range map[string]struct {
		change func(*models.Organization, *models.Interview)
		now    time.Time
		want   string // reason, "" if they may
	}{
		"what the team booked": {nil, desk.Thu, ""},
		"what they picked":     {func(_ *models.Organization, i *models.Interview) { *i = desk.Picked() }, desk.Thu, ""},
		"until it starts":      {nil, start.Add(-time.Millisecond), ""},
		"once it starts":       {nil, start, booking.CancelOver},
		"before the deadline":  {hours(12), start.Add(-12 * time.Hour), ""},
		"after the deadline":   {hours(12), start.Add(-12*time.Hour + time.Millisecond), booking.CancelTooLate},
		"of one that forbids it": {func(o *models.Organization, _ *models.Interview) { o.CancelForbidden = true }, desk.Thu,
			booking.CancelFixed},
		"what another system scheduled": {func(_ *models.Organization, i *models.Interview) { i.ExternallyScheduled = true },
			desk.Thu, booking.CancelFixed},
		"whose call was ended": {func(_ *models.Organization, i *models.Interview) { i.CallEndedAt = desk.Ptr(desk.Thu) },
			desk.Thu, booking.CancelOver},
	} {
		o, i := models.Organization{}, desk.Scheduled()
		if c.change != nil {
			c.change(&o, &i)
		}
		if got := booking.CanCancel(o, i, c.now); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
		after, changed, err := booking.DecideCandidateCancel(i, o, i.StartsAt, &models.Reason{Text: "ill",
			Audience: models.AudienceCandidate}, c.now)
		if allowed := c.want == ""; changed != allowed || (err == nil) != allowed || (after.CanceledAt != nil) != allowed {
			t.Errorf("%s: got %+v, %v, %v", name, after, changed, err)
		}
		if changed && (after.Reason.Revision != after.Revision || !after.Reason.ToCandidate() ||
			after.AccessEpoch != i.AccessEpoch+1) {
			t.Errorf("%s: canceled is %+v because of %+v", name, after, after.Reason)
		}
	}
	i := desk.Scheduled()
	desk.WantRefusal(t, "moved meanwhile", models.Conflict, "does not start at")(booking.DecideCandidateCancel(i,
		models.Organization{}, start.Add(time.Hour), nil, desk.Thu))
	i.CanceledAt, i.Reason = desk.Ptr(desk.Thu), &models.Reason{Text: "the first"}
	again, changed, err := booking.DecideCandidateCancel(i, models.Organization{CancelForbidden: true}, time.Time{},
		&models.Reason{Text: "the second"}, desk.Thu)
	if err != nil || changed || again.Reason.Text != "the first" {
		t.Errorf("sent twice: got %+v, %v, %v", again, changed, err)
	}
}

func hours(n int) func(*models.Organization, *models.Interview) {
	return func(o *models.Organization, _ *models.Interview) { o.CancelCutoffHours = n }
}
