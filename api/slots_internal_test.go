package api

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/timetable"
	"litmus/wire"
)

// TestSlotsWriteThemselves compares the hand-written JSON of free starts with that of encoding/json.
func TestSlotsWriteThemselves(t *testing.T) {
	t.Parallel()
	at := time.Date(2031, 3, 3, 15, 0, 0, 0, time.UTC)
	for name, slots := range map[string][]timetable.Slot{
		"none": {},
		"one":  {{StartAt: at, InterviewerEmails: []string{"ann@x.example"}, Capacity: 1}},
		"odd addresses": {
			{StartAt: at, InterviewerEmails: []string{`"a b"@x.example`, `a\b@x.example`, "ü@x.example",
				"<&>@x.example", "\x7f\n\xff@x.example"}, Capacity: 5},
			{StartAt: at.Add(time.Hour), InterviewerEmails: []string{}, Capacity: 0},
		},
	} {
		type slot struct {
			StartAt string   `json:"start_at"`
			Emails  []string `json:"interviewer_emails"`
			Places  int      `json:"capacity"`
		}
		want := struct {
			PostingID string `json:"posting_id"`
			RoundID   string `json:"round_id"`
			Minutes   int    `json:"duration_minutes"`
			Slots     []slot `json:"slots"`
		}{"post_1", `rnd_"1"`, 45, []slot{}}
		for _, s := range slots {
			want.Slots = append(want.Slots, slot{models.FormatInstant(s.StartAt), s.InterviewerEmails, s.Capacity})
		}
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(want); err != nil {
			t.Fatal(err)
		}
		got, err := wire.Render(slotsJSON{want.PostingID, want.RoundID, want.Minutes, slots})
		if err != nil || !bytes.Equal(got, b.Bytes()) {
			t.Errorf("%s: got  %s (%v)\nwant %s", name, got, err, b.Bytes())
		}
	}
}
