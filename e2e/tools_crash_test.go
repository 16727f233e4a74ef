package e2e

import (
	"fmt"
	"testing"
)

// T4: the service is killed when a plan was carried out and its answer is still to come, since the first attempt at the
// interviewer's calendar is awaited. Started again it has the interview once; the same commit answers with it, as often
// as it is repeated, and everybody gets their letter once.
func TestKilledAfterCommit(t *testing.T) {
	t.Parallel()
	d := StartDiaries(t, "kai")
	s := Start(t, Env(private), KeepPorts())
	o := s.NewOrg(t, d.Edits()...)
	arguments := Object{"posting_id": o.Posting("engineer"), "round_id": o.Round("engineer", "main", "systems"),
		"candidate_email": o.Email("kim"), "candidate_name": "Kim Quillon", "interviewer_email": o.Email("kai"),
		"meeting_link": "https://meet." + o.Slug + ".example/room", "scheduled_start_at": "2032-06-01T10:00:00Z"}
	plan := o.tool(t, "book_interview", arguments)
	if plan.IsError || plan.Data.Status != "planned" {
		t.Fatalf("the plan is %+v", plan)
	}
	commit := with(arguments, "plan_id", plan.Data.PlanID)
	r := o.toolCall(t, "book_interview", commit)
	d.Say("kai", "hold before")
	answered := make(chan bool, 1)
	go func() {
		answer, err := client.Do(r)
		if err == nil {
			answer.Body.Close()
		}
		answered <- err == nil
	}()
	Until(t, letterTimeout, "the attempt at the calendar", func() (bool, string) {
		return d.Held("kai") > 0, fmt.Sprint(d.Held("kai"), " are held")
	})
	s.Kill9(t)
	t.Logf("the first commit was answered: %t", <-answered) // false, unless this test stood still for 3 s
	d.Say("kai", "")
	s.Restart(t)

	first := o.tool(t, "book_interview", commit)
	id := first.Data.Interview.ID
	if first.IsError || first.Data.Status != "done" || !first.Data.Repeated || id == "" {
		t.Fatalf("the commit repeated after the kill is answered %+v, want what it made", first)
	}
	o.Settled(t, afterCrash, id)
	again := o.tool(t, "book_interview", commit)
	if again.IsError || !again.Data.Repeated || again.Data.Interview.ID != id {
		t.Errorf("repeated once more it is answered %+v, want interview %s", again, id)
	}
	if got := o.Interviews(t, "kim").Texts("interviews", "id"); len(got) != 1 || got[0] != id {
		t.Errorf("there are the interviews %v, want %s alone", got, id)
	}
	o.oneLetter(t, o.Email("kim"), "Interview confirmed", 1)
	o.oneLetter(t, o.Email("kai"), "Interview with", 1)
	d.Counts(t, afterCrash, "kai 1")
}
