package models_test

import (
	"testing"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/desk"
)

func TestWithLinkOf(t *testing.T) {
	t.Parallel()
	i := desk.Named()
	i.LinkMaker = models.MakerZoom
	made, _ := booking.DecideMadeLink(i, models.MakerZoom, "https://meet", i.Revision, desk.Thu)
	if got := i.WithLinkOf(made); got.MeetingLink != "https://meet" || !got.UpdatedAt.Equal(made.UpdatedAt) {
		t.Errorf("got %+v", got)
	}
	canceled, _ := booking.DecideCancel(made, desk.Thu)
	moved, _, _ := booking.DecideReassign(booking.ReassignFacts{Interview: made}, desk.Bob, models.DefaultPolicy,
		desk.Thu)
	replaced := made
	replaced.AnnounceRevision++
	for name, later := range map[string]models.Interview{"the same": i, "canceled since": canceled, "reassigned since": moved,
		"replaced since": replaced} {
		if got := i.WithLinkOf(later); got.MeetingLink != "" || !got.UpdatedAt.Equal(i.UpdatedAt) {
			t.Errorf("%s: the answer is %+v", name, got)
		}
	}
}
