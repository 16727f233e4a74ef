package scheduling

import (
	"context"

	"litmus/models"
)

// AskForSignIn has a letter with a link to sign in sent to an address, if it is a member's: see
// [team.Store.AskForSignIn].
func (s Team) AskForSignIn(ctx context.Context, email string, known bool) error {
	wake, asked, err := s.store.Team.AskForSignIn(ctx, email, known)
	if err == nil && asked {
		s.wakeSignIn(ctx, wake)
	}
	return err
}

// AddMember adds a member: see [team.Store.AddMember]. told reports whether a letter says how they sign in.
func (s Team) AddMember(ctx context.Context, by By, m models.Member) (bool, error) {
	wake, err := s.store.Team.AddMember(ctx, by.By, m)
	if err == nil {
		s.wakeSignIn(ctx, wake)
	}
	return wake.ID != "", err
}

// SetPicture changes or removes the picture of the member who acts: see [team.Store.SetPicture].
func (s Team) SetPicture(ctx context.Context, by By, content []byte) error {
	return s.store.Team.SetPicture(ctx, by.By, by.Org.ID, by.Actor.ID, content)
}

// ChangeMember changes the name and the role of a member: see [team.Store.ChangeMember].
func (s Team) ChangeMember(ctx context.Context, by By, m models.Member, seen models.MemberRole) error {
	return s.store.Team.ChangeMember(ctx, by.By, m, seen)
}
