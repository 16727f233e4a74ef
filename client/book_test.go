package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// desk is a service that books like the real one, one live interview per candidate (§4 rule 1), and loses answers as
// the test says.
type desk struct {
	*script
	posts      []outcome // of each booking request
	list       answer    // if not nil, replaces the list of what is booked
	interviews []Interview
	made       int // bookings and replaces
}

// outcome answers a booking request, and makes the booking or not.
type outcome func(d *desk, w http.ResponseWriter, r BookingRequest)

// books makes the booking and answers.
func books(d *desk, w http.ResponseWriter, r BookingRequest) {
	if b, refusal := d.book(r); refusal != nil {
		refusal(w)
	} else {
		says(201, toJSON(d.t, b))(w)
	}
}

// booksAnd makes the booking and gives another answer, or none.
func booksAnd(then answer) outcome {
	return func(d *desk, w http.ResponseWriter, r BookingRequest) {
		d.book(r)
		then(w)
	}
}

// only answers without making the booking.
func only(a answer) outcome {
	return func(_ *desk, w http.ResponseWriter, _ BookingRequest) { a(w) }
}

// late loses the answer, and makes the booking after the client has looked for it.
func late(d *desk, w http.ResponseWriter, r BookingRequest) {
	before := d.list
	d.list = func(w http.ResponseWriter) {
		d.list = before
		d.answerList(w)
		d.book(r)
	}
	hangsUp(w)
}

func (d *desk) book(r BookingRequest) (*Booking, answer) {
	i := Interview{ID: fmt.Sprintf("int_%d", d.made+1), PostingID: r.PostingID, RoundID: r.RoundID,
		Candidate: InterviewCandidate{ID: "cand_1", Email: strings.ToLower(r.CandidateEmail)}, Status: StatusScheduled,
		Source: SourceLitmus, ScheduledStartAt: &r.ScheduledStartAt,
		InterviewerEmail: strings.ToLower(r.InterviewerEmail), MeetingLink: r.MeetingLink, TimeZone: "UTC"}
	b := &Booking{Interview: i}
	if r.ExternallyScheduled {
		b.Interview.Source, b.Interview.ExternallyScheduled = SourceExternal, true
		b.Interview.Status, b.Interview.ScheduledStartAt = StatusPending, nil
		b.Interview.CreatedAt = noon.Add(time.Duration(d.made) * time.Second) // a replace makes a new one
		b.CandidateLink = "https://hire.acme.example/s/secret"
	}
	for n, live := range d.interviews {
		if live.Status == StatusCanceled {
			continue
		}
		if !r.ReplaceExisting {
			return nil, refuses(409, "the candidate already has interview "+live.ID)
		}
		b.Interview.ID = live.ID
		d.interviews[n] = b.Interview
		d.made++
		return b, nil
	}
	d.interviews = append(d.interviews, b.Interview)
	d.made++
	return b, nil
}

func (d *desk) answerList(w http.ResponseWriter) {
	live := []Interview{}
	for _, i := range d.interviews {
		if i.Status != StatusCanceled {
			live = append(live, i)
		}
	}
	says(200, fmt.Sprintf(`{"interviews": %s, "next_cursor": null}`, toJSON(d.t, live)))(w)
}

// open returns a desk with these outcomes of booking requests, in order.
func open(t *testing.T, posts ...outcome) *desk {
	t.Helper()
	d := &desk{script: &script{t: t}, posts: posts}
	d.serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		d.mu.Lock()
		defer d.mu.Unlock()
		if r.Method == http.MethodGet {
			if d.list != nil {
				d.list(w)
			} else {
				d.answerList(w)
			}
			return
		}
		var booking BookingRequest
		if err := json.NewDecoder(r.Body).Decode(&booking); err != nil {
			t.Error(err)
		}
		if len(d.posts) == 0 {
			t.Error("a booking request after the end of the script")
			hangsUp(w)
			return
		}
		next := d.posts[0]
		d.posts = d.posts[1:]
		next(d, w, booking)
	}))
	return d
}

const (
	post = "POST /api/v1/interviews"
	look = "GET /api/v1/interviews?posting_id=post_1&round_id=rnd_1&candidate_email=robin%40candidate.example" +
		"&include_canceled=false&limit=100"
)

