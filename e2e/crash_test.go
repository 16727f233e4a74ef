package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// afterCrash bounds what comes after a restart: an activity that was in flight is tried again when its 20 s are over.
const afterCrash = 120 * time.Second

// killedHalfway has clients post to a path, kills the service when half the posts were answered 201, and starts it
// again. It returns how many were; told takes each answer.
func (o *Org) killedHalfway(t testing.TB, posts, clients int, path string, body func(n int) Object,
	told func(n int, answer []byte) error) int64 {
	t.Helper()
	var next, done atomic.Int64
	var running sync.WaitGroup
	half := make(chan struct{})
	for range clients {
		running.Go(func() {
			for n := int(next.Add(1)) - 1; n < posts; n = int(next.Add(1)) - 1 {
				status, answer := o.attempt(t, path, body(n))
				if status == 0 {
					continue // the client does not know
				}
				if err := told(n, answer); err != nil || status != 201 {
					t.Errorf("post %d: status %d: %s", n, status, answer)
				}
				if done.Add(1) == int64(posts/2) {
					close(half)
				}
			}
		})
	}
	finished := make(chan struct{})
	go func() {
		running.Wait()
		close(finished)
	}()
	select {
	case <-half:
	case <-finished: // too few were answered; said already
	}
	o.Kill9(t)
	<-finished
	o.Restart(t)
	return done.Load()
}

// attempt posts without judging what comes back: status 0 when nobody answered.
func (o *Org) attempt(t testing.TB, path string, body Object) (status int, answer []byte) {
	b, err := json.Marshal(body)
	if err != nil {
		t.Error(err)
		return 0, nil
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, o.API+prefix+path, bytes.NewReader(b))
	if err != nil {
		t.Error(err)
		return 0, nil
	}
	req.Header.Set("Authorization", "Bearer "+o.Key)
	resp, err := client.Do(req)
	if err != nil {
		return 0, nil
	}
	defer resp.Body.Close()
	if answer, err = io.ReadAll(resp.Body); err != nil { // cut off: the client was told nothing
		return 0, nil
	}
	return resp.StatusCode, answer
}

// §7 retry rules: killed in the middle of bookings and started again, the service has every booking that it told of,
// once, and nothing half done; every letter comes, and every timer goes on.
func TestKilledWhileBooking(t *testing.T) {
	t.Parallel()
	const bookings, clients = 100, 8
	s := Start(t, KeepPorts(), reminding())
	o := s.NewOrg(t, brief...)
	address := func(n int) string { return o.Email(fmt.Sprintf("crash-%03d", n)) }
	body := func(n int) Object {
		start := time.Date(2032, 6, 1, n, 0, 0, 0, time.UTC).Format(time.RFC3339)
		return o.Booking(fmt.Sprintf("crash-%03d", n),
			"scheduled_start_at", start, "interviewer_email", o.Email(fmt.Sprintf("host-%d", n%4)))
	}
	reminded := o.Book(t, "reminded", "scheduled_start_at", fromNow(longReminder+20*time.Second))
	ending := o.Book(t, "ending", "round_id", o.Round("engineer", "referral", "portfolio"),
		"scheduled_start_at", fromNow(25*time.Second-fiveMinutes))

	told := make([]string, bookings) // the interview's id, "" when the client does not know
	done := o.killedHalfway(t, bookings, clients, "/interviews", body, func(n int, answer []byte) error {
		var b struct{ Interview struct{ ID string } }
		err := json.Unmarshal(answer, &b)
		told[n] = b.Interview.ID
		return err
	})

	stored := map[string]string{} // id by email
	for cursor := ""; ; {
		r := o.Do(t, "GET", "/interviews?limit=100&cursor="+cursor, nil).Want(200)
		for i := range r.List("interviews") {
			at := fmt.Sprintf("interviews.%d", i)
			if email := r.Text(at + ".candidate.email"); strings.HasPrefix(email, "crash-") {
				if stored[email] != "" {
					t.Errorf("%s has two interviews, %s and %s", email, stored[email], r.Text(at+".id"))
				}
				stored[email] = r.Text(at + ".id")
			}
		}
		if r.At("next_cursor") == nil {
			break
		}
		cursor = r.Text("next_cursor")
	}
	lost, untold := 0, 0
	for n, id := range told {
		switch found := stored[address(n)]; {
		case id != "" && found != id:
			lost++
			t.Errorf("booking %d was told 201 as %s and is stored as %q", n, id, found)
		case id == "" && found != "":
			untold++
		}
	}
	t.Logf("killed after %d of %d; %d stored without the client knowing, %d lost", done, bookings, untold, lost)
	// As §7 says: look first, then book what is not there.
	var ids []string
	for n := range bookings {
		r := o.Do(t, "GET", "/interviews?posting_id="+o.Posting("engineer")+"&round_id="+
			o.Round("engineer", "main", "systems")+"&candidate_email="+address(n), nil).Want(200)
		if found := r.Texts("interviews", "id"); len(found) > 0 {
			ids = append(ids, found...)
			o.Do(t, "POST", "/interviews", body(n)).WantError(409, found[0])
			continue
		}
		ids = append(ids, o.Do(t, "POST", "/interviews", body(n)).Want(201).Text("interview.id"))
	}
	slices.Sort(ids)
	if len(slices.Compact(ids)) != bookings {
		t.Errorf("%d interviews in the end, want %d", len(ids), bookings)
	}

	t.Run("a reminder and a window's end still come", func(t *testing.T) {
		box := o.LettersWhen(t, o.Email("reminded"),
			"a reminder", func(l []Letter) bool { return len(reminders(l)) > 0 })
		if n := len(reminders(box)); n != 1 {
			t.Errorf("%s, want one reminder", subjects(box))
		}
		closed := runClosed(t, s, afterCrash, "interview/"+ending.Text("interview.id"))
		if closed.Before(startOf(t, ending).Add(fiveMinutes)) {
			t.Errorf("the workflow ended at %s, before the window", closed)
		}
		if got := o.Do(t, "GET", "/interviews/"+ending.Text("interview.id"), nil); got.Text("status") != "completed" ||
			got.JSON("updated_at") != ending.JSON("interview.updated_at") {
			t.Errorf("after the window: %s", got.Body)
		}
	})
	o.Settled(t, afterCrash, append(ids, reminded.Text("interview.id"))...)
	twice := 0
	for n := range bookings {
		twice += o.oneLetter(t, address(n), "Interview confirmed", 1)
	}
	for n := range 4 {
		twice += o.oneLetter(t, o.Email(fmt.Sprintf("host-%d", n)), "Interview with", bookings/4)
	}
	if twice > 2*clients+16 { // what can have been in flight
		t.Errorf("%d letters came twice, want only those in flight at the kill", twice)
	}
	t.Logf("%d letters came twice", twice)
}

