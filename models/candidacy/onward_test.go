package candidacy

import (
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/desk"
)

func TestAheadOf(t *testing.T) { // D19
	t.Parallel()
	steps, assessments := desk.OnwardSteps()
	for _, c := range []struct{ from, plain, step, assessment, why string }{
		{from: "takehome", step: "rnd_design", assessment: "design"}, // past the second step of the same assessment
		{from: "design", plain: "Team", step: "rnd_quiz", assessment: "go rust"},
		{from: "rust", step: "rnd_own", why: "Own choice, candidates choose"},
		{from: "b", step: "rnd_unsaved", why: "cannot be booked"},
		{from: "unsaved", plain: "Talk", why: "nothing to send"},
		{from: "elsewhere", why: "in no step of the candidate's track"},
	} {
		a := AheadOf(models.Candidate{ID: "cand_1", AssessmentID: c.from}, steps, assessments, nil)
		var plain []string
		for _, r := range a.Plain {
			plain = append(plain, r.Title)
		}
		step := ""
		if a.Step != nil {
			step = a.Step.ID
		}
		verify.Each(t, "after "+c.from, verify.Fields{
			"plain": {strings.Join(plain, " "), c.plain}, "step": {step, c.step},
			"refused": {a.Refusal != nil, c.why != ""},
			"assessment": {a.Assessment.ID == c.assessment ||
				slices.Contains(strings.Fields(c.assessment), a.Assessment.ID), true}})
		if a.Refusal != nil {
			verify.Each(t, "after "+c.from, verify.Fields{"Refusal": {a.Refusal, verify.Says{c.why}},
				"KindOf": {models.KindOf(a.Refusal), models.Conflict}})
		}
	}
	if a := AheadOf(models.Candidate{AssessmentID: "takehome"}, steps[:2], assessments, nil); a.Refusal == nil ||
		!strings.Contains(a.Refusal.Error(), "last step") {
		t.Errorf("after the last step comes %+v (%v)", a, a.Refusal)
	}
	// Candidates are spread over a random group; each of them always goes on to the same, or to what they have.
	met := map[string]bool{}
	for n := range 40 {
		c := models.Candidate{ID: "cand_" + strings.Repeat("x", n), AssessmentID: "design"}
		a := AheadOf(c, steps, assessments, nil)
		met[a.Assessment.ID] = true
		if again := AheadOf(c, steps, assessments, nil); again.Assessment != a.Assessment {
			t.Errorf("%s goes on to %s, and then to %s", c.ID, a.Assessment.ID, again.Assessment.ID)
		}
		if a := AheadOf(c, steps, assessments, []models.Candidate{{AssessmentID: "old"}}); a.Assessment.ID != "old" {
			t.Errorf("with a record for one of the group, somebody goes on to %s", a.Assessment.ID)
		}
	}
	if len(met) != 2 || !met["go"] || !met["rust"] {
		t.Errorf("of the group %v are given", met)
	}
	none := map[string]models.Assessment{"live": assessments["live"], "old": assessments["old"]}
	if a := AheadOf(models.Candidate{AssessmentID: "design"}, steps, none, nil); a.Refusal == nil ||
		!strings.Contains(a.Refusal.Error(), "has to be ready") {
		t.Errorf("of a group of which nothing is ready %+v (%v) is given", a.Assessment, a.Refusal)
	}
}

