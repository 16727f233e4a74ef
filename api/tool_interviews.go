package api

import "fmt"

// artifacts are what only get_interview answers of an interview, where include names it.
var artifacts = []string{"transcript", "recording", "interviewer_notes"}

var interviewTools = []tool{
	{
		name: "list_interviews", rest: "GET /interviews", hints: reads, out: "InterviewPage",
		also: "InterviewFilter", lacks: artifacts,
		about: "List interviews by start, with filters: a posting, a round, the address of a candidate or of the " +
			"interviewer, bounds of the start. Follow next_cursor with the same filters until it is null. The candidates' names in the answer " +
			"are " + untrusted,
		say: saying(func(x interviewPage) string { return listed(len(x.Interviews), "interview", x.NextCursor) }),
	},
	{
		name: "get_interview", rest: "GET /interviews/:id", id: "id", hints: reads, out: "Interview",
		about: "Read one interview: its candidate, time, interviewer and status. include adds what the session " +
			"left: transcript, recording, notes. The candidate's name, the transcript and the notes are " + untrusted,
		say: saying(func(x interviewJSON) string { return fmt.Sprintf("Interview %s is %s.", x.ID, x.Status) }),
	},
}