// oneLetter wants n different letters to an address, all with that subject, each at most twice with the same Message-ID
// and the same content, and returns how many came twice.
func (o *Org) oneLetter(t testing.TB, to, subject string, n int) (twice int) {
	t.Helper()
	seen := map[string][]byte{}
	box := o.Inbox(t, to)
	for _, l := range box {
		raw := o.Raw(t, l)
		h, _, _ := takeApart(t, raw)
		id := h.Get("Message-ID")
		if seen[id] != nil {
			if twice++; !bytes.Equal(seen[id], raw) {
				t.Errorf("%s got %s twice and not the same", to, id)
			}
		}
		seen[id] = raw
		if !strings.HasPrefix(l.Subject, subject) {
			t.Errorf("%s got %q, want %q alone", to, l.Subject, subject)
		}
	}
	if len(seen) != n || len(box) > 2*n {
		t.Errorf("%s got %d letters, %d different, want %d: %s",
			to, len(box), len(seen), n, subjects(box[:min(len(box), 8)]))
	}
	return twice
}

// `up` is durable: killed again and again while it works, it loses nothing.
func TestKilledAgainAndAgain(t *testing.T) {
	t.Parallel()
	s := Start(t, KeepPorts())
	o := s.NewOrg(t)
	var ids []string
	for n := range 3 {
		name := fmt.Sprintf("again-%d", n)
		id := o.Book(t, name, "interviewer_email", o.Email("dora"),
			"scheduled_start_at", fmt.Sprintf("2032-06-0%dT10:00:00Z", n+1)).Text("interview.id")
		switch n {
		case 1:
			o.Book(t, name, "interviewer_email", o.Email("ilse"), "scheduled_start_at", "2032-06-11T10:00:00Z",
				"replace_existing", true)
		case 2:
			o.Do(t, "DELETE", "/interviews/"+id, nil).Want(200)
		}
		s.Kill9(t) // with the change just answered and its letters on their way or not
		s.Restart(t)
		ids = append(ids, id)
	}
	o.Settled(t, afterCrash, ids...)
	o.oneLetter(t, o.Email("again-0"), "Interview confirmed", 1)
	box := o.Inbox(t, o.Email("again-1"))
	if len(box) == 0 || box[0].Event(t).Start.Format(time.RFC3339) != "2032-06-11T10:00:00Z" ||
		!slices.Contains(box[0].Event(t).Attendees, o.Email("ilse")) {
		t.Errorf("again-1 ends with %s, want the last state", subjects(box))
	}
	if box := o.Inbox(t, o.Email("again-2")); len(box) > 0 && box[0].Event(t).Method != "CANCEL" {
		t.Errorf("again-2 ends with %s, want a cancellation after what was told", subjects(box))
	}
	for _, id := range ids {
		if s := o.Do(t, "GET", "/interviews/"+id, nil).Want(200).Text("status"); (s == "canceled") != (id == ids[2]) {
			t.Errorf("interview %s is %s", id, s)
		}
	}
}
