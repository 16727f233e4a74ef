package e2e

import (
	"strings"
	"testing"
)

// D18: what candidates read of a live interview before it stands on its page and in its confirmation. The letter of the
// interviewer does without.
func TestHowToPrepare(t *testing.T) {
	t.Parallel()
	o := NewOrg(t, "{key: systems, title: Systems interview, delivery_mode: sync}",
		"{key: systems, title: Systems interview, delivery_mode: sync, instructions: \"Bring **one** drawing.\"}")
	o.Book(t, "cleo", "interviewer_email", o.Email("ilse"))
	page := string(o.Get(t, o.linkFor(t, "cleo", sessionLink)).Want(200).Body)
	if !strings.Contains(page, "How to prepare") || !strings.Contains(page, "Bring <strong>one</strong> drawing.") {
		t.Errorf("the page says\n%s", page)
	}
	to := o.Letters(t, o.Email("cleo"), 1)[0]
	if !to.tells("How to prepare\n\nBring **one** drawing.") || !strings.Contains(to.HTML, "<strong>one</strong>") {
		t.Errorf("the letter says\n%s", to.Text)
	}
	if brief := o.Letters(t, o.Email("ilse"), 1)[0]; strings.Contains(brief.Text+brief.HTML+to.ICS, "drawing") {
		t.Errorf("the letter of the interviewer says\n%s", brief.Text)
	}
}
