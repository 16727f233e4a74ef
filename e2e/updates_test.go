package e2e

import (
	"fmt"
	"net/url"
	"slices"
	"testing"
	"time"
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
	return answered(at)
}

// §6 rules 1, 2, 3 and 4, §6 Order: the polling procedure sees every stored write, in the order of starts, and ends
// with what a read shows. §7 Retry rules: a booking is found by posting, round and candidate.
func TestPolling(t *testing.T) {
	t.Parallel()
	EachOrgPaired(t, func(t *testing.T, o *Org) {
		seen := map[string]string{}
		book := func(candidate, start string, changes ...any) *Response {
			return o.Book(t, candidate, append([]any{"scheduled_start_at", start}, changes...)...)
		}
		id := func(r *Response) string { return r.Text("interview.id") }
		middle, late := id(book("middle", "2032-06-02T10:00:00Z")), id(book("late", "2032-06-03T10:00:00Z"))
		moved := id(book("moved", "2032-06-04T10:00:00Z"))
		link := o.Do(t, "POST", "/interviews", o.External("link")).Want(201)
		quiet := book("quiet", "2032-06-05T10:00:00Z")
		if got := o.poll(t, "1970-01-01", seen); len(got) != 7 { // the two imports too
			t.Fatalf("the first run sees %d interviews, want 7", len(got))
		}
		checkpoint := o.later(t, quiet.Text("interview.updated_at"))
		if got := o.poll(t, checkpoint, seen); len(got) != 0 {
			t.Errorf("a run without writes sees %v", got)
		}
		o.Do(t, "DELETE", "/interviews/"+late, nil).Want(200)
		o.Do(t, "PATCH", "/interviews/"+middle, Object{"interviewer_email": o.Email("dora")}).Want(200)
		book("moved", "2032-05-30T10:00:00Z", "replace_existing", true)
		o.Post(t, link.Text("candidate_link"), nil).Want(303)
		fresh := id(book("fresh", "2032-06-06T10:00:00Z"))

		// By start, not by updated_at: the link's start is its use, today.
		want := []string{id(link), moved, middle, late, fresh}
		if got := o.poll(t, checkpoint, seen); !slices.Equal(got, want) {
			t.Errorf("the run sees %v, want what was written since, by start: %v", got, want)
		}
		for _, id := range append(want, id(quiet)) {
			if got := o.Do(t, "GET", "/interviews/"+id, nil).Want(200).JSON(""); got != seen[id] {
				t.Errorf("polled\n%s\nread\n%s", seen[id], got)
			}
		}
		found := o.Do(t, "GET", "/interviews?posting_id="+o.Posting("engineer")+"&round_id="+
			o.Round("engineer", "main", "systems")+"&candidate_email="+url.QueryEscape(o.Email("fresh")), nil).Want(200)
		if got := found.Texts("interviews", "id"); !slices.Equal(got, []string{fresh}) {
			t.Errorf("found %v, want %s", got, fresh)
		}
	})
}
