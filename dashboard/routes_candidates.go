package dashboard

import "litmus/models"

// candidateRoutes are the pages and forms of candidates, invitations and submissions.
var candidateRoutes = []route{
	get(candidatesPath, models.ActionSeeCandidate, listCandidates),
	get(candidatesPath+"/{id}", models.ActionSeeCandidate, candidate),
	get(candidatesPath+"/{id}/advance", models.ActionDecide, advanceCandidate),
	post(candidatesPath+"/{id}/decide", models.ActionDecide, decideCandidate),
	get(candidatesPath+"/{id}/resend", models.ActionInvite, previewResend),
	post(candidatesPath+"/{id}/resend", models.ActionInvite, resendInvitation),
	post(candidatesPath+"/{id}/revoke", models.ActionInvite, revokeInvitation),
	get(invitePath, models.ActionInvite, invitePage),
	post(invitePath, models.ActionInvite, sendInvite),
	post(invitePath+"/preview", models.ActionInvite, previewInvite),
	get(submissionsPath, models.ActionGrade, submissions),
	get(submissionsPath+"/{id}", models.ActionReadReport, submission),
	post(submissionsPath+"/{id}/grade", models.ActionGrade, gradeSubmission),
	get(submissionsPath+"/{id}/advance", models.ActionDecide, advanceSubmission),
	post(submissionsPath+"/{id}/decide", models.ActionDecide, decideSubmission),
}
