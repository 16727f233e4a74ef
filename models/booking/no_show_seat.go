package booking

import (
	"slices"
	"time"

	"litmus/models"
)

// decideSeatNoShow is [DecideNoShow] of somebody of the panel who does not lead it. Their mark stands in their seat,
// apart from that of the candidate or of who leads: several can be missing. It goes with the seat, and with the start.
func decideSeatNoShow(i models.Interview, o NoShow, now time.Time) (_ models.Interview, changed bool, err error) {
	n := slices.IndexFunc(i.Panel, func(s models.Seated) bool { return s.Email == o.Email && !s.IsRoom() })
	missed := o.Who != ""
	switch {
	case n < 0:
		return i, false, models.Conflictf("%s is not in the panel of the interview any more.", o.Email)
	case i.Panel[n].Missed == missed:
		return i, false, nil
	case !missed:
	case i.CanceledAt != nil:
		return i, false, models.Conflictf("The interview is canceled, so nobody was to come.")
	case i.Unused() || now.Before(i.StartsAt):
		return i, false, models.Conflictf("The interview has not begun yet. Wait for its start.")
	}
	i.Panel = slices.Clone(i.Panel)
	i.Panel[n].Missed = missed
	return i, true, nil
}
