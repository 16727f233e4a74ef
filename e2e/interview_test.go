package e2e

import (
	"slices"
	"testing"
)

// §4 Read one, §2 Artifacts.
func TestReadIncludes(t *testing.T) {
	t.Parallel()
	EachOrgPaired(t, func(t *testing.T, o *Org) {
		full, bare := "/interviews/"+o.IDs.Imports["gh"], "/interviews/"+o.IDs.Imports["ashby"]
		const (
			transcript = `{"received_at":"2026-03-02T16:00:00.000Z","segments":[{"end_ms":900,"speaker":"Ilse Quillon","start_ms":0,"text":"Welcome."},{"end_ms":1800,"speaker":"Imre Quillon","start_ms":950,"text":"Thank you."}],"text":"Welcome. Thank you."}`
			recording  = `{"available":true,"duration_seconds":3120}`
			notes      = `{"text":"Strong on trade-offs.","updated_at":"2026-03-02T16:10:00.000Z"}`
		)
		artifacts := map[string]string{"transcript": transcript, "recording": recording, "interviewer_notes": notes}
		for query, want := range map[string][]string{
			"":                              nil,
			"?include=recording":            {"recording"},
			"?include=notes,%20transcript,": {"transcript", "interviewer_notes"},
		} {
			r, none := o.Do(t, "GET", full+query, nil).Want(200), o.Do(t, "GET", bare+query, nil).Want(200)
			for name, value := range artifacts {
				if got := slices.Contains(want, name); r.Has(name) != got || none.Has(name) != got {
					t.Errorf("%q: %s present %t and %t, want %t", query, name, r.Has(name), none.Has(name), got)
				} else if got && (r.JSON(name) != value || none.At(name) != nil) {
					t.Errorf("%q: %s = %s and %s, want %s, and null when unavailable", query, name, r.JSON(name),
						none.JSON(name), value)
				}
			}
		}
		o.Do(t, "GET", full+"?include=transcript,video", nil).WantError(400, "include")
		list := o.Do(t, "GET", "/interviews?include=transcript,recording,notes", nil).Want(200)
		if list.Has("interviews.0.transcript") {
			t.Error("the list shows a transcript; artifacts are of read-one only")
		}
	})
}
