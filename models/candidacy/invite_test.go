package candidacy

import (
	"strings"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/desk"
)

const fortnight = 14 * 24 * time.Hour

// invite is an order for the first assessment of the posting.
func invite() InviteOrder {
	return InviteOrder{PostingID: "post_1", CandidateEmail: desk.Cleo, CandidateName: "Cleo"}
}

// inviting describes an open posting with a take-home, a live interview of a second track and an unstaged trial.
func inviting() InviteFacts {
	return InviteFacts{
		Organization: models.Organization{ID: "org_1"},
		Posting:      &models.Posting{OrgID: "org_1", ID: "post_1", Kind: models.KindRole, Status: models.StatusOpen},
		DefaultTrack: "trk_1",
		Attached: []Attached{
			{AssessmentID: "asm_1", DeliveryMode: models.DeliveryAsync, TrackID: "trk_1", Ready: true},
			{AssessmentID: "asm_2", DeliveryMode: models.DeliverySync, TrackID: "trk_2", Ready: true},
			{AssessmentID: "asm_3", DeliveryMode: models.DeliveryTrial, Ready: true},
		},
	}
}

func decideInvite(t *testing.T, o InviteOrder, f InviteFacts) Invited {
	t.Helper()
	i, err := DecideInvite(o, f, models.DefaultPolicy, models.IDs{Candidate: "cand_new"}, desk.Thu)
	if err != nil {
		t.Fatalf("refused: %v", err)
	}
	return i
}

func TestInviteRequestValidate(t *testing.T) { // §4, Invites
	t.Parallel()
	valid := func() InviteRequest {
		return InviteRequest{PostingID: "post_1", AssessmentID: "asm_1", CandidateEmail: " Cleo@Candidate.example",
			CandidateName: " Cl\u0000eo\n"}
	}
	none := func(*InviteOrder) {}
	for name, c := range map[string]struct {
		change func(*InviteRequest)
		want   func(*InviteOrder) // what differs from the order of a valid request
	}{
		"normalizes what it takes": {func(*InviteRequest) {}, none},
		"takes a name of 300 characters": {func(r *InviteRequest) { r.CandidateName = strings.Repeat("é", 300) },
			func(o *InviteOrder) { o.CandidateName = strings.Repeat("é", 300) }},
		"posting_id wins over role_id": {func(r *InviteRequest) { r.RoleID = "post_2" }, none},
		"role_id stands in for it": {func(r *InviteRequest) { r.PostingID, r.RoleID = "", "post_2" },
			func(o *InviteOrder) { o.PostingID, o.ByRole = "post_2", true }},
		"assessment_id is optional": {func(r *InviteRequest) { r.AssessmentID = "" },
			func(o *InviteOrder) { o.AssessmentID = "" }},
	} {
		r := valid()
		want := InviteOrder{PostingID: "post_1", AssessmentID: "asm_1", CandidateEmail: desk.Cleo, CandidateName: "Cleo"}
		c.change(&r)
		c.want(&want)
		if got, err := r.Validate(); err != nil || got != want {
			t.Errorf("%s: got %+v, %v\nwant %+v", name, got, err, want)
		}
	}
	for name, c := range map[string]struct {
		spoil func(*InviteRequest)
		field string
	}{
		"neither posting_id nor role_id": {func(r *InviteRequest) { r.PostingID = "" }, "posting_id is required"},
		"no candidate_email":             {func(r *InviteRequest) { r.CandidateEmail = "" }, "candidate_email is required"},
		"no bare address": {
			func(r *InviteRequest) { r.CandidateEmail = "Cleo <cleo@candidate.example>" }, "candidate_email"},
		"no candidate_name": {func(r *InviteRequest) { r.CandidateName = "" }, "candidate_name is required"},
		"a name of nothing visible": {func(r *InviteRequest) { r.CandidateName = " \r\n\u0007" },
			"candidate_name is required"},
		"a name of 301 characters": {func(r *InviteRequest) {
			r.CandidateName = strings.Repeat("é", 301)
		}, "candidate_name has 301"},
	} {
		r := valid()
		c.spoil(&r)
		desk.WantRefusal(t, name, models.Invalid, c.field)(r.Validate())
	}
}

