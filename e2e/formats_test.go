package e2e

import (
	"slices"
	"testing"
)

// §2 Interview object, §4 Interviews: it is the same from book, read, list, change-interviewer and cancel. That each
// has the fields of the document is checked of every answer.
func TestInterviewObject(t *testing.T) {
	t.Parallel()
	EachOrgPaired(t, func(t *testing.T, o *Org) {
		booked := o.Book(t, "Cleo", "interviewer_email", o.Email("ilse"))
		if got, want := booked.Keys(""), []string{"interview"}; !slices.Equal(got, want) {
			t.Errorf("booking wrapper has %v, want %v: no warnings when there are none", got, want)
		}
		booked.shows(map[string]string{
			"posting_id":      `"` + o.Posting("engineer") + `"`,
			"round_id":        `"` + o.Round("engineer", "main", "systems") + `"`,
			"track_id":        `"` + o.Track("engineer", "main") + `"`,
			"assessment_id":   `"` + o.Assessment("systems") + `"`,
			"candidate.email": `"` + o.Email("cleo") + `"`, "candidate.name": `"Casey Quillon"`,
			"scheduled_start_at": `"2032-06-01T10:00:00.000Z"`, "interviewer_email": `"` + o.Email("ilse") + `"`,
			"meeting_link":  `"https://meet.` + o.Slug + `.example/ilse"`,
			"call_ended_at": "null", "canceled_at": "null", "updated_at": booked.JSON("interview.created_at"),
		})
		path := "/interviews/" + booked.Text("interview.id")
		if got, want := o.Do(t, "GET", path, nil).Want(200).JSON(""), booked.JSON("interview"); got != want {
			t.Errorf("read\n%s\nwant\n%s", got, want)
		}
		if got, want := o.Interviews(t, "cleo").JSON("interviews"), "["+booked.JSON("interview")+"]"; got != want {
			t.Errorf("list\n%s\nwant\n%s", got, want)
		}
	})
}
