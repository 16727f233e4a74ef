package orgfile

import (
	"cmp"

	"litmus/models"
)

// readSeats reads the seats of a step in their order: each names a pool, or people.
func (f *file) readSeats(v value) (seats []models.Seat) {
	for _, item := range v.items("") {
		o, ok := item.object("pool", "people", "count", "role", "optional")
		if !ok {
			continue
		}
		role := o.get("role").choice(models.SeatInterviewer, models.SeatRoles...)
		seats = append(seats, models.Seat{
			Pool:     o.get("pool").reference(f.pools),
			People:   o.get("people").emails(),
			Count:    o.get("count").integer(1, 1, models.MaxSeatCount),
			Role:     role,
			Optional: o.get("optional").boolean(role == models.SeatShadow),
		})
	}
	checked, err := models.CheckSeats(seats)
	if err == nil {
		err = models.CheckSeatPools(checked, func(key string) string {
			for _, p := range f.setup.Pools {
				if p.Key == key {
					return cmp.Or(p.Kind, models.PoolPeople)
				}
			}
			return ""
		})
	}
	if err != nil {
		v.problem("%v", err)
		return nil
	}
	return checked
}
