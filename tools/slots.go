package tools

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/timetable"
	"litmus/scheduling"
	"litmus/wire"
)

var slotTools = []tool{
	{
		name: "list_interviewers", rest: "GET /postings/:id/interviewers", do: (*Server).listInterviewersPage,
		id: "posting_id", hints: reads, in: "InterviewerQuery", out: "InterviewerPage",
		about: "List who interviews for a posting, with their start times there. Only those whose " +
			"availability_source is painted can be given slots.",
		say: saying(func(x interviewerPageJSON) string {
			return listed(len(x.Interviewers), "interviewer", x.NextCursor)
		}),
	},
	{
		name: "find_slots", id: "posting_id", hints: reads, anyOf: []string{access.InterviewsRead},
		do: (*Server).findSlots, heavy: true, in: "SlotSearch", out: "FoundSlots",
		about: "Find start times of a round that can be booked, with the local time of the candidate. Reading " +
			"reserves nothing.",
		say: saying(func(x foundSlotsJSON) string {
			if x.NextFrom != nil {
				return models.Count(len(x.Slots), "start time") + "; more follow from next_from."
			}
			return models.Count(len(x.Slots), "start time") + "."
		}),
	},
	{
		name: "explain_slot", hints: reads, anyOf: []string{access.InterviewsRead},
		do: (*Server).explainSlot, heavy: true, in: "SlotQuestion", out: "SlotExplanation",
		about: "Say why a start time is or is not offered: of a round, for each interviewer and with the nearest " +
			"start times that are; or, without posting_id and round_id, with one interviewer, whatever the posting.",
		say: saying(func(x slotExplanationJSON) string { return x.Explanation }),
	},
	{
		name: "add_slots", rest: "POST /postings/:id/slots", do: (*Server).addSlots, id: "posting_id",
		hints: hints{idempotent: true}, out: "SlotWriteResults",
		about: "Add start times of interviewers on a posting; the others stay. Who was not assigned to it is. " +
			"applied is false for who has a schedule of their own. Nobody is invited or booked. The answer has the " +
			"times of the call.",
		say: saidSlots,
	},
	{
		name: "remove_slots", rest: "DELETE /postings/:id/slots", do: (*Server).removeSlots, id: "posting_id",
		hints: hints{destructive: true, idempotent: true}, out: "SlotWriteResults",
		about: "Remove start times of interviewers on a posting. They stay assigned, and no interview " +
			"is canceled. The answer has the times of the call.",
		say: saidSlots,
	},
}

var saidSlots = saying(func(x wire.InterviewerList) string {
	applied := 0
	for _, one := range x.Interviewers {
		if w, is := one.(wire.SlotWrite); is && w.Applied {
			applied++
		}
	}
	return fmt.Sprintf("Applied to %d of %s.", applied, models.Count(len(x.Interviewers), "interviewer"))
})

// maxFoundSlots is how many start times find_slots answers at most.
const maxFoundSlots = 500

// maxAskedInterviewers bounds the interviewers whom find_slots and explain_slot are asked about.
const maxAskedInterviewers = 20

type foundSlotsJSON struct {
	PostingID       string          `json:"posting_id"`
	RoundID         string          `json:"round_id"`
	DurationMinutes int             `json:"duration_minutes"`
	TimeZone        string          `json:"time_zone"`
	Slots           []foundSlotJSON `json:"slots"`
	NextFrom        *string         `json:"next_from"`
}

type foundSlotJSON struct {
	StartAt           string   `json:"start_at"`
	LocalTime         string   `json:"local_time"`
	InterviewerEmails []string `json:"interviewer_emails"`
	Capacity          int      `json:"capacity"`
}

func wireFound(slots []timetable.Slot, zone *time.Location) []foundSlotJSON {
	out := make([]foundSlotJSON, len(slots))
	for n, s := range slots {
		out[n] = foundSlotJSON{models.FormatInstant(s.StartAt), timetable.LocalWords(s.StartAt, zone),
			s.InterviewerEmails, s.Capacity}
	}
	return out
}

