package store

import (
	"context"

	"gorm.io/gorm"

	"litmus/models"
)

// tellMember has a letter sent to an address that becomes a member's in the transaction (decision 168), and returns the
// row whose workflow sends it. It has none sent, and returns a row without an id, while the organization is not
// approved or if the address had as many letters in the last hour as it may have (D6). The letter counts as one to a
// stranger; beyond that limit nobody can be added, with a [models.Throttled] error.
func (s *Store) tellMember(ctx context.Context, tx *gorm.DB, orgID, email string) (wake PendingWake, err error) {
	org, err := readOrganization(tx, "id", orgID)
	if err != nil || !org.Approved {
		return wake, err
	}
	row, err := s.lockSignIn(tx, orgID, email)
	if err != nil {
		return wake, err
	}
	now := s.Now()
	counting, mayAsk := models.AskedSince(row.Asked, now)
	if !mayAsk {
		return wake, nil
	}
	by := ""
	if who := ActorOf(ctx); who.Kind == models.ActorMember {
		by = who.ID
	}
	row = row.Added(now, by, append(counting, now))
	if err := writeSignIn(tx, row); err != nil {
		return wake, err
	}
	return PendingWake{EntitySignIn, orgID, row.ID, row.Revision}, s.countStrangerLetter(tx, orgID, s.NowOf(orgID))
}

// readAdder reads who added the member of the row. Whoever has left the team since is known by their address alone.
func readAdder(db *gorm.DB, a *SignInAccount) error {
	if a.AddedBy == "" {
		return nil
	}
	a.Adder = models.Member{OrgID: a.OrgID, Email: a.AddedBy}
	members, err := readMembers(db, a.OrgID, " and email = ?", a.AddedBy)
	if err == nil && len(members) > 0 {
		a.Adder = members[0]
	}
	return err
}
