package wire

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"litmus/models"
)

// InterviewList reads the query of GET /interviews. cursor is as it was sent.
func (in Input) InterviewList() (f models.InterviewFilter, limit int, cursor string, err error) {
	texts := map[string]string{}
	for _, name := range []string{
		"posting_id", "round_id", "candidate_email", "from", "to", "updated_since",
		"include_canceled", "limit", "cursor",
	} {
		if texts[name], err = in.Param(name); err != nil {
			return f, 0, "", err
		}
	}
	f.PostingID, f.RoundID = CleanID(texts["posting_id"]), CleanID(texts["round_id"])
	f.CandidateEmail = strings.ToLower(strings.TrimSpace(CleanID(texts["candidate_email"])))
	if f.From, err = Bound("from", texts["from"]); err != nil {
		return f, 0, "", err
	}
	if f.To, err = Bound("to", texts["to"]); err != nil {
		return f, 0, "", err
	}
	if f.UpdatedSince, err = Bound("updated_since", texts["updated_since"]); err != nil {
		return f, 0, "", err
	}
	switch v := texts["include_canceled"]; v {
	case "", "true", "1":
	case "false", "0":
		f.ExcludeCanceled = true
	default:
		return f, 0, "", models.Invalidf("include_canceled %s must be true or false", models.Quote(v))
	}
	limit, err = in.PageLimit(texts["limit"])
	return f, limit, texts["cursor"], err
}

// Include reads which artifacts of an interview are asked for: transcript, recording and notes, separated by commas.
// Spaces are trimmed, and one that is named twice is meant once.
func (in Input) Include() (map[string]bool, error) {
	v, err := in.Param("include")
	want := map[string]bool{}
	for name := range strings.SplitSeq(v, ",") {
		switch name = strings.TrimSpace(name); name {
		case "":
		case "transcript", "recording", "notes":
			want[name] = true
		default:
			return nil, models.Invalidf("include %s is unknown; it takes transcript, recording and notes",
				models.Quote(name))
		}
	}
	return want, err
}

// BookingRequest reads the body of POST /interviews; its Validate says whether it can be booked.
func (in Input) BookingRequest() (r models.BookingRequest, err error) {
	f, err := in.Fields("posting_id", "round_id", "candidate_id", "candidate_email", "candidate_name",
		"interviewer_email", "meeting_link", "time_zone", "externally_scheduled", "replace_existing",
		"scheduled_start_at")
	if err != nil {
		return r, err
	}
	for _, field := range []struct {
		name string
		to   *string
	}{{"posting_id", &r.PostingID}, {"round_id", &r.RoundID}, {"candidate_id", &r.CandidateID},
		{"candidate_email", &r.CandidateEmail}, {"candidate_name", &r.CandidateName},
		{"interviewer_email", &r.InterviewerEmail}, {"meeting_link", &r.MeetingLink}} {
		if *field.to, err = f.Text("", field.name); err != nil {
			return r, err
		}
	}
	r.PostingID, r.RoundID, r.CandidateID = CleanID(r.PostingID), CleanID(r.RoundID), CleanID(r.CandidateID)
	if r.TimeZone, err = f.Optional("", "time_zone"); err != nil {
		return r, err
	}
	if r.ExternallyScheduled, err = f.Flag("externally_scheduled"); err != nil {
		return r, err
	}
	if r.ReplaceExisting, err = f.Flag("replace_existing"); err != nil {
		return r, err
	}
	if !r.ExternallyScheduled { // not read in external mode, even malformed
		r.ScheduledStartAt, err = f.Optional("", "scheduled_start_at")
	}
	return r, err
}

// NewInterviewer reads the body of PATCH /interviews/{id}: interviewer_email, as it was sent, and no other field.
func (in Input) NewInterviewer() (string, error) {
	f, other, err := in.fieldsOf([]string{"interviewer_email", "scheduled_start_at"})
	if err != nil {
		return "", err
	}
	if _, there := f["scheduled_start_at"]; there {
		return "", models.Invalidf("scheduled_start_at cannot be changed here; book again with replace_existing: true")
	}
	if other != nil {
		var name string
		if err := json.Unmarshal(other, &name); err != nil {
			return "", err
		}
		return "", models.Invalidf("%s cannot be changed here; the body holds interviewer_email only",
			models.Quote(name))
	}
	return f.Text("", "interviewer_email")
}

