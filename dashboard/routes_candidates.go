package dashboard

import (
	"litmus/models/access"
)

// candidateRoutes are the pages and forms of candidates, invitations and submissions.
var candidateRoutes = []route{
	get(candidatesPath, access.ActionSeeCandidate, listCandidates),
	get(candidatesPath+"/{id}", access.ActionSeeCandidate, candidate),
	get(candidatesPath+"/{id}/advance", access.ActionDecide, advanceCandidate),
	post(candidatesPath+"/{id}/decide", access.ActionDecide, decideCandidate),
	get(candidatesPath+"/{id}/resend", access.ActionInvite, previewResend),
	post(candidatesPath+"/{id}/resend", access.ActionInvite, resendInvitation),
	post(candidatesPath+"/{id}/revoke", access.ActionInvite, revokeInvitation),
	get(invitePath, access.ActionInvite, invitePage),
	post(invitePath, access.ActionInvite, sendInvite),
	post(invitePath+"/preview", access.ActionInvite, previewInvite),
	get(submissionsPath, access.ActionGrade, submissions),
	get(submissionsPath+"/{id}", access.ActionReadReport, submission),
	post(submissionsPath+"/{id}/grade", access.ActionGrade, gradeSubmission),
	get(submissionsPath+"/{id}/advance", access.ActionDecide, advanceSubmission),
	post(submissionsPath+"/{id}/decide", access.ActionDecide, decideSubmission),
}
