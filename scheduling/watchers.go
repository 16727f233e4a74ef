package scheduling

import (
	"context"

	"litmus/models"
	"litmus/models/news"
)

// Watchers are the acts by which members say what they are told of, and how (D27). Each is about the member who acts.
type Watchers struct{ *shared }

// Follow has the member told of a posting: see [watchers.Store.Follow].
func (s Watchers) Follow(ctx context.Context, by By, postingID string) error {
	return s.store.Watchers.Follow(ctx, by.Org.ID, postingID, by.Actor.ID)
}

// Unfollow undoes it: see [watchers.Store.Unfollow].
func (s Watchers) Unfollow(ctx context.Context, by By, postingID string) error {
	return s.store.Watchers.Unfollow(ctx, by.Org.ID, postingID, by.Actor.ID)
}

// SetNews saves how the member is told: see [watchers.Store.SetNews].
func (s Watchers) SetNews(ctx context.Context, by By, to news.Settings) error {
	return s.store.Watchers.SetNews(ctx, by.Org.ID, by.Actor.ID, to)
}

// MarkSeen says up to which change the member has seen what is new: see [watchers.Store.MarkSeen].
func (s Watchers) MarkSeen(ctx context.Context, by By, upTo *models.Position) error {
	return s.store.Watchers.MarkSeen(ctx, by.Org.ID, by.Actor.ID, upTo)
}
