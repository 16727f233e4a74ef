package dashboard

import (
	"litmus/models/access"
)

// interviewRoutes are the pages and forms of interviews.
var interviewRoutes = []route{
	get(interviewsPath, access.ActionSeeInterview, listInterviews),
	get(interviewsPath+".csv", access.ActionSeeInterview, interviewsFile),
	post(cancelPath, access.ActionCancel, cancelSeveral),
	get(weekPath, access.ActionSeeInterview, showWeek),
	get(bookPath, access.ActionBook, book),
	post(bookPath, access.ActionBook, bookStep),
	post(bookPath+"/confirm", access.ActionBook, confirmBooking),
	get(interviewsPath+"/{id}", access.ActionSeeInterview, interview),
	get(interviewsPath+"/{id}/cancel", access.ActionCancel, cancelPage),
	post(interviewsPath+"/{id}/cancel", access.ActionCancel, cancel),
	get(interviewsPath+"/{id}/move", access.ActionMove, movePage),
	get(interviewsPath+"/{id}/replacement", access.ActionAskForReplacement, replacementPage),
	post(interviewsPath+"/{id}/replacement", access.ActionAskForReplacement, askForReplacement),
	post(interviewsPath+"/{id}/replacement/withdraw", access.ActionAskForReplacement, withdrawReplacement),
	get(interviewsPath+"/{id}/reassign", access.ActionReassign, reassignPage),
	post(interviewsPath+"/{id}/reassign", access.ActionReassign, reassign),
	get(interviewsPath+"/{id}/end-call", access.ActionEndCall, endCallPage),
	post(interviewsPath+"/{id}/end-call", access.ActionEndCall, endCall),
	get(interviewsPath+"/{id}/link", access.ActionIssueLink, linkPage),
	post(interviewsPath+"/{id}/link", access.ActionIssueLink, issueLink),
	get(interviewsPath+"/{id}/notes", access.ActionWriteNotes, notesPage),
	post(interviewsPath+"/{id}/notes", access.ActionWriteNotes, writeNotes),
	get(interviewsPath+"/{id}/artifact", access.ActionStoreArtifacts, artifactPage),
	post(interviewsPath+"/{id}/artifact", access.ActionStoreArtifacts, storeArtifact),
}
