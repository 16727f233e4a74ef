package e2e

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/testdb"
)

// poll is one run of the polling procedure of §6: it follows the pages from a checkpoint and notes in seen, by id, the
// newest JSON of each interview. It returns the ids as they came.
func (o *Org) poll(t testing.TB, since string, seen map[string]string) (ids []string) {
	t.Helper()
	updated := map[string]string{}
	for cursor := ""; ; {
		r := o.Do(t, "GET", "/interviews?limit=2&include_canceled=true&updated_since="+url.QueryEscape(since)+
			"&cursor="+url.QueryEscape(cursor), nil).Want(200)
		for n := range r.List("interviews") {
			at := fmt.Sprintf("interviews.%d", n)
			id := r.Text(at + ".id")
			ids = append(ids, id)
			if when := r.Text(at + ".updated_at"); when >= updated[id] {
				updated[id], seen[id] = when, r.JSON(at)
			}
		}
		if r.At("next_cursor") == nil {
			return ids
		}
		cursor = r.Text("next_cursor")
	}
}

// later waits until the service's clock is past an instant of an answer and returns one between that and whatever is
// written from now on.
func (s *Service) later(t testing.TB, instant string) string {
	t.Helper()
	at, err := time.Parse(time.RFC3339, instant)
	if err != nil {
		t.Fatal(err)
	}
	at = at.Add(time.Millisecond)
	Until(t, 10*time.Second, "the clock to go on", func() (bool, string) {
		return s.Now().After(at.Add(time.Millisecond)), ""
	})
	return exactly(at)
}

// §6 rules 1, 2, 3 and 4, §6 Order: the polling procedure sees every stored write, in the order of starts, and ends
// with what a read shows.
func TestPolling(t *testing.T) {
	t.Parallel()
	EachOrg(t, func(t *testing.T, o *Org) {
		seen := map[string]string{}
		book := func(candidate, start string, changes ...any) *Response {
			return o.Book(t, candidate, append([]any{"scheduled_start_at", start}, changes...)...)
		}
		early, middle, late := book("early", "2032-06-01T10:00:00Z"), book("middle", "2032-06-02T10:00:00Z"),
			book("late", "2032-06-03T10:00:00Z")
		moved := book("moved", "2032-06-04T10:00:00Z")
		link := o.Do(t, "POST", "/interviews", o.External("link")).Want(201)
		quiet := book("quiet", "2032-06-05T10:00:00Z")
		if got := o.poll(t, "1970-01-01", seen); len(got) != 8 { // the two imports too
			t.Fatalf("the first run sees %d interviews, want 8", len(got))
		}
		id := func(r *Response) string { return r.Text("interview.id") }

		checkpoint := o.later(t, quiet.Text("interview.updated_at"))
		if got := o.poll(t, checkpoint, seen); len(got) != 0 {
			t.Errorf("a run without writes sees %v", got)
		}
		o.Do(t, "DELETE", "/interviews/"+id(late), nil).Want(200)
		o.Do(t, "PATCH", "/interviews/"+id(middle), Object{"interviewer_email": o.Email("dora")}).Want(200)
		book("moved", "2032-05-30T10:00:00Z", "replace_existing", true)
		o.MustRun(t, "interviews", "end-call", id(early))
		o.Post(t, link.Text("candidate_link"), nil).Want(303)
		fresh := book("fresh", "2032-06-06T10:00:00Z")

		// By start, not by updated_at: the link's start is its use, today.
		want := []string{id(link), id(moved), id(early), id(middle), id(late), id(fresh)}
		if got := o.poll(t, checkpoint, seen); !slices.Equal(got, want) {
			t.Errorf("the run sees %v, want what was booked, moved, reassigned, canceled, ended or used since, by "+
				"start: %v", got, want)
		}
		for _, id := range append(want, id(quiet)) {
			if got := o.Do(t, "GET", "/interviews/"+id, nil).Want(200).JSON(""); got != seen[id] {
				t.Errorf("polled\n%s\nread\n%s", seen[id], got)
			}
		}
		if again := o.poll(t, checkpoint, seen); !slices.Equal(again, want) {
			t.Errorf("the same checkpoint again sees %v, want %v: an overlap costs nothing", again, want)
		}
		if strings.Contains(seen[id(link)], "candidate_link") {
			t.Errorf("a poll shows the candidate link: %s", seen[id(link)])
		}

		t.Run("a retry finds the booking by posting_id, round_id and candidate_email", func(t *testing.T) { // §7
			find := func(candidate, round string) []string {
				return o.Do(t, "GET", "/interviews?posting_id="+o.Posting("engineer")+"&round_id="+
					o.Round("engineer", "main", round)+"&candidate_email="+url.QueryEscape(o.Email(candidate)),
					nil).Want(200).Texts("interviews", "id")
			}
			if got := find("fresh", "systems"); !slices.Equal(got, []string{id(fresh)}) {
				t.Errorf("found %v, want %s", got, id(fresh))
			}
			if got := slices.Concat(find("nobody", "systems"), find("fresh", "pairing")); len(got) != 0 {
				t.Errorf("found %v for what was not booked", got)
			}
			o.Do(t, "POST", "/interviews", o.Booking("fresh",
				"scheduled_start_at", "2032-06-06T10:00:00Z")).WantError(409, id(fresh))
		})
	})
}

