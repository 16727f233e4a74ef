package booking_test

import (
	"slices"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/desk"
	"litmus/models/timetable"
)

// TestDecideVacancy: who cannot interview at the start, by a change that is about no interview, is as if they had
// declined; of an interview without a panel only where seats are refilled by themselves (P11). When the reason is gone,
// and was the only one, nobody is needed any more.
func TestDecideVacancy(t *testing.T) {
	t.Parallel()
	now := desk.Thu
	i := paneled().Interview // of Monday at 15:00
	i.Panel[1].Pool = "pol_managers"
	plain := desk.Named()
	day := i.StartsAt.Format(time.DateOnly)
	on := []timetable.Absence{{First: day, Last: day}}
	before := i.StartsAt.AddDate(0, 0, -1).Format(time.DateOnly)
	other := []timetable.Absence{{First: before, Last: before}}
	after := i.StartsAt.AddDate(0, 0, 1).Format(time.DateOnly)
	away := func(email string, before, after []timetable.Absence) booking.Vacancy {
		return booking.AwayVacancy(email, "UTC", before, after)
	}
	paused := func(pool, until string) booking.Vacancy {
		m := models.PoolMember{Email: desk.Bob, State: models.PoolQualified}
		after := models.PoolMember{Email: desk.Bob, State: models.PoolPaused, PausedUntil: until,
			Resumes: models.PoolQualified}
		return booking.PausedVacancy(pool, "UTC", m, after)
	}
	for about, c := range map[string]struct {
		i     models.Interview
		v     booking.Vacancy
		hours int
		at    time.Time
		want  bool
	}{
		"an absence on the day":                    {i, away(desk.Bob, nil, on), 0, now, true},
		"of who leads":                             {i, away(desk.Ann, nil, on), 0, now, true},
		"of somebody else":                         {i, away(desk.Cho, nil, on), 0, now, false},
		"on another day":                           {i, away(desk.Bob, nil, other), 0, now, false},
		"with the reason edited":                   {i, away(desk.Bob, on, on), 0, now, false},
		"once it has begun":                        {i, away(desk.Bob, nil, on), 0, i.StartsAt, false},
		"without a panel":                          {plain, away(desk.Ann, nil, on), 0, now, false},
		"without a panel, refilled by itself":      {plain, away(desk.Ann, nil, on), 4, now, true},
		"paused":                                   {i, paused("pol_managers", ""), 0, now, true},
		"paused until the day":                     {i, paused("pol_managers", day), 0, now, false},
		"paused until the day after":               {i, paused("pol_managers", after), 0, now, true},
		"paused in another pool":                   {i, paused("pol_backend", ""), 0, now, false},
		"removed from the team":                    {i, booking.LeftVacancy(desk.Bob), 0, now, true},
		"removed without a panel":                  {plain, booking.LeftVacancy(desk.Ann), 4, now, false},
		"an absence that covers the day by halves": {i, away(desk.Bob, nil, slices.Concat(other, on)), 0, now, true},
	} {
		f := booking.AnswerFacts{Interview: c.i, Members: []models.Member{{Email: "root@acme.example",
			Role: models.Admin}}}
		got, changed := booking.DecideVacancy(f, c.v, c.v.Email, c.hours, c.at)
		asked := got.ReplacementOf(c.v.Email, c.at)
		if changed != c.want || (asked != nil) != c.want || c.want && (got.Revision != c.i.Revision+1 ||
			len(asked.To) != 1 || !slices.Equal(booking.AskedFor(c.i, got, c.at), []string{c.v.Email})) {
			t.Errorf("%s: changed %t, asked %+v", about, changed, asked)
		}
	}

	f := booking.AnswerFacts{Interview: i}
	decide := func(v booking.Vacancy) bool {
		got, changed := booking.DecideVacancy(f, v, "root@acme.example", 0, now)
		f.Interview = got
		return changed
	}
	needs := func(about string, want ...models.Need) {
		t.Helper()
		asked := f.Interview.ReplacementOf(desk.Bob, now)
		if (asked != nil) != (len(want) > 0) || asked != nil && !slices.Equal(asked.Needs, want) {
			t.Errorf("%s: %+v, want %v", about, asked, want)
		}
	}
	decide(away(desk.Bob, nil, on))
	needs("away", models.NeedAway)
	decide(paused("pol_managers", ""))
	needs("and paused", models.NeedAway, models.NeedPaused)
	if decide(away(desk.Bob, on, on)) || decide(paused("pol_managers", "")) {
		t.Error("a reason is noted twice")
	}
	decide(away(desk.Bob, on, nil))
	needs("back", models.NeedPaused)
	resumed := booking.PausedVacancy("pol_managers", "UTC",
		models.PoolMember{Email: desk.Bob, State: models.PoolPaused},
		models.PoolMember{Email: desk.Bob, State: models.PoolQualified})
	decide(resumed)
	needs("and not paused")
	if got := f.Interview.ReplacementsAsked(desk.Bob); got != 1 {
		t.Errorf("it was asked %d times", got)
	}
	decide(away(desk.Bob, nil, on))
	asked, changed, err := booking.DecideAskReplacement(f.Interview, desk.Bob, desk.Bob, "I am ill.", nil,
		booking.ReplacementAsks{}, now)
	if f.Interview = asked; !changed || err != nil || asked.ReplacementOf(desk.Bob, now).Reason != "I am ill." {
		t.Errorf("asked for by hand: %+v, %v", asked.ReplacementOf(desk.Bob, now), err)
	}
	if decide(away(desk.Bob, on, nil)) || decide(away(desk.Bob, nil, on)) {
		t.Error("what was asked for by hand goes with the absence")
	}

	f.Interview = i
	decide(away(desk.Bob, nil, on))
	given := booking.Given{Email: desk.Bob, Start: i.StartsAt, Response: models.Declined, By: models.AnsweredByLink}
	if f.Interview, _, err = booking.DecideReply(f, given, now); err != nil || decide(away(desk.Bob, on, nil)) ||
		!f.Interview.ReplacementOf(desk.Bob, now).Declined {
		t.Errorf("what was declined goes with the absence: %v", err)
	}
	given.Response = models.Accepted
	if f.Interview, _, err = booking.DecideReply(f, given, now); err != nil ||
		f.Interview.ReplacementOf(desk.Bob, now) != nil {
		t.Errorf("accepted, it stands: %v", err)
	}
}

