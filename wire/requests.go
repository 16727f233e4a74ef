package wire

import (
	"encoding/json"
	"strings"
	"time"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/candidacy"
	"litmus/models/timetable"
	"litmus/models/upkeep"
)

// InterviewList reads the query of GET /interviews. cursor is as it was sent.
func (in Input) InterviewList() (f models.InterviewFilter, limit int, cursor string, err error) {
	q := in.Params("posting_id", "round_id", "candidate_email", "interviewer_email", "from", "to", "updated_since",
		"include_canceled", "limit", "cursor")
	f.PostingID, f.RoundID = q.ID("posting_id"), q.ID("round_id")
	f.CandidateEmail = strings.ToLower(strings.TrimSpace(q.ID("candidate_email")))
	f.InterviewerEmail = strings.ToLower(strings.TrimSpace(q.ID("interviewer_email")))
	f.From, f.To, f.UpdatedSince = q.Bound("from"), q.Bound("to"), q.Bound("updated_since")
	switch v := q.Text("include_canceled"); v {
	case "", "true", "1":
	case "false", "0":
		f.ExcludeCanceled = true
	default:
		q.Fail(models.Invalidf("include_canceled %s must be true or false", models.Quote(v)))
	}
	limit = q.Limit()
	return f, limit, q.Text("cursor"), q.Err()
}

// Include reads which artifacts of an interview are asked for: transcript, recording and notes, separated by commas.
// Spaces are trimmed, and one that is named twice is meant once.
func (in Input) Include() (map[string]bool, error) {
	q, want := in.Params("include"), map[string]bool{}
	for name := range strings.SplitSeq(q.Text("include"), ",") {
		switch name = strings.TrimSpace(name); name {
		case "":
		case "transcript", "recording", "notes":
			want[name] = true
		default:
			return nil, models.Invalidf("include %s is unknown; it takes transcript, recording and notes",
				models.Quote(name))
		}
	}
	return want, q.Err()
}

// BookingRequest reads the body of POST /interviews; its Validate says whether it can be booked.
func (in Input) BookingRequest() (booking.Request, error) {
	f := in.Fields("posting_id", "round_id", "candidate_id", "candidate_email", "candidate_name", "candidate_language",
		"interviewer_email", "meeting_link", "time_zone", "externally_scheduled", "replace_existing",
		"scheduled_start_at", "panel")
	flag := func(name string) bool { on := f.Flag(name); return on != nil && *on }
	r := booking.Request{PostingID: f.ID("posting_id"), RoundID: f.ID("round_id"),
		CandidateID: f.ID("candidate_id"), CandidateEmail: f.Text("candidate_email"),
		CandidateName: f.Text("candidate_name"), CandidateLanguage: f.Text("candidate_language"),
		InterviewerEmail: f.Text("interviewer_email"), MeetingLink: f.Text("meeting_link"),
		TimeZone:            f.Optional("time_zone"),
		ExternallyScheduled: flag("externally_scheduled"), ReplaceExisting: flag("replace_existing")}
	if !r.ExternallyScheduled { // not read in external mode, even malformed
		r.ScheduledStartAt = f.Optional("scheduled_start_at")
	}
	r.Panel, r.Auto = panelIn(f)
	return r, f.Err()
}

// panelIn reads a panel: a list of addresses, or [booking.PanelAuto]. Null and an empty list are none.
func panelIn(f Fields) (emails []string, auto bool) {
	raw := f.Raw("panel")
	var word *string
	if raw == nil || json.Unmarshal(raw, &word) == nil && word == nil || json.Unmarshal(raw, &emails) == nil {
		return emails, false
	}
	if word == nil || *word != booking.PanelAuto {
		f.Fail(models.InField("panel", models.Invalidf("panel must be a list of addresses, or %q", booking.PanelAuto)))
	}
	return nil, true
}

