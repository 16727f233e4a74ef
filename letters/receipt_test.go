package letters

import (
	"testing"
	"time"

	"litmus/models"
	"litmus/models/candidacy"
)

// received is a receipt for a take-home that was handed in from Kathmandu.
func received() Letter {
	l := invited(Invitation)
	l.Kind, l.Zone, l.Expires, l.TimeLimit = Receipt, "Asia/Kathmandu", time.Time{}, 0
	l.MessageID = "sub_0193ab.receipt@litmus.acme.example"
	l.HandedInAt = time.Date(2031, 3, 9, 21, 30, 0, 0, time.UTC)
	l.HandedIn = candidacy.Answer{Text: "The secret answer.",
		Links: []string{"https://code.example/zoe/secret", "https://b.example"}}
	return l
}

func TestReceipt(t *testing.T) {
	t.Parallel()
	t.Run("says what was handed in and when, in the zone of the page, and not the answer", func(t *testing.T) {
		t.Parallel()
		m := wantGolden(t, "submission_receipt", received())
		wantWords(t, m, []string{"Monday, 10 March 2031, 03:15 UTC+5:45", "an answer and 2 links",
			"https://litmus.acme.example/a/8c1d"},
			[]string{"secret", "b.example"})
		if m.Method != "" || m.ICS != nil {
			t.Errorf("it has a calendar part: %s", m.ICS)
		}
	})
	t.Run("counts files, also where nothing else was handed in", func(t *testing.T) {
		t.Parallel()
		l := received()
		l.HandedIn = candidacy.Answer{Files: []models.File{{Name: "secret.zip"}, {Name: "b.txt"}}}
		wantWords(t, wantGolden(t, "submission_receipt_files", l), []string{"Received: 2 files\n"},
			[]string{"an answer", "secret.zip"})
		l.Language = "de"
		wantWords(t, wantGolden(t, "german_submission_receipt_files", l), []string{"Erhalten: 2 Dateien\n"},
			[]string{"eine Antwort"})
	})
	t.Run("counts one link", func(t *testing.T) {
		t.Parallel()
		l := received()
		l.HandedIn = candidacy.Answer{Links: []string{"https://b.example"}}
		wantWords(t, render(t, l), []string{"Received: 1 link\n"}, []string{"an answer"})
	})
}
