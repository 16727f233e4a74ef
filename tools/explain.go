package tools

import (
	"net/http"
	"slices"
	"time"

	"litmus/models"
	"litmus/models/timetable"
	"litmus/store/availability"
	"litmus/wire"
)

type slotExplanationJSON struct {
	PostingID       string               `json:"posting_id,omitempty"`
	RoundID         string               `json:"round_id,omitempty"`
	DurationMinutes int                  `json:"duration_minutes,omitempty"`
	TimeZone        string               `json:"time_zone"`
	StartAt         string               `json:"start_at"`
	LocalTime       string               `json:"local_time"`
	Offered         bool                 `json:"offered"`
	Reason          timetable.Reason     `json:"reason"`
	Explanation     string               `json:"explanation"`
	Capacity        int                  `json:"capacity"`
	Interviewers    []interviewerWhyJSON `json:"interviewers"`
	Nearest         []foundSlotJSON      `json:"nearest"`
}

type interviewerWhyJSON struct {
	Email       string           `json:"email"`
	Reason      timetable.Reason `json:"reason"`
	Explanation string           `json:"explanation"`
	InterviewID *string          `json:"interview_id"`

	PostingID    string `json:"posting_id,omitempty"` // and the round, of an answer about one person
	PostingTitle string `json:"posting_title,omitempty"`
	RoundID      string `json:"round_id,omitempty"`
	RoundTitle   string `json:"round_title,omitempty"`
}

func wireVerdict(w timetable.Verdict, zone *time.Location) interviewerWhyJSON {
	return interviewerWhyJSON{Email: w.Email, Reason: w.Reason, Explanation: w.Email + " " + w.Words(zone) + ".",
		InterviewID: wire.TextOrNull(w.InterviewID)}
}

// explainSlot serves explain_slot (D15).
func (sv *Server) explainSlot(c *call) (int, any, error) {
	q, start, zoneName, bodyErr := c.slotQuestion()
	switch {
	case bodyErr != nil && q.PostingID == "":
		return 0, nil, bodyErr
	case bodyErr != nil:
		return 0, nil, c.postingFirst(sv, bodyErr)
	case q.PostingID == "":
		return sv.explainPerson(c, q, start, zoneName)
	}
	x, err := sv.Store.Availability.Explain(c.Context(), c.OrgID(), q, start)
	if err != nil {
		return 0, nil, err
	}
	e, zone := x.Explanations[0], models.Location(zoneName)
	out := slotExplanationJSON{PostingID: c.ID, RoundID: q.RoundID, DurationMinutes: x.Round.DurationMinutes,
		TimeZone: zoneName, StartAt: models.FormatInstant(start), LocalTime: timetable.LocalWords(start, zone),
		Offered: e.Reason == timetable.ReasonFree, Reason: e.Reason, Explanation: e.Words(zone) + ".",
		Capacity: e.Capacity, Interviewers: []interviewerWhyJSON{}, Nearest: wireFound(x.Nearest, zone)}
	for _, w := range e.Interviewers {
		if len(q.Others) > 0 && !slices.Contains(q.Others, w.Email) {
			continue
		}
		out.Interviewers = append(out.Interviewers, wireVerdict(w, zone))
	}
	return http.StatusOK, out, nil
}

// explainPerson is [Server.explainSlot] about the one person whom the question names, whatever the posting.
func (sv *Server) explainPerson(c *call, q availability.Question, start time.Time, zoneName string) (int, any, error) {
	x, err := sv.Store.Availability.ExplainPerson(c.Context(), c.OrgID(), q.Others[0], q.Except, start)
	if err != nil {
		return 0, nil, err
	}
	zone := models.Location(zoneName)
	out := slotExplanationJSON{TimeZone: zoneName, StartAt: models.FormatInstant(start),
		LocalTime: timetable.LocalWords(start, zone), Reason: x.Reason(), Offered: x.Reason() == timetable.ReasonFree,
		Explanation: x.Words(zone), Interviewers: []interviewerWhyJSON{}, Nearest: []foundSlotJSON{}}
	for _, r := range x.Rounds {
		one := wireVerdict(r.Verdict, zone)
		one.PostingID, one.PostingTitle, one.RoundID, one.RoundTitle = r.Posting.ID, r.Posting.Title, r.Round.ID,
			r.Round.Title
		out.Interviewers = append(out.Interviewers, one)
		out.Capacity = max(out.Capacity, r.Capacity)
	}
	return http.StatusOK, out, nil
}

// slotQuestion reads the arguments of explain_slot: those of a round, or those about one person.
func (c *call) slotQuestion() (q availability.Question, start time.Time, zone string, err error) {
	p := c.Params("posting_id", "round_id", "start_at", "moved_interview_id")
	q.PostingID, q.RoundID, q.Except = p.ID("posting_id"), p.ID("round_id"), p.ID("moved_interview_id")
	c.ID = q.PostingID
	switch {
	case p.Err() != nil:
	case q.PostingID != "" && q.RoundID == "":
		p.Fail(wire.ErrRoundMissing)
	case q.PostingID == "" && (q.RoundID != "" || len(c.Query["interviewer_emails"]) != 1):
		p.Fail(models.Invalidf("posting_id and round_id are required, or else interviewer_emails with the one person " +
			"whom the question is about"))
	case p.Text("start_at") == "":
		p.Fail(models.Invalidf("start_at is required: the time that is asked about"))
	}
	start, err = timetable.ParseAskedStart("start_at", p.Text("start_at"))
	if p.Fail(err); p.Err() != nil {
		return q, start, "", p.Err()
	}
	if q.Others, err = c.interviewerParams(); err != nil {
		return q, start, "", err
	}
	zone, err = c.zoneParam()
	return q, start, zone, err
}
