package e2e

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// instantFormat is 2006-01-02T15:04:05.000Z, idFormat a prefix and a lower-case rest.
var (
	instantFormat = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`)
	idFormat      = regexp.MustCompile(`^(post|trk|rnd|grp|asm|cand|int|sub|key)_[0-9a-z]{26,32}$`)
)

// shape says what a field must be: text, id, instant, number, flag, list, object, and "… or null".
type shape map[string]string

var (
	interviewShape = shape{ // §2, Interview object
		"id": "id", "posting_id": "id", "round_id": "id", "track_id": "id", "assessment_id": "id",
		"candidate": "object", "status": "text", "source": "text",
		"scheduled_start_at": "instant or null", "duration_minutes": "number", "indefinite": "flag",
		"time_zone": "text", "interviewer_email": "text",
		"meeting_link": "text", "externally_scheduled": "flag", "call_ended_at": "instant or null",
		"canceled_at": "instant or null",
		"created_at":  "instant", "updated_at": "instant",
	}
	candidateShape = shape{"id": "id", "email": "text", "name": "text"}
	roleShape      = shape{ // §2, Role
		"id": "id", "kind": "text", "title": "text", "status": "text", "team": "text", "location": "text",
		"type": "text", "assessment_count": "number", "created_at": "instant",
	}
	submissionShape = shape{ // §2, Submission
		"id": "id", "assessment_id": "id", "candidate": "object", "score": "number or null",
		"native_score": "number or null", "score_scale": "object or null",
		"decision": "text", "submitted_at": "instant", "report_url": "text",
	}
	interviewerShape = shape{"email": "text", "meeting_link": "text or null", "slots": "list",
		"availability_source": "text"}
	slotShape = shape{"start_at": "instant", "interviewer_emails": "list", "capacity": "number"}
)

// check wants the object at a path to have these fields and no others.
func (s shape) check(r *Response, path string) {
	r.t.Helper()
	var want []string
	for name, kind := range s {
		want = append(want, name)
		field := strings.TrimPrefix(path+"."+name, ".")
		if !r.Has(field) {
			continue // said below
		}
		if err := fits(r.At(field), kind); err != nil {
			r.t.Errorf("%s: %s: %v", r.about, field, err)
		}
	}
	slices.Sort(want)
	if got := r.Keys(path); !slices.Equal(got, want) {
		r.t.Errorf("%s: %q has the fields %v, want %v", r.about, path, got, want)
	}
}

func fits(v any, kind string) error {
	kind, nullable := strings.CutSuffix(kind, " or null")
	ok := false
	switch x := v.(type) {
	case nil:
		ok = nullable
	case string:
		ok = kind == "text" || kind == "instant" && instantFormat.MatchString(x) ||
			kind == "id" && idFormat.MatchString(x)
	case json.Number:
		ok = kind == "number"
	case bool:
		ok = kind == "flag"
	case []any:
		ok = kind == "list"
	case Object:
		ok = kind == "object"
	}
	if !ok {
		return fmt.Errorf("%v, want: %s", v, kind)
	}
	return nil
}

// checkInterview wants an Interview object of §2 at a path.
func checkInterview(r *Response, path string) {
	r.t.Helper()
	interviewShape.check(r, path)
	candidateShape.check(r, strings.TrimPrefix(path+".candidate", "."))
	for field, values := range map[string][]string{
		"status": {"scheduled", "completed", "canceled", "pending", "expired"},
		"source": {"litmus", "external", "greenhouse", "ashby", "lever"},
	} {
		if got := r.Text(strings.TrimPrefix(path+"."+field, ".")); !slices.Contains(values, got) {
			r.t.Errorf("%s: %s %q, want one of %v", r.about, field, got, values)
		}
	}
}

// §2 Interview object, §4 Interviews: it is the same from book, read, list, change-interviewer and cancel.
func TestInterviewObject(t *testing.T) {
	t.Parallel()
	EachOrg(t, func(t *testing.T, o *Org) {
		booked := o.Book(t, "Cleo", "interviewer_email", o.Email("ilse"),
			"scheduled_start_at", "2032-06-01T12:00:00.1239+02:00")
		checkInterview(booked, "interview")
		if got, want := booked.Keys(""), []string{"interview"}; !slices.Equal(got, want) {
			t.Errorf("booking wrapper has %v, want %v: no warnings when there are none", got, want)
		}
		id := booked.Text("interview.id")
		for field, want := range map[string]string{
			"posting_id": o.Posting("engineer"), "round_id": o.Round("engineer", "main", "systems"),
			"track_id": o.Track("engineer", "main"), "assessment_id": o.Assessment("systems"),
			"candidate.email": o.Email("cleo"), "candidate.name": "Casey Quillon", "status": "scheduled",
			"source": "litmus", "scheduled_start_at": "2032-06-01T10:00:00.123Z",
			"time_zone": "Europe/Berlin", "interviewer_email": o.Email("ilse"), "meeting_link": "https://meet." +
				o.Slug + ".example/ilse",
		} {
			if got := booked.Text("interview." + field); got != want {
				t.Errorf("%s = %q, want %q", field, got, want)
			}
		}
		if got := booked.JSON("interview"); !strings.Contains(got, `"call_ended_at":null,"canceled_at":null`) ||
			!strings.Contains(got, `"duration_minutes":60,"externally_scheduled":false`) {
			t.Errorf("interview = %s", got)
		}
		if got, want := booked.Text("interview.updated_at"), booked.Text("interview.created_at"); got != want {
			t.Errorf("updated_at = %s, want created_at %s", got, want)
		}

		t.Run("read returns it without a wrapper", func(t *testing.T) {
			r := o.Do(t, "GET", "/interviews/"+id, nil).Want(200)
			checkInterview(r, "")
			if got, want := r.JSON(""), booked.JSON("interview"); got != want {
				t.Errorf("read\n%s\nwant\n%s", got, want)
			}
		})
		t.Run("list has the same", func(t *testing.T) {
			r := o.Do(t, "GET", "/interviews?candidate_email="+o.Email("cleo"), nil).Want(200)
			if got, want := r.JSON("interviews"), "["+booked.JSON("interview")+"]"; got != want {
				t.Errorf("list\n%s\nwant\n%s", got, want)
			}
		})
		t.Run("change-interviewer and cancel return it without a wrapper", func(t *testing.T) {
			r := o.Do(t, "PATCH", "/interviews/"+id, Object{"interviewer_email": o.Email("bram")}).Want(200)
			checkInterview(r, "")
			r = o.Do(t, "DELETE", "/interviews/"+id, nil).Want(200)
			checkInterview(r, "")
			if got := r.Text("status"); got != "canceled" {
				t.Errorf("status = %q, want canceled", got)
			}
			if got := r.Text("canceled_at"); got != r.Text("updated_at") {
				t.Errorf("canceled_at = %s, want updated_at %s", got, r.Text("updated_at"))
			}
			again := o.Do(t, "DELETE", "/interviews/"+id, nil).Want(200)
			if again.JSON("") != r.JSON("") {
				t.Errorf("second cancel\n%s\nwant the first answer\n%s", again.Body, r.Body)
			}
		})
		t.Run("imports of every kind have it", func(t *testing.T) {
			r := o.Do(t, "GET", "/interviews", nil).Want(200)
			for i := range r.List("interviews") {
				checkInterview(r, fmt.Sprintf("interviews.%d", i))
			}
		})
	})
}
