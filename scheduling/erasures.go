package scheduling

import (
	"context"

	"litmus/models/erasure"
)

// Erase asks to forget a candidate: see [erasures.Store.Ask]. Workers carry it out; the relay wakes the workflows that
// take away what is outside.
func (s Erasures) Erase(ctx context.Context, by By, email string) (erasure.Erasure, error) {
	return s.store.Erasures.Ask(ctx, by.By, by.Org.ID, email)
}

// Erase is what [Erasures.Erase] would do.
func (p Previews) Erase(ctx context.Context, by By, email string) (erasure.Preview, error) {
	return p.store.Erasures.Preview(ctx, by.Org.ID, email)
}
