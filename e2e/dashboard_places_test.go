package e2e

import (
	"strings"
	"testing"
)

// seen reports whether the middle of the element that the selector names is on the screen, without scrolling.
func (v *Visitor) seen(selector string) bool {
	v.t.Helper()
	return ask[bool](v, "look for "+selector, `(() => {const r = document.querySelector('`+selector+`').getBoundingClientRect();
const y = r.y + r.height / 2; return r.height > 0 && y > 0 && y < innerHeight;})()`)
}

// D9 and D17: what the page has to say stands where one looks, with scripts and without: what was done with a step in
// that step, why a link was refused at its field, and the preview of an assessment where the form leads to.
func TestDashboardPlaces(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	eachManner(t, func(t *testing.T, m manner) {
		o := NewOrg(t, rhea...)
		v := o.signedIn(t, "rhea", m.habits...)
		path := "/dashboard/postings/" + o.Posting("engineer")
		v.Open(o.API+path).Tap("Details").Click("Take over").Want(200, "It is kept in the dashboard now.")

		move := strings.TrimSpace(ask[string](v, "find a step that moves down",
			`[...document.querySelectorAll('li.step form.move button')].map(b => b.textContent.trim()).find(s => s.endsWith('down'))`))
		v.Click(move).Want(200, "moved")
		if !v.seen("li.step #note") {
			t.Errorf("what %q did is not on the screen", move)
		}
		m.looks(v, "places-moved")

		field := "Meeting link of " + o.Email("ilse")
		v.Fill(field, "meet me").Click("Save the link of "+o.Email("ilse")).Want(400, "is not a web address")
		const invalid = `[aria-invalid="true"]`
		if !v.seen(invalid) || !v.seen("#wrong") {
			t.Error("the wrong link is not on the screen")
		}
		if at := v.focused(); at != field {
			t.Errorf("the focus is on %q, want %q", at, field)
		}
		m.looks(v, "places-wrong-link")

		v.Open(o.API+"/dashboard/assessments/new").Fill("Title", "Optics").
			Fill("Instructions", "Build a **lens**.").Click("Preview").
			Want(200, "This is the preview. Nothing is saved yet.", "Build a lens.")
		if !v.seen("#preview") {
			t.Error("the preview is not on the screen")
		}
		if at := ask[string](v, "find the focus", "document.activeElement.id"); m.n != 1 && at != "preview" {
			t.Errorf("the focus is on %q, want the preview", at)
		}
		m.looks(v, "places-preview")
	})
}
