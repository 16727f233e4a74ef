// Package interviews has the pages of interviews: the list, the week, one interview and what can be done with it, and
// how one is booked.
package interviews

import (
	"litmus/dashboard/internal/site"
	"litmus/models/access"
)

// Routes are the pages and forms of interviews.
var Routes = append(confirmedRoutes(),
	site.Get(site.InterviewsPath, access.ActionSeeInterview, listInterviews),
	site.Get(site.InterviewsPath+".csv", access.ActionSeeInterview, interviewsFile),
	site.Post(cancelPath, access.ActionCancel, cancelSeveral),
	site.Get(site.FiguresPath, access.ActionSeeFigures, showFigures),
	site.Get(site.FiguresPath+".csv", access.ActionSeeFigures, figuresFile),
	site.Get(site.LoadPath, access.ActionSeeFigures, showLoad),
	site.Get(site.LoadPath+".csv", access.ActionSeeFigures, loadFile),
	site.Get(handOverPath, access.ActionReassign, handOverPage),
	site.Post(handOverPath, access.ActionReassign, handOver),
	site.Get(site.WeekPath, access.ActionSeeInterview, showWeek),
	site.Get(site.BookPath, access.ActionBook, book),
	site.Post(site.BookPath, access.ActionBook, bookStep),
	site.Post(site.BookPath+"/confirm", access.ActionBook, confirmBooking),
	site.Get(site.InterviewsPath+"/{id}", access.ActionSeeInterview, interview),
	site.Get(site.InterviewsPath+"/{id}/move", access.ActionMove, movePage),
	site.Post(site.InterviewsPath+"/{id}/undo", access.ActionMove, undo),
	site.Get(site.InterviewsPath+"/{id}/replacement", access.ActionAskForReplacement, replacementPage),
	site.Post(site.InterviewsPath+"/{id}/replacement", access.ActionAskForReplacement, askForReplacement),
	site.Post(site.InterviewsPath+"/{id}/replacement/withdraw", access.ActionAskForReplacement, withdrawReplacement),
	site.Post(site.InterviewsPath+"/{id}/copy", access.ActionPutCopyBack, putCopyBack),
	site.Post(site.InterviewsPath+"/{id}/no-show", access.ActionMarkNoShow, markNoShow),
	site.Get(site.InterviewsPath+"/{id}/reassign", access.ActionReassign, reassignPage),
	site.Post(site.InterviewsPath+"/{id}/reassign", access.ActionReassign, reassign),
	site.Get(site.InterviewsPath+"/{id}/panel", access.ActionReassign, swapPage),
	site.Post(site.InterviewsPath+"/{id}/panel", access.ActionReassign, swap),
	site.Get(site.InterviewsPath+"/{id}/link", access.ActionIssueLink, linkPage),
	site.Post(site.InterviewsPath+"/{id}/link", access.ActionIssueLink, issueLink),
	site.Get(site.InterviewsPath+"/{id}/notes", access.ActionWriteNotes, notesPage),
	site.Post(site.InterviewsPath+"/{id}/notes", access.ActionWriteNotes, writeNotes),
	site.Get(site.InterviewsPath+"/{id}/artifact", access.ActionStoreArtifacts, artifactPage),
	site.Post(site.InterviewsPath+"/{id}/artifact", access.ActionStoreArtifacts, storeArtifact),
)
