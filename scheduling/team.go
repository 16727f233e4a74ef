package scheduling

import (
	"context"

	"litmus/models"
)

// AskForSignIn has a letter with a link to sign in sent to an address, if it is a member's: see
// [store.Store.AskForSignIn].
func (s *Service) AskForSignIn(ctx context.Context, email string, known bool) error {
	wake, asked, err := s.store.AskForSignIn(ctx, email, known)
	if err == nil && asked {
		s.wakeSignIn(wake)
	}
	return err
}

// AddMember adds a member: see [store.Store.AddMember]. told reports whether a letter says how they sign in.
func (s *Service) AddMember(ctx context.Context, by By, m models.Member) (told bool, err error) {
	wake, err := s.store.AddMember(by.on(ctx), m)
	if err == nil {
		s.wakeSignIn(wake)
	}
	return wake.ID != "", err
}
