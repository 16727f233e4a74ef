package e2e

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// fault is what a deployment does wrong, with the clause and the beginning of the title of a check that fails for it.
type fault struct {
	name, clause, title string
	breaks              breaks
}

// faults has one deployment for each clause of the checks that write, and more where a clause has several sorts of
// promises.
var faults = []fault{
	{"forgets the zone", "§3 T1", "a booking is scheduled as it was asked for", inBooking(func(i, _ Object) {
		i["time_zone"] = "UTC"
	})},
	{"loses letters", "§3 T1", "the candidate gets a confirmation", inList("letters", func([]any) []any {
		return []any{}
	})},
	{"loses the link of a session", "§3 T2", "an external session is pending", inBooking(func(_, answer Object) {
		delete(answer, "candidate_link")
	})},
	{"cancels anew each time", "§3 T3", "a cancellation is kept, can be repeated", canceledAnew()},
	{"keeps what it should replace", "§3 T4", "replace_existing puts a booking in the place", listedTwice("interviews")},
	{"completes nothing", "§3 T5", "an interview is completed when its window closes", says("completed", "scheduled")},
	{"lets nothing expire", "§3 T6", "an external session that nobody started expires", says("expired", "pending")},
	{"leaves the interviewer", "§3 T7", "another interviewer takes over",
		func(r *http.Request, _ *int, _ http.Header, body Object) {
			if r.Method == http.MethodPatch && body["interviewer_email"] != nil {
				body["interviewer_email"] = "who-was@conform.example"
			}
		}},
	{"moves by half an hour", "§2 Times", "a start with an offset", inBooking(func(i, _ Object) {
		if start, ok := i["scheduled_start_at"].(string); ok {
			i["scheduled_start_at"] = strings.Replace(start, ":00:", ":30:", 1)
		}
	})},
	{"calls a second booking a mistake", "§4 rule 1", "a second booking of a candidate is 409",
		turned("POST", 409, 400)},
	{"does not find who is booked", "§4 rule 2", "an interviewer who is already booked", turned("POST", 409, 404)},
	{"leaves what was not offered open", "§4 rule 3", "a time that the slots read did not offer",
		inBooking(func(i, _ Object) { i["status"] = "pending" })},
	{"does not mind the track", "§4 rule 4", "a candidate of another track or posting", turned("POST", 409, 400)},
	{"makes a second candidate", "§4 rule 5", "a booking beside an invite",
		inAnswer(func(body Object) {
			if body["reused"] == false {
				body["invite_id"] = "cand_another"
			}
		})},
	{"warns of nothing", "§4 rule 6", "a booking without a meeting link", inBooking(func(i, answer Object) {
		i["meeting_link"] = ""
		delete(answer, "warnings")
	})},
	{"answers anybody who has the link", "§4 rule 7", "the candidate's link works once", goneAnswers},
	{"takes a part for the whole", "§4 rule 8", "a booking in the place of another is a whole request",
		turned("POST", 400, 409)},
	{"does not tell candidates apart", "§4 Book", "an unknown candidate is 404", turned("POST", 404, 400)},
	{"calls a busy interviewer a mistake", "§4 Change", "to an interviewer who is booked is 409",
		turned("PATCH", 409, 400)},
	{"forgets links of interviewers", "§4 Slots rule 1", "PUT takes the complete list", inInterviewers(func(x Object) {
		x["meeting_link"] = nil
	})},
	{"hides starts", "§4 Slots rule 2", "POST adds starts", inInterviewers(func(x Object) { x["slots"] = []any{} })},
	{"calls a wrong time a conflict", "§4 Slots rule 3", "one wrong time refuses the whole request",
		turned("POST", 400, 409)},
	{"lets starts not overlap", "§4 Slots rule 4", "one person may have starts that overlap",
		func(r *http.Request, _ *int, _ http.Header, body Object) {
			if _, ok := body["slots"]; ok && strings.Contains(r.URL.Query().Get("from"), ":30:") {
				body["slots"] = []any{}
			}
		}},
	{"overrides a schedule", "§4 Slots rule 5", "the posting's starts do not override", inInterviewers(func(x Object) {
		if x["applied"] == false {
			x["applied"] = true
		}
	})},
	{"takes the link with the start", "§4 Slots rule 6", "DELETE takes starts away", inInterviewers(func(x Object) {
		x["meeting_link"] = nil
	})},
	{"has places without end", "§4 Slots rule 7", "all rounds draw on one capacity",
		inList("slots", func(slots []any) []any {
			for _, x := range slots {
				x.(Object)["capacity"] = 7
			}
			return slots
		})},
	{"reserves what is read", "§4 GET slots", "reading reserves nothing", reserved()},
	{"invites anew", "§4 Invites", "a new invitation is 201", func(_ *http.Request, status *int, _ http.Header,
		body Object) {
		if body["reused"] == true {
			*status, body["reused"] = http.StatusCreated, false
			body["invite_url"] = "http://127.0.0.1/t/again"
		}
	}},
	{"books no time that was chosen", "§1", "an invite books no time", func(r *http.Request, status *int,
		_ http.Header, _ Object) {
		if r.Method == http.MethodPost && strings.HasPrefix(r.URL.Path, "/t/") {
			*status = http.StatusInternalServerError
		}
	}},
	{"forgets cancellations", "§6 updated_since", "bookings, reassignments and cancellations",
		inList("interviews", func(all []any) []any {
			return slices.DeleteFunc(all, func(x any) bool { return x.(Object)["status"] == "canceled" })
		})},
	{"does not find what cannot be booked", "§7 400", "a step that cannot be booked", turned("POST", 400, 404)},
	{"has its own words for a closed posting", "§7 POSTING_CLOSED", "a closed posting", ownWords},
	{"has its own words for a cohort", "§7 ROLE_ID_TYPE_MISMATCH", "a cohort as role_id", ownWords},
	{"has its own words for a group", "§7 SELF_SELECT_UNSUPPORTED", "a self-select group", ownWords},
	{"has its own words for a second invite", "§7 ALREADY_INVITED", "a candidate whose invitation", ownWords},
	{"leaves what was canceled", "clean-up", "what the run made has ended", func(r *http.Request, _ *int,
		_ http.Header, body Object) {
		if r.Method == http.MethodGet && body["status"] == "canceled" {
			body["status"], body["canceled_at"] = "scheduled", nil
		}
	}},
}

