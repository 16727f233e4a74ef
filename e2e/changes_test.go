package e2e

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

// §4 Change interviewer: what a PATCH changes and what it refuses. More in models/booking.
func TestChangeInterviewer(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	booked := o.Book(t, "cleo", "interviewer_email", o.Email("ilse"))
	path := "/interviews/" + booked.Text("interview.id")
	patch := func(email string) *Response {
		t.Helper()
		return o.Do(t, "PATCH", path, Object{"interviewer_email": email})
	}
	patch(o.Email("stranger")).Want(200) // known to nobody
	r := patch(" " + strings.ToUpper(o.Email("bram"))).Want(200)
	want := booked.At("interview").(Object)
	want["interviewer_email"], want["updated_at"] = o.Email("bram"), r.Text("updated_at")
	want["meeting_link"] = "https://meet." + o.Slug + ".example/bram-engineer" // the posting's link for him
	if !reflect.DeepEqual(r.At(""), want) || r.Text("updated_at") <= booked.Text("interview.created_at") {
		t.Errorf("changed\n%v\nwant\n%v", r.At(""), want)
	}
	if again := patch(o.Email("bram")).Want(200); !bytes.Equal(again.Body, r.Body) {
		t.Errorf("the same interviewer again answers\n%s\nwant it unchanged\n%s", again.Body, r.Body)
	}
	o.Book(t, "other", "interviewer_email", o.Email("ilse"), "scheduled_start_at", "2032-06-01T10:59:00Z")
	patch(o.Email("ilse")).WantError(409, "ilse", "already has an interview")
	o.MustRun(t, "interviews", "end-call", booked.Text("interview.id"))
	patch(o.Email("dora")).WantError(409, "is completed")
	patch("x").WantError(400, "interviewer_email") // shape before state
}

// §4 Cancel: from any other status, the same answer byte for byte ever after.
func TestCancel(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	booked := o.Book(t, "cleo", "interviewer_email", o.Email("ilse"))
	for name, id := range map[string]string{"scheduled": booked.Text("interview.id"),
		"import that is over": o.IDs.Imports["gh"]} {
		want := o.Do(t, "GET", "/interviews/"+id, nil).Want(200).At("").(Object)
		first := o.Do(t, "DELETE", "/interviews/"+id, nil).Want(200)
		at := first.Text("canceled_at")
		want["status"], want["canceled_at"], want["updated_at"] = "canceled", at, at
		if !reflect.DeepEqual(first.At(""), want) {
			t.Errorf("%s: canceled to\n%v\nwant\n%v", name, first.At(""), want)
		}
		for _, method := range []string{"DELETE", "GET"} {
			if again := o.Do(t, method, "/interviews/"+id, nil).Want(200); !bytes.Equal(again.Body, first.Body) {
				t.Errorf("%s: %s answers\n%s\nwant\n%s", name, method, again.Body, first.Body)
			}
		}
	}
	if r := o.Book(t, "cleo"); r.Text("interview.candidate.id") != booked.Text("interview.candidate.id") {
		t.Error("booking after a cancel made another candidate")
	}
}
