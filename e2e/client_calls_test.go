package e2e

import (
	"testing"
	"time"

	litmusclient "litmus/client"
)

// Package client against a service: the calls that its own examples do not make.
func TestClientCalls(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	c, err := litmusclient.New(o.API, o.Key)
	if err != nil {
		t.Fatal(err)
	}
	ctx, posting, bram := t.Context(), o.Posting("engineer"), o.Email("bram")
	slot := litmusclient.SlotWrite{InterviewerEmail: bram,
		StartAt: time.Date(2032, 3, 8, 15, 0, 0, 0, time.UTC)}
	entries, err := c.SetInterviewers(ctx, posting, []litmusclient.InterviewerEntry{{Email: bram}})
	if err != nil || len(entries) != 1 || entries[0].Email != bram {
		t.Errorf("the interviewers are %+v (%v)", entries, err)
	}
	if added, err := c.AddSlots(ctx, posting, slot); err != nil || len(added) != 1 || len(added[0].Slots) != 1 {
		t.Errorf("added are %+v (%v)", added, err)
	}
	if left, err := c.RemoveSlots(ctx, posting, slot); err != nil || len(left) != 1 || len(left[0].Slots) != 0 {
		t.Errorf("left are %+v (%v)", left, err)
	}
	if all, err := c.Interviewers(ctx, posting); err != nil || len(all) != 1 || all[0].Email != bram {
		t.Errorf("the interviewers are %+v (%v)", all, err)
	}
	id := o.Book(t, "casey").Text("interview.id")
	if i, err := c.ChangeInterviewer(ctx, id, bram); err != nil || i.InterviewerEmail != bram {
		t.Errorf("changed is %+v (%v)", i, err)
	}
	judged := o.IDs.Submissions["judged"]
	if s, err := c.Submission(ctx, judged); err != nil || s.ID != judged || s.Candidate.Email != o.Email("judged") {
		t.Errorf("the submission is %+v (%v)", s, err)
	}
}