// InviteRequest reads the body of POST /invites; its Validate says whether it can be sent.
func (in Input) InviteRequest() (r models.InviteRequest, err error) {
	f, err := in.Fields("posting_id", "role_id", "assessment_id", "candidate_email", "candidate_name")
	if err != nil {
		return r, err
	}
	for _, field := range []struct {
		name string
		to   *string
	}{{"posting_id", &r.PostingID}, {"role_id", &r.RoleID}, {"assessment_id", &r.AssessmentID},
		{"candidate_email", &r.CandidateEmail}, {"candidate_name", &r.CandidateName}} {
		if *field.to, err = f.Text("", field.name); err != nil {
			return r, err
		}
	}
	r.PostingID, r.RoleID, r.AssessmentID = CleanID(r.PostingID), CleanID(r.RoleID), CleanID(r.AssessmentID)
	return r, nil
}

// ErrRoundMissing refuses a question about start times that names no round.
var ErrRoundMissing = models.Advised(models.Invalidf("round_id is required: "), models.AdvicePipeline)

// SlotQuery reads round_id and the bounds of GET slots. If from is absent it is now; to is nil for no bound.
func (in Input) SlotQuery(now time.Time) (roundID string, from time.Time, to *time.Time, err error) {
	if roundID, err = in.Param("round_id"); err != nil {
		return "", from, nil, err
	}
	if roundID == "" {
		return "", from, nil, ErrRoundMissing
	}
	var texts [2]string
	for i, name := range []string{"from", "to"} {
		if texts[i], err = in.Param(name); err != nil {
			return "", from, nil, err
		}
	}
	given, err := Bound("from", texts[0])
	if err != nil {
		return "", from, nil, err
	}
	if from = now; given != nil {
		from = *given
	}
	to, err = Bound("to", texts[1])
	return CleanID(roundID), from, to, err
}

// SlotWrites reads the body by which start times are added or removed.
func (in Input) SlotWrites() ([]models.SlotWrite, error) {
	f, err := in.Fields("slots")
	if err != nil {
		return nil, err
	}
	entries, err := f.Objects("slots", models.MaxSlotsPerWrite, models.CheckSlotWrites(models.MaxSlotsPerWrite+1),
		"interviewer_email", "start_at")
	if err != nil {
		return nil, err
	}
	if err := models.CheckSlotWrites(len(entries)); err != nil {
		return nil, err
	}
	out := make([]models.SlotWrite, len(entries))
	for n, e := range entries {
		where := fmt.Sprintf("slots[%d].", n)
		email, err := e.Text(where, "interviewer_email")
		if err != nil {
			return nil, err
		}
		if out[n].InterviewerEmail, err = models.ParseEmail(where+"interviewer_email", email); err != nil {
			return nil, err
		}
		at, err := e.Text(where, "start_at")
		if err != nil {
			return nil, err
		}
		if at == "" {
			return nil, models.Invalidf("%sstart_at is required", where)
		}
		if out[n].StartAt, err = models.ParseSlot(where+"start_at", at); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// ClockMove reads how the body asks the clock to go forward: by seconds, or to an instant. Its bounds are those of
// [models.DecideClock].
func (in Input) ClockMove() (m models.ClockMove, err error) {
	f, err := in.Fields("seconds", "to")
	switch {
	case err != nil:
		return m, err
	case f.Absent("seconds") == f.Absent("to"):
		return m, models.Invalidf("give one of seconds, a number, and to, an instant")
	case f.Absent("seconds"):
		text, err := f.Text("", "to")
		if err == nil {
			m.To, err = models.ParseInstant("to", text)
		}
		return m, err
	}
	var seconds float64
	if err := json.Unmarshal(f["seconds"], &seconds); err != nil {
		return m, models.Invalidf("seconds must be a number")
	}
	// What is refused anyway would not always fit into a duration.
	seconds = min(max(seconds, -1), 2*models.LongestAdvance.Seconds())
	return models.ClockMove{By: time.Duration(seconds * float64(time.Second))}, nil
}