// TestDecideInviteOrder makes an invite wrong in every way at once and mends one after the other: each time the refusal
// is the first of those that are left, and its text is the machine string and nothing else (§7).
func TestDecideInviteOrder(t *testing.T) {
	t.Parallel()
	o, f := invite(), inviting()
	o.ByRole, o.AssessmentID = true, "asm_9"
	f.Posting, f.Attached[0].Ready, f.Attached[0].SelfSelect = nil, false, true
	f.Candidate = &models.Candidate{ID: "cand_1", AssessmentID: "asm_1", TrackID: "trk_9", Email: desk.Cleo, Name: "Cleo",
		State: models.CandidateSubmitted, InvitedAt: desk.Ptr(desk.Thu)}
	whole := f.Attached
	for _, step := range []struct {
		kind models.Kind
		text string
		mend func()
	}{
		{models.NotFound, "posting_id not found", func() {
			f.Posting = &models.Posting{ID: "post_1", Kind: models.KindCohort, Status: models.StatusClosed}
		}},
		{models.Invalid, "ROLE_ID_TYPE_MISMATCH", func() { o.ByRole = false }},
		{models.Invalid, "POSTING_CLOSED", func() { f.Posting.Status = models.StatusOpen }},
		{models.NotFound, "assessment_id not found", func() { f.Attached = nil }},
		{models.NotFound, "assessment_id not found", func() { o.AssessmentID = "" }},
		{models.Invalid, "NO_ASSESSMENT", func() { f.Attached = whole }},
		{models.Invalid, "ASSESSMENT_NOT_READY", func() { f.Attached[0].Ready = true }},
		{models.Invalid, "SELF_SELECT_UNSUPPORTED", func() { f.Attached[0].SelfSelect = false }},
		{models.Conflict, "ALREADY_INVITED", func() { f.Candidate.State = models.CandidateInvited }},
	} {
		_, err := DecideInvite(o, f, models.DefaultPolicy, models.IDs{Candidate: "cand_new"}, desk.Thu)
		if models.KindOf(err) != step.kind || err.Error() != step.text {
			t.Fatalf("got %v (kind %d), want %q of kind %d", err, models.KindOf(err), step.text, step.kind)
		}
		step.mend()
	}
	// A record keeps its own track: invites never compare tracks.
	if i := decideInvite(t, o, f); !i.Reused || i.NewCandidate || i.Candidate != *f.Candidate {
		t.Errorf("got %+v, want the record as it was", i)
	}
	o.CandidateLanguage = "de" // fills what is not known, and replaces nothing
	for known, want := range map[string]string{"": "de", "en": "en"} {
		f.Candidate.Language = known
		if i := decideInvite(t, o, f); !i.Reused || i.Candidate.Language != want || i.ReadsFilled != (known == "") {
			t.Errorf("a repeat of one who reads %q: got %+v", known, i)
		}
	}
}

func TestInviteAssessment(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		named string
		spoil func(*InviteFacts)
		want  string // the assessment, or the refusal
		kind  models.Kind
	}{
		"the first": {want: "asm_1"}, "a named one": {named: "asm_2", want: "asm_2"},
		"an unstaged one": {named: "asm_3", want: "asm_3"},
		"a named one beside a first that is not ready": {"asm_2",
			func(f *InviteFacts) { f.Attached[0].Ready = false }, "asm_2", 0},
		"a first that is not ready, though others are": {"",
			func(f *InviteFacts) { f.Attached[0].Ready = false }, "ASSESSMENT_NOT_READY", models.Invalid},
		"a named member of one": {"asm_2",
			func(f *InviteFacts) { f.Attached[1].SelfSelect = true }, "SELF_SELECT_UNSUPPORTED", models.Invalid},
		"a named one that is attached to another posting, or none": {"asm_9", func(*InviteFacts) {},
			"assessment_id not found", models.NotFound},
	} {
		o, f := invite(), inviting()
		o.AssessmentID = c.named
		if c.spoil != nil {
			c.spoil(&f)
		}
		a, err := f.Assessment(o)
		got := a.AssessmentID
		if err != nil {
			got = err.Error()
		}
		if got != c.want || models.KindOf(err) != c.kind {
			t.Errorf("%s: got %q (kind %d), want %q (kind %d)", name, got, models.KindOf(err), c.want, c.kind)
		}
	}
}

