package models

import (
	"testing"
	"time"
)

func TestUnlinked(t *testing.T) { // D10
	t.Parallel()
	none := func(*Interview) {}
	for name, c := range map[string]struct {
		change func(*Interview)
		now    time.Time
		want   bool
	}{
		"without a link":                {none, thu, true},
		"under way":                     {none, mon(14, 1), true},
		"after its time":                {none, mon(15, 0), false},
		"with a link":                   {func(i *Interview) { i.MeetingLink = "https://meet.example/1" }, thu, false},
		"whose link is made":            {func(i *Interview) { i.LinkMaker = MakerZoom }, thu, false},
		"that is scheduled elsewhere":   {func(i *Interview) { i.ExternallyScheduled = true }, thu, false},
		"canceled":                      {func(i *Interview) { i.CanceledAt = &thu }, thu, false},
		"whose call was ended":          {func(i *Interview) { i.CallEndedAt = &thu }, thu, false},
		"indefinite, and not yet begun": {func(i *Interview) { i.Indefinite, i.WindowEndsAt = true, nil }, thu, true},
		"indefinite, and long over": {func(i *Interview) { i.Indefinite, i.WindowEndsAt = true, nil }, mon(18, 0),
			false},
	} {
		window := mon(15, 15)
		i := Interview{StartsAt: mon(14, 0), EndsAt: mon(15, 0), WindowEndsAt: &window}
		c.change(&i)
		if got := i.Unlinked(c.now); got != c.want {
			t.Errorf("an interview %s: %v, want %v", name, got, c.want)
		}
	}
}

func TestDecideGivenLink(t *testing.T) {
	t.Parallel()
	const posting, person = "https://meet.example/posting", "https://meet.example/person"
	booked := Interview{StartsAt: mon(14, 0), EndsAt: mon(15, 0), UpdatedAt: thu, Revision: 1, AnnounceRevision: 1}
	linked := booked
	linked.MeetingLink, linked.LinkSource = "https://meet.example/old", LinkFromPerson
	for name, c := range map[string]struct {
		i            Interview
		own          InterviewerLinks
		now          time.Time
		link, source string
	}{
		"of the person":             {booked, InterviewerLinks{Person: person}, thu, person, LinkFromPerson},
		"of the posting":            {booked, InterviewerLinks{Posting: posting}, thu, posting, LinkFromPosting},
		"of both":                   {booked, InterviewerLinks{Posting: posting, Person: person}, thu, posting, LinkFromPosting},
		"that there is not":         {booked, InterviewerLinks{}, thu, "", ""},
		"to one that has a link":    {linked, InterviewerLinks{Person: person}, thu, "", ""},
		"to one whose time is over": {booked, InterviewerLinks{Person: person}, mon(15, 0), "", ""},
	} {
		got, changed := DecideGivenLink(c.i, c.own, c.now)
		if changed != (c.link != "") || changed && (got.MeetingLink != c.link || got.LinkSource != c.source ||
			got.Revision != 2 || got.AnnounceRevision != 1 || !got.UpdatedAt.After(thu)) ||
			!changed && got.MeetingLink != c.i.MeetingLink {
			t.Errorf("the link %s: %v, %+v", name, changed, got)
		}
	}
}