func TestDecideOnward(t *testing.T) { // D19
	t.Parallel()
	now := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	past := now.Add(-time.Hour)
	from := models.Candidate{OrgID: "org_1", ID: "cand_1", PostingID: "post_1", AssessmentID: "takehome", TrackID: "trk_2",
		Email: "cleo@candidate.example", Name: "Cleo", State: models.CandidateAdvanced}
	facts := func(found *models.Candidate) OnwardFacts {
		posting := models.Posting{OrgID: "org_1", ID: "post_1", Status: models.StatusOpen}
		return OnwardFacts{Posting: posting,
			Ahead: Ahead{Step: &models.Round{Title: "System design"}, Assessment: models.Assessment{ID: "design", Title: "Design",
				DeliveryMode: models.DeliverySync}},
			Invite: InviteFacts{Organization: models.Organization{ID: "org_1"}, Posting: &posting,
				DefaultTrack: "trk_1",
				Candidate:    found, Attached: []Attached{{AssessmentID: "design", TrackID: "trk_1", Ready: true,
					DeliveryMode: models.DeliverySync}}}}
	}
	record := func(change func(*models.Candidate)) *models.Candidate {
		c := models.Candidate{OrgID: "org_1", ID: "cand_2", AssessmentID: "design", TrackID: "trk_2", Name: "Cleo",
			State: models.CandidateInvited}
		change(&c)
		return &c
	}
	archived := facts(nil)
	archived.Posting.Status, archived.Posting.ArchivedAt = models.StatusClosed, &past
	closed := facts(record(func(*models.Candidate) {}))
	closed.Posting.Status = models.StatusClosed
	last := facts(nil)
	last.Ahead = Ahead{Refusal: models.Conflictf("This is the last step of the track.")}
	nameless := from
	nameless.Name = ""
	pending := from
	pending.State = models.CandidateSubmitted
	for _, c := range []struct {
		about  string
		order  OnwardOrder
		from   models.Candidate
		facts  OnwardFacts
		says   string // of a refusal
		state  string
		id     string
		new    bool
		letter bool
		same   bool // nothing changes
	}{
		{about: "the record alone", facts: facts(nil), state: models.CandidateInvited, id: "cand_new", new: true},
		{about: "an invitation", order: OnwardOrder{Invite: true, AssessmentID: "design"}, facts: facts(nil),
			state: models.CandidateInvited, id: "cand_new", new: true, letter: true},
		{about: "somebody who was booked is invited", order: OnwardOrder{Invite: true},
			facts: facts(record(func(*models.Candidate) {})), state: models.CandidateInvited, id: "cand_2",
			letter: true},
		{about: "sent twice", facts: facts(record(func(*models.Candidate) {})), state: models.CandidateInvited, id: "cand_2",
			same: true},
		{about: "an invitation sent twice", order: OnwardOrder{Invite: true},
			facts: facts(record(func(c *models.Candidate) { c.InvitedAt = &past })), state: models.CandidateInvited,
			id:   "cand_2",
			same: true},
		{about: "withdrawn before anything was sent",
			facts: facts(record(func(c *models.Candidate) {
				c.State, c.AdvancedFrom = models.CandidateWithdrawn,
					"cand_1"
			})),
			state: models.CandidateInvited, id: "cand_2"},
		{about: "withdrawn after an invitation", facts: facts(record(func(c *models.Candidate) {
			c.State, c.AdvancedFrom, c.InvitedAt = models.CandidateWithdrawn, "cand_1", &past
		})), says: "already, which is withdrawn"},
		{about: "run out", facts: facts(record(func(c *models.Candidate) { c.InvitedAt, c.InviteExpiresAt = &past, &past })),
			says: "already, which is expired"},
		{about: "rejected there", facts: facts(record(func(c *models.Candidate) { c.State = models.CandidateRejected })),
			says: "already, which is rejected"},
		{about: "archived", facts: archived, says: "The posting is archived"},
		{about: "closed, with a record", facts: closed, state: models.CandidateInvited, id: "cand_2", same: true},
		{about: "closed, an invitation", order: OnwardOrder{Invite: true}, facts: closed, says: "The posting is closed"},
		{about: "the last step", facts: last, says: "last step"},
		{about: "another step meanwhile", order: OnwardOrder{AssessmentID: "pairing"}, facts: facts(nil),
			says: "became Design meanwhile"},
		{about: "no name", order: OnwardOrder{Invite: true}, from: nameless, facts: facts(nil), says: "Enter the"},
		{about: "a name", order: OnwardOrder{Invite: true, Name: "Cleo"}, from: nameless, facts: facts(nil),
			state: models.CandidateInvited, id: "cand_new", new: true, letter: true},
		{about: "not advanced", from: pending, facts: facts(nil), says: "Only a candidate who is advanced"},
	} {
		if c.from.ID == "" {
			c.from = from
		}
		w, err := DecideOnward(c.order, Decided{Candidate: c.from}, c.facts, models.DefaultPolicy,
			models.IDs{Candidate: "cand_new"}, now)
		if c.says != "" {
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s: got %+v (%v), want %q", c.about, w, err, c.says)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.about, err)
			continue
		}
		next := w.Candidate
		verify.Each(t, c.about, verify.Fields{"State": {next.State, c.state}, "ID": {next.ID, c.id},
			"NewCandidate": {w.NewCandidate, c.new}, "Invitation": {w.Invitation, c.letter},
			"Changed": {w.Changed, verify.Not{c.same}}, "TrackID": {next.TrackID, "trk_2"},
			"letter": {c.letter, next.Revision == 1}, "Name": {next.Name, "Cleo"},
			"AdvancedFrom": {c.same || next.AdvancedFrom == "cand_1", true}})
	}
}

// A record that was made by advancing somebody can be withdrawn without an invitation; one of a booking cannot.
func TestWithdrawUnsent(t *testing.T) {
	t.Parallel()
	now := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	c := models.Candidate{State: models.CandidateInvited, AdvancedFrom: "cand_1"}
	if got, changed, err := DecideRevoke(Invitation{Candidate: c}, nil, now); err != nil || !changed ||
		got.State != models.CandidateWithdrawn || got.Revision != 0 {
		t.Errorf("the record is %+v (%v)", got, err)
	}
	c.AdvancedFrom = ""
	desk.WantRefusal(t, "a record that was made by a booking", models.Conflict, "")(
		DecideRevoke(Invitation{Candidate: c}, nil, now))
}
