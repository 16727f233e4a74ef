package dashboard

import (
	"fmt"
	"testing"

	"litmus/dashboard/internal/site"
	"litmus/models"
)

// preparedInterview is an interview of ours.
func (w *world) preparedInterview() models.Interview {
	return prepared(w, "interview", func() models.Interview { return w.bookedFor(cleo) })
}

// foreignInterview is the row of a route below an interview, which is external where only such a one has what the route
// does.
func foreignInterview(below string, fields ...string) func(*testing.T, *world) foreign {
	return func(_ *testing.T, w *world) foreign {
		i := w.preparedInterview()
		if below == "/link" {
			i = prepared(w, "session", func() models.Interview { return w.external(dora) })
		}
		return foreign{path: site.InterviewPath(i.ID) + below, fields: fields}
	}
}

// foreignBooking books for a candidate of ours.
func foreignBooking(_ *testing.T, w *world) foreign {
	return foreign{path: site.Href(site.BookPath, "candidate", w.preparedInterview().CandidateID)}
}

// foreignWeek is the week of a posting of ours.
func foreignWeek(_ *testing.T, w *world) foreign {
	return foreign{path: site.Href(site.WeekPath, "view", "axis", "posting", w.turbine())}
}

// foreignForm is a form of a booking for a candidate of ours in a round of ours.
func foreignForm(fields ...string) func(*testing.T, *world) foreign {
	return func(_ *testing.T, w *world) foreign {
		i := w.preparedInterview()
		return foreign{fields: append([]string{"round", i.RoundID, "candidate",
			i.CandidateID, "replaces", i.ID, "revision", fmt.Sprint(i.Revision)}, fields...)}
	}
}

// foreignChoice cancels an interview of ours among those of a list.
func foreignChoice(_ *testing.T, w *world) foreign {
	i := w.preparedInterview()
	return foreign{fields: []string{"id", fmt.Sprintf("%s@%d", i.ID, i.Revision), "confirm", "yes"}}
}

// foreignHandOver hands an interview of ours over.
func foreignHandOver(_ *testing.T, w *world) foreign {
	i := w.preparedInterview()
	return foreign{path: site.Href("/dashboard/interviews/hand-over", "id", i.ID),
		fields: []string{"to", fmt.Sprintf("%s@%d %s", i.ID, i.Revision, priya), "confirm", "yes"}}
}