// inAnswer changes the object of an answer.
func inAnswer(change func(body Object)) breaks {
	return func(_ *http.Request, _ *int, _ http.Header, body Object) {
		if body != nil {
			change(body)
		}
	}
}

// inBooking changes the answer to a booking and its interview.
func inBooking(change func(interview, answer Object)) breaks {
	return inAnswer(func(body Object) {
		if i, ok := body["interview"].(Object); ok {
			change(i, body)
		}
	})
}

// inList changes a list of an answer.
func inList(name string, change func([]any) []any) breaks {
	return inAnswer(func(body Object) {
		if l, ok := body[name].([]any); ok {
			body[name] = change(l)
		}
	})
}

// inInterviewers changes what is answered of the interviewers that the run invented.
func inInterviewers(change func(entry Object)) breaks {
	return inList("interviewers", func(all []any) []any {
		for _, x := range all {
			entry := x.(Object)
			_, written := entry["applied"]
			if written || strings.HasSuffix(entry["email"].(string), "@conform.example") {
				change(entry)
			}
		}
		return all
	})
}

// listedTwice has everything in a list two times.
func listedTwice(name string) breaks {
	return inList(name, func(l []any) []any { return append(l, l...) })
}

// says answers another status of an interview that is read.
func says(status, instead string) breaks {
	return inAnswer(func(body Object) {
		if body["status"] == status {
			body["status"] = instead
		}
	})
}

// turned answers a refusal of the interface with another status.
func turned(method string, from, to int) breaks {
	return func(r *http.Request, status *int, _ http.Header, _ Object) {
		if r.Method == method && *status == from && strings.HasPrefix(r.URL.Path, prefix) {
			*status = to
		}
	}
}

// ownWords has other words for what machines may read (§7).
func ownWords(_ *http.Request, _ *int, _ http.Header, body Object) {
	if said, ok := body["error"].(string); ok {
		body["error"] = strings.ToLower(said)
	}
}

// goneAnswers shows the page of a link that is dead as if it were not.
func goneAnswers(r *http.Request, status *int, _ http.Header, _ Object) {
	if strings.HasPrefix(r.URL.Path, "/s/") && *status == http.StatusGone {
		*status = http.StatusOK
	}
}

// canceledAnew has another canceled_at for each cancellation of an interview.
func canceledAnew() breaks {
	times := counts()
	return func(r *http.Request, _ *int, _ http.Header, body Object) {
		if r.Method == http.MethodDelete && body["canceled_at"] != nil {
			body["canceled_at"] = fmt.Sprintf("2031-01-01T00:00:00.%03dZ", times(r.URL.Path))
		}
	}
}

// reserved offers a start once: the first reading finds that there is nothing yet, the second one what was painted.
func reserved() breaks {
	times := counts()
	return func(r *http.Request, _ *int, _ http.Header, body Object) {
		if _, ok := body["slots"]; ok && r.Method == http.MethodGet && times(r.URL.RawQuery) > 2 {
			body["slots"] = []any{}
		}
	}
}

// counts counts how often it was called with a name.
func counts() func(name string) int {
	var mu sync.Mutex
	seen := map[string]int{}
	return func(name string) int {
		mu.Lock()
		defer mu.Unlock()
		seen[name]++
		return seen[name]
	}
}
