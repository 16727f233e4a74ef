package scheduling

import (
	"context"

	"litmus/models"
	"litmus/models/pipeline"
	"litmus/models/timetable"
)

// Create makes a pool: see [pools.Store.Create].
func (s Pools) Create(ctx context.Context, by By, id string, e pipeline.PoolEdit) (models.Pool, error) {
	return s.store.Pools.Create(ctx, by.By, by.Org.ID, id, e)
}

// Edit changes what a pool says: see [pools.Store.Edit].
func (s Pools) Edit(ctx context.Context, by By, id string, version int64, e pipeline.PoolEdit) error {
	return s.store.Pools.Edit(ctx, by.By, by.Org.ID, id, version, e)
}

// Remove removes a pool: see [pools.Store.Remove].
func (s Pools) Remove(ctx context.Context, by By, id string, version int64) error {
	return s.store.Pools.Remove(ctx, by.By, by.Org.ID, id, version)
}

// Join adds somebody to a pool: see [pools.Store.Join].
func (s Pools) Join(ctx context.Context, by By, id string, m models.PoolMember) error {
	return s.store.Pools.Join(ctx, by.By, by.Org.ID, id, m)
}

// SetMember changes a member of a pool: see [pools.Store.SetMember].
func (s Pools) SetMember(ctx context.Context, by By, id string, version int64, m models.PoolMember) error {
	return s.store.Pools.SetMember(ctx, by.By, by.Org.ID, id, version, m)
}

// Leave takes somebody out of a pool: see [pools.Store.Leave].
func (s Pools) Leave(ctx context.Context, by By, id, email string) error {
	return s.store.Pools.Leave(ctx, by.By, by.Org.ID, id, email)
}

// SetRoom adds a room to a pool of rooms, or changes it: see [pools.Store.SetRoom].
func (s Pools) SetRoom(ctx context.Context, by By, id string, version int64, r timetable.Room) error {
	return s.store.Pools.SetRoom(ctx, by.By, by.Org.ID, id, version, r)
}

// RemoveRoom takes a room out of a pool: see [pools.Store.RemoveRoom].
func (s Pools) RemoveRoom(ctx context.Context, by By, id, roomID string) error {
	return s.store.Pools.RemoveRoom(ctx, by.By, by.Org.ID, id, roomID)
}
