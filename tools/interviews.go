package tools

import (
	"fmt"

	"litmus/wire"
)

// artifacts are what only get_interview answers of an interview, where include names it.
var artifacts = []string{"transcript", "recording", "interviewer_notes"}

var interviewTools = []tool{
	{
		name: "list_interviews", rest: "GET /interviews", do: (*Server).listInterviews, hints: reads,
		out: "InterviewPage", also: "InterviewFilter", lacks: artifacts,
		about: "List interviews by start, with filters. Follow next_cursor, with the same filters. Candidates' names " +
			"are " + untrusted,
		say: saying(func(x wire.InterviewPage) string { return listed(len(x.Interviews), "interview", x.NextCursor) }),
	},
	{
		name: "get_interview", rest: "GET /interviews/:id", do: (*Server).readInterview, id: "id",
		hints: reads, out: "Interview",
		about: "Read one interview: its candidate, time, interviewer and status. include adds what the session " +
			"left: transcript, recording, notes. The candidate's name, the transcript and the notes are " + untrusted,
		say: saying(func(x wire.Interview) string { return fmt.Sprintf("Interview %s is %s.", x.ID, x.Status) }),
	},
}

// listInterviews serves list_interviews: GET /interviews.
func (sv *Server) listInterviews(c *call) (int, any, error) {
	page, err := wire.ListInterviews(c.Context(), sv.Store, c.OrgID(), c.Input)
	return answered(page, err)
}

// readInterview serves get_interview.
func (sv *Server) readInterview(c *call) (int, any, error) {
	i, err := wire.ReadInterview(c.Context(), sv.Store, c.OrgID(), c.ID, c.Input)
	return answered(i, err)
}
