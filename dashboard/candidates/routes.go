// Package candidates has the pages of candidates, their invitations and submissions, and of how they go on.
package candidates

import (
	"litmus/dashboard/internal/site"
	"litmus/models/access"
)

// Routes are the pages and forms of candidates, invitations and submissions.
var Routes = []site.Route{
	site.Get(site.CandidatesPath, access.ActionSeeCandidate, listCandidates),
	site.Get(site.CandidatesPath+"/{id}", access.ActionSeeCandidate, candidate),
	site.Get(site.CandidatesPath+"/{id}/advance", access.ActionDecide, advanceCandidate),
	site.Post(site.CandidatesPath+"/{id}/accommodation", access.ActionAccommodate, settleAccommodation),
	site.Post(site.CandidatesPath+"/{id}/proposal/decline", access.ActionBook, declineProposal),
	site.Post(site.CandidatesPath+"/{id}/decide", access.ActionDecide, decideCandidate),
	site.Get(site.CandidatesPath+"/{id}/erase", access.ActionErase, erasePage),
	site.Post(site.CandidatesPath+"/{id}/erase", access.ActionErase, eraseCandidate),
	site.Get(site.CandidatesPath+"/{id}/stored.json", access.ActionErase, storedFile),
	site.Get(site.CandidatesPath+"/{id}/resend", access.ActionInvite, previewResend),
	site.Post(site.CandidatesPath+"/{id}/resend", access.ActionInvite, resendInvitation),
	site.Post(site.CandidatesPath+"/{id}/revoke", access.ActionInvite, revokeInvitation),
	site.Get(site.InvitePath, access.ActionInvite, invitePage),
	site.Post(site.InvitePath, access.ActionInvite, sendInvite),
	site.Post(site.InvitePath+"/preview", access.ActionInvite, previewInvite),
	site.Get(site.InviteSeveralPath, access.ActionInvite, inviteSeveralPage),
	site.Post(site.InviteSeveralPath, access.ActionInvite, inviteSeveral),
	site.Get(site.SubmissionsPath, access.ActionGrade, submissions),
	site.Get(site.SubmissionsPath+"/{id}", access.ActionReadReport, submission),
	site.Get(site.SubmissionsPath+"/{id}/files/{file}", access.ActionReadReport, openFile),
	site.Post(site.SubmissionsPath+"/{id}/grade", access.ActionGrade, gradeSubmission),
	site.Get(site.SubmissionsPath+"/{id}/advance", access.ActionDecide, advanceSubmission),
	site.Post(site.SubmissionsPath+"/{id}/decide", access.ActionDecide, decideSubmission),
}
