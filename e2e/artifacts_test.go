package e2e

import "testing"

// §2 Artifacts: what is not known of one that is there is null or empty; its keys are there all the same.
func TestPartialArtifacts(t *testing.T) {
	t.Parallel()
	EachOrgPaired(t, func(t *testing.T, o *Org) {
		r := o.Do(t, "GET", "/interviews/"+o.IDs.Imports["ashby"]+"?include=transcript,recording,notes", nil).Want(200)
		for name, want := range map[string]string{
			"transcript":        `{"received_at":null,"segments":[],"text":"Welcome."}`,
			"recording":         `{"available":false,"duration_seconds":0}`,
			"interviewer_notes": `{"text":"Early.","updated_at":null}`,
		} {
			if got := r.JSON(name); got != want {
				t.Errorf("%s is %s, want %s", name, got, want)
			}
		}
	}, "    scheduled_start_at: 2033-05-02T15:00:00Z\n", "    scheduled_start_at: 2033-05-02T15:00:00Z\n    "+
		"transcript: {text: Welcome.}\n    recording: {available: false}\n    interviewer_notes: {text: Early.}\n")
}
