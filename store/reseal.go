package store

import "context"

// Reseal seals anew whatever is still sealed under LITMUS_SECRET_OLD, and returns how many values there were. Workers
// call it when they start; it may be called again after it failed.
func (s *Store) Reseal(ctx context.Context) (n int, err error) {
	if len(s.Secret().Each()) == 1 {
		return 0, nil
	}
	n, err = s.Availability.Reseal(ctx)
	if err != nil {
		return n, err
	}
	keys, err := s.Erasures.Reseal(ctx)
	return n + keys, err
}

// SealedBefore counts what is not sealed under the present secret, and would be lost with the one before it.
func (s *Store) SealedBefore(ctx context.Context) (n int, err error) {
	n, err = s.Availability.SealedBefore(ctx)
	if err != nil {
		return n, err
	}
	keys, err := s.Erasures.SealedBefore(ctx)
	return n + keys, err
}
