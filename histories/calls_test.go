package histories

import (
	"encoding/json"
	"net/url"
	"strconv"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/candidacy"
	"litmus/store/interviews"
)

// The methods below call the service.

func (listRoles) send(s *studio) answer      { return s.get("/roles", nil) }
func (o readPipeline) send(s *studio) answer { return s.get("/postings/"+o.posting+"/pipeline", nil) }
func (o listInterviewers) send(s *studio) answer {
	return s.get("/postings/"+o.posting+"/interviewers", nil)
}
func (o readSubmission) send(s *studio) answer { return s.get("/submissions/"+o.submission, nil) }

func (o list) send(s *studio) answer {
	q := url.Values{}
	set(q, "posting_id", o.posting)
	set(q, "round_id", o.round)
	set(q, "candidate_email", o.email)
	set(q, "cursor", o.cursor)
	setTime(q, "from", o.from)
	setTime(q, "to", o.to)
	setTime(q, "updated_since", o.since)
	if o.liveOnly {
		q.Set("include_canceled", "false")
	}
	if o.limit > 0 {
		q.Set("limit", strconv.Itoa(o.limit))
	}
	return s.get("/interviews", q)
}

// next returns the call for the next page. ok is false if there is none.
func (o list) next(a answer) (_ list, ok bool) {
	var page struct {
		Interviews []shownInterview `json:"interviews"`
		NextCursor *string          `json:"next_cursor"`
	}
	a.into(&page)
	if a.status != 200 || page.NextCursor == nil || len(page.Interviews) == 0 {
		return o, false
	}
	last := page.Interviews[len(page.Interviews)-1]
	o.cursor, o.after = *page.NextCursor, &position{last.stored(), last.ID}
	return o, true
}

func (o read) send(s *studio) answer {
	q := url.Values{}
	set(q, "include", o.include)
	return s.get("/interviews/"+o.interview, q)
}

func (o book) send(s *studio) answer {
	body := map[string]any{"posting_id": o.posting, "round_id": o.round}
	for name, value := range map[string]string{"candidate_id": o.candidate, "candidate_email": o.email,
		"candidate_name": o.name, "interviewer_email": o.interviewer, "meeting_link": o.link, "time_zone": o.zone} {
		if value != "" {
			body[name] = value
		}
	}
	if !o.start.IsZero() {
		body["scheduled_start_at"] = o.start.Format(time.RFC3339Nano)
	}
	if o.external {
		body["externally_scheduled"] = true
	}
	if o.replace {
		body["replace_existing"] = true
	}
	return s.do("POST", "/interviews", nil, broken(body, o.broken))
}

func (o patch) send(s *studio) answer {
	body := map[string]any{"interviewer_email": o.interviewer}
	return s.do("PATCH", "/interviews/"+o.interview, nil, broken(body, o.broken))
}

func (o cancel) send(s *studio) answer { return s.do("DELETE", "/interviews/"+o.interview, nil, nil) }

func (o setInterviewers) send(s *studio) answer {
	entries := []any{}
	for _, e := range o.entries {
		one := map[string]any{"email": e.email}
		if e.link != "" {
			one["meeting_link"] = e.link
		}
		if len(e.slots) > 0 {
			var times []string
			for _, t := range e.slots {
				times = append(times, t.Format(time.RFC3339))
			}
			one["slots"] = times
		}
		entries = append(entries, one)
	}
	return s.do("PUT", "/postings/"+o.posting+"/interviewers", nil,
		broken(map[string]any{"interviewers": entries}, o.broken))
}

func (o writeSlots) send(s *studio) answer {
	slots := []any{}
	for _, x := range o.slots {
		slots = append(slots, map[string]any{"interviewer_email": x.email, "start_at": x.start.Format(time.RFC3339)})
	}
	method := "POST"
	if o.remove {
		method = "DELETE"
	}
	return s.do(method, "/postings/"+o.posting+"/slots", nil, broken(map[string]any{"slots": slots}, o.broken))
}

func (o readSlots) send(s *studio) answer {
	q := url.Values{"round_id": {o.round}}
	setTime(q, "from", o.from)
	setTime(q, "to", o.to)
	return s.get("/postings/"+o.posting+"/slots", q)
}

func (o invite) send(s *studio) answer {
	body := map[string]any{"posting_id": o.posting, "candidate_email": o.email, "candidate_name": o.name}
	if o.asRole {
		delete(body, "posting_id")
		body["role_id"] = o.posting
	}
	if o.assessment != "" {
		body["assessment_id"] = o.assessment
	}
	return s.do("POST", "/invites", nil, broken(body, o.broken))
}

