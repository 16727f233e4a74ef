package dashboard

import "litmus/models"

// interviewRoutes are the pages and forms of interviews.
var interviewRoutes = []route{
	get(interviewsPath, models.ActionSeeInterview, listInterviews),
	get(interviewsPath+".csv", models.ActionSeeInterview, interviewsFile),
	post(cancelPath, models.ActionCancel, cancelSeveral),
	get(weekPath, models.ActionSeeInterview, showWeek),
	get(bookPath, models.ActionBook, book),
	post(bookPath, models.ActionBook, bookStep),
	post(bookPath+"/confirm", models.ActionBook, confirmBooking),
	get(interviewsPath+"/{id}", models.ActionSeeInterview, interview),
	get(interviewsPath+"/{id}/cancel", models.ActionCancel, cancelPage),
	post(interviewsPath+"/{id}/cancel", models.ActionCancel, cancel),
	get(interviewsPath+"/{id}/move", models.ActionMove, movePage),
	get(interviewsPath+"/{id}/replacement", models.ActionAskForReplacement, replacementPage),
	post(interviewsPath+"/{id}/replacement", models.ActionAskForReplacement, askForReplacement),
	post(interviewsPath+"/{id}/replacement/withdraw", models.ActionAskForReplacement, withdrawReplacement),
	get(interviewsPath+"/{id}/reassign", models.ActionReassign, reassignPage),
	post(interviewsPath+"/{id}/reassign", models.ActionReassign, reassign),
	get(interviewsPath+"/{id}/end-call", models.ActionEndCall, endCallPage),
	post(interviewsPath+"/{id}/end-call", models.ActionEndCall, endCall),
	get(interviewsPath+"/{id}/link", models.ActionIssueLink, linkPage),
	post(interviewsPath+"/{id}/link", models.ActionIssueLink, issueLink),
	get(interviewsPath+"/{id}/notes", models.ActionWriteNotes, notesPage),
	post(interviewsPath+"/{id}/notes", models.ActionWriteNotes, writeNotes),
	get(interviewsPath+"/{id}/artifact", models.ActionStoreArtifacts, artifactPage),
	post(interviewsPath+"/{id}/artifact", models.ActionStoreArtifacts, storeArtifact),
}