func TestDecideInvite(t *testing.T) {
	t.Parallel()
	t.Run("makes the record", func(t *testing.T) {
		o := invite()
		o.Note = "We liked your talk."
		// now has fractions of a millisecond and an offset
		i, err := DecideInvite(o, inviting(), models.DefaultPolicy, models.IDs{Candidate: "cand_new"},
			desk.Thu.Add(999*time.Microsecond).In(time.FixedZone("", 3600)))
		if err != nil {
			t.Fatal(err)
		}
		c := i.Candidate
		verify.Each(t, "the interview", verify.Fields{"NewCandidate": {i.NewCandidate, true},
			"Reused": {i.Reused, false}, "DeliveryMode": {i.DeliveryMode, models.DeliveryAsync},
			"InvitedAt": {c.InvitedAt, desk.Thu}, "InviteExpiresAt": {c.InviteExpiresAt, desk.Thu.Add(fortnight)}})
		c.InvitedAt, c.InviteExpiresAt = nil, nil
		if want := (models.Candidate{OrgID: "org_1", ID: "cand_new", PostingID: "post_1", AssessmentID: "asm_1",
			TrackID: "trk_1", Email: desk.Cleo, Name: "Cleo", State: models.CandidateInvited,
			InviteNote: o.Note, CreatedAt: desk.Thu, UpdatedAt: desk.Thu, Revision: 1}); c != want {
			t.Errorf("got %+v\nwant %+v", c, want)
		}
	})
	t.Run("puts it in the first track with the assessment, else in the default one", func(t *testing.T) {
		for assessment, want := range map[string]string{"asm_1": "trk_1", "asm_2": "trk_2", "asm_3": "trk_1"} {
			o := invite()
			o.AssessmentID = assessment
			if i := decideInvite(t, o, inviting()); i.Candidate.TrackID != want ||
				i.Candidate.AssessmentID != assessment {
				t.Errorf("%s: got %+v, want track %s", assessment, i.Candidate, want)
			}
		}
	})
	t.Run("needs a track to put it in", func(t *testing.T) {
		f := inviting()
		f.DefaultTrack, f.Attached = "", f.Attached[2:]
		desk.WantRefusal(t, "no track", models.Invalid, "track")(DecideInvite(invite(), f, models.DefaultPolicy, models.IDs{}, desk.Thu))
	})
	t.Run("a cohort's posting_id is right, and so is a role's role_id", func(t *testing.T) {
		o, f := invite(), inviting()
		f.Posting.Kind = models.KindCohort
		decideInvite(t, o, f)
		o, f = invite(), inviting()
		o.ByRole = true
		decideInvite(t, o, f)
	})
	t.Run("invites a candidate who was booked before, under the same id", func(t *testing.T) {
		f := inviting()
		f.Candidate = desk.Known()
		f.Candidate.AssessmentID, f.Candidate.TrackID, f.Candidate.CreatedAt, f.Interviewed = "asm_1", "trk_9",
			desk.Thu.Add(-time.Hour), true
		i := decideInvite(t, invite(), f)
		c := i.Candidate
		verify.Each(t, "the candidate", verify.Fields{"NewCandidate": {i.NewCandidate, false},
			"Reused": {i.Reused, false}, "ID": {c.ID, "cand_1"}, "TrackID": {c.TrackID, "trk_9"},
			"State": {c.State, models.CandidateInvited}, "c.InvitedAt": {c.InvitedAt, desk.Thu},
			"InviteExpiresAt": {c.InviteExpiresAt, desk.Thu.Add(fortnight)}, "Revision": {c.Revision, 1},
			"UpdatedAt": {c.UpdatedAt, desk.Thu}, "CreatedAt": {c.CreatedAt, desk.Thu.Add(-time.Hour)},
			"f.Candidate.InvitedAt": {f.Candidate.InvitedAt, nil}})
	})
	t.Run("the name fills an empty one and never overwrites", func(t *testing.T) {
		for had, want := range map[string]string{"": "Cleo", "Cleopatra": "Cleopatra"} {
			f := inviting()
			f.Candidate = desk.Known()
			f.Candidate.Name = had
			if got := decideInvite(t, invite(), f); got.Candidate.Name != want || got.NameFilled != (had == "") {
				t.Errorf("%q became %q, filled %v; want %q", had, got.Candidate.Name, got.NameFilled, want)
			}
		}
	})
	for _, c := range []struct {
		days int
		ttl  time.Duration
		want time.Duration
	}{{0, 2 * time.Second, 2 * time.Second}, {3, 2 * time.Second, 72 * time.Hour}, {0, fortnight, fortnight}} {
		f := inviting()
		f.Organization.InviteDays = c.days
		i, err := DecideInvite(invite(), f, models.Policy{InviteTTL: c.ttl}, models.IDs{}, desk.Thu)
		if err != nil || *i.Candidate.InviteExpiresAt != desk.Thu.Add(c.want) {
			t.Errorf("lives as long as the organization says, else the variable: %d days, variable %s: until %v (%v), want %s",
				c.days, c.ttl, i.Candidate.InviteExpiresAt, err, c.want)
		}
	}
	invited := func(state string) InviteFacts {
		f := inviting()
		f.Candidate = &models.Candidate{OrgID: "org_1", ID: "cand_1", PostingID: "post_1", AssessmentID: "asm_1", Email: desk.Cleo,
			State: state, InvitedAt: desk.Ptr(desk.Thu.Add(-time.Hour)),
			InviteExpiresAt: desk.Ptr(desk.Thu.Add(time.Hour)), Revision: 3}
		return f
	}
	t.Run("a repeat writes nothing (§4)", func(t *testing.T) {
		for _, state := range []string{models.CandidateInvited, models.CandidateInProgress} {
			f := invited(state)
			if i := decideInvite(t, invite(), f); !i.Reused || i.NewCandidate || i.Candidate != *f.Candidate {
				t.Errorf("%s: got %+v", state, i)
			}
		}
	})
	t.Run("a record that is not active cannot be used again (§7)", func(t *testing.T) {
		for _, state := range []string{models.CandidateSubmitted, models.CandidateAdvanced, models.CandidateRejected,
			models.CandidateExpired,
			models.CandidateWithdrawn} {
			f := invited(state)
			desk.WantRefusal(t, state, models.Conflict, "ALREADY_INVITED")(DecideInvite(invite(), f, models.DefaultPolicy, models.IDs{}, desk.Thu))
			f.Candidate.InvitedAt, f.Candidate.InviteExpiresAt = nil, nil // also when nobody invited them
			desk.WantRefusal(t, state+", never invited", models.Conflict, "")(DecideInvite(invite(), f, models.DefaultPolicy, models.IDs{}, desk.Thu))
		}
	})
	for _, c := range []struct {
		state       string
		interviewed bool
		at          time.Duration // after the expiry
		refused     bool
	}{
		{models.CandidateInvited, false, -time.Millisecond, false}, {models.CandidateInvited, false, 0, true},
		{models.CandidateInvited, false, fortnight, true},
	} {
		f := invited(c.state)
		f.Interviewed = c.interviewed
		if _, err := DecideInvite(invite(), f, models.DefaultPolicy, models.IDs{},
			f.Candidate.InviteExpiresAt.Add(c.at)); (models.KindOf(err) == models.Conflict) != c.refused {
			t.Errorf("an invitation that ran out cannot be used again: %+v: got %v", c, err)
		}
	}
}
