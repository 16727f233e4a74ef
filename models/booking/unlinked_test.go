package booking_test

import (
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/booking"
	"litmus/models/desk"
)

func TestUnlinked(t *testing.T) { // D10
	t.Parallel()
	none := func(*models.Interview) {}
	for name, c := range map[string]struct {
		change func(*models.Interview)
		now    time.Time
		want   bool
	}{
		"without a link":                {none, desk.Thu, true},
		"after its time":                {none, desk.Mon(15, 0), false},
		"with a link":                   {func(i *models.Interview) { i.MeetingLink = "https://meet.example/1" }, desk.Thu, false},
		"whose link is made":            {func(i *models.Interview) { i.LinkMaker = models.MakerZoom }, desk.Thu, false},
		"that is scheduled elsewhere":   {func(i *models.Interview) { i.ExternallyScheduled = true }, desk.Thu, false},
		"canceled":                      {func(i *models.Interview) { i.CanceledAt = &desk.Thu }, desk.Thu, false},
		"in a room":                     {func(i *models.Interview) { i.Panel = []models.Seated{{Role: models.SeatRoom}} }, desk.Thu, false},
		"whose call was ended":          {func(i *models.Interview) { i.CallEndedAt = &desk.Thu }, desk.Thu, false},
		"indefinite, and not yet begun": {func(i *models.Interview) { i.Indefinite, i.WindowEndsAt = true, nil }, desk.Thu, true},
		"indefinite, and long over": {func(i *models.Interview) { i.Indefinite, i.WindowEndsAt = true, nil }, desk.Mon(18, 0),
			false},
	} {
		window := desk.Mon(15, 15)
		i := models.Interview{StartsAt: desk.Mon(14, 0), EndsAt: desk.Mon(15, 0), WindowEndsAt: &window}
		c.change(&i)
		if got := i.Unlinked(c.now); got != c.want {
			t.Errorf("an interview %s: %v, want %v", name, got, c.want)
		}
	}
}

func TestDecideGivenLink(t *testing.T) {
	t.Parallel()
	const posting, person = "https://meet.example/posting", "https://meet.example/person"
	booked := models.Interview{StartsAt: desk.Mon(14, 0), EndsAt: desk.Mon(15, 0), UpdatedAt: desk.Thu, Revision: 1,
		AnnounceRevision: 1}
	linked := booked
	linked.MeetingLink, linked.LinkSource = "https://meet.example/old", models.LinkFromPerson
	for name, c := range map[string]struct {
		i            models.Interview
		own          booking.InterviewerLinks
		now          time.Time
		link, source string
	}{
		"of the person":             {booked, booking.InterviewerLinks{Person: person}, desk.Thu, person, models.LinkFromPerson},
		"of the posting":            {booked, booking.InterviewerLinks{Posting: posting}, desk.Thu, posting, models.LinkFromPosting},
		"of both":                   {booked, booking.InterviewerLinks{Posting: posting, Person: person}, desk.Thu, posting, models.LinkFromPosting},
		"that there is not":         {booked, booking.InterviewerLinks{}, desk.Thu, "", ""},
		"to one that has a link":    {linked, booking.InterviewerLinks{Person: person}, desk.Thu, "", ""},
		"to one whose time is over": {booked, booking.InterviewerLinks{Person: person}, desk.Mon(15, 0), "", ""},
	} {
		got, changed := booking.DecideGivenLink(c.i, c.own, c.now)
		want := verify.Fields{"changed": {changed, false}, "MeetingLink": {got.MeetingLink, c.i.MeetingLink}}
		if c.link != "" {
			want = verify.Fields{"changed": {changed, true}, "MeetingLink": {got.MeetingLink, c.link},
				"LinkSource": {got.LinkSource, c.source}, "Revision": {got.Revision, 2},
				"AnnounceRevision": {got.AnnounceRevision, 1}, "updated": {got.UpdatedAt.After(desk.Thu), true}}
		}
		verify.Each(t, "the link "+name, want)
	}
}