// TestAcceptedWhileAway: whoever accepts, in their calendar or by a letter, while they are away is still to be
// replaced: it was the absence that asked (P10, P11). A room that declines beside it asks for itself.
func TestAcceptedWhileAway(t *testing.T) {
	t.Parallel()
	i, now := paneled().Interview, desk.Thu
	i.Panel[0].CalendarCopy, i.CalendarCopy = true, true
	const room = "room_1"
	i.Panel = append(i.Panel, models.Seated{Email: room, Role: models.SeatRoom, CalendarCopy: true})
	day := i.StartsAt.Format(time.DateOnly)
	away := booking.AwayVacancy(desk.Ann, "UTC", nil, []timetable.Absence{{First: day, Last: day}})
	needed, _ := booking.DecideVacancy(booking.AnswerFacts{Interview: i}, away, desk.Ann, 0, now)
	seen := func(i models.Interview, owner string, says models.Response) models.Interview {
		i, _, _, _ = booking.DecideDrift(booking.DriftFacts{AnswerFacts: booking.AnswerFacts{Interview: i},
			Owner: owner, Written: i.Revision, Seen: []booking.SeenCopy{{Start: i.StartsAt, Response: says}}}, now)
		return i
	}
	mailed, _, err := booking.DecideReply(booking.AnswerFacts{Interview: needed}, booking.Given{Email: desk.Ann,
		Start: i.StartsAt, Response: models.Accepted, By: models.AnsweredByMail}, now)
	if err != nil {
		t.Error(err)
	}
	for about, got := range map[string]models.Interview{"in their calendar": seen(needed, desk.Ann, models.Accepted),
		"by mail": mailed, "and the room accepts": seen(mailed, room, models.Accepted)} {
		asked := got.ReplacementOf(desk.Ann, now)
		if got.ResponseOf(desk.Ann) != models.Accepted || asked == nil || len(asked.Needs) != 1 {
			t.Errorf("accepted %s: %q, %+v", about, got.ResponseOf(desk.Ann), asked)
		}
	}
	both := seen(needed, room, models.Declined)
	if asked := both.ReplacementsAskedAt(now); len(asked) != 2 || !asked[1].Declined || len(asked[0].Needs) != 1 {
		t.Errorf("with a room that declines: %+v", asked)
	}
	if asked := seen(both, room, models.Accepted).ReplacementsAskedAt(now); len(asked) != 1 ||
		asked[0].Interviewer != desk.Ann {
		t.Errorf("with a room that accepts after all: %+v", asked)
	}
	back := booking.AwayVacancy(desk.Ann, "UTC", []timetable.Absence{{First: day, Last: day}}, nil)
	both, _ = booking.DecideVacancy(booking.AnswerFacts{Interview: both}, back, desk.Ann, 0, now)
	if asked := both.ReplacementsAskedAt(now); len(asked) != 1 || asked[0].Interviewer != room {
		t.Errorf("back, with a room that declines: %+v", asked)
	}
}

// TestAskedFor: a change asks for somebody if nothing asked before it, and a change that is taken back asks for nobody.
func TestAskedFor(t *testing.T) {
	t.Parallel()
	i := desk.Named()
	asked, _, err := booking.DecideAskReplacement(i, desk.Ann, desk.Ann, "", nil, booking.ReplacementAsks{}, desk.Thu)
	later := asked
	later.Revise(desk.Thu)
	gone := i
	gone.Revision = asked.Revision + 1
	for about, c := range map[string]struct {
		before, after models.Interview
		want          int
	}{"it does": {i, asked, 1}, "something else": {asked, later, 0}, "taken back": {gone, asked, 0}} {
		if got := booking.AskedFor(c.before, c.after, desk.Thu); len(got) != c.want || err != nil {
			t.Errorf("%s: %v, %v", about, got, err)
		}
	}
}
