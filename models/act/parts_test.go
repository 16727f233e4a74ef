package act

import (
	"crypto/rand"
	"errors"
	"slices"
	"testing"

	"litmus/models"
	"litmus/models/desk"
	"litmus/models/keyring"
)

// TestFactsOf: a plan of several acts has as many facts as one of one, and holds only as long as the same acts are done
// on the same facts (T4).
func TestFactsOf(t *testing.T) {
	t.Parallel()
	part := func(decision, id string) Part {
		return Part{Preview: &Preview{Decision: decision,
			Read: []ReadRevision{{About: FactCandidate, ID: id, Revision: 1}}}}
	}
	refused := Part{LeftOut: models.Conflictf("not now")}
	planned := []Part{part("reject", "cand_1"), refused, part("reject", "cand_2")}
	facts := FactsOf(planned)
	if one := FactsOf(planned[:1]); len(facts) != len(one) || len(one) != len(planned[0].Preview.Facts())+1 {
		t.Errorf("%d facts of two, %d of one", len(facts), len(one))
	}
	s := keyring.Secret(desk.Secret)
	token, _, err := SignPlan(s, planTerms, facts, rand.Reader, planNow)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := ReadPlan(s, planTerms, token)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		parts []Part
		want  []FactAbout // which are named, nil if the plan holds
	}{
		"as planned":           {planned, nil},
		"one more":             {[]Part{planned[0], part("reject", "cand_3"), planned[2]}, []FactAbout{FactParts}},
		"one less":             {[]Part{planned[0], refused, refused}, []FactAbout{FactParts}},
		"none":                 {[]Part{refused, refused, refused}, []FactAbout{FactParts}},
		"another one":          {[]Part{planned[0], planned[2], refused}, []FactAbout{FactParts}},
		"in another order":     {[]Part{planned[2], refused, planned[0]}, []FactAbout{FactCandidate}},
		"with another outcome": {[]Part{planned[0], refused, part("advance", "cand_2")}, []FactAbout{FactOutcome}},
	} {
		err := plan.Check(s, FactsOf(c.parts))
		var changed *PlanChanged
		if c.want == nil {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		want := []string{}
		for _, a := range c.want {
			want = append(want, factWords[a])
		}
		if !errors.As(err, &changed) || !slices.Equal(changed.Words(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}
