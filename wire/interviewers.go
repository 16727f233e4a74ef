package wire

import (
	"litmus/models/timetable"
)

// InterviewerList is the answer to GET and PUT interviewers, and to a write of start times.
type InterviewerList struct {
	PostingID    string `json:"posting_id"`
	Interviewers []any  `json:"interviewers"` // of interviewerJSON, or of [SlotWrite]
}

type interviewerJSON struct {
	Email              string   `json:"email"`
	Title              string   `json:"title,omitempty"`
	MeetingLink        *string  `json:"meeting_link"`
	Slots              []string `json:"slots"`
	AvailabilitySource string   `json:"availability_source"`
}

// InterviewerListOf renders the interviewers of a posting.
func InterviewerListOf(postingID string, list []timetable.PostingInterviewer) InterviewerList {
	out := InterviewerList{postingID, make([]any, len(list))}
	for n, i := range list {
		out.Interviewers[n] = interviewerJSON{i.Email, i.Title, TextOrNull(i.MeetingLink), instants(i.Slots),
			i.AvailabilitySource()}
	}
	return out
}

// SlotWrite is what a write of start times came to for one interviewer (§4 Slots rule 5).
type SlotWrite struct {
	Email   string   `json:"email"`
	Slots   []string `json:"slots"`
	Applied bool     `json:"applied"`
	Reason  string   `json:"reason,omitempty"`
}

// SlotWritesOf renders what a write of start times came to, for interviewers with the start times to be answered.
func SlotWritesOf(postingID string, list []timetable.PostingInterviewer) InterviewerList {
	out := InterviewerList{postingID, make([]any, len(list))}
	for n, i := range list {
		w := SlotWrite{Email: i.Email, Slots: instants(i.Slots), Applied: !i.Personal}
		if i.Personal {
			w.Reason = timetable.ReasonPersonal
		}
		out.Interviewers[n] = w
	}
	return out
}