func (o readTimes) send(s *studio) answer {
	p, err := s.Bookings.Picking(ctx, s.ref(o.candidate), o.from, o.to)
	slots := []place{}
	for _, x := range p.Slots {
		slots = append(slots, place{x.StartAt, x.InterviewerEmails, x.Capacity})
	}
	return called(err, map[string]any{"slots": shownPlaces(slots)})
}

func (o pick) send(s *studio) answer {
	var b booking.Booking
	var err error
	if o.from.IsZero() {
		b, err = s.Bookings.Pick(ctx, s.ref(o.candidate), o.start, o.zone, o.change)
	} else {
		b, err = s.Bookings.Move(ctx, s.ref(o.candidate), o.from, o.start, o.zone)
	}
	return called(err, s.shown(interviews.InterviewRow{Interview: b.Interview, CandidateEmail: b.Candidate.Email,
		CandidateName: b.Candidate.Name}))
}

func (o useLink) send(s *studio) answer {
	row, _, err := s.Bookings.UseLink(ctx, o.token, o.holder)
	return called(err, s.shown(row))
}

func (o startAssessment) send(s *studio) answer {
	c, _, err := s.Candidates.StartAssessment(ctx, s.ref(o.candidate))
	return called(err, map[string]any{"state": c.State})
}

func (o submit) send(s *studio) answer {
	_, made, err := s.Candidates.Submit(ctx, s.ref(o.candidate), candidacy.Answer{Text: o.text}, nil)
	return called(err, map[string]any{"id": made.ID, "submitted_at": models.FormatInstant(made.SubmittedAt)})
}

func (o freshLink) send(s *studio) answer {
	token, row, err := s.Bookings.IssueLink(ctx, act.By{}, s.org, o.interview)
	return called(err, map[string]any{"token": token, "interview": s.shown(row)})
}

func (o endCall) send(s *studio) answer {
	row, _, err := s.Bookings.Change(ctx, act.By{}, s.org, o.interview, booking.EndCall)
	return called(err, s.shown(row))
}

func (o candidateCancel) send(s *studio) answer {
	row, _, err := s.Bookings.CancelByCandidate(ctx, s.ref(o.candidate), o.interview, o.shown, nil)
	return called(err, s.shown(row))
}

func (o moveClock) send(s *studio) answer {
	s.clock.Store(o.to.UnixMilli())
	return answer{status: 200}
}

// brokenBy are the fields that make a body malformed, by how it is. Those that are nil are left out, and entries of a
// list follow those that are well formed.
var brokenBy = map[string]map[string]any{
	"":                       {},
	"no posting_id":          {"posting_id": nil},
	"no candidate":           {"candidate_id": nil, "candidate_email": nil},
	"a start without offset": {"scheduled_start_at": "2031-03-04T15:00:00", "externally_scheduled": nil},
	"an invalid zone":        {"time_zone": "Mars/Olympus"},
	"an external one without a link": {"externally_scheduled": true, "interviewer_email": "grace@acme.example",
		"meeting_link": nil},
	"an interviewer without an address": {"interviewer_email": "grace"},
	"a start":                           {"scheduled_start_at": "2031-03-04T15:00:00Z"},
	"no interviewer":                    {"interviewer_email": nil},
	"somebody twice": {"interviewers": []any{map[string]any{"email": "alan@acme.example"},
		map[string]any{"email": "ALAN@acme.example"}}},
	"a quarter past": {"interviewers": []any{map[string]any{"email": "new@acme.example",
		"slots": []string{"2031-03-04T15:15:00Z"}}}},
	"none": {"slots": []string{}},
	"a second past": {"slots": []any{map[string]any{"interviewer_email": "grace@acme.example",
		"start_at": "2031-03-04T15:00:01Z"}}},
	"no name": {"candidate_name": nil},
}

// broken returns the body, malformed in that way.
func broken(body map[string]any, how string) map[string]any {
	fields, ok := brokenBy[how]
	if !ok {
		panic(how)
	}
	for name, value := range fields {
		switch value := value.(type) {
		case nil:
			delete(body, name)
		case []any:
			body[name] = append(body[name].([]any), value...)
		default:
			body[name] = value
		}
	}
	return body
}

// called returns the result of a call of the store as a door would answer it.
func called(err error, body any) answer {
	a := answer{status: 200}
	if err != nil {
		a.status, body = map[models.Kind]int{models.Invalid: 400, models.NotFound: 404, models.Conflict: 409,
			models.Throttled: 429, 0: 500}[models.KindOf(err)], map[string]any{"error": err.Error()}
	}
	a.body, _ = json.Marshal(body)
	return a
}

func set(q url.Values, name, value string) {
	if value != "" {
		q.Set(name, value)
	}
}

func setTime(q url.Values, name string, t time.Time) {
	if !t.IsZero() {
		q.Set(name, stamp(t))
	}
}

func nth(list []string, n int, none string) string {
	if len(list) == 0 {
		return none
	}
	return list[n%len(list)]
}
