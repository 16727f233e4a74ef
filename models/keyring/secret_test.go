package keyring_test

import (
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/desk"
	"litmus/models/keyring"
)

// What was given out before one function made all MACs is worth what it was: links, cursors of both kinds, and plans.
func TestSignedBefore(t *testing.T) {
	t.Parallel()
	s, from := keyring.Secret(desk.Secret), desk.Mon(0, 0)
	if id, epoch, ok := s.ReadLink(keyring.LinkSession, "B29yZ18xL2ludF8xOFKS4DF9PEf7TO1ZTvwIx7lgti0"); !ok ||
		id != "org_1/int_1" || epoch != 7 {
		t.Errorf("a link leads to %s, %d, %t", id, epoch, ok)
	}
	filter := models.InterviewFilter{PostingID: "post_1", CandidateEmail: "cleo@candidate.example", From: &from,
		ExcludeCanceled: true}
	if p, err := s.ReadInterviewsCursor("org_1", filter, "AAABwW_SxYBpbnRfMUzpl8bFSv9QIIZBE5EtQBc"); err != nil ||
		p != (models.Position{At: desk.Mon(15, 0), ID: "int_1"}) {
		t.Errorf("a cursor of interviews leads to %+v, %v", p, err)
	}
	place, err := s.ReadCursor(keyring.NamedList("org_1", "candidates", "post_1", "invited"),
		"MC4xOTMwMDAwMDAwMDAwLmNhbmRfMfnuI9D7r0XuqLDTNQRpz_M")
	if err != nil || place != "0.1930000000000.cand_1" {
		t.Errorf("a tool's cursor leads to %s, %v", place, err)
	}
	terms := act.PlanTerms{OrgID: "org_1", KeyID: "key_1", Tool: "book_interview", Arguments: []byte(`{"id":"int_1"}`)}
	plan, err := act.ReadPlan(s, terms, "plan_AAAAAHMOIpgAAAAAAAAAAAAAAAABmfxGk4gPBTnSEDvWBFaInheIPbtInGAXvkXGP9I")
	if err != nil || !plan.ExpiresAt.Equal(time.Date(2031, 3, 3, 12, 10, 0, 0, time.UTC)) {
		t.Fatalf("a plan is %+v, %v", plan, err)
	}
	if err := plan.Check(s, []act.Fact{{About: act.FactInterview, Version: "none"}, {About: act.FactOutcome, Version: "x"}}); err != nil {
		t.Errorf("a plan: %v", err)
	}
}

func TestPseudonym(t *testing.T) {
	t.Parallel()
	s := keyring.Secret(desk.Secret)
	a := s.Pseudonym("int_1", desk.Ann)
	if a != s.Pseudonym("int_1", desk.Ann) || a == s.Pseudonym("int_1", desk.Bob) || a == s.Pseudonym("int_2", desk.Ann) ||
		a == keyring.Secret("x").Pseudonym("int_1", desk.Ann) {
		t.Errorf("%s is not one name per scope, value and secret", a)
	}
	if s.Pseudonym("a", "bc") == s.Pseudonym("ab", "c") {
		t.Error("scope and value run together")
	}
	if strings.Contains(a, "ann") || len(a) != 10 {
		t.Errorf("got %s", a)
	}
}
