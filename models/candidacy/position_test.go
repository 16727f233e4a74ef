package candidacy_test

import (
	"slices"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/candidacy"
)

// TestPosition is the table of where candidates stand, whose turn it is and by which act; an act of the team is one
// that the act's own rule accepts (D17, D19).
func TestPosition(t *testing.T) {
	t.Parallel()
	now := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	at := func(hours int) *time.Time { return new(now.Add(time.Duration(hours) * time.Hour)) }
	booked := func(start int) *models.Interview {
		return &models.Interview{Source: models.SourceLitmus, StartsAt: *at(start), EndsAt: *at(start + 1),
			WindowEndsAt: at(start + 1), StartSetAt: *at(-50), CreatedAt: *at(-50)}
	}
	link := func(linkEnds, expires int) *models.Interview {
		return &models.Interview{Source: models.SourceExternal, ExternallyScheduled: true, StartsAt: *at(-60),
			EndsAt: *at(-59), CreatedAt: *at(-60), LinkExpiresAt: at(linkEnds), ExpiresAt: at(expires),
			LinkHash: new("hash")}
	}
	endless := booked(-2)
	endless.Indefinite, endless.WindowEndsAt = true, nil
	invited := models.Candidate{State: models.CandidateInvited, InvitedAt: at(-30), InviteExpiresAt: at(30),
		CreatedAt: *at(-40), UpdatedAt: *at(-30)}
	ranOut, started, resent, uninvited, advanced := invited, invited, invited, invited, invited
	ranOut.InviteExpiresAt = at(-3)
	started.State, started.StartedAt = models.CandidateInProgress, at(-4)
	resent.Resends, resent.ResentAt = 1, at(-5)
	uninvited.InvitedAt, uninvited.InviteExpiresAt, uninvited.AdvancedFrom = nil, nil, "cand_before"
	advanced.State = models.CandidateAdvanced
	of := func(state string) models.Candidate {
		c := invited
		c.State = state
		return c
	}
	handedIn := func(version int64) *models.Submission {
		return &models.Submission{Decision: models.DecisionPending, SubmittedAt: *at(-8), UpdatedAt: *at(-7),
			GradeVersion: version}
	}
	type facts = candidacy.PositionFacts
	const live, home, team, theirs, nobody = models.DeliverySync, models.DeliveryAsync, candidacy.TurnTeam,
		candidacy.TurnCandidate, candidacy.TurnNobody
	for name, c := range map[string]struct {
		facts
		closed       bool
		where        string
		since        int // hours from now
		next         string
		begins, ends *time.Time
		turn         candidacy.Turn
		act          candidacy.NextAct
	}{
		"invited to a take-home": {facts{Candidate: invited, DeliveryMode: home}, false, "invited", -30, "begins",
			nil, at(30), theirs, candidacy.ActSee},
		"invited to pick a time": {facts{Candidate: invited, DeliveryMode: live}, false, "invited", -30, "picks a time",
			nil, at(30), theirs, candidacy.ActSee},
		"invited once more": {facts{Candidate: resent, DeliveryMode: live}, false, "invited", -5, "picks a time", nil,
			at(30), theirs, candidacy.ActSee},
		"invited, and the interview was canceled": {facts{Candidate: invited, DeliveryMode: live, CanceledAt: at(-2)},
			false, "interview canceled", -2, "picks another time", nil, at(30), theirs, candidacy.ActSee},
		"invited once more after it was canceled": {facts{Candidate: resent, DeliveryMode: live, CanceledAt: at(-9)},
			false, "invited", -5, "picks a time", nil, at(30), theirs, candidacy.ActSee},
		"invitation ran out": {facts{Candidate: ranOut, DeliveryMode: home}, false, "invitation ran out", -3,
			"send it again", nil, nil, team, candidacy.ActResend},
		"invitation ran out of a closed posting": {facts{Candidate: ranOut, DeliveryMode: home}, true,
			"invitation ran out", -3, "reopen the posting, or leave it", nil, nil, team, candidacy.ActSee},
		"ran out with the cancellation": {facts{Candidate: ranOut, DeliveryMode: live, CanceledAt: at(-1)}, false,
			"invitation ran out", -1, "send it again", nil, nil, team, candidacy.ActResend},
		"only advanced": {facts{Candidate: uninvited, DeliveryMode: home}, false, "nothing sent yet", -40, "invite them",
			nil, nil, team, candidacy.ActInvite},
		"only advanced, to a live one": {facts{Candidate: uninvited, DeliveryMode: live}, false, "nothing sent yet", -40,
			"invite them", nil, nil, team, candidacy.ActInvite},
		"only advanced, closed": {facts{Candidate: uninvited, DeliveryMode: home}, true, "nothing sent yet", -40,
			"reopen the posting, or leave it", nil, nil, team, candidacy.ActSee},
		"only advanced to a live one, closed": {facts{Candidate: uninvited, DeliveryMode: live}, true,
			"nothing sent yet", -40, "book an interview", nil, nil, team, candidacy.ActBook},
		"never invited, canceled": {facts{Candidate: uninvited, DeliveryMode: live, CanceledAt: at(-2)}, false,
			"interview canceled", -2, "book another time", nil, nil, team, candidacy.ActBook},
		"at work": {facts{Candidate: started, DeliveryMode: home}, false, "at work", -4, "hands it in", nil, nil, theirs,
			candidacy.ActSee},
		"to grade": {facts{Candidate: of(models.CandidateSubmitted), DeliveryMode: home, Submission: handedIn(0)}, false,
			"handed in", -8, "grade it", nil, nil, team, candidacy.ActGrade},
		"to decide": {facts{Candidate: of(models.CandidateSubmitted), DeliveryMode: home, Submission: handedIn(2)}, false,
			"graded", -7, "decide", nil, nil, team, candidacy.ActDecide},
		"booked": {facts{Candidate: invited, DeliveryMode: live, Interview: booked(5)}, false, "interview booked", -50,
			"the interview", at(5), nil, nobody, candidacy.ActSee},
		"handed in and booked": {facts{Candidate: of(models.CandidateSubmitted), DeliveryMode: live,
			Submission: handedIn(0), Interview: booked(5)}, false, "interview booked", -50, "the interview", at(5), nil,
			nobody, candidacy.ActSee},
		"under way": {facts{Candidate: invited, DeliveryMode: live, Interview: booked(0)}, false, "in the interview", 0,
			"the interview ends", nil, nil, nobody, candidacy.ActSee},
		"over": {facts{Candidate: ranOut, DeliveryMode: live, Interview: booked(-9)}, false, "interview took place", -8,
			"decide", nil, nil, team, candidacy.ActDecide},
		"without an end": {facts{Candidate: invited, DeliveryMode: live, Interview: endless}, false,
			"interview took place", -1, "decide", nil, nil, team, candidacy.ActDecide},
		"over, and handed in": {facts{Candidate: of(models.CandidateSubmitted), DeliveryMode: live,
			Submission: handedIn(1), Interview: booked(-9)}, false, "graded", -7, "decide", nil, nil, team,
			candidacy.ActDecide},
		"a link": {facts{Candidate: uninvited, DeliveryMode: live, Interview: link(2, 9)}, false, "link not used yet",
			-60, "opens the link", nil, at(2), theirs, candidacy.ActSee},
		"a link that ran out": {facts{Candidate: uninvited, DeliveryMode: live, Interview: link(-2, 9)}, false,
			"link ran out", -2, "issue a fresh link", nil, nil, team, candidacy.ActLink},
		"a session that expired": {facts{Candidate: uninvited, DeliveryMode: live, Interview: link(-9, -6)}, false,
			"link never used", -6, "book another time", nil, nil, team, candidacy.ActBook},
		"advanced": {facts{Candidate: advanced, GoesOn: true}, false, "advanced", -30, "say how they go on", nil, nil,
			team, candidacy.ActGoOn},
		"advanced to a plain step": {facts{Candidate: advanced, Plain: true}, false, "advanced", -30,
			"do the next step, outside of Litmus", nil, nil, team, candidacy.ActSee},
		"past the last step": {facts{Candidate: advanced}, false, "advanced", -30, "", nil, nil, nobody, candidacy.ActSee},
		"rejected": {facts{Candidate: of(models.CandidateRejected), Interview: booked(-9)}, false, "rejected", -30, "",
			nil, nil, nobody, candidacy.ActSee},
		"withdrawn": {facts{Candidate: of(models.CandidateWithdrawn)}, false, "withdrawn", -30, "", nil, nil, nobody,
			candidacy.ActSee},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := c.facts
			f.PostingOpen = !c.closed
			p := f.At(now)
			verify.Each(t, "they stand at", verify.Fields{"Where": {p.Where, c.where}, "Since": {p.Since, at(c.since)},
				"Next": {p.Next, c.next}, "Turn": {p.Turn, c.turn}, "Act": {p.Act, c.act},
				"same(p.Begins, c.begins)": {same(p.Begins, c.begins), true},
				"same(p.Ends, c.ends)":     {same(p.Ends, c.ends), true}})
			posting := models.Posting{Status: map[bool]string{true: models.StatusOpen,
				false: models.StatusClosed}[!c.closed]}
			accepted := true
			switch p.Act {
			case candidacy.ActInvite:
				accepted = f.Candidate.Invitable(posting, f.Interview != nil, now)
			case candidacy.ActBook:
				accepted = f.Candidate.Bookable(f.DeliveryMode, f.Interview != nil, now)
			case candidacy.ActResend:
				_, _, err := candidacy.DecideResend(candidacy.ResendFacts{Posting: posting,
					Invitation: candidacy.Invitation{
						Candidate: f.Candidate, DeliveryMode: f.DeliveryMode}}, f.Candidate.Resends,
					models.DefaultPolicy, now)
				accepted = err == nil
			case candidacy.ActDecide:
				decisions, wait := candidacy.Decidable(candidacy.DecisionFacts{Candidate: f.Candidate,
					DeliveryMode: f.DeliveryMode, Submission: f.Submission, HandedIn: f.Submission != nil,
					Interview: f.Interview}, now)
				accepted = wait == nil && len(decisions) > 0
			}
			if !accepted {
				t.Errorf("the rule of %s refuses it", p.Act)
			}
		})
	}
}

// same reports whether both are the same instant, or none.
func same(x, y *time.Time) bool {
	return x == nil && y == nil || x != nil && y != nil && x.Equal(*y)
}

// TestPositionsByWhatWaits: the team's turn comes first and whoever has waited longest for it, then the candidate's,
// and what waits for a time by that time (D17).
func TestPositionsByWhatWaits(t *testing.T) {
	t.Parallel()
	at := func(hour int) time.Time { return time.Date(2031, 3, 3, hour, 0, 0, 0, time.UTC) }
	list := []candidacy.Position{{Where: "soon", Since: at(9), Begins: new(at(14))},
		{Where: "later", Since: at(3), Begins: new(at(16))}, {Where: "theirs", Since: at(1), Turn: candidacy.TurnCandidate},
		{Where: "new", Since: at(8), Turn: candidacy.TurnTeam}, {Where: "old", Since: at(2), Turn: candidacy.TurnTeam}}
	slices.SortFunc(list, candidacy.Position.Compare)
	var got []string
	for _, p := range list {
		got = append(got, p.Where)
	}
	if want := []string{"old", "new", "theirs", "soon", "later"}; !slices.Equal(got, want) {
		t.Errorf("the order is %q, want %q", got, want)
	}
}
