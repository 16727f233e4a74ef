package pipeline

import (
	"cmp"
	"slices"
	"strings"

	"litmus/models"
	"litmus/models/timetable"
)

// PoolPage is a pool with its members by address.
type PoolPage struct {
	models.Pool
	Members []models.PoolMember
	Rooms   []timetable.Room // of a pool of rooms, by name
}

// Member returns the member of that address, nil for none.
func (p PoolPage) Member(email string) *models.PoolMember { return poolMember(p.Members, email) }

// SortPools orders pools as lists show them: by name in any case, then by id.
func SortPools(list []models.Pool) {
	slices.SortFunc(list, func(a, b models.Pool) int {
		return cmp.Or(strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), cmp.Compare(a.ID, b.ID))
	})
}