// §3, §6: what a reviewer decides is seen by reading the submission again.
func TestSubmissionChanges(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	path := "/submissions/" + o.IDs.Submissions["fresh"]
	shows := func(want map[string]string) {
		t.Helper()
		r := o.Do(t, "GET", path, nil).Want(200)
		submissionShape.check(r, "")
		for field, value := range want {
			if got := r.JSON(field); got != value {
				t.Errorf("%s is %s, want %s", field, got, value)
			}
		}
	}
	shows(map[string]string{"decision": `"pending"`, "score": "null", "native_score": "null", "score_scale": "null"})
	for _, decision := range []string{"advance", "reject"} {
		const fresh = "submitted_at: 2026-03-05T10:00:00Z}"
		o.Apply(t, writeFile(t, decision+".yaml", northwind(t, o.Slug, fresh, "submitted_at: 2026-03-05T10:00:00Z, "+
			"score: 70, native_score: 3.5, decision: "+decision+"}")))
		shows(map[string]string{"decision": `"` + decision + `"`, "score": "70", "native_score": "3.5",
			"score_scale": `{"max":5,"min":0}`})
	}
	for _, method := range []string{"PUT", "PATCH", "POST", "DELETE"} {
		// the recording operation is not exposed in REST
		o.Do(t, method, path, Object{"decision": "pending"}).Want(405)
	}
	shows(map[string]string{"decision": `"reject"`})
}

// §3 Transitions, §6: an interview becomes completed or expired by the clock alone, which updated_since does not see;
// it can still be canceled. There is no worker here: the status is derived at read.
func TestPassageOfTime(t *testing.T) {
	t.Parallel()
	s := StartAPI(t, []string{"LITMUS_DATABASE_URL=" + testdb.SQLite(t), signingSecret, "LITMUS_LINK_TTL=1s",
		"LITMUS_SESSION_TTL=3s"})
	o := s.NewOrg(t, brief...)
	round := o.Round("engineer", "referral", "portfolio") // five minutes
	made := map[string]*Response{
		"completed": o.Book(t, "closing", "round_id", round, "scheduled_start_at", fromNow(6*time.Second-fiveMinutes),
			"interviewer_email", o.Email("bram")),
		"expired": o.Do(t, "POST", "/interviews", o.External("left")).Want(201),
	}
	s.AdvanceTo(t, windowEnd(t, made["completed"], fiveMinutes)) // and the session of the other has ended before
	for _, status := range []string{"completed", "expired"} {
		first := made[status]
		path := "/interviews/" + first.Text("interview.id")
		var r *Response
		Until(t, time.Minute, "the interview to be "+status, func() (bool, string) {
			r = o.Do(t, "GET", path, nil).Want(200)
			return r.Text("status") == status, string(r.Body)
		})
		if want := strings.Replace(first.JSON("interview"), `"status":"`+first.Text("interview.status")+`"`,
			`"status":"`+status+`"`, 1); r.JSON("") != want {
			t.Errorf("%s by the clock\n%s\nwant nothing but the status changed\n%s", status, r.JSON(""), want)
		}
		since := "/interviews?posting_id=" + o.Posting("engineer") + "&updated_since=" +
			s.later(t, r.Text("updated_at"))
		if got := o.Do(t, "GET", since, nil).Want(200).Texts("interviews", "id"); slices.Contains(got, r.Text("id")) {
			t.Errorf("updated_since sees what time did to the %s interview", status)
		}
		o.Do(t, "PATCH", path, Object{"interviewer_email": o.Email("ilse")}).WantError(409, "is "+status)

		canceled := o.Do(t, "DELETE", path, nil).Want(200)
		checkInterview(canceled, "")
		if canceled.Text("status") != "canceled" || canceled.JSON("canceled_at") != canceled.JSON("updated_at") ||
			canceled.JSON("scheduled_start_at") != first.JSON("interview.scheduled_start_at") {
			t.Errorf("%s, then canceled: %s", status, canceled.Body)
		}
		for range 2 {
			if again := o.Do(t, "DELETE", path, nil).Want(200); again.JSON("") != canceled.JSON("") {
				t.Errorf("canceled again: %s, want %s", again.Body, canceled.Body)
			}
		}
		if got := o.Do(t, "GET", path, nil).Want(200); got.JSON("") != canceled.JSON("") {
			t.Errorf("a canceled interview reads %s, want %s", got.Body, canceled.Body)
		}
		if got := o.Do(t, "GET", since, nil).Want(200).Texts("interviews", "id"); !slices.Contains(got, r.Text("id")) {
			t.Error("updated_since does not see the cancellation")
		}
	}
}
