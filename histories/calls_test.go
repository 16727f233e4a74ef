package histories

import (
	"encoding/json"
	"net/url"
	"strconv"
	"time"

	"litmus/models"
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
	text := func(name, value string) {
		if value != "" {
			body[name] = value
		}
	}
	text("candidate_id", o.candidate)
	text("candidate_email", o.email)
	text("candidate_name", o.name)
	text("interviewer_email", o.interviewer)
	text("meeting_link", o.link)
	text("time_zone", o.zone)
	if !o.start.IsZero() {
		body["scheduled_start_at"] = o.start.Format(time.RFC3339Nano)
	}
	if o.external {
		body["externally_scheduled"] = true
	}
	if o.replace {
		body["replace_existing"] = true
	}
	switch o.broken {
	case "":
	case "no posting_id":
		delete(body, "posting_id")
	case "no candidate":
		delete(body, "candidate_id")
		delete(body, "candidate_email")
	case "a start without offset":
		body["scheduled_start_at"] = "2031-03-04T15:00:00"
		delete(body, "externally_scheduled")
	case "an invalid zone":
		body["time_zone"] = "Mars/Olympus"
	case "an external one without a link":
		body["externally_scheduled"], body["interviewer_email"] = true, "grace@acme.example"
		delete(body, "meeting_link")
	case "an interviewer without an address":
		body["interviewer_email"] = "grace"
	default:
		panic(o.broken)
	}
	return s.do("POST", "/interviews", nil, body)
}

func (o patch) send(s *studio) answer {
	body := map[string]any{"interviewer_email": o.interviewer}
	switch o.broken {
	case "":
	case "a start":
		body["scheduled_start_at"] = "2031-03-04T15:00:00Z"
	case "no interviewer":
		delete(body, "interviewer_email")
	default:
		panic(o.broken)
	}
	return s.do("PATCH", "/interviews/"+o.interview, nil, body)
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
	switch o.broken {
	case "":
	case "somebody twice":
		entries = append(entries,
			map[string]any{"email": "alan@acme.example"}, map[string]any{"email": "ALAN@acme.example"})
	case "a quarter past":
		entries = append(entries,
			map[string]any{"email": "new@acme.example", "slots": []string{"2031-03-04T15:15:00Z"}})
	default:
		panic(o.broken)
	}
	return s.do("PUT", "/postings/"+o.posting+"/interviewers", nil, map[string]any{"interviewers": entries})
}

func (o writeSlots) send(s *studio) answer {
	slots := []any{}
	for _, x := range o.slots {
		slots = append(slots, map[string]any{"interviewer_email": x.email, "start_at": x.start.Format(time.RFC3339)})
	}
	switch o.broken {
	case "":
	case "none":
		slots = []any{}
	case "a second past":
		slots = append(slots,
			map[string]any{"interviewer_email": "grace@acme.example", "start_at": "2031-03-04T15:00:01Z"})
	default:
		panic(o.broken)
	}
	method := "POST"
	if o.remove {
		method = "DELETE"
	}
	return s.do(method, "/postings/"+o.posting+"/slots", nil, map[string]any{"slots": slots})
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
	switch o.broken {
	case "":
	case "no name":
		delete(body, "candidate_name")
	default:
		panic(o.broken)
	}
	return s.do("POST", "/invites", nil, body)
}

func (o readTimes) send(s *studio) answer {
	p, err := s.Bookings.Picking(ctx, s.ref(o.candidate), o.from, o.to)
	slots := []any{}
	for _, x := range p.Slots {
		slots = append(slots, map[string]any{"start_at": models.FormatInstant(x.StartAt),
			"interviewer_emails": x.InterviewerEmails, "capacity": x.Capacity})
	}
	return called(err, map[string]any{"slots": slots})
}

func (o pick) send(s *studio) answer {
	var b models.Booking
	var err error
	if o.from.IsZero() {
		b, err = s.Bookings.Pick(ctx, s.ref(o.candidate), o.start, o.zone, o.change)
	} else {
		b, err = s.Bookings.Move(ctx, s.ref(o.candidate), o.from, o.start, o.zone)
	}
	return called(err, s.wire(interviews.InterviewRow{Interview: b.Interview, CandidateEmail: b.Candidate.Email,
		CandidateName: b.Candidate.Name}))
}

func (o useLink) send(s *studio) answer {
	row, _, err := s.Bookings.UseLink(ctx, o.token, o.holder)
	return called(err, s.wire(row))
}

func (o startAssessment) send(s *studio) answer {
	c, _, err := s.Candidates.StartAssessment(ctx, s.ref(o.candidate))
	return called(err, map[string]any{"state": c.State})
}

func (o submit) send(s *studio) answer {
	_, made, err := s.Candidates.Submit(ctx, s.ref(o.candidate), models.Answer{Text: o.text}, nil)
	return called(err, map[string]any{"id": made.ID, "submitted_at": models.FormatInstant(made.SubmittedAt)})
}

func (o freshLink) send(s *studio) answer {
	token, row, err := s.Bookings.IssueLink(ctx, models.By{}, s.org, o.interview)
	return called(err, map[string]any{"token": token, "interview": s.wire(row)})
}

func (o endCall) send(s *studio) answer {
	row, _, err := s.Bookings.Change(ctx, models.By{}, s.org, o.interview, models.EndCall)
	return called(err, s.wire(row))
}

func (o moveClock) send(s *studio) answer {
	s.clock.Store(o.to.UnixMilli())
	return answer{status: 200}
}

// called returns the result of a call of the store as a door would answer it.
func called(err error, body any) answer {
	a := answer{status: 200}
	if err != nil {
		a.status, body = map[models.Kind]int{models.Invalid: 400, models.NotFound: 404, models.Conflict: 409,
			0: 500}[models.KindOf(err)], map[string]any{"error": err.Error()}
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