// §7, retry rules for bookings: after a timeout or an unexpected error, the list decides whether to send the request
// again.
func TestBook(t *testing.T) {
	t.Parallel()
	request := func(change ...func(*BookingRequest)) BookingRequest {
		r := BookingRequest{PostingID: "post_1", RoundID: "rnd_1", CandidateEmail: " Robin@candidate.example",
			ScheduledStartAt: start.Add(123456789), InterviewerEmail: "Grace@acme.example"}
		for _, c := range change {
			c(&r)
		}
		return r
	}
	stored := func(r *BookingRequest) { // the request as the desk stores it
		r.CandidateEmail = strings.TrimSpace(r.CandidateEmail)
		r.ScheduledStartAt = r.ScheduledStartAt.Truncate(time.Millisecond)
	}
	external := func(r *BookingRequest) {
		r.ExternallyScheduled, r.MeetingLink, r.ScheduledStartAt = true, "https://meet.acme.example/g", time.Time{}
	}
	replace := func(r *BookingRequest) { r.ReplaceExisting = true }
	keep := func(f outcome) outcome {
		return func(d *desk, w http.ResponseWriter, r BookingRequest) { stored(&r); f(d, w, r) }
	}

	for name, c := range map[string]struct {
		posts    []outcome
		r        BookingRequest
		existing bool // the candidate has a session already, which looks like the one that replaces it
		heard    []string
		link     bool // the answer has a link
		err      error
	}{
		"is sent once if it is answered": {posts: []outcome{books}, r: request(), heard: []string{post}},
		"is not sent again if it was made but not answered": {posts: []outcome{booksAnd(hangsUp)}, r: request(),
			heard: []string{post, look}},
		"is sent again if it was not made": {r: request(), heard: []string{post, look, post, look, post},
			posts: []outcome{only(hangsUp), only(refuses(500, "internal error")), books}},
		"is found if it was made after the first look": {posts: []outcome{late, books}, r: request(),
			heard: []string{post, look, post, look}},
		"of an external session has its link": {posts: []outcome{only(hangsUp), books}, r: request(external),
			heard: []string{post, look, post}, link: true},
		"of an external session reports that its link is lost": {posts: []outcome{booksAnd(hangsUp)},
			r: request(external), heard: []string{post, look}, err: ErrLinkLost},
		"with replace is sent again after 502": {posts: []outcome{only(refuses(502, "the notetaker")), books},
			r: request(replace), heard: []string{post, look, post}},

		"that replaces a session is sent again if it was not made": {existing: true, r: request(external, replace),
			posts: []outcome{only(hangsUp), only(refuses(429, "slow down")), books},
			heard: []string{look, post, look, post, look, post}, link: true},
		"that replaces a session reports that its link is lost": {existing: true, r: request(external, replace),
			posts: []outcome{booksAnd(hangsUp)}, heard: []string{look, post, look}, err: ErrLinkLost},
		"that replaces a session is found if it was made in between": {existing: true, r: request(external, replace),
			posts: []outcome{late, only(hangsUp)}, heard: []string{look, post, look, post, look}, err: ErrLinkLost},
		"that replaces a session is sent once if it is answered": {existing: true, r: request(external, replace),
			posts: []outcome{books}, heard: []string{look, post}, link: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, made := open(t), 1
			if c.existing {
				d.book(request(external, stored))
				made++
			}
			for _, p := range c.posts {
				d.posts = append(d.posts, keep(p))
			}
			b, err := d.Book(t.Context(), c.r)
			if !errors.Is(err, c.err) || b == nil {
				t.Fatalf("%v, %v, want a booking and %v", b, err, c.err)
			}
			if b.Interview.ID != "int_1" || (b.CandidateLink != "") != c.link {
				t.Errorf("%+v, want interview int_1 (link: %v)", b, c.link)
			}
			if d.made != made {
				t.Errorf("%d bookings were made, want %d", d.made, made)
			}
			d.want(c.heard...)
		})
	}

	t.Run("that replaces a session is uncertain if the existing one could not be read", func(t *testing.T) {
		t.Parallel()
		d := open(t)
		d.book(request(external, stored))
		d.list = refuses(403, "missing required scope: interviews:read")
		d.posts = []outcome{func(d *desk, w http.ResponseWriter, _ BookingRequest) {
			d.list = nil // the scope was granted in between
			hangsUp(w)
		}}
		_, err := d.Book(t.Context(), request(external, replace))
		if u, ok := errors.AsType[*UncertainError](err); !ok || KindOf(u.ReadBack) != KindForbidden {
			t.Errorf("%v, want it uncertain", err)
		}
		d.want(look, post, look)
	})

	t.Run("is not taken from an answer without a booking", func(t *testing.T) {
		t.Parallel()
		d := open(t, only(says(200, `{}`)), only(says(201, `{"interview": {}}`)), books)
		if b, err := d.Book(t.Context(), request()); err != nil || b.Interview.ID != "int_1" || d.made != 1 {
			t.Errorf("%v, %v", b, err)
		}
		d.want(post, look, post, look, post)
	})

	t.Run("is not sent again if it is refused", func(t *testing.T) {
		t.Parallel()
		for _, status := range []int{400, 401, 403, 404, 409, 413} {
			d := open(t, only(refuses(status, "no")))
			if b, err := d.Book(t.Context(), request()); b != nil || err == nil ||
				errors.As(err, new(*UncertainError)) {
				t.Errorf("%d: %v, %v", status, b, err)
			}
			d.want(post)
		}
	})

	t.Run("is refused if the candidate has another interview", func(t *testing.T) {
		t.Parallel()
		d := open(t, only(hangsUp), books)
		other := Interview{ID: "int_9", Candidate: InterviewCandidate{Email: "robin@candidate.example"},
			Status: StatusScheduled, Source: SourceLitmus, InterviewerEmail: "grace@acme.example",
			ScheduledStartAt: new(start.Add(time.Hour))}
		d.interviews = []Interview{other}
		if b, err := d.Book(t.Context(), request()); KindOf(err) != KindConflict || b != nil {
			t.Errorf("%v, %v; want the conflict", b, err)
		}
		d.want(post, look, post, look)
	})

	t.Run("is not confused with one that differs in anything", func(t *testing.T) {
		t.Parallel()
		r := request(stored, func(r *BookingRequest) {
			r.MeetingLink, r.TimeZone = "https://meet.acme.example/g", "UTC"
		})
		d := &desk{script: &script{t: t}}
		b, _ := d.book(r)
		if !made(b.Interview, r) || !made(b.Interview, request()) {
			t.Fatal("the booking is not recognized")
		}
		for what, change := range map[string]func(*BookingRequest){
			"candidate":    func(r *BookingRequest) { r.CandidateEmail = "kim@candidate.example" },
			"candidate id": func(r *BookingRequest) { r.CandidateID = "cand_2" },
			"start":        func(r *BookingRequest) { r.ScheduledStartAt = r.ScheduledStartAt.Add(time.Minute) },
			"interviewer":  func(r *BookingRequest) { r.InterviewerEmail = "" },
			"link":         func(r *BookingRequest) { r.MeetingLink = "https://meet.acme.example/other" },
			"zone":         func(r *BookingRequest) { r.TimeZone = "Europe/Berlin" },
			"mode":         external,
		} {
			other := r
			change(&other)
			if made(b.Interview, other) {
				t.Errorf("recognized in one with another %s", what)
			}
		}
		canceled := b.Interview
		canceled.Source, canceled.Status = SourceExternal, StatusExpired
		if made(canceled, request(external, stored)) {
			t.Error("recognized in an expired session")
		}
	})

	t.Run("by candidate id is looked up by that id", func(t *testing.T) {
		t.Parallel()
		d := open(t, keep(booksAnd(hangsUp)))
		r := request(func(r *BookingRequest) {
			r.CandidateID, r.CandidateEmail = "cand_1", "another@candidate.example"
		})
		if b, err := d.Book(t.Context(), r); err != nil || b.Interview.Candidate.ID != "cand_1" {
			t.Errorf("%v, %v", b, err)
		}
		d.want(post, "GET /api/v1/interviews?posting_id=post_1&round_id=rnd_1&include_canceled=false&limit=100")
	})

	t.Run("is not sent again if the interviews cannot be read", func(t *testing.T) {
		t.Parallel()
		d := open(t, booksAnd(hangsUp))
		d.list = refuses(403, "missing required scope: interviews:read")
		_, err := d.Book(t.Context(), request())
		if u, ok := errors.AsType[*UncertainError](err); !ok || KindOf(u.ReadBack) != KindForbidden ||
			!strings.Contains(err.Error(), "may have been made") {
			t.Errorf("%v, want it uncertain", err)
		}
		d.want(post, look)
	})

	t.Run("is not sent again if the context has ended", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithCancel(t.Context())
		d := open(t, func(d *desk, w http.ResponseWriter, r BookingRequest) {
			d.book(r)
			cancel()
			hangsUp(w)
		})
		_, err := d.Book(ctx, request())
		if !errors.As(err, new(*UncertainError)) || !errors.Is(err, context.Canceled) {
			t.Errorf("%v, want it uncertain", err)
		}
		d.want(post)
	})

	t.Run("returns the last error if it was never made", func(t *testing.T) {
		t.Parallel()
		d := open(t, only(hangsUp), only(refuses(500, "internal error")))
		WithAttempts(2)(d.Client)
		if _, err := d.Book(t.Context(), request()); KindOf(err) != KindInternal {
			t.Errorf("%v, want the last error", err)
		}
		d.want(post, look, post, look)
		if len(d.slept) != 1 {
			t.Errorf("slept %v, want one back-off", d.slept)
		}
	})
}
