package worker

import (
	"testing"

	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
)

// The new side of a change is taken when several looks in a row found this build alone, and the old one from the first
// look on that finds another one, or nobody.
func TestBuilds(t *testing.T) {
	t.Parallel()
	type look struct {
		builds []string
		newer  bool
	}
	alone := look{[]string{"v2", "v2"}, false}
	for name, looks := range map[string][]look{
		"alone for a while":       {alone, alone, alone, alone, {alone.builds, true}, {alone.builds, true}},
		"an older one at the end": {alone, alone, alone, alone, {[]string{"v2", "v1"}, false}, alone},
		"one that does not say":   {alone, alone, alone, alone, {[]string{"v2", ""}, false}},
		"an older one comes back": {alone, alone, alone, alone, {alone.builds, true}, {[]string{"v1"}, false}, alone},
		"nobody knows which": {{[]string{Development}, false}, {[]string{Development}, false},
			{[]string{Development}, false}, {[]string{Development}, false}, {[]string{Development}, false}},
		"nobody is known": {alone, alone, alone, alone, {nil, false}, alone, alone, alone, alone,
			{alone.builds, true}},
	} {
		b := Builds{Build: "v2"}
		if name == "nobody knows which" {
			b.Build = Development
		}
		for n, look := range looks {
			was := b.Prefer(worker.PreferredVersionProviderInput{}) == nil
			changed := b.saw(look.builds)
			p := b.Prefer(worker.PreferredVersionProviderInput{})
			if (p == nil) != look.newer || changed != (was != look.newer) {
				t.Errorf("%s: at look %d it prefers %v (changed %t), want the new side: %t", name, n+1, p, changed,
					look.newer)
			}
			if p != nil && (p.Version != workflow.DefaultVersion || !p.ClampToSupportedRange) {
				t.Errorf("%s: it prefers %+v", name, p)
			}
		}
	}
}
