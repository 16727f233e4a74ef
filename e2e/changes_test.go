package e2e

import (
	"bytes"
	"strings"
	"testing"
)

// §4 Change interviewer: what a PATCH changes and what it refuses.
func TestChangeInterviewer(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	meet := "https://meet." + o.Slug + ".example/"
	booked := o.Book(t, "cleo", "interviewer_email", o.Email("ilse"))
	path := "/interviews/" + booked.Text("interview.id")
	patch := func(email string) *Response {
		t.Helper()
		return o.Do(t, "PATCH", path, Object{"interviewer_email": email})
	}
	before, updated := booked, booked.Text("interview.updated_at")
	for _, c := range []struct{ email, stored, link string }{
		{o.Email("bram"), o.Email("bram"), meet + "bram-engineer"}, // the posting's link for him
		{" " + strings.ToUpper(o.Email("dora")), o.Email("dora"), meet + "dora"},
		{o.Email("stranger"), o.Email("stranger"), ""}, // known to nobody
		{o.Email("ilse"), o.Email("ilse"), meet + "ilse"},
	} {
		r := patch(c.email).Want(200)
		checkInterview(r, "")
		if r.Text("interviewer_email") != c.stored || r.Text("meeting_link") != c.link ||
			r.Text("status") != "scheduled" {
			t.Errorf("PATCH to %s: %s", c.email, r.Body)
		}
		for _, same := range []string{"id", "scheduled_start_at", "candidate", "created_at", "round_id", "time_zone",
			"duration_minutes"} {
			if r.JSON(same) != before.JSON("interview."+same) {
				t.Errorf("PATCH changed %s from %s to %s", same, before.JSON("interview."+same), r.JSON(same))
			}
		}
		if got := r.Text("updated_at"); got <= updated {
			t.Errorf("updated_at %s after %s, want it to rise", got, updated)
		} else {
			updated = got
		}
	}
	same, again := patch(o.Email("ilse")).Want(200), o.Do(t, "GET", path, nil).Want(200)
	if !bytes.Equal(same.Body, again.Body) || same.Text("updated_at") != updated {
		t.Errorf("the same interviewer again answers\n%s\nwant it unchanged\n%s", same.Body, again.Body)
	}

	t.Run("an interviewer who is booked then is 409", func(t *testing.T) {
		o.Book(t, "other", "interviewer_email", o.Email("bram"), "scheduled_start_at", "2032-06-01T10:59:00Z")
		patch(o.Email("bram")).WantError(409, "bram", "already has an interview")
		if got := o.Do(t, "GET", path, nil); !bytes.Equal(got.Body, again.Body) {
			t.Errorf("a refused PATCH left\n%s\nwant\n%s", got.Body, again.Body)
		}
	})
	t.Run("only a scheduled interview", func(t *testing.T) {
		for status, end := range map[string]func(id string){
			"canceled":  func(id string) { o.Do(t, "DELETE", "/interviews/"+id, nil).Want(200) },
			"completed": func(id string) { o.MustRun(t, "interviews", "end-call", id) },
		} {
			id := o.Book(t, status, "interviewer_email", o.Email("dora"),
				"scheduled_start_at", "2032-06-07T10:00:00Z").Text("interview.id")
			end(id)
			for _, email := range []string{"bram", "dora"} {
				o.Do(t, "PATCH", "/interviews/"+id, Object{"interviewer_email": o.Email(email)}).WantError(409,
					"is "+status)
			}
			// shape before state
			o.Do(t, "PATCH", "/interviews/"+id, Object{"interviewer_email": "x"}).WantError(400, "interviewer_email")
		}
	})
}

// §4 Cancel: from any other status, the same answer byte for byte ever after.
func TestCancel(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	booked := o.Book(t, "cleo", "interviewer_email", o.Email("ilse"))
	ended := o.Book(t, "ended", "interviewer_email", o.Email("bram")).Text("interview.id")
	o.MustRun(t, "interviews", "end-call", ended)
	for name, id := range map[string]string{"scheduled": booked.Text("interview.id"), "completed": ended,
		"import to come": o.IDs.Imports["ashby"], "import that is over": o.IDs.Imports["gh"]} {
		before := o.Do(t, "GET", "/interviews/"+id, nil).Want(200)
		first := o.Do(t, "DELETE", "/interviews/"+id, nil).Want(200)
		checkInterview(first, "")
		if first.Text("status") != "canceled" || first.JSON("canceled_at") != first.JSON("updated_at") ||
			first.Text("updated_at") <= before.Text("updated_at") {
			t.Errorf("%s: canceled to %s", name, first.Body)
		}
		for _, same := range []string{"created_at", "call_ended_at", "scheduled_start_at", "interviewer_email",
			"meeting_link"} {
			if first.JSON(same) != before.JSON(same) {
				t.Errorf("%s: cancel changed %s from %s to %s", name, same, before.JSON(same), first.JSON(same))
			}
		}
		for range 3 {
			if again := o.Do(t, "DELETE", "/interviews/"+id, nil).Want(200); !bytes.Equal(again.Body, first.Body) {
				t.Errorf("%s: canceled again\n%s\nwant\n%s", name, again.Body, first.Body)
			}
		}
		if read := o.Do(t, "GET", "/interviews/"+id, nil).Want(200); !bytes.Equal(read.Body, first.Body) {
			t.Errorf("%s: a canceled interview reads\n%s\nwant\n%s", name, read.Body, first.Body)
		}
	}
	if r := o.Book(t, "cleo"); r.Text("interview.candidate.id") != booked.Text("interview.candidate.id") {
		t.Error("booking after a cancel made another candidate")
	}
}
