package letters

import (
	"strings"
	"testing"
)

// A brand changes colours and the head of the letter, and nothing of its text part (D23).
func TestBrandOfALetter(t *testing.T) { // D23
	t.Parallel()
	plain, err := booked(Confirmation, Candidate).Render()
	if err != nil {
		t.Fatal(err)
	}
	l := booked(Confirmation, Candidate)
	l.Accent, l.Logo = "#1d6f42", "https://litmus.acme.example/brand/org_1/2"
	m, err := l.Render()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`bgcolor="#1d6f42" style="background:#1d6f42;`, `style="color:#1d6f42;font-weight:600;"`,
		`<img src="https://litmus.acme.example/brand/org_1/2" alt="Acme Robotics" height="40"`} {
		if !strings.Contains(m.HTML, want) {
			t.Errorf("the letter lacks %s", want)
		}
	}
	for _, never := range []string{"#2850c8", "#2f5be0", "ZgotmplZ"} {
		if strings.Contains(m.HTML, never) {
			t.Errorf("the letter has %s", never)
		}
	}
	if m.Text != plain.Text || m.Subject != plain.Subject || string(m.ICS) != string(plain.ICS) {
		t.Error("the text part, the subject or the event differ")
	}
	l.Logo = "javascript:alert(1)"
	if m, err = l.Render(); err != nil || strings.Contains(m.HTML, "<img") ||
		!strings.Contains(m.HTML, ">Acme Robotics<") {
		t.Errorf("a logo that is no http address: %v\n%s", err, m.HTML)
	}
}