// NewInterviewer reads the body of PATCH /interviews/{id}: interviewer_email, as it was sent, and no other field.
func (in Input) NewInterviewer() (string, error) {
	f, other := in.fieldsOf([]string{"interviewer_email", "scheduled_start_at"})
	switch {
	case f.Err() != nil:
		return "", f.Err()
	case f.Raw("scheduled_start_at") != nil:
		return "", models.Invalidf("scheduled_start_at cannot be changed here; book again with replace_existing: true")
	case other != nil:
		var name string
		if err := json.Unmarshal(other, &name); err != nil {
			return "", err
		}
		return "", models.Invalidf("%s cannot be changed here; the body holds interviewer_email only",
			models.Quote(name))
	}
	email := f.Text("interviewer_email")
	return email, f.Err()
}

// InviteRequest reads the body of POST /invites; its Validate says whether it can be sent.
func (in Input) InviteRequest() (candidacy.InviteRequest, error) {
	f := in.Fields("posting_id", "role_id", "assessment_id", "candidate_email", "candidate_name",
		"candidate_language")
	r := candidacy.InviteRequest{PostingID: f.ID("posting_id"), RoleID: f.ID("role_id"),
		AssessmentID: f.ID("assessment_id"), CandidateEmail: f.Text("candidate_email"),
		CandidateName: f.Text("candidate_name"), CandidateLanguage: f.Text("candidate_language")}
	return r, f.Err()
}

// ErrRoundMissing refuses a question about start times that names no round.
var ErrRoundMissing = models.Advised(models.Invalidf("round_id is required: "), models.AdvicePipeline)

// SlotQuery reads round_id and the bounds of GET slots. If from is absent it is now; to is nil for no bound.
func (in Input) SlotQuery(now time.Time) (roundID string, from time.Time, to *time.Time, err error) {
	q := in.Params("round_id")
	if roundID = q.ID("round_id"); roundID == "" {
		q.Fail(ErrRoundMissing)
		return "", from, nil, q.Err()
	}
	q = in.Params("from", "to")
	if from = now; q.Text("from") != "" {
		from = *q.Bound("from")
	}
	to = q.Bound("to")
	return roundID, from, to, q.Err()
}

// SlotWrites reads the body by which start times are added or removed.
func (in Input) SlotWrites() ([]timetable.SlotWrite, error) {
	f := in.Fields("slots")
	entries := f.Objects("slots", models.MaxSlotsPerWrite, timetable.CheckSlotWrites(models.MaxSlotsPerWrite+1),
		"interviewer_email", "start_at")
	f.Fail(timetable.CheckSlotWrites(len(entries)))
	out := make([]timetable.SlotWrite, len(entries))
	for n, e := range entries {
		out[n].InterviewerEmail = e.Email("interviewer_email")
		at, field := e.Text("start_at"), e.Name("start_at")
		if at == "" {
			f.Fail(models.Invalidf("%s is required", field))
		}
		var err error
		out[n].StartAt, err = timetable.ParseSlot(field, at)
		if f.Fail(err); f.Err() != nil {
			return nil, f.Err()
		}
	}
	return out, f.Err()
}

// ClockMove reads how the body asks the clock to go forward: by seconds, or to an instant. Its bounds are those of
// [upkeep.DecideClock].
func (in Input) ClockMove() (m upkeep.ClockMove, err error) {
	f := in.Fields("seconds", "to")
	switch {
	case f.Err() != nil:
		return m, f.Err()
	case f.Absent("seconds") == f.Absent("to"):
		return m, models.Invalidf("give one of seconds, a number, and to, an instant")
	case f.Absent("seconds"):
		text := f.Text("to")
		if f.Err() == nil {
			m.To, err = models.ParseInstant("to", text)
			f.Fail(err)
		}
		return m, f.Err()
	}
	seconds := f.Number("seconds")
	if f.Err() != nil {
		return m, f.Err()
	}
	// What is refused anyway would not always fit into a duration.
	ahead := min(max(*seconds, -1), 2*upkeep.MaxAdvance.Seconds())
	return upkeep.ClockMove{By: time.Duration(ahead * float64(time.Second))}, nil
}
