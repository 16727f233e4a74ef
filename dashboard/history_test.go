package dashboard

import (
	"testing"

	"litmus/models"
)

// TestHistoryOfMembers: what a member does in the dashboard names them (D4).
func TestHistoryOfMembers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.as(t, "admin")
	posting := w.turbine()
	before, _, err := w.Audit.History(ctx, w.org.ID, models.SubjectPosting, posting, nil, 10)
	w.must(err)
	path := w.weekPath("turbine-software", jonas)
	page := b.get(path).want(200)
	b.follow(b.post(attr(page.one("form#paint"), "action"), append(page.fields("form#paint"), "slot",
		"2031-03-07T16:00:00Z")...)).want(200, "1 start painted")
	after, _, err := w.Audit.History(ctx, w.org.ID, models.SubjectPosting, posting, nil, 10)
	w.must(err)
	if len(after) != len(before)+1 || after[0].Kind != models.ChangeSlotsPainted ||
		after[0].Actor.Kind != models.ActorMember || after[0].Actor.ID != ines || after[0].Actor.Name == "" {
		t.Errorf("the history is %+v, want what %s painted at its head", after, ines)
	}
}