// findSlots serves find_slots: GET slots of the interviewers asked for, a page at a time.
func (sv *Server) findSlots(c *call) (int, any, error) {
	roundID, from, to, bodyErr := c.SlotQuery(sv.Store.NowOf(c.OrgID()))
	if bodyErr != nil {
		return 0, nil, c.postingFirst(sv, bodyErr)
	}
	zone, emails, limit, bodyErr := c.slotSearch()
	if bodyErr != nil {
		return 0, nil, c.postingFirst(sv, bodyErr)
	}
	round, slots, err := sv.Store.Availability.Slots(c.Context(), c.OrgID(), c.ID, roundID, from, to)
	if err != nil {
		return 0, nil, err
	}
	slots = timetable.SlotsOf(slots, emails...)
	out := foundSlotsJSON{PostingID: c.ID, RoundID: roundID, DurationMinutes: round.DurationMinutes, TimeZone: zone}
	if len(slots) > limit {
		next := models.FormatInstant(slots[limit].StartAt)
		slots, out.NextFrom = slots[:limit], &next
	}
	out.Slots = wireFound(slots, models.Location(zone))
	return http.StatusOK, out, nil
}

// slotSearch reads what find_slots has beside [wire.Input.SlotQuery].
func (c *call) slotSearch() (zone string, emails []string, limit int, err error) {
	if zone, err = c.zoneParam(); err != nil {
		return "", nil, 0, err
	}
	if emails, err = c.interviewerParams(); err != nil {
		return "", nil, 0, err
	}
	f := c.Fields("limit")
	n := f.Integer("limit")
	switch {
	case f.Err() != nil || n == nil:
		return zone, emails, models.ToolLimit, f.Err()
	case *n < 1 || *n > maxFoundSlots:
		return "", nil, 0, models.Invalidf("limit %d must be a number from 1 to %d", *n, maxFoundSlots)
	}
	return zone, emails, int(*n), nil
}

// zoneParam reads the zone of the candidate; absent, it is the organization's.
func (c *call) zoneParam() (string, error) {
	q := c.Params("time_zone")
	zone := q.Text("time_zone")
	if zone == "" || q.Err() != nil {
		return c.Caller.Organization.TimeZone, q.Err()
	}
	return zone, models.CheckTimeZone("time_zone", zone)
}

// interviewerParams reads the interviewers whom a question about times names, each once.
func (c *call) interviewerParams() (emails []string, err error) {
	given := c.Query["interviewer_emails"]
	if len(given) > maxAskedInterviewers {
		return nil, models.Invalidf("interviewer_emails has %d entries; at most %d can be asked about at once",
			len(given), maxAskedInterviewers)
	}
	for n, text := range given {
		email, err := models.ParseEmail(fmt.Sprintf("interviewer_emails[%d]", n), text)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(emails, email) {
			emails = append(emails, email)
		}
	}
	return emails, nil
}

// addSlots serves add_slots.
func (sv *Server) addSlots(c *call) (int, any, error) {
	return sv.writeSlots(c, sv.Acts.Availability.AddSlots)
}

// removeSlots serves remove_slots.
func (sv *Server) removeSlots(c *call) (int, any, error) {
	return sv.writeSlots(c, sv.Acts.Availability.RemoveSlots)
}

// slotWriter changes slots and returns the interviewers of the call with the slots they have then.
type slotWriter func(ctx context.Context, by scheduling.By, postingID string,
	slots []timetable.SlotWrite) ([]timetable.PostingInterviewer, error)

// writeSlots changes slots and answers for the interviewers named in the call, with its start times alone.
func (sv *Server) writeSlots(c *call, write slotWriter) (int, any, error) {
	slots, bodyErr := c.SlotWrites()
	if bodyErr != nil {
		return 0, nil, c.postingFirst(sv, bodyErr)
	}
	list, err := write(c.Context(), c.by(), c.ID, slots)
	if err != nil {
		return 0, nil, err
	}
	for n := range list {
		list[n].Slots = touched(slots, list[n])
	}
	return http.StatusOK, wire.SlotWritesOf(c.ID, list), nil
}
