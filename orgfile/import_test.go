package orgfile

import (
	"strings"
	"testing"
)

// twoOfAKind has the step talk in the tracks a and b, and with withDefault also in the default track d.
func twoOfAKind(withDefault bool, step string) string {
	talk := "steps: [{key: talk, type: assessment, assessment: live, title: Talk}]"
	tracks := "{key: a, name: A, " + talk + "}, {key: b, name: B, " + talk + "}, {key: d, name: D, default: true}"
	if withDefault {
		tracks = strings.Replace(tracks, "default: true", "default: true, "+talk, 1)
	}
	return head + "assessments: [{key: live, title: Live, delivery_mode: sync}]\n" +
		"postings: [{key: p, kind: role, title: P, tracks: [" + tracks + "]}]\n" +
		"imports: [{key: i, posting: p, step: " + step + ", candidate: {email: c@c.example}, source: lever, scheduled_start_at: 2026-01-01T10:00:00Z, interviewer_email: a@a.example}]\n"
}

func TestImportedStep(t *testing.T) {
	t.Parallel()
	t.Run("is that of the default track if several have it", func(t *testing.T) {
		t.Parallel()
		if got := parse(t, twoOfAKind(true, "talk")).Imports[0].Step; got != "d/talk" {
			t.Errorf("got %s, want d/talk", got)
		}
	})
	t.Run("is the only one with its key", func(t *testing.T) {
		t.Parallel()
		if got := parse(t, imported("posting: backend, step: extra")).Imports[0].Step; got != "side/extra" {
			t.Errorf("got %s, want side/extra", got)
		}
	})
	t.Run("must name its track if several have it but not the default", func(t *testing.T) {
		t.Parallel()
		_, err := Parse("o.yaml", []byte(twoOfAKind(false, "talk")))
		want := `o.yaml:4: imports[i].step: step "talk" stands in several tracks of posting p, none of them the default; expected a/talk or b/talk`
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	})
}
