package e2e

import (
	"fmt"
	"slices"
	"testing"
)

// §4 Read one, §2 Artifacts.
func TestReadIncludes(t *testing.T) {
	t.Parallel()
	EachOrg(t, func(t *testing.T, o *Org) {
		full, bare := "/interviews/"+o.IDs.Imports["gh"], "/interviews/"+o.IDs.Imports["ashby"]
		const (
			transcript = `{"received_at":"2026-03-02T16:00:00.000Z","segments":[{"end_ms":900,"speaker":"Ilse Quillon","start_ms":0,"text":"Welcome."},{"end_ms":1800,"speaker":"Imre Quillon","start_ms":950,"text":"Thank you."}],"text":"Welcome. Thank you."}`
			recording  = `{"available":true,"duration_seconds":3120}`
			notes      = `{"text":"Strong on trade-offs.","updated_at":"2026-03-02T16:10:00.000Z"}`
		)
		artifacts := map[string]string{"transcript": transcript, "recording": recording, "interviewer_notes": notes}
		for query, want := range map[string][]string{
			"":                                       nil,
			"?include=":                              nil,
			"?include=%20,":                          nil,
			"?transcript=1":                          nil,
			"?include=transcript":                    {"transcript"},
			"?include=recording":                     {"recording"},
			"?include=notes":                         {"interviewer_notes"},
			"?include=transcript,recording,notes":    {"transcript", "recording", "interviewer_notes"},
			"?include=notes,%20transcript%20,notes,": {"transcript", "interviewer_notes"},
			"?include=notes%2Crecording":             {"recording", "interviewer_notes"},
		} {
			r, none := o.Do(t, "GET", full+query, nil).Want(200), o.Do(t, "GET", bare+query, nil).Want(200)
			for name, value := range artifacts {
				if got := slices.Contains(want, name); r.Has(name) != got || none.Has(name) != got {
					t.Errorf("%q: %s present %t and %t, want %t", query, name, r.Has(name), none.Has(name), got)
					continue
				} else if !got {
					continue
				}
				if got := r.JSON(name); got != value {
					t.Errorf("%q: %s = %s, want %s", query, name, got, value)
				}
				if got := none.At(name); got != nil {
					t.Errorf("%q: %s = %v, want null when unavailable", query, name, got)
				}
			}
		}
		for _, bad := range []string{"interviewer_notes", "transcript,video", "all", "TRANSCRIPT", "transcript%3Bnotes",
			"%00", "transcript&include=notes"} {
			o.Do(t, "GET", full+"?include="+bad, nil).WantError(400, "include")
		}
		for _, unknown := range []string{"", "?include=video"} { // 404 of the path first
			o.Do(t, "GET", "/interviews/int_unknown"+unknown, nil).WantError(404, "int_unknown")
		}
		list := o.Do(t, "GET", "/interviews?include=transcript,recording,notes", nil).Want(200)
		for n := range list.List("interviews") {
			for name := range artifacts {
				if list.Has(fmt.Sprintf("interviews.%d.%s", n, name)) {
					t.Errorf("entry %d of the list shows %s; artifacts are of read-one only", n, name)
				}
			}
		}
	})
}
