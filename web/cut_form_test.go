package web

import "testing"

// TestCutForms: of a form that is too large everything is shown again that was read, so an escape that was cut in two
// must not make the rest of its field unreadable.
func TestCutForms(t *testing.T) {
	t.Parallel()
	for form, want := range map[string]string{
		"text=whole": "text=whole", "text=%41": "text=%41", "text=%414": "text=%414", "": "", "x": "x",
		"text=x%": "text=x", "text=x%4": "text=x", "text=%41%": "text=%41", "%": "", "%4": "", "text=%%": "text=",
	} {
		if got := withoutCutEscape(form); got != want {
			t.Errorf("%q becomes %q, want %q", form, got, want)
		}
	}
}
